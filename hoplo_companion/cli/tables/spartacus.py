"""`hoplo spartacus`: everything of this table is below this command, and loaded with it alone."""

from contextlib import suppress
from typing import Annotated, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hoplo_companion.cli.options import Answer, Many, argument, option
from hoplo_companion.cli.tables import commands
from hoplo_companion.cli.tables.questions import Asking, Table
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import HoploError, UsageError, as_command
from hoplo_companion.files import LARGEST_POSITION, read_whole
from hoplo_companion.language import later, tr
from hoplo_companion.render import spartacus as views
from hoplo_companion.render.style import line
from hoplo_companion.spartacus import fighter as attacks
from hoplo_companion.spartacus.arena import BOOK, match_of
from hoplo_companion.spartacus.fighter import Fighter, Kind, Pools, read_abilities, read_pools
from hoplo_companion.spartacus.game import MOST_COINS, Game, Options, match_alone, new_game
from hoplo_companion.spartacus.odds import Odds, Surrender
from hoplo_companion.table.saves.open_campaign import Games
from hoplo_companion.tables.actions import Happened, read_readings
from hoplo_companion.tables.slots import Filled, Number, number, wrong_if

ReadingOption = Annotated[list[str] | None, commands.reading_option("spartacus")]
FIGHTER = later("A Combatant as its card has it: Spartacus 4/4/4 sword, or its dice alone, 4/4/4.")


def attack_(
    attack: Annotated[str, option("The attack dice as rolled: 6,4,3.", metavar="DICE")],
    defence: Annotated[str, option("The defence dice as rolled: 6,4,2.", metavar="DICE")],
    attacker: Annotated[str, option("What the attacker's cards say, as in: sword.", metavar="ABILITIES")] = "",
    defender: Annotated[str, option("What the defender's cards say, as in: helmet.", metavar="ABILITIES")] = "",
    attack_re_roll: Annotated[str, option("An attack die that was re-rolled: 3=5.", metavar="OLD=NEW")] = "",
    defence_re_roll: Annotated[str, option("A defence die that was re-rolled: 2=3.", metavar="OLD=NEW")] = "",
    speed: Annotated[bool, option("A Speed Attack: the attack dice are Speed dice.")] = False,
    extra: Annotated[bool, option("The attacker adds its extra wound.")] = False,
    ignore: Annotated[bool, option("The defender ignores a wound.")] = False,
    reading: ReadingOption = None,
) -> Answer:
    """Resolve an attack: the Dice Strings side by side, re-rolls, auto-wounds, extra and ignored wounds."""
    one = attacks.NOBODY._replace(name=tr("the attacker"), abilities=read_abilities(attacker))
    other = attacks.NOBODY._replace(name=tr("the defender"), abilities=read_abilities(defender))
    readings = read_readings("spartacus", reading or [])
    if attack_re_roll and attacks.is_bare(speed, readings):
        raise UsageError("Speed dice are not re-rolled: a re-roll is for Attack dice (sp.speed-abilities)")
    ours = _rolled(attack, attack_re_roll, one, "attack-re-roll")
    theirs = _rolled(defence, defence_re_roll, other, "defence-re-roll")
    more, fewer = extra and _wounds_by(one, "extra"), ignore and _wounds_by(other, "ignore")
    found = attacks.resolve(ours, theirs, one, other, is_speed=speed, extra=more, ignored=fewer, readings=readings)
    return Answer(lambda: views.attack_lines(found.plain()), found.plain)


def _rolled(text: str, changed: str, fighter: Fighter, kind: Kind) -> list[int]:
    """Read dice, with those that were re-rolled; one may be where nothing was entered of the cards."""
    dice = attacks.read_dice(text)
    if not changed:
        return dice
    old, equals, new = changed.partition("=")
    wrong_if(not equals, "{text} is not a re-roll: the die and what it shows now, as in 3=5", text=repr(changed[:40]))
    most = fighter.amount(kind) if fighter.abilities else 1
    return attacks.re_rolled(dice, attacks.read_dice(old), attacks.read_dice(new), most, fighter.name)


def _wounds_by(fighter: Fighter, kind: Kind) -> int:
    wrong_if(fighter.abilities and not fighter.has(kind), "nothing entered for {name} allows that", name=fighter.name)
    return fighter.amount(kind) or 1


def blow(
    pools: Annotated[str, argument("The dice left: Attack/Defence/Speed, 3/3/3.", metavar="DICE")],
    number: Annotated[int, argument("The wounds of the blow.", metavar="WOUNDS", min=0)],
    which: Annotated[Many, argument("A pool for each die surrendered: ATK, DEF or SPD.", metavar="[POOL]...")] = None,
) -> Answer:
    """Take a blow by the Rule of One: what it may leave, or what it leaves when you say which dice go."""
    have = read_pools(pools)
    order = attacks.read_surrender(" ".join(which or []))
    left: list[Pools] = [attacks.surrendered(have, order, number)] if order else list(have.surrendering(number))
    level = attacks.last_blow(have, number)
    found = {"left": list(map(str, left)), "defeat": level}
    return Answer(lambda: views.blow_lines(have, number, left, level), lambda: found)


