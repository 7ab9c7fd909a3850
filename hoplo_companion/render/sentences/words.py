"""The terms that sentences, questions and tables share: names, lists, dice, priorities, pages."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.words import page_words
from hoplo_companion.render.style import Span
from hoplo_companion.rules.why.decisions import Decision

ACTS = {1: "I", 2: "II", 3: "III", 4: "IV"}
_OPPONENTS = {
    "flagholder": "your flagholder",
    "hero": "your hero",
    "any": "any opponent",
    "strongest": "the strongest opponent",
    "weakest": "the weakest opponent",
    "deadliest": "the deadliest opponent",
    "least-deadly": "the least deadly opponent",
    "fastest": "the fastest opponent",
    "slowest": "the slowest opponent",
    "closest": "the closest opponent",
    "farthest": "the farthest opponent",
}
_HEXES = {
    "key": "a key hex",
    "named": "a hex named on its list",
    "highest": "the highest hex",
    "highest:adjacent": "the highest hex next to an opponent",
    "highest:range": "the highest hex with an opponent in Range",
}
_STATS = {"movement": "Movement", "range": "Range", "health": "Health", "attack": "Attack", "hp": "HP"}


def words_of(id_: str) -> str:
    """Make words of an id that nothing better is known of: `least-deadly` → `least deadly`."""
    return id_.replace("-", " ")


def title_of(id_: str) -> str:
    """Write an id as a name that is printed: `bolster-health` → `Bolster Health`."""
    return " ".join(word.capitalize() for word in words_of(id_).split())


_SIDES = {"rival-": "the rival's ", "arena-": "the arena's "}
_BARE = re.compile(r"(?:rival-|arena-)?(.+?)(?:-\d+)?")


def bare_id(id_: str) -> str:
    """Give the chip that an id speaks of by itself: `rival-archer-2` is an archer."""
    found = _BARE.fullmatch(id_)
    return found[1] if found else id_


_STEPS = {"tactics": "Tactic Placement", "activity": "Scion Activity"}


def step_name(step: str) -> str:
    """Name a step of a turn as the rulebook does: `tactics` → `Tactic Placement Step`."""
    return f"{_STEPS.get(step) or title_of(step)} Step"


def listing(items: Iterable[str], last: str = "and") -> str:
    """List things in a sentence: `a, b and c`."""
    all_ = list(items)
    if len(all_) < 2:
        return "".join(all_)
    return f"{', '.join(all_[:-1])} {last} {all_[-1]}"


def count(number: int, one: str, many: str = "") -> str:
    """Count things: `1 hit`, `2 hits`, `no hits`; `many` where the plural is no `-s`."""
    name = one if number == 1 else many or one + "s"
    return f"{number if number else 'no'} {name}"


def dice_words(dice: Iterable[str]) -> str:
    """Name a pool of dice: `1 blue die`, `2 blue and 1 black dice`, `no dice`."""
    pool = list(dice)
    if not pool:
        return "no dice"
    kinds = [f"{pool.count(colour)} {colour}" for colour in dict.fromkeys(pool)]
    return f"{listing(kinds)} {'die' if len(pool) == 1 else 'dice'}"


def stat_name(stat: str) -> str:
    """Write a stat as the chip does: `movement` → `Movement`."""
    return _STATS.get(stat, title_of(stat))


def chip_name(catalogue: Catalogue, chip: str) -> str:
    """Give the name of a unit chip, hero or scion as printed; of a chip in no source, the words of its id."""
    record = catalogue.unit(chip) or catalogue.hero(chip) or catalogue.scion(chip)
    return record.name if record is not None else title_of(chip)


def unit_name(catalogue: Catalogue, id_: str) -> str:
    """Name a unit by its chip: `rival-archer-2` → `the rival's Archer 2`; an id of the player's own stays as it is."""
    if _is_chip(catalogue, id_):
        return chip_name(catalogue, id_)
    chip = bare_id(id_)
    if not _is_chip(catalogue, chip):
        return id_
    side = next((words for word, words in _SIDES.items() if id_.startswith(word)), "")
    number = re.search(r"-(\d+)$", id_)
    return side + chip_name(catalogue, chip) + (f" {number[1]}" if number else "")


def _is_chip(catalogue: Catalogue, id_: str) -> bool:
    return catalogue.unit(id_) is not None or catalogue.hero(id_) is not None


def tactic_name(catalogue: Catalogue, chip: str) -> str:
    """Give the name of a tactic as printed."""
    record = catalogue.tactic(chip)
    return record.name if record is not None else title_of(chip)


def skill_name(catalogue: Catalogue, skill: str, number: int = 0) -> str:
    """Give the name of a skill as printed, with its number if it has one."""
    record = catalogue.skill(skill)
    return (record.name if record is not None else title_of(skill)) + (f" {number}" if number else "")


def about_name(catalogue: Catalogue, about: str) -> str:
    """Give the name of what is told by hand: a skill or a tactic."""
    record = catalogue.skill(about) or catalogue.tactic(about)
    return record.name if record is not None else title_of(about)


def arena_chip(chip: str) -> str:
    """Name an arena chip, or the flag, in a sentence: `the trident`."""
    return f"the {words_of(chip)}"


def priority_words(id_: str) -> str:
    """Word an entry of a priority list: `holding:trident` → `opponent holding the trident`."""
    kind, _, what = id_.partition(":")
    if kind == "holding":
        return f"opponent holding {arena_chip(what)}"
    if kind == "chip":
        return f"the unequipped {words_of(what)}"
    return _OPPONENTS.get(id_) or _HEXES.get(id_) or words_of(id_.replace(":", " "))


def is_hex_priority(id_: str) -> bool:
    """Tell whether an entry of a priority list means hexes, so that the unit goes onto its mark."""
    return id_.partition(":")[0] in ("chip", "key", "named", "highest")


def citation(catalogue: Catalogue, rule: str) -> Span:
    """Cite the page of a rule or ruling; of one that nothing is known of, its id."""
    record = catalogue.rule(rule)
    if record is not None:
        return Span(page_words(record.page), "page")
    return Span(f"ruling {rule}" if catalogue.ruling(rule) is not None else rule, "rule")


def option_name(option: str) -> str:
    """Word a candidate of a decision: `krak as 3. holding:trident` → `krak (3. opponent holding the trident)`."""
    aim = re.fullmatch(r"(.+) as ([0-9]+)\. (\S+)", option)
    return f"{aim[1]} ({aim[2]}. {priority_words(aim[3])})" if aim else option


def subject_words(about: str, unit: str, catalogue: Catalogue) -> str:
    """Say what a decision is about: `rep1's mark`, `The target of Stun`."""
    match about:
        case "tactic":
            return f"The target of {tactic_name(catalogue, unit)}"
        case "deploy":
            return f"{unit}'s deployment hex"
    return f"{unit}'s {words_of(about)}" if unit else words_of(about).capitalize()


def decision_words(decision: Decision, catalogue: Catalogue) -> str:
    """Say in short what a decision came to: `rep1's mark: krak or milo, the choice is yours`."""
    subject = subject_words(decision.about, decision.unit, catalogue)
    chosen = [option_name(option) for option in decision.chosen]
    match len(chosen):
        case 0:
            return f"{subject}: none"
        case 1:
            return f"{subject}: {chosen[0]}"
    return f"{subject}: {listing(chosen, 'or')}, the choice is yours"
