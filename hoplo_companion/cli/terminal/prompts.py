"""Questions put to the person at the table, one key per answer wherever a key will do; and your turn before it is done.

What a choice or a line would decide or forfeit is announced (Rulebook p.20-28): what was picked from a menu is asked
back first; a line says it while it is typed. What was typed in full is done, as is what comes from a pipe or a script.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from hoplo_companion.cli.data.add import STATS, chips_in_sight
from hoplo_companion.cli.data.conversation import CardForm
from hoplo_companion.cli.terminal.prompt import DIGITS, Aside, Prompt
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.words import CLASSES
from hoplo_companion.errors import HoploError, IllegalError, UsageError, clip
from hoplo_companion.language import later, plural, tr
from hoplo_companion.notation.cards import EXAMPLE, SHOWN
from hoplo_companion.render.campaign.journey import failing_words
from hoplo_companion.render.sentences.events import won_words
from hoplo_companion.render.sentences.questions import option_words, question_words
from hoplo_companion.render.sentences.words import listing
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.by_hand import WORDS
from hoplo_companion.rules.dialogue import NOTHING, Question, WrongAnswerError, pool_of
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import chip_name, names_of
from hoplo_companion.rules.player.actions import (
    ACTIONS,
    END,
    GIVE_UP,
    Action,
    forfeited,
    named_whole,
    read_actions,
    read_words,
)
from hoplo_companion.rules.player.options import HERO, LOST, TRIBUNE, WON, Decided, Options, begin, foreseen, options
from hoplo_companion.table.play.answers import ROLL, check_line, unit_meant

if TYPE_CHECKING:
    from hoplo_companion.table.play.fight import Game

MOST_CHIPS = 25
"""As many chips of the bag are listed; of more the name is typed."""

ADVICE, LOOKS = "A", 2.0
"""The key that helps with a decision, and for how many seconds that is looked for."""

NO_TIES = ("component", "prepare", "unit", "end", "bane", "roll", "manual")
"""What leaves nothing to weigh, by the beginning of the question's id: what chips, cards and the lineup say."""

PRINTED = ("component.effect", "component.bane")
"""Questions about what a component says, which is typed as it is printed."""


