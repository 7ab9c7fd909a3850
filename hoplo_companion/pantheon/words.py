"""What things of this table are called: kinds of units, terrains, talents, by their ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hoplo_companion.components.names import advise, slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, tr

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
    """Find the id of something by what was typed; UsageError suggests the nearest.

    Shapes: `what` says in the plural what is looked for, in the language that is spoken.
    """
    id_ = slug(typed)
    id_ = OTHER_NAMES.get(id_, id_)
    if id_ not in known:
        by_name = {slug(tr(name)): key for key, name in known.items()}
        if id_ not in by_name:
            raise UsageError(tr("{word}: {advice}", word=clip(typed), advice=advise(typed, list(known), what)))
        id_ = by_name[id_]
    return id_


def read_talents(typed: Iterable[str]) -> tuple[str, ...]:
    """Find the talents that were typed, each once: talents of one name do not add up on one target."""
    words = [word for text in typed for word in text.split(",") if word.strip()]
    return tuple(dict.fromkeys(read_word(word, TALENTS, tr("talents")) for word in words))
