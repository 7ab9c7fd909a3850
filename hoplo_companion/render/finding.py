"""What is found by name, in words: Key Terms, skills and tactics, in English or Italian."""

from __future__ import annotations

from collections.abc import Sequence

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.schemas import Doubt, Record, SkillRecord, TacticRecord, TermRecord
from hoplo_companion.components.words import page_words
from hoplo_companion.language import Language, spoken
from hoplo_companion.notation.effects import write_effects
from hoplo_companion.render.reference import paragraph
from hoplo_companion.render.sentences import italian_terms as italian
from hoplo_companion.render.sentences.words import listing, title_of, words_of
from hoplo_companion.render.style import Line, Span

_LABELS: dict[str, dict[Language, str]] = {
    "rules": {"en": "Rules", "it": "Regole"},
    "rival": {"en": "Rival units", "it": "Unità rivali"},
    "effects": {"en": "Effects", "it": "Effetti"},
    "units": {"en": "On", "it": "Su"},
    "source": {"en": "Source", "it": "Fonte"},
    "doubt": {"en": "In doubt", "it": "In dubbio"},
    "unknown": {
        "en": "What it does is in no source: hoplo asks you when it matters",
        "it": "Che cosa fa non lo dice nessuna fonte: hoplo ve lo chiede quando serve",
    },
    "told": {"en": "or tell it before", "it": "oppure ditelo prima"},
    "no-kind": {"en": "kind not known", "it": "genere ignoto"},
    "tactic": {"en": "tactic", "it": "tattica"},
    "nothing": {"en": "nothing in a combat", "it": "nulla in combattimento"},
}


def _label(key: str) -> str:
    return _LABELS[key][spoken()]


def _cited(rules: Sequence[str], catalogue: Catalogue) -> str:
    """List rules by id, each with its page."""
    pages = [(id_, catalogue.rule(id_)) for id_ in rules]
    return ", ".join(f"{id_} ({page_words(rule.page)})" for id_, rule in pages if rule is not None)


# Key Terms ------------------------------------------------------------------------------------------------------


def term_lines(term: TermRecord, catalogue: Catalogue, *, rules: bool) -> list[Line]:
    """Show a Key Term: its names and page, its sentence, and its rules where they are wanted."""
    names = (term.term_it, term.term) if spoken() == "it" else (term.term, term.term_it)
    head = [Span(names[0], "heading"), Span(f" / {names[1]}  "), Span(page_words(term.page), "page")]
    lines: list[Line] = [head, *paragraph(term.text_it if spoken() == "it" else term.text)]
    if rules and term.rules:
        lines += paragraph(f"{_label('rules')}: {_cited(term.rules, catalogue)}", "quiet")
    return lines


def glossary_page(terms: Sequence[TermRecord], catalogue: Catalogue) -> str:
    """Write the Key Terms as a page of the documents: a section each, in both languages, with the rules."""
    text = ["# Glossary: the Key Terms of the rulebook, in English and Italian", ""]
    text.append(
        "Written by `hoplo glossary --markdown`. Pages are those of the English v1.1; terms of the Italian v1.0."
    )
    for term in terms:
        text += ["", f"## {term.term} / {term.term_it} ({page_words(term.page)})", ""]
        text += [" ".join(term.text.split()), "", f"*{' '.join(term.text_it.split())}*"]
        if term.rules:
            text += ["", "Rules: " + ", ".join(f"`{id_}`" for id_ in term.rules)]
    return "\n".join(text)


# Skills and tactics ---------------------------------------------------------------------------------------------


def skill_heading(record: SkillRecord, number: int | None) -> Line:
    """Name a skill with its type, and with the number beside it where it bears one."""
    type_ = italian.SKILL_TYPES[record.type] if spoken() == "it" else record.type.capitalize()
    sign = f" {number}" if number is not None else " N" if record.numbered else ""
    return [Span(record.name + sign, "heading"), Span(f"  {type_}", "rule")]


def skill_lines(
    id_: str, record: SkillRecord, number: int | None, units: Sequence[str], catalogue: Catalogue
) -> list[Line]:
    """Show a skill: what it does, how rivals use it, its effects, the chips that bear it, and who says so.

    In Italian the sentence is the ledger's, which tells of rivals too; what a player has written stays as it is.
    """
    lines: list[Line] = [skill_heading(record, number)]
    text = italian.italian_text(catalogue, "skills", id_) if spoken() == "it" else ""
    if text:
        lines += paragraph(text)
    else:
        lines += paragraph(record.text) if record.text else []
        lines += paragraph(f"{_label('rival')}: {record.rival}") if record.rival else []
    lines += _effects("skill", record)
    if units:
        lines += paragraph(f"{_label('units')}: {', '.join(units)}", "quiet")
    return lines + _who_says_so(record, [f"skill.{id_}"], catalogue)


