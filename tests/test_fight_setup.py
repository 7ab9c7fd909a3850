"""A fight is set up as the rulebook has it: sport, lineup, tactics, tribune, arena, opportunities (p.16-20).

The tests are written from the rulebook's pages: what is drawn, in which order, and what is asked of whom.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.model import Bag, Bane, Camp, Campaign, RefusedError, Stack
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.rules.events import EffectTold, StatTold
from hoplo_companion.rules.model import Combat, Unit
from hoplo_companion.rules.modifiers import range_
from hoplo_companion.rules.questions import NOTHING
from hoplo_companion.rules.setup_events import (
    BaneDrawn,
    ChangedByOpportunity,
    ChipLaid,
    Drawn,
    LineupTactic,
    NoChipLeft,
    NoLineupTactic,
    Reminded,
    SportPicked,
    TribuneNamed,
    UnitTold,
)
from hoplo_companion.table.moves import RIVALS
from hoplo_companion.table.planning import Wanted, planned
from tests.fights import CARDS, LISTS, LOCALS, UNITS, Table, chips_of, ready
from tests.own_catalogue import Own

BANES: dict[str, Any] = {"Ruin": {"kind": "bag", "effects": "range +1 for rival"}, "Shade": {"kind": "unit"}}


def known(**more: Any) -> Catalogue:
    """Make a catalogue that knows the chips of `tests.fights`, the trident's hex, and these records beside them."""
    kinds: dict[str, Any] = {
        "units": dict(UNITS),
        "events": {name: dict(card) for name, card in CARDS.items()},
        "banes": dict(BANES),
        "arenas": {"atlanteans": {"starts": {"trident": "D3"}}},
    }
    for kind, records in more.items():
        kinds[kind] = {**kinds.get(kind, {}), **records}
    return Own(**kinds).catalogue


KNOWN = known()


def bag_of(*units: str, banes: tuple[Bane, ...] = ()) -> Bag:
    return Bag(units, banes)


def fought(
    card: str | dict[str, Any] = "brawl", *answers: Any, kind: str = "bloodshed", catalogue: Catalogue = KNOWN,
    sport: str = "", **changes: Any
) -> Table:  # fmt: skip
    """Set a fight up with these answers; a card may be told by its fields. Whatever is left open stays so."""
    if isinstance(card, dict):
        told = {"kind": kind if kind != "capital" else "primus", **card}
        catalogue, card = known(events={"card": told}), "card"
    return Table.begun(ready(kind, **changes), card, catalogue, sport).answer(*answers)


def combat_of(table: Table) -> Combat:
    return table.game.combat


def lineup(table: Table) -> list[str]:
    """List the chips of the rival's lineup, top first."""
    combat = combat_of(table)
    return [combat.bench[id_].chip for id_ in combat.lineup]


def waiting(table: Table, at: int = 0) -> Unit:
    combat = combat_of(table)
    return combat.bench[combat.lineup[at]]


def of(table: Table, kind: type) -> list[Any]:
    return [event for event in table.events if isinstance(event, kind)]


def asked(table: Table) -> tuple[str, str, str]:
    """Name the question that is open: its id, the unit, and what it is about."""
    question = table.game.question()
    return (question.id, question.unit, question.about) if question is not None else ("", "", "")


def begins(**changes: Any) -> Campaign:
    return ready("bloodshed", **changes)


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
    assert chips_of(campaign) == chips_of(begins())


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
        ("krakenlance", "elite"), ("Decimus", "elite"), ("taotie", "elite"), ("stranger", "faction|kunlun"),
        ("!!", "does not answer"), ("x" * 61, "60 characters"), ("a\nb", "name"),
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
    question = table.game.question()
    assert question is not None
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
    assert [event.because for event in of(table, NoChipLeft)] == ["card"]


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
    assert len(of(table, NoChipLeft)) == 1
    assert table.game.campaign.drawn.banes == banes


