"""`hoplo undo`, `redo`, `history`, `fix`: every step can be seen, taken back, and put right by hand."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from msgspec.structs import replace

from hoplo_companion.campaign.map_entry import check_sound
from hoplo_companion.campaign.model import RefusedError
from hoplo_companion.campaign.naming import ACTS
from hoplo_companion.cli.campaign.open_campaign import short
from hoplo_companion.cli.fight.removing import DefeatedOption, as_meant
from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.saves.fix_values import as_typed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.own import back, changed_with, entered, own_record
from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr
from hoplo_companion.render.campaign.history import history_lines
from hoplo_companion.render.fields import value_words
from hoplo_companion.render.record_words import kind_word
from hoplo_companion.render.story import events_words
from hoplo_companion.rules.rulings import read_rulings
from hoplo_companion.rules.sentence import in_english, kept
from hoplo_companion.rules.setup.events import Corrected
from hoplo_companion.rules.unit_names import Names
from hoplo_companion.table.play.campaign_changes import correction_of, on_the_board, value_now
from hoplo_companion.table.play.fight import Game
from hoplo_companion.table.play.history import fight_began, period_began, turn_began
from hoplo_companion.table.saves.disagreements import with_disagreements
from hoplo_companion.table.saves.fixes import doubt_of, fixed, prowess_put_right
from hoplo_companion.table.saves.format import Step
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.open_campaign import OpenCampaign, from_state, to_state
from hoplo_companion.table.saves.save import facts_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoplo_companion.campaign.model import Campaign
    from hoplo_companion.components.own import Fact
    from hoplo_companion.rules.events import Event
    from hoplo_companion.table.saves.save import Save


def undo(
    terminal: Terminal,
    to: Annotated[
        int | None, typer.Option("--to", metavar="N", min=1, help="To right after step N of `hoplo history`.")
    ] = None,
    week: Annotated[
        bool, typer.Option("--week", help="To the start of this week; from there, to that of the week before.")
    ] = False,
    act: Annotated[
        bool, typer.Option("--act", help="To the start of this act; from there, to that of the act before.")
    ] = False,
    turn: Annotated[
        bool,
        typer.Option("--turn", help="To the start of the turn in the fight; from there, to that of the turn before."),
    ] = False,
    fight: Annotated[bool, typer.Option("--fight", help="To before the fight was planned.")] = False,
    json: JsonOption = False,
) -> None:
    """Take back the last step, or all steps back to one of the history, or to where a week, act, turn, fight began."""
    if sum([to is not None, week, act, turn, fight]) > 1:
        raise UsageError(tr("give only one of --to, --week, --act, --turn and --fight"))

    with OpenCampaign() as opened:
        save = opened.save
        place = _place(save, to, week=week, act=act, turn=turn, fight=fight)
        facts, gone = taken_out(), list[Step]()
        if place is not None or not facts:
            gone = save.undo((lambda at, _: at == place) if place is not None else None)
            facts += _came_of([fact for step in reversed(gone) for fact in facts_of(step)])
    if json:
        terminal.show_json({"undone": [{"n": step.n, "what": in_english(step.what)} for step in gone], "facts": facts})
    else:
        for step in gone:
            terminal.say(tr("taken back: {step}", step=clipped(str(step.what))))
        say_facts(terminal, facts)


def _place(save: Save, to: int | None, *, week: bool, act: bool, turn: bool, fight: bool) -> int | None:
    """Find the place of the point that is gone back to; None for the last step alone."""
    if to is not None:
        return _after_step(save, to)
    if week or act:
        return period_began(save, week=week)
    if turn or fight:
        return turn_began(save) if turn else fight_began(save)
    return None


def taken_out() -> list[dict[str, str]]:
    """Take what was entered since the last step out of the player's data again; give what came of each."""
    facts = entered()
    with changed_with(back(facts), None):
        pass
    return _came_of(facts)


def _came_of(facts: Sequence[Fact]) -> list[dict[str, str]]:
    """What came of facts that were taken back, the last one first.

    Shapes: `outcome` is out, or stays where it was changed since.
    """
    first = {(kind, id_): before for kind, id_, before, _ in reversed(facts)}
    outcomes = {True: "out", False: "stays"}
    return [
        {"kind": kind, "id": id_, "outcome": outcomes[own_record(kind, id_) == before]}
        for (kind, id_), before in reversed(first.items())
    ]


def say_facts(terminal: Terminal, facts: Sequence[dict[str, str]]) -> None:
    """Say what has become of what was entered of components."""
    for fact in facts:
        raw = catalogue().raw(fact["kind"], fact["id"]) or {}
        what = {"kind": kind_word(fact["kind"]), "name": raw.get("name", fact["id"])}
        if fact["outcome"] == "out":
            terminal.say(tr("what you entered about {name} ({kind}) is out of your data again", **what))
        else:
            terminal.say(tr("what you entered about {name} ({kind}) has changed since, and stays in your data", **what))


