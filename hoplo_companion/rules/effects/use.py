"""Setting effects off: which ones an incident sets off, in which order, whether they are used, verb by verb (p.21)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Generic, TypeVar, get_args

from msgspec.structs import replace

from hoplo_companion.components import effects as vocabulary
from hoplo_companion.components.conditions import Whom
from hoplo_companion.components.names import slug
from hoplo_companion.components.words import for_each
from hoplo_companion.rules.agenda import Asks, Result, Running, Step, change_listening, push
from hoplo_companion.rules.dialogue import NO, YES, Event, Question, answered, choice, event_of
from hoplo_companion.rules.effects.in_force import Held, Scene
from hoplo_companion.rules.effects.judge import CHANGES_OF_DICE, judge
from hoplo_companion.rules.effects.unknown import kind_of
from hoplo_companion.rules.model import Combat, Unit, one_less
from hoplo_companion.rules.rival import engage
from hoplo_companion.rules.rival.mover import Stage, why_meant
from hoplo_companion.rules.rulings import Lazily, deciding

V = TypeVar("V", bound=vocabulary.Verb)

IN_ATTACK = (*CHANGES_OF_DICE, vocabulary.ChangeDamage, vocabulary.CapLoss, vocabulary.Intercept)
"""Verbs that are part of an attack and are looked up there; the others are carried out."""

SOON_STOPPED = ("harmed", "moved", "displaced")
SHORT_CHAIN = 3
"""Harm that brings about harm, and places that change places, are stopped before the board is in ruins."""

LONGEST_CHAIN = 24
"""So many effects may set one another off, one inside the other, before the rest is stopped and named."""


def rule_of(combat: Combat, held: Held) -> str:
    """Name the rule of the ledger behind an effect; what is the player's own goes by the rule for all effects."""
    at = {"skill": f"skill.{held.id}", "effect": f"skill.{held.id}", "row": "scion.order"}
    rule = at.get(held.kind, f"arena.{slug(held.name)}")
    if held.kind == "tactic" or (held.kind == "effect" and combat.catalogue.skill(held.id) is None):
        # A tactic's own rule is whom the rival places it on; what it does then is on the chip, and stays as p.30 says.
        rule = f"tactics.{kind_of(combat, held.id)[0]}"
    return rule if combat.catalogue.rule(rule) is not None else "effect.used"


def is_active(effect: vocabulary.Effect) -> bool:
    """Say whether an effect does something of its own, besides changing dice or damage of the attack under way."""
    return any(not isinstance(verb, IN_ATTACK) for verb in effect.verbs)


def note_used(combat: Combat, helds: Iterable[Held]) -> Combat:
    """Note that effects which work once have worked."""
    keys = {held.use_key for held in helds if held.effect.once is not None}
    return replace(combat, used=combat.used | keys) if keys else combat


def active(combat: Combat, on: str, holder: str, scene: Scene | None = None) -> list[UseEffect]:
    """What an incident sets off at one unit, in which it alone has a part where no scene says more."""
    found = [held for held in judge(combat).on(on, holder) if is_active(held.effect)]
    return [UseEffect(held, replace(scene or Scene(holder), self=holder, number=held.number)) for held in found]


def set_off(combat: Combat, on: str, holder: str, scene: Scene | None = None) -> list[Step]:
    """The steps of what an incident sets off at one unit, its effects in any order (p.21)."""
    return in_order(active(combat, on, holder, scene))


def in_order(uses: Iterable[UseEffect]) -> list[Step]:
    """The step that uses some effects, those of one unit in any order; none where there are no effects."""
    found = tuple(uses)
    return [Asks(use_all, found)] if found else []


def names_of(helds: list[Held]) -> dict[str, Held]:
    """Name effects, each by a word of its own: their record's id, or where that is not enough what they are called."""
    ids = [held.id for held in helds]
    called = [slug(held.name) for held in helds]
    named: dict[str, Held] = {}
    for held, id_, name in zip(helds, ids, called, strict=True):
        word = id_ if ids.count(id_) == 1 else name if called.count(name) == 1 else f"{id_}-{held.place + 1}"
        named[word if word not in named else f"{word}-{held.place + 1}"] = held
    return named


def use_all(combat: Combat, *uses: UseEffect) -> Running:
    """Use the effects that one incident sets off in the order given, those of one unit in any order (p.21).

    One that still applies comes first, asking which where one unit has several.
    """
    here = [use for use in uses if use.applies(combat)]
    if not here:
        return combat, []
    unit = here[0].held.holder
    mine = [use for use in here if use.held.holder == unit]
    # Two tactics of one name do the same, one after the other, in whatever order.
    first = [use for at, use in enumerate(mine) if use not in mine[:at]]
    named = dict(zip(names_of([use.held for use in first]), first, strict=False))
    chosen = answered(named, (yield choice("effect.next", "combat.trigger-order", named, unit)))
    return push(combat, chosen, *in_order(one_less(uses, chosen))), []


