"""Your turn as a line that is typed: what may be typed next, and what of it is legal, while it is typed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from hoplo_companion.cli.terminal.sure import announced_of
from hoplo_companion.errors import HoploError, IllegalError
from hoplo_companion.language import tr
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player.actions import END, read_actions
from hoplo_companion.rules.player.options import Options
from hoplo_companion.rules.player.turn import begin
from hoplo_companion.table.play.fight import Game


class TurnLine:
    """Looks ahead at what is typed for your turn in a fight."""

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def combat(self) -> Combat:
        """The combat with your turn begun."""
        return begin(self.game.combat)[0]

    @cached_property
    def found(self) -> Options:
        """Everything that you may do."""
        return self.game.options()

    @cached_property
    def tables(self) -> dict[str, dict[str, list[str]]]:
        """What may be done by the word of its action: with whom, and then whom, where or how."""
        return {word: table for word, table in self.found.tables.items() if table}

    @cached_property
    def follows(self) -> dict[str, list[str]]:
        """For everyone and every tactic what may follow: hexes, targets, skills."""
        follows = dict[str, list[str]]()
        for table in self.tables.values():
            for first, second in table.items():
                follows.setdefault(first, []).extend(second)
        return follows

    @property
    def known(self) -> list[str]:
        """The words that a line may begin with."""
        return sorted({*self.follows, *self.tables, *(word.split()[0] for word in self.found.start), END})

    def words(self, line: str) -> Sequence[str]:
        """Who can do something, or what the one who is named last may do it with."""
        part = line.replace(",", ";").rpartition(";")[2]
        named = part.replace(">", " ").split()
        if not named or (len(named) == 1 and not part.endswith((" ", ">"))):
            return self.known
        first = next((each for each in self.follows if any(each.startswith(word.lower()) for word in named)), "")
        return self.follows.get(first, self.known)

    def check(self, line: str) -> Line:
        """Say what a line does, as far as no dice are rolled, and what it forfeits or decides; or what it cannot do.

        What is typed last may not be whole yet: nothing is said of it while it names nothing.
        """
        try:
            if not (actions := read_actions(line)):
                return []
            said = announced_of(actions, self.combat)
        except IllegalError as fault:
            return [Span(str(fault), "damage")]
        except HoploError:
            return []
        return [Span(" ".join(said), "damage")] if said else [Span(tr("Enter does it."), "choice")]
