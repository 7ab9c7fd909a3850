"""The skills and the arena cards that the program applies itself (Unit Skills sheet, arena cards; Rulebook p.7, 24)."""

from __future__ import annotations

from typing import Any

import pytest

from hoplo_companion.rules.damage import deal_damage
from hoplo_companion.rules.events import Attacked, Damaged, Healed, Moved
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.modifiers import attack_dice
from hoplo_companion.rules.rival.engage import attackable
from hoplo_companion.rules.rival.movement import Ground
from hoplo_companion.rules.rival.mover import priority_list
from tests.helpers.boards import combat, move, solved, targets
from tests.helpers.play import Told, engage, play

# Taunt ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.taunt")
@pytest.mark.parametrize(
    ("units", "found"),
    [
        (["t player C4 hp1 Taunt", "h player C2 hero hp9"], ["t"]),
        (["t player C5 hp9 Taunt", "h player C2 hero hp1"], ["h"]),
        (["t player C4 hp2 Taunt", "u player D3 hp3 Taunt", "h player C2 hero hp9"], ["u"]),
        (["t player C4 hp3 Taunt", "u player D3 hp3 Taunt", "h player C2 hero hp9"], ["t", "u"]),
        (["t player C4 hp1 Taunt", "u player C5 hp9 Taunt", "h player C2 hero hp9"], ["t"]),
        (["s rival C4 Taunt", "h player C2 hero hp1", "a player D3 hp9"], ["h"]),
        (["t arena C4 hp1 Taunt", "h player C2 hero hp9"], ["t"]),
    ],
)
def test_taunt_overrides_the_priority_list(units: list[str], found: list[str]) -> None:
    """Next to opponents with Taunt a rival unit attacks the strongest of those, whatever its list (Unit Skills)."""
    assert targets(["r rival C3 rg2", *units], "hero strongest") == found


@pytest.mark.rule("skill.taunt")
@pytest.mark.parametrize(("priorities", "taunt"), [("strongest", "u"), ("weakest", "t"), ("hero any", "tu")])
def test_the_other_reading_of_taunt_lets_any_taunt_in_range_do(priorities: str, taunt: str) -> None:
    """Read otherwise, Taunt is met by attacking any unit in Range that has it, next to the attacker or not (p.24)."""
    board = ["r rival C3 rg2", "t player C4 hp1 Taunt", "u player C5 hp4 Taunt", "h player C2 hero hp9"]
    any_reading = {"taunt.which": "any"}
    assert targets(board, priorities) == ["t"]
    assert targets(board, priorities, rulings=any_reading) == list(taunt)
    assert targets([*board, "v player B3 hp2 Taunt"], priorities, rulings=any_reading) == ["v"]
    assert targets([*board[:2], "w player E1 hp9 Taunt", board[3]], priorities, rulings=any_reading) == ["t"]


@pytest.mark.rule("skill.taunt")
def test_taunt_binds_units_of_yours_as_well() -> None:
    """A unit of yours next to opponents with Taunt may choose among these alone (Unit Skills; p.27)."""
    board = ["h player C3 rg2", "t rival C4 hp1 Taunt", "u rival D3 hp9 Taunt", "a rival C2", "v rival C5 Taunt"]
    for reading, found in (("default", ["t", "u"]), ("any", ["t", "u", "v"])):
        read = combat("engage", board, rulings={"taunt.which": reading})
        assert [target.id for target in attackable(read, read.units["h"])] == found


# Dazed units that may do something ------------------------------------------------------------------------------


