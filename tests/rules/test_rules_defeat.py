"""What sets what off, what is told by hand, defeat, and the end of combat (Rulebook p.7, 13, 18, 20-21, 27-28)."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.errors import IllegalError
from hoplo_companion.rules.agenda import apply, pending
from hoplo_companion.rules.events import Attacked, CombatEnded, Defeated, Deployed, HeroReduced, HeroSaved
from hoplo_companion.rules.model import Place
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.rival.turn import begin
from tests.helpers.boards import combat
from tests.helpers.play import Told, engage, ids, play, question_of


def told_by_hand(units: list[str], changes: str, answers: list[Any] | None = None, **more: Any) -> Told:
    """Play the Abilities Step of a board in which the rival unit `teller` has an Ability that does all this."""
    board = [*units, "teller rival A3 Told_Ability"]
    return play(combat("abilities", board, **more), [("manual.skill", changes), *(answers or [])], only="abilities")


def asked_by_hand(told: Told) -> list[tuple[str, str]]:
    """List the skills and tactics that were put before the player, each with its unit."""
    return [(question.unit, question.about) for question in told.asked if question.kind == "manual"]


# Triggers, damage, skills by hand -------------------------------------------------------------------------------


@pytest.mark.rule("combat.trigger-order")
def test_the_attackers_effects_come_first() -> None:
    """Of the effects that one attack sets off, the attacking unit's come before those of other units (p.21)."""
    board = ["a player C4 hp9 Told_Harm Told_Guard", "b player D5 Told_Blow", "r rival C3 blue Told_Roll Told_Strike"]
    told = engage(board, ["nothing"] * 3 + [1] + ["nothing"] * 2, "strongest")
    dice = ids(told).index("attack.dice")
    before, after = asked_by_hand(told)[:dice], asked_by_hand(told)[dice:]
    assert before == [("r", "told-strike"), ("a", "told-guard"), ("b", "told-blow")]
    assert after == [("r", "told-roll"), ("a", "told-harm")]


@pytest.mark.rule("combat.damage-dealt")
def test_an_attack_with_a_hit_deals_damage_even_if_no_hp_is_lost() -> None:
    """Damage is dealt as soon as an attack rolls a hit, even where an effect then spares every HP (p.21, 35)."""
    told = engage(["r rival C3 blue yellow", "a player C4 hp4 Nimble Told_Wound"], [1, "r hp 2"])
    assert asked_by_hand(told) == [("a", "told-wound")]
    assert (told.hp("a"), told.hp("r")) == (4, 2)


@pytest.mark.rule("manual.skill")
@pytest.mark.parametrize(
    ("owner", "skill", "moment"),
    [
        ("r", "Told_Special", "in place of the attack"),
        ("r", "Told_Strike", "before the dice"),
        ("r", "Told_Roll", "after the dice"),
        ("a", "Told_Guard", "before the dice"),
        ("a", "Told_Harm", "after the dice"),
        ("a", "Told_Wound", "after the dice"),
        ("b", "Told_Blow", "before the dice"),
        ("far", "Told_Blow", "never"),
        ("a", "Told_Strike", "never"),
        ("b", "Told_Guard", "never"),
        ("r", "Told_Ability", "never"),
        ("a", "Told_Wound", "never"),
        ("a", "Told_Harm", "never"),
    ],
)
def test_a_skill_is_put_before_the_player_at_its_moment(owner: str, skill: str, moment: str) -> None:
    """A skill that is not applied by itself is asked at the moment that sets it off, and at no other (p.7)."""
    yours = {"a": "a player C4 hp9", "b": "b player D5"}
    lines = {"r": "r rival C3 blue", "s": "s rival C2", "far": "far rival A1", **yours}
    lines[owner] += f" {skill}"
    script: dict[str, list[Any]] = {
        "in place of the attack": [("special.next", "Told Special"), ("manual.special", "nothing")],
        "before the dice": [("manual.skill", "nothing"), 0],
        "after the dice": [1, ("manual.skill", "nothing")],
        "never": [0],
    }
    told = engage(list(lines.values()), script[moment], "strongest")
    expected = [] if moment == "never" else [(owner, skill.lower().replace("_", "-"))]
    assert asked_by_hand(told) == expected


