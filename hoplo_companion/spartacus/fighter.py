"""What a Combatant is, its Dice Pools and what its cards can do; one attack, and a blow (Spartacus p.14-18).

Cards are not known: what they say is entered as it is printed, as in `ATK doubles add 1 auto-wound`. Five pieces of
equipment stand for what the rulebook says of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, get_args

from msgspec import Struct, convert

from hoplo_companion.components.catalogue import read_shipped, shipped_folder
from hoplo_companion.components.words import Confidence
from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import later, plural, tr
from hoplo_companion.tables.slots import meant, wrong_if

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
            found = {left for each in found for left in each.one_less()}
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
    if not re.fullmatch(r"[0-9]{1,5}(/[0-9]{1,5}){2}", text):
        raise UsageError("{text} is not a Combatant's dice: Attack/Defence/Speed, as in 4/4/3", text=repr(text[:40]))
    pools = Pools(*map(int, text.split("/")))
    wrong_if(not all(1 <= dice <= MOST_DICE for dice in pools),
             "each pool has 1 to {most} dice, not {text}", most=MOST_DICE, text=text)  # fmt: skip
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

    `text` is what the card says where the rulebook has no kind for it, and the table says what it does.
    """

    kind: Kind
    amount: int = 1
    once: bool = False
    text: str = ""


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


# What cards say
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
    wrong_if(parts.get("whom") == own, "{text}: nobody is wounded by their own dice", text=clip(match[0], 80))
    number = parts.get("n", "")
    # How far a Javelin flies is printed on its card; 0 stands for that.
    amount = _NUMBERS.get(number) or int(number or kind != "speed-attack")
    named = kind.format(side=side, size=parts.get("size"), when=parts.get("when")).removesuffix("-")
    text = " ".join(match["text"].split())[:200] if "text" in parts else ""
    return (Ability(convert(named, Kind), amount, bool(parts["once"]) or kind == "net", text),)


MANUAL_TEXT = re.compile(r"\b(?=manual\b)", re.IGNORECASE)
"""Where the text of a card begins that is not read, but kept."""

_POOLS = re.compile(r"(?<!\S)(\d+(?:/\d+)+)(?![^\s,;:])")


def arena_text(text: str) -> str:
    """What a card says for the arena, from the dice of its Combatant on; empty without any."""
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


# One attack: the strings, then auto-wounds, extra and ignored wounds
FACES = 6
LEAST_UNOPPOSED = 3
"""What an attack die without a defence die against it has to show to wound ("Unopposed Attack Dice")."""

MOST_IN_STRING = 26
"""As many dice are in the box."""

STANDARD: Mapping[str, str] = MappingProxyType({})
"""The readings of open questions where none was chosen."""

NOBODY = Fighter("", Pools(0, 0, 0))


class Attack(NamedTuple):
    """What an attack comes to: two Dice Strings side by side, the auto-wounds of both, what is added and ignored.

    Shapes: `pairs` are attack die, defence die, and whether the first wounds, the highest first; `unopposed` the
    attack dice beyond them, each with whether it wounds; `back` the auto-wounds that the defence deals to the attacker,
    `by_hand` what the table says that a card adds or takes. `auto_stays` where auto-wounds cannot be ignored, by the
    other reading of `sp.extra-ignore`.
    """

    pairs: tuple[tuple[int, int, bool], ...]
    unopposed: tuple[tuple[int, bool], ...]
    auto: int = 0
    back: int = 0
    extra: int = 0
    ignored: int = 0
    by_hand: int = 0
    auto_stays: bool = False

    @property
    def wounds(self) -> int:
        """Count the wounds of the defender: extra ones first, then ignored ones off the total (`sp.extra-ignore`)."""
        struck = sum(each[-1] for each in (*self.pairs, *self.unopposed))
        least = self.auto if self.auto_stays else 0
        return max(0, max(least, struck + self.auto + self.extra - self.ignored) + self.by_hand)

    @property
    def strings(self) -> str:
        """Both strings, side by side."""
        return f"{shown(each[0] for each in (*self.pairs, *self.unopposed))} : {shown(each[1] for each in self.pairs)}"

    def plain(self) -> dict[str, Any]:
        """The attack as programs read it; what abilities do is there only where they do something."""
        added = {"auto": self.auto, "to_attacker": self.back, "extra": self.extra, "ignored": self.ignored}
        some = {key: value for key, value in {**added, "manual": self.by_hand}.items() if value}
        return {"wounds": self.wounds, "pairs": self.pairs, "unopposed": self.unopposed, **some}


def compare(attack: Iterable[int], defence: Iterable[int]) -> Attack:
    """Lay an attack beside a defence: a higher die wounds, a tie does not, spare defence dice count nothing."""
    ours, theirs = (sorted(each, reverse=True) for each in (attack, defence))
    pairs = tuple((one, other, one > other) for one, other in zip(ours, theirs, strict=False))
    return Attack(pairs, tuple((die, die >= LEAST_UNOPPOSED) for die in ours[len(theirs) :]))


