"""The faction stacks: what is known of them, and the local units drawn from them."""

from __future__ import annotations

import pytest

from hoplo_companion.campaign.model import Campaign, Stack
from hoplo_companion.campaign.setup import FIRST_GAME, begin
from hoplo_companion.campaign.stacks import draw_local, faction_named, see_top, stack_of
from hoplo_companion.campaign.world_map import REGIONS
from hoplo_companion.components.catalogue import Catalogue
from tests.happened import values
from tests.maps import refused


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
    refused("setup.stacks", "p.8", see_top, first, "kunlun", ["reptilian"], {"reptilian": "atlanteans"})
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
