"""What a Combatant is: its Dice Pools, and what it and its equipment can do in a match (Spartacus p.14-18).

Cards are not known: what they say is entered as it is printed, as in `ATK doubles add 1 auto-wound`. Five pieces of
equipment stand for what the rulebook says of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Literal, NamedTuple, get_args

from msgspec import Struct, convert

from hoplo_companion.components.catalogue import read_shipped, shipped_folder
from hoplo_companion.components.words import Confidence
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, tr

Level = Literal["yield", "injury", "decapitation"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""The levels of defeat, by how many pools end empty: one, two, three (p.16, "Defeat")."""

LEVEL_NAMES = {"yield": later("Yield"), "injury": later("Injury"), "decapitation": later("Decapitation")}

MOST_DICE = 9
"""More dice in a pool than any Combatant can have; 26 are in the box."""


class Pools(NamedTuple):
    """The dice of a Combatant, pool by pool, as on its card: Attack, Defence, Speed."""

    attack: int
    defence: int
    speed: int

    def __str__(self) -> str:
        return "/".join(map(str, self))

    @property
    def dice(self) -> int:
        """Count all dice, which are the Combatant's health."""
        return sum(self)

    def surrendering(self, wounds: int) -> Iterator[Pools]:
        """Iterate over the pools that a blow can leave, each once; the whole blow is taken, as far as dice last."""
        found = {self}
        for _ in range(min(wounds, self.dice)):
            found = {Pools(*left) for each in found for left in each.one_less()}
        yield from sorted(found, reverse=True)

    def until(self, left: Pools) -> str:
        """The dice that are surrendered to come to others, as they are typed."""
        gone = zip(("atk", "def", "spd"), self, left, strict=True)
        return " ".join(name for name, had, has in gone for _ in range(had - has))

    def one_less(self) -> Iterator[Pools]:
        """Iterate over what surrendering one die can leave."""
        spare = max(self) > 1
        for at, left in enumerate(self):
            if left > 1 or (left == 1 and not spare):
                yield Pools(*(dice - (place == at) for place, dice in enumerate(self)))


def read_pools(text: str) -> Pools:
    """Read `4/4/4`; UsageError says what is wrong."""
    parts = text.split("/")
    if len(parts) != 3 or not all(part.isdecimal() and part.isascii() for part in parts):
        raise UsageError("{text} is not a Combatant's dice: Attack/Defence/Speed, as in 4/4/3", text=repr(text[:40]))
    pools = Pools(*map(int, parts))
    if not all(1 <= dice <= MOST_DICE for dice in pools):
        raise UsageError("each pool has 1 to {most} dice, not {text}", most=MOST_DICE, text=text[:40])
    return pools


Sets = Literal["attack-doubles", "attack-triples", "defence-doubles", "defence-triples"]
ByHand = Literal["manual", "manual-dice", "manual-initiative"]
Kind = Literal[Sets, ByHand, "attack-re-roll", "defence-re-roll", "range", "speed-attack", "ignore", "extra", "net"]


class Gear(Struct, frozen=True, forbid_unknown_fields=True):
    """A piece of equipment that the rulebook states: its ability in the words of the notation, its type if named."""

    name: str
    ability: str
    source: str
    confidence: Confidence
    type: str = ""


@cache
def known_gear() -> dict[str, Gear]:
    """The equipment whose ability the rulebook states, by its name in small letters."""
    return convert(read_shipped(shipped_folder() / "spartacus" / "equipment.toml"), dict[str, Gear])


class Ability(NamedTuple):
    """One thing a card can do: how many wounds, dice or hexes; `once` in a match, or in every attack.

    `text` is what the card says where the rulebook has no kind for it, and the table says what it does; `place` tells
    two equal abilities of a Combatant from each other, so that each can be used up by itself.
    """

    kind: Kind
    amount: int = 1
    once: bool = False
    text: str = ""
    place: int = 0


