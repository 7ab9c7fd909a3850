"""What is looked up, in words: Key Terms, rules, rulings, records of components, what a unit is worth, scions' dice."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from hoplo_companion.campaign.naming import chip_name, region_name
from hoplo_companion.components.catalogue import Catalogue, singular
from hoplo_companion.components.effects import Effect
from hoplo_companion.components.names import KINDS, advise, part_number, slug
from hoplo_companion.components.schemas import (
    DiceEffect,
    Doubt,
    RuleRecord,
    RulingRecord,
    ScionRecord,
    SkillRecord,
    TacticRecord,
    TermRecord,
)
from hoplo_companion.components.words import Colour, page_words
from hoplo_companion.dice import pool_words
from hoplo_companion.errors import STATS, as_command, clip
from hoplo_companion.language import in_language, later, plural, spoken, tr
from hoplo_companion.notation.effects import write_effects
from hoplo_companion.notation.reference_cards import write_effect as write_row
from hoplo_companion.notation.reference_cards import write_priorities
from hoplo_companion.render.sentences.words import (
    colour_words,
    listing,
    printed_name,
    row_words,
    stat_name,
    texts_of,
    words_of,
)
from hoplo_companion.render.style import Line, Span, chance_lines, decimal, line, table, wrapped
from hoplo_companion.rules.modifiers import Dice, Number, Skill, UnitNow
from hoplo_companion.rules.naming import title_of
from hoplo_companion.rules.rulings import InForce
from hoplo_companion.rules.scion.dice import Chances, Resolved

_KINDS = {
    "permanent": later("permanent tactic"),
    "instant": later("instant tactic"),
    "temporary": later("temporary tactic"),
}


def _rules(rules: Sequence[str], catalogue: Catalogue) -> str:
    """Rules by id, each with its page; empty where there are none."""
    pages = [(id_, catalogue.rule(id_)) for id_ in rules]
    cited = ", ".join(f"{id_} ({page_words(rule.page)})" for id_, rule in pages if rule is not None)
    return tr("Rules: {rules}", rules=cited) if cited else ""


def term_lines(term: TermRecord, catalogue: Catalogue, *, rules: bool) -> list[Line]:
    """A Key Term: its names and page, its sentence, and its rules where they are wanted."""
    names = (term.term_it, term.term) if spoken() == "it" else (term.term, term.term_it)
    head = [Span(names[0], "heading"), Span(f" / {names[1]}  "), Span(page_words(term.page), "page")]
    cited = _rules(term.rules, catalogue) if rules else ""
    return entry(head, [Span(in_language(term.text, it=term.text_it)), Span(cited, "quiet")])


def skill_lines(
    id_: str, record: SkillRecord, number: int | None, units: Sequence[str], catalogue: Catalogue
) -> list[Line]:
    """Show a skill: what it does, how rivals use it, its effects, the chips that have it, and who says so."""
    sign = f" {number}" if number is not None else " N" if record.numbered else ""
    head = [Span(record.name + sign, "heading"), Span(f"  {words_of(record.type)}", "rule")]
    on = tr("On: {units}", units=", ".join(units)) if units else ""
    return entry(head, _card_parts("skill", id_, record, Span(on, "quiet"), [f"skill.{id_}"], catalogue))


def tactic_lines(id_: str, record: TacticRecord, catalogue: Catalogue) -> list[Line]:
    """Show a tactic: what it does, where the rival places it, whose icon brings it (p.20, 22), and who says so."""
    words = tr(_KINDS[record.kind]) if record.kind else tr("tactic, kind not known")
    until = f", {words_of(record.until)}" if record.until else ""
    head = [Span(record.name, "heading"), Span(f"  {words}{until}", "rule")]
    placed = []
    if record.rival_target and record.rival_side:
        where = _PLACED[record.rival_side, bool(record.rival_without_itself)]
        placed.append(tr(where, superlative=words_of(record.rival_target)))
    if record.rival_class:
        icon = later("A unit with a tactic icon brings it if its class is {class_} (p.20).")
        placed.append(tr(icon, class_=title_of(record.rival_class)))
    rules = [f"tactics.{id_}", "tactics.tactical"]
    return entry(head, _card_parts("tactic", id_, record, Span(" ".join(placed)), rules, catalogue))


_PLACED = {
    ("ally", False): later("The rival places it on its {superlative} unit."),
    ("ally", True): later("The rival places it on its {superlative} unit that does not have one yet."),
    ("opponent", False): later("The rival places it on its {superlative} opponent."),
    ("opponent", True): later("The rival places it on its {superlative} opponent that does not have one yet."),
}
"""Where the rival places a tactic: on which side, and whether only where it is not yet."""


def _card_parts(
    kind: str, id_: str, record: SkillRecord | TacticRecord, about: Span, rules: Sequence[str], catalogue: Catalogue
) -> Iterator[Span]:
    """What it does, its effects as `data add` writes them or how to enter them, what `about` says, rules and source."""
    text, rival = texts_of(catalogue, id_, record)
    yield Span(text)
    yield Span(tr("Rival units: {text}", text=rival) if rival else "")
    if record.effects is None:
        unknown = later("What it does is in no source: hoplo asks you when it matters. To enter it now: {command}")
        yield Span(tr(unknown, command=as_command("data", "add", kind, f"{record.name}: …")))
    else:
        written = write_effects(record.effects).splitlines() or [tr("nothing in a combat")]
        yield from (Span(tr("Effects: {effects}", effects=each), "quiet") for each in written)
    yield about
    yield Span(_rules(rules, catalogue), "quiet")
    yield from _sources(record.source, record.confidence, record.doubts, record.note)


def _sources(source: str, confidence: str, doubts: Mapping[str, Doubt], note: str = "") -> Iterator[Span]:
    """The source and how sure it is, and what is in doubt."""
    said = f"{source}, {words_of(confidence)}"
    yield Span(tr("Source: {source}", source=said) if source else "", "page")
    yield Span(tr("Note: {note}", note=tr(note)) if note else "", "quiet")
    for key, doubt in doubts.items():
        said = f"{doubt.source}, {words_of(doubt.confidence)}"
        words = tr("In doubt: {field} ({source})", field=field_word(key), source=said)
        yield Span(f"{words} {tr(doubt.hint)}", "quiet")


def units_with(catalogue: Catalogue, skill: str) -> list[str]:
    """The unit chips that have a skill, each as its chip prints it: `Reptilian (Regen 1)`."""
    found = []
    for record in catalogue.every("units").values():
        if printed := [each for each in record.skills or [] if slug(part_number(each)[0]) == skill]:
            numbered = [each for each in printed if part_number(each)[1] is not None]
            found.append(record.name + (f" ({listing(numbered)})" if numbered else ""))
    return found


_UNKNOWN = later("unknown: no source states it")
_SOURCES = {"chip": later("chip"), "an effect for some time": later("an effect for some time")}
"""What a number comes from, where it is not a name."""


def unit_report(unit: UnitNow, catalogue: Catalogue) -> list[Line]:
    """Everything about a unit, a line each."""
    name, in_combat = chip_name(unit.chip), unit.id != unit.chip
    head = tr("{unit} on {hex}", unit=name, hex=unit.hex) if unit.hex and in_combat else name
    rows = [
        (tr("HP"), str(unit.hp) if in_combat and unit.hp is not None else ""),
        (tr("Class"), " ".join(map(title_of, unit.classes)) or tr(_UNKNOWN)),
        *((stat_name(number.stat), _sum(number)) for number in unit.numbers),
        (stat_name("attack"), _attack(unit.attack)),
        *((printed_name(catalogue, skill.id, skill.number), _skill(skill, catalogue)) for skill in unit.skills),
        *((chip_name(chip), _in_words(catalogue.tactic(chip), chip, catalogue)) for chip in unit.tactics),
        (tr("Dazed"), tr("no moves, attacks, Abilities or Specials") if unit.dazed else ""),
        (tr("May"), ", ".join(map(words_of, unit.may))),
        (tr("Cannot"), ", ".join(map(words_of, unit.cannot))),
    ]
    return [line(head, "heading"), *table((Span(name, "quiet"), text) for name, text in rows if text)]


def _source(source: str) -> str:
    return tr(_SOURCES[source]) if source in _SOURCES else source


def _sum(number: Number) -> str:
    """Write a stat as the sum of its sources: `2 = chip 1 + Adrenaline 1`, `3 = chip 2, then Mud sets 3`."""
    if number.value is None or len(number.parts) < 2:
        return tr(_UNKNOWN) if number.value is None else str(number.value)
    first, *others = number.parts
    words, sets = f"{_source(first.source)} {first.amount}", later("{sum}, then {source} sets {amount}")
    for part in others:
        source = _source(part.source)
        more = f"{words} {'-' if part.amount < 0 else '+'} {source} {abs(part.amount)}"
        words = tr(sets, sum=words, source=source, amount=part.amount) if part.sets else more
    return f"{number.value} = {words}"


def _attack(attack: Dice) -> str:
    if attack.value is None:
        return tr(_UNKNOWN)

    def dice_of(dice: Iterable[str]) -> str:
        return colour_words(" ".join(dice)) or tr("no dice")

    (first, dice), *others = [(_source(of), dice_of(dice)) for of, dice in attack.parts] or [("", "")]
    steps = f"{first}: {dice}"
    for source, dice in others:
        steps = tr("{steps}, then {source}: {dice}", steps=steps, source=source, dice=dice)
    return f"{dice_of(attack.value)} = {steps}" if others else dice_of(attack.value)


def _in_words(record: SkillRecord | TacticRecord | None, id_: str, catalogue: Catalogue) -> str:
    """Say what a skill or tactic does: in our words, or as the line that the player has entered."""
    text = texts_of(catalogue, id_, record)[0] if record is not None else ""
    if record is not None and not text and record.effects:
        text = write_effects(record.effects).replace("\n", "; ")
    return text or tr("what it does is in no source")


def _skill(skill: Skill, catalogue: Catalogue) -> str:
    if skill.lost:
        return tr("not in force at present")
    text = _in_words(catalogue.skill(skill.id), skill.id, catalogue)
    return tr("{text} (Given by an effect.)", text=text) if skill.given else text


FIELDS = {
    **STATS,
    "attack": later("attack dice"),
    "cards": later("its card"),
    "leadership": later("Leadership"),
    "met": later("when it is met"),
    "numbered": later("number on its chips"),
    "player_deployment": later("your deployment hexes"),
    "priorities": later("priority lists"),
    "rival": later("how rivals use it"),
    "rival_deployment": later("the rival's deployment hexes"),
    "rival_class": later("class that brings it"),
    "rival_side": later("side that the rival places it on"),
    "rival_target": later("unit that the rival places it on"),
    "until": later("end"),
}
"""What the fields of records are called that a player reads off a chip or card, where not by their keys."""


def field_word(field: str) -> str:
    """Name a field of a record."""
    return tr(FIELDS.get(field, field.replace("_", " ")))


def kind_word(kind: str, *, several: bool = False) -> str:
    """Name one record of a kind, or several."""
    one = singular(kind)
    return tr(KINDS[one][several]) if one in KINDS else kind if several else one


def unknown_own(name: str, known: Iterable[str], kind: str = "") -> str:
    """Say that none of the player's own records, or of those of a kind, has a name, and what would be right."""
    text, of = later("no record of your own is called {name}; {advice}"), tr("records of your own")
    if kind:
        text, of = later("no {kind} of your own is called {name}; {advice}"), kind_word(kind, several=True)
    return tr(text, kind=kind_word(kind), name=clip(name, 62), advice=advise(name, known, of))


