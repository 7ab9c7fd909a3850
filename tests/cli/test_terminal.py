"""Commands at a terminal: a key an answer, keys typed ahead, the screen, and a terminal that is left or goes away."""

import os
import shutil
import signal
import termios
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoplo_companion.cli.app import run
from hoplo_companion.cli.terminal.prompt import Prompt, Reader
from tests.helpers.cli import Sitting, hoplo
from tests.helpers.fights_on_disk import follow_a_fight
from tests.helpers.stories import Story, stories
from tests.helpers.terminal import Terminal, end_all


def test_stopping_a_question_of_a_step_makes_no_step() -> None:
    assert hoplo("new", "--first-game").code == 0
    terminal = Terminal("pad", "influence", "4").until("Its name (none if the stack is empty)?")
    terminal.until("> ")
    terminal.press("\x03", "stopped").ends(130)
    assert hoplo("pad", "--json").json["influence"] == 0


@pytest.mark.parametrize("wrong", [
    "--hero=nope", "--class=bard", "--difficulty=easy", "--attack=x", "--attack=red", "--scion=taote",
    "--attack=blue,blue,blue,blue,blue", "--hero=nox --primus=nox --primus=virago --primus=decimus",
    "--difficulty=chosen --upgrade=health", "--difficulty=chosen --prowess=Alone",
    "--hero=nox --prowess=Follow-My-Lead",
])  # fmt: skip
def test_what_was_told_wrong_is_said_before_anything_is_asked(wrong: str) -> None:
    assert run(Sitting("new", *wrong.split())) in (2, 3)


KNOWN = "--difficulty fearless --scion taotie --class archer --attack 'blue blue'"
HYDRA = "new --hero krakenlance --difficulty fearless --scion hydra --draw-primuses"
BINGQING = (
    "new --hero bingqing --difficulty chosen --scion taotie --upgrade add-die --draw-primuses --seed 1 "
    "--prowess A --prowess B --prowess C"
)


