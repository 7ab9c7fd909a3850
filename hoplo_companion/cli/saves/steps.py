"""`hoplo undo`, `redo`, `mark`, `history`, `fix`: every step can be seen, taken back, and put right by hand."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from hoplo_companion.campaign.map_entry import check_sound
from hoplo_companion.cli.campaign.open_campaign import short
from hoplo_companion.cli.fight.removing import DefeatedOption, as_meant
from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.saves.fix_values import as_typed
from hoplo_companion.cli.shell.table_words import mark_name
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue, singular
from hoplo_companion.components.names import advise, slug
from hoplo_companion.components.own import put_in, take_out
from hoplo_companion.errors import UsageError
from hoplo_companion.language import speaking
from hoplo_companion.render.history import history_lines
from hoplo_companion.render.story import story
from hoplo_companion.rules.rulings import read_rulings
from hoplo_companion.rules.setup.events import Corrected
from hoplo_companion.rules.unit_names import Names
from hoplo_companion.table.play.campaign_changes import correction_of, on_the_board, value_now
from hoplo_companion.table.play.fight import Game
from hoplo_companion.table.play.history import fight_began, period_began, turn_began
from hoplo_companion.table.saves.fixes import doubt_of, fixed, in_words, prowess_put_right
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.open_campaign import Seat, from_state, to_state

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoplo_companion.rules.events import Event
    from hoplo_companion.table.saves.save import Save


def undo(
    terminal: Terminal,
    to: Annotated[
        str | None, typer.Option("--to", help="Back to a point that you marked.", autocompletion=mark_name)
    ] = None,
    week: Annotated[bool, typer.Option("--week", help="Back to the start of this week.")] = False,
    act: Annotated[bool, typer.Option("--act", help="Back to the start of this act.")] = False,
    turn: Annotated[
        bool, typer.Option("--turn", help="Back to the start of the fight's turn; from there, of the one before it.")
    ] = False,
    fight: Annotated[bool, typer.Option("--fight", help="Back to before the fight was planned.")] = False,
    json: JsonOption = False,
) -> None:
    """Take back the last step, or all steps to a point: a mark, or where a week, an act, a turn or the fight began."""
    if sum([to is not None, week, act, turn, fight]) > 1:
        raise UsageError("one of --to, --week, --act, --turn and --fight")

    with Seat() as seat:
        save = seat.save
        place: int | None = None
        if to is not None:
            place = _marked(save, to)
        elif week or act:
            place = period_began(save, week=week)
        elif turn or fight:
            place = turn_began(save) if turn else fight_began(save)
        gone = save.undo((lambda at, _: at == place) if place is not None else None)
        facts = take_out_facts([fact for step in gone for fact in reversed(step.facts)])
    if json:
        terminal.show_json({"undone": [{"n": step.n, "what": step.what} for step in gone], "facts": facts})
    else:
        for step in gone:
            terminal.say(f"taken back: {clipped(step.what)}")
        say_facts(terminal, facts)


def take_out_facts(facts: Sequence[Any]) -> list[dict[str, str]]:
    """Take what was entered of components out of the player's data again, the last first; tell of each what came of it.

    Shapes: `outcome` is out, or stays where it was changed since.
    """
    return [
        {"kind": kind, "id": id_, "outcome": "out" if take_out((kind, id_, before, after)) else "stays"}
        for kind, id_, before, after in facts
    ]


def say_facts(terminal: Terminal, facts: Sequence[dict[str, str]]) -> None:
    """Say what has become of what was entered of components."""
    for fact in facts:
        what = f"the {singular(fact['kind'])} {fact['id']}"
        if fact["outcome"] == "out":
            terminal.say(f"what you entered of {what} is out of your data again")
        else:
            terminal.say(f"what you entered of {what} was changed since, and stays in your data")


def _marked(save: Save, name: str) -> int:
    """Find the place of a point that was marked; UsageError suggests the nearest."""
    marks = save.header.marks

    known = name if name in marks else next((each for each in marks if slug(each) == slug(name) != ""), "")
    if not known:
        raise UsageError(f"no point is marked {name[:60]!r}; {advise(name, marks, 'marks')}")
    if marks[known] == save.header.head:
        raise UsageError(f"this is the point marked {name[:60]!r}")
    return marks[known]


def redo(terminal: Terminal, json: JsonOption = False) -> None:
    """Do again the step that was taken back last."""
    with Seat() as seat:
        steps = seat.save.redo()
        for kind, id_, before, after in (fact for step in steps for fact in step.facts):
            put_in((kind, id_, before, after))
    if json:
        terminal.show_json({"redone": {"n": steps[0].n, "what": steps[0].what}})
        return
    for step in steps:
        terminal.say(f"done again: {clipped(step.what)}")


LONGEST = 160


def clipped(what: str) -> str:
    """Cut a long story of a step short."""
    return what if len(what) <= LONGEST else what[: LONGEST - 1].rsplit(" ", 1)[0] + " …"


def mark(terminal: Terminal, name: Annotated[str, typer.Argument(help="A name for this point.")]) -> None:
    """Mark this point, to come back to it with `hoplo undo --to NAME`."""
    short(name, "the name of a point", LONGEST)
    if not name.strip() or "\n" in name:
        raise UsageError("the name of a point is one line, as in: hoplo mark 'before the primus'")

    with Seat() as seat:
        seat.save.mark(name)
    terminal.say(f"marked: {name}")


def history(
    terminal: Terminal,
    last: Annotated[int, typer.Option("--last", min=1, max=1_000_000, help="How many steps.")] = 20,
    all_: Annotated[bool, typer.Option("--all", help="Every step, undos and marks too, as the log has them.")] = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """List the steps that led here, the last one last, each with what it changed."""
    library = Library()
    save = library.open(library.current())
    steps = [step for _, step in islice(save.lines() if all_ else save.steps(), None if all_ else last)]
    steps.reverse()
    if json:
        terminal.show_json({"steps": [msgspec.to_builtins(step) for step in steps]})
        return

    terminal.show(history_lines(steps), plain, wrap=True)


def fix(
    terminal: Terminal,
    key: Annotated[str, typer.Argument(help="What to put right, as in pad.hp or camp.units.")],
    value: Annotated[
        str, typer.Argument(help="What it is on the table: JSON, a word, or words with commas for a list.")
    ],
    why: Annotated[str, typer.Option("--why", help="Why, for the history.")],
    defeated: DefeatedOption = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="It is meant, doubtful as it looks: HP above Health, say.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Put anything right that the save holds and the table shows otherwise.

    Of a fight: UNIT.hp, UNIT.hex, fight.points, fight.flag and whatever else `hoplo set` knows.
    """
    short(why, "the reason")
    with Seat() as seat:
        words = correction_of(seat.campaign, catalogue(), key, value)
        events: list[Event] = []
        if words:
            game = Game(seat.campaign, catalogue())
            old = value_now(game.combat, words)
            meant = as_meant(terminal, game.combat, words, defeated, json=json)
            if meant is None:
                return
            events = [each for each in game.correct(meant, why) if not isinstance(each, Corrected)]
            campaign, new = game.campaign, value_now(game.combat, words)
        else:
            old, new, state = fixed(to_state(seat.campaign), key, as_typed(key, value, seat.campaign))
            campaign = prowess_put_right(seat.campaign, from_state(state))
            check_sound(campaign)
            if defects := read_rulings(catalogue(), campaign.rulings)[1]:
                raise UsageError("; ".join(defect.sentence() for defect in defects))
            campaign, events = on_the_board(seat.campaign, campaign, catalogue())
            if campaign.fight is not None:
                Game(campaign, catalogue())  # a fight that could not be opened again is not kept
        if doubt := doubt_of(seat.campaign, campaign, catalogue()):
            terminal.be_sure(doubt, yes=yes)
        with speaking("en"):  # the history is kept in one language
            what = _fix_words(key, old, new, events)
        seat.keep(campaign, f"fix {key} {value}", what, note=why)
    if json:
        terminal.show_json({"key": key, "old": old, "new": new})
    else:
        terminal.say(_fix_words(key, old, new, events))


def _fix_words(key: str, old: Any, new: Any, events: Sequence[Event]) -> str:
    """Say what was put right, and what came of it in the fight."""
    what = f"put right by hand: {key} is {in_words(new)}, not {in_words(old)}"
    came = story(events, Names(catalogue()))
    return f"{what}. {came}" if came else what
