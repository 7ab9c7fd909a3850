"""Putting a combat right by hand, to what is on the mat: the table is the truth, so only what cannot be is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from hoplo_companion.components.names import advise, slug
from hoplo_companion.components.words import COLOUR_NAMED, STEPS
from hoplo_companion.errors import IllegalError, InvalidError, UnknownStatError, UsageError, clip
from hoplo_companion.rules.agenda import Result
from hoplo_companion.rules.camp_changes import CAMP, camp_changed, dropped
from hoplo_companion.rules.events import Event
from hoplo_companion.rules.model import NOWHERE, Combat, Place, Unit
from hoplo_companion.rules.modifiers import health
from hoplo_companion.rules.naming import named
from hoplo_companion.rules.position.line_names import Names
from hoplo_companion.rules.position.units import UnitReader, with_primus_health
from hoplo_companion.rules.questions import MOST_NUMBER
from hoplo_companion.rules.removals import defeated_by_hand
from hoplo_companion.rules.rulings import read_rulings
from hoplo_companion.rules.scion.dice import MOST_DICE_OF_A_COLOUR
from hoplo_companion.rules.setup.events import Corrected
from hoplo_companion.rules.setup.lineup import fresh_id

FORMS = {
    "place": "place UNIT HEX [HP] [rival|player|arena]",
    "move": "move UNIT HEX",
    "remove": "remove UNIT [defeated|camp|lineup]",
    "defeat": "defeat UNIT",
    "set": "set UNIT hp|dazed|tactics|tribune VALUE, set flag|CHIP HEX|UNIT|none, or set "
    "points|turn|act|step|lineup|tactics|rival-tactics|camp-units|hero|blessings|cap|"
    "scion-dice|scion-defeats|over VALUE, set ruling ID=READING",
}
"""The words of corrections, and how each is written."""

OF_UNIT = ("hp", "dazed", "tactics", "tribune")
"""What `set` says of a unit."""

OF_COMBAT = (
    "points", "turn", "act", "step", "lineup", "tactics", "rival-tactics", "camp-units", "hero", "blessings",
)  # fmt: skip
"""What `set` says of the combat."""

SIDES = ("rival", "player", "arena")
YES, NO = ("yes", "true", "on"), ("no", "false", "off")


def correct(combat: Combat, words: Sequence[str], note: str = "") -> Result:
    """Put a combat right as a line of words says (`FORMS`); IllegalError or UsageError where that cannot be."""
    events: list[Event] = []
    match words:
        case ["place", name, hex_name, *rest]:
            combat = _place(combat, name, hex_name, rest)
        case ["move", name, hex_name]:
            combat = _move(combat, _find(combat, name), hex_name)
        case ["remove", name]:
            combat = _remove(combat, _find(combat, name), "defeated")
        case ["defeat", name]:
            combat, events = defeated_by_hand(combat, _find(combat, name))
        case ["remove", name, where]:
            combat = _remove(combat, _find(combat, name), where)
        case ["set", what, *values] if values:
            combat = _set(combat, what, values)
        case [word, *changes] if word == CAMP and changes:
            combat, events = camp_changed(combat, changes)
        case [word, *_] if word in FORMS:
            raise UsageError(f"{clip(' '.join(words))} is not understood: write {FORMS[word]}")
        case _:
            raise UsageError(f"{clip(' '.join(words))} is no correction; {advise(words[0], FORMS, 'corrections')}")
    return combat, [Corrected(rule="fight.corrected", changes=" ".join(words), note=note), *events]


def _find(combat: Combat, name: str, among: Iterable[Unit] | None = None) -> Unit:
    """Find the unit that a name means among some, or all; UsageError suggests the nearest."""
    units = list(combat.units.values() if among is None else among)
    unit = named(combat, name, units)
    if unit is None:
        raise UsageError(f"no unit is called {clip(name)}; {advise(name, [each.id for each in units], 'units')}")
    return unit


def _free_hex(combat: Combat, name: str, unit: str = "") -> int:
    """Find a hex that a unit can stand on; IllegalError where it is not there, blocked, or taken."""
    hex_ = combat.arena.mat.bit.get(name.strip().upper(), 0) & combat.arena.existing
    if not hex_:
        raise IllegalError(f"{clip(name)} is not on this mat")
    if hex_ & combat.arena.blocked:
        raise IllegalError(f"{name.upper()} is a blocked hex: no unit can be on it (p.35)")
    other = combat.at(hex_)
    if other is not None and other.id != unit:
        raise IllegalError(f"{name.upper()} is taken by {other.id}: move or remove it first")
    return hex_


def _number(text: str, least: int = 0) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 6 and least <= int(text) <= MOST_NUMBER):
        raise IllegalError(f"{clip(text)} is no whole number between {least} and {MOST_NUMBER}")
    return int(text)


def _yes_or_no(text: str) -> bool:
    if text.casefold() not in (*YES, *NO):
        raise IllegalError(f"{clip(text)} is neither yes nor no")
    return text.casefold() in YES


# Units on the mat -----------------------------------------------------------------------------------------------


def _place(combat: Combat, name: str, hex_name: str, rest: Sequence[str]) -> Combat:
    """Put a unit on a hex: one of the combat's, the next of the lineup, or a chip that has come from elsewhere."""
    side = next((word for word in rest if word in SIDES), "")
    hp = next((_number(word, 1) for word in rest if word not in SIDES), None)
    if len(rest) > 2 or (len(rest) == 2 and (not side or hp is None)):
        raise UsageError(f"{clip(' '.join(rest))} is not understood: write {FORMS['place']}")
    unit, combat = _to_place(combat, name, side)
    hex_ = _free_hex(combat, hex_name, unit.id)
    combat = combat.with_unit(replace(unit, hex=hex_))
    if hp is None and unit.hp is None:
        try:
            hp = health(combat, combat.units[unit.id])
        except UnknownStatError:
            return combat
    return combat.with_unit(replace(combat.units[unit.id], hp=hp)) if hp is not None else combat


