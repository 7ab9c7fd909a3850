"""Words of a line given out to the slots of an action, and what is left over asked for; deeds, which have slots too."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from hoplo_companion.components.names import slug
from hoplo_companion.errors import HoploError, IllegalError, StoppedError, UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.tables.slots import Each, Filled, Pick, Slot, Text, WhichError, always


@dataclass(frozen=True, kw_only=True)
class Whole(Text):
    """Something typed in one line and asked for part by part; `line` makes the line of its parts."""

    parts: tuple[Slot, ...]
    line: Callable[[Mapping[str, Any]], str]


class Deed(NamedTuple):
    """One effect of a card as it was entered: its word, and its values."""

    word: str
    values: Mapping[str, Any]


class Kind(NamedTuple):
    """A kind of effect: what it is called, its slots (the first stands before its word), and what it does."""

    help: str
    slots: tuple[Slot, ...]
    do: Callable[..., None]


@dataclass(frozen=True, kw_only=True)
class Deeds(Slot):
    """What a card does, one effect after the other: `Pete coins +5, Sally influence -1`.

    Shapes: `after` gives the game as it is after an effect, so that the next one is about that.
    """

    kinds: Mapping[str, Kind]
    after: Callable[[Any, Deed], Any]
    example: str = ""

    def spell(self, filled: Filled, value: Any) -> str:
        """The effects, separated by commas."""
        game, said = filled.game, list[str]()
        for deed in value:
            first, *rest = spelled(self.kinds[deed.word].slots, game, deed.values)
            said.append(" ".join([first, deed.word, *rest]))
            game = self.after(game, deed)
        return ", ".join(said)

    def read(self, filled: Filled, text: str) -> tuple[Deed, ...]:
        """Read the effects, separated by commas."""
        found: list[Deed] = []
        game = filled.game
        for part in filter(str.strip, text.split(",")):
            found.append(self._one(Filled(game, {}), part.split()))
            game = self.after(game, found[-1])
        return tuple(found)

    def _one(self, filled: Filled, words: list[str]) -> Deed:
        said = {slug(each): kind for kind, row in self.kinds.items() for each in (kind, tr(row.help))}
        kind = said.get(slug(words[1])) if len(words) > 1 else None
        if kind is None:
            raise UsageError(
                "{text} is not an effect: as in {examples}", text=clip(" ".join(words)), examples=self.example
            )
        return Deed(kind, fill(self.kinds[kind].slots, Filled(filled.game, {}), [words[0], *words[2:]]))


def refuse_missing(slot: Slot, filled: Filled) -> Any:
    """Say which slot was left out, where nobody can be asked; the only choice there is needs no word."""
    question = tr(slot.ask)
    if isinstance(slot, Pick):
        among = slot.among(filled)
        if len(among) == 1 and not slot.many:
            return slot.value(next(iter(among)))
        question = f"{question} {', '.join(map(tr, among.values()))}"
    if isinstance(slot, Each):
        question = tr(slot.ask, player=", ".join(slot.players(filled).values()))
    raise UsageError("{what} is missing: {question}", what=slot.name.upper(), question=question.rstrip(":"))


def spelled(slots: Sequence[Slot], game: Any, values: Mapping[str, Any]) -> Iterator[str]:
    """Iterate over the words that would have been typed for the values of slots."""
    filled = Filled(game, values)
    for each in slots:
        slot, value = each.now(filled), values[each.name]
        if slot.when(filled) and value != slot.default:
            yield f"{slot.lead} {slot.spell(filled, value)}".strip()


def fill(
    slots: Sequence[Slot],
    filled: Filled,
    words: Sequence[str],
    ask: Callable[[Slot, Filled], Any] = refuse_missing,
    *,
    whole: bool = False,
) -> dict[str, Any]:
    """Fill slots from the words of a line; what is needed and was not typed is asked for.

    Words are given out from left to right, as many to a slot as it can read; HoploError where no way of doing so fits.
    A form that is asked for as a `whole` has questions for what may be left out, too.
    """
    if not slots:
        if words:
            raise UsageError("{words}: that is more than belongs here", words=clip(" ".join(words)))
        return dict(filled.values)
    slot, rest = slots[0].now(filled), slots[1:]

    def then(value: Any, left: Sequence[str]) -> dict[str, Any]:
        return fill(rest, Filled(filled.game, {**filled.values, slot.name: value}), left, ask, whole=whole)

    left_out = None if slot.is_needed else slot.default
    if not slot.when(filled) or (whole and not slot.is_needed and slot.quiet(filled)):
        return then(left_out, words)
    if whole:
        return then(ask(slot, filled), words)
    if not slot.lead:
        return _typed(slot, rest, filled, words, ask, then)
    if words and words[0].casefold() in (slot.lead, tr(slot.lead)):
        return _typed(slot, rest, filled, words[1:], ask, then)
    return then(ask(slot, filled) if slot.is_needed else left_out, words)


def _typed(
    slot: Slot,
    rest: Sequence[Slot],
    filled: Filled,
    words: Sequence[str],
    ask: Callable[[Slot, Filled], Any],
    then: Callable[[Any, Sequence[str]], dict[str, Any]],
) -> dict[str, Any]:
    """A slot as many words as it can read, and what follows the others; HoploError where no way of it fits."""
    fault: HoploError | None = None
    for count in (*_counts(slot, rest, words), 0):
        is_known = slot.is_needed and isinstance(fault, _DeepError | WhichError)
        if not count and (is_known or isinstance(fault, IllegalError)):
            break
        try:
            # What was typed belongs to what follows, where this may be left out or is the only choice there is.
            missing = ask if fault is None else refuse_missing
            left = missing(slot, filled) if slot.is_needed and not count else slot.default
            value = slot.read(filled, " ".join(words[:count])) if count else left
        except StoppedError:
            raise
        except HoploError as unread:
            found = unread
        else:
            try:
                return then(value, words[count:])
            except StoppedError:
                raise
            except HoploError as wrong:
                found = _DeepError(wrong)
        if fault is None or _weight(found) > (_weight(fault) if count else DEEP):
            fault = found
    assert fault is not None
    raise fault.fault if isinstance(fault, _DeepError) else fault


class _DeepError(HoploError):
    """What is wrong behind a slot that could be read."""

    def __init__(self, fault: HoploError) -> None:
        self.fault = fault
        super().__init__(str(fault))


DEEP = 1
"""What is wrong behind a slot that could be read says more than that it could not be read otherwise."""


def _weight(fault: HoploError) -> int:
    """How much a fault says: most what a rule forbids."""
    return DEEP * isinstance(fault, _DeepError | WhichError) + 2 * isinstance(
        fault.fault if isinstance(fault, _DeepError) else fault, IllegalError
    )


def _counts(slot: Slot, rest: Sequence[Slot], words: Sequence[str]) -> range:
    """How many words a slot may take, the most first: none that a later slot needs, or that follow its lead."""
    end, kept = len(words), 0
    for each in rest:
        if each.lead:
            at = next((at for at, word in enumerate(words) if word.casefold() in (each.lead, tr(each.lead))), None)
            if at is not None:
                end = at
                break
        elif each.is_needed and each.when is always:
            kept += 1
    most = max(end - kept, min(1, end)) if slot.is_greedy else min(1, end)
    # What nothing follows is all that is left.
    return range(most, 0 if rest else max(0, most - 1), -1)
