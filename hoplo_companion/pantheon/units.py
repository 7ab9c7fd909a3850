"""Units as they are entered, a line each, and as they stand in an attack; what an army may have, its draft and deck.

What things of this table are called, by their ids, how a word of a line is read, and what a rule says, stands first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from msgspec import Struct

from hoplo_companion.components.catalogue import Catalogue, shipped_folder
from hoplo_companion.components.names import did_you_mean, in_english, near_misses, slug
from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import in_language, later, spoken, tr
from hoplo_companion.signs import is_name
from hoplo_companion.tables.slots import number, wrong_if

KINDS = {each: each for each in (later("troop"), later("hero"), later("monster"), later("god"), later("titan"))}
DIVINITIES = ("god", "titan")
NAMES = {**KINDS, "alone": later("last miniature"), "aerial": later("aerial attack"), "power": later("power")}
"""What has no rule of its own: the kinds of units, a troop that is down to its last miniature, what changes values."""

UNPRINTED = ("aerial-attack", "heights")
"""What has a rule among types and boundaries, and is none."""

_LEDGER = Catalogue(shipped_folder() / "pantheon")
_RULES = {rule.rpartition(".")[2]: rule for rule in _LEDGER.ids("ledger")}


def _ids(chapter: str) -> tuple[str, ...]:
    """What the ledger has a rule for in a chapter; what is not printed on a board or a unit is no word of a line."""
    return tuple(id_ for id_, rule in _RULES.items() if rule == f"pan.{chapter}.{id_}" and id_ not in UNPRINTED)


TERRAINS, BOUNDARIES, TRAITS, TALENTS = map(_ids, ("terrain", "boundary", "type", "talent"))


def name_of(id_: str) -> str:
    """What a terrain, a boundary, a type or a talent is called in the language that is spoken, as its rule has it."""
    if id_ in NAMES:
        return tr(NAMES[id_])
    rule = _LEDGER.rule(_RULES[id_])
    assert rule is not None
    name = (rule.term_it if spoken() == "it" else rule.term).partition(", ")[2]
    return name if id_ in TALENTS else name.lower()


def word_of(typed: str, known: Iterable[str]) -> str | None:
    """The id of what was typed, in English or in the language that is spoken; None where it is not known."""
    names = {slug(name): id_ for id_ in known for name in (name_of(id_), id_, id_.removesuffix("s"))}
    return names.get(slug(typed))


def rule_text(rule: str, reading: str = "") -> str:
    """What a rule of the ledger says, or a reading of an open question, in the language that is spoken."""
    if (question := _LEDGER.ruling(rule)) is not None:
        return tr(question.readings.get(reading, question.default))
    found = _LEDGER.rule(rule)
    assert found is not None, rule
    return " ".join(in_language(found.text, it=found.text_it).split())


def by_rule(rule: str, name: str = "", reading: str = "") -> str:
    """A refusal by a rule: whom it is about, what the rule says, and its id; empty where no rule is broken."""
    if not rule:
        return ""
    text = f"{rule_text(rule, reading)} {rule}"
    return tr("Not possible for {name}. {rule}", name=name, rule=text) if name else text


def first(checks: Mapping[str, object]) -> str:
    """The first of some rules that is broken, or of some reasons that hold; empty where none is."""
    return next((rule for rule, is_broken in checks.items() if is_broken), "")


MOST = 10
"""Offence and defence never go above this, so that no more dice than this are rolled (2a, Effective value)."""

LONGEST_NAME = 40
EXAMPLE = "Athena: god, cost 6, cards 4, aow 3, stats 7/8/1/2, vitality 9, guard"
SIDE_EXAMPLE = "6, archer, rock"
STATS = ("offence", "defence", "range", "movement")
NUMBERS = {"cost": (0, 30), "cards": (0, 30), "aow": (0, 30), "vitality": (0, 30), "power": (-MOST, MOST)}
"""The numbers of a line, each with its limits; `power` is what powers add to the side of an attack."""

Stats = tuple[int, int, int, int]
"""Offence, defence, range and movement of a stat line."""


class Unit(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit as its dashboard or card prints it.

    `strategy` is its strategic value, `cards` its activation cards. The stats are those of the top line; None where
    they were not entered.
    """

    name: str
    kind: str
    cost: int
    cards: int
    strategy: int
    vitality: int | None = None
    offence: int | None = None
    defence: int | None = None
    range: int | None = None
    movement: int | None = None
    talents: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """What is typed for the unit."""
        return slug(self.name)

    @property
    def is_divinity(self) -> bool:
        """Whether it is a god or a titan."""
        return self.kind in DIVINITIES

    @property
    def stats(self) -> Stats | None:
        """Its top stat line, where that was entered."""
        if self.offence is None or self.defence is None or self.range is None or self.movement is None:
            return None
        return self.offence, self.defence, self.range, self.movement

    @property
    def line(self) -> str:
        """The unit as a line that is read again."""
        parts = [self.kind, f"cost {self.cost}", f"cards {self.cards}", f"aow {self.strategy}"]
        parts += [f"vitality {self.vitality}"] if self.vitality is not None else []
        parts += ["stats " + stats_words(self.stats)] if self.stats else []
        return f"{self.name}: " + ", ".join([*parts, *self.talents, *self.traits])


