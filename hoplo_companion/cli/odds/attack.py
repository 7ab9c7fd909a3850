"""`hoplo odds attack`: what attacks, Specials and Abilities on one target can come to, with exact chances."""

from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any

from hoplo_companion.cli.fight.positions import Board, load_position, look_up
from hoplo_companion.cli.options import Answer, CardsOption, Many, argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.names import in_english, slug
from hoplo_companion.components.words import page_words
from hoplo_companion.errors import IllegalError, UsageError, clip, words_of
from hoplo_companion.language import later, tr
from hoplo_companion.odds.actions import Blow, Odds, aims_at, odds_of
from hoplo_companion.render.odds import compared_lines, plan_lines
from hoplo_companion.rules.effects.in_force import Held
from hoplo_companion.rules.effects.judge import judge
from hoplo_companion.rules.model import Combat, Unit, opponents, oppose
from hoplo_companion.rules.naming import aimed_at, any_named, named, names_of, picked
from hoplo_companion.rules.rival.engage import attackable

EXAMPLE = "`hoplo odds attack krak arc on rep`"

LONGEST_NAME = 3
"""The most words of a skill's name."""


def attack(
    terminal: Terminal,
    board: Board,
    words: Annotated[
        list[str],
        argument(
            "Who attacks, and whom: krak rep, or krak arc on rep; a Special or an Ability follows its unit.",
            "unit_in_combat",
            metavar="UNIT... on TARGET",
        ),
    ],
    other: Annotated[Many, option("Another plan, as in 'arc on rep', to be shown beside it.", names="--or")] = None,
    at_least: Annotated[int | None, option("Show the chance of so many HP lost by the target first.", min=1)] = None,
    re_rolls: CardsOption = False,
) -> Answer:
    """Show the exact chances of attacks as the board stands: HP lost, defeat, and what comes back.

    Several units attack one target in the order named; whoever has fallen attacks no more. Every skill, tactic, card
    and modifier of both sides counts. Nothing is rolled and nothing changes.
    """
    combat = load_position(terminal, *board)
    lines = [list(words), *map(words_of, other or [])]
    plans = [(" ".join(line), _blows(combat, line)) for line in lines]
    if at_least is not None and not all(any(blow.target for blow in blows) for _, blows in plans):
        raise UsageError("--at-least is about the HP of one target: name it")

    def count(now: Combat) -> tuple[Combat, list[tuple[str, Odds]]]:
        return now, [(typed, odds_of(now, blows, cards=re_rolls)) for typed, blows in plans]

    combat, found = look_up(terminal, combat, count)
    if not terminal.json:
        names, blows = names_of(combat), [blow for _, odds in found for blow in odds.blows]
        for unit, target in dict.fromkeys((each.unit, each.target) for each in blows if not _is_possible(combat, each)):
            text = later("As things stand {unit} cannot attack {target}; these would be the odds.")
            terminal.notice(text, unit=names(unit), target=names(target))
        by_list = (each for each in blows if not each.target and each.held is not None and aims_at(each.held))
        if combat.arena.priorities is None and any(combat.units[each.unit].side != "player" for each in by_list):
            text = later("The priority lists of {arena} are not known: it is counted as if its choice were yours.")
            terminal.notice(text, arena=combat.arena.name or tr("this arena"))

    if len(found) == 1:
        [(_, odds)] = found
        return Answer(lambda: plan_lines(combat, odds, at_least), lambda: _plain(combat, odds, at_least))
    return Answer(
        lambda: compared_lines(combat, found, at_least),
        lambda: {"plans": [_plain(combat, odds, at_least) for _, odds in found]},
    )


# What was typed -------------------------------------------------------------------------------------------------


