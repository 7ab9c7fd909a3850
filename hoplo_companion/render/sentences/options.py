"""What an option of a question stands for, in few words."""

from __future__ import annotations

from hoplo_companion.hexes import bits
from hoplo_companion.language import later, tr
from hoplo_companion.render.sentences.words import (
    arena_chip,
    capital,
    chip_name,
    goal_name,
    italian_text,
    listing,
    skill_name,
    tactic_name,
    title_of,
)
from hoplo_companion.rules.agenda import STANDS
from hoplo_companion.rules.effects.judge import is_dazed
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.questions import BY_HAND, NOTHING, Question
from hoplo_companion.rules.unit_names import names_of


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
        case "prepare.sport":
            return goal_name(option)
        case "prepare.tribune" if option in combat.bench:
            unit = combat.bench[option]
            return ", ".join([chip_name(combat.catalogue, unit.chip), *map(title_of, unit.classes)])
        case "roll.stands":
            return tr("discard {card}, and roll again", card=title_of(option))
        case "scion.blessing":
            where, _, bane = option.partition(":")
            text = later("{bane}, from the bag") if where == "bag" else later("{bane}, from your camp")
            return tr(text, bane=title_of(bane)) if bane else tr("no bane")
    if (question.kind, option) in _OPTIONS:
        return tr(_OPTIONS[question.kind, option])
    unit_ = unit_of(combat, option)
    return unit_words(unit_, combat) if unit_ is not None else _hex_words(option, combat)


def option_offered(question: Question, option: str, combat: Combat) -> str:
    """An option as it is chosen from, with what there is to say of it: `B2  (a key hex)`, `Archer  (on B2, 3 HP)`."""
    words = option_words(question, option, combat)
    if unit_of(combat, option) is not None and words.startswith(name := capital(names_of(combat)(option))):
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
    ("prepare.opportunity", "no"): later("the combat stays as it is"),
    ("prepare.opportunity", "yes"): later("you make it"),
    ("roll.stands", STANDS): later("it stands"),
    ("component.cap", NOTHING): later("not known: no limit for now; ask me again later"),
    ("scion.minions", NOTHING): later("none, or placed by hand"),
    ("scion.goal", "yes"): later("the campaign's last combat is won"),
    ("scion.goal", "no"): later("the combat continues"),
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


def unit_of(combat: Combat, id_: str) -> Unit | None:
    """Find a unit of the combat, or of a lineup that is still to come."""
    return combat.units.get(id_) or combat.bench.get(id_)


def who(id_: str, combat: Combat) -> str:
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
    return capital(tr(text, name=record.name, unit=who(id_, combat), text=text_of(skill, "", combat)))


def text_of(about: str, unit: str, combat: Combat) -> str:
    """Give what a skill or a tactic does, and what rivals do with it where it is a rival's."""
    record = combat.catalogue.skill(about) or combat.catalogue.tactic(about)
    holder = unit_of(combat, unit)
    if record is None:
        return ""
    kind = "skills" if combat.catalogue.skill(about) is not None else "tactics"
    if text := italian_text(combat.catalogue, kind, about):
        return text
    rival = getattr(record, "rival", "") if unit and (holder is None or holder.side != "player") else ""
    return " ".join(text.strip() for text in (record.text, rival) if text.strip())
