"""What is drawn: boards, their hexes and their legends."""

import json
import random
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from hoplo_companion.errors import cells
from hoplo_companion.render.board.text import KEY, LOW, TALL, Insides, draw_board, draw_grid, rooms
from hoplo_companion.render.board.words import abbreviations, called, labels, unit_lines
from hoplo_companion.render.style import plain
from hoplo_companion.rules.model import Combat
from tests.helpers.positions import LONG_IDS, MARKED, READER, Raw, crowd, example, mat, pebble, read
from tests.helpers.stories import flat
from tests.soak.random_positions import random_position

NARROW, WIDE = 9, 14
SIZES = [(80, 24), (80, 50), (80, None), (120, 24), (120, 40), (150, 40), (200, 24), (200, 50)]


def drawing(combat: Combat, moved: dict[str, int] | None = None, width: int = NARROW, lines: int = TALL) -> list[str]:
    """Give the drawn lines alone, without what stands around them."""
    inside = Insides(combat, moved or {}, rooms(width, lines))
    return plain(draw_grid(combat.arena.mat, inside.rows, width, lines)).split("\n")


def signs(combat: Combat, moved: dict[str, int] | None = None, lines: int = TALL) -> dict[str, str]:
    found = Insides(combat, moved or {}, rooms(NARROW, lines)).signs()
    return {sign: meaning for sign, _, meaning in found}


def board(combat: Combat, moved: dict[str, int] | None = None, size: tuple[int, int | None] = (80, None)) -> str:
    return plain(draw_board(combat, moved or {}, size))


def check_borders(lines: list[str], combat: Combat, width: int = NARROW, high: int = TALL) -> None:
    """Check that every hex stands where it belongs, its border whole and its name within."""
    arena = combat.arena
    places = {hex_: arena.mat.place(hex_) for hex_ in arena.mat.bit.values() if hex_ & arena.existing}
    left = min(column for column, _ in places.values())
    top = min(height for _, height in places.values())
    for hex_, (column, height) in places.items():
        x, y = (column - left) * (width + 2), (height - top) * high // 2 + 1
        rows = [lines[y + down].ljust(x + width + 4)[x : x + width + 4] for down in range(high)]
        name = combat.arena.mat.name(hex_)
        assert re.match(rf"[\s-]*{name}(\^-?\d+)?(\*|\s|r\d|p|-|$)", rows[0][2:-2]), (name, rows[0])
        if high == TALL:
            edges = [(row[at], row[-1 - at]) for row, at in zip(rows, (1, 0, 0, 1), strict=True)]
            assert edges == [("/", "\\")] * 2 + [("\\", "/")] * 2, name
        elif (height - top) % 2:
            assert [(row[0], row[-1]) for row in rows[1:]] == [("/", "\\"), ("\\", "/")], name
        else:
            edges = [(row[at], row[-1 - at]) for row, at in zip(rows, (1, 0, 1), strict=True)]
            assert edges in [[("/", "\\"), corners, ("\\", "/")] for corners in (("<", ">"), ("{", "}"))], name


@pytest.mark.parametrize("high", [LOW, TALL])
@pytest.mark.parametrize("columns", [[3, 4, 5, 6, 5, 4, 3], [2, 5, 4, 3], [1], [4, 3, 4, 3, 4, 3, 4, 3, 4]])
def test_every_hex_is_drawn_whole_and_named_once(columns: list[int], high: int) -> None:
    combat = read(arena=mat(columns))
    for width in (NARROW, WIDE):
        lines = drawing(combat, width=width, lines=high)
        check_borders(lines, combat, width, high)
        for name in combat.arena.mat.bit:
            assert len(re.findall(rf"\b{name}\b", "\n".join(lines))) == 1
        assert max(map(len, lines)) <= (width + 2) * len(columns) + 2


@pytest.mark.parametrize("size", SIZES)
def test_boards_keep_to_the_room_there_is(size: tuple[int, int | None]) -> None:
    for combat in (crowd(), example()):
        lines = board(combat, size=size).split("\n")
        assert max(map(len, lines)) <= size[0]
        assert max(map(len, drawing(combat, lines=LOW))) <= 80
        names = re.findall(r"(?<![\w-])[A-G][1-6](?![\w])", "\n".join(lines))
        assert set(combat.arena.mat.bit) <= set(names)


@pytest.mark.parametrize("size", [size for size in SIZES if size[1]])
def test_example_and_its_legend_fit_on_a_screen(size: tuple[int, int | None]) -> None:
    combat = example()
    moved = {"reptilian": combat.arena.mat.bit["D3"]}
    assert len(board(combat, moved, size).split("\n")) < (size[1] or 0)
    # The same after a turn, with a unit more and two moves.
    come = {id_: replace(combat.bench[id_], hex=combat.arena.mat.bit["A1"]) for id_ in combat.lineup}
    after = replace(combat, units={**combat.units, **come}, lineup=())
    assert len(board(after, {**moved, "defender": after.arena.mat.bit["D2"]}, size).split("\n")) < (size[1] or 0)


