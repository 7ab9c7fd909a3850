"""Drawing chips for a combat, banes among them, and joining its lineups and camps (Rulebook p.13, 19-20, 29-30)."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import msgspec
from msgspec.structs import replace

from hoplo_companion.components.names import in_english, is_none, slug
from hoplo_companion.components.words import CLASSES
from hoplo_companion.errors import IllegalError, clip
from hoplo_companion.hexes import HEX
from hoplo_companion.language import later
from hoplo_companion.rules.agenda import Result, Step, Then, push
from hoplo_companion.rules.effects.unknown import read_entered
from hoplo_companion.rules.events import Event, event_of
from hoplo_companion.rules.model import Card, Combat, Supply
from hoplo_companion.rules.position.units import PRIMUS_HEALTH, UnitReader, read_line
from hoplo_companion.rules.questions import BY_HAND, NO, NOTHING, YES, Question, choice


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
    """A chip that nobody knows is read off once; `faction` is that of the stack it lay on, if one showed it (p.8)."""

    chip: str
    faction: str = ""

    def question(self, combat: Combat) -> Question | None:
        """Ask for what the chip shows."""
        if combat.catalogue.unit(self.chip) is not None:
            return None
        return Question("component.unit", "unit", "component.asked", about=self.chip)

    def entered(self, combat: Combat, answer: Any) -> tuple[dict[str, Any], list[Event]]:
        """Read the chip as it was typed (`defender, 1/1/4, blue blue, Taunt`) into what a position says of the unit.

        IllegalError where it lacks what a unit cannot do without, or is of another faction than the stack it lay on.
        """
        of_stack = {"faction": self.faction} if self.faction else {}
        if combat.catalogue.unit(self.chip) is not None:
            return {"chip": self.chip, **of_stack}, []
        fields = {"skills": [], **read_line(combat, self.chip, answer)}
        if (other := fields.get("faction", self.faction)) != self.faction and self.faction:
            text = later("{chip} lay on the stack of {faction}, so it is not of {other}. p.8")
            raise IllegalError(text, chip=self.chip, faction=self.faction, other=other)
        missing = [key for key in ("movement", "range", "health", "attack") if key not in fields]
        if missing:
            text = later("{chip} lacks its {stats}: write it as in {example}")
            example = "'defender, 1/1/4, blue blue, Taunt'"
            raise IllegalError(text, chip=self.chip, stats=", ".join(missing), example=example)
        fields |= of_stack
        return {"chip": self.chip, **fields}, [event_of("unit-told", chip=self.chip, fields=fields)]


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
            events.append(event_of("drawn", rule="prepare.primus", chip=self.chip, source="primus", because="card"))
        unit = UnitReader(combat.catalogue).read_given(id_, given, "rival", benched=True)
        combat = replace(combat, lineup=(*combat.lineup, id_), bench={**combat.bench, id_: unit})
        return push(combat, AssignTactic(id_)) if self.tactic else combat, events


class Muster(EnterUnit, frozen=True):
    """A chip of your camp that nobody knows joins the units that you may deploy."""

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Put it into the camp."""
        given, events = self.entered(combat, answer)
        unit = UnitReader(combat.catalogue).read_given(fresh_id(combat, self.chip, "player"), given, "player")
        return combat.with_unit(unit), events


class PlaceUnit(Step, frozen=True):
    """A unit of the arena's, or a minion of the scion's, on the hex that the player reads off the card (p.19, 31)."""

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
        unit = UnitReader(combat.catalogue).read_given(id_, {"chip": self.chip}, self.side)
        combat = combat.with_unit(replace(unit, hex=combat.arena.mat.bit[answer]))
        then = [Then(know_hp, (id_,))] if self.side == "rival" else []
        return push(combat, *then), [event_of("chip-laid", rule=self.rule, chip=id_, hex=answer)]


def know_hp(combat: Combat, id_: str) -> Result:
    """A unit that was placed has HP for its Health, which is asked where it is not known."""
    unit = combat.units[id_]
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
            noted = event_of("stat-told", unit=unit.id, chip=unit.chip, stat="class", value=[answer])
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


def act_icons(act: int) -> list[str]:
    """What the act adds to the end of the lineup, if it may: from Act II on a bag unit with a tactic (p.20)."""
    return ["bag+tactic"] if act >= 2 else []


def drawn_for(icon: str, because: str) -> DrawUnit:
    """What is drawn for an icon of the rival's lineup."""
    what, plus, _ = icon.partition("+")
    return DrawUnit(what, bool(plus), because)


BANE_KINDS = ("bag", "unit", "camp")


