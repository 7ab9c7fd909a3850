"""A fight that hoplo follows, on disk, played by commands: for whoever looks at it from outside."""

from __future__ import annotations

from pathlib import Path

from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.table.play.history import story_of_fight
from hoplo_companion.table.play.replay import Replayed, replayed
from hoplo_companion.table.saves.library import Library
from hoplo_companion.table.saves.open_campaign import from_state
from hoplo_companion.table.saves.save import Save
from tests.helpers.cli import done, hoplo

TOLD = (
    ("unit", "Attacker: 2/1/4, blue blue"),
    ("unit", "Archer: -/-/3, yellow blue"),
    ("unit", "Defender: 1/1/5, black"),
    ("unit", "Tactician: 1/2/3, green, Tactical"),
    ("tactic", "Stun: temporary until end of its next turn, cannot move, cannot attack"),
)
CARD = "Brawl: bloodshed, lineup bag bag+t local, yours hero camp*2"
APART = ("--hero", "krakenlance", "--arena", "atlanteans", "--camp", "attacker,archer", "--tactics", "stun")


def played_again() -> Replayed:
    """Play the fight that is followed once more from its set-up, with the answers that were kept."""
    save = current()
    fight = from_state(save.state).fight
    assert fight is not None
    return replayed(from_state(story_of_fight(save).start), fight, catalogue())


def follow_a_fight() -> None:
    """Play a fight into the rival's second turn, which asks on which of two hexes its defender ends."""
    for kind, line in TOLD:
        done("data", "add", kind, line)
    assert hoplo("fight", "start", CARD, "--apart", *APART).code == 2, "the bag is asked for"
    for answer in ("defender", "tactician", "reptilian"):
        assert hoplo("answer", answer).code == 2
    for line in ("answer D3", "rival-turn", "turn deploy krak G1", "turn end"):
        done(*line.split())
    assert "movement.destination of defender is open" in hoplo("rival-turn").err


def current() -> Save:
    """Open the save that is played."""
    library = Library()
    return library.open(library.current())


def files_below(folder: Path) -> dict[str, bytes]:
    """Read every file below a folder but locks."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "locks" not in path.parts
    }
