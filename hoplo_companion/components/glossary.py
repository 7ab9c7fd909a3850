"""The Key Terms (Rulebook p.35-37): found by their English or Italian name in any form, by part of it, or by page."""

from __future__ import annotations

import re

from hoplo_companion.components.catalogue import Catalogue, UnknownNameError
from hoplo_companion.components.elsewhere import advice_for
from hoplo_companion.components.ledger import find_rules
from hoplo_companion.components.names import near_misses, plain_slug
from hoplo_companion.components.schemas import TermRecord
from hoplo_companion.components.searching import PASSED_OVER, begins, is_form, pages_in, wanted, with_all, words_in
from hoplo_companion.errors import as_command
from hoplo_companion.language import spoken, tr

Term = tuple[str, TermRecord]


def all_terms(catalogue: Catalogue) -> list[Term]:
    """List every Key Term with its id, in the alphabet of a language."""
    found = []
    for id_ in catalogue.ids("glossary"):
        term = catalogue.term(id_)
        assert term is not None
        found.append((id_, term))
    return sorted(found, key=lambda each: plain_slug(each[1].term_it if spoken() == "it" else each[1].term))


def find_terms(catalogue: Catalogue, words: str) -> list[Term]:
    """List the Key Terms that are called so in either language, in any form; else those with all the words in a name.

    A page stands for its terms; all of them for no words. UnknownNameError suggests the nearest names, and the rules
    that mention the words.
    """
    terms = all_terms(catalogue)
    if not words.strip():
        return terms
    name, sought = plain_slug(words), wanted(words)
    if called := [(id_, term) for id_, term in terms if name in _names(id_, term)]:
        return called
    here = [each for each in terms if not sought.pages or sought.pages & pages_in(each[1].page)]
    if not sought.words:
        found = here if sought.pages else []
    else:
        found = [each for each in here if _is_called(sought.words, *each)]
        texts = {id_: words_in(f"{term.term} {term.term_it}") for id_, term in here}
        partly = with_all(sought.words, texts) or with_all(sought.words, texts, begins)
        found = found or [each for each in here if each[0] in partly]
    if found:
        return found
    first, second = [t.term for _, t in terms], [t.term_it for _, t in terms]
    names = [*second, *first] if spoken() == "it" else [*first, *second]
    raise _no_term(catalogue, words, names if near_misses(words, names) else names[: len(terms)])


def _is_called(words: list[str], id_: str, term: TermRecord) -> bool:
    """Say whether words are one of a term's names in another form: `allies`, `key hexes`, `tattiche`."""
    for name in _names(id_, term):
        parts = [part for part in name.split("-") if part not in PASSED_OVER]
        if len(parts) == len(words) and all(is_form(a, b) for a, b in zip(words, parts, strict=True)):
            return True
    return False


def _names(id_: str, term: TermRecord) -> set[str]:
    """Give every name of a term: whole, each of several, and without what is in brackets."""
    found = {id_}
    for name in (term.term, term.term_it):
        bare = re.sub(r"\(.*?\)", "", name)
        found |= {plain_slug(each) for each in (name, bare, *re.split(r"[,()]", name)) if plain_slug(each) != "stat"}
    return found - {""}


def _no_term(catalogue: Catalogue, words: str, names: list[str]) -> UnknownNameError:
    advice = advice_for("term", words, names, catalogue)
    try:
        find_rules(catalogue, words)
    except UnknownNameError:
        return UnknownNameError("term", words, names, advice)
    rules = tr("rules mention it: {command}", command=as_command("look", "rule", *words[:60].split()))
    is_helpful = advice.endswith(("?", "."))  # a near miss, or something else with that name: a sentence by itself
    return UnknownNameError("term", words, names, f"{advice} {rules}" if is_helpful else rules)