@pytest.mark.rule("skill.first-strike")
def test_first_strike_lets_a_dazed_unit_attack_or_use_a_special() -> None:
    """A unit with First Strike may attack or use a Special on the turn of its deployment, not move (Unit Skills)."""
    assert targets(["r rival C3 dazed First_Strike", "a player C4"]) == ["a"]
    assert targets(["r rival C3 dazed", "a player C4"]) == []
    assert move(["r rival C3 dazed First_Strike", "a player G2"]) == ("dazed", [], ["C3"])
    for skill, thrown in (("First_Strike", 1), ("Tactical", 0)):
        told = engage([f"r rival C3 dazed {skill}", "a player G2"], arena="atlanteans", chips={"trident": "@r"})
        assert len(told.of("special-used")) == thrown
    wounded = combat("abilities", ["r rival C3 dazed First_Strike Regen-1 hp1 hl3", "a player G2"])
    assert play(wounded, only="abilities").hp("r") == 1


@pytest.mark.rule("skill.tactical")
def test_tactical_lets_a_dazed_unit_move_and_tactics_reach_farther() -> None:
    """A unit with Tactical may move when deployed, and its side's tactics need not be next to anyone (Unit Skills)."""
    assert move(["r rival A2 dazed Tactical", "a player G2"])[::2] == ("moves", ["B2", "B3"])
    assert targets(["r rival C3 dazed Tactical", "a player C4"]) == []
    yours = ["a player E3 hp3", "b player G2 hp5", "c player E2 hp9 elite"]
    stun = {"tactics": "stun"}
    assert solved("tactics", ["r rival A2 Tactical", *yours], **stun)["tactic"]["targets"] == ["b"]
    assert solved("tactics", ["r rival A2", "t player G1 Tactical", *yours], **stun) == {"tactic": None}
    assert solved("tactics", ["r rival D3", "t rival - Tactical", *yours], **stun)["tactic"]["targets"] == ["a"]


# Moving ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.flight")
def test_flight_passes_over_blocked_hexes_and_ends_on_none() -> None:
    """A unit with Flight moves across blocked hexes, though it may not end on one (Unit Skills)."""
    ring = ["s rival A1", "t rival A3", "a player B2"]
    blocked = {"blocked": ["B3"]}
    assert move(["r rival A2 mv2 Flight", *ring], "named:C3", arena=blocked) == ("moves", ["C3"], ["C3"])
    assert move(["r rival A2 mv2", *ring], "named:C3", arena=blocked) == ("blocked", ["C3"], ["A2"])
    for taken in ("B2", "B3"):
        status, _, ends = move(["r rival A2 mv1 Flight", *ring], f"named:{taken}", arena=blocked)
        assert (status, ends) == ("blocked", ["A2"])
    assert move(["r rival A2 mv1 Flight", *ring], "named:C3", arena=blocked)[0] == "blocked"


@pytest.mark.rule("skill.combat-lock")
def test_combat_lock_holds_whoever_starts_the_turn_next_to_it() -> None:
    """A unit next to an opponent with Combat Lock as its turn starts has no move in that turn's step (Unit Skills)."""
    board = ["r rival C3", "s rival A1", "k player C4 Combat_Lock", "a player G2"]
    assert move(board, "named:A3")[::2] == ("blocked", ["C3"])
    assert move(["r rival C3", "s rival C4 Combat_Lock", "a player G2"], "named:A3")[0] == "moves"
    assert move(["r rival C3", "k player C5 Combat_Lock", "a player G2"], "named:A3")[0] == "moves"


@pytest.mark.rule("skill.combat-lock")
@pytest.mark.parametrize("place", ["E3", "B1"])
def test_combat_lock_is_noted_at_the_start_of_the_turn(place: str) -> None:
    """Where the unit with Combat Lock comes to be during the turn frees nobody and binds nobody (Unit Skills)."""
    board = ["r rival C3", "s rival A1 hp9", "k player C4 Combat_Lock", "a player G2"]
    by_hand = ("component.effect", "by hand")
    answers = [
        by_hand,
        ("manual.tactic", f"k hex {place}"),
        ("manual.tactic-move", "nothing"),
        "r loses bolster-health",
    ]
    told = play(combat("tactics", board, "named:A3", tactics="bolster-health"), answers)
    assert [(event.unit, event.end) for event in told.of(Moved)] == [("s", "A2")]
    assert {event.unit for event in play(told.combat, only="movement").of(Moved)} == {"r", "s"}


