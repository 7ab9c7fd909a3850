"""The rulebook's running example (p.21-27) played through as one tracked fight, command by command.

The example shows no names of hexes, and its mat is in no source: the mat is told here as a player would tell it, and on
it every sentence holds. The Archer's Health and dice, and what the two Prowess cards do, are told in the same way.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.cli import Ran, hoplo

Run = Callable[..., Ran]

TOLD = (
    ("arena", "Atlanteans: columns 4 5 6 5 4, rival A4 A1 A2, player E1 E2 E3"),
    ("unit", "Archer: -/-/2, yellow"),
    ("prowess", "Master Tactician: grant Tactical to troop (hero)"),
    ("prowess", "Follow My Lead: grant Pull to troop (hero)"),
    ("tactic", "Stun: temporary until end of its next turn, cannot move, cannot attack"),
)
CARD = "Exhibition: sport koth, lineup local bag+t bag+t, yours hero camp*2"
APART = ("--hero", "krakenlance", "--arena", "atlanteans", "--camp", "defender,archer,attacker", "--tactics", "stun")
PROWESS = ("--prowess", "Master Tactician,Follow My Lead", "--hp", "6", "--health", "6")
SET_UP = ("reptilian", "defender", "archer", "rival-defender", "D3")
"""What comes off the stack and out of the bag, the tribune, and where the trident lies."""

PUT_RIGHT = (
    "fix defender E3 5", "fix krakenlance E4", "fix reptilian B4", "fix rival-defender A3", "fix trident krakenlance",
    "fix camp-units 1", "fix hero no", "fix points 1", "fix turn 3", "fix rival-tactics stun,adrenaline",
)  # fmt: skip
"""The board as the rival's turn of p.21 begins, two turns after the set-up."""

RIVALS = ("reptilian", "rival-defender", "D4", 2)
"""Where Adrenaline goes, who moves first, where the Reptilian ends, and its hits (p.22-24)."""

YOURS = (
    "deploy archer E2", "tactic stun rival-defender", "move krak C5", "move defender D3",
    "ability krak pull rival-archer B4", "attack defender rep 1", "attack archer rep 1", "attack krak rep 2",
)  # fmt: skip
STEPS = [f"turn {line}" for line in YOURS]


def runner(home: Path) -> Run:
    def run(*words: str) -> Ran:
        return hoplo(*words, HOPLO_HOME=str(home))

    return run


def done(run: Run, line: str) -> str:
    ran = run(*line.split()).worked()
    return ran.out


def fight(run: Run) -> Any:
    return run("fight", "--json").json["fight"]


def units(run: Run) -> dict[str, Any]:
    return {unit["id"]: unit for unit in fight(run)["position"]["units"]}


def copied(home: Path, tmp_path: Path) -> Run:
    return runner(Path(shutil.copytree(home, tmp_path / "home")))


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the home of a fight that stands as p.21 begins."""
    home = tmp_path_factory.mktemp("begun")
    run = runner(home)
    for kind, line in TOLD:
        assert run("data", "add", kind, line).code == 0, line
    (home / "set-up.jsonl").write_text("\n".join(json.dumps(each) for each in SET_UP))
    run("fight", "start", CARD, *APART, *PROWESS, "--answers", str(home / "set-up.jsonl")).worked()
    for line in PUT_RIGHT:
        done(run, line)
    return home


@pytest.fixture(scope="module")
def rivals(begun: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ran]:
    """Give the home of the fight after the rival's turn (p.21-24), and what that turn has told."""
    home = Path(shutil.copytree(begun, tmp_path_factory.mktemp("rivals") / "home"))
    (home / "rival.jsonl").write_text("\n".join(json.dumps(each) for each in RIVALS))
    ran = runner(home)("rival-turn", "--answers", str(home / "rival.jsonl"), "--json")
    assert ran.code == 0, ran
    return home, ran