class Prompts(NamedTuple):
    """Asks the person at the terminal; in a `game` that is followed, a chip is entered as it comes into sight."""

    terminal: Terminal
    game: Game | None = None

    def answer(self, question: Question, combat: Combat) -> Any:
        """Ask until the answer is one that the rules accept; what is wrong with any other is said."""
        if self.game is not None:
            units = {**combat.bench, **combat.units}
            self.terminal.sighted |= {units[question.unit].chip if question.kind == "stat" else ""}
            lacking = [unit.chip for unit in units.values() if any(getattr(unit, stat) is None for stat in STATS)]
            chips_in_sight(self.terminal, lacking)
        if (known := _entered(question, combat)) is not None:
            return known
        with self.terminal.while_open(question, combat):
            while True:
                try:
                    answer = self._ask(question, combat, question_words(question, combat))
                    if answer is None:
                        continue
                    if answer != ROLL and self.game is not None:
                        self.game.tried(answer)
                    elif answer != ROLL:
                        apply(combat, answer)
                    if question.kind != "choice" or is_answer_meant(self.terminal, question, answer, combat):
                        return answer
                except WrongAnswerError as wrong:
                    self.terminal.say(f"  {wrong.for_player}")
                except (IllegalError, UsageError) as fault:
                    self.terminal.say(f"  {fault}")

    def _ask(self, question: Question, combat: Combat, text: str) -> Any:
        """Ask once; None where the player wants to be asked anew."""
        terminal = self.terminal
        match question.kind:
            case "hex" if len(question.options) > len(DIGITS):
                line = self._line(_prompt(tr("Hex, as in D3:")), question.options, text)
                if line.upper() not in question.options:
                    raise UsageError(
                        "{answer} is not one of the hexes to choose from: type one as on the mat.", answer=clip(line)
                    )
                return line
            case "choice" | "hex":
                return self._choose(question, combat, text)
            case "dice":
                return self._roll(question, combat, text)
            case "direction":  # its result once the compass is known, else the direction, clockwise from the top
                ways = question.also or {str(at): way for at, way in enumerate(question.options, 1)}
                hint, text = tr("key (r rolls in the app):"), f"{text}\n  {', '.join(map(' '.join, ways.items()))}"
                return {**ways, "r": ROLL}[terminal.ask(Prompt(_prompt(hint), text, keys="".join(ways) + "r"))]
            case "hits":
                return ask_hits(terminal, pool_of(question), text)
            case "effect":
                return self._read_effect(question, combat, text)
            case "chip":
                return self._draw(question, combat, text)
            case "stat":
                return self._read_stat(question, combat, text)
            case "manual":
                hint = tr(
                    "Enter if nothing changed, or type what did, several changes separated by ;: {words}", words=WORDS
                )
                return terminal.ask_line("> ", text=f"{text}\n  {hint}") or NOTHING
        return terminal.ask_line("> ", text=text)

    def _line(self, message: str, known: Sequence[str] = (), text: str = "") -> str:
        """Take what is typed; Enter alone is no answer."""
        return self.terminal.ask(Prompt(message, text, takes="line", known=tuple(known)))

    def _choose(self, question: Question, combat: Combat, text: str) -> str:
        """Ask for an option, by its key or its name; in a tie it can be shown which serves you best."""

        def advise() -> None:
            from hoplo_companion.odds.advise import options_of
            from hoplo_companion.odds.sampling import Budget
            from hoplo_companion.render.advice import option_lines

            try:
                found = options_of(combat, "goal", Budget(LOOKS))
                self.terminal.show(option_lines(found, question, combat))
            except HoploError as fault:
                self.terminal.refuse(fault)

        # What is left to you in the rival's turn, and is not what a chip or a card says.
        is_tie = combat.side == "rival" and question.kind in ("choice", "hex") and len(set(question.options)) > 1
        is_weighed = is_tie and question.id.partition(".")[0] not in NO_TIES
        asides = (Aside(ADVICE, tr("advise"), tr("which serves you best"), do=advise),) if is_weighed else ()
        choices = {each: option_words(question, each, combat) for each in question.options}
        return self.terminal.pick(text, choices, known=question.options, asides=asides)

    def _draw(self, question: Question, combat: Combat, text: str) -> str:
        """Take the chip that was drawn: by its key or name where the bag's are counted, else by its name."""
        if counted := Counter(question.options):
            listed = counted if len(counted) <= MOST_CHIPS else Counter[str]()
            chips = {
                chip: plural("{chip}", "{chip} ({n} of them)", number, chip=chip_name(combat.catalogue, chip))
                for chip, number in listed.items()
            }
            return self.terminal.pick(text, {**chips, ROLL: tr("the app draws")}, known=[*counted])
        units, banes = combat.catalogue.ids("units"), combat.catalogue.ids("banes")
        if question.id == "prepare.local":
            name = self._line(_prompt(tr("Its name (Tab completes it):")), units, text)
        else:
            hint = tr("Its name (Tab completes it); a bane with its kind, as in Gigantic:bag.")
            name = self._line("> ", [*units, *banes], f"{text}\n  {hint}")
        if "," in name or "/" in name:
            raise UsageError("{name} is more than a name: what the chip shows is asked for next.", name=clip(name))
        meant = unit_meant(question, combat, name)
        return meant if meant != name else self.terminal.meant(name, [*units, *banes])

    def _read_stat(self, question: Question, combat: Combat, text: str) -> Any:
        """Take what a chip shows: all of it where more than one thing is unknown; a number is one key, dice letters."""
        unit = combat.units.get(question.unit) or combat.bench.get(question.unit)
        if unit is not None and question.about in STATS and sum(getattr(unit, key) is None for key in STATS) > 1:
            hint = tr("The whole chip: {form}, e.g. {example}:", form=tr(SHOWN), example=EXAMPLE)
            return self._line("> ", [*CLASSES, *combat.catalogue.ids("skills")], f"{text}\n  {hint}")
        if question.about == "attack":
            return self._line(_prompt(tr("Its dice, as in 'blue blue' or 'bb' (k is black):")), text=text)
        key = self.terminal.ask(Prompt(_prompt(tr("key (t types a number above 9):")), text, keys="0123456789t"))
        return self._line(_prompt(tr("Number:"))) if key == "t" else key

    def _read_effect(self, question: Question, combat: Combat, text: str) -> str | None:
        """Take what a component does: one of the lines offered, or a line of the player's own."""
        known, id_ = combat.catalogue, question.about
        if question.id == "bane.draw":
            hint = tr("Its name and kind, as in Gigantic:bag (Enter if the stack is empty):")
            return self.terminal.ask_line(_prompt(hint), known.ids("banes"), text) or NOTHING
        choices = {each: option_words(question, each, combat) for each in question.options}
        if picked := self.terminal.pick(text, {**choices, "": tr("type what it says")}):
            return picked
        if question.id == "component.skills":
            return self.terminal.ask_line(_prompt(tr("Skills, separated by commas:")), known.ids("skills"))
        if question.id not in PRINTED:
            return self.terminal.ask_line("> ")
        self.terminal.say("  " + tr("Type it as it is printed; what it does is read back to you."))
        typed = self._line("  > ")
        kind = "bane" if question.id == "component.bane" else "tactic" if known.tactic(id_) is not None else "skill"
        line = CardForm(self.terminal, kind, id_, known).meant(typed)
        return line if line is None else line or NOTHING

    def _roll(self, question: Question, combat: Combat, text: str) -> Any:
        count = len(question.dice)
        hint = tr("0-{count} hits in all, h or m for the first die, r rolls in the app:", count=count)

        def show_odds() -> None:
            from hoplo_companion.odds.actions import odds_under_way
            from hoplo_companion.render.odds import plan_lines

            self.terminal.show(plan_lines(combat, odds_under_way(combat)))

        odds = Aside(ADVICE, tr("odds"), tr("the odds of this attack"), do=show_odds)
        keys = "0123456789"[: count + 1] + "hmr"
        key = self.terminal.ask(Prompt(_prompt(hint), text, keys=keys, asides=(odds,)))
        if key == "r":
            return ROLL
        if key.isdigit():
            return int(key)
        hits = [key == "h"]
        for colour in question.dice[1:]:
            hint = tr("Next, {colour}: h hit, m miss:", colour=tr(colour))
            hits.append(self.terminal.ask(Prompt(_prompt(hint), keys="hm")) == "h")
        return hits


