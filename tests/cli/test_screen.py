"""One screen for an evening: the board stays in sight, and every conversation works as it does line by line."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

import pytest

from hoplo_companion.cli.play.play import has_screen
from hoplo_companion.cli.screen.app import STOPPED
from hoplo_companion.cli.screen.view import Scene, choice_lines
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import StoppedError, cells
from hoplo_companion.render.style import Span, text_of
from tests.helpers.boards import combat
from tests.helpers.cli import hoplo
from tests.helpers.fights_on_disk import follow_a_fight
from tests.helpers.screens import Screen, at_the_screen


@pytest.fixture
def home(_home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Play in a home of its own, at a terminal with colours."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return _home


def your_turn(home: Path) -> None:
    """Fight on to your turn, with Krakenlance on G1 and the rival's units still far."""
    follow_a_fight()
    hoplo("answer", "--auto", "first")


def test_the_board_what_counts_and_the_prompt_are_in_sight_together(home: Path) -> None:
    follow_a_fight()

    async def sit(screen: Screen) -> None:
        await screen.until("key:")
        rows = screen.rows
        assert len(rows) == 24
        assert max(map(cells, rows)) <= 80
        assert rows[0].startswith(" Brawl: turn 2, the rival's")
        for seen in (">DEFE", "<krak", "arena card:", "event card: Bloodshed", "skills:", "1 answer what is asked"):
            assert seen in screen.text, seen
        assert rows[-1].startswith(" U undo  W why")

    at_the_screen(sit)


def test_a_turn_of_the_rival_is_watched_move_by_move_and_is_a_few_lines_then(home: Path) -> None:
    async def sit(screen: Screen) -> None:
        await screen.until("key:")
        await screen.type(":rival-turn --example --auto first --seed 1", then="seed 1")
        await screen.press("enter", then="all of them")
        assert "Archer is deployed" in screen.text
        assert "Adrenaline goes on" not in screen.text
        await screen.press("enter", then="Adrenaline goes on")
        assert ">REPTIL" in screen.text
        await screen.press("escape", then="begin a campaign")
        assert "deals" in screen.text

    at_the_screen(sit)


@pytest.mark.parametrize("pages", ["no", "yes"])
def test_the_page_stands_behind_what_happens_where_that_is_set(home: Path, pages: str) -> None:
    """A rule that is looked up names its page in any case (`config pages`)."""
    hoplo("config", "pages", pages)

    async def sit(screen: Screen) -> None:
        await screen.until("key:")
        await screen.type(":rival-turn --example --auto first --seed 1", then="seed 1")
        await screen.press("enter", then="Archer is deployed")
        assert ("p.21" in screen.text) == (pages == "yes")
        await screen.press("escape", then="begin a campaign")
        await screen.type(":look rules deployment.lowest-hex", then="lowest-hex")
        await screen.press("enter", then="p.21")

    at_the_screen(sit)


def test_a_question_in_the_midst_of_a_turn_says_who_has_still_to_move(home: Path) -> None:
    follow_a_fight()
    hoplo("undo")

    async def sit(screen: Screen) -> None:
        await screen.press("1", then="which of these equal hexes?")
        assert "still to move: Defender" in screen.text
        assert "and Tactician" in screen.text
        await screen.press("b", "2", "enter", then="all of them")
        await screen.press("escape", then="What do you do?")
        for key, seen in (("P", "Leadership"), ("?", "Signs: >CAPITALS")):
            await screen.press(key, then=seen)
            await screen.press("escape", then="On the table: Defender A1 → B2. Tactician comes to B3 with 3 HP.")
            assert "Tactician is deployed" not in screen.text
            assert "What do you do?" in screen.text
        await screen.press("L", then="hoplo rival-turn")
        await screen.press("escape", then="arena card:")

    at_the_screen(sit)


def test_your_turn_is_a_line_that_is_looked_at_while_it_is_typed(home: Path) -> None:
    your_turn(home)

    async def sit(screen: Screen) -> None:
        await screen.until("What do you do?")
        assert "may move: Krakenlance" in screen.text
        await screen.type("krak a1", then="cannot move to A1")
        await screen.press("ctrl+u", then="U undo")
        await screen.type("kr", then="kr")
        await screen.press("tab", then="> krakenlance")
        await screen.press("space", "f", "1", then="give up deploying")
        await screen.press("enter", then="moves G1 → F1")

    at_the_screen(sit)
    assert {unit["id"]: unit.get("hex") for unit in hoplo("board", "--json").json["units"]}["krakenlance"] == "F1"


