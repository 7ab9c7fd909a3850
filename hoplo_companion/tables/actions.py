"""An action is a row: its name, the stages in which it is possible, what it needs to know, and what it does.

Parsing, menu, questions, usage, Tab and the step that undo takes back follow from the rows of a table's book. The way
out of a stage is looked for after every action, so that nobody is ever stuck in one.

Words of a line are given out to the slots of an action, and what is left over is asked for; and values are spelled as
words again.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec.structs import replace

from hoplo_companion.components.catalogue import read_shipped, shipped_folder
from hoplo_companion.components.names import slug, the_one
from hoplo_companion.errors import HoploError, IllegalError, StoppedError, UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.tables.slots import Each, Filled, OpenError, Pick, Slot, refuse, wrong_if

G = TypeVar("G")
Do = TypeVar("Do", bound=Callable[..., None])


Ask = Callable[[Slot, Filled], Any]
"""Asks for what was not typed."""


def refuse_missing(slot: Slot, filled: Filled) -> Any:
    """Say which slot was left out, where nobody can be asked; the only choice there is needs no word."""
    question = tr(slot.ask)
    if isinstance(slot, Pick):
        among = slot.among(filled)
        if len(among) == 1 and not slot.many:
            return slot.value(next(iter(among)))
        question = f"{question} {', '.join(map(tr, among.values()))}"
    if isinstance(slot, Each):
        question = tr(slot.ask, player=", ".join(slot.players(filled).values()))
    raise UsageError("{what} is missing: {question}", what=slot.name.upper(), question=question.rstrip(":"))


def spelled(slots: Sequence[Slot], game: Any, values: Mapping[str, Any]) -> Iterator[str]:
    """Iterate over the words that would have been typed for the values of slots."""
    filled = Filled(game, values)
    for each in slots:
        slot, value = each.now(filled), values[each.name]
        if slot.when(filled) and value != slot.default:
            yield f"{slot.lead} {slot.spell(filled, value)}".strip()


def fill(
    slots: Sequence[Slot], filled: Filled, words: Sequence[str], ask: Ask = refuse_missing, *, whole: bool = False
) -> dict[str, Any]:
    """Fill slots from the words of a line; what is needed and was not typed is asked for.

    Words are given out from left to right, as many to a slot as it can read; HoploError where no way of doing so fits.
    A form that is asked for as a `whole` has questions for what may be left out, too.
    """
    if not slots:
        wrong_if(words, "{words}: that is more than belongs here", words=clip(" ".join(words)))
        return dict(filled.values)
    slot, rest = slots[0].now(filled), slots[1:]

    def then(value: Any, left: Sequence[str]) -> dict[str, Any]:
        return fill(rest, filled.having(slot.name, value), left, ask, whole=whole)

    if not slot.when(filled):
        return then(None if slot.is_needed else slot.default, words)
    is_led = not slot.lead or (bool(words) and slot.is_led_by(words[0]))
    if whole or not is_led:
        is_asked = slot.is_needed or (whole and not slot.quiet(filled))
        return then(ask(slot, filled) if is_asked else slot.default, words)
    words = words[bool(slot.lead) :]
    # As many words as the slot can read; where none fits, the fault that says most: by a rule, then behind the slot.
    fault: HoploError | None = None
    weight = False, False
    for count in dict.fromkeys((*_counts(slot, rest, words), 0)):
        if not count and (weight == (True, False) or (slot.is_needed and weight[1])):
            break
        is_behind = False
        try:
            if count:
                value = slot.read(filled, " ".join(words[:count]))
            else:
                # What was typed belongs to what follows, where this is the only choice there is.
                missing = ask if fault is None else refuse_missing
                value = missing(slot, filled) if slot.is_needed else slot.default
            is_behind = count > 0
            return then(value, words[count:])
        except (StoppedError, OpenError):
            raise
        except HoploError as found:
            says = (isinstance(found, IllegalError), is_behind)
            if says[0] and not count:
                raise
            if fault is None or says > weight:
                fault, weight = found, says
    assert fault is not None
    raise fault


def _counts(slot: Slot, rest: Sequence[Slot], words: Sequence[str]) -> range:
    """How many words a slot may take, the most first: none that a later slot needs, or that follow its lead.

    One that may be left out, before later ones that need all that was typed, takes a word only where they cannot.
    """
    end, kept = len(words), 0
    for each in rest:
        if each.lead:
            at = next((at for at, word in enumerate(words) if each.is_led_by(word)), None)
            if at is not None:
                end = at
                break
        elif each.is_needed and each.when is Slot.when:
            kept += 1
    most = max(end - kept, min(1, end)) if slot.is_greedy else min(1, end)
    if end and end <= kept and not slot.is_needed:
        return range(2)
    # What nothing follows is all that is left.
    return range(most, 0 if rest else max(0, most - 1), -1)


class Happened(NamedTuple):
    """Something that happened at the table: what, by which rule, and the values that it is worded with."""

    kind: str
    rule: str
    values: Mapping[str, Any]


class Row(NamedTuple):
    """An event of a table: its sentence, its rule where that is always the same, and whether it is a heading.

    What the line says anyway that shows where a game stands `is_seen` at a terminal without a sentence.
    """

    words: str
    rule: str = ""
    is_loud: bool = False
    is_seen: bool = False


class Play(Generic[G]):
    """A game in the hands of an action: what it changes, and what has happened.

    Shapes: `rule` is that of a card's effects, for events that have none of their own.
    """

    rows: Mapping[str, Row] = {}

    def __init__(self, game: G) -> None:
        self.game = game
        self.events: list[Happened] = []
        self.rule = ""

    def note(self, event: str, rule: str = "", /, **values: Any) -> None:
        """Note that something has happened."""
        self.events.append(Happened(event, rule or self.rows[event].rule or self.rule, values))

    def change(self, **fields: Any) -> None:
        """Change the game itself."""
        self.game = replace(self.game, **fields)  # type: ignore[type-var]


class Action(NamedTuple):
    """An action of a table: its name in words, what it does with a game in hand, and what it asks for.

    Shapes: `stages` are those in which it is possible, at any time where there are none; `main` those whose own action
    it is, where these are others; elsewhere it is offered among all actions alone. What it does refuses what a rule
    forbids, and so it is tried to know what may be offered; `why_not` says what it would refuse whatever is entered.
    """

    help: str
    do: Callable[..., None]
    play: type[Play[Any]]
    slots: tuple[Slot, ...] = ()
    stages: tuple[str, ...] = ()
    why_not: Callable[[Any], str] = lambda game: ""
    main: tuple[str, ...] | None = None

    def is_main(self, stage: str) -> bool:
        """Whether it is offered when a stage asks what is next."""
        return stage in (self.stages if self.main is None else self.main)

    def begun(self, game: Any) -> Filled:
        """The action with nothing filled in."""
        return Filled(game, {}, self.refusal)

    def filled(self, game: Any, words: Sequence[str], ask: Ask, *, whole: bool = False) -> dict[str, Any]:
        """The values of its slots, from words and by asking; HoploError where there are none that fit."""
        try:
            return fill(self.slots, self.begun(game), words, ask, whole=whole)
        except IllegalError:
            # What is typed whole is refused for itself, and not for the first thing that might follow.
            with suppress(UsageError):
                self.do(self.play(game), **fill(self.slots, Filled(game, {}), words))
            raise

    def refusal(self, filled: Filled) -> str:
        """Why it is refused as far as it is filled in, whatever follows; empty where it may be carried out."""
        try:
            slot = next((each.now(filled) for each in self.slots if each.name not in filled.values), None)
            if slot is None:
                self.do(self.play(filled.game), **filled.values)
                return ""
            tried = slot.tried(filled)
        except HoploError as fault:
            return str(fault)
        if tried is None:
            return ""
        first = ""
        for each in tried:
            if not (reason := self.refusal(filled.having(slot.name, each))):
                return ""
            first = first or reason
        return first or (slot.nothing(filled) if isinstance(slot, Pick) else "")


class Actions(dict[str, Action]):
    """Actions by their words, each a row above what it does, whose name is the action's: `_end_turn` is `end-turn`."""

    def __init__(self, play: type[Play[Any]]) -> None:
        super().__init__()
        self.play = play

    def row(self, help: str, *slots: Slot, word: str = "", **settings: Any) -> Callable[[Do], Do]:  # noqa: A002
        """Put an action among them, by a `word` of its own where that is not the name, with an `Action`'s settings."""

        def put(do: Do) -> Do:
            self[word or do.__name__.strip("_").replace("_", "-")] = Action(help, do, self.play, slots, **settings)
            return do

        return put

    def put_reading(self, table: str, **settings: Any) -> None:
        """Put the action that chooses another reading of an open question: `reading sp.both-down deeper`."""

        def choose(play: Play[Any], question: str, reading: str) -> None:
            play.change(rulings={**play.game.rulings, question: reading})
            play.note("reading", question, id=question, reading=reading)

        self.row("choose another reading of an open question", *of_readings(table), word="reading", **settings)(choose)


