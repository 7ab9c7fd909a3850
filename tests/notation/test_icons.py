"""The icons of the two lineups: typed in short, kept whole, and refused where they are none (p.17, 19-20, 30)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoplo_companion.components.words import read_dice
from hoplo_companion.errors import UsageError
from hoplo_companion.language import speaking
from hoplo_companion.notation.events import RIVAL_ICONS, YOUR_ICONS, LineupSide, read_goals, read_icons, write_icons


@pytest.mark.parametrize(("text", "icons"), [
    ("local+t bag*2 bag+t", ["local+tactic", "bag", "bag", "bag+tactic"]),
    ("l+t b b*2 p", ["local+tactic", "bag", "bag", "bag", "primus"]),
    ("2*bag, LOCAL + Tactic", ["bag", "bag", "local+tactic"]),
    ("bag+tac*2 3 * lo", ["bag+tactic", "bag+tactic", "local", "local", "local"]),
    ("bag×2", ["bag", "bag"]),
    ("bag*12", ["bag"] * 12),
    (" none ", []),
    ("lbbt", ["local", "bag", "bag+tactic"]),
    ("l, b b t", ["local", "bag", "bag+tactic"]),
    ("LTB", ["local+tactic", "bag"]),
    ("bp", ["bag", "primus"]),
    ("b", ["bag"]),
    ("bag lb", ["bag", "local", "bag"]),
])  # fmt: skip
def test_the_rivals_icons_are_read_in_their_order(text: str, icons: list[str]) -> None:
    assert read_icons(text, "rival") == icons
    with speaking("it"):
        assert read_icons(text.replace("bag", "sacchetto").replace("local", "locale"), "rival") == icons


@pytest.mark.parametrize(
    ("text", "icons"),
    [
        ("hero camp*2", ["hero", "camp", "camp"]),
        ("c h", ["camp", "hero"]),
        ("hcc", ["hero", "camp", "camp"]),
        ("none", []),
    ],
)
def test_your_icons_are_read(text: str, icons: list[str]) -> None:
    assert read_icons(text, "player") == icons


@pytest.mark.parametrize(("text", "side", "words"), [
    ("bag hero", "rival",
     "'hero' is not an icon of the rival's lineup; it belongs to the other lineup; known icons: local, bag"),
    ("camp", "rival", "it belongs to the other lineup; known icons: local"),
    ("loccal", "rival", "did you mean local?"),
    ("primus+t", "rival", "a primus has no tactic on it (p.30)"),
    ("bag+stun", "rival", "tactic or t follows the +"),
    ("bag+", "rival", "tactic or t follows the +"),
    ("+t", "rival", "known icons: bag, local, primus"),
    ("bag+t+t", "rival", "tactic or t follows the +"),
    ("2 camp", "player", "'2' is not an icon of your lineup; known icons: camp, hero"),
    ("bag*", "rival", "the count of an icon is 1 to 99"),
    ("bag*2+t", "rival", "the count of an icon is 1 to 99"),
    ("2*bag*2", "rival", "'bag*2' is not an icon"),
    ("2*2", "rival", "'2' is not an icon"),
    ("*", "rival", "the count of an icon is 1 to 99"),
    ("bag*local", "rival", "the count of an icon is 1 to 99"),
    ("bag*0", "rival", "the count of an icon is 1 to 99"),
    ("bag*100", "rival", "the count of an icon is 1 to 99"),
    ("bag*" + "9" * 5000, "rival", "the count of an icon is 1 to 99"),
    ("bag*\u0662", "rival", "the count of an icon is 1 to 99"),
    ("bag?", "rival", "'bag?' is not an icon"),
    ("", "rival", "type the icons of the rival's lineup: local, bag, primus"),
    (" , ", "player", "type the icons of your lineup: hero, camp"),
    ("hero hero", "player", "your lineup has one hero at most (p.20)"),
    ("hero*2", "player", "your lineup has one hero at most (p.20)"),
    ("hero bag", "player", "it belongs to the other lineup; known icons: hero, camp"),
    ("local", "player", "it belongs to the other lineup; known icons: hero"),
    ("camp+t", "player", "your tactics are not part of your lineup (p.20)"),
    ("hero+t", "player", "your tactics are not part of your lineup (p.20)"),
    ("none camp", "player", "'none' is not an icon of your lineup"),
    ("pt", "rival", "a primus has no tactic"),
    ("tb", "rival", ""),
    ("hh", "player", "one hero at most"),
    ("lx", "rival", "is not an icon"),
])  # fmt: skip
def test_what_is_no_icon_is_refused_with_what_would_be_right(text: str, side: LineupSide, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        read_icons(text, side)
    assert words in str(caught.value)


def test_sports_and_dice_are_typed_by_a_letter_each() -> None:
    assert read_goals("cks") == ["capture-the-flag", "king-of-the-hill", "spar"]
    assert read_goals("s") == ["spar"]
    assert read_goals("k s") == read_goals("k, s") == ["king-of-the-hill", "spar"]
    for typed in ("bb", "b b", "blue blue", "2 blue", "2b", "blue, b", "2 blu", "blu blu", "1bb"):
        assert read_dice(typed) == ("blue", "blue"), typed
    assert read_dice("bky") == ("blue", "black", "yellow")
    assert read_dice("2bg") == ("blue", "green", "blue", "green")
    assert read_dice("verde 2 neri ross giallo") == ("green", "black", "black", "red", "yellow")
    assert read_dice("") == ()
    assert [wrong for wrong in ("bluu", "b?", "2", "violet", "bl", "3bl") if read_dice(wrong) is not None] == []


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
