"""Whom and what a name means: an id, or any unambiguous beginning of an id or of a chip's name.

Names are matched without regard to case, spaces and punctuation. `my-`, `rival-` and `arena-` before a name keep to the
units of that side, unless a unit's id is exactly that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from hoplo_companion.components.names import meant_by, near_misses, slug
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.sentence import Sentence, said
from hoplo_companion.rules.unit_names import names_of

T = TypeVar("T")

SIDES = {"my": "player", "rival": "rival", "arena": "arena"}
"""The words before a name that keep to the units of one side."""

LEAST_LETTERS = 3
"""As many letters as a chip's name may be cut down to before a unit's id no longer counts as cut short."""

"""How a unit is called of whose name another side has one too."""

_WHOSE = {"player": later("yours"), "rival": later("the rival's"), "arena": later("the arena's")}


class AmbiguousNameError(UsageError):
    """A name that may mean several things; `candidates` are what would tell them apart."""

    def __init__(self, name: str, candidates: list[str], hint: str = "") -> None:
        self.candidates = candidates
        meant = ", ".join(candidates) + (f" ({hint})" if hint else "")
        super().__init__(tr("{name} may mean {candidates}: write more of the name.", name=clip(name), candidates=meant))


def _ambiguous(name: str, units: Collection[Unit]) -> AmbiguousNameError:
    found = [f"{unit.id} ({tr(_WHOSE[unit.side])}, {unit.chip})" for unit in units]
    sides = {unit.side for unit in units}
    words = [f"{word}-{slug(name)}" for word, side in SIDES.items() if side in sides]
    return AmbiguousNameError(name, found, ", ".join(words) if len(sides) > 1 else "")


# Units ----------------------------------------------------------------------------------------------------------


def candidates(combat: Combat, name: str, among: Iterable[Unit]) -> list[Unit]:
    """List whom of some units a name may mean: the one with that id, else all whose id or chip begins like it."""
    units = list(among)
    typed = slug(name)
    if found := _exact(name, units):
        return found
    word, _, rest = typed.partition("-")
    if word in SIDES and rest and not _exact(name, combat.units.values()):
        ours = [unit for unit in units if unit.side == SIDES[word]]
        if found := _exact(rest, ours) or _begun((rest, typed), ours):
            return found
    return _begun((typed,), units)


def _exact(name: str, units: Iterable[Unit]) -> list[Unit]:
    """List the unit of an id to the letter, else those of that id but for case and punctuation."""
    known = list(units)
    typed = slug(name)
    return [unit for unit in known if unit.id == name] or [unit for unit in known if typed and slug(unit.id) == typed]


def _begun(typed: tuple[str, ...], units: Iterable[Unit]) -> list[Unit]:
    words = tuple(word for word in typed if word)
    return [unit for unit in units if slug(unit.id).startswith(words) or slug(unit.chip).startswith(words)]


def named(combat: Combat, name: str, among: Iterable[Unit], beside: Iterable[Unit] = ()) -> Unit | None:
    """Find the unit that a name means among some; None where it means nobody.

    The id of a unit `beside` them, typed whole, means that unit alone and nobody whose name begins like it.
    AmbiguousNameError (a UsageError) lists the units where it may mean several.
    """
    units = list(among)
    ids = {unit.id for unit in units}
    if (exact := _exact(name, beside)) and ids.isdisjoint(unit.id for unit in exact):
        return None
    found = candidates(combat, name, units)
    if len(found) > 1:
        raise _ambiguous(name, found)
    return found[0] if found else None


def named_of_either_side(combat: Combat, name: str, among: Iterable[Unit]) -> Unit | None:
    """Find the unit that a name means where units of both sides may be meant.

    An id that is also the name of a chip of the other side, or the beginning of one, is ambiguous here; an id of one or
    two letters stands for nothing else.
    """
    units = list(among)
    typed = slug(name)
    unit = named(combat, name, units, combat.units.values())
    if unit is not None and slug(unit.id) == typed:
        others = [other for other in units if other.side != unit.side and slug(other.chip).startswith(typed)]
        also = [other for other in others if len(typed) >= LEAST_LETTERS or slug(other.chip) == typed]
        if also:
            raise _ambiguous(name, [unit, *also])
    return unit


def word_for(combat: Combat, unit: Unit, among: Iterable[Unit]) -> str:
    """Give a name that means this unit where units of both sides may be meant: its id, or that with its side."""
    units = list(among)
    try:
        named_of_either_side(combat, unit.id, units)
    except AmbiguousNameError:
        word = next(word for word, side in SIDES.items() if side == unit.side)
        return f"{word}-{unit.id}"
    return unit.id


def any_named(combat: Combat, name: str, among: Iterable[Unit], kind: str = "unit") -> Unit:
    """Find the unit that a name means among some; UnknownNameError says what else is called so, or what is near."""
    units = list(among)
    unit = named(combat, name, units)
    if unit is None:
        from hoplo_companion.components.lookup import not_found  # few names mean nobody

        raise not_found(kind, name, [each.id for each in units], combat.catalogue)
    return unit


def suggestion(name: str, among: Iterable[Unit]) -> Sentence | str:
    """Say whom an unknown name was perhaps to mean, after what is wrong with it; empty where nobody is near."""
    near = near_misses(name, [unit.id for unit in among])
    return said("; did you mean {names}?", names=" / ".join(near)) if near else ""


# Anything else --------------------------------------------------------------------------------------------------


def picked(name: str, among: Mapping[str, T]) -> T | None:
    """Find what a name means among words with what they stand for: the word itself, or an unambiguous beginning.

    AmbiguousNameError lists the words where several things begin like it.
    """
    words = meant_by(name, among)
    if any(among[word] != among[words[0]] for word in words):
        raise AmbiguousNameError(name, words)
    return among[words[0]] if words else None


def called(combat: Combat, unit: Unit) -> str | Sentence:
    """Name a unit as its chip does, and by its side where another has one of that name."""
    return names_of(combat).kept(unit.id)


def all_called(combat: Combat, units: Iterable[Unit]) -> Sentence | str:
    """Name several units, one after the other."""
    found: Sentence | str = ""
    for unit in units:
        name = called(combat, unit)
        found = said("{units} and {unit}", units=found, unit=name) if found else name
    return found
