"""Damage, defeat, and what drops where (Rulebook p.13, 20-21, 27-28, 35-36)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hoplo_companion.rules.agenda import Result, Step, push
from hoplo_companion.rules.events import (
    CombatEnded,
    Damaged,
    Defeated,
    Dropped,
    Event,
    HeroReduced,
    HeroSaved,
    TacticGone,
)
from hoplo_companion.rules.goals import check_end
from hoplo_companion.rules.model import NOWHERE, Combat, Place, Unit, oppose
from hoplo_companion.rules.questions import Question

SURVIVE, LOST = "survive", "lost"


def deal_damage(combat: Combat, target: Unit, damage: int, by: Unit) -> Result:
    """Deal damage to a unit: it loses that many HP, and is defeated with its last (p.24, 35).

    A unit with Blasphemous loses 1 more to an elite opponent (Unit Skills sheet); no damage stays no damage.
    """
    if damage <= 0:
        return combat, []
    if "blasphemous" in target.skills and by.elite and oppose(combat, by, target):
        damage += 1
    left = max(0, target.known("hp") - damage)
    events: list[Event] = [Damaged(rule="engage.damage", unit=target.id, by=by.id, damage=damage, hp=left)]
    if left:
        return combat.with_unit(replace(target, hp=left)), events
    combat, more = defeat(combat, target)
    return combat, events + more


def defeat(combat: Combat, unit: Unit) -> Result:
    """Defeat a unit: your hero by what the player decides, every other one at once (p.27-28)."""
    if unit.hero and unit.side == "player":
        if combat.event == "scion":
            # Blessings are crossed off before the scion combat (p.13, 31).
            return _lose_campaign(combat, unit)
        return push(combat, HeroFalls(unit.id)), []
    combat, events = _leave(combat, unit)
    if unit.tribune:
        combat, more = _punish_for_tribune(combat)
        events += more
    combat, more = check_end(combat, unit)
    return combat, events + more


def _leave(combat: Combat, unit: Unit) -> Result:
    """Take a unit out of the arena; the flag and what it had equipped stay on its hex (p.27-28, 36)."""
    name = combat.arena.mat.name(unit.hex) if unit.hex else ""
    yours = "defeat.hero" if unit.hero else "defeat.your-unit"
    rule = {"rival": "defeat.rival-unit", "arena": "defeat.arena-unit"}.get(unit.side, yours)
    events: list[Event] = [Defeated(rule=rule, unit=unit.id, side=unit.side, hex=name)]
    events += [TacticGone(rule="defeat.tactics", chip=chip, unit=unit.id) for chip in unit.tactics]
    if combat.flag is not None and combat.flag.holder == unit.id:
        combat = replace(combat, flag=Place(hex=unit.hex))
        events.append(Dropped(rule="defeat.flag", chip="flag", hex=name))
    for chip in combat.held_by(unit.id):
        combat = replace(combat, chips={**combat.chips, chip: Place(hex=unit.hex)})
        events.append(Dropped(rule="defeat.equipped", chip=chip, hex=name))
    return combat.without_unit(unit.id), events


def _punish_for_tribune(combat: Combat) -> Result:
    """Reduce the hero to 1 HP, in combat or in camp (p.20, 28)."""
    hero = combat.hero()
    if hero is None:
        return combat, [HeroReduced(rule="defeat.tribune", hero="", hp=1)]
    return combat.with_unit(replace(hero, hp=1)), [HeroReduced(rule="defeat.tribune", hero=hero.id, hp=1)]


def _lose_campaign(combat: Combat, hero: Unit) -> Result:
    combat, events = _leave(combat, hero)
    over = "campaign-lost"
    return replace(combat, over=over), [*events, CombatEnded(rule="defeat.hero", why=over)]


class HeroFalls(Step, frozen=True):
    """The hero would be defeated: a blessing heals it fully, or the campaign is lost (p.13, 27)."""

    hero: str

    def question(self, combat: Combat) -> Question | None:
        """Ask whether a blessing is used."""
        return Question(
            id="defeat.hero", kind="choice", rule="blessing.survive", unit=self.hero, options=(SURVIVE, LOST)
        )

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Heal the hero fully, or end the campaign."""
        hero = combat.units[self.hero]
        if answer == LOST:
            return _lose_campaign(combat, hero)
        health = hero.known("health")
        saved = HeroSaved(rule="blessing.survive", hero=hero.id, hp=health)
        return combat.with_unit(replace(hero, hp=health)), [saved]


def put_on_hex(combat: Combat, chip: str, hex_: int, unit: Unit | None) -> Combat:
    """Lay an arena chip on a hex, equipped by the unit there if one is given."""
    place = Place(holder=unit.id) if unit is not None else Place(hex=hex_ or NOWHERE)
    return replace(combat, chips={**combat.chips, chip: place})