def _after_step(save: Save, n: int) -> int:
    """The place of a step of the history; UsageError where no step has the number, or nothing follows it."""
    place = next((place for place, step in save.steps() if step.n == n), None)
    if place is None:
        raise UsageError(tr("no step of the history has the number {n}: `hoplo history` lists them", n=n))
    if place == save.header.head:
        raise UsageError(tr("step {n} is the last one: nothing follows it", n=n))
    return place


def redo(terminal: Terminal, json: JsonOption = False) -> None:
    """Do again the step that was taken back last."""
    with OpenCampaign() as opened:
        steps = opened.save.redo()
    if json:
        terminal.show_json({"redone": {"n": steps[0].n, "what": in_english(steps[0].what)}})
        return
    for step in steps:
        terminal.say(tr("done again: {step}", step=clipped(str(step.what))))


LONGEST = 160
"""The most characters of a step that is named."""


def clipped(what: str) -> str:
    """Cut a long story of a step short."""
    return what if len(what) <= LONGEST else what[: LONGEST - 1].rsplit(" ", 1)[0] + " …"


def history(
    terminal: Terminal,
    last: Annotated[int, typer.Option("--last", min=1, max=1_000_000, help="How many steps.")] = 20,
    all_: Annotated[bool, typer.Option("--all", help="Every step, undos too, as the log has them.")] = False,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """List the steps that led here, the last one last, each with what it changed."""
    library = Library()
    name = library.current()
    save = library.open(name)
    steps = [step for _, step in islice(save.lines() if all_ else save.steps(), None if all_ else last)]
    steps.reverse()
    steps = with_disagreements(steps, library, name)
    if json:
        english = [replace(step, what=in_english(step.what), note=in_english(step.note)) for step in steps]
        terminal.show_json({"steps": [msgspec.to_builtins(step) for step in english]})
    else:
        terminal.show(history_lines(steps), plain, wrap=True)


# Put right by hand ----------------------------------------------------------------------------------------------


def fix(
    terminal: Terminal,
    key: Annotated[str, typer.Argument(help="What to correct, as in pad.hp or camp.units.")],
    value: Annotated[
        str, typer.Argument(help="What it is on the table: a word, words with commas for a list, or JSON.")
    ],
    why: Annotated[str, typer.Option("--why", help="Why, for the history.")] = "",
    defeated: DefeatedOption = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do it even where it looks doubtful, as with HP above Health.")
    ] = False,
    json: JsonOption = False,
) -> None:
    """Correct anything that the save has differently from the table.

    Of a fight: UNIT.hp, UNIT.hex, fight.points, fight.flag and whatever else is on the board.
    """
    short(why, tr("the reason"))
    with OpenCampaign() as opened:
        before = opened.campaign
        if words := correction_of(before, catalogue(), key, value):
            game = Game(before, catalogue())
            meant = as_meant(terminal, game.combat, words, defeated, json=json)
            if meant is None:
                return
            old = value_now(game.combat, words)
            events = [each for each in game.correct(meant, why) if not isinstance(each, Corrected)]
            campaign, new = game.campaign, value_now(game.combat, words)
        else:
            old, new, state = fixed(to_state(before), key, as_typed(key, value, before))
            campaign, events = _sound(before, prowess_put_right(before, from_state(state)))
        if doubt := doubt_of(before, campaign, catalogue()):
            terminal.be_sure(doubt, yes=yes)
        what = kept(lambda: _fix_words(key, old, new, events))
        opened.keep(campaign, f"fix {key} {value}", what, note=why)
    if json:
        terminal.show_json({"key": key, "old": old, "new": new})
    else:
        terminal.say(_fix_words(key, old, new, events))


def _sound(before: Campaign, campaign: Campaign) -> tuple[Campaign, list[Event]]:
    """Give a campaign that was put right with its board, and what came of it in the fight; refused if it is not sound.

    UsageError and InvalidError have what is wrong.
    """
    check_sound(campaign)
    fight = before.fight
    if fight is not None and not fight.over and campaign.pad.act != before.pad.act:
        text = tr(
            "the lineup of {fight} was made for Act {act}: `hoplo undo` to before its set-up, or `hoplo fight drop`, "
            "and correct the act then; `hoplo fix fight.act N` changes the board alone (p.20)",
            fight=fight.name,
            act=ACTS[before.pad.act],
        )
        raise RefusedError("prepare.act", text)
    if defects := read_rulings(catalogue(), campaign.rulings)[1]:
        raise UsageError("; ".join(defect.sentence() for defect in defects))
    campaign, events = on_the_board(before, campaign, catalogue())
    if campaign.fight is not None:
        Game(campaign, catalogue())  # a fight that could not be opened again is not kept
    return campaign, list(events)


def _fix_words(key: str, old: Any, new: Any, events: Sequence[Event]) -> str:
    """Say what was corrected, and what came of it in the fight."""
    is_now, was = (value_words(key.split("."), each) for each in (new, old))
    what = tr("corrected by hand: {key} is {new}, not {old}", key=key, new=is_now, old=was)
    came = events_words(events, Names(catalogue()))
    return f"{what}. {came}" if came else what
