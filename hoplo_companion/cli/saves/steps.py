"""`hoplo undo`, `redo`, `history`, `note`: every step can be seen and taken back, and said something about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Annotated, NamedTuple

import msgspec
from msgspec.structs import replace

from hoplo_companion.cli.campaign.open_campaign import short
from hoplo_companion.cli.options import Answer, argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.own import Fact, back, changed_with, entered, own_record
from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr
from hoplo_companion.render.campaign.history import history_lines
from hoplo_companion.rules.sentence import in_english, said
from hoplo_companion.table.play.history import fight_began, period_began, turn_began, with_disagreements
from hoplo_companion.table.saves.format import Step
from hoplo_companion.table.saves.library import Library
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
        from hoplo_companion.render.look import kind_word  # most steps have entered nothing

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


def note(terminal: Terminal, words: Annotated[list[str], argument("What to keep.", metavar="TEXT")]) -> None:
    """Keep a note in the history of the campaign; nothing is changed by it."""
    text = short(" ".join(words), tr("a note"))
    with OpenCampaign() as opened:
        opened.keep(opened.campaign, terminal.words, said("Note: {note}", note=text), note=text)
    terminal.print(tr("noted"))
