"""The Key Terms (Rulebook p.35-37): all of them, in both languages, found by name, with their rules."""

from collections import Counter
from pathlib import Path

import pytest

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.lookup import all_terms, find_terms
from tests.helpers.cli import done, hoplo

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


@pytest.mark.parametrize(("words", "terms"), [
    ("mark", ["Mark"]),
    ("MARCHIO", ["Mark"]),
    ("frastornata", ["Dazed"]),
    ("abilita", ["Ability"]),
    ("abilità", ["Ability"]),
    ("schieramento", ["Deployment", "Lineup"]),
    ("attack", ["Attack", "Attack (Stat)"]),
    ("key hex", ["Key Hex"]),
    ("esagono", ["Key Hex"]),
    ("equipped", ["Equip, Equipped"]),
    ("tactic cap", ["Tactic Capacity"]),
    ("più", ["Deadliest", "Fastest", "Slowest", "Strongest", "Weakest"]),
    ("hp", ["HP"]),
    ("marks", ["Mark"]),
    ("MARKED", ["Mark"]),
    ("the mark", ["Mark"]),
    ("allies", ["Ally"]),
    ("heroes", ["Hero"]),
    ("eroi", ["Hero"]),
    ("key hexes", ["Key Hex"]),
    ("esagoni chiave", ["Key Hex"]),
    ("tattiche", ["Tactic"]),
    ("sconfitte", ["Defeated"]),
    ("displaced", ["Displace"]),
    ("moving", ["Move"]),
    ("raggio d\u2019azione", ["Reach"]),
    ("letale", ["Lethal"]),
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


def test_near_misses_are_italian_where_that_is_spoken() -> None:
    assert "intendevate Tattica o Tactic?" in hoplo("look", "term", "tatica", "--lang", "it").err


def test_the_term_is_shown_with_page_italian_name_and_rules() -> None:
    ran = done("look", "term", "tribune")
    assert ran.out.splitlines()[0] == "Tribune / Tribuno  p.37"
    assert "defeat.tribune (p.20, 28, 37)" in " ".join(ran.out.split())


def test_in_italian_the_sentence_is_italian_and_the_order_too() -> None:
    assert hoplo("look", "term", "tribune", "--lang", "it").out.startswith("Tribuno / Tribune  p.37\n")
    heads = [line for line in hoplo("look", "term", "--lang", "it").out.splitlines() if not line.startswith(" ")]
    assert len(heads) == 68
    assert heads[0].startswith("Abilità / Ability")
    assert heads[1].startswith("Accampamento / Encampment")


def test_the_machine_reads_both_languages() -> None:
    (term,) = hoplo("look", "term", "dazed", "--json").json["terms"]
    assert (term["id"], term["term"], term["term_it"], term["page"]) == ("dazed", "Dazed", "Frastornata", "35")
    assert term["text"] != term["text_it"]
    assert "combat.dazed" in term["rules"]
    assert len(hoplo("look", "term", "--json").json["terms"]) == 68


def test_a_wrong_term_is_a_defect_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "glossary.toml"
    file.write_text(
        '[odd]\nterm = "Odd"\nterm_it = " "\npage = "35"\ntext = "A"\ntext_it = "B"\nrules = ["term.adjacnt"]\n'
    )
    ran = hoplo("data", "validate", file)
    assert ran.code == 1
    assert "[odd] term_it" in ran.out
    assert "did you mean term.adjacent" in ran.out
    file.with_name("ledger_it.toml").write_text('["movement.marc"]\ntext = "Il mark."\n')
    assert "did you mean movement.mark" in hoplo("data", "validate", file.with_name("ledger_it.toml")).out
