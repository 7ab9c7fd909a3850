"""The records of `rules_data/`: what a file may say, and who says so.

Every record names its source (an id of `sources.toml`, with a page) and how sure that source is. A field that no source
states is left out, never guessed; `doubts` tells what is known about such a field short of a fact.
"""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import UNSET, Struct, UnsetType, field

Confidence = Literal["stated", "translated", "inferred", "low-res", "assumed", "player"]
Colour = Literal["yellow", "blue", "green", "black", "red"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
"""The colours of attack dice, the weakest first (Rulebook p.12, 37)."""

COLOUR_NAMED: dict[str, Colour] = {colour: colour for colour in COLOURS}
"""Each colour by its name, for names that were typed."""

UnitClass = Literal["archer", "attacker", "beast", "defender", "tactician"]
Side = Literal["rival", "player", "arena"]
Superlative = Literal["strongest", "weakest", "deadliest", "least-deadly", "fastest", "slowest", "closest", "farthest"]
Opponent = Literal[
    "flagholder",
    "hero",
    "holding",
    "any",
    "strongest",
    "weakest",
    "deadliest",
    "least-deadly",
    "fastest",
    "slowest",
    "closest",
    "farthest",
]
HexMark = Literal["chip", "key", "named", "highest"]
Near = Literal["adjacent", "range"]


class Doubt(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is known of one field of a record that the record's own source does not state."""

    confidence: Confidence
    source: str
    hint: str = ""


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every record carries: its name, who states it, and how sure that is."""

    name: str
    source: str
    confidence: Confidence
    note: str = ""
    doubts: dict[str, Doubt] = {}


class UnitRecord(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit chip (Rulebook p.11-13); a stat that is left out is unknown, an empty list is known to be empty."""

    faction: str | None = None
    classes: list[UnitClass] = field(name="class", default_factory=list)
    movement: int | None = None
    range: int | None = None
    health: int | None = None
    attack: list[Colour] | None = None
    skills: list[str] = []
    elite: bool = False
    expansion: str = ""


Moment = Literal[
    "move",  # its own move in the Movement Step
    "ability",  # the Abilities Step
    "special",  # its turn to act in the Engage Step
    "attack-before",  # it attacks: before the dice
    "attack-after",  # it attacks: after the dice
    "attacked-before",  # it is attacked: before the dice
    "attacked-after",  # it is attacked: after the dice
    "ally-attack-before",  # an adjacent ally attacks: before the dice
    "ally-attacked-before",  # an adjacent ally is attacked: before the dice
    "ally-attacked-after",  # an adjacent ally is attacked: after the dice
    "damaged",  # it was dealt attack damage and is still in combat
]


class SkillRecord(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A skill of the Unit Skills sheet (Rulebook p.12-13), restated in our own words.

    `acts` says who applies it: "rules", the program itself; "manual", the player at each of its `moments`;
    "unknown", nobody, since no source states what it does.
    """

    type: Literal["innate", "ability", "special"]
    acts: Literal["rules", "manual", "unknown"]
    text: str = ""
    rival: str = ""
    numbered: bool = False
    instead_of_attacking: bool = False
    moments: list[Moment] = []
    sheet: bool = True


class TacticRecord(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tactic chip (Rulebook p.13, 20, 22, 30)."""

    kind: Literal["permanent", "instant", "temporary"] | None = None
    text: str = ""
    movement: int = 0
    until: Literal["", "end-of-its-next-turn", "start-of-your-next-turn"] = ""
    moments: list[Moment] = []
    rival_class: UnitClass | None = None
    rival_side: Literal["ally", "opponent"] | None = None
    rival_target: Superlative | None = None
    rival_without_itself: bool = False
    expansion: str = ""


class HeroRecord(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A hero as the Hero Details print it (Rulebook p.38-39)."""

    region: str
    movement: int
    range: int
    health: int
    leadership: int
    units: list[str]
    tactics: list[str]
    classes: list[UnitClass] = field(name="class", default_factory=list)
    attack: list[Colour] | None = None


class DifficultyRecord(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A difficulty level (Rulebook p.9-10, 34)."""

    prowess: int
    blessings: int
    influence: int = 0
    health: int = 0
    leadership: int = 0
    attack_upgrades: int = 0
    choose_one_upgrade: bool = False
    tactics: bool = True


class BaneRecord(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A bane chip, its effect restated in our own words (Rulebook p.29-30)."""

    kind: Literal["bag", "unit", "camp"] | None = None
    text: str = ""
    expansion: str = ""


class ProwessRecord(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Prowess card, one of a hero's own or a special one (Rulebook p.9, 11, 33).

    `level` is 0 for a card that has none; `tactic_capacity` is how much the card raises the Tactic Capacity.
    """

    hero: str = ""
    level: int = 0
    tactic_capacity: int | None = None
    text: str = ""
    expansion: str = ""


class DieRecord(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A colour of attack dice: how many of its six faces show a hit, and how many such dice there are (p.5, 12)."""

    hits: int
    count: int


class PriorityItem(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of a priority list: an `opponent` is a bold priority, a `hex` a non-bold one (Rulebook p.23)."""

    opponent: Opponent | UnsetType = UNSET
    hex: HexMark | UnsetType = UNSET
    chip: str | UnsetType = UNSET
    hexes: list[str] | UnsetType = UNSET
    near: Near | UnsetType = UNSET


class PriorityList(Struct, frozen=True, forbid_unknown_fields=True):
    """The priority list of the units that `for` fits: all, other, unit:CHIP, class:CLASS or local."""

    fits: str = field(name="for")
    entries: list[PriorityItem] = field(name="list")


class ArenaShape(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An arena as a position may give it inline: its mat, its marked hexes and its priority lists.

    `columns` counts the hexes of each column from the rival's side; hexes are named by column letter and number from
    the top. `missing` hexes do not exist, `blocked` ones cannot be entered.
    """

    region: str = ""
    columns: list[int]
    missing: list[str] = []
    blocked: list[str] = []
    rival_deployment: list[str] = []
    player_deployment: list[str] | UnsetType = UNSET
    key_hexes: list[str] = []
    elevation: dict[str, int] = {}
    priorities: list[PriorityList] | UnsetType = UNSET


class ArenaSpecial(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Special that an arena's card grants to the unit holding a chip."""

    name: str
    chip: str
    damage: int
    local_bonus: int = 0
    text: str = ""


class ArenaRecord(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An arena's mat and what is known of its reference card (Rulebook p.4, 18-23, 28)."""

    region: str
    mat: ArenaShape
    centre: list[str] = []
    chips: list[str] = []
    key_chip: str = ""
    special: ArenaSpecial | None = None
    local_movement: int | None = None
    high_ground: list[Colour] = []
    arena_turn: bool = False
    locals_oppose_arena_units: bool = True
    cards: list[str] = []


class RulingRecord(Record, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A question that the rulebook leaves open, the reading in force, and the other readings."""

    page: str
    default: str
    default_id: str = "default"
    readings: dict[str, str] = {}
    decides: str = ""


class RuleRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One rule of the rulebook in one sentence of our own, with its page and its terms."""

    page: str
    term: str
    term_it: str
    text: str
    differs: str = ""


class SourceRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A source that a record may cite."""

    name: str
    what: str
