"""The combat against a scion: preparation, turns, defeat, your cap, and how it ends (Rulebook p.13, 18, 30-32, 37)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.errors import IllegalError, InvalidError, UsageError
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.attack import deal_damage
from hoplo_companion.rules.corrections import correct
from hoplo_companion.rules.effects.judge import judge
from hoplo_companion.rules.events import Attacked, CombatEnded, Damaged, Deployed, Explained, Moved
from hoplo_companion.rules.goals import has_units_left
from hoplo_companion.rules.model import Combat, Supply, is_scion
from hoplo_companion.rules.player.options import RefusedPlayError, options
from hoplo_companion.rules.player.steps import deploy
from hoplo_companion.rules.player.turn import begin as begin_yours
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.position.solve import answer
from hoplo_companion.rules.questions import NOTHING
from hoplo_companion.rules.rival.mover import priority_list
from hoplo_companion.rules.rival.turn import begin
from hoplo_companion.rules.setup.camp import camp_changed
from hoplo_companion.rules.turns import has_scion_activity
from hoplo_companion.rules.why.steps import laid_open
from tests.helpers.acting import in_arena_of
from tests.helpers.boards import combat
from tests.helpers.own_catalogue import drive, effects
from tests.helpers.play import Told, of, play
from tests.helpers.scions import board

SCION = "g rival B2 hp6 rg1 as:gorgon"
SHADE = "s rival C3 mv2 rg1 hp2 red as:shade"
HERO = "h player F3 mv1 rg1 hp6 blue hero as:krakenlance"
NONE = {"green": 0, "blue": 0, "yellow": 0, "black": 0}


def rolled(state: Combat, answers: list[Any] | None = None, **hits: int) -> Told:
    """Play the rival's turn with a roll of the scion's dice."""
    return play(state, [("scion.roll", {**NONE, **hits}), *(answers or [])])


def struck(state: Combat, damage: int, unit: str = "g") -> Told:
    """Deal the scion damage."""
    return drive(*deal_damage(state, state.units[unit], damage, None))


# Deployment -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("scion.deployed", "scion.dazed")
def test_the_scion_is_deployed_first_and_dazed() -> None:
    """Whatever the order of the lineup, the scion comes first; dazed, it rolls no dice that turn (p.31)."""
    state = board([HERO], turn=1, lineup=["s mv2 rg1 hl2 red as:shade", "g hl6 rg1 as:gorgon"])
    told = play(state)
    assert [(event.unit, event.hex, event.rule) for event in told.of(Deployed)] == [("g", "A1", "scion.deployed")]
    assert [(event.unit, event.why) for event in told.of("scion-inactive")] == [("g", "dazed")]
    assert told.combat.lineup == ("s",)
    assert not told.combat.units["g"].dazed, "with its turn's end the daze is over"
    following = rolled(replace(told.combat, side="rival"))
    assert [event.unit for event in following.of(Deployed)] == ["s"], "one unit a turn, the act adds none"
    assert following.of("scion-rolled")


# The activity -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("scion.activity", "scion.order")
def test_the_activity_is_complete_before_anything_else_moves() -> None:
    """In place of Tactic Placement every row is resolved, from top to bottom; the Movement Step follows (p.31)."""
    soldier = "x rival E5 mv1 rg1 hp3 blue as:attacker"
    left_open = [("movement.destination", "E3"), ("movement.destination", "E4"), ("attack.dice", 0)]
    told = rolled(board([SCION, SHADE, soldier, HERO]), left_open, green=1, yellow=2)
    steps = [event.step for event in told.of("step-began")]
    assert steps == ["deployment", "activity", "movement", "abilities", "engage"]
    rows = [at for at, event in enumerate(told.events) if event.what == "scion-row"]
    assert [told.events[at].values["times"] for at in rows] == [1, 0, 2, 0]
    moves = {event.unit: at for at, event in enumerate(told.events) if isinstance(event, Moved)}
    assert rows[0] < moves["s"] < rows[1]
    assert moves["x"] > rows[-1]
    assert [event.amount for event in told.of("hp-gained")] == [1, 1]
    assert told.combat.units["s"].hp == 4


def test_a_row_that_is_in_no_vocabulary_is_carried_out_by_hand() -> None:
    """Its text is shown, with how often; what happened is told, and nothing further down comes before (p.31)."""
    state = board([SCION, HERO], rows=("blue each: Lose {hits} HP.", "yellow hit: Gain a HP. [by scion: gain 1 hp]"),
                  card={"dice": {"blue": 2, "yellow": 1}})  # fmt: skip
    told = play(state, [("scion.roll", "blue=2 yellow=1"), ("manual.scion-row", "h hp 4")])
    [asked] = [question for question in told.asked if question.kind == "manual"]
    assert asked.text == "2 times: Lose 2 HP."
    assert (told.combat.units["h"].hp, told.combat.units["g"].hp) == (4, 7)


@pytest.mark.parametrize(("called", "name"), [("", "Gorgon"), (' called "Stone Gaze"', "Stone Gaze")])
def test_what_a_row_does_bears_its_name_or_else_the_scion_s(called: str, name: str) -> None:
    state = board([SCION, HERO], rows=(f"yellow hit: Gain a HP. [by scion: gain 1 hp{called}]",),
                  card={"dice": {"yellow": 1}})  # fmt: skip
    told = play(state, [("scion.roll", "yellow=1")])
    assert [event.effect for event in told.of("hp-gained")] == [name]


@pytest.mark.rule("scion.actors")
def test_everybody_acts_for_itself_and_the_order_is_asked_where_it_counts() -> None:
    """Two that may strike one unit, one of which may strike another, are put in order by the player (p.31-32)."""
    foes = ["a player C2 mv1 rg1 hp2 blue as:attacker", "b player D3 mv1 rg1 hp1 blue as:defender", HERO]

    def struck_by(first: str) -> list[tuple[str, str]]:
        told = rolled(board([SCION, SHADE, *foes], lists="strongest"), [("scion.next", first)], blue=2)
        return [(event.by, event.unit) for event in told.of(Damaged)]

    assert struck_by("g") == [("g", "a"), ("s", "b")]
    assert struck_by("s") == [("s", "a")], "nobody is left beside the scion"


@pytest.mark.rule("scion.actors")
def test_a_target_is_the_highest_priority_and_ties_are_the_players() -> None:
    """Among adjacent opponents the list decides; equals are asked for (p.24, 31-32)."""
    foes = ["a player A1 mv1 rg1 hp3 blue as:attacker", "b player B3 mv1 rg1 hp3 blue as:defender"]
    told = rolled(board([SCION, *foes], lists="strongest"), [("effect.target", "b")], blue=1)
    assert [(event.unit, event.damage) for event in told.of(Damaged)] == [("b", 1)]
    hero = rolled(board([SCION, *foes[:1], "h player B3 mv1 rg1 hp1 hl6 blue hero"]), blue=2)
    assert hero.combat.over == "campaign-lost", "the hero comes first on its list, however weak"


@pytest.mark.rule("scion.pool")
def test_the_pool_may_be_changed_for_good_or_for_one_roll() -> None:
    """Dice added or taken away stay so in the fight; what hangs on banes is told before each roll (p.31)."""
    state, _ = correct(board([SCION, HERO]), ("set", "scion-dice", "blue+1,black-1"))
    again = PositionReader(state.catalogue).read_plain(write_position(state))
    told = play(again, [("scion.roll", {"blue": 3})])
    assert told.of("scion-rolled")[0].dice == {"green": 1, "blue": 3, "yellow": 2}
    extra = board([SCION, HERO], card={"extra_dice": "One more for each bane removed."})
    told = play(extra, [("manual.scion-dice", "dice red blue"), ("scion.roll", "red=1")])
    assert told.of("scion-rolled")[0].dice == {"red": 1, "blue": 1}
    told = play(extra, [("manual.scion-dice", NOTHING), ("scion.roll", "green=1")])
    assert sum(told.of("scion-rolled")[0].dice.values()) == 6
    for wrong in ("pink+1", "blue", "blue+99"):
        with pytest.raises((UsageError, IllegalError)):
            correct(board([SCION, HERO]), ("set", "scion-dice", wrong))


@pytest.mark.parametrize(("told", "why"), [
    ("green=2", "2 hits with 1 green are too many"),
    ({"red": 1}, "No red die is rolled"),
    ({"green": "1"}, "does not answer"),
    ({"green": -1}, "write COLOUR=NUMBER"),
    ([True], "does not answer"),
    ("", "does not answer"),
    (3, "does not answer"),
    (None, "does not answer"),
])  # fmt: skip
def test_hits_that_cannot_be_are_refused(told: Any, why: str) -> None:
    """Nothing beyond the pool, no other colour, nothing negative, no nonsense; nothing has changed then."""
    state, _ = begin(board([SCION, HERO]))
    with pytest.raises(IllegalError, match=why):
        apply(state, told)
    assert pending(state) is not None


def test_hits_are_told_in_three_ways() -> None:
    """By colour in a table or in words, or die by die."""
    for told in ({"green": 1, "blue": 1}, "green=1, blue=1", ["green=1", "blue=1"], [True, True, False] + [False] * 3):
        state, _ = begin(board([SCION, HERO]))
        _, events = apply(state, told)
        [roll] = of(events, "scion-rolled")
        assert roll.hits == {**NONE, "green": 1, "blue": 1}


@pytest.mark.rule("scion.order")
def test_a_roll_without_hits_is_one() -> None:
    """A colour that is not named has none: every row is resolved with none (p.31)."""
    _, events = apply(begin(board([SCION, HERO]))[0], {})
    assert [(roll.hits, roll.dice) for roll in of(events, "scion-rolled")] == [
        (NONE, {"green": 1, "blue": 2, "yellow": 2, "black": 1})
    ]


@pytest.mark.rule("scion.triggers")
def test_a_trigger_goes_by_its_own_name_or_the_scions() -> None:
    [plain], [named] = effects("defeats: gain 2 hp"), effects("suffers damage: gain 1 hp")
    state = board([SCION, HERO], card={"reactions": [plain, {**named, "name": "Fury"}]})
    held = [*judge(state).on("defeats"), *judge(state).on("suffers-damage")]
    assert [(each.name, each.holder, each.number) for each in held] == [("Gorgon", "g", 0), ("Fury", "g", 0)]


@pytest.mark.rule("scion.triggers")
def test_triggers_are_effects_or_reminders() -> None:
    """What a trigger says in the vocabulary happens by itself; one in free words is told every turn (p.31)."""
    card = {"trigger": ["defeats: gain 2 hp", "When the moon is full, howl."]}
    prey = "a player B3 mv1 rg1 hp1 blue as:attacker"
    told = rolled(board([SCION, prey, HERO], card=card), blue=1)
    assert [event.text for event in told.of("reminded")] == ["When the moon is full, howl."]
    assert told.combat.units["g"].hp == 8


def test_a_card_that_nobody_knows_is_played_by_hand() -> None:
    """Without dice or effects the whole activity is the player's (house rule: components are never invented)."""
    state = board([SCION, HERO], card={"dice": None, "effects": None})
    told = play(state, [("manual.scion-activity", "h hp 5")])
    assert told.combat.units["h"].hp == 5
    assert not told.of("scion-rolled")


