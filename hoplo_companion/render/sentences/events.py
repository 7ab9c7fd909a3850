"""What happens in a combat, a short sentence each, with the page of the rule that made it happen.

What effects do is worded in `effects.py`, the set-up in `setup.py`, a scion's own turn in `scion.py`.
"""

from __future__ import annotations

from hoplo_companion.components.names import slug
from hoplo_companion.language import in_language, later, plural, tr
from hoplo_companion.render.sentences.words import (
    ACTS,
    Names,
    arena_chip,
    capital,
    citation,
    dice_words,
    effect_name,
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
    EffectUsed,
    Equipped,
    Event,
    Explained,
    FellTogether,
    Healed,
    HeroReduced,
    HeroSaved,
    HouseRuling,
    InfluenceBrought,
    Intercepted,
    Moved,
    NoTacticPlaced,
    NotDeployed,
    NotUsed,
    OpportunitySpent,
    Roamed,
    Scored,
    SpecialUsed,
    Stayed,
    StepBegan,
    TacticGone,
    TacticPassedOver,
    TacticPlaced,
    TurnBegan,
    TurnEnded,
)
from hoplo_companion.rules.holding import KEPT, WORDS, Hold
from hoplo_companion.rules.sentence import clause
from hoplo_companion.rules.why.decisions import Decision