def odds(
    a: Annotated[str, argument(FIGHTER, metavar="[A]")] = "",
    b: Annotated[str, argument(FIGHTER, metavar="[B]")] = "",
    surrender: Annotated[
        Surrender, option("How both surrender dice: evenly, or by best play, which takes longer.")
    ] = "even",
    exact: Annotated[bool, option("Exact fractions, however long it takes.")] = False,
    reading: ReadingOption = None,
) -> Answer:
    """Count the odds of an attack of A on B, of the match, and of each wager.

    Without A and B it is the match on the table, with the dice that are left.
    """
    game = match_alone((a, b), Options()) if a or b else games().played()
    wrong_if(len(game.entries) < 2, "no match is on the table: enter two Combatants, as in 4/4/4 3/4/3")
    match = match_of(game)
    readings = {**match.readings, **read_readings("spartacus", reading or [])}
    found = Odds(*match.left, way=surrender, exact=exact or None, readings=readings)
    return Answer(lambda: views.odds_lines(found), lambda: views.odds_json(found))


class MatchAlone(Struct, frozen=True, forbid_unknown_fields=True):
    """A match outside of any game, as hoplo 0.3 kept it: its Combatants as they were entered, and the answers."""

    fighters: tuple[str, str]
    string_initiative: bool = False
    answers: tuple[str, ...] = ()
    readings: dict[str, str] = {}

    def game(self) -> Game:
        """The match as a game, as far as its answers lead; HoploError where its Combatants cannot be read."""
        game = replace(match_alone(self.fighters, Options(self.string_initiative)), rulings=self.readings)
        with suppress(HoploError):
            for text in self.answers:
                game, _ = BOOK.carry_out(game, "answer", {"text": text})
        return game


def games() -> Games[Game]:
    """The games of this table; a match that hoplo 0.3 kept beside them is one of them from now on."""
    found = Games("spartacus", Game)
    old = found.home / "duel.json"
    if old.is_file():
        with suppress(HoploError, OSError, msgspec.MsgspecError):  # what cannot be read stays where it is
            begun = msgspec.json.decode(read_whole(old, LARGEST_POSITION), type=MatchAlone).game()
            played = found.names() and found.current()
            name, _ = found.begin("duel", lambda id_: replace(begun, name=id_), "spartacus duel")
            found.switch(played or name)
            old.rename(old.with_stem("duel-0.3"))
    return found


TABLE = Table(
    BOOK,
    games,
    views.table_lines,
    views.game_json,
    views.event_words,
    views.stand,
    views.notes_of,
    {"combat": "answer"},
)
app = commands.TableApp(TABLE, later("Referee and scribe for Spartacus, A Game of Blood and Treachery."))

Length = Literal["quick", "standard", "advanced"]
StringsOption = Annotated[bool, option("The optional rule: Speed dice are compared as strings.")]


@app.command()
def new(
    terminal: Terminal,
    houses: Annotated[list[str], argument("The Houses, clockwise: two to four.", metavar="HOUSE...")],
    name: Annotated[str, option("What the game is called.")] = "capua",
    type_: Annotated[Length, option("Influence 7, 4 or 1 at the beginning.")] = "standard",
    host: Annotated[str, option("Who is the Host; the first House if left out.")] = "",
    coins: Annotated[str, option("The starting coins of each House, in their order.", metavar="N,N")] = "",
    string_initiative: StringsOption = False,
    house_rules_once: Annotated[bool, option("The optional rule: House rules once per Intrigue Phase.")] = False,
    reading: ReadingOption = None,
) -> Answer:
    """Begin a game; the starting coins are asked for, and `hoplo spartacus play` leads on from there."""
    chosen = read_readings("spartacus", reading or [])
    options = Options(string_initiative, house_rules_once)
    have = [number(each, 0, MOST_COINS) for each in coins.replace(",", " ").split()]
    begun = replace(new_game(name, houses, type_, options, host, have), rulings=chosen)
    if terminal.is_interactive() and not terminal.json and not have:
        text, asking = later("Starting coins of {house}, off its House card:"), Asking(terminal)
        with_coins = [
            replace(at, coins=asking(Number("coins", tr(text, house=at.name), most=99), Filled(begun, {})))
            for at in begun.houses
        ]
        begun = replace(begun, houses=tuple(with_coins))
    id_, game = games().begin(name, lambda id_: replace(begun, name=id_), terminal.words)
    events = [Happened("began", "sp.types", {"name": id_, "house": game.houses[game.host].name})]
    next_ = tr("Next: put the starting Gladiators, Slaves and Guards before their Houses, and begin: `{command}`.",
               command=as_command("spartacus", "play"))  # fmt: skip
    lines = [*TABLE.event_lines(game, events), *views.table_lines(game), line(next_)]
    return Answer(lambda: lines, lambda: views.game_json(game, events))


@app.command()
def duel(
    terminal: Terminal,
    a: Annotated[str, argument(FIGHTER, metavar="[A]")] = "",
    b: Annotated[str, argument(FIGHTER, metavar="[B]")] = "",
    string_initiative: StringsOption = False,
    reading: ReadingOption = None,
) -> Answer | None:
    """Begin a match alone, which is a game of its own: `play` leads through it, `switch` returns to another."""
    begun = replace(match_alone((a, b), Options(string_initiative)), rulings=read_readings("spartacus", reading or []))
    _, game = games().begin("duel", lambda id_: replace(begun, name=id_), terminal.words)
    if terminal.json or not terminal.is_interactive():
        return TABLE.shown(game)
    commands.lead(terminal, TABLE)
    return None


@app.alone
def root() -> Answer:
    """Referee and scribe for Spartacus, A Game of Blood and Treachery; alone it shows the game that is played."""
    return TABLE.shown(games().played())


app.command("attack")(attack_)
app.command("wounds")(blow)
app.command()(odds)
app.register()
