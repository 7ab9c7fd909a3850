"""Defeat, what it ends, and what you resolve by hand, which may defeat as well (Rulebook p.13, 18, 20, 27-28, 31)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from hoplo_companion.components.effects import Manual
from hoplo_companion.components.words import read_dice
from hoplo_companion.errors import IllegalError, clip
from hoplo_companion.language import tr
from hoplo_companion.rules import goals
from hoplo_companion.rules.agenda import (
    Asks,
    Instead,
    Result,
    Running,
    Step,
    Then,
    change_first,
    change_listening,
    push,
)
from hoplo_companion.rules.dialogue import NO, NOTHING, YES, Event, Question, choice, event_of
from hoplo_companion.rules.effects.in_force import Scene, effects_known
from hoplo_companion.rules.effects.judge import any_effect_on
from hoplo_companion.rules.effects.use import active, in_order
from hoplo_companion.rules.model import Combat, Unit, is_scion
from hoplo_companion.rules.modifiers import health
from hoplo_companion.rules.restraints import forget_dazes, note_daze

if TYPE_CHECKING:
    from hoplo_companion.rules.by_hand import Setting

SURVIVE, LOST = "survive", "lost"


class Fallen(Step, frozen=True):
    """Units that have lost their last HP at once: each is defeated, with what that sets off, in an order you choose.

    `gone` are those that have left. Only when all have does it count whether the combat has ended, so that no order
    spares a tribune or your hero.
    """

    units: tuple[str, ...]
    dealer: str
    depth: int
    gone: tuple[Unit, ...] = ()
    announced: bool = False

    def left(self, combat: Combat) -> list[Unit]:
        """Those that have still to be defeated."""
        return [unit for unit in combat.still_there(self.units) if unit.hex and unit.hp == 0]

    def run(self, combat: Combat) -> Running:
        """Defeat the next, which is asked for where a defeat sets something off: the tribune's for a hero beside it."""
        left = self.left(combat)
        if not left:
            return _check_ends(combat, self.gone)
        ids = tuple(unit.id for unit in left)
        sets_off = ids[1:] and (
            (any(unit.tribune for unit in left) and any(unit.is_your_hero for unit in left))
            or any(active(combat, "defeated", id_) for id_ in ids)
            or (self.dealer and active(combat, "defeats", self.dealer))
        )
        chosen = yield choice("defeat.next", "combat.damage-several", ids, self.dealer) if sets_off else None
        unit = combat.units[chosen or ids[0]]
        events: list[Event] = []
        if len(left) > 1 and not self.announced:
            events.append(event_of("fell-together", units=[*ids], rulings=["damage.several"]))
        rest = replace(self, units=tuple(id_ for id_ in ids if id_ != unit.id), announced=True)
        combat, more = defeat(push(combat, rest), unit, combat.units.get(self.dealer), self.depth)
        return combat, events + more


def _check_ends(combat: Combat, gone: tuple[Unit, ...]) -> Result:
    """Check what defeats end, once all have left that fell together: a goal met precedes a troop gone (p.28)."""

    def waits(step: Step) -> Step | None:
        return replace(step, gone=(*step.gone, *gone)) if isinstance(step, Fallen) else None

    if (waiting := change_first(combat, waits)) is not combat:
        return waiting, []
    events: list[Event] = []
    sides: set[str] = set()
    for unit in sorted(gone, key=lambda unit: unit.side == "player"):
        if not combat.over and (unit.side not in sides or is_scion(combat, unit)):
            combat, more = _check_end(combat, unit)
            events += more
            sides.add(unit.side)
    return combat, events


def defeat(combat: Combat, unit: Unit, by: Unit | None = None, depth: int = 0) -> Result:
    """Defeat a unit: your hero by what the player decides, every other one at once (p.27-28)."""
    if unit.is_your_hero:
        if combat.event == "scion":
            # Blessings are crossed off before the scion combat (p.13, 31).
            return _lose_campaign(combat, unit)
        return push(combat, Asks(hero_falls, (unit.id,))), []
    if any_effect_on(combat, "defeated") or any_effect_on(combat, "defeats"):
        dealer = by.id if by is not None else ""
        scene = Scene(unit.id, dealer=dealer, attacker=dealer, target=unit.id, depth=depth + 1)
        last = active(combat, "defeated", unit.id, scene)
        after = active(combat, "defeats", dealer, replace(scene, self=dealer)) if dealer else []
        if last or after:
            # What its defeat sets off is seen from where it stands, so it leaves after that.
            combat = combat.with_unit(replace(unit, hp=0)) if last else combat
            return push(combat, *in_order(last), Then(leave_afterwards, (unit.id,)), *in_order(after)), []
    return leave(combat, unit)


