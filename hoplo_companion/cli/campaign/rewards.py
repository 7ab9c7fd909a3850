"""Asking at a terminal which reward of a combat is chosen (Rulebook p.29)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from hoplo_companion.campaign import cleanup as rules
from hoplo_companion.campaign.camp import COPIES_OF_A_TACTIC, check_supply, is_troop_full, prowess_card
from hoplo_companion.campaign.cleanup import Aftermath, Reward
from hoplo_companion.campaign.model import BASIC_TACTICS, DICE_LADDER, MOST_DICE, Campaign, PlaceKind, Prowess
from hoplo_companion.campaign.naming import chip_name, colour_name
from hoplo_companion.campaign.pad import is_at_its_most, read_upgrade
from hoplo_companion.campaign.pad import upgrades as upgrades_of
from hoplo_companion.cli.campaign.camp import ask_chips, ask_sacrifice
from hoplo_companion.cli.campaign.names import chip_named, names_known, prowess_known
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.components.own import remember
from hoplo_companion.components.words import Colour
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, plural, tr
from hoplo_companion.notation.cards import unit_parts

TACTICS = "gain tactics"
ANOTHER = "another one"


def ask_reward(terminal: Terminal, campaign: Campaign, kind: PlaceKind, reward: Reward, left: Aftermath) -> Reward:
    """Ask for the part of a combat's reward that is a choice and was not entered."""
    campaign = rules.note_aftermath(campaign, left)  # the tactics used are back in the supply before the choice
    if kind == "sport":
        return _ask_sport(terminal, campaign, reward, left)
    if kind == "bloodshed":
        if not reward.upgrade and (choices := upgrades_left(campaign)):
            upgrade, die = read_upgrade(terminal.choose(tr(WHICH["upgrade"]), choices))
            reward = replace(reward, upgrade=upgrade, die=die)
        return reward
    if not campaign.variant.boots:
        return _ask_primus(terminal, campaign, reward, left)
    return reward if reward.rows else replace(reward, rows=_ask_rows(terminal, campaign, left))


def _ask_sport(terminal: Terminal, campaign: Campaign, reward: Reward, left: Aftermath) -> Reward:
    """Ask for a rival unit to recruit, or for tactics; with Mercury's Boots a Sport event gives both (A3 p.7)."""
    rivals = {unit: _as_printed(unit) for unit in rules.recruitable(campaign, left)}
    if campaign.variant.boots:
        if not reward.recruit and rivals:
            reward = replace(reward, recruit=terminal.choose(tr(WHICH["recruit"]), rivals))
        gains_tactics = reward.tactics is None
    else:
        gains_tactics, due = False, rules.tactics_due(campaign)
        if not reward.recruit and reward.tactics is None:
            rewards = {unit: tr("recruit {unit}", unit=shown) for unit, shown in rivals.items()}
            if due:
                rewards[TACTICS] = plural("gain {n} tactic", "gain {n} tactics", due)
            elif not rivals:
                rewards[TACTICS] = tr("nothing: there is no room for a tactic")
            chosen = terminal.choose(tr("Your reward (p.29)?"), rewards)
            gains_tactics = chosen == TACTICS
            reward = reward if gains_tactics else replace(reward, recruit=chosen)
    if gains_tactics:
        reward = replace(reward, tactics=_ask_tactics(terminal, campaign))
    if reward.recruit and reward.sacrifice is None and is_troop_full(campaign):
        reward = replace(reward, sacrifice=ask_sacrifice(terminal, campaign, reward.recruit))
    return reward


def _as_printed(unit: str) -> str:
    """A unit's name with what its chip shows, as far as that is known."""
    parts = ", ".join(unit_parts(catalogue().raw("units", unit) or {}))
    return f"{chip_name(unit)}  ({parts})" if parts else chip_name(unit)


def _ask_rows(terminal: Terminal, campaign: Campaign, left: Aftermath) -> tuple[str, ...]:
    """Ask what each row of Mercury's Boots's reference sheet gives; which kinds a row offers is asked once."""
    record = catalogue().event(ROWS_KNOWN)
    known = [[word.strip() for word in row.split(" or ")] for row in record.text.split(";")] if record else []
    if wrong := [word for row in known for word in row if word not in rules.KINDS]:
        raise UsageError("{word} is not one of {kinds}", word=clip(wrong[0]), kinds=", ".join(rules.KINDS))
    rows: list[str] = []
    for at in range(1, rules.ROWS + 1):
        if at > len(known):
            text = tr("Row {at} of the reference sheet: what does it offer?", at=at)
            words = {each: tr(KIND_NAMES[each]) for each in rules.KINDS}
            first = terminal.choose(text, words)
            words = {"": tr("nothing else"), **{each: said for each, said in words.items() if each != first}}
            second = terminal.choose(tr("Or what else, of which you choose one?"), words)
            known.append([first, second] if second else [first])
        options = known[at - 1]
        text = tr("Row {at}: your reward?", at=at)
        kind = options[0] if len(options) == 1 else terminal.choose(text, {e: tr(KIND_NAMES[e]) for e in options})
        row, campaign, left = _ask_row(terminal, campaign, kind, left)
        rows.append(row)
    remember("events", ROWS_KNOWN, "Boots rewards", {"text": "; ".join(" or ".join(each) for each in known)})
    return tuple(rows)


