"""The effects in force: whose each is, who is who as it is judged, and when they matter, worked out once a board.

A *gift* is a word that a skill gives its own unit whatever happens: something allowed, `draw-attacks`, `mark-first`.
A *moment* is a word for when else an effect matters: its trigger, or for one that is always on what it changes (`dice`,
`movement-stat`, `skills`, `allow`, `forbid`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import is_

from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.components import effects as vocabulary
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.conditions import Whom
from hoplo_companion.components.names import slug
from hoplo_companion.components.schemas import SkillRecord, TacticRecord
from hoplo_companion.hexes import union
from hoplo_companion.rules.model import Combat, Unit, is_local, is_scion

RANKS = {"skill": 0, "scion": 0, "prowess": 2, "arena": 3, "events": 4, "tactic": 5, "effect": 5, "banes": 6}
"""The places of kinds of sources in the printed order of modifiers (Rulebook p.33)."""


class Held(Struct, frozen=True):
    """An effect in force: what it is of (`kind`, `id`, `name`), who holds it, and the number beside the skill.

    `place` is its number in its record.
    """

    kind: str
    id: str
    name: str
    holder: str
    number: int
    effect: vocabulary.Effect
    place: int = 0

    @property
    def scene(self) -> Scene:
        """The scene as its holder sees it before anything has happened."""
        return Scene(self.holder, self.number)

    def against(self, target: Unit | None) -> Scene:
        """The scene where it takes the place of an attack on a target, if on any."""
        return replace(self.scene, target=target.id) if target is not None else self.scene

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
    kind: str, id_: str, name: str, holder: str, effects: Iterable[vocabulary.Effect], number: int = 0
) -> list[Held]:
    """The effects of one thing as a holder has them."""
    return [Held(kind, id_, each.name or name, holder, number, each, at) for at, each in enumerate(effects)]


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
    return union(map(arena.hex_typed, names))


DRAWS, SKILLS, ALLOW, FORBID, DICE, DAZE = "draw-attacks", "skills", "allow", "forbid", "dice", "daze"

FIRST = "mark-first:"
"""What stands before the opponent in the gift of `mark-first`."""


def moment_of(verb: vocabulary.AnyVerb) -> str:
    """The word for what a passive verb changes."""
    match verb:
        case vocabulary.AddDice() | vocabulary.RemoveDice() | vocabulary.ReplaceDice():
            return DICE
        case vocabulary.ChangeStat(stat=stat):
            return f"{stat}-stat"
        case vocabulary.Grant() | vocabulary.Suppress() | vocabulary.Fatigue():
            return SKILLS
        case vocabulary.Allow() | vocabulary.DrawAttacks() | vocabulary.MarkFirst():
            return ALLOW
        case vocabulary.Forbid(what=what):
            return FORBID if what != "be-sacrificed" else "other"
        case vocabulary.Daze():
            return DAZE
    return "other"


def gift_of(verb: vocabulary.AnyVerb) -> str:
    """The word for what a verb lets units do; empty for any other verb."""
    match verb:
        case vocabulary.Allow(what=what):
            return what
        case vocabulary.DrawAttacks():
            return DRAWS
        case vocabulary.MarkFirst(opponent=opponent):
            return FIRST + opponent
    return ""


def gifts_of(held: Held) -> list[str]:
    """What an effect lets its own unit do whatever happens, if it is its skill's."""
    effect = held.effect
    if held.kind not in ("skill", "scion") or effect.on != "always" or effect.conditions:
        return []
    return [word for verb in effect.verbs if getattr(verb, "to", "self") == "self" and (word := gift_of(verb))]


def moments_of(found: Iterable[Held]) -> set[str]:
    """When some effects matter, beside what they give."""
    moments: set[str] = set()
    for held in found:
        gifts, is_always = gifts_of(held), held.effect.on == "always"
        words = (moment_of(verb) for verb in held.effect.verbs if gift_of(verb) not in gifts)
        moments |= set(words) if is_always else {held.effect.on}
    return moments


