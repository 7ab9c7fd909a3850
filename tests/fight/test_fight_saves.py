"""A fight on disk: every answer is kept, taken back and done again to the same states, and no kill loses anything."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from hoplo_companion.campaign.model import Move
from hoplo_companion.cli.fight.following import Following
from hoplo_companion.cli.fight.playing import PlayOptions, Report
from hoplo_companion.errors import IllegalError, UsageError
from hoplo_companion.rules.dialogue import Event
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.player.options import options
from hoplo_companion.table.play.moves import ARENAS, RIVALS
from hoplo_companion.table.saves.doctor import examine
from hoplo_companion.table.saves.format import hash_of
from hoplo_companion.table.saves.library import Library
from tests.helpers.cli import ROOT, Sitting, done_each, hoplo
from tests.helpers.fights import answer_at_random, any_action, ready
from tests.helpers.fights_on_disk import NAME, assert_replays, follow_a_fight, on_disk, said, state
from tests.helpers.stories import Story, stories, tell
from tests.soak.random_fights import CORRECTIONS, at_random


class Silent(Report):
    """Says nothing."""

    def show(self, events: list[Event], combat: Combat) -> None:
        """Nothing."""


class Played(Following):
    """A fight that is followed without a command line; as a table of a fight it is answered at random."""

    @property
    def table(self) -> Played:
        return self


def play(steps: int, seed: int) -> list[str]:
    """Play on at random for some steps, put right by hand now and then; give the check sums of what was kept."""
    random = Random(seed)
    sums = []
    terminal = Sitting()
    with Library().opened() as opened:
        follow = Played(terminal, opened, PlayOptions(), boards=False)
        follow.report = Silent(terminal, boards=False)
        game = follow.game
        for _ in range(steps):
            question = game.question()
            if random.random() < 0.1:
                with suppress(IllegalError, UsageError):
                    game.correct(at_random(CORRECTIONS, game.combat, random), "as it is")
            elif question is not None:
                answer_at_random(follow, question, random)  # type: ignore[arg-type]
            elif game.fight.over:
                break
            elif game.fight.turn_of == "player":
                word, *words = any_action(options(game.combat), random)
                game.begin(Move(word, tuple(words)))
            else:
                game.begin(Move(RIVALS if game.fight.turn_of == "rival" else ARENAS))
            sums.append(opened.save.header.hash)
    return sums


@pytest.mark.parametrize(("kind", "card", "seed"), [("bloodshed", "melee", 4), ("sport", "games", 5)])
def test_every_step_of_a_fight_is_taken_back_and_done_again(kind: str, card: str, seed: int) -> None:
    library = on_disk(ready(kind))
    first = hash_of(state())
    said("fight", "start", card, "--auto", "random", "--seed", str(seed))
    play(30, seed)
    save = library.open(NAME)
    states = [hash_of(after) for _, _, after in save.past()]
    assert len(set(states)) > 15
    assert states[-1] == first
    for expected in states[1:]:
        with Library().opened() as opened:  # opened anew each time
            opened.save.undo()
        assert hash_of(state()) == expected
        assert hoplo("fight").code in (0, 2)
    for expected in states[-2::-1]:
        with Library().opened() as opened:
            opened.save.redo()
        assert hash_of(state()) == expected
    assert examine(library, NAME) == []
    assert_replays()


START = "fight start games --sport spar --auto random --seed 3"


@stories(f"""
Undo goes back to the beginning of the turn, and then of the one before
  state -> keep before
  {START} && state -> keep rival
  rival-turn --auto random --seed 1 && state -> fight.turn_of = player | keep yours
  fix krakenlance hp 4 --note miscounted && fix turn 2 --note counted && undo --turn -> twice taken back
  state -> is yours
  undo --turn && state -> is rival
  undo --turn && state -> fight.moves = {{}} | keep planned
  undo --turn -> 2 | --fight
  state -> is planned
  redo && undo --fight && state -> is before
  undo --turn -> 2 | no fight is followed
  undo --fight -> 2 | no fight is followed
  undo --turn --week -> 2
Undo to the turn from the middle of it, and after the end
  {START} && state -> keep rival
  rival-turn --step deployment && undo --turn && state -> is rival
  rival-turn --auto random --seed 1 && state -> keep yours
  turn surrender && state -> fight.turn_of = nobody
  undo --turn && state -> is yours
A table that was made for a fight has nothing before it
  fight start brawl --apart --hero krakenlance --arena atlanteans --auto first -> 2
  undo --fight -> 2 | the fight is stand-alone
  fight log -> planned
A set-up that waits is seen, told, taken back and gone on with
  fight start games -> 2
  fight -> Which sport
  fight log -> The set-up
  fight --json -> fight.question.id = prepare.sport
  rival-turn --auto first -> 3
  # The bag is asked for next, and nobody is there to say.
  answer spar -> 2
  fight --json -> fight.event = spar | fight.question.id = prepare.bag
  fight log -> Spar
  history --last 1 -> Spar
  state -> keep spar
  undo -> Spar
  fight --json -> fight.question.id = prepare.sport
  redo && state -> is spar
  fight start --auto random --seed 2 && state -> fight.turn_of = rival
