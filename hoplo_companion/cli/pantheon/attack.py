"""`hoplo pantheon attack` and `odds`: the effective values of an attack, the best use of its dice, and its odds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from hoplo_companion.cli.learn.table_rules import reading_option
from hoplo_companion.cli.options import Many, SeedOption
from hoplo_companion.cli.tables.asking import Asking, line_by_line
from hoplo_companion.cli.terminal.output import Answer
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.dice import Dice
from hoplo_companion.errors import HoploError, IllegalError, StoppedError, UsageError
from hoplo_companion.files import write_whole
from hoplo_companion.language import tr
from hoplo_companion.pantheon.assaults import (
    ASSUMED,
    MOST,
    Assaults,
    Die,
    Hand,
    at_least,
    expected,
    read_die,
    read_rolled,
    row,
    table,
)
from hoplo_companion.pantheon.book import BOOK, new_line
from hoplo_companion.pantheon.game import EVENTS, Game
from hoplo_companion.pantheon.modifiers import Attack, Fighter, Values, effective, may_slay, may_throw
from hoplo_companion.pantheon.play import values_of
from hoplo_companion.pantheon.words import KINDS, TALENTS, TERRAINS, TRAITS, read_talents, read_word
from hoplo_companion.render.pantheon.attack import (
    before_blanks_lines,
    end_lines,
    odds_lines,
    play_lines,
    source_name,
    table_lines,
    table_svg,
    value_lines,
)
from hoplo_companion.render.pantheon.game import event_words, game_json
from hoplo_companion.render.style import Line, line
from hoplo_companion.table.saves.open_campaign import Games
from hoplo_companion.tables.slots import Filled

ReadingOption = Annotated[Many, reading_option("pantheon")]
DieOption = Annotated[
    str, typer.Option("--die", metavar="FACES", help="The faces of your attack die, if they differ: '-,1,2,3,4,5'.")
]
LeastOption = Annotated[
    int | None,
    typer.Option("--at-least", metavar="WOUNDS", min=1, max=MOST,
                 help="Play for at least this many wounds rather than for the most on average."),
]  # fmt: skip


def die_of(text: str) -> Die:
    """The die of the call: the assumed one, or the faces that are set."""
    return read_die(text) if text else ASSUMED


def _one_of(option: str, known: Iterable[str], metavar: str, text: str) -> Any:
    """An option that takes one of the words of a table, which Tab completes."""

    def offer(incomplete: str) -> list[str]:
        return [each for each in sorted(known) if each.startswith(incomplete)]

    return typer.Option(option, metavar=metavar, help=text, autocompletion=offer)


def _talent(option: str, text: str) -> Any:
    return _one_of(option, TALENTS, "TALENT", text)


def _number(option: str, text: str, least: int = 0, most: int = MOST) -> Any:
    return typer.Option(option, min=least, max=most, help=text)


def _line(option: str, metavar: str, text: str) -> Any:
    return typer.Option(option, metavar=metavar, help=text)


def _flag(option: str, text: str) -> Any:
    return typer.Option(option, help=text)


BY = (-10, 10)
"""What powers may add."""


class Given(NamedTuple):
    """An attack as it is entered: its values and what changes them, its dice, and what is done with them."""

    defence: Annotated[
        int | None, _number("--defence", "The target's defence; left out, the attack of the current game is meant.")
    ] = None
    offence: Annotated[
        int | None, _number("--offence", "The attacker's offence; left out, as many as the dice entered.")
    ] = None
    rolled: Annotated[str | None, _line("--rolled", "DICE", "The dice as rolled: '5,5,3,-,1'; - is a blank.")] = None
    roll: Annotated[bool, _flag("--roll", "Let the app roll.")] = False
    seed: SeedOption = None
    do: Annotated[str, _line("--do", "STEPS", "What you do yourself: '2>4, roll 1': a 2 for a 4, one five again.")] = ""
    second: Annotated[
        str | None, _line("--second", "DICE", "The second roll: of the fives in --do, else of the best choice.")
    ] = None
    odds: Annotated[bool, _flag("--odds", "The chance of every number of wounds before any die falls.")] = False
    at_least: LeastOption = None
    die: DieOption = ""
    distance: Annotated[int, _number("--range", "Areas to the target; 0 in the same area.", most=99)] = 0
    area: Annotated[bool, _flag("--area", "An area attack.")] = False
    aerial: Annotated[bool, _flag("--aerial", "An aerial attack of a flying unit.")] = False
    heights: Annotated[bool, _flag("--heights", "The attacker is above the heights, the target below.")] = False
    from_: Annotated[str, _one_of("--from", TERRAINS, "TERRAIN", "Where the attacker is.")] = "open"
    to: Annotated[str, _one_of("--to", TERRAINS, "TERRAIN", "Where the target is.")] = "open"
    talent: Annotated[Many, _talent("--talent", "A talent that the attacker uses; repeatable.")] = None
    target_talent: Annotated[Many, _talent("--target-talent", "A talent that the target uses; repeatable.")] = None
    attacker: Annotated[str, _one_of("--attacker", KINDS, "KIND", "What the attacker is.")] = "hero"
    target: Annotated[str, _one_of("--target", KINDS, "KIND", "What the target is.")] = "hero"
    without: Annotated[Many, _talent("--without", "In a game: a talent the attacker does not use; repeatable.")] = None
    target_without: Annotated[
        Many, _talent("--target-without", "In a game: a talent the target does not use; repeatable.")
    ] = None
    trait: Annotated[Many, _one_of("--trait", TRAITS, "TYPE", "A type of the attacker: aquatic, flying …")] = None
    target_trait: Annotated[Many, _one_of("--target-trait", TRAITS, "TYPE", "A type of the target.")] = None
    alone: Annotated[bool, _flag("--alone", "The attacker is a troop's last miniature.")] = False
    target_alone: Annotated[bool, _flag("--target-alone", "The target is a troop's last miniature.")] = False
    offence_by: Annotated[int, _number("--offence-by", "What powers add to the offence.", *BY)] = 0
    defence_by: Annotated[int, _number("--defence-by", "What powers add to the defence.", *BY)] = 0


class Throw:
    """The dice of an attack: how they come, and what is done with them until nothing is left to do."""

    hand: Hand

    def __init__(self, terminal: Terminal, given: Given, attack: Attack, values: Values, die: Die) -> None:
        self.terminal, self.given, self.attack, self.values, self.die = terminal, given, attack, values, die
        self.is_in_game = given.defence is None
        self.assaults = Assaults(values.defence, die, given.at_least)
        self.is_over = False

    def fall(self, rolled: Sequence[int] | None) -> None:
        """Have the dice fall and be used as the player likes."""
        self.show(value_lines(self.attack, self.values, None if self.is_in_game else self.die))
        dice = self._before_blanks(self._rolled() if rolled is None else rolled)
        self.hand = hand = Hand.of(self.assaults.defence, dice)
        again = None if self.given.second is None else read_rolled(self.given.second, self.die)
        self.is_over = bool(self.given.do) or again is not None
        if self.given.do:
            hand.do(self.given.do, again)
            if hand.waiting:
                raise UsageError(tr("Enter the second roll with --second: {n} dice.", n=hand.waiting))
        elif again is not None:
            hand.follow(self.assaults.play(hand.dice))
            hand.fall(again)
        elif self.terminal.is_interactive() and not self.terminal.json:
            self._by_hand()
            self.is_over = True
        self.is_over = self.is_over or not self._may_roll()

    def _may_roll(self) -> bool:
        """Whether fives may be rolled again."""
        return not self.hand.is_second and len(self.assaults.possible(self.hand.dice)) > 1

    def lines(self) -> list[Line]:
        """What is best with the dice as they are now, or what came of them."""
        if self._may_roll() and (self.given.do or not self.is_over):
            return play_lines(self.hand, self.assaults)
        # In a game the wounds are an event, which says so.
        return end_lines(self.hand)[: -1 if self.is_in_game and self.is_over else None]

    def table(self) -> dict[str, object]:
        """What is best with the dice as they are now, for programs."""
        dice = self.hand.dice
        best = self.assaults.possible(dice)[0] if self.hand.is_second else self.assaults.play(dice)
        second = {"roll": len(best.rolled), "raise": best.raised, "expected": str(best.expected)}
        return {"first": self.hand.wounds, "second": second}

    def show(self, lines: Sequence[Line]) -> None:
        """Show a person how it goes on."""
        if lines and not self.terminal.json:
            self.terminal.show(lines)

    def _rolled(self) -> list[int]:
        """Roll the dice, or have them entered."""
        dice = self.values.offence
        if self.given.roll or self.terminal.setting("dice") == "app":
            by_app = Dice(self.given.seed)
            found = [self.die[by_app.choose(len(self.die))] for _ in range(dice)]
            said = tr("The app rolls: {faces}.", faces=row(found))
            self.terminal.notice(said) if self.terminal.json else self.terminal.say(said)
            return found
        self.terminal.need_terminal(
            tr("Enter the dice with --rolled, let the app roll with --roll, or ask for --odds.")
        )
        return self._asked(tr("The dice as rolled ({n}), - for a blank:", n=dice), dice) if dice else []

    def _asked(self, text: str, count: int) -> list[int]:
        """Have so many dice entered in one line; faces of one digit need nothing between them."""
        while True:
            try:
                typed = Asking(self.terminal).line(text)
                found = read_rolled(typed if "," in typed or " " in typed.strip() else " ".join(typed), self.die)
                if len(found) == count:
                    return found
                fault = tr("Enter {n} dice, not {entered}.", n=count, entered=len(found))
            except StoppedError:
                raise
            except HoploError as wrong:
                fault = str(wrong)
            self.terminal.say(f"  {fault}")

    def _before_blanks(self, rolled: Sequence[int]) -> Sequence[int]:
        """Say what a talent may do before blanks leave; a Monster Slayer's dice are entered again."""
        if self.terminal.json:
            return rolled
        again = self.assaults.slay(rolled) if may_slay(self.attack) else None
        is_thrown = may_throw(self.attack, [*rolled].count(0))
        self.show(before_blanks_lines(again, is_thrown=is_thrown, target=self.attack.target.kind))
        if again is not None and again[0] and self.terminal.is_interactive():
            return self._asked(tr("All dice after that ({n}), - for a blank:", n=len(rolled)), len(rolled))
        return rolled

    def _by_hand(self) -> None:
        """Ask at a terminal how many fives are rolled again, and what they show."""
        if not self._may_roll():
            return
        self.show(play_lines(self.hand, self.assaults))
        plays, best = self.assaults.possible(self.hand.dice), len(self.assaults.play(self.hand.dice).rolled)
        text = tr("How many fives do you roll again? Enter for the best, {best}:", best=best)
        if chosen := Asking(self.terminal).number(text, 0, len(plays) - 1, best):
            self.hand.follow(plays[chosen])
            self.hand.fall(self._asked(tr("The second roll ({n}), - for a blank:", n=chosen), chosen))


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


def odds(
    least: LeastOption = None,
    die: DieOption = "",
    svg: Annotated[Path | None, typer.Option("--svg", help="Draw it into this file, as a picture to print.")] = None,
) -> Answer:
    """Show what to expect from every offence against every defence, with best play.

    Each cell has the expected wounds, or with --at-least the chance of at least that many.
    """
    faces = die_of(die)
    found = [
        [expected(each) if least is None else at_least(each, least) for each in row] for row in table(faces, least)
    ]
    lines = table_lines(found, faces, least)
    if svg is not None:
        write_whole(svg, table_svg(lines).encode())
        lines = [line(tr("The table is drawn in {path}.", path=svg))]
    return Answer(lambda: lines, lambda: {"offence": [[str(value) for value in row] for row in found]})