def _blows(combat: Combat, words: Sequence[str]) -> tuple[Blow, ...]:
    """Read actions on one target: several before `on`, or one alone with its target behind it, if it has one."""
    at = next((at for at, word in enumerate(words) if in_english(word.lower(), ("on",)) == "on"), None)
    if at is not None or not words:
        return _blows_on(combat, list(words[:at]), " ".join(words[(at or 0) + 1 :]))
    unit, held, rest = _done_by(combat, words, list(combat.in_arena()))
    several = tr("several attackers stand before `on`, as in {example}", example=EXAMPLE)
    if len(rest) > 1 and held is not None:
        raise UsageError("too many words: {words}; {several}", words=clip(" ".join(rest)), several=several)
    if len(rest) > 1:
        skills = ", ".join(dict.fromkeys(held.name for held in _effects(combat, unit).values())) or tr("none")
        text = later("{unit} has no Special or Ability {skill}; it has: {skills}")
        raise UsageError(f"{tr(text, unit=unit.id, skill=clip(rest[0]), skills=skills)}; {several}")
    if held is None and not rest:
        raise UsageError("whom does {unit} attack? Name the target after it", unit=names_of(combat)(unit.id))
    if not rest:
        return (Blow(unit.id, held, ""),)
    aim = (aimed_at(combat, unit, rest[0]) if held is None else None) or any_named(combat, rest[0], combat.in_arena())
    if held is None:
        _check_opponent(combat, unit, aim)
    return (Blow(unit.id, held, aim.id),)


def _blows_on(combat: Combat, words: list[str], target: str) -> tuple[Blow, ...]:
    """Read the actions of several units on one target; what is about nobody else, as Regen, is done all the same."""
    if not words or not target:
        raise UsageError("name who attacks before `on` and the target after it, as in {example}", example=EXAMPLE)
    aim = any_named(combat, target, combat.in_arena())
    blows = []
    while words:
        unit, held, words = _done_by(combat, words, opponents(combat, aim))
        if held is None:
            _check_opponent(combat, unit, aim)
        blows.append(Blow(unit.id, held, aim.id if held is None or aims_at(held) else ""))
    acting = Counter(blow.unit for blow in blows if blow.held is None or blow.held.effect.on == "special")
    if twice := next((id_ for id_, times in acting.items() if times > 1), ""):
        rule = combat.catalogue.rule("yours.once")
        page = page_words(rule.page if rule is not None else "")
        raise IllegalError(
            "{unit} attacks or uses a Special once a turn ({page})", unit=names_of(combat)(twice), page=page
        )
    return tuple(blows)


def _done_by(combat: Combat, words: Sequence[str], among: Sequence[Unit]) -> tuple[Unit, Held | None, list[str]]:
    """Read who acts, of some units first, and its Special or Ability where one follows; give the words left."""
    here = list(combat.in_arena())
    unit = named(combat, words[0], among, here) or any_named(combat, words[0], here)
    effects = _effects(combat, unit)
    for count in range(min(LONGEST_NAME, len(words) - 1), 0, -1):
        held = picked(" ".join(words[1 : 1 + count]), effects)
        if held is not None:
            return unit, held, list(words[1 + count :])
    return unit, None, list(words[1:])


def _effects(combat: Combat, unit: Unit) -> dict[str, Held]:
    """Name the Specials and Abilities of a unit."""
    found: dict[str, Held] = {}
    for on in ("special", "ability"):
        for held in judge(combat).on(on, unit.id):
            found.setdefault(held.id, held)
            found.setdefault(slug(held.name), held)
    return found


def _check_opponent(combat: Combat, one: Unit, other: Unit) -> None:
    if not oppose(combat, one, other):
        names = names_of(combat)
        text = later("{unit} and {target} are not opponents: name one unit of each side.")
        raise UsageError(text, unit=names(one.id), target=names(other.id))


# What comes of it -----------------------------------------------------------------------------------------------


def _is_possible(combat: Combat, blow: Blow) -> bool:
    return blow.held is not None or any(each.id == blow.target for each in attackable(combat, combat.units[blow.unit]))


def _plain(combat: Combat, odds: Odds, at_least: int | None) -> dict[str, Any]:
    """A plan's odds as plain data, every chance a fraction; one action stands without a list."""
    actions = [
        {
            "unit": blow.unit,
            **({"effect": blow.held.id} if blow.held is not None else {}),
            "target": blow.target or None,
            "possible": _is_possible(combat, blow),
            "dice": list(dice),
        }
        for blow, dice in zip(odds.blows, odds.dice, strict=True)
    ]
    asked = {"at_least": {"hp": at_least, "chance": odds.suffered[odds.target].at_least(at_least)}} if at_least else {}
    return {
        **(actions[0] if len(actions) == 1 else {"attacks": actions}),
        **asked,
        "units": {
            id_: {"lost": each.lost, "expected": each.expected, "defeated": each.falls}
            for id_, each in odds.suffered.items()
        },
        "chosen": [{"question": each.question.id, "option": each.option} for each in odds.chosen],
        "without_effect": odds.by_hand,
    }
