"""Open questions in one clear sentence each, and a short gloss for each of their options."""

from __future__ import annotations

from collections.abc import Callable

from hoplo_companion.dice import more_than_in_the_box
from hoplo_companion.errors import as_command
from hoplo_companion.language import later, tr
from hoplo_companion.render.sentences.options import text_of, unit_of, who
from hoplo_companion.render.sentences.words import (
    about_name,
    arena_chip,
    capital,
    chip_name,
    colour_words,
    dice_words,
    effect_name,
    filled,
    row_words,
    skill_name,
    stat_name,
    tactic_name,
    title_of,
)
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.questions import NOTHING, Question

_Words = Callable[[Question, Combat], str]


def question_words(question: Question, combat: Combat) -> str:
    """Ask a question in one sentence or two."""
    words = QUESTIONS.get(question.id) or (_BY_HAND if question.kind == "manual" else _other)
    short = more_than_in_the_box(question.dice) if question.kind in ("dice", "hits") else ""
    return capital(words(question, combat)) + (f" ({capital(short)}.)" if short else "")


def _title(question: Question, combat: Combat) -> str:
    unit = unit_of(combat, question.unit)
    number = unit.skills.get(question.about, 0) if unit is not None else 0
    if combat.catalogue.skill(question.about) is None:
        return about_name(combat.catalogue, question.about)
    return skill_name(combat.catalogue, question.about, number)


# Questions by their ids -----------------------------------------------------------------------------------------


def _target(question: Question, combat: Combat) -> str:
    return who(question.about, combat) if question.about in combat.units else tr("everyone in reach")


def _chip(question: Question, combat: Combat) -> str:
    return chip_name(combat.catalogue, question.about)


def _joining(question: Question, combat: Combat) -> str:
    """Name the unit of a lineup that is under way as its chip."""
    unit = combat.bench.get(question.unit)
    return chip_name(combat.catalogue, unit.chip) if unit is not None else question.unit


PARTS: dict[str, Callable[[Question, Combat], object]] = {
    "unit": lambda question, combat: who(question.unit, combat),
    "name": _title,
    "text": lambda question, combat: tr(question.text) or text_of(question.about, question.unit, combat),
    "dice": lambda question, _: dice_words(question.dice),
    "colours": lambda question, _: colour_words(question.about),
    "target": _target,
    "attacker": lambda question, combat: who(question.about, combat),
    "special": lambda question, _: question.about,
    "chip": _chip,
    "scion": _chip,
    "tactic": lambda question, combat: tactic_name(combat.catalogue, question.about),
    "effect": lambda question, _: effect_name(question.about),
    "at": lambda question, _: (question.number or (1, 1))[0],
    "of": lambda question, _: (question.number or (1, 1))[1],
    "nothing": lambda question, _: NOTHING,
    "command": lambda question, _: as_command("data", "add", "scion", question.about),
    "ways": lambda question, _: ", ".join(question.options),
    **dict.fromkeys(("title", "card", "bane", "class_"), lambda question, _: title_of(question.about)),
}
"""The parts of questions, by the names that stand for them."""


def _asks(text: str, /, **own: Callable[[Question, Combat], object]) -> _Words:
    """Ask a question in one sentence, whose parts are those of PARTS but for its `own`."""

    def words(question: Question, combat: Combat) -> str:
        asked = filled(text, lambda part: (own.get(part) or PARTS[part])(question, combat))
        return " ".join(asked.split())

    return words


def _other(question: Question, combat: Combat) -> str:
    subject = title_of(question.id.replace(".", " "))
    about = [who(each, combat) for each in (question.unit, question.about) if each]
    if not about:
        return tr("{subject}: what is the answer?", subject=subject)
    return tr("{subject} ({about}): what is the answer?", subject=subject, about=", ".join(about))


def _by_about(text: str, without: str) -> _Words:
    """Ask a question in one sentence where it is about something, and in another one where it is not."""
    return lambda question, combat: _asks(text if question.about else without)(question, combat)


def _by_text(text: str, without: str) -> _Words:
    """Ask a question in one sentence where what its component says is known, and in another one where it is not."""
    return lambda question, combat: _asks(text if question.text else without)(question, combat)


def _way(question: Question, combat: Combat) -> str:
    unit = combat.units.get(question.unit)
    name, hex_ = who(question.unit, combat), combat.arena.mat.name(unit.hex) if unit is not None and unit.hex else ""
    if unit is not None and unit.side == "player":
        if not hex_:
            return tr("Several ways lead there: what does {unit} come over?", unit=name)
        return tr("Several ways lead to {hex}: what does {unit} come over?", unit=name, hex=hex_)
    if not hex_:
        return tr("Several ways are equally short: which chips does {unit} pick up?", unit=name)
    return tr("Several ways to {hex} are equally short: which chips does {unit} pick up?", unit=name, hex=hex_)


