"""Games as rows of text: what is done at the table, and how it stands afterwards; campaigns and fights as well.

    sp.ledgers: Pete pays a coin for a Gladiator more than he has Slaves
      on standard
      add Pete 'Crixus: gladiator 2/2/2'; set Pete coins 4; refresh -> coins: 3 0 0 0 | stage: intrigue
      no pay Pete Liz 9 -> only 3 coins
      if pay Pete Liz 1 -> coins: 2 0 0 1

The head of a scene names its rules, if it proves any, and says what it is about. A row is what is done, action by
action; `no` says that the last of them is refused, by which rule or words, and changes nothing; what is done with `if`
is forgotten again. `on NAME` begins a game as the tests of a table call it; `still` does nothing. Behind the arrow
stands, separated by bars, what is looked at: `events` (what has happened, all by kind), `rules` (by which), `event
KIND` (its values), what the tests of the table name, or a path into the game.
"""

import re
import shlex
from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, NamedTuple

import pytest
from msgspec import Struct
from msgspec.structs import fields

from hoplo_companion.errors import HoploError


class Scene(NamedTuple):
    """The rules that are proved, what it is about, and its rows."""

    rules: list[str]
    says: str
    rows: list[str]


HEAD = re.compile(r"([a-z]+\.[a-z0-9.-]+(?:, [a-z]+\.[a-z0-9.-]+)*): (.*)")


def rows_of(text: str) -> list[str]:
    """The rows of a text, without remarks; one that begins with a bar, a stroke or an arrow goes on."""
    rows: list[str] = []
    for line in text.splitlines():
        row = re.sub(r"(?<=\S) {2,}", " ", line.rstrip())
        if row.lstrip().startswith(("| ", "/ ", "-> ", '"')):
            rows[-1] += f" {row.lstrip()}"
        elif row and row.lstrip()[0] != "#":
            rows.append(row)
    return rows


def read(text: str) -> list[Scene]:
    found: list[Scene] = []
    for line in rows_of(text):
        if line[0] != " ":
            head = HEAD.fullmatch(line)
            found.append(Scene(head[1].split(", ") if head else [], head[2] if head else line, []))
        else:
            found[-1].rows.append(line.strip())
    assert all(each.rows for each in found)
    return found


def each_of(name: str, found: Iterable[Any]) -> pytest.MarkDecorator:
    """Run a test on each scene, by the name of what it is about, with the rules that it proves."""
    return pytest.mark.parametrize(
        name, [pytest.param(each, marks=pytest.mark.rule(*each.rules), id=each.says) for each in found]
    )


def scenes(text: str) -> pytest.MarkDecorator:
    return each_of("scene", read(text))


class Player(NamedTuple):
    """How a table is played: how a game begins, how a line is carried out, and what is looked at by a name."""

    begin: Callable[[str], Any]
    act: Callable[[Any, str], tuple[Any, list[Any]]]
    looks: Mapping[str, Callable[..., Any]]
    kind: Callable[[Any], str] = attrgetter("kind")

    def play(self, scene: Scene) -> None:
        game = self.begin("") if not scene.rows[0].startswith("on ") else None
        wrong: list[str] = []
        for row in scene.rows:
            doing, _, looks = row.partition(" -> ")
            word, _, rest = doing.partition(" ")
            now, events = game, list[Any]()
            if word in ("on", "still"):
                game = now = self.begin(rest) if word == "on" else game
                lines = []
            else:
                lines = (rest if word in ("no", "if") else doing).split("; ")
            for line in lines[: -1 if word == "no" else None]:
                now, more = self.act(now, line)
                events += more
            if word == "no":
                with pytest.raises(HoploError) as caught:
                    self.act(now, lines[-1])
                said = f"{getattr(caught.value, 'rule', '')}: {caught.value}"
                wrong += [f"{row}\n    {said}" for each in looks.split(" | ") if not re.search(each, said)]
                continue
            for each in filter(None, looks.split(" | ")):
                path, _, value = each.partition(": ")
                found = worded(self._seen(now, path, events))
                wrong += [f"{row}\n    {path}: {found}"] if found != value else []
            game = game if word == "if" else now
        assert not wrong, "\n".join(wrong)

    def _seen(self, game: Any, path: str, events: list[Any]) -> Any:
        if path == "events":
            return [self.kind(event) for event in events]
        if path == "rules":
            return [event.rule for event in events]
        if path.startswith("event "):
            return [event.values for event in events if self.kind(event) == path[6:]]
        head, *words = shlex.split(path) if "'" in path else path.split(" ")
        name, _, rest = head.partition(".")
        return followed(self.looks[name](game, *words), rest) if name in self.looks else followed(game, path)


def followed(value: Any, path: str) -> Any:
    """Follow a path of fields, keys and numbers into a value; a star is each of several."""
    name, _, rest = path.partition(".")
    if not name:
        return value
    if name == "*":
        return [followed(each, rest) for each in value]
    inner = (
        value.get(name, "-") if isinstance(value, dict) else value[int(name)] if name.lstrip("-").isdecimal() else None
    )
    inner = getattr(value, name) if inner is None else inner
    return followed(inner() if callable(inner) else inner, rest)


def worded(value: Any) -> str:
    """Word a value: those of a list one after the other, of a table each behind its key."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{key} {worded(each)}" for key, each in value.items()) or "none"
    if isinstance(value, Struct):
        known = [(getattr(value, field.name), field.default) for field in fields(value)]
        return ":".join(worded(known) for known, default in known if known != default) or "none"
    if isinstance(value, (list, tuple)):
        return " ".join(map(worded, value)) or "none"
    return "none" if value in (None, "") else str(value)
