"""The board as a vector drawing, and as sentences."""

from __future__ import annotations

import itertools
import json
import math
import random
import subprocess
import sys
from xml.etree import ElementTree

import pytest

from hoplo_companion.render.board.svg import HALF, HEX, RADIUS, board_svg
from hoplo_companion.render.board.svg_panel import unit_name
from hoplo_companion.render.board.svg_parts import GONE, breadth, cut, folded
from hoplo_companion.render.board.words import board_sentences, hp_words
from hoplo_companion.rules.model import Combat
from tests.drawn import LONG_IDS, READER, STATS, Raw, crowd, example, mat, read
from tests.random_positions import random_position

SVG = "{http://www.w3.org/2000/svg}"
Element = ElementTree.Element


def drawn(combat: Combat, moved: dict[str, int] | None = None) -> Element:
    return ElementTree.fromstring(board_svg(combat, moved))


def texts(parent: Element) -> list[str]:
    return [text.text or "" for text in parent.iter(f"{SVG}text")]


def group(root: Element, id_: str) -> Element:
    found = root.find(f"{SVG}g[@id='{id_}']")
    assert found is not None
    return found


def chips(root: Element) -> dict[str, Element]:
    return {g.attrib["data-unit"]: g for g in root.iter(f"{SVG}g") if g.get("class") == "unit"}


def words(parent: Element) -> str:
    return " ".join(texts(parent))


def test_drawing_holds_every_hex_and_every_unit_in_full() -> None:
    for combat in (example(), crowd()):
        root = drawn(combat)
        names = {g.attrib["data-hex"] for g in root.iter(f"{SVG}g") if g.get("class") == "hex"}
        assert names == set(combat.arena.mat.bit)
        assert names <= set(texts(group(root, "mat")))
        found = chips(root)
        assert set(found) == {unit.id for unit in combat.in_arena()}
        for unit in combat.in_arena():
            assert unit_name(combat, unit) in words(found[unit.id])
            assert hp_words(unit) in texts(found[unit.id])
            assert unit_name(combat, unit) in words(group(root, "legend"))


def test_sides_are_told_by_shape_and_letter() -> None:
    combat = crowd()
    for id_, found in chips(drawn(combat)).items():
        unit = combat.units[id_]
        shape, letter = {"rival": ("polygon", "R"), "player": ("circle", "Y"), "arena": ("rect", "A")}[unit.side]
        # After the chip's own title comes its rim.
        assert found[1].tag == SVG + shape
        assert texts(found)[0].split()[0] == letter


def test_states_and_chips_are_told_in_words() -> None:
    found = chips(drawn(crowd()))
    first = words(found[LONG_IDS[0][0]])
    assert all(word in first for word in ("dazed", "tribune", "orb of wonders"))
    assert "Adrenaline" in words(found[LONG_IDS[2][0]])
    hero = words(found[LONG_IDS[4][0]])
    assert "Y hero" in hero
    assert "flag" in hero
    assert "trident" in words(group(drawn(crowd()), "loose"))


def test_marks_of_the_mat() -> None:
    shape = mat(
        [3, 4, 3], key_hexes=["B2"], blocked=["B3"], missing=["A2"], rival_deployment=["A3", "A1"],
        player_deployment=["C1"], elevation={"B2": 2},
    )  # fmt: skip
    root = drawn(read(arena=shape))
    hexes = {g.attrib["data-hex"]: g for g in root.iter(f"{SVG}g") if g.get("class") == "hex"}
    assert "A2" not in hexes
    assert texts(hexes["B3"]) == ["BLOCKED", "B3"]
    assert any(part.get("fill") == "url(#blocked)" for part in hexes["B3"])
    assert (texts(hexes["A3"]), texts(hexes["A1"])) == (["A3", "1"], ["A1", "2"])
    assert texts(hexes["C1"]) == ["C1", "P"]
    assert texts(hexes["B2"]) == ["B2", "2"]
    assert any(part.get("stroke-dasharray") for part in hexes["B2"])
    legend = words(group(root, "legend"))
    for sign in ("key hex", "blocked", "rival deployment hex", "your deployment hex", "elevation"):
        assert sign in legend
    assert "last move" not in legend


