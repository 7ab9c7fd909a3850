"""What a fight is set up from: the campaign's place, act, camp and bag, and the event's card (Rulebook p.17-20, 30)."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from hoplo_companion.campaign.bag import most_banes_left, stack_of
from hoplo_companion.campaign.camp import COPIES_OF_A_TACTIC, TACTIC_CHIPS
from hoplo_companion.campaign.model import LAST_ACT, Campaign, CombatKind, Fight, RefusedError
from hoplo_companion.campaign.naming import kind_name, region_name
from hoplo_companion.campaign.pad import reinforcements_due
from hoplo_companion.campaign.rounds import accept_combat, banes_at_the_scion, combat_here
from hoplo_companion.campaign.world_map import SCION_REGION, at_place, opponent
from hoplo_companion.components.catalogue import Catalogue, UnknownNameError
from hoplo_companion.components.names import slug
from hoplo_companion.components.schemas import EventRecord
from hoplo_companion.components.words import SHORT_EVENTS, SIDE_B, SPORTS, EventKind
from hoplo_companion.errors import IllegalError, UsageError, as_command, clip
from hoplo_companion.language import later, tr
from hoplo_companion.rules.model import Supply
from hoplo_companion.rules.position.document import SCHEMA
from hoplo_companion.rules.sentence import capital
from hoplo_companion.rules.setup.preparing import LETHAL, Plan
from hoplo_companion.table.saves.format import to_state


def supply_of(campaign: Campaign, catalogue: Catalogue) -> Supply:
    """What a set-up may draw from: the bag, the region's stack, the tactics that nobody holds (p.5, 19-20)."""
    fight = campaign.fight
    fallen, lost = (fight.fallen, fight.position["event"] in LETHAL) if fight is not None else ((), False)
    # Those whom a lethal combat has defeated so far leave their places in the troop (p.28).
    recruits = reinforcements_due(campaign, lost * sum(each.side == "player" and not each.elite for each in fallen))
    supply = Supply(fallen=tuple(each.unit for each in fallen), factions=campaign.factions, recruits=recruits)
    if fight is None or fight.apart:
        return supply
    bag, stack = campaign.bag, stack_of(campaign, faction_of(fight))
    held = Counter([*campaign.camp.tactics, *fight.used])
    basic = [id_ for id_, each in catalogue.every("tactics").items() if each.rival_class]
    return replace(
        supply,
        bag=dict(Counter([*bag.units, *(slug(bane.name) for bane in bag.banes)])),
        banes={slug(bane.name): bane.kind for bane in bag.banes},
        stack=stack.known,
        stack_size=stack.size(),
        tactics={id_: COPIES_OF_A_TACTIC - held[id_] for id_ in basic},
        tactic_chips=TACTIC_CHIPS - sum(held[id_] for id_ in basic),
    )


def card_needed(campaign: Campaign) -> str:
    """Say which card a fight needs here: the id of the preset lineup of a primus combat, or nothing for any event's."""
    if combat_here(campaign) != "capital" or scion_faced(campaign, "") or campaign.variant.has("rivals"):
        return ""
    return f"{CIRCLE}{len(campaign.defeated) + 1}" if campaign.variant.boots else f"primus-{campaign.pad.act}"


CIRCLE, MODIFIER = "boots-primus-", "boots-modifier-"
"""The ids under which what the circles of Mercury's Boots's sheet show is kept like a card: lineup and modifier."""


def modifiers(
    campaign: Campaign, catalogue: Catalogue, ignored: bool = False
) -> tuple[dict[str, EventRecord], list[str]]:
    """The modifiers of the defeated primuses, by id, unless ignored, and the numbers of those not entered."""
    if ignored or not campaign.variant.boots:
        return {}, []
    ids = {str(at): f"{MODIFIER}{at}" for at in range(1, len(campaign.defeated) + 1)}
    known = {id_: record for id_ in ids.values() if (record := catalogue.event(id_)) is not None}
    return known, [number for number, id_ in ids.items() if id_ not in known]


