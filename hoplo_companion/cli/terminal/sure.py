"""Your turn before it is done: what a choice or a line would decide or forfeit is announced (Rulebook p.20-28).

What was picked from a menu is asked back first; a line says it while it is typed. What was typed in full is done, as is
what comes from a pipe or a script.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import HoploError, IllegalError, UsageError
from hoplo_companion.language import later, tr
from hoplo_companion.render.campaign.journey import surrender_words
from hoplo_companion.render.sentences.events import won_words
from hoplo_companion.render.sentences.words import listing
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.player import turn
from hoplo_companion.rules.player.actions import END, GIVE_UP, Action, named_whole, read_actions, read_words
from hoplo_companion.rules.player.options import Options, options
from hoplo_companion.rules.player.turn import Decided, begin, foreseen, forfeited
from hoplo_companion.table.play.answers import check_line

if TYPE_CHECKING:
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.rules.questions import Question
    from hoplo_companion.table.play.fight import Game

STEP_OF = {
    "deploy": "deployment", "tactic": "tactics", "move": "movement", "roam": "movement", "ability": "abilities",
    "attack": "engage", "special": "engage", "end": "",
}  # fmt: skip
"""The step that each action of your turn belongs to, by its verb; none for the turn's end."""

WEIGHED = (
    "engage.target", "special.target", "special.hex", "ability.target", "ability.hex", "effect.target", "effect.hex",
    "effect.use", "attack.intercept", "movement.way", "defeat.hero", "end.units-left", "scion.goal",
)  # fmt: skip
"""The choices that may decide a fight by themselves."""


def is_meant(terminal: Terminal, words: list[str], game: Game) -> bool:
    """Say whether a command picked from a menu is to be run: what decides or forfeits something is asked about."""
    return _agreed(terminal, announced(words, game))


def is_answer_meant(terminal: Terminal, question: Question, answer: Any, combat: Combat) -> bool:
    """Say whether an answer picked by a key is to be given: what decides the fight by itself is asked about.

    What every answer would bring about is not the concern of this one.
    """
    if question.id not in WEIGHED:
        return True

    def decided(option: Any) -> list[str]:
        return [_decided_words(combat, each) for each in foreseen(apply(combat, option), 1)]

    said = decided(answer)
    others = [decided(each) for each in question.options if each != answer]
    is_anyway = others and question.id not in ("defeat.hero", "end.units-left", "scion.goal")
    return _agreed(terminal, [] if is_anyway and all(each == said for each in others) else said)


def _agreed(terminal: Terminal, announced: list[str]) -> bool:
    if not announced or terminal.setting("confirm") == "no":
        return True
    return terminal.is_yes(" ".join([*announced, tr("Go on?")]))


def announced(words: list[str], game: Game) -> list[str]:
    """Say what a command would forfeit, and what it would decide."""
    if words[:1] != ["turn"]:
        return []
    if words[1:] == [GIVE_UP]:
        return [surrender_words(game.campaign, game.fight)]
    if not game.is_your_turn or words[1].split()[0] not in STEP_OF:
        return []  # Of a line in short what it forfeits stands below it while it is typed.

    combat, _ = begin(game.combat)
    try:
        return announced_of(read_words(words[1:]), combat)
    except (IllegalError, UsageError):
        return []  # The command itself says what is wrong, and nothing is asked before that.


def announced_of(actions: list[Action], combat: Combat) -> list[str]:
    """Say what actions would forfeit and decide, up to the first that has to be answered.

    IllegalError where one is refused: nothing is asked of a line that cannot be done to its end.
    """
    check_line(actions, combat)
    said: list[str] = []
    for each in actions:
        action = named_whole(combat, each)
        left = forfeited(options(combat), STEP_OF[action.word]) if action.word in STEP_OF else {}
        if left:
            name = names_of(combat)
            parts = listing(tr(_GIVEN_UP[step], units=listing(map(name, ids))) for step, ids in left.items())
            said.append(tr("You give up {parts} this turn.", parts=parts))
        if action.word == END:
            break
        try:
            done = action.do(combat)
        except (IllegalError, UsageError):
            raise
        except HoploError:
            break  # What nobody has entered yet is asked for first.
        said += [_decided_words(combat, each) for each in foreseen(done)]
        combat = done[0]
        if combat.over or pending(combat) is not None:
            break
    return said


_GIVEN_UP = {
    "deployment": later("deploying"),
    "tactics": later("playing a tactic"),
    "movement": later("moving {units}"),
    "abilities": later("using an Ability of {units}"),
    "engage": later("attacking with {units}"),
}
"""What is given up with each step of your turn."""


def _decided_words(combat: Combat, decided: Decided) -> str:
    """Say what would be decided: for certain, or by the dice."""
    hero, what, sure = combat.hero(), decided.what, decided.certain
    if what == turn.TRIBUNE and (hero is None or (hero.hp or 0) <= 1):
        what = "tribune alone"
    elif what == turn.HERO:
        what = {None: "blessings unknown", 0: "no blessing"}.get(combat.yours.blessings, "blessing")
    if (what, sure) in _DECIDED:
        name = names_of(combat)(hero.id) if hero is not None else tr("your hero")
        return tr(_DECIDED[what, sure], hero=name, hp=hero.hp if hero is not None else 0)
    won = won_words(decided.event.rule, getattr(decided.event, "points", 0)) if decided.event is not None else ""
    return " ".join([tr("This ends the fight."), won]).strip()


_DECIDED = {
    (turn.TRIBUNE, True): later("This defeats the tribune: {hero} drops from {hp} HP to 1."),
    (turn.TRIBUNE, False): later("This may defeat the tribune: {hero} would drop from {hp} HP to 1."),
    ("tribune alone", True): later("This defeats the tribune."),
    ("tribune alone", False): later("This may defeat the tribune."),
    ("blessings unknown", True): later("This takes {hero}'s last HP: only a blessing can save it."),
    ("blessings unknown", False): later("This may take {hero}'s last HP: only a blessing can save it."),
    ("blessing", True): later("This takes {hero}'s last HP, and a blessing is crossed off."),
    ("blessing", False): later("This may take {hero}'s last HP, and a blessing is crossed off."),
    ("no blessing", True): later("This takes {hero}'s last HP, and the campaign is lost."),
    ("no blessing", False): later("This may take {hero}'s last HP, and the campaign is lost."),
    (turn.LOST, True): later("This leaves you with nobody in combat."),
    (turn.LOST, False): later("This may leave you with nobody in combat."),
    (turn.WON, False): later("This may win the fight."),
}
"""What is said of what would be decided, for certain or by the dice; a win for certain says what won it."""


# A line, while it is typed --------------------------------------------------------------------------------------------


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
    def follows(self) -> dict[str, list[str]]:
        """For everyone and every tactic what may follow: hexes, targets, skills."""
        follows = dict[str, list[str]]()
        for table in self.found.tables.values():
            for first, second in table.items():
                follows.setdefault(first, []).extend(second)
        return follows

    @property
    def known(self) -> list[str]:
        """The words that a line may begin with."""
        actions = (word for word, table in self.found.tables.items() if table)
        return sorted({*self.follows, *actions, *(word.split()[0] for word in self.found.start), END})

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
