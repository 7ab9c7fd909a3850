"""One short sentence in plain English for everything that happens, with the page of the rule that made it happen.

Questions are worded in `questions.py`, terms in `words.py`; what others need of both can be had from here.
"""

from __future__ import annotations

from functools import singledispatch

import msgspec

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.language import spoken, tr
from hoplo_companion.render.sentences.effects import WORDED, effect_words, held_back
from hoplo_companion.render.sentences.questions import option_words, question_words
from hoplo_companion.render.sentences.scion import SCION_WORDED, scion_words
from hoplo_companion.render.sentences.setup import SETUP_WORDED, setup_words
from hoplo_companion.render.sentences.words import (
    ACTS,
    about_name,
    arena_chip,
    chip_name,
    citation,
    count,
    decision_words,
    dice_words,
    is_hex_priority,
    listing,
    priority_words,
    skill_name,
    stat_name,
    step_name,
    tactic_name,
    words_of,
)
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.events import (
    Attacked,
    AttackOver,
    Blessed,
    CannotAct,
    CombatEnded,
    Damaged,
    Defeated,
    Deployed,
    Dropped,
    Equipped,
    Event,
    Explained,
    FellTogether,
    Healed,
    HeroReduced,
    HeroSaved,
    HouseRuling,
    Moved,
    NoTacticPlaced,
    NotDeployed,
    NotUsed,
    Scored,
    SpecialUsed,
    StatTold,
    Stayed,
    StepBegan,
    TacticGone,
    TacticPassedOver,
    TacticPlaced,
    ToldByHand,
    TurnBegan,
    TurnEnded,
)
from hoplo_companion.rules.why.decisions import Decision

__all__ = ["is_worded", "option_words", "priority_words", "question_words", "sentence", "words_without_page"]

_STYLES: dict[type[Event], str] = {
    TurnBegan: "heading",
    StepBegan: "heading",
    TurnEnded: "heading",
    CombatEnded: "heading",
    Damaged: "damage",
    Defeated: "damage",
    HeroReduced: "damage",
}
_WHY = {
    "the arena is full": "the arena allows the rival no more units",
    "no free hex": "every rival deployment hex is occupied or blocked",
    "no hex of yours": "every deployment hex of yours is occupied or blocked",
    "lineup empty": "its lineup is empty",
    "no valid target": "none of its tactics has a valid target",
    "no tactics": "it has none left",
    "dazed": "it is dazed",
    "no target": "it has no target",
    "goal-met": "its goal is reached, and you win",
    "troop-gone": "you have nobody in combat and nobody left to deploy, and it is failed",
    "surrendered": "you surrender, and it is failed",
    "campaign-lost": "your hero falls, and the campaign is lost",
}
WON = {
    "end.goal-bloodshed": "Every rival unit is defeated: you win.",
    "end.goal-spar": "Every rival unit but the tribune is defeated: you win.",
    "end.goal-sport": "Every rival unit is defeated, the tribune too: you win.",
    "end.goal-primus": "Every rival unit is defeated, the primus too: you win.",
    "scion.defeated": "The goal on the scion's card is reached: you win.",
    "scion.goal": "The scion is defeated: you win.",
    "flag.home": "The flag is home: you win.",
    "king.points": "{points} points: you win the hill.",
}
"""What won a combat, by the rule of the goal that was reached."""


def sentence(event: Event, catalogue: Catalogue) -> Line:
    """Word an event in one sentence, and cite the page of its rule behind it.

    In Italian, an event that has no Italian sentence yet is told in English.
    """
    text = (_in_italian(event, catalogue) if spoken() == "it" else "") or _words(event, catalogue)
    line = [Span(text, _STYLES.get(type(event), "")), Span(" "), citation(catalogue, event.rule)]
    if event.rulings:
        by = "secondo" if spoken() == "it" else "by ruling"
        line.append(Span(f" ({by}: {', '.join(event.rulings)})", "rule"))
    return line


def words_without_page(event: Event, catalogue: Catalogue) -> str:
    """Word an event in one sentence alone."""
    return _words(event, catalogue)


