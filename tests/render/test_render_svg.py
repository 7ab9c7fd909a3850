"""The board as a vector drawing, and as sentences."""

import itertools
import json
import math
import random
from xml.etree import ElementTree

import pytest

from hoplo_companion.render.board.svg import RADIUS, board_svg, mat_svg
from hoplo_companion.render.board.words import board_sentences, unit_sentence
from hoplo_companion.render.picture import GONE, INK, PAPER, breadth, cut, folded, in_rows
from hoplo_companion.rules.model import Combat
from tests.helpers.positions import MARKED, READER, STATS, Raw, crowd, example, mat, pebble, read
from tests.soak.random_positions import random_position

SVG = "{http://www.w3.org/2000/svg}"
Element = ElementTree.Element


def picture(combat: Combat, moved: dict[str, int] | None = None) -> Element:
    return ElementTree.fromstring(board_svg(combat, moved or {}))


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


def test_drawing_holds_every_hex_and_every_unit() -> None:
    for combat in (example(), crowd()):
        root = picture(combat)
        names = {g.attrib["data-hex"] for g in root.iter(f"{SVG}g") if g.get("class") == "hex"}
        assert names == set(combat.arena.mat.bit)
        assert names <= set(texts(group(root, "units")))
        found = chips(root)
        assert set(found) == {unit.id for unit in combat.in_arena()}
        for unit in combat.in_arena():
            assert str(unit.hp) in texts(found[unit.id])
            assert found[unit.id].findtext(f"{SVG}title") == unit_sentence(combat, unit, {})
            assert unit_sentence(combat, unit, {}) in words(group(root, "legend"))


def test_sides_have_chips_of_their_own_shape_and_states_have_words() -> None:
    combat = crowd()
    for id_, found in chips(picture(combat)).items():
        shape = {"rival": "polygon", "player": "circle", "arena": "rect"}[combat.units[id_].side]
        assert found[1].tag == SVG + shape, "after the chip's own title comes its rim"
    root = picture(read(units=[pebble("rep", "rival", "D3", dazed=True, tribune=True)]))
    assert {"Pebble", "dazed +1"} <= set(texts(root))


def test_marks_of_the_mat() -> None:
    root = picture(read(arena=MARKED))
    hexes = {g.attrib["data-hex"]: g for g in root.iter(f"{SVG}g") if g.get("class") == "hex"}
    assert "A2" not in hexes
    assert any(part.get("fill") == "url(#blocked)" for part in hexes["B3"])
    assert [texts(hexes[name]) for name in ("A3", "A1", "C1", "B2")] == [["1"], ["2"], ["P"], ["2"]]
    assert any(part.get("stroke-dasharray") for part in hexes["B2"])
    legend = words(group(root, "legend"))
    for sign in ("key hex", "blocked", "rival deployment hex", "your deployment hex", "elevation"):
        assert sign in legend
    assert "last move" not in legend


def test_moves_are_arrows_between_hexes() -> None:
    combat = example()
    bit = combat.arena.mat.bit
    root = picture(combat, {"reptilian": bit["E1"], "defender": bit["D2"], "gone": bit["C3"], "krakenlance": bit["F3"]})
    moves = group(root, "moves")
    # Two moves led on, one unit is gone, and one came back to where it was.
    assert len(moves.findall(f"{SVG}path")) == 2 * 2
    assert len(moves.findall(f"{SVG}polygon")) == 2
    legend = group(root, "legend")
    assert "a unit's last move" in texts(legend)
    left = min(float(text.attrib["x"]) for text in legend.iter(f"{SVG}text"))
    discs = [disc for disc in legend.iter(f"{SVG}circle") if disc.get("fill") in (INK, PAPER) and disc.get("r") == "9"]
    assert [(disc.get("fill"), float(disc.attrib["cx"]) - left) for disc in discs] == [(INK, 12), (PAPER, 12)]


@pytest.mark.parametrize("columns", [[3, 4, 5, 6, 5, 4, 3], [1], [14, 15, 16], [1, 2, 1, 2, 1, 2, 1, 2, 1, 2]])
def test_drawing_fills_a_sheet_of_a4(columns: list[int]) -> None:
    root = picture(read(arena=mat(columns)))
    wide, high = (float(root.attrib[side].removesuffix("mm")) for side in ("width", "height"))
    _, _, across, down = map(float, root.attrib["viewBox"].split())
    assert wide / high == pytest.approx(across / down, rel=0.001)
    assert (wide <= 277 and high <= 190) or (wide <= 190 and high <= 277)
    assert any(abs(side - full) < 0.1 for side in (wide, high) for full in (190, 277)), "it could be larger"


