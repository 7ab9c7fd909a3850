"""One screen for an evening: the board stays in sight, and every conversation works as it does line by line."""

import io
import os
import re
from threading import Event

import pytest

from hoplo_companion.cli.play.play import has_screen
from hoplo_companion.cli.screen import view
from hoplo_companion.cli.screen.app import STOPPED
from hoplo_companion.cli.terminal.prompt import Prompt
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.errors import StoppedError, cells
from hoplo_companion.render.style import Span, text_of
from tests.helpers.boards import combat
from tests.helpers.cli import hoplo
from tests.helpers.fights_on_disk import follow_a_fight, follow_to_your_turn
from tests.helpers.screens import Screen, at_the_screen
from tests.helpers.stories import tell
from tests.helpers.table_games import Scene, scenes


@pytest.fixture(autouse=True)
def _terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play at a terminal with colours."""
    monkeypatch.setenv("TERM", "xterm")


BEFORE = {"fought": follow_a_fight, "your-turn": follow_to_your_turn}
AT_THE_SCREEN = ("press", "type", "click", "until", "resize", "hear", "leave")


async def done_at(screen: Screen, row: str) -> None:
    """Do what a row says, wait for the words behind its arrow, and hold the screen against the others."""
    doing, _, looks = row.partition(" -> ")
    word, _, rest = doing.partition(" ")
    then, *seen = looks.split(" | ")
    match word:
        case "press":
            await screen.pilot.press(*rest.split())
        case "type":
            await screen.type(rest, then="")
        case "click":
            at = next(at for at, press in screen.app.view.spots if press == rest)
            await screen.pilot.click(offset=(at.x + 1, at.y))
        case "resize":
            await screen.pilot.resize_terminal(*map(int, rest.split("x")))
            while not is_shown(f"fits {rest}", screen):
                await screen.pilot.pause(0.01)
        case "hear":
            screen.app.hear(rest)
        case "leave":
            await screen.pilot.press(rest)
            for _ in range(100):
                if screen.app._thread.is_alive():
                    await screen.pilot.pause(0.02)
            assert isinstance(screen.app.fault, StoppedError)
    await screen.until(then)
    wrong = [look for look in seen if not is_shown(look, screen)]
    assert not wrong, (row, wrong, screen.text)


def is_shown(look: str, screen: Screen) -> bool:
    """Whether a look holds: words that are there, `not WORDS`, `first WORDS`, `last WORDS`, or `fits COLUMNSxROWS`."""
    word, _, rest = look.partition(" ")
    match word:
        case "not":
            return rest not in screen.text
        case "first" | "last":
            return " ".join(screen.rows[0 if word == "first" else -1].split()).startswith(rest)
        case "fits":
            columns, rows = map(int, rest.split("x"))
            return len(screen.rows) == rows and max(map(cells, screen.rows)) <= columns
    return look in screen.text


@scenes("""
The board, what counts and the prompt are in sight together
  fought
  until -> key: | fits 80x24 | first Brawl: turn 2, the rival's | >DEFE | <krak | arena card: | event card: Bloodshed
    | skills: | 1 answer what is asked | last U undo W why
A turn of the rival is watched move by move, and is a few lines then; no page stands behind what happens
  config pages no
  until -> key:
  type :rival-turn --example --auto first --seed 1 -> seed 1
  press enter -> all of them | Archer is deployed | not Adrenaline goes on | not p.21
  press enter -> Adrenaline goes on | >REPTIL
  press escape -> begin a campaign | deals
  type :look rules deployment.lowest-hex -> lowest-hex
  press enter -> p.21
The page stands behind what happens where that is set
  config pages yes
  until -> key:
  type :rival-turn --example --auto first --seed 1 -> seed 1
  press enter -> Archer is deployed | p.21
A question in the midst of a turn says who has still to move
  fought
  undo
  press 1 -> which of these equal hexes? | still to move: Defender | and Tactician
  press b 2 enter -> all of them
  press escape -> What do you do?
  press P -> Leadership
  press escape -> On the table: Defender A1 → B2. Tactician comes to B3 with 3 HP. | not Tactician is deployed
    | What do you do?
  press ? -> Signs: >CAPITALS
  press escape -> On the table: Defender A1 → B2. Tactician comes to B3 with 3 HP. | not Tactician is deployed
    | What do you do?
  press L -> hoplo rival-turn
  press escape -> arena card:
