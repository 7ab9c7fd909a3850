"""`hoplo pantheon`: a companion for Mythic Battles: Pantheon, after the public summary of its rules."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace as changed
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer
from msgspec.structs import replace

from hoplo_companion.cli.options import Answer, Many, argument, option
from hoplo_companion.cli.tables import commands
from hoplo_companion.cli.tables.questions import Asking, Table, do, line_by_line
from hoplo_companion.cli.terminal.prompt import listed
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.names import in_english, slug
from hoplo_companion.errors import HoploError, IllegalError, UsageError
from hoplo_companion.files import LARGEST_POSITION, read_stream, read_whole, write_whole
from hoplo_companion.language import later, tr
from hoplo_companion.pantheon import units as recruiting
from hoplo_companion.pantheon.attack import Attack, at_least, expected, odds_table, read_die, read_rolled
from hoplo_companion.pantheon.fighting import FALLING, UNUSED, USED
from hoplo_companion.pantheon.game import Game, Throw, entered, new_game
from hoplo_companion.pantheon.ground import FLIGHT, RUN, WALK, Aim, Way, at_start
from hoplo_companion.pantheon.rows import EVENTS
from hoplo_companion.pantheon.turn import BOOK
from hoplo_companion.pantheon.units import EXAMPLE, MOST, NOBODY, Fighter, Unit, by_rule, read_side, read_units
from hoplo_companion.render import pantheon as views
from hoplo_companion.render.style import line
from hoplo_companion.table.saves.open_campaign import Games
from hoplo_companion.tables.actions import fill, read_readings, refuse_missing
from hoplo_companion.tables.slots import Filled, meant, refuse, wrong_if


def games() -> Games[Game]:
    """The games of this table."""
    return Games("pantheon", Game)


TABLE = Table(
    BOOK, games, views.game_lines, views.game_json, views.event_words, views.stand, straight={"strike": "dice"}
)
app = commands.TableApp(
    TABLE, later("Mythic Battles: Pantheon: the attack and its odds, the army, the ground, the game.")
)


@app.alone
def _alone(terminal: Terminal, ctx: typer.Context) -> Answer:
    """Show how the game stands, where no command is called."""
    if terminal.json or games().names():
        return TABLE.shown(games().played())
    begin = tr("No game of Mythic Battles: Pantheon yet; `hoplo pantheon new` begins one.")
    alone = tr("An attack needs no game: `hoplo pantheon attack 7 6 --odds`.")
    return Answer(lambda: f"{begin}\n{alone}", lambda: None)


# Attacks
DieOption = Annotated[str, option("The faces of your attack die, if they differ: '-,1,2,3,4,5'.", metavar="FACES")]
_LEAST = "Play for at least this many wounds rather than for the most on average."
LeastOption = Annotated[int | None, option(_LEAST, names="--at-least", metavar="WOUNDS", min=1, max=MOST)]


class Between(NamedTuple):
    """What lies between the sides of an attack that is entered."""

    distance: Annotated[int, option("Areas to the target; 0 in the same area.", names="--range", min=0, max=99)] = 0
    area: Annotated[bool, option("An area attack.")] = False
    heights: Annotated[bool, option("The attacker is above the heights, the target below.")] = False
    aerial: Annotated[bool, option("An aerial attack of a flying unit.")] = False


def attack(
    terminal: Terminal,
    between: Between,
    words: Annotated[
        Many,
        argument(
            "The attacker and the target, each its value or a unit's line and what changes it, as in 6 '7, monster, "
            "forest'; neither for the attack of the game, the target alone where dice are entered: 7 dice 5,5,3,-,1.",
            metavar="[SIDE]... [dice DICE]...",
        ),
    ] = None,
    odds: Annotated[bool, option("The chance of every number of wounds before any die falls.")] = False,
    least: LeastOption = None,
    die: DieOption = "",
) -> Answer | None:
    """Find the best use of the dice of an attack, in both assaults; or its odds.

    Dice are entered as in a game, `dice 5,5,3,-,1 again 1 second 4`, or rolled by the app, `dice r`. The rules do not
    list the faces of the die: hoplo assumes blank, 1, 2, 3, 4, 5 (ruling pan.faces). Of the attack of a game nothing
    is kept: `play dice` does that; `attack without phalanx offence +1` leaves a talent out and adds a power.
    """
    sides, dice = [in_english(each, ("dice",)) for each in words or []], list[str]()
    if typed := "dice" in sides:
        sides, dice = sides[: sides.index("dice")], sides[sides.index("dice") + 1 :]
    in_game = not sides or any(slot.is_led_by(sides[0].partition(" ")[0]) for slot in UNUSED)
    faces = read_die(die)
    fallen = [] if dice[:1] == ["r"] else read_rolled("".join(dice[:1]), faces)
    this = _of_game(terminal, sides) if in_game else _entered(between, sides, fallen)
    throw, is_asked = Throw(this, faces, least), terminal.is_interactive() and not terminal.json
    wrong_if(odds and typed, "--odds is for what comes before the dice.")
    if odds:
        found = throw.assaults.odds(this.offence, slayer=this.may_slay)
        table = {"wounds": {str(n): str(chance) for n, chance in enumerate(found)}, "expected": str(expected(found))}
        table |= {"at_least": str(at_least(found, least))} if least is not None else {}
        return Answer(lambda: [*views.value_lines(throw), *views.odds_lines(found, least)], lambda: table)
    if not dice and this.offence and terminal.setting("dice") != "app":
        terminal.need_terminal("Enter the dice, `dice 5,5,3`, let the app roll, `dice r`, or ask for --odds.")
        if in_game:
            do(terminal, TABLE, ["dice", *sides])
            return None
    elif dice[:1] in ([], ["r"]) and this.offence:
        dice = [Asking(terminal).rolled(FALLING[0].now(Filled(throw, {})), "r"), *dice[1:]]  # type: ignore[arg-type]
    is_used = not dice or any(slot.is_led_by(each) for slot in USED for each in dice)
    ask = Asking(terminal) if is_asked else refuse_missing
    slots = (*FALLING, *USED) if is_used else FALLING
    with line_by_line(terminal):
        throw = throw._replace(entered=fill(slots, Filled(throw, {}), dice, ask, whole=not dice))
    is_ended = is_used or len(throw.plays) == 1
    best = throw.end if is_ended else throw.best
    second = {"roll": len(best.rolled), "raise": best.raised, "expected": str(best.expected)}
    lines = views.attack_lines(throw, is_ended=is_ended)
    return Answer(lambda: lines, lambda: {"first": throw.end.sure, "second": second})


def _entered(between: Between, sides: Sequence[str], dice: Sequence[int]) -> Attack:
    """The attack that is entered, without a game: of as many dice as were rolled, where the target stands alone."""
    wrong_if(len(sides) > 2, "An attack has two sides, each in quotes: `{example}`.", example="attack 6 '7, monster'")
    names = (tr("target"), tr("attacker"))
    target, *attacker = (read_side(side, name) for side, name in zip(sides[::-1], names, strict=False))
    wrong_if(not attacker and not dice, "How many dice? Enter the attacker before the target, or the dice behind it.")
    by_dice = changed(NOBODY, offence=len(dice) - between.heights)
    return Attack([*attacker, by_dice][0], target, *between)


def _of_game(terminal: Terminal, words: Sequence[str]) -> Attack:
    """The attack that is under way in the game that is played, without the talents that are not used."""
    wrong_if(not games().names(), "Which attack? Enter its sides, `attack 6 7`, or begin a game and attack there.")
    game = games().played()
    if (strike := game.turn.strike) is None:
        raise IllegalError("No attack is under way: enter its sides, `attack 6 7`, or begin one: `play attack ares`.")
    notice_old_lines(terminal, game, strike.attacker, strike.target)
    return Throw.of(Filled(game, fill(UNUSED, Filled(game, {}), " ".join(words).split()))).attack


def notice_old_lines(terminal: Terminal, game: Game, *units: str) -> None:
    """Say which of some units have numbers of an old stat line."""
    for id_ in units:
        if id_ in game.units and game.units[id_].old_line:
            terminal.notice(EVENTS["old-line"].words, unit=game.units[id_].unit.name)


def odds(
    least: LeastOption = None,
    die: DieOption = "",
    svg: Annotated[Path | None, option("Draw it into this file, as a picture to print.")] = None,
) -> Answer:
    """Show what to expect from every offence against every defence, with best play.

    Each cell has the expected wounds, or with --at-least the chance of at least that many.
    """
    faces = read_die(die)
    every = odds_table(faces, least)
    found = [[expected(each) if least is None else at_least(each, least) for each in row] for row in every]
    lines = views.odds_table_lines(found, faces, least)
    if svg is not None:
        write_whole(svg, views.odds_table_svg(lines).encode())
        lines = [line(tr("The table is drawn in {path}.", path=svg))]
    return Answer(lambda: lines, lambda: {"offence": [[str(value) for value in row] for row in found]})


# Armies
def _units_in(file: Path) -> tuple[Unit, ...]:
    return read_units(read_whole(file, LARGEST_POSITION).decode(errors="replace").splitlines())


def _units_asked(terminal: Terminal, points: int, *, constructed: bool) -> tuple[Unit, ...]:
    """Ask for the units of an army at a terminal, one per line, each checked with those before."""
    terminal.need_terminal("Enter one line per unit, as in `{example}`, or a file with --file.", example=EXAMPLE)
    text = later("One line per unit, as in `{example}`; its name alone takes it out again, Enter ends the army.")
    terminal.say(tr(text, example=EXAMPLE))
    found: tuple[Unit, ...] = ()
    while True:
        line = Asking(terminal).line(tr("Unit {n}:", n=len(found) + 1), "", 74)
        rest = tuple(unit for unit in found if unit.id != slug(line))
        try:
            units = rest if len(rest) < len(found) else (*found, *read_units([line] if line else ()))
            broken = recruiting.faults(units, points, constructed=constructed and not line)
            if line and not any(unit.is_divinity for unit in units):
                # The divinity may come last.
                del broken["pan.army.divinity"]
            refuse(" ".join(broken.values()))
        except HoploError as fault:
            terminal.say(f"  {fault}")
            continue
        if not line:
            return found
        found = units


def army(
    terminal: Terminal,
    units: Annotated[
        Many, argument("A unit in one line: 'Athena: god, cost 6, cards 4, aow 3'.", metavar="[UNIT]...")
    ] = None,
    file: Annotated[Path | None, option("Units from this file, one per line.")] = None,
    players: Annotated[int, option("The number of players, 2 to 4.")] = 2,
    draft: Annotated[bool, option("A drafted army: points may be left over.")] = False,
    partner: Annotated[str, option("In a team: your partner's units, separated by commas.")] = "",
    limited: Annotated[Path | None, option("All units that the scenario lists.", metavar="FILE")] = None,
) -> Answer:
    """Check an army by the rules of recruiting, and give its deck and its first hand.

    Without --draft it is a constructed army, which costs exactly the points available.
    """
    points = recruiting.points_of(players)
    given = (*read_units(units or []), *(_units_in(file) if file is not None else ()))
    found = given or _units_asked(terminal, points, constructed=not draft)
    only = [each.id for each in _units_in(limited)] if limited is not None else []
    shared = [slug(name) for name in listed(partner)]
    refuse(" ".join(recruiting.faults(found, points, constructed=not draft, partner=shared, limited=only).values()))
    rests = points - recruiting.cost_of(found) if draft else 0
    table = {"points": points, "spent": points - rests, "deck": recruiting.deck(found), "left_over": rests}
    return Answer(lambda: views.army_lines(found, points, rests), lambda: table)


def _points_of(players: Sequence[str], *, team: bool) -> int:
    """The points of each player; UsageError where so many, or two of one name, do not play."""
    points = recruiting.points_of(len(players))
    if len({each.casefold() for each in players}) < len(players):
        raise UsageError("Two players have the same name: {players}.", players=", ".join(players))
    wrong_if(team and len(players) != 4, "A team game has 4 players, two on each side.")
    return points


def draft(
    terminal: Terminal,
    players: Annotated[list[str], argument("The players clockwise, the lead player first.", metavar="PLAYER...")],
    pool: Annotated[Path | None, option("The available units, one per line.", metavar="FILE")] = None,
    pick: Annotated[Many, option("The next unit that is recruited; repeatable.", metavar="UNIT")] = None,
    team: Annotated[bool, option("Two teams of two, who sit in turn.")] = False,
    into: Annotated[Path | None, option("Write each army to this folder, to play with.", metavar="FOLDER")] = None,
) -> Answer:
    """Say in which order players recruit: divinities clockwise, all other units counter-clockwise.

    With --pool hoplo leads through it: whose turn it is, which units they can afford, what is left at the end.
    """
    points = _points_of(players, team=team)
    if pool is not None:
        units = _units_in(pool)
        if twice := [name for name, times in Counter(unit.name for unit in units).items() if times > 1]:
            raise UsageError("{unit} is listed twice: one line per unit.", unit=twice[0])
        return _recruited(
            terminal, recruiting.Draft(tuple(players), points, units, ((),) * len(players)), pick or [], into
        )
    wrong_if(pick or into is not None, "--pick and --into need the available units: --pool FILE.")
    order = players[::-1] * 2
    return Answer(lambda: views.order_lines(players, order), lambda: {"divinities": players, "units": order})


def _recruited(terminal: Terminal, state: recruiting.Draft, picks: Sequence[str], into: Path | None) -> Answer:
    """Lead through a draft: by the picks that are given, and then by a key each."""
    units = {unit.id: unit for unit in state.pool}
    for name in picks:
        state = state.recruited(units[meant(name, {unit.id: unit.name for unit in state.pool})])
    with terminal.drafted():
        while (player := state.next()) is not None and not terminal.json and terminal.is_interactive():
            terminal.show(views.draft_lines(state))
            may = {tr("{unit} ({n} points)", unit=each.name, n=each.cost): each for each in state.affordable(player)}
            text = tr("{player} recruits, {n} points left:", player=state.players[player], n=state.left(player))
            state = state.recruited(may[terminal.choose(text, list(may))])
    if into is not None and player is None:
        for name, found in zip(state.players, state.armies, strict=True):
            write_whole(into / f"{slug(name)}.txt", "".join(f"{unit.line}\n" for unit in found).encode())
    armies = {
        name: {"units": [unit.name for unit in state.armies[at]], "left_over": state.left(at)}
        for at, name in enumerate(state.players)
    }
    following = None if player is None else state.players[player]
    return Answer(lambda: views.draft_lines(state), lambda: {"next": following, "armies": armies})


# A game
def new(
    terminal: Terminal,
    player: Annotated[
        Many, option("A player and the army's file, clockwise, the lead first; else asked for.", metavar="NAME=FILE")
    ] = None,
    name: Annotated[str, option("What to call the game.")] = "game",
    team: Annotated[bool, option("Two teams of two, who sit in turn.")] = False,
    draft: Annotated[bool, option("Drafted armies: points may be left over.")] = False,
    ground: Annotated[str, option("The areas of the board, one per line.", metavar="FILE")] = "",
    reading: Annotated[Many, commands.reading_option("pantheon")] = None,
) -> Answer:
    """Begin a game with an army for each player: files with one unit per line, or typed when asked."""
    chosen = read_readings("pantheon", reading or [])
    parted = [each.partition("=") for each in player or []]
    if not all(who.strip() and file for who, _, file in parted):
        raise UsageError("Enter each player as in `--player Anna=anna.txt`.")
    named = [(who.strip(), _units_in(Path(file))) for who, _, file in parted]
    given = named or list(_asked(terminal, draft=draft))
    points = _points_of([who for who, _ in given], team=team)
    for at, (who, units) in enumerate(given):
        partner = [unit.id for unit in given[at - 2][1]] if team and at > 1 else []
        broken = recruiting.faults(units, points, constructed=not draft, partner=partner)
        refuse(" ".join([f"{who}:", *broken.values()]) if broken else "")
    if len({unit.kind for _, units in given for unit in units if unit.is_divinity}) > 1:
        raise UsageError(by_rule("pan.army.divinity"))
    begun = replace(new_game(given, team=team), ground=_areas(terminal, ground) if ground else (), rulings=chosen)
    id_, game = games().begin(name, lambda _: begun, terminal.words)
    head = tr("The game is called {name}. `hoplo pantheon play` leads through it; first, troops are placed.", name=id_)
    return TABLE.shown(game, line(head))


def _asked(terminal: Terminal, *, draft: bool) -> Iterator[tuple[str, tuple[Unit, ...]]]:
    """Ask for the players, then for the army of each, a unit a line."""
    terminal.need_terminal("Enter each player as in `--player Anna=anna.txt`.")
    asking, names = Asking(terminal), list[str]()
    while len(names) < 4:
        who = asking.line(tr("Player {n}, clockwise:", n=len(names) + 1), "" if len(names) > 1 else None).strip()
        if not who:
            break
        names.append(who)
    for who in names:
        terminal.say(tr("The army of {player}:", player=who))
        yield who, _units_asked(terminal, recruiting.points_of(len(names)), constructed=not draft)


def _areas(terminal: Terminal, file: str) -> tuple[str, ...]:
    if file == "-":
        data = read_stream(terminal.piped, tr("standard input"), LARGEST_POSITION)
    else:
        data = read_whole(Path(file), LARGEST_POSITION)
    lines = tuple(data.decode(errors="replace").splitlines())
    entered(lines)
    return tuple(line for line in lines if line.strip() and not line.lstrip().startswith("#"))


def board(
    terminal: Terminal,
    file: Annotated[str, argument("The areas, one per line; - for standard input.", metavar="[FILE]")] = "",
) -> Answer:
    """Show the board of the game with its units; or enter it, for moves and attacks to be checked on.

    An area is a line, as in `3: forest cap 4 | 2 normal, 5 wall, 7 normal heights down`.
    """
    if file:
        found = _areas(terminal, file)
        with games().opened() as opened:
            opened.keep(replace(opened.now, ground=found, elements={}), terminal.words, terminal.words)
    ground = games().played().board
    table = {}
    for id_, area in ground.areas.items():
        beside = {other: between.kind for other, between in ground.near(id_).items()}
        about = {"terrain": area.ground, "capacity": area.capacity, "full": ground.is_full(id_), "beside": beside}
        table[id_] = {**about, "units": [piece.name for piece in ground.on(id_)]}
    return Answer(lambda: views.ground_lines(ground), lambda: table)


UnitArgument = Annotated[str, argument("A unit of the game; the active one if left out.")]


def _on_board(terminal: Terminal, typed: str) -> tuple[Game, Fighter]:
    """The unit that is meant as it stands on the board of the game."""
    game = games().played()
    id_ = meant(typed, game.names()) if typed else game.active()[0]
    text = later("{unit} is in no area of the board: enter the areas with `hoplo pantheon board FILE`.")
    wrong_if(not game.board.knows(game.units[id_].area), text, unit=game.names()[id_])
    game.stats_of(id_)
    notice_old_lines(terminal, game, id_)
    return game, game.board.pieces[id_]


def moves(terminal: Terminal, unit: UnitArgument = "") -> Answer:
    """Say where a unit may walk, run or fly, what ends its move, and what keeps it from the areas beside it."""
    game, piece = _on_board(terminal, unit)
    hows = (WALK, RUN, FLIGHT) if "flying" in piece.traits else (WALK, RUN)
    found = [Way(game.board, piece, how) for how in hows]
    table: dict[str, Any] = {"start": at_start(piece) or None}
    for each in found:
        ways = {to.area: {"path": to.path, "ends_by": to.ends_by} for to in each.arrivals}
        table[each.how] = {"moves": ways, "never": each.never or None, "not": each.beside}
    return Answer(lambda: views.move_lines(piece, found), lambda: table)


def targets(terminal: Terminal, unit: UnitArgument = "") -> Answer:
    """Say whom a unit may attack: distance, range, visibility, and what ground and talents change."""
    game, piece = _on_board(terminal, unit)
    enemies = {id_: each for id_, each in game.board.pieces.items() if each.area and each.side != piece.side}
    hows = ("attack", "aerial") if "flying" in piece.traits else ("attack",)
    found = {
        how: {id_: Aim(game.board, piece, to, aerial=how == "aerial") for id_, to in enemies.items()} for how in hows
    }

    def about(aim: Aim) -> dict[str, Any]:
        attack = aim.attack
        reach = {"legal": aim.is_legal, "distance": aim.distance, "range": attack.range, "visible": aim.sight.is_seen}
        added = {stat: attack.added(stat) for stat in ("offence", "defence")}
        return {**reach, "as_range_0": aim.is_full_adjacent, **added}

    return Answer(
        lambda: views.target_lines(piece, {how: aims.values() for how, aims in found.items()}),
        lambda: {how: {id_: about(each) for id_, each in aims.items()} for how, aims in found.items()},
    )


for _command in (attack, odds, army, draft, moves, targets, new, board):
    app.command()(_command)
app.register()