def _in_italian(event: Event, catalogue: Catalogue) -> str:
    from hoplo_companion.render.sentences.italian import italian_words

    return italian_words(event, catalogue)


def is_worded(type_: type[Event]) -> bool:
    """Tell whether events of a type have a sentence of their own."""
    return _words.dispatch(type_) is not _words.dispatch(object)


def won_words(rule: str, points: int) -> str:
    """Say what won a combat, by the rule of the goal that was reached; empty where that is not known."""
    return WON.get(rule, "").format(points=points)


def _why(why: str) -> str:
    return _WHY.get(why) or words_of(why)


def _reason(because: str) -> str:
    """Word why a target was chosen, in brackets: an entry of the attacker's list, or a skill."""
    if not because:
        return ""
    return " (it has Taunt)" if because == "taunt" else f" ({priority_words(because)})"


def _mark(mark: str, priority: str) -> str:
    return f"{mark} ({priority_words(priority)})" if priority else mark


@singledispatch
def _words(event: Event, catalogue: Catalogue) -> str:
    """Word an event that has no sentence of its own: its name and its fields."""
    fields = msgspec.to_builtins(event)
    name = words_of(str(fields.pop("event"))).capitalize()
    fields.pop("rule", None)
    fields.pop("rulings", None)
    return f"{name}: " + ", ".join(f"{key} {value}" for key, value in fields.items() if value != "") + "."


# The turn and its steps -----------------------------------------------------------------------------------------


@_words.register(TurnBegan)
def _(event: TurnBegan, catalogue: Catalogue) -> str:
    if event.rule == "arena.turn":
        return "The arena's turn begins."
    if event.rule == "turn.yours":
        return "Your turn begins."
    return f"Act {ACTS.get(event.act, event.act)}: the rival's turn {event.turn} begins."


@_words.register(StepBegan)
def _(event: StepBegan, catalogue: Catalogue) -> str:
    return f"The {step_name(event.step)} begins."


@_words.register(TurnEnded)
def _(event: TurnEnded, catalogue: Catalogue) -> str:
    if event.rule == "arena.turn":
        return "The arena's turn is over: the rival's follows."
    if event.rule == "turn.yours":
        return "Your turn is over."
    return f"The rival's turn {event.turn} is over: it is your turn."


@_words.register(CombatEnded)
def _(event: CombatEnded, catalogue: Catalogue) -> str:
    return won_words(event.rule, event.points) or f"The combat is over: {_why(event.why)}."


@_words.register(Explained)
def _(event: Explained, catalogue: Catalogue) -> str:
    decision = event.decision
    if not isinstance(decision, Decision):
        return "A decision was made."
    among = count(len(decision.candidates), "candidate")
    return f"{decision_words(decision, catalogue)} ({among}, {count(len(decision.criteria), 'criterion', 'criteria')})."


# Deployment and tactics -----------------------------------------------------------------------------------------


@_words.register(Deployed)
def _(event: Deployed, catalogue: Catalogue) -> str:
    bonus = f", {event.bonus_hp} of them as a bonus" if event.bonus_hp else ""
    whose = "your" if event.rule == "yours.deploy" else "rival"
    place = f"{event.hex}, {whose} deployment hex {event.number}" if event.number else event.hex
    return f"{event.unit} is deployed on {place}, with {event.hp} HP{bonus}; it is dazed."


@_words.register(NotDeployed)
def _(event: NotDeployed, catalogue: Catalogue) -> str:
    nobody = "You deploy nobody" if event.rule == "yours.deploy-none-free" else "The rival deploys nobody"
    who = f"{event.unit} is not deployed" if event.unit else nobody
    return f"{who}: {_why(event.why)}."


@_words.register(Scored)
def _(event: Scored, catalogue: Catalogue) -> str:
    return f"You earn {count(event.points, 'point')} for key hexes and have {event.total} now."