@pytest.mark.rule("prepare.bag-bane", "component.asked")
@pytest.mark.parametrize("bane", ["Blight", "Gigantic", "Empowered"])
def test_a_bane_whose_effect_nobody_has_told_is_asked_for(bane: str) -> None:
    """Of some banes the shipped data know the name or the text alone: what they do is never passed over."""
    bag = bag_of("hoplite", "cestus", banes=(Bane(bane, "bag"),))
    table = fought({"lineup": ["bag"]}, ("prepare.bag", bane), bag=bag)
    question = table.game.question()
    assert question is not None
    assert (question.id, question.about) == ("component.bane", bane.lower())
    assert ("Movement, Range and Health" in question.text) == (bane == "Empowered")
    with pytest.raises(IllegalError):
        table.answer("rivals get a lot bigger")
    table.game.answer(question, "health +1 for rival")
    told = of(table, EffectTold)
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
    assert [(event.unit, event.chip) for event in of(table, LineupTactic)] == [(chip, tactic)]


@pytest.mark.rule("prepare.tactic", "component.asked")
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
    assert [(event.chip, event.stat, event.value) for event in of(table, StatTold)] == [
        ("murmillo", "class", ["defender"])
    ]


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
    assert [event.unit for event in of(table, NoLineupTactic)] == ["hoplite"]


@pytest.mark.rule("prepare.no-tactic")
def test_with_all_twelve_tactics_taken_the_icon_is_skipped() -> None:
    """If there is none of the tactic in the supply, the unit brings none (p.19); the box has twelve chips (p.5)."""
    full = Camp(tactics=("stun", "hamstring", "adrenaline", "bolster-health") * 3)
    table = fought({"lineup": ["local+tactic"]}, camp=full)
    assert asked(table) == ("", "", "")
    assert combat_of(table).rival_tactics == ()
    assert [event.chip for event in of(table, NoLineupTactic)] == ["stun"]


@pytest.mark.rule("prepare.tactic")
def test_the_tactic_is_placed_before_the_next_unit_is_drawn() -> None:
    table = fought({"lineup": ["local+tactic", "bag+tactic"]}, ("prepare.bag", "archer"))
    order = [type(event).__name__ for event in table.events if isinstance(event, Drawn | LineupTactic)]
    assert order == ["Drawn", "LineupTactic", "Drawn", "LineupTactic"]


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
    assert [event.chip for event in of(table, UnitTold)] == ["net-fighter"]
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


# Acts and what the card adds ------------------------------------------------------------------------------------


@pytest.mark.rule("prepare.act")
@pytest.mark.parametrize(("act", "more"), [(1, 0), (2, 1), (3, 1), (4, 1)])
@pytest.mark.parametrize("kind", ["bloodshed", "sport"])
def test_from_act_two_on_a_bag_unit_with_a_tactic_ends_the_lineup(act: int, more: int, kind: str) -> None:
    """Act modifiers come before what the event's card adds (p.20)."""
    card = {"lineup": ["local"], "then": ["local"], "goals": ["spar"] if kind == "sport" else []}
    table = fought(card, kind=kind, act=act, bag=bag_of("archer"))
    assert lineup(table) == ["murmillo", *["archer"] * more, "retiarius"]
    assert [event.because for event in of(table, Drawn)] == ["card", *["act"] * more, "event"]
    assert combat_of(table).rival_tactics == ("bolster-health",) * more
    assert [event.rule for event in of(table, Drawn)][1:-1] == ["prepare.act"] * more


@pytest.mark.rule("prepare.act", "deployment.two-units", "deployment.bonus-hp")
@pytest.mark.parametrize(("act", "units", "bonus"), [(1, 1, 0), (2, 1, 0), (3, 2, 0), (4, 2, 2)])
def test_the_act_tells_whom_the_rival_deploys_first(act: int, units: int, bonus: int) -> None:
    table = fought({"lineup": ["local", "local"]}, act=act, bag=bag_of("archer"))
    table.do(RIVALS, "deployment")
    rivals = list(combat_of(table).in_arena("rival"))
    assert [unit.chip for unit in rivals] == ["murmillo", "retiarius"][:units]
    assert [unit.hp for unit in rivals] == [4 + bonus, 3 + bonus][:units]


