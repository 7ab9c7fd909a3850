"""Putting a combat right by hand, to what is on the mat: the table is the truth, so only what cannot be is refused.

What your camp and your pad gain or lose while a combat is on reaches it as such a change, too (Rulebook p.16, 25, 33).
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.names import advise, in_english, slug
from hoplo_companion.components.words import SIDES
from hoplo_companion.errors import HoploError, IllegalError, InvalidError, UnknownStatError, UsageError, clip
from hoplo_companion.hexes import HEX
from hoplo_companion.language import later, tr
from hoplo_companion.rules import by_hand
from hoplo_companion.rules.agenda import Asks, Result, advance, kind_of_step, push, without_steps_of
from hoplo_companion.rules.defeat import brought_about, defeat, hero_falls, leave
from hoplo_companion.rules.dialogue import Event, event_of
from hoplo_companion.rules.effects.in_force import Scene
from hoplo_companion.rules.effects.use import active
from hoplo_companion.rules.goals import drop, equip, is_home, troop_gone, win
from hoplo_companion.rules.model import NOWHERE, Combat, Unit, is_scion, one_less
from hoplo_companion.rules.modifiers import health
from hoplo_companion.rules.naming import bare_id, called
from hoplo_companion.rules.position.line_words import Names
from hoplo_companion.rules.position.parts import UnitReader, with_primus_health
from hoplo_companion.rules.sentence import Sentence, counted, said
from hoplo_companion.rules.setup.lineup import count_chip, count_tactic, fresh_id, muster, with_card
from hoplo_companion.rules.setup.preparing import offer_opportunity

FORMS = {
    "place": "UNIT HEX [HP] [rival|player|arena]",
    "move": "UNIT HEX",
    "remove": "UNIT gone|defeated|camp|lineup",
    "defeat": "UNIT defeated",
    "set": by_hand.SET,
}
"""The words of corrections, and how each is written."""


def correct(combat: Combat, words: Sequence[str], note: str = "") -> Result:
    """Put a combat right as a line of words says (`FORMS`); IllegalError or UsageError where that cannot be."""
    events: list[Event] = []
    match words:
        case ["place", name, hex_name, *rest]:
            combat, events = _place(combat, name, hex_name, rest)
        case ["defeat", name]:
            combat, events = defeated_by_hand(combat, by_hand.find_unit(combat, name))
        case ["remove", name, *where] if len(where) < 2:
            combat = _remove(combat, by_hand.find_unit(combat, name), *where)
        case ["move", _, _] | ["set", _, *_]:
            what = by_hand.read_setting(combat, words)
            if what.what == "hex" and what.unit is not None and not what.unit.hex:
                # A unit that is not on the mat is placed on its hex.
                combat, events = _place(combat, what.unit.id, what.value, ())
            else:
                combat, events = _made(combat, what)
        case [word, *changes] if word == CAMP and changes:
            combat, events = camp_changed(combat, changes)
        case [word, *_] if word in FORMS:
            raise _not_understood(words, word)
        case _:
            advice = advise(words[0], FORMS, tr("corrections"))
            raise UsageError("{words} is not a correction; {advice}", words=clip(" ".join(words)), advice=advice)
    return combat, [event_of("corrected", changes=" ".join(words), note=note or None), *events]


GONE = ("gone", "defeated", "camp", "lineup")
"""Where a unit is that is off the mat; `gone` says nothing of whether it was defeated."""

MEANT = (*FORMS, *GONE, *by_hand.OF_UNIT, *by_hand.OF_COMBAT, *by_hand.YES, *by_hand.NO, by_hand.NONE, "flag")
"""The words of a correction that may be typed in another language."""


def as_correction(combat: Combat, words: Sequence[str]) -> tuple[str, ...]:
    """The correction that is meant where its verb is left out: `krak D3`, `krak hp 3`, `rep gone`, `points 2`."""
    words = [in_english(word, MEANT) for word in words]
    if words and words[0] in FORMS:
        return tuple(words)
    last = [word.casefold() for word in words[1:]]
    if len(last) == 1 and last[0] in GONE:
        return ("remove", words[0], *(last if last != ["gone"] else []))
    stands = bool(last) and HEX.fullmatch(last[0]) is not None and slug(words[0]) not in by_hand.chips_to_lay(combat)
    return ("place" if stands else "set", *words)


def _not_understood(words: Sequence[str], word: str) -> UsageError:
    return UsageError("{words} is not understood: write {form}", words=clip(" ".join(words)), form=FORMS[word])


def _made(combat: Combat, setting: by_hand.Setting) -> Result:
    """Set something, with what it brings about; the flagholder that is put on its home hex has come home (p.18)."""
    after, events = brought_about(combat, setting.put(combat), setting)
    unit = after.units.get(setting.unit.id) if setting.unit is not None and setting.what == "hex" else None
    if unit is None or after.over or not is_home(after, unit) or is_home(combat, combat.units[unit.id]):
        return after, events
    after, won = win(after, "flag.home", ["home.by-hand"])
    return after, [*events, *won]


def another_of(combat: Combat, words: Sequence[str]) -> tuple[Unit, str] | None:
    """The unit that stands there by the name of a chip to be placed, and the id that another one would have."""
    match words:
        case ["place", name, hex_name, *rest]:
            side = next((word for word in rest if word in SIDES), "")
            there = [unit for unit in combat.in_arena() if slug(name) == unit.chip and side in ("", unit.side)]
            camp = [unit for unit in combat.units.values() if not unit.hex]
            waiting = {unit.chip for unit in (*camp, *(combat.bench[id_] for id_ in combat.lineup))}
            stands = any(unit.hex == combat.arena.hex_typed(hex_name) for unit in there)
            if there and not stands and not there[0].elite and slug(name) not in waiting:
                return there[0], fresh_id(combat, there[0].chip, there[0].side)
    return None


def _place(combat: Combat, name: str, hex_name: str, rest: Sequence[str]) -> Result:
    """Put a unit on a hex: one of the combat's, the next of the lineup, or a chip that has come from elsewhere."""
    side = next((word for word in rest if word in SIDES), "")
    hp = next((by_hand.number(word, 1) for word in rest if word not in SIDES), None)
    if len(rest) > 2 or (len(rest) == 2 and (not side or hp is None)):
        raise _not_understood(rest, "place")
    unit, combat = _to_place(combat, name, side)
    unit = replace(unit, hex=by_hand.free_hex(combat, hex_name, unit.id))
    if hp is None and unit.hp is None:
        with suppress(UnknownStatError):
            hp = health(combat.with_unit(unit), unit)
    unit = unit if hp is None else replace(unit, hp=hp)
    return equip(combat.with_unit(unit), unit, unit.hex, displaced=True)