def test_a_hole_in_the_mat_is_no_hex_without_a_name() -> None:
    svg = board_svg(read(arena=mat([3, 4, 3], missing=["B2"])), {})
    assert svg.count(GONE) == 2, "the hole, and the sign that explains it"
    assert "no hex of this arena" in svg
    assert GONE not in board_svg(read(arena=mat([3, 4, 3])), {})


def test_title_tells_the_combat() -> None:
    root = picture(read(units=[], act=2, turn=4, player={"points": 3}, event="bloodshed"))
    assert [text.text for text in root.findall(f"{SVG}text")] == ["Atlanteans", "Bloodshed · act II, turn 4 · 3 points"]


@pytest.mark.parametrize("id_", ['<&">', "]]>", "<script>alert(1)</script>", "&amp;", "\u9f8d\u864e", "a" * 128, "1"])
def test_texts_are_escaped(id_: str) -> None:
    # Two units of one chip go by their ids.
    combat = read(units=[pebble(id_, "rival", "B2"), pebble("x", "rival", "B1")])
    bit = combat.arena.mat.bit
    root = picture(combat, {id_: bit["B3"], "<&gone\x07": bit["C1"]})
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg", "title", "desc", "defs", "pattern", "g", "path", "rect", "circle", "polygon", "line", "text",
    }  # fmt: skip
    assert id_ in (chips(root)[id_].findtext(f"{SVG}title") or "")


def test_drawing_needs_nothing_but_itself() -> None:
    text = board_svg(crowd(), {})
    assert text.startswith("<svg ")
    assert "viewBox" in text
    for foreign in ("href", "<script", "<style", "@import", "<image"):
        assert foreign not in text
    assert text.count("http") == 1  # The name space.


Box = tuple[float, float, float, float]


def box(text: Element) -> Box:
    """Measure a text, as wide as it is estimated: left, top, right, bottom."""
    size, x, y = (float(text.attrib[key]) for key in ("font-size", "x", "y"))
    wide = breadth(text.text or "", size, text.get("font-weight") == "bold")
    left = x - wide * {"start": 0, "middle": 0.5, "end": 1}[text.attrib["text-anchor"]]
    return left, y - 0.74 * size, left + wide, y + 0.2 * size


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def check_labels(root: Element) -> None:
    """Hold every label of a mat against the edges of its hex, the chips and marks, and the other labels."""
    labels = group(root, "units").findall(f"{SVG}text")
    outlines = [
        [tuple(map(float, corner.split(","))) for corner in g[0].attrib["points"].split()]
        for g in root.iter(f"{SVG}g")
        if g.get("class") == "hex"
    ]
    discs = [
        (float(each.attrib["cx"]), float(each.attrib["cy"]), float(each.attrib["r"]))
        for id_ in ("mat", "units")
        for each in group(root, id_).iter(f"{SVG}circle")
    ]
    for at, text in enumerate(labels):
        left, top, right, bottom = box(text)
        x, y = (left + right) / 2, (top + bottom) / 2
        corners = min(outlines, key=lambda each: math.dist((x, y), [sum(axis) / 6 for axis in zip(*each, strict=True)]))
        for here, there in itertools.pairwise([*corners, corners[0]]):
            for point in ((left, top), (left, bottom), (right, top), (right, bottom)):
                side = (there[0] - here[0]) * (point[1] - here[1]) - (there[1] - here[1]) * (point[0] - here[0])
                assert side > 0, (text.text, "crosses an edge")
        for across, down, radius in discs:
            near = max(left, min(across, right)), max(top, min(down, bottom))
            assert math.dist(near, (across, down)) > radius, (text.text, "lies on a chip")
        assert not [other.text for other in labels[at + 1 :] if overlap(box(text), box(other))], text.text
    for found in chips(root).values():
        [hp] = found.iter(f"{SVG}text")
        assert box(hp)[2] - box(hp)[0] < 2 * RADIUS