def leave(combat: Combat, unit: Unit) -> Result:
    """Take a defeated unit out of the arena, and see what that ends."""
    combat, events = _leave(combat, unit)
    if unit.tribune:
        combat, more = goals.punish_for_tribune(combat)
        events += more
    combat, more = _check_ends(combat, (unit,))
    return combat, events + more


def leave_afterwards(combat: Combat, id_: str) -> Result:
    """Take a defeated unit out of the arena after what its defeat has set off, if it is still there."""
    unit = combat.units.get(id_)
    return leave(combat, unit) if unit is not None and unit.hex else (combat, [])


def _leave(combat: Combat, unit: Unit) -> Result:
    """Take a unit out of the arena; the flag and what it had equipped stay on its hex (p.27-28, 36)."""
    name = combat.hex_of(unit)
    yours = "defeat.hero" if unit.hero else "defeat.your-unit"
    rule = {"rival": "defeat.rival-unit", "arena": "defeat.arena-unit"}.get(unit.side, yours)
    events: list[Event] = [event_of("defeated", rule=rule, unit=unit.id, side=unit.side, hex=name)]
    events += [event_of("tactic-gone", rule="defeat.tactics", chip=chip, unit=unit.id) for chip in unit.tactics]
    combat, dropped = goals.drop(combat, unit)
    return combat.without_unit(unit.id), [*events, *dropped]


def _lose_campaign(combat: Combat, hero: Unit) -> Result:
    combat, events = _leave(combat, hero)
    for other in (unit for step in combat.agenda if isinstance(step, Fallen) for unit in step.left(combat)):
        combat, more = _leave(combat, other)
        events += more
    over = "campaign-lost"
    return replace(combat, over=over), [*events, event_of("combat-ended", rule="defeat.hero", why=over)]


def hero_falls(combat: Combat, id_: str) -> Running:
    """The hero would be defeated: a blessing that is left has to heal it, or the campaign is lost (p.13, 27)."""
    hero, blessings = combat.units[id_], combat.yours.blessings
    options = (SURVIVE, LOST) if blessings is None else ()
    if (yield choice("defeat.hero", "blessing.survive", options, id_)) == LOST or blessings == 0:
        return _lose_campaign(combat, hero)
    combat, events = save_hero(combat, hero)
    return change_first(combat, lambda step: step.with_saved(hero.id)), events


def save_hero(combat: Combat, hero: Unit) -> Result:
    """Cross off a blessing and heal the hero fully (p.13)."""
    full = health(combat, hero)
    combat, left = combat.without_blessing()
    return combat.with_unit(replace(hero, hp=full)), [event_of("hero-saved", hero=hero.id, hp=full, left=left)]


def _check_end(combat: Combat, gone: Unit) -> Result:
    """Check whether a defeat ends the combat; a scion's, unless its card asks for more of them (p.18, 28, 31)."""
    if gone.side == "player":
        return combat if any(combat.in_arena("player")) else push(combat, Asks(goals.troop_gone)), []
    if not is_scion(combat, gone):
        is_won = gone.side == "rival" and goals.rival_is_beaten(combat)
        return goals.win(combat, goals.goal_of_defeats(combat)) if is_won else (combat, [])
    record = combat.catalogue.scion(gone.chip)
    assert record is not None
    combat = replace(combat, scion_defeats=combat.scion_defeats + 1)
    beaten = event_of("scion-defeated", unit=gone.id, times=combat.scion_defeats, of=record.defeats)
    if combat.scion_defeats < record.defeats:
        return push(combat, Then(_stand_again, (gone,))), [beaten]
    if record.goal:
        return push(combat, Asks(ask_goal, (gone.chip, record.goal))), [beaten]
    combat, events = goals.win(combat, "scion.goal")
    return combat, [beaten, *events]


def ask_goal(combat: Combat, scion: str, text: str) -> Running:
    """End the combat where a goal that the scion's card has of its own is reached, as the player says (p.18, 31)."""
    is_reached = yield choice("scion.goal", "scion.goal", (YES, NO), about=scion, text=text)
    return (combat, []) if is_reached == NO else goals.win(combat, "scion.defeated")


def _stand_again(combat: Combat, scion: Unit) -> Result:
    """Put a scion that has to be defeated more often where it stood, or first into the lineup (`scion.again`)."""
    if "scion.again" in combat.rulings.otherwise:
        again = event_of("scion-stands-again", unit=scion.id, hex="", hp=0, rulings=["scion.again"])
        return combat.with_next(scion), [again]
    scion = replace(scion, dazed=False, tactics=())
    return push(combat.with_unit(scion), Then(_full_again, (scion.id,))), []


