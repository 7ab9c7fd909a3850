"""The rule ledger: every rule that the program must honour, with its page; searched by words, id, page or step."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue, UnknownNameError
from hoplo_companion.components.elsewhere import not_found
from hoplo_companion.components.names import did_you_mean, near_misses
from hoplo_companion.components.schemas import RuleRecord, RulingRecord
from hoplo_companion.components.searching import Wanted, begins, pages_in, wanted, with_all, words_in
from hoplo_companion.components.words import SHORT_EVENTS
from hoplo_companion.errors import clip
from hoplo_companion.language import spoken, tr

Rule = tuple[str, RuleRecord]

_ID = re.compile(r"[a-z]+\.[a-z-]+")
"""An id as rules and open questions have it, which stands for itself alone."""


def all_rules(catalogue: Catalogue) -> list[Rule]:
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


def differing(catalogue: Catalogue) -> list[Rule]:
    """The rules that the Italian edition or the reference manual have differently."""
    return [(id_, rule) for id_, rule in all_rules(catalogue) if rule.differs]


def find_rules(catalogue: Catalogue, typed: str, command: str = "hoplo look rules") -> list[Rule]:
    """List the rules that are looked for, those first whose term says so: by words, in either language, or by pages.

    An id stands for its rule, and the first part of an id for its chapter; all rules for no words. Where nothing fits,
    UnknownNameError suggests what is nearest, or the command that lists all.
    """
    rules = all_rules(catalogue)
    name = typed.strip().casefold()
    if not name:
        return rules
    exact = [(id_, rule) for id_, rule in rules if id_ == name]
    chapter = [(id_, rule) for id_, rule in rules if id_.startswith(name.rstrip(".") + ".")]
    if exact or chapter:
        return exact or chapter
    sought = _sought(typed)
    here = [each for each in rules if not sought.pages or sought.pages & pages_in(each[1].page)]
    found = here if sought.pages else []
    if sought.words:
        texts, unnumbered = _texts(here), [word for word in sought.words if not word.isdigit()]
        fitting = [] if _ID.fullmatch(name) else _fitting(catalogue, texts, sought.words)
        if not fitting and unnumbered:
            fitting = [] if _ID.fullmatch(name) else _fitting(catalogue, texts, unnumbered)
        found = sorted((each for each in here if each[0] in fitting), key=lambda each: _rank(each, sought.words, texts))
    if not found:
        raise _none_fits(catalogue, rules, typed, sought, command)
    return found


def find_open(catalogue: Catalogue, typed: str) -> list[tuple[str, RulingRecord]]:
    """List the open questions that are looked for by words, id or pages; none for no words, or where none fits."""
    name, sought = typed.strip().casefold(), _sought(typed)
    if not name:
        return []
    questions = [(id_, record) for id_ in catalogue.ids("rulings") if (record := catalogue.ruling(id_)) is not None]
    if exact := [each for each in questions if each[0] == name]:
        return exact
    if not sought.words and not sought.pages:
        return []
    texts = {id_: words_in(" ".join([id_, *_worded(record)])) for id_, record in questions}
    fitting = with_all(sought.words, texts)
    pages = sought.pages
    return [(id_, it) for id_, it in questions if id_ in fitting and (not pages or pages & pages_in(it.page))]


def _worded(record: RulingRecord) -> list[str]:
    """Give what an open question is looked for by: its texts in English, and as they are shown."""
    texts = [record.name, record.note, record.default]
    return [*texts, *map(tr, texts)]


def _sought(typed: str) -> Wanted:
    """Read what is looked for; the short names of Sports stand for the whole ones."""
    sought = wanted(typed)
    words = [
        part for word in sought.words for part in words_in(SHORT_EVENTS.get(word, word)) if part not in ("of", "the")
    ]
    return sought._replace(words=words)


def _texts(rules: Sequence[Rule]) -> dict[str, list[str]]:
    """Give the words of every rule and of where other sources differ, in both languages, by its id."""
    return {
        id_: words_in(
            " ".join([id_, rule.term, rule.term_it, rule.text, rule.text_it, rule.page, rule.differs, rule.differs_it])
        )
        for id_, rule in rules
    }


def _fitting(catalogue: Catalogue, texts: Mapping[str, Collection[str]], words: list[str]) -> list[str]:
    """List the rules with all the words: in some form, else by the name of a Key Term of theirs, else by beginnings."""
    if found := with_all(words, texts):
        return found
    named = _names_of_terms(catalogue)
    more = {id_: [*text, *named.get(id_, ())] for id_, text in texts.items()}
    return with_all(words, more) or with_all(words, texts, begins)


def _names_of_terms(catalogue: Catalogue) -> dict[str, list[str]]:
    """Give the words of the Key Terms' names by the rules that belong to them."""
    found: dict[str, list[str]] = {}
    for id_ in catalogue.ids("glossary"):
        term = catalogue.term(id_)
        for rule in term.rules if term is not None else ():
            found.setdefault(rule, []).extend(words_in(f"{term.term} {term.term_it}") if term is not None else ())
    return found


def _rank(each: Rule, words: list[str], texts: Mapping[str, Collection[str]]) -> tuple[bool, int, int, str]:
    """Put first what bears the words in its name, then what has them letter for letter, the shortest name first."""
    id_, rule = each
    called = words_in(f"{rule.term} {rule.term_it}")
    is_named = bool(with_all(words, {id_: called}))
    return not is_named, -sum(word in texts[id_] for word in words), len(called), id_


def _none_fits(
    catalogue: Catalogue, rules: Sequence[Rule], typed: str, sought: Wanted, command: str
) -> UnknownNameError:
    """Make the error that says what would be right: the nearest term or id, or which of the words is in no rule."""
    english = sorted({rule.term for _, rule in rules})
    italian = sorted({rule.term_it for _, rule in rules})
    ids = [id_ for id_, _ in rules]
    for names in (ids if "." in typed else [], *((italian, english) if spoken() == "it" else (english, italian))):
        if sought.words and near_misses(typed, names):
            return not_found("rule", typed, names, catalogue)
    return not_found("rule", typed, [], catalogue, fallback=_what_would_fit(rules, sought, command))


def _what_would_fit(rules: Sequence[Rule], sought: Wanted, command: str) -> str:
    if not sought.words and not sought.pages:
        return tr("type a word, a page or an id")
    if not sought.words:
        pages = sorted({page for _, rule in rules for page in pages_in(rule.page)})
        return tr("the rules are on p.{first}-{last}", first=pages[0], last=pages[-1])
    texts = _texts(rules)
    having = [set(with_all([word], texts)) for word in sought.words]
    for word, found in zip(sought.words, having, strict=True):
        if not found:
            near = near_misses(word, sorted({each for text in texts.values() for each in text if len(each) > 3}))
            advice = did_you_mean(near) if near else tr("`{command}` alone lists all of them", command=command)
            return tr("no rule mentions {word}; {advice}", word=clip(word), advice=advice)
    counts = {id_: sum(id_ in found for found in having) for id_ in texts}
    best = [id_ for id_, count in counts.items() if count == max(counts.values())]
    none = tr("no rule on these pages has all of these words") if sought.pages else tr("no rule has all of these words")
    advice = tr("try fewer of them")
    if max(counts.values()) > 1:
        advice = tr("most of them are in {rules}", rules=", ".join(best[:5]))
    return f"{none}; {advice}"
