"""position@1: reading a combat from the machine interface, with all its defects."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Struct

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import advise, part_number, slug
from hoplo_companion.components.scions import ScionRecord
from hoplo_companion.components.words import CLASSES
from hoplo_companion.dice import HIT_FACES
from hoplo_companion.errors import Defect, InvalidError, clip, part
from hoplo_companion.rules.arenas import NO_ARENA, ArenaReader
from hoplo_companion.rules.effects.compiled import NOTHING, Words, compiled, words_of
from hoplo_companion.rules.model import NOWHERE, Arena, Card, Combat, Place, Unit, Yours, scion_of
from hoplo_companion.rules.position_document import PlaceDoc, PlayerDoc, PositionDoc, StatsDoc, UnitDoc, read_document
from hoplo_companion.rules.position_state import on_elite_anyway, read_state
from hoplo_companion.rules.questions import MOST_NUMBER as MOST
from hoplo_companion.rules.rulings import read_rulings

NOTHING_TOLD = Yours()
_REMEMBERED = 10_000
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


class _Chip(Struct, frozen=True):
    """What the game data know of a chip on one side, ready to be overridden; a scion has its `reactions` always."""

    id: str
    known: bool
    faction: str = ""
    classes: tuple[str, ...] = ()
    movement: int | None = None
    range: int | None = None
    health: int | None = None
    attack: tuple[str, ...] | None = None
    skills: dict[str, int] = {}
    elite: bool = False
    hero: bool = False
    words: Words = NOTHING
    reactions: Words = NOTHING


class _Skills(NamedTuple):
    """Skills as a chip shows them: by id with their numbers, what is wrong with them, and when they matter."""

    skills: dict[str, int]
    faults: list[tuple[int, str]]
    words: Words


def _tactics_on_elite(found: list[tuple[str, str]], used: frozenset[str]) -> list[Defect]:
    """Refuse tactics on elite units, given by id and place, that the player has not put there against the rules."""
    text = "tactics are never placed on elite units (heroes, primuses, scions): take them off (p.30)"
    return [Defect("tactic-on-elite", where, text) for id_, where in found if on_elite_anyway(id_) not in used]


def _scion_chip(id_: str, record: ScionRecord) -> _Chip:
    """Make the chip of a scion: it never moves, and the dice of its card are its Attack (p.31, 35)."""
    dice = tuple(colour for colour, count in (record.dice or {}).items() for _ in range(count))
    attack = dice if record.dice is not None else None
    words = words_of(record.reactions, own=True)
    return _Chip(
        id_, True, movement=0, range=record.range, health=record.health, attack=attack, elite=True, words=words,
        reactions=words,
    )  # fmt: skip


def with_scion_lists(combat: Combat, reader: ArenaReader) -> tuple[Combat, list[Defect]]:
    """Give a scion combat in which the priority list of the scion's card is everybody's (p.36; `scion.priorities`).

    Where no source states the card's list, or it has none, the arena's lists stay in force.
    """
    scion = scion_of(combat)
    record = combat.catalogue.scion(scion.chip) if scion is not None else None
    if record is None or not record.priorities or combat.rulings.arena_lists_against_scion:
        return combat, []
    lists, defects = reader.lists(combat.arena, record.priorities)
    return msgspec.structs.replace(combat, arena=msgspec.structs.replace(combat.arena, priorities=lists)), defects


def _tuple(values: list[Any] | None) -> tuple[Any, ...] | None:
    return None if values is None else tuple(values)


MOST_DICE = 99


def _read_attack(given: list[str | int], where: str, defects: list[Defect]) -> tuple[str, ...]:
    """Read an Attack: the colours of its dice, or how many of yellow, blue, green, black and red it has."""
    if given and all(type(count) is int for count in given):
        counts = [count for count in given if isinstance(count, int)]
        if len(counts) == len(HIT_FACES) and all(0 <= count <= MOST_DICE for count in counts):
            return tuple(colour for colour, count in zip(HIT_FACES, counts, strict=True) for _ in range(count))
        text = f"name the dice, as in ['blue', 'blue'], or count {', '.join(HIT_FACES)}: five numbers from 0"
        defects.append(Defect("unknown-die", where, text))
        return ()
    for at, colour in enumerate(given):
        if colour not in HIT_FACES:
            text = f"no die is {clip(colour)}: a die is one of " + ", ".join(HIT_FACES)
            defects.append(Defect("unknown-die", f"{where}[{at}]", text))
    return tuple(str(colour) for colour in given)


class PositionReader:
    """Reads positions against one catalogue, and remembers chips, skills and arenas that it has met."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.arenas = ArenaReader(catalogue)
        self._compiled = compiled(catalogue)
        self._together: dict[tuple[str, ...], _Skills] = {}
        self._attacks: dict[tuple[str | int, ...], tuple[str, ...]] = {}
        self._chips: dict[tuple[str, str], _Chip] = {}
        self._skills: dict[str, tuple[str, int] | str] = {}
        self._tactics: dict[str, str | None] = {}

    # Text to document -------------------------------------------------------------------------------------------

    def read(self, text: bytes) -> Combat:
        """Read a position from JSON; InvalidError lists all its defects."""
        doc, numbers, defects = read_document(text)
        lost = any(defect.where == "arena" for defect in defects)
        combat, faults = self._build(doc, numbers, NO_ARENA if lost else None)
        if defects or faults:
            raise InvalidError(defects + faults)
        return combat

    def read_plain(self, data: dict[str, Any]) -> Combat:
        """Read a position from plain data, as a TOML file gives them."""
        try:
            text = msgspec.json.encode(data)
        except (TypeError, ValueError):
            raise InvalidError(
                [Defect("value", "", "a position holds texts, whole numbers, lists and tables only")]
            ) from None
        return self.read(text)

    # Document to combat -----------------------------------------------------------------------------------------

    def _build(self, doc: PositionDoc, numbers: list[int] | None, arena: Arena | None) -> tuple[Combat, list[Defect]]:
        defects: list[Defect] = []
        if arena is None:
            arena, faults = self.arenas.read(bytes(doc.arena))
            defects += faults
        if not 1 <= doc.act <= 4:
            defects.append(Defect("act", "act", f"there is no act {doc.act}: it is 1, 2, 3 or 4"))
        if doc.turn < 1:
            defects.append(Defect("turn", "turn", f"turns count from 1, not {doc.turn}"))
        units: dict[str, Unit] = {}
        on_elite: list[tuple[str, str]] = []
        standing: dict[int, str] = {}
        for at, unit_doc in enumerate(doc.units):
            where = f"units[{numbers[at] if numbers else at}]"
            unit = self._unit(unit_doc, where, arena, defects)
            if unit.id in units:
                defects.append(Defect("duplicate-id", f"{where}.id", f"{clip(unit.id)} is another unit's id already"))
                continue
            if unit.hex:
                other = standing.setdefault(unit.hex, unit.id)
                if other != unit.id:
                    text = f"{clip(unit_doc.hex)} is taken by {clip(other)}: a hex holds one unit"
                    defects.append(Defect("occupied", f"{where}.hex", text))
            units[unit.id] = unit
            if unit.elite and unit.tactics:
                on_elite.append((unit.id, f"{where}.tactics"))
        state = read_state(bytes(doc.state), units, self.catalogue, defects) if doc.state is not UNSET else {}
        defects += _tactics_on_elite(on_elite, state.get("used", frozenset()))
        whole = numbers is None or len(numbers) == len(doc.units)
        chips = {}
        for name, place in doc.chips.items():
            found = self._place(place, f"chips.{part(name)}", arena, units, defects, whole)
            if slug(name) in chips:
                text = f"{clip(name)} is named twice: a chip is in one place"
                defects.append(Defect("duplicate-chip", f"chips.{part(name)}", text))
            chips[slug(name)] = found
        flag = self._place(doc.flag, "flag", arena, units, defects, whole) if doc.flag is not None else None
        bench = {id_: self._benched(id_, stats, defects) for id_, stats in doc.bench.items()}
        self._check_lineup(doc, units, bench, defects)
        tribunes = [u.id for u in [*units.values(), *bench.values()] if u.tribune]
        if len(tribunes) > 1:
            defects.append(
                Defect("tribune", "units", "only one unit is the tribune, not " + ", ".join(map(clip, tribunes)))
            )
        tactics = []
        for at, name in enumerate(doc.rival.tactics):
            tactic = self._tactic(name, f"rival.tactics[{at}]", defects)
            tactics.append(tactic)
        rulings, faults = read_rulings(self.catalogue, doc.rulings)
        defects += faults
        combat = Combat(
            catalogue=self.catalogue,
            arena=arena,
            rulings=rulings,
            step=doc.step if doc.step is not UNSET else "",
            act=doc.act,
            turn=doc.turn,
            event=doc.event,
            units=units,
            flag=flag,
            chips=chips,
            lineup=tuple(doc.rival.lineup),
            bench=bench,
            rival_tactics=tuple(tactics),
            explain=doc.explain,
            cards=self._cards(doc, defects) if doc.cards else (),
            yours=self._yours(doc.player, defects),
            points=doc.player.points if doc.player is not None else 0,
            **state,
        )
        if doc.event == "scion":
            combat, faults = with_scion_lists(combat, self.arenas)
            defects += faults
        return combat, defects

    def _yours(self, doc: PlayerDoc | None, defects: list[Defect]) -> Yours:
        """Read what you may still bring in."""
        if doc is None:
            return NOTHING_TOLD
        tactics = None
        if doc.tactics is not UNSET:
            tactics = tuple(self._tactic(name, f"player.tactics[{at}]", defects) for at, name in enumerate(doc.tactics))
        for key in ("camp_units", "points", "blessings", "cap"):
            value = getattr(doc, key)
            if value is not UNSET and not 0 <= value <= MOST:
                defects.append(Defect(key, f"player.{key}", f"it is between 0 and {MOST}, not {clip(value)}"))
        return Yours(
            None if doc.camp_units is UNSET else doc.camp_units,
            None if doc.hero is UNSET else doc.hero,
            tactics,
            None if doc.blessings is UNSET else doc.blessings,
            None if doc.cap is UNSET else doc.cap,
        )

    def _cards(self, doc: PositionDoc, defects: list[Defect]) -> tuple[Card, ...]:
        """Find the cards in force: an event's, banes and Prowess cards, by kind."""
        found = []
        for kind, names in doc.cards.items():
            for at, name in enumerate(names):
                record = self.catalogue.card(kind, slug(name)) if name.isprintable() else None
                if record is None:
                    advice = advise(name, self.catalogue.ids(kind), kind)
                    where = f"cards.{kind}[{at}]"
                    defects.append(Defect("unknown-card", where, f"nothing is called {clip(name)}; {advice}"))
                    continue
                effects = tuple(record.effects or ())
                found.append(Card(kind, slug(name), record.name, effects, words_of(effects, own=False)[1]))
        return tuple(found)

    def _unit(self, doc: UnitDoc, where: str, arena: Arena, defects: list[Defect]) -> Unit:
        if not doc.id or len(doc.id) > 200 or _CONTROL.search(doc.id):
            defects.append(Defect("id", f"{where}.id", f"{clip(doc.id)} is no id: 1 to 200 printable characters"))
        hex_ = NOWHERE
        if doc.hex is not UNSET and doc.hex is not None:
            hex_ = self.arenas.hex(arena, doc.hex, f"{where}.hex", defects)
        stats = self._stats(doc, doc.side, where, defects)
        hp = stats.health if doc.hp is UNSET or doc.hp is None else doc.hp
        if hp is not None and not 1 <= hp <= MOST and doc.hp is not UNSET:
            text = (
                f"HP is 1 or more (at most {MOST}), not {clip(hp)}: a unit without HP is defeated and leaves the arena"
            )
            defects.append(Defect("hp", f"{where}.hp", text))
        tactics: tuple[str, ...] = ()
        if doc.tactics:
            tactics = tuple(
                self._tactic(name, f"{where}.tactics[{at}]", defects) for at, name in enumerate(doc.tactics)
            )
        if doc.tribune and doc.side != "rival":
            defects.append(Defect("tribune", f"{where}.tribune", "the tribune is a rival unit (p.20)"))
        return Unit(
            doc.id, stats.id, doc.side, stats.faction, stats.classes, stats.movement, stats.range, stats.health,
            stats.attack, stats.skills, stats.elite, stats.hero, hex_, hp, doc.dazed, tactics, doc.tribune, doc,
            *stats.words,
        )  # fmt: skip

    def _benched(self, id_: str, doc: StatsDoc, defects: list[Defect]) -> Unit:
        where = f"bench.{part(id_)}"
        stats = self._stats(doc, "rival", where, defects)
        return Unit(
            id_, stats.id, "rival", stats.faction, stats.classes, stats.movement, stats.range, stats.health,
            stats.attack, stats.skills, stats.elite, stats.hero, NOWHERE, None, False, (), doc.tribune, doc,
            *stats.words,
        )  # fmt: skip

    def read_benched(self, id_: str, given: dict[str, Any]) -> Unit:
        """Read a unit of the rival's lineup from what a position would say of it; InvalidError lists its defects."""
        defects: list[Defect] = []
        unit = self._benched(id_, msgspec.convert(given, StatsDoc), defects)
        if defects:
            raise InvalidError(defects)
        return unit

    def read_in_camp(self, id_: str, given: dict[str, Any], side: str = "player") -> Unit:
        """Read a unit that is not in the arena from what a position would say of it; InvalidError lists its defects."""
        defects: list[Defect] = []
        doc = msgspec.convert({"id": id_, "side": side, **given}, UnitDoc)
        unit = self._unit(doc, "unit", NO_ARENA, defects)
        if defects:
            raise InvalidError(defects)
        return unit

    def _check_lineup(
        self, doc: PositionDoc, units: dict[str, Unit], bench: dict[str, Unit], defects: list[Defect]
    ) -> None:
        seen = set()
        for at, id_ in enumerate(doc.rival.lineup):
            where = f"rival.lineup[{at}]"
            if id_ not in bench:
                text = f"{clip(id_)} is not on the bench: say which chip it is under bench.{part(id_)}"
                defects.append(Defect("not-on-bench", where, text))
            if id_ in units:
                defects.append(Defect("duplicate-id", where, f"{clip(id_)} is among the units already"))
            if id_ in seen:
                defects.append(Defect("duplicate-id", where, f"{clip(id_)} stands in the lineup twice"))
            seen.add(id_)

    # Chips and their stats --------------------------------------------------------------------------------------

    def _chip(self, name: str, side: str) -> _Chip:
        chip = self._chips.get((name, side))
        if chip is None:
            chip = self._look_up(slug(name), side) if name.isprintable() else _Chip(slug(name), False)
            if len(self._chips) > 5000:
                self._chips.clear()
            self._chips[name, side] = chip
        return chip

    def _look_up(self, id_: str, side: str) -> _Chip:
        unit = self.catalogue.unit(id_)
        if unit is not None:
            skills, faults, words = self._held(unit.skills)
            if faults:
                raise InvalidError([Defect("unknown-skill", f"units/{id_}.toml: skills", why) for _, why in faults])
            return _Chip(
                id_, True, slug(unit.faction or ""), tuple(unit.classes), unit.movement, unit.range, unit.health,
                _tuple(unit.attack), skills, unit.elite, False, words,
            )  # fmt: skip
        hero = self.catalogue.hero(id_)
        if hero is None:
            scion = self.catalogue.scion(id_)
            return _Chip(id_, False) if scion is None or side != "rival" else _scion_chip(id_, scion)
        if side != "player":
            # A primus shows the other side of the chip, whose stats no source states (Rulebook p.30).
            return _Chip(id_, True, faction=hero.region, elite=True)
        return _Chip(
            id_, True, hero.region, tuple(hero.classes), hero.movement, hero.range, hero.health,
            _tuple(hero.attack), {}, True, True,
        )  # fmt: skip

    def _stats(self, doc: StatsDoc, side: str, where: str, defects: list[Defect]) -> _Chip:
        chip = self._chip(doc.chip, side)
        if not chip.known:
            told = UNSET not in (doc.movement, doc.range, doc.attack)
            if not told or not chip.id or _CONTROL.search(doc.chip):
                advice = advise(chip.id, self.catalogue.chips, "chips")
                advice += " (a chip of your own needs its movement, range and attack)"
                text = f"no chip is called {clip(doc.chip)}; {advice}"
                defects.append(Defect("unknown-unit", f"{where}.chip", text))
        classes = chip.classes
        if doc.classes is not UNSET:
            classes = tuple(slug(name) for name in doc.classes)
            for at, name in enumerate(classes):
                if name not in CLASSES:
                    text = f"no class {clip(doc.classes[at])}: it is one of " + ", ".join(CLASSES)
                    defects.append(Defect("unknown-class", f"{where}.class[{at}]", text))
        attack = chip.attack if doc.attack is UNSET else self._attack(doc.attack, f"{where}.attack", defects)
        skills, words = chip.skills, chip.words
        if doc.skills is not UNSET:
            skills, faults, words = self._held(doc.skills)
            if faults:
                defects += [Defect("unknown-skill", f"{where}.skills[{at}]", why) for at, why in faults]
            if chip.reactions is not NOTHING:
                words = words[0] | chip.reactions[0], words[1] | chip.reactions[1]
        for stat, value, least in (("movement", doc.movement, 0), ("range", doc.range, 0), ("health", doc.health, 1)):
            if value is not UNSET and not least <= value <= MOST:
                defects.append(
                    Defect(stat, f"{where}.{stat}", f"{stat} is between {least} and {MOST}, not {clip(value)}")
                )
        movement = chip.movement if doc.movement is UNSET else doc.movement
        range_ = chip.range if doc.range is UNSET else doc.range
        health = chip.health if doc.health is UNSET else doc.health
        hero = chip.hero if doc.hero is UNSET else doc.hero
        elite = (chip.elite if doc.elite is UNSET else doc.elite) or hero
        faction = chip.faction if doc.faction is UNSET else slug(doc.faction)
        return _Chip(chip.id, True, faction, classes, movement, range_, health, attack, skills, elite, hero, words)

    def _attack(self, given: list[str | int], where: str, defects: list[Defect]) -> tuple[str, ...]:
        """Read an Attack, which is remembered where nothing is wrong with it."""
        key = tuple(given)
        found = self._attacks.get(key)
        if found is None:
            before = len(defects)
            found = _read_attack(given, where, defects)
            if len(defects) == before and len(self._attacks) < _REMEMBERED:
                self._attacks[key] = found
        return found

    def _held(self, names: list[str]) -> _Skills:
        """Read the skills of a chip, which are remembered taken together."""
        key = tuple(names)
        found = self._together.get(key)
        if found is None:
            skills, faults = self.read_skills(names)
            found = _Skills(skills, faults, self._compiled.of_skills(skills))
            if len(self._together) < _REMEMBERED:
                self._together[key] = found
        return found

    def read_skills(self, names: Iterable[str]) -> tuple[dict[str, int], list[tuple[int, str]]]:
        """Read skills as printed; a skill held twice counts once, with its higher number (Rulebook p.34)."""
        skills: dict[str, int] = {}
        faults = []
        for at, name in enumerate(names):
            skill = self._skills.get(name)
            if skill is None:
                skill = self._skills[name] = self._read_skill(name)
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
            return f"no skill is called {clip(name)}; {advise(id_, self.catalogue.ids('skills'), 'skills')}"
        if skill.numbered and number is None:
            return f"{skill.name} needs its number, as in '{skill.name} 1'"
        if not skill.numbered and number is not None:
            return f"{skill.name} has no number: write '{skill.name}'"
        return id_, number or 0

    def _tactic(self, name: str, where: str, defects: list[Defect]) -> str:
        if name not in self._tactics:
            id_ = slug(name)
            self._tactics[name] = id_ if name.isprintable() and self.catalogue.tactic(id_) else None
        tactic = self._tactics[name]
        if tactic is None:
            advice = advise(name, self.catalogue.ids("tactics"), "tactics")
            defects.append(Defect("unknown-tactic", where, f"no tactic is called {clip(name)}; {advice}"))
        return tactic or slug(name)

    def _place(
        self,
        doc: PlaceDoc,
        where: str,
        arena: Arena,
        units: dict[str, Unit],
        defects: list[Defect],
        whole: bool,
    ) -> Place:
        if (doc.hex is UNSET) == (doc.holder is UNSET):
            defects.append(Defect("place", where, "give either its hex or its holder, one of the two"))
            return Place()
        if doc.holder is not UNSET:
            holder = units.get(doc.holder)
            if holder is None and whole:
                advice = advise(doc.holder, list(units), "units")
                defects.append(Defect("unknown-unit", f"{where}.holder", f"no unit {clip(doc.holder)}; {advice}"))
            elif holder is not None and not holder.hex and not (holder.given and isinstance(holder.given.hex, str)):
                text = f"{clip(doc.holder)} is not in the arena: a chip is on a hex or with a unit in combat"
                defects.append(Defect("not-in-combat", f"{where}.holder", text))
            return Place(holder=doc.holder)
        assert isinstance(doc.hex, str)
        return Place(hex=self.arenas.hex(arena, doc.hex, f"{where}.hex", defects))
