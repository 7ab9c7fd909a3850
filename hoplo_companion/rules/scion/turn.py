"""Scion combat: preparing for it, the Scion Activity Step, what its rows do, top to bottom (Rulebook p.13, 31-32)."""

from collections import Counter
from itertools import combinations
from typing import Any, ClassVar

from msgspec.structs import replace

from hoplo_companion.components.conditions import Group
from hoplo_companion.components.effects import Advance, Damage, GainHp, Heal
from hoplo_companion.components.names import slug
from hoplo_companion.components.schemas import MINIONS, SCION, DiceEffect, ScionRecord
from hoplo_companion.errors import IllegalError, clip
from hoplo_companion.language import later, tr
from hoplo_companion.rules.agenda import Asks, Changeable, Result, Running, Step, Then, lay_open, push
from hoplo_companion.rules.defeat import AskByHand
from hoplo_companion.rules.dialogue import NOTHING, Event, Question, choice, event_of
from hoplo_companion.rules.effects.in_force import Held, Scene
from hoplo_companion.rules.effects.judge import is_dazed, judge
from hoplo_companion.rules.effects.relocating import advance_units
from hoplo_companion.rules.effects.use import OnUnits, UseEffect, verb_steps
from hoplo_companion.rules.model import Combat, Unit, is_scion, one_less
from hoplo_companion.rules.scion.dice import Resolved, changed_by, resolve
from hoplo_companion.rules.sentence import Sentence, said
from hoplo_companion.rules.setup.lineup import count_chip, place_unit

NONE = "none"
"""The answer to which bane is removed, where none is to be."""

MOST_CAP, MOST_MINIONS = 12, 9
"""The highest numbers that are offered; others may be typed."""


class CrossOff(Step, frozen=True):
    """Your blessings are crossed off one by one, each for a bane of the bag or of your `camp` that goes (p.13, 31)."""

    camp: tuple[str, ...]

    def run(self, combat: Combat) -> Running:
        """Cross a blessing off, and take the bane away that you choose, if there are any: several for no bane."""
        crossed: list[Event] = []
        bag = combat.supply.bag or {}
        there = [("bag", id_) for id_ in sorted(combat.supply.banes) if bag.get(id_)]
        banes = {f"{where}:{id_}": (where, id_) for where, id_ in [*there, *(("camp", id_) for id_ in self.camp)]}
        answer = yield choice("scion.blessing", "scion.preparation", (*banes, NONE) if combat.yours.blessings else ())
        where, bane = banes.get(answer or NONE, ("", ""))
        while combat.yours.blessings:
            combat, left = combat.without_blessing()
            crossed.append(event_of("blessing-crossed-off", bane=bane, where=where, left=left))
            if bane:
                break
        if not bane:
            return combat, crossed
        camp = one_less(self.camp, bane if where == "camp" else "")
        if where == "bag":
            combat = count_chip(combat, bane)
        elif bane not in camp:
            cards = tuple(card for card in combat.cards if (card.kind, card.id) != ("banes", bane))
            combat = replace(combat, cards=cards)
        return push(combat, CrossOff(camp)), crossed


def follow_card(combat: Combat, scion: str) -> Result:
    """Say what the scion's card wants in place of a lineup, or that it is to be read off; ask for numbers (p.31)."""
    record = combat.catalogue.scion(scion)
    assert record is not None
    by_card = said("Do the set-up printed on its card; no source has its text")
    unknown = said("The priority list on its card is in no source: the arena's is used until you type it")
    events: list[Event] = [reminded("scion.setup", record.name, record.setup or by_card)]
    events += [reminded("scion.goal", record.name, record.goal)] if record.goal else []
    events += [reminded("scion.priorities", record.name, unknown)] if record.priorities is None else []
    minions = [Asks(ask_minions, (slug(chip),)) for chip in dict.fromkeys(record.minions)]
    return push(combat, Asks(ask_cap, (scion, record.name)), *minions), events


def reminded(rule: str, about: str, what: Sentence | str) -> Event:
    """Remind the player of something: of what a card says, or of a sentence in whatever language it is shown."""
    values = {"text": what} if isinstance(what, str) else {"text": what.english(), "said": what}
    return event_of("reminded", rule=rule, about=about, **values)