def _to_place(combat: Combat, name: str, side: str) -> tuple[Unit, Combat]:
    """Find the unit to place; one of the lineup leaves it."""
    among = [*combat.units.values(), *(combat.bench[id_] for id_ in combat.lineup)]
    among = [unit for unit in among if side in ("", unit.side)]
    exact = [unit for unit in among if slug(name) in (unit.id, unit.chip)]
    chip = slug(name) if slug(name) in combat.catalogue.chips else bare_id(slug(name))
    if exact or (not side and chip not in combat.catalogue.chips):
        unit = by_hand.find_unit(combat, name, among)
        return unit, replace(combat, lineup=tuple(id_ for id_ in combat.lineup if id_ != unit.id))
    if not side:
        raise UsageError("{chip} is not in this combat: add whose it is, rival, player or arena.", chip=clip(name))
    if chip == slug(name):
        chip = Names(combat.catalogue).find("chip", name) or chip
    # Who lies face down comes back under its own name, and so does one that is named by its number.
    id_ = chip if chip in combat.supply.fallen else slug(name) if chip != slug(name) else fresh_id(combat, chip, side)
    try:
        faction = combat.supply.factions.get(chip)
        given = {"chip": chip, **({"faction": faction} if faction else {})}
        unit = UnitReader(combat.catalogue).read_given(id_, given, side)
        return with_primus_health(unit, combat), combat
    except InvalidError as fault:
        raise IllegalError("; ".join(defect.message for defect in fault.defects)) from None


def _remove(combat: Combat, unit: Unit, where: str = "defeated") -> Combat:
    """Take a unit off the mat; what it had equipped stays on its hex, as after a defeat (p.27-28)."""
    if where not in ("defeated", "camp", "lineup"):
        raise UsageError("A unit off the mat is not in {place}: write {form}", place=clip(where), form=FORMS["remove"])
    if unit.side != {"camp": "player", "lineup": "rival"}.get(where, unit.side):
        text = later("{unit} is not yours, so it does not go to your camp.")
        if where == "lineup":
            text = later("{unit} is not the rival's, so it does not go to its lineup.")
        raise IllegalError(said(text, unit=called(combat, unit)).words())
    combat, _ = drop(combat, unit)
    if where == "camp":
        return combat.with_daze(replace(unit, hex=NOWHERE, tactics=()), dazed=False)
    combat = combat.without_unit(unit.id)
    return combat.with_next(unit) if where == "lineup" else combat


