"""The Event and Cleanup Phases: spectating, opportunities, what a combat leaves, rewards, acts (p.16, 28-30)."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.campaign import world_map
from hoplo_companion.campaign.bag import discard_event, draw_cards, front_card, lay_in_order
from hoplo_companion.campaign.camp import keep_opportunity
from hoplo_companion.campaign.cleanup import Aftermath, Reward, clear, note_aftermath, rewarded
from hoplo_companion.campaign.events import CampaignEvent, Result, event_of, in_order
from hoplo_companion.campaign.model import LAST_ACT, Bane, Campaign, CombatKind, PlaceKind, RefusedError
from hoplo_companion.campaign.naming import given
from hoplo_companion.campaign.pad import banes_due, banes_for_blessings, gain_influence, heal, mark_week
from hoplo_companion.components.words import for_each
from hoplo_companion.language import later, tr

LOOKED_AT = 3  # the cards looked at when spectating (Rulebook p.16)
OPPORTUNITIES_DRAWN = 3  # the Opportunity cards that an Opportunity event draws with Mercury's Boots


class EventHere(Struct, frozen=True):
    """The event of the round where the encampment is (Rulebook p.14, 16).

    Shapes: `phase` is the campaign's; `may` holds what can be done: accept, spectate, or cleanup once the combat is on;
    `week` is the one that accepting takes; `influence` and `banes` are what spectating brings; `why` says why one of
    the two cannot be; `card` is the event's card, where it is known.
    """

    place: str
    kind: PlaceKind
    region: str
    phase: str
    may: tuple[str, ...]
    week: int
    influence: int = 0
    banes: int = 0
    why: str = ""
    card: str = ""


def spectate(campaign: Campaign, banes: Sequence[Bane] = (), ahead: Sequence[str] = ()) -> Result:
    """Spectate: the card goes, those seen are put back in order, influence brings banes, the hero heals (p.16)."""
    kind = may(campaign, "spectate")
    campaign, happened = discard_event(campaign, kind, "spectate.discard")
    happened.append(event_of("event.looked-ahead", deck=kind, cards=LOOKED_AT))
    if ahead:
        campaign, ordered = lay_in_order(campaign, kind, ahead)
        happened += ordered
    campaign, more = in_order(
        campaign,
        lambda campaign: gain_influence(campaign, campaign.pad.act, banes),
        heal,
        lambda campaign: _next_round(campaign, "spectate.move-on"),
    )
    return campaign, [*happened, *more]


def random_primuses(campaign: Campaign, heroes: Sequence[str]) -> tuple[list[str], bool]:
    """Among whom an event's random unused primus is drawn, and whether it returns after the event (A3 p.8)."""
    used = {campaign.pad.hero, *(primus.hero for primus in campaign.primuses)}
    unused = [hero for hero in heroes if hero not in used]
    if unused or campaign.defeated:
        return unused or list(campaign.defeated), False
    return [primus.hero for primus in campaign.primuses], True


def cards_drawn(campaign: Campaign) -> int:
    """Count the cards that an Opportunity event draws: two, or as far as they may be held three (p.16; A3 p.7)."""
    room = campaign.pad.opportunity_capacity - len(campaign.camp.opportunities)
    return max(0, min(OPPORTUNITIES_DRAWN, room)) if campaign.variant.boots else 2


def accept_opportunity(campaign: Campaign, *cards: str) -> Result:
    """Accept an Opportunity event: a week, and one of two cards, with Mercury's Boots up to three (p.16, 28)."""
    kind = may(campaign, "accept")
    cards = tuple(filter(None, (" ".join(card.split()) for card in cards)))
    if kind != "opportunity":
        text = tr("the event here is a combat, not an Opportunity: `hoplo event accept` accepts it (p.14, 16)")
        raise RefusedError("opportunity.accept", text)
    happened: list[CampaignEvent] = []
    count = cards_drawn(campaign)
    if campaign.variant.boots:
        if len(cards) > count:
            text = later(
                "with {held} of {capacity} Opportunity cards held at most {n} may be drawn, not {given} (A3 p.7)"
            )
            held, capacity = len(campaign.camp.opportunities), campaign.pad.opportunity_capacity
            raise RefusedError(
                "boots.opportunity-event", text, held=held, capacity=capacity, n=count, given=given(cards)
            )
        count = len(cards)
    elif len(cards) == 1:
        happened.append(event_of("opportunity.drawn", cards=count, kept=cards[0]))
    else:
        raise RefusedError("opportunity.draw", "name the card that you keep of the two Opportunity cards drawn (p.16)")
    campaign = draw_cards(campaign, kind, count, cards)
    campaign, kept = for_each(replace(campaign, phase="cleanup"), cards, keep_opportunity)
    campaign, ended = in_order(campaign, mark_week, _next_round)
    return campaign, [*happened, *kept, *ended]


