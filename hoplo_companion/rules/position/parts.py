"""What a position is made of: its arena, by the name of a record or given inline, and what its chips show (p.12).

A unit's stats are as the position says, or as the player reads them off while they are played with: what is read off is
noted on every unit that has the same chip.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.checking import check, convert
from hoplo_companion.components.names import advise, part_number, slug, unknown, wrong_number
from hoplo_companion.components.schemas import ArenaRecord, ArenaShape, PriorityItem, PriorityList
from hoplo_companion.components.words import CLASSES, for_each
from hoplo_companion.dice import HIT_FACES
from hoplo_companion.errors import STATS, Defect, Defects, IllegalError, InvalidError, clip, defect, part
from hoplo_companion.hexes import MOST_HEXES, bits, check_columns, column_letters, mat_of, union
from hoplo_companion.language import later, tr
from hoplo_companion.rules.dialogue import MOST_NUMBER as MOST
from hoplo_companion.rules.dialogue import Event, Question, event_of
from hoplo_companion.rules.effects.judge import LEAST
from hoplo_companion.rules.model import NOWHERE, Arena, Combat, Priorities, Priority, Unit
from hoplo_companion.rules.naming import chip_name
from hoplo_companion.rules.position.document import PositionDoc, StatsDoc, UnitDoc, decode_part, without_nulls
from hoplo_companion.signs import is_name

NO_ARENA = Arena("", "", "", mat_of((1,)), 0, 0, (), (), 0, (), {}, None)
"""What stands for an arena that could not be read, so that the rest of its position can still be judged."""


def hex_named(arena: Arena, name: str, where: str, defects: Defects) -> int:
    """Find a hex of an arena by name; a hex that is not there is a defect, and NOWHERE."""
    if arena is NO_ARENA:
        return NOWHERE
    typed = name.strip().upper()
    bit = arena.mat.bit.get(typed, NOWHERE)
    if bit & arena.existing:
        return bit
    if bit:
        defects.wrong("missing-hex", where, "{hex} is one of the mat's missing hexes", hex=clip(name))
        return NOWHERE
    letters = [column_letters(column) for column in range(len(arena.mat.columns))]
    hexes = tr("its columns are {first} to {last}", first=letters[0], last=letters[-1])
    if (column := typed.rstrip("0123456789")) in letters:
        first, last = f"{column}1", f"{column}{arena.mat.columns[letters.index(column)]}"
        hexes = tr("column {column} has hexes {first} to {last}", column=column, first=first, last=last)
    defects.wrong("off-mat", where, "{hex} is not on this mat: {hexes}", hex=clip(name), hexes=hexes)
    return NOWHERE


def read_arena(text: bytes, catalogue: Catalogue) -> tuple[Arena, list[Defect]]:
    """Read an arena from JSON, its id or an object; also list its defects, their places starting with `arena`.

    Where priority lists do not fit the schema, what else is wrong with them is not looked at.
    """
    given = decode_part(text, "arena")
    if isinstance(given, str):
        record = catalogue.arena(slug(given)) if given.isprintable() else None
        if record is None:
            return NO_ARENA, [Defect("unknown-arena", "arena", unknown("arena", given, catalogue.ids("arenas")))]
        return arena_of(slug(given), record)
    if not isinstance(given, dict):
        why, right = later("{value} is not {right}"), tr("an arena or its id")
        return NO_ARENA, [defect("value", "arena", why, value=clip(given), right=right)]
    shape, faults = convert(given, ArenaShape, "arena"), list[Defect]()
    if isinstance(shape, list):
        faults, (sound, _) = shape, check(given, ArenaShape)
        if sound is None or None in sound["columns"]:
            return NO_ARENA, faults
        if any(defect.where.startswith("arena.priorities") for defect in faults):
            sound.pop("priorities", None)
        shape = msgspec.convert(without_nulls(sound), ArenaShape)
    arena, more = _lay_out(shape, given, "arena")
    return arena, faults + more


def arena_of(id_: str, record: ArenaRecord) -> tuple[Arena, list[Defect]]:
    """Make an arena of the game data ready for play."""
    arena, defects = _lay_out(record.mat, id_, f"arenas/{id_}.toml: mat")
    of_card = {"name": record.name, "region": slug(record.region), "card": record}
    return replace(arena, id=id_, effects=tuple(record.effects), **of_card), defects


def _lay_out(shape: ArenaShape, given: Any, where: str) -> tuple[Arena, list[Defect]]:
    columns = tuple(shape.columns)
    if faults := check_columns(columns):
        return NO_ARENA, [Defect("columns", f"{where}.columns{at}", why) for at, why in faults]
    mat = mat_of(columns)
    defects = Defects()
    layout = _Layout(replace(NO_ARENA, mat=mat, existing=mat.everywhere), defects)
    existing = mat.everywhere & ~layout.set_of(shape.missing, f"{where}.missing")
    if not 1 <= (n := existing.bit_count()) <= MOST_HEXES:
        text = later("a mat has between 1 and {most} hexes, not {n}")
        defects.wrong("columns", f"{where}.columns", text, most=MOST_HEXES, n=n)
        return NO_ARENA, defects
    layout.arena = replace(layout.arena, existing=existing)
    player = shape.player_deployment
    yours = layout.deployment(player, f"{where}.player_deployment") if player is not UNSET else ()
    levels = {
        hex_named(layout.arena, name, f"{where}.elevation.{part(name)}", defects): level
        for name, level in shape.elevation.items()
    }
    high = {bit: levels.get(bit, 0) for bit in bits(existing)}
    arena = replace(
        layout.arena,
        region=slug(shape.region),
        blocked=layout.set_of(shape.blocked, f"{where}.blocked"),
        rival_deployment=layout.deployment(shape.rival_deployment, f"{where}.rival_deployment"),
        player_deployment=yours,
        keys=layout.set_of(shape.key_hexes, f"{where}.key_hexes"),
        heights=tuple(
            union(bit for bit in high if high[bit] == each) for each in sorted({*high.values()}, reverse=True)
        ),
        elevation=levels,
        given=given,
    )
    if shape.priorities is UNSET:
        return arena, defects
    if not shape.priorities:
        text = later("no priority list: write at least one, as in {example}")
        example = '{"for": "all", "list": [{"opponent": "any"}]}'
        defects.wrong("no-priorities", f"{where}.priorities", text, example=example)
    return replace(arena, priorities=layout.lists(shape.priorities, f"{where}.priorities")), defects


def read_lists(arena: Arena, lists: list[PriorityList]) -> tuple[tuple[Priorities, ...], list[Defect]]:
    """Read priority lists, for an arena that is laid out already."""
    layout = _Layout(arena, Defects())
    return layout.lists(lists, "priorities"), layout.defects


class _Layout:
    """What an arena marks on its mat, hexes and priorities, with the defects that come up as it is read."""

    def __init__(self, arena: Arena, defects: Defects) -> None:
        self.arena, self.defects = arena, defects

    def _hexes(self, names: list[str], where: str) -> list[int]:
        return [hex_named(self.arena, name, f"{where}[{at}]", self.defects) for at, name in enumerate(names)]

    def set_of(self, names: list[str], where: str) -> int:
        """Read hexes as a set."""
        return sum(set(self._hexes(names, where)))

    def deployment(self, names: list[str], where: str) -> tuple[int, ...]:
        """Read deployment hexes, in the order of their numbers."""
        if not names:
            text = later("no deployment hexes: name them in the order of their numbers, hex #1 first")
            self.defects.wrong("no-deployment", where, text)
        hexes = self._hexes(names, where)
        for at, bit in enumerate(hexes):
            if bit and bit in hexes[:at]:
                self.defects.wrong("duplicate-hex", f"{where}[{at}]", "{word} is named twice", word=clip(names[at]))
        return tuple(hexes)

    def lists(self, lists: list[PriorityList], where: str) -> tuple[Priorities, ...]:
        """Read priority lists."""
        return tuple(self._priority_list(each, f"{where}[{at}]") for at, each in enumerate(lists))

    def _priority_list(self, each: PriorityList, where: str) -> Priorities:
        kind, colon, fits = each.fits.partition(":")
        kind, fits, wrong = slug(kind), slug(fits), self.defects.wrong
        if kind == "class" and colon:
            if fits not in CLASSES:
                self.defects.append(Defect("unknown-class", f"{where}.for", unknown("class", fits, CLASSES)))
        elif kind == "unit" and colon:
            if not fits:
                wrong("priority-for", f"{where}.for", "name the chip, as in {example}", example="unit:sea-strider")
        elif colon or kind not in ("all", "other", "local"):
            text, words = later("{fits} fits no unit: write {words} or {last}"), "all, other, local, unit:CHIP"
            wrong("priority-for", f"{where}.for", text, fits=clip(each.fits), words=words, last="class:CLASS")
        if not each.entries:
            wrong("empty-priority", f"{where}.list", "a priority list has at least one priority")
        entries = [self._entry(item, f"{where}.list[{at}]") for at, item in enumerate(each.entries)]
        return Priorities("all" if kind == "other" else kind, fits, tuple(entries))

    def _entry(self, item: PriorityItem, where: str) -> Priority:
        wrong = self.defects.wrong
        if (item.opponent is UNSET) == (item.hex is UNSET):
            wrong("empty-priority", where, 'write either "opponent" (bold) or "hex" (not bold), one of the two')
            return Priority()
        opponent, hex_, near = (each or "" for each in (item.opponent, item.hex, item.near))
        chip, needs_chip, needs_hexes = slug(item.chip or ""), opponent == "holding" or hex_ == "chip", hex_ == "named"
        if needs_chip and not chip:
            wrong("empty-priority", where, "name the chip, as in {example}", example='"chip": "trident"')
        elif chip and not needs_chip:
            wrong("priority-key", f"{where}.chip", 'a chip goes with "opponent": "holding" or "hex": "chip" only')
        if needs_hexes and not item.hexes:
            wrong("empty-priority", where, "name the hexes, as in {example}", example='"hexes": ["C3"]')
        elif item.hexes is not UNSET and not needs_hexes:
            wrong("priority-key", f"{where}.hexes", 'hexes go with "hex": "named" only')
        if near and hex_ != "highest":
            wrong("priority-key", f"{where}.near", 'near goes with "hex": "highest" only')
        hexes = self.set_of(item.hexes or [], f"{where}.hexes") if needs_hexes else 0
        return Priority(opponent, hex_, chip, hexes, near)


SHOWN = ("movement", "range", "health", "attack", "class", "skills")  # what a chip shows, as a position calls it
MOST_DICE = 99


def _read_attack(given: tuple[str | int, ...]) -> tuple[tuple[str, ...], list[tuple[str, str]]]:
    """Read an Attack, the colours of its dice or their counts in the order of `HIT_FACES`, and its faults by place."""
    counts = [count for count in given if type(count) is int]
    if given and len(counts) == len(given):
        if len(counts) == len(HIT_FACES) and all(0 <= count <= MOST_DICE for count in counts):
            return tuple(Counter(dict(zip(HIT_FACES, counts, strict=True))).elements()), []
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


def with_primus_health(unit: Unit, of: Combat | PositionDoc) -> Unit:
    """A primus with the Health of the act, where neither the position nor the variant gives it another (p.30)."""
    health, is_meant = PRIMUS_HEALTH.get(of.act), unit.side == "rival" and unit.elite and unit.given.health is UNSET
    if not is_meant or of.event != "primus" or of.variant.primus_has_chip_health or health is None:
        return unit
    # A unit in the arena or the camp has as many HP as its Health, where the position does not give them.
    is_full = isinstance(unit.given, UnitDoc) and not isinstance(unit.given.hp, int)
    return replace(unit, health=health, hp=health if is_full else unit.hp)


def wrong_stats(shown: Mapping[str, Any], where: str = "") -> Iterator[Defect]:
    """The numbers among what a chip shows that no chip can show; `where` comes before each (p.12)."""
    for stat, least in LEAST.items():
        if (value := shown.get(stat)) is not None and not least <= value <= MOST:
            text, of = later("{stat} is between {least} and {most}, not {n}"), tr(STATS[stat])
            yield defect(stat, f"{where}{stat}", text, stat=of, least=least, most=MOST, n=clip(value))


class UnitReader:
    """Reads units against one catalogue, and remembers the chips, skills and tactics that it has met."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._chip = lru_cache(10_000)(self._look_up)
        self.read_skills = lru_cache(10_000)(self._read_skills)

    def unit(self, doc: UnitDoc, where: str, arena: Arena, defects: Defects) -> Unit:
        """Read a unit in combat or in camp; what is wrong with it is added to the defects."""
        hex_ = hex_named(arena, doc.hex, f"{where}.hex", defects) if isinstance(doc.hex, str) else NOWHERE
        unit = self._with_stats(doc.id, doc, doc.side, where, defects)
        hp = doc.hp if isinstance(doc.hp, int) else unit.health
        tactics = self.tactics(doc.tactics, f"{where}.tactics", defects) if doc.tactics else ()
        return replace(unit, hex=hex_, hp=hp, dazed=doc.dazed, tactics=tactics)

    def benched(self, id_: str, doc: StatsDoc, defects: Defects) -> Unit:
        """Read a unit that waits in the rival's lineup."""
        return self._with_stats(id_, doc, "rival", f"bench.{part(id_)}", defects)

    def tactics(self, names: list[str], where: str, defects: Defects) -> tuple[str, ...]:
        """The ids of tactics by their names."""
        for at, name in enumerate(names):
            if not name.isprintable() or self.catalogue.tactic(slug(name)) is None:
                text = unknown("tactic", name, self.catalogue.ids("tactics"))
                defects.append(Defect("unknown-tactic", f"{where}[{at}]", text))
        return tuple([slug(name) for name in names])

    def read_given(self, id_: str, given: dict[str, Any], side: str, *, benched: bool = False) -> Unit:
        """Read a unit that is not in the arena, or is `benched` in the rival's lineup, from what a position would say.

        InvalidError lists its defects.
        """
        defects = Defects()
        if benched:
            unit = self.benched(id_, msgspec.convert(given, StatsDoc), defects)
        else:
            unit = self.unit(msgspec.convert({"id": id_, "side": side, **given}, UnitDoc), "unit", NO_ARENA, defects)
        if defects:
            raise InvalidError(defects)
        return unit

    def _look_up(self, name: str, side: str) -> tuple[Unit, bool]:
        """A unit of a chip as the game data know it, to be overridden; and whether they do."""
        id_ = slug(name)
        bare = Unit("", id_, side)
        if not name.isprintable():
            return bare, False
        unit, hero = self.catalogue.unit(id_), self.catalogue.hero(id_)
        if unit is not None:
            skills, faults = self.read_skills(tuple(unit.skills))
            if faults:
                raise InvalidError([Defect("unknown-skill", f"units/{id_}.toml: skills", why) for _, why in faults])
            faction, inferred = slug(unit.faction or unit.inferred_faction), bool(unit.inferred_faction)
            bare = replace(bare, faction=faction, faction_inferred=inferred, elite=unit.elite, skills=skills)
        elif hero is not None:
            bare = replace(bare, faction=hero.region, elite=True, hero=side == "player")
            if not bare.hero:
                # A primus shows the other side of the chip, whose stats no source states (Rulebook p.30).
                return bare, True
        elif side == "rival" and (scion := self.catalogue.scion(id_)) is not None:
            # It never moves, and the dice of its card are its Attack (p.31, 35).
            dice = None if scion.dice is None else tuple(Counter(scion.dice).elements())
            stats = {"movement": 0, "range": scion.range, "health": scion.health, "attack": dice, "elite": True}
            return replace(bare, **stats), True
        if (record := unit or hero) is None:
            return bare, False
        stats = {stat: getattr(record, stat) for stat in LEAST}
        attack = None if record.attack is None else tuple(record.attack)
        return replace(bare, classes=tuple(record.classes), attack=attack, **stats), True

    def _with_stats(self, id_: str, doc: StatsDoc, side: str, where: str, defects: Defects) -> Unit:
        """A unit with its chip's stats, as the position gives them or else as known; one that lacks them is refused."""
        if not id_ or len(id_) > 200 or not is_name(id_):
            spot = f"{where}.id" if isinstance(doc, UnitDoc) else where
            defects.wrong("id", spot, "{id} is not an id: 1 to 200 printable characters", id=clip(id_))
        chip, known = self._chip(doc.chip, side)
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
            changed["attack"], wrong = _read_attack(tuple(doc.attack))
            defects += [Defect("unknown-die", f"{where}.attack{at}", why) for at, why in wrong]
        if doc.skills is not UNSET:
            changed["skills"], faults = self.read_skills(tuple(doc.skills))
            defects += [Defect("unknown-skill", f"{where}.skills[{at}]", why) for at, why in faults]
        changed |= {stat: value for stat in LEAST if (value := getattr(doc, stat)) is not UNSET}
        defects += wrong_stats(changed, f"{where}.")
        if doc.faction is not UNSET:
            changed |= {"faction": slug(doc.faction), "faction_inferred": False}
        hero = chip.hero if doc.hero is UNSET else doc.hero
        elite = (chip.elite if doc.elite is UNSET else doc.elite) or hero
        return replace(chip, id=id_, hero=hero, elite=elite, tribune=doc.tribune, given=doc, **changed)

    def _read_skills(self, names: tuple[str, ...]) -> tuple[dict[str, int], list[tuple[int, str]]]:
        """Read skills as printed, with what is wrong by place; one held twice counts once, as the higher (p.34)."""
        skills: dict[str, int] = {}
        faults = []
        for at, name in enumerate(names):
            bare, number = part_number(name)
            id_ = slug(bare)
            skill = self.catalogue.skill(id_) if name.isprintable() else None
            if skill is None:
                known = self.catalogue.ids("skills")
                faults.append((at, unknown("skill", name, known, advise(id_, known, tr("skills")))))
            elif skill.numbered != (number is not None):
                faults.append((at, wrong_number(skill.name, has=number is not None)))
            else:
                skills[id_] = max(number or 0, skills.get(id_, 0))
        return skills, faults


