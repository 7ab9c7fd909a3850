"""Prowess cards that are sacrificed are out of the game, and Special ones are told from the hero's own (p.17, 37)."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from hoplo_companion.table.saves.format import encode_header, encode_step, hash_of
from hoplo_companion.table.saves.open_campaign import campaign_of
from tests.helpers.cli import done, done_each, hoplo
from tests.helpers.fights_on_disk import current
from tests.helpers.stories import Story, stories

LEVELS = ("Endurance 1", "Endurance 2")


@pytest.fixture
def begun() -> None:
    """Begin a campaign whose hero has two levels of a card."""
    done("new", "--first-game")
    for card in LEVELS:
        done("camp", "prowess", card)


def gone() -> list[str]:
    """List what is out of the game, as programs read it."""
    listed: list[str] = done("camp", "--json").json["out_of_game"]
    return listed


@pytest.mark.rule("camp.prowess-gone")
def test_in_an_older_save_the_sacrificed_cards_are_found_in_its_past(begun: None) -> None:
    done_each("camp prowess Endurance --sacrifice", "fix camp.prowess [] --why 'never had any'", "pad damage 1")
    _made_old()
    assert "out_of_game" not in current().state
    assert gone() == ["Endurance 2"], "what was put right by hand is no sacrifice"
    assert hoplo("camp", "prowess", "Endurance 2").code == 3
    done("fix", "pad.hp", "3", "--why", "counted")
    assert [card["name"] for card in current().state["out_of_game"]] == ["Endurance"], (
        "from the next step on it is kept"
    )
    done("undo")
    assert gone() == ["Endurance 2"]


def _made_old() -> None:
    """Write a save as it was before anything told what is out of the game."""
    save = current()
    steps = [step for _, step in save.steps()]
    states = {place: state for place, _, state in save.past()}
    data, places = b"", {-1: -1}
    for step, (place, state) in zip(reversed(steps), sorted(states.items()), strict=True):
        old = {key: value for key, value in state.items() if key != "out_of_game"}
        changes = [change for change in step.changes if change.path[0] != "out_of_game"]
        line = msgspec.structs.replace(step, prev=places[step.prev], hash=hash_of(old), changes=changes)
        places[place] = len(data)
        data += encode_step(line)
    state = {key: value for key, value in save.state.items() if key != "out_of_game"}
    header = msgspec.structs.replace(
        save.header, state=state, hash=hash_of(state), head=places[save.header.head], end=len(data)
    )
    save.log.write_bytes(data)
    (save.folder / "state.json").write_bytes(encode_header(header))


def test_of_a_past_that_cannot_be_read_nothing_is_known(begun: None) -> None:
    done("camp", "prowess", "Endurance", "--sacrifice")
    _made_old()
    save = current()
    data = save.log.read_bytes()
    save.log.write_bytes(b"x" * len(data))
    assert campaign_of(current()).out_of_game == ()


@stories("""
camp.prowess-gone, camp.prowess-sacrifice: A sacrificed card is out of the game for good
  camp prowess Endurance --sacrifice && camp --json -> out_of_game = ["Endurance 2"]
  camp prowess 'Endurance 2' -> 3 | ruling prowess.gone | out of the game
  camp -> out of the game: Endurance 2
  stow --json -> steps.*.name has Out of the game
  stow --back --json -> steps.*.name has Out of the game
  odyssey -> Prowess sacrificed
  undo && camp --json -> out_of_game = []
  redo && camp --json -> out_of_game = ["Endurance 2"]
  history -> Endurance 2 is sacrificed
  camp prowess 'Endurance 4' -> 3
  camp prowess 'Endurance 3'
camp.prowess-special, reward.primus: A Special card is no Hero Prowess; one that was gained before is known too
  camp prowess Aegis --special -> The Special Prowess Aegis is gained.
  data add prowess 'Mercy: special, health +1'
  data add opportunity 'Reckless: in bloodshed, adds bag, met win, reward special-prowess Zeal'
    -> 2 | kind hero-prowess becomes special-prowess
  data add opportunity 'Reckless: in bloodshed, adds bag, met win, reward special-prowess Zeal' --yes
  camp prowess Mercy && camp prowess Zeal && camp --json -> special_prowess = ["Aegis", "Mercy", "Zeal"]
  camp -> Aegis (Special), Mercy (Special), Zeal (Special)
  camp prowess 'Endurance 1' --special && camp --json -> special_prowess has Endurance 1
camp.prowess-special, reward.primus: A primus is rewarded with a card of the hero's own
  travel Atlantis --kind capital --region new-argonauts && data add prowess 'Jade Wind: bingqing, range +1'
  data add prowess 'Aegis: special, health +1' && cleanup --won --prowess Aegis -> 3 | is a Special Prowess card
  cleanup --won --prowess 'Jade Wind' -> 3 | is a Prowess card of Bingqing
""")
def test_prowess_by_commands(story: Story, tmp_path: Path, begun: None) -> None:
    story.play(tmp_path)
