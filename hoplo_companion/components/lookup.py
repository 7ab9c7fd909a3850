"""The rule ledger: every rule that the program must honour, with its page; searched by words, id, page or step."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from hoplo_companion.components.catalogue import Catalogue, UnknownNameError
from hoplo_companion.components.names import did_you_mean, near_misses, plain_slug, slug, the_one
from hoplo_companion.components.schemas import RuleRecord, RulingRecord, TermRecord
from hoplo_companion.components.words import SHORT_EVENTS
from hoplo_companion.errors import as_command, clip
from hoplo_companion.language import spoken, tr

Rule = tuple[str, RuleRecord]

_ID = re.compile(r"[a-z]+\.[a-z-]+")
"""An id as rules and open questions have it, which stands for itself alone."""


def find_rules(catalogue: Catalogue, typed: str, command: str = "hoplo look rules") -> list[Rule]:
    """The rules that are looked for, those first whose term says so: by words, in either language, or by pages.

    An id stands for its rule, and the first part of an id for its chapter; all rules for no words. Where nothing fits,
    UnknownNameError suggests what is nearest, or the command that lists all.
    """
    rules: list[Rule] = [*catalogue.every("ledger").items()]
    name = typed.strip().casefold()
    exact = [each for each in rules if name in ("", each[0])]
    if called := exact or [each for each in rules if each[0].startswith(name.rstrip(".") + ".")]:
        return called
    sought = wanted(typed)
    here = [each for each in rules if not sought.pages or sought.pages & pages_in(each[1].page)]
    found = here if sought.pages else []
    if sought.words:
        texts, unnumbered = _texts(here), [word for word in sought.words if not word.isdigit()]
        tried = [] if _ID.fullmatch(name) else filter(None, (sought.words, unnumbered))
        fitting = next(filter(None, (_fitting(catalogue, texts, words) for words in tried)), [])

        def rank(each: Rule) -> tuple[bool, int, int, str]:
            # First what bears the words in its name, then what has them letter for letter, the shortest name first.
            id_, rule = each
            called = words_in(f"{rule.term} {rule.term_it}")
            is_named = bool(with_all(sought.words, {id_: called}))
            return not is_named, -sum(word in texts[id_] for word in sought.words), len(called), id_

        found = sorted((each for each in here if each[0] in fitting), key=rank)
    if found:
        return found
    # The nearest term or id would be right, or one of the words is in no rule.
    terms = sorted({rule.term for _, rule in rules}), sorted({rule.term_it for _, rule in rules})
    ids = [id_ for id_, _ in rules] if "." in typed else []
    for names in (ids, *(terms[::-1] if spoken() == "it" else terms)):
        if sought.words and near_misses(typed, names):
            raise not_found("rule", typed, names, catalogue)
    raise not_found("rule", typed, [], catalogue, fallback=_what_would_fit(rules, sought, command))


def find_both(
    catalogue: Catalogue, typed: str, command: str = "hoplo look rules"
) -> tuple[list[Rule], list[tuple[str, RulingRecord]]]:
    """The rules that are looked for, as `find_rules` does, and the open questions; rules may then be missing."""
    questions = find_open(catalogue, typed)
    try:
        return find_rules(catalogue, typed, command), questions
    except UnknownNameError:
        if not questions:
            raise
        return [], questions


def find_open(catalogue: Catalogue, typed: str) -> list[tuple[str, RulingRecord]]:
    """The open questions that are looked for by words, id or pages; none for no words, or where none fits."""
    name, sought = typed.strip().casefold(), wanted(typed)
    if not name:
        return []
    questions: dict[str, RulingRecord] = catalogue.every("rulings")
    if name in questions:
        return [(name, questions[name])]
    if not sought.words and not sought.pages:
        return []
    english = {id_: [it.name, it.note, it.default] for id_, it in questions.items()}
    fitting = with_all(sought.words, {i: words_in(" ".join([i, *t, *map(tr, t)])) for i, t in english.items()})
    pages = sought.pages
    return [(id_, it) for id_, it in questions.items() if id_ in fitting and (not pages or pages & pages_in(it.page))]


def _texts(rules: Sequence[Rule]) -> dict[str, list[str]]:
    """The words of every rule and of where other sources differ, in both languages, by its id."""
    said = ("term", "term_it", "text", "text_it", "page", "differs", "differs_it")
    return {id_: words_in(" ".join([id_, *(getattr(rule, each) for each in said)])) for id_, rule in rules}


def _fitting(catalogue: Catalogue, texts: Mapping[str, Collection[str]], words: list[str]) -> list[str]:
    """The rules with all the words: in some form, else by the name of a Key Term of theirs, else by beginnings."""
    if found := with_all(words, texts):
        return found
    more = {id_: [*text] for id_, text in texts.items()}
    for _, term in all_terms(catalogue):
        for rule in more.keys() & set(term.rules):
            more[rule] += words_in(f"{term.term} {term.term_it}")
    return with_all(words, more) or with_all(words, texts, begun=True)


def _what_would_fit(rules: Sequence[Rule], sought: Wanted, command: str) -> str:
    if not sought.words and not sought.pages:
        return tr("type a word, a page or an id")
    if not sought.words:
        pages = sorted({page for _, rule in rules for page in pages_in(rule.page)})
        if not pages:
            return tr("these rules have no pages: type a word or an id")
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


Term = tuple[str, TermRecord]


def all_terms(catalogue: Catalogue) -> list[Term]:
    """Every Key Term with its id, in the alphabet of a language."""
    name = "term_it" if spoken() == "it" else "term"
    return sorted(catalogue.every("glossary").items(), key=lambda each: plain_slug(getattr(each[1], name)))


def find_terms(catalogue: Catalogue, words: str) -> list[Term]:
    """The Key Terms called so in any form, else those with all words in a name; a page's terms; all for no words."""
    terms, name, sought = all_terms(catalogue), plain_slug(words), wanted(words)
    if called := [each for each in terms if not words.strip() or name in _names(*each)]:
        return called
    here = [each for each in terms if not sought.pages or sought.pages & pages_in(each[1].page)]
    found = here if sought.pages else []
    if sought.words:
        # One of a term's names in another form, `allies`, `key hexes`, `tattiche`, before a part of one.
        named = {(id_, name): set(name.split("-")) - PASSED_OVER for id_, term in here for name in _names(id_, term)}
        whole = {key[0] for key in with_all(sought.words, named) if len(named[key]) == len(sought.words)}
        texts = {id_: words_in(f"{term.term} {term.term_it}") for id_, term in here}
        partly = with_all(sought.words, texts) or with_all(sought.words, texts, begun=True)
        found = [each for each in here if each[0] in (whole or partly)]
    if found:
        return found
    first, second = [t.term for _, t in terms], [t.term_it for _, t in terms]
    names = [*second, *first] if spoken() == "it" else [*first, *second]
    raise _no_term(catalogue, words, names if near_misses(words, names) else names[: len(terms)])


