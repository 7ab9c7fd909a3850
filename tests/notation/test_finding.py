"""Skills, tactics and units looked up by name: what is known of them, and what no source states."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoplo_companion.components.catalogue import Catalogue
from tests.helpers.cli import done, hoplo


def words(text: str) -> str:
    """Join what was broken into lines."""
    return " ".join(text.split())


def test_a_skill_is_shown_with_type_text_rivals_use_effects_and_source() -> None:
    ran = done("look", "skill", "fury", "aura")
    assert ran.out.splitlines()[0] == "Fury Aura N  Ability"
    shown = words(ran.out)
    for part in (
        "It deals 1 damage",
        "Rival units: Used if anyone",
        "Effects: ability: damage 1",
        "Rules: skill.fury-aura",
        "Source: A1, stated",
        "On: Crom Dubh's Head (Fury Aura 1)",
    ):
        assert part in shown


def test_a_skill_may_be_named_with_its_number() -> None:
    assert hoplo("look", "skill", "Regen 2").out.splitlines()[0] == "Regen 2  Ability"
    assert hoplo("look", "skill", "regen", "2").out.splitlines()[0] == "Regen 2  Ability"
    hoplo("look", "skill", "taunt", "2").fails(2, "Taunt has no number")


def test_a_skill_that_no_source_states_is_said_to_be_asked() -> None:
    shown = words(hoplo("look", "skill", "mirror").out)
    assert "in no source: hoplo asks you" in shown
    assert "hoplo data add skill 'Mirror: …'" in shown


@pytest.mark.parametrize(("call", "advice"), [
    (("look", "skill", "tant"), "did you mean taunt?"),
    (("look", "skill", "fury auro"), "did you mean fury-aura?"),
    (("look", "skill", "zzzz"), "known skills: absorb,"),
    (("look", "tactic", "stunn"), "did you mean stun?"),
    (("look", "tactic", "zzzz"), "known tactics: adrenaline,"),
    (("look", "unit", "reptillian"), "did you mean reptilian?"),
    (("look", "unit", "krakenlanse"), "did you mean krakenlance?"),
])  # fmt: skip
def test_near_misses_are_suggested(call: tuple[str, ...], advice: str) -> None:
    ran = hoplo(*call)
    assert (ran.code, ran.out) == (2, "")
    assert advice in ran.err


def test_without_a_name_everything_is_listed(catalogue: Catalogue, tmp_path: Path) -> None:
    home = str(tmp_path)
    assert len(hoplo("look", "skill", HOPLO_HOME=home).out.splitlines()) == len(catalogue.ids("skills"))
    assert len(hoplo("look", "tactic", HOPLO_HOME=home).out.splitlines()) == len(catalogue.ids("tactics"))
    assert [each["id"] for each in hoplo("look", "skill", "--json", HOPLO_HOME=home).json["skills"]] == catalogue.ids(
        "skills"
    )
    assert [each["chip"] for each in hoplo("look", "unit", "--json", HOPLO_HOME=home).json["units"]] == catalogue.chips


def test_a_tactic_is_shown_by_its_name_alone() -> None:
    shown = words(hoplo("look", "tactic", "Adrenaline").out)
    assert shown.startswith("Adrenaline permanent tactic The Movement of its unit is 1 higher.")
    assert "Effects: movement +1" in shown
    assert (
        "The rival places it on its slowest unit. A unit with a tactic icon brings it if its class is Attacker (p.20)."
        in shown
    )
    assert "tactics.adrenaline (p.22)" in shown
    stun = words(hoplo("look", "tactic", "stun").out)
    assert stun.startswith("Stun temporary tactic, until the end of its next turn What it does is in no source")
    assert "brings it if its class is Defender (p.20)." in stun


def test_a_tactics_name_of_two_words_is_a_name() -> None:
    """`hoplo look tactic bolster health` shows the tactic: no unit is called health."""
    ran = done("look", "tactic", "bolster", "health")
    assert ran.out.startswith("Bolster Health  tactic, kind not known")


def test_programs_read_skills_and_tactics() -> None:
    (skill,) = hoplo("look", "skill", "regen", "--json").json["skills"]
    assert (skill["id"], skill["type"], skill["lines"]) == ("regen", "ability", ["ability: heal number rival: always"])
    assert "Reptilian (Regen 1)" in skill["units"]
    (tactic,) = hoplo("look", "tactic", "stun", "--json").json["tactics"]
    assert (tactic["id"], tactic["kind"], tactic["rival_target"]) == ("stun", "temporary", "strongest")
    assert "lines" not in tactic


def test_what_the_player_enters_is_shown(tmp_path: Path) -> None:
    home = str(tmp_path)
    assert (
        hoplo("data", "add", "tactic", "Stun: temporary until end of its next turn, daze self", HOPLO_HOME=home).code
        == 0
    )
    shown = words(hoplo("look", "tactic", "stun", HOPLO_HOME=home).out)
    assert "in no source" not in shown
    assert "Effects: daze The rival" in shown


def test_a_unit_is_shown_with_its_class() -> None:
    assert "  Class     Defender\n" in hoplo("look", "unit", "reptilian").out
    assert hoplo("look", "unit", "reptilian", "--json").json["units"][0]["classes"] == ["defender"]
    hero = done("look", "unit", "krakenlance")
    assert any(line.startswith("  Class  ") for line in hero.out.splitlines())