def _full_again(combat: Combat, id_: str) -> Result:
    """The scion has full Health again; what its card says beyond that is resolved by hand (`scion.again`)."""
    scion = combat.units[id_]
    full = health(combat, scion)
    combat = combat.with_unit(replace(scion, hp=full))
    name = combat.arena.mat.name(scion.hex)
    again = event_of("scion-stands-again", unit=scion.id, hex=name, hp=full, rulings=["scion.again"])
    return push(combat, AskByHand("manual.scion-again", scion.id, scion.chip)), [again]


def apply_changes(combat: Combat, text: str) -> tuple[Combat, Instead, list[Event]]:
    """Apply a line of changes, separated by semicolons; IllegalError says which one is not understood.

    They are made one after the other, so that two units change places by way of a free hex. A `target` is who is dealt
    the damage, and counts as attacked, not as the target (`intercept.when`).
    """
    from hoplo_companion.rules.by_hand import WORDS, find_unit, number  # most turns have nothing done by hand

    effect = Instead()
    events: list[Event] = []
    for part in text.split(";"):
        words = part.split()
        match words:
            case [] | ["nothing"]:
                continue
            case ["used"]:
                effect = replace(effect, used=True)
            case ["dice", *colours] if (dice := read_dice(" ".join(colours))) is not None:
                effect = replace(effect, dice=dice)
            case ["damage", amount]:
                effect = replace(effect, damage=number(amount))
            case ["target", *name] if name:
                effect = replace(effect, target=find_unit(combat, " ".join(name)).id)
            case [_, _, *_] if words[0] != "dice":
                combat, more = _happened(combat, words)
                events += more
            case _:
                text = tr("{words} is not understood: write {forms}", words=clip(part.strip()), forms=WORDS)
                raise IllegalError(text)
    return combat, effect, events


def _happened(combat: Combat, words: list[str]) -> Result:
    """Set something as it has happened: who has no HP left is defeated, who comes to a hex equips what lies there."""
    from hoplo_companion.rules.by_hand import read_setting

    setting = read_setting(combat, words)
    unit = setting.unit
    if unit is None:
        return brought_about(combat, setting.put(combat), setting)
    if setting.is_defeat():
        return defeat(combat, unit)
    after = setting.put(combat)
    if setting.what == "dazed" and after.units[unit.id].dazed:
        return note_daze(combat, unit, ""), []
    return brought_about(combat, forget_dazes(after) if setting.what in ("dazed", "awake") else after, setting)


def brought_about(before: Combat, combat: Combat, setting: Setting) -> Result:
    """Carry out what follows at once from something that has been set: a chip held, the hill won, a troop gone."""
    unit = combat.units.get(setting.unit.id) if setting.unit is not None else None
    if unit is not None and setting.what == "hex":
        return goals.equip(combat, unit, unit.hex, displaced=True)
    if combat.over:
        return combat, []
    if setting.what == "points" and combat.points >= goals.POINTS_TO_WIN:
        return goals.win(combat, "king.points")
    return goals.lose(combat) if goals.is_out(combat) and not goals.is_out(before) else (combat, [])


class AskByHand(Step, frozen=True):
    """A skill or tactic that the player resolves: a reminder, and a line of changes as the answer.

    `id` is the question's id, `about` the skill or tactic. What the answer says of the step under way is passed on to
    the next step of the agenda that listens. `own_skill` tells that it is the unit's own skill.
    """

    id: str
    unit: str
    about: str
    text: str = ""
    own_skill: bool = False

    def run(self, combat: Combat) -> Running:
        """Ask what happened, if the unit is still there to do it, and apply what you say."""
        before = combat.units.get(self.unit)
        if self.unit and before is None:
            return combat, []
        answer = yield Question(self.id, "manual", "manual.skill", self.unit, self.about, (NOTHING,), text=self.text)
        combat, effect, events = apply_changes(combat, answer)
        after = combat.units.get(self.unit)
        if effect.used and combat.step == "movement" and before and after and before.hex != after.hex:
            combat = replace(combat, moved=combat.moved | {self.unit})
        if self.own_skill and before and after and before.hex != after.hex and not combat.over:
            # Whom its own skill has put elsewhere has moved (p.35): it takes the flag, and brings it home.
            combat, more = goals.arrive(combat, after, ["home.moved"])
            events += more
        happened = event_of("told-by-hand", unit=self.unit, about=self.about, changes=answer.strip() or NOTHING)
        return change_listening(combat, lambda step: step.changed_by(effect, self.unit)), [happened, *events]


def manual_tactics(combat: Combat, unit: Unit) -> list[str]:
    """The tactics on a unit whose effect the player carries out by hand while they are on it."""
    known = {chip: effects_known(combat, "tactics", chip) or () for chip in unit.tactics}
    return [chip for chip, effects in known.items() if any(e.on == "always" and e.does(Manual) for e in effects)]
