"""What things of this table are called, by their ids, how a line about one is read, and what a rule says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from hoplo_companion.components.catalogue import Catalogue, shipped_folder
from hoplo_companion.components.names import advise, slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, spoken, tr

KINDS = {
    "troop": later("troop"),
    "hero": later("hero"),
    "monster": later("monster"),
    "god": later("god"),
    "titan": later("titan"),
}
DIVINITIES = ("god", "titan")

TERRAINS = {
    "open": later("open ground"),
    "cage": later("cage"),
    "cliff": later("cliff"),
    "forest": later("forest"),
    "lava": later("lava"),
    "polar": later("polar"),
    "rift": later("rift"),
    "rock": later("rock"),
    "ruins": later("ruins"),
    "stairs": later("stairs"),
    "swamp": later("swamp"),
    "water": later("water"),
}
AQUATIC_TERRAINS = ("swamp", "water")
WITH_ELEMENTS = ("forest", "ruins")
"""Terrains made by 3D elements: without any they are open ground."""

BOUNDARIES = {
    "normal": later("normal boundary"),
    "cage-wall": later("cage wall"),
    "chains": later("chains"),
    "escarpment": later("escarpment"),
    "wall": later("wall"),
}

TRAITS = {
    "aquatic": later("aquatic"),
    "boreal": later("boreal"),
    "fireproof": later("fireproof"),
    "flying": later("flying"),
    "huge": later("huge"),
}

TALENTS = {
    "archer": later("Archer"),
    "block": later("Block"),
    "bolster": later("Bolster"),
    "climb": later("Climb"),
    "close-combat": later("Close Combat"),
    "close-protection": later("Close Protection"),
    "force-of-nature": later("Force of Nature"),
    "gem-collector": later("Gem Collector"),
    "guard": later("Guard"),
    "initiative": later("Initiative"),
    "leader": later("Leader"),
    "mighty-throw": later("Mighty Throw"),
    "mobility": later("Mobility"),
    "monster-slayer": later("Monster Slayer"),
    "phalanx": later("Phalanx"),
    "sneak-attack": later("Sneak Attack"),
    "torment": later("Torment"),
}

OTHER_NAMES = {"open-ground": "open", "cage-walls": "cage-wall", "chain": "chains", "terrestrial": ""}


def read_word(typed: str, known: Mapping[str, str], what: str) -> str:
    """The id of what was typed; `what` says in the plural what is looked for, in the language that is spoken."""
    names = {slug(name): id_ for id_, words in known.items() for name in (tr(words), id_)} | OTHER_NAMES
    id_ = names.get(slug(typed), "")
    if id_ not in known:
        raise UsageError(tr("{word}: {advice}", word=clip(typed), advice=advise(typed, list(known), what)))
    return id_


def read_talents(typed: Iterable[str]) -> tuple[str, ...]:
    """The talents that were typed, each once: talents of one name do not add up on one target."""
    words = [word for text in typed for word in text.split(",") if word.strip()]
    return tuple(dict.fromkeys(read_word(word, TALENTS, tr("talents")) for word in words))


# Lines ---------------------------------------------------------------------------------------------------------------


class Facts(NamedTuple):
    """What a line says about a unit, and the parts of it that say something else."""

    kind: str
    numbers: Mapping[str, int]
    talents: tuple[str, ...]
    traits: tuple[str, ...]
    others: tuple[str, ...]


def read_facts(name: str, parts: Iterable[str], numbers: Mapping[str, int]) -> Facts:
    """Read what a unit is; `numbers` are the words that a number follows, each with the greatest it may be."""
    found: dict[str, int] = {}
    words: dict[str, str] = {}
    for part in parts:
        first, _, rest = " ".join(part.split()).casefold().partition(" ")
        if first in numbers:
            found[first] = read_number(rest, first, numbers[first])
        elif word := OTHER_NAMES.get(slug(part), slug(part)):
            words[word] = part.strip()
    kind = next((word for word in words if word in KINDS), "")
    if not kind:
        raise UsageError(tr("{name}: what is it? One of {kinds}.", name=name, kinds=", ".join(KINDS)))
    talents, traits = (tuple(word for word in words if word in known) for known in (TALENTS, TRAITS))
    others = tuple(part for word, part in words.items() if word not in {**KINDS, **TALENTS, **TRAITS})
    return Facts(kind, found, talents, traits, others)


def read_number(text: str, word: str, most: int) -> int:
    """Read the number behind a word."""
    if not (text.isascii() and text.isdigit() and len(text) < 4) or int(text) > most:
        raise UsageError(tr("A number up to {most} follows {word}.", word=word, most=most))
    return int(text)


def in_parts(text: str, pairs: Sequence[str]) -> Iterator[str]:
    """Iterate over the words of a line; what follows one of the `pairs` belongs to it."""
    words = iter(text.casefold().split())
    for word in words:
        yield f"{word} {next(words, '')}" if word in pairs else word


# Rules ---------------------------------------------------------------------------------------------------------------


def rule_text(rule: str, reading: str = "") -> str:
    """What a rule of the ledger says, or a reading of an open question, in the language that is spoken."""
    ledger = Catalogue(shipped_folder() / "pantheon")
    if (question := ledger.ruling(rule)) is not None:
        return tr(question.readings.get(reading, question.default))
    found = (ledger.rule_in_italian(rule) if spoken() == "it" else None) or ledger.rule(rule)
    assert found is not None, rule
    return " ".join(found.text.split())


def by_rule(rule: str, name: str = "", reading: str = "") -> str:
    """A refusal by a rule: whom it is about, what the rule says, and its id."""
    text = f"{rule_text(rule, reading)} {rule}"
    return tr("Not possible for {name}. {rule}", name=name, rule=text) if name else text
