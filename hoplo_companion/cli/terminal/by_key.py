"""Answers by one key, or by a line that Tab completes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from hoplo_companion.cli.terminal.guide import Guided
from hoplo_companion.cli.terminal.keys import Keys
from hoplo_companion.errors import StoppedError, clip
from hoplo_companion.language import tr
from hoplo_companion.signs import deceiving, visible

if TYPE_CHECKING:
    from hoplo_companion.render.style import Line
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.rules.player.options import Options

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
FEW = 9
"""As many things are listed one per line."""

_HEX = re.compile(r"[A-Z]\d{1,2}")
"""What a hex is called."""


class Typed(Protocol):
    """What can be said of a line while it is typed."""

    @property
    def known(self) -> Sequence[str]:
        """Give the words that a line may begin with."""

    def check(self, line: str) -> Line:
        """Say what the line would do, or what is wrong with it; nothing where neither is known yet."""

    def words(self, line: str) -> Sequence[str]:
        """Give the words that may follow in a line."""


_WORDS = re.compile(r"[^,;]*[^,;\s]")
"""What Tab completes, read backwards from where the line is: one of several names, which may be more than a word."""


def completing(known: Iterable[str]) -> dict[str, Any]:
    """Have Tab complete names that are known, as a shell does it; those that would deceive the eye are left out."""
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.shortcuts import CompleteStyle

    words = sorted({word for word in known if not deceiving(word)})
    return {
        "completer": WordCompleter(words, ignore_case=True, pattern=_WORDS),
        "complete_while_typing": False,
        "complete_style": CompleteStyle.READLINE_LIKE,
    }


class ByKey(Guided):
    """Asks for a key, a line, or one of several things by a key each."""

    def __init__(self, *surroundings: Any) -> None:
        super().__init__(*surroundings)
        self.keys = Keys(self.stdin)
        self._hexes: dict[str, str] = {}
        self._letters = ""

    # The board that may be in sight ----------------------------------------------------------------------------------

    has_board = False
    """Whether the board stays in sight, so that it need not be shown."""

    def stands(
        self, combat: Combat | None, moved: Mapping[str, int] | None = None, found: Options | None = None
    ) -> None:
        """Have a board in sight, with everything that you may do where that is `found`; or none.

        Where there is no place for one, nothing happens.
        """

    def entitle(self, title: Line) -> None:
        """Say under which heading all that follows stands."""
        self.print()
        self.show([title])

    def recall(self, lines: Callable[[], Sequence[Line]]) -> None:
        """Have in sight what happened before, where there is a place for it."""

    def begin_watching(self, combat: Combat) -> None:
        """Have the board of a turn in sight that is shown move by move."""

    def watch(self, combat: Combat, moved: Mapping[str, int], words: Sequence[Line]) -> None:
        """Show one move of a turn, with its reason."""

    def end_watching(self, words: Sequence[Line]) -> None:
        """Leave what is to be said of the turn that was watched."""

    def lent(self, use: Callable[[], None]) -> None:
        """Give the terminal to something else that draws on it."""
        use()

    def show_command(self, words: str) -> None:
        """Say which command is run."""
        self.print(f"\n> {words}")

    # Keys and lines --------------------------------------------------------------------------------------------------

    def offer(self, choices: Mapping[str, str]) -> None:
        """Take note of what may be chosen by a key each: hexes may be typed as on the mat, too."""
        are_hexes = bool(choices) and all(_HEX.fullmatch(words) for words in choices.values())
        self._hexes = {words.lower(): key for key, words in choices.items()} if are_hexes else {}
        self._letters = ""

    def typed_hex(self, letter: str) -> str | None:
        """Give the key of the hex that is typed letter by letter; empty while more follows, None where none is."""
        typed = self._letters + letter.lower()
        begun = [hex_ for hex_ in self._hexes if hex_.startswith(typed)]
        self._letters = typed if begun and begun != [typed] else ""
        return self._hexes[typed] if begun == [typed] else "" if begun else None

    def ask_typed(self, choices: Mapping[str, str], typed: Typed) -> str:
        """Ask for one of several choices by its key, or for a line where there is a place for one; give what it is."""
        self.show_choices(choices)
        return self.ask_key("  " + tr("key:") + " ", "".join(choices))

    def ask_key(self, message: str, keys: str, *, asides: bool = True) -> str:
        """Wait for one of some keys; any other is refused, and Ctrl-C and Ctrl-D stop the turn.

        In a guided evening the keys of asides do what they do, and AskAgainError has the question put again; `asides`
        is False where there are none.
        """
        others = ""
        if asides:
            self.show_asides()
            others = self.aside_keys(but=keys)
        key = self._one_key(message, keys, others)
        if key not in keys:
            self.do_aside(key)
        return key

    def _one_key(self, message: str, keys: str, others: str) -> str:
        with self.keys.reading() as read:
            self.print(message, end="")
            while True:
                try:
                    key = read()
                except StoppedError:
                    self.print()
                    raise
                if key and (typed := self.typed_hex(key)) is not None:
                    self.print(key if not typed else f"{key}\n", end="")
                    if typed:
                        return typed
                    continue
                if key and key not in keys + others and key.lower() in keys:
                    key = key.lower()
                if key and key in keys + others:
                    self.print(key)
                    return key
                if key.strip():
                    self.print("\n  " + tr("{key} is not one of the keys.", key=clip(key)) + f"\n{message}", end="")

    def ask_line(self, message: str, known: Iterable[str] = (), *, asides: bool = True) -> str:
        """Ask for a line of text, completed by Tab from names that are known; Ctrl-C and Ctrl-D stop the turn.

        In a guided evening a line that is the key of an aside does what that does, as by `ask_key`.
        """
        if asides:
            self.show_asides(in_line=True)
        line = self._one_line(message, list(known))
        if asides and line and (line in self.aside_keys() or (line[0] == ":" and self.guide is not None)):
            self.do_aside(line)
        return line

    def _one_line(self, message: str, known: Sequence[str]) -> str:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.output import ColorDepth

        # The prompt library writes past what cleans everything else.
        message = visible(message)
        session: PromptSession[str] = PromptSession(color_depth=ColorDepth.DEPTH_1_BIT if self.plain else None)
        try:
            typed = session.prompt(message, **completing(known))
            return typed.strip()
        except (KeyboardInterrupt, EOFError):
            raise StoppedError from None

    def show_choices(self, choices: Mapping[str, str]) -> None:
        """List what may be chosen by a key each: a line each, and hexes or very many side by side."""
        self.offer(choices)
        are_hexes = bool(self._hexes) and len(choices) > 3
        if len(choices) <= FEW and not are_hexes:
            for key, words in choices.items():
                self.say(f"  {key}  {words}")
            return
        from rich.columns import Columns
        from rich.console import Console
        from rich.padding import Padding

        cells = Columns(
            [f"{key if not are_hexes or key.isdigit() else ' '}  {words}" for key, words in choices.items()],
            padding=(0, 3),
            column_first=not are_hexes,
        )
        Console(highlight=False, markup=False).print(Padding(cells, (0, 0, 0, 2)))

    def choose_by_key(self, text: str, choices: Sequence[str]) -> str:
        """Let one of several things be chosen by a key each; of very many its name is typed."""
        self.say(text)
        if len(choices) > len(KEYS):
            while (line := self.ask_line("  " + tr("Its name (Tab completes it):") + " ", choices)) not in choices:
                self.say("  " + tr("{name} is not one of them.", name=clip(line)))
            return line
        self.show_choices(dict(zip(KEYS, choices, strict=False)))
        return choices[KEYS.index(self.ask_key("  " + tr("key:") + " ", KEYS[: len(choices)]))]