# The other steps --------------------------------------------------------------------------------------------------


@pytest.mark.rule("scion.others")
def test_the_scion_and_its_minions_take_no_other_steps() -> None:
    """Beside prey they neither move nor attack; another rival unit does both (p.31-32; `scion.minions`)."""
    units = [SCION, SHADE, "x rival A1 mv3 rg1 hp3 blue as:attacker", "h player B3 mv1 rg1 hp6 blue hero"]
    moves = answer(board(units, step="movement"))["units"]
    assert {id_: moves[id_]["status"] for id_ in moves} == {"g": "idle", "s": "idle", "x": "moves"}
    aims = answer(board(units, step="engage"))["units"]
    assert (aims["g"]["targets"], aims["s"]["targets"]) == ([], [])
    told = play(board(units), [("scion.roll", NONE), ("attack.dice", 1)])
    assert [event.unit for event in told.of(Attacked)] == ["x"]
    assert answer(board([SCION, HERO], step="tactics", tactics="stun")) == {"tactic": None}
    assert len(rolled(board([SCION, SHADE, HERO])).of("none-to-act")) == 1


@pytest.mark.rule("scion.others")
def test_by_the_other_reading_minions_take_the_steps() -> None:
    state = board([SCION, "s rival C3 mv1 rg1 hp2 red as:shade", "h player D4 mv1 rg1 hp6 blue hero"], step="engage",
                  rulings={"scion.minions": "act"})  # fmt: skip
    assert answer(state)["units"]["s"]["targets"] == ["h"]
    assert answer(state)["units"]["g"]["targets"] == []


