"""Changes on the hero pad, each by its rule (Rulebook p.11, 13, 16, 28-29, 33)."""

from collections.abc import Sequence
from itertools import pairwise

from hoplo_companion.campaign import bag
from hoplo_companion.campaign.events import CampaignEvent, Result, event_of, in_order
from hoplo_companion.campaign.model import MOST_DICE, MOST_MOVEMENT, MOST_STAT, Bane, Campaign, PlaceKind, RefusedError
from hoplo_companion.campaign.naming import given
from hoplo_companion.components.names import in_english, part_number, slug
from hoplo_companion.components.words import ACTS, MOST_NAVIGATION, MOST_OPPORTUNITIES, Colour, banes_passed, for_each
from hoplo_companion.language import later, plural, tr

DICE_LADDER: tuple[Colour, ...] = ("yellow", "blue", "green", "black")
BETTER = dict(pairwise(DICE_LADDER))
"""How dice are upgraded (Rulebook p.33)."""

UPGRADES = ("health", "leadership", "movement", "add-die", "upgrade-die")
"""What can be upgraded on the pad."""

UPGRADES_OF_BOOTS = ("navigation", "opportunity-capacity")
"""What can be upgraded on the pad of Mercury's Boots beside it."""


def read_upgrade(text: str) -> tuple[str, int | None]:
    """Read an upgrade as typed, a die by the column of the pad behind it (`upgrade-die:1`, or `upgrade-die 1`)."""
    return part_number(" ".join(text.casefold().split()))


def heal(campaign: Campaign, amount: int | None = None) -> Result:
    """Heal the hero, by an amount or fully; never above Health (p.36)."""
    missing = max(0, campaign.pad.health - campaign.pad.hp)
    return _change_hp(campaign, "pad.healed", missing if amount is None else min(missing, amount))


def _change_hp(campaign: Campaign, changed: str, by: int) -> Result:
    hp = campaign.pad.hp + by
    return campaign.with_pad(hp=hp), [event_of(changed, amount=abs(by), hp=hp, health=campaign.pad.health)]


def gain_hp(campaign: Campaign, amount: int) -> Result:
    """The hero gains HP outside combat, but not by healing: above Health too, without limit (p.12)."""
    return _change_hp(campaign, "pad.gained", amount)


def damage(campaign: Campaign, amount: int) -> Result:
    """Take HP from the hero outside combat, down to 1; defeat is decided in combat, with its blessings (p.13)."""
    pad = campaign.pad
    if amount >= pad.hp:
        text = later(
            "the hero has {hp} HP, and can be defeated in combat alone, where a blessing may save it (p.13, 27)"
        )
        if campaign.fight is not None:
            text = later(
                "the hero has {hp} HP, and is in a fight: `hoplo fix {hero}.hp 0` defeats it there, with what follows "
                "(p.13, 27)"
            )
        raise RefusedError("pad.defeat-in-combat", text, hp=pad.hp, hero=slug(pad.hero))
    return _change_hp(campaign, "pad.damaged", -amount)


def stop_at(campaign: Campaign, kind: PlaceKind) -> Result:
    """The camp banes act that do so where the encampment stops; the hero's last HP stays (ruling bane.last-hp)."""
    happened: list[CampaignEvent] = []
    for bane in campaign.camp.banes:
        record = bag.bane_record(bane.name)
        if record is None or record.stop_kind != kind or not record.stop_damage:
            continue
        dealt = min(record.stop_damage, campaign.pad.hp - 1)
        happened.append(event_of("bane.acts", bane=bane.name, amount=dealt))
        campaign, more = damage(campaign, dealt) if dealt > 0 else (campaign, [])
        happened += more
    return campaign, happened


_STATS = {
    "health": (MOST_STAT, "pad.health-cap", later("Health is {most} already, the most there is (p.33)")),
    "leadership": (MOST_STAT, "pad.leadership-cap", later("Leadership is {most} already, the most there is (p.33)")),
    "movement": (
        MOST_MOVEMENT, "pad.movement-cap", later("Movement is {most} already, the most there is for a hero (p.33)"),
    ),
    "navigation": (MOST_NAVIGATION, "boots.pad", later("Navigation is {most} already, the most there is (A3 p.6)")),
    "opportunity-capacity": (
        MOST_OPPORTUNITIES, "boots.pad", later("Opportunity Capacity is {most} already, the most there is (A3 p.6)"),
    ),
}  # fmt: skip
"""The stats that can be upgraded: the most of each, and the rule and the words for no more."""