class DrawUnit(Step, frozen=True):
    """An icon of the rival's lineup: a local unit from its stack, or one from the bag (p.19)."""

    icon: str
    tactic: bool
    because: str

    def _is_from_bag(self, combat: Combat) -> bool:
        return self.icon == "bag" or combat.supply.stack_size == 0

    def question(self, combat: Combat) -> Question | None:
        """Ask which chip was drawn, unless only one can have been."""
        if self._is_from_bag(combat):
            return _asked_of_bag(combat, "prepare.bag", self._rule, self.because)
        if combat.supply.stack:
            return None
        return Question("prepare.local", "chip", "prepare.local", about=combat.arena.region)

    @property
    def _rule(self) -> str:
        """The rule by which the bag is drawn from: the card's icon, the act's, or a stack that is empty."""
        if self.icon != "bag":
            return "prepare.local-empty"
        return "prepare.act" if self.because == "act" else "prepare.bag"

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Take the chip: a unit joins the lineup, a bag bane takes effect and another chip is drawn (p.19, 29)."""
        supply = combat.supply
        if not self._is_from_bag(combat):
            chip = _unit_named(combat, answer) if answer is not None else supply.stack[0]
            size = None if supply.stack_size is None else supply.stack_size - 1
            combat = replace(combat, supply=replace(supply, stack=supply.stack[1:], stack_size=size))
            drawn = event_of("drawn", rule="prepare.local", chip=chip, source="stack", because=self.because)
            return push(combat, Enlist(chip, combat.arena.region, self.tactic)), [drawn]
        if answer is None and not _chips_in(supply):
            return combat, [event_of("no-chip-left", rule="prepare.bag", because=self.because)]
        chip, kind = bane_or_unit(combat, answer if answer is not None else _chips_in(supply)[0])
        combat = out_of_bag(combat, chip)
        rules = {"bag": "prepare.bag-bane", "unit": "prepare.unit-bane"}
        drawn = event_of("bane-drawn", rule=rules.get(kind, ""), bane=chip, kind=kind)
        if kind == "bag":
            return push(combat, TakeBane(chip), self), [drawn]
        if kind == "camp":  # the scion's bane may be one (ruling boots.camp-bane)
            return push(with_card(combat, "banes", chip), self), [drawn]
        if kind != "unit":
            drawn = event_of("drawn", rule=self._rule, chip=chip, source="bag", because=self.because)
        return push(combat, Enlist(chip, supply.factions.get(chip, ""), self.tactic)), [drawn]


def out_of_bag(combat: Combat, chip: str) -> Combat:
    """Take a chip out of the bag, where it is counted what is in there."""
    supply = combat.supply
    if supply.bag is None:
        return combat
    left = {each: count - (each == chip) for each, count in supply.bag.items()}
    return replace(combat, supply=replace(supply, bag={each: n for each, n in left.items() if n}))


def _is_barred(combat: Combat, chip: str) -> bool:
    """Whether a camp bane keeps the units of this region from being recruited."""
    banes = [combat.catalogue.bane(card.id) for card in combat.cards if card.kind == "banes"]
    is_local = combat.supply.factions.get(chip) == combat.arena.region
    return is_local and any(bane is not None and bane.bars_locals for bane in banes)


def _chips_in(supply: Supply) -> list[str]:
    return sorted(Counter(supply.bag or {}).elements())


def _asked_of_bag(combat: Combat, id_: str, rule: str, about: str) -> Question | None:
    """Ask which chip came out of the bag, one of those that are in there, if anybody keeps count."""
    if combat.supply.bag is None:
        return Question(id_, "chip", rule, about=about)
    chips = tuple(_chips_in(combat.supply))
    return Question(id_, "chip", rule, about=about, options=chips) if len(set(chips)) > 1 else None


def bane_or_unit(combat: Combat, name: str) -> tuple[str, str]:
    """Tell a chip that came out of the bag, and which kind of bane it is; the kind of a unit is empty.

    Where nobody keeps count of the bag, a bane whose kind no record states is named with it, as in `Gigantic:bag`.
    IllegalError for what is not a name, or a kind that no bane of the bag has.
    """
    supply = combat.supply
    bare, kind = _kind_typed(name)
    chip, is_bane = _unit_named(combat, bare), ":" in name
    kind = kind or supply.banes.get(chip, "")
    record = combat.catalogue.bane(chip)
    if not kind and supply.bag is None and record is not None and combat.catalogue.unit(chip) is None:
        if record.kind is None:
            text = later("{name} is a bane: add its kind, as in {chip}:bag or {chip}:unit. p.29")
            raise IllegalError(text, name=clip(name), chip=chip)
        kind, is_bane = record.kind, True
    if is_bane and kind not in ("bag", "unit"):
        raise IllegalError("{name} came out of the bag, so it is a bag or a unit bane. p.29", name=clip(name))
    return chip, kind


def _unit_named(combat: Combat, name: str) -> str:
    """The id of a chip that was drawn; IllegalError where no chip of a stack or the bag is called so."""
    id_ = slug(name)
    if combat.catalogue.hero(id_) is not None or combat.catalogue.scion(id_) is not None:
        raise IllegalError("{name} is elite, and in no stack and no bag. p.8, 28", name=clip(name))
    if HEX.fullmatch(name.strip()):
        raise IllegalError("{name} is a hex: type the name of the chip.", name=clip(name))
    if not id_ or not name.isprintable() or len(name) > 60:
        text = later("{name} is not the name of a chip: it has a letter or a digit, and at most 60 characters.")
        raise IllegalError(text, name=clip(name))
    return id_


class TakeBane(Step, frozen=True):
    """A bag bane takes effect for this combat: by its record, or as the player reads it off the chip (p.29)."""

    bane: str

    def question(self, combat: Combat) -> Question | None:
        """Ask what it does, where no source states that in the effect vocabulary; a text of its record may say it."""
        if "effects" in (combat.catalogue.raw("banes", self.bane) or {}):
            return None
        record = combat.catalogue.bane(self.bane)
        options, text = (BY_HAND, NOTHING), record.text if record is not None else ""
        return Question("component.bane", "effect", "component.asked", about=self.bane, options=options, text=text)

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Lay it beside the arena, face up."""
        if answer is None:
            return with_card(combat, "banes", self.bane), []
        if answer == NOTHING:
            return combat, []
        effects = read_entered(combat, answer, on=("set-up",))
        written = [msgspec.to_builtins(effect) for effect in effects]
        noted = event_of("effect-told", kind="banes", id=self.bane, effects=written, lasts="bag")
        return replace(combat, cards=(*combat.cards, Card("banes", self.bane, self.bane, tuple(effects)))), [noted]


