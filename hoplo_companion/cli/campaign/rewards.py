"""Asking at a terminal which reward of a combat is chosen (Rulebook p.29)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from hoplo_companion.campaign.camp import COPIES_OF_A_TACTIC, check_supply, gain_prowess, troop_size
from hoplo_companion.campaign.cleanup import Aftermath, Reward, recruitable, tactics_due, units_due
from hoplo_companion.campaign.model import (
    BASIC_TACTICS,
    DICE_LADDER,
    MOST_DICE,
    MOST_STAT,
    Campaign,
    Prowess,
    RefusedError,
)
from hoplo_companion.campaign.pad import read_upgrade
from hoplo_companion.cli.campaign.camp import ask_chips
from hoplo_companion.cli.campaign.names import chip_named, read_prowess
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.words import Colour

ANOTHER = "another one"


def ask_sport(terminal: Terminal, campaign: Campaign, told: Reward, left: Aftermath) -> Reward:
    """Ask for a rival unit to recruit, or for tactics."""
    if not told.recruit and told.tactics is None:
        rivals = dict.fromkeys(recruitable(campaign, left))
        tactics = f"gain tactics: {tactics_due(campaign)}"
        choices = [*(f"recruit {unit}" for unit in rivals), tactics]
        chosen = terminal.choose("Your reward (p.29)?", choices)
        if chosen != tactics:
            told = replace(told, recruit=chosen.removeprefix("recruit "))
        else:
            told = replace(told, tactics=_ask_tactics(terminal, campaign))
    if told.recruit and told.sacrifice is None and troop_size(campaign) + 1 > campaign.pad.leadership:
        troop = list(dict.fromkeys([*campaign.camp.units, told.recruit]))
        told = replace(
            told, sacrifice=terminal.choose("One unit is too many for your Leadership: whom to sacrifice?", troop)
        )
    return told


def _ask_tactics(terminal: Terminal, campaign: Campaign) -> tuple[str, ...]:
    gained: list[str] = []
    held = Counter(campaign.camp.tactics)
    due = tactics_due(campaign)
    special = Counter(campaign.special_tactics)

    def of_supply(text: str) -> str:
        named = chip_named("tactics", text)
        check_supply(campaign, [*gained, named])
        return named

    while len(gained) < due:
        supply = [id_ for id_ in BASIC_TACTICS if held[id_] < COPIES_OF_A_TACTIC]
        supply += sorted(special - Counter(gained))
        name = terminal.choose(f"Tactic {len(gained) + 1} of {due}?", [*supply, ANOTHER])
        if name == ANOTHER:
            name = terminal.until_good("Which tactic of the supply?", of_supply)
        held[name] += 1
        gained.append(name)
    return tuple(gained)


def ask_bloodshed(terminal: Terminal, campaign: Campaign, told: Reward) -> Reward:
    """Ask for one of the upgrades that there still are."""
    if told.upgrade:
        return told
    pad = campaign.pad
    choices = upgrades(pad.attack, leadership=pad.leadership < MOST_STAT, health=pad.health < MOST_STAT)
    if not choices:
        return told
    upgrade, die = read_upgrade(terminal.choose("Which hero upgrade (p.29)?", list(choices), list(choices.values())))
    return replace(told, upgrade=upgrade, die=die)


def upgrades(attack: Sequence[Colour] | None, *, leadership: bool, health: bool) -> dict[str, str]:
    """List the hero upgrades that there still are, as they are typed, each in words; none of dice that are unknown.

    Shapes: `upgrade-die:2` is the die of the second column. `Rulebook p.29, 33`.
    """
    dice = attack or ()
    found = {"add-die": "add a yellow die"} if attack is not None and len(dice) < MOST_DICE else {}
    for at, colour in enumerate(dice, 1):
        if colour in DICE_LADDER[:-1]:
            found[f"upgrade-die:{at}"] = f"upgrade die {at}: {colour} to {DICE_LADDER[DICE_LADDER.index(colour) + 1]}"
    found |= {"leadership": "Leadership +1"} if leadership else {}
    return found | ({"health": "Health +1"} if health else {})


def ask_primus(terminal: Terminal, campaign: Campaign, told: Reward, left: Aftermath) -> Reward:
    """Ask for the Hero Prowess card, and for what came out of the bag to fill the troop up."""

    def valid(text: str) -> Prowess:
        card = read_prowess(text, campaign.pad.hero)
        if card.special:
            raise RefusedError("reward.primus", f"{card.label()} is a Special Prowess card (p.17, 29)")
        gain_prowess(campaign, card)
        return card

    if told.prowess is None:
        told = replace(told, prowess=terminal.until_good("Which Hero Prowess card, its level behind its name?", valid))
    due = units_due(campaign, left)
    if due and not told.drawn:
        terminal.say(f"  Draw {due} random units from the bag for your troop (p.29); put banes back and draw again.")
        told = replace(told, drawn=tuple(ask_chips(terminal, campaign.with_bag(banes=()), due)))
    return told
