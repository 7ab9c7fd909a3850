"""`hoplo board`, `check`, and the mat put right by hand: `place`, `remove`, `set` (Rulebook p.7)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hoplo_companion.cli.fight.playing import who_answers, write_final
from hoplo_companion.cli.fight.removing import DefeatedOption, as_meant, refuse_camp
from hoplo_companion.cli.fight.reports import report_of
from hoplo_companion.cli.options import ExampleOption, JsonOption, LineArgument, NoteOption, PlainOption, PositionOption
from hoplo_companion.cli.shell import table_words as complete
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import HoploError, IllegalError, StoppedError, UsageError
from hoplo_companion.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoplo_companion.rules.model import Combat


def board(
    terminal: Terminal,
    line: LineArgument = "",
    position: PositionOption = None,
    example: ExampleOption = False,
    notation: Annotated[bool, typer.Option("--notation", help="In one line, to type or to paste.")] = False,
    words: Annotated[bool, typer.Option("--words", help="In sentences, a unit each.")] = False,
    since: Annotated[
        str | None, typer.Option("--since", metavar="FILE", help="Mark the moves made since this board.")
    ] = None,
    write: Annotated[Path | None, typer.Option("--write", help="Keep the board in this file (JSON or TOML).")] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help="Draw it into this file, as a picture to print.")] = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Show the board: the fight's that is followed, or that of a position. `board edit` puts it right by arrow keys."""
    if line == "edit":
        edit_board(terminal, position, write, example=example)
        return

    if sum([notation, words, svg is not None, json]) > 1:
        raise UsageError("one of --notation, --words, --svg and --json")
    from hoplo_companion.cli.fight.positions import load_position

    combat = load_position(terminal, position, example, line)
    from hoplo_companion.rules.position.writing import write_position

    if write is not None:
        write_final(write, write_position(combat))
    if json:
        terminal.show_json(write_position(combat))
    elif notation:
        terminal.print(_line_of(combat))
    else:
        from hoplo_companion.cli.fight.positions import moves_to

        moved = moves_to(terminal, combat, since, followed=position is None and not example and not line)
        _draw(terminal, combat, moved, words, svg, plain)


def _line_of(combat: Combat) -> str:
    """Write a combat in one line."""
    from hoplo_companion.rules.position.line_writing import write_notation
    from hoplo_companion.rules.position.writing import write_position

    return write_notation(write_position(combat), combat.catalogue)


def _draw(
    terminal: Terminal, combat: Combat, moved: dict[str, int], words: bool, svg: Path | None, plain: bool
) -> None:
    """Draw a board into a file or on the terminal, or tell it in words, with the last moves marked."""
    if svg is not None:
        from hoplo_companion.render.board.svg import board_svg

        write_whole(svg, board_svg(combat, moved, _line_of(combat)).encode())
        terminal.say(f"the board is drawn in {svg}")
    elif words:
        from hoplo_companion.render.board.words import board_sentences

        terminal.say("\n".join(board_sentences(combat, moved)))
    else:
        from hoplo_companion.cli.terminal.board_style import show_board

        show_board(terminal, combat, moved, plain=plain)


def edit_board(terminal: Terminal, position: str | None, write: Path | None, *, example: bool = False) -> None:
    """Put the fight's board right by the arrow keys, or that of a position or of the rulebook's example.

    A position is kept in the file of --write, or else told in one line; broken off, it is not.
    """
    terminal.need_terminal(
        "board edit needs a terminal; `hoplo place`, `move --note`, `remove` and `set` do the same by words"
    )

    if position is not None or example:
        from hoplo_companion.cli.fight.positions import load_position

        past = [load_position(terminal, position, example)]

        from hoplo_companion.rules.agenda import pending
        from hoplo_companion.table.play.moves import corrected

        def change(words: Sequence[str]) -> Combat:
            combat, _ = corrected(past[-1], words, "")
            if (question := pending(combat)) is not None:
                text = f"{question.id} would be asked, which only a fight that is followed can"
                raise IllegalError(f"{text}: type remove UNIT camp, or lineup")
            past.append(combat)
            return combat

        def back() -> Combat:
            if len(past) > 1:
                past.pop()
            return past[-1]

        from hoplo_companion.cli.fight.board_edit import Editor, edit

        if not edit(terminal, Editor(past[0], change, back)):
            raise StoppedError
        if write is not None:
            from hoplo_companion.rules.position.writing import write_position

            write_final(write, write_position(past[-1]))
        else:
            terminal.print(_line_of(past[-1]))
        return
    _edit_fight(terminal, write)


