"""Drawing chips for a combat, banes among them, and joining its lineups and camps (Rulebook p.13, 19-20, 29-30)."""

import itertools
from collections import Counter
from collections.abc import Generator
from typing import Any

import msgspec
from msgspec.structs import replace

from hoplo_companion.components.names import in_english, is_none, slug
from hoplo_companion.components.words import BANE_KINDS, CLASSES
from hoplo_companion.errors import IllegalError, clip
from hoplo_companion.hexes import HEX
from hoplo_companion.language import later
from hoplo_companion.rules.agenda import Asks, Result, Running, Step, Then, push
from hoplo_companion.rules.dialogue import BY_HAND, NO, NOTHING, YES, Event, Question, choice, event_of
from hoplo_companion.rules.effects.unknown import read_entered
from hoplo_companion.rules.model import Card, Combat, Supply
from hoplo_companion.rules.position.parts import PRIMUS_HEALTH, UnitReader, note, read_line


def fresh_id(combat: Combat, chip: str, side: str) -> str:
    """Find an id for a unit that comes into the combat: its chip's, with number or side where another is called so.

    Yours keeps the plain name; a rival that would share it is `rival-…`, and equals are numbered. No unit is called
    like one that lies face down.
    """
    taken = {*combat.units, *combat.bench, *combat.supply.fallen}
    yours = any(unit.chip == chip and unit.side == "player" for unit in combat.units.values())
    name = f"{side}-{chip}" if yours and side != "player" else chip
    return next(id_ for count in itertools.count(1) if (id_ := f"{name}-{count}" if count > 1 else name) not in taken)


def _entered(
    combat: Combat, chip: str, faction: str
) -> Generator[Question | None, Any, tuple[dict[str, Any], list[Event]]]:
    """What a position says of a unit; what its chip shows is asked for (`defender, 1/1/4, blue blue, Taunt`).

    `faction` is that of the stack it lay on, if one showed it (p.8). IllegalError where the chip lacks what a unit
    cannot do without, or is of another faction.
    """
    of_stack = {"faction": faction} if faction else {}
    if combat.catalogue.unit(chip) is not None:
        return {"chip": chip, **of_stack}, []
    answer = yield Question("component.unit", "unit", "component.asked", about=chip)
    fields = {"skills": [], **read_line(combat, chip, answer)}
    if (other := fields.get("faction", faction)) != faction and faction:
        text = later("{chip} lay on the stack of {faction}, so it is not of {other}. p.8")
        raise IllegalError(text, chip=chip, faction=faction, other=other)
    missing = [key for key in ("movement", "range", "health", "attack") if key not in fields]
    if missing:
        text = later("{chip} lacks its {stats}: write it as in {example}")
        example = "'defender, 1/1/4, blue blue, Taunt'"
        raise IllegalError(text, chip=chip, stats=", ".join(missing), example=example)
    fields |= of_stack
    return {"chip": chip, **fields}, [event_of("unit-told", chip=chip, fields=fields)]


def enlist(combat: Combat, chip: str, faction: str, tactic: bool, primus: bool = False) -> Running:
    """A unit joins the rival's lineup, with a tactic if its icon has one; the primus has the act's Health (p.30)."""
    given, events = yield from _entered(combat, chip, faction)
    id_ = fresh_id(combat, chip, "rival")
    if primus:
        given["elite"] = True
        if combat.event == "primus" and not combat.variant.primus_has_chip_health:
            given["health"] = PRIMUS_HEALTH[combat.act]
        events.append(event_of("drawn", rule="prepare.primus", chip=chip, source="primus", because="card"))
    unit = UnitReader(combat.catalogue).read_given(id_, given, "rival", benched=True)
    combat = replace(combat, lineup=(*combat.lineup, id_), bench={**combat.bench, id_: unit})
    return push(combat, Asks(assign_tactic, (id_,))) if tactic else combat, events


def muster(combat: Combat, chip: str, faction: str = "") -> Running:
    """A chip of your camp that nobody knows joins the units that you may deploy."""
    given, events = yield from _entered(combat, chip, faction)
    unit = UnitReader(combat.catalogue).read_given(fresh_id(combat, chip, "player"), given, "player")
    return combat.with_unit(unit), events


def place_unit(combat: Combat, chip: str, side: str, asks: str, rule: str) -> Running:
    """Ask for the hex of a unit of the arena's, or a minion of the scion's, that its card names (p.19, 31).

    It stands there as combat starts; a minion's HP have to be known then.
    """
    free = combat.arena.mat.names(combat.free())
    answer = yield Question(asks, "hex", rule, about=chip, options=tuple(free))
    id_ = fresh_id(combat, chip, side)
    unit = UnitReader(combat.catalogue).read_given(id_, {"chip": chip}, side)
    combat = combat.with_unit(replace(unit, hex=combat.arena.mat.bit[answer]))
    then = [Then(know_hp, (id_,))] if side == "rival" else []
    return push(combat, *then), [event_of("chip-laid", rule=rule, chip=id_, hex=answer)]


