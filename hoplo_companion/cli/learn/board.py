"""What the lessons on a board share: the rulebook's boards, what the rules ask on them, and what happens there."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from hoplo_companion.cli.learn.lesson import Choices
from hoplo_companion.cli.terminal.board_style import show_board
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue, read_toml, shipped_folder
from hoplo_companion.render.sentences.decisions import decision_lines
from hoplo_companion.render.sentences.events import sentence
from hoplo_companion.render.sentences.options import option_offered
from hoplo_companion.render.style import Line
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.events import EffectTold, Event, StepBegan, TurnBegan, TurnEnded
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.unit_names import names_of
from hoplo_companion.rules.why.steps import decisions

UNSAID = (StepBegan, TurnBegan, TurnEnded, EffectTold)
"""What a lesson says itself."""


class Scene(NamedTuple):
    """The board of a lesson, and what has happened and is still to be said."""

    combat: Combat
    waiting: tuple[Event, ...] = ()


def example(name: str) -> Combat:
    """Read a board of the rulebook; the player's own records do not change what the rulebook says of it."""
    return PositionReader(Catalogue(own=None)).read_plain(read_toml(shipped_folder() / "examples" / f"{name}.toml"))


def show_scene(terminal: Terminal, scene: Scene) -> None:
    """Show the board."""
    if terminal.has_board:
        terminal.stands(scene.combat)
        return
    show_board(terminal, scene.combat)


def said(before: Combat, after: Combat, events: Iterable[Event]) -> list[Line]:
    """Say what happened, an event a line."""
    names = names_of(before, after)
    return [sentence(each, names) for each in events if not isinstance(each, UNSAID)]


def answer(scene: Scene, *answers: object) -> tuple[Scene, list[Line]]:
    """Answer what the rules ask, and say what comes of it."""
    combat, happened = scene.combat, list(scene.waiting)
    for each in answers:
        combat, events = apply(combat, each)
        happened += events
    return Scene(combat), said(scene.combat, combat, happened)


def asked(right: str) -> Callable[[Scene], Choices]:
    """Offer what the rules leave open now, and what the rulebook's example chooses of it."""

    def found(scene: Scene) -> Choices:
        question = pending(scene.combat)
        assert question is not None
        return Choices({each: option_offered(question, each, scene.combat) for each in question.options}, right)

    return found


def units_named(combat: Combat, units: Iterable[Unit | str]) -> dict[str, str]:
    """Name units by their ids."""
    names = names_of(combat)
    ids = [each if isinstance(each, str) else each.id for each in units]
    return {id_: names(id_) for id_ in ids}


def why(step: str, unit: str) -> Callable[[Scene], list[Line]]:
    """Lay open what a rival unit, or one of the rival's tactics, decides in a step."""

    def lines(scene: Scene) -> list[Line]:
        names = names_of(scene.combat)
        found = [each for each in decisions(scene.combat, step, unit) if each.unit == unit]
        return [line for each in found for line in decision_lines(each, names)]

    return lines
