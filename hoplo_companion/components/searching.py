"""Words and pages as players look for them: in any of a word's forms, with accents or without, by `p.23` or `20-21`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple

from rapidfuzz.distance import Prefix

from hoplo_companion.components.names import plain_slug

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
    """Read what somebody types to look something up; words that say nothing are passed over."""
    pages: set[int] = set()

    def page(found: re.Match[str]) -> str:
        first, last = int(found[1]), int(found[2] or found[1])
        pages.update(range(min(first, last), max(first, last) + 1))
        return " "

    rest = _PAGE.sub(page, typed.strip())
    return Wanted([word for word in words_in(rest) if word not in PASSED_OVER], frozenset(pages))


def words_in(text: str) -> list[str]:
    """List the words of a text, without accents and in lower case."""
    return [word for word in plain_slug(text.replace("'", " ").replace("\u2019", " ")).split("-") if word]


_OTHER_BOOKS = re.compile(r"A3 p\.[\d, -]+")
"""Pages of an expansion's rulebook, which are none of the rulebook."""


def pages_in(text: str) -> set[int]:
    """Give the pages that a record names: `16-17, 29` → 16, 17 and 29."""
    found: set[int] = set()
    for first, last in re.findall(r"\b(\d+)(?:-(\d+))?\b", _OTHER_BOOKS.sub("", text)):
        found.update(range(int(first), int(last or first) + 1))
    return found


def is_form(word: str, other: str) -> bool:
    """Say whether two words are forms of one: `ally` and `allies`, `bersaglio` and `bersagli`."""
    if word == other:
        return True
    same = Prefix.similarity(word, other)
    if same < SHORTEST_STEM:
        return False
    last = word[same - 1]
    return all(_is_ending(each[same:], last) for each in (word, other))


def _is_ending(rest: str, last: str) -> bool:
    """Say whether the rest of a word, behind its last common letter, is an ending: `equip` and `equipped` too."""
    return rest in ENDINGS or (last == "e" and rest == "d") or (rest[:1] == last and rest[1:] in ("ed", "ing"))


def begins(word: str, other: str) -> bool:
    """Say whether a word is the beginning of another one."""
    return other.startswith(word)


def with_all(
    words: Iterable[str], texts: Mapping[str, Collection[str]], same: Callable[[str, str], bool] = is_form
) -> list[str]:
    """List the keys of the texts, given by their words, that have all of some words in some form (`same`)."""
    every = set().union(*texts.values())
    forms = [{other for other in every if same(word, other)} for word in words]
    return [key for key, text in texts.items() if not any(each.isdisjoint(text) for each in forms)]
