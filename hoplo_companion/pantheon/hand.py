"""The dice of an attack as the player moves them: discarded for others, placed at once, rolled again."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.pantheon.assaults import FIVE, Play, most_sure
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
    def of(cls, defence: int, rolled: Sequence[int]) -> Hand:
        """Take dice as rolled: blanks leave, dice that reach the defence are placed at once."""
        hand = cls(defence, [face for face in rolled if face])
        hand.place()
        return hand

    @property
    def dice(self) -> list[int]:
        """All dice that count: those placed, and those left."""
        return [*self.placed, *self.left]

    @property
    def wounds(self) -> int:
        """The wounds that the dice are good for if none is rolled again, discarded as is best."""
        return len(self.placed) + most_sure(self.left, self.defence)

    def place(self) -> None:
        """Place the dice that reach the defence: from then on they are neither discarded nor rolled nor lost."""
        dice = sorted(self.left, reverse=True)
        self.placed += [value for value in dice if value >= self.defence]
        self.left = [value for value in dice if value < self.defence]

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

    def fall(self, faces: Sequence[int]) -> None:
        """Enter the second roll: a blank takes its five with it, any other face is added to it."""
        if len(faces) != self.waiting:
            text = tr("{number} dice are rolled again; you entered {entered}.",
                      number=self.waiting, entered=len(faces))  # fmt: skip
            raise UsageError(text)
        self.left += [FIVE + face for face in faces if face]
        self.waiting, self.is_second = 0, True
        self.place()

    def follow(self, play: Play) -> None:
        """Do what a play does before the second roll."""
        dropped = list(play.discarded)
        for value in play.raised:
            for raised in range(value, FIVE):
                self.discard(dropped.pop(), raised)
        self.roll_again(len(play.rolled))

    def do(self, text: str, second: Sequence[int] | None) -> None:
        """Carry out what the player does: `2>4` discards a 2 for a 4, `roll 2` rolls two fives again, which fall."""
        for part in filter(None, map(str.strip, text.split(","))):
            if discard := re.fullmatch(r"(\d{1,2}) *> *(\d{1,2})", part):
                self.discard(int(discard[1]), int(discard[2]))
            elif roll := re.fullmatch(r"roll +(\d{1,2})", part):
                self.roll_again(int(roll[1]))
                if second is not None:
                    self.fall(second)
            else:
                text = tr("{part} is not a step: `2>4` discards a 2 for a 4, `roll 2` rolls two fives again.",
                          part=clip(part))  # fmt: skip
                raise UsageError(text)
