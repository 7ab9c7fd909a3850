"""Stories at the command line as rows of text: what is typed, and what must be seen.

    stack.top: The chip on top is the one that is drawn (p.7, 19)
      new --first-game
      stack draw kunlun -> 2
      stack see kunlun monk sage && stack draw kunlun -> 5 chips are left
      stack --json -> stacks.kunlun.known = ["sage"]
      fix pad.hp 99 << n -> 130 | Is that right?

The head of a story names its rules, if it proves any, and says what it is about. A row is a command as it is typed at a
shell (several, each of which has to work, with `&&` between them); behind `<<` stand the keys and lines of somebody who
sits at a terminal, with ` / ` between them. A row that begins with `|`, `/`, `->` or a quotation
mark continues the one before it.

Behind the arrow stands what must be seen, separated by bars: an exit code (0 if none is named), words (of somebody at
a terminal: in this order), `not WORDS`, `once WORDS`, `twice WORDS`, `^WORDS` with which the output begins, `silent`
where nothing is said beside it, `one-line` for a refusal that is one, `unchanged` where campaigns and records stay as
they are; of what is printed as JSON `PATH = VALUE`, `PATH has VALUE`, `PATH lacks VALUE`, `PATH keys NAMES` (a space in
one is a tilde; in a path `*` is each of a list, an id the one with that id, `#` how many), `keep NAME`, and `is NAME`.

`{tmp}` is a folder of the story's own, `{home}` its home. A row may be the name of a story that was given beforehand,
`own KIND ID` (a record of the player's own, as JSON), `state` (of the campaign played, as JSON), `chips` (the units of
the campaign, counted), `agree` (the camp with the fight), `replays` (the fight comes out the same), `tab WORDS` (what
Tab offers for the last of them, as JSON), `ls FOLDER` (names, as JSON), `read FILE`, or `write FILE TEXT`.
"""

import json
import os
import re
import shlex
import shutil
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from hoplo_companion.cli.app import run
from hoplo_companion.cli.terminal.output import set_value
from hoplo_companion.components.own import own_record
from tests.helpers.cli import Ran, Sitting, as_a_new_process, completed, hoplo
from tests.helpers.fights_on_disk import agree, assert_replays, current, files_below
from tests.helpers.table_games import each_of, read, rows_of

OF_JSON = re.compile(r"(\S.*? |)(=|has|lacks|keys) (.*)")


class Story(NamedTuple):
    """The rules that are proved, what it is about, its rows, and the stories that were given beforehand."""

    rules: list[str]
    says: str
    rows: list[str]
    given: Mapping[str, str]

    def play(self, tmp_path: Path, home: Path | None = None) -> None:
        """Type each row, with what lies in a home at the beginning, and hold what is seen against it."""
        if home is not None:
            shutil.copytree(home, os.environ["HOPLO_HOME"], dirs_exist_ok=True)
        kept: dict[str, Any] = {}
        for row in self.rows:
            _play(row, self.given, kept, tmp_path)


def stories(text: str, **given: str) -> pytest.MarkDecorator:
    return each_of("story", [Story(*scene, given) for scene in read(text)])


def tell(text: str, tmp_path: Path = Path(), **given: str) -> None:
    """Play rows within a test that does other things as well."""
    Story([], "", [row.strip() for row in rows_of(text)], given).play(tmp_path)


def _play(row: str, given: Mapping[str, str], kept: dict[str, Any], tmp_path: Path) -> None:
    for place, path in (("{tmp}", tmp_path), ("{home}", Path(os.environ["HOPLO_HOME"]))):
        row = row.replace(place, path.as_posix())
    typed, arrow, looks = row.partition(" -> ")
    *before, last = typed.split(" && ")
    for each in before:
        _play(each, given, kept, tmp_path)
    if last in given:
        assert not arrow, row
        for each in rows_of(given[last]):
            _play(each.strip(), given, kept, tmp_path)
        return
    wanted = looks.split(" | ") if looks else []
    was = _on_disk() if "unchanged" in wanted else {}
    code = int(wanted.pop(0)) if wanted and wanted[0].isdecimal() else 0
    ran = _typed(last)
    assert ran.code == code, f"{row}\n{ran}"
    wrong = [each for each in wanted if not _is_seen(each, ran, kept, was)]
    assert not wrong, f"{row}\nnot so: {wrong}\n{ran.out}\n{ran.err}"
    if " <<" in last:
        said, at = flat(ran.out), 0
        for each in (flat(each) for each in wanted if each != "unchanged" and not each.startswith("not ")):
            assert each in said[at:], f"{row}\nnot behind the others: {each}\n{ran.out}"
            at = said.index(each, at) + len(each)


