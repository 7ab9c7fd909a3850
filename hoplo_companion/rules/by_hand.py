"""What is set by hand, in words: one language for `set`, `fix`, the board's editor, and all that is resolved by hand.

A setting says what is set to what: `krak hp 3`, `krak dazed`, `flag D4`, `points 2`. Two tables hold everything that
can be set, and how its value is written: parsing, help and completion come from them.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, NamedTuple

from msgspec.structs import replace

from hoplo_companion.components.names import advise, in_english, slug
from hoplo_companion.components.words import STEPS
from hoplo_companion.errors import Defect, Defects, IllegalError, UsageError, clip
from hoplo_companion.hexes import HEX
from hoplo_companion.language import later, tr
from hoplo_companion.notation.parts import must_be
from hoplo_companion.rules.dialogue import MOST_NUMBER
from hoplo_companion.rules.model import Combat, Place, Rulings, Unit, one_less
from hoplo_companion.rules.naming import called, named
from hoplo_companion.rules.position.document import flaws
from hoplo_companion.rules.position.parts import hex_named
from hoplo_companion.rules.rulings import read_rulings
from hoplo_companion.rules.scion.dice import read_changes
from hoplo_companion.rules.sentence import capital, said

YES, NO = ("yes", "true", "on"), ("no", "false", "off")
NONE = "none"
"""The value that empties a list, or takes a chip off the mat."""


def number(text: str, least: int = 0) -> int:
    """Read a whole number."""
    if not (text.isascii() and text.isdigit() and len(text) < 6 and least <= int(text) <= MOST_NUMBER):
        why = later("{text} is not a whole number from {least} to {most}.")
        raise IllegalError(why, text=clip(text), least=least, most=MOST_NUMBER)
    return int(text)


def yes_or_no(text: str) -> bool:
    """Read yes or no."""
    word = in_english(text.casefold(), (*YES, *NO))
    if word not in (*YES, *NO):
        raise IllegalError("{text} is neither yes nor no.", text=clip(text))
    return word in YES


def find_unit(combat: Combat, name: str, among: Iterable[Unit] | None = None) -> Unit:
    """Find the unit that a name means among some, or all; UsageError suggests the nearest."""
    units = list(combat.units.values() if among is None else among)
    gone = slug(name) in combat.supply.fallen and slug(name) not in combat.units
    # Who lies face down is meant by its own name, and not another one whose name begins like it.
    unit = None if gone else named(combat, name, units)
    if unit is None:
        advice = advise(name, [each.id for each in units], tr("units"))
        raise UsageError("There is no unit {name} here; {advice}", name=clip(name), advice=advice)
    return unit


def _hex(combat: Combat, name: str) -> int:
    """Find a hex by its name; IllegalError says which hexes the mat has."""
    hex_ = hex_named(combat.arena, name, "", defects := Defects())
    _refuse(defects)
    return hex_


def _refuse(defects: Iterable[Defect]) -> None:
    """Refuse what a board cannot have by the defects of a position that has it; nothing where there are none."""
    if wrong := [each.message for each in defects]:
        raise IllegalError(capital("; ".join(wrong)) + ".")


def free_hex(combat: Combat, name: str, unit: str) -> int:
    """Find a hex that a unit can be on; IllegalError where it is not on the mat, blocked, or taken."""
    hex_ = _hex(combat, name)
    if hex_ & combat.arena.blocked:
        raise IllegalError("{hex} is a blocked hex: no unit can be on it. p.35", hex=name.upper())
    other = combat.at(hex_)
    if other is not None and other.id != unit:
        taken = said("{unit} is on {hex}: move or remove it first.", unit=called(combat, other), hex=name.upper())
        raise IllegalError(taken.words())
    return hex_


def _tactics(combat: Combat, _: Any, text: str) -> tuple[str, ...]:
    """Read tactics separated by commas."""
    return tuple(_tactic(combat, name) for name in text.split(",") if name.strip()) if text != NONE else ()


def _tactic(combat: Combat, name: str) -> str:
    return must_be(name, combat.catalogue.ids("tactics"), tr("a tactic"), tr("tactics"))


class Settable(NamedTuple):
    """Something that is set: how its value is written (`form`), how it is read and set, what it may be, what it is now.

    Shapes: each takes the unit where it is of one, else None; an empty `form` takes no value, one in brackets may go
    without; there is no `now` of what only changes another one.
    """

    form: str
    put: Callable[[Combat, Any, str], Combat]
    offers: Callable[[Combat], Iterable[str]]
    now: Callable[[Combat, Any], Any] | None = None


def _set_dazed(combat: Combat, unit: Unit, text: str) -> Combat:
    """Daze a unit as on the turn of its deployment, or `later` by an effect; or wake it up."""
    if text.casefold() == "later":
        return combat.with_daze(unit, dazed=True)
    combat = combat.with_daze(unit, dazed=False)
    return combat.with_unit(replace(unit, dazed=not text or yes_or_no(text)))


Offers = Callable[[Combat], Iterable[str]]
Read = Callable[[Combat, Any, str], Any]


def _field(form: str, field: str, read: Read, offers: Offers | None = None, of: str = "combat") -> Settable:
    """A field of the `combat` itself, of a `unit` or of what is `yours`, read from its word."""

    def owner(combat: Combat, unit: Any) -> Any:
        return {"combat": combat, "unit": unit, "yours": combat.yours}[of]

    def put(combat: Combat, unit: Any, text: str) -> Combat:
        changed: Any = replace(owner(combat, unit), **{field: read(combat, unit, text)})
        if of == "unit":
            return combat.with_unit(changed)
        return replace(combat, yours=changed) if of == "yours" else changed

    return Settable(form, put, offers or (lambda _: ()), lambda combat, unit: getattr(owner(combat, unit), field))


_of_unit, _yours = partial(_field, of="unit"), partial(_field, of="yours")


def _count(least: int = 0) -> Read:
    return lambda _, __, text: number(text, least)


def _answer(_: Combat, __: Any, text: str) -> bool:
    return yes_or_no(text)


def _known_tactics(combat: Combat) -> Iterable[str]:
    return combat.catalogue.ids("tactics")


OF_UNIT = {
    "hp": _of_unit("N", "hp", _count(1)),
    "hex": _of_unit(
        "HEX",
        "hex",
        lambda combat, unit, text: free_hex(combat, text, unit.id),
        lambda combat: combat.arena.mat.names(combat.arena.existing),
    )._replace(now=lambda combat, unit: combat.hex_of(unit) or None),
    "dazed": Settable("[yes|no|later]", _set_dazed, lambda _: ("yes", "no", "later"), lambda _, unit: unit.dazed),
    "awake": Settable("", lambda combat, unit, _: _set_dazed(combat, unit, "no"), lambda _: ()),
    "defeated": _of_unit("", "hp", lambda _, __, ___: number("0", 1))._replace(now=None),
    "tactics": _of_unit("TACTIC,...|none", "tactics", _tactics, _known_tactics),
    "gains": _of_unit(
        "TACTIC", "tactics", lambda combat, unit, text: (*unit.tactics, _tactic(combat, text)), _known_tactics
    )._replace(now=None),
    "loses": _of_unit(
        "TACTIC", "tactics", lambda combat, unit, text: one_less(unit.tactics, _tactic(combat, text)), _known_tactics
    )._replace(now=None),
    "tribune": _of_unit("yes|no", "tribune", _answer, lambda _: ("yes", "no")),
}
"""What is set of a unit, by its word."""


def _lineup(combat: Combat, _: Any, text: str) -> tuple[str, ...]:
    """Read the order of the rival's lineup, out of which units may be left."""
    waiting = [combat.bench[id_] for id_ in combat.lineup]
    names = [name for name in text.split(",") if name.strip()] if text != NONE else []
    ids = tuple(find_unit(combat, name.strip(), waiting).id for name in names)
    if len(set(ids)) < len(ids):
        raise IllegalError("A unit can be in the lineup only once.")
    return ids


