"""Open questions in one clear sentence each, and a short gloss for each of their options."""

from __future__ import annotations

from collections.abc import Callable

from hoplo_companion.dice import more_than_in_the_box
from hoplo_companion.hexes import bits
from hoplo_companion.language import later, tr
from hoplo_companion.render.sentences.scion import SCION_QUESTIONS, scion_option_words
from hoplo_companion.render.sentences.setup import SETUP_QUESTIONS, setup_option_words
from hoplo_companion.render.sentences.words import (
    about_name,
    arena_chip,
    capital,
    chip_name,
    dice_words,
    italian_text,
    listing,
    skill_name,
    stat_name,
    tactic_name,
    title_of,
)
from hoplo_companion.rules.effects.judge import is_dazed
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.questions import BY_HAND, NOTHING, Question
from hoplo_companion.rules.unit_names import names_of

_Words = Callable[[Question, Combat], str]


def question_words(question: Question, combat: Combat) -> str:
    """Ask a question in one sentence or two."""
    words = QUESTIONS.get(question.id) or (_by_hand if question.kind == "manual" else _other)
    short = more_than_in_the_box(question.dice) if question.kind in ("dice", "hits") else ""
    return capital(words(question, combat)) + (f" ({capital(short)}.)" if short else "")


def option_words(question: Question, option: str, combat: Combat) -> str:
    """Say in few words what an option stands for; nothing where the option says it all."""
    if (question.id, option) in _OPTIONS:
        return tr(_OPTIONS[question.id, option])
    match question.id:
        case "movement.way":
            return _way_words(option, question)
        case "movement.destination":
            return _hex_words(option, combat, question.unit)
        case "abilities.next":
            return _ability_words(option, combat)
    if words := setup_option_words(question, option, combat) or scion_option_words(question, option, combat):
        return words
    if (question.kind, option) in _OPTIONS:
        return tr(_OPTIONS[question.kind, option])
    unit = _find(combat, option)
    return unit_words(unit, combat) if unit is not None else _hex_words(option, combat)


def option_offered(question: Question, option: str, combat: Combat) -> str:
    """An option as it is chosen from, with what there is to say of it: `B2  (a key hex)`, `Archer  (on B2, 3 HP)`."""
    words = option_words(question, option, combat)
    if _find(combat, option) is not None and words.startswith(name := capital(names_of(combat)(option))):
        more = words.removeprefix(name).lstrip(", ")
        return f"{name}  ({more})" if more else name
    if option in combat.arena.mat.bit:
        return f"{option}  ({words})" if words else option
    if combat.catalogue.tactic(option) is not None:
        return tactic_name(combat.catalogue, option)
    if combat.catalogue.skill(option) is not None:
        return skill_name(combat.catalogue, option)
    return words or names_of(combat)(option)


_OPTIONS = {
    ("movement.way", "home"): later("home with the flag: you win"),
    ("defeat.hero", "survive"): later("cross off a blessing"),
    ("defeat.hero", "lost"): later("no blessing: the campaign is lost"),
    ("end.units-left", "yes"): later("the combat continues"),
    ("end.units-left", "no"): later("the combat is over"),
    ("effect.use", "yes"): later("it is used"),
    ("effect.use", "no"): later("it is not used"),
    ("unit.stayed", "yes"): later("it did not move"),
    ("unit.stayed", "no"): later("it moved"),
    ("special.next", "attack"): later("it attacks"),
    ("component.skills", NOTHING): later("not known; ask me again later"),
    ("effect", BY_HAND): later("carried out by hand each time"),
    ("effect", NOTHING): later("for this turn only"),
    ("manual", NOTHING): later("nothing changes"),
}
"""What options stand for that are neither units nor hexes, by the question or its kind."""


def _way_words(option: str, question: Question) -> str:
    if option == "none":
        return tr("not home: the combat continues") if "home" in question.options else tr("without a chip")
    return tr("with {chips}", chips=listing(map(arena_chip, option.split(" and "))))


