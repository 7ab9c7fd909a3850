"""`hoplo pantheon attack` and `odds`: the effective values of an attack, the best use of its dice, and its odds."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from hoplo_companion.cli.options import Answer, Many, SeedOption, option
from hoplo_companion.cli.shell.names import offering
from hoplo_companion.cli.tables.asking import Asking, line_by_line
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.dice import Dice
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.files import write_whole
from hoplo_companion.language import tr
from hoplo_companion.pantheon import assaults
from hoplo_companion.pantheon.assaults import MOST, Assaults, Die, Hand, at_least, expected, read_die, read_rolled, row
from hoplo_companion.pantheon.book import BOOK, new_line
from hoplo_companion.pantheon.game import EVENTS, Game
from hoplo_companion.pantheon.modifiers import Attack, Fighter, Values, effective, may_slay, may_throw
from hoplo_companion.pantheon.play import values_of
from hoplo_companion.pantheon.words import KINDS, TALENTS, TERRAINS, TRAITS, read_talents, read_word
from hoplo_companion.render.pantheon import attack as views
from hoplo_companion.render.pantheon.game import event_words, game_json
from hoplo_companion.render.style import Line, line
from hoplo_companion.table.saves.open_campaign import Games
from hoplo_companion.tables.actions import Happened
from hoplo_companion.tables.slots import Filled, Text

DieOption = Annotated[str, option("The faces of your attack die, if they differ: '-,1,2,3,4,5'.", metavar="FACES")]
LeastOption = Annotated[
    int | None,
    option("Play for at least this many wounds rather than for the most on average.", names="--at-least",
           metavar="WOUNDS", min=1, max=MOST),
]  # fmt: skip


def _word(known: Iterable[str], metavar: str, help_: str, names: str = "") -> Any:
    """An option that takes one of the words of a table."""
    return option(help_, offering(lambda _: known), names=names, metavar=metavar)


def _talent(help_: str) -> Any:
    return _word(TALENTS, "TALENT", help_)


def _number(help_: str, least: int = 0, most: int = MOST, names: str = "") -> Any:
    return option(help_, names=names, min=least, max=most)


class Given(NamedTuple):
    """An attack as it is entered: its values and what changes them, its dice, and what is done with them."""

    defence: Annotated[
        int | None, _number("The target's defence; left out, the attack of the current game is meant.")
    ] = None
    offence: Annotated[int | None, _number("The attacker's offence; left out, as many as the dice entered.")] = None
    rolled: Annotated[str | None, option("The dice as rolled: '5,5,3,-,1'; - is a blank.", metavar="DICE")] = None
    roll: Annotated[bool, option("Let the app roll.")] = False
    seed: SeedOption = None
    do: Annotated[str, option("What you do yourself: '2>4, roll 1': a 2 for a 4, one five again.", metavar="STEPS")] = (
        ""
    )
    second: Annotated[
        str | None, option("The second roll: of the fives in --do, else of the best choice.", metavar="DICE")
    ] = None
    odds: Annotated[bool, option("The chance of every number of wounds before any die falls.")] = False
    at_least: LeastOption = None
    die: DieOption = ""
    distance: Annotated[int, _number("Areas to the target; 0 in the same area.", most=99, names="--range")] = 0
    area: Annotated[bool, option("An area attack.")] = False
    aerial: Annotated[bool, option("An aerial attack of a flying unit.")] = False
    heights: Annotated[bool, option("The attacker is above the heights, the target below.")] = False
    from_: Annotated[str, _word(TERRAINS, "TERRAIN", "Where the attacker is.", "--from")] = "open"
    to: Annotated[str, _word(TERRAINS, "TERRAIN", "Where the target is.")] = "open"
    talent: Annotated[Many, _talent("A talent that the attacker uses; repeatable.")] = None
    target_talent: Annotated[Many, _talent("A talent that the target uses; repeatable.")] = None
    attacker: Annotated[str, _word(KINDS, "KIND", "What the attacker is.")] = "hero"
    target: Annotated[str, _word(KINDS, "KIND", "What the target is.")] = "hero"
    without: Annotated[Many, _talent("In a game: a talent the attacker does not use; repeatable.")] = None
    target_without: Annotated[Many, _talent("In a game: a talent the target does not use; repeatable.")] = None
    trait: Annotated[Many, _word(TRAITS, "TYPE", "A type of the attacker: aquatic, flying …")] = None
    target_trait: Annotated[Many, _word(TRAITS, "TYPE", "A type of the target.")] = None
    alone: Annotated[bool, option("The attacker is a troop's last miniature.")] = False
    target_alone: Annotated[bool, option("The target is a troop's last miniature.")] = False
    offence_by: Annotated[int, _number("What powers add to the offence.", -MOST)] = 0
    defence_by: Annotated[int, _number("What powers add to the defence.", -MOST)] = 0


class Throw:
    """The dice of an attack: how they come, and what is done with them until nothing is left to do."""

    def __init__(self, terminal: Terminal, given: Given, attack: Attack, values: Values, die: Die) -> None:
        self.terminal, self.given, self.attack, self.values, self.die = terminal, given, attack, values, die
        self.is_in_game = given.defence is None
        self.assaults = Assaults(values.defence, die, given.at_least)
        self.is_asked = terminal.is_interactive() and not terminal.json

    def resolved(self, rolled: Sequence[int] | None) -> Answer:
        """Have the dice fall and be used; in a game the wounds are kept once nothing is left to do with the dice."""
        self._show(views.value_lines(self.attack, self.values, None if self.is_in_game else self.die))
        with line_by_line(self.terminal):
            hand, is_done = self._used(self._before_blanks(self._rolled() if rolled is None else rolled))
        best = self.assaults.possible(hand.dice)[0] if hand.is_second else self.assaults.play(hand.dice)
        second = {"roll": len(best.rolled), "raise": best.raised, "expected": str(best.expected)}
        answer: dict[str, Any] = {"first": hand.wounds, "second": second}
        lines = views.end_lines(hand) if is_done else views.play_lines(hand, self.assaults)
        if self.is_in_game and is_done:
            # In a game the wounds are an event, which says so.
            self._show(lines[:-1])
            game, events = self._kept(hand.wounds)
            answer |= {"wounds": hand.wounds, "events": game_json(game, events)["events"]}
            lines = [line(event_words(game, each)) for each in events]
        elif self.is_in_game:
            lines.append(line(tr("What do you do? --second with the second roll, or --do 'roll 0' for none.")))
        return Answer(lambda: lines, lambda: answer)

    def _used(self, dice: Sequence[int]) -> tuple[Hand, bool]:
        """Use the dice as the player likes; whether nothing is left to do then."""
        hand = Hand.of(self.assaults.defence, dice)
        again = None if self.given.second is None else read_rolled(self.given.second, self.die)
        plays, best = self.assaults.possible(hand.dice), self.assaults.play(hand.dice)
        if self.given.do:
            hand.do(self.given.do, again)
            if hand.waiting:
                raise UsageError(tr("Enter the second roll with --second: {n} dice.", n=hand.waiting))
        elif again is not None:
            hand.follow(best)
            hand.fall(again)
        elif self.is_asked and plays[1:]:
            self._show(views.play_lines(hand, self.assaults))
            text = tr("How many fives do you roll again? Enter for the best, {best}:", best=len(best.rolled))
            if chosen := Asking(self.terminal).number(text, 0, len(plays) - 1, len(best.rolled)):
                hand.follow(plays[chosen])
                hand.fall(self._dice(tr("The second roll ({n}), - for a blank:", n=chosen), chosen))
        may_roll = not hand.is_second and len(self.assaults.possible(hand.dice)) > 1
        return hand, not may_roll or (self.is_in_game if self.given.do else self.is_asked)

    def _show(self, lines: Sequence[Line]) -> None:
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
        return self._dice(tr("The dice as rolled ({n}), - for a blank:", n=dice), dice) if dice else []

    def _dice(self, text: str, count: int) -> list[int]:
        """Have so many dice entered in one line."""

        def read(typed: str) -> list[int]:
            found = read_rolled(typed, self.die)
            if len(found) != count:
                raise UsageError(tr("Enter {n} dice, not {entered}.", n=count, entered=len(found)))
            return found

        dice: list[int] = Asking(self.terminal)(Text(name="dice", ask=text, turned=read), Filled(None, {}))
        return dice

    def _before_blanks(self, rolled: Sequence[int]) -> Sequence[int]:
        """Say what a talent may do before blanks leave; a Monster Slayer's dice are entered again."""
        if self.terminal.json:
            return rolled
        again = self.assaults.slay(rolled) if may_slay(self.attack) else None
        is_thrown = may_throw(self.attack, [*rolled].count(0))
        self._show(views.before_blanks_lines(again, is_thrown=is_thrown, target=self.attack.target.kind))
        if again is not None and again[0] and self.is_asked:
            return self._dice(tr("All dice after that ({n}), - for a blank:", n=len(rolled)), len(rolled))
        return rolled

    def _kept(self, number: int) -> tuple[Game, list[Happened]]:
        """Keep the wounds of the attack of the game, with the stats that show then, where they were never entered."""
        with games().opened() as opened:
            target = opened.game.turn.strikes[-1].targets[0]
            filled = Filled(opened.game, {"unit": target, "number": number})
            stats = Asking(self.terminal)(new_line, filled) if self.is_asked and not new_line.quiet(filled) else None
            game, events = BOOK.carry_out(opened.game, "wounds", {**filled.values, "stats": stats})
            opened.keep(game, f"pantheon wounds {target} {number}", f"wounds {target} {number}", events)
        return game, events


