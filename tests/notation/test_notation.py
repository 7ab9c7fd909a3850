"""A position in one line: what is typed at a table is understood, and what is written is read back."""

import re
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoplo_companion.components.catalogue import Catalogue, read_toml
from hoplo_companion.errors import InvalidError
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.position.line import SECTIONS, Board, read_board, write_notation
from hoplo_companion.rules.position.line_words import NotationError
from hoplo_companion.rules.position.reading import PositionReader
from hoplo_companion.rules.why.steps import laid_open
from tests.helpers.cli import ROOT
from tests.soak.random_positions import random_position

Raw = dict[str, Any]

CATALOGUE = Catalogue()
READER = PositionReader(CATALOGUE)
SKETCH = "atl koth 3 | r: def@C2 5, rep@B3 3 +adr | p: krak@E3 6 *trident, def@D4 4 | next: archer | tac: stun adr"
DOC = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")


def read(line: str) -> Raw:
    return Board(line, CATALOGUE).read()


def board(line: str) -> Combat:
    return read_board(line, READER)


def wrong(line: str) -> NotationError:
    with pytest.raises(NotationError) as caught:
        board(line)
    return caught.value


@pytest.mark.parametrize("dice", [["red", 3], [3, "red"], [1, 2], ["red", "blue"], []])
def test_dice_are_written_so_that_they_are_read_as_they_were(dice: list[Any]) -> None:
    """Letters stand for colours and numbers for faces, but not where a list has both, or a colour that is none."""
    unit = {"id": "archer", "chip": "archer", "side": "rival", "hex": "C2", "hp": 5, "attack": dice}
    line = write_notation({"schema": "hoplo/position@1", "arena": "atlanteans", "units": [unit]}, CATALOGUE)
    assert read(line)["units"] == [unit]


def test_a_list_of_a_state_is_written_in_words() -> None:
    """Ids stand with strokes between them, and a list with nothing in it is left out."""
    state = {"stayed": ["x", "y"], "struck": [], "moved": ["y"]}
    line = write_notation({"schema": "hoplo/position@1", "arena": "atlanteans", "units": [], "state": state}, CATALOGUE)
    assert line.endswith("| state: moved=y stayed=x/y")


def test_the_line_that_a_player_typed_is_understood() -> None:
    assert read(SKETCH) == {
        "schema": "hoplo/position@1",
        "arena": "atlanteans",
        "event": "king-of-the-hill",
        "turn": 3,
        "units": [
            {"id": "defender", "chip": "defender", "side": "rival", "hex": "C2", "hp": 5},
            {"id": "reptilian", "chip": "reptilian", "side": "rival", "hex": "B3", "hp": 3, "tactics": ["adrenaline"]},
            {"id": "krakenlance", "chip": "krakenlance", "side": "player", "hex": "E3", "hp": 6},
            {"id": "your-defender", "chip": "defender", "side": "player", "hex": "D4", "hp": 4},
        ],
        "chips": {"trident": {"holder": "krakenlance"}},
        "rival": {"lineup": ["archer"], "tactics": ["stun", "adrenaline"]},
        "bench": {"archer": {"chip": "archer"}},
    }
    combat = board(SKETCH)
    assert combat.units["krakenlance"].hero
    assert combat.units["defender"].side == "rival"
    assert combat.held_by("krakenlance") == ["trident"]


def test_it_is_written_in_full_names_and_as_short() -> None:
    assert write_notation(read(SKETCH), CATALOGUE) == (
        "atlanteans koth 3 | r: defender@C2 5, reptilian@B3 3 +adrenaline | p: krakenlance@E3 6 *trident, "
        "defender@D4 4 | next: archer | tac: stun adrenaline"
    )


def test_spaces_case_and_line_breaks_tell_nothing() -> None:
    spaced = "  ATL\tKOTH 3|R:Def @ c2 5 ,rep@B3 3 + Adr\n| p: krak@E3 6 * TRIDENT, def@D4 4|next:archer|tac:stun,adr "
    assert read(spaced) == read(SKETCH)


@pytest.mark.parametrize(("pasted", "meant"), [
    (SKETCH.replace(" ", "\u00a0"), SKETCH),
    ("\ufeff" + SKETCH.replace("|", "\u200b|\u200b") + "\r\n", SKETCH),
    ("atl | r: def#\u201cthe big one\u201d@B2 2/1/\u2013", 'atl | r: def#"the big one"@B2 2/1/-'),
    ("atl | r: def#\u201ethe big one\u201c@B2 skills=\u2014", 'atl | r: def#"the big one"@B2 skills=-'),
    ('atl | r: def#"the big one\u201d@B2', 'atl | r: def#"the big one"@B2'),
])  # fmt: skip
def test_what_chats_and_word_processors_make_of_a_line_is_understood(pasted: str, meant: str) -> None:
    assert read(pasted) == read(meant)