@pytest.mark.rule("manual.skill")
def test_what_the_player_tells_takes_effect() -> None:
    """What the player says a skill did is what changes: HP, hexes, dice, damage, target, tactics (p.7)."""
    board = ["r rival C3 blue red", "a player C4 hp5 Told_Guard Told_Harm", "b player D5 Told_Blow hp5 +adrenaline"]
    answers = ["dice blue blue; r hp 2", "target b; a hex E1; b loses adrenaline; a gains hamstring", 2, "damage 1"]
    told = engage(board, answers[:3], "any")
    assert told.asked[2].dice == ("blue", "blue")
    assert (told.hp("a"), told.hp("b"), told.hp("r")) == (5, 3, 2)
    assert told.hex("a") == "E1"
    assert (told.combat.units["a"].tactics, told.combat.units["b"].tactics) == (("hamstring",), ())
    assert engage(board, ["nothing", "nothing", 2, "damage 1"]).hp("a") == 4


@pytest.mark.rule("manual.skill", "combat.damage-dealt")
def test_what_damage_sets_off_comes_after_the_damage_and_only_for_a_survivor() -> None:
    """What damage sets off comes once it has fallen, from a unit that has survived it (p.21; skill sheet)."""
    told = engage(["r rival C3 hp1 blue blue", "a player C4 hp5 Told_Wound"], [2, "r defeated"])
    assert told.hp("a") == 3
    assert [event.unit for event in told.of(Defeated)] == ["r"]
    fallen = engage(["r rival C3 hp1 blue blue", "a player C4 hp2 Told_Wound", "b player E1"], [2])
    assert asked_by_hand(fallen) == []


@pytest.mark.rule("manual.skill", "term.special-no-attack")
def test_an_interceptor_takes_the_damage_and_is_no_target() -> None:
    """A unit that intercepts is asked for its own skills; the dice stay those against the target (intercept.when)."""
    board = ["r rival D3 blue", "a player C3 hp9", "i player D4 hp5 Told_Blow Told_Harm Told_Guard"]
    told = engage(board, ["target i", "nothing", 2, "damage 1"], arena="lamosians")
    assert told.asked[2].dice == ("blue", "black")
    assert asked_by_hand(told) == [("i", "told-blow"), ("i", "told-guard"), ("i", "told-harm")]
    assert (told.hp("a"), told.hp("i")) == (9, 4)


@pytest.mark.rule("manual.skill")
@pytest.mark.parametrize("fault", ["a hex Z9", "nobody hp 2", "a hex C3", "dice pink", "a gains Wings", "a flies"])
def test_a_line_that_cannot_be_is_refused_whole(fault: str) -> None:
    """What cannot have come of a skill is refused, and nothing of the line is applied (p.7)."""
    board, _ = begin(combat("engage", ["r rival C3 blue Told_Strike", "a player C4"]), "engage")
    with pytest.raises(IllegalError):
        apply(board, f"r hp 1; {fault}")
    assert board.units["r"].hp == 3
    asked = question_of(board)
    assert asked.about == "told-strike"


@pytest.mark.rule("manual.skill")
def test_a_tactic_of_unknown_effect_is_asked_whenever_it_could_matter() -> None:
    """A tactic that no source explains is put before the player when placed, before moves and before acting (p.7)."""
    board = combat("tactics", ["r rival C3 blue +adrenaline", "a player C4 hp5"], tactics="bolster-health")
    answers = [("component.effect", "by hand"), ("manual.tactic", "r hp 5")]
    told = play(board, [*answers, ("manual.tactic-move", "nothing"), ("manual.tactic-engage", "nothing"), 0])
    assert asked_by_hand(told) == [("r", "bolster-health")] * 3
    assert told.hp("r") == 5


# Defeat -----------------------------------------------------------------------------------------------------------

HERO = "h player C4 hp1 hl6 hero"
YES, NO = "yes", "no"


