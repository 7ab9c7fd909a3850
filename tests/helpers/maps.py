"""Campaigns on small maps that are made up, and what happens in them as programs read it.

CAMPAIGNS plays scenes of them (`helpers.table_games`). `on first` begins the rulebook's first campaign, `on EXAMPLE
Isle act=2 crossed=5` one on a map. What is done is a function of the campaign with what it is given, by place or by
name, or `set pad.hp=3 phase=event`; a list has strokes, a bane is `Ruin:bag`, a Prowess card `Endurance:1`, and in a
reward and an aftermath each field is given by its name (`win_event recruit=ninja left.rivals=ninja/samurai`).
"""

import inspect
import shlex
from collections.abc import Callable, Mapping
from itertools import pairwise
from random import Random
from typing import Any, get_type_hints

import msgspec
import pytest
from msgspec.structs import replace

from hoplo_companion.campaign import bag, camp, cleanup, map_entry, pad, rounds, route, travel, world_map
from hoplo_companion.campaign.events import CampaignEvent, event_table
from hoplo_companion.campaign.map_entry import learn_place
from hoplo_companion.campaign.model import REGIONS, Bag, Bane, Camp, Campaign, Pad, Primus, Prowess, RefusedError
from hoplo_companion.campaign.setup import FIRST_GAME, begin
from hoplo_companion.campaign.world_map import neighbours
from hoplo_companion.components.catalogue import Catalogue
from tests.helpers.table_games import Player

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
    word: str = event_table(event)["what"]
    return word


def values(event: CampaignEvent) -> dict[str, Any]:
    table: dict[str, Any] = event_table(event)["values"]
    return table


FUNCTIONS: dict[str, Callable[..., Any]] = {
    name: function
    for module in (bag, camp, cleanup, map_entry, pad, rounds, route, travel, world_map)
    for name, function in vars(module).items()
    if inspect.isfunction(function) and not name.startswith("_")
}
"""What is done in a campaign, or asked of it, by the name of its function."""

STRUCTS: dict[str, Any] = {"reward": cleanup.Reward, "aftermath": cleanup.Aftermath}


def value_of(text: str, kind: Any) -> Any:
    """Read what a row gives for a parameter or a field of some kind; what cannot be one is given as it is."""
    words = str(kind)
    if text == "null":
        return None
    is_many = any(word in words for word in ("tuple[", "Sequence[", "Collection[", "Container["))
    given: Any = [each for each in text.split("/") if each] if is_many else text
    for made in (Bane, Prowess, Primus):
        if made.__name__ in words:
            read = [
                dict(zip(made.__struct_fields__, each.split(":"), strict=False)) for each in text.split("/") if each
            ]
            given = msgspec.convert(read, list[made], strict=False)  # type: ignore[valid-type]
            return tuple(given) if is_many else given[0]
    try:
        return msgspec.convert(given, kind, strict=False) if not is_many or "tuple" in words else tuple(given)
    except msgspec.ValidationError:
        return given


def called(game: Any, name: str, *words: str) -> Any:
    function = FUNCTIONS[name]
    hints, given = get_type_hints(function), dict[str, Any]()
    parameters = [each for each in inspect.signature(function).parameters.values() if each.name not in STRUCTS][1:]
    listed = list[str]()
    for word in words:
        key, is_named, text = word.partition("=")
        struct = "aftermath" if key.startswith("left") else "reward"
        if struct in hints and (key in ("left", "reward") or (is_named and key not in hints)):
            kind, field = STRUCTS[struct], key.removeprefix("left.")
            fields = {field: value_of(text, get_type_hints(kind)[field])} if is_named else {}
            given[struct] = replace(given.get(struct, kind()), **fields)
        elif is_named:
            given[key] = value_of(text, hints[key])
        elif parameters[0].kind is parameters[0].VAR_POSITIONAL:
            listed.append(word)
        else:
            first = parameters.pop(0)
            given[first.name] = value_of(word, hints[first.name])
    return function(game, *listed, **given)


def changed(campaign: Any, words: list[str]) -> Any:
    for word in words:
        path, _, text = word.partition("=")
        part, _, field = path.rpartition(".")
        whole = getattr(campaign, part) if part else campaign
        now = replace(whole, **{field: value_of(text, get_type_hints(type(whole), include_extras=False)[field])})
        campaign = replace(campaign, **{part: now}) if part else now
    return campaign


def acted(campaign: Any, line: str) -> tuple[Any, list[Any]]:
    word, *words = shlex.split(line)
    if word == "forget":
        return replace(campaign, stacks={}), []
    if word == "set":
        return changed(campaign, words), []
    came = called(campaign, word, *words)
    return came if isinstance(came, tuple) else (came if isinstance(came, Campaign) else campaign, [])


def campaigns(begun: Callable[..., Campaign], **looks: Callable[..., Any]) -> Player:
    """How scenes of campaigns are played that begin so, with what is looked at beside the functions of a campaign."""

    def starts(text: str) -> Campaign:
        words = shlex.split(text)
        named = dict(word.split("=", 1) for word in words if "=" in word)
        return begun(*[word for word in words if "=" not in word], **named)

    return Player(starts, acted, {**LOOKS, **looks}, kind=what)


def on_map(**maps: list[Row]) -> Callable[..., Campaign]:
    """How a scene begins: with the first campaign, a chain of places, or on one of these maps."""
    known = {"EXAMPLE": EXAMPLE, "CAPITALS": CAPITALS, **maps}

    def begun(where: str = "first", place: str = "", **more: Any) -> Campaign:
        given: dict[str, Any] = {key: int(text) if text.isdecimal() else text for key, text in more.items()}
        if where == "first":
            return begin(Catalogue(), FIRST_GAME)[0]
        return chain(int(place), **given) if where == "chain" else campaign_on(known[where], place, **given)

    return begun


def asked(name: str) -> Callable[..., Any]:
    """How what a function says of a campaign is looked at."""
    return lambda campaign, *words: called(campaign, name, *words)


LOOKS: Mapping[str, Callable[..., Any]] = {
    **{name: asked(name) for name in FUNCTIONS},
    "free": lambda campaign: [each.place for each in travel.destinations(campaign) if not each.refused],
    "to": lambda campaign, place, by="path": {
        each.place: each for each in travel.destinations(campaign) if each.by == by
    }[place],
    "stops": lambda campaign, goal: [
        [(stop.place, stop.doing, stop.week) for stop in each.stops] for each in route.routes(campaign, goal)
    ],
}
CAMPAIGNS = campaigns(on_map())
