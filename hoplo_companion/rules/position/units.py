"""What a position says of its units: chips and their stats, overridden where it says so (docs/interface.md)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import advise, part_number, slug, unknown, wrong_number
from hoplo_companion.components.schemas import HeroRecord, UnitRecord
from hoplo_companion.components.variant import Variant
from hoplo_companion.components.words import CLASSES
from hoplo_companion.dice import HIT_FACES
from hoplo_companion.errors import STATS, Defect, InvalidError, clip, defect, part
from hoplo_companion.language import later, tr
from hoplo_companion.rules.effects.in_force import NOTHING, Words, words_of, words_of_skills
from hoplo_companion.rules.effects.judge import LEAST
from hoplo_companion.rules.model import NOWHERE, Arena, Unit
from hoplo_companion.rules.position.arenas import NO_ARENA, hex_named
from hoplo_companion.rules.position.document import StatsDoc, UnitDoc
from hoplo_companion.rules.questions import MOST_NUMBER as MOST
from hoplo_companion.signs import is_name

MOST_DICE = 99
_REMEMBERED = 10_000


class _Chip(NamedTuple):
    """A unit of a chip as the game data know it, if they do, to be overridden; a scion has its `reactions` always."""

    unit: Unit
    known: bool = True
    reactions: Words = NOTHING


def _printed(unit: Unit, record: UnitRecord | HeroRecord, faction: str, skills: dict[str, int], **more: Any) -> Unit:
    """A unit with all that its chip shows."""
    attack = None if record.attack is None else tuple(record.attack)
    return replace(
        unit, faction=faction, classes=tuple(record.classes), movement=record.movement, range=record.range,
        health=record.health, attack=attack, skills=skills, **more,
    )  # fmt: skip


def _read_attack(given: tuple[str | int, ...]) -> tuple[tuple[str, ...], list[tuple[str, str]]]:
    """Read an Attack, the colours of its dice or their counts in the order of `HIT_FACES`, and its faults by place."""
    if given and all(type(count) is int for count in given):
        counts = [count for count in given if isinstance(count, int)]
        if len(counts) == len(HIT_FACES) and all(0 <= count <= MOST_DICE for count in counts):
            return tuple(colour for colour, count in zip(HIT_FACES, counts, strict=True) for _ in range(count)), []
        text = tr("name the dice, as in ['blue', 'blue'], or count them: five numbers from 0, for {colours}")
        return (), [("", text.format(colours=", ".join(HIT_FACES)))]
    faults = []
    for at, colour in enumerate(given):
        if colour not in HIT_FACES:
            advice = advise(str(colour), HIT_FACES, tr("colours of dice"))
            text = tr("{text} is not {one}; {advice}", text=clip(colour), one=tr("a colour of dice"), advice=advice)
            faults.append((f"[{at}]", text))
    return tuple(str(colour) for colour in given), faults


PRIMUS_HEALTH = {1: 6, 2: 8, 3: 10}
"""The Health of a primus by act, which overrides its chip (p.30)."""


def with_primus_health(unit: Unit, event: str, act: int, variant: Variant) -> Unit:
    """A primus with the Health of the act, where neither the position nor the variant gives it another (p.30)."""
    health = None if variant.primus_has_chip_health else PRIMUS_HEALTH.get(act)
    if event != "primus" or unit.side != "rival" or not unit.elite or health is None or unit.given.health is not UNSET:
        return unit
    # A unit in the arena or the camp has as many HP as its Health, where the position does not give them.
    given = getattr(unit.given, "hp", None)
    is_full = isinstance(unit.given, UnitDoc) and (given is UNSET or given is None)
    return replace(unit, health=health, hp=health if is_full else unit.hp)


class UnitReader:
    """Reads units against one catalogue, and remembers the chips, skills and tactics that it has met."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._chip = lru_cache(_REMEMBERED)(self._look_up)
        self._attack = lru_cache(_REMEMBERED)(_read_attack)
        self._held = lru_cache(_REMEMBERED)(self._read_held)
        self._skill = lru_cache(_REMEMBERED)(self._read_skill)
        self._is_tactic = lru_cache(_REMEMBERED)(lambda name: name.isprintable() and bool(catalogue.tactic(slug(name))))

    def unit(self, doc: UnitDoc, where: str, arena: Arena, defects: list[Defect]) -> Unit:
        """Read a unit in combat or in camp; what is wrong with it is added to the defects."""
        self._check_id(doc.id, f"{where}.id", defects)
        hex_ = NOWHERE
        if doc.hex is not UNSET and doc.hex is not None:
            hex_ = hex_named(arena, doc.hex, f"{where}.hex", defects)
        unit = self._with_stats(doc.id, doc, doc.side, where, defects)
        hp = unit.health if doc.hp is UNSET or doc.hp is None else doc.hp
        tactics = self.tactics(doc.tactics, f"{where}.tactics", defects) if doc.tactics else ()
        return replace(unit, hex=hex_, hp=hp, dazed=doc.dazed, tactics=tactics)

    def _check_id(self, id_: str, where: str, defects: list[Defect]) -> None:
        if not id_ or len(id_) > 200 or not is_name(id_):
            defects.append(defect("id", where, "{id} is not an id: 1 to 200 printable characters", id=clip(id_)))

    def benched(self, id_: str, doc: StatsDoc, defects: list[Defect]) -> Unit:
        """Read a unit that waits in the rival's lineup."""
        where = f"bench.{part(id_)}"
        self._check_id(id_, where, defects)
        return self._with_stats(id_, doc, "rival", where, defects)

    def tactics(self, names: list[str], where: str, defects: list[Defect]) -> tuple[str, ...]:
        """Read the names of tactics, and give their ids."""
        for at, name in enumerate(names):
            if not self._is_tactic(name):
                text = unknown("tactic", name, self.catalogue.ids("tactics"))
                defects.append(Defect("unknown-tactic", f"{where}[{at}]", text))
        return tuple([slug(name) for name in names])

    def read_given(self, id_: str, given: dict[str, Any], side: str, *, benched: bool = False) -> Unit:
        """Read a unit that is not in the arena, or is `benched` in the rival's lineup, from what a position would say.

        InvalidError lists its defects.
        """
        defects: list[Defect] = []
        if benched:
            unit = self.benched(id_, msgspec.convert(given, StatsDoc), defects)
        else:
            doc = msgspec.convert({"id": id_, "side": side, **given}, UnitDoc)
            unit = self.unit(doc, "unit", NO_ARENA, defects)
        if defects:
            raise InvalidError(defects)
        return unit

    def _look_up(self, name: str, side: str) -> _Chip:
        id_ = slug(name)
        bare = Unit("", id_, side)
        if not name.isprintable():
            return _Chip(bare, False)
        if (unit := self.catalogue.unit(id_)) is not None:
            skills, faults, (gifts, moments) = self._held(tuple(unit.skills))
            if faults:
                raise InvalidError([Defect("unknown-skill", f"units/{id_}.toml: skills", why) for _, why in faults])
            faction, inferred = slug(unit.faction or unit.inferred_faction), bool(unit.inferred_faction)
            own = {"gifts": gifts, "moments": moments, "faction_inferred": inferred}
            return _Chip(_printed(bare, unit, faction, skills, elite=unit.elite, **own))
        if (hero := self.catalogue.hero(id_)) is not None:
            if side == "player":
                return _Chip(_printed(bare, hero, hero.region, {}, elite=True, hero=True))
            # A primus shows the other side of the chip, whose stats no source states (Rulebook p.30).
            return _Chip(replace(bare, faction=hero.region, elite=True))
        if side != "rival" or (scion := self.catalogue.scion(id_)) is None:
            return _Chip(bare, False)
        # It never moves, and the dice of its card are its Attack (p.31, 35).
        dice = None if scion.dice is None else tuple(colour for colour, n in scion.dice.items() for _ in range(n))
        gifts, moments = words = words_of(scion.reactions, own=True)
        stats = {"movement": 0, "range": scion.range, "health": scion.health, "attack": dice, "elite": True}
        return _Chip(replace(bare, gifts=gifts, moments=moments, **stats), reactions=words)

    def _with_stats(self, id_: str, doc: StatsDoc, side: str, where: str, defects: list[Defect]) -> Unit:
        """A unit with its chip's stats, as the position gives them or else as known; one that lacks them is refused."""
        chip, known, reactions = self._chip(doc.chip, side)
        if not (known or (UNSET not in (doc.movement, doc.range, doc.attack) and chip.chip and is_name(doc.chip))):
            own = tr("a chip of your own needs its movement, range and attack")
            text = unknown("chip", doc.chip, self.catalogue.chips)
            defects.append(Defect("unknown-unit", f"{where}.chip", f"{text} ({own})"))
        changed: dict[str, Any] = {}
        if doc.classes is not UNSET:
            changed["classes"] = tuple([slug(name) for name in doc.classes])
            for at, name in enumerate(doc.classes):
                if slug(name) not in CLASSES:
                    defects.append(Defect("unknown-class", f"{where}.class[{at}]", unknown("class", name, CLASSES)))
        if doc.attack is not UNSET:
            changed["attack"], wrong = self._attack(tuple(doc.attack))
            defects += [Defect("unknown-die", f"{where}.attack{at}", why) for at, why in wrong]
        if doc.skills is not UNSET:
            changed["skills"], faults, (gifts, moments) = self._held(tuple(doc.skills))
            defects += [Defect("unknown-skill", f"{where}.skills[{at}]", why) for at, why in faults]
            changed |= {"gifts": gifts | reactions[0], "moments": moments | reactions[1]}
        for stat, least in LEAST.items():
            if (value := getattr(doc, stat)) is not UNSET:
                changed[stat] = value
                if not least <= value <= MOST:
                    text, of = later("{stat} is between {least} and {most}, not {n}"), tr(STATS[stat])
                    told = {"stat": of, "least": least, "most": MOST, "n": clip(value)}
                    defects.append(defect(stat, f"{where}.{stat}", text, **told))
        if doc.faction is not UNSET:
            changed |= {"faction": slug(doc.faction), "faction_inferred": False}
        hero = chip.hero if doc.hero is UNSET else doc.hero
        elite = (chip.elite if doc.elite is UNSET else doc.elite) or hero
        return replace(chip, id=id_, hero=hero, elite=elite, tribune=doc.tribune, given=doc, **changed)

    def _read_held(self, names: tuple[str, ...]) -> tuple[dict[str, int], list[tuple[int, str]], Words]:
        """Read the skills of a chip, which are remembered taken together, with what is wrong and when they matter."""
        skills, faults = self.read_skills(names)
        return skills, faults, words_of_skills(self.catalogue, tuple(skills))

    def read_skills(self, names: Iterable[str]) -> tuple[dict[str, int], list[tuple[int, str]]]:
        """Read skills as printed; a skill held twice counts once, with its higher number (Rulebook p.34)."""
        skills: dict[str, int] = {}
        faults = []
        for at, name in enumerate(names):
            skill = self._skill(name)
            if isinstance(skill, str):
                faults.append((at, skill))
            else:
                skills[skill[0]] = max(skill[1], skills.get(skill[0], 0))
        return skills, faults

    def _read_skill(self, name: str) -> tuple[str, int] | str:
        bare, number = part_number(name)
        id_ = slug(bare)
        skill = self.catalogue.skill(id_) if name.isprintable() else None
        if skill is None:
            known = self.catalogue.ids("skills")
            return unknown("skill", name, known, advise(id_, known, tr("skills")))
        if skill.numbered != (number is not None):
            return wrong_number(skill.name, number is not None)
        return id_, number or 0