@pytest.mark.rule("scion.activity")
@pytest.mark.parametrize(("tactics", "stands"), [("", True), ("stun", False)])
def test_a_board_without_a_scion_places_the_tactics_that_it_has(tactics: str, stands: bool) -> None:
    """The Scion Activity Step takes the place of the tactics, unless no scion and a tactic are there (p.31)."""
    assert has_scion_activity(combat("tactics", [HERO], event="scion", act=4, tactics=tactics)) is stands


@pytest.mark.rule("scion.priorities")
def test_rivals_follow_the_list_of_the_scion_s_card() -> None:
    """The card's list is everybody's; without one, or by the other reading, the arena's holds (p.36)."""
    soldier = "x rival E5 mv1 rg1 hp3 blue as:attacker"

    def lists(state: Combat) -> list[str]:
        return [entry.id() for entry in priority_list(state, state.units["x"])]

    assert lists(board([SCION, soldier, HERO])) == ["hero", "strongest"]
    assert lists(board([SCION, soldier, HERO], lists="")) == ["farthest"]
    assert lists(board([SCION, soldier, HERO], rulings={"scion.priorities": "arena"})) == ["farthest"]
    assert lists(board([soldier, HERO])) == ["farthest"], "no scion, no card"


# The goal ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("scion.goal")
def test_the_scion_s_defeat_wins_at_once() -> None:
    """Other rival units need not be defeated (p.18, 30); their defeat alone wins nothing."""
    told = struck(board([SCION, SHADE, HERO]), 6)
    assert told.combat.over == "goal-met"
    assert [(event.rule, event.why) for event in told.of(CombatEnded)] == [("scion.goal", "scion-defeated")]
    assert "s" in told.combat.units
    assert not struck(board([SCION, SHADE, HERO]), 2, "s").combat.over


