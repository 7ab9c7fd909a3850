"""The rival's lineup: units drawn icon by icon, their tactics, what act and cards add (Rulebook p.19-20)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from msgspec.structs import replace

from hoplo_companion.components.icons import Icon
from hoplo_companion.components.names import slug
from hoplo_companion.components.words import CLASSES
from hoplo_companion.errors import IllegalError, UsageError, clip
from hoplo_companion.rules.agenda import Result, Step, push
from hoplo_companion.rules.effects.compiled import words_of
from hoplo_companion.rules.effects.telling import read_told
from hoplo_companion.rules.events import EffectTold, Event, StatTold
from hoplo_companion.rules.model import Card, Combat, Supply
from hoplo_companion.rules.position import PositionReader
from hoplo_companion.rules.questions import BY_HAND, NOTHING, Question
from hoplo_companion.rules.setup_events import (
    BaneDrawn,
    BanePutBack,
    Drawn,
    LineupTactic,
    NoChipLeft,
    NoLineupTactic,
    Recruited,
    UnitTold,
)

PRIMUS_HEALTH = {1: 6, 2: 8, 3: 10}
"""The Health of a primus by act, which overrides its chip (p.30)."""

YES, NO = "yes", "no"


def fresh_id(combat: Combat, chip: str, side: str) -> str:
    """Find an id for a unit that comes into the combat: its chip's, told apart where another unit is called so.

    Yours keeps the plain name; a rival that would share it is `rival-…`, and equals are numbered. No unit is called
    like one that lies face down.
    """
    taken = {*combat.units, *combat.bench, *combat.supply.fallen}
    if side == "player":
        return _numbered(chip, taken)
    yours = any(unit.chip == chip and unit.side == "player" for unit in combat.units.values())
    return _numbered(f"{side}-{chip}" if yours else chip, taken)


def _numbered(name: str, taken: set[str]) -> str:
    count = 1
    while (id_ := name if count == 1 else f"{name}-{count}") in taken:
        count += 1
    return id_


# Drawing --------------------------------------------------------------------------------------------------------


class DrawUnit(Step, frozen=True):
    """An icon of the rival's lineup: a local unit from its stack, or one from the bag (p.19)."""

    icon: str
    tactic: bool
    because: str

    def _is_from_bag(self, combat: Combat) -> bool:
        return self.icon == "bag" or combat.supply.stack_size == 0

    def _rule(self) -> str:
        """Name the rule by which the bag is drawn from: the card's icon, the act's, or a stack that is empty."""
        if self.icon != "bag":
            return "prepare.local-empty"
        return "prepare.act" if self.because == "act" else "prepare.bag"

    def question(self, combat: Combat) -> Question | None:
        """Ask which chip was drawn, unless only one can have been."""
        supply = combat.supply
        if self._is_from_bag(combat):
            rule = self._rule()
            if supply.bag is not None and len(set(_chips_in(supply))) < 2:
                return None
            options = tuple(_chips_in(supply)) if supply.bag is not None else ()
            return Question(id="prepare.bag", kind="chip", rule=rule, about=self.because, options=options)
        if supply.stack:
            return None
        return Question(id="prepare.local", kind="chip", rule="prepare.local", about=combat.arena.region)

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Take the chip: a unit joins the lineup, a bag bane takes effect and another chip is drawn (p.19, 29)."""
        supply = combat.supply
        if not self._is_from_bag(combat):
            chip = _unit_named(combat, answer) if answer is not None else supply.stack[0]
            size = None if supply.stack_size is None else supply.stack_size - 1
            combat = replace(combat, supply=replace(supply, stack=supply.stack[1:], stack_size=size))
            drawn: list[Event] = [Drawn(rule="prepare.local", chip=chip, source="stack", because=self.because)]
            return push(combat, Enlist(chip, self.tactic)), drawn
        if answer is None and not _chips_in(supply):
            return combat, [NoChipLeft(rule="prepare.bag", because=self.because)]
        name = answer if answer is not None else _chips_in(supply)[0]
        chip, kind = bane_or_unit(combat, name)
        if supply.bag is not None:
            left = {each: count - (each == chip) for each, count in supply.bag.items()}
            combat = replace(combat, supply=replace(supply, bag={each: n for each, n in left.items() if n}))
        if kind == "bag":
            event = BaneDrawn(rule="prepare.bag-bane", bane=chip, kind=kind)
            return push(combat, TakeBane(chip), self), [event]
        rule = self._rule()
        events: list[Event] = [Drawn(rule=rule, chip=chip, source="bag", because=self.because)]
        if kind == "unit":
            events = [BaneDrawn(rule="prepare.unit-bane", bane=chip, kind=kind)]
        return push(combat, Enlist(chip, self.tactic)), events


def _chips_in(supply: Supply) -> list[str]:
    return sorted(Counter(supply.bag or {}).elements())


def bane_or_unit(combat: Combat, name: str) -> tuple[str, str]:
    """Tell a chip that came out of the bag, and which kind of bane it is; the kind of a unit is empty.

    Where nobody keeps count of the bag, a bane whose kind no record states is told with it, as in `Gigantic:bag`.
    IllegalError for a name that is none, or a kind that no bane of the bag has.
    """
    supply = combat.supply
    bare, colon, kind = name.rpartition(":") if ":" in name else (name, "", "")
    chip = _unit_named(combat, bare)
    kind = slug(kind) or supply.banes.get(chip, "")
    record = combat.catalogue.bane(chip)
    if not kind and supply.bag is None and record is not None and combat.catalogue.unit(chip) is None:
        if record.kind is None:
            raise IllegalError(f"{clip(name)} is a bane: say of which kind, as in {chip}:bag or {chip}:unit (p.29)")
        kind, colon = record.kind, ":"
    if colon and kind not in ("bag", "unit"):
        raise IllegalError(f"{clip(name)}: a bane that is drawn from the bag is a bag or a unit bane (p.29)")
    return chip, kind


def _unit_named(combat: Combat, name: str) -> str:
    """Give the id of a chip that was drawn; IllegalError where no chip of a stack or the bag is called so."""
    id_ = slug(name)
    if combat.catalogue.hero(id_) is not None or combat.catalogue.scion(id_) is not None:
        raise IllegalError(f"{clip(name)} is elite, and in no stack and no bag (p.8, 28)")
    if not id_ or not name.isprintable() or len(name) > 60:
        raise IllegalError(
            f"{clip(name)} is no name of a chip: it needs a letter or a digit, and at most 60 characters"
        )
    return id_


class TakeBane(Step, frozen=True):
    """A bag bane takes effect for this combat: by its record, or as the player reads it off the chip (p.29)."""

    bane: str

    def _is_known(self, combat: Combat) -> bool:
        """Tell whether its effects are written down; a record that has none at all may have a text to carry out."""
        return "effects" in (combat.catalogue.raw("banes", self.bane) or {})

    def question(self, combat: Combat) -> Question | None:
        """Ask what it does, where no source states it in the effect vocabulary."""
        if self._is_known(combat):
            return None
        record = combat.catalogue.bane(self.bane)
        return Question(
            id="component.bane",
            kind="effect",
            rule="component.asked",
            about=self.bane,
            options=(BY_HAND, NOTHING),
            text=record.text if record is not None else "",
        )

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Lay it beside the arena, face up."""
        record = combat.catalogue.bane(self.bane)
        if record is not None and self._is_known(combat):
            return with_card(combat, Card("banes", self.bane, record.name, tuple(record.effects), NO_MOMENTS)), []
        if answer == NOTHING:
            return combat, []
        effects = read_told(combat, answer, on=("set-up",))
        written = [msgspec.to_builtins(effect) for effect in effects]
        told = EffectTold(rule="component.asked", kind="banes", id=self.bane, effects=written, lasts="bag")
        return with_card(combat, Card("banes", self.bane, self.bane, tuple(effects), NO_MOMENTS)), [told]