def unit_words(unit: Unit, combat: Combat) -> str:
    """Say which unit it is, where it stands and how many HP it has: `Reptilian on B2, 3 HP`."""
    name = names_of(combat)(unit.id)
    words = [tr("{unit} on {hex}", unit=name, hex=combat.arena.mat.name(unit.hex)) if unit.hex else name]
    if unit.hp is not None:
        words.append(tr("{hp} HP", hp=unit.hp))
    if is_dazed(combat, unit):
        words.append(tr("dazed"))
    return capital(", ".join(words))


def _find(combat: Combat, id_: str) -> Unit | None:
    return combat.units.get(id_) or combat.bench.get(id_)


def _who(id_: str, combat: Combat) -> str:
    """Name a unit of the combat."""
    return names_of(combat)(id_) or tr("this unit")


def _hex_words(name: str, combat: Combat, mover: str = "") -> str:
    """Say what is special about a hex: its marks, what lies there, and which units but the mover stand beside it."""
    arena = combat.arena
    hex_ = arena.mat.bit.get(name, 0)
    if not hex_:
        return ""
    words = [tr("a key hex")] if combat.key_hexes() & hex_ else []
    if any(arena.elevation.values()):
        words.append(tr("elevation {level}", level=arena.elevation.get(hex_, 0)))
    loose = [chip for chip, place in combat.chips.items() if place.hex & hex_]
    if combat.flag is not None and combat.flag.hex & hex_:
        loose.insert(0, "flag")
    words += [tr("{chip} lies there", chip=arena_chip(chip)) for chip in loose]
    beside = [combat.at(each) for each in bits(arena.mat.adjacent(hex_))]
    units = [unit.id for unit in beside if unit is not None and unit.id != mover]
    if units:
        words.append(tr("beside {units}", units=listing(map(names_of(combat), units))))
    return ", ".join(words)


def _ability_words(option: str, combat: Combat) -> str:
    """Name the unit and the skill of an option such as `rep1 heave`, with what the skill does."""
    id_, _, skill = option.rpartition(" ")
    record = combat.catalogue.skill(skill)
    if record is None or id_ not in combat.units:
        return ""
    text = later("{name} of {unit}: {text}")
    return capital(tr(text, name=record.name, unit=_who(id_, combat), text=_text_of(skill, "", combat)))


# What components say --------------------------------------------------------------------------------------------


def _text_of(about: str, unit: str, combat: Combat) -> str:
    """Give what a skill or a tactic does, and what rivals do with it where it is a rival's."""
    record = combat.catalogue.skill(about) or combat.catalogue.tactic(about)
    holder = _find(combat, unit)
    if record is None:
        return ""
    kind = "skills" if combat.catalogue.skill(about) is not None else "tactics"
    if text := italian_text(combat.catalogue, kind, about):
        return text
    rival = getattr(record, "rival", "") if unit and (holder is None or holder.side != "player") else ""
    return " ".join(text.strip() for text in (record.text, rival) if text.strip())


def _title(question: Question, combat: Combat) -> str:
    unit = _find(combat, question.unit)
    number = unit.skills.get(question.about, 0) if unit is not None else 0
    if combat.catalogue.skill(question.about) is None:
        return about_name(combat.catalogue, question.about)
    return skill_name(combat.catalogue, question.about, number)


def _named(text: str, question: Question, combat: Combat, unknown: str = "") -> str:
    """Fill in what most questions are about: the skill or tactic, the unit, and what the component says."""
    said = tr(question.text) or _text_of(question.about, question.unit, combat) or (tr(unknown) if unknown else "")
    filled = tr(text, name=_title(question, combat), unit=_who(question.unit, combat), text=said)
    return " ".join(filled.split())


# Questions by their ids -----------------------------------------------------------------------------------------


def _asks(text: str) -> _Words:
    """Ask a question that is the same whatever it is about."""
    return lambda question, combat: tr(text)


def _asks_of(text: str, unknown: str = "") -> _Words:
    """Ask a question about a unit (`unit`), a skill or tactic (`name`), with what that says (`text`)."""
    return lambda question, combat: _named(text, question, combat, unknown)