WIDTH = 78


def entry(head: Line, parts: Iterable[Span]) -> list[Line]:
    """A head, and what there is to say below it, a paragraph each, set in; empty ones are left out."""
    paragraphs = (line("  " + " ".join(part.text.split()), part.style) for part in parts if part.text)
    return [head, *(line for paragraph in paragraphs for line in wrapped(paragraph, WIDTH, 2))]


def rule_lines(id_: str, rule: RuleRecord) -> list[Line]:
    """A rule: id, terms and page, then its sentence, then where another edition differs."""
    in_italian = spoken() == "it"
    terms = [rule.term, rule.term_it]
    about = " / ".join(terms[::-1] if in_italian else terms)
    head = [Span(id_, "rule"), Span(f"  {about}  "), Span(page_words(rule.page), "page")]
    if in_italian and rule.page.startswith("A"):
        head.append(Span("  " + tr("(our own translation)"), "quiet"))  # no sheet of an expansion was translated
    differs = in_language(rule.differs, it=rule.differs_it)
    elsewhere = tr("Elsewhere: {text}", text=differs) if differs else ""
    return entry(head, [Span(in_language(rule.text, it=rule.text_it)), Span(elsewhere, "quiet")])


def open_lines(id_: str, record: RulingRecord, command: str = "hoplo rulings") -> list[Line]:
    """An open question below the rules that it touches, with the command that shows its readings."""
    head = [Span(tr("Open question:") + " "), Span(id_, "rule"), Span(f"  {page_words(record.page)}", "page")]
    return entry(head, line(f"{tr(record.note)} ({command} {id_})", "quiet"))


