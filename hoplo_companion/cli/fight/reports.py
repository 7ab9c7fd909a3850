"""How a turn or a move is reported: in sentences, between two boards, or for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.rules.events import Event, Explained, Moved, ReadOff
from hoplo_companion.rules.naming import names_of

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat


def show_board(terminal: Terminal, combat: Combat, moved: Mapping[str, int] | None = None) -> None:
    """Draw a board, or say it a sentence a line; `moved` gives for each unit that moved the hex it came from.

    Sentences keep to the terminal's width, a drawing knows it.
    """
    if terminal.setting("board") == "words":
        from hoplo_companion.render.board.words import board_sentences

        terminal.say("\n".join(board_sentences(combat, moved)))
        return
    from hoplo_companion.render.board.text import draw_board

    terminal.show(draw_board(combat, moved), wrap=False)


class Report:
    """What is shown of a turn, and when.

    Shapes: `start` is the combat before the move that is shown, where a fight is followed.
    """

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal
        self.start: Combat | None = None

    def before(self, combat: Combat) -> None:
        """Show the board as it stands."""

    def happened(self, events: list[Event], combat: Combat) -> None:
        """Show what the rules have decided, and keep what the player has read off components."""
        self.show(events, combat)
        self.remember(events)

    def show(self, events: list[Event], combat: Combat) -> None:
        """Show what the rules have decided."""

    def remember(self, events: list[Event]) -> None:
        """Keep what the player read off a component, so that it is asked once."""
        if any(isinstance(event, ReadOff) for event in events):
            from hoplo_companion.table.play.fight import keep_entered

            for each in keep_entered(events, catalogue()):
                self.terminal.notice(each)

    def stopped(self, open_: Any) -> None:
        """Show that a question stays open."""

    def after(self, combat: Combat, final: dict[str, Any]) -> None:
        """Show the board as it stands now."""


class TextReport(Report):
    """Sentences with their pages, between two `boards` where that is wanted."""

    def __init__(self, terminal: Terminal, *, boards: bool = False) -> None:
        super().__init__(terminal)
        self.boards = boards
        self.came_from: dict[str, int] = {}
        self.last: Combat | None = None

    def before(self, combat: Combat) -> None:
        """Keep the board, by which units are named, and draw it."""
        self.last = combat
        if self.boards:
            show_board(self.terminal, combat)

    def show(self, events: list[Event], combat: Combat) -> None:
        """Say what happened, one line per event."""
        from hoplo_companion.render.sentences.events import sentence  # programs read no sentences
        from hoplo_companion.render.story import named_once

        # Whoever has left the combat meanwhile is named too.
        names = names_of(self.last or combat, combat)
        self.last = combat
        self.note_moves(events, combat)
        for event in named_once(events):
            if isinstance(event, Explained):
                from hoplo_companion.render.sentences.decisions import decision_lines

                self.terminal.show(decision_lines(event.decision, names))
            else:
                self.terminal.show(self.terminal.running([sentence(event, names)]))

    def note_moves(self, events: list[Event], combat: Combat) -> None:
        """Keep where units came from."""
        self.came_from |= {each.unit: combat.arena.mat.bit[each.start] for each in events if isinstance(each, Moved)}

    def after(self, combat: Combat, final: dict[str, Any]) -> None:
        """Draw the board again, with the moves marked."""
        if self.boards:
            self.terminal.print()
            show_board(self.terminal, combat, self.came_from)


class WatchedReport(TextReport):
    """Moves on the board, each with its reason; of an action of yours its sentences."""

    def __init__(self, terminal: Terminal) -> None:
        super().__init__(terminal)
        self.by_moves = False
        self.had: dict[str, int] = {}

    def before(self, combat: Combat) -> None:
        """Show the board as the turn begins."""
        super().before(combat)
        self.by_moves = combat.side != "player"
        self.had = {unit.id: unit.hp for unit in (self.start or combat).units.values() if unit.hp is not None}
        self.terminal.begin_watching(combat)

    def show(self, events: list[Event], combat: Combat) -> None:
        """Show what happened, one move after the other."""
        from hoplo_companion.render.story import moves_of, said

        before = self.last or combat
        if not self.by_moves:
            super().show(events, combat)
            self.terminal.stands(combat, self.came_from, self.had)
            return
        names = names_of(before, combat)
        moves = list(moves_of(before, events))
        for at, move in enumerate(moves):
            self.note_moves(move.events, combat)
            board = move.combat if at < len(moves) - 1 else combat
            words = self.terminal.running(said(move.events, names))
            self.terminal.watch(board, self.came_from, self.had, words)
        self.last = combat

    def after(self, combat: Combat, final: dict[str, Any]) -> None:
        """Leave the board as it stands now in sight, with what was done last."""
        self.terminal.stands(combat)


class JsonReport(Report):
    """All events and the final position, in one object."""

    def __init__(self, terminal: Terminal) -> None:
        super().__init__(terminal)
        self.events: list[dict[str, Any]] = []

    def show(self, events: list[Event], combat: Combat) -> None:
        """Keep the events, each with the page of its rule."""
        for event in events:
            rule = combat.catalogue.rule(event.rule)
            table = {**event.table(), "page": rule.page if rule is not None else ""}
            if isinstance(event, Explained):
                from hoplo_companion.rules.why.decisions import decision_table  # few turns are explained

                table["decision"] = decision_table(event.decision)
                del table["decision"]["chosen"]
            table.pop("said", None)  # a sentence for any language: its English is there under `text`
            self.events.append(table)

    def stopped(self, open_: Any) -> None:
        """Print how far the turn went, and the question that is open."""
        self.terminal.show_json({"events": self.events, "question": msgspec.to_builtins(open_.question)})

    def after(self, combat: Combat, final: dict[str, Any]) -> None:
        """Print the events and the position."""
        self.terminal.show_json({"events": self.events, "over": combat.over or None, "position": final})


def report_of(terminal: Terminal, *, boards: bool) -> Report:
    """Choose how it is reported: for programs, in sentences between two boards, or in sentences alone."""
    if terminal.json:
        return JsonReport(terminal)
    if terminal.has_board:
        return WatchedReport(terminal)
    return TextReport(terminal, boards=boards)