def _typed(typed: str) -> Ran:
    """Do what a row says: run a command, with somebody at a terminal or without, or look at what is kept."""
    call, at_terminal, keys = typed.partition(" <<")
    words = shlex.split(call)
    env: dict[str, Any] = {}
    while words and re.match(r"[A-Z_]+=", words[0]):
        name, _, value = words.pop(0).partition("=")
        env[name] = value
    if words[:1] == ["own"]:
        return Ran(0, json.dumps(own_record(words[1], words[2])), "")
    if words[:1] == ["state"]:
        return Ran(0, json.dumps(current().state), "")
    if words == ["chips"]:
        state = current().state
        chips = Counter([*state["camp"]["units"], *state["bag"]["units"], *state["drawn"]["units"]])
        return Ran(0, json.dumps(dict(sorted(chips.items()))), "")
    if words in (["agree"], ["replays"]):
        (agree if words == ["agree"] else assert_replays)()
        return Ran(0, "", "")
    if words[:1] == ["tab"]:
        return Ran(0, json.dumps(completed(*words[1:])), "")
    if words[:1] == ["read"]:
        return Ran(0, Path(words[1]).read_text(encoding="utf-8"), "")
    if words[:1] == ["ls"]:
        return Ran(0, json.dumps(sorted(path.name for path in Path(words[1]).iterdir())), "")
    if words[:1] == ["write"]:
        Path(words[1]).parent.mkdir(parents=True, exist_ok=True)
        return Ran(int(not Path(words[1]).write_text(words[2].replace("\\n", "\n"), encoding="utf-8")), "", "")
    if not at_terminal:
        return hoplo(*words, **env)
    as_a_new_process()
    set_value("screen", "no")
    person = Sitting(*words)
    person.pressed = keys.strip().split(" / ") if keys.strip() else []
    code = run(person)
    assert not person.pressed, (typed, person.pressed)
    return Ran(code, person.said(), "")


def _is_seen(look: str, ran: Ran, kept: dict[str, Any], was: dict[str, bytes]) -> bool:
    word, _, rest = look.partition(" ")
    if look == "silent":
        return ran.err == ""
    if look == "one-line":
        return ran.out == "" and ran.err.count("\n") == 1
    if look == "unchanged":
        return _on_disk() == was
    if word in ("keep", "is") and " " not in rest and ran.out[:1] in ("{", "["):
        return bool(kept.setdefault(rest, ran.json) == ran.json) if word == "keep" else bool(kept[rest] == ran.json)
    if ran.out[:1] in ("{", "[") and (of_json := OF_JSON.fullmatch(look)):
        return _holds(_walked(ran.json, of_json[1].strip()), of_json[2], _value(of_json[3]))
    if look[0] == "^":
        return flat(ran.out).startswith(flat(look[1:]))
    if word in ("once", "twice"):
        return flat(ran.out + ran.err).count(flat(rest)) == 1 + (word == "twice")
    if word == "not":
        return flat(rest) not in flat(ran.out + ran.err)
    return flat(look) in flat(ran.out + ran.err)


def _holds(found: Any, how: str, value: Any) -> bool:
    if how == "keys":
        return set(found) == {each.replace("~", " ") for each in value.split()}
    return bool(found == value) if how == "=" else (value in found) is (how == "has")


def flat(text: str) -> str:
    """Give a text as one line."""
    return " ".join(text.split())


def _walked(value: Any, path: str) -> Any:
    """Follow a path of keys and numbers into a value; keys with dots in them stand between strokes."""
    names = path.split("/" if "/" in path else ".") if path else []
    for at, name in enumerate(names):
        if name == "*":
            return [_walked(each, ".".join(names[at + 1 :])) for each in value]
        if isinstance(value, list) and name != "#":
            number = name.lstrip("-").isdecimal()
            value = value[int(name)] if number else next(each for each in value if each["id"] == name)
        else:
            value = len(value) if name == "#" else value.get(name)
    return value


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _on_disk() -> dict[str, bytes]:
    home = Path(os.environ["HOPLO_HOME"])
    kept = files_below(home) if home.exists() else {}
    return {path: content for path, content in kept.items() if Path(path).parts[0] in ("campaigns", "data")}