def _ruling(combat: Combat, _: Any, text: str) -> Rulings:
    """Put another reading of an open question in force from now on."""
    id_, _, reading = text.partition("=")
    rulings, defects = read_rulings(combat.catalogue, {**(combat.rulings.given or {}), id_: reading})
    if defects:
        raise UsageError("; ".join(defect.message for defect in defects))
    return rulings


def _scion_dice(combat: Combat, _: Any, text: str) -> dict[str, int]:
    """Add dice to a scion's pool, or take some away, for good: `green+1,blue-2`; `none` is the card's pool (p.31)."""
    more = dict(combat.more_dice)
    for colour, by in read_changes(text).items() if text != NONE else ():
        more[colour] = more.get(colour, 0) + by
    return {colour: by for colour, by in more.items() if by and text != NONE}


OVER = {"won": "goal-met", "lost": "troop-gone"}
"""How a combat may be said to have ended by hand: its goal is met, or it has failed."""


def _over(combat: Combat, _: Any, text: str) -> str:
    if text not in OVER:
        raise UsageError("A combat ends won or lost, not {text}.", text=clip(text))
    return OVER[text]


OF_COMBAT = {
    "points": _field("N", "points", _count()),
    "turn": _field("N", "turn", _count(1)),
    "act": _field("1|2|3|4", "act", _count(1), lambda _: ("1", "2", "3", "4")),
    "step": _field(
        "|".join(STEPS), "step", lambda _, __, text: must_be(text, STEPS, tr("a step"), tr("steps")), lambda _: STEPS
    ),
    "lineup": _field("UNIT,...|none", "lineup", _lineup, lambda combat: combat.lineup),
    "tactics": _yours("TACTIC,...|none", "tactics", _tactics, _known_tactics),
    "rival-tactics": _field("TACTIC,...|none", "rival_tactics", _tactics, _known_tactics),
    "camp-units": _yours("N", "camp_units", _count()),
    "hero": _yours("yes|no", "hero", _answer, lambda _: ("yes", "no")),
    "blessings": _yours("N", "blessings", _count()),
    "cap": _yours("N", "cap", _count(1)),
    "scion-dice": _field("COLOUR+N,...|none", "more_dice", _scion_dice, lambda _: (NONE,)),
    "scion-defeats": _field("N", "scion_defeats", _count()),
    "over": _field("won|lost", "over", _over, lambda _: OVER),
    "ruling": _field(
        "ID=READING", "rulings", _ruling, lambda combat: [f"{id_}=" for id_ in combat.catalogue.ids("rulings")]
    )._replace(now=lambda combat, _: combat.rulings.given),
}
"""What is set of the combat, by its word."""