NO_MOMENTS: frozenset[str] = frozenset()


def with_card(combat: Combat, card: Card) -> Combat:
    """Put a card in force, beside those that are."""
    card = replace(card, moments=words_of(card.effects, own=False)[1])
    return replace(combat, cards=(*combat.cards, card))


# Joining the lineup ---------------------------------------------------------------------------------------------


class TellUnit(Step, frozen=True):
    """A chip that nobody knows: the player reads it off, once (house rule: components are never invented)."""

    chip: str

    def is_known(self, combat: Combat) -> bool:
        """Tell whether the data know it."""
        return combat.catalogue.unit(self.chip) is not None

    def question(self, combat: Combat) -> Question | None:
        """Ask for what the chip shows."""
        if self.is_known(combat):
            return None
        return Question(id="component.unit", kind="unit", rule="component.asked", about=self.chip)

    def told(self, combat: Combat, answer: Any) -> tuple[dict[str, Any], list[Event]]:
        """Read the chip as it was typed; IllegalError where it lacks what a unit cannot do without."""
        if self.is_known(combat):
            return {}, []
        fields = read_chip(combat, self.chip, answer)
        return fields, [UnitTold(rule="component.asked", chip=self.chip, fields=fields)]


def read_chip(combat: Combat, chip: str, line: str) -> dict[str, Any]:
    """Read what a chip shows, as in `defender, 1/1/4, blue blue, Taunt`, into the fields of its record."""
    from hoplo_companion.components.unit_line import read_unit

    name, colon, rest = line.partition(":")
    try:
        fields = read_unit(f"{chip}: {rest if colon and slug(name) == chip else line}", combat.catalogue).fields
    except UsageError as fault:
        raise IllegalError(str(fault)) from None
    missing = [key for key in ("movement", "range", "health", "attack") if key not in fields]
    if missing:
        raise IllegalError(f"{', '.join(missing)} of {chip} is missing: as in 'defender, 1/1/4, blue blue, Taunt'")
    return {"skills": [], **fields}


