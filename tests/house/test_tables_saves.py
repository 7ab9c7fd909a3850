"""The saves of the other tables: old ones open, the doctor looks at them, games stand side by side."""

from pathlib import Path

import pytest

from hoplo_companion.pantheon.game import Game as PantheonGame
from hoplo_companion.spartacus.game import Game as SpartacusGame
from hoplo_companion.table.saves.doctor import examine
from hoplo_companion.table.saves.export import read_export, unpack
from hoplo_companion.table.saves.open_campaign import Games
from tests.exhibit import MUSEUM
from tests.helpers.cli import done, hoplo

EXHIBITS = sorted((MUSEUM / "tables").glob("*.hoplo"))
SHAPES = {"spartacus": SpartacusGame, "pantheon": PantheonGame}


def test_both_tables_have_an_exhibit() -> None:
    assert {path.stem.rpartition("-")[0] for path in EXHIBITS} == set(SHAPES)


@pytest.mark.parametrize("path", EXHIBITS, ids=lambda path: path.stem)
def test_an_old_game_opens_with_its_past_and_is_played_on(path: Path) -> None:
    table = path.stem.rpartition("-")[0]
    games: Games[object] = Games(table, SHAPES[table])
    name = unpack(games, path, None, read_export(path))
    assert examine(games, name) == []
    assert hoplo(table, "redo").code == 0
    before = done(table, "--json" if table == "spartacus" else "show", *([] if table == "spartacus" else ["--json"]))
    if table == "spartacus":
        game = before.json["game"]
        assert (game["stage"], game["answers"], game["entries"][0]["gear"]) == (
            "combat", ["6 6 / 1", "first", "move 1", "attack"], ["Trident"]
        )  # fmt: skip
        assert hoplo("spartacus", "rulings", "sp.both-down", "--json").json["rulings"][0]["reading"] == "deeper"
        assert hoplo("spartacus", "answer", "6 6 6 / 1").code == 0
        assert hoplo("spartacus", "--json").json["game"]["houses"][0]["cards"][0]["champion"]
    else:
        assert before.json["units"]["ares"]["hp"] == 7
        assert hoplo("pantheon", "play", "retaliate; wounds athena 1; done; end").code == 0
        assert hoplo("pantheon", "show", "--json").json["units"]["athena"]["hp"] == 8
    assert examine(games, name) == []


def test_what_a_newer_hoplo_wrote_is_refused() -> None:
    hoplo("spartacus", "new", "Pete", "Sally")
    games = Games("spartacus", SpartacusGame)
    with games.opened() as opened:
        opened.save.commit({**opened.save.state, "elephants": 1}, "later", "later")
    hoplo("spartacus").fails(4, "elephants")
