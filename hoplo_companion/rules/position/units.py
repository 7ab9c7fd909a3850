"""What chips show: as a position says it of its units, or as the player reads it off while they are played with (p.12).

What is read off is noted on every unit that has the same chip.
"""

from functools import lru_cache
from typing import Any

from msgspec import UNSET, convert
from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import advise, part_number, slug, unknown, wrong_number
from hoplo_companion.components.schemas import PriorityList
from hoplo_companion.components.words import CLASSES, Variant
from hoplo_companion.dice import HIT_FACES
from hoplo_companion.errors import STATS, Defect, Defects, IllegalError, InvalidError, UsageError, clip, part
from hoplo_companion.language import later, tr
from hoplo_companion.rules.dialogue import MOST_NUMBER as MOST
from hoplo_companion.rules.dialogue import Event, Question, event_of
from hoplo_companion.rules.effects.judge import LEAST
from hoplo_companion.rules.model import NOWHERE, Arena, Combat, Unit
from hoplo_companion.rules.naming import chip_name
from hoplo_companion.rules.position.arenas import NO_ARENA, hex_named, read_lists
from hoplo_companion.rules.position.document import StatsDoc, UnitDoc
from hoplo_companion.signs import is_name

ASK_LISTS = Question("component.priorities", "list", "component.asked")

SHOWN = ("movement", "range", "health", "attack", "class", "skills")  # what a chip shows, as a position calls it
MOST_DICE = 99
_REMEMBERED = 10_000


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
    is_full = isinstance(unit.given, UnitDoc) and not isinstance(unit.given.hp, int)
    return replace(unit, health=health, hp=health if is_full else unit.hp)


class UnitReader:
    """Reads units against one catalogue, and remembers the chips, skills and tactics that it has met."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._chip = lru_cache(_REMEMBERED)(self._look_up)
        self._attack = lru_cache(_REMEMBERED)(_read_attack)
        self.read_skills = lru_cache(_REMEMBERED)(self._read_skills)

    def unit(self, doc: UnitDoc, where: str, arena: Arena, defects: Defects) -> Unit:
        """Read a unit in combat or in camp; what is wrong with it is added to the defects."""
        self._check_id(doc.id, f"{where}.id", defects)
        hex_ = hex_named(arena, doc.hex, f"{where}.hex", defects) if isinstance(doc.hex, str) else NOWHERE
        unit = self._with_stats(doc.id, doc, doc.side, where, defects)
        hp = doc.hp if isinstance(doc.hp, int) else unit.health
        tactics = self.tactics(doc.tactics, f"{where}.tactics", defects) if doc.tactics else ()
        return replace(unit, hex=hex_, hp=hp, dazed=doc.dazed, tactics=tactics)

    def _check_id(self, id_: str, where: str, defects: Defects) -> None:
        if not id_ or len(id_) > 200 or not is_name(id_):
            defects.wrong("id", where, "{id} is not an id: 1 to 200 printable characters", id=clip(id_))

    def benched(self, id_: str, doc: StatsDoc, defects: Defects) -> Unit:
        """Read a unit that waits in the rival's lineup."""
        where = f"bench.{part(id_)}"
        self._check_id(id_, where, defects)
        return self._with_stats(id_, doc, "rival", where, defects)

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
            unit = self.benched(id_, convert(given, StatsDoc), defects)
        else:
            unit = self.unit(convert({"id": id_, "side": side, **given}, UnitDoc), "unit", NO_ARENA, defects)
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
            dice = None if scion.dice is None else tuple(colour for colour, n in scion.dice.items() for _ in range(n))
            stats = {"movement": 0, "range": scion.range, "health": scion.health, "attack": dice, "elite": True}
            return replace(bare, **stats), True
        if (record := unit or hero) is None:
            return bare, False
        stats = {stat: getattr(record, stat) for stat in LEAST}
        attack = None if record.attack is None else tuple(record.attack)
        return replace(bare, classes=tuple(record.classes), attack=attack, **stats), True

    def _with_stats(self, id_: str, doc: StatsDoc, side: str, where: str, defects: Defects) -> Unit:
        """A unit with its chip's stats, as the position gives them or else as known; one that lacks them is refused."""
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
            changed["attack"], wrong = self._attack(tuple(doc.attack))
            defects += [Defect("unknown-die", f"{where}.attack{at}", why) for at, why in wrong]
        if doc.skills is not UNSET:
            changed["skills"], faults = self.read_skills(tuple(doc.skills))
            defects += [Defect("unknown-skill", f"{where}.skills[{at}]", why) for at, why in faults]
        for stat, least in LEAST.items():
            if (value := getattr(doc, stat)) is not UNSET:
                changed[stat] = value
                if not least <= value <= MOST:
                    text, of = later("{stat} is between {least} and {most}, not {n}"), tr(STATS[stat])
                    defects.wrong(stat, f"{where}.{stat}", text, stat=of, least=least, most=MOST, n=clip(value))
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
            skill = self._read_skill(name)
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