class UnknownAbilityError(UsageError):
    """Text of a card that is none of the known abilities, from where it is not understood."""


EXAMPLES = (
    "ATK doubles add 1 auto-wound, DEF triples cause 1 auto-wound to attacker, 1 ATK re-roll, 1 DEF re-roll, "
    "attack range 2, speed attack, ignore 1 wound, 1 extra wound once, sword, helmet, trident, javelin, net"
)


class Fighter(NamedTuple):
    """A Combatant, Gladiator or Slave: its name, its dice, and all that its cards can do."""

    name: str
    pools: Pools
    abilities: tuple[Ability, ...] = ()

    def has(self, kind: Kind) -> list[Ability]:
        """Its abilities of a kind."""
        return [each for each in self.abilities if each.kind == kind]

    def amount(self, kind: Kind) -> int:
        """Add up what it has of a kind."""
        return sum(each.amount for each in self.has(kind))

    @property
    def reach(self) -> int:
        """How many hexes away it may attack: adjacent ones alone, or as far as its equipment says."""
        return max((each.amount for each in self.has("range")), default=1)


# What cards say ----------------------------------------------------------------------------------------------------

_NUMBER = r"(?P<n>\d|one|two|three|an?)"
_NUMBERS = {"one": 1, "two": 2, "three": 3, "a": 1, "an": 1}
_SIDE = r"(?P<side>atk|attack|def|defen[cs]e)"
_ONCE = r"(?P<once>\s+once(?:\s+per\s+(?:combat|match))?)?(?![\w-])"
_SETS = (
    rf"{_SIDE}\s+(?P<size>doubles|triples)\s+(?:add|cause|deal)s?\s+{_NUMBER}\s+auto-?wounds?"
    r"(?:\s+to\s+(?:the\s+)?(?P<whom>attacker|defender|opponent))?"
)
_MANUAL = r"manual(?:\s+(?P<when>dice|initiative))?(?P<once>\s+once)?\s*:\s*(?P<text>[^;]*[^;\s])"
_PATTERNS = {
    re.compile(pattern, re.IGNORECASE): kind
    for pattern, kind in (
        (_SETS + _ONCE, "{side}-{size}"),
        (rf"(?:{_NUMBER}\s+)?{_SIDE}\s+re-?rolls?" + _ONCE, "{side}-re-roll"),
        (rf"re-?roll\s+(?:{_NUMBER}\s+)?{_SIDE}(?:\s+dice|\s+die)?" + _ONCE, "{side}-re-roll"),
        (r"(?:attack\s+)?range:?\s*(?P<n>\d)" + _ONCE, "range"),
        (r"(?:speed\s+attacks?|javelin)(?:\s+(?:range:?\s*)?(?P<n>\d))?" + _ONCE, "speed-attack"),
        (rf"ignore\s+(?:{_NUMBER}\s+)?wounds?" + _ONCE, "ignore"),
        (rf"(?:{_NUMBER}\s+)?extra\s+wounds?" + _ONCE, "extra"),
        (r"net" + _ONCE, "net"),
        (r"(?P<gear>sword|helmet|trident)" + _ONCE, "gear"),
        (_MANUAL, "manual-{when}"),
    )
}
"""How cards say what they can do, each with the kind that it is."""

WORDS = (
    later("attack range"), later("speed attack"), later("extra wound"), later("auto-wounds"), later("auto-wound"),
    later("re-roll"), later("once"), later("doubles"), later("triples"), later("add"), later("cause"), later("ignore"),
    later("wound"), later("to attacker"), later("sword"), later("helmet"), later("trident"), later("javelin"),
    later("net"), later("ATK"), later("DEF"),
)  # fmt: skip
"""What cards say, in words that are understood in the player's language as well; the longest of each kind first."""


def in_english(text: str) -> str:
    """The text of a card in the words that it is read by, up to what is kept as it was entered."""
    return _reworded(text, {tr(word): word for word in WORDS})