def _read_number(answer: str, least: int) -> int:
    if not (answer.isascii() and answer.isdigit() and len(answer) < 3 and int(answer) >= least):
        text = later("{answer} is not a whole number from {least}; 'nothing' if nobody knows.")
        raise IllegalError(text, answer=clip(answer), least=least)
    return int(answer)


def ask_cap(combat: Combat, scion: str, name: str) -> Running:
    """Ask once how many units you may have in combat at a time; without that your units are not limited (p.31)."""
    cap, noted = combat.yours.cap, list[Event]()
    if cap is None:
        options = (*map(str, range(1, MOST_CAP + 1)), NOTHING)
        answer = yield Question("component.cap", "effect", "component.asked", about=scion, options=options)
        if answer == NOTHING:
            text = said("Your unit cap is not known, so your units are not limited: `hoplo fix cap N` enters it")
            return combat, [reminded("scion.cap", name, text)]
        cap = _read_number(answer, 1)
        noted = [event_of("stat-told", unit=scion, chip=scion, stat="cap", value=cap)]
    limit = reminded("scion.cap", name, said("At most {cap} of your units are in combat at a time", cap=cap))
    return replace(combat, yours=replace(combat.yours, cap=cap)), [*noted, limit]


def ask_minions(combat: Combat, chip: str) -> Running:
    """Ask how many of a chip the card has set up with the scion, and place so many."""
    options = (*map(str, range(MOST_MINIONS + 1)), NOTHING)
    answer = yield Question("scion.minions", "effect", "scion.setup", about=chip, options=options)
    count = 0 if answer == NOTHING else _read_number(answer, 0)
    return push(combat, *[Asks(place_unit, (chip, "rival", "scion.minion", "scion.setup"))] * count), []


KIND_RULES = {"hit": "scion.single-die", "total": "scion.total-hits", "each": "scion.each-hit", "pair": "scion.pair"}
"""The rule behind each kind of row; a threshold has none of its own."""

ORDERLY = (Damage, GainHp, Heal)
"""Verbs of which it is known whether the order of those who carry them out matters."""


def begin_activity(combat: Combat) -> Result:
    """The scion rolls its dice before all else, after what its card leaves to be asked; a dazed one none (p.31)."""
    scion = next((unit for unit in combat.in_arena("rival") if is_scion(combat, unit)), None)
    if scion is None:
        return combat, [event_of("scion-inactive", rule="scion.activity", unit="", why="absent")]
    if is_dazed(combat, scion):
        return combat, [event_of("scion-inactive", rule="scion.dazed", unit=scion.id, why="dazed")]
    record = _record(combat, scion.id)
    events = [event_of("reminded", rule="scion.triggers", about=record.name, text=text) for text in record.triggers]
    if record.dice is None or record.effects is None:
        return push(combat, AskByHand("manual.scion-activity", scion.id, scion.chip)), events
    steps: list[Step] = [RollScion(scion.id)]
    if record.extra_dice and not combat.more_dice:
        steps.insert(0, AskByHand("manual.scion-dice", scion.id, scion.chip, record.extra_dice))
    return push(combat, *steps), events


class RollScion(Changeable, frozen=True):
    """The scion's dice are rolled; `dice` is the whole pool where you have said so for this roll."""

    unit: str
    dice: tuple[str, ...] | None = None
    takes: ClassVar[dict[str, str]] = {"dice": "dice"}

    def run(self, combat: Combat) -> Running:
        """Ask for the hits of each colour, if there is a die to roll; the rows of the card follow, from the top."""
        if self.unit not in combat.units:
            return combat, []
        pool = self.dice
        if pool is None:
            # Those of its card, with what was added or taken away (p.31).
            pool = tuple(Counter(changed_by(_record(combat, self.unit).dice or {}, combat.more_dice)).elements())
        answer = yield Question("scion.roll", "hits", "scion.order", self.unit, dice=pool) if pool else None
        dice: dict[str, int] = {colour: pool.count(colour) for colour in dict.fromkeys(pool)}
        hits = dict(answer or dict.fromkeys(dice, 0))
        rows = (Then(begin_row, (self.unit, row)) for row in resolve(rows_of(combat, self.unit), hits))
        rolled = event_of("scion-rolled", unit=self.unit, dice=dice, hits=hits)
        return push(combat, *lay_open(combat, "activity", self.unit), *rows), [rolled]


def _record(combat: Combat, unit: str) -> ScionRecord:
    record = combat.catalogue.scion(combat.units[unit].chip)
    assert record is not None
    return record