def _to_place(combat: Combat, name: str, side: str) -> tuple[Unit, Combat]:
    """Find the unit to place; one of the lineup leaves it."""
    among = [*combat.units.values(), *(combat.bench[id_] for id_ in combat.lineup)]
    among = [unit for unit in among if side in ("", unit.side)]
    exact = [unit for unit in among if slug(name) in (unit.id, unit.chip)]
    if exact or (not side and not _is_chip(combat, name)):
        unit = _find(combat, name, among)
        return unit, replace(combat, lineup=tuple(id_ for id_ in combat.lineup if id_ != unit.id))
    if not side:
        raise UsageError(f"{clip(name)} is no unit of this combat: say whose it is, rival, player or arena")
    chip = Names(combat.catalogue).find("chip", name) or slug(name)
    # Who lies face down stands up again under its own name.
    id_ = chip if chip in combat.supply.fallen else fresh_id(combat, chip, side)
    try:
        faction = combat.supply.factions.get(chip)
        given = {"chip": chip, **({"faction": faction} if faction else {})}
        unit = UnitReader(combat.catalogue).read_in_camp(id_, given, side)
        return with_primus_health(unit, combat.event, combat.act), combat
    except InvalidError as fault:
        raise IllegalError("; ".join(defect.message for defect in fault.defects)) from None


def _is_chip(combat: Combat, name: str) -> bool:
    return slug(name) in combat.catalogue.chips


def _move(combat: Combat, unit: Unit, hex_name: str) -> Combat:
    if not unit.hex:
        raise IllegalError(f"{unit.id} is not on the mat: place it")
    return combat.with_unit(replace(unit, hex=_free_hex(combat, hex_name, unit.id)))


def _remove(combat: Combat, unit: Unit, where: str) -> Combat:
    """Take a unit off the mat; what it had equipped stays on its hex, as after a defeat (p.27-28)."""
    if where not in ("defeated", "camp", "lineup"):
        raise UsageError(f"{clip(where)} is no place for a unit off the mat: write {FORMS['remove']}")
    if (where, unit.side) in (("camp", "rival"), ("lineup", "player"), ("camp", "arena"), ("lineup", "arena")):
        raise IllegalError(f"{unit.id} is {unit.side}'s: yours go to the camp, the rival's to the lineup")
    combat = dropped(combat, unit)
    if where == "camp":
        return combat.with_daze(replace(unit, hex=NOWHERE, tactics=()), dazed=False)
    combat = combat.without_unit(unit.id)
    if where == "lineup":
        back = replace(unit, hex=NOWHERE, dazed=False, tactics=(), hp=None)
        return replace(combat, lineup=(unit.id, *combat.lineup), bench={**combat.bench, unit.id: back})
    return combat


