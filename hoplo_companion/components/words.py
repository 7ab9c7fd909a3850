"""The words that records are written in: the rulebook's terms as closed lists (Rulebook p.12-13, 35-37)."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, get_args

from hoplo_companion.language import later, tr

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
EventKind = Literal["bloodshed", "capture-the-flag", "king-of-the-hill", "spar", "primus", "scion"]
EVENTS: tuple[EventKind, ...] = get_args(EventKind)
Sport = Literal["capture-the-flag", "king-of-the-hill", "spar"]
SPORTS: tuple[Sport, ...] = get_args(Sport)
CardKind = Literal["bloodshed", "sport", "opportunity", "primus"]
"""What an event record is: a card of one of the three decks, or the preset lineup of a primus combat (p.14, 30)."""
RivalIcon = Literal["local", "bag", "primus", "local+tactic", "bag+tactic"]
YourIcon = Literal["hero", "camp"]
"""The icons of the two lineups of an event card (Rulebook p.17, 19-20, 30)."""
Reward = Literal["hero-prowess", "remove-bane", "recruit", "tactic", "special-prowess"]
"""What an Opportunity card brings when it is completed (Rulebook p.17)."""
Superlative = Literal["strongest", "weakest", "deadliest", "least-deadly", "fastest", "slowest", "closest", "farthest"]
SUPERLATIVES: tuple[Superlative, ...] = get_args(Superlative)
Opponent = Literal["flagholder", "hero", "holding", "any", Superlative]
StepName = Literal["deployment", "tactics", "movement", "abilities", "engage"]
STEPS: tuple[StepName, ...] = get_args(StepName)
"""The steps of a turn in order, by the names that positions use (Rulebook p.20)."""

ACTS = {1: "I", 2: "II", 3: "III", 4: "IV"}  # the acts as the pad numbers them

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
TRIGGERS_MEAN: dict[Trigger, str] = {
    "always": "as long as it is in force; its numbers are added up anew each time",
    "set-up": "the combat is set up",
    "turn-start": "a turn of its own troop begins",
    "opponents-turn-start": "a turn of its opponents begins",
    "turn-end": "a turn of its own troop ends",
    "deployed": "it has been deployed",
    "played": "the tactic has been placed on it",
    "movement": "in place of its move in the Movement Step",
    "moved": "it has moved, by itself or by one of its own skills",
    "displaced": "it has been displaced (p.35)",
    "ability": "it uses this as an Ability, in its troop's Abilities Step",
    "special": "it uses this as a Special, in place of an attack",
    "attacks": "it attacks: its dice are gathered, its damage is counted",
    "targeted": "an attack targets it, and its dice are not rolled yet",
    "attacked": "an attack is made on it, as the target or in the target's place",
    "ally-attacked": "an attack is made on an ally",
    "rolled": "the dice of its attack have been rolled",
    "deals-damage": "its attack has dealt damage",
    "suffers-damage": "it has been dealt attack damage and is still in combat",
    "harmed": "any damage is about to be dealt to it",
    "defeated": "it has been defeated",
    "defeats": "it has defeated another unit",
    "arena-turn": "the arena's turn (p.28)",
    "activity": "a row of the scion's dice is carried out, in its Scion Activity Step (p.31)",
    "cleanup": "the Cleanup Phase",
}
"""When an effect sets in; `it` is the unit that holds the effect."""

Role = Literal["self", "it", "attacker", "target", "dealer", "chosen"]
ROLES_MEAN: dict[Role, str] = {
    "self": "the unit that holds the effect",
    "it": "the unit that is asked about",
    "attacker": "the unit that makes the attack",
    "target": "the unit that the attack targets",
    "dealer": "the unit that deals the damage",
    "chosen": "the unit that a verb before this one chose",
}
"""A unit by what it is to an effect."""

Stat = Literal["movement", "range", "health"]
STATS: tuple[Stat, ...] = get_args(Stat)
Number = Literal["number", "movement", "range", "health", "hp", "dice", "hits", "misses"]
NUMBERS_MEAN: dict[Number, str] = {
    "number": "the number printed beside the skill",
    "movement": "its Movement",
    "range": "its Range",
    "health": "its Health",
    "hp": "the HP that it has",
    "dice": "the dice of its Attack",
    "hits": "the dice of the attack that hit; in a row of a scion's dice, the hits that it counts",
    "misses": "the dice of the attack that missed",
}
"""Numbers by name."""

Dice = Literal["attack", "strongest", "weakest"]
DICE_MEAN: dict[Dice, str] = {
    "attack": "all dice of its Attack",
    "strongest": "the strongest of them",
    "weakest": "the weakest of them",
}
"""Dice of a unit's own Attack."""

Until = Literal["end-of-turn", "end-of-its-next-turn", "start-of-your-next-turn", "end-of-combat"]
UNTILS: tuple[Until, ...] = get_args(Until)

Allowed = Literal["pass-blocked", "move-when-dazed", "act-when-dazed", "tactics-anywhere", "not-roam"]
ALLOWED_MEAN: dict[Allowed, str] = {
    "pass-blocked": "it moves over blocked hexes",
    "move-when-dazed": "it moves on the turn of its deployment",
    "act-when-dazed": "it attacks and uses Specials on the turn of its deployment",
    "tactics-anywhere": "its troop plays tactics on opponents that stand beside none of its units",
    "not-roam": "its Roaming does not bind it",
}
"""What an effect lets a unit do."""

Forbidden = Literal[
    "move", "attack", "abilities", "specials", "be-attacked", "be-targeted", "be-displaced", "heal", "be-sacrificed"
]
FORBIDDEN_MEAN: dict[Forbidden, str] = {
    "move": "no move in the Movement Step",
    "attack": "no attacks",
    "abilities": "no Abilities",
    "specials": "no Specials",
    "be-attacked": "no attack may target it",
    "be-targeted": "nothing of its opponents' may target it",
    "be-displaced": "it stays where it is",
    "heal": "it does not heal",
    "be-sacrificed": "it is never sacrificed",
}
"""What an effect keeps a unit from."""

HOLDERS = ("unit", "local", "hero", "rival", "player", "arena", "arena-units")
"""Whose an effect of an arena or a card may be, beside `holder:CHIP`: of every unit, the locals, the hero, a side."""

HexWord = Literal["key", "deployment", "named", "chip"]
HEXES_MEAN: dict[HexWord, str] = {
    "key": "a key hex",
    "deployment": "a deployment hex",
    "named": "one of the hexes named",
    "chip": "a hex with an arena chip",
}
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


class EventRow(NamedTuple):
    """A thing that can happen: the rule that makes it happen, and what is said of it.

    Shapes: the rule is empty where it is another one each time; the sentence where one is not enough, which `render`
    has then.
    """

    rule: str = ""
    words: str = ""
