"""The rival's lineup is drawn: local and bag units, banes, tactics, chips that nobody knows (p.19-20, 29)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.model import Bane, Camp, Stack
from hoplo_companion.errors import IllegalError
from hoplo_companion.rules.events import (
    BaneDrawn,
    Drawn,
    EffectEntered,
    StatEntered,
    UnitEntered,
)
from hoplo_companion.rules.modifiers import range_
from hoplo_companion.rules.questions import NOTHING
from hoplo_companion.table.play.fight import Game, with_question
from hoplo_companion.table.play.moves import RIVALS
from tests.helpers.fights import UNITS, chips_of, ready
from tests.helpers.setting_up import asked, bag_of, combat_of, fought, known, lineup, of, waiting

# Drawing the lineup ---------------------------------------------------------------------------------------------


@pytest.mark.rule("prepare.local", "prepare.bag")
def test_the_lineup_is_drawn_from_the_top_of_the_card_down() -> None:
    """Local units come off the faction stack, bag units out of the bag, each in its icon's place (p.19)."""
    card = {"lineup": ["bag", "local", "bag", "local"]}
    table = fought(card, ("prepare.bag", "hoplite"), ("prepare.bag", "cestus"))
    assert lineup(table) == ["hoplite", "murmillo", "cestus", "retiarius"]
    assert [(event.chip, event.source) for event in of(table, Drawn)] == [
        ("hoplite", "bag"), ("murmillo", "stack"), ("cestus", "bag"), ("retiarius", "stack"),
    ]  # fmt: skip
    campaign = table.game.campaign
    assert campaign.stacks["atlanteans"] == Stack(("secutor",), 0)
    assert Counter(campaign.bag.units) == Counter(["attacker", "tactician", "defender", "archer"])
    assert campaign.drawn.units == ("hoplite", "murmillo", "cestus", "retiarius")
    assert chips_of(campaign) == chips_of(ready("bloodshed"))


@pytest.mark.rule("prepare.local")
def test_a_local_chip_that_nobody_has_seen_is_asked_for() -> None:
    table = fought("brawl", stacks={})
    assert asked(table) == ("prepare.local", "", "atlanteans")
    table.answer("Murmillo")
    assert lineup(table) == ["murmillo"]
    table.answer(("prepare.bag", "hoplite"))
    assert table.game.campaign.stacks["atlanteans"] == Stack((), 5)


@pytest.mark.rule("prepare.local")
@pytest.mark.parametrize(
    ("chip", "why"),
    [
        ("archer", "neutral"), ("Attacker", "neutral"), ("beast", "arena"), ("trident", "arena"),
        ("krakenlance", "elite"), ("Decimus", "elite"), ("taotie", "elite"), ("stranger", "belongs to the Kunlun"),
        ("!!", "does not answer"), ("d3", "is a hex"), ("x" * 61, "60 characters"), ("a\nb", "name"),
    ],
)  # fmt: skip
def test_what_is_in_no_faction_stack_is_asked_again(chip: str, why: str) -> None:
    """Neutral and arena chips, elite units and other factions' are never local units (p.5, 7-8): nothing is kept."""
    catalogue = known(units={"stranger": {"faction": "kunlun", **UNITS["murmillo"]}})
    table = fought("brawl", stacks={}, catalogue=catalogue)
    with pytest.raises(IllegalError, match=why):
        table.answer(chip)
    assert asked(table)[0] == "prepare.local"
    assert table.game.fight.last.answers == ()
    table.answer("murmillo", ("prepare.bag", "hoplite"))
    assert (lineup(table), table.game.fight.turn_of) == (["murmillo", "hoplite"], "rival")


@pytest.mark.rule("prepare.local-empty")
def test_an_empty_stack_gives_the_bags_units() -> None:
    """If no units remain in the faction stack, the bag gives one instead (p.19)."""
    table = fought({"lineup": ["local", "local+tactic"]}, stacks={"atlanteans": Stack(("murmillo",), 0)})
    question = table.asks()
    assert (question.id, question.rule) == ("prepare.bag", "prepare.local-empty")
    table.answer("hoplite")
    assert lineup(table) == ["murmillo", "hoplite"]
    assert [event.rule for event in of(table, Drawn)] == ["prepare.local", "prepare.local-empty"]
    assert combat_of(table).rival_tactics == ("stun",)