def with_card(combat: Combat, kind: str, id_: str) -> Combat:
    """Put a card in force beside those that are, by its record; one without a record does nothing."""
    record = combat.catalogue.card(kind, id_)
    if record is None:
        return combat
    return replace(combat, cards=(*combat.cards, Card(kind, id_, record.name, tuple(record.effects or ()))))


def _kind_typed(name: str) -> tuple[str, str]:
    """Part what was typed for a bane into its name and its kind, which is empty where none was: `Gigantic:bag`."""
    bare, _, kind = name.rpartition(":") if ":" in name else (name, "", "")
    return bare, in_english(slug(kind), BANE_KINDS)


class DrawBane(Step, frozen=True):
    """A bane is drawn from the stack because a card says so, and is put where its kind says (p.29-30)."""

    effect: str
    at: int
    of: int

    def question(self, combat: Combat) -> Question | None:
        """Ask which bane it is."""
        rule, options, number = "bane.placed", (NOTHING,), (self.at, self.of)
        return Question("bane.draw", "effect", rule, about=self.effect, options=options, number=number)

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """Take the bane, or none where the stack has none left."""
        name = " ".join(str(answer).split())
        if is_none(name) or in_english(slug(name), (NOTHING,)) == NOTHING:
            # The stack is empty for the others that are due as well.
            empty = event_of("bane-added", bane="", kind="", effect=self.effect)
            return replace(combat, agenda=tuple(s for s in combat.agenda if not isinstance(s, DrawBane))), [empty]
        bare, kind = _kind_typed(name)
        record = combat.catalogue.bane(slug(bare))
        kind = kind or combat.supply.banes.get(slug(bare), "") or (record.kind if record is not None else "") or ""
        if not slug(bare) or not bare.isprintable() or len(bare) > 60 or kind not in BANE_KINDS:
            raise IllegalError(
                "{name} is not a bane with its kind: write NAME:KIND, where the chip shows bag, unit or camp; "
                "or nothing if the stack is empty. p.29",
                name=clip(name),
            )
        if kind == "camp":
            combat = with_card(combat, "banes", slug(bare))
        return combat, [event_of("bane-added", bane=bare.strip(), kind=kind, effect=self.effect)]


class DrawRecruit(Step, frozen=True):
    """A random bag unit is recruited; a bane that comes out goes back, and another chip is drawn (p.13, 33)."""

    def question(self, combat: Combat) -> Question | None:
        """Ask what came out of the bag, where somebody in there can be recruited."""
        chips = _chips_in(combat.supply)
        kinds = {bane_or_unit(combat, chip)[1] for chip in chips if not _is_barred(combat, chip)}
        if combat.supply.bag is not None and not {"", "camp"} & kinds:
            return None
        return _asked_of_bag(combat, "blessing.recruit", "blessing.reinforce", "bag")

    def resolve(self, combat: Combat, answer: Any) -> Result:
        """It joins your camp."""
        chips = _chips_in(combat.supply)
        chip, kind = bane_or_unit(combat, answer or chips[0]) if answer is not None or chips else ("", "")
        if kind == "camp":
            combat = with_card(out_of_bag(combat, chip), "banes", chip)
            return push(combat, self), [event_of("bane-drawn", bane=chip, kind=kind)]
        if not chip or kind or _is_barred(combat, chip):
            if answer is None:
                return combat, [event_of("no-chip-left", rule="blessing.reinforce", because="blessing")]
            return push(combat, self), [event_of("bane-put-back", bane=chip)]
        joins = Muster(chip, combat.supply.factions.get(chip, ""))
        return push(out_of_bag(combat, chip), joins), [event_of("recruited", chip=chip)]