# Sports ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("prepare.sport")
def test_you_pick_among_the_cards_sports() -> None:
    card = {"goals": ["capture-the-flag", "spar"], "lineup": ["local", "local"]}
    table = fought(card, kind="sport")
    question = table.game.question()
    assert question is not None
    assert (question.id, question.options) == ("prepare.sport", ("capture-the-flag", "spar"))
    with pytest.raises(IllegalError):
        table.answer("king-of-the-hill")
    table.answer("Spar")
    assert [event.goal for event in of(table, SportPicked)] == ["spar"]
    assert combat_of(table).event == "spar"


@pytest.mark.rule("prepare.sport")
def test_a_sport_told_beforehand_has_to_be_on_the_card() -> None:
    card = {"kind": "sport", "goals": ["capture-the-flag", "spar"], "lineup": ["local"]}
    catalogue = known(events={"card": card})
    assert combat_of(fought("card", kind="sport", catalogue=catalogue, sport="Spar")).event == "spar"
    for campaign, name, sport in [
        (ready("sport"), "card", "king-of-the-hill"), (ready("sport"), "card", "hurling"), (ready(), "brawl", "spar"),
    ]:  # fmt: skip
        with pytest.raises(RefusedError) as fault:
            planned(campaign, name, catalogue, Wanted(sport))
        assert fault.value.rule == "prepare.sport"


@pytest.mark.rule("prepare.sport")
def test_a_card_without_goals_leaves_all_three_sports() -> None:
    table = fought({"lineup": ["local"]}, kind="sport")
    question = table.game.question()
    assert question is not None
    assert question.options == ("capture-the-flag", "king-of-the-hill", "spar")


@pytest.mark.rule("prepare.flag")
def test_the_flag_starts_on_the_rivals_first_deployment_hex() -> None:
    card = {"goals": ["capture-the-flag"], "lineup": ["local"]}
    table = fought(card, kind="sport")
    flag = table.game.fight.position["flag"]
    assert flag == {"hex": "A1"}
    assert ("flag", "A1") in [(event.chip, event.hex) for event in of(table, ChipLaid)]
    for other in ("spar", "king-of-the-hill"):
        assert "flag" not in fought(dict(card, goals=[other]), kind="sport").game.fight.position
    table.do(RIVALS)
    flag_later = combat_of(table).flag
    assert flag_later is not None
    assert not flag_later.holder


@pytest.mark.rule("prepare.tribune")
@pytest.mark.parametrize("goal", ["capture-the-flag", "king-of-the-hill"])
def test_you_choose_the_tribune(goal: str) -> None:
    """In Capture the Flag and King of the Hill you choose which rival unit is the tribune (p.19-20)."""
    card = {"goals": [goal], "lineup": ["local", "local"], "then": ["local"]}
    table = fought(card, kind="sport")
    question = table.game.question()
    assert question is not None
    assert (question.id, question.options) == ("prepare.tribune", ("murmillo", "retiarius", "secutor"))
    table.answer("secutor")
    assert [waiting(table, at).tribune for at in range(3)] == [False, False, True]
    assert table.reopened().combat.bench["secutor"].tribune


@pytest.mark.rule("prepare.tribune-spar")
def test_in_spar_the_first_of_the_lineup_is_the_tribune() -> None:
    table = fought({"goals": ["spar"], "lineup": ["local", "local"]}, kind="sport")
    assert asked(table) == ("", "", "")
    assert [event.unit for event in of(table, TribuneNamed)] == ["murmillo"]
    assert not of(fought("brawl", ("prepare.bag", "hoplite")), TribuneNamed)


