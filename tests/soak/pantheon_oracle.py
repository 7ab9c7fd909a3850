"""An attack played by brute force: every order of discarding, every choice of fives; written from the rules."""

from fractions import Fraction
from functools import cache
from itertools import product

FACES = (0, 1, 2, 3, 4, 5)
Ways = tuple[int, ...]
"""Of all equally likely rolls of as many dice as the attack has, how many end with 0, 1, 2 … wounds."""


@cache
def best(
    dice: tuple[int, ...], placed: int, defence: int, second: bool, size: int, least: int | None, faces: tuple[int, ...]
) -> Ways:
    """Count the wounds of the best play, from dice that have no blanks among them."""
    placed += sum(value >= defence for value in dice)
    dice = tuple(sorted(value for value in dice if value < defence))
    stop = tuple((n == placed) * len(faces) ** size for n in range(size + 1))
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
            total = [0] * (size + 1)
            for fallen in product(faces, repeat=number):
                after = others + (5,) * (fives - number) + tuple(5 + face for face in fallen if face)
                for n, each in enumerate(best(tuple(sorted(after)), placed, defence, True, size, least, faces)):
                    total[n] += each // len(faces) ** number
            found.append(tuple(total))

    def rank(ways: Ways) -> tuple[int, int, tuple[int, ...]]:
        hopes = sum(n * each for n, each in enumerate(ways))
        return 0 if least is None else sum(ways[least:]), hopes, tuple(-each for each in ways)

    return max(found, key=rank)


def odds(offence: int, defence: int, least: int | None = None, faces: tuple[int, ...] = FACES) -> list[Fraction]:
    total = [0] * (offence + 1)
    for rolled in product(faces, repeat=offence):
        dice = tuple(sorted(face for face in rolled if face))
        for n, each in enumerate(best(dice, 0, defence, False, offence, least, faces)):
            total[n] += each
    return [Fraction(each, len(faces) ** (2 * offence)) for each in total]