def test_moves_are_arrows_between_hexes() -> None:
    combat = example()
    bit = combat.arena.mat.bit
    root = drawn(combat, {"reptilian": bit["E1"], "defender": bit["D2"], "gone": bit["C3"], "krakenlance": bit["F3"]})
    moves = group(root, "moves")
    # Two moves led on, one unit is gone, and one came back to where it was.
    assert len(moves.findall(f"{SVG}path")) == 2 * 2
    assert len(moves.findall(f"{SVG}polygon")) == 2
    assert sorted(texts(moves)) == ["Defender", "gone"]
    assert "a unit's last move" in texts(group(root, "legend"))


@pytest.mark.parametrize("columns", [[3, 4, 5, 6, 5, 4, 3], [1], [14, 15, 16], [1, 2, 1, 2, 1, 2, 1, 2, 1, 2]])
def test_drawing_fills_a_sheet_of_a4(columns: list[int]) -> None:
    root = drawn(read(arena=mat(columns)))
    wide, high = (float(root.attrib[side].removesuffix("mm")) for side in ("width", "height"))
    _, _, across, down = map(float, root.attrib["viewBox"].split())
    assert wide / high == pytest.approx(across / down, rel=0.001)
    assert (wide <= 277 and high <= 190) or (wide <= 190 and high <= 277)
    assert any(abs(side - full) < 0.1 for side in (wide, high) for full in (190, 277)), "it could be larger"


def test_the_board_in_one_line_stands_at_the_foot_and_ends_on_the_page() -> None:
    line = "atl koth 3 | " + ", ".join(f"def#unit-{at}@C2 5" for at in range(40))
    root = ElementTree.fromstring(board_svg(example(), line=line))
    _, _, across, down = map(float, root.attrib["viewBox"].split())
    written = list(root.iter(f"{SVG}text"))
    feet = [text for text in written if "monospace" in text.attrib["font-family"]]
    assert " ".join(str(text.text) for text in feet) == line
    for text in feet:
        assert float(text.attrib["x"]) + len(str(text.text)) * 0.61 * float(text.attrib["font-size"]) < across
        assert float(text.attrib["y"]) < down - 20
    others = [float(text.attrib["y"]) for text in written if text not in feet]
    assert max(others) < min(float(text.attrib["y"]) for text in feet)


def test_a_hole_in_the_mat_is_no_hex_without_a_name() -> None:
    svg = board_svg(read(arena=mat([3, 4, 3], missing=["B2"])))
    assert svg.count(GONE) == 2, "the hole, and the sign that explains it"
    assert "no hex of this arena" in svg
    assert GONE not in board_svg(read(arena=mat([3, 4, 3])))


def test_an_arrow_hides_no_hexs_name() -> None:
    unit: Raw = {"id": "rep", "side": "rival", "hex": "D5", **STATS}
    combat = read(units=[unit])
    for start in combat.arena.mat.bit.values():
        if start == combat.units["rep"].hex:
            continue
        root = drawn(combat, {"rep": start})
        moves = group(root, "moves")
        again = [text for text in texts(moves) if text != "Pebble"]
        assert again[::2] == again[1::2], "paper, and the name on it"
        head = moves.find(f"{SVG}polygon")
        assert head is not None
        tip = tuple(map(float, head.attrib["points"].split()[0].split(",")))
        for name in root.iter(f"{SVG}text"):
            if name.text in combat.arena.mat.bit:
                at = float(name.attrib["x"]), float(name.attrib["y"])
                assert math.dist(at, tip) > 12 or name.text in again, (name.text, start)
                assert name.text != "D5" or math.dist(at, tip) > 12, start


def test_title_tells_the_combat() -> None:
    root = drawn(read(units=[], act=2, turn=4, player={"points": 3}, event="bloodshed"))
    assert [text.text for text in root.findall(f"{SVG}text")] == ["Atlanteans", "Bloodshed · act II, turn 4 · 3 points"]


NASTY = ['<&">', "]]>", "<script>alert(1)</script>", "&amp;", "\u9f8d\u864e", "a" * 128, "1"]


