"""The geometry, by its properties."""

import pickle
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoplo_companion.hexes import MOST_HEXES, Mat, bits, check_columns, column_letters, mat_of


@st.composite
def mats(draw: st.DrawFn) -> Mat:
    """Draw any mat that can be laid out: neighbouring columns differ by an odd number of hexes."""
    first = draw(st.integers(1, 7))
    columns = [first]
    for _ in range(draw(st.integers(0, 8))):
        columns.append(draw(st.integers(1, 9).filter(lambda n: (n - columns[-1]) % 2 == 1)))
    return mat_of(tuple(columns))


@st.composite
def mats_and_hexes(draw: st.DrawFn, count: int = 2) -> tuple[Mat, list[int]]:
    mat = draw(mats())
    hexes = list(mat.bit.values())
    return mat, [draw(st.sampled_from(hexes)) for _ in range(count)]


def walk(mat: Mat, start: int, free: int) -> dict[int, int]:
    """Count the steps to every hex the slow way: one hex after the other, neighbours by distance 1."""
    steps = {start: 0}
    edge = [start]
    while edge:
        following = []
        for at in edge:
            for hex_ in mat.bit.values():
                if hex_ not in steps and hex_ & free and mat.distance(at, hex_) == 1:
                    steps[hex_] = steps[at] + 1
                    following.append(hex_)
        edge = following
    return steps


@given(mats())
def test_every_hex_has_one_bit_and_one_name(mat: Mat) -> None:
    assert len(mat.bit) == sum(mat.columns) == mat.everywhere.bit_count()
    assert all(bit.bit_count() == 1 and mat.name(bit) == name for name, bit in mat.bit.items())
    assert mat.names(mat.everywhere) == sorted(mat.bit)
    assert sum(bits(mat.everywhere)) == mat.everywhere


@given(mats_and_hexes(3))
def test_distance_is_a_metric(found: tuple[Mat, list[int]]) -> None:
    mat, (a, b, c) = found
    assert mat.distance(a, b) == mat.distance(b, a)
    assert (mat.distance(a, b) == 0) == (a == b)
    assert mat.distance(a, c) <= mat.distance(a, b) + mat.distance(b, c)


@given(mats_and_hexes(1))
def test_neighbours_are_the_hexes_at_distance_1(found: tuple[Mat, list[int]]) -> None:
    mat, (hex_,) = found
    near = {other for other in mat.bit.values() if mat.distance(hex_, other) == 1}
    assert set(bits(mat.adjacent(hex_))) == near
    assert len(near) <= 6


@given(mats())
def test_columns_are_centred_on_their_neighbours(mat: Mat) -> None:
    """Centres of a column are symmetric about the middle, and a half hex off those of the next column."""
    heights: dict[int, list[int]] = {}
    for bit in mat.bit.values():
        column, height = mat.place(bit)
        heights.setdefault(column, []).append(height)
    for each in heights.values():
        assert sorted(each) == sorted(-height for height in each)
        assert all(below - above == 2 for above, below in pairwise(each))
    assert all((one[0] - other[0]) % 2 == 1 for one, other in pairwise(heights.values()))


@given(mats_and_hexes(1), st.data())
def test_levels_are_the_steps_of_a_walk(found: tuple[Mat, list[int]], data: st.DataObject) -> None:
    mat, (start,) = found
    blocked = data.draw(st.sets(st.sampled_from(list(mat.bit.values()))))
    free = mat.everywhere & ~sum(blocked) & ~start
    levels = mat.levels(start, free, MOST_HEXES)
    assert {hex_: steps for steps, level in enumerate(levels) for hex_ in bits(level)} == walk(mat, start, free)
    most = data.draw(st.integers(0, 3))
    assert mat.levels(start, free, most) == levels[: most + 1]


@given(mats_and_hexes(1), st.integers(0, 40))
def test_rings_and_discs_hold_the_hexes_at_and_within_a_distance(found: tuple[Mat, list[int]], far: int) -> None:
    mat, (hex_,) = found
    rings = mat.rings(hex_)
    assert sum(rings) == mat.everywhere
    assert all(mat.distance(hex_, other) == at for at, ring in enumerate(rings) for other in bits(ring))
    within = {other for other in mat.bit.values() if mat.distance(hex_, other) <= far}
    assert set(bits(mat.within(hex_, far))) == within


@given(mats())
def test_mirroring_the_columns_keeps_distances(mat: Mat) -> None:
    mirrored = mat_of(mat.columns[::-1])
    last = len(mat.columns) - 1

    def twin(bit: int) -> int:
        column, height = mat.place(bit)
        return next(b for b in mirrored.bit.values() if mirrored.place(b) == (last - column, height))

    for a in list(mat.bit.values())[:5]:
        for b in list(mat.bit.values())[-5:]:
            assert mat.distance(a, b) == mirrored.distance(twin(a), twin(b))


def test_the_standard_mat_by_hand() -> None:
    mat = mat_of((3, 4, 5, 6, 5, 4, 3))
    assert mat.names(mat.adjacent(mat.bit["D3"])) == ["C2", "C3", "D2", "D4", "E2", "E3"]
    assert mat.names(mat.adjacent(mat.bit["A1"])) == ["A2", "B1", "B2"]
    assert mat.names(mat.adjacent(mat.bit["A3"])) == ["A2", "B3", "B4"]
    assert mat.distance(mat.bit["B1"], mat.bit["F4"]) == 5
    assert mat.distance(mat.bit["D1"], mat.bit["D6"]) == 5


def test_the_largest_mat_has_128_hexes() -> None:
    mat = mat_of((1, 2) * 42 + (1,))
    assert len(mat.bit) == 127
    assert mat.name(next(iter(mat.bit.values()))) == "A1"
    assert "CG1" in mat.bit
    assert mat.distance(mat.bit["A1"], mat.bit["CG1"]) == 84


@pytest.mark.parametrize("columns", [(), (0,), (3, 5), (3, 3), (-1, 2), (129,), (1, 2) * 100])
def test_columns_that_cannot_stand_are_refused(columns: tuple[int, ...]) -> None:
    assert check_columns(columns)


def test_columns_are_lettered_like_a_table() -> None:
    letters = [column_letters(at) for at in (0, 25, 26, 27, 51, 52, MOST_HEXES - 1)]
    assert letters == ["A", "Z", "AA", "AB", "AZ", "BA", "DX"]


@given(mats())
def test_another_process_has_its_own_mat_with_these_columns(mat: Mat) -> None:
    assert pickle.loads(pickle.dumps(mat)) is mat