# Arena ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("prepare.arena-chips", "component.asked")
def test_the_arenas_chips_are_laid_where_its_card_wants_them() -> None:
    """Where no source names the hex, it is asked for, and remembered for the arena."""
    untold = Own(units=UNITS, events={"one": {"kind": "bloodshed", "lineup": ["local"]}}).catalogue
    table = fought("one", catalogue=untold)
    assert asked(table) == ("component.start", "", "trident")
    with pytest.raises(IllegalError, match="a hex"):
        table.answer("Z9")
    table.answer("d4")
    assert [(event.chip, event.hex, event.arena) for event in of(table, ChipLaid)] == [("trident", "D4", "atlanteans")]
    told = fought("brawl", ("prepare.bag", "hoplite"))
    assert [(event.chip, event.hex, event.arena) for event in of(told, ChipLaid)] == [("trident", "D3", "")]
    assert told.game.fight.position["chips"] == {"trident": {"hex": "D3"}}


@pytest.mark.rule("prepare.arena-chips")
def test_the_beasts_come_onto_the_mat_as_arena_units() -> None:
    beast = {"health": 3, "movement": 1, "range": 1, "attack": ["blue"], "skills": ["Roaming"]}
    catalogue = known(units={"beast": beast}, events={"one": {"kind": "bloodshed", "lineup": ["local"]}})
    table = fought("one", catalogue=catalogue, region="plutos-refugees")
    assert asked(table) == ("prepare.arena-unit", "", "beast")
    table.answer("D3")
    with pytest.raises(IllegalError, match="a hex"):
        table.answer("D3")
    table.answer("D4")
    beasts = list(combat_of(table).in_arena("arena"))
    assert [(unit.id, unit.hp) for unit in beasts] == [("beast", 3), ("beast-2", 3)]
    assert chips_of(table.game.campaign) == chips_of(ready(region="plutos-refugees"))


@pytest.mark.rule("prepare.arena-chips")
def test_the_chariot_is_laid_and_nobody_takes_it_up() -> None:
    catalogue = known(
        arenas={"parthians": {"starts": {"chariot": "D2"}, "mat": {"priorities": LISTS}}},
        events={"one": {"kind": "bloodshed", "lineup": ["local"]}},
    )
    table = fought("one", catalogue=catalogue, region="parthians")
    assert table.game.fight.position["chips"] == {"chariot": {"hex": "D2"}}
    assert combat_of(table).key_hexes() == combat_of(table).arena.mat.bit["D2"]


@pytest.mark.rule("prepare.arena-rules", "prepare.instructions")
def test_the_cards_instructions_and_the_arenas_rules_are_said() -> None:
    table = fought({"lineup": ["local"], "instructions": "The loser buys the wine."})
    said = [(event.rule, event.about) for event in of(table, Reminded)]
    assert said[0] == ("prepare.instructions", "card")
    assert said[1:] == [("prepare.arena-rules", "Atlanteans")] * 8
    assert of(table, Reminded)[0].text == "The loser buys the wine."


@pytest.mark.rule("prepare.instructions")
def test_what_a_card_does_at_the_set_up_happens_once() -> None:
    """Special instructions are carried out at the applicable time: never again as the first turn begins (p.19)."""
    card = {"lineup": ["local"], "effects": 'set up: manual "Your hero loses 1 HP."'}
    catalogue = known(events={"card": {"kind": "bloodshed", **card}})
    table = fought("card", catalogue=catalogue)
    question = table.game.question()
    assert question is not None
    assert (question.kind, question.text) == ("manual", "Your hero loses 1 HP.")
    table.answer("krakenlance hp 5")
    assert table.game.fight.turn_of == "rival"
    table.do(RIVALS)
    assert table.game.campaign.pad.hp == 5


# Opportunities --------------------------------------------------------------------------------------------------


def keeping(*cards: str, **changes: Any) -> Camp:
    return replace(ready().camp, opportunities=cards, **changes)


@pytest.mark.rule("prepare.opportunity")
def test_a_card_that_may_change_the_set_up_is_offered() -> None:
    """Reckless: you may add a bag unit to the end of the lineup of a Bloodshed event (p.17)."""
    table = fought({"lineup": ["local"], "then": ["local"]}, camp=keeping("Reckless"), bag=bag_of("hoplite"), act=2)
    assert asked(table) == ("prepare.opportunity", "", "reckless")
    assert lineup(table) == ["murmillo", "hoplite", "retiarius"]
    table.answer("yes")
    assert [event.card for event in of(table, ChangedByOpportunity)] == ["reckless"]
    assert table.game.fight.opportunities == ("reckless",)