def test_eight_against_eight_fit_on_a_small_screen() -> None:
    hexes = ["A1", "A2", "A3", "B1", "B2", "B3", "B4", "C1", "G1", "G2", "G3", "F1", "F2", "F3", "F4", "E1"]
    units = [pebble(f"archer{at}", "rival" if at < 8 else "player", hex_) for at, hex_ in enumerate(hexes)]
    text = board(read(units=units), size=(80, 24))
    # Sixteen units do not fit below the hexes: their list comes first, so that the hexes stay on the screen.
    assert len(text.split("\n")) <= 30
    assert text.startswith(">ARCHER0 3/3 mv1 rg1      >ARCHER1 3/3")
    assert "\n".join(text.split("\n")[-19:]).count("ARCHER") == 8
    assert board(read(units=units[:4]), size=(80, 24)).startswith("Atlanteans ")
    for unit in units:
        label = f">ARCHER{unit['id'][6:]}" if unit["side"] == "rival" else f"<{unit['id']}"
        assert len(re.findall(rf"{label}\b", text)) == 2


@pytest.mark.parametrize(("size", "golden"), [((80, 24), "board-80x24.txt"), ((200, 50), "board-200x50.txt")])
def test_boards_look_as_they_did(size: tuple[int, int], golden: str) -> None:
    combat = example()
    bit = combat.arena.mat.bit
    drawn = board(combat, {"reptilian": bit["E1"], "defender": bit["D2"]}, size)
    assert drawn + "\n" == (Path(__file__).parents[1] / "golden" / golden).read_text()


def test_terminal_tells_how_large_a_board_is(monkeypatch: pytest.MonkeyPatch) -> None:
    combat = example()
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("LINES", "50")
    assert plain(draw_board(combat, {})) == board(combat, size=(200, 50))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")
    assert plain(draw_board(combat, {})) == board(combat, size=(80, 24))
    assert board(combat, size=(80, 24)).isascii()


def test_no_two_units_share_an_abbreviation() -> None:
    combat = crowd()
    shown = [label.text for label in labels(combat).values()]
    assert len({text.lstrip("><=").lower() for text in shown}) == len(LONG_IDS) + 1
    text = "\n".join(drawing(combat))
    for unit in combat.in_arena():
        label = labels(combat)[unit.id].text
        assert len(re.findall(rf"{label}(?![\w-])", text)) == 1, label
        assert len(re.findall(rf"{label}(?![\w-])", board(combat))) == 2, label


def test_sides_are_told_without_colour() -> None:
    combat = crowd()
    for unit in combat.in_arena():
        sign, short = labels(combat)[unit.id].text[0], labels(combat)[unit.id].text[1:]
        written = {"rival": (">", short.upper()), "player": ("<", short.lower()), "arena": ("=", short.capitalize())}
        assert (sign, short) == written[unit.side]


@pytest.mark.parametrize("ids", [
    ["rep1", "rep2", "def1"],
    ["reptilian-1", "reptilian-2", "reptilian-11"],
    ["rep", "REP", "Rep"],
    ["rept1", "reptilian1"],
    ["\u9f8d", "\u864e", "u1"],
    [f"a-very-long-name-{number}" for number in range(128)],
    ["12345678901", "12345678902"],
    ["x" * 200, "x" * 199],
])  # fmt: skip
def test_abbreviations_are_short_and_unique(ids: list[str]) -> None:
    found = abbreviations(ids, 5)
    assert list(found) == ids
    assert len(set(found.values())) == len(ids)
    assert all(re.fullmatch(r"[a-z0-9-]{1,5}", short) for short in found.values())


def test_abbreviations_can_be_read() -> None:
    shorts = abbreviations(["rep1", "krakenlance", "your-defender", "archer-2", "reptilian-guard-1"], 10)
    assert list(shorts.values()) == ["rep1", "krakenlanc", "defender", "archer-2", "reptilian1"]
    first = ["goblin-of-the-deep-caverns", "bolster-health", "war-scales", "giant-crab-of-the-north-2"]
    assert list(abbreviations(first, 8).values()) == ["goblin", "bolster", "warscale", "giant2"]
    two = abbreviations(["reptilian-guard-of-the-deep-1", "reptilian-scout-of-the-deep-1"], 10)
    assert list(two.values()) == ["reptguard1", "reptscout1"]


