"""What an effect is seen with: whose it is, who is who in what happened, and which hexes it means."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from hoplo_companion.components.effects import Effect
from hoplo_companion.rules.model import Combat, Unit

CHIP, PROWESS, ARENA, EVENT, TACTIC, BANE = 0, 2, 3, 4, 5, 6
"""The places of sources in the printed order of modifiers (Rulebook p.33)."""


class Held(Struct, frozen=True):
    """An effect in force: what it is of (`kind`, `id`, `name`), who holds it, and the number beside the skill.

    `rank` is its place in the order of modifiers (p.33), `place` its number in its record.
    """

    rank: int
    kind: str
    id: str
    name: str
    holder: str
    number: int
    effect: Effect
    place: int = 0

    @property
    def scene(self) -> Scene:
        """The scene as its holder sees it before anything has happened."""
        return Scene(self.holder, self.number)

    @property
    def is_own_skill(self) -> bool:
        """Say whether it is its holder's own skill: whom a tactic or a card puts elsewhere is displaced (p.35)."""
        return self.kind not in ("tactic", "arena", "events", "banes") or self.effect.on in ("ability", "special")

    def is_used_up(self, combat: Combat) -> bool:
        """Say whether it works once, and has done so."""
        return self.effect.once is not None and self.use_key in combat.used

    @property
    def use_key(self) -> str:
        """Name a use of an effect that works once: whose, of what, and once a turn or a combat."""
        which = f" {self.place}" if self.place else ""
        # What a card or an arena says once, it says once for everybody; a skill's is its unit's own.
        whose = "" if self.kind in ("arena", "events", "banes") else f"{self.holder} "
        return f"{whose}{self.id} {self.effect.on}{which}/{self.effect.once}"


def helds(
    rank: int, kind: str, id_: str, name: str, holder: str, effects: Iterable[Effect], number: int = 0
) -> list[Held]:
    """The effects of one thing as a holder has them."""
    return [Held(rank, kind, id_, each.name or name, holder, number, each, at) for at, each in enumerate(effects)]


class Scene(Struct, frozen=True):
    """Who is who while an effect is judged or carried out.

    Shapes: units by id, empty where nobody has that part. `hits` and `rolled` are those of the attack under way, None
    before its dice. `chosen_hex` is where the chosen unit stood. `depth` counts effects that set one another off.
    """

    self: str
    number: int = 0
    attacker: str = ""
    target: str = ""
    dealer: str = ""
    chosen: str = ""
    it: str = ""
    hits: int | None = None
    rolled: int = 0
    chosen_hex: int = 0
    depth: int = 0

    def units_named(self) -> tuple[str, ...]:
        """The units that it is about, by id."""
        return (self.self, self.attacker, self.target, self.dealer, self.chosen, self.it)


def hexes_meant(combat: Combat, word: str, names: list[str], unit: Unit) -> int:
    """A kind of hexes as a set: key hexes, the deployment hexes of the unit's troop, those named."""
    arena = combat.arena
    match word:
        case "key":
            return combat.key_hexes()
        case "deployment":
            return sum(set(arena.rival_deployment if unit.side == "rival" else arena.player_deployment))
        case "chip":
            return sum({place.hex for place in combat.chips.values()})
    return sum({arena.mat.bit.get(name.upper(), 0) for name in names}) & arena.existing
