"""What a combat is fought for: its goals and its end, what units take up, the flag, the tribune (p.18-20, 28, 36)."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from hoplo_companion.components.words import banes_passed
from hoplo_companion.hexes import union
from hoplo_companion.rules.agenda import Result, Running, push
from hoplo_companion.rules.dialogue import NO, YES, Event, choice, event_of
from hoplo_companion.rules.model import Combat, Place, Unit, is_scion
from hoplo_companion.rules.rulings import deciding

POINTS_TO_WIN = 6
"""The points that win King of the Hill (p.18)."""


def rival_is_beaten(combat: Combat) -> bool:
    """Say whether every rival unit needed to win is defeated: in Spar all but the tribune; never a scion's (p.18)."""
    if combat.event == "scion":
        return False
    left = [*combat.in_arena("rival"), *(combat.bench[id_] for id_ in combat.lineup)]
    if combat.event == "spar":
        return all(unit.tribune for unit in left)
    return not left


def on_key_hexes(combat: Combat) -> list[Unit]:
    """Your units that stand on a key hex, each worth a point in King of the Hill (p.18, 25)."""
    keys = combat.key_hexes()
    return [unit for unit in combat.in_arena("player") if unit.hex & keys]


def turns_to_points(combat: Combat) -> int | None:
    """Count your turns until six points if your units on key hexes stay there; None where there are none (p.18)."""
    earning = len(on_key_hexes(combat))
    if combat.event != "king-of-the-hill" or not earning:
        return None
    return -(-(POINTS_TO_WIN - combat.points) // earning)


def goal_of_defeats(combat: Combat) -> str:
    """Name the rule by which the defeat of the rival's units wins: each kind of event has its own (p.18)."""
    if combat.event == "spar":
        return "end.goal-spar" if any(combat.in_arena("rival")) or combat.lineup else "end.goal-sport"
    return {"bloodshed": "end.goal-bloodshed", "primus": "end.goal-primus"}.get(combat.event, "end.goal-sport")


def win(combat: Combat, rule: str, rulings: Sequence[str] = ()) -> Result:
    """End a combat that is won, by the rule of the goal that is reached and the rulings behind it (p.18, 28)."""
    points = combat.points or None if rule == "king.points" else None
    why = "scion-defeated" if rule == "scion.goal" else "goal-met"
    won = event_of("combat-ended", rule=rule, why=why, points=points, rulings=list(rulings))
    return replace(combat, over="goal-met", agenda=()), [won]


def score(combat: Combat) -> Result:
    """Earn a point for each of your units on a key hex; six points win the event at once (p.18, 25)."""
    earned = len(on_key_hexes(combat))
    if not earned:
        return combat, []
    combat = replace(combat, points=combat.points + earned)
    scored = event_of("scored", points=earned, total=combat.points)
    combat, won = win(combat, "king.points") if combat.points >= POINTS_TO_WIN else (combat, [])
    return combat, [scored, *won]


def lose(combat: Combat) -> Result:
    """End a combat that is lost, since nobody of yours is left (p.28)."""
    return replace(combat, over="troop-gone"), [event_of("combat-ended", rule="end.troop-gone", why="troop-gone")]


def won_by(combat: Combat) -> str:
    """Name the rule of the goal by which a combat was won, as far as its board shows it; empty where it does not."""
    if combat.event == "scion":
        scion = next((u for u in (*combat.units.values(), *combat.bench.values()) if is_scion(combat, u)), None)
        record = combat.catalogue.scion(scion.chip) if scion is not None else None
        return "scion.defeated" if record is not None and record.goal else "scion.goal"
    if rival_is_beaten(combat):
        return goal_of_defeats(combat)
    if combat.event == "king-of-the-hill" and combat.points >= POINTS_TO_WIN:
        return "king.points"
    is_yours = any(holds_flag(combat, unit) for unit in combat.units.values() if unit.side == "player")
    return "flag.home" if is_yours and combat.event == "capture-the-flag" else ""


def has_units_left(combat: Combat) -> bool | None:
    """Say whether you have a unit left to deploy; None where it is not known what your lineup still allows (p.28)."""
    yours = combat.yours
    if yours.camp_units is None or yours.hero is None:
        return None
    waiting = combat.in_camp()
    if yours.camp_units and not waiting and yours.tactics is None:
        return None  # nothing says what is in the camp
    return any(yours.hero if unit.hero else yours.camp_units > 0 for unit in waiting)


def is_out(combat: Combat) -> bool:
    """Say whether you have nobody in combat, and neither a unit to deploy nor a blessing that may bring one (p.28)."""
    if any(combat.in_arena("player")) or has_units_left(combat) is not False:
        return False
    return not (combat.yours.camp_units and combat.yours.blessings != 0 and combat.event != "scion")


def troop_gone(combat: Combat) -> Running:
    """No unit of the player's is left in the arena: the combat ends unless there is one to deploy (p.28)."""
    left = has_units_left(combat)
    answer = yield choice("end.units-left", "end.troop-gone", (YES, NO) if left is None else ())
    return (combat, []) if answer == YES or left else lose(combat)


TRIBUNE = "Tribune"


def punish_for_tribune(combat: Combat) -> Result:
    """Reduce the hero to 1 HP; with Mercury's Boots bring influence, and the banes that this draws (p.20, 28)."""
    if not combat.variant.boots:
        hero = combat.hero()
        if hero is not None and hero.hp == 0:
            # It has lost its last HP at the same time, and is about to fall (`damage.several`).
            return combat, []
        reduced = event_of("hero-reduced", hero=hero.id if hero is not None else "", hp=1)
        return combat.with_unit(replace(hero, hp=1)) if hero is not None else combat, [reduced]
    from hoplo_companion.rules.setup.lineup import DrawBane  # few tribunes bring any

    before = combat.yours.influence
    if before is None:
        return combat, [event_of("influence-brought", amount=combat.act)]
    after, due = before + combat.act, banes_passed(before, combat.act)
    combat = replace(combat, yours=replace(combat.yours, influence=after))
    brought = event_of("influence-brought", amount=combat.act, influence=after)
    return push(combat, *(DrawBane(TRIBUNE, at, due) for at in range(1, due + 1))), [brought]


def equip(combat: Combat, unit: Unit, hexes: int, *, passing: bool = False, displaced: bool = False) -> Result:
    """Let a unit equip every chip that lies loose on some hexes, the one it stands on or (`passing`) its way there.

    A unit that is displaced has not moved (p.35): it equips what the arena's card hands to whoever shares its hex
    (`equip.displaced`).
    """
    events: list[Event] = []
    otherwise = combat.rulings.otherwise
    if "equip.rival" in otherwise and unit.side == "rival":
        return combat, events
    for chip, place in combat.chips.items():
        shared = displaced and chip in combat.arena.card.shared_chips
        allowed = not displaced or shared or "equip.displaced" in otherwise
        if not (allowed and place.hex & hexes) or chip in combat.arena.card.fixed_chips:
            continue
        combat = replace(combat, chips={**combat.chips, chip: Place(holder=unit.id)})
        rulings = ["equip.rival"] if unit.side == "rival" else []
        rulings += ["equip.passing"] if passing and place.hex != unit.hex else []
        rulings += ["equip.displaced"] if displaced and not shared else []
        by_card = shared and combat.catalogue.rule(f"arena.{chip}") is not None
        taken = {"rule": f"arena.{chip}" if by_card else "movement.equip", "hex": combat.arena.mat.name(place.hex)}
        events.append(event_of("equipped", unit=unit.id, chip=chip, rulings=rulings, **taken))
    return combat, events


def equip_deployed(combat: Combat, unit: Unit, deployed: Event) -> Result:
    """Let a unit that has just been deployed equip what lies on its hex: it shares the hex (`equip.deploy`)."""

    def equipped(now: Combat) -> Result:
        return (now, []) if "equip.deploy" in now.rulings.otherwise else equip(now, unit, unit.hex)

    rulings = deciding(combat, ("equip.deploy",), lambda now: equipped(now)[0].chips)
    combat, events = equipped(combat)
    if not events:
        deployed = replace(deployed, rulings=[*deployed.rulings, *rulings])
    return combat, [deployed, *(replace(event, rulings=[*event.rulings, *rulings]) for event in events)]


def displacing(combat: Combat, unit: Unit) -> list[str]:
    """The open questions that decide what a unit takes up on the hex that it has just been displaced to."""

    def look(now: Combat) -> Any:
        after, _ = take_up(now, unit, unit.hex, displaced=True)
        return after.chips, after.flag

    return deciding(combat, ("equip.displaced", "flag.displaced"), look)


def take_flag(combat: Combat, unit: Unit, hexes: int, *, displaced: bool = False, passing: bool = False) -> Result:
    """Let a unit of yours take up the flag that it moves onto; rival and arena units never do (p.18; `rival.flag`).

    A unit that is displaced has not moved (p.35), so it does not take the flag up (`flag.displaced`). `passing` is as
    in `equip`.
    """
    flag = combat.flag
    if flag is None or not flag.hex & hexes or unit.side != "player":
        return combat, []
    if displaced and "flag.displaced" not in combat.rulings.otherwise:
        return combat, []
    rulings = ["flag.displaced"] if displaced else []
    rulings += ["equip.passing"] if passing and flag.hex != unit.hex else []
    name = combat.arena.mat.name(flag.hex)
    taken = event_of("equipped", rule="flag.taken", unit=unit.id, chip="flag", hex=name, rulings=rulings)
    return replace(combat, flag=Place(holder=unit.id)), [taken]


def drop(combat: Combat, unit: Unit) -> Result:
    """Lay down what a unit carries on its hex: the flag, and what it has equipped (p.18, 27-28, 36)."""
    name, here = combat.hex_of(unit), Place(hex=unit.hex)
    held = combat.held_by(unit.id)
    events = [event_of("dropped", rule="defeat.equipped", chip=chip, hex=name) for chip in held]
    combat = replace(combat, chips={**combat.chips, **dict.fromkeys(held, here)}) if held else combat
    if holds_flag(combat, unit):
        combat = replace(combat, flag=here)
        events.insert(0, event_of("dropped", rule="defeat.flag", chip="flag", hex=name))
    return combat, events


def home_of(combat: Combat, unit: Unit) -> int:
    """The hexes that a unit brings the flag home to: your deployment hexes, in Capture the Flag (p.18)."""
    yours = combat.event == "capture-the-flag" and unit.side == "player"
    return union(combat.arena.player_deployment) if yours else 0


def holds_flag(combat: Combat, unit: Unit) -> bool:
    """Say whether a unit is the flagholder."""
    return combat.flag is not None and combat.flag.holder == unit.id


def is_home(combat: Combat, unit: Unit) -> bool:
    """Say whether a unit stands with the flag where it is brought home to."""
    return holds_flag(combat, unit) and bool(unit.hex & home_of(combat, unit))


def arrive(combat: Combat, unit: Unit, rulings: list[str]) -> Result:
    """Let a unit that has moved, by some rulings, take up what lies on its hex, and bring the flag home (p.18)."""
    combat, events = take_up(combat, unit, unit.hex)
    combat, won = win(combat, "flag.home", rulings) if is_home(combat, unit) else (combat, [])
    return combat, [*events, *won]


def take_up(combat: Combat, unit: Unit, hexes: int, *, displaced: bool = False, passing: bool = False) -> Result:
    """Let a unit that has moved, or was displaced, take up what lies on its way or hex, chips and flag (p.35-36)."""
    combat, events = equip(combat, unit, hexes, displaced=displaced, passing=passing)
    combat, taken = take_flag(combat, unit, hexes, displaced=displaced, passing=passing)
    return combat, [*events, *taken]


def hand_over(combat: Combat, chip: str, hex_: int) -> Result:
    """Lay a chip on a hex; the unit there, if any, equips it at once (arena card)."""
    combat = replace(combat, chips={**combat.chips, chip: Place(hex=hex_)})
    unit = combat.at(hex_)
    return equip(combat, unit, hex_) if unit is not None else (combat, [])
