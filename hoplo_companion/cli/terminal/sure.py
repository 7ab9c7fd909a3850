"""What was picked from a menu and cannot be taken back at the table is announced first (Rulebook p.20-28).

What was typed in full is done, and so is what comes from a pipe or a script.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoplo_companion.errors import HoploError

if TYPE_CHECKING:
    from hoplo_companion.cli.play.menus import Words
    from hoplo_companion.rules.foresight import Decided
    from hoplo_companion.rules.model import Combat
    from hoplo_companion.rules.questions import Question
    from hoplo_companion.table.play.fight import Game

STEP_OF = {
    "deploy": "deployment", "tactic": "tactics", "move": "movement", "roam": "movement", "ability": "abilities",
    "attack": "engage", "special": "engage", "end-turn": "",
}  # fmt: skip
"""The step that each action of your turn belongs to, by its command; none for the turn's end."""

WEIGHED = (
    "engage.target", "special.target", "special.hex", "ability.target", "ability.hex", "effect.target", "effect.hex",
    "effect.use", "attack.intercept", "movement.way", "defeat.hero", "end.units-left", "scion.goal",
)  # fmt: skip
"""The choices that may decide a fight by themselves."""


def is_meant(words: Words, game: Game) -> bool:
    """Tell whether a command picked from a menu is to be run: what decides or forfeits something is asked about."""
    return _agreed(_announced(words, game))


def is_answer_meant(question: Question, answer: Any, combat: Combat) -> bool:
    """Tell whether an answer picked by a key is to be given: what decides the fight by itself is asked about.

    What every answer would bring about is no matter of this one.
    """
    if question.id not in WEIGHED:
        return True
    said = _of_answer(combat, answer)
    others = [_of_answer(combat, each) for each in question.options if each != answer]
    if question.id in ("defeat.hero", "end.units-left", "scion.goal"):
        return _agreed(said)
    return _agreed([] if others and all(each == said for each in others) else said)


def _agreed(announced: list[str]) -> bool:
    from hoplo_companion.cli.terminal.guide import show_stand, until_answered
    from hoplo_companion.cli.terminal.output import say
    from hoplo_companion.cli.terminal.prompts import ask_key
    from hoplo_companion.cli.terminal.settings import setting

    if not announced or setting("confirm") == "no":
        return True

    def ask() -> bool:
        show_stand()
        say(" ".join([*announced, "Go on?"]))
        return ask_key("  y or n: ", "yn") == "y"

    return until_answered(ask)


def _of_answer(combat: Combat, answer: Any) -> list[str]:
    from hoplo_companion.rules.agenda import apply
    from hoplo_companion.rules.foresight import foreseen

    return [_decided_words(combat, each) for each in foreseen(apply(combat, answer), 1)]


def _announced(words: Words, game: Game) -> list[str]:
    """Say what a command picked from a menu would forfeit, and what it would decide."""
    if words[0] == "surrender":
        return ["You surrender: the combat is failed at once (p.28)."]
    words = words[1].split() if words[0] == "turn" else words
    if words[0] not in STEP_OF or game.fight.turn_of != "player":
        return []
    from hoplo_companion.rules.foresight import foreseen, forfeited
    from hoplo_companion.rules.player.actions import named_whole, read_action
    from hoplo_companion.rules.player.options import options
    from hoplo_companion.rules.player.turn import begin

    combat, _ = begin(game.combat)
    left = forfeited(combat, options(combat), STEP_OF[words[0]])
    said = [_forfeit_words(left)] if left else []
    if words[0] == "end-turn":
        return said
    try:
        done = named_whole(combat, read_action(words)).do(combat)
    except HoploError:
        # The command itself says what is wrong with it.
        return said
    return said + [_decided_words(combat, each) for each in foreseen(done)]


def _forfeit_words(left: dict[str, list[str]]) -> str:
    """Say which steps would be over, and who would not have acted in them."""
    from hoplo_companion.render.sentences.words import listing, step_name

    undone = {
        "deployment": "you deploy nobody",
        "tactics": "you play no tactic this turn",
        "movement": "{} not moved",
        "abilities": "{} not used an Ability",
        "engage": "{} not attacked",
    }
    names = listing(step_name(step).removesuffix(" Step") for step in left)
    parts = (
        undone[step].format(f"{listing(units)} {'has' if len(units) == 1 else 'have'}") for step, units in left.items()
    )
    return f"This ends the {names} Step{'s' if len(left) > 1 else ''}: {listing(parts)}."


def _decided_words(combat: Combat, decided: Decided) -> str:
    """Say what would be decided: for certain, or by the dice."""
    from hoplo_companion.render.sentences.events import won_words
    from hoplo_companion.rules import foresight
    from hoplo_companion.rules.unit_names import names_of

    hero = combat.hero()
    name = names_of(combat)(hero.id) if hero is not None else "your hero"
    sure = decided.certain
    match decided.what:
        case foresight.TRIBUNE:
            falls = (
                f": {name} {'drops' if sure else 'would drop'} from {hero.hp} HP to 1"
                if hero and (hero.hp or 0) > 1
                else ""
            )
            return f"This {'defeats' if sure else 'may defeat'} the tribune{falls}."
        case foresight.HERO:
            saved = "and a blessing is crossed off" if combat.yours.blessings else "and the campaign is lost"
            saved = "which only a blessing survives" if combat.yours.blessings is None else saved
            return f"This {'takes' if sure else 'may take'} {name}'s last HP, {saved}."
        case foresight.LOST:
            return f"This {'leaves' if sure else 'may leave'} you with nobody in combat."
    won = won_words(decided.event.rule, getattr(decided.event, "points", 0)) if decided.event is not None else ""
    return f"This ends the fight. {won}" if sure else "This may win the fight."