def event_here(campaign: Campaign) -> EventHere:
    """The event of this round, and what can be done about it; RefusedError where there is no event now."""
    kind = _event(campaign, decided=True)
    act, possible, why = campaign.pad.act, ["cleanup"], ""
    if campaign.phase != "cleanup":
        here = world_map.at_place(campaign, campaign.place)
        refusals = {"accept": here.accept, "spectate": here.spectate}
        possible = [word for word, refusal in refusals.items() if refusal is None]
        why = next((str(refusal) for refusal in refusals.values() if refusal is not None), "")
    spectated = (act, banes_due(campaign, act)) if "spectate" in possible else (0, 0)
    week, region, card = campaign.week, campaign.region_here, front_card(campaign, kind)
    return EventHere(campaign.place, kind, region, campaign.phase, tuple(possible), week, *spectated, why, card)


def may(campaign: Campaign, what: Literal["accept", "spectate"]) -> PlaceKind:
    """The kind of the event that may be accepted, or spectated, now (p.15-16; ruling week.twelve)."""
    kind, here = _event(campaign), world_map.at_place(campaign, campaign.place)
    refusal = here.accept if what == "accept" else here.spectate
    if refusal is not None:
        raise refusal
    return kind


def accept_combat(campaign: Campaign) -> Result:
    """Accept a Sport or Bloodshed event, or begin the combat of a capital: the Cleanup Phase follows it (p.16-17)."""
    may(campaign, "accept")
    kind = combat_here(campaign)
    fought: list[CampaignEvent] = [
        event_of("event.accepted", kind=world_map.opponent(campaign) if kind == "capital" else kind)
    ]
    if kind == "capital" and world_map.opponent(campaign) == "scion" and (count := banes_at_the_scion(campaign)):
        fought.append(event_of("scion.banes-due", count=count))
    return replace(campaign, phase="cleanup"), fought


Opponent = Literal["primus", "scion"]


def choose_opponent(campaign: Campaign, who: Opponent) -> Campaign:
    """Choose who is fought where Nox and the scion wait; RefusedError where there is no choice (boots.vesuvius)."""
    if not world_map.may_choose_opponent(campaign):
        raise RefusedError(
            "boots.vesuvius",
            "only at the Vesuvian capital in Act IV, with its primus undefeated and boots.vesuvius read as choose, "
            "two opponents wait: leave out --against (A3 p.7)",
        )
    return replace(campaign, faced=who)


def banes_at_the_scion(campaign: Campaign) -> int:
    """Count the banes of the scion combat with Mercury's Boots: one for each primus left undefeated (A3 p.8)."""
    return len(campaign.undefeated) if campaign.variant.boots else 0


def _event(campaign: Campaign, decided: bool = False) -> PlaceKind:
    """The kind of the location whose event is open, or was accepted already; RefusedError where none is."""
    campaign.check_not_over()
    if campaign.phase == "travel":
        raise RefusedError("round.phases", "the Travel Phase comes first: move the encampment (p.13-14)")
    if campaign.phase == "cleanup" and not decided:
        raise RefusedError("round.phases", "the event was accepted: its combat and the Cleanup Phase come next (p.14)")
    return campaign.places[campaign.place].kind


def _next_round(campaign: Campaign, rule: str = "round.phases") -> Result:
    """Begin the next round, in the next act where this one's weeks are over (A3 p.5)."""
    campaign, ended = weeks_over(replace(campaign, phase="travel", faced=""))
    if campaign.outcome:
        return campaign, ended
    return campaign, [*ended, event_of("round.ended", act=campaign.pad.act, week=campaign.week, rule=rule)]


def lose_event(campaign: Campaign, banes: Sequence[Bane] = (), aftermath: Aftermath | None = None) -> Result:
    """Clean up after a failed combat: a week, influence; at a capital, or without the hero, all is lost (p.28-30)."""
    left = aftermath or Aftermath()
    kind = combat_here(campaign)
    if left.hp == 0:
        return _lost(note_aftermath(campaign, left), "defeat.hero")
    if kind == "capital":
        return _lost(campaign, f"{world_map.opponent(campaign)}.failed")
    return in_order(
        note_aftermath(campaign, left),
        mark_week,
        lambda campaign: (campaign, [event_of("event.failed", kind=kind, act=campaign.pad.act)]),
        lambda campaign: gain_influence(campaign, campaign.pad.act, banes),
        lambda campaign: clear(campaign, kind, left),
        _next_round,
    )