@pytest.mark.parametrize("id_", NASTY)
def test_texts_are_escaped(id_: str) -> None:
    # Two units of one chip go by their ids.
    units: list[Raw] = [
        {"id": each, "side": "rival", "hex": hex_, **STATS} for each, hex_ in ((id_, "B2"), ("x", "B1"))
    ]
    combat = read(units=units)
    bit = combat.arena.mat.bit
    root = drawn(combat, {id_: bit["B3"], "<&gone\x07": bit["C1"]})
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg", "title", "desc", "defs", "pattern", "g", "path", "rect", "circle", "polygon", "line", "text",
    }  # fmt: skip
    assert id_ in (chips(root)[id_].findtext(f"{SVG}title") or "")


def test_drawing_needs_nothing_but_itself() -> None:
    text = board_svg(crowd())
    assert text.startswith("<svg ")
    assert "viewBox" in text
    for foreign in ("href", "<script", "<style", "@import", "<image"):
        assert foreign not in text
    assert text.count("http") == 1  # The name space.


def inside_chip(text: Element, centre: tuple[float, float]) -> bool:
    """Tell whether a text, as wide as it is estimated, stays within the round of its chip."""
    size, bold = float(text.attrib["font-size"]), text.get("font-weight") == "bold"
    half = breadth(text.text or "", size, bold) / 2
    base = float(text.attrib["y"]) - centre[1]
    farthest = max(abs(base), abs(base - 0.72 * size))
    return math.hypot(half, farthest) <= RADIUS


def check_chips(combat: Combat) -> None:
    root = drawn(combat)
    hexes = {g.attrib["data-hex"]: g for g in root.iter(f"{SVG}g") if g.get("class") == "hex"}
    for id_, found in chips(root).items():
        outline = hexes[combat.arena.mat.name(combat.units[id_].hex)][0]
        corners = [tuple(map(float, corner.split(","))) for corner in outline.attrib["points"].split()]
        x, y = (sum(corner[at] for corner in corners) / 6 for at in (0, 1))
        own = [text for text in found.iter(f"{SVG}text") if float(text.attrib["y"]) < y + RADIUS - 4]
        assert len(own) >= 3
        for text in own:
            assert float(text.attrib["x"]) == pytest.approx(x, abs=0.01)
            assert inside_chip(text, (x, y - 4)), (id_, text.text)
        bottoms = [(float(text.attrib["y"]) - 0.72 * float(text.attrib["font-size"]), text) for text in own]
        for (_, one), (top, _) in itertools.pairwise(bottoms):
            assert float(one.attrib["y"]) <= top + 1, (id_, one.text)
        for plate in found.iter(f"{SVG}rect"):
            if float(plate.attrib["y"]) > y + RADIUS - 6:
                left, top, wide, high = (float(plate.attrib[key]) for key in ("x", "y", "width", "height"))
                # The lower corners: where the hex is narrowest.
                down, aside = top + high - y, max(x - left, left + wide - x)
                assert down < HALF
                assert aside <= HEX - down / math.sqrt(3) + 1, (id_, down, aside)


def test_no_text_leaves_its_chip() -> None:
    check_chips(example())
    check_chips(crowd())
    for id_ in ["krakenlance", "W" * 40, "a b c d e f g h i j k l m n o p q r s t", "mmmmmmmmmmmm", "x" * 128]:
        unit: Raw = {"id": id_, "side": "rival", "hex": "D3", "hp": 12, "elite": True, **STATS}
        check_chips(read(units=[unit]))
        unit = {"id": id_, "side": "player", "hex": "D3", "tactics": ["stun", "hamstring", "bolster-health"], **STATS}
        check_chips(read(units=[unit | {"dazed": True, "tribune": False}]))


def test_random_boards_are_drawn() -> None:
    rng = random.Random(7)
    for _ in range(40):
        combat = READER.read(json.dumps(random_position(rng)).encode())
        bit = combat.arena.mat.bit
        check_chips(combat)
        root = drawn(combat, {unit.id: bit[rng.choice(list(bit))] for unit in combat.in_arena()})
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        for text in root.iter(f"{SVG}text"):
            assert 0 < float(text.attrib["x"]) < width
            assert 0 < float(text.attrib["y"]) < height


