"""The words that records are written in: the rulebook's terms as closed lists (Rulebook p.12-13, 35-37).

What those of the effect vocabulary mean is written in `rules_data/vocabulary.toml`.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from string import Formatter
from typing import Any, Literal, NamedTuple, TypeVar, get_args

from msgspec import Struct

from hoplo_companion.language import later, plural, tr

Confidence = Literal["stated", "translated", "inferred", "low-res", "assumed", "player"]

Colour = Literal["yellow", "blue", "green", "black", "red"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
"""The colours of attack dice, the weakest first (Rulebook p.12, 37)."""

COLOUR_NAMED: dict[str, Colour] = {
    **{colour: colour for colour in COLOURS},
    "giallo": "yellow", "gialli": "yellow", "blu": "blue", "verde": "green", "verdi": "green", "nero": "black",
    "neri": "black", "rosso": "red", "rossi": "red",
}  # fmt: skip
"""Each colour by its name in English and Italian, for names that were typed."""

DICE_LETTERS: dict[str, Colour] = {"y": "yellow", "b": "blue", "g": "green", "k": "black", "r": "red"}
"""A letter for each colour of dice: black is k, since b is blue."""

_DICE = re.compile(r"(?:(\d{1,2}) ?[x*]? ?)?([a-z]+)")


def read_dice(text: str) -> tuple[Colour, ...] | None:
    """Read dice as typed, by colours, their beginnings or letters, with counts: `2 blue`, `bky`, `2bb`; else None."""
    dice: list[Colour] = []
    for count, word in _DICE.findall(left := re.sub(r"[,/+]", " ", text.casefold()).strip()):
        colours = list({meant: None for name, meant in COLOUR_NAMED.items() if len(word) > 1 and name.startswith(word)})
        if word not in COLOUR_NAMED and set(word) <= set(DICE_LETTERS):
            colours = [DICE_LETTERS[letter] for letter in word]
        elif len(colours) != 1:
            return None
        dice += colours * int(count or 1)
    return None if _DICE.sub("", left).strip() else tuple(dice)


UnitClass = Literal["archer", "attacker", "beast", "defender", "tactician"]
CLASSES: tuple[UnitClass, ...] = get_args(UnitClass)
Side = Literal["rival", "player", "arena"]
SIDES: tuple[Side, ...] = get_args(Side)
EventKind = Literal["bloodshed", "capture-the-flag", "king-of-the-hill", "spar", "primus", "scion"]
EVENTS: tuple[EventKind, ...] = get_args(EventKind)
Sport = Literal["capture-the-flag", "king-of-the-hill", "spar"]
SPORTS: tuple[Sport, ...] = get_args(Sport)
CardKind = Literal["bloodshed", "sport", "opportunity", "primus"]
"""What an event record is: a card of one of the three decks, or the preset lineup of a primus combat (p.14, 30)."""
RivalIcon = Literal["local", "bag", "primus", "local+tactic", "bag+tactic"]
YourIcon = Literal["hero", "camp"]
"""The icons of the two lineups of an event card (Rulebook p.17, 19-20, 30)."""
BaneKind = Literal["bag", "unit", "camp"]
BANE_KINDS: tuple[BaneKind, ...] = get_args(BaneKind)
Reward = Literal["hero-prowess", "remove-bane", "recruit", "tactic", "special-prowess"]
"""What an Opportunity card brings when it is completed (Rulebook p.17)."""
Superlative = Literal["strongest", "weakest", "deadliest", "least-deadly", "fastest", "slowest", "closest", "farthest"]
SUPERLATIVES: tuple[Superlative, ...] = get_args(Superlative)
Opponent = Literal["flagholder", "hero", "holding", "any", Superlative]
StepName = Literal["deployment", "tactics", "movement", "abilities", "engage"]
STEPS: tuple[StepName, ...] = get_args(StepName)
"""The steps of a turn in order, by the names that positions use (Rulebook p.20)."""

Ending = Literal["", "goal-met", "troop-gone", "surrendered", "campaign-lost"]
"""How a combat ended; empty while it goes on."""

ACTS = {1: "I", 2: "II", 3: "III", 4: "IV"}  # the acts as the pad numbers them


def turn_number(turn: int, turn_of: str) -> int:
    """Number a turn by whose it is and by the `turn` of the board, which counts the rival's (p.20)."""
    return turn if turn_of == "rival" else max(1, turn - 1)


_STEP_WORDS = {
    "deployment": later("Deployment Step"),
    "tactics": later("Tactic Placement Step"),
    "activity": later("Scion Activity Step"),
    "movement": later("Movement Step"),
    "abilities": later("Abilities Step"),
    "engage": later("Engage Step"),
}


