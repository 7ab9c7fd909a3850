"""Chips and cards in one line: understood, checked and kept; of what is wrong nothing is kept."""

from __future__ import annotations

import os
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.own import own_record, own_records, remember
from hoplo_companion.errors import HoploError, UsageError
from hoplo_companion.notation.cards import read_card, write_card
from hoplo_companion.notation.parts import FORMS
from hoplo_companion.signs import is_name
from tests.helpers.cli import Ran, completed, hoplo

SHIPPED = Catalogue()
MURMILLO = {
    "class": ["defender"], "movement": 1, "range": 1, "health": 4, "attack": ["blue", "blue"],
    "skills": ["Taunt", "Regen 1"],
}  # fmt: skip


def home() -> Path:
    return Path(os.environ["HOPLO_HOME"])


def add(kind: str, *words: str) -> Ran:
    return hoplo("data", "add", kind, *words)


def entered(kind: str, line: str) -> dict[str, Any]:
    return read_card(kind, line, SHIPPED).fields


# Units ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", [
    "Murmillo: defender, 1/1/4, blue blue, Taunt, Regen 1",
    "Murmillo: 1/1/4, Taunt, Regen 1, blue blue, defender",
    "murmillo: defe 1/1/4 2b tau reg 1",
    "murmillo: def 1/1/4 2b tau reg 1",
    "Murmillo: DEFENDER, 1 / 1 / 4, 2 blue, taunt, regen 01",
    "Murmillo: defender 1/1/4 b b, taunt regen 1",
    "Murmillo: defender 1/1/4 bb taunt, regen 1",
])  # fmt: skip
def test_a_unit_is_read_in_any_order_and_cut_short(line: str) -> None:
    assert entered("unit", line) == MURMILLO


@pytest.mark.parametrize(("line", "fields"), [
    ("X: 1/-/4", {"movement": 1, "health": 4}),
    ("X: -/2/-, elite", {"range": 2, "elite": True}),
    ("X: of atl, k g y r", {"faction": "atlanteans", "attack": ["black", "green", "yellow", "red"]}),
    ("X: archer attacker, long shot 2 2 blue", {"class": ["archer", "attacker"], "skills": ["Long Shot 2"],
     "attack": ["blue", "blue"]}),
    ("X: archer, bg, first strike", {"class": ["archer"], "attack": ["blue", "green"], "skills": ["First Strike"]}),
    ("X: kyr 2xbla gr", {"attack": ["black", "yellow", "red", "black", "black", "green", "red"]}),
    ("X: no skills, no dice", {"skills": [], "attack": []}),
    ("X: of new argonauts elite", {"faction": "new-argonauts", "elite": True}),
    ("X", {}),
])  # fmt: skip
def test_every_part_of_a_unit_but_its_name_may_be_left_out(line: str, fields: dict[str, Any]) -> None:
    assert entered("unit", line) == fields


