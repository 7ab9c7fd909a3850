"""The fight put right by hand: every form, every refusal, the notes, `check` and `fix`, and what ends by it."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.campaign.fight import Move
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.errors import HoploError, IllegalError, InvalidError, UsageError
from hoplo_companion.render.fight import fight_lines
from hoplo_companion.rules.by_hand import OF_COMBAT, OF_UNIT, chips_to_lay, offered
from hoplo_companion.rules.corrections import correct
from hoplo_companion.rules.events import CombatEnded
from hoplo_companion.rules.goals import won_by
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.table.play.fight import doubts
from hoplo_companion.table.play.moves import RIVALS
from tests.helpers.boards import READER, combat, position
from tests.helpers.fights import Table, ready, told
from tests.soak.random_corrections import hold_corrections


@pytest.fixture(scope="module")
def everything() -> Catalogue:
    """Give a catalogue in which everything is told."""
    return told()


@pytest.fixture
def table(everything: Catalogue) -> Table:
    """Set up a bloodshed combat: attacker and tactician of the rival's, with a murmillo, wait in its lineup."""
    table = Table.begun(ready("bloodshed", region="atlanteans"), "brawl", everything)
    while (question := table.game.question()) is not None:
        wanted = [option for option in ("attacker", "defender", "hoplite") if option in question.options]
        table.answer(wanted[0] if wanted else question.options[0])
    return table


def put(table: Table, *lines: str) -> Table:
    """Put the fight right by lines of words."""
    for line in lines:
        table.game.correct(tuple(line.split()), "seen")
    return table


def refused(table: Table, line: str, kind: type[HoploError] = IllegalError) -> str:
    """See a correction refused, and nothing kept of it; give what is said."""
    kept = len(table.states)
    with pytest.raises(kind) as fault:
        put(table, line)
    assert len(table.states) == kept
    return str(fault.value)


def unit(table: Table, id_: str) -> Any:
    """Give a unit as it stands, its hex by name."""
    return table.game.combat.units[id_]


def hex_of(table: Table, id_: str) -> str:
    """Name the hex of a unit."""
    return table.game.combat.arena.mat.name(unit(table, id_).hex)


# Units on the mat -------------------------------------------------------------------------------------------------


@pytest.mark.rule("fight.corrected")
def test_a_unit_of_the_lineup_of_the_camp_or_from_elsewhere_is_placed(table: Table) -> None:
    game = table.game
    first = game.combat.lineup[0]
    put(table, f"place {first} C3 2")
    assert (hex_of(table, first), unit(table, first).hp, unit(table, first).side) == ("C3", 2, "rival")
    assert first not in game.combat.lineup
    put(table, "place krakenlance E3")
    assert (hex_of(table, "krakenlance"), unit(table, "krakenlance").hp) == ("E3", game.campaign.pad.hp)
    put(table, "place secutor D4 rival")
    assert (unit(table, "secutor").side, unit(table, "secutor").hp) == ("rival", 4), "its Health"
    put(table, "place secutor D5 arena 1")
    assert (unit(table, "arena-secutor" if "arena-secutor" in game.combat.units else "secutor-2").side) == "arena"
    assert table.game.fight.last == Move("correct", ("place", "secutor", "D5", "arena", "1"), note="seen")