def win_event(campaign: Campaign, reward: Reward | None = None, aftermath: Aftermath | None = None) -> Result:
    """Clean up after a combat that succeeded: a week, the reward, the arena; at a capital the act ends (p.28-30)."""
    chosen, left = reward or Reward(), aftermath or Aftermath()
    kind = combat_here(campaign)
    if left.hp == 0:
        raise RefusedError("defeat.hero", "a combat in which your hero is defeated is lost, not won (p.12, 28)")
    if kind == "capital" and world_map.opponent(campaign) == "scion":
        if chosen != Reward():
            raise RefusedError("scion.defeated", "the scion's defeat wins the campaign: no reward follows (p.18)")
        campaign, crossed = banes_for_blessings(campaign, ()) if campaign.pad.blessings else (campaign, [])
        campaign, won = end_act(note_aftermath(campaign, left))
        return campaign, [*crossed, *won]
    campaign = note_aftermath(campaign, left)
    campaign, happened = mark_week(campaign)
    happened += [event_of("event.won", kind=kind, rule="reward." + ("primus" if kind == "capital" else kind))]
    campaign, left, gained = rewarded(campaign, kind, chosen, left)
    ends_act = kind == "capital" and not campaign.variant.boots
    campaign, ended = in_order(
        campaign, lambda campaign: clear(campaign, kind, left), end_act if ends_act else _next_round
    )
    return campaign, [*happened, *gained, *ended]


def ends_campaign(campaign: Campaign, won: bool) -> bool:
    """Say whether the combat here ends the campaign at once, so that nothing is cleaned up (p.18, 30)."""
    return combat_here(campaign) == "capital" and (not won or world_map.opponent(campaign) == "scion")


def combat_here(campaign: Campaign) -> CombatKind:
    """The kind of the combat that was fought; RefusedError where there is none here, or no week for it."""
    # Once the combat is on, its week is taken, whatever the pad says by now.
    kind = _event(campaign, decided=True) if campaign.phase == "cleanup" else may(campaign, "accept")
    if kind not in ("sport", "bloodshed", "capital"):
        text = tr("an Opportunity event is not a combat: `hoplo event opportunity` accepts it (p.16)")
        raise RefusedError("opportunity.accept", text)
    return kind


def end_act(campaign: Campaign) -> Result:
    """End the act with its combat, whatever weeks are left: the next begins, or all is won (p.13, 18, 30)."""
    if _event(campaign, decided=True) != "capital":
        raise RefusedError("act.end", "an act ends with its last combat, at a capital and nowhere else (p.13-14)")
    pad = campaign.pad
    if pad.act >= LAST_ACT:
        epilogue = event_of("epilogue.read", hero=pad.hero, scion=campaign.scion)
        won = event_of("campaign.won", act=pad.act, week=campaign.week)
        return replace(campaign, outcome="won"), [epilogue, won]
    unused = campaign.weeks_left
    campaign = replace(campaign.with_pad(act=pad.act + 1), came_from="", phase="travel")
    return campaign, [event_of("act.ended", act=pad.act, unused=unused, following=pad.act + 1)]


def weeks_over(campaign: Campaign) -> Result:
    """End an act whose last week is crossed off, where acts last their weeks; the last act's end loses (A3 p.5).

    Else the combat that ends the act has been missed, and the campaign is lost (p.13, 15).

    Where the encampment came from is forgotten by the older sheet alone, which opens every direction then.
    """
    pad, variant = campaign.pad, campaign.variant
    if campaign.weeks_left or campaign.outcome:
        return campaign, []
    if not variant.boots:
        # Once its last combat is on, the act's last week may be crossed off.
        return (campaign, []) if campaign.is_at_capital else _lost(campaign, "travel.deadline")
    if pad.act >= LAST_ACT:
        return _lost(campaign, "boots.scion-in-time")
    came_from = "" if variant.any_way_at_act_start else campaign.came_from
    campaign = replace(campaign.with_pad(act=pad.act + 1), came_from=came_from)
    return campaign, [event_of("act.ended", act=pad.act, unused=0, following=pad.act + 1, rule="boots.acts")]


def cross_off_week(campaign: Campaign) -> Result:
    """Cross off a week by hand, which may be the last one of an act."""
    return in_order(campaign, mark_week, weeks_over)


def _lost(campaign: Campaign, rule: str) -> Result:
    pad = campaign.pad
    return replace(campaign, outcome="lost"), [event_of("campaign.lost", act=pad.act, week=campaign.week, rule=rule)]