def defeated_by_hand(combat: Combat, unit: Unit) -> Result:
    """Defeat a unit by hand; what it still had to do ends with it, unless it may stand again (p.27-28)."""
    if not unit.is_your_hero and not is_scion(combat, unit):
        combat = without_steps_of(combat, {unit.id})
        if not unit.hex:
            return leave(combat, unit)
    return defeat(combat, unit)


def taken_off(combat: Combat, words: Sequence[str]) -> Unit | None:
    """Find the unit that a correction takes off the mat for defeated, or sets to 0 HP; None where it does neither."""
    match words:
        case ["remove", name] | ["remove", name, "defeated"] | ["defeat", name]:
            return by_hand.find_unit(combat, name)
        case ["set", _, *_]:
            with suppress(HoploError):  # what is wrong with it is said where it is carried out
                setting = by_hand.read_setting(combat, words[1:])
                return setting.unit if setting.is_defeat() else None
    return None


def follows(combat: Combat, unit: Unit) -> list[tuple[str, Sentence]]:
    """What a unit's defeat would set off beyond its leaving the mat, each by its rule, by carrying it out.

    Nothing once the combat is over.
    """
    if combat.over:
        return []
    begin = defeat if unit.is_your_hero else leave
    after, events = begin(replace(combat, agenda=()), unit)
    after, more = advance(after)
    found = [(event.rule, text) for event in (*events, *more) if (text := _set_off(combat, event)) is not None]
    if hero_falls in map(kind_of_step, after.agenda):
        perhaps = said("Defeated, it is saved by a blessing if one is left, or the campaign is lost")
        found.append(("blessing.survive", perhaps))
    if troop_gone in map(kind_of_step, after.agenda):
        found.append(("end.troop-gone", said(_ENDS["troop-gone"])))
    if begin is defeat:
        return found
    seen = Scene(unit.id, target=unit.id, depth=1)
    names = dict.fromkeys(use.held.name for use in active(combat, "defeated", unit.id, seen)) if unit.hex else {}
    return [*found, *(("combat.trigger-order", said("Its defeat sets off {effects}", effects=each)) for each in names)]


def _set_off(combat: Combat, event: Event) -> Sentence | None:
    """Say what an event of a defeat in a combat means for its player; None where it is only what was meant."""
    hero = combat.hero()
    match event.what, event.values:
        case "hero-saved", _:
            return counted(
                "Defeated, it uses your last blessing and is healed fully",
                "Defeated, it uses one of your {n} blessings and is healed fully",
                combat.yours.blessings or 0,
            )
        case "hero-reduced", _:
            if hero is not None and hero.hp:
                text = later("This defeats the tribune: {hero} drops from {hp} HP to 1")
                return said(text, hero=called(combat, hero), hp=hero.hp)
            name = called(combat, hero) if hero is not None else said("your hero")
            return said("This defeats the tribune: {hero} has 1 HP from now on", hero=name)
        case "influence-brought", {"amount": n}:
            return said("This defeats the tribune: you gain {n} influence, and your hero keeps its HP", n=n)
        case "scion-defeated", {"times": at, "of": of} if at < of:
            return said("This is defeat {at} of the {of} that its card needs", at=at, of=of)
        case "scion-defeated", _:
            return said("Its defeat is what you need to win")
        case "combat-ended", {"why": why} if why in _ENDS:
            return said(_ENDS[why])
    return None


_ENDS = {
    "campaign-lost": later("Defeated, the campaign is lost: there is no blessing to use"),
    "troop-gone": later("It is the last unit of your troop: with its defeat the combat is lost"),
    "goal-met": later("With its defeat you win"),
}
"""What ends a combat, said of a unit by whose defeat it does."""


CAMP = "camp"
"""The first word of such a change; the others are `KEY=VALUE`."""


def camp_changed(combat: Combat, changes: Sequence[str]) -> Result:
    """Let a combat gain and lose what the camp and the pad do, change by change.

    Shapes: `recruit=CHIP`, `sacrifice=UNIT`, `tactics=` and `prowess=` with all that are held then, separated by
    commas, `bane-in=` and `bane-out=`, a number of the hero's, and what a set-up draws from (`bag-in=CHIP`,
    `tactic-out=CHIP` …). UsageError for any other word.
    """
    events: list[Event] = []
    for change in changes:
        key, _, value = change.partition("=")
        if key not in _CHANGES:
            raise UsageError("{change} changes nothing in a camp.", change=clip(change))
        combat = _CHANGES[key](combat, key, value)
        events += [event_of("sacrificed", unit=value, rulings=["sacrifice.which"])] if key == "sacrifice" else []
    return combat, events


