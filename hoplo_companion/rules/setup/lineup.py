"""Joining a combat's lineups: units that nobody knows, the primus, tactics, what the act adds (Rulebook p.19-20)."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from hoplo_companion.components.words import CLASSES
from hoplo_companion.errors import IllegalError
from hoplo_companion.language import later
from hoplo_companion.rules.agenda import Result, Step, push
from hoplo_companion.rules.entering import read_line
from hoplo_companion.rules.events import ChipLaid, Drawn, Event, StatEntered, UnitEntered, event_of
from hoplo_companion.rules.model import Combat, Supply
from hoplo_companion.rules.position.units import PRIMUS_HEALTH, UnitReader
from hoplo_companion.rules.questions import Question, choice

if TYPE_CHECKING:
    from hoplo_companion.notation.events import Icon

YES, NO = "yes", "no"


def fresh_id(combat: Combat, chip: str, side: str) -> str:
    """Find an id for a unit that comes into the combat: its chip's, with number or side where another is called so.

    Yours keeps the plain name; a rival that would share it is `rival-…`, and equals are numbered. No unit is called
    like one that lies face down.
    """
    taken = {*combat.units, *combat.bench, *combat.supply.fallen}
    yours = any(unit.chip == chip and unit.side == "player" for unit in combat.units.values())
    name = f"{side}-{chip}" if yours and side != "player" else chip
    return next(id_ for count in itertools.count(1) if (id_ := f"{name}-{count}" if count > 1 else name) not in taken)


class EnterUnit(Step, frozen=True):
    """A chip that nobody knows: the player reads it off, once (house rule: components are never invented).

    `faction` is that of the stack it lay on, empty where none has shown it (p.8).
    """

    chip: str
    faction: str = ""

    def is_known(self, combat: Combat) -> bool:
        """Say whether the data know it."""
        return combat.catalogue.unit(self.chip) is not None

    def question(self, combat: Combat) -> Question | None:
        """Ask for what the chip shows."""
        if self.is_known(combat):
            return None
        return Question("component.unit", "unit", "component.asked", about=self.chip)

    def entered(self, combat: Combat, answer: Any) -> tuple[dict[str, Any], list[Event]]:
        """Read the chip as it was typed (`defender, 1/1/4, blue blue, Taunt`) into what a position says of the unit.

        IllegalError where it lacks what a unit cannot do without, or is of another faction than the stack it lay on.
        """
        of_stack = {"faction": self.faction} if self.faction else {}
        if self.is_known(combat):
            return {"chip": self.chip, **of_stack}, []
        fields = {"skills": [], **read_line(combat, self.chip, answer)}
        if (other := fields.get("faction", self.faction)) != self.faction and self.faction:
            text = later("{chip} lay on the stack of {faction}, so it is not of {other}. p.8")
            raise IllegalError(text, chip=self.chip, faction=self.faction, other=other)
        missing = [key for key in ("movement", "range", "health", "attack") if key not in fields]
        if missing:
            text, example = (
                later("{chip} lacks its {stats}: write it as in {example}"),
                "'defender, 1/1/4, blue blue, Taunt'",
            )
            raise IllegalError(text, chip=self.chip, stats=", ".join(missing), example=example)
        fields |= of_stack
        return {"chip": self.chip, **fields}, [UnitEntered(rule="component.asked", chip=self.chip, fields=fields)]


class Enlist(EnterUnit, frozen=True):
    """A unit joins the rival's lineup, with a tactic if its icon has one; the primus has the act's Health (p.30)."""

    tactic: bool = False
    primus: bool = False

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Put it at the end of the lineup."""
        given, events = self.entered(combat, answer)
        id_ = fresh_id(combat, self.chip, "rival")
        if self.primus:
            given["elite"] = True
            if combat.event == "primus" and not combat.variant.primus_has_chip_health:
                given["health"] = PRIMUS_HEALTH[combat.act]
            events.append(Drawn(rule="prepare.primus", chip=self.chip, source="primus", because="card"))
        unit = UnitReader(combat.catalogue).read_benched(id_, given)
        combat = replace(combat, lineup=(*combat.lineup, id_), bench={**combat.bench, id_: unit})
        return push(combat, AssignTactic(id_)) if self.tactic else combat, events


class Muster(EnterUnit, frozen=True):
    """A chip of your camp that nobody knows joins the units that you may deploy."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Put it into the camp."""
        given, events = self.entered(combat, answer)
        unit = UnitReader(combat.catalogue).read_in_camp(fresh_id(combat, self.chip, "player"), given)
        return combat.with_unit(unit), events


