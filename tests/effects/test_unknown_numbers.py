"""What a look at the board hangs on and nobody has entered: asked at a terminal, elsewhere left out where it can be."""

import json
import shlex

import pytest

from tests.helpers.cli import done, hoplo
from tests.helpers.seated import conversed

BOARD = "atl koth 3 | r: rep@C2 3, att@A1 3 | p: krak@E3 6, bust@G1 4"
"""Neither the Attacker's nor the Bustuarius's Movement is in any source."""

MISSING = "the Movement of Attacker (attacker) is not known"


@pytest.mark.rule("component.asked")
@pytest.mark.parametrize(("words", "says"), [
    (["why", "rep"], "Reptilian's destination: D3"),
    (["why", "rep", "--step", "engage"], "Reptilian's target: none"),
    (["why-not", "rep", "krak"], "Krakenlance (4. the farthest opponent) is chosen"),
    (["why-not", "rep", "D2"], "D2 is out: not within Range"),
    (["why-not", "rep", "att"], "Attacker is out: an ally"),
    (["why-not", "att", "rep"], "Reptilian is out: an ally"),
    (["options", "rep"], "D3"),
    (["options", "krak"], "2 steps"),
    (["options", "rep"], "cannot attack Krakenlance"),
    (["look", "unit", "att"], "unknown"),
    (["board", "--words"], "Bustuarius"),
])  # fmt: skip
def test_an_unrelated_unit_s_unknown_numbers_do_not_matter(words: list[str], says: str) -> None:
    ran = hoplo(*words, "--position", BOARD)
    assert (ran.code, ran.err) == (0, "")
    assert says in ran.out


@pytest.mark.rule("component.asked")
@pytest.mark.parametrize(
    "words", [["why", "att"], ["why-not", "att", "krak"], ["options", "att"], ["why-not", "att", "B1"]]
)
def test_a_unit_s_own_unknown_number_is_said(words: list[str]) -> None:
    hoplo(*words, "--position", BOARD).fails(1, MISSING)


@pytest.mark.rule("component.asked")
def test_why_of_all_shows_what_can_be_shown_and_says_the_rest() -> None:
    ran = done("why", "--position", BOARD)
    assert "Reptilian's destination: D3" in ran.out
    assert "attacker" not in ran.out
    assert MISSING in ran.err
    alone = hoplo("why", "--position", "atl koth 3 | r: att@A1 3 | p: krak@E3 6")
    assert (alone.code, alone.out) == (1, "")


@pytest.mark.rule("component.asked")
def test_options_leave_out_what_hangs_on_an_unknown_number_and_say_so() -> None:
    found = json.loads(hoplo("options", "--position", BOARD, "--json").out)
    assert (list(found["move"]), found["unknown"]) == (["krakenlance"], {"bustuarius": ["movement", "range"]})
    assert "Movement and Range of Bustuarius" in hoplo("options", "--position", BOARD).out


@pytest.mark.rule("component.asked")
@pytest.mark.parametrize("hp", ["", " 4"])
def test_a_superlative_compares_only_whom_it_has_to(hp: str) -> None:
    """The HP of an opponent out of reach is not missed, and neither is that of the only one in reach (p.23)."""
    mat = '"columns 3 4 5 6 5 4 3, rival A1, player G1, all: strongest"'
    ran = done("why", "rep", "--position", f"{mat} koth 3 | r: rep@C2 3 | p: bust@D3{hp}, tact@G1")
    assert "Bustuarius" in ran.out


def test_why_not_takes_any_beginning_of_a_name() -> None:
    """An opponent comes before an ally, a name of two opponents is asked back, one of nobody has the names listed."""
    assert "Krakenlance" in hoplo("why-not", "rep", "kra", "--example").out
    assert "your Defender" in hoplo("why-not", "rep", "my-def", "--example").out
    two = "atl koth 3 | r: rep@C2 3 | p: archer@E3 2, archer@F3 2"
    ran = hoplo("why-not", "rep", "arch", "--position", two).fails(2, "may mean")
    assert "my-arch" not in ran.err, "both are yours"
    hoplo("why-not", "rep", "hydra", "--example").fails(2, "neither a hex of this mat nor a unit")


def test_what_a_look_hangs_on_is_asked_at_a_terminal_and_kept() -> None:
    call = shlex.join(("why", "att", "--position", BOARD, "--plain"))
    conversed(call, "1|enter|1|enter", "Movement", "Range", "Attacker's mark")
    assert hoplo("options", "att", "--position", BOARD).code == 0