def read_stats(text: str) -> Stats:
    """Read the stats that a dashboard shows: `6/7/1/2`, or a digit each, `6712`."""
    text = text.strip()
    parts = list(text) if len(text) == len(STATS) else text.split("/")
    wrong_if(len(parts) != len(STATS), "Stats are offence/defence/range/movement, as in `6/7/1/2` or 6712.")
    offence, defence, range_, movement = (number(each, 0, MOST) for each in parts)
    return offence, defence, range_, movement


def stats_words(stats: Stats | None) -> str:
    """Stats as they are typed."""
    return "/".join(map(str, stats or ()))


def read_unit(line: str) -> Unit:
    """Read a unit's line, `NAME: KIND, cost N, cards N, aow N, …`; UsageError says what is missing or wrong."""
    name, colon, about = line.partition(":")
    name = " ".join(name.split())
    if not colon or not slug(name) or not is_name(name) or len(name) > LONGEST_NAME:
        raise UsageError("{line} is not a unit: write it as `{example}`.", line=clip(line), example=EXAMPLE)
    found = _read(name, about, ("cost", "cards", "aow", "vitality", "kind", "talents", "traits"), EXAMPLE)
    wrong_if("kind" not in found, "{name}: what is it? One of {kinds}.", name=name, kinds=", ".join(KINDS))
    for word in ("cost", "cards", "aow"):
        if word not in found:
            raise UsageError("{name}: `{word} N` is missing: `{example}`.", name=name, word=word, example=EXAMPLE)
    return Unit(name, strategy=found.pop("aow"), **found)


def read_units(lines: Iterable[str]) -> tuple[Unit, ...]:
    """Read units, one per line; empty lines and those that begin with # are left out."""
    return tuple(read_unit(line) for line in lines if line.strip() and not line.lstrip().startswith("#"))


FIELDS = {"kind": tuple(KINDS), "terrain": TERRAINS, "alone": ("alone",), "talents": TALENTS, "traits": TRAITS}
"""What the words of a line say about a unit, by the field that has it."""


