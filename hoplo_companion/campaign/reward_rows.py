"""The reward for a primus with Mercury's Boots: four rewards, by the rows of its reference sheet (A3 p.8)."""

from __future__ import annotations

from collections.abc import Callable

from hoplo_companion.campaign.camp import (
    check_supply,
    discard_opportunity,
    gain_prowess,
    gain_tactic,
    is_troop_full,
    needless_sacrifice,
    prowess_card,
)
from hoplo_companion.campaign.cleanup import Aftermath, Reward, bury, recruit_rival
from hoplo_companion.campaign.events import CampaignEvent, Result, event_of
from hoplo_companion.campaign.model import Campaign, RefusedError
from hoplo_companion.campaign.pad import UPGRADES, UPGRADES_OF_BOOTS, heal, read_upgrade, upgrade
from hoplo_companion.components.names import slug
from hoplo_companion.errors import clip
from hoplo_companion.language import plural, tr

ROWS = 4
"""The rewards for a defeated primus, one for each row of the sheet."""

Rewarded = tuple[Campaign, Aftermath, list[CampaignEvent]]


def reward_by_rows(campaign: Campaign, chosen: Reward, left: Aftermath) -> Rewarded:
    """The rewards of the rows, from the top to the bottom; your defeated units are lost before.

    Shapes: a row is a word of `KINDS`, with what it is about behind a colon (`recruit:murmillo:archer` sacrifices the
    archer for it, as `chosen.sacrifice` does where the troop is full). RefusedError unless there are four.
    """
    rows, sacrifice = chosen.rows, chosen.sacrifice
    if len(rows) != ROWS:
        text = plural(
            "a primus is rewarded by the {rows} rows of the reference sheet: name what each gives, not {n} (A3 p.8)",
            "a primus is rewarded by the {rows} rows of the reference sheet: name what each gives, not {n} (A3 p.8)",
            len(rows),
            rows=ROWS,
        )
        raise RefusedError("boots.primus-reward", text)
    happened: list[CampaignEvent] = []
    if left.defeated:
        campaign, happened = bury(campaign, left)
    for row in rows:
        if sacrifice and row.startswith("recruit:") and row.count(":") == 1 and is_troop_full(campaign):
            row, sacrifice = f"{row}:{sacrifice}", None
        campaign, left, more = one_row(campaign, row, left)
        happened += more
    if sacrifice:
        raise needless_sacrifice(sacrifice)
    return campaign, left, happened


def one_row(campaign: Campaign, row: str, left: Aftermath) -> Rewarded:
    """The reward of one row: a word of what is upgraded on the pad, or a kind and what it is about."""
    kind, _, what = (word.strip() for word in row.partition(":"))
    upgraded, die = read_upgrade(row)
    if upgraded in ("upgrade", *UPGRADES, *UPGRADES_OF_BOOTS):
        campaign, happened = upgrade(campaign, upgraded, die)
        return campaign, left, happened
    if kind == "recruit":
        unit, _, instead_of = what.partition(":")
        return recruit_rival(campaign, slug(unit), slug(instead_of) or None, left)
    if kind not in _GAINS:
        known = ", ".join(KINDS)
        text = tr("{row} is not what a row of the sheet gives, only: {kinds} (A3 p.8)", row=clip(row), kinds=known)
        raise RefusedError("boots.primus-reward", text)
    campaign, happened = _GAINS[kind](campaign, what)
    return campaign, left, happened


def _opportunity(campaign: Campaign, card: str) -> Result:
    """Discard an Opportunity card of the camp for its reward."""
    campaign, happened = discard_opportunity(campaign, card)
    return campaign, [*happened, event_of("opportunity.cashed", card=card)]


def _tactic(campaign: Campaign, tactic: str) -> Result:
    name, _, instead_of = tactic.partition(":")
    check_supply(campaign, [slug(name)])
    return gain_tactic(campaign, slug(name), slug(instead_of) or None)


_GAINS: dict[str, Callable[[Campaign, str], Result]] = {
    "opportunity": _opportunity,
    "prowess": lambda campaign, card: gain_prowess(campaign, prowess_card(card, campaign.pad.hero)),
    "tactic": _tactic,
    "heal": lambda campaign, _: heal(campaign),
    "other": lambda campaign, what: (campaign, [event_of("reward.by-hand", what=what)]),  # what no other word says
}

KINDS = ("upgrade", "recruit", *_GAINS)
"""What a row of the reference sheet may give."""
