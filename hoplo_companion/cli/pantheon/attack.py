"""`hoplo pantheon attack`: the effective values of an attack, the best use of its dice, and its odds."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import typer

from hoplo_companion.cli.options import JsonOption, Many, PlainOption, SeedOption
from hoplo_companion.cli.pantheon import options as given
from hoplo_companion.cli.pantheon.dice import Entered, best_json, show_odds, use_dice
from hoplo_companion.cli.tables.asking import Asking, line_by_line
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon.battle import values_of
from hoplo_companion.pantheon.book import BOOK
from hoplo_companion.pantheon.die import read_rolled
from hoplo_companion.pantheon.game import Game
from hoplo_companion.pantheon.modifiers import Attack, Fighter, effective
from hoplo_companion.pantheon.slots import new_line
from hoplo_companion.pantheon.words import KINDS, TERRAINS, TRAITS, read_talents, read_word
from hoplo_companion.render.pantheon.attack import source_name, wounds_of
from hoplo_companion.render.pantheon.game import event_words, game_json
from hoplo_companion.render.style import Line, Span
from hoplo_companion.table.saves.games import Games
from hoplo_companion.tables.slots import Filled

FARTHEST = 99
OLD_LINE = later("{unit}: these numbers are of its old stat line; enter what shows now by `stats`.")
MOST_BY_POWER = 10


def attack(
    terminal: Terminal,
    defence: given.DefenceOption = None,
    offence: given.OffenceOption = None,
    rolled: given.RolledOption = None,
    roll: Annotated[bool, typer.Option("--roll", help="Let the app roll.")] = False,
    seed: SeedOption = None,
    do: given.DoOption = "",
    second: given.SecondOption = None,
    odds: given.OddsOption = False,
    at_least: given.LeastOption = None,
    die: given.DieOption = "",
    distance: Annotated[int, typer.Option("--range", help="Areas to the target; 0 in the same area.")] = 0,
    area: Annotated[bool, typer.Option("--area", help="An area attack.")] = False,
    aerial: Annotated[bool, typer.Option("--aerial", help="An aerial attack of a flying unit.")] = False,
    heights: given.HeightsOption = False,
    from_: given.FromOption = "open",
    to: given.ToOption = "open",
    talent: given.TalentOption = None,
    target_talent: given.TargetTalentOption = None,
    attacker: given.AttackerOption = "hero",
    target: given.TargetOption = "hero",
    without: given.WithoutOption = None,
    target_without: given.TargetWithoutOption = None,
    trait: given.TraitOption = None,
    target_trait: given.TargetTraitOption = None,
    alone: Annotated[bool, typer.Option("--alone", help="The attacker is a troop's last miniature.")] = False,
    target_alone: Annotated[
        bool, typer.Option("--target-alone", help="The target is a troop's last miniature.")
    ] = False,
    offence_by: Annotated[int, typer.Option("--offence-by", help="What powers add to the offence.")] = 0,
    defence_by: Annotated[int, typer.Option("--defence-by", help="What powers add to the defence.")] = 0,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Find the best use of the dice of an attack, in both assaults; or its odds.

    Dice are entered as rolled, or rolled by the app. The faces of the die are in no rules: blank, 1, 2, 3, 4, 5 is
    assumed (ruling pan.faces). Without --defence it is the attack in the game that is played, and its wounds are kept.
    """
    faces = given.die_of(die)
    entered = None if rolled is None else read_rolled(rolled, faces)
    _check(rolled=entered is not None, roll=roll, odds=odds, steps=bool(do) or second is not None)
    for option, value, least, most in (
        ("--range", distance, 0, FARTHEST),
        ("--offence-by", offence_by, -MOST_BY_POWER, MOST_BY_POWER),
        ("--defence-by", defence_by, -MOST_BY_POWER, MOST_BY_POWER),
    ):
        if not least <= value <= most:
            text = tr("{option} is {least} to {most}, not {value}.", option=option, least=least, most=most, value=value)
            raise UsageError(text)
    if defence is None:
        this = _of_game(terminal, offence_by, defence_by, (without, target_without), asks=not json and not odds)
    elif offence is None and entered is None:
        raise UsageError(tr("How many dice? Enter --offence, or the dice with --rolled."))
    elif without or target_without:
        raise UsageError(tr("--without is for an attack of a game; elsewhere leave --talent out."))
    else:
        this = Attack(
            offence=given.stat("--offence", offence if offence is not None else len(entered or [])),
            defence=given.stat("--defence", defence),
            distance=distance, area=area, heights=heights, aerial=aerial, offence_by=offence_by, defence_by=defence_by,
            attacker=_fighter(attacker, from_, trait, talent, alone),
            target=_fighter(target, to, target_trait, target_talent, target_alone),
        )  # fmt: skip
    values = effective(this)
    if defence is not None and offence is None:
        values = values._replace(offence=len(entered or []))
    if entered is not None and len(entered) != values.offence:
        text = tr("{n} dice are rolled (the effective offence), and {entered} were entered.", n=values.offence,
                  entered=len(entered))  # fmt: skip
        raise UsageError(text)
    how = Entered(
        this,
        values,
        faces,
        given.checked_least(at_least),
        entered,
        roll,
        seed,
        do,
        second,
        json=json,
        plain=plain,
        in_game=defence is None,
    )
    if odds:
        show_odds(terminal, how)
        return
    _resolve(terminal, how, in_game=defence is None)


