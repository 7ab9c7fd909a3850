"""An attack played by brute force: every order of discarding, every choice of fives; written from the rules."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

FACES = (0, 1, 2, 3, 4, 5)
Dist = tuple[Fraction, ...]


def _rank(dist: Dist, least: int | None) -> tuple[object, ...]:
    hopes = sum((n * p for n, p in enumerate(dist)), Fraction(0))
    order = tuple(-p for p in dist)
    return (hopes, order) if least is None else (sum(dist[least:], Fraction(0)), hopes, order)


@cache
def _rolls(faces: tuple[int, ...], number: int) -> Counter[tuple[int, ...]]:
    """Count in how many ways dice may show the same faces."""
    return Counter(tuple(sorted(rolled)) for rolled in product(faces, repeat=number))


@cache
def best(
    dice: tuple[int, ...], placed: int, defence: int, second: bool, size: int, least: int | None, faces: tuple[int, ...]
) -> Dist:
    """Give the distribution of wounds of the best play, from dice that have no blanks among them."""
    placed += sum(value >= defence for value in dice)
    dice = tuple(sorted(value for value in dice if value < defence))
    stop = tuple(Fraction(int(n == placed)) for n in range(size + 1))
    found = [stop]
    for at, _ in enumerate(dice):
        rest = dice[:at] + dice[at + 1 :]
        for on, value in enumerate(rest):
            raised = (*rest[:on], value + 1, *rest[on + 1 :])
            found.append(best(raised, placed, defence, second, size, least, faces))
    if not second:
        fives = dice.count(5)
        others = tuple(value for value in dice if value != 5)
        for number in range(1, fives + 1):
            total = [Fraction(0)] * (size + 1)
            for fallen, often in _rolls(faces, number).items():
                after = others + (5,) * (fives - number) + tuple(5 + face for face in fallen if face)
                for n, p in enumerate(best(tuple(sorted(after)), placed, defence, True, size, least, faces)):
                    total[n] += p * Fraction(often, len(faces) ** number)
            found.append(tuple(total))
    return max(found, key=lambda dist: _rank(dist, least))


def odds(offence: int, defence: int, least: int | None = None, faces: tuple[int, ...] = FACES) -> list[Fraction]:
    """Give the chance of every number of wounds with so many dice."""
    total = [Fraction(0)] * (offence + 1)
    for rolled, often in _rolls(faces, offence).items():
        dice = tuple(face for face in rolled if face)
        for n, p in enumerate(best(dice, 0, defence, False, offence, least, faces)):
            total[n] += p * Fraction(often, len(faces) ** offence)
    return total