def test_what_a_line_forfeits_is_said_before_it_is_entered(home: Path) -> None:
    your_turn(home)

    async def sit(screen: Screen) -> None:
        await screen.until("What do you do?")
        await screen.type("end", then="deploying and moving Krakenlance")

    at_the_screen(sit)


def test_a_line_that_is_refused_stays_to_be_corrected(home: Path) -> None:
    your_turn(home)

    async def sit(screen: Screen) -> None:
        await screen.until("What do you do?")
        await screen.type("krak f4", then="cannot move to F4")
        await screen.press("enter", then="Esc clears it")
        await screen.until("> krak f4")
        await screen.press("backspace", "1", then="> krak f1")
        await screen.press("escape", then="U undo")
        assert "> krak" not in screen.text

    at_the_screen(sit)


def test_of_a_line_that_cannot_be_done_to_its_end_nothing_is_done(home: Path) -> None:
    your_turn(home)

    async def sit(screen: Screen) -> None:
        await screen.until("What do you do?")
        await screen.type("krak f1; archer a1; end", then="archer a1")
        await screen.press("enter", then="nothing in the line was done")
        await screen.until("> krak f1; archer a1; end")
        assert "moves G1 → F1" not in screen.text

    at_the_screen(sit)


def test_an_evening_that_is_resumed_has_the_fight_so_far_in_its_log(home: Path) -> None:
    your_turn(home)

    async def sit(screen: Screen) -> None:
        await screen.until("What do you do?")
        await screen.press("L", then="Esc: back to the board")
        assert "Turn 2, the rival's" in screen.text
        assert "Step begins" not in screen.text
        await screen.press("pageup", then="Turn 1, the rival's")

    at_the_screen(sit)


def test_menus_stand_beside_the_line_and_hexes_are_typed_as_on_the_mat(home: Path) -> None:
    your_turn(home)

    async def sit(screen: Screen) -> None:
        await screen.until("deploy a unit")
        await screen.press("1", then="Deploy which unit?")
        await screen.press("1", then="On which hex?")
        await screen.press("g", "2", "enter", then="is deployed on G2")

    at_the_screen(sit)


def test_the_mouse_picks_a_choice_and_a_hex(home: Path) -> None:
    your_turn(home)

    async def sit(screen: Screen) -> None:
        await screen.until("deploy a unit")
        await click(screen, "1")
        await screen.until("Deploy which unit?")
        await screen.press("1", then="On which hex?")
        await click(screen, "G3")
        await screen.until("is deployed on G3")

    at_the_screen(sit)


async def click(screen: Screen, press: str) -> None:
    """Click where something stands."""
    spot = next(spot for spot in screen.app.view.spots if spot.press == press)
    await screen.pilot.click(offset=(spot.left + 1, spot.row))


def test_a_new_size_is_drawn_anew(home: Path) -> None:
    follow_a_fight()

    async def sit(screen: Screen) -> None:
        await screen.until("key:")
        await screen.pilot.resize_terminal(120, 40)
        await screen.until("<krakenlance")
        assert len(screen.rows) == 40
        await screen.pilot.resize_terminal(70, 22)
        await screen.until("<krak ")
        assert max(map(cells, screen.rows)) <= 70
        assert len(screen.rows) == 22

    at_the_screen(sit)


def test_what_is_long_is_read_in_the_place_of_the_board(home: Path) -> None:
    follow_a_fight()

    async def sit(screen: Screen) -> None:
        await screen.until("key:")
        await screen.press("question_mark", then="Esc: back to the board")
        assert "undo: the last answer" in screen.text
        await screen.press("up", then="Esc")
        await screen.press("escape", then=">DEFE")

    at_the_screen(sit)


def test_asides_undo_and_commands_work_as_they_do_line_by_line(home: Path) -> None:
    follow_a_fight()

    async def sit(screen: Screen) -> None:
        await screen.until("key:")
        await screen.press("1", then="equal hexes?")
        await screen.press("R", then="About what?")
        await screen.type("taunt", then="taunt")
        await screen.press("enter", then="Unit Skills")
        await screen.press("U", then="taken back")
        await screen.type(":options krak", then="options krak")
        await screen.press("enter", then="Krakenlance (G1)")
        await screen.press("z", then="not one of the keys")

    at_the_screen(sit)
    assert not hoplo("fight", "--json").json["fight"]["under_way"]


