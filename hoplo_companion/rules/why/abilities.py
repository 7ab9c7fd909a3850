"""Why a rival unit uses an Ability or does not, on whom, and onto which hex it puts that unit (Rulebook p.24)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from hoplo_companion.hexes import bits
from hoplo_companion.rules.effects.judge import judge
from hoplo_companion.rules.effects.relocating import OPENING, OWN_LIST, USERS_LIST, Relocating, Shift
from hoplo_companion.rules.effects.scene import Held
from hoplo_companion.rules.effects.use import OnUnits, rule_of
from hoplo_companion.rules.holding import kept_from_step
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import is_used_up
from hoplo_companion.rules.naming import called
from hoplo_companion.rules.rival.specials import USED
from hoplo_companion.rules.rival.turn import goes_for, in_turn, is_wanted, unwanted
from hoplo_companion.rules.sentence import Sentence, said
from hoplo_companion.rules.why.decisions import Decision, Test, Value, decide
from hoplo_companion.rules.why.engage import lacking, of_stage


def abilities(combat: Combat, unit: Unit) -> list[Decision]:
    """Lay open which of its Abilities a unit uses as things stand, when, on whom, and where it goes (p.24)."""
    helds = judge(combat).on("ability", unit.id)
    hold = kept_from_step(combat, unit, "abilities")

    def lack(held: Held) -> str:
        return USED if is_used_up(combat, held) else unwanted(combat, unit, held)

    def why(held: Held) -> Sentence:
        return hold.sentence if hold is not None else lacking(combat, held, lack(held))

    def is_used(held: Held) -> bool:
        return hold is None and not lack(held)

    def rule(held: Held) -> str:
        return hold.rule if hold is not None else rule_of(combat, held)

    tests = [Test("used", rule, lambda held: "yes" if is_used(held) else "no", is_used, why)]
    tests += [_order(combat)] if any(map(is_used, helds)) else []
    used = decide("ability", unit.id, "abilities.use", [(held.name, held) for held in helds], tests)
    found = [replace(used, together=True)]
    for held in helds:
        doing = goes_for(held)
        if hold is None and doing is not None and not is_used_up(combat, held):
            found += on_units(combat, unit, held, doing)
    return found


def _order(combat: Combat) -> Test:
    """Show when an Ability is used among all of the troop: those that only heal first, then as the player chooses."""
    first, others = in_turn(combat)
    wanted = [held for held in others if is_wanted(combat, combat.units[held.holder], held)]

    def place(held: Held) -> Value:
        if held in first:
            return first.index(held) + 1
        last = len(first) + len(wanted)
        return last if len(wanted) == 1 else f"{len(first) + 1}-{last}"

    return Test("in order", "abilities.order", place, lambda _: True)


def on_units(
    combat: Combat, unit: Unit, held: Held, doing: OnUnits[Any], rule: str = "abilities.priorities", by: str = ""
) -> list[Decision]:
    """Lay open whom an effect is used on, and onto which hex each of those may be put; nothing where it names them."""
    if isinstance(whom := doing.whom(), str):
        return []
    left = doing.narrowed(combat)
    tests = [of_stage(combat, unit, held, stage, rule_of(combat, held)) for stage in left]
    options = [(each.id, each) for each in combat.in_arena() if each.id != unit.id]
    made = decide("target", unit.id, rule, options, tests)
    found = [replace(made, by=by or held.name, together=whom.pick == "all")]
    if isinstance(doing, Relocating):
        places = [_places(combat, unit, held, doing, each) for each in left[-2][1]]
        found += [each for each in places if each.candidates]
    return found


def _places(combat: Combat, unit: Unit, held: Held, doing: Relocating[Any], target: Unit) -> Decision:
    """Lay open the hexes that an Ability may put a unit on: those that suit the lists, and that open an attack."""

    def elsewhere(whose: Unit) -> Sentence:
        return said("not where the priority list of {unit} leads it", unit=called(combat, whose))

    fails = {
        USERS_LIST: ("abilities.priorities", elsewhere(unit)),
        OWN_LIST: ("abilities.priorities", elsewhere(target)),
        OPENING: (rule_of(combat, held), said("opens no attack or Special")),
    }
    (_, possible), *stages = doing.narrowed_shifts(combat, target)

    def test(name: str, left: list[Shift]) -> Test:
        rule, why = fails[name]
        return Test(name, rule, lambda shift: "yes" if shift in left else "no", lambda shift: shift in left, why)

    name = combat.arena.mat.name
    options = [(name(next(bits(shift[target.id]))), shift) for shift in possible]
    decision = decide("destination", target.id, "abilities.priorities", options, [test(*each) for each in stages])
    return replace(decision, by=held.name)