def ask_hits(terminal: Terminal, pool: Mapping[Any, int], text: str = "") -> Any:
    """Take the hits of each colour, a key a colour; `r` lets the app roll them all."""
    found: dict[str, int] = {}
    for colour, count in pool.items():
        keys = "0123456789"[: count + 1]
        hint = tr("{count} {colour}: 0-{count} hits, r rolls all in the app:", count=count, colour=tr(colour))
        key = terminal.ask(Prompt(_prompt(hint), "" if found else text, keys=f"{keys}r"))
        if key == "r":
            return ROLL
        found[colour] = int(key)
    return found


def _entered(question: Question, combat: Combat) -> Any:
    """What was entered of a chip since the combat was read; None where that is still open."""
    unit = combat.units.get(question.unit) or combat.bench.get(question.unit)
    record = catalogue().unit(unit.chip) if unit is not None and question.rule == "component.asked" else None
    if record is None:
        return None
    if question.id == "component.skills":
        return ", ".join(record.skills) or None
    if question.id == "component.class":
        return record.classes[0] if len(record.classes) == 1 else None
    found = getattr(record, question.about) if question.about in STATS else None
    return list(found) if isinstance(found, tuple | list) else found


def _prompt(text: str) -> str:
    """Set a prompt in, with room for what is typed."""
    return f"  {text} "


# Before your turn is done --------------------------------------------------------------------------------------------

WEIGHED = (
    "engage.target", "special.target", "special.hex", "ability.target", "ability.hex", "effect.target", "effect.hex",
    "effect.use", "attack.intercept", "movement.way", "defeat.hero", "end.units-left", "scion.goal",
)  # fmt: skip
"""The choices that may decide a fight by themselves."""


def is_answer_meant(terminal: Terminal, question: Question, answer: Any, combat: Combat) -> bool:
    """Say whether an answer picked by a key is to be given: what decides the fight by itself is asked about.

    What every answer would bring about is not the concern of this one.
    """
    if question.id not in WEIGHED:
        return True

    def decided(option: Any) -> list[str]:
        return [_decided_words(combat, each) for each in foreseen(apply(combat, option), 1)]

    said = decided(answer)
    others = [decided(each) for each in question.options if each != answer]
    is_anyway = others and question.id not in ("defeat.hero", "end.units-left", "scion.goal")
    return agreed(terminal, [] if is_anyway and all(each == said for each in others) else said)


def agreed(terminal: Terminal, announced: list[str]) -> bool:
    """Whether what was picked from a menu is to be done: what decides or forfeits something is asked about."""
    is_asked = announced and terminal.setting("confirm") != "no"
    return not is_asked or terminal.is_yes(" ".join([*announced, tr("Go on?")]))


def announced(words: list[str], game: Game) -> list[str]:
    """Say what a command would forfeit, and what it would decide."""
    if words[:1] != ["turn"]:
        return []
    if words[1:] == [GIVE_UP]:
        return [failing_words(game.campaign, game.fight, by_surrender=True)]
    if not game.is_your_turn or words[1].split()[0] not in ACTIONS:
        return []  # Of a line in short what it forfeits stands below it while it is typed.

    combat, _ = begin(game.combat)
    try:
        return announced_of(read_words(words[1:]), combat)
    except (IllegalError, UsageError):
        return []  # The command itself says what is wrong, and nothing is asked before that.