@pytest.mark.parametrize(("line", "kind", "said_"), [
    ("place archer Z9", IllegalError, "'Z9' is not on this mat"),
    ("place archer C3", IllegalError, "is on C3: move or remove it first"),
    ("place archer D3 0", IllegalError, "whole number from 1 to"),
    ("place archer D3 two", IllegalError, "'two' is not a whole number"),
    ("place archer D3 2 3", UsageError, "write UNIT HEX"),
    ("place archer", UsageError, "write UNIT HEX"),
    ("place archre D3", UsageError, "did you mean archer"),
    ("place secutor D3", UsageError, "add whose it is"),
    ("place nonsense D3 rival", IllegalError, "no chip is called"),
    ("move archer D3", IllegalError, "not on the mat: place it"),
    ("move nobody D3", UsageError, "There is no unit 'nobody' here"),
    ("move krakenlance C3", IllegalError, "is on C3: move or remove it first"),
    ("move krakenlance", UsageError, "write UNIT HEX"),
    ("remove nobody", UsageError, "There is no unit"),
    ("remove krakenlance lineup", IllegalError, "is not the rival's"),
    ("remove krakenlance bag", UsageError, "is not in 'bag'"),
    ("remove", UsageError, "write UNIT gone"),
    ("set krakenlance hp 0", IllegalError, "from 1 to"),
    ("set krakenlance hp many", IllegalError, "not a whole number"),
    ("set krakenlance hp 99999999", IllegalError, "not a whole number"),
    ("set krakenlance hp -1", IllegalError, "not a whole number"),
    ("set krakenlance hp ٣", IllegalError, "not a whole number"),
    ("set krakenlance dazed perhaps", IllegalError, "neither yes nor no"),
    ("set krakenlance tactics stun", IllegalError, "never placed on elite units"),
    ("set archer tactics stunn", UsageError, "did you mean stun"),
    ("set krakenlance tribune yes", IllegalError, "The tribune is a rival unit"),
    ("set krakenlance size 3", UsageError, "write UNIT hp"),
    ("set nobody hp 3", UsageError, "There is no unit"),
    ("set trident Z9", UsageError, "There is no unit 'Z9'"),
    ("set flag D3", IllegalError, "There is a flag in Capture the Flag alone"),
    ("set scion-dice green+1", IllegalError, "Only a scion has a pool of dice"),
    ("set scion-defeats 1", IllegalError, "Only a scion is defeated several times"),
    ("set krakenlance gains stun", IllegalError, "never placed on elite units"),
    ("set points 6", IllegalError, "Points are counted in King of the Hill alone"),
    ("set turn 0", IllegalError, "from 1 to"),
    ("set act 5", IllegalError, "it is 1, 2, 3 or 4"),
    ("set step dinner", UsageError, "known steps"),
    ("set lineup nobody", UsageError, "There is no unit"),
    ("set hero maybe", IllegalError, "neither yes nor no"),
    ("set camp-units x", IllegalError, "not a whole number"),
    ("set blessings x", IllegalError, "not a whole number"),
    ("set poins 3", UsageError, "did you mean points"),
    ("set", UsageError, "write UNIT"),
    ("shove archer D3", UsageError, "is not a correction"),
])  # fmt: skip
def test_what_cannot_be_so_is_refused_and_nothing_is_kept(
    table: Table, line: str, kind: type[HoploError], said_: str
) -> None:
    first = table.game.combat.lineup[0]
    put(table, f"place {first} C3", "place krakenlance E3")
    assert said_ in refused(table, line.format(first=first), kind)


def test_a_blocked_hex_takes_nobody(table: Table) -> None:
    combat = table.game.combat
    blocked = replace(combat.arena, blocked=combat.arena.mat.bit["C3"])
    with pytest.raises(IllegalError, match="C3 is a blocked hex"):
        correct(replace(combat, arena=blocked), ["place", "archer", "C3"])


def test_a_unit_that_is_moved_stands_there_and_nothing_else_changes(table: Table) -> None:
    put(table, "place krakenlance E3 3", "move krakenlance F3")
    assert (hex_of(table, "krakenlance"), unit(table, "krakenlance").hp) == ("F3", 3)
    put(table, "move krakenlance F3", "move krak e4")
    assert hex_of(table, "krakenlance") == "E4", "names may be cut short, hexes in any case"
    assert table.game.fight.turn_of == "rival"


def test_a_unit_that_is_removed_lies_face_down_or_is_back_in_camp_or_lineup(table: Table) -> None:
    game = table.game
    first, second = game.combat.lineup[:2]
    put(table, f"place {first} C3", f"place {second} C4", "place archer E4", "set trident archer", "remove archer")
    assert [fallen.unit for fallen in game.fight.fallen] == ["archer"]
    assert game.combat.arena.mat.name(game.combat.chips["trident"].hex) == "E4", "what it held stays on its hex (p.27)"
    put(table, "place archer E4 player")
    assert not game.fight.fallen, "it stands again"
    put(table, f"remove {first} lineup")
    assert game.combat.lineup[0] == first
    put(table, "remove archer camp")
    assert unit(table, "archer").hex == 0
    put(table, f"remove {second} defeated")
    assert [fallen.unit for fallen in game.fight.fallen] == [second]
    assert "is not yours, so it does not go to your camp" in refused(
        put(table, f"place {first} C3"), f"remove {first} camp"
    )