MOST_KEPT = 10_000
"""How many units' skills and tactics are remembered."""

Named = list[tuple[vocabulary.AnyVerb, Whom]]
"""Verbs of an effect, each with whom it names."""


def record_of(catalogue: Catalogue, kind: str, id_: str) -> SkillRecord | TacticRecord | None:
    """The record of a skill or a tactic."""
    return catalogue.skill(id_) if kind == "skills" else catalogue.tactic(id_)


def effects_known(combat: Combat, kind: str, id_: str) -> Sequence[vocabulary.Effect] | None:
    """The effects of a skill or tactic as entered meanwhile, or recorded; None where nobody knows them."""
    entered = combat.entered.get(f"{kind}.{id_}")
    if entered is not None:
        return entered
    record = record_of(combat.catalogue, kind, id_)
    return record.effects if record is not None else ()


Own = tuple[list[Held], set[str], frozenset[str]]
"""The effects that are a unit's own, when they matter, and what they give it whatever happens."""


def _own(found: list[Held]) -> Own:
    return found, moments_of(found), frozenset(word for held in found for word in gifts_of(held))


def _as_held(
    catalogue: Catalogue,
    skills: tuple[tuple[str, int], ...],
    tactics: tuple[str, ...],
    holder: str,
    entered: Mapping[str, Sequence[vocabulary.Effect]] = {},
) -> Own:
    """The effects of skills with their numbers, and of tactics, as a unit has them by what was entered meanwhile."""
    found: list[Held] = []
    for what, id_, number in [*(("skill", *skill) for skill in skills), *(("tactic", chip, 0) for chip in tactics)]:
        if (record := record_of(catalogue, f"{what}s", id_)) is not None:
            effects = entered.get(f"{what}s.{id_}", record.effects or ())
            found += helds(what, id_, record.name, holder, effects, number)
    return _own(found)


_recorded = lru_cache(MOST_KEPT)(_as_held)


def of_unit(combat: Combat, unit: Unit, skills: dict[str, int]) -> Own:
    """The effects of some skills of a unit, of its tactics, and of a scion's card."""
    about = (combat.catalogue, tuple(skills.items()), unit.tactics, unit.id)
    is_entered = combat.entered and not combat.entered.keys().isdisjoint(
        [*(f"skills.{id_}" for id_ in skills), *(f"tactics.{chip}" for chip in unit.tactics)]
    )
    own = _as_held(*about, combat.entered) if is_entered else _recorded(*about)
    if is_scion(combat, unit) and (scion := combat.catalogue.scion(unit.chip)) is not None:
        return _own([*own[0], *helds("scion", unit.chip, scion.name, unit.id, scion.reactions)])
    return own