def rows_of(combat: Combat, unit: str) -> list[DiceEffect]:
    """The rows of a scion's card."""
    return _record(combat, unit).effects or []


def begin_row(combat: Combat, scion: str, rolled: Resolved) -> Result:
    """Carry out one row of the card as often as a roll sets it off, before the next one begins (p.31).

    One that is not in the vocabulary is resolved by hand.
    """
    if scion not in combat.units:
        return combat, []
    row, often, text = rows_of(combat, scion)[rolled.index], rolled.times, rolled.text
    rule = "scion.two-colours" if len(row.dice) > 1 and not row.one_of_each else KIND_RULES.get(row.kind)
    values: dict[str, Any] = {name: getattr(rolled, name) for name in ("index", "dice", "hits", "times", "text")}
    done = event_of("scion-row", rule=rule or "scion.order", unit=scion, **values)
    steps: list[Step] = []
    if often and row.effects:
        steps = [Asks(carry_out, (scion, rolled))] * often
    elif often:
        said = text if often == 1 else tr("{times} times: {text}", times=often, text=text)
        steps = [AskByHand("manual.scion-row", scion, rolled.dice, said)]
    return push(combat, *steps), [done]


def actors(combat: Combat, scion: Unit, row: DiceEffect) -> list[Unit]:
    """Who carries a row out, the scion first: it, its minions (all others if the card names none), a chip's (p.31)."""
    minions = {slug(chip) for chip in _record(combat, scion.id).minions}
    others = [unit for unit in combat.in_arena("rival") if unit.id != scion.id]
    called = [e for e in others if e.chip in row.by or (MINIONS in row.by and (e.chip in minions or not minions))]
    return [*([scion] if SCION in row.by else []), *called]


def _on_groups(uses: list[UseEffect]) -> list[tuple[OnUnits[Any], Group]]:
    """The verbs of some effects that act on a group, as their unit would carry them out, each with its group."""
    steps = [step for use in uses for step in verb_steps(use.held, use.scene) if isinstance(step, OnUnits)]
    return [(step, group) for step in steps if isinstance(group := step.whom(), Group)]


def carry_out(combat: Combat, scion: str, rolled: Resolved, left: tuple[str, ...] | None = None) -> Running:
    """Let one of those whom a row names act, asking who where that can matter, then the others; None are `left` yet.

    Who has nobody to act on does not.
    """
    if scion not in combat.units:
        return combat, []
    record, row = _record(combat, scion), rows_of(combat, scion)[rolled.index]
    here = actors(combat, combat.units[scion], row)
    if left is not None:
        here = [unit for unit in combat.still_there(left) if unit.hex]
    verbs: list[Any] = [verb for effect in row.effects for verb in effect.verbs]
    if all(isinstance(verb, Advance) for verb in verbs):
        # They move as in one Movement Step, none left behind.
        for verb in reversed(verbs):
            most = judge(combat).amount(verb.most, Scene(scion, hits=rolled.hits))
            combat = advance_units(combat, here, most)
        return combat, []
    about = "row", combat.units[scion].chip
    uses = {
        unit.id: [
            UseEffect(
                Held(*about, e.name or record.name, unit.id, 0, e, rolled.index), Scene(unit.id, hits=rolled.hits)
            )
            for e in row.effects
        ]
        for unit in here
    }
    doing = {id_: _on_groups(each) for id_, each in uses.items()}
    ready = [id_ for id_, steps in doing.items() if not steps or any(step.candidates(combat) for step, _ in steps)]
    if not ready:
        return combat, [event_of("cannot-act", rule="scion.actors", unit=unit.id, why="no target") for unit in here]
    # It can matter who acts first where two act on one unit and one of them on others, or where nobody can tell.
    is_known = all(isinstance(verb, ORDERLY) for verb in verbs) and not judge(combat).moments
    groups = [doing[id_] for id_ in ready] if is_known else []
    members = [{e.id for step, of in each for e in judge(combat).members(of, step.scene)} for each in groups]
    is_free = is_known and not any(one & other and len(one | other) > 1 for one, other in combinations(members, 2))
    answer = yield choice("scion.next", "scion.actors", [] if is_free else ready, scion, rolled.dice)
    first = answer or ready[0]
    rest = Asks(carry_out, (scion, rolled, tuple(id_ for id_ in uses if id_ != first)))
    return push(combat, *lay_open(combat, "activity", first), *uses[first], rest), []
