"""A lesson: stop by stop it is said what the rulebook does, the reader decides, and the rules say what comes of it.

The lessons are records of `rules_data/lessons/`. What a stop offers and does is named there, with what it is about
(`asked reptilian`); the modules beside this one have it done by the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from msgspec import Struct, convert

from hoplo_companion.cli.terminal.prompt import Aside, Prompt, with_the_rest
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import read_toml, shipped_folder
from hoplo_companion.components.words import page_words
from hoplo_companion.errors import StoppedError
from hoplo_companion.language import tr
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.sentence import capital

S = TypeVar("S")

CONTINUE, PICTURE, WHY, LEAVE = " ", "B", "W", "Q"
"""The keys that continue, show the board or the map, explain the whole decision, and leave the lesson."""


class Choices(NamedTuple):
    """What the reader decides among: each choice with its words, and the one of the rulebook's example.

    `is_free` says that every other one is as legal.
    """

    words: Mapping[str, str]
    right: str
    is_free: bool = False


def _bare(found: Choices) -> str:
    """The choice of the rulebook's example in a sentence, without what is said of it in brackets."""
    return found.words[found.right].partition("  (")[0]


class Stop(Struct, frozen=True, forbid_unknown_fields=True):
    """A stop of a lesson: `text` explains, `because` says why the rulebook decides so.

    Shapes: `choices` are found by the rules, `go` does what is chosen, `why` explains the decision: each is the name of
    one of the lesson's acts, and what that is about. `redraws` says that what is to be seen has changed altogether.
    """

    page: str
    text: str
    ask: str = ""
    choices: str = ""
    because: str = ""
    go: str = ""
    why: str = ""
    redraws: bool = False