def goals_of(kind: CombatKind, record: EventRecord, sport: str) -> tuple[EventKind, ...]:
    """The kinds of combat that a card leaves to choose from; one, if a sport was picked (p.17-18)."""
    if sport and kind != "sport":
        text = later("{event} is not a Sport event: there is no sport to choose (p.17-18)")
        raise RefusedError("prepare.sport", text, event=record.name)
    if kind != "sport":
        return ("bloodshed",) if kind == "bloodshed" else ("primus",)
    goals = tuple(goal for goal in record.goals if goal in SPORTS) or SPORTS
    picked = tuple(goal for goal in goals if not sport or goal == SHORT_EVENTS.get(slug(sport), slug(sport)))
    if not picked:
        text = later("the card has no {sport}: it has {sports} (p.17-18)")
        raise RefusedError("prepare.sport", text, sport=clip(sport), sports=", ".join(goals))
    return picked


def check_may_begin(campaign: Campaign) -> None:
    """Refuse to begin a fight while another one is followed, or where no combat is due (p.14)."""
    if campaign.fight is not None:
        text = later("the fight {name} is still followed: `hoplo cleanup` ends it, `hoplo undo` takes it back (p.14)")
        raise RefusedError("round.phases", text, name=clip(campaign.fight.name))
    if not campaign.is_stand_alone:
        combat_here(campaign)


def planned(
    campaign: Campaign, card: str, catalogue: Catalogue, sport: str = "", scion: str = "", arena: str = ""
) -> Campaign:
    """The campaign with a fight planned by its card, or against a scion; refused where the rules have none."""
    check_may_begin(campaign)
    scion, apart = scion_faced(campaign, scion), campaign.is_stand_alone
    if scion and (card or sport):
        raise UsageError("the scion combat has no card and no sport: `hoplo fight start` alone begins it (p.31)")
    against = catalogue.scion(scion) if scion else None
    known = against if scion else catalogue.event(card)
    if known is None:
        faced = "scion" if scion else "event"
        raise UnknownNameError(faced, scion or card, catalogue.ids(f"{faced}s"))
    bare: dict[str, Any] = {"name": known.name, "source": known.source, "confidence": known.confidence}
    record = known if isinstance(known, EventRecord) else EventRecord(**bare)
    # What kind of combat it is, is said by the place of the encampment, or by the card where there is no campaign.
    of_card: dict[str | None, CombatKind] = {"primus": "capital", "sport": "sport"}
    kind = "capital" if scion else of_card.get(record.kind, "bloodshed") if apart else combat_here(campaign)
    if not scion and record.kind is not None and of_card.get(record.kind, record.kind) != kind:
        text = later("{card} is a {of} card, and the encampment is at a {here} location (p.14, 16)")
        of = tr("Primus") if record.kind == "primus" else kind_name(record.kind)
        here = capital(kind_name(kind))
        raise RefusedError("event.accept", text, card=record.name, of=of, here=here)
    if not scion and kind == "capital" and record.act not in (None, campaign.pad.act):
        text = later("{card} is the lineup of another act's primus combat: this is Act {act} (p.30)")
        raise RefusedError("prepare.primus", text, card=record.name, act=campaign.pad.act)
    arena = slug(arena) or (SCION_REGION if scion else campaign.region_here)
    if arena and catalogue.arena(arena) is None:
        raise UnknownNameError("arena", arena, catalogue.ids("arenas"))
    if campaign.phase == "event" and not apart:
        campaign, _ = accept_combat(campaign)
    goals: tuple[EventKind, ...] = ("scion",) if scion else goals_of(kind, record, sport)
    plan = _plan(campaign, card, record, catalogue, goals, arena)
    act, start = LAST_ACT if scion else campaign.pad.act, _start(campaign, card, record, catalogue)
    start |= {"act": act, "event": goals[0], "arena": _side_up(campaign, arena, catalogue)}
    if against is not None:
        banes = tuple(slug(bane.name) for bane in campaign.camp.banes)
        due = min(banes_at_the_scion(campaign), most_banes_left(campaign))
        first = campaign.reads("boots.scion-banes=before")
        plan = replace(plan, scion=scion, camp_banes=banes, scion_banes=due, banes_first=first)
        cap = {"cap": against.cap} if against.cap is not None else {}
        start |= {
            "rival": {"lineup": [scion], "tactics": []},
            "bench": {scion: {"chip": scion}},
            "player": start["player"] | {"camp_units": len(campaign.camp.units), "hero": True, **cap},
        }
    fight = Fight(record.name, kind, start, start, card=card, apart=apart)
    campaign = replace(campaign, fight=fight)
    plain = {"plan": to_state(plan), "supply": to_state(supply_of(campaign, catalogue))}
    return replace(campaign, fight=replace(fight, plan=plain))