@_words.register(TacticPassedOver)
def _(event: TacticPassedOver, catalogue: Catalogue) -> str:
    record = catalogue.tactic(event.chip)
    if record is None or record.rival_target is None:
        return f"{tactic_name(catalogue, event.chip)} is passed over: no source states on whom the rival plays it."
    return f"{tactic_name(catalogue, event.chip)} is passed over: it has no valid target."


@_words.register(TacticPlaced)
def _(event: TacticPlaced, catalogue: Catalogue) -> str:
    because = f", the {words_of(event.because)} valid target" if event.because else ""
    return f"{tactic_name(catalogue, event.chip)} goes on {event.unit}{because}."


@_words.register(NoTacticPlaced)
def _(event: NoTacticPlaced, catalogue: Catalogue) -> str:
    return f"The rival places no tactic: {_why(event.why)}."


@_words.register(TacticGone)
def _(event: TacticGone, catalogue: Catalogue) -> str:
    return f"{tactic_name(catalogue, event.chip)} leaves {event.unit} for the supply."


# Movement -------------------------------------------------------------------------------------------------------


@_words.register(Moved)
def _(event: Moved, catalogue: Catalogue) -> str:
    if event.start == event.end:
        return f"{event.unit} moves out and comes back to {event.end}."
    way = f"{event.unit} moves {event.start} → {event.end}"
    mark = _mark(event.mark, event.priority)
    if event.backup:
        return f"{way}: it can reach nothing on its list and gets as close as it can to {mark}."
    if not event.mark:
        return f"{way}."
    if is_hex_priority(event.priority):
        return f"{way}: it marks {mark} and moves onto it."
    if event.nearer:
        return f"{way}: it marks {mark} and ends as far off within its Range as it gets."
    return f"{way}: it marks {mark} and ends as far off as its Range allows."


@_words.register(Stayed)
def _(event: Stayed, catalogue: Catalogue) -> str:
    unit, mark = event.unit, _mark(event.mark, event.priority)
    if event.how:
        hold = held_back(event, catalogue)
        match event.how:
            case "deployed":
                return f"{unit} is dazed and does not move: it was deployed this turn."
            case "dazed":
                return f"{unit} is {hold.words()} and does not move."
        return f"{unit} does not move: {hold.words()}."
    match event.status:
        case "stays" if not event.mark:
            return f"{unit} stays where it is."
        case "stays" if is_hex_priority(event.priority):
            return f"{unit} stays: it is on its mark {mark} already."
        case "stays":
            return f"{unit} stays: its mark {mark} is in Range already."
        case "blocked":
            return f"{unit} is blocked: it cannot get any closer" + (f" to {mark}." if event.mark else ".")
        case "idle":
            return f"{unit} is idle: nothing on its list is in combat."
        case "dazed":
            return f"{unit} is dazed and does not move."
    return f"{unit} does not move: {words_of(event.status)}."


@_words.register(Equipped)
def _(event: Equipped, catalogue: Catalogue) -> str:
    return f"{event.unit} equips {arena_chip(event.chip)}" + (f" on {event.hex}." if event.hex else ".")


# Abilities and what is told -------------------------------------------------------------------------------------


@_words.register(Healed)
def _(event: Healed, catalogue: Catalogue) -> str:
    skill = skill_name(catalogue, event.skill)
    if event.full:
        return f"{skill}: {event.unit} is already at full HP ({event.hp} HP)."
    if event.kept:
        return f"{skill} heals {event.unit} nothing: {event.kept} keeps it from healing."
    return f"{skill} heals {event.unit} {event.amount} HP: it has {event.hp} HP now."


@_words.register(ToldByHand)
def _(event: ToldByHand, catalogue: Catalogue) -> str:
    changes = "nothing changes" if event.changes in ("", "nothing") else event.changes
    return f"{about_name(catalogue, event.about)} of {event.unit}, resolved by hand: {changes}."


@_words.register(StatTold)
def _(event: StatTold, catalogue: Catalogue) -> str:
    value = event.value
    if event.stat == "skills":
        value = ", ".join(event.value) or "none"
    elif isinstance(value, (list, tuple)):
        value = dice_words(value)
    chip = chip_name(catalogue, event.chip)
    return f"You told the {stat_name(event.stat)} of {event.unit} ({chip}): {value}."