class Enlist(TellUnit, frozen=True):
    """A unit joins the rival's lineup, with a tactic if its icon has one (p.19)."""

    tactic: bool

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Put it at the end of the lineup."""
        fields, events = self.told(combat, answer)
        id_ = fresh_id(combat, self.chip, "rival")
        unit = PositionReader(combat.catalogue).read_benched(id_, {"chip": self.chip, **fields})
        combat = replace(combat, lineup=(*combat.lineup, id_), bench={**combat.bench, id_: unit})
        return push(combat, *([AssignTactic(id_)] if self.tactic else [])), events


class EnlistPrimus(TellUnit, frozen=True):
    """The primus joins the lineup, with the Health of the act (p.30)."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Put it at the end of the lineup."""
        fields, events = self.told(combat, answer)
        id_ = fresh_id(combat, self.chip, "rival")
        given = {"chip": self.chip, **fields, "elite": True}
        if combat.event == "primus":
            given["health"] = PRIMUS_HEALTH[combat.act]
        unit = PositionReader(combat.catalogue).read_benched(id_, given)
        combat = replace(combat, lineup=(*combat.lineup, id_), bench={**combat.bench, id_: unit})
        return combat, [*events, Drawn(rule="prepare.primus", chip=self.chip, source="primus", because="card")]


class Muster(TellUnit, frozen=True):
    """A chip of your camp that nobody knows joins the units that you may deploy."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Put it into the camp."""
        fields, events = self.told(combat, answer)
        id_ = fresh_id(combat, self.chip, "player")
        unit = PositionReader(combat.catalogue).read_in_camp(id_, {"chip": self.chip, **fields})
        return combat.with_unit(unit), events