def _names(id_: str, term: TermRecord) -> set[str]:
    """Every name of a term: whole, each of several, and without what is in brackets."""
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


MANY = 40  # a list of more names than these helps nobody: the command shows them


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
    called = [key for key, term in all_terms(catalogue) if plain in _names(key, term)]
    kinds = {
        "unit": (tr("a chip"), catalogue.chips),
        "skill": (tr("a skill"), catalogue.ids("skills")),
        "tactic": (tr("a tactic"), catalogue.ids("tactics")),
        "term": (tr("a Key Term"), called),
        "ruling": (tr("an open question"), catalogue.ids("rulings")),
        "rule": (tr("a rule"), catalogue.ids("ledger")),
    }
    found = []
    for kind, (what, ids) in kinds.items():
        match = next((key for key in ids if slug(key) == id_ or kind == "term"), None)
        if match is not None and kind != but:
            found.append(f"{what} ({as_command('rulings' if kind == 'ruling' else 'look', match)})")
    return found


def looked_for(name: str, known: Sequence[str]) -> str | None:
    """Find the id that is looked for: by its name, its plural, or the beginning of a word that one alone has."""
    typed = slug(name)
    plural = [each for each in known if typed in (f"{each}s", f"{each}es")]
    found = plural or [each for each in known if len(typed) > 2 and f"-{typed}" in f"-{each}"]
    return the_one(name, known, 3) or (found[0] if len(found) == 1 else None)


