"""Campaigns on small maps that are made up, and what happens in them as programs read it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.events import CampaignEvent, event_table
from hoplo_companion.campaign.map_entry import learn_place
from hoplo_companion.campaign.model import Bag, Camp, Campaign, Pad, Primus, RefusedError
from hoplo_companion.campaign.travel import Destination
from hoplo_companion.campaign.world_map import REGIONS, neighbours

HOME = {
    "krakenlance": "atlanteans",
    "decimus": "new-argonauts",
    "bingqing": "kunlun",
    "the-parthian": "parthians",
    "nox": "vesuvians",
    "virago": "amazons",
}

Row = tuple[str, str, str, list[str]]

EXAMPLE: list[Row] = [
    ("Isle", "sport", "atlanteans", ["Cape", "Grove", "Tower", "Pharos"]),
    ("Cape", "bloodshed", "atlanteans", ["Fen"]),
    ("Grove", "opportunity", "atlanteans", ["Fen"]),
    ("Tower", "sport", "atlanteans", ["Fen"]),
    ("Fen", "bloodshed", "lamosians", []),
    ("South", "sport", "lamosians", ["Pharos", "Fen"]),
    ("Pharos", "harbor", "", []),
    ("Themis", "harbor", "", ["Shore"]),
    ("Shore", "sport", "amazons", ["Plain"]),
    ("Plain", "bloodshed", "amazons", []),
]
"""The first example of p.15: three locations along paths, one of them across a harbor, and one by harbor."""


def campaign_on(
    rows: list[Row], place: str, *, act: int = 1, crossed: int = 0, came_from: str = "", influence: int = 0
) -> Campaign:
    weeks = [0, 0, 0, 0]
    weeks[act - 1] = crossed
    campaign = Campaign(
        difficulty="chosen",
        pad=Pad(
            hero="krakenlance", movement=2, range=1, health=6, hp=3, leadership=6, attack=("blue", "blue"), act=act,
            weeks=(weeks[0], weeks[1], weeks[2], weeks[3]), influence=influence,
        ),
        camp=Camp(units=("attacker", "archer"), tactics=("stun",)),
        bag=Bag(units=("defender", "tactician")),
        scion="taotie",
        primuses=(Primus("decimus"), Primus("bingqing"), Primus("the-parthian")),
    )  # fmt: skip
    for name, kind, region, paths in rows:
        campaign, _ = learn_place(campaign, name, kind, region, paths)
    return replace(campaign, place=place, came_from=came_from)


def by_place(listed: list[Destination], by: str = "path") -> dict[str, Destination]:
    return {each.place: each for each in listed if each.by == by}


def refused(rule: str, page: str, call: Callable[..., Any], *args: Any, **kwargs: Any) -> str:
    """Call what is refused, check the rule and that the sentence names the page, and give the sentence."""
    with pytest.raises(RefusedError) as caught:
        call(*args, **kwargs)
    assert caught.value.rule == rule
    assert "(p." in str(caught.value)
    assert page in str(caught.value)
    return str(caught.value)


CAPITALS: list[Row] = [
    ("Here", "sport", "kunlun", ["Next", "Atlas", "Iolcus", "Jade", "Etna"]),
    ("Next", "sport", "kunlun", []),
    ("Atlas", "capital", "atlanteans", []),
    ("Iolcus", "capital", "new-argonauts", []),
    ("Jade", "capital", "kunlun", []),
    ("Etna", "capital", "vesuvians", []),
]


def chain(stops: int, *, crossed: int, act: int = 1, **kwargs: Any) -> Campaign:
    """Give a campaign at a Bloodshed location of Pluto's Refugees, some stops before the New Argonauts' capital."""
    names = ["Styx", *(f"Stop {at}" for at in range(1, stops + 1)), "Iolcus"]
    rows: list[Row] = [("Back", "sport", "plutos-refugees", ["Styx", "Side"]), ("Side", "sport", "kunlun", ["Styx"])]
    rows += [(name, "bloodshed", "plutos-refugees", [on]) for name, on in pairwise(names)]
    return campaign_on([*rows, ("Iolcus", "capital", "new-argonauts", [])], "Styx", crossed=crossed, act=act, **kwargs)


def random_campaign(random: Random, size: int = 9) -> Campaign:
    names = [chr(ord("a") + at) for at in range(size)]
    kinds = [random.choice(["sport", "bloodshed", "opportunity", "harbor", "harbor"]) for _ in names]
    regions = random.sample(REGIONS, len(REGIONS))
    kinds[0] = "sport"
    for at in random.sample(range(2, size), 2):
        kinds[at] = "capital"
    rows: list[Row] = []
    for at, (name, kind) in enumerate(zip(names, kinds, strict=True)):
        paths = [] if at == 0 else random.sample(names[:at], 1)
        paths += [each for each in names[:at] if random.random() < 0.07]
        rows.append((name, kind, regions[at % 8], paths))
    crossed = random.choice([0, 4, 7, 9, 10, 11])
    campaign = campaign_on(rows, "a", act=random.randint(1, 3), crossed=crossed, influence=random.randint(0, 7))
    land = [each for each in neighbours(campaign, "a") if campaign.places[each].kind != "capital"]
    return replace(campaign, came_from=random.choice(["", *land]), phase=random.choice(["travel", "event"]))


def what(event: CampaignEvent) -> str:
    """Give what happened: the word that stands for it in `--json`."""
    word: str = event_table(event)["what"]
    return word


def values(event: CampaignEvent) -> dict[str, Any]:
    """Give the values of an event as `--json` has them."""
    table: dict[str, Any] = event_table(event)["values"]
    return table
