"""The campaign that is played, opened: its steps made, undone and done again (`hoplo undo`, `redo`), listed, noted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

from msgspec import to_builtins
from msgspec.structs import replace

from hoplo_companion.campaign.events import Result, event_table
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.campaign.naming import unknown_prowess
from hoplo_companion.cli.options import Answer, Step, argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.own import Fact, back, changed_with, entered, own_record
from hoplo_companion.components.words import Variant
from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr
from hoplo_companion.render.sentences.campaign import campaign_sentence, event_words
from hoplo_companion.render.style import text_of
from hoplo_companion.rules.naming import Names
from hoplo_companion.rules.sentence import in_english, said, to_keep
from hoplo_companion.table.saves.format import Step as SavedStep
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.save import Save, facts_of

if TYPE_CHECKING:
    from hoplo_companion.rules.dialogue import Event

LONGEST = 2000
"""The most characters of what is kept as it was typed: nobody types more."""


def short(text: str, what: str) -> str:
    """A text that is to be kept; UsageError where it is too long for what it is."""
    if (length := len(text)) > LONGEST:
        raise UsageError("{what} has at most {most} characters, not {length}", what=what, most=LONGEST, length=length)
    return text


def make_step(
    change: Callable[[Campaign], Result],
    *,
    answers: list[Any] | None = None,
    even_over: bool = False,
    even_stand_alone: bool = False,
    then: Callable[[Terminal, Campaign], None] = lambda _terminal, _campaign: None,
) -> Step:
    """Change the campaign that is played, keep it, and only then say what happened; `then` sees what is kept.

    RefusedError where the campaign is won or lost, unless the step is possible then too (`even_over`); UsageError
    where it is a stand-alone fight, unless those have such a step too (`even_stand_alone`).
    """

    def made(terminal: Terminal) -> Answer:
        with Library().opened() as opened:
            before = opened.now
            if not even_stand_alone:
                _refuse_stand_alone(before)
            if not even_over:
                before.check_not_over()
            with terminal.drafted():
                campaign, happened = change(before)
            came: list[Event] = []
            sentences = terminal.running(campaign_sentence(each, catalogue()) for each in happened)
            if before.fight is not None and campaign.fight is not None:
                from hoplo_companion.table.play.campaign_changes import on_the_board  # most steps lie between fights

                campaign, came = on_the_board(before, campaign, catalogue())
            lines = [*map(text_of, sentences), *_in_fight(came)]
            then(terminal, campaign)
            what = to_keep(lambda: [*map(event_words, happened), *filter(None, _in_fight(came))])
            opened.keep(campaign, terminal.words, what, answers=answers or ())
        return Answer(
            lambda: "\n".join(lines),
            lambda: {"happened": [event_table(each) for each in happened]},
            lambda: _say_what_is_open(terminal, before, campaign),
        )

    return made


def _in_fight(came: list[Event]) -> list[str]:
    if not came:
        return []
    from hoplo_companion.render.fight import events_words

    return [events_words(came, Names(catalogue()))]


def _say_what_is_open(terminal: Terminal, before: Campaign, campaign: Campaign) -> None:
    """Ask for chips that a step has brought into sight and cards that it has given; say what the fight asks now."""

    def face_up(at: Campaign) -> list[str]:
        return [*at.camp.units, *at.drawn.units, *(chip for stack in at.stacks.values() for chip in stack.known)]

    chips = [chip for chip in face_up(campaign) if chip not in set(face_up(before))]
    cards = unknown_prowess(set(campaign.camp.prowess) - set(before.camp.prowess))
    if terminal.asks() and (chips or cards):
        from hoplo_companion.cli.data.add import chips_in_sight, enter_prowess  # most steps bring none

        chips_in_sight(terminal, chips)
        enter_prowess(terminal, campaign, cards)
    if terminal.asks() and entered():
        with Library().opened() as opened:
            opened.keep(opened.now, terminal.words, said("What came into play was entered."), part=True)
    if campaign.fight is not None and campaign.fight.under_way and before.fight and not before.fight.under_way:
        terminal.notice("the fight has a question about this: `hoplo answer` shows it")


def _refuse_stand_alone(campaign: Campaign) -> None:
    if campaign.is_stand_alone:
        raise UsageError(
            "this is a stand-alone fight, outside a campaign, without a map, weeks or a bag: `hoplo fight` shows where "
            "it stands; `hoplo new` begins a campaign, and `hoplo save switch NAME` resumes another one"
        )


def look_campaign(*, even_stand_alone: bool = False) -> Campaign:
    """The campaign as it lies on the table, to read; UsageError for a stand-alone fight, unless `even_stand_alone`."""
    campaign = look()
    if not even_stand_alone:
        _refuse_stand_alone(campaign)
    if campaign.fight is None or not campaign.fight.under_way:
        return campaign
    from hoplo_companion.table.play.fight import as_on_table

    return as_on_table(campaign, catalogue())


def look() -> Campaign:
    """The campaign that is played, for reading only."""
    return Library().played()


def look_save() -> Save:
    """The save of the campaign that is played, for reading only."""
    library = Library()
    return library.open(library.current())


class Back(NamedTuple):
    """Where an undo goes back to: one of these, else one step."""

    to: Annotated[int | None, option("To right after step N of `hoplo history`.", metavar="N", min=1)] = None
    week: Annotated[bool, option("To the start of this week; from there, to that of the week before.")] = False
    act: Annotated[bool, option("To the start of this act; from there, to that of the act before.")] = False
    turn: Annotated[bool, option("To the start of the turn in the fight; from there, to that of the turn before.")] = (
        False
    )
    fight: Annotated[bool, option("To before the fight was planned.")] = False


def undo(back_to: Back) -> Answer:
    """Undo the last step, or all steps back to one of the history, or to where a week, act, turn or fight began."""
    from hoplo_companion.table.saves.open_campaign import fight_began, period_began, turn_began  # most steps stand

    began: dict[str, Callable[[Save], int]] = {
        "week": partial(period_began, week=True), "act": partial(period_began, week=False),
        "turn": turn_began, "fight": fight_began,
    }  # fmt: skip
    named = [name for name, value in back_to._asdict().items() if value not in (None, False)]
    if len(named) > 1:
        raise UsageError("give only one of {options}", options=", ".join(f"--{each}" for each in Back._fields))
    with Library().opened() as opened:
        save = opened.save
        place = None
        if back_to.to is not None:
            if (place := next((at for at, step in save.steps() if step.n == back_to.to), None)) is None:
                raise UsageError("no step of the history has the number {n}: `hoplo history` lists them", n=back_to.to)
            if place == save.header.head:
                raise UsageError("step {n} is the last one: nothing follows it", n=back_to.to)
        elif named:
            place = began[named[0]](save)
        facts, gone = taken_out(), list[SavedStep]()
        if place is not None or not facts:
            gone = save.undo(place)
            facts += _came_of([fact for step in reversed(gone) for fact in facts_of(step)])
    return Answer(
        lambda: "\n".join([*(tr("taken back: {step}", step=clipped(step)) for step in gone), *facts_words(facts)]),
        lambda: {"undone": [{"n": step.n, "what": in_english(step.what)} for step in gone], "facts": facts},
    )


def taken_out() -> list[dict[str, str]]:
    """Take what was entered since the last step out of the player's data again; give what came of each."""
    facts = entered()
    with changed_with(back(facts), None):
        pass
    return _came_of(facts)


