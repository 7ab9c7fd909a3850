"""Open questions in one clear sentence each, and a short gloss for each of their options."""

from __future__ import annotations

from collections.abc import Callable

from hoplo_companion.dice import more_than_in_the_box
from hoplo_companion.hexes import bits
from hoplo_companion.render.sentences.scion import SCION_QUESTIONS, scion_option_words
from hoplo_companion.render.sentences.setup import SETUP_QUESTIONS, setup_option_words
from hoplo_companion.render.sentences.words import (
    about_name,
    bare_id,
    chip_name,
    dice_words,
    listing,
    skill_name,
    stat_name,
    tactic_name,
    title_of,
    words_of,
)
from hoplo_companion.rules.effects.judge import is_dazed
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.questions import BY_HAND, NOTHING, Question

_Words = Callable[[Question, Combat], str]


def question_words(question: Question, combat: Combat) -> str:
    """Ask a question in one sentence or two; one whose id has no words of its own, by what it holds."""
    words = QUESTIONS.get(question.id) or (_manual_skill if question.kind == "manual" else _unknown)
    short = ""
    if question.kind in ("dice", "hits"):
        short = more_than_in_the_box(question.dice)
    return words(question, combat) + (f" ({short.capitalize()}.)" if short else "")


def option_words(question: Question, option: str, combat: Combat) -> str:
    """Say in few words what an option stands for; nothing where the option says it all."""
    match question.id:
        case "movement.way":
            if option == "home":
                return "home with the flag: you win"
            if option == "none" and "home" in question.options:
                return "not home: the combat goes on"
            return "without a chip" if option == "none" else f"with the {option.replace(' and ', ' and the ')}"
        case "movement.destination":
            return _hex_words(option, combat, question.unit)
        case "defeat.hero":
            return {"survive": "cross off a blessing", "lost": "no blessing: the campaign is lost"}.get(option, "")
        case "end.units-left":
            return {"yes": "the combat goes on", "no": "the combat is over"}.get(option, "")
        case "abilities.next":
            return _ability_words(option, combat)
    words = setup_option_words(question, option, combat) or scion_option_words(question, option, combat)
    if words:
        return words
    if question.kind == "effect":
        return {BY_HAND: "you carry it out each time", NOTHING: "for this turn; asked again"}.get(option, "")
    if option == NOTHING:
        return "nothing changes"
    unit = _find(combat, option)
    if unit is not None:
        return unit_words(unit, combat)
    return _hex_words(option, combat)


def unit_words(unit: Unit, combat: Combat) -> str:
    """Say which chip a unit is, where it stands and how many HP it has: `Reptilian on B2, 3 HP`."""
    words = chip_name(combat.catalogue, unit.chip)
    if unit.hex:
        words += f" on {combat.arena.mat.name(unit.hex)}"
    if unit.hp is not None:
        words += f", {unit.hp} HP"
    return words + (", dazed" if is_dazed(combat, unit) else "")


def _find(combat: Combat, id_: str) -> Unit | None:
    return combat.units.get(id_) or combat.bench.get(id_)


def _who(id_: str, combat: Combat) -> str:
    """Name a unit with its chip: `rep1 (Reptilian)`; the chip is left out where it says nothing new."""
    unit = _find(combat, id_)
    if unit is None:
        return id_ or "it"
    chip = chip_name(combat.catalogue, unit.chip)
    return id_ if unit.chip in (id_, bare_id(id_)) or chip.lower() == id_.lower() else f"{id_} ({chip})"


def _hex_words(name: str, combat: Combat, mover: str = "") -> str:
    """Say what is special about a hex: its marks, what lies there, and which units but the mover stand beside it."""
    arena = combat.arena
    hex_ = arena.mat.bit.get(name, 0)
    if not hex_:
        return ""
    words = ["a key hex"] if combat.key_hexes() & hex_ else []
    if any(arena.elevation.values()):
        words.append(f"elevation {arena.elevation.get(hex_, 0)}")
    loose = [chip for chip, place in combat.chips.items() if place.hex & hex_]
    if combat.flag is not None and combat.flag.hex & hex_:
        loose.insert(0, "flag")
    words += [f"the {words_of(chip)} lies there" for chip in loose]
    beside = [combat.at(each) for each in bits(arena.mat.adjacent(hex_))]
    names = [unit.id for unit in beside if unit is not None and unit.id != mover]
    if names:
        words.append("beside " + listing(names))
    return ", ".join(words)


def _ability_words(option: str, combat: Combat) -> str:
    """Give the restated text of the skill in an option such as `rep1 heave`."""
    unit, _, skill = option.rpartition(" ")
    record = combat.catalogue.skill(skill)
    if record is None or unit not in combat.units:
        return ""
    return f"{record.name}: {record.text.strip()}"