_ASKED_STATS = {
    "attack": later("Dice on the {unit} chip:"),
    "health": later("Health on the {unit} chip:"),
    "movement": later("Movement on the {unit} chip:"),
    "range": later("Range on the {unit} chip:"),
    "hp": later("HP of {unit} now:"),
    "stayed": later("Did {unit} stay where it was in its Movement Step this turn?"),
}


def _stat(question: Question, combat: Combat) -> str:
    unit, text = unit_of(combat, question.unit), _ASKED_STATS.get(question.about, later("{stat} on the {unit} chip:"))
    asked = tr(text, unit=who(question.unit, combat), stat=stat_name(question.about))
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
        "Several effects of {unit} are set off at the same time: which comes first?", unit=who(question.unit, combat)
    )


def _direction(question: Question, combat: Combat) -> str:
    text = later("{unit} roams: which way does the arena die point on the compass? ({ways})")
    if question.also:
        text = later("{unit} roams: the arena die's result, or its direction on the compass? ({ways})")
    return _asks(text)(question, combat)


def _skills(question: Question, combat: Combat) -> str:
    asked = tr("Skills on the {chip} chip (as in Roaming, Regen 1; or none):", chip=_chip(question, combat))
    hint = _hint(question.about, "skills", combat)
    return f"{hint} {asked}" if hint else asked


def _lists(question: Question, combat: Combat) -> str:
    example = "local: hero > strongest; other: closest"
    if not combat.arena.name:
        return tr("Priority lists on the card of this arena (p.23), as in {example}:", example=example)
    text = later("Priority lists on the card of the {arena} (p.23), as in {example}:")
    return tr(text, arena=combat.arena.name, example=example)


_BAG = {
    "card": later("A bag unit for the rival's lineup: which chip came out of the bag?"),
    "act": later("A bag unit for the rival's lineup, for the act: which chip came out of the bag?"),
    "event": later("A bag unit for the rival's lineup, by the card's instructions: which chip came out of the bag?"),
}


def _bag(question: Question, combat: Combat) -> str:
    if question.rule == "prepare.local-empty":
        return tr("The faction's stack is empty, so the unit comes from the bag: which chip came out?")
    if question.about in _BAG:
        return tr(_BAG[question.about])
    text = later("A bag unit for the rival's lineup, by {card}: which chip came out of the bag?")
    return tr(text, card=title_of(question.about))


def _local(question: Question, combat: Combat) -> str:
    region = combat.arena.name if combat.arena.region == question.about and combat.arena.name else ""
    return tr("Which unit lies on top of the stack of the {faction}?", faction=region or title_of(question.about))


def _text_or(unknown: str) -> Callable[[Question, Combat], object]:
    return lambda question, combat: PARTS["text"](question, combat) or tr(unknown)


_ON_CHIP = _text_or(later("its text is in no source, so read it off the chip."))
_ON_CARD = _text_or(later("What it says is in no source, so read it off the card."))
_BY_HAND = _by_about(later("{name} of {unit}: {text} What happens?"), later("{unit}: {text} What happens?"))
_GOES_FOR = _asks(later("{name} of {unit}: on whom?"))
_ONTO = _asks(later("{name} of {unit}: onto which hex?"))