@stories(f"""
A campaign is begun by a conversation
  new << 1 / 1 / 1 / purple / blue blue / 1 / Endurance 1 / Endurance 3 / Endurance 2 / Grand Entrance / Jade Wind / 1
    / 2 / 1 -> Your hero? | How hard? | Which class | Which dice | the colours of dice, yellow | Which upgrade
    | Prowess card 1 of 3 | card 2 of 3 | level 2: levels come in order | card 3 of 3 | card of Krakenlance
    | The scion? | The primuses? | When do you want to enter it? | Next: `hoplo play`
Only what the options leave open is asked
  new {KNOWN} << 1 / 1 / 1 / 1 / 1 -> Your hero? | The primuses? | Primus 1? | Primus 2? | Primus 3? | Next
  new --hero nox {KNOWN} --draw-primuses << -> Next: `hoplo play`
The hero that is chosen is not drawn (p.10)
  new {KNOWN} --draw-primuses --seed 1 << 1 -> Your hero? | Next: `hoplo play`
Dice that the difficulty adds to must be known
  new --hero nox --difficulty chosen --class archer << enter / blue blue
    -> 130 | Which dice | so they must be known | Which upgrade
The bane of a scion is asked for once
  {HYDRA} --class attacker << Venom -> The bane under its name | Next: `hoplo play`
  {HYDRA} << -> Next: `hoplo play`
A hero's details are asked once
  {BINGQING} -> 2 | --attack is missing
  {BINGQING} --attack 'blue green' --class defender -> is kept in
  {BINGQING} --json -> silent | pad.attack = ["blue", "green", "yellow"] | pad.class = defender
A bane that is due is asked for
  new --first-game && pad influence 4 << Gigantic / 1 -> Its name (none if the stack is empty)? | Its kind?
    | Gigantic, a bag bane, goes into the bag.
  bag --json -> contents.Gigantic = 1
What came out of the bag is asked for
  new --first-game && bag draw 2 << 1 / 2 -> Chip 1 of 2 | Chip 2 of 2 | Defender comes out of the bag.
  bag --json -> size = 3
A place is asked for the first time the encampment comes there
  new --first-game && travel Reef << 1 / 2 / 2 / Cove, atlanteans capital -> by land | what kind of location
    | Its region? | paths lead to | The encampment moves from the capital of the Atlanteans to Reef.
  map --json -> here = Reef | unknown = ["Cove"]
    | places.Reef = {{"kind": "bloodshed", "region": "atlanteans", "paths": ["Atlanteans capital", "Cove"]}}
  event spectate && travel reeef << 2 -> 130 | Is it new? | did you mean Reef?
harbor.sail, harbor.week, harbor.land: A new place beyond the sea is sailed to, and no path is kept
  new --first-game && travel Reef << by / ctrl+u / sea / !!! / Old Port / 1 / 1 / Cove / New Port / y
    -> 'by' may mean by land: a path leads there, by sea | do you sail from | cannot be a name | do you sail from
    | what kind of location | Its region? | paths lead to | do you land at | crosses off week 1 at once | to Reef
  map --json -> here = Reef | unknown = ["Cove"] | places keys Atlanteans~capital New~Port Old~Port Reef
  map --json -> places.Atlanteans capital.paths = ["Old Port"] | places.New Port.paths = ["Reef"]
    | places.Old Port.paths = ["Atlanteans capital"] | places.Reef.paths = ["Cove", "New Port"]
  pad --json -> week = 2
harbor.never-end, harbor.ignored: A harbor that is come to is passed
  new --first-game && travel Port << 1 / 4 / Field / 1 / 1 / 1 / enter -> by land | what kind of location
    | Where do you go from Port | How do you get from Port to Field? | Field: what kind of location | Its region?
    | paths lead to | Field
  map --json -> here = Field | places.Field.paths = ["Port"]
  pad --json -> week = 1
harbor.never-end, harbor.sail: Or it is sailed from
  new --first-game && travel Port << 1 / 4 / Field / 2 / 1 / 1 / enter / Far Port / y -> by land
    | what kind of location | Where do you go from Port | How do you get from Port to Field?
    | Field: what kind of location | Its region? | paths lead to | do you land at | Set sail? | Field
  map --json -> here = Field | places.Field.paths = ["Far Port"]
  pad --json -> week = 2
travel.capital: A capital where nobody waits is refused by its region, and stays on the map
  new --first-game && travel Palace << 1 / 5 / 6 -> 3 | by land | what kind of location | Its region?
    | may not be entered
  map --json -> places.Palace.kind = capital
  travel Palace -> 3
map.capitals: A second capital of a region is not offered
  new --first-game && travel Palace << 1 / 5 / 6 -> 3 | may not be entered
  travel Castle << 1 / 5 -> 130 | Its region? | not Amazons
What was answered before is recalled in the words it was answered in
  new --first-game && config lang it && travel Castle << 1 / 5 -> 130 | che tipo
  travel Castle << -> 130 | Avevate cominciato | via terra: un percorso porta lì | capitale
A location that cannot be called so is refused before anything is asked
  new --first-game && travel {"x" * 90} << 1 -> 3 | at most 80 characters
The cleanup asks what it must: what a combat left, then the reward of its kind; a slip is asked again (p.28-29)
  new --first-game && travel Games --kind sport
  cleanup --won << many / 6 / enter / tactician / archer / reptilian, archr / y / enter / stun / 3 / 1 -> HP now
    | is not a number | of your units were defeated? | no Tactician in the camp | rival units go into the bag?
    | Did you mean Archer? | Which banes were drawn | of your tactics were used? | Your reward | Tactic 1 of 1?
    | The tactic Adrenaline is gained.
  pad --json -> hp = 6 | week = 2 | camp.tactics = ["adrenaline", "hamstring", "adrenaline"]
  bag --json -> contents.reptilian = 1
  travel Field --kind bloodshed && event accept && cleanup << 1 / enter / archer / enter / enter / enter / 2
    -> How did the combat end? | HP now | of your units were defeated? | rival units go into the bag?
    | Which banes were drawn | of your tactics were used? | Which hero upgrade | A blue die becomes green
  pad --json -> hp = 6 | attack = ["green", "blue", "yellow"] | camp.units = ["attacker", "defender"]
A scion combat accepted at the table asks for the banes that blessings remove
  new --first-game && fix pad.act 4 --why late && bane draw Gigantic:bag && bane draw Ruin:bag
  travel Etna --kind capital --region vesuvians && event accept << 1 / 2 -> Blessing 1 of 8 | Blessing 2 of 8
    | none is left
  bag --json -> contents lacks Gigantic
  pad --json -> blessings = 0
""")
def test_conversations(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def example() -> Terminal:
    """Play the rulebook's example turn to its first question."""
    return Terminal("rival-turn", "--example").until("key or name:")


def test_keys_typed_ahead_answer_the_questions_that_come() -> None:
    terminal = example()
    terminal.press("212h" + "m", "it is your turn")
    assert "1 hit" in terminal.seen
    assert terminal.process.wait(10) == 0


def test_keys_typed_ahead_of_a_line_and_behind_it_are_not_lost() -> None:
    assert hoplo("new", "--first-game").code == 0
    terminal = Terminal("play").until("Q quit")
    terminal.press("1Reef\r111", "paths lead to")
    terminal.press("Cove\r2\r", "already at full HP")
    assert hoplo("pad", "--json").json["week"] == 1


@pytest.mark.parametrize("key", ["\x1b[A", "\x1bOP", "\x1b[3~", "\x1b[1;5C", "\t", "\x7f"])
def test_a_key_that_writes_nothing_is_passed_over(key: str) -> None:
    terminal = example()
    terminal.press(key + "2", "moves next?")
    assert "not one of the keys" not in terminal.seen


def test_what_was_typed_behind_a_key_that_is_refused_is_forgotten() -> None:
    """A word that was meant for another question answers none."""
    terminal = example()
    terminal.press("zeta 2\r", "is not one of the keys")
    terminal.press("\r", "is no answer here")
    terminal.press("2", "moves next?")


@pytest.mark.parametrize("signal_", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_gives_the_terminal_back_as_it_was(signal_: signal.Signals) -> None:
    import termios

    terminal = example()
    assert not termios.tcgetattr(terminal.main)[3] & termios.ECHO
    os.kill(terminal.process.pid or 0, signal_)
    terminal.process.wait(10)
    assert termios.tcgetattr(terminal.main)[3] & termios.ECHO


@pytest.mark.parametrize("key", ["z", "0", "\u00e9", "\u9f8d", "'", "\\"])
def test_a_key_that_is_none_of_those_asked_for_is_said_to_be_none(key: str) -> None:
    terminal = example()
    terminal.press(key, "is not one of the keys")
    terminal.press("2", "moves next?")


def test_a_letter_that_was_meant_small_is_taken_so() -> None:
    terminal = example()
    terminal.press("212H", "Next, blue")


@pytest.mark.parametrize("key", ["\x03", "\x04"])
def test_stopping_gives_the_terminal_back_as_it_was(key: str) -> None:
    import termios

    terminal = example()
    terminal.press(key, "stopped").ends(130)
    assert termios.tcgetattr(terminal.main)[3] & termios.ECHO
    assert "Traceback" not in terminal.seen


def test_a_terminal_that_has_gone_ends_the_turn_and_nothing_else() -> None:
    terminal = example()
    os.close(terminal.main)
    assert terminal.process.wait(10) in (130, 1)


@pytest.mark.parametrize(("typed", "whole"), [("kr", "krakenlance"), ("attack kr", "attack krakenlance"), ("zz", "zz")])
def test_tab_completes_the_whole_line_or_its_last_word(typed: str, whole: str) -> None:
    reader = Reader(Prompt("", takes="line", known=("krakenlance", "reptilian")))
    for key in (*typed, "tab"):
        reader.press(key)
    assert reader.line == whole


READY = "Q quit"
BACK = "\x1b[?1049l"
"""What a terminal is sent to show again what stood on it before."""


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Fight until the rival's turn asks something."""
    home = tmp_path_factory.mktemp("fought")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOPLO_HOME", str(home))
        follow_a_fight()
    return home


@pytest.fixture
def evening(fought: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Terminal]:
    """Sit at the screen of that fight."""
    shutil.copytree(fought, home, dirs_exist_ok=True)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("COLUMNS", raising=False)
    evening = Terminal("play", columns=80, lines=24, screen=True).until(READY)
    yield evening
    end_all()


def question() -> str:
    """Name the question that is open."""
    return str(hoplo("fight", "--json").json["fight"]["question"]["id"])


@pytest.mark.parametrize("key", ["\x03", "\x04", "Q"])
def test_the_evening_is_left_and_the_terminal_is_as_it_was(evening: Terminal, key: str) -> None:
    evening.press("1", "equal hexes?")
    if key != "Q":
        evening.press(key, "every answer is kept")
    evening.press(key, BACK)
    evening.until("continues from here").ends()
    assert termios.tcgetattr(evening.main)[3] & termios.ECHO
    assert question() == "movement.destination"


def test_it_sleeps_and_wakes_again(evening: Terminal) -> None:
    evening.press("\x1a", BACK)
    stopped, status = os.waitpid(evening.process.pid, os.WUNTRACED)
    assert (stopped, os.WIFSTOPPED(status)) == (evening.process.pid, True)
    evening.seen = ""
    os.kill(evening.process.pid, signal.SIGCONT)
    evening.until(READY)
    evening.press("1", "equal hexes?")


def test_another_size_is_drawn_anew(evening: Terminal) -> None:
    evening.seen = ""
    termios.tcsetwinsize(evening.main, (40, 120))
    os.kill(evening.process.pid, signal.SIGWINCH)
    evening.until("<krakenlance")


@pytest.mark.parametrize("how", [signal.SIGHUP, signal.SIGTERM])
def test_whoever_ends_it_gets_the_terminal_back(evening: Terminal, how: signal.Signals) -> None:
    evening.press("1", "equal hexes?")
    os.kill(evening.process.pid, how)
    evening.until(BACK)
    evening.process.wait(10)
    assert question() == "movement.destination"


def test_a_terminal_that_is_closed_ends_it(evening: Terminal) -> None:
    evening.press("1", "equal hexes?")
    os.close(evening.main)
    evening.process.wait(10)
    assert question() == "movement.destination"