def faction_of(fight: Fight) -> str:
    """The faction of a fight's arena, whichever side of its card is up."""
    return str(fight.position["arena"]).removesuffix(SIDE_B)


def _side_up(campaign: Campaign, arena: str, catalogue: Catalogue) -> str:
    """The id of the side that an arena's card lies with (Strange Sands); UsageError for a side B not entered."""
    if arena not in campaign.turned or campaign.is_stand_alone:
        return arena
    if name := unknown_side(campaign, catalogue):
        text = later(
            "side B of the arena card {arena} is up, and nobody has entered it: `{command}`, "
            "or `hoplo fix turned none` where side A is up (A3 p.4)"
        )
        raise UsageError(text, arena=name, command=as_command("data", "add", "arena", f"{name} B: …"))
    return arena + SIDE_B


def unknown_side(campaign: Campaign, catalogue: Catalogue) -> str:
    """Name the arena card here whose side B is up and that nobody has entered; empty where there is none (A3 p.4)."""
    arena = campaign.region_here
    return region_name(arena) if arena in campaign.turned and catalogue.arena(arena + SIDE_B) is None else ""


def _plan(
    campaign: Campaign, card: str, record: EventRecord, catalogue: Catalogue, goals: tuple[EventKind, ...], arena: str
) -> Plan:
    """Gather what the lineup is built from."""
    primus = _primus_here(campaign, catalogue, arena) if "primus" in record.lineup else ""
    known, unknown = modifiers(campaign, catalogue, record.ignores_act or goals == ("scion",))
    added = known.values()
    return Plan(
        goals=goals,
        lineup=tuple(record.lineup),
        then=(*(icon for each in added for icon in each.then), *record.then),
        instructions=" ".join(filter(None, (record.instructions, *(each.instructions for each in added)))),
        modifiers=tuple(unknown),
        card=card,
        primus=primus,
        muster=tuple(chip for chip in campaign.camp.units if catalogue.unit(chip) is None),
        opportunities=() if campaign.variant.boots else tuple(slug(name) for name in campaign.camp.opportunities),
    )


def _primus_here(campaign: Campaign, catalogue: Catalogue, region: str) -> str:
    """The chip of the region's primus; RefusedError where none of the campaign's is at home here (p.30)."""
    rule, text = "travel.capital", later("no undefeated primus of this campaign is of the region {region} (p.14, 30)")
    if campaign.is_stand_alone:
        rule, text = "prepare.primus", later("no primus has its home in the region {region} (p.14, 30)")
        primus = {hero.region: id_ for id_, hero in catalogue.every("heroes").items()}.get(region)
    else:
        primus = at_place(campaign, campaign.place).primus
    if not primus:
        raise RefusedError(rule, text, region=region_name(region))
    return f"primus-{slug(primus)}"


