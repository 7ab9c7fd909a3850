"""The terms that sentences, questions and tables share: names, lists, dice, priorities, pages."""

import re
from collections.abc import Callable, Collection, Iterable

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.schemas import SkillRecord, TacticRecord
from hoplo_companion.components.words import page_words
from hoplo_companion.dice import HIT_FACES
from hoplo_companion.errors import STATS
from hoplo_companion.language import in_language, in_sense, later, plural, spoken, together, tr
from hoplo_companion.render.style import Line, Span
from hoplo_companion.rules.naming import Names, title_of

TERMS = {
    # called as they are: sides, kinds of tactics
    **{word: word for word in (later("ally"), later("opponent"))},
    **{word: word for word in (later("permanent"), later("instant"), later("temporary"))},
    # what effects let a unit do, and keep it from
    "pass-blocked": later("move over blocked hexes"),
    "move-when-dazed": later("move on the turn of its deployment"),
    "act-when-dazed": later("attack and use Specials on the turn of its deployment"),
    "tactics-anywhere": later("have tactics played on opponents anywhere"),
    "not-roam": later("move without Roaming"),
    "abilities": later("use Abilities"),
    "specials": later("use Specials"),
    # how long an effect lasts
    "end-of-turn": later("until the end of this turn"),
    "end-of-its-next-turn": later("until the end of its next turn"),
    "start-of-your-next-turn": later("until the start of your next turn"),
    "end-of-combat": later("for the rest of the combat"),
    # types of skills
    "innate": later("Innate"),
    "ability": later("Ability"),
    "special": later("Special"),
    # how sure a source is
    "low-res": later("hard to read"),
    "player": later("by the player"),
    **{colour: colour for colour in HIT_FACES},
}
"""Terms by their ids, but for those of `components/words.py` whose words are their ids."""

_PRIORITIES = {
    "flagholder": later("holds the flag"),
    "hero": later("your hero"),
    "any": later("any opponent"),
    "strongest": later("the strongest opponent"),
    "weakest": later("the weakest opponent"),
    "deadliest": later("the deadliest opponent"),
    "least-deadly": later("the least deadly opponent"),
    "fastest": later("the fastest opponent"),
    "slowest": later("the slowest opponent"),
    "closest": later("the closest opponent"),
    "farthest": later("the farthest opponent"),
    "key": later("a key hex"),
    "named": later("a hex named on its list"),
    "highest": later("the highest hex"),
    "highest:adjacent": later("the highest hex next to an opponent"),
    "highest:range": later("the highest hex with an opponent in Range"),
    "taunt": later("has Taunt"),
}
_STATS = {**STATS, "class": later("Class"), "skills": later("skills"), "cap": later("unit cap")}
_GOALS = {
    "bloodshed": later("Bloodshed"),
    "capture-the-flag": later("Capture the Flag"),
    "king-of-the-hill": later("King of the Hill"),
    "spar": later("Spar"),
    "primus": later("Primus"),
    "scion": later("Scion"),
}
_CHIPS = {"trident": later("the trident"), "flag": later("the flag"), "chariot": later("the chariot")}
_DICE: dict[str, Callable[[int], str]] = {
    "yellow": lambda n: plural("{n} yellow die", "{n} yellow dice", n),
    "blue": lambda n: plural("{n} blue die", "{n} blue dice", n),
    "green": lambda n: plural("{n} green die", "{n} green dice", n),
    "black": lambda n: plural("{n} black die", "{n} black dice", n),
    "red": lambda n: plural("{n} red die", "{n} red dice", n),
}
_LAST = {"and": later("and"), "or": later("or"), "nor": later("nor")}


def words_of(id_: str) -> str:
    """The words of a term by its id: `least-deadly` → `least deadly`; of no term, those of the id itself."""
    return tr(TERMS[id_] if id_ in TERMS else id_.replace("-", " "))


def term(table: dict[str, str], key: str) -> str:
    """The words of a table for a key, and those of the key itself where it is not in the table."""
    return tr(table[key]) if key in table else words_of(key)


def goal_name(goal: str) -> str:
    """Write the kind of a combat as the rulebook does: `King of the Hill`."""
    return term(_GOALS, goal)


def stat_name(stat: str) -> str:
    """Write a stat as the chip does: `movement` → `Movement`."""
    return term(_STATS, stat)


def listing(items: Iterable[str], last: str = "and") -> str:
    """Things in a sentence: `a, b and c`."""
    all_ = list(items)
    if len(all_) < 2:
        return all_[0] if all_ else ""
    parts = {f"_{at}": each for at, each in enumerate(all_)}
    *first, end = (f"{{{name}}}" for name in parts)
    return together(f"{', '.join(first)} {{last}} {end}", last=term(_LAST, last), **parts)


def dice_words(dice: Iterable[str]) -> str:
    """Name a pool of dice: `1 blue die`, `2 blue dice and 1 black die`, `no dice`."""
    pool = list(dice)
    if not pool:
        return tr("no dice")
    return listing(_DICE[colour](pool.count(colour)) for colour in dict.fromkeys(pool))