def _read(name: str, about: str, fields: Collection[str], example: str) -> dict[str, Any]:
    """What a line says about a unit, by some fields, a talent or type once; UsageError where a part says nothing."""
    found: dict[str, Any] = {"talents": (), "traits": ()}
    known = {word: field for field in fields for word in FIELDS.get(field, ())}
    for part in filter(str.strip, about.split(",")):
        first, _, rest = " ".join(part.split()).casefold().partition(" ")
        first = in_english(first, (*NUMBERS, "stats"))
        word = word_of(part, known)
        field = known.get(word or "", "")
        if first == "stats":
            found |= zip(STATS, read_stats(rest), strict=True)
        elif first in NUMBERS and first in fields:
            found[first] = number(rest, *NUMBERS[first])
        elif field in ("talents", "traits"):
            found[field] = tuple(dict.fromkeys((*found[field], word)))
        elif field:
            found[field] = word
        elif slug(part) != "terrestrial":
            part, near = part.strip(), near_misses(part, known)
            text = later("{name}: {part} says nothing about a unit; as in `{example}`.")
            said = tr(text, name=name, part=clip(part), example=example)
            raise UsageError(f"{said} ({did_you_mean(near)})" if near else said)
    return found


@dataclass(frozen=True, kw_only=True)
class Fighter:
    """A unit as it stands on the ground, or as one side of an attack.

    `alone` is a troop down to its last miniature; `terrain` is open ground where its 3D elements are gone, `area` empty
    off the board; `forced` is one that has used Force of Nature, `power` what powers and scenarios add to its value. In
    an attack `talents` are those in use, of the unit itself or of a neighbour that bolsters it.
    """

    kind: str = "hero"
    traits: tuple[str, ...] = ()
    talents: tuple[str, ...] = ()
    alone: bool = False
    terrain: str = "open"
    offence: int = 0
    defence: int = 0
    range: int = 0
    movement: int = 0
    power: int = 0
    name: str = ""
    area: str = ""
    side: int = 0
    forced: bool = False

    @property
    def off(self) -> str:
        """Why none of its talents works; empty where they do."""
        if self.alone and self.kind == "troop":
            return later("a troop with one miniature left has no talents")
        return later("talents are ignored in water") if self.suffers("water", self.terrain) else ""

    def suffers(self, effect: str, terrain: str) -> bool:
        """Whether a terrain has an effect, that of its own name, on the unit, whose type may ignore it."""
        return effect == terrain and IGNORED_BY[terrain] not in self.traits

    def has(self, talent: str) -> bool:
        """Whether a talent works."""
        return talent in self.talents and not self.off


NOBODY = Fighter()
"""A hero on open ground, without any values."""

IGNORED_BY = {"swamp": "aquatic", "water": "aquatic", "polar": "boreal", "lava": "fireproof"}
"""The types of units that ignore a terrain."""


def read_side(text: str, name: str) -> Fighter:
    """Read one side of an attack: its value or a unit's line, and what else changes values, as in `6, archer, rock`."""
    parts = text.rpartition(":")[2].split(",")
    values = [each for each in parts if each.strip().isdecimal()]
    found = _read(name, ",".join(each for each in parts if each not in values), (*NUMBERS, *FIELDS), SIDE_EXAMPLE)
    found["alone"] = "alone" in found
    found |= {stat: number(each, 0, MOST) for each in values for stat in ("offence", "defence")}
    if "offence" not in found:
        raise UsageError("{name}: its value is missing, as in `{example}`.", name=name, example=SIDE_EXAMPLE)
    return Fighter(**{field: value for field, value in found.items() if field in Fighter.__dataclass_fields__})


# An army
POINTS = {2: 18, 3: 16, 4: 14}
"""Recruitment points of each player, by the number of players."""

STRONG = 5
"""Beside the divinity one unit at most costs so much or more."""

AOW = "aow"
"""What an Art of War card is called among cards, which are called by their unit's id."""


def points_of(players: int) -> int:
    """The points of each player; UsageError where no game has so many players."""
    wrong_if(players not in POINTS, "A game has 2 to 4 players, not {n}.", n=players)
    return POINTS[players]


def cost_of(units: Iterable[Unit]) -> int:
    """What units cost together."""
    return sum(unit.cost for unit in units)


