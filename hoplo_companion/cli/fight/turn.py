"""`hoplo turn`: your turn on a board, refereed (Rulebook p.25-27)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from hoplo_companion.cli.fight.playing import PlayOptions, carry_out, who_answers
from hoplo_companion.cli.fight.positions import load_position, read_file
from hoplo_companion.cli.fight.reports import report_of
from hoplo_companion.cli.options import (
    AnywayOption,
    PositionOption,
    WriteOption,
    argument,
)
from hoplo_companion.cli.shell.table_words import turn_word
from hoplo_companion.cli.terminal.output import Shown
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.dice import Dice
from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr
from hoplo_companion.rules.player.actions import read_words
from hoplo_companion.table.play.answers import play_your_turn

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat


def turn(
    terminal: Terminal,
    words: Annotated[
        list[str],
        argument(
            "What you do: attack krak rep 2, or several actions in quotes: 'krak e3, arc f2; krak>rep 2; end'; "
            "- takes them from standard input.",
            turn_word,
            metavar="ACTION...",
        ),
    ],
    options: PlayOptions,
    position: PositionOption = None,
    write: WriteOption = None,
    anyway: AnywayOption = False,
) -> Shown:
    """Play your turn: what is legal is done; what is not is refused, with the rule and what you may do instead.

    Actions: deploy UNIT HEX, tactic CHIP UNIT, move UNIT HEX, roam UNIT, ability UNIT SKILL, attack UNIT TARGET [HITS],
    special UNIT SKILL, end; at its start bless reinforce, surrender. A name may be cut short: krak for krakenlance.
    Short: krak e3 moves or deploys, krak>rep 2 attacks, krak>agile rep uses a skill, stun>arc plays a tactic.
    With ! after its word (move! krak E3) an action is done even if it is illegal, as far as possible.
    Without end the turn stays open, and --write keeps it for the next call. Without --position it is your turn in the
    fight that is followed; each action is kept as it is done.
    """
    if words == ["-"]:
        if position == "-":
            raise UsageError(tr("Standard input is either the board or your turn: give one of them by its words."))
        lines = read_file(terminal, Path("-")).decode(errors="replace").splitlines()
        words = ["; ".join(filter(None, map(str.strip, lines)))]
    actions = read_words(words, anyway=anyway)
    if position is None:
        from hoplo_companion.cli.fight.yours import play_actions  # a board by itself needs no campaign

        play_actions(terminal, actions, options, write)
        return
    combat = load_position(terminal, position, False)
    dice = Dice(options.seed)
    by = who_answers(terminal, options, dice, from_stdin=position == "-", is_followed=False)
    report = report_of(terminal, boards=True)
    report.before(combat)

    def play() -> Combat:
        return play_your_turn(combat, actions, by, dice, script=options.is_script, happened=report.happened)

    carry_out(play, by, report, write)