class DrawRecruit(Step, frozen=True):
    """A random bag unit is recruited; a bane that comes out goes back, and another chip is drawn (p.13, 33)."""

    def question(self, combat: Combat) -> Question | None:
        """Ask what came out of the bag."""
        options = tuple(_chips_in(combat.supply)) if combat.supply.bag is not None else ()
        if combat.supply.bag is not None and len(set(options)) < 2:
            return None
        return Question(id="blessing.recruit", kind="chip", rule="blessing.reinforce", about="bag", options=options)

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Have it join your camp."""
        chips = _chips_in(combat.supply)
        if answer is None and not chips:
            return combat, [NoChipLeft(rule="blessing.reinforce", because="blessing")]
        chip, kind = bane_or_unit(combat, answer if answer is not None else chips[0])
        if kind:
            if answer is None:
                return combat, [NoChipLeft(rule="blessing.reinforce", because="blessing")]
            return push(combat, self), [BanePutBack(rule="camp.recruit-never", bane=chip)]
        if combat.supply.bag is not None:
            left = {each: count - (each == chip) for each, count in combat.supply.bag.items()}
            bag = {each: n for each, n in left.items() if n}
            combat = replace(combat, supply=replace(combat.supply, bag=bag))
        return push(combat, Muster(chip)), [Recruited(rule="blessing.reinforce", chip=chip)]


class AssignTactic(Step, frozen=True):
    """A unit's icon shows a tactic: the one of its first class, if the supply has it (p.19-20)."""

    unit: str

    def question(self, combat: Combat) -> Question | None:
        """Ask for the class, or whether the supply has the tactic, where neither is known for certain."""
        chip = self._chip(combat)
        if chip is None:
            unit = combat.bench[self.unit]
            about = "class"
            return Question(
                id="component.class",
                kind="choice",
                rule="component.asked",
                unit=unit.id,
                about=about,
                options=CLASSES,
            )
        if _is_none_left(combat.supply, chip) is None:
            # How many chips each tactic has is inferred, so the table is asked before one is said to be used up.
            options = (YES, NO)
            return Question(
                id="prepare.tactic-left",
                kind="choice",
                rule="prepare.no-tactic",
                unit=self.unit,
                about=chip,
                options=options,
            )
        return None

    def _chip(self, combat: Combat) -> str | None:
        classes = combat.bench[self.unit].classes
        return tactic_of_class(combat, classes[0]) if classes else None

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Lay the tactic into the rival's camp, or skip it."""
        chip = self._chip(combat)
        if chip is None:
            return self._told_class(combat, answer)
        none_left = _is_none_left(combat.supply, chip)
        if none_left or (none_left is None and answer == NO):
            return combat, [NoLineupTactic(rule="prepare.no-tactic", unit=self.unit, chip=chip)]
        supply = combat.supply
        if supply.tactics is not None:
            left = {**supply.tactics, chip: max(0, supply.tactics.get(chip, 0) - 1)}
            supply = replace(supply, tactics=left, tactic_chips=max(0, (supply.tactic_chips or 0) - 1))
        combat = replace(combat, supply=supply, rival_tactics=(*combat.rival_tactics, chip))
        return combat, [LineupTactic(rule="prepare.tactic", unit=self.unit, chip=chip)]

    def _told_class(self, combat: Combat, answer: Any) -> Result:
        unit = combat.bench[self.unit]
        told = StatTold(rule="component.asked", unit=unit.id, chip=unit.chip, stat="class", value=[answer])
        unit = replace(unit, classes=(answer,), given=replace(unit.given, classes=[answer]))
        return push(replace(combat, bench={**combat.bench, unit.id: unit}), self), [told]


def tactic_of_class(combat: Combat, class_: str) -> str:
    """Give the tactic that the Tactic Assignment Table has for a class (p.20)."""
    catalogue = combat.catalogue
    found = (id_ for id_ in catalogue.ids("tactics") if (each := catalogue.tactic(id_)) and each.rival_class == class_)
    return next(found)


def _is_none_left(supply: Supply, chip: str) -> bool | None:
    """Tell whether the supply has no such tactic left; None where only a count that is inferred says so."""
    if supply.tactics is None:
        return False
    if not supply.tactic_chips:
        return True
    return None if supply.tactics.get(chip, 0) <= 0 else False


def act_icons(act: int, event: str) -> list[Icon]:
    """List what the act adds to the end of the lineup: from Act II on a bag unit with a tactic (p.20)."""
    if act < 2 or event in ("primus", "scion"):
        return []
    return [Icon("bag", True)]