@pytest.mark.rule("defeat.hero")
def test_a_blessing_heals_the_hero_fully() -> None:
    """When your hero would be defeated, a blessing crossed off heals it to its full Health instead (p.13, 27)."""
    told = engage(["r rival C3 blue", HERO], [1, ("defeat.hero", "survive")])
    assert set(told.asked[1].options) == {"survive", "lost"}
    assert told.hp("h") == 6
    assert told.hex("h") == "C4"
    assert [event.hero for event in told.of(HeroSaved)] == ["h"]
    assert told.of(Defeated) == []
    assert (told.combat.over, len(told.of("turn-ended"))) == ("", 1)


@pytest.mark.rule("defeat.hero")
def test_without_a_blessing_the_hero_s_defeat_loses_the_campaign() -> None:
    """Your hero's defeat with no blessing left loses the campaign at once (p.27)."""
    board = ["r rival C3 blue", "s rival E1 blue", HERO, "b player E2"]
    told = engage(board, [1, ("defeat.hero", "lost")], "hero any")
    assert told.combat.over == "campaign-lost"
    assert [event.unit for event in told.of(Defeated)] == ["h"]
    assert [event.unit for event in told.of(Attacked)] == ["r"]
    assert pending(told.combat) is None


@pytest.mark.rule("defeat.hero")
def test_no_other_unit_can_be_blessed() -> None:
    """Only your hero is saved by a blessing: a unit of yours, or a primus, is defeated with its last HP (p.13, 27)."""
    told = engage(["r rival C3 blue", "a player C4 hp1", "b player E1"], [1])
    assert [event.unit for event in told.of(Defeated)] == ["a"]
    primus = told_by_hand(["p rival B2 as:krakenlance", "a player C4"], "p hp 0", event="primus")
    assert [event.unit for event in primus.of(Defeated)] == ["p"]


@pytest.mark.rule("blessing.not-against-scion")
def test_no_blessing_against_the_scion() -> None:
    """In the combat against the scion no blessing is offered, and your hero's defeat ends all (p.13, 31)."""
    told = engage(["r rival C3 blue", HERO, "b player E1"], [1], "hero any", event="scion")
    assert ids(told) == ["attack.dice"]
    assert told.combat.over == "campaign-lost"


@pytest.mark.rule("defeat.arena-unit")
def test_a_defeated_arena_unit_goes_to_the_supply() -> None:
    """A defeated arena unit is gone for good, in nobody's camp, and the combat goes on (p.27)."""
    told = engage(["r rival C3 blue", "beast arena C4 hp1", "a player E1"], [1])
    assert [(event.unit, event.rule) for event in told.of(Defeated)] == [("beast", "defeat.arena-unit")]
    assert set(told.combat.units) == {"r", "a"}
    assert (told.combat.lineup, told.combat.over) == ((), "")


@pytest.mark.rule("defeat.rival-unit")
def test_a_defeated_rival_unit_never_comes_back() -> None:
    """A defeated rival unit lies face down, apart from the lineup: only what is still to come is deployed (p.27)."""
    told = told_by_hand(["r rival C3", "a player C4"], "r defeated", lineup=["next", "last"])
    assert [(event.unit, event.rule) for event in told.of(Defeated)] == [("r", "defeat.rival-unit")]
    assert told.combat.lineup == ("next", "last")
    then = play(told.combat, only="deployment")
    assert [event.unit for event in then.of(Deployed)] == ["next"]
    assert "r" not in then.combat.units


@pytest.mark.rule("defeat.your-unit")
def test_a_defeated_unit_of_yours_leaves_the_arena() -> None:
    """A defeated unit of yours leaves the arena, apart from the units that wait in your camp (p.27)."""
    told = engage(["r rival C3 blue", "a player C4 hp1", "b player E1", "c player -"], [1])
    assert [(event.unit, event.side, event.hex) for event in told.of(Defeated)] == [("a", "player", "C4")]
    assert set(told.combat.units) == {"r", "b", "c"}
    assert told.combat.at(told.combat.arena.mat.bit["C4"]) is None


