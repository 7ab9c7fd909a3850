"""Everything that you may do in your turn, as lines that can be typed as they stand."""

from __future__ import annotations

from hoplo_companion.render.style import Line, Span
from hoplo_companion.render.words import listing
from hoplo_companion.rules.player_options import Options


def option_lines(found: Options) -> list[Line]:
    """List what is legal, step by step in the order of the turn."""
    lines: list[Line] = []

    def block(title: str, rows: list[tuple[str, list[str]]]) -> None:
        if rows:
            lines.append([Span(title, "heading")])
            lines.extend([Span(f"  {what}  "), Span(listing(each, "or"), "quiet")] for what, each in rows)

    deploy = "Deploy (you must, or surrender)" if found.must_deploy else "Deploy one"
    block(deploy, [(f"deploy {unit}", hexes) for unit, hexes in found.deploy.items()])
    block("Play one tactic", [(f"tactic {chip}", units) for chip, units in found.tactics.items()])
    block("Move", [(f"move {unit}", hexes) for unit, hexes in found.move.items()])
    block("Move by the arena die", [(f"roam {unit}", []) for unit in found.roam])
    block("Use Abilities", [(f"ability {unit}", skills) for unit, skills in found.abilities.items()])
    block("Attack", [(f"attack {unit}", targets) for unit, targets in found.attack.items()])
    block("Use a Special instead", [(f"special {unit}", skills) for unit, skills in found.specials.items()])
    if not lines:
        lines.append([Span("Nothing is left to do: end your turn.")])
    return lines