def ruling_lines(ruling: InForce) -> list[Line]:
    """An open question: the reading in force, and the others that may be chosen."""
    in_force = tr("In force ({reading}): {text}", reading=ruling.reading, text=tr(ruling.text))
    others = [tr("Or {reading}: {text}", reading=id_, text=tr(text)) for id_, text in ruling.others.items()]
    head = [Span(ruling.id, "rule"), Span(f"  {tr(ruling.title)}  "), Span(page_words(ruling.page), "page")]
    return entry(head, [Span(tr(ruling.question)), Span(in_force), *(Span(text, "quiet") for text in others)])


def record_lines(kind: str, id_: str, fields: Mapping[str, Any]) -> list[Line]:
    """A component's record: what is known, who says so and how sure that is, and what is in doubt."""
    head: Line = [Span(str(fields.get("name", id_)), "heading"), Span(f"  ({kind} {id_})", "quiet")]
    doubts = convert(fields.get("doubts", {}), dict[str, Doubt])
    below = _sources(fields.get("source", ""), fields.get("confidence", ""), doubts)
    known = [
        line
        for key, value in fields.items()
        if key not in ("name", "source", "confidence", "doubts") and value not in ("", [], {}, None)
        for line in _field(key, value, "  ")
    ]
    return [head, *known, *entry([], below)[1:]]


