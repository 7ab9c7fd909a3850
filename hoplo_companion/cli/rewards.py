"""Asking at a terminal which reward of a combat is chosen (Rulebook p.29)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from hoplo_companion.campaign.camp import COPIES_OF_A_TACTIC, gain_prowess, troop_size
from hoplo_companion.campaign.cleanup import Aftermath, Reward, recruitable, tactics_due, units_due
from hoplo_companion.campaign.model import DICE_LADDER, MOST_DICE, MOST_STAT, Campaign, Prowess
from hoplo_companion.cli.ask import choose, until_good
from hoplo_companion.cli.camp import ask_chips
from hoplo_companion.cli.names import chip_named, read_prowess
from hoplo_companion.components.catalogue import catalogue

ANOTHER = "another one"


def ask_sport(campaign: Campaign, told: Reward, left: Aftermath) -> Reward:
    """Ask for a rival unit to recruit, or for tactics."""
    if not told.recruit and told.tactics is None:
        rivals = dict.fromkeys(recruitable(campaign, left))
        tactics = f"gain tactics: {tactics_due(campaign)}"
        choices = [*(f"recruit {unit}" for unit in rivals), tactics]
        chosen = choose("Your reward (p.29)?", choices)
        if chosen != tactics:
            told = replace(told, recruit=chosen.removeprefix("recruit "))
        else:
            told = replace(told, tactics=_ask_tactics(campaign))
    if told.recruit and told.sacrifice is None and troop_size(campaign) + 1 > campaign.pad.leadership:
        troop = list(dict.fromkeys([*campaign.camp.units, told.recruit]))
        told = replace(told, sacrifice=choose("One unit is too many for your Leadership: whom to sacrifice?", troop))
    return told


def _ask_tactics(campaign: Campaign) -> tuple[str, ...]:
    gained: list[str] = []
    held = Counter(campaign.camp.tactics)
    due = tactics_due(campaign)
    basic = [id_ for id_ in catalogue().ids("tactics") if not getattr(catalogue().tactic(id_), "expansion", "")]
    while len(gained) < due:
        supply = [id_ for id_ in basic if held[id_] < COPIES_OF_A_TACTIC]
        name = choose(f"Tactic {len(gained) + 1} of {due}?", [*supply, ANOTHER])
        if name == ANOTHER:
            name = until_good("Which tactic of the supply?", lambda text: chip_named("tactics", text))
        held[name] += 1
        gained.append(name)
    return tuple(gained)


def ask_bloodshed(campaign: Campaign, told: Reward) -> Reward:
    """Ask for one of the upgrades that there still are."""
    if told.upgrade:
        return told
    pad = campaign.pad
    attack = pad.attack or ()
    words = {"add a yellow die": ("add-die", 0)} if pad.attack is not None and len(attack) < MOST_DICE else {}
    words |= {
        f"upgrade die {at}: {colour} to {DICE_LADDER[DICE_LADDER.index(colour) + 1]}": ("upgrade-die", at)
        for at, colour in enumerate(attack, 1)
        if colour in DICE_LADDER[:-1]
    }
    words |= {"Leadership +1": ("leadership", 0)} if pad.leadership < MOST_STAT else {}
    words |= {"Health +1": ("health", 0)} if pad.health < MOST_STAT else {}
    if not words:
        return told
    upgrade, die = words[choose("Which hero upgrade (p.29)?", list(words))]
    return replace(told, upgrade=upgrade, die=die or None)


def ask_primus(campaign: Campaign, told: Reward, left: Aftermath) -> Reward:
    """Ask for the Hero Prowess card, and for what came out of the bag to fill the troop up."""

    def valid(text: str) -> Prowess:
        card = read_prowess(text)
        gain_prowess(campaign, card)
        return card

    if told.prowess is None:
        told = replace(told, prowess=until_good("Which Hero Prowess card, its level behind its name?", valid))
    due = units_due(campaign, left)
    if due and not told.drawn:
        print(f"  Draw {due} random units from the bag for your troop (p.29); put banes back and draw again.")
        told = replace(told, drawn=tuple(ask_chips(campaign.with_bag(banes=()), due)))
    return told
