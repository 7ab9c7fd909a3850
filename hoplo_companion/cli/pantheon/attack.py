"""`hoplo pantheon attack`: the effective values of an attack, the best use of its dice, and its odds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from hoplo_companion.cli.options import JsonOption, PlainOption, SeedOption
from hoplo_companion.cli.pantheon.options import DieOption, LeastOption, checked_least, die_of, stat
from hoplo_companion.cli.terminal.ask import number
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr
from hoplo_companion.pantheon.die import Die, read_rolled
from hoplo_companion.pantheon.modifiers import Attack, Fighter, Values, effective
from hoplo_companion.pantheon.words import KINDS, TERRAINS, TRAITS, read_talents, read_word

if TYPE_CHECKING:
    from hoplo_companion.pantheon.assaults import Assaults, Play
    from hoplo_companion.pantheon.hand import Hand

Many = list[str] | None
FARTHEST = 99
MOST_BY_POWER = 10


def _words(known: dict[str, str]) -> list[str]:
    return sorted(known)


def _terrain(incomplete: str) -> list[str]:
    return [each for each in _words(TERRAINS) if each.startswith(incomplete)]


def _talent(incomplete: str) -> list[str]:
    from hoplo_companion.pantheon.words import TALENTS

    return [each for each in _words(TALENTS) if each.startswith(incomplete)]


def _kind(incomplete: str) -> list[str]:
    return [each for each in _words(KINDS) if each.startswith(incomplete)]


def _trait(incomplete: str) -> list[str]:
    return [each for each in _words(TRAITS) if each.startswith(incomplete)]


def attack(
    terminal: Terminal,
    defence: Annotated[int, typer.Option("--defence", help="The target's defence, as its stat line has it.")],
    offence: Annotated[
        int | None, typer.Option("--offence", help="The attacker's offence; as many as were rolled if left out.")
    ] = None,
    rolled: Annotated[
        str | None, typer.Option("--rolled", metavar="DICE", help="The dice as rolled: '5,5,3,-,1'; a blank is - or 0.")
    ] = None,
    roll: Annotated[bool, typer.Option("--roll", help="Let the app roll.")] = False,
    seed: SeedOption = None,
    do: Annotated[
        str,
        typer.Option("--do", metavar="STEPS", help="What you do yourself: '2>4, roll 1': a 2 for a 4, one five again."),
    ] = "",
    second: Annotated[
        str | None, typer.Option("--second", metavar="DICE", help="The second roll, of the fives in --do, or the best.")
    ] = None,
    odds: Annotated[
        bool, typer.Option("--odds", help="The chance of every number of wounds before any die falls.")
    ] = False,
    at_least: LeastOption = None,
    die: DieOption = "",
    distance: Annotated[int, typer.Option("--range", help="Areas to the target; 0 in the same area.")] = 0,
    area: Annotated[bool, typer.Option("--area", help="An area attack.")] = False,
    aerial: Annotated[bool, typer.Option("--aerial", help="An aerial attack of a flying unit.")] = False,
    heights: Annotated[
        bool, typer.Option("--heights", help="The attacker is above the heights, the target below.")
    ] = False,
    from_: Annotated[
        str, typer.Option("--from", metavar="TERRAIN", help="Where the attacker is.", autocompletion=_terrain)
    ] = "open",
    to: Annotated[
        str, typer.Option("--to", metavar="TERRAIN", help="Where the target is.", autocompletion=_terrain)
    ] = "open",
    talent: Annotated[
        Many, typer.Option("--talent", help="A talent that the attacker uses, as often.", autocompletion=_talent)
    ] = None,
    target_talent: Annotated[
        Many, typer.Option("--target-talent", help="A talent that the target uses, as often.", autocompletion=_talent)
    ] = None,
    attacker: Annotated[
        str, typer.Option("--attacker", metavar="KIND", help="What the attacker is.", autocompletion=_kind)
    ] = "hero",
    target: Annotated[
        str, typer.Option("--target", metavar="KIND", help="What the target is.", autocompletion=_kind)
    ] = "hero",
    trait: Annotated[
        Many, typer.Option("--trait", help="A type of the attacker: aquatic, flying …", autocompletion=_trait)
    ] = None,
    target_trait: Annotated[
        Many, typer.Option("--target-trait", help="A type of the target.", autocompletion=_trait)
    ] = None,
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
    assumed (ruling pan.faces).
    """
    from hoplo_companion.pantheon.assaults import Assaults
    from hoplo_companion.pantheon.modifiers import may_slay

    faces = die_of(die)
    least = checked_least(at_least)
    entered = None if rolled is None else read_rolled(rolled, faces)
    _check(offence, entered, roll=roll, odds=odds, do=do, second=second, distance=distance, by=(offence_by, defence_by))
    this = Attack(
        offence=stat("--offence", offence if offence is not None else len(entered or [])),
        defence=stat("--defence", defence),
        distance=distance, area=area, heights=heights, aerial=aerial, offence_by=offence_by, defence_by=defence_by,
        attacker=_fighter(attacker, from_, trait, talent, alone),
        target=_fighter(target, to, target_trait, target_talent, target_alone),
    )  # fmt: skip
    values = effective(this)
    if offence is None:
        values = values._replace(offence=len(entered or []))
    if entered is not None and offence is not None and len(entered) != values.offence:
        raise UsageError(
            tr(
                "{n} dice are rolled (the effective offence), and {entered} were entered.",
                n=values.offence,
                entered=len(entered),
            )
        )
    assaults = Assaults(values.defence, faces, least)
    if odds:
        _odds(terminal, this, values, assaults, slayer=may_slay(this), json=json, plain=plain)
        return
    if not json:
        from hoplo_companion.render.pantheon.attack import value_lines

        terminal.show(value_lines(this, values, faces), plain)
    if entered is None:
        entered = _rolled(terminal, values.offence, faces, roll, seed, json)
    hand = _first(terminal, this, assaults, entered, json=json, plain=plain)
    again = None if second is None else read_rolled(second, faces)
    if do:
        hand.do(do, again)
        if hand.waiting:
            raise UsageError(tr("Enter the second roll with --second: {n} dice.", n=hand.waiting))
    elif again is not None:
        _follow(hand, assaults.play(entered))
        hand.fall(again)
    elif terminal.is_interactive() and not json:
        _by_hand(terminal, hand, assaults, faces)
    _show(terminal, hand, assaults, json=json, plain=plain)