@pytest.fixture
def yours(rivals: tuple[Path, Ran], tmp_path: Path) -> Run:
    """Give the way to run commands where your turn begins (p.25)."""
    return copied(rivals[0], tmp_path)


def test_the_rival_s_turn_is_that_of_the_rulebook(rivals: tuple[Path, Ran]) -> None:
    """The Archer on hex 1, Stun for nobody, Adrenaline on the Reptilian, both moves, and two hits (p.21-24)."""
    events = rivals[1].json["events"]
    told = {event["event"]: event for event in events}
    assert (told["deployed"]["unit"], told["deployed"]["hex"], told["deployed"]["number"]) == ("rival-archer", "A4", 1)
    assert told["tactic-passed-over"]["chip"] == "stun"
    assert (told["tactic-placed"]["chip"], told["tactic-placed"]["unit"]) == ("adrenaline", "reptilian")
    moved = [(event["unit"], event["start"], event["end"]) for event in events if event["event"] == "moved"]
    assert moved == [("rival-defender", "A3", "B3"), ("reptilian", "B4", "D4")]
    assert (told["attacked"]["unit"], told["attacked"]["target"], told["attacked"]["hits"]) == (
        "reptilian", "defender", 2,
    )  # fmt: skip
    assert all(event["page"] for event in events)


def test_krakenlance_s_trident_brings_the_second_point(yours: Run) -> None:
    """You gained your first point on the previous turn; now the total is 2 of the 6 (p.25)."""
    assert (fight(yours)["points"], fight(yours)["turn_of"]) == (2, "player")
    said = yours("fight").out
    assert "Points: 2 of 6" in said
    assert "It is your turn" in said


def test_the_archer_is_deployed_beside_the_defender(yours: Run) -> None:
    """Two units in camp, one still permitted; two hexes are free, and one is adjacent to the Defender (p.25)."""
    options = yours("options", "--json").json
    assert options["deploy"] == {"archer": ["E1", "E2"], "attacker": ["E1", "E2"]}
    yours("turn", "deploy", "archer", "E3").fails(3, "(p.25)", "E1, E2")
    assert "Your Archer is deployed on E2, your deployment hex 2, with 2 HP; it is dazed" in done(
        yours, "turn deploy archer E2"
    )
    yours("turn", "deploy", "attacker", "E1").fails(3, "(p.25)")
    assert "camp units still to deploy" in yours("fight").out


def test_stun_goes_on_a_defender_that_is_not_adjacent(yours: Run) -> None:
    """A Prowess grants Krakenlance Tactical, so Stun may go on the rival's Defender, nobody being beside it (p.26)."""
    done(yours, "turn deploy archer E2")
    assert set(yours("options", "--json").json["tactics"]["stun"]) >= {"rival-defender", "reptilian", "rival-archer"}
    done(yours, "turn tactic stun rival-defender")
    assert units(yours)["rival-defender"]["tactics"] == ["stun"]
    yours("turn", "tactic", "stun", "reptilian").fails(3, "(p.")


def test_without_tactical_the_defender_would_be_out_of_reach(yours: Run) -> None:
    """It is the Prowess that makes it possible (p.26): told otherwise, the tactic is refused with its page."""
    assert yours("data", "add", "prowess", "Master Tactician: health +1").code == 0
    yours("turn", "tactic", "stun", "rival-defender").fails(
        3, "none of your units is adjacent to it, and none has Tactical (p.25, 30)"
    )


def test_the_archer_is_dazed_and_the_others_move(yours: Run) -> None:
    """The Archer, deployed this turn, cannot move; Krakenlance moves 2 around the Reptilian, the Defender 1 (p.26)."""
    done(yours, "turn deploy archer E2")
    refused = yours("turn", "move", "archer", "D1")
    why = "Archer cannot move (dazed: deployed this turn) (p.21"
    assert (refused.code, why in refused.err) == (3, True)
    assert yours("options", "krak", "--json").json["moves"]["steps"]["C5"] == 2
    yours("turn", "move", "krak", "B5").fails(3, "3 to move, its Movement is 2 (p.26)")
    done(yours, "turn move krak C5")
    done(yours, "turn move defender D3")
    assert (units(yours)["krakenlance"]["hex"], units(yours)["defender"]["hex"]) == ("C5", "D3")
    yours("turn", "move", "krak", "C6").fails(3, "moved this turn already")


