"""`hoplo why` and `hoplo why-not`: what was considered, and what ruled it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hoplo_companion.cli.rival_turn import ExampleOption, JsonOption, PlainOption, PositionOption, Step

if TYPE_CHECKING:
    from hoplo_companion.render.style import Line
    from hoplo_companion.rules.decisions import Decision
    from hoplo_companion.rules.model import Combat

StepOption = Annotated[Step | None, typer.Option("--step", case_sensitive=False, help="The step to look at.")]


def _look(combat: Combat, step: Step | None) -> str:
    from hoplo_companion.errors import UsageError

    name = step.value if step else combat.step or "movement"
    if name == "abilities":
        raise UsageError("the Abilities Step chooses nothing: look at deployment, tactics, movement or engage")
    return name


def _find(combat: Combat, name: str) -> str:
    """Find a rival unit (or one of its tactics or lineup) by name."""
    from hoplo_companion.components.catalogue import UnknownNameError
    from hoplo_companion.components.names import slug

    known = [*(unit.id for unit in combat.in_arena("rival")), *combat.lineup, *combat.rival_tactics]
    for each in known:
        if slug(each) == slug(name):
            return each
    raise UnknownNameError("rival unit", name, known)


def _decisions(combat: Combat, step: str, unit: str) -> list[Decision]:
    from hoplo_companion.rules.why import decisions

    return [decision for decision in decisions(combat, step) if unit in ("", decision.unit)]


def why(
    unit: Annotated[
        str, typer.Argument(help="A rival unit, or a tactic of the rival's; all of them if left out.")
    ] = "",
    position: PositionOption = None,
    example: ExampleOption = False,
    step: StepOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Show why a rival unit does what it does: every candidate, every criterion, and what ruled each one out.

    A move is explained as if the unit moved first.
    """
    import msgspec

    from hoplo_companion.cli.positions import load_position
    from hoplo_companion.cli.show import show, show_json

    combat = load_position(position, example)
    found = _decisions(combat, _look(combat, step), _find(combat, unit) if unit else "")
    if json:
        show_json({"decisions": [{**msgspec.to_builtins(each), "chosen": each.chosen} for each in found]})
        return
    from hoplo_companion.render.decisions import decision_lines

    lines: list[Line] = []
    for decision in found:
        lines += [*decision_lines(decision, combat.catalogue), []]
    if not lines:
        from hoplo_companion.cli.show import notice

        notice("nothing is decided here: no rival unit or tactic is concerned")
    show(lines[:-1], plain)


def why_not(
    unit: Annotated[str, typer.Argument(help="A rival unit, or a tactic of the rival's.")],
    other: Annotated[str, typer.Argument(metavar="HEX|UNIT", help="What it did not choose.")],
    position: PositionOption = None,
    example: ExampleOption = False,
    step: StepOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Show what kept a rival unit from a hex or from an opponent."""
    from hoplo_companion.cli.positions import load_position
    from hoplo_companion.cli.show import show, show_json
    from hoplo_companion.render.decisions import verdict_line
    from hoplo_companion.rules.why_not import verdicts

    combat = load_position(position, example)
    name = _look(combat, step)
    found = verdicts(combat, name, _find(combat, unit), other)
    if json:
        import msgspec

        show_json({"verdicts": msgspec.to_builtins(found)})
    else:
        show([verdict_line(each, combat.catalogue) for each in found], plain)
