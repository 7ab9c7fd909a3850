"""What is written in the hexes of a drawn board: names and marks, units, what is on them, and who has left.

A hex has three or four rows: its name with what the mat prints on it; the unit's name; its HP with what is on it or
lies there; and, where there is a fourth, what the third has no room for. The words are one set a board, the longest
with which every hex keeps everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from hoplo_companion.errors import cells
from hoplo_companion.hexes import bits
from hoplo_companion.render.board.labels import abbreviations, labels
from hoplo_companion.render.board.legend import holdings
from hoplo_companion.render.style import Span
from hoplo_companion.rules.effects.judge import is_dazed
from hoplo_companion.rules.model import Combat, Unit

Row = list[Span]
"""The words of one row of a hex."""

MORE = ".."
"""Stands for words that a hex has no room for even in the shortest wording."""


class Wording(NamedTuple):
    """The words for what is on units and hexes.

    Shapes: `chips` and `tactics` give the word for each arena chip and tactic; `few` counts them from two on instead
    of naming them.
    """

    hp: str
    flag: str
    dazed: str
    tribune: str
    blocked: str
    chips: dict[str, str]
    tactics: dict[str, str]
    few: bool = False


def wordings(combat: Combat) -> list[Wording]:
    """List the sets of words to choose from, the longest first."""
    tactics = dict.fromkeys(tactic for unit in combat.in_arena() for tactic in unit.tactics)

    def short(chips: int, tactic: int) -> tuple[dict[str, str], dict[str, str]]:
        return abbreviations(combat.chips, chips), abbreviations(tactics, tactic)

    return [
        Wording("hp", "flag", "dazed", "tribune", "blocked", *short(12, 12)),
        Wording("hp", "flag", "dazed", "trib", "blk", *short(8, 8)),
        Wording("hp", "flag", "dazed", "trib", "blk", *short(6, 6)),
        Wording("hp", "flag", "dazed", "trib", "blk", *short(5, 5)),
        Wording("hp", "flag", "daze", "trib", "blk", *short(4, 4)),
        Wording("hp", "fl", "dz", "tb", "bk", *short(3, 3)),
        Wording("hp", "fl", "dz", "tb", "bk", *short(2, 2)),
        Wording("hp", "f", "d", "t", "b", *short(2, 2)),
        Wording("", "f", "d", "t", "b", *short(2, 2)),
        Wording("", "f", "d", "t", "b", *short(2, 2), True),
    ]


def length(row: Row, gap: int = 0) -> int:
    """Count the cells of a row of words that stand `gap` spaces apart."""
    return sum(cells(span.text) for span in row) + gap * max(0, len(row) - 1)


def packed(words: Row, rooms: Sequence[int]) -> tuple[list[Row], Row]:
    """Fill rows of these rooms with words in order, a space apart; give the rows, and the words that found none."""
    rows: list[Row] = [[] for _ in rooms]
    at = 0
    for done, word in enumerate(words):
        while at < len(rooms) and length([*rows[at], word], 1) > rooms[at]:
            at += 1
        if at == len(rooms):
            return rows, words[done:]
        rows[at].append(word)
    return rows, []


class Insides:
    """The rows of every hex of a combat, for hexes with these rooms.

    Shapes: `rooms` are the cells that each row of a hex has; `moved` gives for each unit that moved the hex it left;
    the name of the hex under a `cursor` stands in brackets.
    """

    def __init__(self, combat: Combat, moved: Mapping[str, int], rooms: Sequence[int], cursor: int = 0) -> None:
        self.combat = combat
        self.cursor = cursor
        self.arena = combat.arena
        self.moved = moved
        self.rooms = rooms
        self.keys = combat.key_hexes()
        self.rivals = {hex_: at + 1 for at, hex_ in enumerate(combat.arena.rival_deployment)}
        self.players = frozenset(combat.arena.player_deployment)
        self.labels = labels(combat, moved, rooms[1] - 1)
        self.word, self.rows = self._fitting()

    def _fitting(self) -> tuple[Wording, dict[int, list[Row]]]:
        """Choose the longest words with which nothing is left out; where none do, the shortest."""
        hexes = list(bits(self.arena.existing))
        for word in wordings(self.combat):
            self.word = word
            rows = {hex_: self._rows(hex_) for hex_ in hexes}
            if not any(span.text == MORE for each in rows.values() for row in each for span in row):
                break
        return self.word, rows

    def _head(self, hex_: int) -> Row:
        """Name a hex and what the mat prints on it: its elevation, key, and deployment."""
        level = self.arena.elevation.get(hex_, 0)
        key = bool(self.keys & hex_)
        row = [Span(self.arena.mat.name(hex_) + (f"^{level}" if level else ""), "key" if key else "")]
        row += [Span("*", "key")] if key else []
        row += [Span(f"r{self.rivals[hex_]}", "deployment")] if hex_ in self.rivals else []
        row += [Span("p", "deployment")] if hex_ in self.players else []
        if hex_ == self.cursor:
            row[0] = Span(f"[{row[0].text}]", "cursor")
            while len(row) > 1 and length(row) > self.rooms[0]:
                row.pop()
        return row

    def _hp(self, unit: Unit) -> Span:
        return Span("99+" if unit.hp and unit.hp > 99 else f"{'?' if unit.hp is None else unit.hp}{self.word.hp}")

    def _listed(self, sign: str, ids: Sequence[str], words: Mapping[str, str], end: str = "") -> Iterable[Span]:
        if self.word.few and len(ids) > 1:
            return [Span(f"{sign}{len(ids)}{end}", "key")]
        return [Span(f"{sign}{words[id_]}{end}", "key") for id_ in ids]

    def _things(self, hex_: int) -> Row:
        """Say what is on a unit, what it holds, and what lies on its hex."""
        unit, word, combat = self.combat.at(hex_), self.word, self.combat
        named = {**word.chips, "flag": word.flag}
        row: Row = []
        if unit is not None:
            row.append(self._hp(unit))
            row += [Span(word.dazed)] if is_dazed(combat, unit) else []
            row += [Span(word.tribune)] if unit.tribune else []
            row += [Span(word.blocked, "blocked")] if self.arena.blocked & hex_ else []
            row += self._listed("+", holdings(combat, unit), named)
            row += self._listed("!", unit.tactics, word.tactics)
        lying = ["flag"] if combat.flag is not None and combat.flag.hex & hex_ else []
        lying += [chip for chip, place in combat.chips.items() if place.hex & hex_]
        return [*row, *self._listed("(", lying, named, ")")]

    def _left(self, hex_: int) -> list[str]:
        """List the units that stood here before they moved."""
        units = self.combat.units
        return [id_ for id_, was in self.moved.items() if was & hex_ and not (id_ in units and units[id_].hex == hex_)]

    def _gone(self, id_: str) -> list[Row]:
        """Say on an empty hex who left it, and for where."""
        unit = self.combat.units.get(id_)
        there = f"went {self.arena.mat.name(unit.hex)}" if unit is not None and unit.hex else "is gone"
        return [[Span(self.labels[id_].text.lstrip("><="), "quiet")], [Span(there, "quiet")]]

    def _rows(self, hex_: int) -> list[Row]:
        """Give the rows of a hex, as many as it has rooms."""
        unit, left, things = self.combat.at(hex_), self._left(hex_), self._things(hex_)
        blocked = bool(self.arena.blocked & hex_)
        if len(left) == 1 and not (unit or blocked or things):
            return [self._head(hex_), *self._gone(left[0]), *([[]] * (len(self.rooms) - 3))]
        name: Row = []
        if unit is not None:
            label = self.labels[unit.id]
            name = [Span(label.text, label.style)]
        elif blocked:
            name = [Span("blocked", "blocked")]
        rows, rest = packed(things, self.rooms[2:])
        if left:
            was = Span("was " + self.labels[left[0]].text.lstrip("><="), "quiet")
            many = [Span(f"was {len(left)}", "quiet"), Span(f"~{len(left)}", "quiet")]
            marks = [was, *many] if len(left) == 1 else many
            for mark in marks:
                # The last row first: who has left is told apart from what is here, where there is room for that.
                room = next((at for at in reversed(range(len(rows))) if self._fits(rows[at], mark, at)), None)
                if room is not None:
                    rows[room] = [*rows[room], mark]
                    break
            else:
                rest = [*rest, marks[-1]]
        if rest:
            while rows[-1] and not self._fits(rows[-1], Span(MORE), len(rows) - 1):
                rows[-1] = rows[-1][:-1]
            rows[-1] = [*rows[-1], Span(MORE)]
        return [self._head(hex_), name, *rows]

    def _fits(self, row: Row, word: Span, at: int) -> bool:
        return length([*row, word], 1) <= self.rooms[2 + at]

    # What the board uses ------------------------------------------------------------------------------------------

    def signs(self) -> list[tuple[str, str, str]]:
        """List the signs that this board uses, each with its style and what it means."""
        combat, word = self.combat, self.word
        here = list(combat.in_arena())
        sides = {unit.side for unit in here}
        texts = {span.text for rows in self.rows.values() for row in rows for span in row}
        tactics = {tactic for unit in here for tactic in unit.tactics}
        signs = [
            (">CAPITALS", "rival", "a rival unit", "rival" in sides),
            ("<small", "player", "a unit of yours", "player" in sides),
            ("=Capital", "arena", "an arena unit", "arena" in sides),
            (f"3{word.hp}", "", "its HP", bool(here)),
            (f"?{word.hp}", "", "HP unknown", any(unit.hp is None for unit in here)),
            ("99+", "", "more than 99 HP", "99+" in texts),
            (word.dazed, "", "dazed", word.dazed != "dazed" and any(is_dazed(combat, unit) for unit in here)),
            (word.tribune, "", "the tribune", word.tribune != "tribune" and any(unit.tribune for unit in here)),
            ("(x)", "key", "x lies loose", any(text.startswith("(") for text in texts)),
            ("+x", "key", "holds x", any(text.startswith("+") for text in texts)),
            ("!x", "key", "under tactic x", any(text.startswith("!") for text in texts)),
            (word.flag, "key", "the flag", word.flag != "flag" and combat.flag is not None),
            ("+2, !2, (2)", "key", "so many of them", word.few),
            *((word.chips[chip], "key", f"the {chip}", word.chips[chip] != chip) for chip in combat.chips),
            *((word.tactics[id_], "key", id_, word.tactics[id_] != id_) for id_ in sorted(tactics)),
            ("*", "key", "key hex", "*" in texts),
            ("r1", "deployment", "rival deployment hex #1", bool(self.rivals)),
            ("p", "deployment", "your deployment hex", "p" in texts),
            ("blocked", "blocked", "nobody may enter", "blocked" in texts),
            (word.blocked, "blocked", "a blocked hex", word.blocked != "blocked" and word.blocked in texts),
            ("no name", "", "no hex of this arena", self.arena.existing != self.arena.mat.everywhere),
            ("^2", "", "elevation 2 (without ^: 0)", any(self.arena.elevation.values())),
            ("was X", "quiet", "X stood here", any(re.match(r"was (?!\d+$)", text) for text in texts)),
            ("was 1", "quiet", "1 unit stood here", any(re.match(r"was \d+$", text) for text in texts)),
            ("~1", "quiet", "1 unit stood here", any(text.startswith("~") for text in texts)),
            (MORE, "", "more, see the list", MORE in texts),
        ]
        return [(sign, style, meaning) for sign, style, meaning, used in signs if used]