class Script(Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as it is written: its title, what it is about and starts from, its stops, and maps for a journey."""

    title: str
    about: str
    starts: str
    stops: tuple[Stop, ...]
    maps: dict[str, Any] = {}


class Acts(NamedTuple, Generic[S]):
    """What the stops of a lesson can offer and do, by name; each gets what it is about as its last argument."""

    begin: Callable[[Script], S]
    picture: Callable[[Terminal, S], None]
    choices: Mapping[str, Callable[[S, str], Choices]]
    go: Mapping[str, Callable[[S, str, str], tuple[S, list[Line]]]]
    why: Mapping[str, Callable[[S, str], list[Line]]]


class Lesson(Generic[S]):
    """A lesson that the rules play."""

    def __init__(self, name: str, acts: Acts[S]) -> None:
        self.script = convert(read_toml(shipped_folder() / "lessons" / f"{name}.toml"), Script)
        self.acts = acts

    @property
    def stops(self) -> tuple[Stop, ...]:
        """The stops, in order."""
        return self.script.stops

    def begin(self) -> S:
        """What the lesson starts from."""
        return self.acts.begin(self.script)

    def choices(self, stop: Stop, state: S) -> Choices | None:
        """What the reader decides among at a stop; None where nothing is decided."""
        name, _, about = stop.choices.partition(" ")
        return self.acts.choices[name](state, about) if name else None

    def right(self, stop: Stop, state: S) -> str:
        """What the rulebook decides at a stop; empty where nothing is decided."""
        found = self.choices(stop, state)
        return found.right if found is not None else ""

    def go(self, stop: Stop, state: S, chosen: str) -> tuple[S, list[Line]]:
        """Do what is chosen at a stop, and say what comes of it."""
        name, _, about = stop.go.partition(" ")
        return self.acts.go[name](state, chosen, about) if name else (state, [])

    def why(self, stop: Stop, state: S) -> list[Line]:
        """Explain the decision of a stop."""
        name, _, about = stop.why.partition(" ")
        return self.acts.why[name](state, about)


class Reading(Generic[S]):
    """A reader at a lesson; `keep` takes how many stops are done."""

    def __init__(
        self, terminal: Terminal, lesson: Lesson[S], keep: Callable[[int], None] = lambda _stops: None
    ) -> None:
        self.terminal = terminal
        self.lesson = lesson
        self.keep = keep
        self.state = lesson.begin()

    def read(self, done: int) -> None:
        """Go through the lesson from a stop on; StoppedError where the reader leaves it."""
        self.terminal.stands(None)
        for stop in self.lesson.stops[:done]:
            self.state, _ = self.lesson.go(stop, self.state, self.lesson.right(stop, self.state))
        self._picture()
        for at, stop in enumerate(self.lesson.stops[done:], done + 1):
            self._stop_at(stop, at)
            self.keep(at)

    def print_all(self) -> None:
        """Print the whole lesson, with what the rulebook decides."""
        self._picture()
        for at, stop in enumerate(self.lesson.stops, 1):
            self._explain(stop, at)
            found = self.lesson.choices(stop, self.state)
            if found is not None:
                self.terminal.say(f"{tr(stop.ask)} {capital(_bare(found))}.")
            self._go_on(stop, found.right if found is not None else "")

    def _picture(self) -> None:
        self.lesson.acts.picture(self.terminal, self.state)

    def _explain(self, stop: Stop, at: int) -> None:
        here = f"{at}/{len(self.lesson.stops)}  {tr(self.lesson.script.title)}"
        self.terminal.entitle([Span(here, "heading"), Span(f"  {page_words(stop.page)}", "page")])
        self.terminal.say(tr(stop.text))

    def _go_on(self, stop: Stop, right: str) -> None:
        self.state, lines = self.lesson.go(stop, self.state, right)
        if self.terminal.has_board or stop.redraws:
            self._picture()
        if stop.because:
            self.terminal.say(tr(stop.because))
        self._show(lines)

    def _stop_at(self, stop: Stop, at: int) -> None:
        self._explain(stop, at)
        before, found = self.state, self.lesson.choices(stop, self.state)
        right = found.right if found is not None else ""
        chosen = self._decided(stop, found) if found is not None else right
        if found is not None and chosen != right:
            self._say_other(stop, chosen, found)
        elif right:
            self.terminal.say(tr("Just as in the rulebook."))
        self._go_on(stop, right)
        explain = (lambda: self.terminal.show(self.lesson.why(stop, before))) if stop.why else None
        asides = self._asides(explain, "" if stop.why else tr("there is nothing more to explain here"))
        message = f"  ({tr('Enter or space continues')}) "
        self.terminal.ask(Prompt(message, keys=CONTINUE, default=CONTINUE, asides=asides))

    def _decided(self, stop: Stop, found: Choices) -> str:
        words = list(found.words.values())
        asides = self._asides(None, tr("decide first: the reasons come afterwards"))
        return list(found.words)[int(self.terminal.pick(tr(stop.ask), words, asides=asides))]

    def _say_other(self, stop: Stop, chosen: str, found: Choices) -> None:
        """Say of another decision than the rulebook's whether it is as legal, and what would have come of it."""
        right = _bare(found)
        if not found.is_free:
            self.terminal.say(tr("No: {right}.", right=right))
            return
        _, lines = self.lesson.go(stop, self.state, chosen)
        self.terminal.say(tr("Also legal. Result:") if lines else tr("Also legal."))
        self._show(lines)
        self.terminal.say(tr("The rulebook chooses {right}, and so do we.", right=right))

    def _show(self, lines: list[Line]) -> None:
        if lines:
            self.terminal.show([[Span("  "), *line] for line in self.terminal.running(lines)])

    def _asides(self, explain: Callable[[], None] | None, unexplained: str) -> tuple[Aside, ...]:
        """The keys of a lesson: the board and the whole decision are shown as often as they are asked for."""

        def leave() -> None:
            raise StoppedError

        acting = (
            Aside("U", "", tr("undo"), tr("there is nothing to undo in a lesson")),
            Aside(PICTURE, tr("board"), tr("the board or the map"), do=self._picture),
            Aside(WHY, tr("why"), tr("why, in full"), unexplained, explain),
            Aside("?", tr("help"), tr("this list")),
            Aside(LEAVE, tr("quit"), tr("leave the lesson: it continues from here"), do=leave),
        )
        return with_the_rest(acting, tr("not in a lesson"))