def enter_lists(combat: Combat, text: str) -> tuple[Combat, list[Event]]:
    """Note the priority lists of an arena as they are typed from its card; IllegalError where they are not lists."""
    from hoplo_companion.notation.reference_cards import read_priorities  # most turns enter nothing

    plain = read_priorities(text)
    lists, defects = read_lists(combat.arena, msgspec.convert(plain, list[PriorityList]))
    if defects:
        raise IllegalError("; ".join(defect.sentence() for defect in defects))
    combat = replace(combat, arena=replace(combat.arena, priorities=lists))
    return combat, [event_of("lists-told", arena=combat.arena.id, lists=plain)]


def note(combat: Combat, id_: str, key: str, value: Any) -> tuple[Combat, list[Event]]:
    """Note what a unit's chip shows on every unit that has it and lacks the same, those of a lineup still to come too.

    Shapes: `key` is that of a position. IllegalError for a skill that nobody knows.
    """
    field, of_side = "classes" if key == "class" else key, ""
    asked = combat.units.get(id_) or combat.bench[id_]
    shown: dict[str, Any] = {field: tuple(value) if isinstance(value, list) else value}
    if key == "skills":
        shown["skills"], faults = UnitReader(combat.catalogue).read_skills(tuple(value))
        if faults:
            raise IllegalError("; ".join(why for _, why in faults))
    elif key != "class" and combat.catalogue.unit(asked.chip) is None:
        # A hero's chip has other numbers on the side that shows a primus; every other chip has the same on both.
        of_side = asked.side

    def noted(unit: Unit) -> Unit:
        is_meant = unit.id == id_ if key == "hp" else unit.chip == asked.chip and of_side in ("", unit.side)
        empty = {"class": not unit.classes, "skills": unit.given.skills is UNSET}
        if not is_meant or not empty.get(key, getattr(unit, field) is None):
            return unit
        plain = list(value) if isinstance(value, tuple) else value
        given = unit.given if key == "hp" else replace(unit.given, **{field: plain})
        # A unit whose HP nobody entered has as many as its Health.
        is_full = key == "health" and unit.hp is None and unit.id in combat.units
        return replace(unit, **shown, given=given, **({"hp": value} if is_full else {}))

    units, bench = ({id_: noted(unit) for id_, unit in them.items()} for them in (combat.units, combat.bench))
    combat = replace(combat, units=units, bench=bench)
    return combat, [event_of("stat-told", unit=id_, chip=asked.chip, stat=key, value=value)]


