"""One question as every terminal puts it, and what each key does while it is open.

The stream and the screen differ in how a prompt looks and how keys reach it; what a key means is decided here alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from hoplo_companion.errors import StoppedError, UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.render.style import Line, Span
from hoplo_companion.signs import deceiving

if TYPE_CHECKING:
    from hoplo_companion.cli.terminal.output import Output


DIGITS = "1234567890"
"""The keys of up to ten choices; of more the number or the name is typed."""

COMMAND = ":"
"""What a command begins with that is typed at a question."""


class BackError(StoppedError):
    """Esc: the player leaves what was begun."""


class NotMeantError(StoppedError):
    """What was doubtful is not what the player meant."""


class Pasted(str):
    """A text that came at once, and was not pressed key by key."""


class Aside(NamedTuple):
    """A key that does something else than answer, in a word and at length.

    Shapes: `off` is why it cannot act now. `do` does it; without it, whoever leads does.
    """

    key: str
    word: str
    help: str
    off: str = ""
    do: Callable[[], None] | None = None


class Reply(NamedTuple):
    """What a prompt got: the key of a choice or a line, or an aside."""

    text: str
    is_aside: bool = False


class Prompt(NamedTuple):
    """A question: its words, what is chosen by a key, and what may be typed.

    Shapes: `text` stands above the choices, `message` where the answer is typed. `keys` answer at once beside the
    choices. `takes` says whether nothing, one of the names (of the choices and `known`) or any line may be typed; the
    number of one of many choices always may. Enter alone answers `default`, and nothing where that is None. Esc
    leaves the question, unless it `is_first`. Where it `is_inline` the message names the choices itself. A line that
    `is_whole` needs no Enter. While one is typed, `check` says what it would do, or what is wrong with it, and `words`
    may follow in it.
    """

    message: str
    text: str = ""
    choices: Mapping[str, str] = {}
    keys: str = ""
    takes: Literal["key", "name", "line"] = "key"
    known: Sequence[str] = ()
    default: str | None = None
    check: Callable[[str], Line] | None = None
    words: Callable[[str], Sequence[str]] | None = None
    start: str = ""
    asides: tuple[Aside, ...] = ()
    is_first: bool = False
    is_inline: bool = False
    is_whole: Callable[[str], bool] = lambda line: False

    @property
    def at_once(self) -> str:
        """The keys that answer as they are pressed, while nothing is typed: those of up to ten that begin no other."""
        firsts = [key[0] for key in self.choices if len(self.choices) <= len(DIGITS)]
        return "".join(key for key in self.choices if firsts.count(key) == 1) + self.keys

    def acts_at_once(self, aside: str) -> bool:
        """Whether the key of an aside needs no Enter: no choice or name begins with its letter."""
        if not aside.isalpha() or self.takes == "key":
            return True
        if self.takes == "line" and self.check is None:
            return False
        starts = {name[:1].upper() for name in self.known} | {words[:1] for words in self.choices.values()}
        return aside not in starts


def numbered(words: Sequence[str]) -> dict[str, str]:
    """Choices by their keys: digits for up to ten of them, else numbers; a number is its own key."""
    own = {each for each in words if each.isdigit()}
    keys = DIGITS if len(words) <= len(DIGITS) else map(str, count(1))
    others = (key for key in keys if key not in own)
    return {each if each in own else next(others): each for each in words}


def _bare(words: str) -> str:
    """A choice without what is said of it in brackets."""
    return words.partition(" (")[0]


def _folded(name: str) -> str:
    return name.strip().casefold().replace("-", " ")


def _begins_in(name: str, typed: str) -> bool:
    """Whether a word of a name begins with what is typed, as `your Archer` has one that begins with `arch`."""
    return re.search(rf"(?<!\w)(?=\w){re.escape(typed)}", name) is not None


class Reader:
    """A prompt that is being answered: the line so far, where its cursor is, and what there is to say of it."""

    def __init__(self, prompt: Prompt) -> None:
        self.prompt = prompt
        self.asides = {aside.key: aside for aside in prompt.asides}
        self.line = prompt.start
        self.at = len(prompt.start)
        self.hint: Line = [Span(tr("Correct the line, or Esc clears it."), "quiet")] if prompt.start else []
        """What is said of the line under it."""
        self.refused = ""
        """Why the last key did nothing."""
        self.rest = ""
        """What was pasted behind the line that answered."""

    def press(self, key: str) -> Reply | None:
        """Take a key, by its name where it writes nothing, or a pasted text; give the answer once there is one.

        BackError where the player leaves.
        """
        self.refused = ""
        if isinstance(key, Pasted) or len(key) == 1:
            return self._write(key)
        match key:
            case "enter":
                return self._enter()
            case "tab":
                self._complete()
            case "escape" if self.line:
                self._put("", 0)
            case "escape" if self.prompt.is_first:
                self.refused = tr("There is nothing to leave here; Q quits.")
            case "escape":
                raise BackError
            case _:
                self._edit(key)
        return None

    def _write(self, text: str) -> Reply | None:
        """Take a letter, or what was pasted: line by line where one can be typed, and nothing of it where none can."""
        first, ended, self.rest = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ").partition("\n")
        first = "".join(letter for letter in first if letter.isprintable())
        if not self.line:
            first = first.lstrip() if isinstance(text, Pasted) else first
            if len(first) == 1 and (answer := self._key(first)) is not None:
                return answer
            if first and not self._may_begin(first[0]):
                off = self.asides[first].off if first in self.asides else ""
                self.refused, self.rest = off or tr("{key} is not one of the keys.", key=clip(first)), ""
                return None
        self._put(self.line[: self.at] + first + self.line[self.at :], self.at + len(first))
        is_command = self.line[:1] == COMMAND
        return self._enter() if ended or (not is_command and self.prompt.is_whole(self.line)) else None

    def _key(self, key: str) -> Reply | None:
        """What a key answers at once; nothing where it does not, or a command begins with it."""
        if key in self.prompt.at_once:
            return Reply(key)
        aside = self.asides.get(key)
        if aside is not None and not aside.off and key != COMMAND and self.prompt.acts_at_once(key):
            return Reply(key, is_aside=True)
        if aside is None and key.lower() in self.prompt.keys:
            return Reply(key.lower())
        return None

    def _may_begin(self, key: str) -> bool:
        """Whether an answer that is typed may begin with a letter."""
        if key == COMMAND and key in self.asides:
            return True
        match self.prompt.takes:
            case "key":
                return any(each.startswith(key) for each in self.prompt.choices)
            case "line":
                return not key.isspace() and key != "?"
        names = [*self.prompt.known, *map(_bare, self.prompt.choices.values()), *self.prompt.choices]
        needs_enter = key in self.asides and not self.asides[key].off
        return needs_enter or any(_begins_in(name.casefold(), key.casefold()) for name in names)

    def _enter(self) -> Reply | None:
        """The line as the answer, the default where nothing is typed; or nothing, where it is neither."""
        line = self.line.strip()
        if not line:
            if self.prompt.default is None:
                self.refused = tr("Enter alone is no answer here.")
                return None
            return Reply(self.prompt.default)
        if line in self.asides:
            self.refused = self.asides[line].off
            return Reply(line, is_aside=True) if not self.refused else None
        if line[0] == COMMAND and COMMAND in self.asides:
            return Reply(line, is_aside=True)
        if self.prompt.takes == "line":
            return Reply(line)
        found = self._named(line)
        if len(found) == 1:
            return Reply(next(iter(found)))
        text = later("{name} may mean {candidates}: write more of the name.")
        text = text if found else later("{name} is not one of them.")
        self.refused = tr(text, name=clip(line), candidates=", ".join(map(_bare, found.values())))
        return None

    def _named(self, line: str) -> dict[str, str]:
        """What a line may name, each with its words: by its number, its name, or the beginning of a word of it."""
        choices, typed = self.prompt.choices, _folded(line)
        if line in choices:
            return {line: choices[line]}
        if self.prompt.takes == "key":
            return {}
        for fits in (str.__eq__, str.startswith, _begins_in):
            for names in (choices, {name: name for name in self.prompt.known}):
                if found := {key: words for key, words in names.items() if fits(_folded(_bare(words)), typed)}:
                    return found
        return {}

    def _edit(self, key: str) -> None:
        line, at = self.line, self.at
        match key:
            case "backspace" if at:
                self._put(line[: at - 1] + line[at:], at - 1)
            case "delete":
                self._put(line[:at] + line[at + 1 :], at)
            case "ctrl+u":
                self._put(line[at:], 0)
            case "ctrl+w":
                kept = line[:at].rstrip().rpartition(" ")
                self._put(kept[0] + kept[1] + line[at:], len(kept[0] + kept[1]))
            case "left" | "right" | "home" | "end":
                moved = {"left": at - 1, "right": at + 1, "home": 0, "end": len(line)}[key]
                self.at = max(0, min(len(line), moved))

    def _complete(self) -> None:
        """Complete the last word of the line; several ways are listed."""
        if self.prompt.takes == "key":
            return
        prompt, line = self.prompt, self.line
        names = prompt.words(line) if prompt.words is not None else [*prompt.known, *prompt.choices.values()]
        words = sorted({name for name in names if not deceiving(name)})
        whole = [word for word in words if word.casefold().startswith(line.casefold())]
        start = 0 if whole else max(line.rfind(sign) for sign in " ,;>") + 1
        found = whole or [word for word in words if word.casefold().startswith(line[start:].casefold())]
        if not found:
            return
        common = found[0]
        while not all(word.casefold().startswith(common.casefold()) for word in found):
            common = common[:-1]
        line = line[:start] + (common if len(common) > len(line) - start else line[start:])
        self._put(line, len(line))
        if len(found) > 1:
            self.hint = [Span("  ".join(found[:30]), "quiet")]

    def _put(self, line: str, at: int) -> None:
        self.line, self.at = line, at
        check = self.prompt.check
        self.hint = check(line) if check is not None and line.strip() and line[0] != COMMAND else []


# What is typed, read -------------------------------------------------------------------------------------------------


def listed(text: str) -> list[str]:
    """Read names separated by commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def number(text: str) -> Any:
    """Read a whole number."""
    if not (text.isascii() and text.isdigit()):
        raise UsageError("{text} is not a number.", text=repr(text[:40]))
    return int(text)


