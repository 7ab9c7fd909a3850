"""The Key Terms (Rulebook p.35-37): all of them, in both languages, found by name, with their rules."""

import re
from collections import Counter
from pathlib import Path

import pytest

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.lookup import all_terms, find_terms
from tests.helpers.cli import hoplo
from tests.helpers.stories import Story, stories

KEY_TERMS = {
    "35": "Ability;Act;Adjacent;Ally;Attack;Attack (Stat);Attack Dice;Bane;Blocked;Camp;Class;Combat;Compass;Damage;"
    "Dazed;Deadliest;Defeated;Deployment;Discard;Displace;Elite;Encampment",
    "36": "Equip, Equipped;Faction;Fail;Fastest;Fatigued;Hero;Heal;Health (Stat);Hit;HP;Innate;Isolated;Key Hex;"
    "Leadership (Stat);Least Deadly;Lethal;Lineup;Local;Mark;Move;Movement (Stat);Opponent, Oppose;Outnumbered;Primus;"
    "Priority",
    "37": "Prowess;Range (Stat);Reach;Recruit;Region;Rival;Round;Sacrifice;Scion;Scion Influence;Skill;Slowest;"
    "Special;Strongest;Surrender;Tactic;Tactic Capacity;Target;Tribune;Troop;Weakest",
}
"""The Key Terms by the page that they stand on."""


def _found(catalogue: Catalogue, words: str) -> list[str]:
    return [term.term for _, term in find_terms(catalogue, words)]


def test_every_key_term_is_there_with_its_page(catalogue: Catalogue) -> None:
    kept = {(term.page, term.term) for _, term in all_terms(catalogue)}
    assert kept == {(page, term) for page, terms in KEY_TERMS.items() for term in terms.split(";")}
    assert Counter(page for page, _ in kept) == {"35": 22, "36": 25, "37": 21}


def test_every_term_has_a_rule_of_the_ledger(catalogue: Catalogue) -> None:
    """The rules of a term exist, none twice; of a term that a rule is about, one at least says so itself."""
    for id_, term in all_terms(catalogue):
        assert term.rules, id_
        assert len(set(term.rules)) == len(term.rules), id_
        assert set(term.rules) <= set(catalogue.ids("ledger")), id_


def test_a_rule_that_bears_a_terms_name_belongs_to_it(catalogue: Catalogue) -> None:
    """Every `term.` rule is among those of the Key Term that it is named after."""
    by_id = dict(all_terms(catalogue))
    for rule in catalogue.ids("ledger"):
        kind, _, name = rule.partition(".")
        if kind == "term" and name in by_id:
            assert rule in by_id[name].rules, rule


FOUND = """
mark: Mark | MARCHIO: Mark | marks: Mark | MARKED: Mark | the mark: Mark | frastornata: Dazed | abilita: Ability
abilità: Ability | schieramento: Deployment; Lineup | attack: Attack; Attack (Stat) | key hex: Key Hex | hp: HP
esagono: Key Hex | equipped: Equip, Equipped | tactic cap: Tactic Capacity | allies: Ally | heroes: Hero | eroi: Hero
più: Deadliest; Fastest; Slowest; Strongest; Weakest | key hexes: Key Hex | esagoni chiave: Key Hex | moving: Move
tattiche: Tactic | sconfitte: Defeated | displaced: Displace | raggio d’azione: Reach | letale: Lethal
"""


@pytest.mark.parametrize(("words", "terms"), [
    (words, terms.split("; ")) for words, terms in re.findall(r"([^|\n]+?): ([^|\n]+?)(?: \| |\n)", FOUND)
])  # fmt: skip
def test_a_term_is_found_by_name_or_by_part_of_it(catalogue: Catalogue, words: str, terms: list[str]) -> None:
    assert _found(catalogue, words) == terms


@pytest.mark.parametrize(("words", "advice"), [
    ("dazd", "did you mean Dazed?"),
    ("bersalio", "did you mean Bersaglio?"),
    ("blessing", "hoplo look rule blessing"),
    ("zzzz", "`hoplo look terms` alone lists all 68"),
    ("taunt", "it is a skill (hoplo look taunt)"),
    ("archer", "it is a chip (hoplo look archer)"),
    ("dest.bold", "it is an open question (hoplo rulings dest.bold)"),
    ("---", "no Key Term is called '---'"),
])  # fmt: skip
def test_near_misses_are_suggested(words: str, advice: str) -> None:
    ran = hoplo("look", "term", "--", words)
    assert (ran.code, ran.out) == (2, "")
    assert advice in ran.err


@pytest.mark.parametrize("words", ["p.37", "p37", "37", "page 37", "pag. 37"])
def test_a_page_stands_for_its_terms(catalogue: Catalogue, words: str) -> None:
    assert {term.page for _, term in find_terms(catalogue, words)} == {"37"}
    assert len(find_terms(catalogue, words)) == 21
    assert _found(catalogue, f"reach {words}" if not words[0].isdigit() else "reach p.37") == ["Reach"]


@stories("""
Near misses are Italian where that is spoken
  look term tatica --lang it -> 2 | intendevate Tattica o Tactic?
The term is shown with page, Italian name and rules
  look term tribune -> ^Tribune / Tribuno p.37 | defeat.tribune (p.20, 28, 37)
In Italian the sentence is Italian, and the order too
  look term tribune --lang it -> ^Tribuno / Tribune p.37
  look term --lang it -> ^Abilità / Ability
  look term --lang it -> Accampamento / Encampment
The machine reads both languages
  look term dazed --json -> terms.# = 1 | terms.0.id = dazed | terms.0.term = Dazed | terms.0.term_it = Frastornata
    | terms.0.page = "35" | terms.0.rules has combat.dazed
  look term --json -> terms.# = 68
""")
def test_terms_are_shown(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_a_wrong_term_is_a_defect_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "glossary.toml"
    file.write_text(
        '[odd]\nterm = "Odd"\nterm_it = " "\npage = "35"\ntext = "A"\ntext_it = "B"\nrules = ["term.adjacnt"]\n'
    )
    ran = hoplo("data", "validate", file)
    assert ran.code == 1
    assert "[odd] term_it" in ran.out
    assert "did you mean term.adjacent" in ran.out
