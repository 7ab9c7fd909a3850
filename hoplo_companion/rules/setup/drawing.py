"""Drawing chips for a combat: off the faction stack, out of the bag, banes among them (Rulebook p.13, 19, 29)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from msgspec.structs import replace

from hoplo_companion.components.names import in_english, is_none, slug
from hoplo_companion.errors import IllegalError, clip
from hoplo_companion.hexes import HEX
from hoplo_companion.language import later
from hoplo_companion.rules.agenda import Result, Step, push
from hoplo_companion.rules.effects.in_force import card_of
from hoplo_companion.rules.effects.unknown import read_entered
from hoplo_companion.rules.events import BaneAdded, BaneDrawn, Drawn, EffectEntered, Event, Recruited, event_of
from hoplo_companion.rules.model import Combat, Supply
from hoplo_companion.rules.questions import BY_HAND, NOTHING, Question
from hoplo_companion.rules.setup.lineup import Enlist, Muster

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
            drawn: list[Event] = [Drawn(rule="prepare.local", chip=chip, source="stack", because=self.because)]
            return push(combat, Enlist(chip, combat.arena.region, self.tactic)), drawn
        if answer is None and not _chips_in(supply):
            return combat, [event_of("no-chip-left", rule="prepare.bag", because=self.because)]
        chip, kind = bane_or_unit(combat, answer if answer is not None else _chips_in(supply)[0])
        combat = out_of_bag(combat, chip)
        if kind == "bag":
            return push(combat, TakeBane(chip), self), [BaneDrawn(rule="prepare.bag-bane", bane=chip, kind=kind)]
        if kind == "camp":  # the scion's bane may be one (ruling boots.camp-bane)
            return push(with_card(combat, "banes", chip), self), [BaneDrawn(rule="bane.placed", bane=chip, kind=kind)]
        events: list[Event] = [Drawn(rule=self._rule, chip=chip, source="bag", because=self.because)]
        if kind == "unit":
            events = [BaneDrawn(rule="prepare.unit-bane", bane=chip, kind=kind)]
        return push(combat, Enlist(chip, supply.factions.get(chip, ""), self.tactic)), events


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
        """Ask what it does, where no source states it in the effect vocabulary.

        A record that has no effects at all may have a text to carry out.
        """
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
        noted = EffectEntered(rule="component.asked", kind="banes", id=self.bane, effects=written, lasts="bag")
        card = card_of("banes", self.bane, self.bane, effects)
        return replace(combat, cards=(*combat.cards, card)), [noted]


def with_card(combat: Combat, kind: str, id_: str) -> Combat:
    """Put a card in force beside those that are, by its record; one without a record does nothing."""
    record = combat.catalogue.card(kind, id_)
    if record is None:
        return combat
    return replace(combat, cards=(*combat.cards, card_of(kind, id_, record.name, record.effects or ())))


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
            empty = BaneAdded(rule="bane.placed", bane="", kind="", effect=self.effect)
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
        return combat, [BaneAdded(rule="bane.placed", bane=bare.strip(), kind=kind, effect=self.effect)]


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
            return push(combat, self), [BaneDrawn(rule="bane.placed", bane=chip, kind=kind)]
        if not chip or kind or _is_barred(combat, chip):
            if answer is None:
                return combat, [event_of("no-chip-left", rule="blessing.reinforce", because="blessing")]
            return push(combat, self), [event_of("bane-put-back", bane=chip)]
        joins = Muster(chip, combat.supply.factions.get(chip, ""))
        return push(out_of_bag(combat, chip), joins), [Recruited(rule="blessing.reinforce", chip=chip)]