def say_undrawn(terminal: Output) -> None:
    """Say why a chip has to be drawn by hand though the app is set to draw."""
    if terminal.setting("draws") == "app":
        terminal.notice("The app cannot draw this chip: what lies there, and in which order, is not known.")


# Whoever leads through an evening ------------------------------------------------------------------------------------

KEYS = {
    "U": (
        later("undo"),
        later("undo: the last answer; where you choose what comes next, the last step, again and again"),
    ),
    "B": (later("board"), later("the board of the fight as it stands; outside a fight the map as it is known")),
    "W": (
        later("why"),
        later("why: the rule that asks, and why a unit does what it does; in the Travel Phase where you may go"),
    ),
    "P": (later("pad"), later("the hero pad and the camp")),
    "F": (later("fix"), later("fix: correct the fight, or anything in the campaign, by hand, and say why")),
    "R": (later("rules"), later("rules: look up a rule by a word, a page or a step; Enter shows the rule that asks")),
    "N": (later("note"), later("keep a note in the history of the campaign")),
    ":": (later("type"), later("type any other command of hoplo, such as `:options krakenlance` or `:undo --turn`")),
    "?": (later("help"), later("this list")),
    "Q": (later("quit"), later("quit: every answer is kept, and `hoplo play` continues from here")),
}
"""The keys that mean the same at every prompt of every table: each in a word, and what it does in an evening."""


class Guide(Protocol):
    """Whoever leads through an evening."""

    def stand(self) -> str:
        """Say in one line whose turn it is and which step; of the campaign where no combat is open."""

    def asides(self) -> Sequence[Aside]:
        """The keys that work beside those of a question, with why one cannot act now."""

    def aside(self, key: str) -> None:
        """Do what the key of an aside does, at a question of the combat if one is open; `:move …` is a command."""