def _came_of(facts: Sequence[Fact]) -> list[dict[str, str]]:
    """What came of facts that were taken back, the last one first: `out`, or `stays` where it was changed since."""
    first = {(kind, id_): before for kind, id_, before, _ in reversed(facts)}
    return [
        {"kind": kind, "id": id_, "outcome": "out" if own_record(kind, id_) == before else "stays"}
        for (kind, id_), before in reversed(first.items())
    ]


def facts_words(facts: Sequence[dict[str, str]]) -> Iterator[str]:
    """Say what has become of what was entered of components."""
    for fact in facts:
        from hoplo_companion.render.look import kind_word  # most steps have entered nothing

        raw = catalogue().raw(fact["kind"], fact["id"]) or {}
        what = {"kind": kind_word(fact["kind"]), "name": raw.get("name", fact["id"])}
        if fact["outcome"] == "out":
            yield tr("what you entered about {name} ({kind}) is out of your data again", **what)
        else:
            yield tr("what you entered about {name} ({kind}) has changed since, and stays in your data", **what)


def redo() -> Answer:
    """Redo the step that was undone last."""
    with Library().opened() as opened:
        steps = opened.save.redo()
    return Answer(
        lambda: "\n".join(tr("done again: {step}", step=clipped(step)) for step in steps),
        lambda: {"redone": {"n": steps[0].n, "what": in_english(steps[0].what)}},
    )


