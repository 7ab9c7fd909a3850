"""Open questions in one clear sentence each, and what each of their options stands for."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import asdict

from hoplo_companion.components.words import Part, Telling, joined, of, when
from hoplo_companion.dice import more_than_in_the_box
from hoplo_companion.errors import as_command
from hoplo_companion.hexes import bits
from hoplo_companion.language import later, tr
from hoplo_companion.render.board.words import condition, lying_on
from hoplo_companion.render.sentences import words
from hoplo_companion.rules.agenda import STANDS
from hoplo_companion.rules.dialogue import BY_HAND, NOTHING, Question
from hoplo_companion.rules.effects.unknown import LASTS
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.naming import chip_name, names_of, title_of
from hoplo_companion.rules.sentence import capital


def question_words(question: Question, combat: Combat) -> str:
    """Ask a question in one sentence or two."""
    telling = QUESTIONS.get(question.id, _BY_HAND)
    telling = Telling(telling) if isinstance(telling, str) else telling
    asked = telling.words(PARTS, {**asdict(question), "combat": combat})
    short = more_than_in_the_box(question.dice) if question.kind in ("dice", "hits") else ""
    return capital(" ".join(asked.split())) + (f" ({capital(short)}.)" if short else "")


def _title(unit: str, about: str, combat: Combat, **_: Any) -> str:
    holder = unit_of(combat, unit)
    if combat.catalogue.skill(about) is None:
        return words.printed_name(combat.catalogue, about)
    return words.printed_name(combat.catalogue, about, holder.skills.get(about, 0) if holder is not None else 0)


def _owned(unit: str, combat: Combat, **values: Any) -> str:
    """Name an effect with the unit that has it; one of a card, which no unit has, alone."""
    name = _title(unit, combat=combat, **values)
    return tr("{name} of {unit}", name=name, unit=who(unit, combat)) if unit else name


def _chip(unit: str, combat: Combat, **_: Any) -> str:
    """Name a unit, of a lineup that is under way too, as its chip."""
    holder = unit_of(combat, unit)
    return chip_name(combat.catalogue, holder.chip) if holder is not None else unit


def _hex(unit: str, combat: Combat, **_: Any) -> str:
    mover = combat.units.get(unit)
    return combat.arena.mat.name(mover.hex) if mover is not None and mover.hex else ""


def _hint(chip: str, field: str, combat: Combat) -> str:
    """What is known of a field of a chip that is in doubt."""
    record = combat.catalogue.unit(chip)
    return tr(record.doubts[field].hint) if record is not None and field in record.doubts else ""


def _text_or(unknown: str) -> Part:
    return lambda **values: PARTS["text"](**values) or tr(unknown)


PARTS: dict[str, Part] = {
    "unit": lambda unit, combat, **_: who(unit, combat),
    "name": _title,
    "owned": _owned,
    "text": lambda text, about, unit, combat, **_: tr(text) or text_of(about, unit, combat),
    "dice": of("dice", words.dice_words),
    "colours": of("about", words.colour_words),
    "target": lambda about, combat, **_: who(about, combat) if about in combat.units else tr("everyone in reach"),
    "attacker": lambda about, combat, **_: who(about, combat),
    "special": lambda about, **_: about,
    **dict.fromkeys(("chip", "scion"), lambda about, combat, **_: chip_name(combat.catalogue, about)),
    "tactic": lambda about, combat, **_: words.printed_name(combat.catalogue, about),
    "effect": of("about", words.effect_name),
    "at": lambda number, **_: (number or (1, 1))[0],
    "of": lambda number, **_: (number or (1, 1))[1],
    "hex": _hex,
    "nothing": lambda **_: NOTHING,
    "command": lambda about, **_: as_command("data", "add", "scion", about),
    "ways": lambda options, **_: ", ".join(options),
    **dict.fromkeys(("title", "card", "bane", "class_"), of("about", title_of)),
}
"""The parts of questions, by the names that stand for them."""

_ON_CHIP = _text_or(later("its text is in no source, so read it off the chip."))
_ON_CARD = _text_or(later("What it says is in no source, so read it off the card."))
_GOES_FOR, _ONTO = later("{owned}: on whom?"), later("{owned}: onto which hex?")
_BY_HAND = Telling(when("{owned}: {text} What happens?", about=True), when("{unit}: {text} What happens?"))
_ASKED_STATS = {
    "attack": later("Dice on the {chip} chip:"),
    "health": later("Health on the {chip} chip:"),
    "movement": later("Movement on the {chip} chip:"),
    "range": later("Range on the {chip} chip:"),
    "hp": later("HP of {unit} now:"),
    "stayed": later("Did {unit} stay where it was in its Movement Step this turn?"),
}
_STAT = Telling(
    joined("{asked} ({hint})", hint=True),
    joined("{asked}"),
    asked=lambda unit, about, combat, **_: tr(
        _ASKED_STATS.get(about, later("{stat} on the {chip} chip:")),
        unit=who(unit, combat),
        chip=_chip(unit, combat),
        stat=words.stat_name(about),
    ),
    hint=lambda unit, about, combat, **_: _hint(getattr(unit_of(combat, unit), "chip", ""), about, combat),
)

QUESTIONS: dict[str, Telling | str] = {
    "tactic.target": later("{tactic} goes on which unit?"),
    "movement.next": later("Which rival unit moves next?"),
    "movement.destination": later("{unit} ends its move on which of these equal hexes?"),
    "movement.way": Telling(
        when("Several ways lead to {hex}: which does {unit} take?", yours=True, hex=True),
        when("Several ways lead there: which does {unit} take?", yours=True),
        when("Several ways to {hex} are equally short: which chips does {unit} pick up?", hex=True),
        when("Several ways are equally short: which chips does {unit} pick up?"),
        hex=_hex,
        yours=lambda unit, combat, **_: unit in combat.units and combat.units[unit].side == "player",
    ),
    "abilities.next": later("Which Ability does the rival use next?"),
    "engage.next": later("Which rival unit acts next?"),
    "damage.next": later("They are damaged at the same time: whose effects come first?"),
    "defeat.next": later("They lose their last HP at the same time: who is defeated first?"),
    "engage.target": later("{unit} attacks which of these equal targets?"),
    "special.target": Telling(
        when("{unit} uses {special} on whom?", about=True), when("{unit} uses its Special on whom?")
    ),
    "attack.dice": later("{unit} attacks {target} with {dice}: how many hits?"),
    "defeat.hero": later("{unit} would be defeated: do you have a blessing to cross off, which heals your hero fully?"),
    "end.units-left": later("None of your units is left in the arena: do you have one left to deploy?"),
    "component.stat": _STAT,
    "effect.next": Telling(
        when("Several effects of {unit} are set off at the same time: which comes first?", unit=True),
        when("Several effects are set off at the same time: which comes first?"),
    ),
    "effect.use": later("{owned}: {text} Is it used?"),
    "effect.target": _GOES_FOR,
    "ability.target": _GOES_FOR,
    "effect.hex": _ONTO,
    "ability.hex": _ONTO,
    "special.hex": _ONTO,
    "effect.dice": later("{name}: which dice are rolled again?"),
    "effect.had-hit": later("How many of these dice had hit before?"),
    "attack.re-roll": later("{name}: {unit} rolls {dice} again: how many hits?"),
    "attack.intercept": Telling(
        "{attacker} attacks {target}: who takes the damage in its place?", target=PARTS["unit"]
    ),
    "special.next": later("What does {unit} do?"),
    "special.dice": later("{unit} rolls {dice} at {target}: how many hits?"),
    "roaming.direction": Telling(
        when("{unit} roams: the arena die's result, or its direction on the compass? ({ways})", also=True),
        when("{unit} roams: which way does the arena die point on the compass? ({ways})"),
    ),
    "component.effect": later("No source states what {name} does ({unit} has it). What does it say?"),
    "unit.stayed": _STAT,
    "component.kind": later("Which kind of tactic is {name} (p.30)?"),
    "component.skills": Telling(
        joined("{hint} {asked}"),
        hint=lambda about, combat, **_: _hint(about, "skills", combat),
        asked=lambda about, combat, **_: tr(
            "Skills on the {chip} chip (as in Roaming, Regen 1; or none):", chip=chip_name(combat.catalogue, about)
        ),
    ),
    "component.priorities": Telling(
        when("Priority lists on the card of the {arena} (p.23), as in {example}:", arena=True),
        when("Priority lists on the card of this arena (p.23), as in {example}:"),
        arena=lambda combat, **_: combat.arena.name,
        example=lambda **_: "local: hero > strongest; other: closest",
    ),
    "manual.skill": _BY_HAND,
    "manual.special": later("Special {name} of {unit}: {text} What happens?"),
    "manual.tactic": Telling("{name} now lies on {unit}: {text} What does it change at once?", text=_ON_CHIP),
    "manual.tactic-move": Telling(
        "{unit} is about to move under {name}: {text} What does it change? (`used` if you move it yourself.)",
        text=_ON_CHIP,
    ),
    "manual.tactic-engage": Telling(
        "{unit} is about to act under {name}: {text} What does it change? (`used` if it is not to act.)", text=_ON_CHIP
    ),
    # The set-up
    "prepare.sport": later("Which sport do you pick?"),
    "prepare.bag": Telling(
        when(
            "The faction's stack is empty, so the unit comes from the bag: which chip came out?",
            rule="prepare.local-empty",
        ),
        when("A bag unit for the rival's lineup: which chip came out of the bag?", about="card"),
        when("A bag unit for the rival's lineup, for the act: which chip came out of the bag?", about="act"),
        when(
            "A bag unit for the rival's lineup, by the card's instructions: which chip came out of the bag?",
            about="event",
        ),
        when("A bag unit for the rival's lineup, by {card}: which chip came out of the bag?"),
    ),
    "prepare.local": Telling(
        "Which unit lies on top of the stack of the {faction}?",
        faction=lambda about, combat, **_: (
            (combat.arena.name if combat.arena.region == about else "") or title_of(about)
        ),
    ),
    "prepare.opportunity": Telling("{card}: {text} Do you make its change to this combat?", text=_ON_CARD),
    "prepare.tactic-left": Telling(
        "By count no {tactic} should be left: does the supply have one for {unit}?", unit=_chip
    ),
    "prepare.tactic-named": Telling(
        "The icon of {unit} brings a tactic, and the table of p.20 has none for a {class_}: which is it?", unit=_chip
    ),
    "prepare.tribune": later("Which unit of the rival's lineup is the tribune?"),
    "component.start": Telling("On which hex is {chip} as combat starts?", chip=of("about", words.arena_chip)),
    "prepare.arena-unit": Telling("On which hex is the arena's {unit} as combat starts?", unit=PARTS["chip"]),
    "component.class": Telling("First class on the {chip} chip:", chip=_chip),
    "component.unit": Telling(
        "What does the {chip} chip show? Class, Movement/Range/Health, dice, skills, as in: "
        "defender, 1/1/4, blue blue, Taunt",
        chip=PARTS["title"],
    ),
    "component.bane": Telling(
        when("The bane {bane}: {text} Which part should hoplo carry out, or do you do it by hand?", text=True),
        when("No source states what the bane {bane} does. What does it say?"),
    ),
    "roll.stands": later("Does the roll stand, or is an Opportunity card discarded for another?"),
    "manual.opportunity": Telling(
        when("{card}: {text} What does it change on the mat?", text=True),
        when("{card}: what does it change on the mat?"),
    ),
    "blessing.recruit": later("Reinforce: which chip came out of the bag?"),
    # A scion's combat
    "scion.roll": later("{unit} rolls {dice}: how many hits of each colour?"),
    "scion.next": Telling("Who carries the {dice} effect out next?", dice=PARTS["colours"]),
    "scion.goal": later("{scion} is defeated. Its goal: {text} Is the combat won?"),
    "scion.blessing": later("A blessing is crossed off before the scion combat: which bane do you remove for it?"),
    "bane.draw": later("{effect}, bane {at} of {of}: draw one from the bane stack. Which is it, and of which kind?"),
    "scion.minions": later("How many chips of {chip} does the scion's card set up?"),
    "scion.minion": later("On which hex is {chip} as combat starts?"),
    "component.cap": later("Your unit cap on the card of {scion}:"),
    "manual.scion-dice": later(
        "{text} Which dice does {unit} roll this turn? All of them, as in `dice green blue`, or `{nothing}` for "
        "those of its card; `hoplo fix scion-dice green+1` keeps more for the whole combat."
    ),
    "manual.scion-activity": later(
        "No source states the dice of {scion}: roll them by its card, carry every effect out from the top, and say "
        "what changed. `{command}` takes the card for the next time."
    ),
    "manual.scion-row": Telling(
        "{unit}, {dice}: {text} What happens?", dice=PARTS["colours"], text=of("text", words.row_words)
    ),
    "manual.scion-again": later(
        "{unit} has to be defeated again, and stands where it stood, at full Health. What does its card say? "
        "Enter what is different."
    ),
}
"""What the rules ask, by the ids of their questions."""


def option_words(question: Question, option: str, combat: Combat) -> str:
    """An option as it is chosen from, with what there is to say of it: `B2  (a key hex)`, `Archer  (on B2, 3 HP)`."""
    for asked in (question.id, question.kind):
        if (asked, option) in _OPTIONS:
            return tr(_OPTIONS[asked, option])
    record = combat.catalogue.tactic(option) or combat.catalogue.skill(option)
    match question.id:
        case "movement.way":
            if option == "none":
                return tr("not home: the combat continues") if "home" in question.options else tr("without a chip")
            return tr("with {chips}", chips=words.listing(map(words.arena_chip, option.split(" and "))))
        case "component.kind" if option in LASTS:
            return tr(option)
        case "abilities.next":
            id_, _, skill = option.rpartition(" ")  # as in `rep1 heave`
            if (ability := combat.catalogue.skill(skill)) is not None and id_ in combat.units:
                text = later("{name} of {unit}: {text}")
                parts = {"name": ability.name, "unit": who(id_, combat), "text": text_of(skill, "", combat)}
                return capital(tr(text, **parts))
        case "prepare.sport":
            return words.goal_name(option)
        case "roll.stands":
            return tr("discard {card}, and roll again", card=title_of(option))
        case "scion.blessing":
            where, _, bane = option.partition(":")
            text = later("{bane}, from the bag") if where == "bag" else later("{bane}, from your camp")
            return tr(text, bane=title_of(bane)) if bane else tr("no bane")
    name, more = names_of(combat)(option), _hex_words(option, combat, question)
    if (unit := unit_of(combat, option)) is not None:
        name = capital(name)
        on = [tr("on {hex}", hex=combat.arena.mat.name(unit.hex))] if unit.hex else []
        how = condition(combat, unit) if unit.hex or unit.hp is not None else []
        more = map(title_of, unit.classes) if question.id == "prepare.tribune" else [*on, *how]
    elif record is not None:
        name = record.name
    in_brackets = ", ".join(more)
    return f"{name}  ({in_brackets})" if in_brackets else name


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


def unit_of(combat: Combat, id_: str) -> Unit | None:
    """Find a unit of the combat, or of a lineup that is still to come."""
    return combat.units.get(id_) or combat.bench.get(id_)


def who(id_: str, combat: Combat) -> str:
    """Name a unit of the combat."""
    return names_of(combat)(id_) or tr("this unit")


def _hex_words(name: str, combat: Combat, question: Question) -> Iterable[str]:
    """Say what is special about a hex: its marks, what lies there, and which units but the mover stand beside it."""
    arena = combat.arena
    hex_ = arena.mat.bit.get(name, 0)
    if not hex_:
        return
    if combat.key_hexes() & hex_:
        yield tr("a key hex")
    if any(arena.elevation.values()):
        yield tr("elevation {level}", level=arena.elevation.get(hex_, 0))
    yield from (tr("{chip} lies there", chip=words.arena_chip(chip)) for chip in lying_on(combat, hex_))
    mover = question.unit if question.id == "movement.destination" else ""
    beside = [combat.at(each) for each in bits(arena.mat.adjacent(hex_))]
    if units := [unit.id for unit in beside if unit is not None and unit.id != mover]:
        yield tr("beside {units}", units=words.listing(map(names_of(combat), units)))


def text_of(about: str, unit: str, combat: Combat) -> str:
    """What a skill or a tactic does, and what rivals do with it where it is a rival's."""
    record = combat.catalogue.skill(about) or combat.catalogue.tactic(about)
    if record is None:
        return ""
    text, rival = words.texts_of(combat.catalogue, about, record)
    holder = unit_of(combat, unit)
    is_rivals = unit and (holder is None or holder.side != "player")
    return " ".join(filter(None, [text, rival if is_rivals else ""]))
