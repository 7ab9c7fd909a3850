"""`hoplo play`: the guided evening, one question at a time; it is the same session as the single commands."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from hoplo_companion.cli.prompts import Guide
from hoplo_companion.cli.rival_turn import PlainOption
from hoplo_companion.errors import HoploError, StoppedError

if TYPE_CHECKING:
    from hoplo_companion.cli.menus import Choice, Words
    from hoplo_companion.table.fight import Game


def play(plain: PlainOption = False) -> None:
    """Play on, guided: where the campaign stands, what comes next, a key each; every step is kept as it is made."""
    from hoplo_companion.cli.ask import need_terminal

    need_terminal("play asks one question after the other: it needs a terminal; every step is a command of its own too")
    Guide.aside = _aside
    try:
        words: Words | None = None
        while words != []:
            words = _next(plain)
            while words:
                words = _run([*words, *(["--plain"] if plain and words[0] in PLAIN else [])])
    except StoppedError:
        print("Everything is kept: `hoplo play` goes on from here.")
    finally:
        Guide.aside = None


class LeftForError(StoppedError):
    """A question is left open for something else that has to be done first; it is asked again afterwards."""

    def __init__(self, words: Words) -> None:
        self.words = words
        super().__init__()


READING = "BWRP"
"""Asides that only look: the question is asked again right after them."""


def _aside(key: str) -> None:
    """Do what the key of an aside does; what changes the campaign, or ends the evening, leaves the question open."""
    from hoplo_companion.cli.menus import always
    from hoplo_companion.cli.seat import look

    choice = next((each for each in always(look()[1]) if each.key == key), None)
    words = choice.command() if choice is not None else None
    if words is None:
        return
    if key not in READING:
        raise LeftForError(words)
    _run(words)


PLAIN = ("rival-turn", "arena-turn", "board", "answer", "deploy", "move", "attack", "tactic", "ability", "special")
"""The commands that are told not to colour what they say."""


def _next(plain: bool) -> Words | None:
    """Show where things stand and let the next step be chosen; nothing for quitting, None for going back."""
    from hoplo_companion.cli.menus import always, fight_choices, round_choices
    from hoplo_companion.cli.prompts import ask_key
    from hoplo_companion.cli.seat import look
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.table.fight import Game
    from hoplo_companion.table.library import NoCampaignError

    try:
        _, campaign = look()
    except NoCampaignError:
        print("There is no campaign yet: it begins now.")
        return ["new"]
    game = Game(campaign, catalogue()) if campaign.fight is not None else None
    print()
    _show(game, plain)
    choices = fight_choices(game) if game is not None else round_choices(campaign)
    other = always(campaign)
    for choice in choices:
        print(f"  {choice.key}  {choice.text}")
    print("  " + "  ".join(f"{each.key} {_short(each)}" for each in other))
    keys = {choice.key: choice for choice in [*choices, *other]}
    return keys[ask_key("  key: ", "".join(keys))].command()


def _short(choice: Choice) -> str:
    """Name what can always be done in a word."""
    return {"U": "undo", "B": "board", "W": "why", "F": "fix", "R": "rules", "P": "pad", "N": "note", "Q": "quit"}[
        choice.key
    ]


def _show(game: Game | None, plain: bool) -> None:
    """Say where things stand: the round, or whose turn it is in the fight, in a few lines."""
    from hoplo_companion.cli.app import stand
    from hoplo_companion.cli.show import show

    if game is None:
        stand(False, plain)
        return
    from hoplo_companion.render.fight import fight_lines

    show(fight_lines(game.fight, game.combat, game.question())[:3], plain, wrap=True)


def _run(words: Words) -> Words | None:
    """Run a command as if it had been typed; what goes wrong is said, and the evening goes on.

    Gives what it was left for: another command, or nothing for quitting.
    """
    from typer.main import get_command

    from hoplo_companion.cli.app import app
    from hoplo_companion.components.catalogue import catalogue

    # What another command, or another terminal, has told meanwhile is known from now on.
    catalogue.cache_clear()
    sys.argv = ["hoplo", *words]
    print(f"\n> hoplo {' '.join(words)}")
    try:
        get_command(app).main(args=words, prog_name="hoplo", standalone_mode=False)
    except LeftForError as left:
        return left.words
    except (StoppedError, KeyboardInterrupt, typer.Abort):
        print("  (left; nothing that was answered is lost)")
    except HoploError as fault:
        print(f"  {fault}")
    except (typer.Exit, SystemExit):
        pass
    return None


def note(
    words: Annotated[list[str], typer.Argument(metavar="TEXT", help="What to keep.")],
) -> None:
    """Keep a note in the history of the campaign; nothing is changed by it."""
    from hoplo_companion.cli.seat import words_of_call
    from hoplo_companion.table.seat import Seat

    text = " ".join(words)
    with Seat() as seat:
        seat.keep(seat.campaign, words_of_call(), f"Note: {text}", note=text)
    print("noted")