def as_spoken(text: str) -> str:
    """The text of a card in the language that is spoken, up to what is kept as it was entered."""
    return _reworded(text, {word: tr(word) for word in WORDS})


def _reworded(text: str, words: Mapping[str, str]) -> str:
    head, *kept = MANUAL_TEXT.split(text, 1)
    for said, word in words.items():
        if said != word:
            head = re.sub(rf"(?<!\w){re.escape(said)}(?!\w)", word, head, flags=re.IGNORECASE)
    return head + "".join(kept)


def read_abilities(text: str) -> tuple[Ability, ...]:
    """Read abilities as cards have them, separated by anything; UsageError where something is not understood."""
    found: list[Ability] = []
    left = _stripped(in_english(text))
    while left:
        found_here = ((match, kind) for each, kind in _PATTERNS.items() if (match := each.match(left)))
        match, kind = next(found_here, (None, ""))
        if match is None:
            text = later(
                "{text} is not understood: abilities are {examples}; what else a card says is entered as manual: TEXT"
            )
            raise UnknownAbilityError(text, text=clip(left), examples=EXAMPLES)
        found += _meant(kind, match)
        left = _stripped(left[match.end() :])
    return tuple(found)


def _stripped(text: str) -> str:
    return text.strip(" \t:\"'“”,;.+")


def _meant(kind: str, match: re.Match[str]) -> tuple[Ability, ...]:
    """The abilities that a piece of text stands for."""
    parts = {key: (said or "").casefold() for key, said in match.groupdict().items()}
    if kind == "gear":
        return read_abilities(known_gear()[parts["gear"]].ability)
    side, own = ("attack", "attacker") if parts.get("side", "")[:1] == "a" else ("defence", "defender")
    if parts.get("whom") == own:
        raise UsageError("{text}: nobody is wounded by their own dice", text=clip(match[0], 80))
    number = parts.get("n", "")
    # How far a Javelin flies is printed on its card; 0 stands for that.
    amount = _NUMBERS.get(number) or int(number or kind != "speed-attack")
    named = kind.format(side=side, size=parts.get("size"), when=parts.get("when")).removesuffix("-")
    text = " ".join(match["text"].split())[:200] if "text" in parts else ""
    return (Ability(convert(named, Kind), amount, bool(parts["once"]) or kind == "net", text),)


MANUAL_TEXT = re.compile(r"\b(?=manual\b)", re.IGNORECASE)
"""Where the text of a card begins that is not read, but kept."""

_POOLS = re.compile(r"(?<!\S)(\d+(?:/\d+)+)(?![^\s,;:])")


def has_dice(text: str) -> bool:
    """Say whether a card's text has the dice of a Combatant."""
    return _POOLS.search(text) is not None


def arena_text(text: str) -> str:
    """What a card says for the arena, from the dice of its Combatant on."""
    match = _POOLS.search(text)
    return in_english(text[match.start() :]) if match else ""


def read_fighter(text: str, name: str = "") -> Fighter:
    """Read a Combatant as its card has it: `Spartacus 4/4/4 sword`, or its dice alone; `name` where it has none."""
    match = _POOLS.search(text)
    if match is None:
        raise UsageError(
            "{text} has no dice: a Combatant is its name and Attack/Defence/Speed, as in Spartacus 4/4/4 sword",
            text=clip(text),
        )
    rest = in_english(text[match.end() :])
    called = " ".join(text[: match.start()].split()).strip("\"',:") or name or match[1]
    gear = [word.casefold() for word in re.findall(r"[A-Za-z]+", MANUAL_TEXT.split(rest)[0])]
    types = [known_gear()[word].type or word for word in gear if word in known_gear()]
    if len(types) > len(set(types)):
        raise UsageError("{name}: one piece of equipment of each type (Equipping Your Gladiator)", name=called)
    return Fighter(called, read_pools(match[1]), read_abilities(rest))
