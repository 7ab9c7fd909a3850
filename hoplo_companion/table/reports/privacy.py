"""What tells who plays, and where on the disk, taken out of everything that leaves the machine."""

from __future__ import annotations

import getpass
import json
import os
import platform
import re
import socket
from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import msgspec

from hoplo_companion.campaign.model import Campaign
from hoplo_companion.components.catalogue import home_folder, shipped_folder
from hoplo_companion.rules.model import Supply
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.setup.preparing import Plan
from hoplo_companion.table.saves.format import Header, Step

SOMEWHERE = "<path>"
SOMEBODY = "player"
"""What stands for a name of the player or of the machine; an id that has it stays an id."""

SHORTEST_NAME = 3

_OWN_WORDS = (SOMEBODY, "fight", "doctor", "fault", "house", "rulings", "points", "moment", "files", "base")

_WORDS = r"(?:(?: [^\s\"'<>|/\\]+){1,2}(?=[/\\]))?"
_REST = r"(?:[^\s\"'<>|]+" + _WORDS + r")*"
_ROOTS = (
    r"file:/+",
    r"(?:(?<![\w/<])|(?<=\\[nt]))/(?=[^\W\d]|[._~-])",
    r"(?<![\w/])~[\w.-]*[/\\]",
    r"(?<![A-Za-z])[A-Za-z]:[\\/]",
    r"(?<![\w\\])\\\\(?=\w)",
)
_PATHS = re.compile("(?:" + "|".join(_ROOTS) + ")" + _REST)
"""An absolute path, from its root on, with up to two spaces within the name of a folder."""


class Privacy:
    """What must not leave this machine: its absolute paths, and the names of the player and of the machine.

    A name that the game knows as a word says nothing about the player, and stays; one that is part of such a word is
    taken out only where it stands alone.
    """

    def __init__(self, folders: list[str], names: list[str]) -> None:
        self.folders = sorted({each.rstrip("/\\") for each in folders} - {"", "."}, key=len, reverse=True)
        self.names = sorted({each for each in names if len(each) >= SHORTEST_NAME}, key=len, reverse=True)
        # A log says the same words over and over.
        self._known: dict[str, str] = {}

    def text(self, text: str) -> str:
        """Give a text without what must not leave this machine."""
        found = self._known.get(text)
        if found is None:
            found = self._known[text] = self._cleaned(text)
        return found

    def _cleaned(self, text: str) -> str:
        if self._folders is not None:
            text = self._folders.sub(SOMEWHERE, text)
        text = _PATHS.sub(SOMEWHERE, text)
        return self._names.sub(SOMEBODY, text) if self._names is not None else text

    def data(self, value: Any) -> Any:
        """Give plain data without it, in keys and values."""
        match value:
            case str():
                return self.text(value)
            case list():
                return [self.data(each) for each in value]
            case dict():
                return {self.text(key): self.data(each) for key, each in value.items()}
        return value

    def bytes(self, data: bytes) -> bytes:
        """Give the bytes of a file without it, text or not, each at the place where it stood before."""
        text = data.decode("utf-8", "surrogateescape")
        for pattern, word in ((self._folders, SOMEWHERE), (_PATHS, SOMEWHERE), (self._names, SOMEBODY)):
            if pattern is not None:
                text = pattern.sub(partial(_as_long, word), text)
        return text.encode("utf-8", "surrogateescape")

    @cached_property
    def _folders(self) -> re.Pattern[str] | None:
        # In a file of JSON, too, where backslashes and foreign letters may be written otherwise.
        ways = {way for each in self.folders for way in (each, json.dumps(each)[1:-1], each.replace("\\", "/"))}
        ways |= {way.replace("\\", "\\\\") for way in ways}
        found = "|".join(re.escape(way) for way in sorted(ways, key=len, reverse=True))
        return re.compile(f"(?:{found})(?![\\w-]){_REST}", re.IGNORECASE) if found else None

    @cached_property
    def _names(self) -> re.Pattern[str] | None:
        words = game_words()
        ways = []
        for name in self.names:
            if name.casefold() in words:
                continue
            escaped = {re.escape(name), re.escape(json.dumps(name)[1:-1])}
            if any(name.casefold() in word for word in words):
                escaped = {rf"(?<!\w){each}(?!\w)" for each in escaped}
            ways += sorted(escaped)
        return re.compile("|".join(ways), re.IGNORECASE) if ways else None


def _as_long(word: str, instead: re.Match[str]) -> str:
    """Write a word with as many bytes as what it stands for: the places in a log are counted in bytes."""
    length = len(instead[0].encode("utf-8", "surrogateescape"))
    return word[:length].ljust(length, "x")


def game_words() -> set[str]:
    """List the words of the game's own data and of what hoplo keeps, in lower case."""
    text = "\n".join(path.read_text("utf-8") for path in sorted(shipped_folder().rglob("*.*")) if path.is_file())
    _, shapes = msgspec.json.schema_components((Campaign, Header, Step, Plan, Supply, Question))
    return set(re.findall(r"[^\W\d_]+", (text + json.dumps(shapes)).casefold())) | set(_OWN_WORDS)


def of_this_machine() -> Privacy:
    """Gather what must not leave this machine."""
    known = ("HOME", "USERPROFILE", "HOPLO_HOME", "TMPDIR", "TEMP", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA")
    folders = [os.environ.get(key, "") for key in known]
    folders += [str(home_folder()), str(Path.cwd()), str(Path(__file__).parents[3])]
    names = [os.environ.get(key, "") for key in ("USER", "LOGNAME", "USERNAME", "HOSTNAME", "COMPUTERNAME")]
    asked: list[Callable[[], str]] = [getpass.getuser, socket.gethostname, platform.node, lambda: Path.home().name]
    for ask in asked:
        try:
            names.append(ask())
        except (OSError, KeyError, RuntimeError, ImportError):
            continue
    names += [name.partition(".")[0] for name in names if "." in name]
    return Privacy([each for each in folders if len(each) > 1], [name.strip() for name in names])
