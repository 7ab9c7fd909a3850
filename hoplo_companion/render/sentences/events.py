"""What happens in a combat, a short sentence each, with the page of the rule that made it happen.

One sentence stands with its event's row in `rules/events.py`. Where one is not enough it is put together here: what
effects do, the set-up and a scion's own turn in `more_events.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hoplo_companion.components.names import slug
from hoplo_companion.language import in_language, later, plural, together, tr
from hoplo_companion.render.sentences.more_events import MORE_WORDS
from hoplo_companion.render.sentences.words import (
    ACTS,
    Names,
    SaidOf,
    arena_chip,
    capital,
    chip_name,
    citation,
    dice_words,
    effect_name,
    filled,
    goal_name,
    hits_words,
    hp_words,
    is_hex_priority,
    listing,
    priority_words,
    skill_name,
    step_name,
    tactic_name,
    term,
    title_of,
    words_of,
)
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.events import EVENTS, Event
from hoplo_companion.rules.holding import KEPT, Hold
from hoplo_companion.rules.holding import WORDS as HELD
from hoplo_companion.rules.sentence import Sentence, clause
from hoplo_companion.rules.why.decisions import Decision

_STYLES = {
    **dict.fromkeys(("turn-began", "step-began", "turn-ended", "combat-ended"), "heading"),
    **dict.fromkeys(("damaged", "defeated", "hero-reduced"), "damage"),
}
_NOT_DEPLOYED = {
    "the arena is full": later("the arena allows the rival no more units"),
    "no free hex": later("every rival deployment hex is occupied or blocked"),
    "no hex of yours": later("every deployment hex of yours is occupied or blocked"),
    "lineup empty": later("its lineup is empty"),
}
_NO_TACTIC = {
    "no valid target": later("none of its tactics has a valid target"),
    "no tactics": later("it has none left"),
}
_CANNOT_ACT = {"dazed": later("dazed"), "no target": later("no target")}
_ENDED = {
    "goal-met": later("Its goal is reached: you win."),
    "troop-gone": later("You have nobody in combat and nobody left to deploy: the combat is failed."),
    "surrendered": later("You surrender: the combat is failed."),
    "campaign-lost": later("Your hero is defeated: the campaign is lost."),
}
_OVER = later("The combat is over.")
_WON = {
    "end.goal-bloodshed": later("Every rival unit is defeated: you win."),
    "end.goal-spar": later("Every rival unit but the tribune is defeated: you win."),
    "end.goal-sport": later("Every rival unit is defeated: you win."),
    "end.goal-primus": later("Every rival unit is defeated, the primus too: you win."),
    "scion.defeated": later("The goal on the scion's card is reached: you win."),
    "scion.goal": later("The scion is defeated: you win."),
    "flag.home": later("The flag is home: you win."),
    "king.points": later("{points} points: you win the hill."),
}
"""What won a combat, by the rule of the goal that was reached."""

PARTS: dict[str, tuple[str, Callable[[Any, Names], object]]] = {
    **{part: (part, lambda id_, names: names(id_)) for part in ("unit", "attacker", "target")},
    **{part: (part, lambda id_, _: title_of(id_)) for part in ("bane", "card", "class_")},
    "units": ("units", lambda ids, names: listing(map(names, ids))),
    "chip": ("chip", lambda chip, names: chip_name(names.catalogue, chip)),
    "tactic": ("chip", lambda chip, names: tactic_name(names.catalogue, chip)),
    "arena_chip": ("chip", lambda chip, _: arena_chip(chip)),
    "effect": ("effect", lambda name, _: effect_name(name)),
    "dice": ("dice", lambda dice, _: dice_words(dice)),
    "hits": ("hits", lambda hits, _: hits_words(hits)),
    "goal": ("goal", lambda goal, _: goal_name(goal)),
}
"""How a part of a row's sentence is shown, and the value that it shows; any other part is the value of that name."""


def sentence(event: Event, names: Names) -> Line:
    """Word an event in one sentence, and cite the page of its rule behind it."""
    line = [Span(words_without_page(event, names), _STYLES.get(event.what, "")), Span(" ")]
    line.append(citation(names.catalogue, event.rule))
    if event.rulings:
        line.append(Span(" " + tr("(by ruling: {rulings})", rulings=", ".join(event.rulings)), "rule"))
    return line


