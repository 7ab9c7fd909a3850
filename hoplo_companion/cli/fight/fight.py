"""`hoplo fight`: a fight from its set-up to its end, followed move by move (Rulebook p.17-30)."""

from __future__ import annotations

from typing import Annotated

from hoplo_companion.campaign.cleanup import drop_fight
from hoplo_companion.cli.campaign.open_campaign import look, make_step
from hoplo_companion.cli.fight.playing import PlayOptions, StandAlone
from hoplo_companion.cli.options import Answer, Shown, argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.language import tr
from hoplo_companion.render.fight import fight_lines, story_lines
from hoplo_companion.rules.sentence import in_english
from hoplo_companion.table.play.fight import Game, fight_table
from hoplo_companion.table.play.history import story_of_fight
from hoplo_companion.table.saves.library import Library

fight = App()


@fight.callback(invoke_without_command=True)
def show_fight() -> Answer:
    """Show how the fight stands: whose turn, which step, points, lineups, camp, and what is still open."""
    game = Game(look()[1], catalogue())
    return Answer(lambda: fight_lines(game.fight, game.combat, game.question()), lambda: {"fight": fight_table(game)})


@fight.command()
def start(
    terminal: Terminal,
    who: StandAlone,
    options: PlayOptions,
    card: Annotated[
        str,
        argument("The event's card: its name, or the card in one line: 'Brawl: bloodshed, lineup bag*2, …'.", "events"),
    ] = "",
    sport: Annotated[str, option("Which of the card's sports you choose.")] = "",
    scion: Annotated[str, option("Against this scion; a campaign's own needs no name.")] = "",
) -> Shown:
    """Set a fight up by its card: at the campaign's place and in its act, or stand-alone by options.

    What comes out of the real bag and off the stacks is asked for; --auto lets the app draw.
    """
    from hoplo_companion.cli.fight.start import begin_fight  # to look at a fight, nothing is set up

    begin_fight(terminal, card, sport, scion, who, options)


@fight.command()
def drop(terminal: Terminal) -> Answer:
    """Stop following the fight: it continues at the table only, and `hoplo cleanup --won` or `--lost` ends it."""
    terminal.confirm(tr("Stop following the fight?"))
    return make_step(terminal, drop_fight, even_stand_alone=True)


@fight.command()
def log() -> Answer:
    """Show the fight as a story, move by move, from its set-up on."""
    library = Library()
    steps = story_of_fight(library.open(library.current())).steps
    return Answer(
        lambda: story_lines((turn, turn_of, step.n, str(step.what), str(step.note)) for step, turn, turn_of in steps),
        lambda: {"steps": [
            {"n": step.n, "at": step.at, "command": step.command, "what": in_english(step.what),
             "note": in_english(step.note), "answers": step.answers, "turn": turn, "turn_of": turn_of}
            for step, turn, turn_of in steps
        ]},
    )  # fmt: skip
