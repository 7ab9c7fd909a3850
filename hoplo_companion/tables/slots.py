"""What an action needs to know, a slot for each thing: how it is asked, what may be answered, how a word is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, ClassVar

from hoplo_companion.components.names import did_you_mean, meant_by, near_misses, slug
from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import tr


def refuse(reason: str) -> None:
    """Refuse what there is a reason against: IllegalError; nothing happens where it is empty."""
    if reason:
        raise IllegalError(reason)


def refuse_if(is_so: object, text: str, /, **parts: object) -> None:
    """Refuse what a rule forbids: IllegalError with its sentence where it is so."""
    if is_so:
        raise IllegalError(text, **parts)


def wrong_if(is_so: object, text: str, /, **parts: object) -> None:
    """Refuse what cannot be read: UsageError with its sentence where it is so."""
    if is_so:
        raise UsageError(text, **parts)


class Needed:
    """Stands for the default of a slot that has none."""


@dataclass(frozen=True)
class Filled:
    """An action as far as it is filled in: its game, the value of each slot before, and what it `refuses`."""

    game: Any
    values: Mapping[str, Any]
    refuses: Callable[[Filled], str] = lambda filled: ""

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def having(self, name: str, value: Any) -> Filled:
        """The same with one more value."""
        return replace(self, values={**self.values, name: value})


class OpenError(UsageError):
    """What a typed line leaves open: which of several things a name means, or the dice that the app is to `roll`."""

    def __init__(self, typed: str, among: Mapping[str, str] | None = None, roll: Rolled | None = None) -> None:
        self.typed, self.among, self.roll = typed, among or {}, roll
        self.question = tr("Which {name}?", name=clip(typed))
        super().__init__(f"{self.question} {', '.join(self.among.values())}.")

    def answered(self, line: Sequence[str], answer: str) -> list[str]:
        """The line with the answer in the place of what was typed behind the name of the action."""
        typed = self.typed.split()
        ends = ((at, end) for at in range(1, len(line)) for end in (at + 1, at + len(typed)))
        at, end = next((at, end) for at, end in ends if " ".join(line[at:end]).split() == typed)
        return [*line[:at], answer, *line[end:]]


@dataclass(frozen=True)
class Slot:
    """One thing that an action needs to know, words as they are typed where it is of no other kind.

    Shapes: `lead` is the word that stands before it in a line; `when` says whether it is there at all; `quiet`
    whether a player at a terminal is left alone with it, because it has a default that nearly always holds; one that
    `is_greedy` may take several words of a line; `room` is how many cells its answer may take where it is typed;
    `turned` makes of the words what the action works with, `written` words of that again; one that a game asks for as
    it stands, and as the slots before are filled, is found by `of`.
    """

    name: str
    ask: str = ""
    _: KW_ONLY
    lead: str = ""
    default: Any = Needed
    when: Callable[[Filled], bool] = lambda filled: True
    quiet: Callable[[Filled], bool] = lambda filled: False
    many: bool = False
    is_greedy: bool = True
    room: int = 30
    turned: Callable[[str], Any] = str
    written: Callable[[Any], str] = str
    of: Callable[[Filled], Slot] | None = None

    @property
    def is_needed(self) -> bool:
        """Whether nothing stands for it where it is left out."""
        return self.default is Needed

    def is_led_by(self, word: str) -> bool:
        """Say whether a word is the one that stands before it, in the language that is spoken or in English."""
        return word.casefold() in (self.lead, tr(self.lead))

    def now(self, filled: Filled) -> Slot:
        """The slot as a game stands, where it is there at all."""
        if self.of is None or not self.when(filled):
            return self
        return replace(self.of(filled), name=self.name, lead=self.lead)

    def tried(self, filled: Filled) -> list[Any] | None:
        """What an action is tried with, to learn whether it is refused; None where that cannot be said before."""
        if not self.when(filled):
            return [None if self.is_needed else self.default]
        return None if self.is_needed else [self.default]

    def usage(self) -> str:
        """The slot as it stands in the usage of an action."""
        text = f"{self.lead} {self.name.upper()}".strip()
        return (text if self.is_needed else f"[{text}]") + ("..." if self.many else "")

    def read(self, filled: Filled, text: str) -> Any:
        """Turn typed words into the value; HoploError says what would be right."""
        return self.turned(text)

    def spell(self, filled: Filled, value: Any) -> str:
        """The value as it would be typed."""
        return self.written(value)


Things = Callable[[Filled], Mapping[str, str]]


@dataclass(frozen=True, kw_only=True)
class Pick(Slot):
    """One of several things, by id, each with its name: a player, a card, an area, a way to pay.

    Shapes: `known` is all that a name may mean, but for what is `free`, which is taken as it is typed; what may be
    chosen is what neither the slot itself (`why_not`) nor the action refuses, or what it `offers`; where that `is_open`
    all that is known may be typed. `value` turns the id into what the action works with. Of `many` any number is taken.
    """

    known: Things = lambda filled: {}
    offers: Things | None = None
    why_not: Callable[[Filled, str], str] = lambda filled, id_: ""
    value: Callable[[str], Any] = str
    free: bool = False
    is_open: bool = False

    def among(self, filled: Filled) -> Mapping[str, str]:
        """What may be chosen."""
        known = (self.offers or self.known)(filled)
        return known if self.offers else {id_: each for id_, each in known.items() if not self.refusal(filled, id_)}

    def refusal(self, filled: Filled, id_: str) -> str:
        """Why one thing may not be chosen; empty where it may."""
        if self.is_open:
            return ""
        if not self.many:
            return self.why_not(filled, id_) or filled.refuses(filled.having(self.name, self.value(id_)))
        # What is too little alone may do with all the others.
        every = (each for each in self.known(filled) if not self.why_not(filled, each))
        chosen = dict.fromkeys((*filled.values.get(self.name, ()), self.value(id_)))
        ways = (tuple(chosen), tuple(chosen | dict.fromkeys(map(self.value, every))))
        reasons = [filled.refuses(filled.having(self.name, each)) for each in ways]
        return self.why_not(filled, id_) or (reasons[0] if all(reasons) else "")

    def tried(self, filled: Filled) -> list[Any] | None:
        """What an action is tried with: its default, and all that is known, of `many` all together."""
        first, known = super().tried(filled), self.known(filled)
        if not self.when(filled) or (self.takes_any(filled) and not known):
            return first
        found = [self.value(id_) for id_ in known if not self.why_not(filled, id_)]
        return [*(first or ()), *([tuple(found)] if self.many else found)]

    def nothing(self, filled: Filled) -> str:
        """Say that there is nothing to choose from, by the reason against the first thing that there is."""
        none = tr("{question} There is nothing to choose from.", question=tr(self.ask))
        return next(filter(None, (self.refusal(filled, id_) for id_ in self.known(filled))), none)

    def takes_any(self, filled: Filled) -> bool:
        """Whether more may be typed than can be offered."""
        return self.free

    def read(self, filled: Filled, text: str) -> Any:
        """Find what is meant; OpenError where it may be several."""
        if not self.many:
            return self.one(filled, text)
        ways = [text.split(","), *([text.split()] if " " in text and "," not in text else [])]
        for words in ways:
            found: tuple[Any, ...] = ()
            try:
                for each in filter(str.strip, words):
                    found = tuple(dict.fromkeys((*found, self.one(filled.having(self.name, found), each))))
            except UsageError as fault:
                if isinstance(fault, OpenError) or words is ways[-1]:
                    raise
            else:
                break
        return found

    def one(self, filled: Filled, text: str) -> Any:
        """Find one thing by its id or its name."""
        if self.free:
            return self.value(" ".join(text.split()).casefold())
        known = self.known(filled)
        found = meant(text, known, self.among(filled))
        refuse(self.refusal(filled, found))
        return self.value(found)

    def spell(self, filled: Filled, value: Any) -> str:
        """The names of what was chosen; what is free, as it is typed."""
        if self.free:
            return str(value)
        said = {self.value(id_): words for id_, words in (self.known(filled) or self.among(filled)).items()}
        return ", ".join(tr(str(said.get(each, each))) for each in (value if self.many else (value,)))


def meant(typed: str, known: Mapping[str, str], among: Mapping[str, str] | None = None) -> str:
    """The id of what a name means: by id or name, or a beginning of one alone.

    Of things of the same name the only one that may be chosen is meant; OpenError where several may.
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
        raise OpenError(typed, {each: tr(known[each]) for each in found})
    return found[0]