def step_name(step: str) -> str:
    """Name a step of a turn as the rulebook does: `tactics` → `Tactic Placement Step`."""
    return tr(_STEP_WORDS[step]) if step in _STEP_WORDS else step.replace("-", " ")


HexMark = Literal["chip", "key", "named", "highest"]

Direction = Literal["n", "ne", "se", "s", "sw", "nw"]
"""The ways from a hex to its neighbours, clockwise from the top of the mat."""

Trigger = Literal[
    "always", "set-up", "turn-start", "opponents-turn-start", "turn-end", "deployed", "played", "movement", "moved",
    "displaced", "ability", "special", "attacks", "targeted", "attacked", "ally-attacked", "rolled", "deals-damage",
    "suffers-damage", "harmed", "defeated", "defeats", "arena-turn", "activity", "cleanup",
]  # fmt: skip
TRIGGERS: tuple[Trigger, ...] = get_args(Trigger)
"""When an effect sets in; `it` is the unit that holds the effect."""

Role = Literal["self", "it", "attacker", "target", "dealer", "chosen"]
"""A unit by what it is to an effect."""

Stat = Literal["movement", "range", "health"]
STATS: tuple[Stat, ...] = get_args(Stat)
Number = Literal["number", "movement", "range", "health", "hp", "dice", "hits", "misses"]
"""Numbers by name."""

Dice = Literal["attack", "strongest", "weakest"]
"""Dice of a unit's own Attack."""

Until = Literal["end-of-turn", "end-of-its-next-turn", "start-of-your-next-turn", "end-of-combat"]
UNTILS: tuple[Until, ...] = get_args(Until)

Allowed = Literal["pass-blocked", "move-when-dazed", "act-when-dazed", "tactics-anywhere", "not-roam"]
"""What an effect lets a unit do."""

Forbidden = Literal[
    "move", "attack", "abilities", "specials", "be-attacked", "be-targeted", "be-displaced", "heal", "be-sacrificed"
]
"""What an effect keeps a unit from."""

HOLDERS = ("unit", "local", "hero", "rival", "player", "arena", "arena-units")
"""Whose an effect of an arena or a card may be, beside `holder:CHIP`: of every unit, the locals, the hero, a side."""

HexWord = Literal["key", "deployment", "named", "chip"]
"""Kinds of hexes."""

Owed = Literal["recruit", "draw-bane", "remove-bane", "gain-tactic", "gain-prowess", "gain-influence", "return-to-camp"]
"""What an effect brings about in the campaign, outside the arena."""

SHORT_EVENTS = {"ctf": "capture-the-flag", "koth": "king-of-the-hill"}
"""Short words for kinds of combats."""

_PAGES = {
    "Unit Skills": later("Unit Skills"),
    "publisher's FAQ": later("publisher's FAQ"),
    "Arena card": later("Arena card"),
}


def page_words(page: str) -> str:
    """Cite a page, a card or a sheet: `p.23`, `Unit Skills, p.21`, `Atlanteans card`."""
    places = re.sub(r"(?:^|(?<=, ))(?=\d)", "p.", page, count=1).split(", ")
    cards = {each: tr("{arena} card", arena=each.removesuffix(" card")) for each in places if each.endswith(" card")}
    return ", ".join(tr(_PAGES[each]) if each in _PAGES else cards.get(each, each) for each in places)


Part = Callable[..., object]
"""A part of a sentence, made of the values that there are, by their names."""


def of(name: str, words: Callable[[Any], object]) -> Part:
    """A part that is one of the values in words."""
    return lambda **values: words(values[name])


class Case(NamedTuple):
    """A sentence and when it is said.

    Shapes: `when` gives values that there have to be: True stands for any, False for none or an empty one, a tuple for
    one of several; `many` is the sentence for other numbers than one, which the value called `n` tells.
    """

    text: str
    when: Mapping[str, object]
    many: str = ""
    n: str = ""


def when(text: str, many: str = "", n: str = "", /, **values: object) -> Case:
    """A sentence that is said where there are these values."""
    return Case(text, values, many, n)


when_counted = joined = when
"""A sentence that is said of a number, by its name; and parts put together by signs that all languages share."""


