"""The rule ledger: every rule that the program must honour, with its page; searched by words."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue, UnknownNameError
from hoplo_companion.components.names import plain_slug
from hoplo_companion.components.schemas import RuleRecord


def all_rules(catalogue: Catalogue) -> list[tuple[str, RuleRecord]]:
    """List every rule with its id and with what is said of it in Italian, in the order of the ids."""
    found = []
    for id_ in catalogue.ids("ledger"):
        rule = catalogue.rule(id_)
        assert rule is not None
        italian = catalogue.rule_in_italian(id_)
        if italian is not None:
            rule = replace(rule, text_it=italian.text, differs_it=italian.differs)
        found.append((id_, rule))
    return found


def find_rules(catalogue: Catalogue, words: str) -> list[tuple[str, RuleRecord]]:
    """List the rules that hold all of some words, in any language they are kept in; all rules for no words.

    An id stands for its rule, and the first part of an id for its chapter. Where nothing fits, UnknownNameError
    suggests the terms that are nearest.
    """
    rules = all_rules(catalogue)
    wanted = plain_slug(words).split("-") if words.strip() else []
    exact = [(id_, rule) for id_, rule in rules if id_ == words.strip().casefold()]
    chapter = [(id_, rule) for id_, rule in rules if id_.startswith(words.strip().casefold() + ".")]
    if exact or (chapter and words.strip()):
        return exact or chapter

    def has_all(id_: str, rule: RuleRecord) -> bool:
        text = plain_slug(" ".join([id_, rule.term, rule.term_it, rule.text, rule.text_it, rule.page]))
        return all(word in text for word in wanted)

    found = [(id_, rule) for id_, rule in rules if has_all(id_, rule)]
    if not found:
        terms = {rule.term for _, rule in rules} | {rule.term_it for _, rule in rules}
        raise UnknownNameError("rule", words, [id_ for id_, _ in rules] + sorted(terms))
    return found