# What is said of units and of the combat ------------------------------------------------------------------------


def _set(combat: Combat, what: str, values: Sequence[str]) -> Combat:
    word = slug(what)
    if word in chips_to_lay(combat) and len(values) == 1:
        return _lay(combat, word, values[0])
    if word in _OF_COMBAT and len(values) == 1:
        return _OF_COMBAT[word](combat, values[0])
    if len(values) >= 2 and values[0] in _OF_UNIT:
        unit = _find(combat, what)
        if values[0] == "dazed":
            later = slug(" ".join(values[1:])) == "later"
            combat = combat.with_daze(unit, dazed=later)
            if later:
                return combat
        return combat.with_unit(_OF_UNIT[values[0]](combat, unit, " ".join(values[1:])))
    known = [*_OF_COMBAT, *chips_to_lay(combat)]
    raise UsageError(
        f"{clip(' '.join([what, *values]))} is not understood: write {FORMS['set']}; {advise(word, known, 'words')}"
    )


def chips_to_lay(combat: Combat) -> list[str]:
    """List the flag and the arena's chips, those that are off the mat too."""
    record = combat.catalogue.arena(combat.arena.id) if combat.arena.id else None
    return list(dict.fromkeys(["flag", *combat.chips, *(slug(chip) for chip in (record.chips if record else []))]))


def _lay(combat: Combat, chip: str, where: str) -> Combat:
    """Lay the flag or an arena's chip on a hex or with a unit, or take it off the mat."""
    place: Place | None
    if where == "none":
        place = None
    elif hex_ := combat.arena.mat.bit.get(where.upper(), 0) & combat.arena.existing:
        place = Place(hex=hex_)
    else:
        holder = _find(combat, where, combat.in_arena())
        place = Place(holder=holder.id)
    if chip == "flag":
        return replace(combat, flag=place)
    chips = {name: at for name, at in combat.chips.items() if name != chip}
    return replace(combat, chips={**chips, chip: place} if place is not None else chips)


def _set_hp(combat: Combat, unit: Unit, text: str) -> Unit:
    return replace(unit, hp=_number(text, 1))


def _set_dazed(combat: Combat, unit: Unit, text: str) -> Unit:
    return replace(unit, dazed=_yes_or_no(text))


def _set_tactics(combat: Combat, unit: Unit, text: str) -> Unit:
    if unit.elite and text != "none":
        raise IllegalError("tactics are never placed on elite units: heroes, primuses, scions (p.30)")
    return replace(unit, tactics=_tactics(combat, text))


def _set_tribune(combat: Combat, unit: Unit, text: str) -> Unit:
    if unit.side != "rival":
        raise IllegalError("the tribune is a rival unit (p.20)")
    others = [*combat.units.values(), *(combat.bench[id_] for id_ in combat.lineup)]
    other = next((each for each in others if each.tribune and each.id != unit.id), None)
    if other is not None and _yes_or_no(text):
        raise IllegalError(f"{other.id} is the tribune, and there is one: set {other.id} tribune no first (p.20)")
    return replace(unit, tribune=_yes_or_no(text))


_OF_UNIT: dict[str, Callable[[Combat, Unit, str], Unit]] = {
    "hp": _set_hp,
    "dazed": _set_dazed,
    "tactics": _set_tactics,
    "tribune": _set_tribune,
}


def _tactics(combat: Combat, text: str) -> tuple[str, ...]:
    """Read tactics apart by commas; `none` is none of them."""
    names = [slug(name) for name in text.split(",") if name.strip()] if text != "none" else []
    for name in names:
        if combat.catalogue.tactic(name) is None:
            raise UsageError(
                f"no tactic is called {clip(name)}; {advise(name, combat.catalogue.ids('tactics'), 'tactics')}"
            )
    return tuple(names)


