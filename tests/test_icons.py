"""The icons of the two lineups: typed in short, kept whole, and refused where they are none (p.17, 19-20, 30)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoplo_companion.errors import UsageError
from hoplo_companion.notation.icons import (
    RIVAL_ICONS,
    YOUR_ICONS,
    Icon,
    LineupSide,
    icon_of,
    read_icons,
    write_icons,
)


@pytest.mark.parametrize(
    ("text", "icons"),
    [
        ("local+t bag*2 bag+t", ["local+tactic", "bag", "bag", "bag+tactic"]),
        ("l+t b b*2 p", ["local+tactic", "bag", "bag", "bag", "primus"]),
        ("2*bag, LOCAL + Tactic", ["bag", "bag", "local+tactic"]),
        ("bag+tac*2 3 * lo", ["bag+tactic", "bag+tactic", "local", "local", "local"]),
        ("bag×2", ["bag", "bag"]),
        ("bag*12", ["bag"] * 12),
        (" none ", []),
    ],
)
def test_the_rivals_icons_are_read_in_their_order(text: str, icons: list[str]) -> None:
    assert read_icons(text, "rival") == icons


@pytest.mark.parametrize(
    ("text", "icons"),
    [("hero camp*2", ["hero", "camp", "camp"]), ("c h", ["camp", "hero"]), ("3*camp", ["camp"] * 3), ("none", [])],
)
def test_your_icons_are_read(text: str, icons: list[str]) -> None:
    assert read_icons(text, "player") == icons


@pytest.mark.parametrize(
    ("text", "side", "words"),
    [
        ("bag tribune", "rival", "the tribune is identified when the lineup stands (p.19-20)"),
        ("bag hero", "rival", "'hero' is no icon of the rival's lineup; it is one of your lineup; here are local, bag"),
        ("camp", "rival", "it is one of your lineup"),
        ("loccal", "rival", "did you mean local?"),
        ("bag tactic", "rival", "a tactic is on a unit, as in bag+tactic (p.19)"),
        ("primus+t", "rival", "no tactic is on a primus (p.30)"),
        ("bag+stun", "rival", "behind the + stands tactic or t"),
        ("bag+", "rival", "behind the + stands tactic or t"),
        ("+t", "rival", "known icons: bag, local, primus"),
        ("bag+t+t", "rival", "behind the + stands tactic or t"),
        ("bag 2", "rival", "'2' of what? A count goes with its icon, as in bag*2"),
        ("2 camp", "player", "as in camp*2"),
        ("bag*", "rival", "a count goes once before or behind its icon"),
        ("bag*2+t", "rival", "bag+tactic*2"),
        ("2*bag*2", "rival", "a count goes once"),
        ("2*2", "rival", "of what?"),
        ("*", "rival", "a count goes once"),
        ("bag*local", "rival", "a count goes once"),
        ("bag*0", "rival", "an icon is told 1 to 12 times"),
        ("bag*13", "rival", "an icon is told 1 to 12 times"),
        ("bag*" + "9" * 5000, "rival", "an icon is told 1 to 12 times"),
        ("bag*\u0662", "rival", "a count goes once"),
        ("bag?", "rival", "'bag?' is no icon"),
        ("", "rival", "here should be the icons of the rival's lineup: local, bag, primus"),
        (" , ", "player", "here should be the icons of your lineup: hero, camp"),
        ("hero hero", "player", "one hero in your lineup, or none (p.20)"),
        ("hero*2", "player", "one hero in your lineup, or none (p.20)"),
        ("hero bag", "player", "there the same icon is a camp unit: camp (p.17)"),
        ("local", "player", "it is one of the rival's lineup"),
        ("camp+t", "player", "your tactics are no part of your lineup (p.20)"),
        ("hero+t", "player", "your tactics are no part of your lineup (p.20)"),
        ("none camp", "player", "'none' is no icon of your lineup"),
    ],
)
def test_what_is_no_icon_is_refused_with_what_would_be_right(text: str, side: LineupSide, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_icons(text, side)
    assert words in str(caught.value)


def test_an_icon_is_taken_apart() -> None:
    assert [icon_of(word) for word in (*RIVAL_ICONS, *YOUR_ICONS)] == [
        Icon("local"), Icon("bag"), Icon("primus"), Icon("local", tactic=True), Icon("bag", tactic=True),
        Icon("hero"), Icon("camp"),
    ]  # fmt: skip
    for word in ("primus+tactic", "bag+t", "b", "", "tribune"):
        with pytest.raises(UsageError, match="is no icon"):
            icon_of(word)


def test_icons_that_repeat_are_written_with_a_count() -> None:
    assert write_icons(["local+tactic", "bag", "bag", "local", "bag"]) == "local+tactic bag*2 local bag"
    assert write_icons([]) == "none"


@given(st.lists(st.sampled_from(RIVAL_ICONS), max_size=40))
def test_the_rivals_icons_are_written_as_they_are_read(icons: list[str]) -> None:
    assert read_icons(write_icons(icons), "rival") == icons


@given(st.integers(0, 30), st.integers(0, 30), st.booleans())
def test_your_icons_are_written_as_they_are_read(before: int, behind: int, hero: bool) -> None:
    icons = ["camp"] * before + ["hero"] * hero + ["camp"] * behind
    assert read_icons(write_icons(icons), "player") == icons


@given(st.text(st.sampled_from("bagltcmphero+*×0123 ,-\n\0é"), max_size=12), st.sampled_from(["rival", "player"]))
def test_nonsense_is_read_whole_or_refused(text: str, side: LineupSide) -> None:
    try:
        icons = read_icons(text, side)
    except UsageError:
        return
    assert set(icons) <= set(RIVAL_ICONS if side == "rival" else YOUR_ICONS)
    assert icons or text.strip(" ,\n\0").casefold() == "none"