def words_without_page(event: Event, names: Names) -> str:
    """Word an event in one sentence alone: where there is none for it, in that of its rule."""
    if words := WORDS.get(event.what):
        said = words(names=names, rule=event.rule, **event.values)
    elif event.what in EVENTS:
        said = _row_words(EVENTS[event.what].words, event.values, names)
    else:
        rule, italian = names.catalogue.rule(event.rule), names.catalogue.rule_in_italian(event.rule)
        said = in_language(rule.text if rule is not None else "", it=italian.text if italian is not None else "")
    return capital(said or event.rule)


def _row_words(text: str, values: dict[str, Any], names: Names) -> str:
    def part_of(part: str) -> object:
        value, shown = PARTS.get(part, (part, lambda each, _: each))
        return shown(values[value], names)

    return filled(text, part_of)


def names_itself(event: Event, following: Event | None) -> bool:
    """Say whether an event is only that an effect sets in, and the next one says what it does, by its name."""
    if event.what != "effect-used" or following is None:
        return False
    named = following.values.get("effect") or following.values.get("skill", "")
    return slug(str(named)) == slug(event.values["effect"])


def won_words(rule: str, points: int) -> str:
    """Say what won a combat, by the rule of the goal that was reached; empty where that is not known."""
    return tr(_WON[rule], points=points) if rule in _WON else ""


WORDS = SaidOf(MORE_WORDS)
"""What is said of events of which one sentence is not enough."""


# The turn and its steps -----------------------------------------------------------------------------------------


@WORDS.each("turn-began")
def _(act: int, turn: int, rule: str, **_: Any) -> str:
    match rule:
        case "arena.turn":
            return tr("The arena's turn begins.")
        case "turn.yours":
            return tr("Your turn begins.")
    return tr("Act {act}: the rival's turn {turn} begins.", act=ACTS.get(act, act), turn=turn)


@WORDS.each("step-began")
def _(step: str, **_: Any) -> str:
    return tr("The {step} begins.", step=step_name(step))


@WORDS.each("turn-ended")
def _(turn: int, rule: str, **_: Any) -> str:
    match rule:
        case "arena.turn":
            return tr("The arena's turn is over: the rival's follows.")
        case "turn.yours":
            return tr("Your turn is over.")
    return tr("The rival's turn {turn} is over: it is your turn.", turn=turn)


@WORDS.each("combat-ended")
def _(why: str, points: int, rule: str, **_: Any) -> str:
    return won_words(rule, points) or tr(_ENDED.get(why, _OVER))


@WORDS.each("house-ruling")
def _(text: str, said: Sentence | None = None, **_: Any) -> str:
    return tr("Done anyway, by your own ruling: {text}.", text=clause(str(said or text)))


@WORDS.each("explained")
def _(decision: object, names: Names, **_: Any) -> str:
    from hoplo_companion.render.sentences.decisions import decision_words

    if not isinstance(decision, Decision):
        return tr("A decision was made.")
    among = plural("{n} candidate", "{n} candidates", len(decision.candidates))
    by = plural("{n} criterion", "{n} criteria", len(decision.criteria))
    return together("{what} ({among}, {by}).", what=decision_words(decision, names), among=among, by=by)


# Deployment and tactics -----------------------------------------------------------------------------------------


@WORDS.each("deployed")
def _(unit: str, number: int, hp: int, bonus_hp: int, rule: str, names: Names, **values: Any) -> str:
    has = tr("{hp} HP", hp=hp)
    if bonus_hp:
        has = tr("{hp} HP, {bonus} of them as a bonus", hp=hp, bonus=bonus_hp)
    text = later("{unit} is deployed on {hex}, rival deployment hex {number}, with {hp}; it is dazed.")
    if not number:
        text = later("{unit} is deployed on {hex}, with {hp}; it is dazed.")
    elif rule == "yours.deploy":
        text = later("{unit} is deployed on {hex}, your deployment hex {number}, with {hp}; it is dazed.")
    return tr(text, unit=names(unit), hex=values["hex"], number=number, hp=has)


@WORDS.each("not-deployed")
def _(why: str, rule: str, names: Names, unit: str = "", **_: Any) -> str:
    text = later("The rival deploys nobody: {why}.")
    if unit:
        text = later("{unit} is not deployed: {why}.")
    elif rule == "yours.deploy-none-free":
        text = later("You deploy nobody: {why}.")
    return tr(text, unit=names(unit), why=term(_NOT_DEPLOYED, why))


@WORDS.each("scored")
def _(points: int, total: int, **_: Any) -> str:
    earned = plural("{n} point", "{n} points", points)
    return tr("You earn {points} for key hexes, and have {total} now.", points=earned, total=total)


