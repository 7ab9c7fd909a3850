"""What a fight hands over to the campaign when it is over: who fell, what was drawn and used (Rulebook p.28-29)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from hoplo_companion.campaign.cleanup import Aftermath
from hoplo_companion.campaign.fight import Fight
from hoplo_companion.campaign.model import Campaign
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug
from hoplo_companion.components.undying import undying
from hoplo_companion.rules.model import Combat
from hoplo_companion.table.fight import open_combat


def aftermath_of(campaign: Campaign, catalogue: Catalogue) -> Aftermath:
    """Tell what the fight of a campaign leaves to be cleared away.

    What was drawn for the lineup lies on the campaign's table already; rivals that came from elsewhere are named.
    """
    fight = campaign.fight
    assert fight is not None
    combat = open_combat(campaign, catalogue)
    fallen = [each.chip for each in fight.fallen if each.side == "player" and not each.elite]
    waiting = Counter(combat.bench[id_].chip for id_ in combat.lineup if not combat.bench[id_].elite)
    drawn = Counter([*campaign.drawn.units, *(slug(bane.name) for bane in campaign.drawn.banes)])
    return Aftermath(
        hp=0 if fight.over == "campaign-lost" else campaign.pad.hp,
        defeated=tuple(fallen),
        rivals=_left((Counter(_rivals(fight, combat)) + waiting) - drawn),
        tactics=_left(Counter(_known(campaign.camp.tactics, catalogue)) - Counter(combat.yours.tactics or ())),
        undying=undying(catalogue, [*fallen, *campaign.camp.units]),
        waiting=_left(waiting),
    )


def from_fight(campaign: Campaign, told: Aftermath, untold: Iterable[str], catalogue: Catalogue) -> Aftermath:
    """Tell what the fight leaves, but for what the player has told otherwise; `untold` are options left out."""
    left = aftermath_of(campaign, catalogue)
    fields = {"--hp": "hp", "--defeated": "defeated", "--rival": "rivals", "--drawn-bane": "banes", "--used": "tactics"}
    by_hand = {field: getattr(told, field) for option, field in fields.items() if option not in set(untold)}
    return replace(left, **by_hand)


def _rivals(fight: Fight, combat: Combat) -> list[str]:
    """List the chips of the rival's units in the arena and of those that lie face down, but for elite ones."""
    here = [unit.chip for unit in combat.in_arena("rival") if not unit.elite]
    return here + [each.chip for each in fight.fallen if each.side == "rival" and not each.elite]


def _known(tactics: Iterable[str], catalogue: Catalogue) -> list[str]:
    return [chip for chip in tactics if catalogue.tactic(chip) is not None]


def _left(counted: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(counted.elements()))


def opportunities_met(fight: Fight, catalogue: Catalogue) -> list[str]:
    """List the Opportunity cards whose change was made and that this fight completes (p.16-17)."""
    if fight.over != "goal-met":
        return []
    found = []
    for card in fight.opportunities:
        record = catalogue.opportunity(card)
        if record is not None and record.met == "win":
            found.append(record.name)
    return found
