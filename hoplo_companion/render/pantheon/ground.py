"""The ground in words: its areas, where a unit may go and why not, whom it may attack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from hoplo_companion.language import later, plural, tr
from hoplo_companion.pantheon.words import name_of, rule_text
from hoplo_companion.render.style import Line, Span, cited, line, table

if TYPE_CHECKING:
    from hoplo_companion.pantheon.ground import Boundary, Ground, Piece
    from hoplo_companion.pantheon.reach import Aim, Arrival

MAY = {"walk": later("{unit} may walk:"), "run": later("{unit} may run:"), "flight": later("{unit} may fly:")}


def ground_lines(ground: Ground) -> list[Line]:
    """Every area, what lies beside it, and who is there."""
    rows = []
    for area in ground.areas.values():
        beside = ", ".join(_beside(other, between) for other, between in ground.near(area.id).items())
        there = ground.on(area.id)
        full = tr("full") if ground.is_full(area.id) else f"{len(there)}/{area.capacity}"
        names = ", ".join(piece.name for piece in there)
        terrain = name_of(area.ground)
        rows.append((Span(area.id, "heading"), terrain, full, Span(names, "player"), Span(beside, "quiet")))
    return table(rows)


def _beside(other: str, between: Boundary) -> str:
    heights = {"down": tr("heights down"), "up": tr("heights up")}.get(between.heights, "")
    kind = name_of(between.kind) if between.kind != "normal" else ""
    return " ".join(filter(None, (other, kind, heights, tr("skulls") if between.skulls else "")))


def move_lines(
    piece: Piece, how: str, arrivals: Sequence[Arrival], never: str, start: str, beside: Mapping[str, str]
) -> list[Line]:
    """Where a unit may go, and what keeps it from the areas beside it."""
    lines = [cited(tr("First of all: {rule}", rule=rule_text(start)), start, "damage")] if start else []
    if never:
        text = tr("{unit} cannot move that way: {rule}", unit=piece.name, rule=rule_text(never))
        return [*lines, cited(text, never)]
    lines.append(cited(tr(MAY[how], unit=piece.name), f"pan.move.{how}", "heading"))
    for each in arrivals:
        path = Span(f"  {piece.area} → " + " → ".join(each.path))
        ends = [Span(f"  {rule_text(rule)} ") for rule in each.ends_by]
        lines.append([Span(f"  {each.area}", "choice"), path, *ends, Span(" ".join(each.ends_by), "page")])
    if not arrivals:
        lines.append(line("  " + tr("nowhere")))
    for area, rule in beside.items():
        lines.append(cited("  " + tr("not {area}: {rule}", area=area, rule=rule_text(rule)), rule, "quiet"))
    return lines


def target_lines(piece: Piece, aims: Sequence[Aim]) -> list[Line]:
    """Whom a unit may attack, with the effective changes, and whom not."""
    lines = [line(tr("{unit} may attack:", unit=piece.name), "heading")]
    for aim in aims:
        mark = {True: "✓", False: "✗", None: "?"}[aim.is_legal]
        name = Span(f"  {mark} {aim.name}", "choice" if aim.is_legal else "")
        lines.append([name, *cited(f"  {_aim(aim)}", aim.sight.rule)])
        offence, defence = aim.added
        if aim.is_legal is not False and (offence or defence):
            text = tr("offence {offence}, defence {defence}", offence=f"{offence:+d}", defence=f"{defence:+d}")
            lines.append(line(f"      {text}", "quiet"))
    if not aims:
        lines.append(line("  " + tr("nobody: there is no enemy on the ground")))
    return lines


def _aim(aim: Aim) -> str:
    if aim.is_full_adjacent:
        return tr("in an adjacent full area: as at range 0")
    if not aim.is_in_range:
        return tr("out of range: {distance} areas away, range {range}", distance=aim.distance, range=aim.values.range)
    head = plural("{n} area away", "{n} areas away", aim.distance) if aim.distance else tr("in the same area")
    if aim.sight.is_seen is None:
        said = tr("check the line of sight yourself: not all centres are entered")
    elif not aim.sight.is_seen:
        said = tr("hidden by {areas}", areas=", ".join(aim.sight.by))
    else:
        said = tr("visible; enter levels for heights") if aim.is_higher is None else tr("visible")
    return f"{head}, {said}"