_STYLES: dict[type[Event], str] = {
    TurnBegan: "heading",
    StepBegan: "heading",
    TurnEnded: "heading",
    CombatEnded: "heading",
    Damaged: "damage",
    Defeated: "damage",
    HeroReduced: "damage",
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


def sentence(event: Event, names: Names) -> Line:
    """Word an event in one sentence, and cite the page of its rule behind it."""
    line = [Span(words_without_page(event, names), _STYLES.get(type(event), "")), Span(" ")]
    line.append(citation(names.catalogue, event.rule))
    if event.rulings:
        line.append(Span(" " + tr("(by ruling: {rulings})", rulings=", ".join(event.rulings)), "rule"))
    return line


def words_without_page(event: Event, names: Names) -> str:
    """Word an event in one sentence alone: where no chapter has one for it, in that of its rule."""
    chapters = (_turn, _deployment, _movement, _engage, _defeat, _elsewhere, _rule_itself)
    return capital(next((said for chapter in chapters if (said := chapter(event, names))), event.rule))


def _elsewhere(event: Event, names: Names) -> str:
    # A plain turn needs no word of these, nor the notation that they write effects in.
    from hoplo_companion.render.sentences.effects import effect_words
    from hoplo_companion.render.sentences.scion import scion_words
    from hoplo_companion.render.sentences.setup import setup_words

    return effect_words(event, names) or setup_words(event, names) or scion_words(event, names)


def _rule_itself(event: Event, names: Names) -> str:
    rule, italian = names.catalogue.rule(event.rule), names.catalogue.rule_in_italian(event.rule)
    return in_language(rule.text if rule is not None else "", it=italian.text if italian is not None else "")


def names_itself(event: Event, following: Event | None) -> bool:
    """Say whether an event is only that an effect sets in, and the next one says what it does, by its name."""
    if not isinstance(event, EffectUsed) or following is None:
        return False
    named = getattr(following, "effect", None) or getattr(following, "skill", "")
    return slug(str(named)) == slug(event.effect)


def won_words(rule: str, points: int) -> str:
    """Say what won a combat, by the rule of the goal that was reached; empty where that is not known."""
    return tr(_WON[rule], points=points) if rule in _WON else ""


# The turn and its steps -----------------------------------------------------------------------------------------


def _turn(event: Event, names: Names) -> str:
    match event:
        case TurnBegan(rule="arena.turn"):
            return tr("The arena's turn begins.")
        case TurnBegan(rule="turn.yours"):
            return tr("Your turn begins.")
        case TurnBegan():
            return tr("Act {act}: the rival's turn {turn} begins.", act=ACTS.get(event.act, event.act), turn=event.turn)
        case StepBegan():
            return tr("The {step} begins.", step=step_name(event.step))
        case TurnEnded(rule="arena.turn"):
            return tr("The arena's turn is over: the rival's follows.")
        case TurnEnded(rule="turn.yours"):
            return tr("Your turn is over.")
        case TurnEnded():
            return tr("The rival's turn {turn} is over: it is your turn.", turn=event.turn)
        case CombatEnded():
            return won_words(event.rule, event.points) or tr(_ENDED.get(event.why, _OVER))
        case Explained():
            return _explained(event, names)
        case HouseRuling():
            return tr("Done anyway, by your own ruling: {text}.", text=clause(str(event.said or event.text)))
    return ""


def _explained(event: Explained, names: Names) -> str:
    from hoplo_companion.render.sentences.decisions import decision_words

    decision = event.decision
    if not isinstance(decision, Decision):
        return tr("A decision was made.")
    among = plural("{n} candidate", "{n} candidates", len(decision.candidates))
    by = plural("{n} criterion", "{n} criteria", len(decision.criteria))
    return f"{decision_words(decision, names)} ({among}, {by})."


# Deployment and tactics -----------------------------------------------------------------------------------------


def _deployment(event: Event, names: Names) -> str:
    match event:
        case Deployed():
            return _deployed(event, names(event.unit))
        case NotDeployed(unit=""):
            why = term(_NOT_DEPLOYED, event.why)
            if event.rule == "yours.deploy-none-free":
                return tr("You deploy nobody: {why}.", why=why)
            return tr("The rival deploys nobody: {why}.", why=why)
        case NotDeployed():
            return tr("{unit} is not deployed: {why}.", unit=names(event.unit), why=term(_NOT_DEPLOYED, event.why))
        case Scored():
            points = plural("{n} point", "{n} points", event.points)
            return tr("You earn {points} for key hexes, and have {total} now.", points=points, total=event.total)
        case TacticPassedOver():
            tactic = tactic_name(names.catalogue, event.chip)
            record = names.catalogue.tactic(event.chip)
            if record is None or record.rival_target is None:
                return tr("{tactic} is passed over: no source states on whom the rival plays it.", tactic=tactic)
            return tr("{tactic} is passed over: it has no valid target.", tactic=tactic)
        case TacticPlaced(because=""):
            return tr(
                "{tactic} goes on {unit}.", tactic=tactic_name(names.catalogue, event.chip), unit=names(event.unit)
            )
        case TacticPlaced():
            return tr(
                "{tactic} goes on {unit}, the {superlative} valid target.",
                tactic=tactic_name(names.catalogue, event.chip),
                unit=names(event.unit),
                superlative=words_of(event.because),
            )
        case NoTacticPlaced():
            return tr("The rival places no tactic: {why}.", why=term(_NO_TACTIC, event.why))
        case TacticGone():
            tactic = tactic_name(names.catalogue, event.chip)
            return tr("{tactic} leaves {unit} for the supply.", tactic=tactic, unit=names(event.unit))
    return ""


def _deployed(event: Deployed, unit: str) -> str:
    hp = tr("{hp} HP", hp=event.hp)
    if event.bonus_hp:
        hp = tr("{hp} HP, {bonus} of them as a bonus", hp=event.hp, bonus=event.bonus_hp)
    if not event.number:
        return tr("{unit} is deployed on {hex}, with {hp}; it is dazed.", unit=unit, hex=event.hex, hp=hp)
    if event.rule == "yours.deploy":
        text = later("{unit} is deployed on {hex}, your deployment hex {number}, with {hp}; it is dazed.")
        return tr(text, unit=unit, hex=event.hex, number=event.number, hp=hp)
    text = later("{unit} is deployed on {hex}, rival deployment hex {number}, with {hp}; it is dazed.")
    return tr(text, unit=unit, hex=event.hex, number=event.number, hp=hp)


# Movement and Abilities -----------------------------------------------------------------------------------------


def _movement(event: Event, names: Names) -> str:
    match event:
        case Moved(start=start, end=end) if start == end:
            return tr("{unit} moves out and comes back to {hex}.", unit=names(event.unit), hex=end)
        case Moved():
            return _moved(event, names)
        case Stayed():
            return _stayed(event, names)
        case Roamed(how="") if event.start == event.end:
            way = _way(event.directions)
            return tr("{unit} roams {way}, and stays on {hex}.", unit=names(event.unit), way=way, hex=event.end)
        case Roamed(how=""):
            way, unit = _way(event.directions), names(event.unit)
            return tr("{unit} roams {way}: {start} → {end}.", unit=unit, way=way, start=event.start, end=event.end)
        case Roamed():
            return tr("{unit} does not roam: {why}.", unit=names(event.unit), why=held_words(event, names))
        case Equipped(hex=""):
            return tr("{unit} equips {chip}.", unit=names(event.unit), chip=arena_chip(event.chip))
        case Equipped():
            chip = arena_chip(event.chip)
            return tr("{unit} equips {chip} on {hex}.", unit=names(event.unit), chip=chip, hex=event.hex)
        case Healed():
            return _healed(event, names(event.unit), skill_name(names.catalogue, event.skill))
    return ""


_DIRECTIONS = {"n": "↑", "ne": "↗", "se": "↘", "s": "↓", "sw": "↙", "nw": "↖"}


def _way(directions: list[str]) -> str:
    return " ".join(_DIRECTIONS.get(each, each) for each in directions) or "↺"


def _marked(mark: str, priority: str, names: Names) -> str:
    """Name a mark with what makes it one: `Krakenlance (holds the trident)`."""
    return f"{names(mark)} ({priority_words(priority)})" if priority else names(mark)


def _moved(event: Moved, names: Names) -> str:
    unit, mark = names(event.unit), _marked(event.mark, event.priority, names)
    start, end = event.start, event.end
    if event.backup:
        text = later("{unit} moves {start} → {end}, as close as it gets to {mark}: nothing on its list is in reach.")
    elif not event.mark:
        text = later("{unit} moves {start} → {end}.")
    elif is_hex_priority(event.priority):
        mark = priority_words(event.priority)
        text = later("{unit} moves {start} → {end}, onto its mark ({mark}).")
    elif event.nearer:
        text = later("{unit} moves {start} → {end}, within Range of {mark}, as far away as it gets.")
    else:
        text = later("{unit} moves {start} → {end}, within Range of {mark}.")
    return tr(text, unit=unit, start=start, end=end, mark=mark)


def _stayed(event: Stayed, names: Names) -> str:
    unit, mark = names(event.unit), _marked(event.mark, event.priority, names)
    if event.how == "deployed":
        return tr("{unit} is dazed and does not move: it was deployed this turn.", unit=unit)
    if event.how:
        return tr("{unit} does not move: {why}.", unit=unit, why=held_words(event, names))
    match event.status:
        case "stays" if not event.mark:
            return tr("{unit} stays where it is.", unit=unit)
        case "stays" if is_hex_priority(event.priority):
            return tr("{unit} stays: it is on its mark {mark} already.", unit=unit, mark=mark)
        case "stays":
            return tr("{unit} stays: {mark} is within Range already.", unit=unit, mark=mark)
        case "blocked" if not event.mark:
            return tr("{unit} is blocked: it cannot get any closer.", unit=unit)
        case "blocked":
            return tr("{unit} is blocked: it cannot get any closer to {mark}.", unit=unit, mark=mark)
        case "idle":
            return tr("{unit} stays: nothing on its list is in combat.", unit=unit)
        case "dazed":
            return tr("{unit} is dazed and does not move.", unit=unit)
    return tr("{unit} stays where it is.", unit=unit)


def _healed(event: Healed, unit: str, skill: str) -> str:
    if event.full:
        return tr("{skill}: {unit} is already at full HP ({hp} HP).", skill=skill, unit=unit, hp=event.hp)
    if event.kept:
        return tr(
            "{skill}: {effect} keeps {unit} from healing.", skill=skill, unit=unit, effect=effect_name(event.kept)
        )
    text = later("{skill} heals {unit} by {amount} HP: it has {hp} HP now.")
    return tr(text, skill=skill, unit=unit, amount=event.amount, hp=event.hp)


# Engage ---------------------------------------------------------------------------------------------------------


def _engage(event: Event, names: Names) -> str:
    match event:
        case CannotAct(bound_by=[_, *_]):
            return tr(
                "{unit} does not attack: Taunt of {others} binds it, and {effect} keeps that unit from being attacked.",
                unit=names(event.unit),
                others=listing(map(names, event.bound_by)),
                effect=effect_name(event.closed_by),
            )
        case CannotAct(how="deployed"):
            return tr("{unit} is dazed and does not act: it was deployed this turn.", unit=names(event.unit))
        case CannotAct():
            why = held_words(event, names) if event.how else term(_CANNOT_ACT, event.why)
            return tr("{unit} does not act: {why}.", unit=names(event.unit), why=why)
        case Attacked():
            return tr(
                "{unit} attacks {target} with {dice}: {hits}.",
                unit=names(event.unit),
                target=_marked(event.target, event.because, names),
                dice=dice_words(event.dice),
                hits=hits_words(event.hits),
            )
        case Intercepted():
            return tr(
                "{unit} takes the blow of {attacker} in the place of {target}.",
                unit=names(event.unit),
                attacker=names(event.attacker),
                target=names(event.target),
            )
        case AttackOver():
            text = later("{unit} is defeated before its attack on {target} is resolved: the attack is over.")
            return tr(text, unit=names(event.unit), target=names(event.target))
        case NotUsed():
            text = later("{unit} does not use {effect}: a blessing has just saved it.")
            return tr(text, unit=names(event.unit), effect=effect_name(event.effect))
        case SpecialUsed(target=""):
            return tr("{unit} uses {special}.", unit=names(event.unit), special=event.special)
        case SpecialUsed():
            target = _marked(event.target, event.because, names)
            return tr(
                "{unit} uses {special} on {target}.", unit=names(event.unit), special=event.special, target=target
            )
    return ""


_DEFEATED = {
    "rival": later("{unit} is defeated, and leaves {hex} for the rival camp."),
    "player": later("{unit} is defeated, and leaves {hex} for your camp."),
    "arena": later("{unit} is defeated, and leaves {hex} for the supply."),
}


def _defeat(event: Event, names: Names) -> str:
    match event:
        case Damaged():
            return _damaged(event, names)
        case FellTogether():
            return tr("{units} fall at the same time.", units=listing(map(names, event.units)))
        case Defeated() if event.hex and event.side in _DEFEATED:
            return tr(_DEFEATED[event.side], unit=names(event.unit), hex=event.hex)
        case Defeated():
            return tr("{unit} is defeated.", unit=names(event.unit))
        case Dropped():
            return tr("{chip} drops on {hex}.", chip=arena_chip(event.chip), hex=event.hex)
        case HeroReduced():
            hero = names(event.hero) or tr("your hero")
            return tr("The tribune is defeated: {hero} is reduced to {hp} HP.", hero=hero, hp=event.hp)
        case InfluenceBrought():
            text = later("The tribune is defeated: the scion gains {amount} influence.")
            return tr(text, amount=event.amount)
        case OpportunitySpent():
            return tr("The Opportunity {card} is discarded: the whole roll is made again.", card=title_of(event.card))
        case HeroSaved():
            hero = names(event.hero) or tr("your hero")
            saved = tr("{hero} is healed fully, to {hp} HP.", hero=hero, hp=event.hp)
            return f"{_crossed_off(event.left)} {capital(saved)}"
        case Blessed():
            return _crossed_off(event.left) + " " + tr("You recruit random bag units up to your Leadership.")
    return ""


def _damaged(event: Damaged, names: Names) -> str:
    because = f" ({listing(map(effect_name, event.because))})" if event.because else ""
    damage = plural("{n} damage", "{n} damage", event.damage) + because
    left = hp_words(event.hp)
    if event.by:
        text = later("{by} deals {unit} {damage}: {hp} left.")
        return tr(text, by=names(event.by), unit=names(event.unit), damage=damage, hp=left)
    return tr("{unit} is dealt {damage}: {hp} left.", unit=names(event.unit), damage=damage, hp=left)


def _crossed_off(left: int) -> str:
    if left < 0:
        return tr("A blessing is crossed off.")
    return tr("A blessing is crossed off ({left} left).", left=left)


# What holds a unit back -----------------------------------------------------------------------------------------


def held_words(event: Stayed | Roamed | CannotAct, names: Names) -> str:
    """Say what holds a unit back, by its source: `fatigued by Stun`, `held by Combat Lock of your Defender`."""
    how = event.how if event.how in WORDS else KEPT
    return str(Hold(event.rule, how, event.by, event.holder, event.side, names.whose(event.holder)).sentence)