An attack that waits for its dice is taken back and gone on with
  {START} && rival-turn --auto random --seed 1 && turn deploy krakenlance G2 --anyway
  fix sagittarius F3 rival 2 --note beside && fix krakenlance dazed no && state -> keep before
  turn attack krakenlance sagittarius -> 2
  fight --json -> fight.question.kind = dice
  state -> keep waiting
  turn end -> 3
  history && replays && state -> is waiting
  fix sagittarius hp 5 --note 'in the middle' && answer 1 -> 4 HP left
  fight log -> [in the middle]
  replays && undo && undo && state -> is waiting
  undo && state -> is before
""")
def test_in_a_sport(story: Story, tmp_path: Path) -> None:
    on_disk(ready("sport"))
    story.play(tmp_path)


def test_a_rivals_turn_that_waits_is_taken_back_and_gone_on_with() -> None:
    follow_a_fight()
    tell("""
      state -> fight.under_way = true | keep waiting
      fight --json -> fight.question.id = movement.destination | keep asked
      fight log && check && replays && fight --json -> is asked
      undo && redo && state -> is waiting
      rival-turn --auto first --seed 1 && state -> fight.turn_of = player
      replays
    """)


def test_5000_steps_of_fights_stay_below_5_mb() -> None:
    """Whole fights, played by the steps that a table makes: their logs and what is kept beside them."""
    library = on_disk(ready("bloodshed"))
    for seed in range(6):
        said("fight", "start", "melee", "--auto", "random", "--seed", str(seed))
        play(100, seed)
        with Library().opened() as opened:
            opened.keep(ready("bloodshed"), "next", "the next week")
    save = library.open(NAME)
    assert save.header.n > 200
    beside = sum(path.stat().st_size for path in library.home.rglob("*.json"))
    assert save.header.end / save.header.n * 5000 + beside < 5_000_000
    assert examine(library, NAME) == []


def test_two_terminals_do_not_write_to_one_fight_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    on_disk(ready("sport"))
    done_each(START)
    monkeypatch.setattr("hoplo_companion.table.saves.library.PATIENCE", 0.1)
    before = state()
    with Library().opened():
        for words in (("rival-turn", "--auto", "first"), ("fix", "points", "2"), ("undo", "--turn")):
            hoplo(*words).fails(1, "another terminal")
        assert hoplo("fight").code == 0, "looking is free"
    assert state() == before


KILLED = {
    "fight start": ["fight", "start", "melee", "--auto", "random", "--seed", "5"],
    "rival-turn": ["rival-turn", "--auto", "first", "--seed", "5"],
    "turn": ["turn", "--auto", "first", "--seed", "5"],
}
LONGEST = 0.6
"""Seconds that a command may work before it is killed."""

TIMES = int(os.environ.get("HOPLO_KILLS", "4"))
"""How often each command is killed: `HOPLO_KILLS=200` for a long time."""


@pytest.mark.parametrize("what", KILLED)
def test_a_process_that_is_killed_loses_nothing(what: str) -> None:
    library = on_disk(ready("bloodshed"))
    words = list(KILLED[what])
    if what != "fight start":
        said(*KILLED["fight start"])
    if what == "turn":
        said("rival-turn", "--auto", "first", "--seed", "5")
        moves = hoplo("options", "--json").json
        unit, hexes = next(iter(moves["deploy"].items()))
        words.insert(1, f"deploy {unit} {hexes[0]}; end")
    begun = hash_of(state())
    random = Random(what)
    for _ in range(TIMES):
        save = library.open(NAME)
        while hash_of(save.state) != begun:
            save.undo()
        killed(words, random.random() * LONGEST)
        sound_after(library, what)
        while state()["fight"] is not None and state()["fight"]["under_way"]:
            said(*("answer" if what == "turn" else what).split(), "--auto", "first", "--seed", "9")
        assert examine(library, NAME) == []
        if state()["fight"] is not None and state()["fight"]["moves"]:
            assert_replays()


def killed(words: list[str], after: float) -> None:
    """Run a command in a process of its own, and kill it when it has begun to work for a while."""
    code = "import sys; from hoplo_companion.cli.app import main; print('go', flush=True); main()"
    child = subprocess.Popen(
        [sys.executable, "-c", code, *words],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert child.stdout is not None
    child.stdout.readline()
    time.sleep(after)
    child.send_signal(signal.SIGKILL)
    child.communicate()


def sound_after(library: Library, what: str) -> None:
    """The save opens, its log leads to its state, and what was answered is there."""
    save = library.open(NAME)
    answered = sum(len(step.answers) for _, step in save.steps())
    fight = save.state["fight"]
    kept = sum(len(move.get("answers", [])) for move in fight["moves"].values()) if fight else 0
    assert answered == kept, what
    assert hoplo("fight").code in (0, 2)
    assert all(hash_of(after) == step.hash for _, step, after in save.past())


def test_strays_of_a_killed_write_are_gone_with_the_next_step(tmp_path: Path) -> None:
    library = on_disk(ready("sport"))
    done_each(START)
    stray = library.folder(NAME) / ".state.json.1234"
    stray.write_text("half")
    said("rival-turn", "--auto", "first", "--seed", "5")
    assert not stray.exists()
