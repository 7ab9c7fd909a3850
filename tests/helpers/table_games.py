"""Games of the other tables as rows of text: what is done at the table, and how the game stands afterwards.

    sp.ledgers: Pete pays a coin for a Gladiator more than he has Slaves
      on standard
      add Pete 'Crixus: gladiator 2/2/2'; set Pete coins 4; refresh -> coins: 3 0 0 0 | stage: intrigue
      no pay Pete Liz 9 -> only 3 coins
      if pay Pete Liz 1 -> coins: 2 0 0 1

The head of a scene names its rules, if it proves any, and says what it is about. A row is what is done, action by
action; `no` says that the last of them is refused, by which words, and changes nothing; what is done with `if` is
forgotten again. `on NAME` begins a game as the tests of a table call it. Behind the arrow stands, apart by bars, what
is looked at: `events` (what has happened, all by kind), what the tests of the table name, or a path into the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import pytest

from hoplo_companion.errors import HoploError
from hoplo_companion.tables.actions import Happened
from tests.helpers.stories import HEAD, rows_of


class Scene(NamedTuple):
    """The rules that are proved, what it is about, and its rows."""

    rules: list[str]
    says: str
    rows: list[str]


def scenes(text: str) -> pytest.MarkDecorator:
    """Run a test on each scene of a text, by the name of what it is about."""
    read: list[Scene] = []
    for line in rows_of(text):
        if line[0] != " ":
            head = HEAD.fullmatch(line)
            read.append(Scene(head[1].split(", ") if head else [], head[2] if head else line, []))
        else:
            read[-1].rows.append(line.strip())
    assert all(each.rows for each in read)
    return pytest.mark.parametrize(
        "scene", [pytest.param(each, marks=pytest.mark.rule(*each.rules), id=each.says) for each in read]
    )


class Player(NamedTuple):
    """How a table is played: how a game begins, how a line is carried out, and what is looked at by a name."""

    begin: Callable[[str], Any]
    act: Callable[[Any, str], tuple[Any, list[Happened]]]
    looks: Mapping[str, Callable[[Any], Any]]

    def play(self, scene: Scene) -> None:
        """Do what each row says, and hold the game against it."""
        game = self.begin("") if not scene.rows[0].startswith("on ") else None
        for row in scene.rows:
            doing, _, looks = row.partition(" -> ")
            word, _, rest = doing.partition(" ")
            if word == "on":
                game = self.begin(rest)
                continue
            *before, last = re.split("; ", rest if word in ("no", "if") else doing)
            now, events = game, list[Happened]()
            for line in before:
                now, more = self.act(now, line)
                events += more
            if word == "no":
                with pytest.raises(HoploError, match=looks):
                    self.act(now, last)
                continue
            now, more = self.act(now, last)
            events += more
            for each in filter(None, looks.split(" | ")):
                path, _, value = each.partition(": ")
                found = [event.kind for event in events] if path == "events" else self._seen(now, path)
                assert worded(found) == value, f"{row}\n{path}: {worded(found)}"
            game = game if word == "if" else now

    def _seen(self, game: Any, path: str) -> Any:
        name, _, rest = path.partition(".")
        return followed(self.looks[name](game), rest) if name in self.looks else followed(game, path)


def followed(value: Any, path: str) -> Any:
    """Follow a path of fields, keys and numbers into a value; a star is each of several."""
    name, _, rest = path.partition(".")
    if not name:
        return value
    if name == "*":
        return [followed(each, rest) for each in value]
    inner = value.get(name, "-") if isinstance(value, dict) else value[int(name)] if name.isdecimal() else None
    return followed(getattr(value, name) if inner is None else inner, rest)


def worded(value: Any) -> str:
    """Word a value: those of a list one after the other, of a table each behind its key."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} {worded(each)}" for key, each in value.items()) or "none"
    if isinstance(value, (list, tuple)):
        return " ".join(map(worded, value)) or "none"
    return "none" if value in (None, "") else str(value)