def know_hp(combat: Combat, id_: str) -> Result:
    """A unit that was placed has HP for its Health, which is asked where it is not known."""
    unit = combat.units[id_]
    return combat.with_unit(replace(unit, hp=unit.known("health") if unit.hp is None else unit.hp)), []


def assign_tactic(combat: Combat, id_: str, tactic: str = "") -> Running:
    """Lay the tactic of a unit's icon, that of its first class, into the rival's camp, or skip it (p.19-20).

    What is not known for certain is asked first. The table of p.20 does not list Beasts: nothing is placed for one, or
    the `tactic` that you name (`beast.tactic`).
    """
    unit, supply = combat.bench[id_], combat.supply
    if not unit.classes:
        answer = yield choice("component.class", "component.asked", CLASSES, id_, "class")
        combat, noted = note(combat, id_, "class", [answer])
        return push(combat, Asks(assign_tactic, (id_, tactic))), noted
    catalogue, class_ = combat.catalogue, unit.classes[0]
    # The Tactic Assignment Table: the tactic of each class that it lists (p.20).
    table = {each.rival_class: name for name, each in reversed(catalogue.every("tactics").items()) if each.rival_class}
    chip = tactic or table.get(class_)
    if chip is None:
        tactics = sorted(table.values()) if "beast.tactic" in combat.rulings.otherwise else ()
        answer = yield choice("prepare.tactic-named", "prepare.beast-tactic", tactics, id_, class_)
        if answer is not None:
            return push(combat, Asks(assign_tactic, (id_, answer))), []
        return combat, [event_of("icon-passed-over", unit=unit.id, class_=class_, rulings=["beast.tactic"])]
    none_left = supply.tactics is not None and not supply.tactic_chips
    if supply.tactics is not None and not none_left and supply.tactics.get(chip, 0) <= 0:
        # How many chips each tactic has is inferred, so the table is asked before one is said to be used up.
        ask = choice("prepare.tactic-left", "prepare.no-tactic", (YES, NO), id_, chip)
        none_left = (yield ask) == NO
    if none_left:
        return combat, [event_of("no-lineup-tactic", unit=id_, chip=chip)]
    combat = count_tactic(combat, chip, -1)
    combat = replace(combat, rival_tactics=(*combat.rival_tactics, chip))
    return combat, [event_of("lineup-tactic", unit=id_, chip=chip)]


def count_tactic(combat: Combat, chip: str, by: int) -> Combat:
    """Count a tactic that comes into the supply or leaves it, where anybody keeps count."""
    supply = combat.supply
    if supply.tactics is None or chip not in supply.tactics:
        return combat
    # By the inferred number of copies there may be fewer than none: the table is asked then.
    tactics = {**supply.tactics, chip: max(0, supply.tactics[chip] + by)}
    return replace(
        combat, supply=replace(supply, tactics=tactics, tactic_chips=max(0, (supply.tactic_chips or 0) + by))
    )


def act_icons(act: int) -> list[str]:
    """What the act adds to the end of the lineup, if it may: from Act II on a bag unit with a tactic (p.20)."""
    return ["bag+tactic"] if act >= 2 else []


def draw_unit(combat: Combat, icon: str, because: str) -> Running:
    """Draw the chip of an icon: a local unit from its stack, or one from the bag (p.19).

    A unit joins the lineup, a bag bane takes effect and another chip is drawn (p.29).
    """
    supply, (what, tactic, _) = combat.supply, icon.partition("+")
    if what != "bag" and supply.stack_size != 0:
        if supply.stack:
            chip = supply.stack[0]
        else:
            ask = Question("prepare.local", "chip", "prepare.local", about=combat.arena.region)
            chip = _unit_named(combat, (yield ask))
        size = None if supply.stack_size is None else supply.stack_size - 1
        combat = replace(combat, supply=replace(supply, stack=supply.stack[1:], stack_size=size))
        drawn = event_of("drawn", rule="prepare.local", chip=chip, source="stack", because=because)
        return push(combat, Asks(enlist, (chip, combat.arena.region, bool(tactic)))), [drawn]
    # By the card's icon, the act's, or since a stack is empty.
    rule = "prepare.act" if because == "act" else "prepare.bag"
    rule = rule if what == "bag" else "prepare.local-empty"
    name = yield from _drawn(combat, "prepare.bag", rule, because)
    if name is None:
        return combat, [event_of("no-chip-left", rule="prepare.bag", because=because)]
    (chip, kind), again = bane_or_unit(combat, name), Asks(draw_unit, (icon, because))
    combat = count_chip(combat, chip)
    rules = {"bag": "prepare.bag-bane", "unit": "prepare.unit-bane"}
    drawn = event_of("bane-drawn", rule=rules.get(kind, ""), bane=chip, kind=kind)
    if kind == "bag":
        return push(combat, Asks(take_bane, (chip,)), again), [drawn]
    if kind == "camp":  # the scion's bane may be one (ruling boots.camp-bane)
        return push(with_card(combat, "banes", chip), again), [drawn]
    if kind != "unit":
        drawn = event_of("drawn", rule=rule, chip=chip, source="bag", because=because)
    return push(combat, Asks(enlist, (chip, supply.factions.get(chip, ""), bool(tactic)))), [drawn]