# Engage ---------------------------------------------------------------------------------------------------------


@_words.register(CannotAct)
def _(event: CannotAct, catalogue: Catalogue) -> str:
    if event.bound_by:
        bound = f"Taunt of {listing(event.bound_by)} binds it"
        return f"{event.unit} does not attack: {bound}, and {event.closed_by} keeps that unit from being attacked."
    if event.how == "deployed":
        return f"{event.unit} does not act: it is dazed, as it was deployed this turn."
    return f"{event.unit} does not act: {held_back(event, catalogue).words() if event.how else _why(event.why)}."


@_words.register(FellTogether)
def _(event: FellTogether, catalogue: Catalogue) -> str:
    return f"{listing(event.units)} fall at the same time."


@_words.register(AttackOver)
def _(event: AttackOver, catalogue: Catalogue) -> str:
    return f"{event.unit} is defeated before its attack on {event.target} is resolved: the attack is over."


@_words.register(NotUsed)
def _(event: NotUsed, catalogue: Catalogue) -> str:
    return f"{event.unit} does not use {event.effect}: a blessing has just saved it."


@_words.register(Attacked)
def _(event: Attacked, catalogue: Catalogue) -> str:
    attack = f"{event.unit} attacks {event.target}{_reason(event.because)} with {dice_words(event.dice)}"
    return f"{attack}: {count(event.hits, 'hit')}."


@_words.register(SpecialUsed)
def _(event: SpecialUsed, catalogue: Catalogue) -> str:
    on = f" on {event.target}{_reason(event.because)}" if event.target else ""
    return f"{event.unit} uses {event.special}{on}."


for _type in WORDED:
    _words.register(_type)(effect_words)
for _setup_type in SETUP_WORDED:
    _words.register(_setup_type)(setup_words)

for _scion_type in SCION_WORDED:
    _words.register(_scion_type)(scion_words)


@_words.register(Damaged)
def _(event: Damaged, catalogue: Catalogue) -> str:
    dealt = f"{event.by} deals {event.unit} {event.damage} damage" if event.by else (
        f"{event.unit} is dealt {event.damage} damage"
    )  # fmt: skip
    because = f" ({listing(event.because)})" if event.because else ""
    return f"{dealt}{because}: {event.hp if event.hp else 'no'} HP left."


@_words.register(Defeated)
def _(event: Defeated, catalogue: Catalogue) -> str:
    place = {"rival": "the rival camp", "player": "your camp", "arena": "the supply"}.get(event.side, "")
    leaves = f" and leaves {event.hex}" if event.hex else ""
    return f"{event.unit} is defeated{leaves}" + (f" for {place}." if leaves and place else ".")


@_words.register(Dropped)
def _(event: Dropped, catalogue: Catalogue) -> str:
    return f"{arena_chip(event.chip).capitalize()} drops on {event.hex}."


@_words.register(HeroReduced)
def _(event: HeroReduced, catalogue: Catalogue) -> str:
    return f"The tribune is defeated: {event.hero or 'your hero'} is reduced to {event.hp} HP."


@_words.register(HeroSaved)
def _(event: HeroSaved, catalogue: Catalogue) -> str:
    return (
        f"A blessing is crossed off{_left(event.left)}: {event.hero or 'your hero'} is healed fully, to {event.hp} HP."
    )


@_words.register(Blessed)
def _(event: Blessed, catalogue: Catalogue) -> str:
    return f"A blessing is crossed off{_left(event.left)}: you recruit random bag units up to your Leadership."


def _left(blessings: int) -> str:
    return f" ({blessings or 'none'} left)" if blessings >= 0 else ""


@_words.register(HouseRuling)
def _(event: HouseRuling, catalogue: Catalogue) -> str:
    why = event.said.words() if event.said is not None else event.text
    return tr("Done anyway by your ruling: {why}.", why=why)
