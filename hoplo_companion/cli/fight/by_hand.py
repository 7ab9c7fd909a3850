"""The mat put right by hand: `hoplo place`, `remove`, `set`, and `check`, which compares it (Rulebook p.7)."""

from __future__ import annotations

from typing import Annotated

import typer

from hoplo_companion.cli.campaign.open_campaign import look, short
from hoplo_companion.cli.fight.following import following
from hoplo_companion.cli.fight.playing import PlayOptions, show_end, showing_open, who_answers
from hoplo_companion.cli.fight.removing import DefeatedOption, as_meant, refuse_camp
from hoplo_companion.cli.fight.reports import report_of
from hoplo_companion.cli.options import JsonOption, NoteOption, PlainOption
from hoplo_companion.cli.shell import table_words as complete
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.dice import Dice
from hoplo_companion.errors import HoploError, StoppedError
from hoplo_companion.language import speaking, tr
from hoplo_companion.render.fight import check_lines
from hoplo_companion.rules.corrections import FORMS
from hoplo_companion.table.play.fight import Game, doubts, fight_table


def place(
    terminal: Terminal,
    unit: Annotated[
        str,
        typer.Argument(metavar="UNIT", help="A unit of the combat, or a chip.", autocompletion=complete.unit_or_chip),
    ],
    hex_: Annotated[str, typer.Argument(metavar="HEX", help="Where it is.", autocompletion=complete.hex_on_mat)],
    side: Annotated[str, typer.Option("--side", help="Of a chip from elsewhere: rival, player or arena.")] = "",
    hp: Annotated[int | None, typer.Option("--hp", min=1, help="Its HP; its Health if left out.")] = None,
    note: NoteOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Put a unit by hand on the hex where it is on the mat."""
    words = ["place", unit, hex_, *([str(hp)] if hp is not None else []), *([side] if side else [])]
    put_right(terminal, words, note, json, plain)


def remove(
    terminal: Terminal,
    unit: Annotated[
        str, typer.Argument(metavar="UNIT", help="A unit on the mat.", autocompletion=complete.unit_on_mat)
    ],
    to: Annotated[str, typer.Argument(metavar="[WHERE]", help="defeated, camp or lineup.")] = "",
    defeated: DefeatedOption = None,
    note: NoteOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Take a unit off the mat by hand: it was defeated, or is back in its camp or lineup.

    A defeat that decides something (your hero, the tribune, the scion, the last unit) is asked about before it happens.
    """
    if defeated is None and to == "defeated":
        defeated = True
    put_right(terminal, ["remove", unit, *([to] if to else [])], note, json, plain, defeated)


def set_(
    terminal: Terminal,
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="WHAT VALUE",
            help="UNIT hp 3, UNIT dazed yes, flag E3, points 2, tactics stun, …",
            autocompletion=complete.set_word,
        ),
    ],
    defeated: DefeatedOption = None,
    note: NoteOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Set anything of the fight by hand to what it is on the table; a unit with 0 HP is defeated."""
    put_right(terminal, ["set", *words], note, json, plain, defeated)


def put_right(
    terminal: Terminal, words: list[str], note: str | None, json: bool, plain: bool, defeated: bool | None = None
) -> None:
    """Put the fight right by hand, between two moves or in the middle of one, and say so.

    Shapes: `defeated` says whether a unit that is taken off was; None has it asked, where that decides something.
    """
    refuse_camp(words)
    short(note or "", tr("a note"))
    report = report_of(terminal, json, plain, boards=False)
    options, dice = PlayOptions(json=json, plain=plain), Dice()
    with following(terminal, report) as follow:
        was_asked = follow.game.question()
        by = who_answers(terminal, options, dice)
        meant = as_meant(terminal, follow.game.combat, words, defeated, json=json)
        if meant is not None:
            report.happened(follow.game.correct(meant, note or ""), follow.game.combat)
            if was_asked is None and follow.game.question() is not None:
                with showing_open(report):
                    follow.game.play_on(by, dice, happened=report.happened)
        show_end(follow.game.combat, by, report, None)


def check(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Compare the mat with the fight that is followed, on one screen; at a terminal, put right what differs."""
    game = Game(look()[1], catalogue())
    if json:
        with speaking("en"):  # programs read one language
            terminal.show_json({"fight": fight_table(game), "doubts": doubts(game)})
        return
    terminal.show(check_lines(game.fight, game.combat, doubts(game)), plain)
    if terminal.is_interactive():
        _ask_what_differs(terminal, plain)


def _ask_what_differs(terminal: Terminal, plain: bool) -> None:
    """Take corrections until the mat agrees."""
    terminal.say(
        "  " + tr("Does the mat agree? If not, type what differs, as in: {forms}", forms="; ".join(FORMS.values()))
    )
    text = tr("What differs? (Enter if the mat agrees)")
    while line := terminal.write(text):
        text = tr("What else differs? (Enter if the mat agrees)")
        try:
            put_right(terminal, line.split(), "the mat was compared", False, plain)
        except StoppedError:
            raise
        except HoploError as fault:
            terminal.say(f"  {fault}")