def test_pull_has_three_units_to_choose_from_and_two_hexes_for_the_archer(yours: Run) -> None:
    """Pull could have been used on both Defenders too, and the Archer pulled to two hexes (p.26)."""
    for line in STEPS[:4]:
        done(yours, line)
    asked = yours("turn", "ability", "krak", "pull", "--json")
    assert asked.code == 2
    assert set(asked.json["question"]["options"]) == {"rival-archer", "rival-defender", "defender"}
    where = yours("answer", "rival-archer", "--json")
    assert (where.code, set(where.json["question"]["options"])) == (2, {"B4", "B5"})
    done(yours, "answer B4")
    assert units(yours)["rival-archer"]["hex"] == "B4"
    yours("turn", "ability", "krak", "pull").fails(3, "has used Pull this turn already (p.26)")


def test_the_engage_step_defeats_the_reptilian(yours: Run) -> None:
    """All three attack, Krakenlance must attack the Reptilian for its Taunt, and defeats it with 2 hits (p.27)."""
    for line in STEPS[:5]:
        done(yours, line)
    options = yours("options", "--json").json
    # The trident brings its holder a Special by the arena's card, which the example passes over (p.7).
    assert options["specials"] == {"krakenlance": ["Trident Throw"]}
    assert options["attack"] == {each: ["reptilian"] for each in ("krakenlance", "defender", "archer")}
    assert "1 black die: 1 hit" in done(yours, "turn attack defender rep 1")
    done(yours, "turn attack archer rep 1")
    assert units(yours)["reptilian"]["hp"] == 1
    yours("turn", "attack", "krak", "rival-archer", "2").fails(
        3, "held by Taunt of Reptilian (Unit Skills", "you may: krakenlance reptilian"
    )
    assert "is defeated" in done(yours, "turn attack krak rep 2")
    stands = fight(yours)
    assert "reptilian" not in units(yours)
    assert [(each["unit"], each["side"]) for each in stands["fallen"]] == [("reptilian", "rival")]
    assert (stands["over"], stands["position"]["rival"]["lineup"]) == (None, [])


def test_with_the_reptilian_gone_krakenlance_would_be_free_for_the_archer(yours: Run) -> None:
    """You were hoping that the other units would defeat the Reptilian (p.27)."""
    for line in STEPS[:5]:
        done(yours, line)
    done(yours, "fix reptilian gone")
    assert yours("options", "krak", "--json").json["targets"]["targets"] == ["rival-archer"]


def test_your_turn_ends_and_the_rival_s_follows(yours: Run) -> None:
    """Command by command or in one line, the turn ends on the same board; the rival's comes again (p.27)."""
    before = yours("history", "--json").json["steps"][-1]["n"]
    for line in STEPS:
        done(yours, line)
    done(yours, "turn end")
    singly = fight(yours)
    assert (singly["turn_of"], singly["turn"]) == ("rival", 4)
    assert "The rival's turn is next" in yours("fight").out
    done(yours, f"undo --to {before}")
    yours("turn", "; ".join([*YOURS, "end"])).worked()
    assert fight(yours)["position"] == singly["position"]


def test_the_story_of_the_fight_tells_the_example(yours: Run) -> None:
    """The log has every sentence of both turns, from the set-up on."""
    assert yours("turn", "; ".join([*YOURS, "end"])).code == 0
    story = yours("fight", "log").out
    for words in ("Stun goes on the rival", "Krakenlance moves E4", "Pull", "Reptilian is defeated"):
        assert words in story, words