class PlaceUnit(Step, frozen=True):
    """A unit of the arena's own, or a minion of the scion's, on the hex that the player reads off the card (p.19, 31).

    Shapes: `asks` is the question, `rule` the rule that asks.
    """

    chip: str
    side: str
    asks: str
    rule: str

    def question(self, combat: Combat) -> Question | None:
        """Ask where it stands as combat starts, if there is room."""
        free = combat.arena.mat.names(combat.arena.existing & ~combat.blocked())
        return Question(self.asks, "hex", self.rule, about=self.chip, options=tuple(free)) if free else None

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Place it there; a minion's HP have to be known then."""
        if answer is None:
            return combat, []
        id_ = fresh_id(combat, self.chip, self.side)
        unit = UnitReader(combat.catalogue).read_in_camp(id_, {"chip": self.chip}, side=self.side)
        combat = combat.with_unit(replace(unit, hex=combat.arena.mat.bit[answer]))
        then = [KnowHp(id_)] if self.side == "rival" else []
        return push(combat, *then), [ChipLaid(rule=self.rule, chip=id_, hex=answer)]


class KnowHp(Step, frozen=True):
    """A unit that was placed has HP for its Health, which is asked where it is not known."""

    unit: str

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Ask for the Health."""
        unit = combat.units[self.unit]
        return combat.with_unit(replace(unit, hp=unit.known("health") if unit.hp is None else unit.hp)), []


class AssignTactic(Step, frozen=True):
    """A unit's icon shows a tactic: the one of its first class, if the supply has it (p.19-20).

    The table of p.20 does not list Beasts: nothing is placed for one, or the `tactic` that you name (`beast.tactic`).
    """

    unit: str
    tactic: str = ""

    def question(self, combat: Combat) -> Question | None:
        """Ask for the class, or whether the supply has the tactic, where neither is known for certain."""
        classes, chip = combat.bench[self.unit].classes, self._chip(combat)
        if not classes:
            return choice("component.class", "component.asked", CLASSES, self.unit, "class")
        if chip is None and "beast.tactic" in combat.rulings.otherwise:
            tactics = sorted(_table(combat).values())
            return choice("prepare.tactic-named", "prepare.beast-tactic", tactics, self.unit, classes[0])
        if chip is not None and _is_none_left(combat.supply, chip) is None:
            # How many chips each tactic has is inferred, so the table is asked before one is said to be used up.
            return choice("prepare.tactic-left", "prepare.no-tactic", (YES, NO), self.unit, chip)
        return None

    def _chip(self, combat: Combat) -> str | None:
        """The tactic; None where the class is unknown, or the table does not list it and nobody named one."""
        classes = combat.bench[self.unit].classes
        return self.tactic or (_table(combat).get(classes[0]) if classes else None)

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Lay the tactic into the rival's camp, or skip it."""
        unit, supply = combat.bench[self.unit], combat.supply
        if not unit.classes:
            noted = StatEntered(rule="component.asked", unit=unit.id, chip=unit.chip, stat="class", value=[answer])
            unit = replace(unit, classes=(answer,), given=replace(unit.given, classes=[answer]))
            return push(replace(combat, bench={**combat.bench, unit.id: unit}), self), [noted]
        chip = self._chip(combat)
        if chip is None and answer is not None:
            return push(combat, AssignTactic(self.unit, answer)), []
        if chip is None:
            passed = event_of("icon-passed-over", unit=unit.id, class_=unit.classes[0], rulings=["beast.tactic"])
            return combat, [passed]
        none_left = _is_none_left(supply, chip)
        if none_left or (none_left is None and answer == NO):
            return combat, [event_of("no-lineup-tactic", unit=self.unit, chip=chip)]
        if supply.tactics is not None:
            left = {**supply.tactics, chip: max(0, supply.tactics.get(chip, 0) - 1)}
            supply = replace(supply, tactics=left, tactic_chips=max(0, (supply.tactic_chips or 0) - 1))
        combat = replace(combat, supply=supply, rival_tactics=(*combat.rival_tactics, chip))
        return combat, [event_of("lineup-tactic", unit=self.unit, chip=chip)]


def _table(combat: Combat) -> dict[str, str]:
    """The Tactic Assignment Table: the tactic of each class that it lists (p.20)."""
    catalogue = combat.catalogue
    records = {id_: catalogue.tactic(id_) for id_ in reversed(catalogue.ids("tactics"))}
    return {each.rival_class: id_ for id_, each in records.items() if each is not None and each.rival_class}


def _is_none_left(supply: Supply, chip: str) -> bool | None:
    """Say whether the supply has no such tactic left; None where only a count that is inferred says so."""
    if supply.tactics is None:
        return False
    if not supply.tactic_chips:
        return True
    return None if supply.tactics.get(chip, 0) <= 0 else False


def act_icons(act: int) -> list[Icon]:
    """What the act adds to the end of the lineup, if it may: from Act II on a bag unit with a tactic (p.20)."""
    from hoplo_companion.notation.events import Icon

    return [Icon("bag", True)] if act >= 2 else []