Your turn is a line that is looked at while it is typed
  your-turn
  until -> What do you do? | may move: Krakenlance
  type krak a1 -> cannot move to A1
  press ctrl+u -> U undo
  type kr -> kr
  press tab -> > krakenlance
  press space f 1 -> give up deploying
  press enter -> moves G1 → F1
  board --json -> units.krakenlance.hex = F1
What a line forfeits is said before it is entered
  your-turn
  until -> What do you do?
  type end -> deploying and moving Krakenlance
A line that is refused stays to be corrected
  your-turn
  until -> What do you do?
  type krak f4 -> cannot move to F4
  press enter -> Esc clears it
  until -> > krak f4
  press backspace 1 -> > krak f1
  press escape -> U undo | not > krak
Of a line that cannot be done to its end nothing is done
  your-turn
  until -> What do you do?
  type krak f1; archer a1; end -> archer a1
  press enter -> nothing in the line was done
  until -> > krak f1; archer a1; end | not moves G1 → F1
An evening that is resumed has the fight so far in its log
  your-turn
  until -> What do you do?
  press L -> Esc: back to the board | Turn 2, the rival's | not Step begins
  press pageup -> Turn 1, the rival's
Menus stand beside the line, and hexes are typed as on the mat
  your-turn
  until -> deploy a unit
  press 1 -> Deploy which unit?
  press 1 -> On which hex?
  press g 2 enter -> is deployed on G2
The mouse picks a choice and a hex
  your-turn
  until -> deploy a unit
  click 1 -> Deploy which unit?
  press 1 -> On which hex?
  click G3 -> is deployed on G3
A new size is drawn anew
  fought
  until -> key:
  resize 120x40 -> <krakenlance
  resize 70x22 -> <krak | not <krakenlance
What is long is read in the place of the board
  fought
  until -> key:
  press question_mark -> Esc: back to the board | undo: the last answer
  press up -> Esc
  press escape -> >DEFE
Asides, undo and commands work as they do line by line
  fought
  until -> key:
  press 1 -> equal hexes?
  press R -> About what?
  type taunt -> taunt
  press enter -> Unit Skills
  press U -> taken back
  type :options krak -> options krak
  press enter -> Krakenlance (G1)
  press z -> not one of the keys
  fight --json -> fight.under_way = null
A campaign is begun on it
  until -> begin a campaign of your own choice
  press 3 -> Your hero?
  press 4 -> How hard?
  press U -> Your hero?
  press escape -> begin a campaign of your own
A question is left by Ctrl-C, and so is the evening
  fought
  until -> key:
  press 1 -> equal hexes?
  press ctrl+c -> every answer is kept
  press 1 -> A advise | not Tactician is deployed
  press ctrl+c -> every answer is kept
  leave ctrl+d
  fight --json -> fight.question.id = movement.destination
A scion is fought on it
  data add scion 'Hydra: health 6; range 1; cap 2; setup A Head beside it.' && data add unit "Hydra's Head: 0/1/3"
  data add unit 'Attacker: 2/1/4, blue' && data add unit 'Defender: 1/1/5, black'
  until -> key:
  type :fight start --scion hydra --hero krakenlance --camp attacker,defender -> defender
  press enter -> How many chips of Hydra's Head
  press 1 enter -> On which hex is Hydra's Head
  type a9 -> a9
  press enter -> is not one of the hexes to choose from
  type b1 -> b1
  press enter -> 1 the rival's turn | to come: Hydra
  press 1 -> Enter: the next move | not to come: Hydra
  press escape -> What do you do? | rolls no dice this turn
A key that is pressed before the line is there acts all the same
  your-turn
  hear F -> What do you want to correct?