def enter_lists(combat: Combat, text: str) -> tuple[Combat, list[Event]]:
    """Note the priority lists of an arena as they are typed from its card; IllegalError where they are not lists."""
    from hoplo_companion.notation.reference_cards import read_priorities  # most turns enter nothing

    try:
        plain = read_priorities(text)
        lists, defects = read_lists(combat.arena, convert(plain, list[PriorityList]))
    except UsageError as fault:
        raise IllegalError(str(fault)) from None
    if defects:
        raise IllegalError("; ".join(defect.sentence() for defect in defects))
    combat = replace(combat, arena=replace(combat.arena, priorities=lists))
    return combat, [event_of("lists-told", arena=combat.arena.id, lists=plain)]


def note(combat: Combat, id_: str, chip: str, key: str, value: Any) -> tuple[Combat, list[Event]]:
    """Note what a unit's chip shows on every unit that has it and lacks the same, those of a lineup still to come too.

    Shapes: `key` is that of a position. IllegalError for a skill that nobody knows.
    """
    field, of_side = "classes" if key == "class" else key, ""
    shown: dict[str, Any] = {field: tuple(value) if isinstance(value, list) else value}
    if key == "skills":
        shown["skills"], faults = UnitReader(combat.catalogue).read_skills(tuple(value))
        if faults:
            raise IllegalError("; ".join(why for _, why in faults))
    elif key != "class" and combat.catalogue.unit(chip) is None:
        # A hero's chip has other numbers on the side that shows a primus; every other chip has the same on both.
        of_side = (combat.units.get(id_) or combat.bench[id_]).side

    def noted(unit: Unit) -> Unit:
        is_meant = unit.id == id_ if key == "hp" else unit.chip == chip and of_side in ("", unit.side)
        empty = {"class": not unit.classes, "skills": unit.given.skills is UNSET}
        if not is_meant or not empty.get(key, getattr(unit, field) is None):
            return unit
        plain = list(value) if isinstance(value, tuple) else value
        given = unit.given if key == "hp" else replace(unit.given, **{field: plain})
        # A unit whose HP nobody entered has as many as its Health.
        is_full = key == "health" and unit.hp is None and unit.id in combat.units
        return replace(unit, **shown, given=given, **({"hp": value} if is_full else {}))

    units, bench = ({id_: noted(unit) for id_, unit in them.items()} for them in (combat.units, combat.bench))
    event = event_of("stat-told", unit=id_, chip=chip, stat=key, value=value)
    return replace(combat, units=units, bench=bench), [event]


def read_line(combat: Combat, chip: str, line: str) -> dict[str, Any]:
    """Read what a chip shows, as in `defender, 1/1/4, bb, Taunt`, into the fields of its record."""
    from hoplo_companion.notation.cards import read_card  # most turns enter nothing

    _, colon, rest = line.partition(":")
    try:
        return read_card("unit", f"{chip}: {rest if colon else line}", combat.catalogue).fields
    except UsageError as fault:
        raise IllegalError(str(fault)) from None


def enter_stat(combat: Combat, question: Question, value: Any) -> tuple[Combat, list[Event]]:
    """Note what a chip shows where one of its numbers is asked: that, or all of it as in `defender, 1/1/4, bb, Taunt`.

    IllegalError where a line cannot be read, lacks the number that is asked, or says something else than is known.
    """
    asked = combat.units.get(question.unit) or combat.bench[question.unit]
    if not isinstance(value, str):
        return note(combat, asked.id, asked.chip, question.about, value)
    fields = read_line(combat, asked.chip, value)
    told = {key: fields[key] for key in SHOWN if key in fields}
    if question.about not in told:
        example = "'defender, 1/1/4, bb, Taunt'"
        raise IllegalError("{line}: write the whole chip, as in {example}", line=value, example=example)
    if "attack" in told:
        told["attack"] = tuple(told["attack"])
    skills, _ = UnitReader(combat.catalogue).read_skills(tuple(told.get("skills", ())))
    read = told | {"class": tuple(told.get("class", ())), "skills": skills}
    known = {key: getattr(asked, "classes" if key == "class" else key) for key in told}
    new = [key for key in told if known[key] is None or (key in ("class", "skills") and not known[key])]
    if any(known[key] != read[key] for key in told if key not in new):
        text = later("{line} is not what is known of {unit}: `hoplo data add unit` corrects that")
        raise IllegalError(text, line=value, unit=chip_name(combat.catalogue, asked.chip))
    events: list[Event] = []
    for key in new:
        combat, more = note(combat, asked.id, asked.chip, key, told[key])
        events += more
    return combat, events