def faults(
    units: Sequence[Unit],
    points: int,
    *,
    constructed: bool,
    partner: Collection[str] = (),
    limited: Collection[str] = (),
) -> dict[str, str]:
    """The rules that an army breaks, each with a sentence that says so.

    Shapes: `partner` are the ids of the units of the other army of the side, `limited` of all that a scenario lists.
    """
    times, spent = Counter(unit.name for unit in units), cost_of(units)
    strong = [unit.name for unit in units if not unit.is_divinity and unit.cost >= STRONG]
    named = {
        "pan.army.strong": strong if strong[1:] else [],
        "pan.army.twice": [name for name in times if times[name] > 1],
        "pan.army.team-twice": [unit.name for unit in units if unit.id in partner],
        "pan.army.limited": [unit.name for unit in units if limited and unit.id not in limited],
    }
    found = {rule: by_rule(rule, ", ".join(each)) for rule, each in named.items() if each}
    if (count := sum(unit.is_divinity for unit in units)) != 1:
        text = tr("An army has exactly 1 divinity, a god or a titan; this one has {n}.", n=count)
        found["pan.army.divinity"] = f"{text} pan.army.divinity"
    if spent > points:
        text = tr("The units cost {spent} recruitment points; {points} are available.", spent=spent, points=points)
        found["pan.army.points"] = f"{text} pan.army.points"
    elif constructed and spent < points:
        text = later("A constructed army costs exactly {points} recruitment points; this one costs {spent}.")
        found["pan.army.constructed"] = f"{tr(text, spent=spent, points=points)} pan.army.constructed"
    return found


class Draft(NamedTuple):
    """A draft as far as it has come: the units that are left to recruit, and each player's army in the order taken.

    `last` is who recruited the last unit that is no divinity; the last to choose a divinity begins.
    """

    players: tuple[str, ...]
    points: int
    pool: tuple[Unit, ...]
    armies: tuple[tuple[Unit, ...], ...]
    last: int = 0

    def left(self, player: int) -> int:
        """The points that a player has left."""
        return self.points - cost_of(self.armies[player])

    def why_not(self, player: int, unit: Unit) -> str:
        """Why a player may not recruit a unit; empty for a divinity of the agreed type first, then for what fits."""
        if own := self.armies[player]:
            return " ".join(faults((*own, unit), self.points, constructed=False).values())
        agreed = {each.kind for army in self.armies for each in army[:1]} or DIVINITIES
        return "" if unit.kind in agreed and unit.cost <= self.points else by_rule("pan.army.divinity")

    def affordable(self, player: int) -> list[Unit]:
        """The units that a player may recruit now."""
        return [unit for unit in self.pool if not self.why_not(player, unit)]

    def next(self) -> int | None:
        """Who recruits next: divinities clockwise, everything else counter-clockwise; None at the end."""
        count = len(self.players)
        waiting = [at for at in range(count) if not self.armies[at]]
        order = [(self.last - step) % count for step in range(1, count + 1)]
        return waiting[0] if waiting else next((at for at in order if self.affordable(at)), None)

    def recruited(self, unit: Unit) -> Draft:
        """The draft after the next player has taken a unit; IllegalError where the rules do not allow it."""
        player = self.next()
        if player is None:
            raise IllegalError("The draft is over: nobody can afford any of the remaining units.")
        if reason := self.why_not(player, unit):
            head = tr("{player} cannot recruit {unit}.", player=self.players[player], unit=unit.name)
            raise IllegalError(f"{head} {reason}")
        armies = tuple((*army, unit) if at == player else army for at, army in enumerate(self.armies))
        pool = tuple(each for each in self.pool if each != unit)
        return self._replace(armies=armies, pool=pool, last=self.last if unit.is_divinity else player)


def deck(units: Iterable[Unit]) -> dict[str, int]:
    """The cards of a deck: the activation cards of every unit, and Art of War cards by the strategic values."""
    units = [*units]
    return dict(+Counter({unit.id: unit.cards for unit in units} | {AOW: sum(unit.strategy for unit in units)}))