@dataclass(frozen=True, kw_only=True)
class Number(Slot):
    """A whole number within limits, a die from 1 to 6, that the action does not refuse."""

    least: int | Callable[[Filled], int] = 0
    most: int | Callable[[Filled], int] = 9999
    is_greedy: bool = False

    def limits(self, filled: Filled) -> tuple[int, int]:
        """The least and the most that it may be."""
        least, most = (each(filled) if callable(each) else each for each in (self.least, self.most))
        return least, most

    def read(self, filled: Filled, text: str) -> int:
        """Read the number."""
        found = number(text, *self.limits(filled))
        refuse(filled.refuses(filled.having(self.name, found)))
        return found

    def tried(self, filled: Filled) -> list[Any] | None:
        """What an action is tried with: its default, the least and the most."""
        return [*(super().tried(filled) or ()), *(self.limits(filled) if self.when(filled) else ())]


def number(text: str, least: int, most: int) -> int:
    """Read a whole number; UsageError says between which it has to be."""
    if not re.fullmatch(r"\s*[+-]?[0-9]{1,5}\s*", text) or not least <= int(text) <= most:
        raise UsageError("{text} is not a number from {least} to {most}", text=clip(text), least=least, most=most)
    return int(text)


@dataclass(frozen=True, kw_only=True)
class Whole(Slot):
    """Something typed in one line and asked for part by part; `line` makes the line of its parts."""

    parts: tuple[Slot, ...]
    line: Callable[[Mapping[str, Any]], str]


