"""The ground in words: its areas, where a unit may go and why not, whom it may attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hoplo_companion.language import later, plural, tr
from hoplo_companion.pantheon.words import BOUNDARIES, TERRAINS
from hoplo_companion.render.style import Line, Span, columns

if TYPE_CHECKING:
    from hoplo_companion.pantheon.ground import Boundary, Ground, Piece
    from hoplo_companion.pantheon.moves import Arrival
    from hoplo_companion.pantheon.sight import Aim

RULES = {
    "pan.move.full": later("the area is full"),
    "pan.move.enemy": later("it stops beside an enemy"),
    "pan.type.huge": later("a huge unit needs a capacity of 3"),
    "pan.type.flying": later("only a flying unit takes flight"),
    "pan.boundary.cage-wall": later("only troops and heroes pass a cage wall"),
    "pan.boundary.wall": later("nobody walks or runs through a wall"),
    "pan.boundary.escarpment": later("nobody walks or runs over an escarpment"),
    "pan.boundary.chains": later("chains end the move"),
    "pan.terrain.rock": later("nobody walks, runs or deploys onto rock"),
    "pan.terrain.cliff": later("nobody walks, runs or deploys onto a cliff"),
    "pan.terrain.rift": later("divinities and monsters cross a rift only along the skulls"),
    "pan.terrain.swamp": later("swamp ends the activation, and nobody walks in it"),
    "pan.terrain.lava": later("lava: 1 wound, then move the unit to an adjacent area without lava"),
    "pan.terrain.polar": later("polar: 1 wound, only 1 action this turn, no active or offensive powers"),
    "pan.talent.block": later("an enemy with Block is in the area"),
}
"""What happens by a rule, in a few words."""


def reason(rule: str) -> str:
    """Say what a rule does."""
    return tr(RULES[rule])


def ground_lines(ground: Ground) -> list[Line]:
    """Show every area, what lies beside it, and who is there."""
    rows = []
    for area in ground.areas.values():
        beside = ", ".join(_beside(other, between) for other, between in ground.near(area.id).items())
        there = ", ".join(piece.name for piece in ground.on(area.id))
        full = tr("full") if ground.is_full(area.id) else f"{len(ground.on(area.id))}/{area.capacity}"
        rows.append(
            [
                Span(f"  {area.id}", "heading"),
                Span(tr(TERRAINS[area.ground])),
                Span(full),
                Span(there, "player"),
                Span(beside, "quiet"),
            ]
        )
    return columns(rows)


def _beside(other: str, between: Boundary) -> str:
    words = [other] if between.kind == "normal" else [other, tr(BOUNDARIES[between.kind])]
    if between.heights:
        words.append(tr("heights down") if between.heights == "down" else tr("heights up"))
    if between.skulls:
        words.append(tr("skulls"))
    return " ".join(words)


def move_lines(
    piece: Piece, how: str, arrivals: Sequence[Arrival], never: str, start: str, beside: Sequence[tuple[str, str]]
) -> list[Line]:
    """Say where a unit may go, and what keeps it from the areas beside it."""
    heads = {"walk": later("{unit} may walk:"), "run": later("{unit} may run:"), "flight": later("{unit} may fly:")}
    lines: list[Line] = []
    if start:
        lines.append(
            [Span(tr("Before anything else: {what}.", what=reason(start)), "damage"), Span(f" {start}", "page")]
        )
    if never:
        text = tr("{unit} cannot move so: {reason}.", unit=piece.name, reason=reason(never))
        return [*lines, [Span(text), Span(f" {never}", "page")]]
    lines.append([Span(tr(heads[how], unit=piece.name), "heading"), Span(f" pan.move.{how}", "page")])
    for each in arrivals:
        ends = "; ".join(reason(rule) for rule in each.ends_by)
        lines.append(
            [Span(f"  {each.area}", "choice"), Span(f"  {piece.area} → " + " → ".join(each.path)),
             Span(f"  {ends}" if ends else ""), Span(f" {' '.join(each.ends_by)}", "page")]
        )  # fmt: skip
    if not arrivals:
        lines.append([Span("  " + tr("nowhere"))])
    for area, rule in beside:
        text = tr("not {area}: {reason}", area=area, reason=reason(rule))
        lines.append([Span(f"  {text}", "quiet"), Span(f" {rule}", "page")])
    return lines


def target_lines(piece: Piece, aims: Sequence[Aim]) -> list[Line]:
    """Say whom a unit may attack, with the effective changes, and whom not."""
    lines: list[Line] = [[Span(tr("{unit} may attack:", unit=piece.name), "heading")]]
    for aim in aims:
        mark = {True: "✓", False: "✗", None: "?"}[aim.is_legal]
        said = _aim(aim)
        lines.append(
            [
                Span(f"  {mark} {aim.target.name}", "choice" if aim.is_legal else ""),
                Span(f"  {said}"),
                Span(f" {aim.sight.rule}", "page"),
            ]
        )
        changes = [each for each in aim.values.modifiers if not each.why_not]
        offence, defence = sum(each.offence for each in changes), sum(each.defence for each in changes)
        if aim.is_legal is not False and (offence or defence):
            lines.append(
                [
                    Span(
                        "      "
                        + tr("offence {offence}, defence {defence}", offence=f"{offence:+d}", defence=f"{defence:+d}"),
                        "quiet",
                    )
                ]
            )
    if not aims:
        lines.append([Span("  " + tr("nobody: there is no enemy on the ground"))])
    return lines


def _aim(aim: Aim) -> str:
    if aim.is_full_adjacent:
        return tr("in an adjacent full area: as at range 0")
    if not aim.is_in_range:
        return tr("out of range: {distance} areas, range {range}", distance=aim.distance, range=aim.values.range)
    head = plural("{n} area away", "{n} areas away", aim.distance) if aim.distance else tr("in the same area")
    if aim.sight.is_seen is None:
        return head + ", " + tr("look yourself: centres were not entered")
    if not aim.sight.is_seen:
        return head + ", " + tr("hidden by {areas}", areas=", ".join(aim.sight.by))
    if aim.is_higher is None:
        return head + ", " + tr("visible; enter levels for heights")
    return head + ", " + tr("visible")
