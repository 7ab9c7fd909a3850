"""The dice of an attack as the player moves them: discarded for others, placed at once, rolled again."""

from __future__ import annotations

from dataclasses import dataclass, field

from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.pantheon.assaults import FIVE
from hoplo_companion.pantheon.die import row


@dataclass
class Hand:
    """Dice of one attack after blanks have left, and what was done with them.

    `waiting` are fives that are rolled again and have not fallen yet; `is_second` is set once they have.
    """

    defence: int
    left: list[int]
    placed: list[int] = field(default_factory=list)
    waiting: int = 0
    is_second: bool = False

    @classmethod
    def of(cls, defence: int, rolled: list[int]) -> Hand:
        """Take dice as rolled: blanks leave, dice that reach the defence are placed at once."""
        hand = cls(defence, sorted((face for face in rolled if face), reverse=True))
        hand.place()
        return hand

    @property
    def dice(self) -> list[int]:
        """Give all dice that count: those placed, and those left."""
        return [*self.placed, *self.left]

    def place(self) -> None:
        """Place the dice that reach the defence: from then on they are neither discarded nor rolled nor lost."""
        self.placed += [value for value in self.left if value >= self.defence]
        self.left = [value for value in self.left if value < self.defence]

    def discard(self, dropped: int, on: int) -> None:
        """Discard a die for +1 on another one."""
        if self.waiting:
            raise IllegalError(tr("The fives are being rolled: enter them first with --second."))
        for value in (dropped, on):
            if value not in self.left:
                raise IllegalError(tr("No die of {value} is left: there are {dice}.", value=value, dice=row(self.left)))
        if dropped == on and self.left.count(on) < 2:
            raise IllegalError(tr("A die cannot be discarded for itself: only one {value} is left.", value=on))
        self.left.remove(dropped)
        self.left[self.left.index(on)] = on + 1
        self.place()
        self.left.sort(reverse=True)

    def roll_again(self, number: int) -> None:
        """Take up fives to roll again, once in an attack."""
        if self.is_second or self.waiting:
            raise IllegalError(tr("The second assault is carried out only once."))
        fives = self.left.count(FIVE)
        if number > fives:
            raise IllegalError(
                tr("{number} fives cannot be rolled again: {fives} of the dice are 5.", number=number, fives=fives)
            )
        for _ in range(number):
            self.left.remove(FIVE)
        self.waiting = number

    def fall(self, faces: list[int]) -> None:
        """Enter the second roll: a blank takes its five with it, any other face is added to it."""
        if len(faces) != self.waiting:
            raise UsageError(
                tr(
                    "{number} dice are rolled again, and {entered} were entered.",
                    number=self.waiting,
                    entered=len(faces),
                )
            )
        self.left = sorted([*self.left, *(FIVE + face for face in faces if face)], reverse=True)
        self.waiting, self.is_second = 0, True
        self.place()

    def do(self, text: str, second: list[int] | None) -> None:
        """Carry out what the player does: `2>4` discards a 2 for a 4, `roll 2` rolls two fives again, which fall."""
        for part in text.split(","):
            dropped, arrow, on = part.strip().partition(">")
            words = part.split()
            if arrow and dropped.strip().isdigit() and on.strip().isdigit():
                self.discard(int(dropped), int(on))
            elif len(words) == 2 and words[0] == "roll" and words[1].isdigit():
                self.roll_again(int(words[1]))
                if second is not None:
                    self.fall(second)
            elif words:
                raise UsageError(
                    tr("{part} is not something to do: `2>4` discards a 2 for a 4, `roll 2` rolls two fives again.",
                       part=clip(part.strip()))
                )  # fmt: skip