def sets_worth(counts: Iterable[int], doubles: int, triples: int) -> int:
    """The most auto-wounds that dice can make, each die in one set: so many for a double, so many for a triple.

    Shapes: `counts` are how many dice show each face.
    """
    return sum(
        max(threes * triples + (count - 3 * threes) // 2 * doubles for threes in range(count // 3 + 1))
        for count in counts
    )


def is_bare(is_speed: bool, readings: Mapping[str, str]) -> bool:
    """Whether an attack has nothing of what is for Attack dice, as a Speed Attack (`sp.speed-abilities`)."""
    return is_speed and not readings.get("sp.speed-abilities")


def resolve(
    attack: Sequence[int],
    defence: Sequence[int],
    attacker: Fighter = NOBODY,
    defender: Fighter = NOBODY,
    *,
    is_speed: bool = False,
    extra: int = 0,
    ignored: int = 0,
    readings: Mapping[str, str] = STANDARD,
) -> Attack:
    """Resolve an attack, with the auto-wounds that both sides' dice make ("Doubles & Triples")."""

    def auto(dice: Sequence[int], fighter: Fighter, doubles: Kind, triples: Kind) -> int:
        counts = [dice.count(face) for face in range(1, FACES + 1)]
        return sets_worth(counts, fighter.amount(doubles), fighter.amount(triples))

    ours = 0 if is_bare(is_speed, readings) else auto(attack, attacker, "attack-doubles", "attack-triples")
    theirs = auto(defence, defender, "defence-doubles", "defence-triples")
    stays = bool(readings.get("sp.extra-ignore"))
    strings = compare(attack, defence)
    return strings._replace(auto=ours, back=theirs, extra=extra, ignored=ignored, auto_stays=stays)


def re_rolled(dice: Iterable[int], which: Sequence[int], results: Sequence[int], most: int, name: str) -> list[int]:
    """Put the results of re-rolls in the place of the dice that were re-rolled: only the last counts."""
    left = list(dice)
    if len(which) > most:
        raise IllegalError(
            "{name} may re-roll {most} of these dice, not {n} (Re-rolling Dice)", name=name, most=most, n=len(which)
        )
    wrong_if(len(which) != len(results), "{n} dice are re-rolled: enter as many results", n=len(which))
    for die in which:
        wrong_if(die not in left, "there is no {die} to re-roll: the dice show {dice}", die=die, dice=shown(dice))
        left.remove(die)
    return sorted([*left, *results], reverse=True)


def shown(dice: Iterable[int]) -> str:
    """Write a Dice String as the rulebook does."""
    return "-".join(map(str, dice))


def read_dice(text: str) -> list[int]:
    """Read dice as they were rolled, `6,4,3`, `6 4 3`, `6-4-3` or `643`; the highest comes first."""
    words = text.replace(",", " ").replace("-", " ").split()
    if len(words) == 1:
        words = list(words[0])
    if not words or not all(word.isascii() and word.isdecimal() for word in words) or len(words) > MOST_IN_STRING:
        raise UsageError("{text} is not a roll: the dice, as in 6,4,3", text=clip(text))
    dice = sorted((int(word[:4]) for word in words), reverse=True)
    for die in dice:
        wrong_if(not 1 <= die <= FACES, "a die shows 1 to {faces}, not {die}", faces=FACES, die=die)
    return dice


# A blow: dice are surrendered, and a Combatant may be defeated
def last_blow(pools: Pools, wounds: int) -> Level | None:
    """Name the level of defeat that a blow brings, None where it does not: it is taken whole, and nobody chooses.

    No pool loses its last die before each has only one: with T dice left and W wounds, W - (T - 3) pools end empty.
    """
    empty = min(3, wounds - (pools.dice - 3))
    return LEVELS[empty - 1] if empty > 0 else None


def loser_of(levels: Sequence[Level | None], attacker: int, readings: Mapping[str, str]) -> int:
    """Who loses where somebody falls: the attack's wounds count first, or else the deeper defeat (`sp.both-down`)."""
    own, other = levels[attacker], levels[1 - attacker]
    is_deeper = own and other and readings.get("sp.both-down") and LEVELS.index(own) > LEVELS.index(other)
    return attacker if not other or is_deeper else 1 - attacker


POOLS = {"a": later("Attack"), "d": later("Defence"), "s": later("Speed")}
"""The Dice Pools in their order, by the letter that stands for each."""


def surrendered(pools: Pools, order: Sequence[str], wounds: int) -> Pools:
    """Surrender dice pool by pool in an order; IllegalError where the Rule of One forbids one."""
    due = min(wounds, pools.dice)
    text = plural("{n} die is surrendered: name its pool", "{n} dice are surrendered: name a pool for each", due)
    wrong_if(len(order) != due, text)
    for letter in order:
        at = [*POOLS].index(letter)
        left = Pools(*(dice - (place == at) for place, dice in enumerate(pools)))
        if left not in pools.one_less():
            text = later("the last {pool} die stays until every pool has only one die left (The Rule of One)")
            if not pools[at]:
                text = later("there are no {pool} dice left to surrender")
            raise IllegalError(text, pool=tr(POOLS[letter]))
        pools = left
    return pools


def read_surrender(text: str) -> list[str]:
    """Read which dice are surrendered: `DEF SPD`, `d s`, `defence, speed`; as letters, in their order."""
    printed = {"atk": "a", "spd": "s", "defense": "d"}
    return [meant(printed.get(word, word), POOLS) for word in text.replace(",", " ").casefold().split()]
