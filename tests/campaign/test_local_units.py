"""Local units: whose a chip is by the stack it lay on, and what is only inferred of its faction (p.8, 12-13, 36)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hoplo_companion.campaign.model import Camp, Stack
from hoplo_companion.campaign.stacks import draw_local, see_top
from hoplo_companion.errors import IllegalError
from hoplo_companion.render.sentences.decisions import because
from hoplo_companion.rules.events import Damaged, UnitEntered
from hoplo_companion.rules.model import is_local
from hoplo_companion.rules.rival.mover import priority_list
from hoplo_companion.table.play.fight import open_combat
from tests.helpers.acting import in_arena_of
from tests.helpers.boards import READER, combat, does, position
from tests.helpers.cli import hoplo
from tests.helpers.fights import Table, ready
from tests.helpers.play import play
from tests.helpers.setting_up import bag_of, combat_of, fought, known, waiting

LISTS = [{"for": "local", "list": [{"opponent": "hero"}]}, {"for": "other", "list": [{"opponent": "closest"}]}]
AMAZONS = known(
    arenas={"amazons": {"mat": {"priorities": LISTS}}}, events={"one": {"kind": "bloodshed", "lineup": ["local"]}}
)
NEW = "net-fighter"


def drawn(chip: str, stack: Stack, *answers: Any) -> Table:
    """Set a fight up in the Amazons' arena, with one local unit."""
    campaign = ready("bloodshed", region="amazons", stacks={"amazons": stack}, camp=Camp())
    return Table.begun(campaign, "one", AMAZONS).answer(*answers)


@pytest.mark.rule("prepare.local-faction", "term.local")
@pytest.mark.parametrize(("stack", "answers"), [
    (Stack(("reptilian",), 0), ()),
    (Stack(), ("Reptilian",)),
    (Stack(("murmillo",), 0), ()),
    (Stack(), ("murmillo",)),
    (Stack((NEW,), 0), ("defender, 1/1/4, blue blue",)),
    (Stack(), (NEW, "defender, 1/1/4, blue blue")),
])  # fmt: skip
def test_a_unit_off_a_stack_is_of_its_faction(stack: Stack, answers: tuple[str, ...]) -> None:
    """It is local in its arena and goes by the list for locals, also where its chip is entered by hand (p.8, 23)."""
    table = drawn("one", stack, *answers)
    unit = waiting(table)
    assert (unit.faction, unit.faction_inferred) == ("amazons", False)
    assert is_local(combat_of(table), unit)
    assert [entry.id() for entry in priority_list(combat_of(table), unit)] == ["hero"]
    reopened = open_combat(table.game.campaign, AMAZONS)
    assert reopened.bench[unit.id].faction == "amazons"
    assert table.game.campaign.factions[unit.chip] == "amazons"


@pytest.mark.rule("prepare.local-faction")
def test_a_new_chip_is_kept_with_its_faction_and_cannot_be_of_another() -> None:
    table = drawn("one", Stack((NEW,), 0))
    with pytest.raises(IllegalError, match="stack of amazons"):
        table.answer("defender, 1/1/4, blue blue, of kunlun")
    table.answer("defender, 1/1/4, blue blue")
    [told] = [event for event in table.events if isinstance(event, UnitEntered)]
    assert told.fields["faction"] == "amazons"


@pytest.mark.rule("prepare.local-faction")
def test_a_chip_that_a_stack_has_shown_keeps_its_faction_in_the_bag_and_in_camp() -> None:
    """What the stack has shown holds in later fights too: out of the bag, and in your camp (p.8, 28)."""
    campaign = ready("bloodshed", region="atlanteans", stacks={"kunlun": Stack(), "atlanteans": Stack()})
    campaign, _ = draw_local(campaign, "kunlun", "reptilian")
    campaign, _ = see_top(campaign, "kunlun", ["murmillo"])
    assert campaign.factions == {"reptilian": "kunlun", "murmillo": "kunlun"}
    catalogue = known(events={"one": {"kind": "bloodshed", "lineup": ["bag"], "yours": ["camp"]}})
    changes: dict[str, Any] = {"factions": campaign.factions, "bag": bag_of("reptilian"), "camp": Camp(("murmillo",))}
    table = fought("one", catalogue=catalogue, **changes)
    assert waiting(table).faction == "kunlun"
    assert combat_of(table).units["murmillo"].faction == "kunlun"
    assert not is_local(combat_of(table), waiting(table))


