"""What holds a unit back: dazed, fatigued, kept from it by an effect, Movement 0, Roaming beside an opponent (p.21-36).

Whatever says why a unit does not move or act takes the reason from here, with the name of what it comes from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from hoplo_companion.components.effects import Daze, Fatigue, Forbid
from hoplo_companion.language import later, tr
from hoplo_companion.rules.effects.judge import daze_rulings, is_dazed, is_forbidden, judge
from hoplo_companion.rules.effects.scene import Held
from hoplo_companion.rules.effects.use import rule_of
from hoplo_companion.rules.model import Combat, Unit, opponents
from hoplo_companion.rules.modifiers import is_moveless, movement, sources
from hoplo_companion.rules.reasons import Reason
from hoplo_companion.rules.rival.mover import is_still
from hoplo_companion.rules.rival.roaming import is_bound_to_roam

DEPLOYED, BESIDE, NO_MOVEMENT = "deployed", "beside", "movement"
DAZED, FATIGUED, KEPT = "dazed", "fatigued", "kept"
"""How a unit is held back: dazed since its deployment or by an effect, fatigued, or kept from it by an effect; it
roams and stands beside an opponent, or has no Movement."""


class Hold(NamedTuple):
    """What holds a unit back: the rule, how, the name of what does it, and the other unit that it comes from.

    Shapes: `by` is empty where nobody has told; `holder` is an id, empty where it is the unit's own or nobody's, and
    `side` that unit's troop; `rulings` are the open questions that decide that it is held.
    """

    rule: str
    how: str
    by: str = ""
    holder: str = ""
    side: str = ""
    rulings: tuple[str, ...] = ()

    def named(self) -> dict[str, str]:
        """Give it as the fields of an event."""
        return {"how": self.how, "by": self.by, "holder": self.holder, "side": self.side}

    def reason(self) -> Reason:
        """Give it as a reason: `fatigued by Stun`, `held by Combat Lock of your defender`."""
        by, yours = self.by, self.side == "player"
        match self.how:
            case "deployed":
                return Reason(later("dazed: deployed this turn"))
            case "movement":
                return Reason(later("its Movement is 0 because of {by}"), {"by": by}) if by else Reason(NO_MOVE)
            case "beside":
                text = ROAMING_BESIDE_YOURS if yours else ROAMING_BESIDE
                return Reason(text, {"holder": self.holder})
        alone, from_it, of_yours, of_other = WORDS[self.how]
        if not by:
            return Reason(alone)
        if not self.holder:
            return Reason(from_it, {"by": by})
        return Reason(of_yours if yours else of_other, {"by": by, "holder": self.holder})

    def words(self, called: Callable[[str], str] = str) -> str:
        """Say it in a few words; `called` names the other unit by its id."""
        reason = self.reason()
        if not self.holder or "holder" not in reason.parts:
            return tr(reason.text, **reason.parts)
        return tr(reason.text, **{**reason.parts, "holder": called(self.holder)})


NO_MOVE = later("its Movement is 0")
ROAMING_BESIDE = later("it starts adjacent to {holder}, and Roaming keeps it there")
ROAMING_BESIDE_YOURS = later("it starts adjacent to your {holder}, and Roaming keeps it there")

WORDS = {
    "dazed": (
        later("dazed"),
        later("dazed by {by}"),
        later("dazed by {by} of your {holder}"),
        later("dazed by {by} of {holder}"),
    ),
    "fatigued": (
        later("fatigued"),
        later("fatigued by {by}"),
        later("fatigued by {by} of your {holder}"),
        later("fatigued by {by} of {holder}"),
    ),
    "kept": (
        later("held by an effect"),
        later("held by {by}"),
        later("held by {by} of your {holder}"),
        later("held by {by} of {holder}"),
    ),
}
"""How a unit is held to the words for it: by nothing known, by something, by that of a unit of yours, or of another."""


# Dazed ----------------------------------------------------------------------------------------------------------

_BY = " dazed by "


def note_daze(combat: Combat, unit: Unit, by: str) -> Combat:
    """Note what has dazed a unit; empty where it was told by hand."""
    return replace(combat, used=combat.used | {f"{unit.id}{_BY}{by}"})


def forget_dazes(combat: Combat) -> Combat:
    """Forget what has dazed units that are dazed no longer."""
    dazed = {f"{unit.id}{_BY}" for unit in combat.units.values() if unit.dazed}
    gone = {key for key in combat.used if _BY in key and not key.startswith(tuple(dazed))}
    return replace(combat, used=combat.used - gone) if gone else combat


def daze(combat: Combat, unit: Unit, gift: str = "") -> Hold | None:
    """Tell what has dazed a unit: an effect, or its deployment this turn (p.21, 35); None where it is not dazed.

    With a `gift` of First Strike or Tactical that lifts the daze of deployment alone, its ruling (`dazed.later`).
    """
    if not is_dazed(combat, unit):
        return None
    hold = _dazed_by(combat, unit)
    rulings = daze_rulings(combat, unit, gift) if gift else []
    return hold._replace(rule="skill.daze-later", rulings=tuple(rulings)) if rulings else hold


def _dazed_by(combat: Combat, unit: Unit) -> Hold:
    noted = [key.removeprefix(f"{unit.id}{_BY}") for key in combat.used if key.startswith(f"{unit.id}{_BY}")]
    if unit.dazed and (noted or unit.id in combat.dazed_later):
        return Hold("combat.dazed", DAZED, noted[0] if noted else "")
    held, _ = next(iter(judge(combat).passive(unit, Daze)), (None, None))
    if held is None and unit.dazed:
        return Hold("combat.dazed", DEPLOYED)
    return _by(combat, unit, held, "combat.dazed", DAZED)


# Kept from something --------------------------------------------------------------------------------------------


def kept_from(combat: Combat, unit: Unit, what: str) -> Hold | None:
    """Tell what keeps a unit from moving, attacking, Abilities, Specials or whatever else effects forbid; or None."""
    for held, verb in judge(combat).passive(unit, Forbid):
        if verb.what == what:
            return _by(combat, unit, held, "", KEPT)
    if what in ("move", "attack", "specials", "abilities"):
        for held, _ in judge(combat).passive(unit, Fatigue):
            return _by(combat, unit, held, "term.fatigued", FATIGUED)
    return None


def what_forbids(combat: Combat, unit: Unit, what: str) -> tuple[str, str]:
    """Give the rule and the name of the effect that keeps a unit from something; of fatigue, what brought it."""
    hold = kept_from(combat, unit, what)
    if hold is None:
        return "effect.used", "an effect"
    return hold.rule, f"being {hold.words()}" if hold.how == FATIGUED else hold.by


def what_closes(combat: Combat, target: Unit) -> tuple[str, str]:
    """Give the rule and the name of the effect that keeps a unit from being attacked."""
    what = "be-attacked" if is_forbidden(combat, target, "be-attacked") else "be-targeted"
    return what_forbids(combat, target, what)


def why_bound(combat: Combat, closed: list[Unit]) -> str:
    """Say in words why a unit beside units with Taunt that may not be attacked has no attack (`taunt.deflect`)."""
    each = [f"{unit.id}, which may not be attacked because of its {what_closes(combat, unit)[1]}" for unit in closed]
    return f"it is bound by Taunt of {' and of '.join(each)}"


def _by(combat: Combat, unit: Unit, held: Held | None, rule: str, how: str) -> Hold:
    """Name what an effect comes from: its record's rule where there is no other, and the other unit that holds it."""
    if held is None:
        return Hold(rule or "effect.used", how)
    rules = [f"skill.{held.id}", f"tactics.{held.id}"] if held.kind == "effect" else [rule_of(combat, held)]
    found = next((each for each in rules if combat.catalogue.rule(each) is not None), "effect.used")
    other = combat.units.get(held.holder) if held.holder != unit.id and _is_a_units_own(combat, held) else None
    holder, side = (other.id, other.side) if other is not None else ("", "")
    return Hold(rule or found, how, held.name or "an effect", holder, side)


