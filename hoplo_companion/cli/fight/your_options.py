"""`hoplo board`, `options`, `why`, `why-not`: a board, what may be done, and why a rival unit does what it does."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec.structs import asdict, replace

from hoplo_companion.cli.fight import positions
from hoplo_companion.cli.options import Answer, Shown, argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import UnknownNameError
from hoplo_companion.components.words import StepName, step_name
from hoplo_companion.errors import UNKNOWN, UnknownStatError, UsageError
from hoplo_companion.files import write_whole
from hoplo_companion.language import tr
from hoplo_companion.render.options import move_lines, option_lines, target_lines
from hoplo_companion.render.sentences.decisions import decision_lines, verdict_line
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.naming import any_named, named, names_of, picked, title_of
from hoplo_companion.rules.player.options import Options, begin, has_begun
from hoplo_companion.rules.player.options import options as find_options
from hoplo_companion.rules.player.unit_options import unit_moves, unit_targets
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.position.line import write_notation
from hoplo_companion.rules.restraints import Refusal
from hoplo_companion.rules.sentence import capital
from hoplo_companion.rules.why.decisions import Decision, decision_table, verdict_table
from hoplo_companion.rules.why.steps import decisions, verdicts


def board(
    terminal: Terminal,
    named: positions.WrittenBoard,
    notation: Annotated[bool, option("In one line, to type or to paste.")] = False,
    words: Annotated[bool, option("In sentences, one per unit.")] = False,
    since: Annotated[str | None, option("Mark the moves made since this board.", metavar="FILE")] = None,
    write: Annotated[Path | None, option("Write the board to this file (JSON or TOML).")] = None,
    svg: Annotated[Path | None, option("Draw it into this file, as a picture to print.")] = None,
) -> Shown:
    """Show the board of the fight that is followed, or of a position."""
    if sum([notation, words, svg is not None, terminal.json]) > 1:
        raise UsageError("only one of --notation, --words, --svg and --json")
    combat = positions.load_position(terminal, *named)
    if write is not None:
        positions.write_final(write, write_position(combat))
    moved = positions.moves_to(terminal, combat, since, followed=positions.is_followed(named))
    if terminal.json:
        terminal.show_json(write_position(combat))
        return
    if notation:
        terminal.print(write_notation(write_position(combat), combat.catalogue))
        return
    if svg is not None:
        from hoplo_companion.render.board.svg import board_svg  # a board is rarely printed

        write_whole(svg, board_svg(combat, moved).encode())
        terminal.say(tr("the board is drawn in {path}", path=svg))
    else:
        positions.show_board(terminal, combat, moved, in_words=words)


def options(
    terminal: Terminal,
    board: positions.Board,
    unit: Annotated[str, argument("Only this unit, of either side.", "any_unit")] = "",
) -> Answer:
    """Show everything that you may do now in your turn: deploy, play a tactic, move, use skills, attack.

    For a unit: where it may move, in how many steps, and whom it may attack; a rival unit as if it moved first.
    """
    if unit:
        return _of_a_unit(terminal, unit, board)
    if positions.is_followed(board) and not (game := positions.followed_game()).is_your_turn:
        # No action of yours is next: what is asked, or whose turn it is.
        from hoplo_companion.render.fight import next_lines  # it names the campaign

        question, may = game.question(), game.options()
        table = {"turn_of": game.fight.turn_of, "question": question}
        surrender = [[Span(tr("You may surrender now: `hoplo turn surrender`."))]] if may.start else []
        return Answer(
            lambda: [*next_lines(game.fight, game.combat, question), *surrender],
            lambda: {**msgspec.to_builtins(may), **table},
        )
    combat, _ = begin(positions.load_position(terminal, *board))

    def find(now: Combat) -> Options:
        """At a terminal, a number that it depends on and that nobody has entered is asked for."""
        found = find_options(now)
        for id_, stats in found.unknown.items() if terminal.asks() else ():
            raise UnknownStatError(id_, now.units[id_].chip, stats[0])
        return found

    found = positions.look_up(terminal, combat, find)
    return Answer(lambda: option_lines(found, names_of(combat)), lambda: found)


def _of_a_unit(terminal: Terminal, name: str, board: positions.Board) -> Answer:
    """Show what a unit may do; as if your turn began now, where it is not."""
    combat = positions.load_position(terminal, *board)
    unit = any_named(combat, name, combat.units.values())
    if positions.is_followed(board) and unit.side == "player" and not has_begun(combat):
        terminal.notice("it is not your turn: this is as if it began now")
        combat = replace(combat, step="", agenda=())
    names, id_ = names_of(combat), unit.id
    mine, table = list[Line](), dict[str, Any]()
    if unit.side == "player":
        found = positions.look_up(terminal, begin(combat)[0], find_options)
        kept = asdict(found) | {"tactics": {chip: [id_] for chip, units in found.tactics.items() if id_ in units}}
        for key, value in kept.items():
            if isinstance(value, dict) and key != "tactics":
                kept[key] = {unit: each for unit, each in value.items() if unit == id_}
            elif isinstance(value, list):
                kept[key] = [each for each in value if each == id_]
        mine, table = option_lines(Options(**kept), names), msgspec.to_builtins(Options(**kept))
    moves = positions.look_up(terminal, combat, lambda now: unit_moves(now, now.units[id_]))
    targets = positions.look_up(terminal, combat, lambda now: unit_targets(now, now.units[id_]))

    def reason(refusal: Refusal) -> dict[str, str]:
        """A reason for programs, with the page of its rule."""
        rule = combat.catalogue.rule(refusal.rule)
        return {"rule": refusal.rule, "text": refusal.why.english(), "page": rule.page if rule is not None else ""}

    def found_of() -> Any:
        others = {foe: reason(why) for foe, why in targets.others.items()}
        may_move = asdict(moves) | {"why": [*map(reason, moves.why)]}
        may_attack = asdict(targets) | {"why": [*map(reason, targets.why)], "others": others}
        return table | msgspec.to_builtins({"moves": may_move, "targets": may_attack})

    return Answer(lambda: [*mine, *move_lines(moves, names), *target_lines(targets, names)], found_of)


StepOption = Annotated[StepName | None, option("The step to look at.", names="--step")]


def why(
    terminal: Terminal,
    board: positions.Board,
    unit: Annotated[str, argument("A rival unit, or one of the rival's tactics; all if left out.", "decider")] = "",
    step: StepOption = None,
) -> Answer:
    """Show why a rival unit does what it does: every candidate, every criterion, and what ruled each one out.

    A move is explained as if the unit moved first.
    """
    combat = positions.load_position(terminal, *board)
    subject = _find(combat, unit) if unit else ""
    found = _decisions(terminal, combat, _step_to_look_at(combat, step, subject), subject)

    def lines() -> list[Line]:
        if not found:
            terminal.notice("nothing is decided here: there is no rival unit and no tactic to decide about")
        return [line for each in found for line in [*decision_lines(each, names_of(combat)), []]][:-1]

    return Answer(lines, lambda: {"decisions": [decision_table(each) for each in found]})


def why_not(
    terminal: Terminal,
    board: positions.Board,
    unit: Annotated[str, argument("A rival unit, or one of the rival's tactics.", "decider")],
    other: Annotated[str, argument("What it did not choose.", "hex_or_unit", metavar="HEX|UNIT")],
    step: StepOption = None,
) -> Answer:
    """Show what kept a rival unit from a hex or from an opponent."""
    combat = positions.load_position(terminal, *board)
    subject = _find(combat, unit)
    looked = _step_to_look_at(combat, step, subject)
    found = positions.look_up(terminal, combat, lambda now: verdicts(now, looked, subject, other))
    return Answer(
        lambda: [verdict_line(*each, names_of(combat)) for each in found],
        lambda: {"verdicts": [verdict_table(*each) for each in found]},
    )


def _step_to_look_at(combat: Combat, step: StepName | None, subject: str) -> str:
    """Tell which step to look at: the one asked for, else the one in which the unit (or tactic) decides something."""
    before = {"deployment": combat.lineup, "tactics": combat.rival_tactics}
    own = next((name for name, subjects in before.items() if subject in subjects), "")
    if step is None:
        now = combat.step if combat.step in ("movement", "abilities", "engage") or not subject else ""
        return own or now or "movement"
    here = [unit.id for unit in combat.in_arena() if unit.side != "player"]
    if subject and subject not in before.get(step, here):
        name = capital(names_of(combat)(subject) if subject not in combat.rival_tactics else title_of(subject))
        raise UsageError(
            "{unit} decides nothing in the {step}: look at --step {own}",
            unit=name, step=step_name(step), own=own or tr("movement or engage"),
        )  # fmt: skip
    return step


def _find(combat: Combat, name: str) -> str:
    """Find a rival or arena unit (or a tactic or unit still to come) by name, as short as it is unambiguous."""
    units = [
        *(unit for unit in combat.in_arena() if unit.side != "player"),
        *(combat.bench[id_] for id_ in combat.lineup),
    ]
    unit = named(combat, name, units)
    tactic = picked(name, {chip: chip for chip in combat.rival_tactics})
    if unit is None and tactic is None:
        raise UnknownNameError("rival chip", name, [*(unit.id for unit in units), *combat.rival_tactics])
    return unit.id if unit is not None else str(tactic)


def _decisions(terminal: Terminal, combat: Combat, step: str, unit: str) -> list[Decision]:
    """The decisions of one unit or tactic, or of all; what nobody has entered is asked, or said, or else an error."""
    if unit or step in ("deployment", "tactics"):
        return positions.look_up(terminal, combat, lambda now: decisions(now, step, unit))
    every: list[Decision] = []
    missing: list[Exception] = []
    for each in combat.in_arena("rival" if combat.side == "player" else combat.side):
        try:
            every += _decisions(terminal, combat, step, each.id)
        except UNKNOWN as fault:
            missing.append(fault)
    if missing and not every:
        raise missing[0]
    for reason in dict.fromkeys(map(str, missing)):
        terminal.notice(reason)
    return every
