"""What a fight hands over to the campaign when it is over: who fell, what was drawn and used (Rulebook p.28-29)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from hoplo_companion.campaign.cleanup import Aftermath, note_aftermath, recruitable, tactics_due
from hoplo_companion.campaign.events import CampaignEvent, event_of
from hoplo_companion.campaign.fight import Fight
from hoplo_companion.campaign.fights import put_away
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.components.catalogue import Catalogue, undying
from hoplo_companion.components.names import slug
from hoplo_companion.notation.effects import write_effect
from hoplo_companion.rules.model import Combat
from hoplo_companion.table.play.fight import open_combat


def aftermath_of(campaign: Campaign, catalogue: Catalogue) -> Aftermath:
    """Give what the fight of a campaign leaves to be cleared away.

    What was drawn for the lineup lies on the campaign's table already; rivals that came from elsewhere are named.
    """
    fight = campaign.fight
    assert fight is not None
    combat = open_combat(campaign, catalogue)
    fallen, _ = _yours_fallen(campaign, fight)
    waiting = Counter(combat.bench[id_].chip for id_ in combat.lineup if not combat.bench[id_].elite)
    drawn = Counter([*campaign.drawn.units, *(slug(bane.name) for bane in campaign.drawn.banes)])
    return Aftermath(
        hp=0 if fight.over == "campaign-lost" else campaign.pad.hp,
        defeated=tuple(fallen),
        rivals=_left((Counter(_rivals(fight, combat)) + waiting) - drawn),
        tactics=_left(Counter(fight.used) + _used_before(campaign, combat, fight)),
        undying=undying(catalogue, [*fallen, *campaign.camp.units]),
        waiting=_left(waiting),
        tribune=any(unit.tribune for unit in [*combat.units.values(), *combat.bench.values()]),
    )


def from_fight(campaign: Campaign, entered: Aftermath, left_out: Iterable[str], catalogue: Catalogue) -> Aftermath:
    """Give what the fight leaves, but for what the player has entered; `left_out` are the options that are missing."""
    left = aftermath_of(campaign, catalogue)
    fields = {"--hp": "hp", "--defeated": "defeated", "--rival": "rivals", "--drawn-bane": "banes", "--used": "tactics"}
    by_hand = {field: getattr(entered, field) for option, field in fields.items() if option not in set(left_out)}
    return replace(left, **by_hand)


def _yours_fallen(campaign: Campaign, fight: Fight) -> tuple[list[str], list[str]]:
    """List your units that lie face down: those of the camp, and those that came from elsewhere, put there by hand."""
    camp, elsewhere = list(campaign.camp.units), []
    fallen = []
    for each in fight.fallen:
        if each.side != "player" or each.elite:
            continue
        if each.chip in camp:
            camp.remove(each.chip)
            fallen.append(each.chip)
        else:
            elsewhere.append(each.chip)
    return fallen, elsewhere


def _rivals(fight: Fight, combat: Combat) -> list[str]:
    """List the chips of the rival's units in the arena and of those that lie face down, but for elite ones."""
    here = [unit.chip for unit in combat.in_arena("rival") if not unit.elite]
    return here + [each.chip for each in fight.fallen if each.side == "rival" and not each.elite]


def _used_before(campaign: Campaign, combat: Combat, fight: Fight) -> Counter[str]:
    """Count the tactics that an older save still has in the camp though they were used in its fight."""
    brought = Counter(fight.start.get("player", {}).get("tactics", ()))
    return (Counter(campaign.camp.tactics) - Counter(combat.yours.tactics or ())) & brought


def _left(counted: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(counted.elements()))


def sport_without_choice(campaign: Campaign, left: Aftermath) -> bool:
    """Say whether a Sport event leaves nothing to choose: nobody to recruit, and no room for a tactic (p.29).

    Only a fight that was followed shows that: what the player enters may just leave a rival unit out.
    """
    noted = note_aftermath(put_away(campaign), left)
    return not recruitable(noted, left) and not tactics_due(noted)


def what_follows(campaign: Campaign, catalogue: Catalogue) -> list[CampaignEvent]:
    """Give what a fight leaves for the player to see to: chips of no camp, Opportunity cards, what cards still want."""
    fight = campaign.fight
    assert fight is not None
    held = _still_held(campaign, fight)
    followed: list[CampaignEvent] = [
        event_of("opportunity.met", card=card) for card in opportunities_met(held, catalogue)
    ]
    followed += [event_of("opportunity.read", card=card) for card in _to_be_read(held, catalogue)]
    _, elsewhere = _yours_fallen(campaign, fight)
    if elsewhere:
        followed.append(event_of("units.of-no-camp", units=elsewhere))
    combat = open_combat(campaign, catalogue)
    in_force = [(combat.arena.name, combat.arena.effects), *((card.name, card.effects) for card in combat.cards)]
    for name, effects in in_force:
        for effect in effects:
            if effect.on == "cleanup":
                what = write_effect(effect).partition(": ")[2]
                followed.append(event_of("cleanup.owed", card=name, what=what))
    return followed


def opportunities_met(fight: Fight, catalogue: Catalogue) -> list[str]:
    """List the Opportunity cards whose change was made and that this fight completes (p.16-17)."""
    if fight.over != "goal-met":
        return []
    records = [catalogue.opportunity(card) for card in fight.opportunities]
    return [record.name for record in records if record is not None and record.met == "win"]


def _still_held(campaign: Campaign, fight: Fight) -> Fight:
    """Give a fight with those Opportunity cards alone that are still in the camp: any other was completed (p.16)."""
    held = {slug(card) for card in campaign.camp.opportunities}
    return replace(fight, opportunities=tuple(card for card in fight.opportunities if card in held))


def _to_be_read(fight: Fight, catalogue: Catalogue) -> list[str]:
    """List the cards whose change was made of which only the player can say whether they are met."""
    found = []
    for card in fight.opportunities:
        record = catalogue.opportunity(card)
        if record is None or record.met != "win":
            found.append(record.name if record is not None else card)
    return found