class Telling:
    """What is said of a kind of thing: the first of its sentences that fits, with parts of its own beside the usual."""

    def __init__(self, *cases: Case | str, **own: Part) -> None:
        self.cases, self.own = [when(each) if isinstance(each, str) else each for each in cases if each], own

    def words(self, usual: Mapping[str, Part], values: Mapping[str, Any]) -> str:
        """Word it by its values, which are the parts that nothing else makes; empty where no sentence fits."""

        def part_of(name: str) -> object:
            shown = self.own.get(name) or usual.get(name)
            return shown(**values) if shown is not None else values[name]

        def is_so(name: str, wanted: object) -> bool:
            value = self.own[name](**values) if name in self.own and name not in values else values.get(name)
            if isinstance(wanted, bool):
                return bool(value) is wanted
            return value in wanted if isinstance(wanted, tuple) else value == wanted

        for text, needed, many, n in self.cases:
            if all(is_so(name, wanted) for name, wanted in needed.items()):
                number = {"n"} if many else set[str]()
                parts = {
                    name: part_of(name) for _, name, _, _ in Formatter().parse(text) if name and name not in number
                }
                return plural(text, many, values[n], **parts) if many else tr(text, **parts)
        return ""


class EventRow(Telling):
    """A thing that can happen: its rule, empty where it is another one each time, and what is said of it."""

    def __init__(self, rule: str, *cases: Case | str, **own: Part) -> None:
        super().__init__(*cases, **own)
        self.rule = rule


E = TypeVar("E")
S = TypeVar("S")
T = TypeVar("T")


def for_each(state: S, things: Iterable[T], do: Callable[[S, T], tuple[S, list[E]]]) -> tuple[S, list[E]]:
    """What comes of doing something with each of some things, one after the other: the state then, and all events."""
    happened: list[E] = []
    for thing in things:
        state, more = do(state, thing)
        happened += more
    return state, happened


# Which way Victorum is played: whatever rule the expansions play differently is asked for here ------------------------

Edition = Literal["", "2024", "promo"]
"""The sheet that Mercury's Boots is played by: none, the rulebook of Pandora's Ruin (A3), or the older sheet (A4)."""

Module = Literal["faces-of-evil", "dark-days", "strange-sands", "rivals"]
MODULES: tuple[Module, ...] = get_args(Module)
"""The modules of Pandora's Ruin beside Mercury's Boots, each on or off."""

SIDE_B = "-b"  # what the id of an arena's side B ends with (Strange Sands)

LATEST: Edition = "2024"
MOST_NAVIGATION = 4
MOST_OPPORTUNITIES = 5
"""The icons that the pad of Mercury's Boots has for Navigation and Opportunity Capacity."""

BANE_EVERY = 4  # spaces of the influence track (Rulebook p.29)


def banes_passed(influence: int, amount: int) -> int:
    """Count the banes on the influence track that so much more influence comes to (Rulebook p.29)."""
    return (influence + amount) // BANE_EVERY - influence // BANE_EVERY


class Variant(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What of the expansions a campaign, and a fight of it, is played with; the box alone by default.

    With Mercury's `boots` an act lasts all its weeks and ends wherever the encampment is; all heroes that are not
    played are primuses, none of whom has to be fought; all Opportunity cards drawn are kept, up to the Opportunity
    Capacity, and only their rewards count; the tribune's defeat brings influence, and leaves the hero's HP alone.
    """

    boots: Edition = ""
    modules: tuple[Module, ...] = ()

    def has(self, module: Module) -> bool:
        """Say whether a module is on."""
        return module in self.modules

    @property
    def weeks_in_act(self) -> int:
        """Count the weeks of an act."""
        return 6 if self.boots else 12

    @property
    def any_way_at_act_start(self) -> bool:
        """Say whether the encampment may go back where it came from at the start of an act."""
        return self.boots != "2024"

    @property
    def enters_capitals_freely(self) -> bool:
        """Say whether any capital may be entered without a fight, to spectate there."""
        return self.has("rivals")

    @property
    def chooses_level(self) -> bool:
        """Say whether a level of difficulty is chosen at set-up."""
        return self.boots != "promo"

    @property
    def bag_comes_first(self) -> bool:
        """Say whether the first unit of each stack is in the bag before blessings are spent on units."""
        return self.boots == "promo"

    def has_act_modifiers(self, event: str) -> bool:
        """Say whether the act makes a kind of combat harder, in The Rivals a primus' too (Rulebook p.20, 30)."""
        return not self.boots and event != "scion" and (event != "primus" or self.has("rivals"))

    @property
    def primus_has_chip_health(self) -> bool:
        """Say whether a primus has the Health printed on its chip, not one by the act."""
        return bool(self.boots) or self.has("rivals")

    def rerolls(self, *, of_scion: bool) -> bool:
        """Say whether an Opportunity card may be discarded to roll again."""
        return self.boots == "2024" or (self.boots == "promo" and not of_scion)