LONGEST_STEP = 160
"""The most characters of a step that is named."""


def clipped(step: SavedStep) -> str:
    """The story of a step, cut short where it is long."""
    what = str(step.what)
    return what if len(what) <= LONGEST_STEP else what[: LONGEST_STEP - 1].rsplit(" ", 1)[0] + " …"


def history(
    last: Annotated[int, option("How many steps.", min=1, max=1_000_000)] = 20,
    all_: Annotated[bool, option("Every step, undos too, as the log has them.")] = False,
) -> Answer:
    """List the steps that led here, the last one last, each with what it changed."""
    from hoplo_companion.render.campaign.history import history_lines
    from hoplo_companion.table.saves.open_campaign import with_disagreements

    save = look_save()
    steps = [step for _, step in islice(save.lines() if all_ else save.steps(), None if all_ else last)]
    steps = with_disagreements(steps[::-1], Library(), save.folder.name)
    return Answer(
        lambda: history_lines(steps),
        lambda: {
            "steps": [
                to_builtins(replace(each, what=in_english(each.what), note=in_english(each.note))) for each in steps
            ]
        },
    )


def note(terminal: Terminal, words: Annotated[list[str], argument("What to keep.", metavar="TEXT")]) -> None:
    """Keep a note in the history of the campaign; nothing is changed by it."""
    text = short(" ".join(words), tr("a note"))
    with Library().opened() as opened:
        opened.keep(opened.now, terminal.words, said("Note: {note}", note=text), note=text)
    terminal.print(tr("noted"))


OF_BOOTS = ("navigation", "opportunity_capacity")
ON_THE_PAD = (
    "hero", "class", "movement", "range", "health", "hp", "leadership", "attack", "blessings", "tactic_capacity",
    "influence", "act", "week", "weeks",
)  # fmt: skip
"""What programs read of the pad, in this order."""


def pad_table(campaign: Campaign) -> dict[str, Any]:
    """Write the pad and the camp as programs read them."""
    pad, camp = campaign.pad, campaign.camp
    table = {**to_builtins(pad), "class": pad.classes[0] if pad.classes else None, "week": campaign.week}
    return {
        **expansions_table(campaign),
        **{name: table[name] for name in (*(OF_BOOTS if campaign.variant.boots else ()), *ON_THE_PAD)},
        "camp": {
            "units": camp.units,
            "tactics": camp.tactics,
            "prowess": [card.label() for card in camp.prowess],
            "banes": [bane.name for bane in camp.banes],
            "special_prowess": [card.label() for card in camp.prowess if card.special],
            "opportunities": camp.opportunities,
            "out_of_game": [card.label() for card in campaign.out_of_game],
        },
    }


def expansions_table(campaign: Campaign) -> dict[str, Any]:
    """Write which expansions are played with; nothing for the box alone."""
    if campaign.variant == Variant():
        return {}
    return {"boots": campaign.variant.boots or None, "modules": campaign.variant.modules}
