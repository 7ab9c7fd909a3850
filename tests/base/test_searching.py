"""Rules found by words in any form, by id, page and step; what is looked for in the wrong place."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoplo_companion.components.catalogue import Catalogue, UnknownNameError
from hoplo_companion.components.lookup import find_open, find_rules, is_form, looked_for, pages_in, wanted
from hoplo_companion.components.names import meant_by, the_one
from tests.helpers.cli import done, hoplo


@pytest.mark.parametrize("forms", [
    "mark marks marked marking", "ally allies", "hero heroes", "hex hexes", "equip equipped", "stun stunned stuns",
    "displace displaced displacing", "move moves moved moving", "bersaglio bersagli", "tattica tattiche",
    "frastornata frastornato frastornate", "attacco attacchi", "die dies", "eroe eroi",
])  # fmt: skip
def test_the_forms_of_a_word_are_found(forms: str) -> None:
    words = forms.split()
    assert all(is_form(one, other) for one in words for other in words)


@pytest.mark.parametrize(("one", "other"), [
    ("act", "action"), ("move", "movement"), ("dazd", "dazed"), ("hex", "hero"), ("camp", "campaign"), ("a", "as"),
    ("all", "ally"), ("target", "tribune"),
])  # fmt: skip
def test_other_words_are_no_forms(one: str, other: str) -> None:
    assert is_form(one, other) is is_form(other, one)
    assert is_form(one, other) is ((one, other) == ("all", "ally")), "an ending more is a form, whatever it means"


@pytest.mark.parametrize(("typed", "words", "pages"), [
    ("p.23", [], {23}),
    ("P 23", [], {23}),
    ("p23", [], {23}),
    ("23", [], {23}),
    ("page 23", [], {23}),
    ("pag. 23", [], {23}),
    ("pp. 20-21", [], {20, 21}),
    ("21-20", [], {20, 21}),
    ("20\u201321", [], {20, 21}),
    ("p.20, p.23", [], {20, 23}),
    ("the mark p.23", ["mark"], {23}),
    ("Il più letale", ["piu", "letale"], set()),
    ("regen 1", ["regen", "1"], set()),
    ("", [], set()),
    ("the", [], set()),
    ("spar", ["spar"], set()),
])  # fmt: skip
def test_what_is_looked_for_is_read(typed: str, words: list[str], pages: set[int]) -> None:
    assert (wanted(typed).words, set(wanted(typed).pages)) == (words, pages)


@given(st.text(max_size=40))
def test_anything_can_be_looked_for(typed: str) -> None:
    assert all(len(word) >= 1 for word in wanted(typed).words)


def test_the_pages_of_a_record_are_read() -> None:
    assert pages_in("16-17, 29") == {16, 17, 29}
    assert pages_in("Lamosians card") == set()


@pytest.mark.parametrize(("typed", "first"), [
    ("movement.mark", "movement.mark"),
    ("Movement.Mark", "movement.mark"),
    ("marks", "movement.mark-choice"),
    ("allies", "tactics.ally"),
    ("units that are dazed", "combat.dazed"),
    ("FRASTORNATE", "combat.dazed"),
    ("esagoni chiave", "term.key-hex"),
    ("marchio", "movement.mark"),
    ("mark p.23", "movement.mark"),
    ("regen 1", "skill.regen"),
    ("spar", "prepare.tribune-spar"),
])  # fmt: skip
def test_the_rule_that_is_called_so_comes_first(catalogue: Catalogue, typed: str, first: str) -> None:
    assert find_rules(catalogue, typed)[0][0] == first


@pytest.mark.parametrize(("typed", "term"), [
    ("movement step", "Movement Step"), ("Passo Movimento", "Movement Step"),
    ("rival engage step", "Rival Engage Step"), ("passo abilita", "Abilities Step"), ("koth", "The Tribune"),
    ("tactics step", "Tactic Placement Step"),
])  # fmt: skip
def test_a_step_is_found_by_its_name(catalogue: Catalogue, typed: str, term: str) -> None:
    assert find_rules(catalogue, typed)[0][1].term == term


def test_a_page_stands_for_its_rules(catalogue: Catalogue) -> None:
    found = find_rules(catalogue, "p.23")
    assert {id_ for id_, _ in found} == {id_ for id_, rule in find_rules(catalogue, "") if 23 in pages_in(rule.page)}
    assert find_rules(catalogue, "page 23") == find_rules(catalogue, "23") == found
    assert {page for _, rule in find_rules(catalogue, "20-21") for page in pages_in(rule.page)} >= {20, 21}


def test_an_id_stands_for_itself_and_its_beginning_for_the_chapter(catalogue: Catalogue) -> None:
    assert [id_ for id_, _ in find_rules(catalogue, "term.fastest")] == ["term.fastest"]
    chapter = [id_ for id_, _ in find_rules(catalogue, "movement")]
    assert all(id_.startswith("movement.") for id_ in chapter)
    assert [id_ for id_, _ in find_rules(catalogue, "movement.")] == chapter


@pytest.mark.parametrize(("typed", "advice"), [
    ("movement.marc", "did you mean movement.mark"),
    ("dazd", "did you mean Dazed?"),
    ("borsa", "no rule mentions 'borsa'; `hoplo look rules` alone lists all of them"),
    ("the dazxed unit", "no rule mentions 'dazxed'; did you mean dazed or daze?"),
    ("p.99", "the rules are on p.5-40"),
    ("the", "type a word, a page or an id"),
    (".", "type a word, a page or an id"),
    ("trident harbor dazed", "no rule has all of these words; try fewer"),
])  # fmt: skip
def test_what_no_rule_says_is_told_with_what_would_be_right(typed: str, advice: str) -> None:
    ran = hoplo("look", "rules", typed)
    assert (ran.code, ran.out) == (2, "")
    assert advice in ran.err
    assert len(ran.err) < 250, "a long list of everything helps nobody"


KNOWN = Catalogue()


@given(st.text(max_size=30))
def test_any_words_find_rules_or_say_what_is_wrong(typed: str) -> None:
    with contextlib.suppress(UnknownNameError):
        assert find_rules(KNOWN, typed)


def test_open_questions_are_found_among_the_rules(catalogue: Catalogue) -> None:
    assert [id_ for id_, _ in find_open(catalogue, "dest.bold")] == ["dest.bold"]
    assert "mark.tie" in [id_ for id_, _ in find_open(catalogue, "reachable marks")]
    assert find_open(catalogue, "") == []
    alone = done("look", "rules", "dest.bold")
    assert alone.out.startswith("Open question: dest.bold  p.23\n")
    assert "hoplo rulings dest.bold" in " ".join(alone.out.split())
    both = hoplo("look", "rules", "p.23", "--json").json
    assert "dest.bold" in [each["id"] for each in both["rulings"]]
    assert "movement.mark" in [each["id"] for each in both["rules"]]


@pytest.mark.parametrize(("name", "least", "found"), [
    ("ARCHER", 1, ["archer"]), ("arch", 1, ["archer", "archon"]), ("archo", 1, ["archon"]), ("ar", 3, []), ("", 1, []),
])  # fmt: skip
def test_a_name_is_exact_or_else_a_beginning(name: str, least: int, found: list[str]) -> None:
    assert meant_by(name, ["archer", "archon", "archer"], least) == found
    assert the_one(name, ["archer", "archon"], least) == (found[0] if len(found) == 1 else None)
    assert the_one("d", ["defender"]) == "defender", "one letter is enough where nothing else is said"


@pytest.mark.parametrize(("name", "id_"), [
    ("Fury Aura", "fury-aura"), ("fury", "fury-aura"), ("aura", "fury-aura"), ("Taunts", "taunt"), ("ta", None),
    ("t", None), ("", None), ("long", None), ("shot", "long-shot"), ("zzz", None),
])  # fmt: skip
def test_a_name_may_be_told_in_part_where_only_one_is_meant(name: str, id_: str | None) -> None:
    assert looked_for(name, ["fury-aura", "taunt", "long-shot", "long-reach"]) == id_


@pytest.mark.parametrize(("call", "said"), [
    (("look", "unit", "taunt"), "it is a skill (hoplo look taunt)"),
    (("look", "unit", "Tribuno"), "it is a Key Term (hoplo look tribune)"),
    (("look", "unit", "stun"), "it is a tactic (hoplo look stun)"),
    (("look", "skill", "adrenaline"), "it is a tactic (hoplo look adrenaline)"),
    (("look", "tactic", "archer"), "it is a chip (hoplo look archer)"),
    (("look", "unit", "stun", "--example"), "it is a tactic (hoplo look stun)"),
])  # fmt: skip
def test_what_is_looked_for_in_the_wrong_place_is_said_to_be_elsewhere(call: tuple[str, ...], said: str) -> None:
    ran = hoplo(*call)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


def test_a_chip_a_skill_and_a_tactic_are_found_by_a_part_of_their_name() -> None:
    assert hoplo("look", "unit", "Archers").out.startswith("Archer\n")
    assert hoplo("look", "unit", "strider").out.startswith("Sea Strider\n")
    assert hoplo("look", "skill", "lock").out.startswith("Combat Lock  Innate\n")
    assert hoplo("look", "tactic", "adr").out.startswith("Adrenaline  permanent tactic\n")