class Deed(NamedTuple):
    """One effect of a card as it was entered: its word, and its values."""

    word: str
    values: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Deeds(Slot):
    """What a card does, one effect after the other: `Pete coins +5, Sally influence -1`.

    Shapes: an effect is an action, whose first slot stands before its word; the next one is about what it has made of
    the game.
    """

    kinds: Actions
    example: str = ""

    def carry_out(self, play: Play[Any], deeds: Iterable[Deed], rule: str = "") -> None:
        """Carry effects out, one after the other, by the rule that lets a card have them."""
        play.rule = rule
        for deed in deeds:
            self.kinds[deed.word].do(play, **deed.values)

    def after(self, game: Any, deed: Deed) -> Any:
        """A game as it is after an effect."""
        self.carry_out(play := self.kinds.play(game), [deed])
        return play.game

    def spell(self, filled: Filled, value: Any) -> str:
        """The effects, separated by commas."""
        game, said = filled.game, list[str]()
        for deed in value:
            first, *rest = spelled(self.kinds[deed.word].slots, game, deed.values)
            said.append(" ".join([first, deed.word, *rest]))
            game = self.after(game, deed)
        return ", ".join(said)

    def read(self, filled: Filled, text: str) -> tuple[Deed, ...]:
        """Read the effects, separated by commas."""
        said = {slug(each): kind for kind, row in self.kinds.items() for each in (kind, tr(row.help))}
        game, found = filled.game, list[Deed]()
        for words in filter(None, map(str.split, text.split(","))):
            if (kind := said.get(slug(" ".join(words[1:2])))) is None:
                raise UsageError(
                    "{text} is not an effect: as in {examples}", text=clip(" ".join(words)), examples=self.example
                )
            found.append(Deed(kind, self.kinds[kind].filled(game, [words[0], *words[2:]], refuse_missing)))
            game = self.after(game, found[-1])
        return tuple(found)