_NAMED: dict[str, Callable[[str], str]] = {
    **dict.fromkeys(("class", "hero", "minions", "rival_class", "units"), chip_name),
    **dict.fromkeys(("faction", "region"), region_name),
    **dict.fromkeys(("kind", "rival_side", "rival_target", "type", "until"), words_of),
    "tactics": chip_name,
}
"""The fields that hold ids, and what names what they mean."""


def _field(key: str, value: Any, indent: str) -> list[Line]:
    """Show one field; tables, and lists of tables in the notation they are typed in, are laid out below it."""
    name = field_word(key)
    if isinstance(value, Mapping):
        below = [line for inner, each in value.items() for line in _field(str(inner), each, indent + "  ")]
        return [[Span(f"{indent}{name}:")], *below]
    if isinstance(value, list) and value and all(isinstance(each, Mapping) for each in value):
        texts = _rows(key, value)
        below = [each for text in texts for each in wrapped(line(f"{indent}  - {' '.join(text.split())}"), WIDTH)]
        return [[Span(f"{indent}{name}:")], *below]
    if key in _NAMED:
        value = [_NAMED[key](each) for each in value] if isinstance(value, list) else _NAMED[key](str(value))
    return wrapped(line(f"{indent}{name}: {' '.join(value_word(value).split())}"), WIDTH)


def _rows(key: str, tables: list[Any]) -> list[str]:
    """Write the tables of a list, each as it is typed: priority lists, rows of dice, effects."""
    if key == "priorities":
        return write_priorities(tables)
    if key == "effects" and "dice" in tables[0]:
        return [write_row(replace(each, text=tr(each.text))) for each in convert(tables, list[DiceEffect])]
    return write_effects(convert(tables, list[Effect])).splitlines()