# A faction that is only inferred --------------------------------------------------------------------------------

THROW = ["rep rival C3 as:reptilian", "foe player G2 hp9"]


@pytest.mark.rule("arena.trident-throw", "term.local")
@pytest.mark.parametrize(("faction", "reading", "damage", "rulings"), [
    ("", "default", 3, ["faction.inferred"]),
    ("", "no", 2, ["faction.inferred"]),
    (" of:atlanteans", "default", 3, []),
    (" of:kunlun", "default", 2, []),
])  # fmt: skip
def test_an_inferred_faction_counts_and_is_named(faction: str, reading: str, damage: int, rulings: list[str]) -> None:
    """A Reptilian in the Atlanteans' arena deals the locals' 3 damage, unless its faction is entered otherwise."""
    board = in_arena_of(
        "atlanteans", "engage", [THROW[0] + faction, THROW[1]], chips={"trident": "@rep"},
        rulings={"faction.inferred": reading},
    )  # fmt: skip
    told = play(board, only="engage")
    assert [event.damage for event in told.of(Damaged)] == [damage]
    assert [event.rulings for event in told.of("special-used")] == [rulings]


@pytest.mark.rule("movement.list", "term.local")
def test_an_inferred_faction_decides_the_list_and_is_named_in_because() -> None:
    units = ["rep rival C3 as:reptilian", "boss player E3 hero", "near player C4"]
    lists = [
        {"for": "local", "list": [{"opponent": "hero"}]},
        {"for": "other", "list": [{"opponent": "closest"}]},
    ]
    arena = {"region": "atlanteans", "priorities": lists}
    assert does(units, arena=arena)[1] == ["0 boss"]
    assert does(units, arena=arena, rulings={"faction.inferred": "no"})[1] == ["0 near"]
    told = because(combat("movement", units, arena=arena))
    named = [each for each in told if each["rule"] == "faction.inferred"]
    assert {each["unit"] for each in named} == {"rep"}
    assert all("inferred" in each["text"] for each in named)
    given = ["rep rival C3 as:reptilian of:atlanteans", *units[1:]]
    assert not [each for each in because(combat("movement", given, arena=arena)) if each["rule"] == "faction.inferred"]


# The Health of a primus -----------------------------------------------------------------------------------------


@pytest.mark.rule("prepare.primus")
@pytest.mark.parametrize(("act", "health"), [(1, 6), (2, 8), (3, 10), (4, None)])
def test_a_primus_in_a_position_has_the_health_of_the_act(act: int, health: int | None) -> None:
    """It overrides its chip, in the arena with all its HP and in the lineup (p.30)."""
    plain = {
        **position("engage", ["krak player G2 hero hp5"], event="primus", act=act),
        "bench": {"nox": {"chip": "nox"}},
        "rival": {"lineup": ["nox"], "tactics": []},
    }
    plain["units"].append({"id": "bing", "chip": "bingqing", "side": "rival", "hex": "C3"})
    read = READER.read(json.dumps(plain).encode())
    assert (read.units["bing"].health, read.units["bing"].hp, read.bench["nox"].health) == (health, health, health)
    plain["units"][-1] |= {"hp": 3}
    if health is not None:
        wounded = READER.read(json.dumps(plain).encode()).units["bing"]
        assert (wounded.health, wounded.hp) == (health, 3)
    plain["units"][-1] |= {"health": 7}
    hurt = READER.read(json.dumps(plain).encode()).units["bing"]
    assert (hurt.health, hurt.hp) == (7, 3)
    plain["event"] = "bloodshed"
    assert READER.read(json.dumps(plain).encode()).bench["nox"].health is None


@pytest.mark.rule("prepare.primus")
def test_a_primus_that_is_deployed_has_hp_for_the_health_of_the_act() -> None:
    ran = hoplo(
        "rival-turn",
        "atl primus act2 1 | p: krak@G2 6 | next: nox",
        "--step",
        "deployment",
        "--json",
        "--auto",
        "first",
    )
    assert [unit["hp"] for unit in ran.json["position"]["units"] if unit["id"] == "nox"] == [8]
