"""The Key Terms (Rulebook p.35-37): found by their English or Italian name, or by part of it."""

from __future__ import annotations

import re

from hoplo_companion.components.catalogue import Catalogue, UnknownNameError
from hoplo_companion.components.ledger import find_rules
from hoplo_companion.components.names import near_misses, plain_slug
from hoplo_companion.components.schemas import TermRecord
from hoplo_companion.components.words import Language

Term = tuple[str, TermRecord]


def all_terms(catalogue: Catalogue, lang: Language = "en") -> list[Term]:
    """List every Key Term with its id, in the alphabet of a language."""
    found = []
    for id_ in catalogue.ids("glossary"):
        term = catalogue.term(id_)
        assert term is not None
        found.append((id_, term))
    return sorted(found, key=lambda each: plain_slug(each[1].term_it if lang == "it" else each[1].term))


def find_terms(catalogue: Catalogue, words: str, lang: Language = "en") -> list[Term]:
    """List the Key Terms that are called so in either language; else those with all the words in a name.

    All of them for no words. UnknownNameError suggests the nearest names, and the rules that speak of the words.
    """
    terms = all_terms(catalogue, lang)
    if not words.strip():
        return terms
    wanted = plain_slug(words)
    called = [(id_, term) for id_, term in terms if wanted in _names(id_, term)]
    if called:
        return called
    parts = wanted.split("-") if wanted else []
    partly = [
        (id_, t) for id_, t in terms if parts and all(part in plain_slug(f"{t.term} {t.term_it}") for part in parts)
    ]
    if partly:
        return partly
    english = [term.term for _, term in terms]
    both = [*english, *(term.term_it for _, term in terms)]
    raise _no_term(catalogue, words, both if near_misses(words, both) else english)


def _names(id_: str, term: TermRecord) -> set[str]:
    """Give every name that a term goes by: whole, each of several, and without what stands in brackets."""
    found = {id_}
    for name in (term.term, term.term_it):
        bare = re.sub(r"\(.*?\)", "", name)
        found |= {plain_slug(each) for each in (name, bare, *re.split(r"[,()]", name)) if plain_slug(each) != "stat"}
    return found - {""}


def _no_term(catalogue: Catalogue, words: str, names: list[str]) -> UnknownNameError:
    fault = UnknownNameError("term", words, names)
    try:
        find_rules(catalogue, words)
    except UnknownNameError:
        return fault
    fault.args = (f"{fault}; it is no Key Term, but rules speak of it: hoplo rules {' '.join(words.split())[:60]}",)
    return fault
