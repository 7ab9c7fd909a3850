"""Everything that you may do in your turn, as lines that can be typed as they are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hoplo_companion.language import later, plural, tr
from hoplo_companion.render.sentences.words import capital, citation, listing, priority_words, stat_name
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.player.options import Options
from hoplo_companion.rules.player.unit_options import UnitMoves, UnitTargets, Why
from hoplo_companion.rules.unit_names import Names


def option_lines(found: Options, names: Names) -> list[Line]:
    """List what is legal, step by step in the order of the turn."""
    lines = _block(tr("At the start of your turn"), dict.fromkeys(found.start, ()))
    started = len(lines)
    if not found.must_deploy:
        deploy = tr("Deploy one")
    elif "surrender" in found.start:
        deploy = tr("Deploy (you must, or surrender)")
    else:
        deploy = tr("Deploy (you must)")
    lines += _block(deploy, found.deploy, "deploy")
    lines += _block(tr("Play one tactic"), found.tactics, "tactic")
    lines += _block(tr("Move"), found.move, "move")
    lines += _block(tr("Move by the arena die"), dict.fromkeys(found.roam, ()), "roam")
    lines += _block(tr("Use Abilities"), found.abilities, "ability")
    lines += _block(tr("Attack"), found.attack, "attack")
    lines += _block(tr("Use a Special instead"), found.specials, "special")
    if found.must_surrender:
        text = tr("You must surrender: you have nobody in combat, and no deployment hex of yours is free.")
        lines.append([Span(text)])
    elif found.unknown:
        missing = [
            tr("{stats} of {unit}", stats=listing(map(stat_name, stats)), unit=names(unit))
            for unit, stats in found.unknown.items()
        ]
        text = tr(
            "There may be more, but this is not known: {missing}. Read it off the chip.", missing=listing(missing)
        )
        lines.append([Span(text)])
    elif len(lines) == started:
        lines.append([Span(tr("Nothing is left to do: end your turn."))])
    return lines


def _block(title: str, rows: Mapping[str, Iterable[str]], command: str = "") -> list[Line]:
    """List what can be typed below its heading, each with what may follow it."""
    if not rows:
        return []
    lines: list[Line] = [[Span(title, "heading")]]
    for what, choices in rows.items():
        lines.append([Span(f"  {command} {what}  " if command else f"  {what}  "), Span(", ".join(choices), "quiet")])
    return lines


_MOVING = {
    ("moves", "player"): later("{unit} may move"),
    ("roams", "player"): later("{unit} moves by the arena die"),
    ("", "player"): later("{unit} does not move"),
    ("moves", ""): later("{unit} would move, if it moved first"),
    ("roams", ""): later("{unit} would move by the arena die, if it moved first"),
    ("", ""): later("{unit} would not move, if it moved first"),
}
"""What a unit does when it moves, by its status and its side; empty for every other."""


def move_lines(found: UnitMoves, names: Names) -> list[Line]:
    """Say where a unit may move now, by the steps that each hex takes; or what it would do if it moved first."""
    side = "player" if found.side == "player" else ""
    status = found.status if (found.status, side) in _MOVING else ""
    lines: list[Line] = [[Span(tr(_MOVING[status, side], unit=_unit(found, names)), "heading")]]
    for mark in found.marks:
        words = tr("marks {target}", target=names(mark.target))
        lines.append([Span(f"  {words}  "), Span(priority_words(mark.priority), "quiet")])
    for steps in sorted(set(found.steps.values())):
        hexes = [hex_ for hex_, taken in found.steps.items() if taken == steps]
        lines.append([Span("  " + plural("{n} step", "{n} steps", steps) + "  "), Span(", ".join(hexes), "quiet")])
    if not found.steps and found.status != "dazed" and found.destinations not in ([], [found.hex]):
        lines.append([Span("  " + tr("may end on") + "  "), Span(", ".join(found.destinations), "quiet")])
    return [*lines, *_reasons(found.why, names)]


def target_lines(found: UnitTargets, names: Names) -> list[Line]:
    """Say whom a unit may attack as things stand, which Specials it may use, and what keeps it from the others."""
    lines: list[Line] = [[Span(_unit(found, names), "heading")]]
    if found.targets:
        targets = ", ".join(names(each) for each in found.targets)
        lines.append([Span("  " + tr("may attack") + "  "), Span(targets, "quiet")])
    if found.specials:
        lines.append([Span("  " + tr("may use") + "  "), Span(", ".join(found.specials), "quiet")])
    return [*lines, *_reasons([*found.why, *found.others.values()], names)]


def _unit(found: UnitMoves | UnitTargets, names: Names) -> str:
    name = capital(names(found.unit))
    return f"{name} ({found.hex})" if found.hex else name


def _reasons(reasons: list[Why], names: Names) -> list[Line]:
    different = {each.text: each for each in reasons}
    return [[Span(f"  {each.said.words()}. "), citation(names.catalogue, each.rule)] for each in different.values()]
