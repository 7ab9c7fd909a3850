"""`hoplo board`, `check`, and the mat put right by hand: `place`, `remove`, `set` (Rulebook p.7)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplo_companion.cli.rival_turn import ExampleOption, JsonOption, LineArgument, PlainOption, PositionOption
from hoplo_companion.cli.yours import NoteOption

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat


def board(
    line: LineArgument = "",
    position: PositionOption = None,
    example: ExampleOption = False,
    notation: Annotated[bool, typer.Option("--notation", help="In one line, to type or to paste.")] = False,
    words: Annotated[bool, typer.Option("--words", help="In sentences, a unit each.")] = False,
    svg: Annotated[Path | None, typer.Option("--svg", help="Draw it into this file, as a picture to print.")] = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Show the board: the fight's that is followed, or that of a position."""
    from hoplo_companion.cli.positions import load_position
    from hoplo_companion.cli.show import show, show_json
    from hoplo_companion.errors import UsageError
    from hoplo_companion.rules.position_writing import write_position

    if sum([notation, words, svg is not None, json]) > 1:
        raise UsageError("one of --notation, --words, --svg and --json")
    combat = load_position(position, example, line)
    if json:
        show_json(write_position(combat))
    elif notation:
        from hoplo_companion.rules.notation_writing import write_notation

        print(write_notation(write_position(combat), combat.catalogue))
    elif svg is not None:
        from hoplo_companion.files import write_whole
        from hoplo_companion.render.svg import board_svg

        write_whole(svg, board_svg(combat).encode())
        print(f"the board is drawn in {svg}")
    elif words:
        from hoplo_companion.render.spoken import board_sentences

        print("\n".join(board_sentences(combat)))
    else:
        from hoplo_companion.render.board import draw_board

        show(draw_board(combat), plain)


def place(
    unit: Annotated[str, typer.Argument(metavar="UNIT", help="A unit of the combat, or a chip.")],
    hex_: Annotated[str, typer.Argument(metavar="HEX", help="Where it stands.")],
    side: Annotated[str, typer.Option("--side", help="Of a chip from elsewhere: rival, player or arena.")] = "",
    hp: Annotated[int | None, typer.Option("--hp", min=1, help="Its HP; its Health if left out.")] = None,
    note: NoteOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Put a unit by hand on the hex where it stands on the mat."""
    words = ["place", unit, hex_, *([str(hp)] if hp is not None else []), *([side] if side else [])]
    put_right(words, note, json, plain)


def remove(
    unit: Annotated[str, typer.Argument(metavar="UNIT", help="A unit on the mat.")],
    to: Annotated[str, typer.Argument(metavar="[WHERE]", help="defeated, camp or lineup.")] = "defeated",
    note: NoteOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Take a unit off the mat by hand: it was defeated, or is back in its camp or lineup."""
    put_right(["remove", unit, to], note, json, plain)


def set_(
    words: Annotated[
        list[str],
        typer.Argument(metavar="WHAT VALUE", help="UNIT hp 3, UNIT dazed yes, flag E3, points 2, tactics stun, …"),
    ],
    note: NoteOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Set anything of the fight by hand to what it is on the table."""
    put_right(["set", *words], note, json, plain)


def put_right(words: list[str], note: str | None, json: bool, plain: bool) -> None:
    """Put the fight right by hand, between two moves or in the middle of one, and say so."""
    from hoplo_companion.cli.following import finish, following, report_of
    from hoplo_companion.table.session import NoAnswers

    report = report_of(json, plain, boards=False)
    with following(report) as follow:
        report.happened(follow.game.correct(tuple(words), note or ""), follow.game.combat)
        finish(follow, NoAnswers())


def check(json: JsonOption = False, plain: PlainOption = False) -> None:
    """Compare the mat with the fight that is followed, on one screen; at a terminal, put right what differs."""
    from hoplo_companion.cli.seat import look
    from hoplo_companion.cli.show import at_terminal, show, show_json
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.render.fight import check_lines
    from hoplo_companion.table.checking import doubts
    from hoplo_companion.table.fight import Game
    from hoplo_companion.table.standing import fight_table

    campaign = look()[1]
    game = Game(campaign, catalogue())
    found = doubts(game)
    if json:
        show_json({"fight": fight_table(game), "doubts": found})
        return
    show(check_lines(game.fight, game.combat, found), plain, wrap=True)
    if at_terminal():
        _ask_what_differs(game.combat, plain)


def _ask_what_differs(combat: Combat, plain: bool) -> None:
    """Take corrections until the mat agrees."""
    from hoplo_companion.cli.ask import write
    from hoplo_companion.errors import HoploError, StoppedError
    from hoplo_companion.rules.corrections import FORMS

    print("  Does the mat agree? Enter if it does, or what is otherwise: " + "; ".join(FORMS.values()))
    while line := write(">"):
        try:
            put_right(line.split(), "the mat was compared", False, plain)
        except StoppedError:
            raise
        except HoploError as fault:
            print(f"  {fault}")
