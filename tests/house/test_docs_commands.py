"""Every command that a document shows in its text or its tables is run as it stands there, in a fight under way."""

import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from hoplo_companion.cli.commands import COMMANDS
from tests.helpers.cli import ROOT, Ran, hoplo

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
ELSEWHERE = ("effects.md", "glossary.md", "rulings.md", "pantheon.md", "tablet.md")
"""Pages that are generated, or whose commands tests of their own run."""

FILLED = dict(line.split(" -> ") for line in """
hoplo COMMAND --help -> hoplo pad --help
hoplo data add -> hoplo data add skill 'Second Wind: ability: heal 2 rival: always'
hoplo report [FILE] -> hoplo report evening.json
hoplo options [UNIT] --position FILE -> hoplo options krak --position yours.json
hoplo rival-turn --answers FILE -> hoplo rival-turn --position turn.json --answers answers.jsonl
hoplo rival-turn … --answers FILE -> hoplo rival-turn --position turn.json --answers answers.jsonl
hoplo turn attack krak rep 2 -> hoplo turn end
hoplo turn "…" -> hoplo turn end
hoplo turn "krak e3, arc f2; krak>rep 2; end" -> hoplo turn end
hoplo fix krak E4 -> hoplo fix krak E2
hoplo fix "krak D3; def hp 2; rep gone" -> hoplo fix 'krak D3; def hp 2'
hoplo odds turn "move krak E3; attack krak rep; end" -> hoplo odds turn end --example
hoplo turn "move! krak E3" … -> hoplo turn 'move! krak E3'
hoplo turn … --anyway -> hoplo turn 'move krak E3' --anyway
hoplo turn LINE --position FILE -> hoplo turn end --position yours.json
hoplo turn "deploy archer G2; move krak E3; attack krak rep 2; end" --position FILE -> \
hoplo turn 'deploy archer G1; end' --position yours.json
hoplo scion roll … --json -> hoplo scion roll hydra green=1 --json
hoplo fight start 'CARD' -> hoplo fight start 'Duel: bloodshed, lineup bag, yours hero'
hoplo route scion -> hoplo route Reef
hoplo pad bless [reinforce] -> hoplo pad bless
hoplo data export FILE [NAME…] -> hoplo data export mine.toml archer
hoplo fix KEY VALUE --why TEXT -> hoplo fix pad.hp 4 --why dropped
""".strip().splitlines())  # fmt: skip
"""What is shown in short, and what is run."""

MORE = dict(each.split(": ", 1) for line in """
completions install: fish | data show: reptilian | data edit: archer | data edit unit: archer | data import: pack.toml
data test: pack.toml | data validate FILE: pack.toml | data export: mine.toml | turn special: krak heave
data add unit: 'Murmillo: defender, 1/1/4, blue blue' | data add arena: 'Kunlun: key D3' | moves: krak | targets: krak
data add compass: 1=n 2=ne 3=se 4=s 5=sw 6=nw | spartacus duel: 4/4/4 3/4/3 | odds fight: --games 1 --jobs 1
answer VALUE…: 1 | answer …: 1 | note: here | mark: here | turn: end | fix: krak E2 | odds turn: end --example
advise: --seconds 0.1 --example | route: Reef | travel PLACE: Reef | pad influence: 1 | turn deploy: archer G3
turn tactic: stun archer | turn move: krak F2 | turn ability: krak heave | turn attack: krak rep 1
save import FILE: report.json --name again
""".strip().splitlines() for each in line.split(" | "))  # fmt: skip
"""What is said behind a command that is shown without it, or with a word in its place."""

LEFT_OPEN = re.compile(r" (NAME|FILE|PLACE|VALUE…|TEXT|N|…)$")

WORDS = {
    "--position FILE": "--position turn.json",
    "--write FILE": "--write after.json",
    "--since FILE": "--since turn.json",
    "--svg FILE": "--svg board.svg",
    "UNIT": "reptilian",
    "HEX": "E3",
    "WORDS": "mark",
    "TERM": "mark",
    "NAME": "reptilian",
    "KEY": "dice",
    "…": "--position turn.json",
}