def tactic_heading(record: TacticRecord) -> Line:
    """Name a tactic with its kind, and with its end where it is temporary."""
    kind = record.kind or ""
    if spoken() == "it":
        words = italian.TACTIC_KINDS.get(kind, _label("no-kind"))
        words = f"{_label('tactic')} {words}" if kind else f"{_label('tactic')}, {words}"
        until = italian.UNTILS[record.until] if record.until else ""
    else:
        words = f"{kind} tactic" if kind else f"tactic, {_label('no-kind')}"
        until = f"until the {words_of(record.until)}" if record.until else ""
    return [Span(record.name, "heading"), Span(f"  {words}" + (f", {until}" if until else ""), "rule")]


def tactic_lines(id_: str, record: TacticRecord, catalogue: Catalogue) -> list[Line]:
    """Show a tactic: what it does, where the rival places it, its effects, and who says so."""
    lines: list[Line] = [tactic_heading(record)]
    text = (italian.italian_text(catalogue, "tactics", id_) if spoken() == "it" else "") or record.text
    lines += paragraph(text) if text else []
    lines += _effects("tactic", record)
    placed = _placed(record)
    lines += paragraph(placed) if placed else []
    return lines + _who_says_so(record, [f"tactics.{id_}", "tactics.tactical"], catalogue)


def _placed(record: TacticRecord) -> str:
    """Say where the rival places a tactic, and whose icon brings it (Rulebook p.20, 22)."""
    said = []
    if record.rival_target and record.rival_side:
        if spoken() == "it":
            side = {"ally": "sul suo alleato", "opponent": "sull'avversario"}[record.rival_side]
            without = " che ancora non ne porta una" if record.rival_without_itself else ""
            said.append(f"Il rivale la piazza {side} {italian.SUPERLATIVES[record.rival_target]}{without}.")
        else:
            without = " that bears none yet" if record.rival_without_itself else ""
            side = {"ally": "ally of its", "opponent": "opponent"}[record.rival_side]
            said.append(f"The rival places it on the {words_of(record.rival_target)} {side}{without}.")
    if record.rival_class:
        class_ = title_of(record.rival_class)
        brings = "L'icona tattica di un {} la porta." if spoken() == "it" else "A tactic icon at an {} brings it."
        said.append(brings.format(class_).replace("an D", "a D").replace("an T", "a T").replace("an B", "a B"))
    return " ".join(said)


def _effects(kind: str, record: SkillRecord | TacticRecord) -> list[Line]:
    """Show the effects as `data add` writes them, a line each; or say that they are asked, and how to tell them."""
    if record.effects is None:
        told = f'hoplo data add {kind} "{record.name}: …"'
        return paragraph(f"{_label('unknown')}, {_label('told')}: {told}")
    written = write_effects(record.effects).splitlines() or [_label("nothing")]
    return [line for each in written for line in paragraph(f"{_label('effects')}: {each}", "quiet")]


def _who_says_so(record: Record, rules: list[str], catalogue: Catalogue) -> list[Line]:
    """Show the rules, the source and how sure it is, and what is in doubt."""
    cited = _cited(rules, catalogue)
    lines = paragraph(f"{_label('rules')}: {cited}", "quiet") if cited else []
    lines += paragraph(f"{_label('source')}: {_said(record)}", "page")
    if spoken() == "it":
        # Notes and hints are kept in English alone.
        doubts = [f"{italian.FIELDS.get(key, key)} ({_said(doubt)})" for key, doubt in record.doubts.items()]
        return lines + [line for each in doubts for line in paragraph(f"{_label('doubt')}: {each}", "quiet")]
    if record.note:
        lines += paragraph(f"Note: {record.note}", "quiet")
    for key, doubt in record.doubts.items():
        lines += paragraph(f"{_label('doubt')}: {words_of(key)} ({_said(doubt)}) {doubt.hint}", "quiet")
    return lines


def _said(record: Record | Doubt) -> str:
    """Name the source and how sure it is: `A1, stated`."""
    return f"{record.source}, {italian.CONFIDENCES[record.confidence] if spoken() == 'it' else record.confidence}"


def units_with(catalogue: Catalogue, skill: str) -> list[str]:
    """List the unit chips that bear a skill, each as its chip prints it: `Reptilian (Regen 1)`."""
    from hoplo_companion.components.names import part_number, slug

    found = []
    for id_ in catalogue.ids("units"):
        record = catalogue.unit(id_)
        printed = [
            each for each in (record.skills if record is not None else []) if slug(part_number(each)[0]) == skill
        ]
        if record is not None and printed:
            numbered = [each for each in printed if part_number(each)[1] is not None]
            found.append(record.name + (f" ({listing(numbered)})" if numbered else ""))
    return found