def test_curly_quotes_between_straight_ones_are_letters() -> None:
    position = read('atl | r: def#"the \u201cbig\u201d one"@B2, def#"\u2013"@B3, def#"\u201cx"@B4')
    assert [unit["id"] for unit in position["units"]] == ["the \u201cbig\u201d one", "\u2013", "\u201cx"]
    assert read(write_notation(position, CATALOGUE)) == position


@pytest.mark.parametrize(("line", "ids"), [
    ("atl | r: def@B1, def@B2, def@B3", ["defender", "defender-2", "defender-3"]),
    ("atl | p: def@B1, def@B2 | r: def@B3", ["your-defender", "your-defender-2", "defender"]),
    ("atl | p: def@B1 | a: def@B2", ["your-defender", "arena-defender"]),
    ("atl | p: def@B1, arc@B2", ["defender", "archer"]),
    ("atl | p: def@B1 | next: def", ["your-defender", "defender"]),
    ("atl | r: def#defender-2@B1, def@B2, def@B3", ["defender-2", "defender", "defender-3"]),
    ("atl | r: arc#defender@B1, def@B2", ["defender", "defender-2"]),
    ('atl 1 | r: def#"the big one"@B1, def#7@B2', ["the big one", "7"]),
    ("atl | next: def | bench: def", ["defender", "defender-2"]),
])  # fmt: skip
def test_units_are_named_by_chip_side_and_number(line: str, ids: list[str]) -> None:
    combat = board(line)
    assert [*combat.units, *combat.bench] == ids
    written = write_notation(read(line), CATALOGUE)
    assert written.count("#") == line.count("#"), "only an id that is told has to be written"
    assert read(written) == read(line)


def test_everything_of_a_unit_can_be_told() -> None:
    line = (
        "atl act2 2 engage explain | r: rep@B3!^ 2 +adr +stun 2/-/4 attack=bk skills=taunt/regen-1/long-shot-2 "
        "class=beast/att faction=amazons *trident | p: def 3 elite=no, goblin@F2 1/1/2 attack=0/1/0/0/2 hero *flag"
    )
    rep, camper, goblin = board(line).units.values()
    assert (rep.dazed, rep.tribune, rep.hp, rep.tactics) == (True, True, 2, ("adrenaline", "stun"))
    assert (rep.movement, rep.range, rep.health, rep.attack) == (2, 1, 4, ("blue", "black"))
    assert rep.skills == {"taunt": 0, "regen": 1, "long-shot": 2}
    assert (rep.classes, rep.faction) == (("beast", "attacker"), "amazons")
    assert (camper.hex, camper.hp, camper.elite) == (0, 3, False)
    assert (goblin.chip, goblin.attack, goblin.hero) == ("goblin", ("blue", "red", "red"), True)
    combat = board(line)
    assert (combat.act, combat.turn, combat.step, combat.explain) == (2, 2, "engage", laid_open)
    assert combat.flag is not None
    assert combat.flag.holder == "goblin"


def test_the_other_sections() -> None:
    line = (
        "par | p: def@F2 | next: arc#a -/-/2, arc#b^ | bench: att#c | tac: stun, stun | on: chariot@C3, flag@A1 | "
        "yours: camp=2 hero=no tac=stun/adr points=3 | cards: banes=gigantic | rulings: dest.bold=any-far | "
        'state: side=player moved=defender used="x y/z" | '
        'lasting: "movement +1" units=defender until=end-of-turn | variant: boots=2024 modules=rivals'
    )
    combat = board(line)
    assert combat.lineup == ("a", "b")
    assert (combat.bench["a"].health, combat.bench["b"].tribune, combat.bench["c"].chip) == (2, True, "attacker")
    assert combat.rival_tactics == ("stun", "stun")
    assert combat.chips["chariot"].hex
    assert combat.flag is not None
    assert combat.flag.hex == combat.arena.mat.bit["A1"]
    assert (combat.yours.camp_units, combat.yours.hero, combat.points) == (2, False, 3)
    assert combat.yours.tactics == ("stun", "adrenaline")
    assert [card.id for card in combat.cards] == ["gigantic"]
    assert "dest.bold" in combat.rulings.otherwise
    assert (combat.side, *combat.moved, *combat.used) == ("player", "defender", "x y/z")
    assert [(each.units, each.until) for each in combat.lasting] == [(("defender",), "end-of-turn")]
    assert (combat.variant.boots, combat.variant.modules) == ("2024", ("rivals",))


