"""`hoplo pantheon attack` and `odds`: the effective values of an attack, the best use of its dice, and its odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from hoplo_companion.cli.options import Answer, Many, SeedOption, offering, option
from hoplo_companion.cli.tables.commands import Table, do
from hoplo_companion.cli.tables.questions import Asking, line_by_line
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.dice import Dice
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.files import write_whole
from hoplo_companion.language import tr
from hoplo_companion.pantheon import assaults
from hoplo_companion.pantheon.assaults import MOST, at_least, expected, read_die, read_rolled, row
from hoplo_companion.pantheon.book import BOOK
from hoplo_companion.pantheon.dice import FALLING, USED, Throw
from hoplo_companion.pantheon.fighting import values_of
from hoplo_companion.pantheon.game import EVENTS, Game
from hoplo_companion.pantheon.modifiers import OF_TARGET, Attack, Fighter, may_slay
from hoplo_companion.pantheon.words import KINDS, TALENTS, TERRAINS, TRAITS, read_talents, read_word
from hoplo_companion.render import pantheon as views
from hoplo_companion.render.style import line
from hoplo_companion.table.saves.open_campaign import Games
from hoplo_companion.tables.slots import Filled, fill

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
    again: Annotated[int | None, _number("How many fives you roll again, the best number if left out.")] = None
    second: Annotated[str | None, option("The second roll, of so many fives.", metavar="DICE")] = None
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


def games() -> Games[Game]:
    """The games of this table."""
    return Games("pantheon", Game)


TABLE = Table(
    BOOK, games, views.game_lines, views.game_json, views.event_words, views.stand,
    straight={"strike": "dice"},
)  # fmt: skip


def attack(terminal: Terminal, given: Given) -> Answer | None:
    """Find the best use of the dice of an attack, in both assaults; or its odds.

    Dice are entered as rolled, or rolled by the app. The rules do not list the faces of the die: hoplo assumes blank,
    1, 2, 3, 4, 5 (ruling pan.faces). Without --defence this is the attack of the current game; its wounds are kept.
    """
    die = read_die(given.die)
    rolled = None if given.rolled is None else read_rolled(given.rolled, die)
    if sum([rolled is not None, given.roll, given.odds]) > 1:
        raise UsageError("Use one of --rolled, --roll and --odds.")
    if given.odds and (given.again is not None or given.second is not None):
        raise UsageError("--again and --second need dice: enter them with --rolled.")
    in_game, is_asked = given.defence is None, terminal.is_interactive() and not terminal.json
    this = _of_game(terminal, given) if given.defence is None else _entered(given, given.defence, rolled)
    is_counted = not in_game and given.offence is None
    throw = Throw(this, die, given.at_least, offence=len(rolled or ()) if is_counted else None)
    offence = throw.values.offence
    if rolled is not None and len(rolled) != offence:
        raise UsageError("The effective offence is {n} dice; you entered {entered}.", n=offence, entered=len(rolled))
    if given.odds:
        return _odds(throw)
    if rolled is None and offence and not (given.roll or terminal.setting("dice") == "app"):
        if is_asked and in_game:
            do(terminal, TABLE, ["dice", *_unused(given)])
            return None
        terminal.need_terminal(tr("Enter the dice with --rolled, let the app roll with --roll, or ask for --odds."))
        with line_by_line(terminal):
            filled = fill((*FALLING, *USED), Filled(throw, {}), [], Asking(terminal), whole=True)
        lines = [*views.value_lines(throw), *views.end_lines(throw._replace(entered=filled))]
        return Answer(lambda: lines, lambda: None)
    if rolled is None:
        by_app = Dice(given.seed)
        rolled = [die[by_app.choose(len(die))] for _ in range(offence)]
        said = tr("The app rolls: {faces}.", faces=row(rolled))
        terminal.notice(said) if terminal.json else terminal.say(said)
    return _used(given, throw._replace(entered={"rolled": rolled}), in_game=in_game)


def _used(given: Given, throw: Throw, *, in_game: bool) -> Answer:
    """Use dice as they fell; in a game the wounds are kept once nothing is left to do with them."""
    lines = [*views.value_lines(throw, with_die=not in_game), *views.before_blanks_lines(throw)]
    is_done = given.again is not None or given.second is not None or len(throw.plays) == 1
    best = throw.best
    if is_done:
        typed = {"again": given.again, "second": given.second}
        words = [word for lead, value in typed.items() if value is not None for word in (lead, str(value))]
        throw = throw._replace(entered=fill(USED, Filled(throw, throw.entered), words))
        best = throw.end
    lines += views.end_lines(throw) if is_done else views.play_lines(throw)
    wounds, second = throw.end.sure, {"roll": len(best.rolled), "raise": best.raised, "expected": str(best.expected)}
    answer: dict[str, Any] = {"first": wounds, "second": second}
    if in_game and is_done:
        with games().opened() as opened:
            target = opened.game.turn.strikes[-1].target
            words = ["wounds", target, str(wounds)]
            game, events = BOOK.act(opened.game, words)
            opened.keep(game, f"pantheon {' '.join(words)}", " ".join(words), events)
        answer |= {"wounds": wounds, "events": TABLE.json(game, events)["events"]}
        # In a game the wounds are an event, which says so.
        lines = [*lines[:-1], *TABLE.event_lines(game, events)]
    elif in_game:
        lines.append(line(tr("What do you do? --second with the second roll, or --again 0 for none.")))
    return Answer(lambda: lines, lambda: answer)


def _odds(throw: Throw) -> Answer:
    """The chance of every number of wounds before any die falls."""
    found, least = throw.assaults.odds(throw.values.offence, slayer=may_slay(throw.attack)), throw.least
    table = {"wounds": {str(n): str(chance) for n, chance in enumerate(found)}, "expected": str(expected(found))}
    if least is not None:
        table["at_least"] = str(at_least(found, least))
    return Answer(lambda: [*views.value_lines(throw), *views.odds_lines(found, least)], lambda: table)


def _entered(given: Given, defence: int, rolled: Sequence[int] | None) -> Attack:
    """The attack that is entered, without a game."""
    if given.offence is None and rolled is None:
        raise UsageError("How many dice? Enter --offence, or the dice with --rolled.")
    if given.without or given.target_without:
        raise UsageError("--without is for the attack of a game; without a game, just leave the --talent out.")
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
        raise UsageError("Which defence? Enter --defence, or begin a game and attack there.")
    game = games().game()
    strike = game.turn.strike
    if strike is None:
        raise IllegalError("No attack is under way: enter --defence, or begin one with `attack ares`.")
    notice_old_lines(terminal, game, strike.attacker, strike.target)
    this = replace(values_of(game, strike), offence_by=given.offence_by, defence_by=given.defence_by)
    return this.without(_not_used(given))


def notice_old_lines(terminal: Terminal, game: Game, *units: str) -> None:
    """Say which of some units have numbers of an old stat line."""
    for id_ in units:
        if id_ in game.units and game.units[id_].old_line:
            terminal.notice(tr(EVENTS["old-line"].words, unit=game.units[id_].unit.name))


def _not_used(given: Given) -> list[str]:
    """The talents that are not used, by their sources."""
    of_target = read_talents(given.target_without or ())
    return [*read_talents(given.without or ()), *(OF_TARGET + each for each in of_target)]


def _unused(given: Given) -> Iterator[str]:
    """What is entered of an attack of the game beside its dice, as it is typed for them."""
    if no := _not_used(given):
        yield from ("without", ",".join(no))
    for name, by in (("offence", given.offence_by), ("defence", given.defence_by)):
        if by:
            yield from (name, f"{by:+d}")


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
    lines = views.odds_table_lines(found, faces, least)
    if svg is not None:
        write_whole(svg, views.odds_table_svg(lines).encode())
        lines = [line(tr("The table is drawn in {path}.", path=svg))]
    return Answer(lambda: lines, lambda: {"offence": [[str(value) for value in row] for row in found]})
