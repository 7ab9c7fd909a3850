"""A whole home with everything in it, for the museum: `python -m tests.exhibit` makes the one of the present format.

It is in the middle of a fight with chips and a flag: a move is under way and a question open. There are a map, banes,
prowess, a chosen reading, notes, corrections, something to redo, own data, settings, a conversation,
a second campaign and one in the trash. All of it is made by commands, so that the next format's is made by them too.
"""

import os
import shutil
import tempfile
from pathlib import Path

from hoplo_companion.table.saves.format import FORMAT
from hoplo_companion.table.saves.library import Conversation
from tests.helpers.cli import done, hoplo
from tests.helpers.fights import ready
from tests.helpers.fights_on_disk import on_disk

MUSEUM = Path(__file__).parent / "museum"
LINE = "atl koth 3 movement | r: rep@B3 3 | p: krak@E3 6"

TRACKED: tuple[tuple[str, ...], ...] = (
    ("map", "add", "Reef", "--kind", "harbor", "--region", "atlanteans", "--path", "Pit"),
    ("stack", "see", "kunlun", "monk"),
    ("event", "deck", "sport", "Brawl, Games"),
    ("bane", "draw", "Gigantic:camp"),
    ("camp", "prowess", "Endurance", "1"),
    ("camp", "prowess", "Deep Bag", "--tactic-capacity", "1"),
    ("camp", "opportunity", "Caravan"),
    ("pad", "influence", "2"),
    ("pad", "damage", "1"),
    ("note", "the table wobbles"),
    ("fix", "pad.hp", "6", "--why", "miscounted"),
    ("rulings", "distance.words", "--choose", "hexes"),
    ("data", "add", "skill", "Thorns: suffers damage: damage 1 to attacker if attacker in range"),
    ("config", "board", "words"),
)

FOUGHT: tuple[tuple[str, ...], ...] = (
    ("fight", "start", "games", "--sport", "capture-the-flag", "--auto", "first", "--seed", "3"),
    ("rival-turn", "--auto", "first", "--seed", "3"),
    ("turn", "deploy", "krakenlance", "G2"),
    ("advise", "--seconds", "0.5"),
    ("turn", "deploy", "archer", "F3", "--anyway"),
    ("fix", "krakenlance", "dazed", "no", "--note", "it may act"),
    ("fix", "krakenlance", "C2", "--note", "beside the trident"),
    ("fix", "trident", "C2", "--note", "it was moved"),
    ("fix", "murmillo", "B2", "--note", "as it stands"),
    ("fix", "krakenlance", "hp", "4", "--note", "undone again"),
    ("undo",),
)

BOOTS: tuple[tuple[str, ...], ...] = (
    ("new", "--mercurys-boots", "--hero", "virago", "--difficulty", "valiant", "--scion", "set", "--name", "boots",
     "--opportunity", "Shrine", "--opportunity", "Caravan", "--opportunity", "Reckless", "--spend", "navigation",
     "--spend", "unit:kunlun:monk", "--first-unit", "kunlun=jade-guard", "--module", "strange-sands",
     "--module", "rivals"),
    ("map", "add", "Grove", "--kind", "bloodshed", "--region", "amazons", "--path", "Amazons capital"),
    ("map", "add", "Jade", "--kind", "capital", "--region", "kunlun", "--path", "Grove"),
    ("travel", "Jade", "--via", "Grove"),
    ("event", "accept"),
    ("cleanup", "--won", "--row", "health", "--row", "opportunity:Shrine", "--row", "heal", "--row", "other:a look"),
    ("map", "edit", "Jade", "--path", "Cove"),
    ("travel", "Cove", "--kind", "bloodshed"),
    ("event", "accept"),
    ("cleanup", "--won", "--upgrade", "opportunity-capacity"),
)  # fmt: skip
"""A campaign with Mercury's Boots and two modules in its middle: a primus defeated, a side B up, a way travelled."""

ASKED = ("turn", "attack", "krakenlance", "murmillo")
"""What waits for its dice in the end, corrected while it waits."""


def make(home: Path) -> None:
    """Make such a home in an empty folder; AssertionError where a command does not work."""
    os.environ["HOPLO_HOME"] = str(home)
    on_disk(ready("sport"))
    for words in (*TRACKED, ("save", "copy", "it", "other"), ("save", "copy", "it", "gone"), *FOUGHT):
        done(*words)
    for words in (*BOOTS, ("save", "switch", "it")):
        done(*words)
    done("config", "confirm", "no")
    done("save", "delete", "gone")
    for words in (("switch", "other"), ("switch", "it")):
        done("save", *words)
        done("fix", "pad.blessings", "1", "--why", "spent")
        done("undo")
    assert hoplo(*ASKED).code == 2, "the attack waits for its dice"
    done("fix", "murmillo", "hp", "3", "--note", "while it waits")
    Conversation("it", ("travel",)).keep(("Which way?", "Reef"))
    shutil.rmtree(home / "locks", ignore_errors=True)


def make_small(home: Path, file: Path) -> None:
    """Export a small campaign with something to redo, and a bane in the bag."""
    os.environ["HOPLO_HOME"] = str(home)
    for line in ("new --first-game --name old", "pad damage 2", "pad influence 4 --bane Gigantic:bag",
                 "camp recruit tactician", "undo"):  # fmt: skip
        done(*line.split())
    done("save", "export", "old", str(file))


def main() -> None:
    shutil.rmtree(MUSEUM / f"home-{FORMAT}", ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder))
        shutil.copytree(folder, MUSEUM / f"home-{FORMAT}")
    with tempfile.TemporaryDirectory() as folder:
        make_small(Path(folder), MUSEUM / f"format-{FORMAT}.hoplo")


if __name__ == "__main__":
    main()