OF_EVENT = {
    "flag": ("capture-the-flag", later("There is a flag in Capture the Flag alone, and this is another event. p.18")),
    "points": (
        "king-of-the-hill",
        later("Points are counted in King of the Hill alone, and this is another event. p.18"),
    ),
    "scion-dice": ("scion", later("Only a scion has a pool of dice, and this is not a scion combat. p.31")),
    "scion-defeats": ("scion", later("Only a scion is defeated several times, and this is not a scion combat. p.31")),
}
"""What only one event has; a position may say it in any, where it counts for nothing."""


def chips_to_lay(combat: Combat) -> list[str]:
    """The flag and the arena's chips, those that are off the mat too."""
    return list(dict.fromkeys(["flag", *combat.chips, *map(slug, combat.arena.card.chips)]))


def place_of(combat: Combat, chip: str) -> str | None:
    """Name the hex that a chip lies on, or the unit that holds it; None where it is off the mat."""
    place = combat.chips_and_flag().get(chip)
    if place is None:
        return None
    return combat.arena.mat.name(place.hex) if place.hex else place.holder


def _chip(chip: str) -> Settable:
    """Where the flag or a chip is: on a hex, with a unit, or off the mat."""

    def lay(combat: Combat, _: Any, where: str) -> Combat:
        place: Place | None = None
        if where != NONE:
            is_hex = HEX.fullmatch(where) is not None and where not in combat.units
            holds = Place(hex=_hex(combat, where)) if is_hex else None
            place = holds or Place(holder=find_unit(combat, where, combat.in_arena()).id)
        if chip == "flag":
            return replace(combat, flag=place)
        chips = {name: at for name, at in combat.chips.items() if name != chip}
        return replace(combat, chips={**chips, chip: place} if place is not None else chips)

    def offers(combat: Combat) -> list[str]:
        units = [unit.id for unit in combat.in_arena("player" if chip == "flag" else "")]
        return [*combat.arena.mat.names(combat.arena.existing), *units, NONE]

    return Settable(CHIP, lay, offers, lambda combat, _: place_of(combat, chip))