@pytest.mark.rule("scion.defeats", "scion.again")
def test_a_scion_may_have_to_be_defeated_four_times() -> None:
    """Three times it stands where it stood with full Health, and the card is asked; the fourth wins (p.31)."""
    state = board([SCION, HERO], card={"defeats": 4})
    for number in (1, 2, 3):
        told = drive(*deal_damage(state, state.units["g"], 9, None), answers=[NOTHING])
        assert [(event.times, event.of) for event in told.of("scion-defeated")] == [(number, 4)]
        [again] = told.of("scion-stands-again")
        assert (again.hex, again.hp, told.combat.over) == ("B2", 6, "")
        state = PositionReader(told.combat.catalogue).read_plain(write_position(told.combat))
        assert state.scion_defeats == number
    assert struck(state, 6).combat.over == "goal-met"


@pytest.mark.rule("scion.again")
def test_by_the_other_reading_it_is_deployed_again() -> None:
    state = board([SCION, SHADE, HERO], card={"defeats": 2}, rulings={"scion.again": "lineup"})
    told = struck(state, 6)
    assert ("g" in told.combat.units, told.combat.lineup) == (False, ("g",))
    back = play(told.combat)
    assert [event.unit for event in back.of(Deployed)] == ["g"]
    assert back.of("scion-inactive")
    assert back.combat.units["g"].hp == 6


@pytest.mark.rule("scion.goal")
@pytest.mark.parametrize(("said", "over"), [("yes", "goal-met"), ("no", "")])
def test_a_goal_of_its_own_is_the_player_s_to_judge(said: str, over: str) -> None:
    """A card may change the goal (p.31): its words are shown when the scion falls; a correction may end it too."""
    state = board([SCION, HERO], card={"goal": "Close the gate."})
    told = drive(*deal_damage(state, state.units["g"], 6, None), answers=[said])
    assert (told.asked[0].text, told.combat.over) == ("Close the gate.", over)
    assert correct(state, ("set", "over", "won"))[0].over == "goal-met"
    assert correct(state, ("set", "over", "lost"))[0].over == "troop-gone"
    with pytest.raises(UsageError):
        correct(state, ("set", "over", "drawn"))


@pytest.mark.rule("defeat.hero", "blessing.not-against-scion")
def test_the_hero_s_defeat_loses_at_once() -> None:
    """No blessing is asked for, however many the position has (p.13, 18)."""
    state = board([SCION, HERO], player={"blessings": 2})
    assert struck(state, 6, "h").combat.over == "campaign-lost"