@pytest.mark.parametrize(("line", "words"), [
    ("M: 1/1/4, def", "may be defender or deflect: type more of it"),
    ("M: bl", "black or blasphemous or blue"),
    ("M: 2 bl", "black or blue"),
    ("M: Tant", "did you mean taunt?"),
    ("M: purple", "is not a known class, die or skill"),
    ("M: Regen", "Regen needs its number"),
    ("M: Regen blue", "Regen needs its number"),
    ("M: Taunt 1", "'1' of what?"),
    ("M: 1/1", "three numbers"),
    ("M: 1/1/4, 1/1/5", "is given twice"),
    ("M: of Atlantis", "did you mean atlanteans?"),
    ("M: of Narnia", "known factions"),
    ("M: 40 blue", "between 1 and 12 dice"),
    ("M: 0 blue", "between 1 and 12 dice"),
    ("M: 100 blue", "between 1 and 12 dice"),
    ("M, 1/1/4", "a colon follows the name"),
    (": 1/1/4", "is not a name"),
    ("M" * 61 + ": 1/1/4", "is not a name"),
])  # fmt: skip
def test_what_is_no_unit_is_refused_with_what_would_be_right(line: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        entered("unit", line)
    assert words in str(caught.value)


def test_a_skill_of_ones_own_may_stand_on_a_chip() -> None:
    assert add("skill", "Iron Skin #: attacked: lose at most number").code == 0
    assert add("unit", "Hoplite: 1/1/4, iron skin 2").code == 0
    assert own_record("units", "hoplite") == {
        "name": "Hoplite", "movement": 1, "range": 1, "health": 4, "skills": ["Iron Skin 2"],
    }  # fmt: skip


# The other kinds ------------------------------------------------------------------------------------------------


def test_a_skills_type_follows_from_its_effects() -> None:
    second = entered("skill", "Second Wind: ability: heal 2 rival: always")
    assert (second["type"], [effect["on"] for effect in second["effects"]]) == ("ability", ["ability"])
    assert entered("skill", "Spin: special: damage 1 to all adjacent opponents")["type"] == "special"
    iron = entered("skill", "Iron Skin #: attacked: lose at most number")
    assert (iron["type"], iron["numbered"]) == ("innate", True)


@pytest.mark.parametrize(("kind", "line", "words"), [
    ("skill", "Both: ability: heal 2 ; special: heal 2", "not both"),
    ("skill", "Iron: attacked: lose at most number", "type a # after its name"),
    ("skill", "Odd: special, ability: heal 2", "its effects make it ability"),
    ("skill", "Odd: fly away", "not understood"),
    ("tactic", "Net: permanant, movement -1", "did you mean permanent?"),
    ("tactic", "Net: permanent until end of combat, movement -1", ""),
    ("tactic", "Net: instant, until end of combat, movement -1", "only a temporary tactic"),
    ("tactic", "Net: temporary until dawn", "is not the end of a tactic"),
    ("tactic", "Net: rival places it", "write it as in 'rival places it on"),
    ("tactic", "Net: rival places it on oldest opponent", "is not a superlative"),
    ("tactic", 'Net: instant, text "so', "has no partner"),
    ("tactic", 'Net: instant, instant, text "a"', "kind is given twice"),
    ("event", "Dusk: bloodsheed, movement = 1", "did you mean bloodshed?"),
    ("event", "Dusk: goals chess", "is not a goal"),
    ("event", 'Dusk: "sport"', "did you mean sport?"),
    ("arena", "K: rival A1 B", "is not a hex"),
    ("arena", "K: columns many", "type the number of hexes of each column"),
    ("arena", "K: elevation D3", "each hex with its level"),
    ("arena", "K: all: bravest", "is not a priority"),
    ("arena", "K: all: any, all: hero", "all is given twice"),
    ("arena", "K: class bard: any", "is not a class"),
    ("arena", "K: dragons", "is not a part of this card"),
])  # fmt: skip
def test_what_is_wrong_on_a_card_is_named(kind: str, line: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        entered(kind, line)
    assert words in str(caught.value)


def test_a_tactic_and_the_rivals_table() -> None:
    net = entered("tactic", "Net: temp until the end of its next turn, rival places it on the least deadly opponent "
               "without it, class attacker, daze self")  # fmt: skip
    effects = net.pop("effects")
    assert [effect["do"][0]["do"] for effect in effects] == ["daze"]
    assert net == {
        "kind": "temporary", "until": "end-of-its-next-turn", "rival_class": "attacker", "rival_side": "opponent",
        "rival_target": "least-deadly", "rival_without_itself": True,
    }  # fmt: skip
    behind = entered("tactic", "Net: instant, gain 2 hp, rival archer places it on weakest ally")
    assert (behind["rival_class"], behind["rival_side"], behind["rival_target"]) == ("archer", "ally", "weakest")


def test_a_prowess_card_and_its_level() -> None:
    card = read_card("prowess", "Endurance 2: kraken, capacity +1, health +1", SHIPPED)
    assert (card.id, card.name, card.fields["level"]) == ("endurance-2", "Endurance", 2)
    assert (card.fields["hero"], card.fields["tactic_capacity"]) == ("krakenlance", 1)


def test_an_event_with_its_icons() -> None:
    dusk = entered(
        "event", 'The Long Dusk: sport, king, lineup bag bag bag+t, yours hero camp, instructions "Wait, then go."'
    )
    assert dusk == {
        "kind": "sport", "goals": ["king-of-the-hill"], "lineup": ["bag", "bag", "bag+tactic"],
        "yours": ["hero", "camp"], "instructions": "Wait, then go.",
    }  # fmt: skip


def test_an_arena_with_its_lists_and_effects() -> None:
    line = (
        "Lagoon: columns 3-4-5-4-3, rival a1 a2, player E1, key C2 C3, elevation C3=1, chips pearl, arena turn, "
        "all: flagholder > holding pearl > chip pearl > key > highest adjacent > at b2 c1 > close, "
        "class arch: weakest, unit Sea Strider: any, effect turn-start: heal 1 for locals, effect movement +1 for rival"
    )
    lagoon = entered("arena", line)
    assert lagoon["mat"]["priorities"] == [
        {"for": "all", "list": [
            {"opponent": "flagholder"}, {"opponent": "holding", "chip": "pearl"}, {"hex": "chip", "chip": "pearl"},
            {"hex": "key"}, {"hex": "highest", "near": "adjacent"}, {"hex": "named", "hexes": ["B2", "C1"]},
            {"opponent": "closest"},
        ]},
        {"for": "class:archer", "list": [{"opponent": "weakest"}]},
        {"for": "unit:sea-strider", "list": [{"opponent": "any"}]},
    ]  # fmt: skip
    assert (lagoon["mat"]["columns"], lagoon["mat"]["elevation"]) == ([3, 4, 5, 4, 3], {"C3": 1})
    assert [effect["for"] for effect in lagoon["effects"]] == ["locals", "rival"]


def test_a_list_takes_the_place_of_the_one_for_the_same_units() -> None:
    lists = entered("arena", "Atlanteans: class beast: hero")["mat"]["priorities"]
    assert [each["for"] for each in lists] == ["all", "class:beast"]
    assert entered("arena", "Atlanteans: all: hero")["mat"]["priorities"] == [
        {"for": "all", "list": [{"opponent": "hero"}]}
    ]


LINES = [
    *FORMS.items(),
    ("unit", "Dark Rider: beast attacker, -/2/5, black black red, elite, of lamosians, Long Shot 2"),
    ("skill", 'Ode: text "It sings, \\"loud\\".", moved: gain 1 hp'),
    ("tactic", "Bolster Health: instant, gain 2 hp"),
    ("tactic", "Stun: temporary until end of its next turn, daze self"),
    ("event", 'Feast: opportunity, goals spar primus, lineup bag, instructions "Eat."'),
    ("arena", "Isle: columns 3 4 3, rival A1, all: key > highest range, effect movement +1 for locals, most units 4"),
]


@pytest.mark.parametrize(("kind", "line"), LINES)
def test_a_line_that_is_written_back_reads_the_same(kind: str, line: str) -> None:
    card = read_card(kind, line, SHIPPED)
    again = read_card(kind, write_card(kind, card.name, card.fields), SHIPPED)
    assert again == card


# Keeping --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "line"), [each for each in FORMS.items() if each[0] != "arena"])
def test_what_was_entered_is_shown_as_understood_and_kept(kind: str, line: str) -> None:
    ran = add(kind, line)
    assert ran.code == 0, ran.err
    shown, where = ran.out.splitlines()
    assert shown == line.replace("1/1/4", "Movement 1, Range 1, Health 4")
    path = Path(where.split("kept in ")[1])
    assert path.is_file()
    assert path.is_relative_to(home())
    card = read_card(kind, line, SHIPPED)
    kept = own_record(card.kind, card.id)
    assert kept is not None
    assert card.fields.items() <= kept.items()
    assert hoplo("data", "show", card.id, "--json").json["records"][0]["name"] == card.name


def test_words_may_stand_without_quotation_marks() -> None:
    assert add("unit", "Murmillo:", "defender", "1/1/4", "2", "blue", "taunt", "regen", "1").code == 0
    assert add("unit", "Secutor:", "-/1/3").code == 0
    assert own_record("units", "murmillo") == {"name": "Murmillo", **MURMILLO}


def test_what_was_entered_lies_over_the_shipped_record() -> None:
    assert add("unit", "archer: -/-/3, blue").code == 0
    shown = hoplo("data", "show", "archer", "--json").json["records"][0]
    assert (shown["name"], shown["movement"], shown["range"], shown["health"]) == ("Archer", 1, 2, 3)
    again = add("unit", "Archer: -/-/4")
    assert "Health 3 becomes 4" in again.err
    assert own_record("units", "archer") == {"name": "Archer", "health": 4, "attack": ["blue"]}


@pytest.mark.parametrize(("words", "stated"), [
    (("unit", "Archer: defender, 1/1/4, bb"), "class archer becomes defender, Range 2 becomes 1 (Hoplomachus: Vic"),
    (("tactic", "Stun: permanent, movement -1"), "kind temporary becomes permanent"),
    (("scion", "hydra: dice 3 green"), "green 2 becomes 3"),
])  # fmt: skip
def test_what_a_source_states_is_not_overwritten_unasked(words: tuple[str, str], stated: str) -> None:
    ran = add(*words)
    assert (ran.code, own_records()) == (2, {})
    assert stated in ran.err
    assert "--yes" in ran.err
    assert add(*words, "--yes").code == 0
    [table] = own_records().values()
    assert [each["name"] for each in table.values()] == [words[1].partition(":")[0].title()]


def test_a_name_close_to_another_is_noticed() -> None:
    ran = add("unit", "Reptillian: 1/1/3")
    assert ran.code == 0
    assert "close to reptilian" in ran.err
    assert add("unit", "Retiarius: 1/1/3").err == ""


def test_what_is_done_by_hand_is_the_text_too() -> None:
    assert add("bane", 'Plague: camp, manual "hero takes 1 damage"').code == 0
    assert (own_record("banes", "plague") or {})["text"] == "hero takes 1 damage"
    assert add("bane", 'Empowered: bag, manual "first unit +1"').code == 0
    assert "text" not in (own_record("banes", "empowered") or {}), "the shipped text stays"


def test_a_shipped_arena_is_entered_part_by_part() -> None:
    assert add("arena", "Kunlun: key D3 D4").code == 0
    assert add("arena", "Kunlun: columns 4 5 6 5 4, rival A1 A2, player E1 E2").code == 0
    mat = (own_record("arenas", "kunlun") or {})["mat"]
    assert (mat["columns"], mat["key_hexes"]) == ([4, 5, 6, 5, 4], ["D3", "D4"])
    wrong = add("arena", "Kunlun: key F9")
    assert wrong.code == 1
    assert "key_hexes[0]: 'F9' is not on this mat" in wrong.err
    assert (own_record("arenas", "kunlun") or {})["mat"] == mat


@pytest.mark.parametrize(("kind", "line", "words"), [
    ("unit", "Murmillo", "Enter it in one line: hoplo data add unit"),
    ("unit", "Murmillo:", "Enter it in one line"),
    ("unit", "", "Enter it in one line"),
    ("unit", "Krakenlance: 1/1/4", "is a hero, not a unit chip"),
    ("unit", "Murmillo: 1/1/0", "health is 1 or more"),
    ("arena", "Lagoon: key A1", "Lagoon is new: its mat is needed"),
    ("skill", 'Sing: text "La."', "Sing is new"),
    ("tactic", "Net: rival places it on oldest ally", "is not a superlative"),
    ("skill", "Loop: always: grant Lop", "lop"),
])  # fmt: skip
def test_what_is_wrong_is_not_kept(kind: str, line: str, words: str) -> None:
    ran = add(kind, line)
    assert ran.code in (1, 2)
    assert words.casefold() in ran.err.casefold()
    assert not (home() / "data").exists()


def test_comments_and_everything_else_in_an_own_file_stay() -> None:
    (home() / "data" / "units").mkdir(parents=True)
    unit = home() / "data" / "units" / "archer.toml"
    unit.write_text('# read off my chip\nhealth = 3 # sure\n[doubts.range]\nconfidence = "inferred"\nsource = "R"\n')
    assert add("unit", "Archer: blue").code == 0
    assert "# read off my chip" in unit.read_text()
    assert "# sure" in unit.read_text()
    assert tomllib.loads(unit.read_text()) == {
        "name": "Archer", "health": 3, "attack": ["blue"],
        "doubts": {"range": {"confidence": "inferred", "source": "R"}},
    }  # fmt: skip
    tactics = home() / "data" / "tactics.toml"
    tactics.write_text(
        '[stun]\nname = "Stun"\n[[stun.effects]]\ndo = [{ do = "fatigue" }]\n[net]\nname = "Net" # mine\n'
    )
    assert add("tactic", "Stun: temporary until end of combat, daze self", "--yes").code == 0
    read = tomllib.loads(tactics.read_text())
    assert read["net"] == {"name": "Net"}
    assert read["stun"]["effects"] == [{"do": [{"do": "daze"}]}]
    assert "# mine" in tactics.read_text()


PLAIN = st.recursive(
    st.booleans() | st.integers(-9, 99) | st.text(max_size=8).filter(is_name),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6).filter(is_name), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.dictionaries(st.sampled_from(["health", "mat", "effects", "doubts", "skills"]), PLAIN, max_size=4)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(["units", "tactics"]), st.lists(FIELDS, min_size=1, max_size=3))
def test_whatever_is_remembered_reads_back(kind: str, tellings: list[dict[str, Any]]) -> None:
    """Entered one after the other over whatever the file holds, the record says exactly what was entered last."""
    for folder in ("data", "kept"):
        shutil.rmtree(home() / folder, ignore_errors=True)
    whole: dict[str, Any] = {"name": "X"}
    for fields in tellings:
        remember(kind, "x", "X", fields)
        remember(kind, "y", "Y", {"note": "beside"})
        whole |= fields
    assert own_records()[kind] == {"x": whole, "y": {"name": "Y", "note": "beside"}}


# Nonsense -------------------------------------------------------------------------------------------------------

SOME = """
X : , , / 1/1/4 - 2 blue b of atlanteans no dice skills Taunt Regen 1 elite # " text "so" permanent temporary until
end turn rival places strongest opponent without it class ability: special: heal damage to all adjacent opponents ;
if hp at most 2 movement +1 for player krakenlance capacity camp sport lineup bag columns 3 4 key D3 all: hero > chip
effect manual \\ “ ”
"""
WORDS = st.sampled_from(SOME.split())
NONSENSE = st.text(max_size=40) | st.lists(WORDS, max_size=14).map(" ".join)


@given(st.sampled_from(sorted(FORMS)), NONSENSE)
@example("skill", 'X: manual "\\x"')
@example("tactic", 'X: text "\\ud800"')
@example("unit", "X: ²/1/1 ²b")
def test_nonsense_is_an_error_and_never_a_crash(kind: str, line: str) -> None:
    try:
        card = read_card(kind, line, SHIPPED)
        shown = write_card(kind, card.name, card.fields)
    except HoploError:
        pass
    else:
        assert read_card(kind, shown, SHIPPED) == card


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(sorted(FORMS)), NONSENSE)
def test_nonsense_on_the_command_line_ends_in_a_proper_exit(kind: str, line: str) -> None:
    assert add(kind, line).code in (0, 1, 2)


# Completion -----------------------------------------------------------------------------------------------------


def test_names_complete() -> None:
    assert add("unit", "Murmillo: 1/1/4").code == 0
    assert completed("data", "add", "unit", "Mur") == ["Murmillo"]
    assert completed("data", "add", "unit", "Murmillo:", "tau") == ["taunt"]
    assert completed("data", "edit", "m") == ["murmillo"]
    assert "war-scales" in completed("data", "show", "war")
    assert completed("data", "list", "ba") == ["banes"]