def _of_camp(combat: Combat, key: str, id_: str) -> Combat:
    """A unit joins those that you may deploy, against a scion the whole camp, or leaves undefeated (p.20, 31, 37)."""
    unit = combat.units.get(id_)
    joins = key == "recruit"
    count = combat.yours.camp_units
    if combat.event == "scion" and count is not None and (joins or (unit is not None and not unit.hex)):
        combat = _yours(combat, camp_units=max(0, count + (1 if joins else -1)))
    if joins:
        return push(combat, Asks(muster, (id_,)))
    if unit is None:
        return combat
    combat = drop(combat, unit)[0].without_unit(id_)
    return push(combat, Asks(troop_gone)) if unit.hex and not any(combat.in_arena("player")) else combat


def _yours(combat: Combat, **changed: Any) -> Combat:
    return replace(combat, yours=replace(combat.yours, **changed))


def _split(value: str) -> list[str]:
    return [name for name in value.split(",") if name]


def _prowess(combat: Combat, key: str, value: str) -> Combat:
    """Put these Prowess cards in force and no others: they change the hero from now on (p.33)."""
    combat = replace(combat, cards=tuple(card for card in combat.cards if card.kind != "prowess"))
    for name in _split(value):
        combat = with_card(combat, "prowess", name)
    return combat


def _camp_bane(combat: Combat, key: str, name: str) -> Combat:
    """Put a camp bane in force as long as it is in the camp (p.30)."""
    if key == "bane-in":
        return with_card(combat, "banes", name)
    gone = next((card for card in combat.cards if (card.kind, card.id) == ("banes", name)), None)
    return replace(combat, cards=one_less(combat.cards, gone))


def _opportunity(combat: Combat, key: str, card: str) -> Combat:
    """Another roll for a card that is kept now (Mercury's Boots); none, nor the change, of one that has left."""
    kept = combat.yours.opportunities
    if key == "opportunity-in":
        return _yours(combat, opportunities=(*kept, card)) if combat.variant.boots else combat
    combat = _yours(combat, opportunities=one_less(kept, card))
    return replace(combat, agenda=tuple(step for step in combat.agenda if step != Asks(offer_opportunity, (card,))))


def _of_hero(combat: Combat, key: str, value: str) -> Combat:
    """Give the hero a number, its dice or its class as the pad shows them now (p.11, 33)."""
    hero = combat.hero()
    if hero is None:
        return combat
    what: Any = tuple(_split(value)) if key in ("attack", "classes") else int(value)
    if key == "hp":
        return combat.with_unit(replace(hero, hp=what))
    given = replace(hero.given, **{key: list(what) if isinstance(what, tuple) else what})
    return combat.with_unit(replace(hero, given=given, **{key: what}))


def _of_bag(combat: Combat, key: str, value: str) -> Combat:
    chip, _, kind = value.partition(":")
    supply = combat.supply
    if supply.bag is None:
        return combat
    if key == "bag-out" and not supply.bag.get(chip):
        raise IllegalError("{chip} has been drawn in the set-up that is under way.", chip=chip)
    banes = {**supply.banes, chip: kind} if kind else supply.banes
    return count_chip(replace(combat, supply=replace(supply, banes=banes)), chip, 1 if key == "bag-in" else -1)


_CHANGES: dict[str, Callable[[Combat, str, str], Combat]] = {
    **dict.fromkeys(("recruit", "sacrifice"), _of_camp),
    "tactics": lambda combat, _, value: _yours(combat, tactics=tuple(_split(value))),
    "prowess": _prowess,
    **dict.fromkeys(("bane-in", "bane-out"), _camp_bane),
    **dict.fromkeys(("opportunity-in", "opportunity-out"), _opportunity),
    "influence": lambda combat, _, value: (
        _yours(combat, influence=int(value)) if combat.yours.influence is not None else combat
    ),
    **dict.fromkeys(("movement", "range", "health", "attack", "classes", "hp"), _of_hero),
    "blessings": lambda combat, _, value: _yours(combat, blessings=int(value)),
    "leadership": lambda combat, _, __: combat,  # it counts for what is recruited alone
    **dict.fromkeys(("bag-in", "bag-out"), _of_bag),
    "tactic-in": lambda combat, _, chip: count_tactic(combat, chip, 1),
    "tactic-out": lambda combat, _, chip: count_tactic(combat, chip, -1),
}
