"""The faction stacks: what is known of them, and the local units drawn from them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoplo_companion.campaign.model import Campaign, Stack
from hoplo_companion.campaign.setup import FIRST_GAME, begin
from hoplo_companion.campaign.stacks import draw_local, faction_named, see_top, stack_of
from hoplo_companion.campaign.world_map import REGIONS
from hoplo_companion.cli.app import run
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.own import remember
from tests.helpers.cli import Sitting, done, done_each, hoplo
from tests.helpers.maps import refused, values


@pytest.fixture
def first(catalogue: Catalogue) -> Campaign:
    return begin(catalogue, FIRST_GAME)[0]


@pytest.mark.rule("setup.stacks")
def test_each_faction_starts_with_six_chips_of_its_own(first: Campaign) -> None:
    """Eight stacks of six, the heroes not among them; of none it is known what lies on top (p.5, 8)."""
    assert list(first.stacks) == list(REGIONS)
    assert {stack.size() for stack in first.stacks.values()} == {6}
    assert not any(stack.known for stack in first.stacks.values())
    assert faction_named("Pluto's Refugees") == "plutos-refugees"
    assert "did you mean kunlun" in refused("setup.stacks", "p.8", faction_named, "kunln")
    refused("setup.stacks", "p.8", see_top, first, "kunlun", ["legionary"] * 7)
    remember("units", "reptilian", "Reptilian", {"faction": "atlanteans"})
    refused("setup.stacks", "p.8", see_top, first, "kunlun", ["reptilian"])
    refused("setup.stacks", "p.8", draw_local, first, "kunlun", "reptilian")
    refused("setup.stacks", "p.8", see_top, first, "kunlun", ["archer"])
    refused("setup.stacks", "p.8", draw_local, first, "kunlun", "defender")


@pytest.mark.rule("stack.top", "stack.local")
def test_the_top_chip_is_drawn_its_order_known_or_not(first: Campaign) -> None:
    """The chip on top is the local unit; only it may be looked at, so it is told chip by chip (p.7, 19)."""
    refused("stack.top", "p.7", draw_local, first, "kunlun")
    drawn, happened = draw_local(first, "kunlun", "jade-guard")
    assert stack_of(drawn, "kunlun") == Stack((), 5)
    assert [values(each) for each in happened] == [{"faction": "kunlun", "unit": "jade-guard", "left": 5}]
    seen, _ = see_top(drawn, "kunlun", ["monk"])
    assert stack_of(seen, "kunlun") == Stack(("monk",), 4)
    refused("stack.top", "p.7", draw_local, seen, "kunlun", "jade-guard")
    for unit in ("", "monk"):
        assert stack_of(draw_local(seen, "kunlun", unit)[0], "kunlun") == Stack((), 4)
    ordered, _ = see_top(first, "kunlun", ["a", "b", "c"])
    units = []
    for _ in range(3):
        ordered, happened = draw_local(ordered, "kunlun")
        units.append(values(happened[0])["unit"])
    assert (units, stack_of(ordered, "kunlun")) == (["a", "b", "c"], Stack((), 3))


@pytest.mark.rule("stack.empty")
def test_an_empty_stack_sends_to_the_bag(first: Campaign) -> None:
    """With no chip left in the stack, the unit comes out of the bag instead (p.19)."""
    campaign = first
    for _ in range(6):
        campaign, _ = draw_local(campaign, "amazons", "huntress")
    assert "from the bag" in refused("stack.empty", "p.19", draw_local, campaign, "amazons", "huntress")
    assert stack_of(campaign, "kunlun").size() == 6


def test_a_save_from_before_the_stacks_has_them_whole(first: Campaign) -> None:
    from msgspec.structs import replace

    old = replace(first, stacks={})
    assert stack_of(old, "vesuvians") == Stack()
    assert stack_of(draw_local(old, "vesuvians", "shade")[0], "vesuvians").size() == 5


@pytest.fixture
def accepted(home: Path) -> Path:
    """A Bloodshed event of the Atlanteans that was accepted, with nothing drawn for it yet."""
    done_each(
        "new --first-game",
        "data add event 'Brawl: bloodshed, lineup bag local, yours hero camp*2'",
        "travel Alpha --kind bloodshed --region atlanteans --path 'Atlanteans capital'",
        "event accept",
    )
    return home


def in_stack_and_bag() -> tuple[int, dict[str, int]]:
    """Count the Atlanteans' stack and what is in the bag."""
    return done("stack", "--json").json["stacks"]["atlanteans"]["size"], done("bag", "--json").json["contents"]


@pytest.mark.rule("stack.local", "cleanup.bag-rivals")
@pytest.mark.parametrize(
    ("rivals", "bagged", "left", "hoplites"),
    [
        (["hoplite"], 0, 5, 1),  # it is nowhere else, so it came off the stack
        (["hoplite"], 1, 6, 1),  # taken for the one in the bag where nobody can be asked
        (["hoplite:stack"], 1, 5, 2),
        (["hoplite", "hoplite"], 1, 5, 2),
        (["monk"], 0, 6, 0),  # the Kunlun's
    ],
)
def test_a_fight_that_is_not_followed_draws_down_the_stack_too(
    accepted: Path, rivals: list[str], bagged: int, left: int, hoplites: int
) -> None:
    done("stack", "see", "kunlun", "monk")
    for _ in range(bagged):
        done("bag", "add", "hoplite")
    done("cleanup", "--lost", *[word for unit in ["attacker", *rivals] for word in ("--rival", unit)])
    size, bag = in_stack_and_bag()
    assert (size, bag.get("hoplite", 0), bag["attacker"]) == (left, hoplites, 1)


@pytest.mark.parametrize(("answer", "left", "hoplites"), [("the bag", 6, 1), ("the stack of the Atlanteans", 5, 2)])
def test_where_a_chip_came_from_is_asked_where_it_may_be_either(
    accepted: Path, answer: str, left: int, hoplites: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    done("bag", "add", "hoplite")
    player = Sitting("cleanup", "--lost", "--hp", "6", "--rival", "hoplite", "--rival", "archer")
    player.pressed = ["enter", "enter", "enter", answer]
    code = run(player)
    said = player.said()
    assert code == 0, said
    assert said.count("key or name:") == 1, "of a neutral unit nothing is asked"
    assert re.findall(r"^  \d  (.*)$", said, re.MULTILINE) == ["the stack of the Atlanteans", "the bag"]
    size, bag = in_stack_and_bag()
    assert (size, bag.get("hoplite", 0)) == (left, hoplites)


@pytest.mark.rule("stack.local", "prepare.bag")
def test_a_chip_drawn_before_the_set_up_goes_back_and_is_entered_when_it_is_due(accepted: Path) -> None:
    done_each("bag draw --chip attacker", "stack draw atlanteans hoplite")
    ran = hoplo("fight", "start", "brawl")
    assert "drawn before the set-up, so back into the bag: Attacker" in ran.err
    assert "back onto the stack: Hoplite" in ran.err
    assert hoplo("fight", "--json").json["fight"]["question"]["id"] == "prepare.bag"
    ran = hoplo("answer", "attacker")
    assert "Hoplite joins the rival's lineup, from its faction's stack" in ran.out, "it lies on top"
    size, bag = in_stack_and_bag()
    assert (size, "attacker" in bag, "hoplite" in bag) == (5, False, False)