def colour_words(text: str) -> str:
    """A row of dice by its colours: `green/blue`, `black+yellow`."""
    return re.sub("|".join(_DICE), lambda found: words_of(found[0]), text)


def printed_name(catalogue: Catalogue, id_: str, number: int = 0) -> str:
    """The name of a skill, with its number if it has one, or of a tactic, as printed."""
    return (catalogue.name(id_, "skills", "tactics") or title_of(id_)) + (f" {number}" if number else "")


def tactic_names(catalogue: Catalogue, chips: Iterable[str]) -> list[str]:
    """The names of tactics as printed."""
    return [printed_name(catalogue, chip) for chip in chips]


def texts_of(catalogue: Catalogue, id_: str, record: SkillRecord | TacticRecord) -> tuple[str, str]:
    """What a skill or tactic does, and what rivals do with it where that does not say it as well.

    In Italian a skill's sentence is the ledger's, which is about rivals too, and a tactic's its own; what a player has
    written stays as it is.
    """
    said, rival = record.text.strip(), "" if isinstance(record, TacticRecord) else record.rival.strip()
    if spoken() == "it" and "player" not in record.source:
        of = record if isinstance(record, TacticRecord) else catalogue.rule(f"skill.{id_}")
        italian = of.text_it if of is not None else ""
        return (italian, "") if italian else (said, rival)
    return said, rival


def effect_name(name: str) -> str:
    """The name of an effect as an event has it, which is `an effect` where it has none."""
    return tr("an effect") if name in ("", "an effect") else name


def arena_chip(chip: str) -> str:
    """Name an arena chip, or the flag, in a sentence: `the trident`."""
    return tr(_CHIPS[chip]) if chip in _CHIPS else tr("the {chip}", chip=chip.replace("-", " "))


def priority_words(id_: str) -> str:
    """Say what an entry of a priority list asks for: `holding:trident` → `holds the trident`."""
    kind, _, what = id_.partition(":")
    if kind == "holding":
        return tr("holds {chip}", chip=arena_chip(what))
    if kind == "chip":
        return in_sense("an arena chip", "{chip}, not equipped", chip=arena_chip(what))
    return tr(_PRIORITIES[id_]) if id_ in _PRIORITIES else words_of(id_.replace(":", " "))


def is_hex_priority(id_: str) -> bool:
    """Say whether an entry of a priority list means hexes, so that the unit goes onto its mark."""
    return id_.partition(":")[0] in ("chip", "key", "named", "highest")


def rule_cited(catalogue: Catalogue, rule: str) -> str:
    """Name a rule by its term and page: `Deployment Step, p.20`; one that nothing is known of by its id."""
    record = catalogue.rule(rule)
    name = in_language(record.term, it=record.term_it) if record is not None else ""
    return ", ".join(filter(None, [name, citation(catalogue, rule).text]))


def citation(catalogue: Catalogue, rule: str) -> Span:
    """Cite the page of a rule or ruling; of one that nothing is known of, its id."""
    if (record := catalogue.rule(rule)) is not None:
        return Span(page_words(record.page), "page")
    return Span(tr("ruling {id}", id=rule) if catalogue.ruling(rule) is not None else rule, "rule")


def with_page(catalogue: Catalogue, rule: str, said: object) -> str:
    """Say something, and the page of its rule."""
    record = catalogue.rule(rule)
    return f"{said} ({page_words(record.page)})." if record is not None else f"{said}."


def cites(catalogue: Catalogue, rule: str, rulings: Collection[str] = ()) -> Line:
    """What stands behind a sentence: the page of its rule, and the rulings that decided."""
    ruled = tr("(by ruling: {rulings})", rulings=", ".join(rulings)) if rulings else ""
    return [Span(" "), citation(catalogue, rule), *([Span(f" {ruled}", "rule")] if ruled else [])]


def option_name(option: str, names: Names, *, numbered: bool = True) -> str:
    """Word a candidate of a decision: `krak as 3. holding:trident` → `Krakenlance (3. holds the trident)`.

    A row of a scion's dice is one too: `2. Each Head gains 1 HP`.
    """
    if row := re.fullmatch(r"([0-9]+\. )(.+)", option):
        return row[1] + row_words(f"{row[2]}.").removesuffix(".")
    aim = re.fullmatch(r"(.+) as ([0-9]+\. )(\S+)", option)
    return f"{names(aim[1])} ({aim[2] if numbered else ''}{priority_words(aim[3])})" if aim else names(option)


def row_words(text: str) -> str:
    """Word what a row of a scion's card does, in which the number of hits is filled in already."""
    for number in re.finditer(r"\d+", text):
        row = f"{text[: number.start()]}{{hits}}{text[number.end() :]}"
        if tr(row) != row:
            return tr(row).replace("{hits}", number[0])
    return tr(text)


_BANES = {"bag": later("bag bane"), "unit": later("unit bane"), "camp": later("camp bane")}


def bane_kind(kind: str) -> str:
    """Name a kind of bane."""
    return tr(_BANES.get(kind, kind))