@pytest.mark.rule("prepare.bag")
def test_only_what_is_in_the_bag_can_come_out_of_it() -> None:
    table = fought({"lineup": ["bag", "bag", "bag"]}, bag=bag_of("hoplite", "hoplite", "cestus"))
    table.answer("hopl")
    with pytest.raises(IllegalError, match="one of cestus, hoplite"):
        table.answer("archer")
    table.answer("cestus")
    assert asked(table) == ("", "", "")
    assert lineup(table) == ["hoplite", "cestus", "hoplite"]


@pytest.mark.rule("prepare.bag")
def test_an_empty_bag_leaves_the_lineup_shorter() -> None:
    table = fought({"lineup": ["local", "bag+tactic", "bag"]}, bag=bag_of("hoplite"))
    assert lineup(table) == ["murmillo", "hoplite"]
    assert [event.because for event in of(table, "no-chip-left")] == ["card"]


# Banes ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("prepare.bag-bane")
def test_a_bag_bane_takes_effect_and_another_chip_is_drawn() -> None:
    """It does not count toward the lineup; another is drawn until the lineup is full (p.29)."""
    bag = bag_of("archer", "hoplite", banes=(Bane("Ruin", "bag"),))
    table = fought({"lineup": ["bag"]}, ("prepare.bag", "ruin"), ("prepare.bag", "hoplite"), bag=bag)
    assert lineup(table) == ["hoplite"]
    assert [(event.bane, event.kind) for event in of(table, BaneDrawn)] == [("ruin", "bag")]
    campaign = table.game.campaign
    assert campaign.drawn.banes == (Bane("Ruin", "bag"),)
    assert campaign.bag == bag_of("archer")
    assert table.game.fight.position["cards"] == {"banes": ["ruin"]}
    table.do(RIVALS)
    unit = combat_of(table).units["hoplite"]
    assert range_(combat_of(table), unit) == 2


@pytest.mark.rule("prepare.unit-bane", "prepare.tactic")
def test_a_unit_bane_joins_the_lineup_like_any_unit() -> None:
    bag = bag_of("archer", banes=(Bane("Shade", "unit"),))
    table = fought({"lineup": ["bag+tactic"]}, ("prepare.bag", "Shade"), bag=bag)
    assert (lineup(table), combat_of(table).rival_tactics) == (["shade"], ("hamstring",))
    assert table.game.campaign.drawn.banes == (Bane("Shade", "unit"),)


@pytest.mark.rule("prepare.bag-bane")
def test_a_bag_of_banes_alone_gives_no_unit() -> None:
    banes = (Bane("Ruin", "bag"), Bane("Blight", "bag"))
    catalogue = known(events={"one": {"kind": "bloodshed", "lineup": ["bag"]}})
    table = fought("one", ("prepare.bag", "ruin"), bag=bag_of(banes=banes), catalogue=catalogue)
    assert asked(table) == ("component.bane", "", "blight")
    table.answer(NOTHING)
    assert lineup(table) == []
    assert len(of(table, "no-chip-left")) == 1
    assert table.game.campaign.drawn.banes == banes


@pytest.mark.rule("prepare.bag-bane")
@pytest.mark.parametrize("bane", ["Blight", "Gigantic", "Empowered"])
def test_a_bane_whose_effect_nobody_has_told_is_asked_for(bane: str) -> None:
    """Of some banes the shipped data know the name or the text alone: what they do is never passed over."""
    bag = bag_of("hoplite", "cestus", banes=(Bane(bane, "bag"),))
    table = fought({"lineup": ["bag"]}, ("prepare.bag", bane), bag=bag)
    question = table.asks()
    assert (question.id, question.about) == ("component.bane", bane.lower())
    assert ("Movement, Range and Health" in question.text) == (bane == "Empowered")
    with pytest.raises(IllegalError):
        table.answer("rivals get a lot bigger")
    table.game.answer(question, "health +1 for rival")
    told = of(table, EffectEntered)
    assert [(event.kind, event.id, event.lasts) for event in told] == [("banes", bane.lower(), "bag")]
    assert asked(table)[0] == "prepare.bag"
    assert [card.id for card in combat_of(table).cards] == [bane.lower()]


@pytest.mark.rule("prepare.bag-bane")
def test_what_a_bane_does_by_hand_is_asked_once() -> None:
    bag = bag_of("hoplite", "cestus", banes=(Bane("Blight", "bag"),))
    catalogue = known(
        events={"one": {"kind": "bloodshed", "lineup": ["bag"]}},
        banes={"Blight": {"kind": "bag", "effects": 'set-up: manual "Each hero loses 1 HP."'}},
    )
    table = fought("one", ("prepare.bag", "blight"), ("prepare.bag", "hoplite"), bag=bag, catalogue=catalogue)
    assert asked(table)[0].startswith("manual")
    table.answer("krakenlance hp 5")
    assert asked(table) == ("", "", "")
    assert table.game.campaign.pad.hp == 5
    table.do(RIVALS)
    assert table.game.campaign.pad.hp == 5