@WORDS.each("tactic-passed-over")
def _(chip: str, names: Names, **_: Any) -> str:
    tactic, record = tactic_name(names.catalogue, chip), names.catalogue.tactic(chip)
    if record is None or record.rival_target is None:
        return tr("{tactic} is passed over: no source states on whom the rival plays it.", tactic=tactic)
    return tr("{tactic} is passed over: it has no valid target.", tactic=tactic)


@WORDS.each("tactic-placed")
def _(chip: str, unit: str, because: str, names: Names, **_: Any) -> str:
    text = later("{tactic} goes on {unit}, the {superlative} valid target.")
    if not because:
        text = later("{tactic} goes on {unit}.")
    return tr(text, tactic=tactic_name(names.catalogue, chip), unit=names(unit), superlative=words_of(because))


@WORDS.each("no-tactic-placed")
def _(why: str, **_: Any) -> str:
    return tr("The rival places no tactic: {why}.", why=term(_NO_TACTIC, why))


# Movement and Abilities -----------------------------------------------------------------------------------------


def _marked(mark: str, priority: str, names: Names) -> str:
    """Name a mark with what makes it one: `Krakenlance (holds the trident)`."""
    return together("{mark} ({why})", mark=names(mark), why=priority_words(priority)) if priority else names(mark)


@WORDS.each("moved")
def _(
    unit: str, start: str, end: str, mark: str, priority: str, backup: bool, nearer: bool, names: Names, **_: Any
) -> str:
    marked = _marked(mark, priority, names)
    text = later("{unit} moves {start} → {end}, within Range of {mark}.")
    if start == end:
        text = later("{unit} moves out and comes back to {hex}.")
    elif backup:
        text = later("{unit} moves {start} → {end}, as close as it can get to {mark}: nothing on its list is in reach.")
    elif not mark:
        text = later("{unit} moves {start} → {end}.")
    elif is_hex_priority(priority):
        marked = priority_words(priority)
        text = later("{unit} moves {start} → {end}, onto its mark ({mark}).")
    elif nearer:
        text = later("{unit} moves {start} → {end}, within Range of {mark}, as far away as it can.")
    return tr(text, unit=names(unit), start=start, end=end, hex=end, mark=marked)


@WORDS.each("stayed")
def _(unit: str, status: str, mark: str, priority: str, how: str, names: Names, **held: Any) -> str:
    if how == "deployed":
        text = later("{unit} is dazed and does not move: it was deployed this turn.")
    elif how:
        return tr("{unit} does not move: {why}.", unit=names(unit), why=held_words(how, names, **held))
    else:
        match status:
            case "stays" if mark and is_hex_priority(priority):
                text = later("{unit} stays: it is on its mark {mark} already.")
            case "stays" if mark:
                text = later("{unit} stays: {mark} is within Range already.")
            case "blocked" if mark:
                text = later("{unit} is blocked: it cannot get any closer to {mark}.")
            case "blocked":
                text = later("{unit} is blocked: it cannot get any closer.")
            case "idle":
                text = later("{unit} stays: nothing on its list is in combat.")
            case "dazed":
                text = later("{unit} is dazed and does not move.")
            case _:
                text = later("{unit} stays where it is.")
    return tr(text, unit=names(unit), mark=_marked(mark, priority, names))


_DIRECTIONS = {"n": "↑", "ne": "↗", "se": "↘", "s": "↓", "sw": "↙", "nw": "↖"}


@WORDS.each("roamed")
def _(unit: str, directions: list[str], start: str, end: str, how: str, names: Names, **held: Any) -> str:
    if how:
        return tr("{unit} does not roam: {why}.", unit=names(unit), why=held_words(how, names, **held))
    way = " ".join(_DIRECTIONS.get(each, each) for each in directions) or "↺"
    text = later("{unit} roams {way}: {start} → {end}.")
    if start == end:
        text = later("{unit} roams {way}, and stays on {hex}.")
    return tr(text, unit=names(unit), way=way, start=start, end=end, hex=end)


@WORDS.each("equipped")
def _(unit: str, chip: str, names: Names, **values: Any) -> str:
    text = later("{unit} equips {chip} on {hex}.") if values["hex"] else later("{unit} equips {chip}.")
    return tr(text, unit=names(unit), chip=arena_chip(chip), hex=values["hex"])


