"""The ground in words: its areas, where a unit may go and why not, whom it may attack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hoplo_companion.language import later, plural, tr
from hoplo_companion.pantheon.words import BOUNDARIES, TERRAINS, rule_text
from hoplo_companion.render.style import Line, Span, columns

if TYPE_CHECKING:
    from hoplo_companion.pantheon.ground import Boundary, Ground, Piece
    from hoplo_companion.pantheon.moves import Arrival
    from hoplo_companion.pantheon.sight import Aim


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
    piece: Piece, how: str, arrivals: Sequence[Arrival], never: str, start: str, beside: Mapping[str, str]
) -> list[Line]:
    """Say where a unit may go, and what keeps it from the areas beside it."""
    heads = {"walk": later("{unit} may walk:"), "run": later("{unit} may run:"), "flight": later("{unit} may fly:")}
    lines: list[Line] = []
    if start:
        lines.append(
            [Span(tr("Before anything else: {what}.", what=rule_text(start)), "damage"), Span(f" {start}", "page")]
        )
    if never:
        text = tr("{unit} cannot move so: {reason}.", unit=piece.name, reason=rule_text(never))
        return [*lines, [Span(text), Span(f" {never}", "page")]]
    lines.append([Span(tr(heads[how], unit=piece.name), "heading"), Span(f" pan.move.{how}", "page")])
    for each in arrivals:
        ends = "; ".join(rule_text(rule) for rule in each.ends_by)
        lines.append(
            [Span(f"  {each.area}", "choice"), Span(f"  {piece.area} → " + " → ".join(each.path)),
             Span(f"  {ends}" if ends else ""), Span(f" {' '.join(each.ends_by)}", "page")]
        )  # fmt: skip
    if not arrivals:
        lines.append([Span("  " + tr("nowhere"))])
    for area, rule in beside.items():
        text = tr("not {area}: {reason}", area=area, reason=rule_text(rule))
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
                Span(f"  {mark} {aim.name}", "choice" if aim.is_legal else ""),
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