@pytest.mark.rule("prepare.opportunity")
def test_the_change_is_yours_to_leave() -> None:
    table = fought({"lineup": ["local"]}, ("prepare.opportunity", "no"), camp=keeping("Reckless"))
    assert (lineup(table), table.game.fight.opportunities) == (["murmillo"], ())
    made = fought(
        {"lineup": ["local"]}, ("prepare.opportunity", "yes"), ("prepare.bag", "hoplite"), camp=keeping("Reckless")
    )
    assert (lineup(made), made.game.fight.opportunities) == (["murmillo", "hoplite"], ("reckless",))


@pytest.mark.rule("prepare.opportunity")
def test_a_card_for_other_combats_is_not_offered() -> None:
    table = fought({"lineup": ["local"], "goals": ["spar"]}, kind="sport", camp=keeping("Reckless"))
    assert asked(table) == ("", "", "")


@pytest.mark.rule("prepare.opportunity")
def test_a_card_that_nobody_has_told_is_offered_by_hand() -> None:
    table = fought({"lineup": ["local"]}, camp=keeping("Twist of Fate"))
    question = table.game.question()
    assert question is not None
    assert (question.id, question.about, question.options) == (
        "prepare.opportunity", "twist-of-fate", ("no", "by hand"),
    )  # fmt: skip
    table.answer("by hand")
    assert asked(table) == ("manual.opportunity", "", "twist-of-fate")
    table.answer("krakenlance hp 3")
    assert (table.game.campaign.pad.hp, table.game.fight.turn_of) == (3, "rival")


# The primus ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("prepare.primus", "prepare.act")
@pytest.mark.parametrize(("act", "health"), [(1, 6), (2, 8), (3, 10)])
def test_the_primus_has_the_health_of_the_act_and_no_act_modifiers(act: int, health: int) -> None:
    preset = {"kind": "primus", "act": act, "lineup": ["bag+tactic", "primus", "local"], "yours": ["hero", "camp"]}
    catalogue = known(events={f"primus-{act}": preset})
    table = fought(f"primus-{act}", ("prepare.bag", "archer"), kind="capital", act=act, catalogue=catalogue)
    assert lineup(table) == ["archer", "primus-decimus", "murmillo"]
    primus = waiting(table, 1)
    assert (primus.health, primus.elite, primus.hero, primus.side) == (health, True, False, "rival")
    assert combat_of(table).event == "primus"
    assert (combat_of(table).yours.hero, combat_of(table).yours.camp_units) == (True, 1)
    assert "Decimus" not in str(table.game.campaign.drawn)
    assert table.reopened().combat.bench["primus-decimus"].health == health


@pytest.mark.rule("prepare.primus", "component.asked")
def test_a_primus_that_nobody_knows_is_read_off_its_chip() -> None:
    units = {name: fields for name, fields in UNITS.items() if name != "primus-decimus"}
    catalogue = Own(
        units=units, events={"primus-1": {"kind": "primus", "act": 1, "lineup": ["primus"]}}, banes=BANES
    ).catalogue
    table = fought("primus-1", kind="capital", catalogue=catalogue)
    assert asked(table) == ("component.unit", "", "primus-decimus")
    table.answer("tactician, 2/1/5, green blue")
    assert (waiting(table).health, waiting(table).elite) == (6, True)


# Where and when --------------------------------------------------------------------------------------------------


@pytest.mark.rule("event.accept")
@pytest.mark.parametrize(
    ("kind", "card"), [("sport", "brawl"), ("sport", "primus-1"), ("bloodshed", "games"), ("bloodshed", "primus-1"),
                       ("capital", "brawl"), ("capital", "games")]
)  # fmt: skip
def test_a_card_of_another_kind_is_refused(kind: str, card: str) -> None:
    with pytest.raises(RefusedError) as fault:
        planned(ready(kind), card, KNOWN, Wanted())
    assert fault.value.rule == "event.accept"