def _asks_with_dice(text: str) -> _Words:
    """Ask for the hits of a roll by a unit, of a skill (`name`), at a `target`."""

    def words(question: Question, combat: Combat) -> str:
        known = question.about in combat.units
        target = _who(question.about, combat) if known else tr("everyone in reach")
        dice, name = dice_words(question.dice), _title(question, combat)
        return tr(text, unit=_who(question.unit, combat), target=target, dice=dice, name=name)

    return words


def _other(question: Question, combat: Combat) -> str:
    subject = title_of(question.id.replace(".", " "))
    about = [_who(each, combat) for each in (question.unit, question.about) if each]
    if not about:
        return tr("{subject}: what is the answer?", subject=subject)
    return tr("{subject} ({about}): what is the answer?", subject=subject, about=", ".join(about))


def _tactic_target(question: Question, combat: Combat) -> str:
    return tr("{tactic} goes on which unit?", tactic=tactic_name(combat.catalogue, question.about))


def _way(question: Question, combat: Combat) -> str:
    unit = combat.units.get(question.unit)
    who, hex_ = _who(question.unit, combat), combat.arena.mat.name(unit.hex) if unit is not None and unit.hex else ""
    if unit is not None and unit.side == "player":
        if not hex_:
            return tr("Several ways lead there: what does {unit} come over?", unit=who)
        return tr("Several ways lead to {hex}: what does {unit} come over?", unit=who, hex=hex_)
    if not hex_:
        return tr("Several ways are equally short: which chips does {unit} pick up?", unit=who)
    return tr("Several ways to {hex} are equally short: which chips does {unit} pick up?", unit=who, hex=hex_)


def _special_target(question: Question, combat: Combat) -> str:
    unit = _who(question.unit, combat)
    if not question.about:
        return tr("{unit} uses its Special on whom?", unit=unit)
    return tr("{unit} uses {special} on whom?", unit=unit, special=question.about)


_ASKED_STATS = {
    "attack": later("Dice on the {unit} chip:"),
    "health": later("Health on the {unit} chip:"),
    "movement": later("Movement on the {unit} chip:"),
    "range": later("Range on the {unit} chip:"),
    "hp": later("HP of {unit} now:"),
    "stayed": later("Did {unit} stay where it was in its Movement Step this turn?"),
}


def _stat(question: Question, combat: Combat) -> str:
    unit = _find(combat, question.unit)
    who = _who(question.unit, combat)
    if question.about in _ASKED_STATS:
        asked = tr(_ASKED_STATS[question.about], unit=who)
    else:
        asked = tr("{stat} on the {unit} chip:", stat=stat_name(question.about), unit=who)
    hint = _hint(unit.chip, question.about, combat) if unit is not None else ""
    return f"{asked} ({hint})" if hint else asked


def _hint(chip: str, field: str, combat: Combat) -> str:
    """Give what is known of a field of a chip that is in doubt."""
    record = combat.catalogue.unit(chip)
    return tr(record.doubts[field].hint) if record is not None and field in record.doubts else ""


def _next_effect(question: Question, combat: Combat) -> str:
    if not question.unit:
        return tr("Several effects are set off at the same time: which comes first?")
    return tr(
        "Several effects of {unit} are set off at the same time: which comes first?", unit=_who(question.unit, combat)
    )


def _intercept(question: Question, combat: Combat) -> str:
    target, attacker = _who(question.unit, combat), _who(question.about, combat)
    return tr("{attacker} attacks {target}: who takes the damage in its place?", attacker=attacker, target=target)


def _direction(question: Question, combat: Combat) -> str:
    text = later("{unit} roams: which way does the arena die point on the compass? ({ways})")
    if question.also:
        text = later("{unit} roams: the arena die's result, or its direction on the compass? ({ways})")
    return tr(text, unit=_who(question.unit, combat), ways=", ".join(question.options))