def test_a_campaign_is_begun_on_it(home: Path) -> None:
    async def sit(screen: Screen) -> None:
        await screen.until("begin a campaign of your own choice")
        await screen.press("3", then="Your hero?")
        await screen.press("4", then="How hard?")
        await screen.press("U", then="Your hero?")
        await screen.press("escape", then="begin a campaign of your own")

    at_the_screen(sit)


def test_a_question_is_left_by_ctrl_c_and_so_is_the_evening(home: Path) -> None:
    follow_a_fight()

    async def sit(screen: Screen) -> None:
        await screen.until("key:")
        await screen.press("1", then="equal hexes?")
        await screen.press("ctrl+c", then="every answer is kept")
        await screen.until("key:")
        await screen.pilot.press("ctrl+d")
        for _ in range(100):
            if not screen.app._thread.is_alive():
                break
            await screen.pilot.pause(0.02)
        assert isinstance(screen.app.fault, StoppedError)

    at_the_screen(sit)
    assert hoplo("fight", "--json").json["fight"]["question"]["id"] == "movement.destination"


def test_what_nobody_foresaw_ends_it_and_is_said_where_failures_are(home: Path) -> None:
    def fails(terminal: Terminal) -> None:
        raise ZeroDivisionError

    async def sit(screen: Screen) -> None:
        await screen.pilot.pause()

    with pytest.raises(ZeroDivisionError):
        at_the_screen(sit, evening=fails)


def test_what_a_library_prints_goes_to_the_log(home: Path) -> None:
    def prints(terminal: Terminal) -> None:
        print("by a library")
        terminal.ask_key("Go on? ", "y")

    async def sit(screen: Screen) -> None:
        await screen.until("by a library")
        screen.app.hear(STOPPED)

    at_the_screen(sit, evening=prints)


def test_a_scion_is_fought_on_it(home: Path) -> None:
    hoplo("data", "add", "scion", "Hydra: health 6; range 1; cap 2; setup A Head beside it.")
    for unit in ("Hydra's Head: 0/1/3", "Attacker: 2/1/4, blue", "Defender: 1/1/5, black"):
        hoplo("data", "add", "unit", unit)

    async def sit(screen: Screen) -> None:
        await screen.until("key:")
        await screen.type(":fight start --scion hydra --hero krakenlance --camp attacker,defender", then="defender")
        await screen.press("enter", then="How many chips of Hydra's Head")
        await screen.press("1", "enter", then="On which hex is Hydra's Head")
        await screen.type("a9", then="a9")
        await screen.press("enter", then="is not one of the hexes to choose from")
        await screen.type("b1", then="b1")
        await screen.press("enter", then="1 the rival's turn")
        assert "to come: Hydra" in screen.text
        await screen.press("1", then="Enter: the next move")
        assert "to come: Hydra" not in screen.text
        await screen.press("escape", then="What do you do?")
        assert "rolls no dice this turn" in screen.text

    at_the_screen(sit)


def test_a_key_that_is_pressed_before_the_line_is_there_acts_all_the_same(home: Path) -> None:
    your_turn(home)

    async def sit(screen: Screen) -> None:
        screen.app.hear("pressed", "F")
        await screen.until("What do you want to correct?")

    at_the_screen(sit)


def test_a_prompt_that_is_longer_than_the_screen_stands_above_the_line(home: Path) -> None:
    def asks(terminal: Terminal) -> None:
        terminal.ask_line("  " + "very " * 20 + "long: ")

    async def sit(screen: Screen) -> None:
        await screen.until("long:")
        assert max(map(cells, screen.rows)) <= 80
        screen.app.hear(STOPPED)

    at_the_screen(sit, evening=asks)


def test_a_title_leaves_out_what_there_is_no_room_for() -> None:
    scene = Scene()
    scene.title = "Act I, week 1, at Atlanteans capital  (0:10 played, 12 weeks left)"
    assert [text_of(scene.above(columns, 5)[0][0]).strip() for columns in (80, 60, 40)] == [
        scene.title, "Act I, week 1, at Atlanteans capital  (12 weeks left)", "Act I, week 1, at Atlanteans capital",
    ]  # fmt: skip


