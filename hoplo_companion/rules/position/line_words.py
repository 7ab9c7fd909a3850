"""The words of a position in one line, a place among them, and errors that point at a character."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from hoplo_companion.components.catalogue import Catalogue, singular
from hoplo_companion.components.names import did_you_mean, near_misses, part_number, slug, unknown
from hoplo_companion.components.words import CLASSES, EVENTS, SHORT_EVENTS, STEPS
from hoplo_companion.errors import Defect, UsageError, cells, clip
from hoplo_companion.language import tr
from hoplo_companion.notation.lexer import Cursor, Token, scan, unquoted, write_text
from hoplo_companion.notation.parts import word_of
from hoplo_companion.rules.position.document import FORECAST

QUOTES = "\u201c\u201d\u201e\u201f\u201a\u2033\uff02"
"""Quotes that chats and word processors make of straight ones."""

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212"
"""Dashes that they make of a hyphen."""

_UNSEEN = "\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\ufeff"
"""What they put between letters and nobody sees."""

_WORD = rf"[^\s|,:@#+*!^=/\"{{}}\[\]\x00-\x1f\x7f\ud800-\udfff{QUOTES}{_UNSEEN}]+"
_TOKEN = re.compile(
    rf'(?P<gap>[\s{_UNSEEN}]+)|(?P<text>"(?:[^"\\]|\\.)*"|["{QUOTES}][^"{QUOTES}]*["{QUOTES}])'
    rf"|(?P<mark>[|,:@#+*!^=/])|(?P<word>{_WORD})|(?P<other>.)",
    re.DOTALL,
)
_PLAIN = re.compile(_WORD)
NOTHING = "-"

_ROOM = 74
"""The characters of a line that are shown around a place: with what is around them, as many as any terminal has."""

_WHOLE = re.compile(r"-?[0-9]{1,18}")
_MOST_FAULTS = 5


class NotationError(UsageError):
    """A line that is not a position: what is wrong, what would be right, and the line with a caret under the place.

    Shapes: `faults` are (character, counted from 0; what is wrong), in the order of the line; `at` is the first's.
    """

    def __init__(self, line: str, faults: list[tuple[int, str]]) -> None:
        self.line = line
        self.faults = sorted(faults)
        self.at = self.faults[0][0]
        shown = [_pointed(line, at, what) for at, what in self.faults[:_MOST_FAULTS]]
        if len(self.faults) > _MOST_FAULTS:
            shown.append("… " + tr("and {n} more", n=len(self.faults) - _MOST_FAULTS))
        super().__init__("\n".join(shown))

    def defect(self) -> Defect:
        """The first fault, for programs."""
        return Defect("notation", f"character {self.at + 1}", self.faults[0][1])


def _pointed(line: str, at: int, what: str) -> str:
    """Show a place in a line with a caret below it, and as much around it as a terminal of 80 columns has room for."""
    start = max(0, min(at - _ROOM // 2, len(line) - _ROOM))
    near = "".join(char if char.isprintable() else " " for char in line[start : start + _ROOM])
    head, tail = "…" if start else "", "…" if start + _ROOM < len(line) else ""
    place = tr("character {n}", n=at + 1)
    return f"{place}: {what}\n  {head}{near}{tail}\n  {' ' * cells(head + near[: at - start])}^"


def whole(text: str) -> int | None:
    """Read a whole number; None where a text is not one, or not one that a position can hold."""
    return int(text) if _WHOLE.fullmatch(text) else None


def tokens(line: str) -> list[Token]:
    """Split a line into tokens, ending with one for its end; NotationError where a quote has no partner."""

    def fail(why: str) -> NoReturn:
        raise NotationError(line, [(token.start, why)])

    found = []
    for token in scan(_TOKEN, line):
        if token.kind == "other":
            if token.value in f'"{QUOTES}':
                fail(tr("this quotation mark has no partner; texts go in double quotes"))
            if token.value in "{[":
                fail(tr("a line is typed in words, not in JSON; JSON holds the whole position or none"))
            fail(tr("{word} does not belong in a position", word=clip(token.value)))
        if token.kind == "text":
            try:
                token = token._replace(value=unquoted(token.value))
            except ValueError as fault:
                fail(tr("not a text in quotes: {reason}", reason=str(fault)[:80]))
        found.append(token._replace(value=NOTHING) if token.kind == "word" and token.value in DASHES else token)
    return [*found, Token("end", "", len(line), len(line))]


def is_plain(text: str) -> bool:
    """Say whether a text stands for itself without quotes."""
    return bool(_PLAIN.fullmatch(text)) and text.isprintable() and text not in (NOTHING, *DASHES)


def write_word(text: str) -> str:
    """Write a text, in quotes where it needs them."""
    return text if is_plain(text) else write_text(text)


FLAG = "flag"
EQUIPPABLE = "chip to equip"
HEAD = "event or step"
HEAD_WORDS = (*EVENTS, *STEPS, FORECAST, "explain")


class Names:
    """The names that a line may hold, as one catalogue knows them."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.equippables: list[str] = [FLAG]

    def set_arena(self, arena: Any) -> None:
        """Take the chips of the arena that the position is in: those of its card, or those in its priority lists."""
        found: list[str] = []
        if isinstance(arena, dict):
            found = [item.get("chip", "") for each in arena.get("priorities", ()) for item in each["list"]]
        elif slug(arena) in self.known("arena") and (record := self.catalogue.arena(slug(arena))) is not None:
            found = [*record.chips, record.key_chip]
        self.equippables = list(dict.fromkeys([*filter(None, map(slug, found)), FLAG]))

    def known(self, kind: str) -> Sequence[str]:
        """The names of a kind."""
        closed: dict[str, Sequence[str]] = {
            "class": CLASSES, HEAD: HEAD_WORDS, "chip": self.catalogue.chips, EQUIPPABLE: self.equippables
        }  # fmt: skip
        return closed[kind] if kind in closed else self.catalogue.ids(_TABLES.get(kind, kind))

    def find(self, kind: str, typed: str) -> str | None:
        """Find what a name stands for, written out or cut short; UsageError where it may be several.

        A skill is found as it is printed: `regen-1` is Regen 1.
        """
        known, whole, number = self.known(kind), slug(typed), None
        if kind == "skill" and whole not in known:
            name, number = part_number(whole.replace("-", " "))
            whole = slug(name) if number is not None else whole
        found = word_of(whole if kind == "skill" else typed, known, 1) if whole else None
        if found is not None and kind == "skill":
            skill = self.catalogue.skill(found)
            assert skill is not None
            return skill.name if number is None else f"{skill.name} {number}"
        if found is not None:
            return found
        # Any chip may be in a combat: one that is spelled like no other is what it is called.
        return whole if kind == EQUIPPABLE and whole and not near_misses(typed, known) else None

    def wrong(self, kind: str, typed: str) -> str:
        """Say that a name is unknown, and what would be right; what is misspelled may be cut short too."""
        known = [*self.known(kind), *(SHORT_EVENTS if kind == HEAD else ())]
        advice = ""
        if not near_misses(typed, known):
            begun = {name[: len(typed) + more]: name for more in (0, 1) for name in known}
            near = near_misses(typed, begun) if len(typed) > 2 else []
            if near:
                advice = did_you_mean(dict.fromkeys(begun[each] for each in near))
        text = unknown(kind, typed, known, advice)
        return text + " (" + tr("put another name in quotes") + ")" if kind == EQUIPPABLE else text

    def write(self, kind: str, name: str, unknown_too: bool = False) -> str:
        """Write a name so that it is read as itself: as a word where it is found, else in quotes.

        `unknown_too` holds where an unknown name may be read: one that is found as nothing else stands for itself.
        """
        word = slug(name) if kind == "skill" else name
        if not is_plain(word):
            return write_text(name)
        try:
            found = self.find(kind, word)
        except UsageError:
            found = ""
        return word if found == name or (found is None and unknown_too) else write_text(name)


