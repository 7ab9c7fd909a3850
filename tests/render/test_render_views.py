"""Views of a campaign and of units, as a person reads them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.model import Bag, Camp, Campaign, Pad, Place, Stack
from hoplo_companion.campaign.rounds import EventHere
from hoplo_companion.campaign.setup import FIRST_GAME, begin
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.variant import Variant
from hoplo_companion.render.campaign.history import FIELDS, value_words
from hoplo_companion.render.campaign.journey import event_lines, stand_lines
from hoplo_companion.render.campaign.pad import stow_steps
from hoplo_companion.render.fight import turn_line
from hoplo_companion.render.options import in_force_lines, move_lines
from hoplo_companion.render.sentences.questions import option_words, question_words
from hoplo_companion.render.style import plain
from hoplo_companion.rules.naming import names_of
from hoplo_companion.rules.player.unit_options import UnitMoves
from hoplo_companion.rules.questions import Question
from hoplo_companion.rules.setup.preparing import PickSport
from tests.helpers.boards import combat
from tests.helpers.drawn import example

NESTED = {
    "pad": Pad, "camp": Camp, "bag": Bag, "drawn": Bag, "variant": Variant, "places.*": Place, "stacks.*": Stack
}  # fmt: skip


def test_every_field_of_a_campaign_has_a_name_in_its_history() -> None:
    keys = [each for each in Campaign.__struct_fields__ if each not in ("fight", *NESTED)]
    keys += [f"{above}.{each}" for above, struct in NESTED.items() for each in struct.__struct_fields__]
    assert [key for key in keys if not {key, f"{key}.*"} & set(FIELDS)] == []


def test_a_capital_without_a_name_is_called_so_in_what_a_step_changed() -> None:
    kept = {"kind": "sport", "region": "lamosians", "paths": ["Atlanteans capital", "Rome"]}
    assert value_words(["place"], "Atlanteans capital") == "the capital of the Atlanteans"
    assert value_words(["places", "Tingis"], kept) == "Sport, Lamosians, the capital of the Atlanteans, Rome"


def test_what_an_event_takes_is_typed_by_its_kind(catalogue: Catalogue) -> None:
    campaign, _ = begin(catalogue, FIRST_GAME)
    for kind, command in (("opportunity", "hoplo event opportunity CARD"), ("sport", "hoplo event accept")):
        here = EventHere("Arena", kind, "atlanteans", "event", ("accept",), 2)  # type: ignore[arg-type]
        assert f"accept: takes week 2 of act I: `{command}`" in plain(event_lines(campaign, here))


def test_a_campaign_without_a_place_says_so(catalogue: Catalogue) -> None:
    campaign, _ = begin(catalogue, FIRST_GAME)
    assert "at no place yet" in plain(stand_lines(replace(campaign, place="", places={}), "Hero", "c", None))
    assert "at the capital" in plain(stand_lines(campaign, "Hero", "c", None))


def test_a_hero_that_fell_is_not_in_the_camp(catalogue: Catalogue) -> None:
    campaign, _ = begin(catalogue, FIRST_GAME)
    for lines, said in (
        (["krak player A1 hero"], "no hero (it is in the arena)"),
        (["rep rival B2"], "no hero (it is defeated)"),
    ):
        assert said in dict(stow_steps(campaign, combat("movement", lines)))["Camp chips"]


def test_where_a_unit_may_end_that_takes_no_counted_steps() -> None:
    found: dict[str, Any] = {"status": "roams", "destinations": ["C2", "D3"]}
    lines = plain(move_lines(UnitMoves("reptilian", "rival", "E2", **found), names_of(example()))).splitlines()
    assert lines == ["Reptilian (E2) would move by the arena die, if it moved first", "  may end on  C2, D3"]


def test_a_skill_has_a_number_and_an_ability_a_holder_only_where_they_do() -> None:
    board = example()
    asked = Question(id="effect.use", kind="choice", rule="r", unit="krakenlance", about="taunt")
    assert question_words(asked, board).startswith("Taunt of Krakenlance: ")
    next_ = Question(id="abilities.next", kind="choice", rule="r")
    assert option_words(next_, "gone taunt", board) == "gone taunt"


def test_what_a_turn_changed_on_the_table_is_said_in_whole_sentences() -> None:
    after = combat("movement", ["rep rival B2", "krak player A1"])
    rival = after.units["rep"]
    before = replace(after, units={**after.units, "rep": replace(rival, hex=0, hp=None)})
    assert plain([turn_line(before, after)]) == f"On the table: The rival Attacker comes to B2 with {rival.hp} HP."
    known = replace(before, units={**before.units, "rep": replace(rival, hex=0)})
    assert plain([turn_line(before, known)]) == "On the table: nothing changes."


@pytest.mark.rule("prepare.sport")
def test_a_sport_that_is_still_to_be_picked_is_no_kind_of_combat_yet() -> None:
    board = combat("movement", ["rep rival B2", "krak player A1"], event="spar")
    assert "event card: Spar" in plain(in_force_lines(board))
    picking = replace(board, agenda=(PickSport(("spar", "king-of-the-hill")),))
    assert "event card" not in plain(in_force_lines(picking))