def count_chip(combat: Combat, chip: str, by: int = -1) -> Combat:
    """Count a chip that comes into the bag or out of it, where anybody keeps count."""
    if combat.supply.bag is None:
        return combat
    now = Counter(combat.supply.bag)
    now[chip] += by
    return replace(combat, supply=replace(combat.supply, bag=dict(+now)))


def _is_barred(combat: Combat, chip: str) -> bool:
    """Whether a camp bane keeps the units of this region from being recruited."""
    banes = [combat.catalogue.bane(card.id) for card in combat.cards if card.kind == "banes"]
    is_local = combat.supply.factions.get(chip) == combat.arena.region
    return is_local and any(bane is not None and bane.bars_locals for bane in banes)


def _chips_in(supply: Supply) -> list[str]:
    return sorted(Counter(supply.bag or {}).elements())


def _drawn(combat: Combat, id_: str, rule: str, about: str) -> Generator[Question | None, Any, str | None]:
    """The chip that came out of the bag, asked for where it is not the only one; None where there is none left."""
    chips = _chips_in(combat.supply)
    is_open = combat.supply.bag is None or len(set(chips)) > 1
    answer: str | None = yield Question(id_, "chip", rule, about=about, options=tuple(chips)) if is_open else None
    return answer if answer is not None else next(iter(chips), None)


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


def take_bane(combat: Combat, bane: str) -> Running:
    """A bag bane takes effect for this combat: by its record, or as the player reads it off the chip (p.29).

    What it does is asked where no source states that in the effect vocabulary.
    """
    if "effects" in (combat.catalogue.raw("banes", bane) or {}):
        return with_card(combat, "banes", bane), []
    record = combat.catalogue.bane(bane)
    options, text = (BY_HAND, NOTHING), record.text if record is not None else ""
    answer = yield Question("component.bane", "effect", "component.asked", "", bane, options, text=text)
    if answer == NOTHING:
        return combat, []
    effects = read_entered(combat, answer, on=("set-up",))
    written = [msgspec.to_builtins(effect) for effect in effects]
    noted = event_of("effect-told", kind="banes", id=bane, effects=written, lasts="bag")
    return replace(combat, cards=(*combat.cards, Card("banes", bane, bane, tuple(effects)))), [noted]


def with_card(combat: Combat, kind: str, id_: str) -> Combat:
    """Put a card in force beside those that are, by its record; one without a record does nothing."""
    record = combat.catalogue.find(kind, id_)
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

    def run(self, combat: Combat) -> Running:
        """Ask which bane it is, and take it, or none where the stack has none left."""
        options, number = (NOTHING,), (self.at, self.of)
        ask = Question("bane.draw", "effect", "bane.placed", about=self.effect, options=options, number=number)
        name = " ".join(str((yield ask)).split())
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


def draw_recruit(combat: Combat) -> Running:
    """Recruit a random bag unit: what came out of the bag is asked where somebody in there can be (p.13, 33).

    A bane that comes out goes back, and another chip is drawn.
    """
    chips = _chips_in(combat.supply)
    kinds = {bane_or_unit(combat, chip)[1] for chip in chips if not _is_barred(combat, chip)}
    name = None
    if combat.supply.bag is None or not kinds.isdisjoint(("", "camp")):
        name = yield from _drawn(combat, "blessing.recruit", "blessing.reinforce", "bag")
    if name is None:
        return combat, [event_of("no-chip-left", rule="blessing.reinforce", because="blessing")]
    chip, kind = bane_or_unit(combat, name)
    if kind == "camp":
        combat = with_card(count_chip(combat, chip), "banes", chip)
        return push(combat, Asks(draw_recruit)), [event_of("bane-drawn", bane=chip, kind=kind)]
    if kind or _is_barred(combat, chip):
        return push(combat, Asks(draw_recruit)), [event_of("bane-put-back", bane=chip)]
    joins = Asks(muster, (chip, combat.supply.factions.get(chip, "")))
    return push(count_chip(combat, chip), joins), [event_of("recruited", chip=chip)]
