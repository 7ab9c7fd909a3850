"""Words of a line given out to the slots of an action, and what is left over asked for; and back to words again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from hoplo_companion.errors import HoploError, IllegalError, StoppedError, UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.tables.slots import Each, Filled, Pick, Slot, WhichError, always


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

    if not slot.when(filled):
        return then(None if slot.is_needed else slot.default, words)
    if whole and not slot.is_needed and slot.quiet(filled):
        return slot.left_out(filled, then, words)
    if whole:
        return then(ask(slot, filled), words)
    if slot.lead:
        if not words or words[0].casefold() not in (slot.lead, tr(slot.lead)):
            return then(ask(slot, filled), words) if slot.is_needed else slot.left_out(filled, then, words)
        words = words[1:]
    return _typed(slot, rest, filled, words, ask, then)


BEHIND, FORBIDDEN = 1, 2
"""What a fault says beside that a word cannot be read: it lies behind a slot that could be read; a rule forbids it."""


def _typed(
    slot: Slot,
    rest: Sequence[Slot],
    filled: Filled,
    words: Sequence[str],
    ask: Callable[[Slot, Filled], Any],
    then: Callable[[Any, Sequence[str]], dict[str, Any]],
) -> dict[str, Any]:
    """A slot as many words as it can read, and what follows the others; the fault that says most where none fits."""
    fault: HoploError | None = None
    weight = 0
    for count in (*_counts(slot, rest, words), 0):
        if not count and (weight == FORBIDDEN or (slot.is_needed and weight & BEHIND)):
            break
        says = 0
        try:
            if not count and not slot.is_needed:
                says = BEHIND
                return slot.left_out(filled, then, words)
            # What was typed belongs to what follows, where this is the only choice there is.
            missing = ask if fault is None else refuse_missing
            value = slot.read(filled, " ".join(words[:count])) if count else missing(slot, filled)
            says = BEHIND
            return then(value, words[count:])
        except StoppedError:
            raise
        except HoploError as found:
            says |= BEHIND * isinstance(found, WhichError) | FORBIDDEN * isinstance(found, IllegalError)
            if fault is None or says > (weight if count else BEHIND):
                fault, weight = found, says
    assert fault is not None
    raise fault


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
