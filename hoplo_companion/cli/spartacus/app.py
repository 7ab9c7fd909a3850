"""`hoplo spartacus`: everything of this table is below this command, and loaded with it alone."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec.structs import replace

from hoplo_companion.cli.options import SeedOption, argument, option
from hoplo_companion.cli.spartacus import duel, fighting
from hoplo_companion.cli.spartacus.duel import (
    AnswerOption,
    FileOption,
    ReadingOption,
    StringsOption,
    fight_on,
    read_answers,
)
from hoplo_companion.cli.tables import commands
from hoplo_companion.cli.tables.asking import Asking
from hoplo_companion.cli.tables.evening import lead
from hoplo_companion.cli.terminal.output import Answer, Shown
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.readings import read_readings
from hoplo_companion.errors import as_command
from hoplo_companion.language import later, tr
from hoplo_companion.render.spartacus.game import event_words, game_json, notes_of, stand, table_lines
from hoplo_companion.render.style import line
from hoplo_companion.spartacus.arena import match_of
from hoplo_companion.spartacus.book import BOOK, new_game
from hoplo_companion.spartacus.duel import Match
from hoplo_companion.spartacus.game import MOST_COINS, Game, Options
from hoplo_companion.table.saves.open_campaign import Games
from hoplo_companion.tables.actions import Happened
from hoplo_companion.tables.slots import number


def games() -> Games[Game]:
    """The games of this table."""
    return Games("spartacus", Game)


def fight(
    terminal: Terminal, answer: AnswerOption = None, answers: FileOption = None, seed: SeedOption = None
) -> Shown:
    """Close the betting and fight the match of the Games; `hoplo spartacus undo` takes an answer back."""
    with games().opened() as opened:
        if opened.game.stage == "wagers":
            game, events = BOOK.carry_out(opened.game, "fight", {})
            opened.keep(game, terminal.words, terminal.words, events)
        after: list[Happened] = []

        def keep(now: Match) -> None:
            if len(now.answers) < len(opened.game.answers):
                opened.save.undo()
                return
            game, events = BOOK.carry_out(opened.game, "answer", {"text": now.answers[-1]})
            command = f"spartacus answer {now.answers[-1]}"
            opened.keep(game, command, command, events)
            after.extend(events)

        fight_on(terminal, match_of(opened.game), keep, read_answers(terminal, answers, answer), seed)
        if not terminal.json:
            terminal.show(TABLE.event_lines(opened.game, after))


def _led(terminal: Terminal) -> None:
    with terminal.called(["spartacus", "fight"]):
        fight(terminal)


TABLE = commands.Table(
    BOOK, games, table_lines, game_json, lambda game, event: event_words(event), stand, notes_of,
    straight={"combat": "answer"}, led={"fight": _led, "answer": _led},
)  # fmt: skip

app = App(
    help=later("Referee and scribe for Spartacus, A Game of Blood and Treachery."), cls=commands.group_of(lambda: TABLE)
)


class Length(StrEnum):
    """The types of game."""

    quick = "quick"
    standard = "standard"
    advanced = "advanced"


@app.command()
def new(
    terminal: Terminal,
    houses: Annotated[list[str], argument("The Houses, clockwise: two to four.", metavar="HOUSE...")],
    name: Annotated[str, option("What the game is called.")] = "capua",
    type_: Annotated[Length, option("Influence 7, 4 or 1 at the beginning.", case_sensitive=False)] = Length.standard,
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
    begun = new_game(name, houses, type_.value, options, host, have)
    if terminal.is_interactive() and not terminal.json and not have:
        text = later("Starting coins of {house}, off its House card:")
        have = [Asking(terminal).number(tr(text, house=each.name), 0, 99) for each in begun.houses]
    id_, game = games().begin_game(
        name, terminal.words,
        lambda id_: replace(new_game(id_, houses, type_.value, options, host, have), rulings=chosen),
    )  # fmt: skip
    events = [Happened("began", "sp.types", {"name": id_, "house": game.houses[game.host].name})]
    next_ = tr("Next: put the starting Gladiators, Slaves and Guards before their Houses, and begin: `{command}`.",
               command=as_command("spartacus", "play"))  # fmt: skip
    lines = [*TABLE.event_lines(game, events), *table_lines(game), line(next_)]
    return Answer(lambda: lines, lambda: game_json(game, events))


@app.callback(invoke_without_command=True)
def root() -> Answer:
    """Referee and scribe for Spartacus, A Game of Blood and Treachery; alone it shows the game that is played."""
    return TABLE.shown(games().game())


app.command()(fight)
for _module in (fighting, duel):
    _module.register(app)
commands.register(app, TABLE, lead)