def test_the_side_is_not_said_twice() -> None:
    """`your-defender` and `rival-archer-2` differ from others by sign and case; the list has their names."""
    ids = [("your-defender", "player"), ("defender", "rival"), ("rival-archer-2", "rival"), ("arena-defender", "arena")]
    ids += [("your-archer", "player"), ("archer", "player")]
    combat = read(units=[pebble(id_, side, f"D{at + 1}") for at, (id_, side) in enumerate(ids)])
    shown = {id_: label.text for id_, label in labels(combat).items()}
    assert list(shown.values()) == ["<defender", ">DEFENDER", ">ARCHER-2", "=Defender", "your-archer", "<archer"]
    names = [called(combat, combat.units[id_]) for id_, _ in ids]
    assert names == [
        "Pebble (your-defender)", "Pebble", "Pebble 2", "Pebble", "Pebble (your-archer)", "Pebble (archer)",
    ]  # fmt: skip
    assert all(f" {name} " in board(combat) for name in names)


@pytest.mark.parametrize("width", [40, 60, 80, 100, 200])
def test_the_list_keeps_to_its_width_and_breaks_where_a_column_ends(width: int) -> None:
    found = plain(unit_lines(crowd(), labels(crowd()), {}, width)).split("\n")
    assert max(map(cells, found)) <= max(width, 66), "a name that is too long for any column stays whole"
    if width == 200:
        assert len(found) == len(LONG_IDS) + 1
    if width == 60:
        assert not found[0].strip().startswith("unit")
        assert "<rept1 Your Pebble (rept1) on E2, 3 HP, Move 1, Range 1." in flat("\n".join(found))


def test_units_are_listed_by_the_names_of_their_chips() -> None:
    text = board(example(), size=(100, None))
    assert re.search(r"<defender +Defender +yours", text)
    assert "units Archer; tactics" in text
    odd = read(units=[{"id": "big", "chip": "defender", "side": "rival", "hex": "D3"}])
    assert re.search(r">BIG +Defender +rival", board(odd, size=(100, None)))


def test_legend_gives_one_line_per_unit_and_what_is_to_come() -> None:
    text = board(crowd())
    for id_, side, hex_ in LONG_IDS:
        side = "yours" if side == "player" else side
        name = "Pebble  " if side == "arena" else f"Pebble ({id_})"
        line = next(line for line in text.split("\n") if f" {name}" in line)
        assert re.search(rf" {side}  +{hex_}  +(3|12)/3  +[12]  +1", line), line
    flatly = flat(text)
    assert "dazed; tribune; holds the orb of wonders" in flatly
    assert "hero; holds the flag" in flatly
    assert "under Adrenaline" in flatly
    assert "Rival still to come: units Archer; tactics Stun." in flatly
    assert "Lying loose: the trident on C4." in flatly


def test_unknown_numbers_are_question_marks_in_the_list() -> None:
    combat = read(units=[UNKNOWN])
    assert re.search(r"D3 +\?/\? +\? +\? +Tactical", board(combat))
    assert re.search(r"<tac \?/\? mv\? rg\?", board(combat, size=(80, 24)))


def test_signs_that_do_not_occur_are_not_explained() -> None:
    combat = read(arena=mat([2, 3, 2], key_hexes=["B2"]))
    assert signs(combat) == {KEY: "key hex", "r1": "rival deployment hex #1"}
    for size in SIZES:
        text = flat(board(combat, size=size))
        assert len(re.findall(r"key hex|rival deployment hex #1", text)) == 2
        assert "a rival unit" not in text


@pytest.mark.parametrize("size", [size for size in SIZES if size[0] < 150])
def test_every_sign_is_explained_wherever_there_is_room(size: tuple[int, int | None]) -> None:
    combat = crowd()
    text = flat(board(combat, size=size))
    for meaning in ("a rival unit", "an arena unit", "the tribune", "x lies loose", "under tactic x", "key hex"):
        is_whole = meaning == "the tribune" and re.search(r"\btribune \+", text)
        assert is_whole or len(re.findall(rf" {meaning}\b", text)) == 1, meaning


UNKNOWN: Raw = {"id": "tac", "chip": "tactician", "side": "player", "hex": "D3"}
KRAK, REP = pebble("krak", "player", "D3"), pebble("rep1", "rival", "B2")
HELD = {"flag": {"hex": "B2"}, "chips": {"trident": {"holder": "krak"}}, "event": "capture-the-flag"}


