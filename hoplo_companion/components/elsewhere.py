"""A name that was looked up in the wrong place: what else has that name, and the command that shows it."""

from __future__ import annotations

from collections.abc import Sequence

from hoplo_companion.components.catalogue import Catalogue, UnknownNameError
from hoplo_companion.components.names import did_you_mean, near_misses, plain_slug, slug, the_one
from hoplo_companion.errors import as_command
from hoplo_companion.language import tr

MANY = 40
"""A list of more names than these helps nobody: the command shows them."""


def not_found(
    kind: str, name: str, known: Sequence[str], catalogue: Catalogue, *, fallback: str = ""
) -> UnknownNameError:
    """Make the error for a name that nothing of a kind has, with what would be right instead."""
    return UnknownNameError(kind, name, known, advice_for(kind, name, known, catalogue) or fallback)


def advice_for(kind: str, name: str, known: Sequence[str], catalogue: Catalogue) -> str:
    """Say what else is called so, else the near misses, else how to list them where they are many; empty for few."""
    if called := called_so(catalogue, name, kind):
        return tr("it is {things}.", things=", ".join(called))
    typed = slug(name)
    inside = [each for each in known if len(typed) > 2 and f"-{typed}" in slug(each)]
    if near := list(dict.fromkeys([*near_misses(name, known), *inside]))[:3]:
        return did_you_mean(near)
    if len(known) <= MANY:
        return ""
    return tr("`{command}` alone lists all {n}", command=as_command("look", f"{kind}s"), n=len(known))


def called_so(catalogue: Catalogue, name: str, but: str) -> list[str]:
    """Say what is called so, each with the command that shows it: `a skill (hoplo look taunt)`."""
    id_, plain = slug(name), plain_slug(name)
    if not id_ or not name.isprintable():
        return []
    kinds = {
        "unit": (tr("a chip"), catalogue.chips),
        "skill": (tr("a skill"), catalogue.ids("skills")),
        "tactic": (tr("a tactic"), catalogue.ids("tactics")),
        "term": (tr("a Key Term"), [key for key in catalogue.ids("glossary") if plain in _names(catalogue, key)]),
        "ruling": (tr("an open question"), [key for key in catalogue.ids("rulings") if slug(key) == id_]),
        "rule": (tr("a rule"), [key for key in catalogue.ids("ledger") if slug(key) == id_]),
    }
    found = []
    for kind, (what, ids) in kinds.items():
        match = next((key for key in ids if slug(key) == id_ or kind == "term"), None)
        if match is not None and kind != but:
            found.append(f"{what} ({as_command('rulings' if kind == 'ruling' else 'look', match)})")
    return found


def _names(catalogue: Catalogue, key: str) -> set[str]:
    term = catalogue.term(key)
    return {key, *(plain_slug(each) for each in ((term.term, term.term_it) if term is not None else ()))}


def looked_for(name: str, known: Sequence[str]) -> str | None:
    """Find the id that is looked for: by its name, its plural, or the beginning of a word that one alone has."""
    typed = slug(name)
    plural = [each for each in known if typed in (f"{each}s", f"{each}es")]
    inside = [each for each in known if len(typed) > 2 and f"-{typed}" in f"-{each}"]
    found = plural or inside
    return the_one(name, known, 3) or (found[0] if len(found) == 1 else None)