def _skills(question: Question, combat: Combat) -> str:
    asked = tr(
        "Skills on the {chip} chip (as in Roaming, Regen 1; or none):", chip=chip_name(combat.catalogue, question.about)
    )
    hint = _hint(question.about, "skills", combat)
    return f"{hint} {asked}" if hint else asked


def _lists(question: Question, combat: Combat) -> str:
    example = "local: hero > strongest; other: closest"
    if not combat.arena.name:
        return tr("Priority lists on the card of this arena (p.23), as in {example}:", example=example)
    text = later("Priority lists on the card of the {arena} (p.23), as in {example}:")
    return tr(text, arena=combat.arena.name, example=example)


def _by_hand(question: Question, combat: Combat) -> str:
    if not question.about:
        return _named(later("{unit}: {text} What happens?"), question, combat)
    return _named(later("{name} of {unit}: {text} What happens?"), question, combat)


_NO_TEXT = later("its text is in no source, so read it off the chip.")
_GOES_FOR = _asks_of(later("{name} of {unit}: on whom?"))
_ONTO = _asks_of(later("{name} of {unit}: onto which hex?"))

QUESTIONS: dict[str, _Words] = {
    "tactic.target": _tactic_target,
    "movement.next": _asks(later("Which rival unit moves next?")),
    "movement.destination": _asks_of(later("{unit} ends its move on which of these equal hexes?")),
    "movement.way": _way,
    "abilities.next": _asks(later("Which Ability does the rival use next?")),
    "engage.next": _asks(later("Which rival unit acts next?")),
    "damage.next": _asks(later("They are damaged at the same time: whose effects come first?")),
    "defeat.next": _asks(later("They lose their last HP at the same time: who is defeated first?")),
    "engage.target": _asks_of(later("{unit} attacks which of these equal targets?")),
    "special.target": _special_target,
    "attack.dice": _asks_with_dice(later("{unit} attacks {target} with {dice}: how many hits?")),
    "defeat.hero": _asks_of(
        later("{unit} would be defeated: do you have a blessing to cross off, which heals your hero fully?")
    ),
    "end.units-left": _asks(later("None of your units is left in the arena: do you have one left to deploy?")),
    "component.stat": _stat,
    "effect.next": _next_effect,
    "effect.use": _asks_of(later("{name} of {unit}: {text} Is it used?")),
    "effect.target": _GOES_FOR,
    "ability.target": _GOES_FOR,
    "effect.hex": _ONTO,
    "ability.hex": _ONTO,
    "special.hex": _ONTO,
    "effect.dice": _asks_of(later("{name}: which dice are rolled again?")),
    "effect.had-hit": _asks(later("How many of these dice had hit before?")),
    "attack.re-roll": _asks_with_dice(later("{name}: {unit} rolls {dice} again: how many hits?")),
    "attack.intercept": _intercept,
    "special.next": _asks_of(later("What does {unit} do?")),
    "special.dice": _asks_with_dice(later("{unit} rolls {dice} at {target}: how many hits?")),
    "roaming.direction": _direction,
    "component.effect": _asks_of(later("No source states what {name} does ({unit} has it). What does it say?")),
    "unit.stayed": _stat,
    "component.kind": _asks_of(later("Which kind of tactic is {name} (p.30)?")),
    "component.skills": _skills,
    "component.priorities": _lists,
    "manual.skill": _by_hand,
    "manual.special": _asks_of(later("Special {name} of {unit}: {text} What happens?")),
    "manual.tactic": _asks_of(later("{name} now lies on {unit}: {text} What does it change at once?"), _NO_TEXT),
    "manual.tactic-move": _asks_of(
        later("{unit} is about to move under {name}: {text} What does it change? (`used` if you move it yourself.)"),
        _NO_TEXT,
    ),
    "manual.tactic-engage": _asks_of(
        later("{unit} is about to act under {name}: {text} What does it change? (`used` if it is not to act.)"),
        _NO_TEXT,
    ),
    **SETUP_QUESTIONS,
    **SCION_QUESTIONS,
}
"""What the rules ask, by the ids of their questions."""
