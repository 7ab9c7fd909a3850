"""What belongs to one call: its words, its surroundings, what the player has set once, and how results are shown.

They are shown in colour at a terminal that has it, and as the same text everywhere else. The settings stand in
`config.toml` in the player's folder. A file that cannot be read, or that holds what is no setting, never stops play:
that is said once on stderr, and the default holds for what it does not set.
"""

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, Self, TextIO

import typer

from hoplo_companion.cli.options import Answer
from hoplo_companion.components.names import advise, in_english, near_misses, plain_slug, slug
from hoplo_companion.errors import Defect, HoploError, UsageError, clip
from hoplo_companion.files import forget, home_folder, keep, move, read_own, write_toml
from hoplo_companion.language import LANGUAGES, Language, later, speaking, spoken, tr
from hoplo_companion.render.style import THEMES, Line, Span, painted, plain, wrapped
from hoplo_companion.signs import Plain

LANGUAGE = "HOPLO_LANG"
"""The variable that says which language is spoken."""


class Output:
    """The words of a call, the environment, the streams and the player's settings; and how something is said."""

    is_attended = False
    """Whether somebody is there and sees what is said, whatever the streams are: in a browser, or at the screen."""

    def __init__(
        self, arguments: Sequence[str], environment: Mapping[str, str], stdin: TextIO, stdout: TextIO, stderr: TextIO
    ) -> None:
        self.arguments = list(arguments)
        self.environment = environment
        self.stdin = stdin
        self.stdout = Plain(stdout)
        self.stderr = Plain(stderr)
        self.plain = False
        """Whether nothing at all is shown in colour."""
        self.json = False
        """Whether a program reads what is said."""
        self.has_answered = False
        """Whether a program was answered."""
        self.sighted: set[str] = set()
        """Chips that have come into sight, and were asked for where not everything of them is known."""
        self._settings: dict[str, str] | None = None
        self._faults_said: set[str] = set()

    @classmethod
    def of_process(cls) -> Self:
        """Make the one of this process; a stream that was closed before reads as empty, and takes everything."""
        streams = zip((sys.stdin, sys.stdout, sys.stderr), "rww", strict=True)
        known: list[Any] = [stream or open(os.devnull, mode) for stream, mode in streams]  # noqa: PTH123, SIM115
        return cls(sys.argv[1:], os.environ, *known)

    @contextmanager
    def for_now(self, **values: Any) -> Iterator[None]:
        """Have other values for as long as this lasts."""
        before = {name: getattr(self, name) for name in values}
        vars(self).update(values)
        try:
            yield
        finally:
            vars(self).update(before)

    @contextmanager
    def called(self, words: Sequence[str]) -> Iterator[None]:
        """Be the terminal of another command for as long as it runs."""
        self.reread_settings()  # which the command may change, so that none read before it holds after it
        with self.for_now(arguments=list(words), _settings=None):
            yield

    @property
    def words(self) -> str:
        """The command as it was typed, for the log."""
        return " ".join(self.arguments)

    # What the surroundings are like ---------------------------------------------------------------------------

    def is_interactive(self) -> bool:
        """Say whether there is somebody to ask."""
        return self.is_attended or (self.stdin.isatty() and self.shows())

    def asks(self) -> bool:
        """Whether something may be asked on the way: there is somebody, and the answer is not for a program."""
        return self.is_interactive() and not self.json

    def shows(self) -> bool:
        """Say whether results go to a terminal."""
        return self.is_attended or bool(self.stdout.isatty())

    def columns(self) -> int:
        """The width of the terminal."""
        return shutil.get_terminal_size().columns

    def setting(self, key: str) -> str:
        """The value of a setting; what is wrong with their file is said once, and the default holds."""
        if self._settings is None and key != "lang":
            spoken()  # what is wrong with the file is said in the language that is set there
        if self._settings is None:
            self._settings, faults = read_settings()
            for fault in faults:
                if fault not in self._faults_said:
                    self._faults_said.add(fault)
                    self.notice(fault)
        return self._settings.get(key, SETTINGS[key].default)

    def reread_settings(self) -> None:
        """Read the settings again: they were changed."""
        self._settings = None

    def language(self) -> Language:
        """Find out the language that is wanted: the environment's, else the one of the settings.

        The variable may be written as locales are (`it_IT.UTF-8`); UsageError where hoplo does not speak its language.
        """
        entered = self.environment.get(LANGUAGE, "").strip()
        word = entered.casefold().replace("-", "_").replace(".", "_").partition("_")[0] or self.setting("lang")
        for language in LANGUAGES:
            if word == language:
                return language
        raise UsageError("{variable} is {value}: hoplo speaks en and it.", variable=LANGUAGE, value=repr(entered[:40]))

    # Saying something -----------------------------------------------------------------------------------------

    def answer(self, found: Answer) -> None:
        """Say what a command has found, to a person or to a program."""
        if self.json:
            with speaking("en"):
                self.show_json(found.table())
        elif isinstance(said := found.lines(), str):
            self.say_whole(said)
        else:
            self.show(said)
        if found.then is not None:
            found.then()

    def has_colour(self) -> bool:
        """Say whether the output goes to a terminal that is to show colour."""
        is_off = self.plain or self.environment.get("NO_COLOR") or self.environment.get("TERM") == "dumb"
        return not is_off and self.shows() and self.setting("theme") != "plain"

    def theme(self) -> str:
        """The theme to draw in, dark or light: as it is set, else by the terminal's background."""
        chosen = self.setting("theme")
        if chosen != "auto":
            return chosen
        # Terminals that give their colours do so as text;background, 7 and 15 being the white ones.
        return "light" if self.environment.get("COLORFGBG", "").rpartition(";")[2] in ("7", "15") else "dark"

    def print(self, text: object = "", *, end: str = "\n") -> None:
        """Print a text as it is."""
        print(text, end=end, file=self.stdout, flush=not end)

    def show(self, lines: Sequence[Line], *, wrap: bool = True) -> None:
        """Print lines, with colour where it is wanted; at a terminal they are broken between words to its width."""
        width = self.columns() if wrap and self.shows() else sys.maxsize
        lines = [part for line in lines for part in wrapped(line, width)]
        if self.has_colour():
            typer.echo(painted(lines, THEMES[self.theme()]), file=self.stdout.past, nl=False)
        else:
            self.print(plain(lines))

    def show_json(self, data: Any) -> None:
        """Print data as JSON, indented for the eye at a terminal and on one line elsewhere; a fraction is its text."""
        import msgspec

        text = msgspec.json.encode(data, enc_hook=str)
        if self.shows():
            text = msgspec.json.format(text, indent=2)
        self.print(text.decode())
        self.has_answered = True

    def refused(self, fault: Defect) -> None:
        """Tell a program why it is not answered, as `hoplo solve` does."""
        if "--json" in self.arguments and not self.has_answered:
            self.show_json({"error": fault._asdict()})

    def say_whole(self, text: str) -> None:
        """Say what came of a step, all of which is to be read."""
        self.say(text)

    def say(self, text: str, *, aside: bool = False) -> None:
        """Print sentences, broken between words where they go to a terminal; `aside` prints them on stderr.

        Lines that point at a character of the one above are left as they are.
        """
        stream = self.stderr if aside else self.stdout
        width = self.columns() if stream.isatty() else sys.maxsize
        for line, pointer in pairwise([*text.split("\n"), ""]):
            parts = wrapped([Span(line)], sys.maxsize if pointer.strip() == "^" else width)
            print(plain(parts), file=stream)

    def notice(self, text: object, /, **parts: object) -> None:
        """Say something beside the result, on stderr, if it is any: a sentence with its parts, or what is worded."""
        if text:
            self.say(f"hoplo: {tr(str(text), **parts)}", aside=True)

    @contextmanager
    def progress(self, text: str) -> Iterator[Callable[..., None]]:
        """Show how far a longer piece of work has come, where somebody sits there; what is given hears of each part.

        Shapes: it is given how much is done, how much there is, and what is known so far, if anything is.
        """
        if not self.is_interactive():
            yield lambda _done, _all, _known="": None
            return
        from rich.console import Console
        from rich.progress import Progress

        with Progress(console=Console(file=sys.__stderr__), transient=True) as shown:
            task = shown.add_task(text)
            yield lambda done, all_, known="": shown.update(
                task, completed=done, total=all_, description=": ".join(filter(None, (text, known)))
            )

    def flush(self) -> None:
        """Send off what was printed."""
        self.stdout.flush()