@pytest.mark.parametrize(("drawn", "shown", "told"), [
    ({"units": [UNKNOWN]}, ["?hp"], {"?hp": "HP unknown"}),
    ({"units": [KRAK | {"tactics": ["stun"]}]}, ["3hp !stun"], {"!x": "under tactic x"}),
    ({"arena": MARKED}, [f"B2^2 {KEY}", "A3 r1", "A1 r2", "C1 p", "C2^1", "blocked"],
     {"no name": "no hex of this arena"}),
    # The hex of the trident is the Atlanteans' key hex, lying or held.
    ({"units": [KRAK, REP], **HELD}, ["+trident", "(flag)", f"D3 {KEY}"], {}),
    ({"units": [KRAK, REP], "chips": {"trident": {"hex": "E4"}}}, ["(trident)", f"E4 {KEY}"], {}),
    # A name that fills a hex is not cut for its sign.
    ({"units": [KRAK | {"id": "krakenlance"}, REP | {"id": "archer-of-10"}]}, ["/krakenlance\\", ">ARCHEROF10"], {}),
])  # fmt: skip
def test_what_is_on_a_hex_is_drawn_and_explained(drawn: Raw, shown: list[str], told: dict[str, str]) -> None:
    combat = read(**drawn)
    for high in (LOW, TALL) if "!x" in told else (TALL,):
        text = "\n".join(drawing(combat, lines=high))
        assert [each for each in shown if each not in text] == []
        assert told.items() <= signs(combat, lines=high).items()
    assert "A2" not in text or "arena" not in drawn, "there is no such hex"


def test_crowded_hex_keeps_everything() -> None:
    unit = pebble("krak", "rival", "D3", hp=12, dazed=True, tribune=True)
    chips = {"trident": {"holder": "krak"}, "orb": {"holder": "krak"}, "rod": {"hex": "D3"}}
    combat = read(arena=mat([3, 4, 5, 6, 5, 4, 3], blocked=["D3"]), units=[unit], chips=chips)
    moved = {"gone": combat.arena.mat.bit["D3"]}
    lines = drawing(combat, moved)
    for shown in ("12 d t b +2", "(ro) ~1", ">KRAK "):
        assert shown in "\n".join(lines), shown
    told = signs(combat, moved)
    assert (told["d"], told["t"], told["b"]) == ("dazed", "the tribune", "a blocked hex")
    assert told["~1"] == "1 unit was here"
    # Where a hex has a line less, it owns up to leaving something out; the list has it.
    low = board(combat, moved, (80, 24))
    assert ".." in low
    assert "more, see the list" in flat(low)


@pytest.mark.parametrize("high", [LOW, TALL])
def test_moves_mark_the_hex_left(high: int) -> None:
    combat = crowd()
    bit = combat.arena.mat.bit
    scout = LONG_IDS[2][0]
    label = labels(combat)[scout].text[1:]
    moved = {scout: bit["B4"], LONG_IDS[0][0]: bit["B2"], "dead": bit["G2"]}
    text = "\n".join(drawing(combat, moved, lines=high))
    assert text.count(label) == 2
    assert len(re.findall(r"went C3", text)) == 1
    assert len(re.findall(r"is gone", text)) == 1
    assert "came from B4" in flat(board(combat, moved))
    assert "from B4" in flat(board(combat, moved, (80, 24)))
    # A unit that took the place of one that moved on leaves both to be read.
    text = "\n".join(drawing(combat, {scout: bit["A1"]}, lines=high))
    assert re.search(r"was 1|~1", text)
    assert f">{label}" in text


@pytest.mark.parametrize("high", [LOW, TALL])
def test_full_hex_tells_who_was_there(high: int) -> None:
    combat = read(units=[pebble("rep2", "rival", "C3"), pebble("rep1", "rival", "B2", dazed=True)])
    moved = {"rep2": combat.arena.mat.bit["B2"]}
    lines = drawing(combat, moved, WIDE, lines=high)
    check_borders(lines, combat, WIDE, high)
    assert re.search("was REP2" if high == TALL else "~1|was 1", "\n".join(lines))


def test_random_boards_are_whole() -> None:
    rng = random.Random(20240)
    for _ in range(150):
        combat = READER.read(json.dumps(random_position(rng)).encode())
        bit = combat.arena.mat.bit
        moved = {unit.id: bit[rng.choice(list(bit))] for unit in combat.in_arena("rival")}
        moved = {id_: hex_ for id_, hex_ in moved.items() if hex_ & combat.arena.existing}
        for high in (LOW, TALL):
            inside = Insides(combat, moved, rooms(NARROW, high))
            lines = drawing(combat, moved, lines=high)
            check_borders(lines, combat, NARROW, high)
            for unit in combat.in_arena():
                shown = re.escape(labels(combat, moved)[unit.id].text)
                assert len(re.findall(rf"{shown}(?![\w-])", "\n".join(lines))) == 1
                state = inside.rows[unit.hex][2][0].text
                assert re.fullmatch(rf"({'[?]' if unit.hp is None else unit.hp})(hp)?", state)