def upgrade(campaign: Campaign, typed: str) -> Result:
    """Upgrade a stat, or a die by the column of the pad behind it, counted from 1 (p.33)."""
    possible, pad, (what, die) = upgrades(campaign), campaign.pad, read_upgrade(typed)
    what = in_english(what, (*UPGRADES, *UPGRADES_OF_BOOTS))
    if what not in possible:
        text = later("{what} cannot be upgraded, only one of {upgrades} (p.33)")
        raise RefusedError("pad.upgrade", text, what=repr(what), upgrades=", ".join(possible))
    if what in _STATS:
        (most, rule, full), hp, field = _STATS[what], pad.hp + (what == "health"), what.replace("-", "_")
        if is_at_its_most(campaign, what):
            raise RefusedError(rule, full, most=most)
        now = getattr(pad, field) + 1
        values = {what.rpartition("-")[2]: now, "hp": hp if what == "health" else None}
        return campaign.with_pad(**{field: now}, hp=hp), [event_of(f"pad.{what}", **values)]
    attack = pad.attack
    if attack is None:
        raise RefusedError("pad.attack-unknown", DICE_UNKNOWN)
    if what == "add-die":
        if len(attack) >= MOST_DICE:
            text = later("the Attack has {most} dice already, the most there is (p.33)")
            raise RefusedError("pad.dice-cap", text, most=MOST_DICE)
        attack = (*attack, DICE_LADDER[0])
        return campaign.with_pad(attack=attack), [event_of("pad.die-added", attack=list(attack))]
    if die is None or not 1 <= die <= len(attack):
        dice = ", ".join(f"{at} {tr(colour)}" for at, colour in enumerate(attack, 1))
        raise RefusedError("pad.upgrade-die", "name the die to upgrade by its number: {dice} (p.33)", dice=dice)
    colour = attack[die - 1]
    if (better := BETTER.get(colour)) is None:
        raise RefusedError("pad.die-cap", "a {colour} die cannot be upgraded (p.33)", colour=tr(colour))
    attack = (*attack[: die - 1], better, *attack[die:])
    happened = event_of("pad.die-upgraded", worse=colour, better=better, attack=list(attack))
    return campaign.with_pad(attack=attack), [happened]


def is_at_its_most(campaign: Campaign, what: str) -> bool:
    """Whether a stat, or all the dice, cannot be upgraded any more (p.33)."""
    pad = campaign.pad
    if what in _STATS:
        return bool(getattr(pad, what.replace("-", "_")) >= _STATS[what][0])
    return pad.attack is not None and len(pad.attack) == MOST_DICE and BETTER.keys().isdisjoint(pad.attack)


def upgrades(campaign: Campaign) -> tuple[str, ...]:
    """What can be upgraded on the pad that is played with."""
    return (*UPGRADES, *(UPGRADES_OF_BOOTS if campaign.variant.boots else ()))


DICE_UNKNOWN = later(
    "the hero's dice are not known: read them off the Hero Details, then `hoplo fix pad.attack DICE` (p.38)"
)


def banes_due(campaign: Campaign, amount: int) -> int:
    """Count the banes that some influence brings: one every fourth space, as far as the stack can have them (p.29)."""
    return min(banes_passed(campaign.pad.influence, amount), bag.most_banes_left(campaign))


def gain_influence(campaign: Campaign, amount: int, banes: Sequence[Bane] = ()) -> Result:
    """Mark scion influence, and place the banes drawn for it, as many as `banes_due` says, in order (p.16, 29)."""
    due = banes_due(campaign, amount)
    if len(banes) != due:
        text = plural(
            "this influence brings {n} bane, not {given} (p.29)",
            "this influence brings {n} banes, not {given} (p.29)",
            due,
            given=given(bane.name for bane in banes),
        )
        raise RefusedError("influence.bane", text)
    influence = campaign.pad.influence + amount
    happened = [event_of("influence.gained", amount=amount, influence=influence)]
    out = [event_of("bane.none-left")] if due < banes_passed(campaign.pad.influence, amount) else []
    campaign = campaign.with_pad(influence=influence)
    campaign, taken = for_each(campaign, banes, bag.take_bane)
    return campaign, [*happened, *taken, *out]


def mark_week(campaign: Campaign) -> Result:
    """Cross off a week of the present act (p.28)."""
    pad = campaign.pad
    crossed = pad.weeks[pad.act - 1]
    if not campaign.weeks_left:
        text = tr("all {weeks} weeks of Act {act} are crossed off (p.13, 15)", weeks=crossed, act=ACTS[pad.act])
        raise RefusedError("week.last", text)
    campaign = campaign.with_pad(weeks=tuple(count + (at == pad.act - 1) for at, count in enumerate(pad.weeks)))
    return campaign, [event_of("week.marked", week=crossed + 1, act=pad.act)]


def use_blessing(campaign: Campaign) -> Result:
    """Cross off a blessing to heal the hero fully instead of its defeat (p.13)."""
    return in_order(campaign, lambda campaign: _cross_off(campaign, "blessing.survive"), heal)