def test_a_chip_named_flag_is_not_the_flag() -> None:
    position = read('atl | p: krak@E3 *"flag" | on: flag@A1')
    assert position["chips"] == {"flag": {"holder": "krakenlance"}}
    assert position["flag"] == {"hex": "A1"}
    assert read(write_notation(position, CATALOGUE)) == position


ODD_IDS = [
    "d 1", "a|b", "ü", "5", "-", "null", "r:", '"', "x/y,z", "\u2028", "\u2013", "a\u201cb", "\u200bz", "{", "def",
    "your-defender",
]  # fmt: skip
LASTING = {"do": {"do": "stat", "stat": "movement", "by": 2}, "until": "end-of-turn", "source": "Rush | a"}


def enriched(rng: Random) -> Raw:
    """Make a random position that also says what random positions leave out."""
    position = random_position(rng)
    units: list[Raw] = position["units"]
    for unit in units:
        change = rng.choice(["id", "none", "null", "lower", "name", "own", "no", "dice", "shown", "known"])
        shown = {"name": ("chip", unit["chip"].title()), "own": ("chip", rng.choice(["pebble", "def", "Ibis|"])),
                 "no": ("elite", False), "dice": ("attack", ["blue", "red"]), "shown": ("skills", ["taunt", "REGEN 2"]),
                 "null": ("hp", None), "lower": ("hex", f" {unit.get('hex', 'A1').lower()}")}  # fmt: skip
        if change == "id":
            rename(position, unit, rng.choice(ODD_IDS))
        elif change == "known":
            unit |= {"chip": "krakenlance", "tactics": []}
            for key in rng.sample(["faction", "class", "movement", "range", "health", "attack", "skills"], 4):
                del unit[key]
        elif change in shown and not (change == "lower" and "hex" not in unit) and not unit.get("hero"):
            unit |= dict([shown[change]])
    chips = [*position.get("chips", {}).items()]
    rng.shuffle(chips)
    names = rng.choice([{}, {"orb": "tri"}, {"orb": "Golden Orb"}, {"trident": "flag"}, {"orb": "tridnet"}])
    position["chips"] = {names.get(name, name): place for name, place in chips}
    ids = [unit["id"] for unit in units]
    more: dict[str, Any] = {
        "explain": rng.random() < 0.5,
        "flag": position.get("flag"),
        "player": rng.choice([None, {}, {"camp_units": 2, "points": 1}, {"hero": True, "tactics": []}]),
        "cards": rng.choice([{}, {"banes": []}, {"banes": ["gigantic", "bad-moon"], "prowess": ["Follow My Lead"]}]),
        "state": rng.choice([{}, {"side": "player"}, {"struck": ids[:2], "used": ["a b/c", "null"], "moved": []},
                             {"lasting": [LASTING | {"units": ids[:1], "fresh": True}]}]),
        "rulings": {**position["rulings"], **rng.choice([{}, {"heave.alone": "never"}])},
    }  # fmt: skip
    position |= {key: value for key, value in more.items() if rng.random() < 0.7}
    for at, id_ in enumerate(rng.sample(["archer", "defender", "b x"], rng.choice([0, 1, 2]))):
        position["bench"][id_] = {"chip": "archer", "tribune": at == 0 and not any(u.get("tribune") for u in units)}
    return position


def rename(position: Raw, unit: Raw, id_: str) -> None:
    """Give a unit another id, wherever the position names it."""
    if any(each["id"] == id_ for each in position["units"]) or not id_.isprintable():
        return
    old = unit["id"]
    places = [*position.get("chips", {}).values(), *([position["flag"]] if "flag" in position else [])]
    for place in places:
        if place.get("holder") == old:
            place["holder"] = id_
    for ids in position.get("state", {}).values():
        ids[:] = [id_ if each == old else each for each in ids]
    unit["id"] = id_


def said(combat: Combat) -> Raw:
    """What a combat is, whatever has its default being left out of it or not."""
    written = write_position(combat)
    arena = written["arena"]
    written["arena"] = {key: each for key, each in arena.items() if each} if isinstance(arena, dict) else arena
    return written


def check_round_trip(position: Raw) -> None:
    if isinstance(position["arena"], dict):  # a line has one list for each of those whose it is
        position["arena"]["priorities"] = [*{each["for"]: each for each in position["arena"]["priorities"]}.values()]
    combat = READER.read_plain(position)
    line = write_notation(position, CATALOGUE)
    assert line.isprintable()
    again = read_board(line, READER)
    assert said(again) == said(combat), line
    assert list(again.units) == list(combat.units)
    assert write_notation(read(line), CATALOGUE) == line
    assert write_notation(write_position(combat), CATALOGUE) == write_notation(write_position(again), CATALOGUE)


