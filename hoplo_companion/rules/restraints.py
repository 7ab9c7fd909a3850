"""What holds a unit back: dazed, fatigued, kept from it by an effect, Movement 0, Roaming beside an opponent (p.21-36).

Whatever says why a unit does not move or act takes the reason from here, with the name of what it comes from.
"""

from typing import NamedTuple

from msgspec.structs import replace

from hoplo_companion.components.effects import Daze, Fatigue
from hoplo_companion.hexes import MOST_HEXES
from hoplo_companion.language import later
from hoplo_companion.rules.effects.in_force import Held
from hoplo_companion.rules.effects.judge import is_dazed, is_forbidden, is_gift_late, judge
from hoplo_companion.rules.effects.use import rule_of
from hoplo_companion.rules.model import Combat, Unit, is_local, opponents, takes_no_steps
from hoplo_companion.rules.modifiers import movement, sources
from hoplo_companion.rules.naming import called
from hoplo_companion.rules.rival.engage import can_act, never_attacks
from hoplo_companion.rules.rival.movement import NO_PATH, Ground, steps_to
from hoplo_companion.rules.rival.mover import Mover, is_bound_to_roam, is_still
from hoplo_companion.rules.sentence import Sentence, said

DEPLOYED, BESIDE, NO_MOVEMENT = "deployed", "beside", "movement"
DAZED, FATIGUED, KEPT = "dazed", "fatigued", "kept"
BY_DICE, BY_SPECIAL, IDLE = "dice", "special", "idle"
"""How a unit is held back: dazed since its deployment or by an effect, fatigued, or kept from it by an effect; it
roams and stands beside an opponent, or has no Movement; it acts by the scion's dice, or by a Special alone; nothing
on its list is in combat."""


class Hold(NamedTuple):
    """What holds a unit back: the rule, how, the name of what does it, and the other unit that it comes from.

    Shapes: `by` is empty where nobody has entered it; `holder` is an id, empty where it is the unit's own or nobody's,
    and `side` that unit's troop; `called` names it.
    """

    rule: str
    how: str
    by: str = ""
    holder: str = ""
    side: str = ""
    called: Sentence | str = ""

    def named(self) -> dict[str, str | None]:
        """Give it as the values of an event."""
        held = {"how": self.how, "by": self.by, "holder": self.holder, "side": self.side}
        return {name: value or None for name, value in held.items()}

    @property
    def sentence(self) -> Sentence:
        """Say it in a few words: `fatigued by Stun`, `held by Combat Lock of your Defender`."""
        alone, by, of = WORDS[self.how]
        if self.holder:
            return said(of, by=self.by, unit=self.called)
        return said(by, by=self.by) if self.by else said(alone)


WORDS = {
    DEPLOYED: (later("dazed: deployed this turn"),) * 3,
    DAZED: (later("dazed"), later("dazed by {by}"), later("dazed by {by} of {unit}")),
    FATIGUED: (later("fatigued"), later("fatigued by {by}"), later("fatigued by {by} of {unit}")),
    KEPT: (later("held by an effect"), later("held by {by}"), later("held by {by} of {unit}")),
    BY_DICE: (later("it acts by the scion's dice alone, not in this step"),) * 3,
    BY_SPECIAL: (later("it never attacks"), *(later("it uses {by} and never attacks"),) * 2),
    IDLE: (later("nothing on its list is in combat"),) * 3,
    NO_MOVEMENT: (later("its Movement is 0"), *(later("its Movement is 0 because of {by}"),) * 2),
    BESIDE: (later("it starts adjacent to {unit}, and Roaming keeps it there"),) * 3,
}
"""How a unit is held back, in words: by nothing that is known, by an effect, by one of another unit."""


class Refusal(NamedTuple):
    """The rule that forbids something, and why; both are empty, and it counts for nothing, where nothing does."""

    rule: str = ""
    why: Sentence = Sentence("")

    def __bool__(self) -> bool:
        return bool(self.rule)


_BY = " dazed by "

DAZED_LATER = "skill.daze-later"
"""The rule by which First Strike and Tactical lift the daze of the deployment alone."""


def note_daze(combat: Combat, unit: Unit, by: str) -> Combat:
    """Daze a unit, and note what does; empty where it was set by hand."""
    combat = combat.with_daze(unit, dazed=True)
    return replace(combat, used=combat.used | {f"{unit.id}{_BY}{by}"})


def forget_dazes(combat: Combat) -> Combat:
    """Forget what has dazed units that are dazed no longer."""
    dazed = {f"{unit.id}{_BY}" for unit in combat.units.values() if unit.dazed}
    gone = {key for key in combat.used if _BY in key and not key.startswith(tuple(dazed))}
    return replace(combat, used=combat.used - gone) if gone else combat


def daze(combat: Combat, unit: Unit, gift: str) -> Hold | None:
    """Tell what has dazed a unit (p.21, 35), or the rule by which a `gift` does not lift that; None where nothing."""
    if not is_dazed(combat, unit):
        return None
    begins = f"{unit.id}{_BY}"
    noted = [key.removeprefix(begins) for key in combat.used if key.startswith(begins)]
    held, _ = next(iter(judge(combat).passive(unit, Daze)), (None, None))
    if unit.dazed and (noted or unit.id in combat.dazed_later):
        hold = Hold("combat.dazed", DAZED, noted[0] if noted else "")
    else:
        hold = Hold("combat.dazed", DEPLOYED) if held is None else _by(combat, unit, held, "combat.dazed", DAZED)
    return hold._replace(rule=DAZED_LATER) if gift and is_gift_late(combat, unit, gift) else hold


