"""Reports: one file opens any moment elsewhere, of a damaged save too, and does not name the folder of who made it."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.table.saves.export import at_step, read_export, unpack
from hoplo_companion.table.saves.library import Library
from tests.helpers.cli import Ran, done, hoplo
from tests.helpers.fights_on_disk import current, files_below, follow_a_fight
from tests.helpers.stories import Story, stories, tell
from tests.table.test_museum import EXHIBITS

NAME = "pietrobelmonte"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Work in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Play a fight once; tests work on copies of its home."""
    home = tmp_path_factory.mktemp("played")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOPLO_HOME", str(home))
        follow_a_fight()
        assert hoplo("answer", "B2").code == 0
        done("undo")
    return home


@pytest.fixture
def fight(desk: Path, played: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a home with a fight in the middle of the rival's second turn, one answer undone."""
    home = desk / "home"
    shutil.copytree(played, home)
    monkeypatch.setenv("HOPLO_HOME", str(home))
    return home


def in_another_home(patch: pytest.MonkeyPatch, desk: Path) -> Path:
    """Go to another machine, on which nothing of hoplo is."""
    patch.setenv("HOPLO_HOME", str(desk / "elsewhere"))
    return desk / "elsewhere"


def opened(file: str, *words: str) -> Ran:
    """Import a report; what it says."""
    return done("save", "import", file, *words)


def position() -> Any:
    """The board of the campaign that is played."""
    table: Any = done("fight", "--json").json["fight"]["position"]
    return table


@pytest.mark.usefixtures("fight")
def test_a_report_opens_the_moment_elsewhere(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = done("fight", "--json").json["fight"]
    name = done("report").out.split()[-1]
    n = current().header.n
    assert name == f"hoplo-report-fight-brawl-{n}.json"
    in_another_home(monkeypatch, desk)
    assert f"a report of fight-brawl, after step {n}; made on" in opened(name).out
    assert done("fight", "--json").json["fight"] == asked, "in the middle of the move, with what it asks"
    assert "Defender" in done("why", "defender").out
    done("undo")
    assert done("doctor").code == 0


@pytest.mark.usefixtures("fight")
def test_every_step_of_the_log_is_opened(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    catalogue.cache_clear()
    save = current()
    states = {n: at_step(save, n).state for n in range(1, save.header.n + 1)}
    for n in states:
        done("report", f"{n}.json", "--step", str(n))
    in_another_home(monkeypatch, desk)
    for n, state in states.items():
        opened(f"{n}.json", "--name", f"step {n}")
        done("save", "switch", f"step-{n}")
        assert current().state == state, n
    assert done("doctor").code == 0


LINE = "atl koth 3 movement | r: rep@B3 3 | p: krak@E3 6"


@pytest.mark.parametrize("how", ["line", "option", "file", "toml", "example"])
def test_a_board_is_reported_without_any_campaign(desk: Path, how: str) -> None:
    position = done("board", LINE, "--json").out
    Path("b.json").write_text(position)
    Path("b.toml").write_text(
        'schema = "hoplo/position@1"\nstep = "movement"\nturn = 3\nevent = "king-of-the-hill"\narena = "atlanteans"\n'
        'units = [{ id = "reptilian", chip = "reptilian", side = "rival", hex = "B3", hp = 3 },\n'
        '{ id = "krakenlance", chip = "krakenlance", side = "player", hex = "E3", hp = 6 }]\n'
    )
    words = {"line": [LINE], "option": ["-p", LINE], "file": ["--position", "b.json"], "toml": ["-p", "b.toml"]}
    done("report", *words.get(how, [LINE, "r.json"]), *([] if how == "example" else ["r.json"]))
    moment = json.loads(Path("r.json").read_text())["moment"]
    assert moment["position"] == json.loads(position)
    ran = hoplo("save", "import", "r.json")
    assert (ran.code, moment["line"] in ran.err.replace("\n", " ")) == (1, True), ran


@pytest.mark.usefixtures("desk")
@stories(f"""
What cannot be reported is refused, and no file is written
  report -> 2 | no campaign to report
  answer 1 -> 2 | no fight is followed
  turn end -> 2 | `hoplo rival-turn --example` plays | --position takes
  report --position nowhere.json -> 2 | No such file
  report 'atl | r: nobody@B3' -> 2 | no chip is called
  report '{LINE}' '{LINE}' -> 2 | one board at most
  report a.json b.json -> 2 | one file
  report '{LINE}' --step 1 -> 2 | --step
  report --campaign mine -> 2 | no campaign is called
  board --position a.json -> 2 | No such file
What runs says so
  report - '{LINE}' -> schema = hoplo/report@2 | atlanteans koth 3 movement
    | keys schema hoplo python platform made campaign faults files moment records settings
""")  # fmt: skip
def test_boards_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


@pytest.mark.usefixtures("fight")
@stories("""
A step that is not there is refused
  report x.json --step 99 -> 2 | it has steps 1 to
  report x.json --step 0 -> 2 | it has steps 1 to
  report x.json --step -3 -> 2 | it has steps 1 to
  report x.json && report x.json -> 1 | never overwritten
Its own records come with a report
  report a.json
  HOPLO_HOME=elsewhere data add unit 'Defender: 3/3/9, red' --yes
  HOPLO_HOME=elsewhere save import a.json -> 2 | --records mine
  HOPLO_HOME=elsewhere save list --json -> campaigns = []
  HOPLO_HOME=elsewhere save import a.json --records theirs
  HOPLO_HOME=elsewhere look defender -> not 3/3/9
A file is never written over
  report && report && report
  write kept.json mine && report kept.json -> 1 | never overwritten
  read kept.json -> ^mine
""")
def test_by_commands(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("path", EXHIBITS, ids=lambda path: path.stem)
def test_saves_of_every_format_are_reported(path: Path) -> None:
    name = unpack(Library(), path, None, read_export(path))
    tell(f"""
      report old.json --campaign {name}
      save import old.json --name again --records theirs && save switch again && pad --json -> hp = 4
      doctor again
    """)


def change(name: str, to: Callable[[bytes], bytes]) -> Callable[[Path], object]:
    """Put other bytes into a file of a save."""
    return lambda folder: (folder / name).write_bytes(to((folder / name).read_bytes()))


def lose(name: str) -> Callable[[Path], object]:
    """Take a file of a save away."""
    return lambda folder: (folder / name).unlink()


def lose_copies(folder: Path) -> None:
    shutil.rmtree(folder.parent.parent / "copies")


def newer(state: bytes) -> bytes:
    return json.dumps({**json.loads(state), "format": 99, "hoplo": "9.9"}).encode()


def flipped(log: bytes) -> bytes:
    half = len(log) // 2
    return log[:half] + bytes([log[half] ^ 0xFF]) + log[half + 1 :]


NOISE = [change(name, lambda _: Random(1).randbytes(3000)) for name in ("state.json", "log.jsonl")]
MENDED: dict[str, list[Callable[[Path], object]]] = {
    "state cut": [change("state.json", lambda state: state[:100])],
    "state cut, no copies": [change("state.json", lambda state: state[:100]), lose_copies],
    "state lost": [lose("state.json")],
    "of a newer hoplo": [change("state.json", newer)],
    "a byte of the log": [change("log.jsonl", flipped)],
    "log lost": [lose("log.jsonl")],
    "log cut": [change("log.jsonl", lambda log: log[:-300])],
    "noise": NOISE,
    "a folder for the state": [lose("state.json"), lambda folder: (folder / "state.json").mkdir()],
}


def harm(home: Path, damage: list[Callable[[Path], object]]) -> None:
    """Do damage to the save of the fight."""
    for each in damage:
        each(home / "campaigns" / "fight-brawl")


@pytest.mark.parametrize("damage", MENDED.values(), ids=MENDED)
def test_a_damaged_save_is_reported_with_what_is_left(
    fight: Path, desk: Path, damage: list[Callable[[Path], object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = position()
    harm(fight, damage)
    before = files_below(fight)
    ran = done("report", "bad.json")
    assert ran.err, "what doctor says"
    assert files_below(fight) == before
    in_another_home(monkeypatch, desk)
    written = json.loads(Path("bad.json").read_text())
    assert written["faults"]
    assert opened("bad.json").err
    assert position() == board, "the board is brought back from what is left"
    assert done("doctor").code == 0


def test_a_save_of_which_nothing_is_left_is_reported_all_the_same(fight: Path, desk: Path) -> None:
    harm(fight, [*NOISE, lose_copies])
    done("report", "bad.json")
    written = json.loads(Path("bad.json").read_text())
    assert {file["name"] for file in written["files"] if "base64" in file} == {"state.json", "log.jsonl"}
    hoplo("save", "import", "bad.json").fails(4, "nothing of the save in this report can be read")


def test_random_damage_is_always_reported(fight: Path, desk: Path) -> None:
    folder = fight / "campaigns" / "fight-brawl"
    files = {path: path.read_bytes() for path in (folder / "state.json", folder / "log.jsonl")}
    random = Random(5)
    for turn in range(25):
        for path, data in files.items():
            changed = bytearray(data)
            for _ in range(random.choice([0, 1, 40])):
                changed[random.randrange(len(changed))] = random.randrange(256)
            path.write_bytes(bytes(changed[: random.choice([len(changed), random.randrange(len(changed))])]))
        done("report", f"{turn}.json")
        assert hoplo("save", "import", f"{turn}.json", "--records", "mine").code in (0, 4)


def test_what_is_not_a_report_is_named(desk: Path) -> None:
    files = {
        "text": b"hello", "empty": b"", "list": b"[]", "bytes": bytes(range(256)), "deep": b"[" * 100_000,
        "position": b'{"schema": "hoplo/position@1"}', "table": b"{}",
        "newer": b'{"schema": "hoplo/report@9", "hoplo": "9.9"}', "little": b'{"schema": "hoplo/report@2"}',
    }  # fmt: skip
    said = {"position": "hoplo rival-turn", "newer": "9.9", "table": "hoplo save export"}
    for name, data in files.items():
        Path(name).write_bytes(data)
        ran = hoplo("save", "import", name)
        assert (ran.code, ran.out, said.get(name, name) in ran.err) == (1, "", True), ran
    assert hoplo("save", "import", "nowhere").code == 2
    assert hoplo("save", "import", ".").code == 2


@pytest.mark.usefixtures("fight")
def test_a_file_of_a_report_stays_within_its_save(desk: Path) -> None:
    done("report", "a.json")
    written = json.loads(Path("a.json").read_text())
    for name in ("../../evil", "/tmp/evil", "copies/../../evil", "", ".."):
        written["files"] = [{"name": name, "text": "x"}]
        Path("b.json").write_text(json.dumps(written))
        assert hoplo("save", "import", "b.json").code == 1


@pytest.mark.usefixtures("fight")
def test_a_log_that_does_not_lead_to_its_state_is_named(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done("report", "a.json")
    written = json.loads(Path("a.json").read_text())
    (log,) = [file for file in written["files"] if file["name"] == "log.jsonl"]
    log["text"] = log["text"].replace('"n":9,', '"n":8,')
    written["hoplo"] = "\x1b[2J9"
    Path("b.json").write_text(json.dumps(written))
    in_another_home(monkeypatch, desk)
    ran = opened("b.json")
    assert "the log is damaged" in ran.err
    assert "\x1b" not in ran.out + ran.err, "no report steers the terminal"


@pytest.mark.usefixtures("fight")
def test_a_report_changed_anywhere_never_breaks_anything(desk: Path) -> None:
    done("report", "a.json")
    written = json.loads(Path("a.json").read_text())
    random = Random(7)
    for _ in range(30):
        changed = json.loads(json.dumps(written))
        for _ in range(random.choice([1, 1, 3])):
            spoil(changed, random)
        Path("b.json").write_text(json.dumps(changed))
        ran = hoplo("save", "import", "b.json", "--records", "mine")
        assert ran.code in (0, 1, 2, 4), ran


def spoil(table: Any, random: Random) -> None:
    """Put something else in the place of any value of nested data."""
    places: list[tuple[Any, Any]] = []
    todo = [table]
    while todo:
        at = todo.pop()
        keys = list(at) if isinstance(at, dict) else range(len(at))
        places += [(at, key) for key in keys]
        todo += [at[key] for key in keys if isinstance(at[key], (dict, list))]
    at, key = random.choice(places)
    at[key] = random.choice([None, -1, 10**12, "", "x", [], {}, [1], {"a": 1}, True, 1.5])


@pytest.mark.parametrize("damage", ["", "state cut", "a byte of the log", "of a newer hoplo"])
def test_your_folder_is_not_named_in_a_report(
    played: Path, desk: Path, damage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = desk / "home" / NAME
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("HOPLO_HOME", str(home / "hoplo"))
    shutil.copytree(played, home / "hoplo")
    (home / "hoplo" / "data" / "banes.toml").write_text("not TOML")
    (home / "hoplo" / "failure.txt").write_text(f'File "{home}/x.py", in {home}/hoplo')
    harm(home / "hoplo", MENDED.get(damage, []))
    done("report", "r.json")
    text = Path("r.json").read_text("utf-8")
    assert NAME not in text
    written = json.loads(text)
    assert written["settings"]["failure.txt"] == 'File "~/x.py", in ~'
    assert any("banes.toml" in fault for fault in written["faults"])