# Tactics --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("prepare.tactic")
@pytest.mark.parametrize(
    ("chip", "tactic"),
    [("sagittarius", "bolster-health"), ("retiarius", "adrenaline"), ("murmillo", "stun"), ("shade", "hamstring"),
     ("cestus", "adrenaline")],
)  # fmt: skip
def test_the_first_class_tells_which_tactic(chip: str, tactic: str) -> None:
    """Archer, Attacker, Defender, Tactician, by the Tactic Assignment Table; of several the first counts (p.20)."""
    table = fought({"lineup": ["local+tactic"]}, stacks={"atlanteans": Stack((chip,), 0)}, camp=Camp())
    assert combat_of(table).rival_tactics == (tactic,)
    assert [(event.unit, event.chip) for event in of(table, "lineup-tactic")] == [(chip, tactic)]


@pytest.mark.rule("prepare.tactic")
def test_a_class_that_no_source_states_is_asked_once_for_equal_chips() -> None:
    classless = {key: value for key, value in UNITS["murmillo"].items() if key != "class"}
    catalogue = known(
        units={"murmillo": classless}, events={"two": {"kind": "bloodshed", "lineup": ["bag+tactic", "local"]}}
    )
    table = fought("two", catalogue=catalogue, bag=bag_of("murmillo"))
    assert asked(table) == ("component.class", "murmillo", "class")
    with pytest.raises(IllegalError, match="archer"):
        table.answer("gladiator")
    table.answer("Defender")
    assert combat_of(table).rival_tactics == ("stun",)
    assert [(event.chip, event.stat, event.value) for event in of(table, StatEntered)] == [
        ("murmillo", "class", ["defender"])
    ]


LION = {"class": ["beast"], "movement": 1, "range": 1, "health": 4, "attack": ["green"], "skills": ["Roaming"]}
BOTH = {**LION, "class": ["beast", "attacker"]}


@pytest.mark.rule("prepare.beast-tactic")
@pytest.mark.parametrize("lion", [LION, BOTH])
def test_a_tactic_icon_at_a_beast_is_passed_over_and_said(lion: dict[str, Any]) -> None:
    """The table of p.20 does not list Beasts, and of two classes the first counts (beast.tactic)."""
    events = {"two": {"kind": "bloodshed", "lineup": ["local+tactic", "local+tactic"]}}
    stack = {"atlanteans": Stack(("lion", "murmillo"), 0)}
    table = fought("two", catalogue=known(units={"lion": lion}, events=events), stacks=stack, camp=Camp())
    assert (lineup(table), combat_of(table).rival_tactics) == (["lion", "murmillo"], ("stun",))
    assert [(event.unit, event.rulings) for event in of(table, "icon-passed-over")] == [("lion", ["beast.tactic"])]


@pytest.mark.rule("prepare.beast-tactic")
def test_by_the_other_reading_you_name_the_beasts_tactic() -> None:
    events = {"one": {"kind": "bloodshed", "lineup": ["local+tactic"]}}
    table = fought(
        "one", catalogue=known(units={"lion": LION}, events=events), stacks={"atlanteans": Stack(("lion",), 0)},
        camp=Camp(), rulings={"beast.tactic": "ask"},
    )  # fmt: skip
    question = table.asks()
    assert (question.id, question.unit) == ("prepare.tactic-named", "lion")
    assert question.options == ("adrenaline", "bolster-health", "hamstring", "stun")
    table.answer("hamstring")
    assert combat_of(table).rival_tactics == ("hamstring",)
    assert [event.chip for event in of(table, "lineup-tactic")] == ["hamstring"]


@pytest.mark.rule("prepare.beast-tactic")
def test_a_class_read_off_as_beast_brings_no_tactic_and_the_set_up_goes_on() -> None:
    """A campaign whose set-up broke off behind that answer opens and goes on."""
    classless = {key: value for key, value in LION.items() if key != "class"}
    events = {"one": {"kind": "bloodshed", "lineup": ["local+tactic"]}}
    catalogue = known(units={"lion": classless}, events=events)
    table = fought("one", catalogue=catalogue, stacks={"atlanteans": Stack(("lion",), 0)}, camp=Camp())
    assert asked(table) == ("component.class", "lion", "class")
    campaign, fight, question = table.game.campaign, table.game.fight, table.game.question()
    assert question is not None
    told = with_question(question, "beast")
    moves = {**fight.moves, "1": replace(fight.last, answers=(*fight.last.answers, told))}
    stuck = Game(replace(campaign, fight=replace(fight, moves=moves)), catalogue)
    assert stuck.combat.rival_tactics == ()
    assert stuck.combat.bench["lion"].classes == ("beast",)