def kept_from(combat: Combat, unit: Unit, what: str) -> Hold | None:
    """Tell what keeps a unit from moving, attacking, Abilities, Specials or whatever else effects forbid; or None."""
    for held, verb in judge(combat).forbidding(unit, what):
        return _by(combat, unit, held, *(("term.fatigued", FATIGUED) if isinstance(verb, Fatigue) else ("", KEPT)))
    return None


def kept_from_step(combat: Combat, unit: Unit, what: str) -> Hold | None:
    """Tell what keeps a unit from all attacks (`attack`), `specials` or `abilities` of a step; or None (p.21, 32)."""
    if takes_no_steps(combat, unit):
        return SCION_ACTS
    hold = None
    if not can_act(combat, unit) or what == "abilities":
        hold = daze(combat, unit, "act-when-dazed" if what != "abilities" else "")
    if hold is None and what == "attack" and (special := never_attacks(combat, unit)) is not None:
        hold = _by(combat, unit, special, "", BY_SPECIAL)
    return hold or kept_from(combat, unit, what)


NOBODY_LISTED = Hold("movement.list", IDLE)
SCION_ACTS = Hold("scion.others", BY_DICE)
"""What keeps a scion, and the minions that its dice have act, from the steps of the others (`scion.minions`)."""


def opposed_but_for(combat: Combat, one: Unit, other: Unit) -> str:
    """The ruling by which an arena unit and a unit of another side are no opponents (p.28, 36)."""
    is_rivals = "rival" in (one.side, other.side) and not is_local(combat, other if one.side == "arena" else one)
    return "opponents.arena" if is_rivals else "refugees.locals"


CLOSING = ("be-attacked", "be-targeted")
"""What keeps a unit from being attacked where an effect forbids it."""


def what_forbids(combat: Combat, unit: Unit, *what: str) -> tuple[str, str]:
    """The rule and the name of the effect that keeps a unit from one of some things; of fatigue, what brought it."""
    holds = (kept_from(combat, unit, each) for each in what)
    return next(((hold.rule, hold.by) for hold in holds if hold is not None), ("effect.used", "an effect"))


def _by(combat: Combat, unit: Unit, held: Held, rule: str, how: str) -> Hold:
    """Name what an effect comes from: its record's rule where there is no other, and the other unit that holds it."""
    # Of a unit's own chip, as far as what lasts still shows it: a skill, no card.
    of_chip = held.kind in ("skill", "scion") or (held.kind == "effect" and combat.catalogue.skill(held.id) is not None)
    other = combat.units.get(held.holder) if held.holder != unit.id and of_chip else None
    of = (other.id, other.side, _whose(combat, other)) if other is not None else ()
    return Hold(rule or rule_of(combat, held), how, held.name or "an effect", *of)


def _whose(combat: Combat, unit: Unit) -> Sentence | str:
    """Name a unit, one of yours as yours: `your Defender`."""
    name = called(combat, unit)
    return said("your {unit}", unit=name) if unit.side == "player" and not isinstance(name, Sentence) else name


def kept_still(combat: Combat, unit: Unit, *, blocked: bool = True) -> Hold | None:
    """Tell what keeps a unit from any move in its Movement Step; None where nothing does (p.21-23, 35-36).

    Its Movement of 0 is not the reason for a unit that would stay anyhow, which is not `blocked`.
    """
    if takes_no_steps(combat, unit):
        return SCION_ACTS
    if is_still(combat, unit):
        hold = daze(combat, unit, "move-when-dazed")
        deployed = hold is not None and hold.how == DEPLOYED and unit.side != "player"
        return hold._replace(rule="movement.dazed") if hold is not None and deployed else hold
    if is_forbidden(combat, unit, "move"):
        return kept_from(combat, unit, "move")
    beside = combat.arena.mat.adjacent(unit.hex) if is_bound_to_roam(combat, unit) else 0
    if foe := next((foe for foe in opponents(combat, unit) if foe.hex & beside), None):
        return Hold("skill.roaming", BESIDE, "Roaming", foe.id, foe.side, _whose(combat, foe))
    if not blocked or movement(combat, unit) > 0:
        return None
    lowered = [each.source for each in sources(combat, unit, "movement") if each.source != "chip"]
    return Hold("movement.limit", NO_MOVEMENT, ", ".join(dict.fromkeys(lowered)))


def no_way(ground: Ground, mover: Mover, hex_: int) -> Refusal:
    """Say what keeps a unit from a hex that is out of its reach: it is blocked, or too far (p.23, 26)."""
    occupant = ground.combat.at(hex_)
    if hex_ & ground.combat.arena.blocked:
        return Refusal("movement.blocked-hexes", said("a blocked hex"))
    if occupant is not None and occupant.id != mover.unit.id:
        return Refusal("movement.blocked-hexes", said("occupied by {unit}", unit=called(ground.combat, occupant)))
    if mover.roams:
        return Refusal("skill.roaming", said("no roll of the arena die leads it there"))
    _, ends = ground.levels(mover, ground.free(mover), MOST_HEXES)
    if (steps := steps_to(hex_, ends)) == NO_PATH:
        return Refusal("movement.blocked-hexes", said("no unblocked path leads there"))
    why = said("{steps} to move, its Movement is {movement}", steps=steps, movement=mover.movement)
    return Refusal("movement.limit", why)
