"""A lesson: stop by stop it is said what the rulebook does, the reader decides, and the rules say what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

from hoplo_companion.cli.terminal.guide import with_the_rest
from hoplo_companion.cli.terminal.prompt import Aside, Prompt, numbered
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import StoppedError
from hoplo_companion.language import tr
from hoplo_companion.render.sentences.words import capital, page_cited
from hoplo_companion.render.style import Line, Span

S = TypeVar("S")

GO_ON, PICTURE, WHY, LEAVE = " ", "B", "W", "Q"
"""The keys that go on, show the board or the map, lay the decision open, and leave the lesson."""


class Choices(NamedTuple):
    """What the reader decides among: each choice with its words, and the one of the rulebook's example.

    `is_free` says that every other one is as legal.
    """

    words: Mapping[str, str]
    right: str
    is_free: bool = True


class Stop(NamedTuple, Generic[S]):
    """A stop of a lesson.

    Shapes: `text` explains, `because` says why the rulebook does so. `choices` are found by the rules, `go` does what
    is chosen and gives what came of it, `why` lays the decision open.
    """

    page: str
    text: str
    ask: str = ""
    choices: Callable[[S], Choices] | None = None
    because: str = ""
    go: Callable[[S, str], tuple[S, list[Line]]] | None = None
    why: Callable[[S], list[Line]] | None = None


class Lesson(NamedTuple, Generic[S]):
    """A lesson: what it is called and about, how it begins, what is looked at, and its stops."""

    title: str
    about: str
    begin: Callable[[], S]
    picture: Callable[[Terminal, S], None]
    stops: Sequence[Stop[S]]


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
            self.state, _ = _gone(stop, self.state, _right(stop, self.state))
        self.lesson.picture(self.terminal, self.state)
        for at, stop in enumerate(self.lesson.stops[done:], done + 1):
            self._stop_at(stop, at)
            self.keep(at)

    def print_all(self) -> None:
        """Print the whole lesson, with what the rulebook decides."""
        self.lesson.picture(self.terminal, self.state)
        for at, stop in enumerate(self.lesson.stops, 1):
            self._explain(stop, at)
            if stop.choices is not None:
                found = stop.choices(self.state)
                self.terminal.say(f"{tr(stop.ask)} {capital(found.words[found.right])}.")
            self._go_on(stop, _right(stop, self.state))

    def _explain(self, stop: Stop[S], at: int) -> None:
        here = f"{at}/{len(self.lesson.stops)}  {tr(self.lesson.title)}"
        self.terminal.entitle([Span(here, "heading"), Span(f"  {page_cited(stop.page)}", "page")])
        self.terminal.say(tr(stop.text))

    def _go_on(self, stop: Stop[S], right: str) -> None:
        self.state, lines = _gone(stop, self.state, right)
        if self.terminal.has_board:
            self.lesson.picture(self.terminal, self.state)
        if stop.because:
            self.terminal.say(tr(stop.because))
        self._show(lines)

    def _stop_at(self, stop: Stop[S], at: int) -> None:
        self._explain(stop, at)
        before, right = self.state, _right(stop, self.state)
        chosen = self._decided(stop) if stop.choices is not None else right
        if chosen != right:
            self._say_other(stop, chosen, right)
        elif right:
            self.terminal.say(tr("Just as in the rulebook."))
        self._go_on(stop, right)
        why = stop.why
        text = tr("Enter or space continues")
        self._ask(Prompt(f"  ({text}) ", keys=GO_ON, default=GO_ON), (lambda: why(before)) if why is not None else None)

    def _decided(self, stop: Stop[S]) -> str:
        assert stop.choices is not None
        words = stop.choices(self.state).words
        choices = numbered(list(words.values()))
        prompt = Prompt(self.terminal.which(choices), tr(stop.ask), choices, takes="name")
        return list(words)[list(choices).index(self._ask(prompt, None))]

    def _say_other(self, stop: Stop[S], chosen: str, right: str) -> None:
        """Say of another decision than the rulebook's whether it is as legal, and what would have come of it."""
        assert stop.choices is not None
        found = stop.choices(self.state)
        if not found.is_free:
            self.terminal.say(tr("No: {right}.", right=found.words[right]))
            return
        _, lines = _gone(stop, self.state, chosen)
        self.terminal.say(tr("Also legal. Result:") if lines else tr("Also legal."))
        self._show(lines)
        self.terminal.say(tr("The rulebook chooses {right}, and so do we.", right=found.words[right]))

    def _show(self, lines: Sequence[Line]) -> None:
        if lines:
            self.terminal.show([[Span("  "), *line] for line in self.terminal.running(lines)])

    def _ask(self, prompt: Prompt, why: Callable[[], list[Line]] | None) -> str:
        """Ask with the keys of a lesson: the board and the whole decision are shown as often as they are asked for."""

        def leave() -> None:
            raise StoppedError

        def lay_open() -> None:
            if why is not None:
                self.terminal.show(why())

        undecided = tr("nothing is decided here") if why is None else ""
        acting = (
            Aside("U", "", tr("undo"), tr("there is nothing to undo in a lesson")),
            Aside(
                PICTURE,
                tr("board"),
                tr("the board or the map"),
                do=lambda: self.lesson.picture(self.terminal, self.state),
            ),
            Aside(WHY, tr("why"), tr("why, in full"), undecided, lay_open),
            Aside("?", tr("help"), tr("this list")),
            Aside(LEAVE, tr("quit"), tr("leave the lesson: it continues from here"), do=leave),
        )
        return self.terminal.ask(prompt._replace(asides=with_the_rest(acting, tr("not in a lesson"))))


def _right(stop: Stop[S], state: S) -> str:
    return stop.choices(state).right if stop.choices is not None else ""


def _gone(stop: Stop[S], state: S, chosen: str) -> tuple[S, list[Line]]:
    return stop.go(state, chosen) if stop.go is not None else (state, [])
