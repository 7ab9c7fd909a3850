"""What a set-up draws lies on the table at once: in the bag, the stacks, the banes and the pad (p.19, 29)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.cli import done, done_each, hoplo

CARD = "Brawl: bloodshed, lineup local bag+t bag, yours hero camp*2"
WHY = ("--why", "test")


@pytest.fixture
def reef() -> None:
    """Begin the first campaign, with two banes in the bag, and go to a Bloodshed location of the Atlanteans."""
    done_each(
        "new --first-game",
        "map add Reef --kind bloodshed --region atlanteans --path Cove",
        "map add Atlantis --kind capital --region atlanteans --path Reef",
        "travel Reef",
    )
    for chip in ("Ruin:bag", "Shade:unit"):
        done("bag", "add", chip)
    done("stack", "see", "atlanteans", "reptilian")


def table() -> tuple[dict[str, int], list[str], int, list[str]]:
    """Tell what is in the bag, what was drawn, how many chips the stack has, and the banes on the table."""
    bag, stacks, banes = done("bag", "--json").json, done("stack", "--json").json, done("bane", "--json").json
    return (
        bag["contents"],
        bag["drawn"],
        stacks["stacks"]["atlanteans"]["size"],
        [each["name"] for each in banes["table"]],
    )


BAG = {"archer": 1, "attacker": 1, "defender": 1, "tactician": 2, "Ruin": 1, "Shade": 1}


def but(*gone: str) -> dict[str, int]:
    """Give the bag but for some chips."""
    return {chip: left for chip, count in BAG.items() if (left := count - gone.count(chip))}


@pytest.mark.rule("bag.draw", "prepare.bag-bane", "prepare.local")
@pytest.mark.usefixtures("reef")
def test_what_the_set_up_draws_leaves_the_bag_at_once() -> None:
    """In the middle of the set-up, and after it until the cleanup, the odds are of the chips that are left."""
    assert hoplo("fight", "start", CARD).code == 2
    assert table() == (but(), ["reptilian"], 5, [])
    assert hoplo("answer", "archer").code == 2
    assert table() == (but("archer"), ["reptilian", "archer"], 5, [])
    assert hoplo("answer", "Ruin", "nothing").code == 2
    drawn = ["reptilian", "archer", "Ruin"]
    assert table() == (but("archer", "Ruin"), drawn, 5, ["Ruin"])
    assert done("bag", "--json").json["odds"] == {
        "Shade": "1/5",
        "attacker": "1/5",
        "defender": "1/5",
        "tactician": "2/5",
    }
    assert hoplo("answer", "tactician").code == 2
    now = (but("archer", "Ruin", "tactician"), ["reptilian", "archer", "tactician", "Ruin"], 5, ["Ruin"])
    assert table() == now
    done("answer", "D3")
    assert table() == now
    assert done("fight", "--json").json["fight"]["under_way"] is None
    done_each("fix over lost", "cleanup")
    assert table() == ({**BAG, "reptilian": 1}, [], 5, [])


@pytest.mark.usefixtures("reef")
def test_undoing_a_draw_puts_the_chip_back_and_dropping_the_fight_leaves_it() -> None:
    assert hoplo("fight", "start", CARD).code == 2
    assert hoplo("answer", "archer").code == 2
    done("undo")
    assert table() == (but(), ["reptilian"], 5, [])
    assert hoplo("answer", "defender").code == 2
    done("fight", "drop")
    assert table() == (but("defender"), ["reptilian", "defender"], 5, [])


@pytest.mark.usefixtures("reef")
def test_a_set_up_begun_by_an_older_hoplo_shows_its_draws_and_takes_each_out_once(home: Path) -> None:
    """A save from before this kept the draws of a set-up until its end."""
    assert hoplo("fight", "start", CARD).code == 2
    kept = json.loads(_state(home).read_text())
    assert hoplo("answer", "archer").code == 2
    state = json.loads(_state(home).read_text())["state"]
    assert state["fight"]["drawn"] == 2
    for key in ("bag", "drawn", "stacks"):
        done("fix", key, json.dumps(_before(kept["state"], key)), *WHY)
    done("fix", "fight.drawn", "0", *WHY)
    assert table() == (but("archer"), ["reptilian", "archer"], 5, [])
    assert hoplo("answer", "defender").code == 2
    assert table() == (but("archer", "defender"), ["reptilian", "archer", "defender"], 5, [])


def _state(home: Path) -> Path:
    (found,) = home.glob("campaigns/*/state.json")
    return found


def _before(state: dict[str, Any], key: str) -> Any:
    """Give a part of the state as it was before the stack's chip was drawn."""
    if key == "drawn":
        return {"units": [], "banes": []}
    if key == "stacks":
        return {**state["stacks"], "atlanteans": {"known": ["reptilian"], "below": 5}}
    return state[key]


@pytest.mark.rule("blessing.reinforce")
@pytest.mark.usefixtures("reef")
def test_what_a_blessing_recruits_leaves_the_bag_at_once_too() -> None:
    for line in ("Attacker: 2/1/4, blue blue", "Archer: -/-/3, yellow blue", "Defender: 1/1/5, black"):
        done("data", "add", "unit", line)
    assert hoplo("fight", "start", "Duel: bloodshed, lineup local, yours hero camp*2").code == 2
    done_each("answer D3", "rival-turn --auto first --seed 1")
    asked = hoplo("pad", "bless", "reinforce")
    assert asked.code == 2
    assert hoplo("pad", "bless", "reinforce", "--drawn", "archer").code in (0, 2)
    assert done("bag", "--json").json["contents"] == but("archer")
    units = ["attacker", "archer", "defender", "archer"]
    assert done("camp", "--json").json["units"] == done("pad", "--json").json["camp"]["units"] == units


def test_a_whole_line_is_no_name_of_a_drawn_chip() -> None:
    done_each("new --first-game", "travel Reef --kind bloodshed")
    assert hoplo("fight", "start", "Brawl: bloodshed, lineup local, yours hero camp*2").code == 2
    ran = hoplo("answer", "Imp: attacker, 1/1/3, blue")
    assert ran.code != 0
    assert "the name of the chip alone" in ran.err
    assert done("stack", "--json").json["stacks"]["atlanteans"]["size"] == 6
    assert "Imp joins" in hoplo("answer", "Imp").out