# What is said of units and of the combat --------------------------------------------------------------------------


def test_everything_that_is_said_of_a_unit_is_set(table: Table) -> None:
    first, second = table.game.combat.lineup[:2]
    put(put(table, f"place {first} C3"), f"place {second} C4")
    put(
        table,
        f"set {first} hp 12",
        f"set {first} dazed yes",
        f"set {first} tactics stun,hamstring",
        f"set {first} tribune yes",
    )
    here = unit(table, first)
    assert (here.hp, here.dazed, here.tactics, here.tribune) == (12, True, ("stun", "hamstring"), True)
    assert "Only one unit is the tribune" in refused(table, f"set {second} tribune yes")
    for what, value in (("dazed", "no"), ("tactics", "none"), ("tribune", "no")):
        put(table, f"set {first} {what} {value}")
    here = unit(table, first)
    assert (here.dazed, here.tactics, here.tribune) == (False, (), False)
    put(
        table,
        f"set {second} tribune yes",
        f"set {second} hex C5",
        f"set {second} gains stun",
        f"set {second} loses stun",
        f"set {second} dazed later",
        f"set {second} awake",
    )
    assert (hex_of(table, second), unit(table, second).tactics, unit(table, second).dazed) == ("C5", (), False)
    assert set(OF_UNIT) == {"hp", "hex", "dazed", "awake", "defeated", "tactics", "gains", "loses", "tribune"}


def test_everything_that_is_said_of_the_combat_is_set(table: Table) -> None:
    combat = table.game.combat
    turned = ",".join(reversed(combat.lineup))
    values = {
        "turn": "7", "act": "2", "step": "engage", "lineup": turned, "tactics": "adrenaline",
        "rival-tactics": "stun,stun", "camp-units": "1", "hero": "no", "blessings": "4", "cap": "3",
        "scion-dice": "none", "ruling": "equip.rival=no",
    }  # fmt: skip
    assert set(values) == set(OF_COMBAT) - {"over", "points", "scion-defeats"}
    for what, value in values.items():
        put(table, f"set {what} {value}")
    after = table.game.combat
    assert (after.turn, after.act, after.step) == (7, 2, "engage")
    assert after.lineup == combat.lineup[::-1]
    assert (after.rival_tactics, after.yours.tactics) == (("stun", "stun"), ("adrenaline",))
    assert (after.yours.camp_units, after.yours.hero, after.yours.blessings) == (1, False, 4)
    assert table.game.campaign.pad.blessings == 4, "the pad shows them too"
    put(table, "set lineup none")
    assert table.game.combat.lineup == ()


@pytest.mark.rule("fight.corrected")
@pytest.mark.parametrize(("points", "over"), [("5", ""), ("6", "goal-met"), ("7", "goal-met")])
def test_points_set_by_hand_win_the_hill_at_six(everything: Catalogue, points: str, over: str) -> None:
    table = Table.begun(ready("sport", region="parthians"), "games", everything, "king-of-the-hill").by_first()
    put(table, f"set points {points}")
    assert (table.game.combat.points, table.game.fight.over) == (int(points), over)
    assert refused(table, "set points many") if not over else won_by(table.game.combat) == "king.points"


@pytest.mark.rule("fight.corrected")
@pytest.mark.parametrize(("units", "left", "over"), [("0", True, ""), ("1", False, ""), ("0", False, "troop-gone")])
def test_a_lineup_set_to_nobody_ends_the_combat_where_nobody_is_left(units: str, left: bool, over: str) -> None:
    """With nobody in combat and nobody left to deploy the combat is lost at once (p.28)."""
    yours = ["krak player E3 hp3"] if left else []
    board = combat("engage", [*yours, "a player - hp2", "r rival C3 hp3"], player={"camp_units": 2, "hero": False})
    now, events = correct(board, ["set", "camp-units", units])
    assert (now.over, [event.rule for event in events if isinstance(event, CombatEnded)]) == (
        over,
        ["end.troop-gone"] if over else [],
    )