def announced_of(actions: list[Action], combat: Combat) -> list[str]:
    """Say what actions would forfeit and decide, up to the first that has to be answered.

    IllegalError where one is refused: nothing is asked of a line that cannot be done to its end.
    """
    check_line(actions, combat)
    said: list[str] = []
    for each in actions:
        action = named_whole(combat, each)
        if left := forfeited(options(combat), action.word):
            name = names_of(combat)
            parts = listing(tr(_GIVEN_UP[step], units=listing(map(name, ids))) for step, ids in left.items())
            said.append(tr("You give up {parts} this turn.", parts=parts))
        if action.word == END:
            break
        try:
            done = action.do(combat)
        except (IllegalError, UsageError):
            raise
        except HoploError:
            break  # What nobody has entered yet is asked for first.
        said += [_decided_words(combat, each) for each in foreseen(done)]
        combat = done[0]
        if combat.over or pending(combat) is not None:
            break
    return said


_GIVEN_UP = {
    "deployment": later("deploying"),
    "tactics": later("playing a tactic"),
    "movement": later("moving {units}"),
    "abilities": later("using an Ability of {units}"),
    "engage": later("attacking with {units}"),
}
"""What is given up with each step of your turn."""


def _decided_words(combat: Combat, decided: Decided) -> str:
    """Say what would be decided: for certain, or by the dice."""
    hero, what, sure = combat.hero(), decided.what, decided.certain
    if what == TRIBUNE and (hero is None or (hero.hp or 0) <= 1):
        what = "tribune alone"
    elif what == HERO:
        what = {None: "blessings unknown", 0: "no blessing"}.get(combat.yours.blessings, "blessing")
    if (what, sure) in _DECIDED:
        name = names_of(combat)(hero.id) if hero is not None else tr("your hero")
        return tr(_DECIDED[what, sure], hero=name, hp=hero.hp if hero is not None else 0)
    won = won_words(decided.event.rule, getattr(decided.event, "points", 0)) if decided.event is not None else ""
    return " ".join([tr("This ends the fight."), won]).strip()


_DECIDED = {
    (TRIBUNE, True): later("This defeats the tribune: {hero} drops from {hp} HP to 1."),
    (TRIBUNE, False): later("This may defeat the tribune: {hero} would drop from {hp} HP to 1."),
    ("tribune alone", True): later("This defeats the tribune."),
    ("tribune alone", False): later("This may defeat the tribune."),
    ("blessings unknown", True): later("This takes {hero}'s last HP: only a blessing can save it."),
    ("blessings unknown", False): later("This may take {hero}'s last HP: only a blessing can save it."),
    ("blessing", True): later("This takes {hero}'s last HP, and a blessing is crossed off."),
    ("blessing", False): later("This may take {hero}'s last HP, and a blessing is crossed off."),
    ("no blessing", True): later("This takes {hero}'s last HP, and the campaign is lost."),
    ("no blessing", False): later("This may take {hero}'s last HP, and the campaign is lost."),
    (LOST, True): later("This leaves you with nobody in combat."),
    (LOST, False): later("This may leave you with nobody in combat."),
    (WON, False): later("This may win the fight."),
}
"""What is said of what would be decided, for certain or by the dice; a win for certain says what won it."""


# A line, while it is typed --------------------------------------------------------------------------------------------


class TurnLine:
    """Looks ahead at what is typed for your turn in a fight."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def combat(self) -> Combat:
        """The combat with your turn begun."""
        return begin(self.game.combat)[0]

    @cached_property
    def found(self) -> Options:
        """Everything that you may do."""
        return self.game.options()

    @cached_property
    def follows(self) -> dict[str, list[str]]:
        """For everyone and every tactic what may follow: hexes, targets, skills."""
        follows = dict[str, list[str]]()
        for table in self.found.tables.values():
            for first, second in table.items():
                follows.setdefault(first, []).extend(second)
        return follows

    @property
    def known(self) -> list[str]:
        """The words that a line may begin with."""
        actions = (word for word, table in self.found.tables.items() if table)
        return sorted({*self.follows, *actions, *(word.split()[0] for word in self.found.start), END})

    def words(self, line: str) -> Sequence[str]:
        """Who can do something, or what the one who is named last may do it with."""
        part = line.replace(",", ";").rpartition(";")[2]
        named = part.replace(">", " ").split()
        if not named or (len(named) == 1 and not part.endswith((" ", ">"))):
            return self.known
        first = next((each for each in self.follows if any(each.startswith(word.lower()) for word in named)), "")
        return self.follows.get(first, self.known)

    def check(self, line: str) -> Line:
        """Say what a line does, as far as no dice are rolled, and what it forfeits or decides; or what it cannot do.

        What is typed last may not be whole yet: nothing is said of it while it names nothing.
        """
        try:
            if not (actions := read_actions(line)):
                return []
            said = announced_of(actions, self.combat)
        except IllegalError as fault:
            return [Span(str(fault), "damage")]
        except HoploError:
            return []
        return [Span(" ".join(said), "damage")] if said else [Span(tr("Enter does it."), "choice")]