def _is_a_units_own(combat: Combat, held: Held) -> bool:
    """Tell whether an effect is of a unit's own chip, as far as what lasts still shows it: a skill, no card."""
    return held.kind in ("skill", "scion") or (held.kind == "effect" and combat.catalogue.skill(held.id) is not None)


# Moving ---------------------------------------------------------------------------------------------------------


def kept_still(combat: Combat, unit: Unit, *, blocked: bool = True) -> Hold | None:
    """Tell what keeps a unit from any move in its Movement Step; None where nothing does (p.21-23, 35-36).

    Its Movement of 0 is no reason for a unit that would stay anyhow, which is not `blocked`.
    """
    if is_still(combat, unit):
        return daze(combat, unit, "move-when-dazed")
    if is_moveless(combat, unit):
        return kept_from(combat, unit, "move")
    if is_bound_to_roam(combat, unit):
        beside = combat.arena.mat.adjacent(unit.hex)
        foe = next((foe for foe in opponents(combat, unit) if foe.hex & beside), None)
        if foe is not None:
            return Hold("skill.roaming", BESIDE, "Roaming", foe.id, foe.side)
    if not blocked or movement(combat, unit) > 0:
        return None
    lowered = [source.label for source in sources(combat, unit, "movement") if source.label != "chip"]
    return Hold("movement.limit", NO_MOVEMENT, ", ".join(dict.fromkeys(lowered)))