# The settings ---------------------------------------------------------------------------------------------------------


class Setting(NamedTuple):
    """One thing to set: the values it may have with what they mean, the first as it comes."""

    what: str
    values: dict[str, str]

    @property
    def default(self) -> str:
        """The value that holds where nothing was set."""
        return next(iter(self.values))


WORDS = {
    **dict.fromkeys(("true", "on", "y", "si"), "yes"), **dict.fromkeys(("false", "off", "n"), "no"),
    **dict.fromkeys(("english", "inglese", "en-gb", "en-us"), "en"),
    **dict.fromkeys(("italian", "italiano", "it-it"), "it"), "drawing": "drawn", "sentences": "words",
}  # fmt: skip
"""Further words for values."""

SETTINGS = {
    "dice": Setting(
        later("who rolls the dice"),
        {
            "ask": later("every roll is asked for: roll by hand, or have the app roll this one"),
            "hand": later("you always roll"),
            "app": later("the app rolls, and says what it rolled"),
        },
    ),
    "draws": Setting(
        later("who draws from the bag and the stacks"),
        {"hand": later("you draw, and enter what came out"), "app": later("the app draws, and says what it drew")},
    ),
    "lang": Setting(later("the language"), {"en": later("English"), "it": later("Italian")}),
    "theme": Setting(
        later("the colours at a terminal"),
        {
            "auto": later("light on a background that the terminal calls light, else dark"),
            "dark": later("for a dark background"),
            "light": later("for a light background"),
            "plain": later("no colours"),
        },
    ),
    "board": Setting(
        later("how a board is shown"),
        {"drawn": later("as a drawing"), "words": later("in sentences, for the ear")},
    ),
    "clock": Setting(
        later("whether the line above a question shows how long you have played, and about how much is left"),
        {"yes": later("it does"), "no": later("it does not")},
    ),
    "chance": Setting(
        later("whether the line above a question shows how likely you win the fight"),
        {
            "no": later("it does not"),
            "yes": later("a bar of it, from fights played on for a second as your turn begins"),
        },
    ),
    "pages": Setting(
        later("whether an evening names the page behind each sentence"),
        {"no": later("only help and `why` do"), "yes": later("it does")},
    ),
    "screen": Setting(
        later("whether an evening is played on one screen"),
        {
            "yes": later("the board above, the prompt below, wherever the terminal has colours and 70x22 or more"),
            "no": later("one line after the other"),
        },
    ),
    "look": Setting(
        later("whether hoplo looks for the best plan as each of your turns ends, for `hoplo luck`"),
        {"no": later("only where you ask for advice"), "yes": later("two seconds a turn")},
    ),
    "confirm": Setting(
        later("whether hoplo asks before it throws something away"),
        {"yes": later("it asks"), "no": later("it is done at once")},
    ),
}
"""Every setting by its key, in the order in which they are listed."""


