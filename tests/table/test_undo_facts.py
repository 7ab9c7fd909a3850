"""Undo, and what was entered of components: it leaves the player's data with the step, and comes back with a redo."""

import shutil
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from hoplo_companion.cli.play.play import lead
from hoplo_companion.components import own
from hoplo_companion.components.names import slug
from hoplo_companion.components.own import entered
from hoplo_companion.errors import StoppedError
from hoplo_companion.table.saves.library import Library
from tests.helpers.answering import conversed
from tests.helpers.cli import Sitting, done, done_each, hoplo
from tests.helpers.fights import ready
from tests.helpers.fights_on_disk import NAME, files_below, on_disk, said
from tests.helpers.stories import Story, stories

CARD = "Duel: bloodshed, lineup local, yours hero camp*2"


@pytest.fixture(autouse=True)
def home(_home: Path) -> Path:
    """Begin the first campaign at a home of its own, and go to a Bloodshed location."""
    done_each(
        "new --first-game",
        "map add Atlantis --kind capital --region atlanteans --path Reef",
        "map add Reef --kind bloodshed --region atlanteans --path Atlantis",
        "travel Reef",
    )
    return _home


@stories(
    f"""
Undoing a step takes out what was entered with it: the chip is asked for again, and a redo has it back
  fight start '{CARD}' -> 2
  answer murmillo -> 2
  answer 'defender, 1/1/3, blue' -> 2
  own units murmillo -> health = 3
  undo -> out of your data
  own units murmillo -> null
  answer -> 2 | component.unit
  redo && own units murmillo -> health = 3
  undo --fight && own units murmillo -> null
  own events duel -> null
A fight that is not due asks for no card
  undo && fight start '{CARD}' -> 3 | the Travel Phase comes first
  own events duel -> null
What a refused command has entered is part of the next step, whatever it is
  refused && fix pad.hp 4 && undo -> taken back | out of your data
  own events duel -> null
  refused && note 'a long evening' && undo -> taken back | out of your data
  own events duel -> null
  refused && pad damage 1 && undo -> taken back | out of your data
  own events duel -> null
What was changed since stays, and is said
  fight start '{CARD}' -> 2
  answer murmillo 'defender, 1/1/3, blue' -> 2
  data add unit 'Murmillo: defender, 2/1/3, blue blue' && undo -> stays in your data
  own units murmillo -> movement = 2
""",
    refused=f"  fight start '{CARD}' --sport melee -> 3\n  own events duel -> kind = bloodshed",
)
def test_what_was_entered(story: Story, tmp_path: Path) -> None:
    story.play(tmp_path)


def files(home: Path) -> dict[str, bytes]:
    """The player's own data, byte for byte."""
    return {str(path): path.read_bytes() for path in (home / "data").rglob("*.toml")}


def killed_at(write: int, monkeypatch: pytest.MonkeyPatch, *words: str) -> bool:
    """Run a command that is killed at one of its writes; say whether it came to it."""
    calls = 0

    class KilledError(BaseException):
        """Nothing of hoplo's takes it for a failure."""

    def counted(real: Any) -> Any:
        def write_or_die(*given: Any, **named: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls > write:
                raise KilledError
            return real(*given, **named)

        return write_or_die

    with monkeypatch.context() as patch:
        for name in ("replace", "rename", "unlink"):
            patch.setattr(Path, name, counted(getattr(Path, name)))
        try:
            hoplo(*words)
        except KilledError:
            own._at_work.clear()  # the process is gone
            return True
    return False


OWN = """# mine
[thorns] # as printed
name = "Thorns"
effects = [] # none yet
"""


@pytest.mark.parametrize("words", ["undo", "redo", "camp prowess Broad --tactic-capacity 1"])
def test_own_data_and_the_step_it_belongs_to_go_together_whenever_hoplo_is_killed(
    home: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    """A step with an entered card, taken back and done again, killed at each of its writes in turn."""
    (home / "data").mkdir()
    (home / "data" / "prowess.toml").write_text(OWN.replace("thorns", "zeal").replace("Thorns", "Zeal"))
    without = files(home)
    done("camp", "prowess", "Deep Bag", "--tactic-capacity", "1")
    if words == "redo":
        done("undo")
        assert files(home) == without
    before = shutil.copytree(home, tmp_path_factory.mktemp("before") / "home")
    ends = set()
    for write in count():
        was_killed = killed_at(write, monkeypatch, *words.split())
        camp = str(Library().open("krakenlance").state["camp"])
        listed = done("data", "list", "prowess").out
        for card in ("Deep Bag", "Broad"):
            pending = [fact[1] for fact in entered()]
            assert card not in listed or card in camp or slug(card) in pending, (write, card)
            assert card not in camp or card in listed, (write, card)
        ends.add(camp)
        if "Deep Bag" not in camp:
            assert files(home) == without
        elif pending:
            done("undo")
        if not was_killed:
            break
        shutil.rmtree(home)
        shutil.copytree(before, home)
    assert len(ends) == 2
    assert write > 5


def test_a_chip_entered_in_a_line_of_its_own_is_taken_back_by_u_after_a_kill_too(home: Path) -> None:
    """It belongs to no step before the next answer: U takes it back by itself, and leaves the question."""
    hoplo("fight", "start", CARD)
    before = files_below(home / "data")
    entered = ["1", "attacker, 1/1/3, blue"]
    for keys, stays in (([*entered, "U", "enter", "Q", "enter"], False), (entered, True), (["U", "Q"], False)):
        person = Sitting("play")
        person.pressed = [*keys]
        with suppress(StoppedError):
            lead(person)
        assert (files_below(home / "data") != before) == stays, (keys, person.said())


def test_a_reading_chosen_in_a_fight_is_one_step() -> None:
    on_disk(ready("sport"))
    said("fight", "start", "games", "--sport", "spar", "--auto", "random", "--seed", "3")
    n = Library().open(NAME).header.n
    said("rulings", "distance.words", "--choose", "hexes")
    save = Library().open(NAME)
    assert save.header.n == n + 1
    assert (save.state["rulings"], save.state["fight"]["position"]["rulings"]) == ({"distance.words": "hexes"},) * 2
    said("undo")
    before = Library().open(NAME).state
    assert (before["rulings"], before["fight"]["position"].get("rulings", {})) == ({}, {})


def test_u_at_the_first_question_of_a_step_leaves_the_accepted_event() -> None:
    """In a conversation U goes back to the question before, and from its first one to the choice of what comes next."""
    done("event", "accept")
    conversed(
        "play", "2|1|U|enter|U|Q",
        "without hoplo: clean up", "How did the combat end?", "HP now", "How did the combat end?",
        "Nothing to undo here yet", "without hoplo: clean up", "Everything is kept",
    )  # fmt: skip
    assert done("event", "--json").json["event"]["phase"] == "cleanup"