# Damage and healing ---------------------------------------------------------------------------------------------


@pytest.mark.rule("skill.blasphemous")
@pytest.mark.parametrize(
    ("attacker", "target", "damage"),
    [
        ("r rival C3 elite", "a player C4 hp9 Blasphemous", 3),
        ("r rival C3", "a player C4 hp9 Blasphemous", 2),
        ("r rival C3 elite", "a player C4 hp9", 2),
        ("h player C3 hero", "a rival C4 hp9 Blasphemous", 3),
        ("h rival C3 elite", "a rival C4 hp9 Blasphemous", 2),
    ],
)
def test_blasphemous_takes_one_more_from_elite_opponents(attacker: str, target: str, damage: int) -> None:
    """Damage that a unit with Blasphemous takes from an elite opponent is 1 higher each time (Unit Skills)."""
    board = combat("engage", [attacker, target])
    by = board.units[attacker.split()[0]]
    hurt, _ = deal_damage(board, board.units["a"], 2, by)
    assert hurt.units["a"].hp == 9 - damage


@pytest.mark.rule("skill.blasphemous")
def test_blasphemous_counts_for_attacks_and_specials() -> None:
    """Whether an elite opponent attacks or uses a Special, Blasphemous costs 1 HP more (Unit Skills)."""
    board = ["r rival C3 elite blue blue", "a player C4 hp9 Blasphemous"]
    assert engage(board, [1]).hp("a") == 7
    assert engage(board, arena="atlanteans", chips={"trident": "@r"}).hp("a") == 6


@pytest.mark.rule("skill.blasphemous")
def test_a_blasphemous_rival_wants_your_hero_first() -> None:
    """For a rival unit with Blasphemous your hero outranks everything on its list (Unit Skills)."""
    board = ["h player C4 hero hp9", "a player C2 hp1"]
    assert targets(["r rival C3 Blasphemous", *board], "flagholder weakest", flag="@a") == ["h"]
    assert targets(["r rival C3", *board], "flagholder weakest", flag="@a") == ["a"]
    assert targets(["r rival C2 Blasphemous", board[0], "a player C1"], "weakest") == ["a"]
    far = ["h player E3 hero", "a player A1"]
    assert move(["r rival C3 Blasphemous", *far], "named:C2 weakest")[1] == ["h"]
    assert move(["r rival C3", *far], "named:C2 weakest")[1] == ["C2"]


@pytest.mark.rule("skill.regen")
@pytest.mark.parametrize(("number", "hp", "healed"), [(1, 1, 1), (3, 1, 3), (3, 3, 2), (1, 5, 0)])
def test_regen_heals_its_number_in_the_abilities_step(number: int, hp: int, healed: int) -> None:
    """Regen heals as many HP as its number in each Abilities Step, to Health at most (Unit Skills; p.12, 24)."""
    board = combat("abilities", [f"r rival C3 hp{hp} hl5 Regen-{number}", "a player G2"])
    told = play(board, only="abilities")
    assert told.hp("r") == hp + healed
    assert [(event.unit, event.amount) for event in told.of(Healed)] == [("r", healed)]
    assert play(board, only="engage").hp("r") == hp


# Atlanteans -----------------------------------------------------------------------------------------------------

ATLANTEANS: dict[str, Any] = {"arena": "atlanteans"}


def trident(told: Told) -> str:
    """Tell where the trident is: its holder's id, or the name of its hex."""
    place = told.combat.chips["trident"]
    return place.holder or told.combat.arena.mat.name(place.hex)


@pytest.mark.rule("arena.trident")
def test_whoever_comes_to_the_trident_s_hex_equips_it() -> None:
    """A unit equips the trident as soon as it shares its hex, moved or deployed there (Atlanteans card)."""
    board = combat("movement", ["r rival A2", "a player G2"], chips={"trident": "B2"}, **ATLANTEANS)
    told = play(board, only="movement")
    assert [(event.unit, event.chip, event.hex) for event in told.of("equipped")] == [("r", "trident", "B2")]
    assert trident(told) == "r"
    for place, found in (("A1", "r"), ("A2", "A2")):
        board = combat("deployment", ["a player G2"], lineup=["r"], chips={"trident": place}, **ATLANTEANS)
        assert trident(play(board, only="deployment")) == found


