"""The faction stacks: what lies on top, and the local units drawn from them (Rulebook p.7-8, 19)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from hoplo_companion.campaign.bag import lay_out
from hoplo_companion.campaign.model import ARENA_CHIPS, NEUTRAL_UNITS, Campaign, Happened, RefusedError, Result, Stack
from hoplo_companion.campaign.world_map import REGIONS
from hoplo_companion.components.names import advise, slug
from hoplo_companion.errors import clip

Factions = Mapping[str, str]
"""Of the unit chips that are known, the faction of each."""


def whole_stacks() -> dict[str, Stack]:
    """Give the eight stacks as they are at the beginning, in the order of the map (p.8)."""
    return {region: Stack() for region in REGIONS}


def faction_named(name: str) -> str:
    """Give the id of a faction; RefusedError with the near misses where there is none (p.8)."""
    faction = slug(name)
    if faction not in REGIONS:
        raise RefusedError("setup.stacks", f"{clip(name)} is no faction; {advise(name, REGIONS, 'factions')} (p.8)")
    return faction


def stack_of(campaign: Campaign, faction: str) -> Stack:
    """Give a faction's stack; one of which nothing has been told is whole (p.8)."""
    return campaign.stacks.get(faction, Stack())


def see_top(campaign: Campaign, faction: str, units: Sequence[str], factions: Factions | None = None) -> Result:
    """Take down which chips lie on a stack, from the top down, as far as they are known.

    RefusedError where the stack has fewer, or a chip is known to be of another faction (p.7-8).
    """
    stack = stack_of(campaign, faction)
    if len(units) > stack.size():
        text = f"the stack of the {faction} has {stack.size()} chips left, not {len(units)} (p.8)"
        raise RefusedError("setup.stacks", text)
    _check_factions(faction, units, factions or {})
    campaign = of_faction(_with(campaign, faction, Stack(tuple(units), stack.size() - len(units))), faction, units)
    return campaign, [Happened("stack.seen", "stack.top", {"faction": faction, "units": list(units)})]


def draw_local(campaign: Campaign, faction: str, unit: str = "", factions: Factions | None = None) -> Result:
    """Draw the top chip of a stack, a local unit of its arena; `unit` names it where it is not known yet (p.19).

    RefusedError where the stack is empty, another chip is known to be on top, or nobody says which it is.
    """
    stack = stack_of(campaign, faction)
    if not stack.size():
        text = f"no unit is left in the stack of the {faction}: draw one from the bag instead (p.19)"
        raise RefusedError("stack.empty", text)
    top = stack.known[0] if stack.known else unit
    if not top:
        raise RefusedError("stack.top", f"say which chip lies on top of the stack of the {faction} (p.7)")
    if unit and unit != top:
        text = f"on top of the stack of the {faction} is {top}, not {unit}: `hoplo stack see` puts it right (p.7)"
        raise RefusedError("stack.top", text)
    _check_factions(faction, [top], factions or {})
    left = replace(stack, known=stack.known[1:]) if stack.known else replace(stack, below=stack.below - 1)
    values = {"faction": faction, "unit": top, "left": left.size()}
    campaign = of_faction(lay_out(_with(campaign, faction, left), top), faction, [top])
    return campaign, [Happened("stack.drawn", "stack.local", values)]


def _with(campaign: Campaign, faction: str, stack: Stack) -> Campaign:
    return replace(campaign, stacks={**campaign.stacks, faction: stack})


def of_faction(campaign: Campaign, faction: str, units: Sequence[str]) -> Campaign:
    """Give the campaign that knows of chips which a stack has shown whose they are (p.8)."""
    return replace(campaign, factions={**campaign.factions, **{slug(unit): faction for unit in units}})


def _check_factions(faction: str, units: Sequence[str], factions: Factions) -> None:
    for unit in units:
        check_local(faction, unit, factions)


def check_local(faction: str, unit: str, factions: Factions) -> None:
    """Refuse a chip that can be in no stack, or is known to be in another faction's (p.5, 8)."""
    if unit in NEUTRAL_UNITS:
        raise RefusedError("setup.stacks", f"{unit} is a neutral unit, and in no faction's stack (p.8, 10)")
    if slug(unit) in ARENA_CHIPS:
        raise RefusedError("setup.stacks", f"{unit} is an arena's chip, and in no faction's stack (p.5, 8)")
    other = factions.get(unit, faction)
    if other != faction:
        raise RefusedError("setup.stacks", f"{unit} is of the {other}, not of the {faction} (p.8)")