def games() -> Games[Game]:
    """The games of this table."""
    return Games("pantheon", Game)


def _fighter(kind: str, terrain: str, traits: Many, talents: Many, alone: bool) -> Fighter:
    """Read what one side of the attack is, where it stands and what it uses."""
    return Fighter(
        kind=read_word(kind, KINDS, tr("kinds of units")),
        terrain=read_word(terrain, TERRAINS, tr("terrains")),
        traits=tuple(read_word(each, TRAITS, tr("types")) for each in traits or ()),
        talents=read_talents(talents or ()),
        alone=alone,
    )


def _check(*, rolled: bool, roll: bool, odds: bool, steps: bool) -> None:
    """Refuse options that do not go together."""
    if sum([rolled, roll, odds]) > 1:
        raise UsageError(tr("Use one of --rolled, --roll and --odds."))
    if odds and steps:
        raise UsageError(tr("--do and --second need dice: enter them with --rolled."))


def _of_game(terminal: Terminal, offence_by: int, defence_by: int, unused: tuple[Many, Many], *, asks: bool) -> Attack:
    """Give the attack that is under way in the game that is played, without the talents that are not used."""
    if not games().names():
        raise UsageError(tr("Which defence? Enter --defence; without it an attack of a game is meant."))
    game = games().game()
    if not game.turn.strikes:
        raise IllegalError(tr("No attack is under way: enter --defence, or begin one with `attack ares`."))
    strike = game.turn.strikes[-1]
    old = [game.units[each] for each in (strike.attacker, strike.targets[0]) if each in game.units]
    for each in old:
        if each.old_line:
            terminal.notice(tr(OLD_LINE, unit=each.unit.name))
    this = replace(values_of(game, strike), offence_by=offence_by, defence_by=defence_by)
    this = this.without(*(read_talents(each or ()) for each in unused))
    if asks and terminal.is_interactive() and not any(unused) and (used := effective(this).talents):
        said = ", ".join(source_name(each) for each in used)
        if not terminal.is_yes(tr("Are these talents used: {talents}?", talents=said)):
            no = [each for each in used if not terminal.is_yes(tr("Is {talent} used?", talent=source_name(each)))]
            this = this.without(no, [each.removeprefix("target-") for each in no if each.startswith("target-")])
    return this


def _resolve(terminal: Terminal, this: Entered, *, in_game: bool) -> None:
    """Use the dice; in a game the wounds are kept, once nothing is left to do with the dice."""
    with line_by_line(terminal):
        hand, is_over = use_dice(terminal, this)
    answer = best_json(hand, this.assaults) if this.json else {}
    if in_game and is_over:
        number = wounds_of(hand)
        with games().opened() as opened:
            target = opened.game.turn.strikes[-1].targets[0]
            stats = _new_line(terminal, opened.game, target, number, asks=not this.json)
            game, events = BOOK.carry_out(opened.game, "wounds", {"unit": target, "number": number, "stats": stats})
            line = f"wounds {target} {number}"
            opened.keep(game, f"pantheon {line}", line, events)
        said = game_json(game, events)["events"]
        answer |= {"wounds": number, "events": said}
        if not this.json:
            lines: list[Line] = [[Span(event_words(game, each))] for each in events]
            terminal.show(lines, this.plain)
    elif in_game and not this.json:
        terminal.say(tr("Enter what you do: --second with the second roll, or --do 'roll 0' for none."))
    if this.json:
        terminal.show_json(answer)


def _new_line(terminal: Terminal, game: Game, target: str, number: int, *, asks: bool) -> Any:
    """Ask for the stats that show after a wound, where they were never entered; None where that is not known."""
    slot, filled = new_line, Filled(game, {"unit": target, "number": number})
    if not asks or not terminal.is_interactive() or slot.quiet(filled):
        return None
    return Asking(terminal)(slot, filled)
