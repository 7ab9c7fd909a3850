"""Event cards and the lineups of primus combats as data: told in a line, kept, checked as they are loaded (p.14-20)."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.own import own_record
from hoplo_companion.components.schemas import EventRecord
from hoplo_companion.errors import InvalidError, UsageError
from hoplo_companion.notation.cards import read_card, write_card
from hoplo_companion.notation.events import RIVAL_ICONS
from hoplo_companion.notation.parts import Card
from hoplo_companion.rules.data_checks import check_file
from tests.helpers.cli import Ran, done, hoplo
from tests.notation.test_card_form import entered

SHIPPED = Catalogue()
GRUDGE = (
    "Grudge Match: sport, goals ctf koth, lineup local+t bag*2 bag+t, then bag, yours hero camp*2, "
    'instructions "One, then two.", movement = 1 for player'
)


def add(*words: str) -> Ran:
    return hoplo("data", "add", "event", *words)


def read(line: str) -> Card:
    return read_card("event", line, SHIPPED)


def own_data() -> Path:
    return Path(os.environ["HOPLO_HOME"]) / "data"


def loaded(id_: str) -> EventRecord:
    found = Catalogue(own=own_data()).event(id_)
    assert found is not None
    return found


# Cards ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("goal", ["ctf", "koth", "goals spar", "king of the hill"])
def test_a_card_with_a_sport_for_its_goal_is_a_sport(goal: str) -> None:
    """Without the word `sport` it would be fought as Bloodshed, whatever goal it names (p.17-18)."""
    assert read(f"Race: {goal}, lineup bag*2, yours hero").fields["kind"] == "sport"
    assert "kind" not in read("Race: lineup bag*2, yours hero").fields


def test_a_card_is_told_in_one_line() -> None:
    ran = add(GRUDGE)
    assert ran.code == 0, ran.err
    assert ran.out.splitlines()[0] == GRUDGE.replace("ctf koth", "capture-the-flag king-of-the-hill").replace(
        "+t ", "+tactic "
    ).replace("+t,", "+tactic,")
    card = loaded("grudge-match")
    assert (card.name, card.kind, card.act) == ("Grudge Match", "sport", None)
    assert card.goals == ["capture-the-flag", "king-of-the-hill"]
    assert card.lineup == ["local+tactic", "bag", "bag", "bag+tactic"]
    assert (card.then, card.yours) == (["bag"], ["hero", "camp", "camp"])
    assert card.instructions == "One, then two."
    assert card.effects is not None
    assert len(card.effects) == 1
    assert Catalogue(own=own_data()).record("events", "grudge-match") is not None


def test_parts_may_stand_behind_the_effects() -> None:
    card = read("Dusk: bloodshed, movement = 1 for player, then bag+t")
    assert (card.fields["then"], len(card.fields["effects"])) == (["bag+tactic"], 1)


def test_what_is_told_later_lies_over_what_was_told() -> None:
    assert add("Dusk: bloodshed, lineup bag*2, then bag").code == 0
    again = add("Dusk: lineup local, then none")
    assert again.code == 0
    assert "lineup bag, bag becomes local" in again.err
    assert again.out.splitlines()[0] == "Dusk: lineup local, then none"
    assert (loaded("dusk").kind, loaded("dusk").lineup, loaded("dusk").then) == ("bloodshed", ["local"], [])


def test_every_sport_at_once() -> None:
    goals = read("Games: sport, goals sport").fields["goals"]
    assert goals == ["capture-the-flag", "king-of-the-hill", "spar"]


def test_an_expansion_card_may_show_a_primus() -> None:
    assert add("Foes: bloodshed, lineup bag*3 primus").code == 0
    assert loaded("foes").lineup == ["bag", "bag", "bag", "primus"]


@pytest.mark.parametrize(("line", "words"), [
    ("X: sport, lineup bag tribune", "the tribune is identified"),
    ("X: sport, lineup", "type the icons of the rival's lineup"),
    ("X: sport, yours bag", "camp (p.17)"),
    ("X: sport, yours hero*2", "one hero"),
    ("X: sport, then camp", "'camp' is not an icon of the rival's lineup"),
    ("X: sport, lineup bag, lineup bag", "lineup is given twice"),
    ("X: sport, goals ctf capture-the-flag", "capture-the-flag is given twice"),
    ("X: sport, goals c x", "'x' is not a goal"),
    ("X: sport, goals ss", "spar is given twice"),
    ("X: sport, goals ctf s", "may be scion or spar"),
    ("X: sport, primus 1", "kind is given twice"),
    ("X: primus, lineup bag primus", "type its act, 1, 2 or 3, as in primus 1"),
    ("X: primus 4", "type its act, 1, 2 or 3, as in primus 1 (p.30)"),
    ("X: primus one", "type its act, 1, 2 or 3, as in primus 1 (p.30)"),
    ("X: sprot, lineup bag", "did you mean sport?"),
    ("Primus Act II: primus 1", "is the primus lineup of Act II"),
    ("Primus 3: bloodshed, lineup bag", "is the primus lineup of Act III"),
])  # fmt: skip
def test_what_is_wrong_in_a_line_is_named(line: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(line)
    assert words in str(caught.value)


@pytest.mark.parametrize(("line", "words"), [
    ("X: sport, goals bloodshed spar", "goals[0]: the goal of a card of kind sport is capture-the-flag or king"),
    ("X: bloodshed, goals spar", "goals[0]: the goal of a card of kind bloodshed is bloodshed, not spar (p.16-18)"),
    ("X: sport, goals primus", "goals[0]: the goal of a card of kind sport"),
    ("X: goals scion", "goals[0]: a scion combat has no event card (p.30-31)"),
    ("X: goals primus", "goals[0]: primus combats have no event card"),
    ("X: goals bloodshed spar", "goals: its goals are those of different kinds of events (bloodshed, sport)"),
    ("X: opportunity, lineup bag", "lineup: an Opportunity event is not a combat"),
    ("X: opportunity, goals spar", "goals[0]: an Opportunity event is not a combat and has no goal"),
    ("Primus 1: lineup bag", "lineup: a primus lineup has one primus, not 0 (p.18, 30)"),
    ("Primus 1: lineup primus*2", "lineup: a primus lineup has one primus, not 2 (p.18, 30)"),
    ("Primus 1: lineup primus, then bag", "then: a primus lineup has no special instructions (p.30)"),
    ("Primus 1: goals bloodshed", "goals[0]: the goal of a card of kind primus is primus, not bloodshed"),
])  # fmt: skip
def test_what_contradicts_the_rules_is_not_kept(line: str, words: str) -> None:
    ran = add(line)
    assert ran.code == 1
    assert words in ran.err
    assert not own_data().exists()


# Primus lineups -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", [
    "Primus Act II: primus 2, lineup bag bag+t primus, yours hero camp*3",
    "Primus Act II: lineup bag bag+t primus, yours hero camp*3",
    "primus 2: lineup b b+t p, yours h c*3",
    "Anything: primus act II, lineup bag bag+t primus, yours hero camp*3",
    "Second: primus 2, goals primus, lineup bag bag+t primus, yours hero camp*3",
])  # fmt: skip
def test_a_primus_lineup_is_kept_under_its_act(line: str) -> None:
    ran = add(line)
    assert ran.code == 0, ran.err
    assert ran.out.startswith("Primus Act II: primus 2,")
    card = loaded("primus-2")
    assert (card.name, card.kind, card.act) == ("Primus Act II", "primus", 2)
    assert (card.lineup, card.yours) == (["bag", "bag+tactic", "primus"], ["hero", "camp", "camp", "camp"])


def test_the_lineups_of_the_acts_stand_side_by_side() -> None:
    for act in ("1", "2", "3"):
        ran = add(f"Primus {act}: lineup bag*{act} primus")
        assert (ran.code, ran.err) == (0, "")
    assert [len(loaded(f"primus-{act}").lineup) for act in (1, 2, 3)] == [2, 3, 4]
    assert "primus-3" in hoplo("data", "list", "events").out
    assert "Primus Act III" in hoplo("data", "show", "primus-3").out


def test_no_lineup_of_a_primus_combat_is_shipped(catalogue: Catalogue) -> None:
    """Their icons are in no source, so that they are asked of the player (p.30)."""
    assert [catalogue.event(f"primus-{act}") for act in (1, 2, 3)] == [None, None, None]


# Loading --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("id_", "text", "words"), [
    ("x",
     'kind = "sprot"\ngoals = ["chess"]\nlineup = ["bag", "tribune"]\n' 'yours = ["bag"]\nthen = ["b"]\nact = "I"\n',
     ["kind: 'sprot' is not one of bloodshed, opportunity, primus, sport; did you mean sport?",
     "goals[0]: 'chess' is not one of",
     "lineup[1]: 'tribune' is not one of bag, bag+tactic, local, local+tactic, primus",
     "yours[0]: 'bag' is not one of camp, hero", "then[0]: 'b' is not one of", "act: 'I' is not a whole number"]),
    ("x", 'kind = "sport"\nact = 2\ngoals = ["spar", "bloodshed", "spar"]\nyours = ["hero", "camp", "hero"]\n',
     ["act: only a primus lineup has an act", "goals[1]: the goal of a card of kind sport",
     "goals[2]: spar is named twice", "yours[2]: your lineup has one hero"]),
    ("x", 'kind = "primus"\n', ["act: a primus lineup belongs to act 1, 2 or 3: say which (p.30)"]),
    ("x", 'kind = "primus"\nact = 4\n', ["act: a primus lineup belongs to act 1, 2 or 3: say which (p.30)"]),
    ("x", 'kind = "primus"\nact = 3\n', ["act: the primus lineup of Act III has the id primus-3, not x"]),
    ("primus-1", 'kind = "sport"\n', ["kind: primus-1 is the preset lineup of a primus combat"]),
    ("primus-1", 'act = 1\nkind = "primus"\nlineup = ["bag"]\n[[effects]]\ndo = [{ do = "grant", skill = "Tant" }]\n',
     ["lineup: a primus lineup has one primus", "effects[0].do[0].skill"]),
])  # fmt: skip
def test_every_defect_is_told_as_a_card_is_loaded(id_: str, text: str, words: list[str]) -> None:
    path = own_data() / "events" / f"{id_}.toml"
    path.parent.mkdir(parents=True)
    path.write_text(f'name = "X"\n{text}')
    known = Catalogue(own=own_data())
    for _ in range(2):
        with pytest.raises(InvalidError) as caught:
            known.event(id_)
        assert f"events/{id_}.toml" in str(caught.value)
        for each in words:
            assert each in str(caught.value)
    told = " ".join(defect.sentence() for defect in check_file(path, SHIPPED))
    assert all(each in told for each in words)
    assert hoplo("data", "validate").code == 1


def test_a_card_goes_into_a_pack_and_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert add(GRUDGE).code == 0
    assert add("Primus 1: lineup bag primus").code == 0
    before = (own_record("events", "grudge-match"), own_record("events", "primus-1"))
    assert hoplo("data", "export", str(tmp_path / "p.toml")).code == 0
    monkeypatch.setenv("HOPLO_HOME", str(tmp_path / "elsewhere"))
    done("data", "import", str(tmp_path / "p.toml"))
    assert (own_record("events", "grudge-match"), own_record("events", "primus-1")) == before


# The line and back ----------------------------------------------------------------------------------------------

ICONS = st.lists(st.sampled_from(RIVAL_ICONS), max_size=8)
YOURS = st.integers(0, 4).flatmap(lambda camp: st.permutations(["hero", *["camp"] * camp]))
TEXT = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12).map(lambda text: " ".join(text.split()))
SPORTS = st.lists(st.sampled_from(["capture-the-flag", "king-of-the-hill", "spar"]), min_size=1, unique=True)


@st.composite
def told(draw: st.DrawFn) -> tuple[str, dict[str, Any]]:
    """Draw a name and what may be told of an event card."""
    kind = draw(st.sampled_from(["bloodshed", "sport", "opportunity", "primus", None]))
    act = draw(st.integers(1, 3)) if kind == "primus" else None
    parts: dict[str, Any] = {
        "kind": kind, "act": act,
        "goals": draw(st.none() | SPORTS) if kind == "sport" else None,
        "text": draw(st.none() | TEXT),
        "lineup": draw(st.none() | ICONS), "then": draw(st.none() | ICONS), "yours": draw(st.none() | YOURS),
        "instructions": draw(st.none() | TEXT),
    }  # fmt: skip
    return (f"Primus Act {'I' * act}" if act else "Dusk"), {
        key: each for key, each in parts.items() if each is not None
    }


@given(told())
def test_what_is_told_of_a_card_is_written_as_it_is_read(card: tuple[str, dict[str, Any]]) -> None:
    name, fields = card
    fields = {key: value for key, value in fields.items() if value != ""}
    again = read(write_card("event", name, fields))
    assert (again.name, again.fields) == (name, fields)


# The conversation -----------------------------------------------------------------------------------------------


def test_a_card_is_entered_by_a_conversation() -> None:
    lines = ("Grudge Match", "Sport", "cs", "bag tribune", "l+t b*2", "h c*2", "")
    record, terminal = entered("event", *lines)
    assert "the tribune is identified" in terminal.said()
    assert record == {
        "name": "Grudge Match", "kind": "sport", "goals": ["capture-the-flag", "spar"],
        "lineup": ["local+tactic", "bag", "bag"], "yours": ["hero", "camp", "camp"],
    }  # fmt: skip


def test_a_primus_lineup_is_entered_by_a_conversation() -> None:
    entered("event", "The first capital", "primus of Act I", "bag primus", "hero")
    assert (loaded("primus-1").name, loaded("primus-1").yours) == ("Primus Act I", ["hero"])
