"""`hoplo learn`: the rulebook's own examples as lessons; the reader decides, and is told why the rulebook does so."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

from hoplo_companion.cli.app import call
from hoplo_companion.cli.learn.lesson import Lesson, Reading
from hoplo_companion.cli.options import Shown, argument, option
from hoplo_companion.cli.play.play import lead, lead_through
from hoplo_companion.cli.terminal.prompt import BackError
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.names import unknown
from hoplo_companion.errors import StoppedError, UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.table.saves.library import keep_done, stops_done

LESSONS = {
    "travel": ("travel", later("another lesson: the travel examples")),
    "dice": ("boards", later("another lesson: the scion's dice")),
    "fight": ("boards", later("another lesson: a rival's turn, and yours")),
}
"""The lessons: the module beside this one by which the rules play each, and how it is offered after another one."""

AGAIN = "hoplo learn --again"


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
    lesson = lesson_named(name)
    if terminal.json:
        stops = [
            {"page": stop.page, "text": stop.text, "ask": stop.ask, "because": stop.because} for stop in lesson.stops
        ]
        terminal.show_json({"lesson": name, "title": lesson.script.title, "done": stops_done(name), "stops": stops})
        return
    if text:
        Reading(terminal, lesson).print_all()
        return
    terminal.need_terminal(
        tr("a lesson asks and explains step by step, so it needs a terminal; --text prints it as a page to read")
    )
    try:
        lead_through(terminal, lambda shown: _learn(shown, name, again=again))
    except LeftError as left:
        terminal.say(tr("Your place is kept: `hoplo learn {lesson}` continues from here.", lesson=left.lesson))
    except StoppedError:
        terminal.say(tr("Everything is kept: `hoplo play` continues from here."))


class LeftError(StoppedError):
    """A lesson is left before its end."""

    def __init__(self, lesson: str) -> None:
        self.lesson = lesson
        super().__init__()


def _learn(terminal: Terminal, name: str, *, again: bool) -> None:
    """Go through a lesson and those that are chosen after it; what is begun then is played on the same screen."""
    words = ["learn", name]
    while words[:1] == ["learn"]:
        _read(terminal, words[1], again=again)
        words, again = _next(terminal, words[1]), False
    if words and terminal.guide is None:
        lead(terminal, words)
    elif words:
        with terminal.called(words):
            call(terminal, words)


def _read(terminal: Terminal, name: str, *, again: bool) -> None:
    """Go through a lesson from where it was left; LeftError where it is left again."""
    lesson = lesson_named(name)
    done = 0 if again else min(stops_done(name), len(lesson.stops) - 1)
    terminal.say(tr("{title}: {about}", title=tr(lesson.script.title), about=tr(lesson.script.about)))
    if done:
        text = tr("You were here before: it continues after stop {n}; `{command}` starts over.", n=done, command=AGAIN)
        terminal.say(text)
    try:
        Reading(terminal, lesson, lambda stops: keep_done(name, stops)).read(done)
    except StoppedError:
        raise LeftError(name) from None
    keep_done(name, 0)


def lesson_named(name: str) -> Lesson[Any]:
    """Read a lesson; only what plays it is loaded."""
    return Lesson(name, import_module(f"hoplo_companion.cli.learn.{LESSONS[name][0]}").ACTS)


def _next(terminal: Terminal, name: str) -> list[str]:
    """Let it be chosen what follows a lesson: the first campaign, another lesson, or nothing; give its command."""
    ways = {tr("begin your first campaign, as the rulebook recommends it"): ["new", "--first-game"]}
    ways |= {tr(words): ["learn", each] for each, (_, words) in LESSONS.items() if each != name}
    ways[tr("nothing now")] = []
    try:
        return list(ways.values())[int(terminal.pick(tr("That is the end of the lesson."), list(ways)))]
    except BackError:
        return []
