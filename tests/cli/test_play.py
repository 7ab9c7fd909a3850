"""Lessons and the guided evening: one question after the other, kept where they are left, as by single commands."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hoplo_companion.cli.app import call, run
from hoplo_companion.cli.learn.acts import WHY, Choices, Script, Stop, begin, decided, gone_on, lesson_of
from hoplo_companion.cli.learn.learn import LESSONS, Reading
from hoplo_companion.cli.terminal.prompt import DIGITS
from hoplo_companion.render.style import text_of
from hoplo_companion.table.saves.library import Library
from tests.helpers.cli import Sitting, done, hoplo
from tests.helpers.positions import example
from tests.helpers.screens import Screen, at_the_screen
from tests.helpers.stories import Story, stories, tell
from tests.helpers.terminal import Terminal

ANSWERS = Path(__file__).parents[2] / "rules_data" / "examples" / "rulebook-p22.answers.jsonl"


def stops_of(lesson: Script) -> Iterator[tuple[Stop, Any, Choices]]:
    """Each stop, what it begins with, and what is decided there; the rulebook's decision leads to the next."""
    state = begin(lesson)
    for stop in lesson.stops:
        found = decided(stop, state)
        yield stop, state, found
        state, _ = gone_on(stop, state, found.right)


def keys_of(lesson: Script, *, wrong: bool = False) -> Iterator[str]:
    """Press what the rulebook decides at each stop, or anything else, and go on."""
    for _, _, found in stops_of(lesson):
        if words := list(found.words):
            yield [DIGITS[words.index(each)] for each in words if (each == found.right) != wrong][-1]
        yield " "


def read(name: str, pressed: list[str], *more: str) -> tuple[int, str]:
    reader = Sitting("learn", name, *more)
    reader.pressed = pressed
    code = run(reader)
    assert not reader.pressed
    return code, reader.said()


@pytest.mark.parametrize("name", LESSONS)
@pytest.mark.parametrize("wrong", [False, True])
def test_a_lesson_goes_to_its_end_whatever_the_reader_decides(name: str, wrong: bool, home: Path) -> None:
    lesson = lesson_of(name)
    code, said = read(name, [*keys_of(lesson, wrong=wrong), "q"])
    assert code == 0
    asked = sum(stop.ask != "" for stop in lesson.stops)
    others = len(re.findall(r"^(?:No: |Also legal\.)", said, re.MULTILINE))
    assert (said.count("Just as in the rulebook."), others) == ((0, asked) if wrong else (asked, 0))
    assert all(stop.text.split("\n")[0] in said and stop.because in said for stop in lesson.stops)
    assert f"{len(lesson.stops)}/{len(lesson.stops)}" in said
    assert "begin your first campaign" in said
    assert [path.name for path in home.iterdir()] == ["lessons.json"], "nothing of it gets into a campaign"


@pytest.mark.parametrize("name", LESSONS)
def test_choices_are_named_as_their_chips_are(name: str) -> None:
    """No id is shown, and "Result:" is said only where something has come of a choice."""
    lesson = lesson_of(name)
    for stop, _, found in stops_of(lesson):
        assert not [each for each in found.words.values() if re.search(r"\b(my|your|rival|arena)-", each)], stop.ask
    _, said = read(name, [*keys_of(lesson, wrong=True), "q"])
    assert not re.search(r"Result:\s*(The rulebook chooses|$)", said)


BY_RULES = """\
hex #1, A1: rival deployment hex 1; nobody: The target of Stun: none; your Defender: Reptilian attacks your Defender;
2 points: and have 2 now; Reptilian: Krakenlance attacks Reptilian; Tower (Sport): the encampment came from Tower;
no week: South  Sport, Lamosians, by path over Pharos\n; 1 week: over Pharos, Themis, 1 week\n; green: Green, 1 hit;
2 events: Mill  Sport: spectate\n  week 12  Gate  Bloodshed: spectate; 4 influence: 1 week, 4 influence, 1 bane;
6 damage: Head (rightmost) deals Bustuarius 3 damage: no HP left; each of its Heads: Each Head gains 1 HP"""


def test_what_a_record_says_is_right_is_what_the_rules_say() -> None:
    said = dict(each.strip("\n ").split(": ", 1) for each in BY_RULES.replace(";\n", "; ").split("; "))
    stops = [each for name in LESSONS for each in stops_of(lesson_of(name)) if each[0].among]
    for stop, state, found in stops:
        why, _, about = stop.why.partition(" ")
        lines = [*gone_on(stop, state, stop.right)[1], *(WHY[why](state, about) if why else ())]
        assert found.right == "your Archer" or said[found.right] in "\n".join(map(text_of, lines)), stop.ask


def test_the_lesson_offers_stun_for_opponents_only() -> None:
    [offered] = [found for stop, _, found in stops_of(lesson_of("fight")) if stop.ask == "On whom do you play Stun?"]
    assert set(offered.words) == {"stun reptilian", "stun rival-archer", "stun rival-defender"}