@dataclass(frozen=True, kw_only=True)
class Rolled(Slot):
    """Dice that are entered as they lie, or rolled by the app: so many on each side, by the faces of one."""

    roll: ClassVar = ("r", "roll")  # what has the app roll them
    sides: tuple[int, ...]
    faces: tuple[int, ...] = (1, 2, 3, 4, 5, 6)

    def is_whole(self, line: str) -> bool:
        """Whether as many faces are typed as there are dice."""
        return sum(line.count(str(face or "-")) for face in {*self.faces}) >= sum(self.sides) > 0

    def read(self, filled: Filled, text: str) -> Any:
        """Take the dice; OpenError where the app rolls them."""
        if text.strip().casefold() in self.roll:
            raise OpenError(text, roll=self)
        return super().read(filled, text)


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
        """The slot as it stands in the usage of an action: a number for each player."""
        return f"PLAYER={self.name.upper()}..."

    def read(self, filled: Filled, text: str) -> dict[int, int]:
        """Read the numbers, each player once."""
        players = self.players(filled)
        found: dict[int, int] = {}
        for word in text.split():
            name, equals, value = word.rpartition("=")
            wrong_if(not equals, "{text}: a player and a number, as in Pete=3", text=clip(word))
            at = int(meant(name, {str(place): each for place, each in players.items()}))
            wrong_if(at in found, "{player} is named twice", player=players[at])
            found[at] = number(value, self.least, self.most(filled, at))
        if self.every and len(found) < len(players):
            raise UsageError("A number for each of {players}, as in Pete=3", players=", ".join(players.values()))
        return {at: found.get(at, self.least) for at in players}