@pytest.mark.rule("arena.trident-throw")
def test_the_trident_is_thrown_at_anyone_and_stays_there() -> None:
    """Trident Throw deals 2 damage at any distance, and a victim that survives equips the trident (Atlanteans card)."""
    board = ["r rival A1 blue", "a player B1 hp5", "b player G3 hp3"]
    told = engage(board, chips={"trident": "@r"}, **ATLANTEANS)
    assert [(event.unit, event.target) for event in told.of("special-used")] == [("r", "b")]
    assert (told.hp("a"), told.hp("b"), trident(told)) == (5, 1, "b")
    assert told.of(Attacked) == []


@pytest.mark.rule("arena.trident-throw")
def test_a_trident_that_defeats_its_victim_lies_loose() -> None:
    """Where Trident Throw defeats the victim, the trident stays on the victim's hex (Atlanteans card)."""
    told = engage(["r rival A1 blue", "a player B1 hp5", "b player G3 hp2"], chips={"trident": "@r"}, **ATLANTEANS)
    assert set(told.combat.units) == {"r", "a"}
    assert trident(told) == "G3"


@pytest.mark.rule("arena.trident-throw", "blessing.survive")
def test_a_blessed_hero_has_survived_the_trident() -> None:
    """A hero whom a blessing saves from Trident Throw has survived it and equips the trident (Atlanteans card)."""
    board = ["r rival A1", "h player G3 hp1 hl6 hero"]
    told = engage(board, [("defeat.hero", "survive")], chips={"trident": "@r"}, **ATLANTEANS)
    assert (told.hp("h"), trident(told)) == (6, "h")


@pytest.mark.rule("arena.trident-throw")
@pytest.mark.parametrize(
    ("board", "where", "thrown"),
    [
        (["r rival A1", "a player G3"], "@r", 1),
        (["r rival A1 dazed", "a player G3"], "@r", 0),
        (["r rival A1", "s rival A2", "a player G3"], "C3", 0),
        (["r rival A1", "a player G3"], "@a", 0),
    ],
)
def test_only_a_holder_that_may_act_throws(board: list[str], where: str, thrown: int) -> None:
    """Rival units throw the trident whenever they can: the one that holds it, unless dazed (Atlanteans card)."""
    assert len(engage(board, chips={"trident": where}, **ATLANTEANS).of("special-used")) == thrown


@pytest.mark.rule("arena.trident-local")
@pytest.mark.parametrize(("faction", "damage"), [("atlanteans", 3), ("lamosians", 2)])
def test_locals_throw_harder(faction: str, damage: int) -> None:
    """A local unit's Trident Throw deals 3 damage where another unit's deals 2 (Atlanteans card)."""
    told = engage([f"r rival A1 of:{faction}", "a player G3 hp9"], chips={"trident": "@r"}, **ATLANTEANS)
    assert [event.damage for event in told.of(Damaged)] == [damage]


def key_hexes(board: Combat) -> list[str]:
    """Name the key hexes as they lie."""
    ground = Ground(board)
    return board.arena.mat.names(ground.key_hexes(ground.loose))


@pytest.mark.rule("arena.trident-key")
def test_the_trident_s_hex_is_the_key_hex() -> None:
    """The arena's one key hex is where the trident is, and goes along with its holder (Atlanteans card)."""
    for place, key in (("B2", "B2"), ("@a", "G2"), ("@r", "A2")):
        board = combat("movement", ["r rival A2 mv1", "a player G2"], chips={"trident": place}, **ATLANTEANS)
        assert key_hexes(board) == [key]
    told = play(board, ["B3"], only="movement")
    assert key_hexes(told.combat) == ["B3"]