@pytest.mark.rule("fight.corrected")
@pytest.mark.parametrize("line", ["place krakenlance D3", "move krakenlance D3", "set krakenlance hex D3"])
@pytest.mark.parametrize("shared", [True, False])
def test_a_unit_set_onto_a_chip_that_the_card_hands_out_holds_it(
    everything: Catalogue, line: str, shared: bool
) -> None:
    """By hand is no movement: only what the card hands to whoever shares the hex is taken up (p.35-36)."""
    table = Table.begun(ready("bloodshed", region="atlanteans"), "brawl", everything).by_first()
    put(table, "place krakenlance E3", "set trident D3")
    game = table.game
    arena = replace(game.combat.arena, shared_chips=frozenset({"trident"} if shared else ()))
    now, _ = correct(replace(game.combat, arena=arena), line.split())
    assert (now.chips["trident"].holder == "krakenlance") is shared


def test_chips_are_laid_on_hexes_with_units_and_off_the_mat(everything: Catalogue) -> None:
    table = Table.begun(ready("sport", region="parthians"), "games", everything, "capture-the-flag").by_first()
    assert chips_to_lay(table.game.combat) == ["flag", "chariot"]
    rival = table.game.combat.lineup[0]
    put(table, "place krakenlance E3", f"place {rival} C3", "set flag krakenlance")
    assert table.game.combat.flag is not None
    assert table.game.combat.flag.holder == "krakenlance"
    assert "Only a unit of yours can hold the flag" in refused(table, f"set flag {rival}")
    assert "There is no unit 'Z9'" in refused(table, "set flag Z9", UsageError)
    put(table, "set flag D4", "set chariot none")
    assert "chariot" not in table.game.combat.chips
    put(table, "set chariot D2")
    assert table.game.combat.arena.mat.name(table.game.combat.chips["chariot"].hex) == "D2"


@pytest.mark.rule("flag.home", "fight.corrected")
def test_a_flagholder_put_on_its_home_hex_by_hand_wins(everything: Catalogue) -> None:
    """By the reading home.by-hand; from one such hex to another it has not come home."""
    table = Table.begun(ready("sport"), "games", everything, "capture-the-flag").by_first()
    first, second = (table.game.combat.arena.mat.name(hex_) for hex_ in table.game.combat.arena.player_deployment[:2])
    put(table, f"place krakenlance {first}", "set flag krakenlance")
    assert not correct(table.game.combat, ("move", "krakenlance", second))[0].over
    put(table, "place krakenlance D4")
    now, events = correct(table.game.combat, ("move", "krakenlance", first))
    assert now.over == "goal-met"
    assert "home.by-hand" in str(events)


def test_the_pad_shows_what_the_board_does(table: Table) -> None:
    put(table, "set krakenlance hp 2")
    assert table.game.campaign.pad.hp == 2


# In the middle of a move ------------------------------------------------------------------------------------------


def test_a_unit_removed_in_the_middle_of_a_turn_no_longer_acts_and_the_turn_goes_on(table: Table) -> None:
    first, second = table.game.combat.lineup[:2]
    for line in (f"place {first} C3", f"place {second} C4", "place krakenlance D4", "place archer D3"):
        put(table, line)
    table.game.begin(Move(RIVALS))
    assert table.game.fight.under_way
    for id_ in (first, second):
        if id_ in table.game.combat.units:
            put(table, f"remove {id_}")
    if table.game.question() is not None:
        assert table.game.question() == table.reopened().question()
        return
    assert table.game.fight.turn_of in ("player", "nobody"), "nobody is left to ask about"


def test_a_board_without_rivals_is_over_when_the_rules_next_look(table: Table) -> None:
    """Putting the mat right ends no combat: a turn that finds no rival left does."""
    put(table, "place krakenlance E3")
    assert "needed to win" not in standing(table)
    put(table, "set lineup none")
    assert table.game.fight.turn_of == "rival"
    assert "Every rival unit needed to win is defeated: you win as the rival's turn begins" in standing(table)
    table.game.begin(Move(RIVALS))
    assert table.game.fight.over == "goal-met"


