"""The language that hoplo speaks: English stands in the code, any other is a catalogue of gettext's.

The language is one for the whole process, as a locale is: `main` says how it is found out, the first sentence asks. A
sentence is marked where it stands, and its parts are named, so that another language can put them in its own order:
`tr("{unit} moves to {hex}.", unit=name, hex=place)`. The catalogues live in `locale/`, in the form that translators'
tools read; `docs/architecture.md` says how a language is begun.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args

if TYPE_CHECKING:
    import re
    from gettext import NullTranslations

Language = Literal["en", "it"]

LANGUAGES: tuple[Language, ...] = get_args(Language)
"""English, and the languages that there is a catalogue of."""

DOMAIN = "hoplo"
"""What a catalogue is called: `locale/it/LC_MESSAGES/hoplo.po`, compiled to `hoplo.mo` beside it."""

Remember = Callable[[str, str, dict[str, Any], str, str], str]
"""Makes words that know their sentence, its parts, its plural, and its sense."""


class _Spoken:
    """What is spoken now, None where nobody has asked yet; how it is found out, and what remembers words."""

    language: Language | None = None
    find_out: Callable[[], Language] | None = None
    remember: Remember | None = None


def find_out_by(chosen: Callable[[], Language]) -> None:
    """Let a function find out the language, once the first sentence is due."""
    _Spoken.find_out, _Spoken.language = chosen, None


def spoken() -> Language:
    """The language that is spoken."""
    if _Spoken.language is None:
        _Spoken.language = "en"  # what goes wrong in finding out is said in English
        if _Spoken.find_out is not None:
            _Spoken.language = _Spoken.find_out()
    return _Spoken.language


@cache
def _catalogue(language: Language) -> NullTranslations | None:
    """The catalogue of a language; None for English."""
    if language == "en":
        return None
    from gettext import translation
    from pathlib import Path

    return translation(DOMAIN, Path(__file__).parent / "locale", [language], fallback=True)


@contextmanager
def speaking(language: Language, remember: Remember | None = None) -> Iterator[None]:
    """Speak a language for as long as this lasts, and let words `remember` what they are made of."""
    before = _Spoken.language, _Spoken.remember
    _Spoken.language, _Spoken.remember = language, remember or _Spoken.remember
    try:
        yield
    finally:
        _Spoken.language, _Spoken.remember = before


def tr(text: str, /, **parts: object) -> str:
    """A sentence in the language that is spoken, with its parts filled in."""
    catalogue = _catalogue(spoken())
    said = text if catalogue is None or not text else catalogue.gettext(text)
    return _filled(said, parts, text)


def together(signs: str, /, **parts: object) -> str:
    """Put words together by signs that all languages share, which are in no catalogue: `together("{a} ({b})", …)`."""
    return tr(signs, **parts)


def plural(one: str, many: str, n: int, /, **parts: object) -> str:
    """The sentence that fits a number, which fills in `{n}`."""
    catalogue = _catalogue(spoken())
    said = (one if n == 1 else many) if catalogue is None else catalogue.ngettext(one, many, n)
    return _filled(said, {"n": n, **parts}, one, many)


def in_sense(sense: str, text: str, /, **parts: object) -> str:
    """A word that means several things, in the sense that is meant: `in_sense("of a hex", "free")`."""
    catalogue = _catalogue(spoken())
    said = text if catalogue is None else catalogue.pgettext(sense, text)
    return _filled(said, parts, text, sense=sense)


def in_language(english: str, **others: str) -> str:
    """A text that the data itself has in several languages, each under its code; in English where it has none."""
    said = others.get(spoken()) or english
    return said if _Spoken.remember is None else _Spoken.remember(said, english, dict(others), "", BY_LANGUAGE)


BY_LANGUAGE = "by language"
"""The sense of a text that stands there in every language, and is in no catalogue."""


def later(text: str) -> str:
    """Mark a sentence of a table, which `tr` gives in the language once it is shown."""
    return text


_SHOWN_AS: dict[object, str] = {}


def show_as(names: Mapping[str, str]) -> None:
    """Show names that hoplo made itself, and keeps, in the language of the sentence that mentions them."""
    _SHOWN_AS.update(names)


def shown_as(name: object) -> str | None:
    """The words of the language for a name that hoplo made itself; None for any other part of a sentence."""
    return tr(_SHOWN_AS[name]) if type(name) is str and name in _SHOWN_AS else None


def _filled(said: str, parts: dict[str, Any], text: str, many: str = "", sense: str = "") -> str:
    """Fill in the parts of a sentence, remembered where that is asked for."""
    shown = {key: words for key, part in parts.items() if (words := shown_as(part)) is not None}
    words = said.format(**{**parts, **shown}) if parts else said
    for two, one in _drawn_together(spoken()) if parts else ():
        words = two.sub(one, words)
    if shown and words.startswith(tuple(shown.values())):
        words = words[:1].upper() + words[1:]
    return words if _Spoken.remember is None else _Spoken.remember(words, text, parts, many, sense)


@cache
def _drawn_together(language: Language) -> list[tuple[re.Pattern[str], str]]:
    """The words that a language draws together (`di il` → `del`), in the order in which its catalogue says so."""
    import re

    pairs = in_sense("words drawn together, as in: di il=del; a la=alla", "none").split(";")
    found = []
    for two, _, one in (pair.strip().partition("=") for pair in pairs):
        if one:
            last = two.split()[-1]
            end = r"(?!\w)" if last.isalpha() and last.islower() else ""
            found.append((re.compile(rf"(?<!\w){re.escape(two)}{end}"), one))
    return found