# Lamosians ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("arena.elevation")
def test_columns_fall_away_from_the_peak() -> None:
    """The two peak hexes are highest, and every column farther out is one level lower (Lamosians card)."""
    arena = combat("movement", [], arena="lamosians").arena
    level = {name: arena.elevation[hex_] for name, hex_ in arena.mat.bit.items()}
    assert arena.mat.names(arena.heights[0]) == ["D3", "D4"]
    columns = [{level[name] for name in level if name[0] == letter} for letter in "ABCEFG"]
    assert columns == [{0}, {1}, {2}, {2}, {1}, {0}]
    assert (level["D3"], level["D4"]) == (3, 3)


@pytest.mark.rule("arena.high-ground")
@pytest.mark.parametrize(
    ("here", "there", "dice"),
    [("D3", "C3", "blue black"), ("C3", "A2", "blue black"), ("C3", "D3", "blue"), ("C3", "C4", "blue")],
)
def test_high_ground_adds_a_black_die(here: str, there: str, dice: str) -> None:
    """An attacker that stands higher than its target has 1 black die more in its Attack (Lamosians card)."""
    board = [f"r rival {here} rg6 blue", f"a player {there} hp9"]
    told = engage(board, [0], arena="lamosians")
    assert told.asked[0].dice == tuple(dice.split())
    yours = combat("engage", [f"r player {here} rg6 blue", f"a rival {there} hp9"], arena="lamosians")
    assert attack_dice(yours, yours.units["r"], yours.units["a"]) == tuple(dice.split())
    assert engage(board, [0], **ATLANTEANS).asked[0].dice == ("blue",)


@pytest.mark.rule("arena.lamosian-locals")
@pytest.mark.parametrize(
    ("words", "ends"),
    [("mv1 of:lamosians", "D2 D3 D4 D5"), ("mv9 of:lamosians", "D2 D3 D4 D5"), ("mv1 of:atlanteans", "B2 B3")],
)
def test_lamosian_locals_have_movement_three(words: str, ends: str) -> None:
    """Local units have Movement 3 in this arena, and others what their chips say (Lamosians card)."""
    assert move([f"r rival A2 {words}", "a player G2"], arena="lamosians")[2] == ends.split()


LISTS = {
    "as:sea-strider": "flagholder highest:adjacent hero strongest highest",
    "class:archer": "flagholder highest:range farthest",
    "class:defender": "flagholder highest:range strongest",
}


@pytest.mark.rule("arena.lamosian-lists")
@pytest.mark.parametrize(("words", "entries"), LISTS.items())
def test_each_kind_of_unit_has_its_lamosian_list(words: str, entries: str) -> None:
    """Sea Strider, Archers and all others have lists of their own, each headed by the flagholder (Lamosians card)."""
    board = combat("engage", [f"r rival C3 {words}"], arena="lamosians")
    found = priority_list(board, board.units["r"])
    assert [entry.id() for entry in found] == entries.split()
    assert [entry.id() for entry in found if not entry.bold] == [word for word in entries.split() if "highest" in word]


@pytest.mark.rule("arena.lamosian-lists")
@pytest.mark.parametrize(
    ("words", "marks", "target"),
    [("as:sea-strider", "E1 E2", "h"), ("class:archer", "D3", "far"), ("class:defender", "D3", "near")],
)
def test_the_lamosian_lists_at_work(words: str, marks: str, target: str) -> None:
    """Sea Strider climbs next to an opponent, the others to where one is in Range, and each has its own target."""
    assert move([f"r rival D2 rg2 {words}", "a player F1"], arena="lamosians")[1] == marks.split()
    board = [f"r rival C3 rg2 {words}", "far player C5 hp1", "near player C4 hp3", "h player B2 hero hp2"]
    assert targets(board, arena="lamosians") == [target]
    assert targets([*board, "x player C2 hp1"], arena="lamosians", flag="@x") == ["x"]
