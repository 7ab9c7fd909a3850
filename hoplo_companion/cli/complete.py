"""What the shell offers at the Tab key: the names of components, and the words that a line may hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, get_args

import typer

if TYPE_CHECKING:
    from hoplo_companion.components.own import Records

KIND_OF = {
    "unit": "units",
    "skill": "skills",
    "tactic": "tactics",
    "prowess": "prowess",
    "bane": "banes",
    "event": "events",
    "opportunity": "opportunities",
    "arena": "arenas",
    "scion": "scions",
}
"""Each kind of component that a player may tell, by the word for one, with the word for its records."""


def _beginning(words: Iterable[str], incomplete: str) -> list[str]:
    """List the words that begin like what was typed, whose capitals stay as they are: shells drop what differs."""
    typed = incomplete.casefold()
    return sorted({incomplete + word[len(incomplete) :] for word in words if word.startswith(typed)})


def known_names(kinds: Iterable[str]) -> list[str]:
    """List the ids of all records of some kinds; none where the files cannot be read, which is told elsewhere."""
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.errors import HoploError

    found: list[str] = []
    for kind in kinds:
        try:
            found += catalogue().ids(kind)
        except HoploError:
            continue
    return found


def any_name(incomplete: str) -> list[str]:
    """Complete the name of any component."""
    from hoplo_companion.cli.data import KINDS

    return _beginning(known_names(KINDS), incomplete)


def chip_name(incomplete: str) -> list[str]:
    """Complete the name of a chip that can stand in an arena."""
    return _beginning(known_names(["units", "heroes"]), incomplete)


def kind_name(incomplete: str) -> list[str]:
    """Complete the word for a kind of component."""
    from hoplo_companion.cli.data import KINDS

    return _beginning(KINDS, incomplete)


def own_name(incomplete: str) -> list[str]:
    """Complete the name of a record of the player's own."""
    from hoplo_companion.components.catalogue import OWN_KINDS

    return _beginning(own_ids(OWN_KINDS), incomplete)


def own_ids(kinds: Iterable[str]) -> list[str]:
    """List the ids of the player's own records of some kinds; none where the files cannot be read."""
    from hoplo_companion.components.own import own_records
    from hoplo_companion.errors import HoploError

    try:
        records: Records = own_records()
    except HoploError:
        return []
    return [id_ for kind in kinds for id_ in records.get(kind, {})]


def line_word(ctx: typer.Context, args: list[str], incomplete: str) -> list[str]:
    """Complete a word of a line: first the name, then what its parts may be."""
    kind = ctx.info_name or ""
    told = ctx.params.get("words") or args
    return _beginning(_line_words(kind) if told else known_names([KIND_OF.get(kind, kind)]), incomplete)


def _line_words(kind: str) -> list[str]:
    from hoplo_companion.components.icons import RIVAL_ICONS, YOUR_ICONS
    from hoplo_companion.components.words import CLASSES, COLOURS, SUPERLATIVES, EventKind, Reward, Sport

    match kind:
        case "unit":
            return [*CLASSES, *COLOURS, "elite", "of", *known_names(["skills", "arenas"])]
        case "skill":
            return ["innate", "ability", "special", "text"]
        case "tactic":
            return ["permanent", "instant", "temporary", "until", "rival", "class", "text", *SUPERLATIVES, *CLASSES]
        case "prowess":
            return ["capacity", "text", *known_names(["heroes"])]
        case "bane":
            return ["bag", "unit", "camp", "text"]
        case "event":
            kinds = ["bloodshed", "sport", "primus", "goals", *get_args(Sport)]
            return [*kinds, "lineup", "then", "yours", *RIVAL_ICONS, *YOUR_ICONS, "instructions", "text"]
        case "opportunity":
            return ["in", *get_args(EventKind), "adds", *RIVAL_ICONS, "met", "win", "reward", *get_args(Reward), "text"]
    return ["columns", "rival", "player", "key", "missing", "blocked", "elevation", "centre", "chips", "effect", "text"]
