"""Why a rival unit uses an Ability or does not, on whom, and onto which hex it puts that unit (Rulebook p.24)."""

from __future__ import annotations

from msgspec.structs import replace

from hoplo_companion.hexes import bits
from hoplo_companion.rules.effects import relocating
from hoplo_companion.rules.effects.judge import judge
from hoplo_companion.rules.effects.opened_attacks import Shift
from hoplo_companion.rules.effects.relocating import OPENING, SUITING, Relocating
from hoplo_companion.rules.effects.scene import Held
from hoplo_companion.rules.effects.use import OnUnits, rule_of
from hoplo_companion.rules.holding import kept_from_step
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import is_used_up
from hoplo_companion.rules.rival import specials
from hoplo_companion.rules.rival.abilities import goes_for, unwanted
from hoplo_companion.rules.rival.priorities import Stage
from hoplo_companion.rules.rival.specials import USED
from hoplo_companion.rules.sentence import Sentence, said
from hoplo_companion.rules.why.decisions import Decision, Test, decide
from hoplo_companion.rules.why.engage import by_list_or_word, kept_by_effects, lacking, out_of_reach, within, yes_or_no


def abilities(combat: Combat, unit: Unit) -> list[Decision]:
    """Lay open which of its Abilities a unit uses as things stand, on whom, and what becomes of that unit (p.24)."""
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

    test = Test("used", rule, lambda held: "yes" if is_used(held) else "no", is_used, why)
    used = decide("ability", unit.id, "abilities.use", [(held.name, held) for held in helds], [test])
    found = [replace(used, together=True)]
    for held in helds:
        doing = goes_for(held)
        if hold is None and doing is not None and not isinstance(doing.whom(), str) and not is_used_up(combat, held):
            found += _on_units(combat, unit, held, doing)
    return found


def _on_units(combat: Combat, unit: Unit, held: Held, doing: OnUnits) -> list[Decision]:
    """Lay open whom an Ability is used on, and onto which hex each of those may be put."""
    left = doing.narrowed(combat)
    tests = [_stage(combat, unit, held, stage) for stage in left]
    options = [(each.id, each) for each in combat.in_arena() if each.id != unit.id]
    found = [replace(decide("target", unit.id, "abilities.priorities", options, tests), by=held.name)]
    if isinstance(doing, Relocating):
        found += [_places(combat, held, doing, each) for each in left[-1][1]]
    return found


def _stage(combat: Combat, unit: Unit, held: Held, stage: Stage) -> Test:
    """Show what one criterion leaves of those that an Ability may be used on."""
    sheet = rule_of(combat, held)
    match stage[0]:
        case specials.REACH:
            return within(combat, unit, stage, sheet, out_of_reach(held))
        case specials.TARGETABLE:
            return kept_by_effects(combat, stage, "be-targeted")
        case relocating.WITH_PLACE:
            fails = said("no place for it opens an attack or Special and suits the lists")
            return yes_or_no(stage, sheet, fails)
    return by_list_or_word(combat, unit, stage, sheet)


def _places(combat: Combat, held: Held, doing: Relocating, target: Unit) -> Decision:
    """Lay open the hexes that an Ability may put a unit on: those that suit the lists, and that open an attack."""
    fails = {
        SUITING: said("not where its priority list leads it"),
        OPENING: said("opens no attack or Special"),
    }
    rules = {SUITING: "abilities.priorities", OPENING: rule_of(combat, held)}
    (_, possible), *stages = doing.narrowed_shifts(combat, target)

    def test(name: str, left: list[Shift]) -> Test:
        show, keeps = (lambda shift: "yes" if shift in left else "no"), (lambda shift: shift in left)
        return Test(name, rules[name], show, keeps, fails[name])

    name = combat.arena.mat.name
    options = [(name(next(bits(shift[target.id]))), shift) for shift in possible]
    decision = decide("destination", target.id, "abilities.priorities", options, [test(*each) for each in stages])
    return replace(decision, by=held.name)
