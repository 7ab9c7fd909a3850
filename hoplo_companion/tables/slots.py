"""What an action needs to know, a slot for each thing: how it is asked, what may be answered, how a word is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from hoplo_companion.components.names import did_you_mean, meant_by, near_misses, slug
from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import tr

T = TypeVar("T")


class Needed:
    """Stands for the default of a slot that has none."""


@dataclass(frozen=True)
class Filled:
    """An action as far as it is filled in: the game that it is for, and the value of each slot before."""

    game: Any
    values: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.values[name]


class WhichError(UsageError):
    """A name that may mean several things: which they are, by their ids."""

    def __init__(self, typed: str, among: Mapping[str, str]) -> None:
        self.typed, self.among = typed, among
        self.question = tr("Which {name}?", name=clip(typed))
        super().__init__(f"{self.question} {', '.join(among.values())}.")

    def answered(self, line: Sequence[str], id_: str) -> list[str]:
        """The line with the name of what was meant in the place of what was typed."""
        typed = self.typed.split()
        for at in range(len(line)):
            if [*line[at : at + len(typed)]] == typed:
                return [*line[:at], self.among[id_], *line[at + len(typed) :]]
        return [self.among[id_] if word == self.typed else word for word in line]


def always(filled: Filled) -> bool:
    """Stands where a slot is always there."""
    return True


@dataclass(frozen=True, kw_only=True)
class Slot:
    """One thing that an action needs to know.

    Shapes: `lead` is the word that stands before it in a line; `when` says whether it is there at all; `quiet`
    whether a player at a terminal is left alone with it, because it has a default that nearly always holds.
    """

    name: str
    ask: str = ""
    lead: str = ""
    default: Any = Needed
    when: Callable[[Filled], bool] = always
    quiet: Callable[[Filled], bool] = lambda filled: False

    is_greedy: bool = True
    """Whether it may take several words of a line."""

    @property
    def is_needed(self) -> bool:
        """Whether nothing stands for it where it is left out."""
        return self.default is Needed

    def now(self, filled: Filled) -> Slot:
        """The slot as a game stands."""
        return self

    def left_out(self, filled: Filled, then: Callable[[Any, Sequence[str]], T], words: Sequence[str]) -> T:
        """What becomes of the words that follow where it is left out."""
        return then(self.default, words)

    def usage(self) -> str:
        """The slot as it stands in the usage of an action."""
        text = f"{self.lead} {self.name.upper()}".strip()
        return text if self.is_needed else f"[{text}]"

    def read(self, filled: Filled, text: str) -> Any:
        """Turn typed words into the value; HoploError says what would be right."""
        return text

    def offered(self, filled: Filled) -> list[str]:
        """The words that Tab completes."""
        return []

    def spell(self, filled: Filled, value: Any) -> str:
        """The value as it would be typed."""
        return str(value)


@dataclass(frozen=True, kw_only=True)
class Pick(Slot):
    """One of several things, by id, each with its name: a player, a card, an area, a way to pay.

    Shapes: `known` is all that a name may mean; `why_not` says why one of these may not be chosen, and so which are
    `among` those that may, unless that is given too. `value` turns the id into what the action works with. Of `many`
    any number is taken. What is `free` is taken as it is typed, by its id; of what `is_open` all that is known may be
    chosen.
    """

    among: Callable[[Filled], Mapping[str, str]] = None  # type: ignore[assignment]
    known: Callable[[Filled], Mapping[str, str]] | None = None
    why_not: Callable[[Filled, str], str] | None = None
    value: Callable[[str], Any] = str
    many: bool = False
    free: bool = False
    is_open: bool = False

    def __post_init__(self) -> None:
        known, why_not = self.known, self.why_not
        if self.among is None and known is not None:

            def allowed(filled: Filled) -> Mapping[str, str]:
                every = known(filled)
                return {id_: words for id_, words in every.items() if why_not is None or not why_not(filled, id_)}

            object.__setattr__(self, "among", allowed)

    def usage(self) -> str:
        """The slot as it stands in the usage of an action."""
        return super().usage() + ("..." if self.many else "")

    def left_out(self, filled: Filled, then: Callable[[Any, Sequence[str]], T], words: Sequence[str]) -> T:
        """What becomes of the words that follow where it is left out; IllegalError where a rule forbids that."""
        found = super().left_out(filled, then, words)
        if self.why_not is not None and isinstance(self.default, str) and (why := self.why_not(filled, self.default)):
            raise IllegalError(why)
        return found

    def takes_any(self, filled: Filled) -> bool:
        """Whether more may be typed than can be offered."""
        return self.free

    def read(self, filled: Filled, text: str) -> Any:
        """Find what is meant; WhichError where it may be several."""
        if not self.many:
            return self.one(filled, text)
        try:
            return self._some(filled, text.split(","))
        except WhichError:
            raise
        except UsageError:
            if "," in text or " " not in text:
                raise
            return self._some(filled, text.split())

    def _some(self, filled: Filled, words: Sequence[str]) -> tuple[Any, ...]:
        """Find several things, each beside those before it."""
        found: tuple[Any, ...] = ()
        for each in filter(str.strip, words):
            one = self.one(Filled(filled.game, {**filled.values, self.name: found}), each)
            found = found if one in found else (*found, one)
        return found

    def one(self, filled: Filled, text: str) -> Any:
        """Find one thing by its id or its name."""
        among = self.among(filled)
        known = among if self.known is None else {**self.known(filled), **among}
        if self.free:
            return self.value(" ".join(text.split()).casefold())
        found = meant(text, known, among)
        if found not in among and not self.is_open:
            reason = self.why_not(filled, found) if self.why_not is not None else ""
            raise IllegalError(reason or tr("{name} cannot be chosen now.", name=tr(known[found])))
        return self.value(found)

    def offered(self, filled: Filled) -> list[str]:
        """The words that Tab completes."""
        return [tr(words) for words in self.among(filled).values()]

    def spell(self, filled: Filled, value: Any) -> str:
        """The names of what was chosen; what is free, as it is typed."""
        if self.free:
            return str(value)
        said = {self.value(id_): words for id_, words in self.among(filled).items()}
        values = value if self.many else (value,)
        return ", ".join(tr(str(said.get(each, each))) for each in values)


def meant(typed: str, known: Mapping[str, str], among: Mapping[str, str] | None = None) -> str:
    """The id of what a name means: by id or name, or a beginning of one alone.

    Of things of the same name the only one that may be chosen is meant; WhichError where several may.
    """
    if (word := typed.strip().casefold()) in known:
        return word
    said = {name: id_ for id_, words in known.items() for name in (words, tr(words))}
    found = list(dict.fromkeys(said[each] for each in meant_by(typed, said)))
    if len(found) > 1:
        same = re.compile(re.escape(slug(typed)) + r"-\d+")
        alike = [each for each in found if same.fullmatch(slug(tr(known[each])))]
        may = [each for each in alike if among is None or each in among]
        found = may if alike == found and len(may) == 1 else found
    if not found:
        near = near_misses(typed, said)
        options = did_you_mean(near) if near else ", ".join(map(tr, known.values()))
        raise UsageError("{text} is not one of: {options}", text=clip(typed), options=options)
    if len(found) > 1:
        raise WhichError(typed, {each: tr(known[each]) for each in found})
    return found[0]


Limit = int | Callable[[Filled], int]
"""A number, or how it is found."""


@dataclass(frozen=True, kw_only=True)
class Number(Slot):
    """A whole number within limits, a die from 1 to 6; `why_not` says why one of these may not be chosen."""

    least: Limit = 0
    most: Limit = 9999
    why_not: Callable[[Filled, int], str] = lambda filled, number: ""
    is_greedy: bool = False

    def limits(self, filled: Filled) -> tuple[int, int]:
        """The least and the most that it may be."""
        least, most = (each(filled) if callable(each) else each for each in (self.least, self.most))
        return least, most

    def read(self, filled: Filled, text: str) -> int:
        """Read the number."""
        found = number(text, *self.limits(filled))
        if reason := self.why_not(filled, found):
            raise IllegalError(reason)
        return found


def number(text: str, least: int, most: int) -> int:
    """Read a whole number; UsageError says between which it has to be."""
    digits = text.strip().lstrip("+-")
    is_one = digits.isascii() and digits.isdecimal() and len(digits) < 6 and len(text.strip()) - len(digits) < 2
    if not is_one or not least <= int(text) <= most:
        raise UsageError("{text} is not a number from {least} to {most}", text=clip(text), least=least, most=most)
    return int(text)


@dataclass(frozen=True, kw_only=True)
class Text(Slot):
    """Words as they are typed; `turned` makes of them what the action works with, `written` words of that again."""

    turned: Callable[[str], Any] = str
    written: Callable[[Any], str] = str

    def spell(self, filled: Filled, value: Any) -> str:
        """The value as it would be typed."""
        return self.written(value)

    def read(self, filled: Filled, text: str) -> Any:
        """Take the words."""
        return self.turned(text)


@dataclass(frozen=True, kw_only=True)
class Whole(Text):
    """Something typed in one line and asked for part by part; `line` makes the line of its parts."""

    parts: tuple[Slot, ...]
    line: Callable[[Mapping[str, Any]], str]


class RollError(Exception):
    """Dice that the app is asked to roll: the line can be read once they have fallen."""

    def __init__(self, slot: Rolled) -> None:
        self.slot = slot
        super().__init__()


ROLL = ("r", "roll")
"""What has the app roll dice."""


@dataclass(frozen=True, kw_only=True)
class Rolled(Text):
    """Dice that are entered as they lie, or rolled by the app: so many on each side, by the faces of one."""

    sides: tuple[int, ...]
    faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6)

    def read(self, filled: Filled, text: str) -> Any:
        """Take the dice; RollError where the app rolls them."""
        if text.strip().casefold() in ROLL:
            raise RollError(self)
        return super().read(filled, text)


@dataclass(frozen=True, kw_only=True)
class Varying(Slot):
    """What a game asks for as it stands, and as the slots before are filled."""

    of: Callable[[Filled], Slot]

    def now(self, filled: Filled) -> Slot:
        """The slot as a game stands, where it is there at all."""
        return replace(self.of(filled), name=self.name, lead=self.lead) if self.when(filled) else self


@dataclass(frozen=True, kw_only=True)
class Each(Slot):
    """A number for each of some players: `Pete=3 Liz=0`; whoever is left out has the least.

    Shapes: `players` are their places with their names; `every` says whether all of them must be named.
    """

    players: Callable[[Filled], Mapping[int, str]]
    least: int = 0
    most: Callable[[Filled, int], int] = lambda filled, at: 9999
    every: bool = False

    def spell(self, filled: Filled, value: Any) -> str:
        """A number for each player."""
        return " ".join(f"{name}={value.get(at, self.least)}" for at, name in self.players(filled).items())

    def usage(self) -> str:
        """The slot as it stands in the usage of an action."""
        return f"PLAYER={self.name.upper()}..."

    def read(self, filled: Filled, text: str) -> dict[int, int]:
        """Read the numbers, each player once."""
        players = self.players(filled)
        found: dict[int, int] = {}
        for word in text.split():
            name, equals, value = word.rpartition("=")
            if not equals:
                raise UsageError("{text}: a player and a number, as in Pete=3", text=clip(word))
            at = int(meant(name, {str(place): each for place, each in players.items()}))
            if at in found:
                raise UsageError("{player} is named twice", player=players[at])
            found[at] = number(value, self.least, self.most(filled, at))
        if self.every and len(found) < len(players):
            raise UsageError("A number for each of {players}, as in Pete=3", players=", ".join(players.values()))
        return {at: found.get(at, self.least) for at in players}
