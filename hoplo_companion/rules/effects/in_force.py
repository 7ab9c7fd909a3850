"""When the effects of a record matter, worked out once, so that a position without them pays nothing for them.

A *gift* is a word that a skill gives its own unit whatever happens: something allowed, `draw-attacks`, `mark-first`.
A *moment* is a word for when else an effect matters: its trigger, or for one that is always on what it changes (`dice`,
`movement-stat`, `skills`, `allow`, `forbid`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import chain
from operator import is_

from msgspec.structs import replace

from hoplo_companion.components import effects as vocabulary
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.conditions import Whom
from hoplo_companion.components.names import part_number, slug
from hoplo_companion.components.schemas import SkillRecord, TacticRecord
from hoplo_companion.rules.effects.scene import ARENA, BANE, CHIP, EVENT, PROWESS, TACTIC, Held, helds
from hoplo_companion.rules.model import NO_WORDS, Card, Combat, Unit, is_local, is_scion

Words = tuple[frozenset[str], frozenset[str]]

NOTHING: Words = (NO_WORDS, NO_WORDS)

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


def words_of(effects: Iterable[vocabulary.Effect], *, own: bool) -> Words:
    """Work out the gifts and the moments of some effects; only a unit's `own` skills give it gifts."""
    gifts: set[str] = set()
    moments: set[str] = set()
    for effect in effects:
        if effect.on != "always":
            moments.add(effect.on)
            continue
        for verb in effect.verbs:
            gift = gift_of(verb) if own and not effect.conditions and getattr(verb, "to", "self") == "self" else ""
            if gift:
                gifts.add(gift)
            else:
                moments.add(moment_of(verb))
    return frozenset(gifts), frozenset(moments)


def card_of(kind: str, id_: str, name: str, effects: Iterable[vocabulary.Effect]) -> Card:
    """A card in force with its effects, and when they matter."""
    found = tuple(effects)
    return Card(kind, id_, name, found, words_of(found, own=False)[1])


MOST_KEPT = 10_000
"""How many units' skills are remembered."""

Named = list[tuple[vocabulary.AnyVerb, Whom]]
"""Verbs of an effect, each with whom it names."""


def record_of(catalogue: Catalogue, kind: str, id_: str) -> SkillRecord | TacticRecord | None:
    """The record of a skill or a tactic."""
    return catalogue.skill(id_) if kind == "skills" else catalogue.tactic(id_)


def held_of(
    catalogue: Catalogue, kind: str, id_: str, number: int, holder: str, effects: Sequence[vocabulary.Effect]
) -> list[Held]:
    """The effects of a skill or a tactic, recorded or entered meanwhile, as a holder has them."""
    record = record_of(catalogue, kind, id_)
    if record is None:
        return []
    rank, what = (CHIP, "skill") if kind == "skills" else (TACTIC, "tactic")
    return helds(rank, what, id_, record.name, holder, effects, number)


def granted(verbs: Iterable[vocabulary.AnyVerb]) -> frozenset[str]:
    """The skills that some verbs give to units."""
    return frozenset(slug(part_number(verb.skill)[0]) for verb in verbs if isinstance(verb, vocabulary.Grant))


def _effects(catalogue: Catalogue, kind: str, id_: str) -> Sequence[vocabulary.Effect]:
    record = record_of(catalogue, kind, id_)
    return record.effects or () if record is not None else ()


@lru_cache(MOST_KEPT)
def words_of_skills(catalogue: Catalogue, skills: tuple[str, ...]) -> Words:
    """The words of a unit's skills taken together."""
    return words_of([effect for id_ in skills for effect in _effects(catalogue, "skills", id_)], own=True)


@lru_cache(MOST_KEPT)
def given_by(catalogue: Catalogue, kind: str, id_: str) -> Words:
    """The skills that a skill or a tactic gives to units, and the moments of its own effects."""
    effects = _effects(catalogue, kind, id_)
    return granted(verb for effect in effects for verb in effect.verbs), words_of(effects, own=False)[1]


@lru_cache(MOST_KEPT)
def held_by_record(catalogue: Catalogue, kind: str, id_: str, number: int, holder: str) -> list[Held]:
    """The effects of a skill or a tactic as its holder has them."""
    return held_of(catalogue, kind, id_, number, holder, _effects(catalogue, kind, id_))


def gather_moments(combat: Combat) -> frozenset[str]:
    """Gather the moments of everything in force: skills of units in combat, tactics, the arena, cards, what lasts."""
    found = {unit.moments for unit in combat.units.values() if unit.hex and unit.moments}
    chips = {chip for unit in combat.units.values() for chip in unit.tactics if unit.hex and unit.tactics}
    if chips:
        found.update(given_by(combat.catalogue, "tactics", chip)[1] for chip in chips)
    if combat.arena.moments:
        found.add(combat.arena.moments)
    found.update(card.moments for card in combat.cards)
    # What is forbidden for a while is looked up where it is noted, without asking what else is in force.
    found.update(frozenset((word,)) for word in {moment_of(each.verb) for each in combat.lasting} - {FORBID})
    for effects in filter(None, combat.entered.values()):
        # What is entered of a skill meanwhile is not given by its unit: it is looked up like everything that varies.
        found.add(words_of(effects, own=False)[1] | {SKILLS})
    if not found:
        return NO_WORDS
    moments = next(iter(found)) if len(found) == 1 else frozenset().union(*found)
    return moments | _moments_given(combat) if SKILLS in moments else moments