def _edit_fight(terminal: Terminal, write: Path | None) -> None:
    """Put the board of the fight right by the arrow keys; each change is kept as it is made."""
    from hoplo_companion.cli.fight.following import following

    def change(words: Sequence[str]) -> Combat:
        with following(terminal, report_of(terminal, True, True, boards=False)) as follow:
            follow.game.correct(tuple(words), "the board was edited")
            return follow.game.combat

    from hoplo_companion.cli.fight.positions import followed_game
    from hoplo_companion.table.saves.open_campaign import OpenCampaign

    def back() -> Combat:
        with OpenCampaign() as opened:
            opened.save.undo()
        return followed_game().combat

    from hoplo_companion.cli.fight.board_edit import Editor, edit

    edit(terminal, Editor(followed_game().combat, change, back))
    if (question := followed_game().question()) is not None:
        terminal.notice(f"the fight asks {question.id}: `hoplo answer` goes on with it")
    if write is not None:
        from hoplo_companion.rules.position.writing import write_position

        write_final(write, write_position(followed_game().combat))


def place(
    terminal: Terminal,
    unit: Annotated[
        str,
        typer.Argument(metavar="UNIT", help="A unit of the combat, or a chip.", autocompletion=complete.unit_or_chip),
    ],
    hex_: Annotated[str, typer.Argument(metavar="HEX", help="Where it stands.", autocompletion=complete.hex_on_mat)],
    side: Annotated[str, typer.Option("--side", help="Of a chip from elsewhere: rival, player or arena.")] = "",
    hp: Annotated[int | None, typer.Option("--hp", min=1, help="Its HP; its Health if left out.")] = None,
    note: NoteOption = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Put a unit by hand on the hex where it stands on the mat."""
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

    A defeat that decides something (your hero, the tribune, the scion, the last unit) is asked for before it happens.
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

    Shapes: `defeated` tells whether a unit that is taken off was; None has it asked, where that decides something.
    """
    from hoplo_companion.cli.campaign.open_campaign import short
    from hoplo_companion.cli.fight.following import following

    refuse_camp(words)
    report = report_of(terminal, json, plain, boards=False)

    short(note or "", "a note")

    with following(terminal, report) as follow:
        was_asked = follow.game.question()
        meant = as_meant(terminal, follow.game.combat, words, defeated, json=json)
        if meant is not None:
            report.happened(follow.game.correct(meant, note or ""), follow.game.combat)
            if was_asked is None and follow.game.question() is not None:
                from hoplo_companion.dice import Dice

                dice = Dice()
                by = who_answers(terminal, None, None, dice, json, plain, from_stdin=False)
                from hoplo_companion.table.play.answers import OpenQuestionError

                try:
                    follow.game.play_on(by, dice, happened=report.happened)
                except OpenQuestionError as open_:
                    report.stopped(open_)
                    raise
        from hoplo_companion.cli.fight.following import finish
        from hoplo_companion.table.play.answers import NoAnswers

        finish(follow, NoAnswers())


def check(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
    """Compare the mat with the fight that is followed, on one screen; at a terminal, put right what differs."""
    from hoplo_companion.cli.campaign.open_campaign import look
    from hoplo_companion.components.catalogue import catalogue
    from hoplo_companion.table.play.fight import Game, doubts, fight_table

    campaign = look()[1]

    game = Game(campaign, catalogue())

    found = doubts(game)
    if json:
        terminal.show_json({"fight": fight_table(game), "doubts": found})
        return
    from hoplo_companion.render.fight import check_lines

    terminal.show(check_lines(game.fight, game.combat, found), plain, wrap=True)
    if terminal.is_interactive():
        _ask_what_differs(terminal, game.combat, plain)


def _ask_what_differs(terminal: Terminal, combat: Combat, plain: bool) -> None:
    """Take corrections until the mat agrees."""
    from hoplo_companion.rules.corrections import FORMS

    terminal.say("  Does the mat agree? If not, say what is otherwise: " + "; ".join(FORMS.values()))
    text = "What is otherwise? (Enter if the mat agrees)"
    while line := terminal.write(text):
        text = "What else is otherwise? (Enter if the mat agrees)"
        try:
            put_right(terminal, line.split(), "the mat was compared", False, plain)
        except StoppedError:
            raise
        except HoploError as fault:
            terminal.say(f"  {fault}")
