"""What is drawn of decisions, and how lines are styled and wrapped."""

from __future__ import annotations

import json
import random
import subprocess
import sys

import pytest

from hoplo_companion.errors import cells
from hoplo_companion.render import style
from hoplo_companion.render.board.text import draw_board
from hoplo_companion.render.sentences.decisions import decision_lines, verdict_line
from hoplo_companion.render.style import Span, plain, text_of, wrapped
from hoplo_companion.rules.naming import Names, names_of
from hoplo_companion.rules.sentence import said
from hoplo_companion.rules.why.decisions import Decision, decide
from hoplo_companion.rules.why.decisions import Test as Criterium
from hoplo_companion.rules.why.steps import Verdict, decisions
from tests.helpers.drawn import CATALOGUE, LONG_IDS, READER, crowd
from tests.soak.random_positions import random_position

NAMES = Names(CATALOGUE)


def the_decision(equal: bool = False) -> Decision:
    tests = [
        Criterium(
            "in reach",
            "movement.reach-opponent",
            lambda v: v[0],
            lambda v: v[0] == "yes",
            said("out of reach"),
        ),
        Criterium("strongest", "movement.superlative", lambda v: v[1], lambda v: v[1] == 4),
    ]
    options = [("krak", ("yes", 4)), ("milo", ("yes", 4 if equal else 2)), ("tac as 2. any", ("no", 9))]
    return decide("mark", "rep1", "movement.mark", options, tests)


def test_decision_table() -> None:
    assert plain(decision_lines(the_decision(), NAMES)).split("\n") == [
        "Rep1's mark: krak p.23, 36",
        "  candidate              in reach  strongest  result",
        "                         p.23, 37  p.23",
        "  Krak                   yes       4          chosen",
        "  Milo                   yes       2          out: by strongest",
        "  Tac (2. any opponent)  no        \N{EN DASH}          out: out of reach",
    ]
    text = plain(decision_lines(the_decision(equal=True), NAMES))
    assert text.startswith("Rep1's mark: krak or milo, the choice is yours")
    assert text.count("equal: you choose") == 2


def test_decision_without_candidates() -> None:
    text = plain(decision_lines(decide("mark", "rep1", "movement.dazed", [], []), NAMES))
    assert text == "Rep1's mark: none p.21, 22\n  There was nothing to choose from."


def test_long_criteria_keep_the_table_narrow() -> None:
    names = [f"a criterion with rather a long name {number}" for number in range(4)]
    tests = [Criterium(name, "movement.mark", lambda _: 1, lambda _: True) for name in names]
    lines = plain(decision_lines(decide("mark", "rep1", "movement.mark", [("krak", 0)], tests), NAMES)).split("\n")
    assert max(map(len, lines)) <= 100
    words = " ".join(lines).split()
    assert all(words.count(word) == 4 for word in ("criterion", "rather", "long"))


@pytest.mark.parametrize("step", ["deployment", "tactics", "movement", "engage"])
def test_tables_of_real_decisions_name_every_candidate(step: str) -> None:
    rng = random.Random(step)
    for _ in range(20):
        raw = random_position(rng, step)
        combat = READER.read(json.dumps(raw).encode())
        names = names_of(combat)
        for decision in decisions(combat, step):
            lines = [text_of(line) for line in decision_lines(decision, names)]
            rows = lines[-len(decision.candidates) :] if decision.candidates else []
            for row, candidate in zip(rows, decision.candidates, strict=True):
                assert row.casefold().startswith("  " + names(candidate.option.split(" as ")[0]).casefold())
                out = f"out: {decision.why(candidate)}"
                assert row.endswith(out if candidate.out else ("chosen", "equal: you choose"))


def test_verdicts() -> None:
    rule = "movement.efficient"
    out = Verdict(
        "destination", "rep1", "D4", "out of reach", rule, {"least movement": 2}, ["C2", "C3"], why=said("out of reach")
    )
    assert text_of(verdict_line(out, NAMES)) == (
        "Rep1's destination: D4 is out: out of reach (least movement: 2). Instead: C2 or C3. p.23"
    )
    chosen = Verdict("target", "rep1", "krak", "", "engage.target", {"priority": 1}, ["krak"])
    assert text_of(verdict_line(chosen, NAMES)) == "Rep1's target: krak is chosen (priority: 1). p.24, 37"
    equal = Verdict("target", "rep1", "krak", "", "engage.target", {}, ["krak", "milo"])
    assert text_of(verdict_line(equal, NAMES)) == "Rep1's target: krak is an equal choice; so is milo. p.24, 37"


# Style ----------------------------------------------------------------------------------------------------------------


def test_painting_says_the_same_as_plain_text(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [*draw_board(crowd()), *decision_lines(the_decision(), NAMES)]
    lines.append([Span("[bold]no markup[/bold] :smile:", "rule")])
    style.paint(lines)
    assert capsys.readouterr().out == plain(lines) + "\n"


def test_all_styles_are_known() -> None:
    combat = crowd()
    lines = draw_board(combat, {LONG_IDS[0][0]: combat.arena.mat.bit["B4"]}) + decision_lines(the_decision(), NAMES)
    used = {span.style for line in lines for span in line}
    assert used - {""} <= set(style.STYLES)


def test_wrapping_breaks_between_words_only() -> None:
    line = [Span("one two ", "key"), Span("three fourandfive six")]
    assert [text_of(part) for part in wrapped(line, 10)] == ["one two", "  three", "  fourandfive", "  six"]
    assert text_of(wrapped([Span("  set in")], 40)[0]) == "  set in"
    assert wrapped([], 10) == [[]]


def test_cells_count_wide_and_combining_signs() -> None:
    assert [cells(text) for text in ("abc", "\u9f8d", "e\u0301")] == [3, 2, 1]


def test_words_and_boards_need_no_terminal_library() -> None:
    code = (
        "import sys\n"
        "from hoplo_companion.render.board import text\n"
        "from hoplo_companion.render.sentences import decisions, events\n"
        "print([name for name in ('rich', 'typer') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
