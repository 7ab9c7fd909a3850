"""What an action needs to know, asked by a key each; only names and texts are typed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from hoplo_companion.cli.terminal.prompt import Prompt, numbered
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.dice import Dice
from hoplo_companion.errors import HoploError, IllegalError, StoppedError, cells
from hoplo_companion.language import later, tr
from hoplo_companion.render.style import Span, text_of, wrapped
from hoplo_companion.tables.actions import Deed, Deeds, fill
from hoplo_companion.tables.slots import ROLL, Each, Filled, Needed, Number, Pick, Rolled, Slot, Whole, number

WIDTH = 78
"""Cells that a line may take."""


def line_by_line(terminal: Terminal) -> AbstractContextManager[None]:
    """Let every question take its own line alone: the keys that always work are named once, above them."""
    return terminal.for_now(form=list)  # a form that shows nothing itself


class Asking:
    """Asks a player at a terminal for what the slots of an action need, each in one line."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.is_answered = False
        """Whether the player has answered anything."""

        self.only = ""
        """What was taken without a question, since it was the only choice: the next question names it."""

    def __call__(self, slot: Slot, filled: Filled) -> Any:
        """Ask for one slot; StoppedError where the player leaves."""
        slot = slot.now(filled)
        ask, default = tr(slot.ask), slot.default
        match slot:
            case Rolled():
                return self._until_good(lambda: slot.read(filled, self.rolled(slot)))
            case Pick(many=True):
                return self._several(slot, filled)
            case Pick():
                return self._one(slot, filled)
            case Number():
                return self.number(ask, *slot.limits(filled), default, lambda text: slot.read(filled, text))
            case Each(least=least):
                nothing, found = Needed if least else 0, dict[int, int]()
                for at, name in slot.players(filled).items():
                    most, ask = slot.most(filled, at), tr(slot.ask, player=name)
                    found[at] = self.number(ask, least, most, nothing, is_typed=not least) if most > least else least
                return found
            case Whole():
                parts = Filled(filled.game, {})
                return self._until_good(lambda: slot.turned(slot.line(fill(slot.parts, parts, [], self, whole=True))))
            case Deeds():
                return self._deeds(slot, filled)
        return self._typed(slot, filled)

    def rolled(self, slot: Rolled, line: str = "") -> str:
        """Dice as they are entered, or as the app rolls them, where `r` asks for that."""
        if not line and self.terminal.setting("dice") == "app":
            line = "r"
        room = 2 * sum(slot.sides) + len(slot.sides)
        line = line or self._ask(f"  {self._about(tr(slot.ask))} ", room, takes="line", is_whole=slot.is_whole)
        if line.strip().casefold() not in ROLL:
            return line
        dice, faces = Dice(), slot.faces
        sides = [sorted((faces[dice.choose(len(faces))] for _ in range(n)), reverse=True) for n in slot.sides if n]
        line = " / ".join(" ".join(str(face or "-") for face in side) for side in sides)
        said = tr("The app rolls: {faces}.", faces=line)
        self.terminal.notice(said) if self.terminal.json else self.terminal.say(f"  {said}")
        return line

    def pick(self, text: str, among: Mapping[str, str], none: str = "") -> str:
        """Ask for one of some ids, by its key or by what it is called; they stand in the line of the question.

        Where there may be `none`, Enter alone says so, and the answer is empty.
        """
        keys = numbered([tr(words) for words in among.values()])
        lines = [f"  {self._about(text)}"]
        for key, words in [*keys.items(), *([(tr("Enter"), tr(none))] if none else [])]:
            if cells(lines[-1]) + cells(words) + len(key) + 4 > WIDTH:
                lines.append("   ")
            lines[-1] += f"  {key} {words}" if key != words else f"  {key}"
        for line in lines[:-1]:
            self.terminal.say(line)
        answer = self._ask(f"{lines[-1]}: ", choices=keys, takes="name", default="" if none else None)
        return dict(zip(keys, among, strict=True))[answer] if answer else ""

    def number(
        self,
        text: str,
        least: int,
        most: int,
        default: Any = Needed,
        read: Callable[[str], Any] | None = None,
        *,
        is_typed: bool = False,
    ) -> Any:
        """Ask for a number: by one key where it has one digit, else typed.

        One that `is_typed` waits for Enter all the same, as the numbers beside it do.
        """
        read, message = read or (lambda line: number(line, least, most)), f"  {self._about(text)} "
        empty = None if default is Needed else ""
        if least >= 0 and most <= 9 and not is_typed:
            settings: dict[str, Any] = {"keys": "0123456789"[least : most + 1], "takes": "key", "default": empty}
        else:
            message += tr("({least} to {most})", least=least, most=most) + " "
            settings = {"takes": "line", "default": empty, "room": 6}
        return self._until_good(lambda: read(line) if (line := self._ask(message, **settings)) else default)

    def line(self, text: str, default: str | None = None, room: int = 30) -> str:
        """Ask for a line that may take so much room."""
        return self._ask(f"  {self._about(text)} ", room, takes="line", default=default)

    def _about(self, text: str) -> str:
        """A question with what it is about, where that was not asked for."""
        only, self.only = self.only, ""
        return f"{only}. {text}" if only else text

    def _ask(self, message: str, room: int = 0, **settings: Any) -> str:
        """Put a question; what may need more room than its last line leaves is typed behind the end of it, or below."""
        # A number stays with its sign, and with its chance.
        indent = message[: len(message) - len(message.lstrip())]
        text = re.sub(r" (?=[%…])|(?<=\d:) (?=\d)", "\N{NO-BREAK SPACE}", message.rstrip())
        parts = [wrapped([Span(indent + part.strip())], WIDTH) for part in text.splitlines()]
        *rows, last = [text_of(row) for part in parts for row in part]
        head: list[str] = []
        while cells(last) + room >= WIDTH and last.strip():
            word, _, rest = last.lstrip().partition(" ")
            head, last = [*head, word], f"{indent}  {rest}"
        for row in [*rows, *([indent + " ".join(head)] if head else [])]:
            self.terminal.say(row)
        answer = self.terminal.ask(Prompt(f"{last} ", is_inline=True, **settings))
        self.is_answered = True
        return answer

    def _until_good(self, entered: Callable[[], Any]) -> Any:
        """Ask again, as long as what is entered is wrong."""
        was_answered = self.is_answered
        while True:
            try:
                return entered()
            except StoppedError:
                raise
            except HoploError as fault:
                self.only, self.is_answered = "", was_answered
                self.terminal.say(f"  {fault}")

    def _typed(self, slot: Slot, filled: Filled) -> Any:
        about = tr(slot.ask), None if slot.is_needed else "", slot.room
        return self._until_good(lambda: slot.read(filled, line) if (line := self.line(*about)) else slot.default)

    def _several(self, slot: Pick, filled: Filled) -> tuple[Any, ...]:
        among, found = dict(slot.among(filled)), list[Any]()
        while among and (id_ := self.pick(tr(slot.ask), among, later("no more") if found else later("none"))):
            found.append(slot.value(id_))
            so_far = filled.having(slot.name, tuple(found))
            among = {each: words for each, words in slot.among(so_far).items() if slot.value(each) not in found}
        return tuple(found)

    def _one(self, slot: Pick, filled: Filled) -> Any:
        among = dict(slot.among(filled))
        if slot.takes_any(filled) and not among and (slot.is_needed or slot.default == ""):
            return self._typed(slot, filled)
        is_choice = slot.is_needed or slot.default not in (None, "")
        if not among and is_choice:
            raise IllegalError(slot.nothing(filled))
        if not among:
            return slot.default
        if len(among) == 1 and is_choice:
            ((id_, words),) = among.items()
            self.only = tr(words)
            return slot.value(id_)
        id_ = self.pick(tr(slot.ask), among, "" if is_choice else later("none"))
        return slot.value(id_) if id_ else slot.default

    def _deeds(self, slot: Deeds, filled: Filled) -> tuple[Deed, ...]:
        """Ask for effects, each about what those before have made of the game; one that cannot be is asked for anew."""
        kinds = {kind: row.help for kind, row in slot.kinds.items()}

        def one(game: Any) -> tuple[Deed, Any] | None:
            if not (kind := self.pick(tr(slot.ask), kinds, later("nothing more"))):
                return None
            deed = Deed(kind, slot.kinds[kind].filled(game, [], self, whole=True))
            return deed, slot.after(game, deed)

        found, game = list[Deed](), filled.game
        while deed := self._until_good(lambda: one(game)):  # noqa: B023
            found.append(deed[0])
            game = deed[1]
        return tuple(found)