# Questions by their ids -----------------------------------------------------------------------------------------


def _unknown(question: Question, combat: Combat) -> str:
    subject = title_of(question.id.replace(".", " "))
    whom = f" for {_who(question.unit, combat)}" if question.unit else ""
    about = f", about {question.about}" if question.about else ""
    return f"{subject}{whom}{about}: what is the answer?"


def _tactic_target(question: Question, combat: Combat) -> str:
    return f"On which unit does the rival place {tactic_name(combat.catalogue, question.about)}?"


def _destination(question: Question, combat: Combat) -> str:
    return f"On which of these equal hexes does {_who(question.unit, combat)} end its move?"


def _way(question: Question, combat: Combat) -> str:
    unit = combat.units.get(question.unit)
    to = f" to {combat.arena.mat.name(unit.hex)}" if unit is not None and unit.hex else ""
    if unit is not None and unit.side == "player":
        return f"Several ways lead{to}: what does {_who(question.unit, combat)} come over?"
    return f"Several ways{to} are equally short: which chips does {_who(question.unit, combat)} pick up?"


def _target(question: Question, combat: Combat) -> str:
    return f"Which of these equal targets does {_who(question.unit, combat)} attack?"


def _special_target(question: Question, combat: Combat) -> str:
    special = question.about or "its Special"
    return f"On which of these equal targets does {_who(question.unit, combat)} use {special}?"


def _dice(question: Question, combat: Combat) -> str:
    attacker, target = _who(question.unit, combat), _who(question.about, combat)
    return f"{attacker} attacks {target} with {dice_words(question.dice)}: how many hits?"


def _hero_falls(question: Question, combat: Combat) -> str:
    return f"Your hero {question.unit} would be defeated: is a blessing left, which is crossed off to heal it fully?"


def _stat(question: Question, combat: Combat) -> str:
    who, stat = _who(question.unit, combat), stat_name(question.about)
    if question.about == "hp":
        return f"How many HP has {who} now?"
    if question.about == "stayed":
        return f"Did {who} stay where it was in its Movement Step this turn?"
    asked = f"Which dice does the chip of {who} show" if question.about == "attack" else (
        f"What {stat} does the chip of {who} show"
    )  # fmt: skip
    unit = _find(combat, question.unit)
    record = combat.catalogue.unit(unit.chip) if unit is not None else None
    hint = record.doubts[question.about].hint if record is not None and question.about in record.doubts else ""
    return f"{asked}?" + (f" ({hint.strip()})" if hint.strip() else "")


def _skill_text(question: Question, combat: Combat) -> str:
    """Give what a skill does, and what rivals do with it where it is a rival's."""
    record = combat.catalogue.skill(question.about) or combat.catalogue.tactic(question.about)
    unit = _find(combat, question.unit)
    if record is None:
        return ""
    rival = getattr(record, "rival", "") if unit is None or unit.side != "player" else ""
    return "".join(f" {text.strip()}" for text in (record.text, rival) if text.strip())


def _title(question: Question, combat: Combat) -> str:
    unit = _find(combat, question.unit)
    number = unit.skills.get(question.about, 0) if unit is not None else 0
    if combat.catalogue.skill(question.about) is None:
        return about_name(combat.catalogue, question.about)
    return skill_name(combat.catalogue, question.about, number)


def _manual_skill(question: Question, combat: Combat) -> str:
    about = f"{_title(question, combat)} of " if question.about else ""
    said = f" {question.text}" if question.text else _skill_text(question, combat)
    return f"{about}{_who(question.unit, combat)}:{said} What happens?"


def _manual_special(question: Question, combat: Combat) -> str:
    name, who = _title(question, combat), _who(question.unit, combat)
    text = _skill_text(question, combat)
    return f"Special {name} of {who}:{text} What happens?"


def _chip_text(question: Question, combat: Combat) -> str:
    text = _skill_text(question, combat)
    return text or " its text is in no source, so read it off the chip."


def _manual_tactic(question: Question, combat: Combat) -> str:
    name, who = _title(question, combat), _who(question.unit, combat)
    return f"{name} now lies on {who}:{_chip_text(question, combat)} What does it change at once?"


def _manual_tactic_move(question: Question, combat: Combat) -> str:
    name, who = _title(question, combat), _who(question.unit, combat)
    text = _chip_text(question, combat)
    return f"{who} is about to move with {name} on it:{text} What does it change? (`used` if you move it yourself.)"


def _manual_tactic_engage(question: Question, combat: Combat) -> str:
    name, who = _title(question, combat), _who(question.unit, combat)
    text = _chip_text(question, combat)
    return f"{who} is about to act with {name} on it:{text} What does it change? (`used` if it is not to act.)"