class UseEffect(Step, frozen=True):
    """One effect is used, if its conditions hold and, where that is open, whoever plays its unit wants it."""

    held: Held
    scene: Scene
    chosen: bool = False
    rulings: tuple[str, ...] = ()

    def applies(self, combat: Combat) -> bool:
        """Say whether the effect can be used as things stand."""
        if self.held.is_used_up(combat) or (self.held.holder and self.held.holder not in combat.units):
            return False
        if not judge(combat).all_hold(self.held.effect.conditions, self.scene):
            return False
        # What is optional is not offered where it would change nothing (`skill.somebody`).
        left = self.held.effect.may and not self.chosen and is_active(self.held.effect)
        return not left or any(doing.can_do(combat) for doing in verb_steps(self.held, self.scene))

    def run(self, combat: Combat) -> Running:
        """Use it, asking where that is a choice, a rival's too (p.21); a chain without an end is stopped, and named."""
        held, on = self.held, self.held.effect.on
        if not self.applies(combat):
            return combat, []
        options = (YES, NO) if held.effect.may and not self.chosen else ()
        if (yield choice("effect.use", rule_of(combat, held), options, held.holder, held.id)) == NO:
            return combat, []
        if self.scene.depth > (SHORT_CHAIN if on in SOON_STOPPED else LONGEST_CHAIN):
            return combat, [event_of("effect-stopped", unit=held.holder, effect=held.name)]
        if not is_active(held.effect):
            # It only changes the attack's dice or its damage: the step that counts them learns that it is used.
            return change_listening(combat, lambda step: step.with_use(held.use_key)), []
        combat = note_used(combat, [held])
        rulings = Lazily(self._rulings, combat)
        used: dict[str, Any] = {"unit": held.holder, "rule": rule_of(combat, held), "rulings": rulings}
        events: list[Event] = []
        if on == "special" and engage.aimed(held) is None:
            events.append(event_of("special-used", **used, special=held.name, target="", because=""))
        elif on not in ("special", "activity"):
            events.append(event_of("effect-used", **used, effect=held.name, kind=held.kind))
        return push(combat, *verb_steps(held, self.scene)), events

    def _rulings(self, combat: Combat) -> Iterable[str]:
        return dict.fromkeys([*rulings_of(combat, self.held, self.scene), *self.rulings])


def use_of(held: Held, instead_of: Unit | None = None) -> UseEffect:
    """The step of an effect that is to be used; of a Special, `instead_of` the attack on a target."""
    return UseEffect(held, held.against(instead_of), chosen=True)


STEPS: dict[type, type[VerbStep[Any]]] = {}
"""The step that carries out each verb."""


class VerbStep(Step, Generic[V], frozen=True):
    """One verb of an effect, about to be carried out: by the step that is made for it, as `VerbStep[Manual]`."""

    held: Held
    scene: Scene
    verb: V

    def __init_subclass__(cls) -> None:
        for base in getattr(cls, "__orig_bases__", ()):
            STEPS.update({verb: cls for verb in get_args(base) if isinstance(verb, type)})

    def holder(self, combat: Combat) -> Unit | None:
        """The unit whose effect it is; None where it is nobody's, or has left the arena."""
        return judge(combat).unit("self", self.scene)

    def rule(self, combat: Combat) -> str:
        """Name the rule behind it."""
        return rule_of(combat, self.held)

    def happened(self, combat: Combat, what: str, **values: Any) -> Event:
        """Something that it brings about, as an event of its rule."""
        return event_of(what, rule=self.rule(combat), **values)

    def precedes(self, step: Step) -> bool:
        """Say whether a step is another verb of the same effect, still to come."""
        return isinstance(step, VerbStep) and (step.held, step.scene) == (self.held, self.scene)

    def can_do(self, combat: Combat) -> bool:
        """Say whether there is anybody, or anything, to do it to as things stand."""
        return True

    def ask(self, combat: Combat, what: str, options: Iterable[str], unit: str = "") -> Question | None:
        """Ask for one of several things that the effect leaves open."""
        kind = self.held.effect.on if self.held.effect.on in ("ability", "special") else "effect"
        about = self.held.name if kind == "special" else self.held.id
        return choice(f"{kind}.{what}", self.rule(combat), options, unit or self.held.holder, about)