def _lineup(combat: Combat, text: str) -> Combat:
    """Set the order of the rival's lineup, or leave units out of it."""
    waiting = [combat.bench[id_] for id_ in combat.lineup]
    names = [name for name in text.split(",") if name.strip()] if text != "none" else []
    ids = tuple(_find(combat, name.strip(), waiting).id for name in names)
    if len(set(ids)) < len(ids):
        raise IllegalError("a unit stands in the lineup once")
    return replace(combat, lineup=ids)


def _step(combat: Combat, text: str) -> Combat:
    if text not in STEPS:
        raise UsageError(f"{clip(text)} is no step; {advise(text, STEPS, 'steps')}")
    return replace(combat, step=text)


def _act(combat: Combat, text: str) -> Combat:
    act = _number(text, 1)
    if act > 4:
        raise IllegalError(f"there is no act {act}: it is 1, 2, 3 or 4")
    return replace(combat, act=act)


def _ruling(combat: Combat, text: str) -> Combat:
    """Put another reading of an open question in force from now on."""
    id_, _, reading = text.partition("=")
    rulings, defects = read_rulings(combat.catalogue, {**(combat.rulings.given or {}), id_: reading})
    if defects:
        raise UsageError("; ".join(defect.message for defect in defects))
    return replace(combat, rulings=rulings)


def _scion_dice(combat: Combat, text: str) -> Combat:
    """Add dice to a scion's pool, or take some away, for good: `green+1,blue-2`; `none` is the card's pool (p.31)."""
    if text == "none":
        return replace(combat, more_dice={})
    if combat.event != "scion":
        raise IllegalError("only a scion has a pool of dice: this is no scion combat (p.31)")
    more = dict(combat.more_dice)
    for word in text.replace(",", " ").split():
        found = re.fullmatch(r"([a-z]+)([+-])(\d{1,2})", word.casefold())
        if found is None or found[1] not in COLOUR_NAMED:
            raise UsageError(f"{clip(word)} changes no dice: write green+1 or blue-2, apart by commas, or none")
        colour, by = COLOUR_NAMED[found[1]], int(found[3]) * (1 if found[2] == "+" else -1)
        more[colour] = more.get(colour, 0) + by
        if abs(more[colour]) > MOST_DICE_OF_A_COLOUR:
            raise UsageError(f"at most {MOST_DICE_OF_A_COLOUR} dice of a colour can be rolled")
    return replace(combat, more_dice={colour: by for colour, by in more.items() if by})


OVER = {"won": "goal-met", "lost": "troop-gone"}
"""How a combat may be said to have ended by hand: its goal is met, or it has failed."""


def _over(combat: Combat, text: str) -> Combat:
    if text not in OVER:
        raise UsageError(f"{clip(text)} is no end of a combat; {advise(text, OVER, 'ends')}")
    return replace(combat, over=OVER[text])


_OF_COMBAT: dict[str, Callable[[Combat, str], Combat]] = {
    "ruling": _ruling,
    "points": lambda combat, text: replace(combat, points=_number(text)),
    "turn": lambda combat, text: replace(combat, turn=_number(text, 1)),
    "act": _act,
    "step": _step,
    "lineup": _lineup,
    "tactics": lambda combat, text: replace(combat, yours=replace(combat.yours, tactics=_tactics(combat, text))),
    "rival-tactics": lambda combat, text: replace(combat, rival_tactics=_tactics(combat, text)),
    "camp-units": lambda combat, text: replace(combat, yours=replace(combat.yours, camp_units=_number(text))),
    "hero": lambda combat, text: replace(combat, yours=replace(combat.yours, hero=_yes_or_no(text))),
    "blessings": lambda combat, text: replace(combat, yours=replace(combat.yours, blessings=_number(text))),
    "cap": lambda combat, text: replace(combat, yours=replace(combat.yours, cap=_number(text, 1))),
    "scion-dice": _scion_dice,
    "scion-defeats": lambda combat, text: replace(combat, scion_defeats=_number(text)),
    "over": _over,
}
