"""A wrong position in one line: the error points at the place and says what would be right, and is never another."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hoplo_companion.errors import UsageError, cells
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.position.line import write_notation
from hoplo_companion.rules.position.line_words import NotationError
from tests.notation.test_notation import CATALOGUE, SKETCH, board, wrong

WRONG = [
    ("‸", "an empty line is not a position; one looks like this: atl koth 3"),
    ("‸ \t ", "an empty line"),
    ("‸|||", "a line begins with the arena"),
    ("‸: , :", "a line begins with the arena"),
    ("‸atlan1", "no arena is called 'atlan1'; did you mean atlanteans?"),
    ("‸p: krak@E3", "a line begins with the arena"),
    ("atl ‸kot", "no event or step is called 'kot'; did you mean koth?"),
    ("atl ‸s", "'s' may be scion or spar: type more of it"),
    ("atl koth ‸ctf", "event is given twice"),
    ("atl 3 ‸4", "turn is given twice"),
    ("atl act 2 turn ‸x", "is not the number of the turn"),
    ("atl ‸act99999999999999999999", "is not the number of the act"),
    ("atl ‸act7", "there is no act 7: it is 1, 2, 3 or 4"),
    ("atl ‸0", "turns count from 1"),
    ("atl ‸🐙 3", "no event or step is called '🐙'"),
    ("atl 3 ‸@C2", "event, turn and step follow the arena"),
    ("atl 3 |‸", "the line ends here: expected a section"),
    ("atl 3 | ‸| p: krak", "expected a section"),
    ("atl 3 | ‸x: krak", "no section is called 'x'; known sections: arena, bench"),
    ("atl 3 | next ‸krak", "a colon follows next"),
    ("atl | tac: stun | ‸tac: adr", "tactics is given twice"),
    ("atl | r: ‸de@C2", "'de' may be decimus or defender: type more of it"),
    ("atl | p: ‸krakn@E3", "no chip is called 'krakn'; did you mean krakenlance? (a chip of your own needs"),
    ("atl | p: ‸gob@E3 1/1/2", "no chip is called 'gob'"),
    ("atl | r: def@‸Z9", "'Z9' is not on this mat"),
    ("atl | r: def@‸", "the line ends here: expected a hex, such as C4"),
    ("atl | r: def ‸C2", "a hex is typed as @C2"),
    ("atl | r: def@C2 ‸rep@B3", "a comma goes between units"),
    ("atl | r: def@C2 ‸adr", "a tactic on a unit is typed as +adr"),
    ("atl | r: def@C2 ‸taunt", "a skill is typed as skills=taunt"),
    ("atl | r: def@C2 ‸trident", "a chip that it holds is typed as *trident"),
    ("atl | r: def@C2 5 ‸4", "hp is given twice; a comma goes between units"),
    ("atl | r: def@C2 @‸C3", "hex is given twice"),
    ("atl | r: def@C2 5, rep@‸C2 3", "'C2' is taken by 'defender': a hex holds one unit"),
    ("atl | r: def@C2 ‸0", "HP is between 1 and"),
    ("atl | r: def@C2 +‸adrr", "no tactic is called 'adrr'; did you mean adrenaline?"),
    ("atl | p: krak@E3 +‸adr", "tactics are never placed on elite units"),
    ("atl | r: def@C2 1/1‸, rep@B2", "three numbers, as in 1/1/4"),
    ("atl | r: def@C2 1/‸x/2", "Range is a number, or - if it is left out, not 'x'"),
    ("atl | r: def@C2 attack=‸bz", "attack is dice: a letter for each, as in bb (y yellow"),
    ("atl | r: def@C2 skills=taunt/‸tant", "no skill is called 'tant'"),
    ("atl | r: def@C2 skills=‸regen", "Regen needs its number"),
    ("atl | r: def@C2 class=‸archr", "did you mean archer?"),
    ("atl | r: def@C2 ‸size=3", "no key is called 'size'"),
    ("atl | r: def@C2 health=‸big", "health is a whole number, not 'big'"),
    ("atl | r: def@C2 hero=‸perhaps", "hero is yes or no, not 'perhaps'"),
    ("atl | r: def@C2 faction=a/‸b", "faction has one value"),
    ("atl | r: def#x@C2, rep#‸x@B2", "another unit's id already"),
    ("atl | p: def#a@C2, def‸^@C3", "the tribune is a rival unit"),
    ("atl | p: krak@E3 *‸tridnt", "did you mean trident? (put another name in quotes)"),
    ("atl | p: krak@E3 *tri | on: ‸tri@C3", "'trident' is named twice"),
    ("atl | p: def *‸trident", "'defender' is not in the arena"),
    ("atl | on: trident‸", "expected the hex where it lies, as in trident@C3"),
    ("atl | flag: ‸D4", "on: flag@D4"),
    ("atl | next: arch‸@C3", "a unit still to come is not on a hex yet"),
    ("atl | next: arch ‸5", "a unit still to come has no hp yet"),
    ("atl | next: arch#a, ‸arch#a", "another unit's id already"),
    ("atl | r: arch#a@B2 | next: ‸arch#a", "'a' is among the units already"),
    ("atl | yours: camp=1 ‸camp=2", "camp_units is given twice"),
    ("atl | yours: ‸camp=1000000", "it is between 0 and"),
    ("atl | yours: ‸king=1", "no key is called 'king'"),
    ("atl | rulings: ‸taunt=any", "may be"),
    ("atl | rulings: ‸dest.bold=x", "There is no reading 'x'"),
    ("atl | cards: banes=‸gigantc", "did you mean gigantic?"),
    ("atl | state: moved=‸defender stayed=x", "no unit is called 'defender'"),
    ('atl | state: ‸{"moved": 3}', "not in JSON"),
    ("atl | r: def@C2 skills=‸[]", "not in JSON"),
    ("atl | state: moved=defender ‸lasting=x", "no key is called 'lasting'"),
    ('atl | r: def | lasting: ‸"fly" units=defender until=end-of-turn', "'fly' is not understood"),
    ('atl | r: def | lasting: ‸"movement +1, add blue" units=defender', "one verb"),
    ('atl | r: def | lasting: "movement +1" units=‸archer until=end-of-turn', "no unit is called 'archer'"),
    ("atl | variant: ‸boot=x mod=y", "'x' is not one of"),
    ('atl | p: ‸"krak@E3', "this quotation mark has no partner"),
    ("atl | p: krak@E3 ‸\x00", "'\\x00' does not belong in a position"),
    ("atl | p: krak#‸\udcff", "does not belong in a position"),
    ("atl | p: krak#‸\u201cbig@E3", "this quotation mark has no partner"),
    ("atl | p: krak@E3 ‸}", "'}' does not belong in a position"),
    ("‸[1, 2]", "not in JSON"),
    ('‸{"columns": [3]} | r: def', "not in JSON"),
    ('‸"columns 3 5" | r: def', "odd number"),
    ('‸"columns 3 4 3, rival A1 Z9" | r: def', "'Z9' is not on this mat"),
    ('‸"columns 3, rival A1, all: bold" | r: def', "is not a priority"),
    ('‸"columns 3, rival A1, chips orb" | r: def', "is not a part of a mat"),
    ("atl | p: krak@E3 | cards: banes=‸Gloomy", "no bane is called 'Gloomy'; known banes: "),
    ("atl | p: krak@E3 | cards: events=‸games", "no event is called 'games'; no events are known"),
    ("atl | p: krak@E3 | cards: prowess=‸xyzzy", "no Prowess card is called 'xyzzy'; known Prowess cards: "),
]
"""Lines with ‸ where the error points, and what it says."""


@pytest.mark.parametrize(("marked", "right"), WRONG)
def test_an_error_points_at_the_place_and_says_what_would_be_right(marked: str, right: str) -> None:
    fault = wrong(marked.replace("‸", ""))
    assert fault.at == marked.index("‸"), str(fault)
    assert right in str(fault)
    assert isinstance(fault, UsageError)
    assert fault.exit_code == 2


def test_the_caret_stands_under_the_place() -> None:
    first, line, caret = str(wrong("atl 3 | p: krakn@E3")).split("\n")
    assert first.startswith("character 12: no chip")
    assert line.index("krakn") == caret.index("^")
    assert caret.strip() == "^"


def test_in_a_long_line_only_what_is_around_the_place_is_shown() -> None:
    fault = wrong(f"atl | r: {', '.join(['def'] * 200)}, krakn, {', '.join(['def'] * 200)}")
    _, line, caret = str(fault).split("\n")
    assert len(line) < 140
    assert line.strip().startswith("…")
    assert line.endswith("…")
    assert line.index("krakn") == caret.index("^")


@pytest.mark.parametrize("at", [0, 1, 20, 36, 37, 38, 39, 50, 73, 74, 75, 99, 150, 199])
def test_line_and_caret_fit_in_a_terminal_of_80_columns(at: int) -> None:
    """A line that the terminal breaks has its caret under another character."""
    line = "x" * at + "|" + "x" * (199 - at)
    _, shown, caret = str(NotationError(line, [(at, "wrong")])).split("\n")
    assert max(cells(shown), cells(caret)) < 80
    assert cells(shown[: shown.index("|")]) == caret.index("^")
    assert cells(shown) > 70, "there is more of the line to show"


def test_a_line_that_fits_is_shown_whole() -> None:
    assert str(NotationError("x" * 74, [(70, "wrong")])).split("\n")[1] == "  " + "x" * 74


def test_wide_characters_and_tabs_do_not_shift_the_caret() -> None:
    _, line, caret = str(wrong('atl |\tr: def#"龍龍"@Z9')).split("\n")
    assert "\t" not in line
    assert caret.index("^") == line.index("Z9") + 2, "each of the two takes two columns"


def test_all_defects_of_a_position_are_told_each_at_its_place() -> None:
    fault = wrong("atl act7 0 | r: def@Z9, rep@B2 0")
    assert [fault.line[at : at + 4].strip() for at, _ in fault.faults] == ["act7", "0 |", "Z9,", "0"]
    assert str(fault).count("^") == 4
    many = wrong("atl | r: " + ", ".join(["def@Z9"] * 9))
    assert str(many).count("^") == 5
    assert str(many).endswith("… and 4 more")


def test_a_long_line_is_read() -> None:
    assert len(board("atl | p: " + ", ".join(["def"] * 5000)).units) == 5000
    assert "no arena is called" in str(wrong("a" * 900_000))


@pytest.mark.parametrize("name", ["x" * 300, "ü" * 150])
def test_a_name_longer_than_a_file_may_have_is_an_unknown_name(name: str) -> None:
    """Names become names of files where records are sought."""
    assert "no arena is called" in str(wrong(f'"{name}" | r: def'))
    assert "no chip is called" in str(wrong(f'atl | r: "{name}"'))
    assert board(f'atl | r: "{name}"#x@B2 1/1/1 attack=b').units["x"].chip == name


PIECES = [
    *re.findall(r"[\w.]+|\S", SKETCH), *" \t=#!^/-{", "1/1/4", "attack=", "skills=", '"x"', '"', "{}", "[1]", "flag",
]  # fmt: skip
PIECES += ["state:", "yours:", "cards:", "on:", "bench:", "rulings:", "null", "🐙", "\x00", "\udcff"]
PUT_TOGETHER = st.lists(st.sampled_from(PIECES))


def attempt(line: str) -> None:
    """Read a line; what is not refused with a caret is a position that can be written."""
    try:
        combat = board(line)
    except NotationError as error:
        fault = error
    else:
        assert write_notation(write_position(combat), CATALOGUE)
        return
    assert 0 <= fault.at <= len(line)
    assert str(fault).split("\n")[-1].endswith(("^", "more"))


@given(st.one_of(st.text(), PUT_TOGETHER.map("".join), PUT_TOGETHER.map(" ".join)))
@example("atl | r: def@C2 +adr tactics=stun +adr")
@example("atl | r: def tactics=- +adr")
@example("atl | lasting: | state: ")
@example("İ | r: ß")
def test_whatever_is_typed_is_read_or_refused(line: str) -> None:
    attempt(line)


@given(st.integers(0, len(SKETCH)), st.integers(0, 4), st.text(max_size=4))
def test_slips_of_the_hand_are_read_or_refused(at: int, taken: int, put: str) -> None:
    attempt(SKETCH[:at] + put + SKETCH[at + taken :])
