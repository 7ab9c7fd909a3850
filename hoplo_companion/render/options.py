"""What you may do in your turn, as lines that can be typed as they are; and what counts in this step of a combat."""

from collections.abc import Iterable, Iterator, Mapping

from hoplo_companion.components.words import ACTS
from hoplo_companion.language import in_sense, later, plural, tr
from hoplo_companion.notation.effects import write_effects
from hoplo_companion.render.sentences.words import (
    citation,
    goal_name,
    listing,
    printed_name,
    priority_words,
    stat_name,
    tactic_names,
)
from hoplo_companion.render.style import Line, Span, line, named, row, table
from hoplo_companion.rules.agenda import kind_of_step, pending
from hoplo_companion.rules.effects.judge import is_dazed, judge
from hoplo_companion.rules.goals import POINTS_TO_WIN
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import Names, names_of
from hoplo_companion.rules.player.options import Options
from hoplo_companion.rules.player.unit_options import UnitMoves, UnitTargets
from hoplo_companion.rules.restraints import Refusal
from hoplo_companion.rules.rival.movement_step import MoveUnits
from hoplo_companion.rules.rival.placement import ACT_OF_BONUS_HP, ACT_OF_TWO_UNITS, BONUS_HP
from hoplo_companion.rules.rival.turn import ActUnits
from hoplo_companion.rules.sentence import capital
from hoplo_companion.rules.setup.preparing import pick_sport

_HEADS = {
    "tactic": later("Play one tactic"),
    "move": later("Move"),
    "roam": later("Move by the arena die"),
    "ability": later("Use Abilities"),
    "attack": later("Attack"),
    "special": later("Use a Special instead"),
}


def option_lines(found: Options, names: Names) -> list[Line]:
    """What is legal, step by step in the order of the turn."""
    lines = _block(tr("At the start of your turn"), dict.fromkeys(found.start, ()))
    started, deploy = len(lines), later("Deploy one")
    if found.must_deploy:
        deploy = later("Deploy (you must, or surrender)") if "surrender" in found.start else later("Deploy (you must)")
    for action, head in {"deploy": deploy, **_HEADS}.items():
        lines += _block(tr(head), found.tables[action], action)
    text, missing = later("Nothing is left to do: end your turn."), ""
    if found.must_surrender:
        text = later("You must surrender: you have nobody in combat, and no deployment hex of yours is free.")
    elif found.unknown:
        text = later("There may be more, but this is not known: {missing}. Read it off the chip.")
        missing = listing(
            tr("{stats} of {unit}", stats=listing(map(stat_name, stats)), unit=names(unit))
            for unit, stats in found.unknown.items()
        )
    elif len(lines) > started:
        return lines
    return [*lines, line(tr(text, missing=missing))]


def _block(title: str, rows: Mapping[str, Iterable[str]], command: str = "") -> list[Line]:
    """What can be typed below its heading, each with what may follow it."""
    if not rows:
        return []
    typed = f"{command} " if command else ""
    below = table((typed + what, Span(", ".join(choices), "quiet")) for what, choices in rows.items())
    return [line(title, "heading"), *below]


_MOVING = {
    ("moves", "player"): later("{unit} may move"),
    ("roams", "player"): later("{unit} moves by the arena die"),
    ("", "player"): later("{unit} does not move"),
    ("moves", ""): later("{unit} would move, if it moved first"),
    ("roams", ""): later("{unit} would move by the arena die, if it moved first"),
    ("", ""): later("{unit} would not move, if it moved first"),
}
"""What a unit does when it moves, by its status and its side; empty for every other."""


def move_lines(found: UnitMoves, names: Names) -> list[Line]:
    """Say where a unit may move now, by the steps that each hex takes; or what it would do if it moved first."""
    side = "player" if found.side == "player" else ""
    status = found.status if (found.status, side) in _MOVING else ""
    marks = ((each["target"], each["priority"]) for each in found.marks)
    rows = [(tr("marks {target}", target=names(target)), priority_words(priority)) for target, priority in marks]
    for steps in sorted(set(found.steps.values())):
        hexes = [hex_ for hex_, taken in found.steps.items() if taken == steps]
        rows.append((plural("{n} step", "{n} steps", steps), ", ".join(hexes)))
    if not found.steps and found.status != "dazed" and found.destinations not in ([], [found.hex]):
        rows.append((tr("may end on"), ", ".join(found.destinations)))
    return _of_unit(tr(_MOVING[status, side], unit=_unit(found, names)), rows, found.why, names)


