"""What the shell offers at the Tab key: the names of components, and the words that a line may hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, get_args

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

KINDS = (
    "units",
    "heroes",
    "skills",
    "tactics",
    "banes",
    "prowess",
    "arenas",
    "scions",
    "events",
    "opportunities",
    "dice",
    "compass",
    "difficulty",
    "rulings",
)


SHELLS = ("bash", "zsh", "fish", "powershell", "pwsh")
"""The shells whose Tab key hoplo answers."""

P = ParamSpec("P")


def quiet(find: Callable[P, list[str]]) -> Callable[P, list[str]]:
    """Make a completer that offers nothing where what it looks at is not there: nobody reads a shell's errors."""

    @wraps(find)
    def offer(*args: P.args, **kwargs: P.kwargs) -> list[str]:
        from hoplo_companion.errors import HoploError

        try:
            return find(*args, **kwargs)
        except (HoploError, OSError):
            return []

    return offer


def beginning(words: Iterable[str], incomplete: str) -> list[str]:
    """The words that begin like what was typed, whose capitals stay as they are: shells drop what differs.

    Names of several words have hyphens, which mean the same, where a shell would take a blank for the end of a word.
    """
    typed = incomplete.casefold()
    whole = (word.replace(" ", "-") for word in words)
    return sorted({incomplete + word[len(incomplete) :] for word in whole if word.casefold().startswith(typed)})


def known_names(kinds: Iterable[str]) -> list[str]:
    """List the ids of all records of some kinds; none where the files cannot be read, which is shown elsewhere."""
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
    return beginning(known_names(KINDS), incomplete)


def kind_name(incomplete: str) -> list[str]:
    """Complete the word for a kind of component."""
    return beginning(KINDS, incomplete)


def own_name(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the name of a record of the player's own, or its kind before that."""
    from hoplo_companion.components.catalogue import OWN_KINDS

    given = [*(ctx.params.get("name") or ())]
    kinds = [KIND_OF[word] for word in given if word in KIND_OF] or list(OWN_KINDS)
    words = [word for word, kind in KIND_OF.items() if own_ids([kind])] if not any(given) else []
    return beginning([*own_ids(kinds), *words], incomplete)


def rule_words() -> list[str]:
    """The terms of the rules, and their ids."""
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.components.lookup import all_rules
    from hoplo_companion.components.names import slug

    rules = all_rules(catalogue())
    return [*(slug(rule.term) for _, rule in rules), *(id_ for id_, _ in rules)]


def term_names() -> list[str]:
    """The Key Terms, by their names in both languages."""
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.components.lookup import all_terms

    return [name for _, term in all_terms(catalogue()) for name in (term.term, term.term_it)]


@quiet
def reading(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a reading of the open question that was typed before."""
    from hoplo_companion.components.catalogue import catalogue

    # Behind an option that still lacks its value, the arguments are left as they were typed.
    given = [str(ctx.params.get("id_") or ""), *ctx.args]
    record = catalogue().ruling(max(given, key=bool).strip().casefold())
    return beginning([record.default_id, *record.readings] if record is not None else [], incomplete)


@quiet
def place_kind(incomplete: str) -> list[str]:
    """Complete a kind of place."""
    from hoplo_companion.campaign.world_map import KINDS

    return beginning(KINDS, incomplete)


def setting_name(incomplete: str) -> list[str]:
    """Complete the key of a setting."""
    from hoplo_companion.cli.terminal.settings import SETTINGS

    return beginning(SETTINGS, incomplete)


def setting_or_all(incomplete: str) -> list[str]:
    """Complete the key of a setting, or the word for all of them."""
    return sorted([*setting_name(incomplete), *beginning(["all"], incomplete)])


@quiet
def setting_value(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a value of the setting that was typed before."""
    from hoplo_companion.cli.terminal.settings import SETTINGS, key_named

    return beginning(SETTINGS[key_named(ctx.params.get("key") or "")].values, incomplete)


def shell_name(incomplete: str) -> list[str]:
    """Complete the name of a shell."""
    return beginning(SHELLS, incomplete)


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
    """Complete a word of a line: its kind, the name, then what its parts may be."""
    given = ctx.params.get("words") or args
    if not given:
        return beginning([*KIND_OF, "compass"], incomplete)
    kind = given[0]
    return beginning(_line_words(kind) if given[1:] else known_names([KIND_OF.get(kind, kind)]), incomplete)


def _line_words(kind: str) -> list[str]:
    from hoplo_companion.components.words import CLASSES, COLOURS, SUPERLATIVES, EventKind, Reward, Sport
    from hoplo_companion.notation.events import RIVAL_ICONS, YOUR_ICONS
    from hoplo_companion.notation.scions import MANY, ONCE

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
            return [
                *kinds,
                "lineup",
                "then",
                "yours",
                *RIVAL_ICONS,
                *YOUR_ICONS,
                "no act modifiers",
                "instructions",
                "text",
            ]
        case "opportunity":
            return ["in", *get_args(EventKind), "adds", *RIVAL_ICONS, "met", "win", "reward", *get_args(Reward), "text"]
        case "scion":
            return [*ONCE, *MANY, *COLOURS]
    return ["columns", "rival", "player", "key", "missing", "blocked", "elevation", "centre", "chips", "effect", "text"]
