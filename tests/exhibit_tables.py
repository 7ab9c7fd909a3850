"""Games of the other tables, for the museum: `python -m tests.exhibit_tables NUMBER` packs one of each.

Each has something taken back, so that it can be done again. What was packed once is never touched; a shape that gains a
field with a default needs no new exhibit, any other change does.
"""

import os
import sys
import tempfile
from pathlib import Path

from hoplo_companion.table.saves.export import pack
from hoplo_companion.table.saves.library import Library
from tests.exhibit import MUSEUM
from tests.helpers.cli import done

HOUSES = (
    "add Pete|Crixus: gladiator 3/1/2, worth 5", "add Pete|Trident: weapon attack range 2, worth 3",
    "add Sally|Ashur: gladiator 1/1/1, worth 2", "add Sally|Naevia: slave", "set Pete coins 9", "set Sally coins 9",
    "set Pete Crixus favour 2", "refresh", "scheme Pete|Rumors|4|Sally|support|Sally", "guard Sally 2 hand",
    "succeed Pete coins +2", "end-turn", "end-turn",
    "trade Sally Naevia Pete 1", "close-market", "reveal|Alard: gladiator 3/4/3, worth 5", "bid Pete=2 Sally=2",
    "bid Pete=1", "reveal A: slave", "bid", "bid Pete=1", "invite Pete Crixus with Trident", "invite Sally Ashur",
    "wager Sally 3 injury", "wager Pete 1 Crixus",
)  # fmt: skip
FOUGHT = ("6 6 / 1", "first", "move 1", "attack")
ANNA = (
    "Athena: god, cost 6, cards 4, aow 3, stats 7/8/1/2, vitality 9, guard",
    "Hydra: monster, cost 5, cards 3, aow 2, stats 6/6/1/2, vitality 7, gem collector",
    "Achilles: hero, cost 4, cards 3, aow 2, stats 6/7/0/2, vitality 5, mobility",
    "Hoplites: troop, cost 3, cards 3, aow 1, stats 4/6/0/1, vitality 3, phalanx",
)
BEN = (
    "Ares: god, cost 6, cards 4, aow 3, stats 8/7/0/2, vitality 9",
    "Pegasus: monster, cost 5, cards 3, aow 2, stats 5/6/0/3, vitality 5, flying",
    "Leonidas: hero, cost 4, cards 3, aow 2, stats 6/7/0/2, vitality 5, leader",
    "Spartans: troop, cost 3, cards 3, aow 1, stats 4/6/0/1, vitality 3, block",
)
PLAYED = (
    "place hoplites 1; place spartans 2", "draw; activate athena; deploy 3", "activate hydra; deploy 3; end",
    "draw; activate ares; deploy 3; end", "draw; activate athena; attack ares; wounds ares 2 7/7/0/2",
)  # fmt: skip


def make(home: Path) -> None:
    """Play one game of each in an empty folder; AssertionError where a command does not work."""
    os.environ["HOPLO_HOME"] = str(home)
    done("spartacus", "new", "Pete", "Sally", "--type", "quick", "--name", "capua", "--reading", "sp.both-down=deeper")
    for line in HOUSES:
        head, *rest = line.split("|")
        done("spartacus", *(head.split() + rest if rest else line.split()))
    done("spartacus", "play", "; ".join(["fight", *(f"answer '{text}'" for text in FOUGHT)]))
    done("spartacus", "undo")
    (home / "anna.txt").write_text("\n".join(ANNA))
    (home / "ben.txt").write_text("\n".join(BEN))
    done("pantheon", "new", "--player", f"Anna={home / 'anna.txt'}", "--player", f"Ben={home / 'ben.txt'}")
    for line in PLAYED:
        done("pantheon", "play", line)
    done("pantheon", "undo")


def main(number: int) -> None:
    """Pack the exhibits of a number, which must not be there yet."""
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder))
        for table, name in (("spartacus", "capua"), ("pantheon", "game")):
            file = MUSEUM / "tables" / f"{table}-{number}.hoplo"
            assert not file.exists(), f"{file} is never touched"
            file.parent.mkdir(exist_ok=True)
            pack(Library(Path(folder) / table), name, file)


if __name__ == "__main__":
    main(int(sys.argv[1]))