class Kit:
    """What is in force: when it matters, by trigger and holder, and by verbs what is always on.

    It holds for every board that has the same `facts`, and units of the same kind in the arena, wherever they stand.
    By unit, `about` and the `gifts` of its own skills are filled as they are looked for.
    """

    __slots__ = ("about", "by_trigger", "facts", "found", "gifts", "moments", "units")

    def __init__(self, combat: Combat) -> None:
        self.facts = _facts(combat)
        self.units = combat.units
        self.moments: set[str] = set()
        self.gather(combat, lambda unit: unit.skills)

    def gather(self, combat: Combat, skills: Callable[[Unit], dict[str, int]]) -> None:
        """Gather all effects in force, and when they matter; `skills` are a unit's now."""
        self.about: dict[tuple[str, tuple[type[vocabulary.Verb], ...]], list[tuple[Held, Named]]] = {}
        self.gifts: dict[str, frozenset[str]] = {}
        self.by_trigger: dict[tuple[str, str], list[Held]] = {}
        # What is forbidden for a while is looked up where it is noted, without asking what else is in force.
        moments = {moment_of(each.verb) for each in combat.lasting} - {FORBID}
        self.found: list[Held] = []
        for unit in combat.in_arena():
            found, words, _ = of_unit(combat, unit, skills(unit))
            self.found += found
            moments |= words
        # The effects of the arena and of the cards in force, each with everybody who holds it.
        common = helds("arena", combat.arena.id, combat.arena.name, "", combat.arena.effects)
        for card in combat.cards:
            common += helds(card.kind, card.id, card.name, "", card.effects)
        self.found += [replace(each, holder=holder) for each in common for holder in _holders(combat, each)]
        # What is entered of a skill meanwhile is looked up like everything that varies.
        self.moments |= moments | moments_of(common) | ({SKILLS} if any(combat.entered.values()) else set())

    def on(self, trigger: str, holder: str = "") -> list[Held]:
        """The effects of a trigger, of one holder or of all, put in the order of modifiers (p.33) when first asked."""
        if not self.by_trigger:
            for each in sorted(self.found, key=lambda each: RANKS[each.kind]):
                for whose in {"", each.holder}:
                    self.by_trigger.setdefault((each.effect.on, whose), []).append(each)
        return self.by_trigger.get((trigger, holder), [])

    def holds(self, combat: Combat) -> bool:
        """Say whether the same is in force in a combat."""
        if not all(map(is_, self.facts, _facts(combat))) or len(self.units) != len(combat.units):
            return False
        if not all(map(_has_the_same, self.units.values(), combat.units.values())):
            return False
        self.units = combat.units
        return True


def _holders(combat: Combat, held: Held) -> list[str]:
    """Who holds an arena's or a card's effect: units by id, or nobody ("") where it is the arena's own."""
    at_set_up, default = held.effect.on == "set-up", "hero" if held.kind == "prowess" else ""
    whose, _, chip = (held.effect.holder or default or ("arena" if at_set_up else "unit")).partition(":")
    units = list(combat.in_arena())
    if at_set_up and not units:
        # Nobody is in combat yet, and what the card says for the set-up is done all the same (p.19).
        return [""]
    match whose:
        case "unit":
            return [unit.id for unit in units]
        case "local":
            return [unit.id for unit in units if is_local(combat, unit)]
        case "hero":
            return [unit.id for unit in units if unit.is_your_hero]
        case "holder":
            place = combat.chips.get(slug(chip))
            return [place.holder] if place is not None and place.holder else []
        case "rival" | "player" | "arena-units":
            return [unit.id for unit in units if unit.side == whose.removesuffix("-units")]
    return [""]


def _facts(combat: Combat) -> tuple[object, ...]:
    arena = combat.arena
    # Who holds what cards and arenas do may hang on the chips, and on who is local (`faction.inferred`).
    held_by = (combat.chips, combat.rulings) if arena.effects or combat.cards else ()
    return combat.catalogue, combat.entered, combat.lasting, arena, combat.cards, *held_by


def _has_the_same(one: Unit, other: Unit) -> bool:
    """Say whether a unit has the same effects as before, and is one that the same cards are about."""
    return one is other or (
        one.id == other.id
        and one.skills is other.skills
        and one.tactics is other.tactics
        and bool(one.hex) == bool(other.hex)
        and (one.side, one.faction, one.hero, one.chip) == (other.side, other.faction, other.hero, other.chip)
    )


MOST_KITS = 6
"""How many kits a combat and those that are made from it keep."""


def kit_of(combat: Combat) -> Kit:
    """What is in force, from a combat before this one where it is still the same."""
    kits: list[Kit] = combat.derived.kits
    for kit in kits:
        if kit.holds(combat):
            return kit
    kit = Kit(combat)
    if SKILLS not in kit.moments:
        # Who has which skills may hang on the board where effects give or take them.
        kits.insert(0, kit)
        del kits[MOST_KITS:]
    return kit
