"""`hoplo pantheon attack`: the effective values of an attack, the best use of its dice, and its odds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hoplo_companion.cli.options import Many
from hoplo_companion.cli.pantheon.dice import Throw
from hoplo_companion.cli.pantheon.options import Given, die_of
from hoplo_companion.cli.tables.asking import Asking, line_by_line
from hoplo_companion.cli.terminal.output import Answer
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.assaults import at_least, expected
from hoplo_companion.pantheon.battle import values_of
from hoplo_companion.pantheon.book import BOOK
from hoplo_companion.pantheon.die import read_rolled
from hoplo_companion.pantheon.events import EVENTS
from hoplo_companion.pantheon.game import Game
from hoplo_companion.pantheon.modifiers import Attack, Fighter, effective, may_slay
from hoplo_companion.pantheon.slots import new_line
from hoplo_companion.pantheon.words import KINDS, TERRAINS, TRAITS, read_talents, read_word
from hoplo_companion.render.pantheon.attack import odds_lines, source_name, value_lines
from hoplo_companion.render.pantheon.game import event_words, game_json
from hoplo_companion.render.style import line
from hoplo_companion.table.saves.open_campaign import Games
from hoplo_companion.tables.slots import Filled


def games() -> Games[Game]:
    """The games of this table."""
    return Games("pantheon", Game)


def attack(terminal: Terminal, given: Given) -> Answer:
    """Find the best use of the dice of an attack, in both assaults; or its odds.

    Dice are entered as rolled, or rolled by the app. The rules do not list the faces of the die: hoplo assumes blank,
    1, 2, 3, 4, 5 (ruling pan.faces). Without --defence this is the attack of the current game; its wounds are kept.
    """
    die = die_of(given.die)
    rolled = None if given.rolled is None else read_rolled(given.rolled, die)
    if sum([rolled is not None, given.roll, given.odds]) > 1:
        raise UsageError(tr("Use one of --rolled, --roll and --odds."))
    if given.odds and (given.do or given.second is not None):
        raise UsageError(tr("--do and --second need dice: enter them with --rolled."))
    this = _of_game(terminal, given) if given.defence is None else _entered(given, given.defence, rolled)
    values = effective(this)
    if given.defence is not None and given.offence is None:
        values = values._replace(offence=len(rolled or ()))
    if rolled is not None and len(rolled) != values.offence:
        text = tr("The effective offence is {n} dice; you entered {entered}.",
                  n=values.offence, entered=len(rolled))  # fmt: skip
        raise UsageError(text)
    throw = Throw(terminal, given, this, values, die)
    if not given.odds:
        return _resolve(throw, rolled)
    found = throw.assaults.odds(values.offence, slayer=may_slay(this))
    table = {"wounds": {str(n): str(chance) for n, chance in enumerate(found)}, "expected": str(expected(found))}
    if given.at_least is not None:
        table["at_least"] = str(at_least(found, given.at_least))
    return Answer(lambda: [*value_lines(this, values, die), *odds_lines(found, given.at_least)], lambda: table)


def _entered(given: Given, defence: int, rolled: Sequence[int] | None) -> Attack:
    """The attack that is entered, without a game."""
    if given.offence is None and rolled is None:
        raise UsageError(tr("How many dice? Enter --offence, or the dice with --rolled."))
    if given.without or given.target_without:
        raise UsageError(tr("--without is for the attack of a game; without a game, just leave the --talent out."))
    return Attack(
        offence=given.offence if given.offence is not None else len(rolled or ()), defence=defence,
        distance=given.distance, area=given.area, heights=given.heights, aerial=given.aerial,
        offence_by=given.offence_by, defence_by=given.defence_by,
        attacker=_fighter(given.attacker, given.from_, given.trait, given.talent, given.alone),
        target=_fighter(given.target, given.to, given.target_trait, given.target_talent, given.target_alone),
    )  # fmt: skip


def _fighter(kind: str, terrain: str, traits: Many, talents: Many, alone: bool) -> Fighter:
    return Fighter(
        kind=read_word(kind, KINDS, tr("kinds of units")),
        terrain=read_word(terrain, TERRAINS, tr("terrains")),
        traits=tuple(read_word(each, TRAITS, tr("types")) for each in traits or ()),
        talents=read_talents(talents or ()),
        alone=alone,
    )


def _of_game(terminal: Terminal, given: Given) -> Attack:
    """The attack that is under way in the game that is played, without the talents that are not used."""
    if not games().names():
        raise UsageError(tr("Which defence? Enter --defence, or begin a game and attack there."))
    game = games().game()
    strike = game.turn.strike
    if strike is None:
        raise IllegalError(tr("No attack is under way: enter --defence, or begin one with `attack ares`."))
    for id_ in (strike.attacker, strike.targets[0]):
        if id_ in game.units and game.units[id_].old_line:
            terminal.notice(tr(EVENTS["old-line"].words, unit=game.units[id_].unit.name))
    this = replace(values_of(game, strike), offence_by=given.offence_by, defence_by=given.defence_by)
    this = this.without(read_talents(given.without or ()), read_talents(given.target_without or ()))
    is_asked = terminal.is_interactive() and not (terminal.json or given.odds or given.without or given.target_without)
    if is_asked and (used := effective(this).talents):
        said = ", ".join(source_name(each) for each in used)
        if not terminal.is_yes(tr("Use these talents: {talents}?", talents=said)):
            no = [each for each in used if not terminal.is_yes(tr("Use {talent}?", talent=source_name(each)))]
            this = this.without(no, [each.removeprefix("target-") for each in no if each.startswith("target-")])
    return this


def _resolve(throw: Throw, rolled: Sequence[int] | None) -> Answer:
    """Use the dice; in a game the wounds are kept, once nothing is left to do with the dice."""
    with line_by_line(throw.terminal):
        throw.fall(rolled)
    answer: dict[str, Any] = throw.table() if throw.terminal.json else {}
    lines = throw.lines()
    if throw.is_in_game and throw.is_over:
        number = throw.hand.wounds
        throw.show(lines)
        with games().opened() as opened:
            target = opened.game.turn.strikes[-1].targets[0]
            stats = _new_line(throw.terminal, opened.game, target, number)
            game, events = BOOK.carry_out(opened.game, "wounds", {"unit": target, "number": number, "stats": stats})
            opened.keep(game, f"pantheon wounds {target} {number}", f"wounds {target} {number}", events)
        answer |= {"wounds": number, "events": game_json(game, events)["events"]}
        lines = [line(event_words(game, each)) for each in events]
    elif throw.is_in_game:
        lines.append(line(tr("What do you do? --second with the second roll, or --do 'roll 0' for none.")))
    return Answer(lambda: lines, lambda: answer)


def _new_line(terminal: Terminal, game: Game, target: str, number: int) -> Any:
    """Ask for the stats that show after a wound, where they were never entered; None where that is not known."""
    filled = Filled(game, {"unit": target, "number": number})
    if terminal.json or not terminal.is_interactive() or new_line.quiet(filled):
        return None
    return Asking(terminal)(new_line, filled)