def games() -> Games[Game]:
    """The games of this table."""
    return Games("pantheon", Game)


def attack(terminal: Terminal, given: Given) -> Answer:
    """Find the best use of the dice of an attack, in both assaults; or its odds.

    Dice are entered as rolled, or rolled by the app. The rules do not list the faces of the die: hoplo assumes blank,
    1, 2, 3, 4, 5 (ruling pan.faces). Without --defence this is the attack of the current game; its wounds are kept.
    """
    die = read_die(given.die)
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
        return throw.resolved(rolled)
    found = throw.assaults.odds(values.offence, slayer=may_slay(this))
    table = {"wounds": {str(n): str(chance) for n, chance in enumerate(found)}, "expected": str(expected(found))}
    if given.at_least is not None:
        table["at_least"] = str(at_least(found, given.at_least))
    return Answer(
        lambda: [*views.value_lines(this, values, die), *views.odds_lines(found, given.at_least)], lambda: table
    )


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
        said = ", ".join(views.source_name(each) for each in used)
        if not terminal.is_yes(tr("Use these talents: {talents}?", talents=said)):
            no = [each for each in used if not terminal.is_yes(tr("Use {talent}?", talent=views.source_name(each)))]
            this = this.without(no, [each.removeprefix("target-") for each in no if each.startswith("target-")])
    return this


def odds(
    least: LeastOption = None,
    die: DieOption = "",
    svg: Annotated[Path | None, option("Draw it into this file, as a picture to print.")] = None,
) -> Answer:
    """Show what to expect from every offence against every defence, with best play.

    Each cell has the expected wounds, or with --at-least the chance of at least that many.
    """
    faces = read_die(die)
    found = [
        [expected(each) if least is None else at_least(each, least) for each in row]
        for row in assaults.table(faces, least)
    ]
    lines = views.table_lines(found, faces, least)
    if svg is not None:
        write_whole(svg, views.table_svg(lines).encode())
        lines = [line(tr("The table is drawn in {path}.", path=svg))]
    return Answer(lambda: lines, lambda: {"offence": [[str(value) for value in row] for row in found]})