def _fighter(kind: str, terrain: str, traits: Many, talents: Many, alone: bool) -> Fighter:
    """Read what one side of the attack is, where it stands and what it uses."""
    return Fighter(
        kind=read_word(kind, KINDS, tr("kinds of units")),
        terrain=read_word(terrain, TERRAINS, tr("terrains")),
        traits=tuple(read_word(each, TRAITS, tr("types")) for each in traits or ()),
        talents=read_talents(talents or ()),
        alone=alone,
    )


def _check(
    offence: int | None,
    rolled: list[int] | None,
    *,
    roll: bool,
    odds: bool,
    do: str,
    second: str | None,
    distance: int,
    by: tuple[int, int],
) -> None:
    """Refuse options that do not go together, and numbers that nothing has."""
    if offence is None and rolled is None:
        raise UsageError(tr("How many dice? Enter --offence, or the dice with --rolled."))
    if sum([rolled is not None, roll, odds]) > 1:
        raise UsageError(tr("Use one of --rolled, --roll and --odds."))
    if odds and (do or second is not None):
        raise UsageError(tr("--do and --second need dice: enter them with --rolled."))
    if not 0 <= distance <= FARTHEST:
        raise UsageError(tr("{option} is 0 to {most}, not {value}.", option="--range", most=FARTHEST, value=distance))
    for option, value in zip(("--offence-by", "--defence-by"), by, strict=True):
        if abs(value) > MOST_BY_POWER:
            raise UsageError(
                tr("{option} is -{most} to {most}, not {value}.", option=option, most=MOST_BY_POWER, value=value)
            )


def _odds(
    terminal: Terminal, this: Attack, values: Values, assaults: Assaults, *, slayer: bool, json: bool, plain: bool
) -> None:
    """Show the chance of every number of wounds."""
    from hoplo_companion.pantheon.assaults import at_least, expected

    found = assaults.odds(values.offence, slayer=slayer)
    if json:
        answer: dict[str, object] = {
            "wounds": {str(n): str(chance) for n, chance in enumerate(found)},
            "expected": str(expected(found)),
        }
        if assaults.least is not None:
            answer["at_least"] = str(at_least(found, assaults.least))
        terminal.show_json(answer)
        return
    from hoplo_companion.render.pantheon.attack import odds_lines, value_lines

    terminal.show([*value_lines(this, values, assaults.die), *odds_lines(found, assaults.least)], plain)