def test_widths_and_breaks() -> None:
    assert breadth("WWW", 10) > breadth("aaa", 10) > breadth("iii", 10)
    assert breadth("a", 10, True) > breadth("a", 10)
    assert breadth("e\u0301", 10) == breadth("e", 10)
    assert breadth("\u9f8d", 10) > 10
    assert folded("one two three", 10, breadth("one two", 10)) == ["one two", "three"]
    assert "".join(folded("abcdefghij", 10, 20)) == "abcdefghij"
    assert cut("short", 10, 100) == "short"
    assert breadth(cut("x" * 100, 10, 50), 10) <= 50


def test_drawing_is_loaded_by_nobody_at_start() -> None:
    code = (
        "import sys, hoplo_companion.cli.app, hoplo_companion.render.board.text\n"
        "print([name for name in sys.modules if name.startswith(('hoplo_companion.render.board.svg', 'xml'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# Sentences ------------------------------------------------------------------------------------------------------------


def test_example_in_sentences() -> None:
    combat = example()
    assert board_sentences(combat, {"reptilian": combat.arena.mat.bit["E1"]}) == [
        "Atlanteans, King of the Hill, act I, turn 3, 0 points.",
        "Rival Defender on E1, 5 HP, Move 1, Range 1, tribune, Taunt.",
        "Rival Reptilian on E2, 3 HP, Move 1, Range 1, Taunt, Regen 1, came from E1.",
        "Your Krakenlance on F3, 6 HP, Move 2, Range 1, hero, holds the trident.",
        "Your Defender on G2, 5 HP, Move 1, Range 1, Taunt.",
        "Rival still to come, top first: units Archer; tactics Stun, Adrenaline.",
        "Key hexes: F3.",
        "Rival deployment hexes, the first one first: A1, A2, A3.",
        "Your deployment hexes: G1, G2, G3.",
    ]


def test_sentences_tell_all_that_is_on_a_board() -> None:
    shape = mat([3, 4, 3], key_hexes=["B2"], blocked=["B3"], missing=["A3"], elevation={"B2": 2, "C1": 1, "C2": 1})
    shape["rival_deployment"] = ["A2", "A1"]
    units: list[Raw] = [
        {"id": "rep", "side": "rival", "hex": "B1", "hp": 2, "dazed": True, "tactics": ["stun"], **STATS},
        {"id": "arch", "side": "player", **STATS},
        {"id": "tac", "chip": "tactician", "side": "player", "hex": "C3"},
    ]
    combat = read(arena=shape, units=units, flag={"hex": "C2"}, event="capture-the-flag", player={"points": 1})
    said = board_sentences(combat, {"gone": combat.arena.mat.bit["A1"]})
    assert said[0] == "Capture the Flag, act I, turn 1, 1 point."
    assert "Rival Pebble on B1, 2 HP of 3, Move 1, Range 1, dazed, under Stun." in said
    assert "Your Tactician on C3, HP unknown, Move unknown, Range unknown, Tactical." in said
    assert "Gone moved from A1 and is gone." in said
    assert "Your camp: Pebble." in said
    assert "Lying loose: the flag on C2." in said
    for line in (
        "Key hexes: B2.",
        "Blocked hexes: B3.",
        "Elevation 2: B2.",
        "Elevation 1: C1, C2.",
        "Rival deployment hexes, the first one first: A2, A1.",
    ):
        assert line in said
    assert said[-1] == "Hexes not in this arena: A3."
    assert board_sentences(read())[1] == "No unit is in the arena."


def test_units_are_called_by_chip_and_number_for_the_ear() -> None:
    def names(*ids: str) -> list[str]:
        units = [{"id": id_, "chip": "defender", "side": "rival", "hex": f"B{at + 1}"} for at, id_ in enumerate(ids)]
        return [line.split(" on ")[0] for line in board_sentences(read(units=units))[1 : 1 + len(ids)]]

    assert names("defender", "rival-defender-2") == ["Rival Defender", "Rival Defender 2"]
    assert names("left", "right") == ["Rival Defender (left)", "Rival Defender (right)"]
    assert names("left") == ["Rival Defender"]
