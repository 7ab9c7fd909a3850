"""Plain data held against a type: what is wrong is named, and all that is sound is kept."""

from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from hoplo_companion.components.checking import check


class Inner(Struct, forbid_unknown_fields=True):
    """A table in a table."""

    word: str


class Outer(Struct, forbid_unknown_fields=True):
    """A field of every kind that may be nothing, and of lists with and without an end."""

    number: int | None = None
    text: str | None = None
    table: Inner | None = None
    named: Literal["one", "two"] | None = None
    least: Annotated[int, Meta(ge=1)] = 1
    most: Annotated[int, Meta(le=9)] = 1
    some: tuple[int, ...] = ()
    few: Annotated[tuple[int, ...], Meta(max_length=2)] = ()
    pair: tuple[int, str] = (1, "")


SOUND: list[dict[str, Any]] = [
    {"number": None}, {"text": None}, {"table": None}, {"named": None}, {"number": 3}, {"text": "x"},
    {"table": {"word": "x"}}, {"least": 1}, {"least": 99}, {"most": 9}, {"most": -9}, {"few": [1, 2]},
    {"some": []}, {"some": [1, 2, 3]}, {"pair": [1, "x"]}, {"named": "two"},
]  # fmt: skip


@pytest.mark.parametrize("value", SOUND)
def test_what_is_sound_is_kept_and_nothing_is_said(value: dict[str, Any]) -> None:
    assert check(value, Outer) == (value, [])


WRONG: list[tuple[str, Any, str]] = [
    ("number", "x", "a whole number"), ("number", True, "a whole number"), ("number", [], "a whole number"),
    ("text", 3, "text"), ("text", {}, "text"), ("table", 3, "a table"), ("named", "three", "one"),
    ("least", 0, "1 or more"), ("most", 10, "a whole number"), ("some", 3, "a list"), ("some", None, "a list"),
    ("few", [1, 2, 3], "at most 2"), ("pair", [1], "a list of 2"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value", "words"), WRONG)
def test_what_is_wrong_is_named_and_the_rest_is_kept(key: str, value: Any, words: str) -> None:
    sound, [defect] = check({"text": "kept", "least": 5, key: value}, Outer)
    assert sound == {name: each for name, each in (("text", "kept"), ("least", 5)) if name != key}
    assert (defect.code, defect.where) == ("value", key)
    assert words in defect.message


def test_an_item_that_is_wrong_leaves_a_gap_and_a_table_without_its_key_is_lost() -> None:
    sound, defects = check({"some": [1, "x", 3], "table": {}}, Outer)
    assert sound == {"some": [1, None, 3]}
    assert [(each.code, each.where) for each in defects] == [("value", "some[1]"), ("missing-key", "table.word")]