def value_word(value: Any) -> str:
    """A value of a record."""
    if isinstance(value, list):
        return (" " if any(map(is_prose, value)) else ", ").join(map(value_word, value)) or tr("none")
    if isinstance(value, Mapping):
        return " ".join(f"{field_word(key)} {value_word(each)}" for key, each in value.items())
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    return tr(value) if is_prose(value) else str(value)


def is_prose(value: object) -> bool:
    """Tell a sentence of a record, which has a translation, from a name."""
    return isinstance(value, str) and value.endswith(".")


# A scion's dice ------------------------------------------------------------------------------------------------------

Pool = Mapping[Colour, int]
_TIMES = {
    "hit": later("a hit on the die"),
    "total": later("total hits, one effect"),
    "each": later("for each hit"),
    "pair": later("for each pair of hits"),
}


def _scion_head(record: ScionRecord, pool: Pool) -> list[Line]:
    rolls = "  " + tr("rolls {dice}", dice=pool_words(pool))
    lines: list[Line] = [[Span(record.name, "heading"), Span(rolls), Span(" p.31", "page")]]
    if record.extra_dice:
        lines.append(line("  " + tr("{text} Enter them with --dice.", text=record.extra_dice), "quiet"))
    if (doubt := record.doubts.get("effects")) is not None:
        command = f"`{as_command('data', 'add', 'scion', record.name)}`"
        parts = {"how_sure": words_of(doubt.confidence), "hint": tr(doubt.hint), "command": command}
        lines.append(line("  " + tr("{how_sure}: {hint} {command} corrects it.", **parts), "quiet"))
    return lines


def _row_head(effect: DiceEffect, at: int) -> str:
    """The number of a row, its dice, and how often it is carried out."""
    times = tr(_TIMES[effect.kind]) if effect.kind in _TIMES else tr("{least} or more hits", least=effect.at_least)
    if effect.kind == "threshold" and effect.at_most is not None:
        times = tr("{least} to {most} hits", least=effect.at_least, most=effect.at_most)
    if effect.one_of_each:
        times = tr("for each pair of hits, one of each colour")
    return f"  {at + 1}. {colour_words(effect.colours())}, {times}"


def roll_lines(
    record: ScionRecord, effects: Sequence[DiceEffect], pool: Pool, hits: Pool, resolved: Sequence[Resolved]
) -> list[Line]:
    """Say what each effect does, from the top of the card down: how often, and by which hits."""
    lines = [*_scion_head(record, pool), line("  " + tr("hits: {hits}", hits=pool_words(hits)))]
    for effect, each in zip(effects, resolved, strict=True):
        counts = tr("hits: {hits}", hits=pool_words({colour: hits.get(colour, 0) for colour in effect.dice}))
        lines.append(line(f"{_row_head(effect, each.index)}; {counts}", "quiet" if not each.times else ""))
        if not each.times:
            lines.append(line("     " + tr("not carried out"), "quiet"))
            continue
        often = plural("once:", "{n} times:", each.times)
        dealt = "  " + tr("({damage} damage in all)", damage=each.damage) if each.times > 1 and each.damage else ""
        lines.append([Span(f"     {often} ", "choice"), Span(row_words(each.text)), Span(dealt)])
    return lines


def odds_lines(record: ScionRecord, effects: Sequence[DiceEffect], pool: Pool, found: Sequence[Chances]) -> list[Line]:
    """For each effect, the chance of each number of times, and the expected damage."""
    lines = _scion_head(record, pool)
    for effect, each in zip(effects, found, strict=True):
        text = tr(effect.text)
        if "{hits}" in text:
            text = tr("{text} (N: the number of hits)", text=text.replace("{hits}", "N"))
        lines.append([Span(f"{_row_head(effect, each.index)}: "), Span(text)])
        rows = [(plural("{n} time", "{n} times", n), odds) for n, odds in each.times.items()]
        if effect.kind == "total":
            rows = [(plural("{n} hit", "{n} hits", n), odds) for n, odds in each.hits.items()]
        lines += chance_lines(rows, "     ")
        if each.damage is not None:
            lines.append(line("     " + tr("damage to expect: {damage}", damage=decimal(each.damage)), "choice"))
    return lines