@WORDS.each("healed")
def _(unit: str, skill: str, amount: int, hp: int, full: bool, kept: str, names: Names, **_: Any) -> str:
    text = later("{skill} heals {unit} by {amount} HP: it has {hp} HP now.")
    if full:
        text = later("{skill}: {unit} is already at full HP ({hp} HP).")
    elif kept:
        text = later("{skill}: {effect} keeps {unit} from healing.")
    skill = skill_name(names.catalogue, skill)
    return tr(text, skill=skill, unit=names(unit), amount=amount, hp=hp, effect=effect_name(kept))


# Engage ---------------------------------------------------------------------------------------------------------


@WORDS.each("cannot-act")
def _(unit: str, why: str, how: str, bound_by: list[str], closed_by: str, names: Names, **held: Any) -> str:
    text = later("{unit} does not act: {why}.")
    if bound_by:
        text = later(
            "{unit} does not attack: Taunt of {others} binds it, and {effect} keeps that unit from being attacked."
        )
    elif how == "deployed":
        text = later("{unit} is dazed and does not act: it was deployed this turn.")
    others, effect = listing(map(names, bound_by)), effect_name(closed_by)
    reason = held_words(how, names, **held) if how else term(_CANNOT_ACT, why)
    return tr(text, unit=names(unit), why=reason, others=others, effect=effect)


@WORDS.each("attacked")
def _(unit: str, target: str, because: str, dice: list[str], hits: int, names: Names, **_: Any) -> str:
    aim, dice_, hits_ = _marked(target, because, names), dice_words(dice), hits_words(hits)
    return tr("{unit} attacks {target} with {dice}: {hits}.", unit=names(unit), target=aim, dice=dice_, hits=hits_)


@WORDS.each("special-used")
def _(unit: str, special: str, target: str, because: str, names: Names, **_: Any) -> str:
    text = later("{unit} uses {special} on {target}.") if target else later("{unit} uses {special}.")
    return tr(text, unit=names(unit), special=special, target=_marked(target, because, names))


def held_words(how: str, names: Names, *, rule: str, by: str, holder: str, side: str, **_: Any) -> str:
    """Say what holds a unit back, by its source: `fatigued by Stun`, `held by Combat Lock of your Defender`."""
    return str(Hold(rule, how if how in HELD else KEPT, by, holder, side, names.whose(holder)).sentence)


# Damage and defeat ----------------------------------------------------------------------------------------------


@WORDS.each("damaged")
def _(unit: str, by: str, damage: int, hp: int, because: list[str], names: Names, **_: Any) -> str:
    dealt = plural("{n} damage", "{n} damage", damage)
    dealt = together("{what} ({why})", what=dealt, why=listing(map(effect_name, because))) if because else dealt
    text = later("{by} deals {unit} {damage}: {hp} left.") if by else later("{unit} is dealt {damage}: {hp} left.")
    return tr(text, by=names(by), unit=names(unit), damage=dealt, hp=hp_words(hp))


_DEFEATED = {
    "rival": later("{unit} is defeated, and leaves {hex} for the rival camp."),
    "player": later("{unit} is defeated, and leaves {hex} for your camp."),
    "arena": later("{unit} is defeated, and leaves {hex} for the supply."),
}


@WORDS.each("defeated")
def _(unit: str, side: str, names: Names, **values: Any) -> str:
    text = _DEFEATED[side] if values["hex"] and side in _DEFEATED else later("{unit} is defeated.")
    return tr(text, unit=names(unit), hex=values["hex"])


@WORDS.each("hero-reduced")
def _(hero: str, hp: int, names: Names, **_: Any) -> str:
    name = names(hero) or tr("your hero")
    return tr("The tribune is defeated: {hero} is reduced to {hp} HP.", hero=name, hp=hp)


@WORDS.each("hero-saved")
def _(hero: str, hp: int, left: int, names: Names, **_: Any) -> str:
    saved = tr("{hero} is healed fully, to {hp} HP.", hero=names(hero) or tr("your hero"), hp=hp)
    return together("{crossed} {saved}", crossed=_crossed_off(left), saved=capital(saved))


@WORDS.each("blessed")
def _(left: int = -1, **_: Any) -> str:
    recruit = tr("You recruit random bag units up to your Leadership.")
    return together("{crossed} {recruit}", crossed=_crossed_off(left), recruit=recruit)


def _crossed_off(left: int) -> str:
    if left < 0:
        return tr("A blessing is crossed off.")
    return tr("A blessing is crossed off ({left} left).", left=left)