def verb_steps(held: Held, scene: Scene | None = None) -> list[VerbStep[Any]]:
    """What an effect carries out, verb by verb, as its unit would begin with it now, or in a scene."""
    scene = scene or held.scene
    return [STEPS[type(verb)](held, scene, verb) for verb in held.effect.verbs if type(verb) in STEPS]


def can_use(combat: Combat, held: Held) -> bool:
    """Say whether an Ability or a Special can be used: its conditions hold, and a verb of it has a use (p.26-27)."""
    if not judge(combat).all_hold(held.effect.conditions, held.scene):
        return False
    return any(doing.can_do(combat) for doing in verb_steps(held))


def rulings_of(combat: Combat, held: Held, scene: Scene) -> list[str]:
    """The rulings that decide whether a unit uses an Ability or a Special, on whom, and with which dice."""
    if held.effect.on not in ("ability", "special") or held.holder not in combat.units:
        return []
    verbs = held.effect.verbs
    unit = combat.units[held.holder]

    def look(now: Combat) -> list[Any]:
        found: list[Any] = [judge(now).all_hold(held.effect.conditions, scene)]
        if unit.side != "player":
            found.append(judge(now).all_hold(engage.rival_use(held).conditions, scene))
        found += [judge(now).amount(verb.amount, scene) for verb in verbs if isinstance(verb, vocabulary.Damage)]
        steps = [step for step in verb_steps(held, scene) if isinstance(step, OnUnits)]
        return found + [{each.id for each in step.candidates(now)} for step in steps]

    if held.effect.on == "special":
        return engage.rulings_of_engagement(combat, unit, look)
    return deciding(combat, ("opponents.arena", "faction.inferred", "taunt.which"), look)


class OnUnits(VerbStep[V], frozen=True):
    """A verb that acts on units: one by its part, everyone of a group, or one that has to be chosen first."""

    def whom(self) -> Whom:
        """Whom the verb names."""
        return vocabulary.whom_of(self.verb)

    def candidates(self, combat: Combat) -> list[Unit]:
        """Whom it acts on, or may be chosen to act on."""
        return self.narrowed(combat)[-1][1]

    def narrowed(self, combat: Combat) -> list[Stage]:
        """Narrow down whom it acts on, criterion by criterion."""
        whom = self.whom()
        if isinstance(whom, str):
            unit = judge(combat).unit(whom, self.scene)
            return [(engage.REACH, [unit] if unit is not None else [])]
        holder = self.holder(combat)
        if holder is None:
            return [(engage.REACH, [])]
        first = engage.aimed(self.held)
        if holder.side == "player" or first is None or first[0] is not self.verb:
            return engage.within_reach(combat, holder, whom, self.scene)
        return engage.narrowed_use(combat, holder, self.held, self.scene)

    def can_do(self, combat: Combat) -> bool:
        """Say whether it has anybody to act on."""
        return bool(self.candidates(combat))

    def run(self, combat: Combat) -> Running:
        """Act on everyone it means, asking whom where several are equal; whom a Special goes for is known only now."""
        found = self.candidates(combat)
        is_picked = not isinstance(whom := self.whom(), str) and whom.pick != "all"
        answer = yield self.ask(combat, "target", [unit.id for unit in found]) if is_picked else None
        if not found:
            return combat, []
        events: list[Event] = []
        if is_picked:
            chosen = combat.units[answer] if answer else found[0]
            found = [chosen]
            # The verbs that follow know who was chosen.
            then = replace(self.scene, chosen=chosen.id, chosen_hex=chosen.hex)
            agenda = (replace(step, scene=then) if self.precedes(step) else step for step in combat.agenda)
            combat = combat.with_agenda(tuple(agenda))
            held, first, holder = self.held, engage.aimed(self.held), self.holder(combat)
            if held.effect.on == "special" and first is not None and first[0] is self.verb:
                because = ""
                if holder is not None and holder.side != "player":
                    # Whom the sheet names precedes the list (p.24).
                    because = engage.rival_use(held).pick or why_meant(combat, holder, chosen)
                used = {"unit": held.holder, "special": held.name, "target": chosen.id, "because": because}
                rulings = Lazily(rulings_of, combat, held, self.scene)
                events = [event_of("special-used", rule=rule_of(combat, held), rulings=rulings, **used)]
        combat, more = self.act(combat, found)
        return combat, events + more

    def act(self, combat: Combat, units: list[Unit]) -> Result:
        """Do it to these units, one after the other."""
        return for_each(combat, units, self.act_on)

    def act_on(self, combat: Combat, unit: Unit) -> Result:
        """Do it to one of them."""
        raise TypeError(f"{type(self).__name__} does not say what it does")