def test_the_fight_comes_out_as_in_the_rulebook() -> None:
    reader = Sitting()
    reader.pressed = list(keys_of(lesson_of("fight")))
    reading = Reading(reader, "fight")
    reading.read(0)
    combat = reading.state.combat
    assert "reptilian" not in combat.units
    assert (combat.points, combat.units["your-defender"].hp, combat.units["defender"].tactics) == (2, 3, ("stun",))
    where = {unit.id: combat.arena.mat.name(unit.hex) for unit in combat.in_arena()}
    assert where == {
        "krakenlance": "C5", "your-defender": "D3", "your-archer": "E2", "defender": "B3", "archer": "B4",
    }  # fmt: skip


def test_the_rivals_turn_of_the_lesson_is_that_of_the_example() -> None:
    """One record holds the board of both, and on it the lesson decides as the example's answers do (p.22-24)."""
    stops = list(stops_of(lesson_of("fight")))
    begun, shown = stops[0][1].combat, example()
    assert (begun.arena, begun.units, begun.lineup) == (shown.arena, shown.units, shown.lineup)
    shipped = [json.loads(line)["answer"] for line in ANSWERS.read_text(encoding="utf-8").splitlines()]
    of_rivals = stops[: [stop.go for stop, _, _ in stops].index("board rulebook-p25")]
    answered = [(stop.go, found.right) for stop, _, found in of_rivals if stop.go.startswith("answer")]
    assert [int(go.split()[1]) if " " in go else right for go, right in answered] == shipped


def test_your_turn_of_the_lesson_begins_as_the_rivals_ended() -> None:
    """Nothing but the mat and the places differ, and your camp is there."""
    stops = list(stops_of(lesson_of("fight")))
    at = [stop.go for stop, _, _ in stops].index("board rulebook-p25")
    before, after = ({unit.id: unit for unit in each.combat.in_arena()} for _, each, _ in stops[at : at + 2])
    assert {id_: (unit.hp, unit.tactics) for id_, unit in before.items()} == {
        id_: (unit.hp, unit.tactics) for id_, unit in after.items()
    }


def test_a_lesson_that_is_left_continues_there_or_begins_anew(home: Path) -> None:
    lesson = lesson_of("dice")
    keys = list(keys_of(lesson))
    code, said = read("dice", keys[:6])
    assert (code, "Your place is kept: `hoplo learn dice` continues" in said) == (0, True)
    assert "it continues after stop 3" in read("dice", keys[5:7])[1]
    assert "it continues after stop 4" in read("dice", [*keys[7:], "q"])[1]
    assert "1/8" in read("dice", [])[1], "a lesson that was read to its end begins again"
    read("dice", keys[:6])
    said = read("dice", [" "], "--again")[1]
    assert "1/8" in said
    (home / "lessons.json").write_text('{"dice": "three"')
    assert "1/8" in read("dice", [])[1]


def test_the_board_and_the_whole_decision_are_shown_at_any_time() -> None:
    said = read("fight", ["B", "W", " ", "W", "1", "W", "B", " "])[1]
    assert said.count("REPTILIAN ") >= 3
    assert "out: by lowest number" in said
    assert said.index("nothing more to explain") < said.index("decide first") < said.index("out: by lowest number")


def test_a_lesson_is_read_beside_its_board_and_an_evening_follows_on_the_same_screen() -> None:
    def lessons(terminal: Any) -> None:
        with pytest.raises(SystemExit):
            call(terminal, ["learn", "dice"])

    async def sit(screen: Screen) -> None:
        await screen.until("1/8  The scion's dice")
        for key in keys_of(lesson_of("dice")):
            while not re.search("continues|key or name:", screen.text):
                await screen.pilot.pause(0.01)
            before = screen.text
            await screen.pilot.press("space" if key == " " else key)
            while screen.text == before:
                await screen.pilot.pause(0.01)
            assert ">HYDR" in screen.text or "Esc: back" in screen.text
        await screen.press("1", then="Krakenlance sets out")
        await screen.press("Q", then="")

    at_the_screen(sit, evening=lessons)


def test_another_lesson_or_the_first_campaign_follows() -> None:
    keys = list(keys_of(lesson_of("travel")))
    assert "Hydra" in read("travel", [*keys, "2"])[1]
    assert "Krakenlance sets out" in read("travel", [*keys, "1"])[1]


def test_without_a_terminal_a_lesson_is_a_page_to_read() -> None:
    hoplo("learn").fails(2, "--text")
    assert "Whom does it attack? Your Defender." in hoplo("learn", "--text").out
    assert "did you mean travel?" in hoplo("learn", "travle").err
    table = hoplo("learn", "dice", "--json").json
    assert (table["lesson"], table["done"], len(table["stops"])) == ("dice", 0, 8)


CARD = "Duel: bloodshed, lineup bag, yours hero camp"


ATTACKER = "data add unit 'Attacker: attacker, 2/1/4, blue blue'"
SET_UP = f"""
  {ATTACKER}
  write {{home}}/draws.jsonl '"attacker"'
  fight start '{CARD}' --hero krakenlance --arena kunlun --attack blue --answers {{home}}/draws.jsonl
"""
"""A fight of its own, with the rival's Attacker to come."""