def reinforce(campaign: Campaign, drawn: Sequence[str], defeated: int = 0) -> Result:
    """Cross off a blessing to recruit those `drawn` up to Leadership; `defeated` units may not count (p.13)."""
    check_combat(campaign)
    due = reinforcements_due(campaign, defeated)
    if not due:
        text = tr("nobody can be recruited: your troop is as large as your Leadership, or the bag has no unit (p.13)")
        raise RefusedError("blessing.reinforce", text)
    campaign, drawn, found = bag.drawn_for_troop(campaign, drawn, due, "blessing.reinforce")
    campaign, happened = _cross_off(campaign, "blessing.reinforce")
    campaign, joined = for_each(campaign, drawn, recruit_drawn)
    return campaign, [*happened[:1], *found, *happened[1:], *joined]


def recruit_drawn(campaign: Campaign, name: str) -> Result:
    """A unit that came out of the bag joins the camp; RefusedError where it is a bane (p.13, 29, 33)."""
    campaign, chip = bag.take_unit(campaign, name)
    bag.check_locals(campaign, chip)
    # Defeated units of a lethal combat still lie in the camp, and are sacrificed at its end.
    campaign = campaign.with_camp(units=(*campaign.camp.units, chip))
    return campaign, [event_of("camp.recruited", unit=chip, rule="blessing.reinforce")]


def reinforcements_due(campaign: Campaign, defeated: int = 0) -> int:
    """Count the random bag units that Reinforce recruits, up to Leadership (p.13; `bag.short`).

    In a stand-alone fight nobody keeps count of the bag, so that it is not taken to be short.
    """
    due = max(0, campaign.pad.leadership - (campaign.troop_size - defeated))
    return due if campaign.is_stand_alone else min(due, len(campaign.bag.units))


def check_combat(campaign: Campaign) -> None:
    """Refuse a blessing where no combat is on any more: the last one has ended (p.13; ruling bless.over).

    Before the first round the table may be in a combat that hoplo does not know of, and nothing is refused.
    """
    fight = campaign.fight
    if fight is not None and fight.over:
        text = later("{fight} is over, and a blessing can only be used in combat (p.13; ruling bless.over)")
        raise RefusedError("blessing.over", text, fight=fight.name)
    if campaign.phase == "travel" and (any(campaign.pad.weeks) or campaign.came_from):
        raise RefusedError(
            "blessing.over",
            "in the Travel Phase there is no combat, and a blessing can only be used in one (p.13; ruling bless.over); "
            "`hoplo fix pad.blessings N` corrects the pad",
        )
    if campaign.phase == "event" and campaign.kind_here == "opportunity":
        raise RefusedError("blessing.combat", "an Opportunity event is not a combat: a blessing has no use here (p.13)")


def at_the_scion(campaign: Campaign) -> bool:
    """Say whether the scion's combat comes next, or is on (p.14, 30)."""
    from hoplo_companion.campaign.world_map import opponent

    return campaign.is_at_capital and opponent(campaign) == "scion"


def banes_for_blessings(campaign: Campaign, banes: Sequence[str]) -> Result:
    """Cross off all blessings before the scion's combat; each may remove a bane of the bag or camp (p.13, 31)."""
    pad, fight = campaign.pad, campaign.fight
    if not at_the_scion(campaign) or fight is not None:
        raise RefusedError(
            "scion.preparation",
            "blessings are crossed off for banes in Act IV at the scion's capital, before its combat is set up (p.31)",
        )
    if len(banes) > pad.blessings:
        text = later("each blessing left removes one bane at most: {n}, not {given} (p.31)")
        raise RefusedError("scion.preparation", text, n=pad.blessings, given=given(banes))
    happened: list[CampaignEvent] = []
    for left, name in zip(reversed(range(pad.blessings)), [*banes, *[""] * pad.blessings], strict=False):
        happened.append(event_of("blessing.used", left=left, rule="scion.preparation"))
        if name:
            where, _, bane = name.partition(":")
            where, bane = (where, bane) if where in ("bag", "camp") and bane else ("", name)
            campaign, more = bag.remove_bane(campaign, bane.strip(), where)
            happened += more
    return campaign.with_pad(blessings=0), happened


def _cross_off(campaign: Campaign, rule: str) -> Result:
    """Cross a blessing off; RefusedError against the scion, where no combat is on, or none is left (p.13, 31)."""
    pad = campaign.pad
    check_combat(campaign)
    if at_the_scion(campaign):
        raise RefusedError(
            "blessing.not-against-scion",
            "no blessing can be used against the scion: before its combat each one left removes a bane, by "
            "`hoplo pad bless scion` (p.13, 31)",
        )
    if pad.blessings < 1:
        raise RefusedError("blessing.none-left", "no blessing is left (p.13)")
    happened = [event_of("blessing.used", left=pad.blessings - 1, rule=rule)]
    if campaign.phase == "travel":
        # The table may be in a combat that hoplo does not know of: it is mentioned, and not refused.
        happened.append(event_of("blessing.untold"))
    return campaign.with_pad(blessings=pad.blessings - 1), happened