QUESTIONS: dict[str, _Words] = {
    "tactic.target": _asks(later("{tactic} goes on which unit?")),
    "movement.next": _asks(later("Which rival unit moves next?")),
    "movement.destination": _asks(later("{unit} ends its move on which of these equal hexes?")),
    "movement.way": _way,
    "abilities.next": _asks(later("Which Ability does the rival use next?")),
    "engage.next": _asks(later("Which rival unit acts next?")),
    "damage.next": _asks(later("They are damaged at the same time: whose effects come first?")),
    "defeat.next": _asks(later("They lose their last HP at the same time: who is defeated first?")),
    "engage.target": _asks(later("{unit} attacks which of these equal targets?")),
    "special.target": _by_about(later("{unit} uses {special} on whom?"), later("{unit} uses its Special on whom?")),
    "attack.dice": _asks(later("{unit} attacks {target} with {dice}: how many hits?")),
    "defeat.hero": _asks(
        later("{unit} would be defeated: do you have a blessing to cross off, which heals your hero fully?")
    ),
    "end.units-left": _asks(later("None of your units is left in the arena: do you have one left to deploy?")),
    "component.stat": _stat,
    "effect.next": _next_effect,
    "effect.use": _asks(later("{name} of {unit}: {text} Is it used?")),
    "effect.target": _GOES_FOR,
    "ability.target": _GOES_FOR,
    "effect.hex": _ONTO,
    "ability.hex": _ONTO,
    "special.hex": _ONTO,
    "effect.dice": _asks(later("{name}: which dice are rolled again?")),
    "effect.had-hit": _asks(later("How many of these dice had hit before?")),
    "attack.re-roll": _asks(later("{name}: {unit} rolls {dice} again: how many hits?")),
    "attack.intercept": _asks(
        later("{attacker} attacks {target}: who takes the damage in its place?"), target=PARTS["unit"]
    ),
    "special.next": _asks(later("What does {unit} do?")),
    "special.dice": _asks(later("{unit} rolls {dice} at {target}: how many hits?")),
    "roaming.direction": _direction,
    "component.effect": _asks(later("No source states what {name} does ({unit} has it). What does it say?")),
    "unit.stayed": _stat,
    "component.kind": _asks(later("Which kind of tactic is {name} (p.30)?")),
    "component.skills": _skills,
    "component.priorities": _lists,
    "manual.skill": _BY_HAND,
    "manual.special": _asks(later("Special {name} of {unit}: {text} What happens?")),
    "manual.tactic": _asks(later("{name} now lies on {unit}: {text} What does it change at once?"), text=_ON_CHIP),
    "manual.tactic-move": _asks(
        later("{unit} is about to move under {name}: {text} What does it change? (`used` if you move it yourself.)"),
        text=_ON_CHIP,
    ),
    "manual.tactic-engage": _asks(
        later("{unit} is about to act under {name}: {text} What does it change? (`used` if it is not to act.)"),
        text=_ON_CHIP,
    ),
    # The set-up
    "prepare.sport": _asks(later("Which sport do you pick?")),
    "prepare.bag": _bag,
    "prepare.local": _local,
    "prepare.opportunity": _asks(later("{card}: {text} Do you make its change to this combat?"), text=_ON_CARD),
    "prepare.tactic-left": _asks(
        later("By count no {tactic} should be left: does the supply have one for {unit}?"), unit=_joining
    ),
    "prepare.tactic-named": _asks(
        later("The icon of {unit} brings a tactic, and the table of p.20 has none for a {class_}: which is it?"),
        unit=_joining,
    ),
    "prepare.tribune": _asks(later("Which unit of the rival's lineup is the tribune?")),
    "component.start": _asks(
        later("On which hex is {chip} as combat starts?"), chip=lambda question, _: arena_chip(question.about)
    ),
    "prepare.arena-unit": _asks(later("On which hex is the arena's {unit} as combat starts?"), unit=_chip),
    "component.class": _asks(later("First class on the {chip} chip:"), chip=_joining),
    "component.unit": _asks(
        later(
            "What does the {chip} chip show? Class, Movement/Range/Health, dice, skills, as in: "
            "defender, 1/1/4, blue blue, Taunt"
        ),
        chip=PARTS["title"],
    ),
    "component.bane": _by_text(
        later("The bane {bane}: {text} Which part should hoplo carry out, or do you do it by hand?"),
        later("No source states what the bane {bane} does. What does it say?"),
    ),
    "roll.stands": _asks(later("Does the roll stand, or is an Opportunity card discarded for another?")),
    "manual.opportunity": _by_text(
        later("{card}: {text} What does it change on the mat?"), later("{card}: what does it change on the mat?")
    ),
    "blessing.recruit": _asks(later("Reinforce: which chip came out of the bag?")),
    # A scion's combat
    "scion.roll": _asks(later("{unit} rolls {dice}: how many hits of each colour?")),
    "scion.next": _asks(later("Who carries the {dice} effect out next?"), dice=PARTS["colours"]),
    "scion.goal": _asks(later("{scion} is defeated. Its goal: {text} Is the combat won?")),
    "scion.blessing": _asks(
        later("A blessing is crossed off before the scion combat: which bane do you remove for it?")
    ),
    "bane.draw": _asks(
        later("{effect}, bane {at} of {of}: draw one from the bane stack. Which is it, and of which kind?")
    ),
    "scion.minions": _asks(later("How many chips of {chip} does the scion's card set up?")),
    "scion.minion": _asks(later("On which hex is {chip} as combat starts?")),
    "component.cap": _asks(later("Your unit cap on the card of {scion}:")),
    "manual.scion-dice": _asks(
        later(
            "{text} Which dice does {unit} roll this turn? All of them, as in `dice green blue`, or `{nothing}` for "
            "those of its card; `hoplo fix scion-dice green+1` keeps more for the whole combat."
        )
    ),
    "manual.scion-activity": _asks(
        later(
            "No source states the dice of {scion}: roll them by its card, carry every effect out from the top, and say "
            "what changed. `{command}` takes the card for the next time."
        )
    ),
    "manual.scion-row": _asks(
        later("{unit}, {dice}: {text} What happens?"),
        dice=PARTS["colours"],
        text=lambda question, _: row_words(question.text),
    ),
    "manual.scion-again": _asks(
        later(
            "{unit} has to be defeated again, and stands where it stood, at full Health. What does its card say? "
            "Enter what is different."
        )
    ),
}
"""What the rules ask, by the ids of their questions."""
