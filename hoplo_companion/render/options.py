"""Everything that you may do in your turn, as lines that can be typed as they stand."""

from __future__ import annotations

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.render.sentences.words import citation, count, listing, priority_words, stat_name
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.player.options import Options
from hoplo_companion.rules.player.unit_options import UnitMoves, UnitTargets, Why


def option_lines(found: Options) -> list[Line]:
    """List what is legal, step by step in the order of the turn."""
    lines: list[Line] = []

    def block(title: str, rows: list[tuple[str, list[str]]]) -> None:
        if rows:
            lines.append([Span(title, "heading")])
            lines.extend([Span(f"  {what}  "), Span(listing(each, "or"), "quiet")] for what, each in rows)

    block("At the start of your turn", [(action, []) for action in found.start])
    started = len(lines)
    must = "Deploy (you must, or surrender)" if "surrender" in found.start else "Deploy (you must)"
    deploy = must if found.must_deploy else "Deploy one"
    block(deploy, [(f"deploy {unit}", hexes) for unit, hexes in found.deploy.items()])
    block("Play one tactic", [(f"tactic {chip}", units) for chip, units in found.tactics.items()])
    block("Move", [(f"move {unit}", hexes) for unit, hexes in found.move.items()])
    block("Move by the arena die", [(f"roam {unit}", []) for unit in found.roam])
    block("Use Abilities", [(f"ability {unit}", skills) for unit, skills in found.abilities.items()])
    block("Attack", [(f"attack {unit}", targets) for unit, targets in found.attack.items()])
    block("Use a Special instead", [(f"special {unit}", skills) for unit, skills in found.specials.items()])
    unknown = [f"the {listing(map(stat_name, stats))} of {unit}" for unit, stats in found.unknown.items()]
    if found.must_surrender:
        lines.append([Span("You must surrender: you have nobody in combat, and no deployment hex of yours is free.")])
    elif unknown:
        lines.append([Span(f"Not known, so that there may be more: {listing(unknown)}. Read it off the chip.")])
    elif len(lines) == started:
        lines.append([Span("Nothing is left to do: end your turn.")])
    return lines


def move_lines(found: UnitMoves, catalogue: Catalogue) -> list[Line]:
    """Say where a unit may move now, by the steps that each hex takes; or what it would do if it moved first."""
    yours = found.side == "player"
    heads = {
        "moves": "may move" if yours else "would move, if it moved first",
        "roams": "moves by the arena die" if yours else "would move by the arena die, if it moved first",
    }
    head = heads.get(found.status, "does not move" if yours else "would not move, if it moved first")
    lines: list[Line] = [[Span(f"{found.unit} {f'({found.hex}) ' if found.hex else ''}{head}", "heading")]]
    lines += [[Span(f"  marks {mark.target}  "), Span(priority_words(mark.priority), "quiet")] for mark in found.marks]
    for steps in sorted(set(found.steps.values())):
        hexes = [hex_ for hex_, taken in found.steps.items() if taken == steps]
        lines.append([Span(f"  {count(steps, 'step')}  "), Span(listing(hexes, "or"), "quiet")])
    if not found.steps and found.status != "dazed" and found.destinations not in ([], [found.hex]):
        lines.append([Span("  may end on  "), Span(listing(found.destinations, "or"), "quiet")])
    return [*lines, *_reasons(found.why, catalogue)]


def target_lines(found: UnitTargets, catalogue: Catalogue) -> list[Line]:
    """Say whom a unit may attack as things stand, which Specials it may use, and what keeps it from the others."""
    lines: list[Line] = [[Span(f"{found.unit} {f'({found.hex})' if found.hex else ''}".strip(), "heading")]]
    if found.targets:
        lines.append([Span("  may attack  "), Span(listing(found.targets, "or"), "quiet")])
    if found.specials:
        lines.append([Span("  may use  "), Span(listing(found.specials, "or"), "quiet")])
    return [*lines, *_reasons([*found.why, *found.others.values()], catalogue)]


def _reasons(reasons: list[Why], catalogue: Catalogue) -> list[Line]:
    told = {each.text: each for each in reasons}
    return [[Span(f"  {each.said.words()}. "), citation(catalogue, each.rule)] for each in told.values()]
