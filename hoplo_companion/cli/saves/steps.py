"""`hoplo undo`, `redo`, `history`: every step can be seen and taken back; `report`: any moment in one file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Annotated, NamedTuple

import msgspec
from msgspec.structs import replace

from hoplo_companion.cli.campaign.open_campaign import short
from hoplo_companion.cli.fight.positions import is_board, load_position
from hoplo_companion.cli.options import Answer, argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.own import Fact, back, changed_with, entered, own_record
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.files import write_whole
from hoplo_companion.language import tr
from hoplo_companion.render.campaign.history import history_lines
from hoplo_companion.render.look import kind_word
from hoplo_companion.rules.sentence import in_english, said
from hoplo_companion.table.play.history import fight_began, period_began, turn_began, with_disagreements
from hoplo_companion.table.saves.export import Report, damage, encode, report_of_campaign, report_of_position
from hoplo_companion.table.saves.format import Step
from hoplo_companion.table.saves.library import Library, NoCampaignError
from hoplo_companion.table.saves.open_campaign import OpenCampaign
from hoplo_companion.table.saves.save import Save, facts_of


class Back(NamedTuple):
    """Where an undo goes back to: one of these, else one step."""

    to: Annotated[int | None, option("To right after step N of `hoplo history`.", metavar="N", min=1)] = None
    week: Annotated[bool, option("To the start of this week; from there, to that of the week before.")] = False
    act: Annotated[bool, option("To the start of this act; from there, to that of the act before.")] = False
    turn: Annotated[bool, option("To the start of the turn in the fight; from there, to that of the turn before.")] = (
        False
    )
    fight: Annotated[bool, option("To before the fight was planned.")] = False


BEGAN: dict[str, Callable[[Save], int]] = {
    "week": partial(period_began, week=True),
    "act": partial(period_began, week=False),
    "turn": turn_began,
    "fight": fight_began,
}
"""Finds in a save where each of these began."""


def undo(back_to: Back) -> Answer:
    """Undo the last step, or all steps back to one of the history, or to where a week, act, turn or fight began."""
    named = [name for name, value in back_to._asdict().items() if value not in (None, False)]
    if len(named) > 1:
        raise UsageError("give only one of {options}", options=", ".join(f"--{each}" for each in Back._fields))
    with OpenCampaign() as opened:
        save = opened.save
        place = None
        if back_to.to is not None:
            place = next((at for at, step in save.steps() if step.n == back_to.to), None)
            if place is None:
                raise UsageError("no step of the history has the number {n}: `hoplo history` lists them", n=back_to.to)
            if place == save.header.head:
                raise UsageError("step {n} is the last one: nothing follows it", n=back_to.to)
        elif named:
            place = BEGAN[named[0]](save)
        facts, gone = taken_out(), list[Step]()
        if place is not None or not facts:
            gone = save.undo((lambda at, _: at == place) if place is not None else None)
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
    """What came of facts that were taken back, the last one first.

    Shapes: `outcome` is out, or stays where it was changed since.
    """
    first = {(kind, id_): before for kind, id_, before, _ in reversed(facts)}
    outcomes = {True: "out", False: "stays"}
    return [
        {"kind": kind, "id": id_, "outcome": outcomes[own_record(kind, id_) == before]}
        for (kind, id_), before in reversed(first.items())
    ]


def facts_words(facts: Sequence[dict[str, str]]) -> Iterator[str]:
    """Say what has become of what was entered of components."""
    for fact in facts:
        raw = catalogue().raw(fact["kind"], fact["id"]) or {}
        what = {"kind": kind_word(fact["kind"]), "name": raw.get("name", fact["id"])}
        if fact["outcome"] == "out":
            yield tr("what you entered about {name} ({kind}) is out of your data again", **what)
        else:
            yield tr("what you entered about {name} ({kind}) has changed since, and stays in your data", **what)


def redo() -> Answer:
    """Redo the step that was undone last."""
    with OpenCampaign() as opened:
        steps = opened.save.redo()
    return Answer(
        lambda: "\n".join(tr("done again: {step}", step=clipped(step)) for step in steps),
        lambda: {"redone": {"n": steps[0].n, "what": in_english(steps[0].what)}},
    )


LONGEST = 160
"""The most characters of a step that is named."""


def clipped(step: Step) -> str:
    """The story of a step, cut short where it is long."""
    what = str(step.what)
    return what if len(what) <= LONGEST else what[: LONGEST - 1].rsplit(" ", 1)[0] + " …"


def history(
    terminal: Terminal,
    last: Annotated[int, option("How many steps.", min=1, max=1_000_000)] = 20,
    all_: Annotated[bool, option("Every step, undos too, as the log has them.")] = False,
) -> Answer:
    """List the steps that led here, the last one last, each with what it changed."""
    library = Library()
    name = library.current()
    save = library.open(name)
    steps = [step for _, step in islice(save.lines() if all_ else save.steps(), None if all_ else last)]
    steps = with_disagreements(steps[::-1], library, name)
    return Answer(
        lambda: history_lines(
            (each.n, each.at, str(each.what), str(each.note), [(at.path, at.old, at.new) for at in each.changes])
            for each in steps
        ),
        lambda: {
            "steps": [
                msgspec.to_builtins(replace(each, what=in_english(each.what), note=in_english(each.note)))
                for each in steps
            ]
        },
    )


# A note, and a report ------------------------------------------------------------------------------------------------


def note(terminal: Terminal, words: Annotated[list[str], argument("What to keep.", metavar="TEXT")]) -> None:
    """Keep a note in the history of the campaign; nothing is changed by it."""
    text = short(" ".join(words), tr("a note"))
    with OpenCampaign() as opened:
        opened.keep(opened.campaign, terminal.words, said("Note: {note}", note=text), note=text)
    terminal.print(tr("noted"))


def report(
    terminal: Terminal,
    words: Annotated[
        list[str] | None,
        argument("The file to write, - for standard output; a board in one line.", metavar="[FILE] [BOARD]"),
    ] = None,
    campaign: Annotated[str, option("Which campaign; the one being played if left out.", "campaign_name")] = "",
    step: Annotated[int | None, option("The moment after this step of `hoplo history`.", names="--step")] = None,
    position: Annotated[
        str,
        option(
            "A board: a file (JSON or TOML), - for standard input, or the board in one line.", names="--position -p"
        ),
    ] = "",
) -> None:
    """Write one file that reproduces any moment: the whole save, the board, your own records, the versions.

    `hoplo save import FILE` opens it. Your own folder is left out; what you typed yourself is in it. Of a damaged save
    it has what is left.
    """
    boards = [word for word in words or () if is_board(word)] + [position] * bool(position)
    files = [word for word in words or () if not is_board(word)]
    if len(boards) > 1 or len(files) > 1:
        raise UsageError("give one file to write, and one board at most")
    file = (files or [""])[0]
    _refuse_what_is_there(file)
    if boards:
        given = {"--campaign": campaign or None, "--step": step}
        if extra := [name for name, value in given.items() if value is not None]:
            raise UsageError("a stand-alone board has no {option}: leave out one of them", option=extra[0])
        made = report_of_position(load_position(terminal, boards[0]), catalogue())
    else:
        library = Library()
        try:
            id_ = library.find(campaign) if campaign else library.current()
        except NoCampaignError:
            raise UsageError(
                "there is no campaign to report: give a board, in one line or with --position FILE"
            ) from None
        made = report_of_campaign(library, id_, catalogue(), step=step)
    _write(terminal, made, file)


def _write(terminal: Terminal, made: Report, file: str) -> None:
    if file == "-":
        print(encode(made).decode(), end="")
        return
    _refuse_what_is_there(file)
    path = Path(file)
    if not file:
        at = f"-{made.moment.n}" if made.moment is not None and made.campaign else ""
        stem = f"hoplo-report-{made.campaign or 'board'}{at}"
        names = (Path(f"{stem}{f'-{n}' if n > 1 else ''}.json") for n in count(1))
        path = next(name for name in names if not name.exists() and not name.is_symlink())
    write_whole(path, encode(made))
    terminal.say(tr("written to {path}", path=path))
    # The report says what is wrong in English; the player reads it in the language that is spoken.
    for fault in damage(Library(), made.campaign) if made.faults else ():
        terminal.notice(fault)


def _refuse_what_is_there(file: str) -> None:
    """Refuse to write over anything: before a report is made, so that nobody waits in vain, and after."""
    path = Path(file)
    if file not in ("", "-") and (path.exists() or path.is_symlink()):
        raise HoploError("{file} exists already, and is never overwritten: choose another name", file=path)