@pytest.mark.rule("prepare.primus")
def test_the_primus_lineup_of_another_act_is_refused() -> None:
    """Each act's primus combat has its own preset lineup (p.30)."""
    with pytest.raises(RefusedError, match="another act") as fault:
        planned(ready("capital", act=2), "primus-1", KNOWN, Wanted())
    assert fault.value.rule == "prepare.primus"


@pytest.mark.rule("round.phases")
def test_one_fight_is_followed_at_a_time() -> None:
    table = fought("brawl", ("prepare.bag", "hoplite"))
    with pytest.raises(RefusedError, match="still followed"):
        planned(table.game.campaign, "brawl", KNOWN, Wanted())
    with pytest.raises(UsageError, match="no event"):
        planned(ready(), "nothing", KNOWN, Wanted())


def test_the_event_is_accepted_as_its_fight_begins() -> None:
    table = fought("brawl", ("prepare.bag", "hoplite"))
    assert (table.game.campaign.phase, table.game.fight.kind, table.game.fight.turn_of) == (
        "cleanup", "bloodshed", "rival",
    )  # fmt: skip
    with pytest.raises(RefusedError, match="move the encampment"):
        planned(ready(phase="travel"), "brawl", KNOWN, Wanted())


def test_the_last_act_ends_with_the_scion_who_has_no_card() -> None:
    for card, sport in (("primus-1", ""), ("", "spar")):
        with pytest.raises(UsageError, match="no card and no sport"):
            planned(ready("capital", act=4), card, KNOWN, Wanted(sport))


@pytest.mark.rule("surrender.start")
def test_nobody_surrenders_before_the_first_turn() -> None:
    """You surrender at the start of a troop's turn (p.28): as long as all is set up there is none."""
    table = Table(planned(ready(), "brawl", KNOWN, Wanted()), KNOWN)
    with pytest.raises(IllegalError, match="set-up"):
        table.do("surrender")
    assert table.game.fight.over == ""


# Going on --------------------------------------------------------------------------------------------------------


def test_a_set_up_goes_on_where_it_was_left_off() -> None:
    """Every answer is kept as it is given; opening the fight asks nothing of it again."""
    card = {"kind": "sport", "goals": ["spar", "capture-the-flag"], "lineup": ["bag+tactic", "local", "bag"]}
    catalogue = known(events={"card": card})
    answers = ["spar", "archer", "hoplite"]
    table = fought("card", kind="sport", catalogue=catalogue)
    for given in answers:
        again = table.reopened() if table.states else table.game
        assert again.question() == table.game.question()
        table.answer(given)
    assert table.reopened().fight == table.game.fight
    assert LOCALS[0] in lineup(table)


def test_camp_tactics_hero_and_pad_come_from_the_campaign() -> None:
    campaign = ready(camp=Camp(units=("archer",), tactics=("stun", "hamstring")))
    campaign = campaign.with_pad(hp=2, health=7, movement=3, attack=("black",), blessings=1)
    table = Table.begun(campaign, "brawl", KNOWN).answer(("prepare.bag", "hoplite"))
    hero = combat_of(table).hero()
    assert hero is not None
    assert (hero.hp, hero.health, hero.movement, hero.attack, hero.elite) == (2, 7, 3, ("black",), True)
    yours = combat_of(table).yours
    assert (yours.tactics, yours.blessings, yours.camp_units, yours.hero) == (("stun", "hamstring"), 1, 2, True)


def test_a_card_without_your_lineup_limits_nothing() -> None:
    table = fought({"lineup": ["local"]})
    assert (combat_of(table).yours.camp_units, combat_of(table).yours.hero) == (None, None)
    barred = fought({"lineup": ["local"], "yours": ["camp", "camp"]})
    assert (combat_of(barred).yours.camp_units, combat_of(barred).yours.hero) == (2, False)
