"""Attacks in a game of Pantheon, target by target, on its ground; stones, tokens, troops placed, the draft."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from hoplo_companion.pantheon.army import read_units
from hoplo_companion.pantheon.book import BOOK
from hoplo_companion.pantheon.fighting import shows_new_line, values_of
from hoplo_companion.pantheon.game import Game, new_game
from hoplo_companion.pantheon.ground import read_ground
from hoplo_companion.pantheon.modifiers import effective
from hoplo_companion.render.pantheon import event_words, game_lines
from hoplo_companion.render.style import plain
from hoplo_companion.tables.filling import fill
from hoplo_companion.tables.slots import Filled, Slot
from tests.helpers.cli import hoplo
from tests.helpers.seated import evening
from tests.other_tables.test_pantheon_game import ANNA, BEN, ON_BOARD, begun, do, offered, played, refused

BOARD = """\
1: open cap 4 at 0;0 | 2 normal, 3 normal heights down, 6 wall
2: forest cap 2 elements 1 at 1;0 | 4 normal, 5 chains
3: ruins cap 2 elements 1 at 0;1 | 4 normal
4: swamp cap 3 at 1;1
5: lava cap 2 at 2;0
6: open cap 3 at -1;0 | 7 normal
7: polar cap 3 at -2;0
"""


def on_ground(*lines: str) -> Game:
    """Give a game on the board, after some lines."""
    game = replace(begun(), ground=tuple(BOARD.splitlines()))
    return played(*lines, game=game)


def with_talents(game: Game, id_: str, *talents: str, **about: object) -> Game:
    """Give a unit of a game other talents."""
    unit = game.units[id_]
    return game.with_unit(id_, replace(unit, unit=replace(unit.unit, talents=talents, **about)))


@pytest.mark.rule("pan.setup.troops")
def test_troops_are_placed_in_turn_before_the_first_turn() -> None:
    armies = [("Anna", read_units(ANNA), 0), ("Ben", read_units([*BEN, BEN[3].replace("Spartans", "Slingers")]), 0)]
    game = new_game(armies, team=False)
    refused("troops are placed", "draw", game=game)
    refused("Anna places a troop now: Hoplites", "place spartans 3", game=game)
    game = played("place hoplites 1; place spartans 3", game=game)
    assert (game.turn.phase, game.player.name) == ("placing", "Ben")
    game = played("place slingers 3", game=game)
    assert (game.turn.phase, game.player.name) == ("start", "Anna")
    played("place athena off", game=game)
    cleo = ("Cleo", read_units([line.replace(":", " of Cleo:", 1) for line in ANNA]), 0)
    three = played("place hoplites 1", game=new_game([*armies, cleo], team=False))
    assert three.player.name == "Ben", "clockwise"


@pytest.mark.rule("pan.attack.area", "pan.attack.area-allies", "pan.attack.retaliation-area")
def test_an_area_attack_is_led_from_target_to_target() -> None:
    refused("No enemy is in area 9", ON_BOARD, "draw; activate athena; attack area 9")
    game, events = do(played(ON_BOARD, "draw; activate athena"), "attack area 1")
    assert [event.kind for event in events] == ["attack", "next-target"]
    assert game.turn.strikes[0].targets == ("ares", "pegasus", "hydra", "achilles"), "enemies first, allies too"
    game = played("wounds pegasus 5; wounds ares 1; wounds hydra 0", game=game)
    assert game.turn.strikes[0].targets == ("achilles",)
    game, events = do(game, "wounds achilles 1")
    assert (game.turn.strikes, game.turn.struck) == ((), "")
    refused("Nobody was attacked", "retaliate", game=game)


@pytest.mark.rule("pan.talent.guard")
def test_a_guard_becomes_the_target() -> None:
    game = played(ON_BOARD, "draw; pass; end; draw; activate ares; attack hydra; guard athena")
    assert game.turn.strikes[0].targets == ("athena",)
    refused("pan.talent.guard", ON_BOARD, "draw; activate athena; attack ares; guard hydra")
    refused("an attack is under way", ON_BOARD, "draw; activate athena; guard athena")


@pytest.mark.rule("pan.talent.initiative", "pan.attack.retaliation-once")
def test_initiative_retaliates_before_the_attack() -> None:
    game = with_talents(played(ON_BOARD, "draw; activate achilles"), "ares", "initiative")
    game = played("attack ares; retaliate", game=game)
    assert [strike.attacker for strike in game.turn.strikes] == ["achilles", "ares"]
    refused("Ares. A unit retaliates once", "wounds achilles 1; retaliate", game=game)
    game = played("wounds achilles 1; wounds ares 2", game=game)
    assert (game.units["achilles"].hp, game.units["ares"].hp, game.turn.struck) == (4, 7, "")
    dead = with_talents(played(ON_BOARD, "draw; activate achilles"), "ares", "initiative")
    dead = played("attack ares; retaliate; wounds achilles 5", game=dead)
    assert (dead.units["achilles"].destroyed, dead.turn.strikes) == (True, ())
    both = with_talents(
        with_talents(played(ON_BOARD, "draw; activate athena"), "ares", "initiative"), "athena", "initiative"
    )
    refused("First enter the wounds", "attack ares; retaliate", game=both)


@pytest.mark.rule("pan.talent.initiative", "pan.talent.mighty-throw")
def test_who_was_thrown_out_of_range_attacks_no_more() -> None:
    game = on_ground("place achilles 1; place ares 1; draw; activate achilles")
    game = with_talents(game, "ares", "initiative", "mighty-throw")
    game = played("attack ares; retaliate; throw 2", game=game)
    assert game.units["achilles"].area == "2"
    game, events = do(game, "wounds achilles 0")
    assert (game.turn.strikes, events[-1].kind) == ((), "too-far")
    refused("cannot be thrown to 6", "attack ares; retaliate; throw 6",
            game=with_talents(on_ground("place achilles 1; place ares 1; draw; activate achilles"), "ares",
                              "initiative", "mighty-throw"))  # fmt: skip
    refused("Athena. Mighty Throw", ON_BOARD, "draw; activate athena; attack ares; throw 2")


@pytest.mark.rule("pan.aow.evade")
def test_who_evades_lets_the_attacker_choose_another_target() -> None:
    game = played(ON_BOARD, "draw; activate achilles; attack pegasus; manoeuvre evade ben")
    assert (game.turn.strikes, game.turn.redirect) == ((), "attack")
    assert played("attack ares", game=game).turn.acted == ("attack",)
    refused("must differ", "attack ares; wounds ares 0; attack ares", game=game)


@pytest.mark.rule("pan.talent.force-of-nature", "pan.attack.range", "pan.attack.visible", "pan.attack.values")
def test_an_attack_has_its_values_from_the_game_and_its_ground() -> None:
    game = on_ground("place athena 1; place ares 3; place leonidas 4; place pegasus 6; draw; activate athena")
    struck = played("attack ares", game=game)
    values = effective(values_of(struck, struck.turn.strikes[0]))
    assert (struck.turn.strikes[0].distance, values.offence, values.defence) == (1, 8, 7), (
        "heights; ruins only at range 0"
    )
    game = played("place hydra 1; place spartans 2; place ares 2", game=game)
    full = played("attack ares", game=game)
    assert full.turn.strikes[0].distance == 0, "an adjacent full area"
    refused("Area 4 is 2 areas away; the range is 1", "attack leonidas", game=game)
    far = game.with_unit("athena", replace(game.units["athena"], stats=(7, 8, 3, 2)))
    refused("is not visible: 2", "place pegasus 5; attack pegasus", game=far)
    tree = with_talents(on_ground("place athena 2; place ares 4; draw; activate athena"), "athena", "force-of-nature")
    forced = played("force; attack ares", game=tree)
    assert (forced.elements, effective(values_of(forced, forced.turn.strikes[0])).offence) == ({"2": 0}, 8)
    refused("has used Force of Nature", "force; force", game=tree)
    refused("No 3D element", "place athena 1; force", game=tree)


@pytest.mark.rule("pan.move.walk", "pan.terrain.swamp", "pan.terrain.lava", "pan.terrain.polar", "pan.move.full")
def test_moves_are_checked_on_the_ground() -> None:
    game = on_ground("place achilles 1; place hydra 7; draw; activate achilles")
    refused("cannot reach 6", "walk 6", game=game)
    refused("cannot reach 5; it can reach 1, 4, 2", "walk 5; walk 5", game=played("place achilles 3", game=game))
    swamp = played("walk 4", game=game)
    assert (swamp.turn.phase, swamp.units["achilles"].area) == ("between", "4")
    lava = played("run 5", game=game)
    assert (lava.units["achilles"].hp, lava.units["achilles"].area) == (4, "5")
    frozen = played("done; activate hydra", game=game)
    assert (frozen.turn.polar, frozen.units["hydra"].hp) == (("hydra",), 6)
    assert offered(game, "walk", "area") == ["2", "3", "4", "5"]
    assert offered(played(ON_BOARD, "draw; activate athena"), "walk", "area") == [], "any, where no board was entered"
    full = played("place ares 2; place spartans 2; done", game=game)
    assert "2" not in offered(played("activate athena", game=full), "deploy", "area")
    refused("cannot deploy in 2", "activate athena; deploy 2", game=full)


@pytest.mark.rule("pan.stones.one", "pan.stones.drop", "pan.stones.absorb", "pan.talent.gem-collector", "pan.destroyed")
def test_stones_lie_in_areas() -> None:
    game = played(ON_BOARD, "stones 1; stones 4 2", "draw; activate achilles; claim")
    assert (game.stones, game.units["achilles"].stone) == ({"1": 0, "4": 2}, True)
    refused("Area 1 has no unclaimed divine stone; areas with one: 4", "done; activate hydra; claim", game=game)
    hydra = played("done; activate hydra; claim 4; drop", game=game)
    assert (hydra.stones, hydra.units["hydra"].stone) == ({"1": 1, "4": 1}, False)
    refused("Athena. Gem Collector", ON_BOARD, "stones 4; draw; activate athena; claim 4")
    assert played("wounds achilles 5", game=game).stones == {"1": 1, "4": 2}
    refused(
        "Achilles. A divinity absorbs a stone of its area",
        "done; place achilles 2; activate athena; absorb achilles",
        game=game,
    )
    absorbed = played("drop; done; activate athena; absorb", game=game)
    assert (absorbed.player.absorbed, absorbed.stones["1"]) == (1, 0)
    refused("from 0 to 9", "stones 4 12", game=game)


@pytest.mark.rule("pan.powers.tokens")
def test_a_power_token_is_attacked_without_talents() -> None:
    game = with_talents(played(ON_BOARD, "draw; activate achilles"), "achilles", "close-combat")
    struck = played("attack token 0 yes 4", game=game)
    attack = values_of(struck, struck.turn.strikes[0])
    assert (attack.defence, attack.attacker.talents) == (4, ())
    done, events = do(struck, "wounds token 2")
    assert (done.turn.strikes, done.turn.struck, events[0].kind) == ((), "", "token-wounds")


@pytest.mark.rule("pan.talent.leader")
def test_a_leader_sees_a_troop_on_the_board_and_may_command_a_teammates() -> None:
    turn = "draw; pass; end; draw; activate leonidas; "
    refused("Spartans. Leader: .*visible allied troop", ON_BOARD, f"{turn}leader spartans")
    refused("is not visible", f"place leonidas 1; place achilles 2; place spartans 5; {turn}leader spartans",
            game=on_ground())  # fmt: skip
    team = begun(4, team=True)
    team = played(ON_BOARD, "place hoplites 2; draw; pass; end; draw; activate leonidas", game=team)
    refused("Leader: .*visible allied troop", "leader hoplites", game=team)
    own = played("place spartans 2; leader spartans; activate spartans", game=team)
    assert own.turn.activated == ("leonidas", "spartans")
    second = played("place spartans 2; done; activate ares; done", game=team)
    assert "leader" not in second.turn.acted


# At a terminal and on disk ------------------------------------------------------------------------------------------


def begin(tmp_path: Path) -> None:
    (tmp_path / "anna.txt").write_text("\n".join(ANNA))
    (tmp_path / "ben.txt").write_text("\n".join(BEN))
    (tmp_path / "board.txt").write_text(BOARD)
    ran = hoplo("pantheon", "new", "--player", "Anna=anna.txt", "--player", "Ben=ben.txt", "--ground", "board.txt",
                "--json", cwd=tmp_path)  # fmt: skip
    assert ran.json["ground"] == BOARD.splitlines()


def test_the_dice_of_an_attack_in_a_game_give_its_wounds(tmp_path: Path) -> None:
    assert hoplo("pantheon", "attack", "--odds").code == 2
    begin(tmp_path)
    assert hoplo("pantheon", "attack", "--odds").code == 3
    assert (
        hoplo("pantheon", "play", "place hoplites 1; place spartans 2; place ares 1; draw; activate athena").code == 0
    )
    assert hoplo("pantheon", "play", "deploy 1; end; draw; activate ares; attack athena").code == 0
    odds = hoplo("pantheon", "attack", "--odds", "--json").json
    assert odds == hoplo("pantheon", "attack", "--offence", "8", "--defence", "8", "--odds", "--json").json
    ran = hoplo("pantheon", "attack", "--rolled", "5,5,3,0,0,1,0,0", "--json")
    assert (ran.code, "wounds" in ran.json) == (0, False), "fives may still be rolled"
    assert "--again 0" in hoplo("pantheon", "attack", "--rolled", "5,5,3,0,0,1,0,0").out
    ran = hoplo("pantheon", "attack", "--rolled", "5,5,3,0,0,1,0,0", "--second", "4,3", "--json")
    assert (ran.json["wounds"], ran.json["events"][0]["about"]["left"]) == (2, 7)
    assert hoplo("pantheon", "show", "--json").json["turn"]["struck"] == "athena"
    assert "suffers 2 wounds" in hoplo("pantheon", "history").out
    assert hoplo("pantheon", "board", "board.txt", cwd=tmp_path).code == 0
    (tmp_path / "units.txt").write_text("1: open cap 3\nunit Zeus: 1 mine god")
    assert "Line 2: " in hoplo("pantheon", "board", "units.txt", cwd=tmp_path).err


PLAY = ("pantheon", "play")


def test_an_attack_takes_twelve_keys_and_fifteen_lines_at_most(tmp_path: Path) -> None:
    begin(tmp_path)
    assert "All troops are placed" in evening("1|2|Q", *PLAY)[0]
    steps = "draw; activate athena; deploy 1; end; draw; activate ares; deploy 1; end; draw; activate athena"
    assert hoplo(*PLAY, steps).code == 0
    said, keys = evening("2|1|5530000|0|enter|Q", *PLAY)
    assert "Ares suffers 1 wound. Vitality left: 8." in said, said
    assert "old stat line" in said
    assert keys - 1 <= 12, keys
    attack = said[said.index("Whom?") :]
    assert attack[: attack.index("old stat line")].count("\n") <= 15, attack
    assert hoplo("pantheon", "undo").code == 0
    said, _ = evening("5555430|enter|32145|6712|Q", *PLAY)
    assert "Raise 4 to 5 by discarding 3. The second roll (5)" in said
    assert said[said.index("Normal attack at") : said.index("suffers")].count("\n") <= 12, said


@pytest.mark.rule("pan.attack.wounds", "pan.attack.values")
def test_the_numbers_of_a_stat_line_are_entered_once_and_kept_with_the_card(tmp_path: Path) -> None:
    game = played(ON_BOARD, "draw; activate athena; attack ares; wounds ares 1")
    assert (game.units["ares"].old_line, game.units["ares"].stats) == (True, (8, 7, 0, 2))
    assert "8/7/0/2 (old stat line)" in plain(game_lines(game))
    known = played("stats ares 7/7/0/2", game=game)
    assert (known.units["ares"].old_line, known.units["ares"].lines) == (
        False, {"9": (8, 7, 0, 2), "8": (7, 7, 0, 2)}
    )  # fmt: skip
    _, events = do(played(ON_BOARD, "draw; activate athena; attack ares"), "wounds ares 1 7702")
    assert [event.kind for event in events] == ["wounds"], "what is entered with the wound is of the new line"
    assert replace(known.units["ares"], stats=None, lines={}).struck(3).lines == {}, "what is not known is not kept"
    healed = known.units["ares"].struck(9)
    assert (healed.stats, healed.old_line) == ((8, 7, 0, 2), False)
    assert healed.struck(8).stats == (7, 7, 0, 2), "it is asked for once"
    asked = [shows_new_line(game, "achilles", number) for number in range(6)]
    assert asked == [False, True, True, True, True, False], "not without a wound, nor with the last one"
    troop = played("place hoplites 1; place spartans 1; wounds spartans 1", game=begun()).units["spartans"]
    assert (troop.stats, troop.old_line) == ((4, 6, 0, 1), False), "a troop has one line"
    begin(tmp_path)
    line = "place hoplites 1; place spartans 1; place athena 1; place ares 1; draw; activate athena; attack ares"
    assert hoplo(*PLAY, f"{line}; wounds ares 1; abandon").code == 3, "it has its wounds"
    assert hoplo(*PLAY, "done; end; activate ares; attack athena").code == 0
    assert "Ares: these numbers are from its old stat line" in hoplo("pantheon", "attack", "--odds").err


@pytest.mark.rule("pan.attack.range", "pan.attack.wounds")
def test_an_open_attack_is_resolved_or_dropped_by_name() -> None:
    game = played(ON_BOARD, "draw; activate athena; attack ares")
    for line in ("walk 2", "claim", "end", "done", "recall x", "activate hydra"):
        refused("an attack is under way", line, game=game)
    dropped, events = do(game, "abandon")
    assert (dropped.turn.strikes, dropped.turn.acted, events[0].kind) == ((), ("attack",), "abandoned")
    refused("must differ", "attack ares", game=dropped)
    assert set(BOOK.possible(game)) >= {"dice", "wounds", "abandon"}
    assert not {"guard", "throw", "retaliate", "claim"} & set(BOOK.possible(game)), "what is legal alone"
    blocked = played("place spartans 1", ON_BOARD, "draw; activate athena", game=begun())
    assert not {"walk", "run", "claim"} & set(BOOK.possible(blocked))
    struck = played("wounds ares 1", game=game)
    assert "retaliate" in BOOK.possible(struck)
    back = played("retaliate", game=struck)
    assert "retaliate" not in BOOK.possible(back), "nobody retaliates against a retaliation"


@pytest.mark.rule("pan.powers.types", "pan.terrain.water")
def test_powers_in_water_of_others_and_those_that_attack() -> None:
    wet = replace(begun(), ground=("1: water cap 9 | 2", "2: open cap 9"))
    game = played(ON_BOARD, "draw; activate athena", game=wet)
    for kind in ("active", "offensive"):
        refused("In water", f"power {kind}", game=game)
    assert played("power passive", game=game).turn.powers == ("passive",)
    dry = played(ON_BOARD, "draw; activate athena")
    refused("in the own activation", "power active of hydra", game=dry)
    assert played("power permanent of hydra; power passive of hydra", game=dry).turn.powers == ()
    opened, events = do(dry, "power offensive cost 1")
    assert (opened.turn.acted, opened.turn.redirect, events[-1].kind) == (("attack",), "attack", "offensive")
    struck = played("attack ares", game=opened)
    assert (struck.turn.acted, len(struck.turn.strikes)) == (("attack",), 1), "it is the attack, and counted once"


@pytest.mark.rule("pan.talent.force-of-nature", "pan.terrain.forest", "pan.terrain.ruins")
def test_elements_that_were_not_counted_are_as_many_as_the_terrain_has() -> None:
    for terrain, has in (("forest cap 5", 3), ("forest cap 2", 1), ("ruins cap 4", 1), ("open cap 4", 0)):
        assert read_ground([f"1: {terrain}"]).areas["1"].standing == has
    board = ("1: forest cap 3 | 2", "2: open cap 9")
    game = with_talents(
        played(ON_BOARD, "draw; activate athena", game=replace(begun(), ground=board)), "athena", "force-of-nature"
    )
    used = played("force", game=game)
    assert (used.elements, used.board.areas["1"].ground) == ({"1": 1}, "forest")


@pytest.mark.rule("pan.win.out", "pan.stones.one")
def test_stones_of_a_lost_army_stay_where_they_were_carried() -> None:
    game = played("place ares 1; place leonidas 4; place spartans 3", game=begun(3))
    game = replace(game.with_unit("leonidas", replace(game.units["leonidas"], stone=True)), stones={"4": 0})
    assert played("wounds ares 9", game=game).stones == {"4": 1}
    gone = replace(game, rulings={"pan.out-stones": "gone"})
    ended = played("wounds ares 9", game=gone)
    assert (ended.stones, ended.units["leonidas"].stone) == ({"4": 0}, False)


@pytest.mark.rule("pan.stones.omphalos", "pan.stones.mythology", "pan.cards.discards")
def test_an_omphalos_is_taken_once_and_discards_are_open() -> None:
    game = played(ON_BOARD, "draw; activate athena; absorb; omphalos take")
    assert game.player.absorbed == 1
    refused("pan.stones.omphalos", "omphalos take", game=game)
    refused("A complex action is the only one", "absorb", game=game)
    _, events = do(played(ON_BOARD, "draw; activate athena"), "absorb")
    assert "its own mythology takes effect" in event_words(game, events[0])
    assert "discards: Athena 1" in plain(game_lines(game))


@pytest.mark.rule("pan.army.limited")
def test_limited_recruiting_takes_what_the_scenario_lists(tmp_path: Path) -> None:
    (tmp_path / "anna.txt").write_text("\n".join(ANNA))
    (tmp_path / "all.txt").write_text("\n".join([*ANNA, *BEN]))
    (tmp_path / "few.txt").write_text("\n".join(ANNA[:2]))
    army = ("pantheon", "army", "--file", "anna.txt", "--limited")
    assert hoplo(*army, "all.txt", cwd=tmp_path).code == 0
    ran = hoplo(*army, "few.txt", cwd=tmp_path)
    assert (ran.code, "Achilles, Hoplites. In limited recruiting" in ran.err) == (3, True)


def test_new_asks_for_players_and_armies_a_line_a_unit() -> None:
    strong = "Talos: monster, cost 6, cards 2, aow 1"
    anna, ben = [*ANNA[1:], "enter", strong, ANNA[0], "enter"], [ANNA[3], *BEN, "hoplites", BEN[3], "enter"]
    said, _ = evening("|".join(["Anna", "Ben", "enter", *anna, *ben]), "pantheon", "new")
    assert "An army has exactly 1 divinity" in said, "what was entered stays"
    assert "Beside the divinity no more than one unit costs 5 or more" in said
    assert "cost 21 recruitment points; 18 are available" in said, "a name alone takes a unit out again"
    assert "Troops are placed: Anna places one now" in said
    assert len(hoplo("pantheon", "show", "--json").json["units"]) == 8


def test_what_only_the_board_shows_is_asked(tmp_path: Path) -> None:
    begin(tmp_path)
    areas = ["1: open cap 4 | 2 normal", "2: open cap 4 | 3 normal", "3: open cap 4"]
    (tmp_path / "areas.txt").write_text("\n".join(areas))
    assert hoplo("pantheon", "board", "areas.txt", cwd=tmp_path).code == 0
    setup = (
        "place hoplites 1; place spartans 2; place athena 1; place ares 2; stats athena 7/8/2/2; draw; activate athena"
    )
    assert hoplo("pantheon", "play", setup).code == 0
    said, _ = evening("2|1|2|2|1|1|Q|enter", *PLAY)
    assert "2 is not visible" in said
    assert "Athena attacks Ares" in said
    assert hoplo("pantheon", "--json").json["turn"]["strikes"][0]["distance"] == 1


def test_how_far_an_area_is_away_is_asked_where_the_board_does_not_say() -> None:
    def asked(game: Game) -> list[str]:
        names: list[str] = []

        def answer(slot: Slot, filled: Filled) -> object:
            names.append(slot.name)
            return {"target": "area", "area": "1", "distance": 0}[slot.name]

        fill(BOOK.actions["attack"].slots, Filled(game, {}), [], answer, whole=True)
        return names

    assert asked(on_ground(ON_BOARD, "draw; activate athena")) == ["target", "area"]
    assert asked(played(ON_BOARD, "place athena 2; draw; activate athena")) == ["target", "area", "distance"]


POOL = [*ANNA, *BEN, "Scouts: troop, cost 1, cards 2, aow 1"]


@pytest.mark.rule("pan.army.draft-order", "pan.army.left-over", "pan.army.strong")
def test_a_draft_is_led_through(tmp_path: Path) -> None:
    (tmp_path / "pool.txt").write_text("\n".join(POOL))
    draft = ("pantheon", "draft", "Anna", "Ben", "--pool", "pool.txt")

    def picked(*names: str) -> tuple[str, ...]:
        return (*draft, *(word for name in names for word in ("--pick", name)))

    assert hoplo(*draft, "--json", cwd=tmp_path).json["next"] == "Anna"
    assert "pan.army.divinity" in hoplo(*picked("hydra"), cwd=tmp_path).err
    order = ("athena", "ares", "hydra", "pegasus", "achilles", "leonidas")
    for at, following in enumerate(("Ben", "Ben", "Anna", "Ben", "Anna", "Ben"), 1):
        assert hoplo(*picked(*order[:at]), "--json", cwd=tmp_path).json["next"] == following, at
    ran = hoplo(*picked("athena", "ares", "hydra", "achilles", "pegasus"), cwd=tmp_path)
    assert (ran.code, "no more than one unit costs 5 or more" in ran.err) == (3, True)
    every = picked(*order, "hoplites", "spartans")
    ended = hoplo(*every, "--into", ".", "--json", cwd=tmp_path).json
    assert ended["next"] is None
    assert {name: army["left_over"] for name, army in ended["armies"].items()} == {"Anna": 0, "Ben": 0}
    armies = ("--player", "Anna=anna.txt", "--player", "Ben=ben.txt")
    assert hoplo("pantheon", "new", "--draft", *armies, cwd=tmp_path).code == 0
    assert "The draft is over" in hoplo(*every, "--pick", "scouts", cwd=tmp_path).err
    assert hoplo("pantheon", "draft", "Anna", "Ben", "--pick", "ares").code == 2
    (tmp_path / "pool.txt").write_text("\n".join([*POOL, POOL[0]]))
    assert "is listed twice" in hoplo(*draft, cwd=tmp_path).err