def read_line(combat: Combat, chip: str, line: str) -> dict[str, Any]:
    """Read what a chip shows, as in `defender, 1/1/4, bb, Taunt`, into the fields of its record."""
    from hoplo_companion.notation.cards import read_card  # most turns enter nothing

    return read_card("unit", f"{chip}: {line.split(':', 1)[-1]}", combat.catalogue).fields


def enter_stat(combat: Combat, question: Question, value: Any) -> tuple[Combat, list[Event]]:
    """Note what a chip shows where one of its numbers is asked: that, or all of it as in `defender, 1/1/4, bb, Taunt`.

    IllegalError where a line cannot be read, lacks the number that is asked, or says something else than is known.
    """
    asked = combat.units.get(question.unit) or combat.bench[question.unit]
    if not isinstance(value, str):
        return note(combat, asked.id, question.about, value)
    fields = read_line(combat, asked.chip, value)
    told = {key: tuple(fields[key]) if key == "attack" else fields[key] for key in SHOWN if key in fields}
    if question.about not in told:
        example = "'defender, 1/1/4, bb, Taunt'"
        raise IllegalError("{line}: write the whole chip, as in {example}", line=value, example=example)
    skills, _ = UnitReader(combat.catalogue).read_skills(tuple(told.get("skills", ())))
    read = told | {"class": tuple(told.get("class", ())), "skills": skills}
    known = {key: getattr(asked, "classes" if key == "class" else key) for key in told}
    new = [key for key in told if known[key] is None or (key in ("class", "skills") and not known[key])]
    if any(known[key] != read[key] for key in told if key not in new):
        text = later("{line} is not what is known of {unit}: `hoplo data add unit` corrects that")
        raise IllegalError(text, line=value, unit=chip_name(combat.catalogue, asked.chip))
    return for_each(combat, new, lambda now, key: note(now, asked.id, key, told[key]))
