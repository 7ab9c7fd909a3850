"""`hoplo learn`: the rulebook's own examples as lessons; the reader decides, and reads why the rulebook does so.

The lessons are records of `rules_data/lessons/`. What a stop offers and does is named there, with what it is about
(`asked reptilian`); `acts.py` has it done by the rules.
"""

from collections.abc import Callable
from typing import Annotated, NoReturn

from hoplo_companion.cli.app import call
from hoplo_companion.cli.learn.acts import WHY, Stop, begin, decided, gone_on, lesson_of, show
from hoplo_companion.cli.options import Shown, argument, option
from hoplo_companion.cli.play.play import lead, lead_through
from hoplo_companion.cli.terminal.prompt import Aside, BackError, Prompt
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.names import unknown
from hoplo_companion.components.words import page_words
from hoplo_companion.errors import StoppedError, UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.sentence import capital
from hoplo_companion.table.saves.library import keep_done, stops_done

LESSONS = {
    "travel": later("another lesson: the travel examples"),
    "dice": later("another lesson: the scion's dice"),
    "fight": later("another lesson: a rival's turn, and yours"),
}
"""The lessons, and how each is offered after another one."""


def learn(
    terminal: Terminal,
    name: Annotated[str, argument(", ".join(LESSONS), LESSONS, metavar="[LESSON]")] = "fight",
    again: Annotated[bool, option("From its beginning, not where you left it.")] = False,
    text: Annotated[bool, option("Print the lesson as a page to read.")] = False,
) -> Shown:
    """Learn by the rulebook's examples: a turn of the rival's and yours, a journey, a scion's dice.

    You decide, read why the rulebook does so, and may look at the board and the whole decision at any time. A lesson
    that you leave continues there; nothing of it gets into a campaign.
    """
    name = name.casefold()
    if name not in LESSONS:
        raise UsageError(unknown("lesson", name, LESSONS))
    if terminal.json:
        script = lesson_of(name)
        stops = [{key: getattr(stop, key) for key in ("page", "text", "ask", "because")} for stop in script.stops]
        terminal.show_json({"lesson": name, "title": script.title, "done": stops_done(name), "stops": stops})
        return
    if text:
        Reading(terminal, name).print_all()
        return
    terminal.need_terminal(
        "a lesson asks and explains step by step, so it needs a terminal; --text prints it as a page to read"
    )
    lead_through(terminal, lambda shown: _learn(shown, name, again=again))


def _learn(terminal: Terminal, name: str, *, again: bool) -> None:
    """Go through a lesson and those that are chosen after it; what is begun then is played on the same screen."""
    words = ["learn", name]
    while words[:1] == ["learn"]:
        name = words[1]
        reading = Reading(terminal, name)
        script = reading.script
        done = 0 if again else min(stops_done(name), len(script.stops) - 1)
        terminal.say(tr("{title}: {about}", title=tr(script.title), about=tr(script.about)))
        if done:
            text = later("You were here before: it continues after stop {n}; `{command}` starts over.")
            terminal.say(tr(text, n=done, command="hoplo learn --again"))
        try:
            reading.read(done)
        except StoppedError:
            text = tr("Your place is kept: `hoplo learn {lesson}` continues from here.", lesson=name)
            raise StoppedError(text) from None
        keep_done(name, 0)
        ways = {tr("begin your first campaign, as the rulebook recommends it"): ["new", "--first-game"]}
        ways |= {tr(offered): ["learn", each] for each, offered in LESSONS.items() if each != name}
        ways[tr("nothing now")] = []
        again = False
        try:
            words = ways[terminal.choose(tr("That is the end of the lesson."), list(ways))]
        except BackError:
            return
    if words and terminal.guide is None:
        lead(terminal, words)
    elif words:
        with terminal.called(words):
            call(terminal, words)


# A lesson, stop by stop ----------------------------------------------------------------------------------------------


class Reading:
    """A reader at a lesson."""

    def __init__(self, terminal: Terminal, name: str) -> None:
        self.terminal, self.name, self.script = terminal, name, lesson_of(name)
        self.state = begin(self.script)

    def read(self, done: int) -> None:
        """Go through the lesson from a stop on; StoppedError where the reader leaves it."""
        self.terminal.stands(None)
        for stop in self.script.stops[:done]:
            self.state, _ = gone_on(stop, self.state, decided(stop, self.state).right)
        show(self.terminal, self.state)
        for at, stop in enumerate(self.script.stops[done:], done + 1):
            self._stop_at(stop, at)
            keep_done(self.name, at)

    def print_all(self) -> None:
        """Print the whole lesson, with what the rulebook decides."""
        show(self.terminal, self.state)
        for at, stop in enumerate(self.script.stops, 1):
            self._explain(stop, at)
            found = decided(stop, self.state)
            if found.words:
                self.terminal.say(f"{tr(stop.ask)} {capital(found.bare())}.")
            self._go_on(stop, found.right)

    def _explain(self, stop: Stop, at: int) -> None:
        here = f"{at}/{len(self.script.stops)}  {tr(self.script.title)}"
        self.terminal.entitle([Span(here, "heading"), Span(f"  {page_words(stop.page)}", "page")])
        self.terminal.say(tr(stop.text))

    def _go_on(self, stop: Stop, right: str) -> None:
        self.state, lines = gone_on(stop, self.state, right)
        if self.terminal.has_board or stop.redraws:
            show(self.terminal, self.state)
        if stop.because:
            self.terminal.say(tr(stop.because))
        self._show(lines)

    def _stop_at(self, stop: Stop, at: int) -> None:
        self._explain(stop, at)
        before, found = self.state, decided(stop, self.state)
        chosen = found.right
        if found.words:
            asides = self._asides(None, tr("decide first: the reasons come afterwards"))
            chosen = self.terminal.pick(tr(stop.ask), found.words, asides=asides)
        if chosen != found.right and found.is_free:
            # Another decision than the rulebook's is as legal, and this would have come of it.
            _, lines = gone_on(stop, self.state, chosen)
            self.terminal.say(tr("Also legal. Result:") if lines else tr("Also legal."))
            self._show(lines)
            self.terminal.say(tr("The rulebook chooses {right}, and so do we.", right=found.bare()))
        elif chosen != found.right:
            self.terminal.say(tr("No: {right}.", right=found.bare()))
        elif chosen:
            self.terminal.say(tr("Just as in the rulebook."))
        self._go_on(stop, found.right)
        why, _, about = stop.why.partition(" ")
        explain = (lambda: self.terminal.show(WHY[why](before, about))) if why else None
        asides = self._asides(explain, "" if why else tr("there is nothing more to explain here"))
        message = f"  ({tr('Enter or space continues')}) "
        self.terminal.ask(Prompt(message, keys=" ", default=" ", asides=asides))

    def _show(self, lines: list[Line]) -> None:
        if lines:
            self.terminal.show([[Span("  "), *line] for line in self.terminal.running(lines)])

    def _asides(self, explain: Callable[[], None] | None, unexplained: str) -> tuple[Aside, ...]:
        """The keys of a lesson: the board and the whole decision are shown as often as they are asked for."""

        def leave() -> NoReturn:
            raise StoppedError

        return (
            Aside("B", tr("board"), tr("the board or the map"), do=lambda: show(self.terminal, self.state)),
            Aside("W", tr("why"), tr("why, in full"), unexplained, explain),
            Aside("?", tr("help"), tr("this list")),
            Aside("Q", tr("quit"), tr("leave the lesson: it continues from here"), do=leave),
        )