class Book(NamedTuple):
    """How a table is played: its stages in words, its actions, and the stage that a game is in.

    Shapes: `ways_out` are looked for after every action, in the stages that have one.
    """

    name: str
    stages: Mapping[str, str]
    actions: Mapping[str, Action]
    play: type[Play[Any]]
    stage_of: Callable[[Any], str]
    over: str
    """The stage in which the game is over, where nothing is done any more but to put it right."""
    ways_out: Mapping[str, Callable[[Any], None]]

    def why_not(self, game: Any, name: str, *, whole: bool = False) -> str:
        """Why an action is not possible as a game stands, the `whole` of it whatever is entered; empty where it is."""
        action, now = self.actions[name], self.stage_of(game)
        if now == self.over and name not in ("set", "reading"):
            return tr("The game is over.")
        if action.stages and now not in action.stages:
            due = ", ".join(tr(self.stages[each]) for each in action.stages)
            return tr("not possible now ({now}); it belongs to: {due}", due=due, now=tr(self.stages[now]))
        is_tried = whole or not any(each.is_needed for each in action.slots)
        return action.why_not(game) or (action.refusal(action.begun(game)) if is_tried else "")

    def possible(self, game: Any) -> list[str]:
        """The actions that are possible as a game stands, those of its stage first."""
        found, now = [name for name in self.actions if not self.why_not(game, name, whole=True)], self.stage_of(game)
        return sorted(found, key=lambda name: not self.actions[name].is_main(now))

    def carry_out(self, game: G, name: str, values: Mapping[str, Any]) -> tuple[G, list[Happened]]:
        """Carry an action out, then go on from stage to stage as far as nobody has to decide."""
        refuse(self.why_not(game, name))
        play = self.play(game)
        self.actions[name].do(play, **values)
        for _ in range(4 * len(self.stages)):
            before = self.stage_of(play.game)
            if before in self.ways_out:
                self.ways_out[before](play)
            if self.stage_of(play.game) == before:
                break
        return play.game, play.events

    def act(self, game: G, words: Sequence[str], ask: Ask = refuse_missing) -> tuple[G, list[Happened]]:
        """Carry out an action as it is typed; what was not typed is asked for. HoploError leaves the game as it is."""
        name, rest = self.named(words)
        refuse(self.why_not(game, name))
        action = self.actions[name]
        try:
            values = action.filled(game, rest, ask)
        except HoploError as fault:
            if type(fault) is UsageError and action.slots:
                raise UsageError(f"{fault} ({' '.join([name, *(each.usage() for each in action.slots)])})") from None
            raise
        return self.carry_out(game, name, values)

    def named(self, words: Sequence[str]) -> tuple[str, list[str]]:
        """The action that is typed, by its word or the beginning of one, and the words behind it."""
        typed = words[0] if words else ""
        name = typed.casefold() if typed.casefold() in self.actions else the_one(typed, self.actions)
        if name is None:
            known = ", ".join(self.actions)
            raise UsageError("{word} is not an action: {actions}", word=clip(typed), actions=known)
        # A colon ends what stands before it: `use Liz Pietros: Liz coins +1`.
        rest, has_colon = list[str](), any(slot.lead == ":" for slot in self.actions[name].slots)
        for word in words[1:]:
            rest += [word[:-1], ":"] if has_colon and word.endswith(":") and word != ":" else [word]
        return name, rest

    def completed(self, game: Any, words: Sequence[str]) -> list[str]:
        """The words that may come next in a line; none for what is not possible now."""
        if not words:
            return self.possible(game)
        name, rest = self.named(words)
        found: list[str] = []
        if self.why_not(game, name):
            return found

        def note(slot: Slot, filled: Filled) -> Any:
            among = slot.among(filled).values() if isinstance(slot, Pick) else ()
            found.extend([slot.lead] if slot.lead else map(tr, among))
            raise UsageError

        with suppress(HoploError):
            self.actions[name].filled(game, rest, note)
        return found