_TABLES = {singular(kind): kind for kind in ("arenas", "banes", "events", "rulings", "skills", "tactics")}


class Reading(Cursor):
    """A place in a line and what its names mean; `places` maps parts of the position to characters of the line."""

    def __init__(self, line: str, names: Names) -> None:
        super().__init__(line, tokens(line))
        self.names = names
        self.places: dict[str, int] = {}

    @property
    def over(self) -> bool:
        """Whether the section or the line ends here."""
        return self.token.kind == "end" or self.match("|") > 0

    def name(self, what: str) -> Token:
        """Go past a word or a text in quotes; NotationError says that `what` was expected here."""
        if self.token.kind not in ("word", "text"):
            self.fail("expected {what}", what=what)
        return self.next()

    def fail(self, text: str, at: int | None = None, /, **parts: object) -> NoReturn:
        """Raise NotationError by its sentence, at a character or at the next token."""
        what = tr(text, **parts)
        if at is None and self.token.kind == "end":
            what = tr("the line ends here: {what}", what=what)
        raise NotationError(self.source, [(self.token.start if at is None else at, what)])

    def find(self, kind: str, token: Token) -> str | None:
        """Find what a name stands for; one in quotes stands for itself."""
        if token.kind == "text":
            return token.value
        try:
            return self.names.find(kind, token.value)
        except UsageError as fault:
            self.fail(str(fault), token.start)

    def resolve(self, kind: str, token: Token) -> str:
        """Find what a name stands for; NotationError where it stands for nothing."""
        found = self.find(kind, token)
        if found is None:
            self.fail(self.names.wrong(kind, token.value), token.start)
        return found

    def one_of(self, kind: str, words: Iterable[str], token: Token, typed: str) -> str:
        """Find the word that was typed, written out or cut short; NotationError where it may be several, or none."""
        known = list(words)
        try:
            found = word_of(typed, known, 1) if typed else None
        except UsageError as fault:
            self.fail(str(fault), token.start)
        if found is None:
            self.fail(unknown(kind, token.value, known), token.start)
        return found


_OWNERS = {"rival": "", "player": "your-", "arena": "arena-"}


def default_ids(units: Sequence[Mapping[str, Any]], ids: Sequence[str | None]) -> list[str]:
    """Name units without an id by their chips, and by whose they are where others have it: `your-defender-2`."""
    sides: dict[str, set[str]] = {}
    for unit in units:
        sides.setdefault(slug(unit["chip"]), set()).add(unit["side"])
    taken = {*ids}
    counts: Counter[str] = Counter()
    found = []
    for unit, given in zip(units, ids, strict=True):
        chip, id_ = slug(unit["chip"]), given
        base = (_OWNERS[unit["side"]] if len(sides[chip]) > 1 else "") + (chip or "unit")
        while id_ is None or (given is None and id_ in taken):
            counts[base] += 1
            id_ = base if counts[base] == 1 else f"{base}-{counts[base]}"
        taken.add(id_)
        found.append(id_)
    return found