# Your side --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("scion.cap")
def test_your_cap_limits_the_units_in_combat_at_a_time() -> None:
    """With as many units in combat as the cap no further one is deployed; one that falls makes room (p.31)."""
    camp = ["a player - mv1 rg1 hp3 blue as:attacker", "b player E2 mv1 rg1 hp3 blue as:archer"]
    yours = {"cap": 2, "camp_units": 3, "hero": True}
    state, _ = begin_yours(board([SCION, HERO, *camp], player=yours, state={"side": "player"}))
    assert options(state).deploy == {}
    with pytest.raises(RefusedPlayError, match=r"Your cap against this scion is 2 units, .*\(p.31\)"):
        deploy(state, "a", "G1")
    fewer = struck(state, 3, "b").combat
    assert set(options(fewer).deploy) == {"a"}
    assert deploy(fewer, "a", "G1")[0].units["a"].hex
    assert has_units_left(fewer), "in the end the whole camp may be deployed"
    again = PositionReader(state.catalogue).read_plain(write_position(state))
    assert again.yours.cap == 2


@pytest.mark.parametrize(
    ("more", "where"),
    [({"state": {"scion_defeats": -1}}, "state.scion_defeats"), ({"state": {"more_dice": {"blue": 99}}}, "more_dice"),
     ({"player": {"cap": -1}}, "player.cap")],
)  # fmt: skip
def test_nonsense_in_a_position_is_refused(more: dict[str, Any], where: str) -> None:
    with pytest.raises(InvalidError, match=where):
        board([SCION, HERO], **more)


# Preparation and set-up -------------------------------------------------------------------------------------------


def test_the_chip_of_a_scion_is_the_rival_s_alone() -> None:
    """Nobody of yours is a scion, nor is a unit in any other combat."""
    state = board([SCION, HERO])
    assert is_scion(state, state.units["g"])
    assert not is_scion(replace(state, event="bloodshed"), state.units["g"])
    assert not is_scion(state, replace(state.units["g"], side="player"))


# Whole fights -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("camp.tactic-supply")
def test_a_tactic_that_comes_into_the_camp_or_goes_is_counted_in_the_supply() -> None:
    supply = Supply(tactics={"stun": 2, "hamstring": 1}, tactic_chips=3)
    kept = replace(in_arena_of("vesuvians", "deployment", ["a player G1"]), supply=supply)
    for change, left in (("tactic-out=stun", (1, 2)), ("tactic-in=stun", (3, 4)), ("tactic-out=nonsense", (2, 3))):
        now = camp_changed(kept, [change])[0].supply
        assert now.tactics is not None
        assert (now.tactics["stun"], now.tactic_chips) == left


@pytest.mark.rule("camp.sacrifice", "camp.recruit")
def test_against_the_scion_a_change_of_the_camp_changes_how_many_may_be_deployed() -> None:
    """All of your camp may be deployed against a scion: one more with a recruit, one less with a sacrifice (p.31)."""
    units = ["s rival D3", "a player G1", "b player -", "c player -"]
    board = in_arena_of("vesuvians", "deployment", units, event="scion", act=4, player={"camp_units": 2})
    for unit, left in (("b", 1), ("a", 2), ("gone", 2)):
        assert camp_changed(board, [f"sacrifice={unit}"])[0].yours.camp_units == left
    assert camp_changed(board, ["recruit=archer"])[0].yours.camp_units == 3
    other = replace(board, event="bloodshed")
    assert camp_changed(other, ["sacrifice=b"])[0].yours.camp_units == 2


@pytest.mark.rule("scion.order", "scion.actors")
def test_the_rows_of_the_dice_explain_themselves() -> None:
    """Each row shows its hits and how often it is carried out, and whoever acts by it whom it goes for (p.31-32)."""
    foes = ["h player C4 hero hp4", "k player D4 hp3"]
    laid = rolled(replace(board([SCION, SHADE, *foes], step="tactics"), explain=laid_open), blue=2)
    made = {(each.decision.about, each.decision.unit): each.decision for each in laid.of(Explained)}
    rows = made["row", "g"]
    assert [(each.option[:2], each.values, bool(each.out)) for each in rows.candidates] == [
        ("1.", [0, 0], True), ("2.", [2, 1], False), ("3.", [0, 0], True), ("4.", [0, 0], True),
    ]  # fmt: skip
    harm = [(event.by, event.unit) for event in laid.of(Damaged)]
    assert harm
    assert all(target in made["target", by].chosen for by, target in harm)
