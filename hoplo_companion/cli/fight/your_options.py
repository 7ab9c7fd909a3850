"""`hoplo options`: what may be done on a board (Rulebook p.22-27)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec.structs import replace

from hoplo_companion.cli.fight.positions import Board, followed_game, look_up
from hoplo_companion.cli.options import argument
from hoplo_companion.cli.shell.table_words import any_unit
from hoplo_companion.cli.terminal.output import Answer
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import UnknownStatError
from hoplo_companion.language import tr
from hoplo_companion.render.options import move_lines, option_lines, target_lines
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.naming import any_named
from hoplo_companion.rules.player.options import Options, none_open, why_no_surrender
from hoplo_companion.rules.player.options import options as find_options
from hoplo_companion.rules.player.turn import begin, has_begun
from hoplo_companion.rules.player.unit_options import unit_moves, unit_targets
from hoplo_companion.rules.unit_names import names_of

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.table.play.fight import Game


def options(
    terminal: Terminal,
    board: Board,
    unit: Annotated[str, argument("Only this unit, of either side.", any_unit)] = "",
) -> Answer:
    """Show everything that you may do now in your turn: deploy, play a tactic, move, use skills, attack.

    For a unit: where it may move, in how many steps, and whom it may attack; a rival unit as if it moved first.
    """
    if unit:
        return _of_a_unit(terminal, unit, board)
    if board.is_followed():
        game = followed_game()
        if game.question() is not None or game.fight.turn_of != "player":
            return _what_comes(game)
    combat, _ = begin(board.read(terminal))
    found = look_up(terminal, combat, _all_known if terminal.is_interactive() and not terminal.json else find_options)
    return Answer(lambda: option_lines(found, names_of(combat)), lambda: msgspec.to_builtins(found))


def _all_known(combat: Combat) -> Options:
    """Find everything that you may do; UnknownStatError where it depends on a number that nobody has entered."""
    found = find_options(combat)
    for id_, stats in found.unknown.items():
        raise UnknownStatError(id_, combat.units[id_].chip, stats[0])
    return found


def _what_comes(game: Game) -> Answer:
    """Show what may be done in a fight in which no action of yours is next: what is asked, or whose turn it is."""
    fight, question = game.fight, game.question()
    starts = question is None and fight.turn_of in ("rival", "arena") and not why_no_surrender(game.combat).rule

    def lines() -> list[Line]:
        from hoplo_companion.render.fight import next_lines  # it names the campaign

        may = [[Span(tr("You may surrender now: `hoplo turn surrender`."))]] if starts else []
        return [*next_lines(fight, game.combat, question), *may]

    def table() -> dict[str, Any]:
        asked = msgspec.to_builtins(question) if question is not None else None
        possible = none_open(["surrender"] if starts else [])
        return {**msgspec.to_builtins(possible), "turn_of": fight.turn_of, "question": asked}

    return Answer(lines, table)


def _only(found: Options, id_: str) -> Options:
    """Keep what concerns one unit of yours."""
    kept = {}
    for key in found.__struct_fields__:
        value = getattr(found, key)
        if key == "tactics":
            value = {chip: [id_] for chip, units in value.items() if id_ in units}
        elif isinstance(value, dict):
            value = {unit: each for unit, each in value.items() if unit == id_}
        elif isinstance(value, list):
            value = [each for each in value if each == id_]
        kept[key] = value
    return Options(**kept)


def _of_a_unit(terminal: Terminal, name: str, board: Board) -> Answer:
    """Show what a unit may do; as if your turn began now, where it is not."""
    combat = board.read(terminal)
    unit = any_named(combat, name, combat.units.values())
    if board.is_followed() and unit.side == "player" and not has_begun(combat):
        terminal.notice(tr("it is not your turn: this is as if it began now"))
        combat = replace(combat, step="", agenda=())
    names, id_ = names_of(combat), unit.id
    yours: Options | None = None
    if unit.side == "player":
        begun, _ = begin(combat)
        yours = _only(look_up(terminal, begun, find_options), id_)
    moves = look_up(terminal, combat, lambda now: unit_moves(now, now.units[id_]))
    targets = look_up(terminal, combat, lambda now: unit_targets(now, now.units[id_]))

    def table() -> dict[str, Any]:
        mine = msgspec.to_builtins(yours) if yours is not None else {}
        of_unit = {"moves": msgspec.to_builtins(moves), "targets": msgspec.to_builtins(targets)}
        return {**mine, **_without_sentences(of_unit)}

    mine = option_lines(yours, names) if yours is not None else []
    return Answer(lambda: [*mine, *move_lines(moves, names), *target_lines(targets, names)], table)


def _without_sentences(data: Any) -> Any:
    """Give data for programs without the sentences that are for rendering alone: their English stands beside them."""
    if isinstance(data, dict):
        return {key: _without_sentences(value) for key, value in data.items() if key != "said"}
    return [_without_sentences(each) for each in data] if isinstance(data, list) else data
