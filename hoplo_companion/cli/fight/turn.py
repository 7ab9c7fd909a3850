"""`hoplo turn`, `rival-turn`, `arena-turn`: your turn refereed, and one that is not yours resolved (p.20-27)."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, NamedTuple

from msgspec.structs import replace

from hoplo_companion.cli.fight.playing import PlayOptions, Report, showing_open, who_answers
from hoplo_companion.cli.fight.positions import WrittenBoard, is_followed, load_position, or_a_board, read_file
from hoplo_companion.cli.options import PositionOption, Shown, argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.words import StepName
from hoplo_companion.errors import UsageError
from hoplo_companion.rules.dialogue import Event
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.rival.turn import has_arena_turn
from hoplo_companion.table.play.answers import Asked, play_rival_turn, play_your_turn

WriteOption = Annotated[Path | None, option("Write the final position to this file (JSON or TOML).")]


def turn(
    terminal: Terminal,
    words: Annotated[
        list[str],
        argument(
            "What you do: attack krak rep 2, or several actions in quotes: 'krak e3, arc f2; krak>rep 2; end'; "
            "- takes them from standard input.",
            "turn_word",
            metavar="ACTION...",
        ),
    ],
    options: PlayOptions,
    position: PositionOption = None,
    write: WriteOption = None,
    anyway: Annotated[bool, option("Do it against the rules: your own ruling, which is kept with the fight.")] = False,
) -> Shown:
    """Play your turn: what is legal is done; what is not is refused, with the rule and what you may do instead.

    Actions: deploy UNIT HEX, tactic CHIP UNIT, move UNIT HEX, roam UNIT, ability UNIT SKILL, attack UNIT TARGET [HITS],
    special UNIT SKILL, end; at its start bless reinforce, surrender. A name may be cut short: krak for krakenlance.
    Short: krak e3 moves or deploys, krak>rep 2 attacks, krak>agile rep uses a skill, stun>arc plays a tactic.
    With ! after its word (move! krak E3) an action is done even if it is illegal, as far as possible.
    Without end the turn stays open, and --write keeps it for the next call. Without --position it is your turn in the
    fight that is followed; each action is kept as it is done.
    """
    from hoplo_companion.rules.player.actions import read_words  # the rival's turn needs none of it

    if words == ["-"]:
        if position == "-":
            raise UsageError("Standard input is either the board or your turn: give one of them by its words.")
        lines = read_file(terminal, Path("-")).decode(errors="replace").splitlines()
        words = ["; ".join(filter(None, map(str.strip, lines)))]
    actions = read_words(words, anyway=anyway)
    if position is None:
        from hoplo_companion.cli.fight.following import play_actions  # a board by itself needs no campaign

        with or_a_board():
            play_actions(terminal, actions, options, write)
        return
    combat = load_position(terminal, position)
    play = partial(play_your_turn, actions=actions)
    _on_board(terminal, combat, play, who_answers(terminal, options), write)


class _Output(NamedTuple):
    """What is to be had of a turn beside what is said of it."""

    explain: Annotated[bool, option("Explain every decision.")] = False
    write: WriteOption = None


def rival_turn(
    terminal: Terminal,
    board: WrittenBoard,
    options: PlayOptions,
    out: _Output,
    step: Annotated[StepName | None, option("Resolve this step only.")] = None,
    dice: Annotated[
        str,
        option("Against a scion: dice added or taken away from now on, as in green+1,blue-2.", metavar="COLOUR+N,…"),
    ] = "",
) -> Shown:
    """Resolve the rival's turn from the board as it stands: deployment, tactics, movement, abilities, engage.

    At a terminal it asks what the rules leave open, and nothing else. Against a scion, the Scion Activity Step takes
    the place of tactics.
    """
    _other_turn(terminal, board, options, out, step or "", dice, arena=False)


def arena_turn(terminal: Terminal, board: WrittenBoard, options: PlayOptions, out: _Output) -> Shown:
    """Resolve the arena's turn, where its card has one: what the card does, then the steps of its units.

    It comes after your turn and before the rival's; at a terminal it asks what the rules leave open, and nothing else.
    """
    _other_turn(terminal, board, options, out, "", "", arena=True)


def _other_turn(
    terminal: Terminal, board: WrittenBoard, options: PlayOptions, out: _Output, only: str, dice: str, *, arena: bool
) -> None:
    """Resolve a turn that is not yours: on a board, or in the fight that is followed, in the middle of it too."""
    pool = ("set", "scion-dice", dice)
    explain: Callable[[Combat, str, str], list[Event]] | None = None
    if out.explain:
        from hoplo_companion.rules.why.steps import laid_open as explain  # few turns explain themselves

    if not is_followed(board):
        combat = load_position(terminal, *board)
        if arena and not has_arena_turn(combat):
            raise UsageError(
                "this arena has no turn: none of its units is in combat, and its card does nothing in a turn"
            )
        if dice:
            from hoplo_companion.rules.corrections import correct  # few turns change the pool of a scion

            combat, _ = correct(combat, pool)
        combat = replace(combat, explain=explain)
        play = partial(play_rival_turn, only=only, arena=arena)
        _on_board(terminal, combat, play, who_answers(terminal, options), out.write)
        return
    from hoplo_companion.campaign.model import Move  # a board by itself needs no campaign
    from hoplo_companion.cli.fight.following import following
    from hoplo_companion.table.play.moves import ARENAS, RIVALS

    move = Move(ARENAS if arena else RIVALS, (only,) if only else ())
    with or_a_board(), following(terminal, options, boards=True) as follow:
        game = follow.game
        follow.check(move)
        if dice:
            follow.report.show(game.correct(pool, ""), game.combat)
        game.before = replace(game.before, explain=explain)
        follow.report.before(game.combat, follow.start)
        follow.play(move)
        follow.show_end(out.write)


def _on_board(terminal: Terminal, combat: Combat, play: Callable[..., Combat], by: Asked, write: Path | None) -> None:
    """Play on a board that no fight belongs to, to the end or to a question that nobody answers, and show it."""
    report = Report(terminal, boards=True)
    report.before(combat, combat)
    with showing_open(report, followed=False):
        combat = play(combat, by._replace(happened=report.happened))
    report.end(replace(combat, explain=None), by.answers, write)