def _moments_given(combat: Combat) -> frozenset[str]:
    """Gather the moments of the skills that effects in force give to units, and of those that these give in turn."""
    catalogue = combat.catalogue
    sources = (combat.arena.effects, *(card.effects for card in combat.cards), *combat.entered.values())
    verbs = [verb for effects in sources for effect in effects for verb in effect.verbs]
    names = set(granted([*verbs, *(each.verb for each in combat.lasting)]))
    for unit in combat.in_arena():
        for skill in unit.skills:
            names |= given_by(catalogue, "skills", skill)[0]
        for chip in unit.tactics:
            names |= given_by(catalogue, "tactics", chip)[0]
    moments: frozenset[str] = NO_WORDS
    given: set[str] = set()
    while names := names - given:
        given |= names
        found = [given_by(catalogue, "skills", id_) for id_ in names]
        moments = moments.union(*(words for _, words in found))
        names = {name for more, _ in found for name in more}
    return moments


RANKS = {"events": EVENT, "banes": BANE, "prowess": PROWESS}


def gather(combat: Combat, skills: Callable[[Unit], dict[str, int]]) -> dict[tuple[str, str], list[Held]]:
    """All effects in force by trigger and holder, those of all holders under none (""); `skills` are a unit's now."""
    catalogue, arena = combat.catalogue, combat.arena
    found: list[Held] = []

    def held(kind: str, id_: str, number: int, holder: str) -> list[Held]:
        entered = combat.entered.get(f"{kind}.{id_}") if combat.entered else None
        if entered is not None:
            return held_of(catalogue, kind, id_, number, holder, entered)
        return held_by_record(catalogue, kind, id_, number, holder)

    units = list(combat.in_arena())
    for unit in units:
        for skill, number in skills(unit).items():
            found += held("skills", skill, number, unit.id)
        if is_scion(combat, unit) and (scion := catalogue.scion(unit.chip)) is not None:
            found += helds(CHIP, "scion", unit.chip, scion.name, unit.id, scion.reactions)
    # The effects of the arena and of the cards in force, each with everybody who holds it.
    of_arena = helds(ARENA, "arena", arena.id, arena.name, "", arena.effects)
    for each in chain(of_arena, *(helds(RANKS[c.kind], c.kind, c.id, c.name, "", c.effects) for c in combat.cards)):
        holders = _holders(combat, each.effect, "hero" if each.kind == "prowess" else "")
        found += [replace(each, holder=holder) for holder in holders]
    for unit in units:
        for chip in unit.tactics:
            found += held("tactics", chip, 0, unit.id)
    by_trigger: dict[tuple[str, str], list[Held]] = {}
    for each in sorted(found, key=lambda each: each.rank):
        for holder in {"", each.holder}:
            by_trigger.setdefault((each.effect.on, holder), []).append(each)
    return by_trigger


def _holders(combat: Combat, effect: vocabulary.Effect, default: str = "") -> list[str]:
    """Who holds an arena's or a card's effect: units by id, or nobody ("") where it is the arena's own."""
    at_set_up = effect.on == "set-up"
    whose, _, chip = (effect.holder or default or ("arena" if at_set_up else "unit")).partition(":")
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


class Kit:
    """What is in force: when it matters, by trigger and holder, and by verbs what is always on.

    It holds for every board that has the same `facts`, and units of the same kind in the arena, wherever they stand.
    `by_trigger` and, by unit, `about` are filled as they are looked for.
    """

    __slots__ = ("about", "by_trigger", "facts", "moments", "units")

    def __init__(self, combat: Combat) -> None:
        self.facts = _facts(combat)
        self.units = combat.units
        self.moments = gather_moments(combat)
        self.by_trigger: dict[tuple[str, str], list[Held]] | None = None
        self.about: dict[tuple[str, tuple[type[vocabulary.Verb], ...]], list[tuple[Held, Named]]] = {}

    def holds(self, combat: Combat) -> bool:
        """Say whether the same is in force in a combat."""
        if not all(map(is_, self.facts, _facts(combat))) or len(self.units) != len(combat.units):
            return False
        if not all(map(_has_the_same, self.units.values(), combat.units.values())):
            return False
        self.units = combat.units
        return True


def _facts(combat: Combat) -> tuple[object, ...]:
    arena = combat.arena
    # Who holds what cards and arenas do may hang on the chips.
    chips = combat.chips if arena.effects or combat.cards else None
    return combat.catalogue, combat.entered, combat.lasting, arena, combat.cards, chips, combat.rulings


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