@pytest.mark.rule("prepare.no-tactic")
def test_a_tactic_used_up_by_count_is_asked_about() -> None:
    """That there are three of each is inferred from twelve chips and four tactics, so the table has the last word."""
    card = {"lineup": ["local+tactic"] * 3}
    stack = {"atlanteans": Stack(("murmillo", "hoplite", "murmillo"), 0)}
    camp = Camp(tactics=("stun", "stun"))
    table = fought(card, stacks=stack, camp=camp)
    assert asked(table) == ("prepare.tactic-left", "hoplite", "stun")
    table.answer("no")
    assert asked(table)[1] == "murmillo-2"
    table.answer("yes")
    assert combat_of(table).rival_tactics == ("stun", "stun")
    assert [event.unit for event in of(table, "no-lineup-tactic")] == ["hoplite"]


@pytest.mark.rule("prepare.no-tactic")
def test_with_all_twelve_tactics_taken_the_icon_is_skipped() -> None:
    """If there is none of the tactic in the supply, the unit brings none (p.19); the box has twelve chips (p.5)."""
    full = Camp(tactics=("stun", "hamstring", "adrenaline", "bolster-health") * 3)
    table = fought({"lineup": ["local+tactic"]}, camp=full)
    assert asked(table) == ("", "", "")
    assert combat_of(table).rival_tactics == ()
    assert [event.chip for event in of(table, "no-lineup-tactic")] == ["stun"]


@pytest.mark.rule("prepare.tactic")
def test_the_tactic_is_placed_before_the_next_unit_is_drawn() -> None:
    table = fought({"lineup": ["local+tactic", "bag+tactic"]}, ("prepare.bag", "archer"))
    order = [event.what for event in table.events if event.what in ("drawn", "lineup-tactic")]
    assert order == ["drawn", "lineup-tactic", "drawn", "lineup-tactic"]


# Chips nobody knows ---------------------------------------------------------------------------------------------


@pytest.mark.rule("component.asked", "prepare.local")
def test_a_chip_nobody_knows_is_read_off_whole() -> None:
    table = fought({"lineup": ["local+tactic"]}, stacks={"atlanteans": Stack(("net-fighter",), 0)})
    assert asked(table) == ("component.unit", "", "net-fighter")
    for wrong, why in [("defender", "movement"), ("1/1/4", "attack"), ("defender 1/1/4 blue purple", "purple")]:
        with pytest.raises(IllegalError, match=why):
            table.answer(wrong)
    table.answer("defender, 2/1/4, blue blue, Taunt")
    unit = waiting(table)
    assert (unit.chip, unit.classes, unit.movement, unit.health, unit.attack) == (
        "net-fighter", ("defender",), 2, 4, ("blue", "blue"),
    )  # fmt: skip
    assert (list(unit.skills), combat_of(table).rival_tactics) == (["taunt"], ("stun",))
    assert [event.chip for event in of(table, UnitEntered)] == ["net-fighter"]
    reopened = table.reopened().combat
    assert reopened.bench["net-fighter"].movement == 2


@pytest.mark.rule("component.asked")
def test_your_units_that_nobody_knows_are_read_off_before_anything_is_drawn() -> None:
    table = fought("brawl", camp=Camp(units=("archer", "stranger")))
    assert asked(table) == ("component.unit", "", "stranger")
    table.answer("stranger: attacker, 3/1/2, black", ("prepare.bag", "hoplite"))
    unit = combat_of(table).units["stranger"]
    assert (unit.side, unit.movement, unit.hp) == ("player", 3, 2)


@pytest.mark.rule("prepare.bag")
def test_equal_chips_are_told_apart() -> None:
    """Yours keep their chip's name; a rival that shares it is told apart, and so are equals among themselves."""
    camp = Camp(units=("archer", "archer"))
    table = fought({"lineup": ["bag", "bag", "bag", "bag"]}, bag=bag_of("archer", "hoplite", "archer", "hoplite"),
                   camp=camp)  # fmt: skip
    table.answer("archer", "hoplite", "archer")
    combat = combat_of(table)
    assert sorted(unit.id for unit in combat.units.values()) == ["archer", "archer-2", "krakenlance"]
    assert combat.lineup == ("rival-archer", "hoplite", "rival-archer-2", "hoplite-2")
