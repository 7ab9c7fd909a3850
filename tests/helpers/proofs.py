"""Proofs of rules as rows of text: the rule and what it says, a board, what is done on it, and what comes of it.

    skill.hurl: An ally is hurled to the hexes alone that suit its list among those offered (p.24; relocate.list)
      r rival C3 Hurl-2, s rival D3 rg1, a player F3, b player C5 hp9
        abilities weakest (ability.hex=E4) -> offered: E3+E4
        abilities strongest, rulings.relocate.list=no (ability.hex=B4) -> at a: B4; hp b: 9
      r rival C3 Hurl-1, a player C4 | arena=atlanteans, chips.trident=@r, arena.blocked=C5/: abilities -> put: none

The head names the rules, if it proves any, and says them. A line of units is a board, written as `boards` has it, with
what else is known of it behind a bar (a list has a slash), or an example of the rulebook by the name of its file; what
is done on it stands below, or behind a colon. `own skills Thorns: …` is a record of a player's own, for all that
follows in the proof. `sides: rival player, player rival` has what follows done for each, with `{me}` and `{foe}` in
their place. Where rows differ in a few words, a table below them has these, a line each, or one after the other where
each is a word or there is one for each row (`{skill} {hp}: Regen-1 3, Regen-2 4`):

      own skills Own: {line}
      x rival C3 hp2 hl5 Own, y player G2
        own ability -> hp x: {hp}
        {line} | {hp}
          ability: heal 1 | 3
          ability: gain 9 hp | 11

What is done is a step of a rival's turn alone (`engage weakest`), a turn from a step on (`from movement`), one up to
what is asked behind the answers (`up-to`), an act of a unit (`strike x y`, `ability x swap`, `special x agile`, `roam
x`; yours in your turn), `attack` and `blow` by x on y in the turn of whoever has x, the arena's turn from a step on
(`arena engage`), your turn (`turn move h G1; end`), what `Own` does with x (`own attack`), something by hand (`correct
set h hp 2`), what happens to a unit (`damage y 2 x`, `defeat x`), turns in which nothing is done (`turns rival player`;
`begin rival`, `end rival`), nothing (`look`; `written`, which reads the board again), or a question to the rules
(`targets`, `move`, `ends`, `solve tactics`, `asks engage`, `may-move h` and `may-target h` after a line of your turn,
`offers move h D3`, `refuses end`, `why engage x`, `why-not engage x y`, `because engage`); then priorities, what else
is known, and in brackets the answers in order (`*1` answers all). What is done next stands behind `>`. Behind the arrow
stands what is looked at, and how it has to be, or why it is refused (`no board` where it cannot be).
"""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.helpers.courses import seen
from tests.helpers.table_games import HEAD, each_of

TABLE = re.compile(r"{[\w-]+}( [|] {[\w-]+})*|{[\w-]+}( {[\w-]+})*: .*")
"""The head of a table: its names between bars, or one after the other before what stands in them."""


class Row(NamedTuple):
    """Records of a player's own, the board, what is done on it, and what is found."""

    own: str
    board: str
    ask: str
    found: str

    def says(self, now: str) -> bool:
        """Whether this is what the row found; dots at its end leave open what follows."""
        return now.startswith(self.found[:-1]) if self.found.endswith("…") else now == self.found

    def filled(self, words: dict[str, str]) -> "Row":
        """The row with words in their places."""
        return Row(*(re.sub(r"{([\w-]+)}", lambda each: words.get(each[1], each[0]), part) for part in self))


class Proof(NamedTuple):
    """The rules that are proved, if any, what they say, and the rows that show it."""

    rules: list[str]
    says: str
    rows: list[Row]


def proofs(text: str) -> Callable[[Proof], None]:

    @each_of("proof", read(text))
    def holds(proof: Proof) -> None:
        found = [(row, seen(*row)) for row in proof.rows]
        wrong = [f"{row.board}: {row.ask} -> {row.found}\n  comes to: {now}" for row, now in found if not row.says(now)]
        assert not wrong, "\n".join([proof.says, *wrong])

    return holds


def read(text: str) -> list[Proof]:
    found: list[Proof] = []
    own = board = unasked = ""
    sides: list[dict[str, str]] = [{}]
    blanks: list[tuple[Row, list[dict[str, str]]]] = []
    names: list[str] = []
    for line in lines_of(text):
        ask, arrow, says = line.strip().partition(" -> ")
        if line.startswith("      "):
            found[-1].rows.extend(filled(blanks, dict(zip(names, cells_of(line), strict=True))))
            continue
        if names:
            blanks, names = [], []
        if line[0] != " ":
            assert not blanks, f"no table fills {blanks}"
            head = HEAD.fullmatch(line)
            found.append(Proof(head[1].split(", ") if head else [], head[2] if head else line, []))
            own, sides, board = "", [{}], ""
        elif ask.startswith("sides: "):
            pairs = ask.removeprefix("sides: ").split(", ")
            sides = [dict(zip(("me", "foe"), pair.split(), strict=True)) for pair in pairs]
        elif TABLE.fullmatch(ask) and not arrow:
            labels, dense, cells = ask.partition(": ")
            names = [name.strip("{}") for name in (labels.split() if dense else cells_of(labels))]
            for each in cells.split(", ") if dense else ():
                words = each.split() if len(names) > 1 else [each]
                found[-1].rows.extend(filled(blanks, dict(zip(names, words, strict=True))))
        elif ask.startswith("own ") and not arrow:
            own = f"{own}\n{ask}" if board.startswith("own ") else ask
            board = ask
        elif arrow:
            if not line.startswith("    "):
                board, _, ask = ask.partition(": ")
            unasked = ""
            row = Row(own, board, ask, says)
            if re.search("{(?!me}|foe})", "".join(row)):
                blanks.append((row, sides))
            else:
                found[-1].rows.extend(filled([(row, sides)], {}))
        else:
            assert not unasked, f"nothing is asked of {unasked}"
            board = unasked = ask
    assert not unasked, f"nothing is asked of {unasked}"
    assert all(proof.rows for proof in found)
    return found


def filled(blanks: list[tuple[Row, list[dict[str, str]]]], cells: dict[str, str]) -> Iterator[Row]:
    """Rows with these words in their places, for each of the sides that they are done for."""
    for row, sides in blanks:
        yield from (row.filled(cells).filled(side) for side in sides)


def lines_of(text: str) -> list[str]:
    """The lines of a text that are neither empty nor a remark; what continues a line may be indented."""
    return [re.sub("(?<=[^ ]) {2,}", " ", line) for line in text.splitlines() if line and line[0] != "#"]


def cells_of(line: str) -> list[str]:
    return [part.strip() for part in line.split("|")]


def columns(text: str, number: int) -> list[list[str]]:
    """The rows of a table whose columns stand between bars; those that a row leaves off are empty."""
    rows = [cells_of(line) for line in lines_of(text)]
    return [[*row, *[""] * (number - len(row))] for row in rows]