def config_path() -> Path:
    """Name the file that keeps the settings; it need not be there."""
    return home_folder() / "config.toml"


def read_settings() -> tuple[dict[str, str], list[str]]:
    """Read the file: the settings that it holds, and what is wrong with it, each in a sentence."""
    try:
        table = read_config()
    except HoploError as fault:
        return {}, [
            tr("{fault}; no setting holds until you correct it, or run `hoplo config --reset all`", fault=fault)
        ]
    values, faults = {}, []
    for name, value in table.items():
        try:
            key = key_named(name)
            values[key] = value_named(key, value)
        except HoploError as fault:
            faults.append(f"config.toml: {fault}")
    return values, faults


def read_config() -> dict[str, Any]:
    """Read the file as it is written; empty where there is none, HoploError where it cannot be read."""
    path = config_path()
    if not (os.path.lexists(path) or os.path.lexists(path.parent / "kept" / path.name)):
        return {}
    # Most players have none, and need nothing of this.
    from hoplo_companion.components.catalogue import read_toml

    return read_own(path, read_toml) or {}


def key_named(name: str) -> str:
    """Find the setting that a name begins with, as `language` does with `lang`; UsageError suggests the nearest."""
    for key in SETTINGS:
        if in_english(slug(name), SETTINGS).startswith(key):
            return key
    advice = advise(name, SETTINGS, tr("settings"))
    raise UsageError("no setting is called {name}; {advice}", name=clip(name), advice=advice)


def value_named(key: str, value: object) -> str:
    """Find the value of a setting as it was entered; UsageError says which it may have."""
    known = SETTINGS[key].values
    text = str(value) if isinstance(value, str | bool) else ""  # as TOML has truth values
    word = WORDS.get(plain_slug(text), in_english(plain_slug(text), known))
    if word in known:
        return word
    near = near_misses(text, known)
    wrong = later("{key} is one of {known}, and not {value}")
    wrong = later("{key} is one of {known}, and not {value}; did you mean {near}?") if near else wrong
    raise UsageError(wrong, key=key, known=", ".join(known), value=clip(value), near=", ".join(near))


def set_value(key: str, value: str | None) -> None:
    """Keep a setting in the file, or take it out, so that it is as it comes; all else, comments too, stays as it is."""
    import tomlkit

    path = config_path()
    read_config()  # says what is wrong with it, in the way of all files
    document = tomlkit.parse(path.read_text("utf-8")) if os.path.lexists(path) else tomlkit.document()
    # The file may have it under another name of the setting.
    name = next((name for name in document if slug(name).startswith(key)), key)
    if value is not None:
        document[name] = value
    else:
        document.pop(name, None)
    if not tomlkit.dumps(document).strip():
        forget(path)
        path.unlink(missing_ok=True)
        return
    write_toml(path, document)
    keep(path)


def forget_all() -> Path | None:
    """Take the file away, so that everything is as it comes; it is kept beside, and its new name given."""
    path = config_path()
    forget(path)
    if not os.path.lexists(path):
        return None
    aside = path.with_suffix(".old.toml")
    aside.unlink(missing_ok=True)
    move(path, aside)
    return aside