def test_no_label_lies_on_an_edge_a_chip_or_another_label() -> None:
    check_labels(picture(example()))
    check_labels(picture(crowd()))
    other = pebble("z", "player", "D4", tactics=["stun", "hamstring", "bolster-health"], dazed=True)
    for id_ in ("krakenlance", "W" * 40, "a b c d e f g h i j k l m n o p q r s t", "mmmmmmmmmmmm", "x" * 128):
        units = [pebble(id_, "rival", "D3", hp=12, elite=True), other]
        check_labels(picture(read(units=units, chips={"trident": {"hex": "D5"}, "orb": {"hex": "D5"}})))


def test_a_mat_can_be_read_on_a_phone() -> None:
    root = ElementTree.fromstring(mat_svg(example()))
    scale = 344 / float(root.attrib["viewBox"].split()[2])
    smallest = min(float(text.attrib["font-size"]) for text in root.iter(f"{SVG}text"))
    assert smallest * scale > 6.5
    names = [text for text in root.iter(f"{SVG}text") if text.text == "Reptilian"]
    assert float(names[0].attrib["font-size"]) * scale > 9


def test_random_boards_are_drawn() -> None:
    rng = random.Random(7)
    for _ in range(40):
        combat = READER.read(json.dumps(random_position(rng)).encode())
        bit = combat.arena.mat.bit
        root = picture(combat, {unit.id: bit[rng.choice(list(bit))] for unit in combat.in_arena()})
        check_labels(root)
        _, _, width, height = map(float, root.attrib["viewBox"].split())
        for text in root.iter(f"{SVG}text"):
            left, top, right, bottom = box(text)
            assert 0 <= left <= right <= width, text.text
            assert 0 < top < bottom < height, text.text


def test_widths_and_breaks() -> None:
    assert breadth("WWW", 10) > breadth("aaa", 10) > breadth("iii", 10)
    assert breadth("a", 10, True) > breadth("a", 10)
    assert breadth("e\u0301", 10) == breadth("e", 10)
    assert breadth("\u9f8d", 10) > 10
    assert folded("one two three", 10, breadth("one two", 10)) == ["one two", "three"]
    assert "".join(folded("abcdefghij", 10, 20)) == "abcdefghij"
    assert in_rows("Krakenlance", 24, [116, 92]) == ["Kraken-", "lance"]
    assert in_rows("Reptilian", 24, [116, 92]) == ["Reptilian"]
    assert cut("short", 10, 100) == "short"
    assert breadth(cut("x" * 100, 10, 50), 10) <= 50


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
        pebble("rep", "rival", "B1", hp=2, dazed=True, tactics=["stun"]),
        {"id": "arch", "side": "player", **STATS},
        {"id": "tac", "chip": "tactician", "side": "player", "hex": "C3"},
    ]
    combat = read(arena=shape, units=units, flag={"hex": "C2"}, event="capture-the-flag", player={"points": 1})
    said = board_sentences(combat, {"gone": combat.arena.mat.bit["A1"]})
    assert said[0] == "Capture the Flag, act I, turn 1, 1 point."
    assert set(said) > {
        "Rival Pebble on B1, 2 HP of 3, Move 1, Range 1, dazed, under Stun.",
        "Your Tactician on C3, HP unknown, Move unknown, Range unknown, Tactical.", "Gone moved from A1 and is gone.",
        "Your camp: Pebble.", "Lying loose: the flag on C2.", "Key hexes: B2.", "Blocked hexes: B3.",
        "Elevation 2: B2.", "Elevation 1: C1, C2.", "Rival deployment hexes, the first one first: A2, A1.",
    }  # fmt: skip
    assert said[-1] == "Hexes not in this arena: A3."
    assert board_sentences(read())[1] == "No unit is in the arena."


def test_units_are_called_by_chip_and_number_for_the_ear() -> None:
    def names(*ids: str) -> list[str]:
        units = [{"id": id_, "chip": "defender", "side": "rival", "hex": f"B{at + 1}"} for at, id_ in enumerate(ids)]
        return [line.split(" on ")[0] for line in board_sentences(read(units=units))[1 : 1 + len(ids)]]

    assert names("defender", "rival-defender-2") == ["Rival Defender", "Rival Defender 2"]
    assert names("left", "right") == ["Rival Defender (left)", "Rival Defender (right)"]
    assert names("left") == ["Rival Defender"]