_SMALL = (
    "a an and are at be by can do does for from how i in is it its my of on or that the this to what when where which "
    "who why with you your che chi come con cosa da dal dalla dei del della delle di e gli il in l la le lo mi nel per "
    "quale quando si su un una uno"
)
PASSED_OVER = frozenset(_SMALL.split())
"""Words that say nothing about what is looked for, in English and Italian."""

ENDINGS = frozenset(("", "s", "es", "e", "ed", "ing", "y", "ies", "ied", "a", "i", "o", "he", "hi"))
"""What the forms of one word differ in: mark, marks, marked; tattica, tattiche."""

SHORTEST_STEM = 3

_PAGE = re.compile(
    r"(?:\b(?:pages?|pagin[ae]|pagg?|pp?|pg)\b[\s.]*|\bp|^)(\d{1,2})(?:\s*[-\u2013]\s*(\d{1,2}))?\b(?=\s*$|[\s,;])",
    re.IGNORECASE,
)
"""Pages of the rulebook: `p.23`, `p23`, `page 23`, `pag. 23`, `20-21`, and a number by itself."""


class Wanted(NamedTuple):
    """What somebody looks for: words without accents in lower case, and the pages it has to be on, any if none."""

    words: list[str]
    pages: frozenset[int]


def wanted(typed: str) -> Wanted:
    """Read what somebody types to look something up: words that say nothing are passed over, short ones written out."""
    pages: set[int] = set()

    def page(found: re.Match[str]) -> str:
        first, last = int(found[1]), int(found[2] or found[1])
        pages.update(range(min(first, last), max(first, last) + 1))
        return " "

    words = " ".join(SHORT_EVENTS.get(word, word) for word in words_in(_PAGE.sub(page, typed.strip())))
    return Wanted([word for word in words_in(words) if word not in PASSED_OVER], frozenset(pages))


def words_in(text: str) -> list[str]:
    """The words of a text, without accents and in lower case."""
    return [word for word in plain_slug(text.replace("'", " ").replace("\u2019", " ")).split("-") if word]


_OTHER_BOOKS = re.compile(r"A3 p\.[\d, -]+")
"""Pages of an expansion's rulebook, which are none of the rulebook."""


def pages_in(text: str) -> set[int]:
    """The pages that a record names: `16-17, 29` → 16, 17 and 29."""
    found: set[int] = set()
    for first, last in re.findall(r"\b(\d+)(?:-(\d+))?\b", _OTHER_BOOKS.sub("", text)):
        found.update(range(int(first), int(last or first) + 1))
    return found


def is_form(word: str, other: str) -> bool:
    """Say whether two words are forms of one: `ally` and `allies`, `bersaglio` and `bersagli`."""
    if word == other:
        return True
    from rapidfuzz.distance import Prefix  # only a name that nothing has is held against others

    same = Prefix.similarity(word, other)
    if same < SHORTEST_STEM:
        return False
    last, rests = word[same - 1], (word[same:], other[same:])
    more = ({"d"} if last == "e" else set()) | {last + "ed", last + "ing"}  # `equip` and `equipped` too
    return all(rest in ENDINGS or rest in more for rest in rests)


def with_all(words: Iterable[str], texts: Mapping[Any, Collection[str]], *, begun: bool = False) -> list[Any]:
    """The keys of the texts, given by their words, that have all of some words in some form, or words `begun` so."""
    every = set().union(*texts.values())
    same = str.startswith if begun else is_form
    forms = [{other for other in every if same(other, word)} for word in words]
    return [key for key, text in texts.items() if not any(each.isdisjoint(text) for each in forms)]
