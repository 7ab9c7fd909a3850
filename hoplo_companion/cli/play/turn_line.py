"""Your turn as a line that is typed: what may be typed next, and what of it is legal, while it is typed."""

from __future__ import annotations

from collections.abc import Sequence

from hoplo_companion.errors import HoploError
from hoplo_companion.language import tr
from hoplo_companion.rules.player.actions import ACTIONS, END, named_whole, read_actions
from hoplo_companion.rules.player.options import options
from hoplo_companion.rules.player.turn import begin
from hoplo_companion.table.play.fight import Game


def is_your_turn(game: Game) -> bool:
    """Tell whether it is your turn, and nothing is asked."""
    fight = game.fight
    return fight.turn_of == "player" and not (fight.over or fight.under_way)


class TurnLine:
    """Looks ahead at what is typed for your turn in a fight."""

    def __init__(self, game: Game) -> None:
        self.combat, _ = begin(game.combat)
        found = options(self.combat)
        tables = (found.deploy, found.tactics, found.move, found.abilities, found.attack, found.specials)
        self.follows: dict[str, list[str]] = {}
        for table in tables:
            for first, second in table.items():
                self.follows.setdefault(first, []).extend(second)
        self.known: Sequence[str] = sorted({*self.follows, *ACTIONS, END})

    def words(self, line: str) -> Sequence[str]:
        """Give who can do something, or what the one who is named last may do it with."""
        part = line.replace(",", ";").rpartition(";")[2]
        named = part.replace(">", " ").split()
        if not named or (len(named) == 1 and not part.endswith((" ", ">"))):
            return self.known
        first = next((each for each in self.follows if any(each.startswith(word.lower()) for word in named)), "")
        return self.follows.get(first, self.known)

    def check(self, line: str) -> str:
        """Say why the first thing of a line cannot be done, once it is typed whole; nothing where it can."""
        try:
            actions = read_actions(line)
            if len(actions) != 1 or not actions[0].second:
                return ""
            named_whole(self.combat, actions[0]).do(self.combat)
        except HoploError as fault:
            return str(fault)
        return tr("Enter does it.")