def _manual_next(question: Question, combat: Combat) -> str:
    whose = f" of {_who(question.unit, combat)}" if question.unit else ""
    return f"Several effects{whose} are set off at once: which comes first?"


def _use(question: Question, combat: Combat) -> str:
    return f"{_title(question, combat)} of {_who(question.unit, combat)}:{_skill_text(question, combat)} Is it used?"


def _effect_target(question: Question, combat: Combat) -> str:
    return f"Whom does {_title(question, combat)} of {_who(question.unit, combat)} go for?"


def _effect_hex(question: Question, combat: Combat) -> str:
    return f"{_title(question, combat)} of {_who(question.unit, combat)}: onto which of these hexes?"


def _again(question: Question, combat: Combat) -> str:
    return f"{_title(question, combat)}: which dice are rolled again?"


def _again_dice(question: Question, combat: Combat) -> str:
    again = dice_words(question.dice)
    return f"{_title(question, combat)}: {_who(question.unit, combat)} rolls {again} again: how many hits?"


def _intercept(question: Question, combat: Combat) -> str:
    target, attacker = _who(question.unit, combat), _who(question.about, combat)
    return f"{attacker} attacks {target}: who takes the damage in its place?"


def _special_next(question: Question, combat: Combat) -> str:
    return f"What does {_who(question.unit, combat)} do?"


def _special_dice(question: Question, combat: Combat) -> str:
    at = _who(question.about, combat) if question.about in combat.units else "everyone that it reaches"
    return f"{_who(question.unit, combat)} rolls {dice_words(question.dice)} at {at}: how many hits?"


def _direction(question: Question, combat: Combat) -> str:
    told = "the arena die's result, or its direction" if question.also else "the direction of the arena die"
    return f"{_who(question.unit, combat)} roams: {told} on the compass? ({', '.join(question.options)})"


def _component_skills(question: Question, combat: Combat) -> str:
    record = combat.catalogue.unit(question.about)
    hint = record.doubts["skills"].hint.strip() if record is not None and "skills" in record.doubts else ""
    asked = f"Which skills does the chip of {_who(question.unit, combat)} show? (as in Roaming, Regen 1; or none)"
    return f"{hint} {asked}".strip()


def _component_lists(question: Question, combat: Combat) -> str:
    name = combat.arena.name or "this arena"
    return f"Which priority lists are on the card of the {name} (p.23)? (as in local: hero > strongest; other: closest)"


def _component_kind(question: Question, combat: Combat) -> str:
    return f"Which kind of tactic is {_title(question, combat)} (p.30)?"


def _component_effect(question: Question, combat: Combat) -> str:
    name, who = _title(question, combat), _who(question.unit, combat)
    return f"No source states what {name} does ({who} has it). What does it say?"


QUESTIONS: dict[str, _Words] = {
    "tactic.target": _tactic_target,
    "movement.next": lambda question, combat: "Which rival unit moves next?",
    "movement.destination": _destination,
    "movement.way": _way,
    "abilities.next": lambda question, combat: "Which Ability does the rival use next?",
    "engage.next": lambda question, combat: "Which rival unit acts next?",
    "damage.next": lambda question, combat: "The damage falls on them at once: whose effects come first?",
    "defeat.next": lambda question, combat: "They have lost their last HP at once: who is defeated first?",
    "engage.target": _target,
    "special.target": _special_target,
    "attack.dice": _dice,
    "defeat.hero": _hero_falls,
    "end.units-left": lambda question, combat: "None of your units is left in the arena: have you one still to deploy?",
    "component.stat": _stat,
    "effect.next": _manual_next,
    "effect.use": _use,
    "effect.target": _effect_target,
    "ability.target": _effect_target,
    "effect.hex": _effect_hex,
    "ability.hex": _effect_hex,
    "special.hex": _effect_hex,
    "effect.dice": _again,
    "effect.had-hit": lambda question, combat: "How many of these dice had hit before?",
    "attack.re-roll": _again_dice,
    "attack.intercept": _intercept,
    "special.next": _special_next,
    "special.dice": _special_dice,
    "roaming.direction": _direction,
    "component.effect": _component_effect,
    "unit.stayed": _stat,
    "component.kind": _component_kind,
    "component.skills": _component_skills,
    "component.priorities": _component_lists,
    "manual.skill": _manual_skill,
    "manual.special": _manual_special,
    "manual.tactic": _manual_tactic,
    "manual.tactic-move": _manual_tactic_move,
    "manual.tactic-engage": _manual_tactic_engage,
    **SETUP_QUESTIONS,
    **SCION_QUESTIONS,
}