""")
def test_at_the_screen(scene: Scene) -> None:
    """What stands before the rows of the screen is done before the evening, what follows them is looked at after it."""
    at = [row.split()[0] in AT_THE_SCREEN for row in scene.rows]
    first, end = at.index(True), len(at) - at[::-1].index(True)
    for row in scene.rows[:first]:
        BEFORE[row]() if row in BEFORE else tell(row)

    async def sit(screen: Screen) -> None:
        for row in scene.rows[first:end]:
            await done_at(screen, row)

    at_the_screen(sit)
    for row in scene.rows[end:]:
        tell(row)


def test_what_nobody_foresaw_ends_it_and_is_said_where_failures_are() -> None:
    def fails(terminal: Terminal) -> None:
        raise ZeroDivisionError

    async def sit(screen: Screen) -> None:
        await screen.pilot.pause()

    with pytest.raises(ZeroDivisionError):
        at_the_screen(sit, evening=fails)


def test_what_a_library_prints_goes_to_the_log() -> None:
    def prints(terminal: Terminal) -> None:
        print("by a library")
        terminal.ask(Prompt("Go on? ", keys="y"))

    async def sit(screen: Screen) -> None:
        await screen.until("by a library")
        screen.app.hear(STOPPED)

    at_the_screen(sit, evening=prints)


def test_a_prompt_that_is_longer_than_the_screen_stands_above_the_line() -> None:
    def asks(terminal: Terminal) -> None:
        terminal.ask_line("  " + "very " * 20 + "long: ")

    async def sit(screen: Screen) -> None:
        await screen.until("long:")
        assert max(map(cells, screen.rows)) <= 80
        screen.app.hear(STOPPED)

    at_the_screen(sit, evening=asks)


def test_a_title_leaves_out_what_there_is_no_room_for() -> None:
    scene = view.Scene()
    scene.title = "Act I, week 1, at Atlanteans capital  (0:10 played, 12 weeks left)"
    assert [text_of(scene.above(columns, 5)[0][0]).strip() for columns in (80, 60, 40)] == [
        scene.title, "Act I, week 1, at Atlanteans capital  (12 weeks left)", "Act I, week 1, at Atlanteans capital",
    ]  # fmt: skip


def test_what_came_of_a_step_is_read_whole_before_the_next_question() -> None:
    def evening(terminal: Terminal) -> None:
        for rows in (9, 2):
            terminal.say_whole("\n".join(f"step {rows}.{at}" for at in range(rows)))
            terminal.ask(Prompt("key: ", "\n".join(["How does it go on?"] * 18), keys="x"))

    async def sit(screen: Screen) -> None:
        await screen.until("Enter: continue")
        assert all(f"step 9.{at}" in screen.text for at in range(9))
        await screen.press("enter", then="How does it go on?")
        await screen.press("x", then="step 2.1")
        assert "How does it go on?" in screen.text

    at_the_screen(sit, evening=evening)


def test_twelve_units_are_in_sight_on_24_lines_of_80() -> None:
    units = [f"archer-{n} rival {'ABC'[n % 3]}{n // 3 + 1} hp{n + 9}" for n in range(6)]
    units += [f"mine-{n} player {'EFG'[n % 3]}{n // 3 + 1} dazed +stun" for n in range(6)]
    scene = view.Scene()
    scene.combat = board = combat("movement", units, "any")
    scene.choices = {"1": "go on"}
    rows, spots = scene.above(80, 22)
    text = "\n".join(map(text_of, rows))
    assert len(rows) == 22
    for n in range(6):
        assert re.search(rf">ARCHE?R?{n} {n + 9}(?!\d)", text), text
        assert re.search(rf"<mine-{n} 3(?!\d)", text), text
    assert text.count(" d !st") == 6
    assert {press for _, press in spots} >= {board.arena.mat.name(unit.hex) for unit in board.in_arena()}


@pytest.mark.parametrize(("columns", "rows"), [(80, 22), (200, 58)])
def test_room_is_made_by_what_counts_and_never_by_what_happened_last(columns: int, rows: int) -> None:
    scene = view.Scene()
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


def test_the_title_says_what_is_under_way() -> None:
    is_seen = Event()

    def work(terminal: Terminal) -> None:
        with terminal.progress("Looking at plans"):
            assert is_seen.wait(20)

    async def sit(screen: Screen) -> None:
        await screen.until("Looking at plans …")
        is_seen.set()

    at_the_screen(sit, evening=work)


def test_choices_stand_beside_each_other_and_can_be_clicked() -> None:
    choices = {"1": "one", "2": "two", "3": "hexes beside a unit that holds the trident"}
    lines, spots = view.choice_lines(choices, 30, is_list=False)
    shown = ["  1 one   2 two", "  3 hexes beside a unit that", "    holds the trident"]
    assert [text_of(line) for line in lines] == shown
    assert [(at.y, at.x) for at, _ in spots] == [(0, 2), (0, 10), (1, 2)]


@pytest.mark.parametrize(("setting", "env"), [
    ("screen no", {}), ("board words", {}), ("theme plain", {}), ("", {"NO_COLOR": "1"}), ("", {"TERM": "dumb"}),
    ("", {"COLUMNS": "60"}), ("", {"LINES": "15"}),
])  # fmt: skip
def test_a_stream_stays_a_stream(monkeypatch: pytest.MonkeyPatch, setting: str, env: dict[str, str]) -> None:
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
