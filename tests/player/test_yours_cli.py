"""Your turn in a tracked fight by single commands: legal is done, illegal is refused with its page, nothing lost."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.table.saves.doctor import examine
from hoplo_companion.table.saves.library import Library
from tests.helpers.cli import Ran, done, done_each, hoplo
from tests.scenarios.test_rulebook_fight import RIVALS, STEPS, begun, rivals  # noqa: F401 (fixtures)

APART = ("--hero", "krakenlance", "--arena", "atlanteans")
BRAWL = "Brawl: bloodshed, lineup bag, yours hero camp"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rivals: tuple[Path, Ran]) -> Path:  # noqa: F811
    """Sit down where your turn of the rulebook's example begins (p.25)."""
    return _copied(rivals[0], tmp_path, monkeypatch)


@pytest.fixture
def before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, begun: Path) -> Path:  # noqa: F811
    """Sit down where the rival's turn of the rulebook's example begins (p.21)."""
    return _copied(begun, tmp_path, monkeypatch)


def _copied(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = Path(shutil.copytree(source, tmp_path / "home"))
    monkeypatch.setenv("HOPLO_HOME", str(home))
    return home


def fight() -> Any:
    return hoplo("fight", "--json").json["fight"]


def units() -> dict[str, Any]:
    return {unit["id"]: unit for unit in fight()["position"]["units"]}


ILLEGAL = [
    ("turn deploy archer E3", "(p.25)", "you may: E1, E2"),
    ("turn deploy reptilian E1", "(p.25)", "archer, attacker"),
    ("turn tactic nonsense def", "(p.25", "you may: stun"),
    ("turn tactic stun nobody", "(p.25", "you may: "),
    ("turn move krak D4", "occupied by Reptilian (p.26)", "krakenlance C5"),
    ("turn move reptilian C4", "(p.21)", "krakenlance, defender"),
    ("turn ability def taunt", "(p.26)", ""),
    ("turn attack krak my-defender 1", "it is not an opponent (p.27)", "krakenlance reptilian"),
    ("turn attack krak nobody 1", "(p.27)", "krakenlance reptilian"),
    ("turn special def throw", "(p.27)", ""),
    ("pad bless reinforce", "(p.13)", ""),
    ("pad bless survive", "(p.13)", ""),
    ("rival-turn", "(p.20", "hoplo options"),
    ("arena-turn", "(p.20", "hoplo options"),
]


@pytest.mark.rule("yours.deploy-hex", "yours.tactic", "yours.ability", "yours.special")
def test_what_is_illegal_is_refused_with_its_page_and_changes_nothing(home: Path) -> None:
    """Illegal player actions of every sort: exit 3, the page, what is legal; the fight stands as it stood (p.25-27)."""
    stands = fight()
    for line, page, legal in ILLEGAL:
        ran = hoplo(*line.split())
        assert (ran.code, ran.out) == (3, ""), (line, ran)
        assert page in ran.err, (line, ran.err)
        assert legal in ran.err, (line, ran.err)
        assert ran.err.count("\n") == 1, (line, ran.err)
    assert fight() == stands


def test_a_name_that_means_several_units_or_none_is_said_to(home: Path) -> None:
    hoplo("turn", "tactic", "stun", "defender").fails(2, "my-defender, rival-defender")
    assert "did you mean krakenlance?" in hoplo("turn", "move", "krakenlnce", "C5").err
    done_each("turn tactic stun rival-def", "turn move kra c5")
    assert units()["krakenlance"]["hex"] == "C5"


def test_anyway_is_a_house_ruling_that_the_fight_remembers(home: Path) -> None:
    ran = done("turn", "move", "krak", "A1", "--anyway")
    assert "Done anyway, by your own ruling" in ran.out
    assert fight()["house_rulings"] == ["yours.move"]
    assert "Your own rulings against: Movement Step, p.26" in hoplo("fight").out
    assert "Done anyway" in hoplo("history", "--last", "1").out
    hoplo("turn", "move", "def", "A1", "--anyway").fails(3, "occupied by Krakenlance")
    told = done("turn", "deploy", "archer", "D1", "--anyway", "--json").json["events"]
    assert [event["rule"] for event in told if event["event"] == "house-ruling"] == ["turn.steps", "yours.deploy-hex"]


def test_an_attack_without_hits_waits_for_them(home: Path) -> None:
    """Without a terminal it says what is open; nothing else is done before it is answered, nothing is lost (p.27)."""
    ran = hoplo("turn", "attack", "krak", "rep").fails(2, "the number of hits, 0 to 2")
    for line in (
        "turn deploy archer E2",
        "turn attack def rep 1",
        "turn end",
        "turn surrender",
        "rival-turn",
        "turn attack krak rival-def",
    ):
        ran = hoplo(*line.split())
        assert ran.code == 3, line
        assert "attack krak rep" in ran.err, line
        assert "the number of hits, 0 to 2" in ran.err, line
    said = hoplo("options").out
    assert "how many hits?" in said
    assert hoplo("options", "--json").json["question"]["id"] == "attack.dice"
    hoplo("answer", "3").fails(3, "0 to 2")
    done("answer", "1")
    assert units()["reptilian"]["hp"] == 2
    assert hoplo("answer", "1").code == 2
    done_each("undo", "turn attack krak rep 2")
    assert units()["reptilian"]["hp"] == 1


def test_what_is_typed_on_one_line_is_taken_back_and_done_again_as_one(home: Path) -> None:
    before = units()
    done("turn", "attack", "krak", "rep", "2")
    after = units()
    done("undo")
    assert (units(), fight()["under_way"]) == (before, None)
    done("redo")
    assert units() == after
    done("undo")
    assert hoplo("turn", "attack", "krak", "rep").code == 2
    done_each("answer 2", "undo")
    assert (units(), fight()["under_way"]) == (before, "attack"), "an answer given later is a step of its own"
    done("undo")
    assert fight()["under_way"] is None


def test_an_answer_too_many_is_said_and_the_others_are_kept(home: Path) -> None:
    hoplo("turn", "attack", "krak", "rep")
    hoplo("answer", "1", "archer").fails(2, "nothing asks for 'archer'")
    assert units()["reptilian"]["hp"] == 2


def test_answers_come_from_a_file_or_from_the_app(home: Path, tmp_path: Path) -> None:
    script = tmp_path / "answers.jsonl"
    script.write_text('{"question": "attack.dice", "unit": "krakenlance", "answer": [true, false]}\n')
    told = done("turn", "attack", "krak", "rep", "--answers", str(script), "--json").json
    assert [event["hits"] for event in told["events"] if event["event"] == "attacked"] == [1]
    hoplo("turn", "attack", "def", "rep", "--answers", str(script)).fails(1, "is for unit 'krakenlance'")
    done("answer", "--auto", "first", "--seed", "1")
    assert fight()["under_way"] is None
    done_each("undo", "undo")
    plain = done("turn", "attack", "def", "rep", "--auto", "random", "--seed", "1", "--plain").out
    assert "\x1b" not in plain
    assert "1 black die" in plain


@pytest.mark.parametrize(("line", "why"), [
    ("deploy archer E2; move krak A1; end", "Its Movement"),
    ("krak e4; arc e2; end", "Your Deployment Step is over"),
    ("krak e4; def>lizard; end", "which is not in combat"),
    ("attack def rep; attack def rep; end", "has attacked"),
    ("attack def rep; move krak E4; end", "Your Movement Step is over"),
])  # fmt: skip
def test_a_line_is_checked_whole_before_its_first_action(home: Path, line: str, why: str) -> None:
    """However the dice fall, the line cannot be done to its end: nothing of it is done."""
    stands = fight()
    ran = hoplo("turn", line, "--auto", "first", "--seed", "1")
    assert ran.code == 3
    assert why.casefold() in ran.err.casefold()
    assert "nothing in the line was done" in ran.err
    assert fight() == stands


def test_a_line_that_the_dice_stop_keeps_what_came_before(home: Path, tmp_path: Path) -> None:
    script = tmp_path / "answers.jsonl"
    script.write_text("1\n")
    done("fix", "rep", "hp", "1")
    hoplo("turn", "attack def rep; attack krak rep; end", "--answers", str(script)).fails(
        3, "done and kept before that: attack def rep"
    )
    assert "reptilian" not in units()
    assert fight()["turn_of"] == "player"


def test_nonsense_in_a_line_does_nothing(home: Path) -> None:
    stands = fight()
    hoplo("turn", "move krak C5; dance; end").fails(2, "known actions")
    assert fight() == stands
    done("turn", "move! krak A1; end")
    assert fight()["turn_of"] == "rival"


@pytest.mark.rule("turn.rival-first")
def test_in_the_rival_s_turn_yours_has_to_wait(before: Path) -> None:
    """At its start you may surrender; the rest of your commands say whose turn it is (p.20, 28)."""
    stands = fight()
    for line in [*STEPS, "turn end", "pad bless reinforce"]:
        hoplo(*line.split()).fails(3, "it is not your turn", "(p.20")
    assert fight() == stands
    options = hoplo("options", "--json").json
    assert (options["turn_of"], options["start"], options["move"], options["question"]) == (
        "rival", ["surrender"], {}, None,
    )  # fmt: skip
    assert "hoplo rival-turn" in hoplo("options").out
    assert hoplo("rival-turn").code == 2
    middle = hoplo("options", "--json").json
    assert (middle["start"], middle["question"]["id"]) == ([], "tactic.target")
    for command in (
        "board",
        "fight",
        "options krak",
        "options krak",
        "options rep",
        "why rep",
        "why-not rep C4",
        "check",
    ):
        assert hoplo(*command.split()).code == 0, command
    assert "as if it began now" in hoplo("options", "krak").err
    assert hoplo("turn", "surrender").code == 3
    for given in RIVALS:
        hoplo("answer", str(given))
    assert fight()["turn_of"] == "player"


@pytest.mark.rule("surrender.start")
def test_a_fight_that_is_over_takes_no_more(home: Path) -> None:
    assert done("turn", "surrender", "--json").json["over"] == "surrendered"
    for line in [*STEPS, "turn end", "turn surrender", "rival-turn"]:
        hoplo(*line.split()).fails(3, "the combat is over", "hoplo cleanup")
    assert "Combat lost" in hoplo().out
    hoplo("cleanup", "--won").fails(2, "the fight was lost")
    assert " is lost." in done("cleanup", "--lost").out


COMMANDS = [
    *STEPS, "turn end", "turn surrender", "answer 1", "pad bless survive", "fight", "fight log", "fight drop",
    "options", "options krak", "options krak", "board", "check", "fix krak D3", "fix krak hp 3", "fix krak gone",
]  # fmt: skip


def test_without_a_campaign_or_a_fight_every_command_says_what_to_do() -> None:
    for line in COMMANDS:
        ran = hoplo(*line.split())
        assert (ran.code in (2, 3), "hoplo new" in ran.err or "hoplo fight start" in ran.err) == (True, True), (
            line,
            ran,
        )
    assert hoplo("new", "--first-game").code == 0
    for line in COMMANDS:
        if line == "pad bless survive":
            continue  # Outside a fight it crosses a blessing off the pad.
        ran = hoplo(*line.split())
        assert (ran.code in (2, 3), "hoplo fight start" in ran.err) == (True, True), (line, ran)


@pytest.mark.rule("blessing.survive")
def test_a_blessing_that_is_left_saves_the_hero_and_one_reinforces_at_the_start(before: Path, tmp_path: Path) -> None:
    """A blessing that is left has to save the hero (p.27); reinforcing draws bag units up to Leadership (p.13)."""
    for line in ("fix blessings 2", "fix krakenlance hp 1", "fix defender E1", "fix reptilian D5"):
        done(*line.split())
    hoplo("rival-turn")
    assert hoplo("pad", "bless", "reinforce").code == 3
    while (asked := fight()["question"]) is not None:
        assert asked["id"] != "defeat.hero"
        struck = asked["about"] == "krakenlance" and units()["krakenlance"]["hp"] == 1
        hoplo("answer", ("1" if struck else "0") if asked["kind"] == "dice" else asked["options"][0])
    assert hoplo("pad", "bless", "survive").code == 3, "your hero is not about to be defeated"
    stands = fight()
    assert (units()["krakenlance"]["hp"], stands["position"]["player"]["blessings"]) == (6, 1)
    assert stands["turn_of"] == "player"
    ran = hoplo("pad", "bless", "reinforce", "--drawn", "tactician")
    assert ran.code in (0, 2), ran
    assert "tactician joins your camp" in ran.out.lower()
    while (asked := fight()["question"]) is not None:
        hoplo("answer", "tactician" if asked["kind"] == "chip" else "tactician, 1/2/3, green, Tactical")
    assert "tactician" in fight()["camp"]
    assert fight()["position"]["player"]["blessings"] == 0


ODD = ["", " ", "'", '"', "--", ";", "a\nb", "x" * 5000, "\N{DRAGON}", "-1", "1e9", "null", "[]", "my-", "rival-", "!"]


def test_nonsense_of_all_sorts_breaks_and_loses_nothing(home: Path) -> None:
    stands = fight()
    for odd in ODD:
        for words in (
            ["deploy", odd, odd], ["deploy", "archer", odd], ["tactic", odd, "rep"], ["tactic", "stun", odd],
            ["move", "krak", odd], ["move", odd, "C5"], ["ability", "krak", odd], ["attack", "krak", odd, odd],
            ["special", "krak", odd], ["special", odd, odd], ["pad", "bless", odd], ["answer", odd], ["turn", odd],
            ["turn", f"move {odd}"], ["place", odd, odd], ["fix", odd, odd], ["fix", "krak", odd, odd],
            ["remove", odd], ["moves", odd], ["targets", odd], ["options", odd], ["why", odd], ["why-not", odd, odd],
        ):  # fmt: skip
            ran = hoplo(*words)
            assert ran.code in (1, 2, 3) or fight() == stands, (words, ran)
            assert "Traceback" not in ran.err
    assert fight() == stands
    assert examine(Library(home), Library(home).current()) == []


def test_a_correction_in_the_middle_of_a_move_goes_on_with_it(before: Path) -> None:
    """With the lineup gone from the set-up, nothing asks for the tribune, and the rest of the set-up is done (p.19)."""
    done("fight", "drop")
    hoplo("fight", "start", "Show: sport koth, lineup bag bag, yours hero", *APART)
    for given in ("reptilian", "reptilian"):
        hoplo("answer", given)
    assert fight()["question"]["id"] == "prepare.tribune"
    done("fix", "lineup", "reptilian")
    if (asked := fight()["question"]) is not None:
        done("answer", "D3" if asked["kind"] == "hex" else asked["options"][0])
    assert (fight()["turn_of"], fight()["position"]["chips"]) == ("rival", {"trident": {"hex": "D3"}})
    done_each("fix trident none", "fix trident C3")
    assert fight()["position"]["chips"] == {"trident": {"hex": "C3"}}


def test_hoplo_alone_shows_the_fight_that_is_on(home: Path) -> None:
    said = done().out
    assert "a stand-alone fight" in said
    assert "It is your turn: `hoplo options`" in said
    told = done("--json").json
    assert (told["apart"], told["fight"]["points"], told["fight"]["turn_of"]) == (True, 2, "player")
    hoplo("turn", "attack", "krak", "rep")
    assert "how many hits?" in done().out
    done_each("answer 0", "fight drop")
    assert "`hoplo fight start` sets up another" in done().out
    assert done("--json").json["fight"] is None


CAMPAIGNS = [
    "bag", "map", "travel", "travel Reef", "route Reef", "event", "event accept", "event spectate", "pad week mark",
    "pad influence 1", "odyssey", "stack", "pad heal", "camp recruit archer", "bane draw Ruin:bag",
]  # fmt: skip


def test_a_fight_of_its_own_says_what_it_has_not(home: Path) -> None:
    for line in CAMPAIGNS:
        for more in ([], ["--json"]):
            hoplo(*line.split(), *more).fails(2, "a stand-alone fight, outside a campaign")
    for line in ("pad", "camp", "doctor", "save list", "history", "fix pad.hp 3 --why x"):
        assert hoplo(*line.split()).code == 0, line


def test_a_campaign_shows_its_fight_and_goes_on_after_it() -> None:
    assert hoplo("new", "--first-game").code == 0
    assert hoplo("travel", "Field", "--kind", "bloodshed").code == 0
    hoplo("fight", "start", BRAWL)
    assert "which chip came out of the bag?" in hoplo().out
    told = hoplo("--json").json
    assert (told["apart"], told["place"], told["fight"]["turn_of"]) == (False, "Field", "set-up")
    hoplo("fight", "start", "--auto", "first")
    while (asked := fight()["question"]) is not None:
        assert hoplo("answer", "D3" if asked["kind"] == "hex" else "attacker, 2/1/3, blue").code in (0, 2), asked
    assert "fight: Brawl" in hoplo().out
    assert done("turn", "surrender").code == 0
    done("cleanup", "--json")
    assert hoplo("--json").json["fight"] is None
    assert hoplo("--json").json["phase"] == "travel"


def test_a_position_may_be_given_beside_the_fight(home: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    other.write_text(json.dumps(fight()["position"] | {"turn": 9}))
    assert hoplo("options", "--json").json == hoplo("options", "--position", str(other), "--json").json
    assert done("board", "--position", str(other), "--json").json["turn"] == 9


def test_a_turn_comes_from_a_pipe_as_it_comes_from_a_line() -> None:
    """`hoplo turn -` reads the language of a turn from standard input, its lines one after the other."""
    board = "atl 3 | r: rep@C3 3 skills=- | p: krak@E3 6 skills=-"
    lines = ("turn", "krak e2; end", "--position", board, "--json")
    piped = hoplo("turn", "-", *lines[2:], stdin="krak e2\n\n  end\n")
    assert (piped.code, piped.out) == (0, hoplo(*lines).out)
    assert "'bogus' is not an action" in hoplo("turn", "-", *lines[2:], stdin="krak e2\nbogus").err
    assert hoplo("turn", "-", "--position", "-", stdin=board).code == 2