def standing(table: Table) -> str:
    """Tell how the fight stands, as `hoplo fight` does."""
    game = table.game
    return "\n".join(span.text for line in fight_lines(game.fight, game.combat, game.question()) for span in line)


# What does not agree with the box ---------------------------------------------------------------------------------


def test_more_chips_than_the_box_has_are_doubtful_and_not_refused(table: Table) -> None:
    first = table.game.combat.lineup[0]
    put(put(table, f"place {first} C3 40"), "place krakenlance E3 35")
    put(table, f"set rival-tactics {','.join(['stun'] * 5)}")
    found = "\n".join(doubts(table.game))
    assert "40 blue health chips are needed, and the box has 34" in found
    assert "35 red health chips" in found
    assert "6 of stun are in play" in found
    put(table, "set tactics adrenaline,adrenaline,adrenaline,hamstring,hamstring,hamstring,hamstring,hamstring")
    assert "tactics are in play, and the box has 12" in "\n".join(doubts(table.game))


# At the command line ----------------------------------------------------------------------------------------------


@pytest.mark.rule("fight.corrected")
def test_a_unit_in_camp_that_is_set_on_a_hex_comes_with_its_health() -> None:
    """Whoever is set on a hex without having been on the mat has its full HP; who was there keeps what it has."""
    board = combat("movement", ["y player - hl4", "x player C3 hl4 hp2", "r rival A1"])
    board = board.with_unit(replace(board.units["y"], hp=None))
    for unit, hp in (("y", 4), ("x", 2)):
        now = correct(board, ["set", unit, "hex", "G2"])[0].units[unit]
        assert (board.arena.mat.name(now.hex), now.hp) == ("G2", hp)


@pytest.mark.rule("fight.corrected")
def test_a_ruling_set_by_hand_leaves_those_that_were_set() -> None:
    board = combat("movement", ["r rival A1", "y player G2"])
    board, _ = correct(board, ["set", "ruling", "equip.rival=no"])
    board, _ = correct(board, ["set", "ruling", "distance.words=hexes"])
    assert board.rulings.given == {"equip.rival": "no", "distance.words": "hexes"}


@pytest.mark.rule("fight.corrected")
def test_a_unit_taken_to_camp_by_hand_is_dazed_no_more() -> None:
    board = combat("movement", ["y player C3 hp2 hl4 dazed +adrenaline", "x player C4", "r rival A1"])
    there = correct(board, ["remove", "y", "camp"])[0].units["y"]
    assert (there.hex, there.hp, there.dazed, there.tactics) == (0, 2, False, ())
    board = combat("movement", ["r rival C3 hp2 dazed +adrenaline", "s rival A1", "y player G2"])
    board, _ = correct(board, ["remove", "r", "lineup"])
    back = board.bench["r"]
    assert (board.lineup, back.hex, back.hp, back.dazed, back.tactics) == (("r",), 0, None, False, ())


def test_what_may_come_behind_the_words_of_a_setting() -> None:
    """Behind a chip come the hexes, the units and nobody; behind a unit what is set of it."""
    board = combat("movement", ["r rival B2", "a player G1"], chips={"trident": "E1"})
    assert {"A1", "r", "a", "none"} <= {*offered(board, ["trident"])}
    assert offered(board, ["r"]) == [*OF_UNIT]
    assert {"r", "trident", "points"} <= {*offered(board, [])}


def test_whatever_a_correction_makes_of_a_board_is_a_position_that_can_be_read(reader: PositionReader) -> None:
    """One verdict: what reading refuses cannot be set, and what has been set is read as it was written."""
    assert hold_corrections(60, 27, reader) > 60


@pytest.mark.rule("flag.taken")
@pytest.mark.parametrize("side", ["rival", "arena"])
def test_only_a_unit_of_yours_holds_the_flag_in_a_position_too(side: str) -> None:
    """Rival and arena units never pick it up (p.18)."""
    for yours in (True, False):
        unit = f"a {'player' if yours else side} C3 hp2"
        held = position("engage", [unit], event="capture-the-flag", flag="@a")
        with nullcontext() if yours else pytest.raises(InvalidError, match="only a unit of yours"):
            READER.read_plain(held)