ENGAGED = """
  set_up && rival-turn && turn 'deploy krak G1; end' && fix attacker F1 --note 'the mat'
  data add arena 'Kunlun: all: hero > any'
"""
"""Up to the rival's attack on krakenlance, for which dice are rolled."""

NO_MAP = "outside a campaign there is no map"


@stories(f"""
An evening goes from turn to turn by keys
  set_up && play << 1 / 1 / 1 / end; / Q -> the rival's turn | Attacker is deployed on A1 | deploy a unit
    | On which hex? | Krakenlance is deployed on G1 | end your turn | the rival's turn | Everything is kept
  fight --json -> fight.turn_of = rival
At every prompt it is told where things stand, and which keys work
  set_up && play << 1 / 1 / Q -> Duel: turn 1, the rival's | U undo | Q quit | Duel: turn 1, yours | U undo | Q quit
    | Duel: turn 1, yours | U undo | Q quit
  fix attacker F1 --note 'the mat' && data add arena 'Kunlun: all: hero > any'
  play << 1 / 1 / end; / 1 / Q -> end your turn | the rival's turn | Duel: turn 2, the rival's, Engage Step
    | how many hits?
Why at a question says its rule and the reasons of its unit
  engaged && play << 1 / W / R / enter / ? / escape / Q -> how many hits? | p.12, 24, 27 | > hoplo why attacker
    | how many hits? | About what? [ | > hoplo look | how many hits? | undo: the last answer | rolls in the app:
What an aside changes comes back to the question
  engaged && play << 1 / N / a long fight / F / 1 / krak hp 2 / enter / :defender / :pad --nonsense
    / :hoplo history --last 2 / Q -> how many hits? | What do you want to note? | noted | how many hits?
    | What do you want to correct? | Does the mat agree? | Corrected by hand | What else differs? | how many hits?
    | no command is called 'defender' | No such option | a long fight | how many hits? | Everything is kept
  fight --json -> fight.question.id = attack.dice
What is wrong in a correction is refused before it is asked why
  new --first-game && play << F / ort / F / pad.hp 4 / enter / Q -> as in pad.hp 4? | what is different?
    | as in pad.hp 4? | Why? | HP | Everything is kept
A conversation goes back an answer at a time
  play << 3 / 4 / 2 / U / U / 1 / 2 / Q -> begin a campaign of your own choice | Your hero? | How hard?
    | Which class do Nox's details show | How hard? | Your hero? | How hard? | Which class do Bingqing's details show
    | Everything is kept
  play << 3 / 1 / Q -> Continue after that? | Which class do Bingqing's details show
Half an answer goes back to its own question, and what was taken back to the question that it answered
  set_up && play << 1 / 1 / U / Q -> On which hex? | What do you do? | not taken back
  fix attacker F1 --note 'the mat' && turn 'deploy krak G1; end' && data add arena 'Kunlun: all: hero > any'
  play << 1 / h / U / 2 / U / Q -> how many hits? | Next, blue | how many hits? | taken back | > hoplo answer
    | how many hits?
After a stand-alone fight nothing of a campaign is offered
  set_up && turn surrender && cleanup
  play << B / W / 2 / P / Q -> set the fight up | {NO_MAP} | {NO_MAP} | '2' is not one of the keys | > hoplo pad
A turn in which nothing is named is refused
  engaged && rival-turn --auto first && turn '' -> 2 | no action is named
  turn ';;;' -> 2 | no action is named
  turn ' , ' -> 2 | no action is named
Without a terminal it says so, and a note is kept in the history
  play -> 2 | terminal
  new --first-game && note we stopped for dinner && history -> Note: we stopped for dinner
""", set_up=SET_UP, engaged=ENGAGED)  # fmt: skip
def test_evenings(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def test_the_evening_goes_on_where_a_command_left_it() -> None:
    tell(SET_UP)
    evening = Terminal("play").until("key:")
    done("rival-turn")
    evening.press("1", "your turn comes now")
    evening.until("deploy a unit")
    evening.press("zeta\r", "zeta")
    evening.until("deploy a unit")


def test_a_plain_evening_has_no_colour_anywhere() -> None:
    tell(SET_UP)
    evening = Terminal("play", "--plain").until("key:")
    evening.press("B", "your deployment hex")
    evening.until("key:")
    evening.press("1", "deploy a unit")
    evening.until("> ")
    assert "\x1b[" not in evening.seen


def test_a_fight_that_cannot_go_on_is_taken_back() -> None:
    """An answer that a later hoplo no longer takes must not lock the player out."""
    tell("engaged", set_up=SET_UP, engaged=ENGAGED)
    assert hoplo("rival-turn").code == 2
    with Library().opened() as opened:
        fought = opened.now.fight
        assert fought is not None
        spoiled = replace(fought.last, answers=({"answer": "nonsense"},))
        fought = replace(fought, moves={**fought.moves, str(len(fought.moves)): spoiled})
        opened.keep(replace(opened.now, fight=fought), "spoil", "An answer is spoiled.")
    tell("play << U / Q -> hoplo cannot continue from here | taken back: An answer is spoiled. | how many hits?")