class Setting(NamedTuple):
    """What is set to what: of a unit, or of the combat or a chip where there is none."""

    what: str
    value: str
    unit: Unit | None = None

    @property
    def row(self) -> Settable:
        """How it is set."""
        return OF_UNIT[self.what] if self.unit is not None else OF_COMBAT.get(self.what) or _chip(self.what)

    def put(self, combat: Combat) -> Combat:
        """Set it, and nothing else; IllegalError or UsageError where it cannot be so."""
        event, why = OF_EVENT.get(self.what, (combat.event, ""))
        if combat.event != event and self.value != NONE:
            raise IllegalError(why)
        after = self.row.put(combat, self.unit, self.value)
        was = {flaw.message for flaw in flaws(combat, str)}
        _refuse(flaw for flaw in flaws(after, str) if flaw.message not in was)
        return after

    def now(self, combat: Combat) -> Any:
        """What it is now: a number, yes or no, names, a hex; None for nothing."""
        now = self.row.now
        return now(combat, self.unit) if now is not None else None

    def is_defeat(self) -> bool:
        """Say whether a unit has no HP left by it."""
        return self.what == "defeated" or (self.what == "hp" and bool(self.value) and not self.value.strip("0"))


def read_setting(combat: Combat, words: Sequence[str]) -> Setting:
    """Read a setting, in any of the ways to write it; UsageError says what is not understood.

    Where a unit goes (`move krak D4`) and that it is gone (`defeat krak`) are settings too, and `set` may stand before
    any of them.
    """
    match words:
        case ["set", _, *_]:
            return read_setting(combat, words[1:])
        case ["move" | "place", *name, hex_name] if name:
            return Setting("hex", hex_name, find_unit(combat, " ".join(name)))
        case ["remove" | "defeat", *name] if name:
            return Setting("defeated", "", find_unit(combat, " ".join(name)))
        case ["chip", chip, "hex" | "with", *where] if where:
            if slug(chip) not in (known := chips_to_lay(combat)):
                advice = advise(chip, known, tr("chips"))
                raise UsageError("There is no chip {name} here; {advice}", name=clip(chip), advice=advice)
            return Setting(slug(chip), " ".join(where))
        case [what, value] if slug(what) in chips_to_lay(combat) or slug(what) in OF_COMBAT:
            return Setting(slug(what), value)
    at = next((at for at in range(1, len(words)) if words[at] in OF_UNIT), 0)
    value = " ".join(words[at + 1 :])
    form = OF_UNIT[words[at]].form if at else ""
    if at and (form.startswith("[") or bool(form) == bool(value)):
        return Setting(words[at], value, find_unit(combat, " ".join(words[:at])))
    known = [*OF_COMBAT, *chips_to_lay(combat)]
    advice, text = advise(slug(words[0]) if words else "", known, tr("words")), clip(" ".join(words))
    raise UsageError("{words} is not understood: write {forms}; {advice}", words=text, forms=SET, advice=advice)


def offered(combat: Combat, words: Sequence[str]) -> list[str]:
    """What may come next behind the words of a setting that have been typed."""
    match words:
        case []:
            return [*combat.units, *chips_to_lay(combat), *OF_COMBAT]
        case [what] if what in OF_COMBAT or what in chips_to_lay(combat):
            return list(Setting(what, "").row.offers(combat))
        case [_]:
            return list(OF_UNIT)
        case [_, what] if what in OF_UNIT:
            return list(OF_UNIT[what].offers(combat))
    return []


CHIP = "flag|CHIP HEX|UNIT|none"

SET = f"UNIT {'|'.join(OF_UNIT)} [VALUE], {CHIP}, {'|'.join(OF_COMBAT)} VALUE"
"""How settings are written, in short."""

_OF_UNITS = (f"UNIT {what} {each.form}".strip() for what, each in OF_UNIT.items())
WORDS = " | ".join(["nothing", "used", *_OF_UNITS, CHIP, "dice COLOURS", "damage N", "target UNIT"])
"""What can be said of something that is resolved by hand; whatever else `set` knows can be too."""