NOT_ALONE = "needs a terminal|nobody to ask"
REFUSED = {each: why for line in f"""
Missing argument <- save import
it is not in combat <- turn tactic stun archer
{NOT_ALONE} <- play / learn / learn travel / learn dice / spartacus play
--first-game <- new
missing: --hero <- new --mercurys-boots
the event was accepted <- event opportunity 'CARD, CARD'
is not over <- cleanup --won / cleanup
movement.destination of reptilian is open <- rival-turn --position turn.json \
/ rival-turn --position turn.json --answers answers.jsonl / rival-turn --position turn.json --explain \
/ rival-turn --position turn.json --json --write after.json
your turn comes now <- rival-turn / arena-turn
has no turn <- arena-turn --position turn.json
nothing is asked <- answer / answer 1
for a stand-alone fight add --stand-alone <- fight start --scion hydra --hero nox
is still followed <- fight start / fight start 'Duel: bloodshed, lineup bag, yours hero' \
/ fight start 'Brawl: bloodshed, lineup local, yours hero camp*2'
has no Ability <- turn ability krak heave
has no Special <- turn special krak heave
5 hexes away <- turn attack krak rep 1
not about to be defeated <- pad bless
no source states the dice of Taotie <- scion roll
the Cleanup Phase comes next <- travel / travel Reef
is on G2 already <- turn 'deploy archer G2; end'
the Cleanup Phase comes first <- route Reef
nothing to redo <- redo
there is no game yet <- spartacus / spartacus odds
no game is called <- spartacus switch capua
""".strip().splitlines() for why, _, calls in [line.partition(" <- ")] for each in calls.split(" / ")}  # fmt: skip
"""Commands that are understood, and refused as this fight stands: by which words."""


def shown() -> Iterator[str]:
    """List the commands that the documents show, as they stand there, each once."""
    found: dict[str, None] = {}
    for page in PAGES:
        if page.name in ELSEWHERE:
            continue
        text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        for line in text.splitlines():
            first = line.split(" | ")[0] if line.startswith("| `") else ""
            before = ""
            for code in re.findall(r"`([^`]+)`", line.replace("\\|", "\0")):
                if re.match(r"hoplo( |$)", code):
                    before = code
                elif before and f"`{code}`" in first.replace("\\|", "\0"):
                    # In a table, what follows a command is another one, or an option of the same.
                    code = f"hoplo {code}" if code.split()[0] in COMMANDS else f"{before.split(' -')[0]} {code}"
                else:
                    continue
                found.update(dict.fromkeys(_each(code)))
    yield from found


def _each(code: str) -> Iterator[str]:
    """Write out what stands in turns: `data list|show` are two commands; a pipe is left as it is."""
    words = code.split()
    at = next((at for at, word in enumerate(words) if "\0" in word and word != "\0"), None)
    if at is None:
        yield code.replace("\0", "|")
        return
    for word in words[at].split("\0"):
        yield from _each(" ".join([*words[:at], word, *words[at + 1 :]]))


def filled(command: str) -> list[str]:
    line = FILLED.get(command, command)
    short = LEFT_OPEN.sub("", command).removeprefix("hoplo ")
    if more := MORE.get(command.removeprefix("hoplo ")) or MORE.get(short):
        line = f"hoplo {short} {more}"
    elif line == command:
        for short, whole in WORDS.items():
            line = re.sub(rf"(?<![\w-])\[?{re.escape(short)}\]?(?![\w-])", whole, line)
        line = re.sub(r" \[[^\]]*\]", "", line)
    return shlex.split(line)[1:]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Set a table: a campaign in its first fight, in your second turn, and the files that commands are given."""
    folder = tmp_path_factory.mktemp("table")

    def ran(*words: str, code: int = 0) -> Ran:
        done = hoplo(*words, cwd=folder, HOPLO_HOME=str(folder / "home"))
        assert done.code == code, (words, done)
        return done

    ran("data", "add", "unit", "Archer: archer, 1/2/3, blue")
    ran("new", "--first-game")
    told = ("--kind", "bloodshed", "--region", "atlanteans", "--path", "Atlanteans capital")
    ran("travel", "Reef", *told)
    ran("fight", "start", "Brawl: bloodshed, lineup local, yours hero camp*2", code=2)
    ran("answer", "reptilian", code=2)
    ran("answer", "D3")
    ran("rival-turn")
    ran("turn", "deploy krak G2; end")
    (folder / "turn.json").write_text(ran("board", "--json").out, encoding="utf-8")
    (folder / "answers.jsonl").write_text("", encoding="utf-8")
    ran("rival-turn", "--auto", "first", "--seed", "1")
    (folder / "yours.json").write_text(ran("board", "--json").out, encoding="utf-8")
    ran("data", "export", "pack.toml")
    ran("report", "report.json")
    return folder


@pytest.mark.parametrize("command", list(shown()))
def test_a_command_is_run_as_it_is_shown(command: str, table: Path, tmp_path: Path) -> None:
    """It does what it is shown for, or is refused for where the fight stands; it is always understood."""
    folder = tmp_path / "table"
    shutil.copytree(table, folder)
    words = filled(command)
    done = hoplo(*words, cwd=folder, HOPLO_HOME=str(folder / "home"), HOME=str(tmp_path), EDITOR="true", VISUAL="")
    refused = REFUSED.get(shlex.join(words))
    if refused is None:
        assert done.code == 0, (words, done.err)
    else:
        assert done.code in (1, 2, 3), (words, done)
        assert re.search(refused, done.err), done.err


def test_the_documents_show_many_commands() -> None:
    assert len(list(shown())) > 100