ROWS_KNOWN = "boots-rewards"
"""The id under which the rows of the reference sheet are kept, as the player read them off it."""

KIND_NAMES = {
    "upgrade": later("a hero upgrade"),
    "recruit": later("recruit a rival unit of this combat"),
    "opportunity": later("the reward of an Opportunity card that you discard"),
    "prowess": later("a Hero Prowess card"),
    "tactic": later("a tactic"),
    "heal": later("heal the hero fully"),
    "other": later("something else"),
}


def _ask_row(terminal: Terminal, campaign: Campaign, kind: str, left: Aftermath) -> tuple[str, Campaign, Aftermath]:
    """Ask for what a row's reward is about; give it, and the campaign and the aftermath with it."""

    def tried(what: str) -> tuple[str, Campaign, Aftermath]:
        row = what if kind in ("upgrade", "heal") else f"{kind}:{what}"
        rewarded, after, _ = rules.one_row(campaign, row, left)
        return row, rewarded, after

    match kind:
        case "heal":
            return tried("heal")
        case "upgrade":
            return tried(terminal.choose(tr(WHICH["upgrade"]), upgrades_left(campaign)))
        case "opportunity" if cards := list(dict.fromkeys(campaign.camp.opportunities)):
            return tried(terminal.choose(tr("Which Opportunity card is discarded?"), cards))
        case "recruit" if rivals := {unit: _as_printed(unit) for unit in rules.recruitable(campaign, left)}:
            unit = terminal.choose(tr(WHICH["recruit"]), rivals)
            if is_troop_full(campaign, len(left.lost())):
                unit += f":{ask_sacrifice(terminal, campaign, unit)}"
            return tried(unit)
    text = tr(WHICH[kind if kind in ("prowess", "tactic") else "other"])
    found: tuple[str, Campaign, Aftermath] = terminal.until_good(text, tried)
    return found


WHICH = {
    "upgrade": later("Which hero upgrade (p.29)?"),
    "recruit": later("Which rival unit joins you (A3 p.7)?"),
    "prowess": later("Which Hero Prowess card? Its level follows its name, if it has one:"),
    "tactic": later("Which tactic of the supply?"),
    "other": later("What does it give (or `nothing`)?"),
}
"""How each kind of reward is asked for."""


def _ask_tactics(terminal: Terminal, campaign: Campaign) -> tuple[str, ...]:
    gained: list[str] = []
    held = Counter(campaign.camp.tactics)
    due = rules.tactics_due(campaign)
    special = Counter(campaign.special_tactics)

    def of_supply(text: str) -> str:
        named = chip_named("tactics", text)
        check_supply(campaign, [*gained, named])
        return named

    while len(gained) < due:
        supply = [id_ for id_ in BASIC_TACTICS if held[id_] < COPIES_OF_A_TACTIC]
        supply += sorted(special - Counter(gained))
        text = tr("Tactic {at} of {due}?", at=len(gained) + 1, due=due)
        name = terminal.choose(text, {**{each: chip_name(each) for each in supply}, ANOTHER: tr("another one")})
        if name == ANOTHER:
            name = terminal.until_good(tr(WHICH["tactic"]), of_supply, "", names_known("tactics"))
        held[name] += 1
        gained.append(name)
    return tuple(gained)


def upgrades_left(campaign: Campaign) -> dict[str, str]:
    """The upgrades that there still are on the pad, each in words."""
    pad, possible = campaign.pad, upgrades_of(campaign)
    return upgrades(pad.attack, [each for each in RAISED if each in possible and not is_at_its_most(pad, each)])


RAISED = {
    "leadership": later("Leadership +1"),
    "health": later("Health +1"),
    "navigation": later("Navigation +1"),
    "opportunity-capacity": later("Opportunity Capacity +1"),
}
"""The stats that a reward may raise by one, in the order in which they are offered."""


def upgrades(attack: Sequence[Colour] | None, stats: Iterable[str] = ()) -> dict[str, str]:
    """The hero upgrades that there still are, as they are typed, each in words: of the dice if known, and some stats.

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
    return found | {each: tr(RAISED[each]) for each in stats}


def _ask_primus(terminal: Terminal, campaign: Campaign, reward: Reward, left: Aftermath) -> Reward:
    """Ask for the Hero Prowess card, and for what came out of the bag to fill the troop up."""

    def valid(text: str) -> Prowess:
        card = prowess_card(text, campaign.pad.hero)
        rules.gain_hero_prowess(campaign, card)
        return card

    if reward.prowess is None:
        reward = replace(
            reward, prowess=terminal.until_good(tr(WHICH["prowess"]), valid, "", prowess_known(campaign.pad.hero))
        )
    due = rules.units_due(campaign, left)
    if due and not reward.drawn:
        text = plural(
            "Draw {n} random unit from the bag for your troop (p.29); put a bane back and draw again.",
            "Draw {n} random units from the bag for your troop (p.29); put a bane back and draw again.",
            due,
        )
        terminal.say(f"  {text}")
        reward = replace(reward, drawn=tuple(ask_chips(terminal, campaign, due, recruits=True)))
    return reward