def target_lines(found: UnitTargets, names: Names) -> list[Line]:
    """Say whom a unit may attack as things stand, which Specials it may use, and what keeps it from the others."""
    may = [(tr("may attack"), map(names, found.targets)), (tr("may use"), found.specials)]
    rows = [(what, listed) for what, which in may if (listed := ", ".join(which))]
    return _of_unit(_unit(found, names), rows, [*found.why, *found.others.values()], names)


def _unit(found: UnitMoves | UnitTargets, names: Names) -> str:
    name = capital(names(found.unit))
    return f"{name} ({found.hex})" if found.hex else name


def _of_unit(head: str, rows: Iterable[tuple[str, str]], reasons: list[Refusal], names: Names) -> list[Line]:
    different = {each.why.words(): each.rule for each in reasons}
    why = [[Span(f"  {words}. "), citation(names.catalogue, rule)] for words, rule in different.items()]
    return [line(head, "heading"), *table((what, Span(more, "quiet")) for what, more in rows), *why]


def in_force_lines(combat: Combat, found: Options | None) -> list[Line]:
    """Say what counts now, the least last: who has still to act, who is dazed, the rules of all four layers."""
    names = names_of(combat)
    dazed = [names(unit.id) for unit in combat.in_arena() if is_dazed(combat, unit)]
    under = [
        tr("{unit} under {tactics}", unit=names(unit.id), tactics=listing(tactic_names(combat.catalogue, unit.tactics)))
        for unit in combat.in_arena()
        if unit.tactics
    ]
    arena, act = combat.arena, ""
    # In the first turn alone (p.20).
    if combat.has_act_modifiers and combat.turn == 1 and combat.act >= ACT_OF_TWO_UNITS:
        bonus = plural("each with {n} HP more", "each with {n} HP more", BONUS_HP)
        act = tr("the rival deploys two units") + (f", {bonus}" if combat.act >= ACT_OF_BONUS_HP else "")
    question, entries = pending(combat), list[tuple[str, str]]()
    # Who is at it just now comes first.
    now = [question.unit] if question is not None and question.unit in combat.units else []
    for step in combat.agenda:
        if isinstance(step, MoveUnits | ActUnits):
            what = tr("still to move") if isinstance(step, MoveUnits) else tr("still to attack")
            here = dict.fromkeys([*now, *(unit.id for unit in step.here(combat))])
            entries.append((what, listing(map(names, here))))
    if found is not None:
        entries.append((tr("may move"), listing(map(names, found.move))))
        entries.append((tr("may attack"), listing(map(names, found.attack))))
    entries += [
        (in_sense("of a unit", "dazed"), listing(dazed)),
        (tr("tactics"), "; ".join(under)),
        (tr("act {act}", act=ACTS.get(combat.act, combat.act)), act),
        (tr("to come"), row(names(id_) for id_ in combat.lineup) if combat.lineup else ""),
        (tr("event card"), "; ".join(_event(combat))),
        *((card.name, _written(card.effects)) for card in combat.cards if card.kind != "event"),
        (tr("arena card"), f"{arena.name}, {_written(arena.effects)}" if arena.effects else arena.name),
        (tr("skills"), "; ".join(_skills(combat))),
    ]
    return named(entries, "", "heading")


def _event(combat: Combat) -> Iterator[str]:
    # What a card leaves to pick is no kind of combat yet (p.18).
    if combat.event and pick_sport not in map(kind_of_step, combat.agenda):
        yield goal_name(combat.event)
    if combat.event == "king-of-the-hill":
        yield tr("{points} of {goal} points", points=combat.points, goal=POINTS_TO_WIN)
    for card in combat.cards:
        if card.kind == "event":
            yield _written(card.effects)


def _written(effects: Iterable[object]) -> str:
    """Write effects as they are typed, those that have a name by it alone."""
    return "; ".join(effect.name or write_effects([effect]).replace("\n", "; ") for effect in effects)  # type: ignore


TYPES = {"movement": ("innate",), "abilities": ("ability",), "engage": ("innate", "special")}
"""The types of skills that count in a step of the rival's turn; in every other all do."""


def _skills(combat: Combat) -> Iterator[str]:
    """Say which skills on the board count in this step, and whose they are."""
    types = TYPES.get(combat.step, ()) if combat.side == "rival" else ()
    names, holders = names_of(combat), dict[tuple[str, int], list[str]]()
    for unit in combat.in_arena():
        for skill, number in judge(combat).skills(unit).items():
            record = combat.catalogue.skill(skill)
            if not types or record is None or record.type in types:
                holders.setdefault((skill, number), []).append(names(unit.id))
    for (skill, number), units in holders.items():
        yield f"{printed_name(combat.catalogue, skill, number)} ({', '.join(units)})"
