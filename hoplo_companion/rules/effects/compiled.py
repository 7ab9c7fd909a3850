"""When the effects of a record matter, worked out once, so that a position without them pays nothing for them.

A *gift* is a word that a skill gives its own unit whatever happens: something allowed, `draw-attacks`, `mark-first`.
A *moment* is a word for when else an effect matters: its trigger, or for one that is always on what it changes (`dice`,
`movement-stat`, `skills`, `allow`, `forbid`).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.effects import (
    AddDice,
    Allow,
    AnyVerb,
    ChangeStat,
    Daze,
    DrawAttacks,
    Effect,
    Fatigue,
    Forbid,
    Grant,
    MarkFirst,
    RemoveDice,
    ReplaceDice,
    Suppress,
)
from hoplo_companion.components.names import part_number, slug
from hoplo_companion.components.schemas import SkillRecord, TacticRecord
from hoplo_companion.rules.model import NO_WORDS, Combat

Words = tuple[frozenset[str], frozenset[str]]

NOTHING: Words = (NO_WORDS, NO_WORDS)

DRAWS, SKILLS, ALLOW, FORBID, DICE, DAZE = "draw-attacks", "skills", "allow", "forbid", "dice", "daze"

FIRST = "mark-first:"
"""What stands before the opponent in the gift of `mark-first`."""


def moment_of(verb: AnyVerb) -> str:
    """Give the word for what a passive verb changes."""
    match verb:
        case AddDice() | RemoveDice() | ReplaceDice():
            return DICE
        case ChangeStat(stat=stat):
            return f"{stat}-stat"
        case Grant() | Suppress() | Fatigue():
            return SKILLS
        case Allow() | DrawAttacks() | MarkFirst():
            return ALLOW
        case Forbid(what=what):
            return FORBID if what != "be-sacrificed" else "other"
        case Daze():
            return DAZE
    return "other"


def gift_of(verb: AnyVerb) -> str:
    """Give the word for what a verb lets units do; empty for any other verb."""
    match verb:
        case Allow(what=what):
            return what
        case DrawAttacks():
            return DRAWS
        case MarkFirst(opponent=opponent):
            return FIRST + opponent
    return ""


def words_of(effects: Iterable[Effect], *, own: bool) -> Words:
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


class Compiled:
    """The words of all skills and tactics of one catalogue, remembered."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._skills: dict[tuple[str, ...], Words] = {}
        self._tactics: dict[str, frozenset[str]] = {}

    def of_skills(self, skills: dict[str, int]) -> Words:
        """Give the words of a unit's skills taken together."""
        if not skills:
            return NOTHING
        key = tuple(skills)
        found = self._skills.get(key)
        if found is None:
            if len(self._skills) > 10_000:
                self._skills.clear()
            records = [self.catalogue.skill(id_) for id_ in key]
            effects = [effect for record in records if record is not None for effect in record.effects or ()]
            found = self._skills[key] = words_of(effects, own=True)
        return found

    def of_tactic(self, chip: str) -> frozenset[str]:
        """Give the moments of a tactic's effects."""
        found = self._tactics.get(chip)
        if found is None:
            record = self.catalogue.tactic(chip)
            effects = (record.effects or ()) if record is not None else ()
            found = self._tactics[chip] = words_of(effects, own=False)[1]
        return found


@lru_cache(maxsize=8)
def compiled(catalogue: Catalogue) -> Compiled:
    """Give the words of a catalogue's records."""
    return Compiled(catalogue)


def gather_moments(combat: Combat) -> frozenset[str]:
    """Gather the moments of everything in force: skills of units in combat, tactics, the arena, cards, what lasts."""
    found = {unit.moments for unit in combat.units.values() if unit.hex and unit.moments}
    chips = {chip for unit in combat.units.values() for chip in unit.tactics if unit.hex and unit.tactics}
    if chips:
        known = compiled(combat.catalogue)
        found.update(known.of_tactic(chip) for chip in chips)
    if combat.arena.moments:
        found.add(combat.arena.moments)
    found.update(card.moments for card in combat.cards)
    # What is forbidden for a while is looked up where it is noted, without asking what else is in force.
    lasting = (moment_of(each.verb) for each in combat.lasting)
    found.update(frozenset((word,)) for word in lasting if word != FORBID)
    for effects in combat.told.values():
        # What is told of a skill meanwhile is no gift of its unit: it is looked up like everything that varies.
        found.add(words_of(effects, own=False)[1] | {SKILLS})
    if not found:
        return NO_WORDS
    moments = next(iter(found)) if len(found) == 1 else frozenset().union(*found)
    return moments | _moments_given(combat) if SKILLS in moments else moments


def _moments_given(combat: Combat) -> frozenset[str]:
    """Gather the moments of the skills that effects in force give to units, and of those that these give in turn."""
    catalogue = combat.catalogue
    effects = [*combat.arena.effects, *(effect for card in combat.cards for effect in card.effects)]
    effects += [effect for told in combat.told.values() for effect in told]
    here = [unit for unit in combat.units.values() if unit.hex]
    records: list[SkillRecord | TacticRecord | None] = [catalogue.skill(id_) for unit in here for id_ in unit.skills]
    records += [catalogue.tactic(chip) for unit in here for chip in unit.tactics]
    effects += [effect for record in records if record is not None for effect in record.effects or ()]
    verbs = [*(each.verb for each in combat.lasting), *(verb for effect in effects for verb in effect.verbs)]
    moments: frozenset[str] = NO_WORDS
    given: set[str] = set()
    while names := {slug(part_number(verb.skill)[0]) for verb in verbs if isinstance(verb, Grant)} - given:
        given |= names
        skills = [record for id_ in names if (record := catalogue.skill(id_)) is not None]
        effects = [effect for record in skills for effect in record.effects or ()]
        moments |= words_of(effects, own=False)[1]
        verbs = [verb for effect in effects for verb in effect.verbs]
    return moments