# Open questions, and how they are read --------------------------------------------------------------------------------

DEFAULT = "default"


def chosen(rulings: Mapping[str, str], id_: str) -> str:
    """The reading of a question that was chosen; empty for the default."""
    reading = rulings.get(id_, DEFAULT)
    return "" if reading == DEFAULT else reading


@cache
def other_readings(table: str) -> dict[str, list[str]]:
    """The questions of a table that may be read in several ways, each with its readings beside the default."""
    rulings = read_shipped(shipped_folder() / table / "rulings.toml")
    return {id_: [*each["readings"]] for id_, each in rulings.items() if "readings" in each}


def of_readings(table: str) -> tuple[Pick, Pick]:
    """The slots of a reading: its question, and what that is read as."""
    every = other_readings(table)
    return (
        Pick("question", "Which question?", known=lambda filled: {id_: id_ for id_ in every}),
        Pick("reading", "Which reading?",
             known=lambda at: {each: each for each in (DEFAULT, *every[at["question"]])}),
    )  # fmt: skip


def read_readings(table: str, texts: Iterable[str]) -> dict[str, str]:
    """Read `sp.both-down=deeper`, one after the other; the defaults are left out."""
    read = [fill(of_readings(table), Filled(None, {}), text.split("=")) for text in texts]
    return {id_: reading for id_, reading in (each.values() for each in read) if reading != DEFAULT}