def test_what_came_of_a_step_is_read_whole_before_the_next_question(home: Path) -> None:
    def evening(terminal: Terminal) -> None:
        for rows in (9, 2):
            terminal.say_whole("\n".join(f"step {rows}.{at}" for at in range(rows)))
            terminal.ask_key("key: ", "x", "\n".join(["How does it go on?"] * 18))

    async def sit(screen: Screen) -> None:
        await screen.until("Enter: continue")
        assert all(f"step 9.{at}" in screen.text for at in range(9))
        await screen.press("enter", then="How does it go on?")
        await screen.press("x", then="step 2.1")
        assert "How does it go on?" in screen.text

    at_the_screen(sit, evening=evening)


# Laid out ------------------------------------------------------------------------------------------------------------


def test_twelve_units_are_in_sight_on_24_lines_of_80() -> None:
    units = [f"archer-{n} rival {'ABC'[n % 3]}{n // 3 + 1} hp{n + 9}" for n in range(6)]
    units += [f"mine-{n} player {'EFG'[n % 3]}{n // 3 + 1} dazed +stun" for n in range(6)]
    scene = Scene()
    scene.combat = board = combat("movement", units, "any")
    scene.choices = {"1": "go on"}
    rows, spots = scene.above(80, 22)
    text = "\n".join(map(text_of, rows))
    assert len(rows) == 22
    for n in range(6):
        assert re.search(rf">ARCHE?R?{n} {n + 9}(?!\d)", text), text
        assert re.search(rf"<mine-{n} 3(?!\d)", text), text
    assert text.count(" d !st") == 6
    assert {spot.press for spot in spots} >= {board.arena.mat.name(unit.hex) for unit in board.in_arena()}


@pytest.mark.parametrize(("columns", "rows"), [(80, 22), (200, 58)])
def test_room_is_made_by_what_counts_and_never_by_what_happened_last(columns: int, rows: int) -> None:
    scene = Scene()
    scene.combat = combat("movement", ["rep rival D3", "mine player E3 hp3"], "any")
    scene.had = {"mine": 6, "rep": 3}
    scene.counts = [[Span("may move: Mine")], [Span("arena card: Atlanteans")], [Span("skills: " + "Taunt " * 40)]]
    scene.log = [[Span(f"earlier {at}")] for at in range(9)] + [[Span(f"now {at}")] for at in range(5)]
    scene.shown = 9
    scene.choices = {"1": "go on"}
    texts = [*map(text_of, scene.above(columns, rows)[0])]
    text = "\n".join(texts)
    assert "6→3" in text
    assert "<mine" in text
    assert all(f"now {at}" in text for at in range(5)), text
    assert "may move: Mine" in text
    # What counts is left out whole, from its end; where there is room, all of it is there.
    assert ("skills" in text, text.count("Taunt")) == ((True, 40) if columns == 200 else (False, 0))
    assert ("earlier 0" in text) is (columns == 200)
    after_board = next(at for at, row in enumerate(texts) if "earlier" in row or "now" in row)
    assert texts[after_board - 1].strip()


def test_choices_stand_beside_each_other_and_can_be_clicked() -> None:
    choices = {"1": "one", "2": "two", "3": "hexes beside a unit that holds the trident"}
    lines, spots = choice_lines(choices, 30, is_list=False)
    shown = ["  1 one   2 two", "  3 hexes beside a unit that", "    holds the trident"]
    assert [text_of(line) for line in lines] == shown
    assert [(spot.row, spot.left) for spot in spots] == [(0, 2), (0, 10), (1, 2), (2, 2)]


# Where there is one --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("setting", "env"), [
    ("screen no", {}), ("board words", {}), ("theme plain", {}), ("", {"NO_COLOR": "1"}), ("", {"TERM": "dumb"}),
    ("", {"COLUMNS": "60"}), ("", {"LINES": "15"}),
])  # fmt: skip
def test_a_stream_stays_a_stream(
    home: Path, monkeypatch: pytest.MonkeyPatch, setting: str, env: dict[str, str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setattr("hoplo_companion.signs.Plain.isatty", lambda self: True, raising=False)
    assert has_screen(terminal_of())
    if setting:
        hoplo("config", *setting.split())
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert not has_screen(terminal_of())


def terminal_of() -> Terminal:
    """Make a terminal that takes itself for one."""
    return Terminal(["play"], os.environ, io.StringIO(), io.StringIO(), io.StringIO())