@pytest.mark.parametrize("part", range(4))
def test_random_positions_are_read_back(part: int) -> None:
    random = Random(part)
    for _ in range(40):
        check_round_trip(random_position(random))


def test_the_example_that_comes_with_hoplo_is_a_short_line() -> None:
    position = read_toml(ROOT / "rules_data" / "examples" / "rulebook-p22.toml")
    check_round_trip(position)
    assert write_notation(position, CATALOGUE) == (
        "atlanteans koth 3 deployment | r: defender@E1^ 5, reptilian@E2 3 | "
        "p: krakenlance@F3 6 *trident -/-/6, defender@G2 5 | next: archer -/-/2 | tac: stun adrenaline"
    )


@given(st.integers(0, 2**32))
def test_positions_that_say_everything_are_read_back(seed: int) -> None:
    check_round_trip(enriched(Random(seed)))


def test_the_order_of_units_of_both_sides_is_kept() -> None:
    line = "atlanteans 1 | p: krakenlance@E3 | r: reptilian@B2 | p: defender#mine@E1 | r: defender@B3"
    assert write_notation(read(line), CATALOGUE) == line


@pytest.mark.parametrize("more", [
    {"chips": {"orb": {"holder": "ghost"}}},
    {"flag": {"hex": "A1", "holder": "reptilian"}},
    {"rival": {"lineup": ["y", "y"]}},
    {"units": [{"id": "x", "chip": "archer", "side": "rival", "attack": ["red", "x"]}]},
])  # fmt: skip
def test_what_no_line_says_is_written_in_none(more: Raw) -> None:
    """A line that would be read back as something different is worse than none."""
    with pytest.raises(InvalidError, match="cannot be typed in one line"):
        write_notation(read("atl | r: rep@B2") | more, CATALOGUE)


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", DOC, re.DOTALL)


LINES = [line for block in blocks("position") for line in block.splitlines()]


@pytest.mark.parametrize("line", LINES)
def test_every_line_on_the_page_is_a_position(line: str) -> None:
    assert read(write_notation(read(line), CATALOGUE)) == read(line)
    board(line)


ROWS = re.findall(r"^\| (.+?) \| .+? \| `(.+?)` \|$", DOC, re.MULTILINE)


@pytest.mark.parametrize(("marks", "shown"), ROWS)
def test_every_row_of_the_tables_shows_what_it_says(marks: str, shown: str) -> None:
    line = f"atl | {shown}" if re.match(r"[a-z]+:", shown) else f"atl | r: {shown}"
    extra = " | on: trident@C3" if "*" not in shown and "trident" not in shown else ""
    board(line + extra)
    for mark in re.findall(r"`([a-z]+[:=]|[@+*!^#])", marks):
        assert mark in shown or f"{mark[:-1]}:" in "r: p:", "the example shows another mark"


def test_the_page_shows_every_section() -> None:
    shown = " ".join(marks for marks, _ in ROWS)
    assert len(LINES) >= 4
    assert all(f"`{each[0]}:`" in shown or f"`{each}:`" in shown or f"`{each[:3]}:`" in shown for each in SECTIONS)


def test_the_chip_of_your_own_on_the_page_is_one() -> None:
    (shown,) = re.findall(r"`(goblin[^`]*)`", DOC)
    assert board(f"atl | r: {shown}").units["goblin"].attack == ("blue", "black")


def test_the_error_on_the_page_is_the_error() -> None:
    (shown,) = blocks("wrong")
    line, message = shown.rstrip("\n").split("\n", 1)
    assert str(wrong(line)) == message


@pytest.mark.parametrize(("stats", "shown"), [(["movement"], '"pebble"'), (["movement", "range", "attack"], "pebble")])
def test_an_unknown_chip_is_written_bare_only_where_it_is_read_so(stats: list[str], shown: str) -> None:
    """A chip that no record has needs all its stats to be read by a bare name; else it stands in quotes."""
    unit = {"id": "pebble", "chip": "pebble", "side": "rival", "hex": "C2", **dict.fromkeys(stats, 1)}
    unit |= {"attack": ["blue"]} if "attack" in stats else {}
    line = write_notation({"schema": "hoplo/position@1", "arena": "atlanteans", "units": [unit]}, CATALOGUE)
    assert f"r: {shown}@C2" in line
