"""Dice Pools: the dice that a Combatant has left, and how it surrenders them (Spartacus p.14-16)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple, get_args

from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import later, tr

Pool = Literal["attack", "defence", "speed"]
POOL_NAMES = {"attack": later("Attack"), "defence": later("Defence"), "speed": later("Speed")}

Level = Literal["yield", "injury", "decapitation"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""The levels of defeat, by how many pools end empty: one, two, three (p.16, "Defeat")."""

LEVEL_NAMES: dict[str, str] = {
    "yield": later("Yield"),
    "injury": later("Injury"),
    "decapitation": later("Decapitation"),
}

MOST_DICE = 9
"""More dice in a pool than any Combatant can have; 26 are in the box."""


class Pools(NamedTuple):
    """The dice of a Combatant, pool by pool, as on its card: Attack, Defence, Speed."""

    attack: int
    defence: int
    speed: int

    def __str__(self) -> str:
        return "/".join(map(str, self))

    @property
    def dice(self) -> int:
        """Count all dice, which are the Combatant's health."""
        return sum(self)

    def without(self, pool: Pool) -> Pools:
        """Surrender one die, by the Rule of One: no pool is emptied while another has more than one.

        IllegalError where the rule, or an empty pool, forbids it.
        """
        left = self._replace(**{pool: getattr(self, pool) - 1})
        if left not in self.one_less():
            text = later("the last {pool} die stays until every pool has only one die left (The Rule of One)")
            if not getattr(self, pool):
                text = later("there are no {pool} dice left to surrender")
            raise IllegalError(tr(text, pool=tr(POOL_NAMES[pool])))
        return left

    def surrendering(self, wounds: int) -> Iterator[Pools]:
        """Iterate over the pools that a blow can leave, each once; the whole blow is taken, as far as dice last."""
        found = {self}
        for _ in range(min(wounds, self.dice)):
            found = {Pools(*left) for each in found for left in each.one_less()}
        yield from sorted(found, reverse=True)

    def until(self, left: Pools) -> str:
        """The dice that are surrendered to come to others, as they are typed."""
        return " ".join(name for name, had, has in zip(("atk", "def", "spd"), self, left, strict=True)
                        for _ in range(had - has))  # fmt: skip

    def one_less(self) -> Iterator[Pools]:
        """Iterate over what surrendering one die can leave."""
        spare = max(self) > 1
        for at, left in enumerate(self):
            if left > 1 or (left == 1 and not spare):
                yield Pools(*(dice - (place == at) for place, dice in enumerate(self)))


def read_pools(text: str) -> Pools:
    """Read `4/4/4`; UsageError says what is wrong."""
    parts = text.split("/")
    if len(parts) != 3 or not all(part.isdecimal() and part.isascii() for part in parts):
        raise UsageError(
            tr("{text} is not a Combatant's dice: Attack/Defence/Speed, as in 4/4/3", text=repr(text[:40]))
        )
    pools = Pools(*map(int, parts))
    if not all(1 <= dice <= MOST_DICE for dice in pools):
        raise UsageError(tr("each pool has 1 to {most} dice, not {text}", most=MOST_DICE, text=text[:40]))
    return pools
