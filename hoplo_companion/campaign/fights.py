"""How a fight ends for its campaign: won, lost, or no longer followed (Rulebook p.28)."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from msgspec.structs import replace

from hoplo_companion.campaign.events import Result, event_of
from hoplo_companion.campaign.fight import Fight
from hoplo_companion.campaign.model import Campaign, RefusedError
from hoplo_companion.language import later, tr

NO_FIGHT = later("no fight is followed: `hoplo fight start` begins one (p.14)")


def fight_of(campaign: Campaign) -> Fight:
    """Give the fight that is followed; RefusedError where there is no such fight."""
    if campaign.fight is None:
        raise RefusedError("round.phases", tr(NO_FIGHT))
    return campaign.fight


def is_won(fight: Fight) -> bool:
    """Say whether a fight that is over was won; RefusedError while it is not over (p.28)."""
    if not fight.over:
        text = tr(
            "{fight} is not over: play it to its end, or stop following it with `hoplo fight drop` (p.28)",
            fight=fight.name,
        )
        raise RefusedError("round.phases", text)
    return fight.over == "goal-met"


def put_away(campaign: Campaign) -> Campaign:
    """Give the campaign without its fight; the tactics used lie with those of the camp, until they are cleared away."""
    used = campaign.fight.used if campaign.fight is not None else ()
    return replace(campaign.with_camp(tactics=(*campaign.camp.tactics, *used)), fight=None)


def rival_chips(fight: Fight) -> Counter[str]:
    """Count the chips that make up the rival's troop, those that lie face down and those still to come too."""
    position = fight.position
    here = [unit["chip"] for unit in position["units"] if unit["side"] == "rival"]
    waiting = [position["bench"][id_]["chip"] for id_ in position["rival"]["lineup"]]
    return Counter([*here, *waiting, *(each.chip for each in fight.fallen if each.side == "rival")])


def end_stand_alone(campaign: Campaign) -> Result:
    """End a stand-alone fight: there is nothing to clean up."""
    fight = fight_of(campaign)
    outcome: Literal["won", "lost"] = "won" if is_won(fight) else "lost"
    return put_away(campaign), [event_of("fight.ended", name=fight.name, outcome=outcome)]


def drop_fight(campaign: Campaign) -> Result:
    """No longer follow a fight: the pad, the bag and what was drawn stay as they are."""
    name = fight_of(campaign).name
    return put_away(campaign), [event_of("fight.dropped", name=name)]
