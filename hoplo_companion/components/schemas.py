"""The records of `rules_data/`: what a file may say, and who says so.

Every record names its source (an id of `sources.toml`, with a page) and how sure that source is. A field that no source
states is left out, never guessed; `doubts` says what is known about such a field short of a fact.
"""

# Annotations are values here: msgspec evaluates those that are texts anew whenever hoplo starts.
from typing import Literal, get_args

from msgspec import UNSET, Struct, UnsetType, field

from hoplo_companion.components import words
from hoplo_companion.components.effects import Effect
from hoplo_companion.components.names import slug
from hoplo_companion.language import later, tr


class Doubt(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is known of one field of a record that the record's own source does not state.

    `value` is what it comes to, where the rules can go by it (`faction.inferred`).
    """

    confidence: words.Confidence
    source: str
    hint: str = ""
    value: str = ""


class Record(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every record carries: its name, who states it, and how sure that is."""

    name: str
    source: str
    confidence: words.Confidence
    note: str = ""
    doubts: dict[str, Doubt] = {}


class UnitRecord(Record, frozen=True, kw_only=True):
    """A unit chip (Rulebook p.11-13); a stat that is left out is unknown, an empty list is known to be empty."""

    faction: str | None = None
    classes: list[words.UnitClass] = field(name="class", default_factory=list)
    movement: int | None = None
    range: int | None = None
    health: int | None = None
    attack: list[words.Colour] | None = None
    skills: list[str] = []
    elite: bool = False
    expansion: str = ""

    @property
    def inferred_faction(self) -> str:
        """The faction that is only inferred; empty where it is stated, or nothing is inferred of it."""
        return self.doubts["faction"].value if "faction" in self.doubts and self.faction is None else ""


class SkillRecord(Record, frozen=True, kw_only=True):
    """A skill of the Unit Skills sheet (Rulebook p.12-13): restated in our own words, and as effects.

    `effects` is left out where no source states what the skill does; it may be empty where it does nothing in a combat.
    """

    type: Literal["innate", "ability", "special"]
    text: str = ""
    rival: str = ""
    numbered: bool = False
    effects: list[Effect] | None = None
    sheet: bool = True


class TacticRecord(Record, frozen=True, kw_only=True):
    """A tactic chip; the unit under it holds its effects, which are left out where no source states them (p.13, 20-22).

    `until` is when a temporary tactic is discarded (Rulebook p.30).
    """

    kind: Literal["permanent", "instant", "temporary"] | None = None
    text: str = ""
    text_it: str = ""
    effects: list[Effect] | None = None
    until: words.Until | None = None
    rival_class: words.UnitClass | None = None
    rival_side: Literal["ally", "opponent"] | None = None
    rival_target: words.Superlative | None = None
    rival_without_itself: bool = False
    expansion: str = ""


class HeroRecord(Record, frozen=True, kw_only=True):
    """A hero as the Hero Details print it (Rulebook p.38-39)."""

    region: str
    movement: int
    range: int
    health: int
    leadership: int
    units: list[str]
    tactics: list[str]
    classes: list[words.UnitClass] = field(name="class", default_factory=list)
    attack: list[words.Colour] | None = None


class DifficultyRecord(Record, frozen=True, kw_only=True):
    """A difficulty level (Rulebook p.9-10, 34); `boots_blessings` are those with Mercury's Boots (A3 p.5)."""

    prowess: int
    blessings: int
    boots_blessings: int
    influence: int = 0
    health: int = 0
    leadership: int = 0
    attack_upgrades: int = 0
    choose_one_upgrade: bool = False
    tactics: bool = True


class BaneRecord(Record, frozen=True, kw_only=True):
    """A bane chip, its effect restated in our own words (Rulebook p.29-30).

    What a camp bane does between fights: `stop_damage` to the hero at each stop at a location of `stop_kind`;
    `bars_locals` keeps units of the present region from being recruited.
    """

    kind: words.BaneKind | None = None
    text: str = ""
    stop_kind: Literal["", "sport", "bloodshed", "opportunity", "capital"] = ""
    stop_damage: int = 0
    bars_locals: bool = False
    effects: list[Effect] = []
    expansion: str = ""


class ProwessRecord(Record, frozen=True, kw_only=True):
    """A Prowess card, one of a hero's own or a special one (Rulebook p.9, 11, 33).

    `level` is 0 for a card that has none; `tactic_capacity` is how much the card raises the Tactic Capacity; `special`
    tells a Special Prowess card from a hero's own.
    """

    hero: str = ""
    special: bool = False
    level: int = 0
    tactic_capacity: int | None = None
    text: str = ""
    effects: list[Effect] = []
    expansion: str = ""


class EventRecord(Record, frozen=True, kw_only=True):
    """An event card, restated in our own words, or the preset lineup of an act's primus combat (Rulebook p.14-20, 30).

    `goals` are the kinds of combat that the card may start; `lineup` and `yours` are the icons of the rival's lineup
    and of yours, in the order of the card. `then` are icons that the card's special instructions add to the end of
    the rival's lineup, after those of the act. Only a primus lineup has an `act`; its id is `primus-1`, `primus-2` or
    `primus-3`. Each of its effects says by `for` whom it is for. `ignores_act` says
    that act modifiers do not apply, nor those of defeated primuses, which stand in their place (Mercury's Boots).
    """

    kind: words.CardKind | None = None
    act: int | None = None
    goals: list[words.EventKind] = []
    text: str = ""
    effects: list[Effect] | None = None
    lineup: list[words.RivalIcon] = []
    then: list[words.RivalIcon] = []
    yours: list[words.YourIcon] = []
    ignores_act: bool = False
    instructions: str = ""
    expansion: str = ""


class SetUpChange(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an Opportunity card lets you change as a combat is set up (Rulebook p.16-17).

    It may be changed in combats of the kinds in `events`, in any if there are none; `adds` are icons for the end of the
    rival's lineup, `by_hand` is what hoplo leaves to you.
    """

    events: list[words.EventKind] = []
    adds: list[words.RivalIcon] = []
    by_hand: str = ""


class OpportunityReward(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What an Opportunity card gives; `name` is the unit, the tactic or the Special Prowess card (Rulebook p.17)."""

    kind: words.Reward
    name: str = ""


class OpportunityRecord(Record, frozen=True, kw_only=True):
    """An Opportunity card, restated in our own words (Rulebook p.16-17).

    `met` is when its criteria are: `win`, by winning a combat with the change made, or `by-hand`, when you say so.
    What is not known of it is left out.
    """

    text: str = ""
    change: SetUpChange | None = None
    met: Literal["win", "by-hand"] | None = None
    reward: OpportunityReward | None = None
    expansion: str = ""


class DieRecord(Record, frozen=True, kw_only=True):
    """A colour of attack dice: how many of its six faces show a hit, and how many such dice there are (p.5, 12)."""

    hits: int
    count: int


class CompassRecord(Record, frozen=True, kw_only=True):
    """The compass on the mat: which result of an arena die means which direction (Rulebook p.35)."""

    faces: dict[str, words.Direction] = {}


class PriorityItem(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One entry of a priority list: an `opponent` is a bold priority, a `hex` a non-bold one (Rulebook p.23)."""

    opponent: words.Opponent | UnsetType = UNSET
    hex: words.HexMark | UnsetType = UNSET
    chip: str | UnsetType = UNSET
    hexes: list[str] | UnsetType = UNSET
    near: Literal["adjacent", "range"] | UnsetType = UNSET


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


class ArenaRecord(Record, frozen=True, kw_only=True):
    """An arena's mat and what is known of its reference card (Rulebook p.4, 18-23, 28).

    `starts` maps chips to the hexes where they lie as combat starts.
    """

    region: str
    mat: ArenaShape
    centre: list[str] = []
    chips: list[str] = []
    starts: dict[str, str] = {}
    key_chip: str = ""
    effects: list[Effect] = []
    most_units: int | None = None
    fixed_chips: list[str] = []
    shared_chips: list[str] = []
    units: list[str] = []
    arena_turn: bool = False
    locals_oppose_arena_units: bool = True
    cards: list[str] = []


class RulingRecord(Record, frozen=True, kw_only=True):
    """A question that the rulebook leaves open, the reading in force, and the other readings."""

    page: str
    default: str
    default_id: str = "default"
    readings: dict[str, str] = {}


class RuleRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One rule of the rulebook in one sentence of our own, with its page and its terms."""

    page: str
    term: str
    term_it: str
    text: str
    differs: str = ""
    text_it: str = ""
    differs_it: str = ""


class TermRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A Key Term (Rulebook p.35-37) in English and Italian, one sentence of our own in each, and its ledger rules."""

    term: str
    term_it: str
    page: str
    text: str
    text_it: str
    rules: list[str]


class SourceRecord(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A source that a record may cite."""

    name: str
    what: str


EffectKind = Literal["hit", "total", "each", "pair", "threshold"]
KINDS: tuple[EffectKind, ...] = get_args(EffectKind)

SCION, MINIONS = "scion", "minions"  # who carries a row out, beside a chip by its name
ACTIVITY = "activity"  # the trigger of what a row does


class DiceEffect(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One row of a scion's table of dice effects (Rulebook p.31).

    Shapes: `dice` are the colours whose hits count together; `one_of_each` makes a pair of a hit on each of two
    colours; `at_least` and `at_most` bound the hits of a threshold; `damage` is that of one trigger, or "hits" for as
    much as there are hits. `effects` say in the vocabulary what it does, all on `activity`; `by` says who carries them
    out, each for itself: the `scion`, its `minions`, or units of a chip. A row without effects is carried out by hand.
    """

    dice: list[words.Colour]
    kind: EffectKind
    text: str
    one_of_each: bool = False
    at_least: int = 1
    at_most: int | None = None
    damage: int | Literal["hits"] | None = None
    by: list[str] = []
    effects: list[Effect] = []

    def colours(self) -> str:
        """Write its dice as the card shows them: `green`, `green/blue`, `black+yellow`."""
        return ("+" if self.one_of_each else "/").join(self.dice)

    def said(self, hits: int) -> str:
        """Say what happens with so many hits."""
        return self.text.replace("{hits}", str(hits))


class ScionRecord(Record, frozen=True, kw_only=True):
    """A scion's reference card, as far as it is known (Rulebook p.10, 18, 30-32).

    Shapes: `dice` are the dice of its Attack by colour, and `effects` its table, both in the order of the card; `cap`
    is how many units you may have in combat, `defeats` how often it has to be defeated. `priorities` is the card's
    priority list, empty where the card is known to have none; `minions` are the chips that it brings. `reactions` are
    its triggers in the effect vocabulary, which the scion holds; `triggers` are those that you carry out by hand.
    """

    banes: list[str] | None = None
    health: int | None = None
    range: int | None = None
    cap: int | None = None
    dice: dict[words.Colour, int] | None = None
    effects: list[DiceEffect] | None = None
    extra_dice: str = ""
    defeats: int = 1
    setup: str = ""
    goal: str = ""
    triggers: list[str] = field(default_factory=list)
    reactions: list[Effect] = field(default_factory=list)
    priorities: list[PriorityList] | None = None
    minions: list[str] = field(default_factory=list)
    expansion: str = ""

    def driven(self) -> set[str]:
        """The chips that rows of the dice have act; its minions are all of them, or none (`scion.minions`)."""
        named = {word for row in self.effects or [] for word in row.by}
        minions = {slug(chip) for chip in self.minions} if MINIONS in named else set()
        return (named - {SCION, MINIONS}) | minions


def faults_of(effect: DiceEffect) -> list[str]:
    """What is impossible in a dice effect that fits its schema (p.31)."""
    dice, least, most = effect.dice, effect.at_least, effect.at_most
    faults = {
        later("a row shows one colour of dice, or two different ones"): not 1 <= len(dice) == len(set(dice)) <= 2,
        later("one die of each of two colours is a pair: its kind is pair"): effect.one_of_each
        and (effect.kind != "pair" or len(dice) != 2),
        later("a row of kind hit shows one colour"): effect.kind == "hit" and len(dice) != 1,
        later("a threshold goes from a number of hits to the same or a higher one"): least < 0
        or (most is not None and most < least),
        later("only a threshold has bounds"): effect.kind != "threshold" and (least, most) != (1, None),
        later("damage is 0 or more"): isinstance(effect.damage, int) and effect.damage < 0,
        later("the effects of a row happen with the roll: leave out their trigger, or write {on}"): any(
            each.on != ACTIVITY for each in effect.effects
        ),
        later("say also what they do: [by WHO: EFFECT]"): effect.by and not effect.effects,
        later("say who does it: the scion, its minions, or a chip"): effect.effects and not effect.by,
    }
    return [tr(text, on=ACTIVITY) for text, is_so in faults.items() if is_so]
