"""The rulebook's example of a scion's turn, sentence by sentence, on a board on which each of them is true (p.32)."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.rules.events import CannotAct, Damaged, Defeated, Moved, Stayed
from hoplo_companion.rules.model import Combat
from tests.helpers.boards import combat
from tests.helpers.play import Told, of, play

TOP = ("top-1", "top-2")
HEADS = ("lower-left", "rightmost", *TOP)
UNITS = [
    "krakenlance player B2 mv2 rg1 hp9 blue hero as:krakenlance",
    "bustuarius player C5 mv1 rg1 hp4 black as:bustuarius",
    "hydra rival D5 hp20 rg1 as:hydra",
    "lower-left rival C1 mv0 rg1 hp3 as:hydras-head",
    "rightmost rival D6 mv0 rg1 hp3 as:hydras-head",
    "top-1 rival G1 mv0 rg1 hp3 as:hydras-head",
    "top-2 rival G3 mv0 rg1 hp3 as:hydras-head",
]
CHOICES = [("movement.destination", "B1"), ("movement.destination", "F1"), ("movement.destination", "F3")]
"""Equal hexes that the player chooses from: for the lower left Head, and for the two at the top."""


def board(**more: Any) -> Combat:
    """Lay the example out; the arena's own list, which would send everybody elsewhere, is not the one that counts."""
    return combat("deployment", UNITS, "farthest", event="scion", act=4, turn=3, **more)


def distance(state: Combat, one: str, other: str) -> int:
    """Count the hexes from one unit to another."""
    return state.arena.mat.distance(state.units[one].hex, state.units[other].hex)


@pytest.fixture(scope="module")
def told() -> Told:
    """Play the example's turn."""
    return play(board(), [("scion.roll", {"green": 1, "blue": 3, "yellow": 1}), *CHOICES])


def after(told: Told, row: int) -> list[Any]:
    """List what happened in one row of the dice effects, or after the last."""
    at = [number for number, event in enumerate(told.events) if event.what in ("scion-row", "none-to-act")]
    return told.events[at[row] + 1 : at[row + 1] if row + 1 < len(at) else None]


@pytest.mark.rule("scion.activity")
def test_the_deployment_step_is_skipped_and_the_scion_acts_in_place_of_tactics(told: Told) -> None:
    """Hydra is deployed already and nobody else is to be: the Rival Deployment Step is skipped."""
    assert [event.why for event in told.of("not-deployed")] == ["lineup empty"]
    assert [event.step for event in told.of("step-began")] == ["deployment", "activity"]


def test_hydra_rolls_the_dice_at_the_top_of_its_card(told: Told) -> None:
    """Hydra rolls 2 green dice, 3 blue dice, and 4 yellow dice; green is resolved first."""
    [rolled] = told.of("scion-rolled")
    assert rolled.dice == {"green": 2, "blue": 3, "yellow": 4}
    assert rolled.hits == {"green": 1, "blue": 3, "yellow": 1}
    assert [(row.dice, row.hits, row.times) for row in told.of("scion-row")] == [
        ("green", 1, 1), ("blue", 3, 1), ("yellow", 1, 1),
    ]  # fmt: skip


@pytest.mark.rule("scion.priorities")
def test_each_head_moves_one_hex_toward_its_mark(told: Told) -> None:
    """With 1 hit each Head moves 1 hex; top priority is Krakenlance, and the lower left Head gets adjacent to him."""
    moved = {event.unit: event for event in after(told, 0) if isinstance(event, Moved)}
    before = board()
    assert distance(before, "lower-left", "krakenlance") == 2
    assert (moved["lower-left"].mark, moved["lower-left"].priority) == ("krakenlance", "hero")
    assert distance(told.combat, "lower-left", "krakenlance") == 1
    mat = before.arena.mat
    assert {mat.distance(before.units[id_].hex, told.combat.units[id_].hex) for id_ in moved} == {1}
    assert "hydra" not in moved


def test_the_rightmost_head_stays_beside_the_bustuarius(told: Told) -> None:
    """It cannot reach Krakenlance, but is adjacent to the strongest opponent that it can reach."""
    assert distance(board(), "rightmost", "krakenlance") > 2
    [stayed] = [event for event in after(told, 0) if isinstance(event, Stayed)]
    assert (stayed.unit, stayed.mark, stayed.priority) == ("rightmost", "bustuarius", "strongest")


def test_the_two_heads_at_the_top_move_towards_krakenlance(told: Told) -> None:
    """They cannot reach anything on the priority list, so they move 1 hex towards Krakenlance."""
    for head in TOP:
        [moved] = [event for event in after(told, 0) if isinstance(event, Moved) and event.unit == head]
        assert (moved.mark, moved.backup) == ("krakenlance", True)
        assert distance(told.combat, head, "krakenlance") == distance(board(), head, "krakenlance") - 1


@pytest.mark.rule("scion.actors")
def test_hydra_and_each_head_deal_three_damage_to_an_adjacent_unit(told: Told) -> None:
    """Krakenlance is dealt 3 damage by the Head adjacent to him, the Bustuarius 3 by Hydra and 3 by its Head."""
    dealt = [(event.by, event.unit, event.damage, event.hp) for event in after(told, 1) if isinstance(event, Damaged)]
    assert sorted(dealt) == [
        ("hydra", "bustuarius", 3, 1), ("lower-left", "krakenlance", 3, 6), ("rightmost", "bustuarius", 3, 0),
    ]  # fmt: skip
    assert [event.unit for event in told.of(Defeated)] == ["bustuarius"]
    assert (told.combat.units["krakenlance"].hp, "bustuarius" in told.combat.units) == (6, False)


def test_the_remaining_two_heads_are_not_adjacent_to_any_opponents(told: Told) -> None:
    assert [event.unit for event in after(told, 1) if isinstance(event, CannotAct)] == list(TOP)


def test_each_head_gains_one_hp(told: Told) -> None:
    """There is 1 yellow hit: each Head gains 1 HP, beyond its Health too, and Hydra gains none."""
    gained = [(event.unit, event.amount) for event in of(after(told, 2), "hp-gained")]
    assert gained == [(head, 1) for head in HEADS]
    assert [told.combat.units[head].hp for head in HEADS] == [4, 4, 4, 4]
    assert told.combat.units["hydra"].hp == 20


@pytest.mark.rule("scion.others")
def test_the_rival_s_other_steps_are_skipped(told: Told) -> None:
    """Nobody but Hydra and its Heads is there: Movement, Abilities and Engage are skipped, and the turn ends."""
    assert len(told.of("none-to-act")) == 1
    assert not [event for event in after(told, 3) if isinstance(event, Moved | Damaged)]
    assert (told.combat.turn, told.combat.step) == (4, "deployment")


def test_nothing_is_asked_but_the_dice_and_equal_hexes(told: Told) -> None:
    assert [question.id for question in told.asked] == ["scion.roll", *["movement.destination"] * 3]


def test_the_heads_have_their_own_movement_back(told: Told) -> None:
    """What a row gives them is theirs for the row alone."""
    assert not told.combat.lasting
    assert not told.combat.moved
