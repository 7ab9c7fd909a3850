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
from hoplo_companion.campaign.naming import chip_name, colour_name, tactic_name
from hoplo_companion.campaign.pad import read_upgrade
from hoplo_companion.cli.campaign.camp import ask_chips
from hoplo_companion.cli.campaign.names import chip_named, names_known, prowess_known, read_prowess
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.words import Colour
from hoplo_companion.language import plural, tr

TACTICS = "gain tactics"
ANOTHER = "another one"


def ask_sport(terminal: Terminal, campaign: Campaign, reward: Reward, left: Aftermath) -> Reward:
    """Ask for a rival unit to recruit, or for tactics."""
    if not reward.recruit and reward.tactics is None:
        rivals = list(dict.fromkeys(recruitable(campaign, left)))
        recruits = [tr("recruit {unit}", unit=chip_name(unit)) for unit in rivals]
        tactics = plural("gain {n} tactic", "gain {n} tactics", tactics_due(campaign))
        chosen = terminal.choose(tr("Your reward (p.29)?"), [*rivals, TACTICS], [*recruits, tactics])
        if chosen == TACTICS:
            reward = replace(reward, tactics=_ask_tactics(terminal, campaign))
        else:
            reward = replace(reward, recruit=chosen)
    if reward.recruit and reward.sacrifice is None and troop_size(campaign) + 1 > campaign.pad.leadership:
        troop = list(dict.fromkeys([*campaign.camp.units, reward.recruit]))
        text = tr("The troop has one unit more than your Leadership allows. Which do you sacrifice?")
        reward = replace(reward, sacrifice=terminal.choose(text, troop, [chip_name(unit) for unit in troop]))
    return reward


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
        text = tr("Tactic {at} of {due}?", at=len(gained) + 1, due=due)
        name = terminal.choose(text, [*supply, ANOTHER], [*map(tactic_name, supply), tr("another one")])
        if name == ANOTHER:
            name = terminal.until_good(tr("Which tactic of the supply?"), of_supply, "", names_known("tactics"))
        held[name] += 1
        gained.append(name)
    return tuple(gained)


def ask_bloodshed(terminal: Terminal, campaign: Campaign, reward: Reward) -> Reward:
    """Ask for one of the upgrades that there still are."""
    if reward.upgrade:
        return reward
    pad = campaign.pad
    choices = upgrades(pad.attack, leadership=pad.leadership < MOST_STAT, health=pad.health < MOST_STAT)
    if not choices:
        return reward
    chosen = terminal.choose(tr("Which hero upgrade (p.29)?"), list(choices), list(choices.values()))
    upgrade, die = read_upgrade(chosen)
    return replace(reward, upgrade=upgrade, die=die)


def upgrades(attack: Sequence[Colour] | None, *, leadership: bool, health: bool) -> dict[str, str]:
    """List the hero upgrades that there still are, as they are typed, each in words; of dice only where they are known.

    Shapes: `upgrade-die:2` is the die of the second column. `Rulebook p.29, 33`.
    """
    dice = attack or ()
    found = {"add-die": tr("add a yellow die")} if attack is not None and len(dice) < MOST_DICE else {}
    for at, colour in enumerate(dice, 1):
        if colour in DICE_LADDER[:-1]:
            better = DICE_LADDER[DICE_LADDER.index(colour) + 1]
            found[f"upgrade-die:{at}"] = tr(
                "upgrade die {at}: {colour} to {better}", at=at, colour=colour_name(colour), better=colour_name(better)
            )
    found |= {"leadership": tr("Leadership +1")} if leadership else {}
    return found | ({"health": tr("Health +1")} if health else {})


def ask_primus(terminal: Terminal, campaign: Campaign, reward: Reward, left: Aftermath) -> Reward:
    """Ask for the Hero Prowess card, and for what came out of the bag to fill the troop up."""

    def valid(text: str) -> Prowess:
        card = read_prowess(text, campaign.pad.hero)
        if card.special:
            text = tr(
                "{card} is a Special Prowess card, which only an Opportunity card gives (p.17, 29)", card=card.label()
            )
            raise RefusedError("reward.primus", text)
        gain_prowess(campaign, card)
        return card

    if reward.prowess is None:
        text = tr("Which Hero Prowess card? Its level follows its name, if it has one:")
        reward = replace(reward, prowess=terminal.until_good(text, valid, "", prowess_known(campaign.pad.hero)))
    due = units_due(campaign, left)
    if due and not reward.drawn:
        text = plural(
            "Draw {n} random unit from the bag for your troop (p.29); put a bane back and draw again.",
            "Draw {n} random units from the bag for your troop (p.29); put a bane back and draw again.",
            due,
        )
        terminal.say(f"  {text}")
        reward = replace(reward, drawn=tuple(ask_chips(terminal, campaign.with_bag(banes=()), due)))
    return reward