@pytest.mark.rule("defeat.health-chips")
def test_the_hp_of_a_defeated_unit_are_nobody_s() -> None:
    """Health chips that a defeated unit leaves return to the supply: nobody gains them (p.27)."""
    told = told_by_hand(["r rival C3 hp4", "a player C4 hp2", "b player C2 hp5"], "b defeated; r hp 4")
    left = {unit["id"]: unit["hp"] for unit in write_position(told.combat)["units"]}
    assert left == {"r": 4, "a": 2, "teller": 3}


@pytest.mark.rule("defeat.tribune")
@pytest.mark.parametrize("hero", ["h player C4 hp5 hero", "h player - hp5 hero"])
@pytest.mark.parametrize(("gone", "hp"), [("trib", 1), ("r", 5)])
def test_the_tribune_s_defeat_reduces_the_hero(hero: str, gone: str, hp: int) -> None:
    """The tribune's defeat, and no other, cuts your hero to 1 HP, in combat or in camp (p.20, 28, 37)."""
    told = told_by_hand(["trib rival B2 tribune", "r rival C3", hero, "a player E1"], f"{gone} defeated", event="spar")
    assert told.combat.units["h"].hp == hp
    assert [event.hp for event in told.of(HeroReduced)] == ([1] if gone == "trib" else [])
    assert any(unit.tribune for unit in told.combat.units.values()) is (gone != "trib")


@pytest.mark.rule("defeat.flag")
def test_a_defeated_flagholder_drops_the_flag() -> None:
    """The flag drops on the hex where its holder was defeated; nobody else's defeat moves it (p.18, 28)."""
    board = ["r rival C3 blue", "a player C4 hp1", "b player C2 hp1"]
    for target, place in (("a", Place(hex=combat("engage", board).units["a"].hex)), ("b", Place(holder="a"))):
        told = engage(board, [target, 1], flag="@a", event="capture-the-flag")
        assert told.combat.flag == place
        assert [event.hex for event in told.of("dropped")] == (["C4"] if target == "a" else [])


@pytest.mark.rule("defeat.equipped")
def test_what_a_defeated_unit_had_equipped_drops() -> None:
    """A chip that a defeated unit had equipped drops on the hex where it stood, and lies loose there (p.36)."""
    told = engage(["r rival C3 blue", "a player C4 hp1", "b player E1"], [1], chips={"trident": "@a", "chariot": "@b"})
    c4 = told.combat.arena.mat.bit["C4"]
    assert told.combat.chips == {"trident": Place(hex=c4), "chariot": Place(holder="b")}
    assert [(event.chip, event.hex) for event in told.of("dropped")] == [("trident", "C4")]


# The end of combat ------------------------------------------------------------------------------------------------


@pytest.mark.rule("end.goal-bloodshed")
@pytest.mark.parametrize(
    ("changes", "lineup", "over"),
    [
        ("r defeated; teller defeated", [], "goal-met"),
        ("r defeated", [], ""),
        ("r defeated; teller defeated", ["next"], ""),
    ],
)
def test_a_bloodshed_event_is_won_with_the_last_rival_unit(changes: str, lineup: list[str], over: str) -> None:
    """Defeating the last unit of the rival's lineup, deployed or not, wins a Bloodshed event (p.18)."""
    told = told_by_hand(["r rival C3", "a player C4", "beast arena E1"], changes, lineup=lineup)
    assert told.combat.over == over
    assert [event.why for event in told.of(CombatEnded)] == ([over] if over else [])


@pytest.mark.rule("end.troop-gone")
@pytest.mark.parametrize(("left", "over", "attacks"), [(NO, "troop-gone", 1), (YES, "", 2)])
def test_combat_ends_when_one_troop_is_gone(left: str, over: str, attacks: int) -> None:
    """With one troop's units gone and none of them left to deploy, combat ends there and then (p.28)."""
    board = ["r rival C3 blue", "s rival E2 blue", "a player C4 hp1", "beast arena E1 hp5"]
    told = engage(board, [1, ("end.units-left", left), *[0] * (attacks - 1)])
    assert set(told.asked[1].options) == {YES, NO}
    assert told.combat.over == over
    assert [event.unit for event in told.of(Attacked)] == ["r", "s"][:attacks]