def _start(campaign: Campaign, card: str, record: EventRecord, catalogue: Catalogue) -> dict[str, Any]:
    """Write the position before the set-up: your hero, your units in camp, and what you may bring (p.20, 25)."""
    pad, tactics = campaign.pad, [*filter(catalogue.tactic, campaign.camp.tactics)]
    if pad.hp < 1:
        raise IllegalError("your hero has no HP: `hoplo fix pad.hp N` puts the pad right (p.12, 25)")
    hero = {"id": pad.hero, "chip": pad.hero, "side": "player", "hero": True, "hp": pad.hp}
    hero |= {"movement": pad.movement, "range": pad.range, "health": pad.health}
    hero |= {"attack": list(pad.attack)} if pad.attack is not None else {}
    hero |= {"class": list(pad.classes)} if pad.classes else {}
    yours: dict[str, Any] = {"blessings": pad.blessings, "tactics": tactics}
    if record.yours:
        yours |= {"camp_units": record.yours.count("camp"), "hero": "hero" in record.yours}
    if campaign.variant.boots:
        yours["influence"] = pad.influence
        yours["opportunities"] = [slug(card) for card in campaign.camp.opportunities]
    return {
        "schema": SCHEMA,
        "step": "deployment",
        "turn": 1,
        "units": [hero, *_camp(campaign, catalogue)],
        "rival": {"lineup": [], "tactics": []},
        "player": yours,
        "cards": _cards(campaign, card, record, catalogue),
        **({"rulings": dict(campaign.rulings)} if campaign.rulings else {}),
        **({"variant": variant} if (variant := msgspec.to_builtins(campaign.variant)) else {}),
    }


def _camp(campaign: Campaign, catalogue: Catalogue) -> Iterator[dict[str, Any]]:
    """The units in camp whose chips are known, equal ones numbered."""
    seen: Counter[str] = Counter()
    for chip in campaign.camp.units:
        if catalogue.unit(chip) is not None:
            seen[chip] += 1
            faction = {"faction": campaign.factions[chip]} if campaign.factions.get(chip) else {}
            yield {"id": chip if seen[chip] == 1 else f"{chip}-{seen[chip]}", "chip": chip, "side": "player", **faction}


def _cards(campaign: Campaign, card: str, record: EventRecord, catalogue: Catalogue) -> dict[str, list[str]]:
    """The cards in force of which it is known what they do: the event's, your Prowess, the banes in your camp."""
    prowess = [slug(each.label()) for each in campaign.camp.prowess]
    banes = [slug(bane.name) for bane in campaign.camp.banes]
    known, _ = modifiers(campaign, catalogue, record.ignores_act or not card)
    events = [card] if record.effects or record.ignores_act else []
    found = {
        "events": [*events, *(id_ for id_, each in known.items() if each.effects)],
        "prowess": [each for each in prowess if catalogue.prowess(each) is not None],
        "banes": [each for each in banes if catalogue.bane(each) is not None],
    }
    return {kind: names for kind, names in found.items() if names}


def scion_faced(campaign: Campaign, wanted: str) -> str:
    """The id of the scion that is fought here, which may be named; empty for none, RefusedError for another."""
    if campaign.is_stand_alone:
        return slug(wanted)
    here = not campaign.outcome and opponent(campaign) == "scion" and combat_here(campaign) == "capital"
    if wanted and not here:
        text = later(
            "a campaign's scion is faced only in Act IV, at the capital of the {region} (p.14, 30); "
            "for a stand-alone fight add --stand-alone"
        )
        raise RefusedError("scion.vesuvians", text, region=region_name(SCION_REGION))
    if wanted and slug(wanted) != slug(campaign.scion):
        text = later("this campaign's scion is {scion}, not {wanted}; for a stand-alone fight add --stand-alone")
        raise UsageError(text, scion=campaign.scion, wanted=wanted)
    return slug(campaign.scion) if here else ""