def _rolled(terminal: Terminal, dice: int, die: Die, roll: bool, seed: int | None, json: bool) -> list[int]:
    """Roll the dice, or have them entered."""
    if roll or terminal.setting("dice") == "app":
        from hoplo_companion.dice import Dice
        from hoplo_companion.pantheon.die import row

        by_app = Dice(seed)
        found = [die[by_app.choose(len(die))] for _ in range(dice)]
        said = tr("The app rolls: {faces}.", faces=row(found))
        terminal.notice(said) if json else terminal.say(said)
        return found
    terminal.need_terminal(tr("Enter the dice with --rolled, let the app roll with --roll, or ask for --odds."))
    return terminal.until_good(
        tr("The dice as rolled, {n} of them, - for a blank:", n=dice), lambda text: _exactly(text, die, dice)
    )


def _exactly(text: str, die: Die, count: int) -> list[int]:
    found = read_rolled(text, die)
    if len(found) != count:
        raise UsageError(tr("{n} dice are rolled, and {entered} were entered.", n=count, entered=len(found)))
    return found


def _first(terminal: Terminal, this: Attack, assaults: Assaults, rolled: list[int], *, json: bool, plain: bool) -> Hand:
    """Take the dice, with what a talent does before blanks leave."""
    from hoplo_companion.pantheon.hand import Hand
    from hoplo_companion.pantheon.modifiers import may_slay, may_throw

    if not json:
        from hoplo_companion.render.pantheon.attack import before_blanks_lines

        again = assaults.slay(rolled) if may_slay(this) else None
        lines = before_blanks_lines(again, is_thrown=may_throw(this, rolled.count(0)), target=this.target.kind)
        if lines:
            terminal.show(lines, plain)
        if again is not None and again[0] and terminal.is_interactive():
            text = tr("All dice after that, {n} of them, - for a blank:", n=len(rolled))
            rolled = terminal.until_good(text, lambda typed: _exactly(typed, assaults.die, len(rolled)))
    return Hand.of(assaults.defence, rolled)


def _follow(hand: Hand, play: Play) -> None:
    """Do with the dice what is best before the second roll."""
    dropped = list(play.discarded)
    for value in play.raised:
        for raised in range(value, 5):
            hand.discard(dropped.pop(), raised)
    hand.roll_again(len(play.rolled))


def _by_hand(terminal: Terminal, hand: Hand, assaults: Assaults, die: Die) -> None:
    """Ask at a terminal how many fives are rolled again, and what they show."""
    plays = assaults.possible(hand.left)
    if len(plays) < 2:
        return
    from hoplo_companion.render.pantheon.attack import play_lines

    terminal.show(play_lines(hand, assaults))
    best = len(assaults.play(hand.left).rolled)

    def read(text: str) -> int:
        chosen: int = number(text)
        if chosen >= len(plays):
            raise UsageError(tr("At most {most} can be rolled again.", most=len(plays) - 1))
        return chosen

    chosen = terminal.until_good(tr("How many fives do you roll again?"), read, str(best))
    _follow(hand, plays[chosen])
    if chosen:
        text = tr("The second roll, {n} of them, - for a blank:", n=chosen)
        hand.fall(terminal.until_good(text, lambda typed: _exactly(typed, die, chosen)))


def _show(terminal: Terminal, hand: Hand, assaults: Assaults, *, json: bool, plain: bool) -> None:
    """Show what is best with the dice as they are now."""
    from hoplo_companion.pantheon.assaults import most_sure

    if json:
        best = assaults.possible(hand.left)[0] if hand.is_second else assaults.play(hand.left)
        terminal.show_json(
            {
                "first": len(hand.placed) + most_sure(hand.left, hand.defence),
                "second": {
                    "roll": len(best.rolled),
                    "raise": best.raised,
                    "expected": str(len(hand.placed) + best.expected),
                },
            }
        )
        return
    from hoplo_companion.render.pantheon.attack import end_lines, play_lines

    if hand.is_second or len(assaults.possible(hand.left)) == 1:
        terminal.show(end_lines(hand), plain)
    else:
        terminal.show(play_lines(hand, assaults), plain)
