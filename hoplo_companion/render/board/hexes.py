"""What is written in the hexes of a drawn board: names and marks, units, what is on them, and who has left.

A hex has three or four rows: its name with what the mat prints on it; the unit's name; its HP with what is on it or
lies there; and, where there is a fourth, what the third has no room for. The words are one set for the whole board, the
longest with which every hex keeps everything.
"""

from collections.abc import Mapping, Sequence

from hoplo_companion.errors import cells
from hoplo_companion.hexes import bits
from hoplo_companion.language import in_sense, plural, tr
from hoplo_companion.render.board.words import abbreviations, labels, lying_on, state_words, states
from hoplo_companion.render.sentences.words import arena_chip, printed_name
from hoplo_companion.render.style import Line, Span, line
from hoplo_companion.rules.model import Combat

KEY, YOURS, HELD, UNDER, LOOSE, LEFT, MORE = "*", "p", "+", "!", "(", "~", ".."
"""The signs of a key hex and of your deployment; those before what is held, is on a unit, lies loose, or has left;
and the one for what a hex has no room for."""


def _signs() -> dict[str, tuple[str, str, str, str]]:
    """What a hex or its unit may be marked as: in a word, in two letters, in one letter, and what that means."""
    dazed, tribune = state_words().values()
    return {
        "dazed": (dazed, in_sense("two letters for dazed", "dz"), in_sense("one letter for dazed", "d"), dazed),
        "tribune": (tribune, in_sense("two letters for the tribune", "tb"),
                    in_sense("one letter for the tribune", "t"), tr("the tribune")),
        "flag": (in_sense("on the drawn board", "flag"), in_sense("two letters for the flag", "fl"),
                 in_sense("one letter for the flag", "f"), tr("the flag")),
        "blocked": (in_sense("on the drawn board", "blocked"), in_sense("two letters for a blocked hex", "bk"),
                    in_sense("one letter for a blocked hex", "b"), tr("a blocked hex")),
    }  # fmt: skip


WORDINGS = ("hp", 0, 12), ("hp", 0, 5), ("hp", 1, 3), ("", 2, 2)
"""Wordings from whole words down to bare letters: for HP, which words of a sign, the most letters of chips' names."""


def length(row: Line, gap: int = 0) -> int:
    """Count the cells of a row of words that are `gap` spaces from each other."""
    return sum(cells(span.text) for span in row) + gap * max(0, len(row) - 1)


def packed(words: Line, rooms: Sequence[int]) -> tuple[list[Line], Line]:
    """Fill rows of these rooms with words in order, a space between them; give the rows, and the words left over."""
    rows: list[Line] = [[] for _ in rooms]
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
    `lit` are hexes that may be chosen; `had` gives the HP that units had before, where they have less now. `words` has
    the word for each of `_signs`, `chips` and `tactics` that for each arena chip, the flag among them, and for each
    tactic; `few` counts those from two on instead of naming them.
    """

    wordings: Sequence[tuple[str, int, int]] = WORDINGS

    def __init__(
        self, combat: Combat, moved: Mapping[str, int], rooms: Sequence[int], lit: int = 0, had: Mapping[str, int] = {}
    ) -> None:
        self.combat, self.arena = combat, combat.arena
        self.moved, self.rooms, self.lit, self.had = moved, rooms, lit, had
        self.keys = combat.key_hexes()
        self.labels = labels(combat, moved, self._room_of_a_name())
        self.blocked = Span(_signs()["blocked"][0], "blocked")
        tactics = dict.fromkeys(tactic for unit in combat.in_arena() for tactic in unit.tactics)
        for hp, at, most in self.wordings:
            self.hp, self.few = hp, at == 2
            self.words = {what: words[at] for what, words in _signs().items()}
            self.chips = {**abbreviations(combat.chips, most), "flag": self.words["flag"]}
            self.tactics = abbreviations(tactics, most)
            self.rows = {hex_: self._rows(hex_) for hex_ in bits(self.arena.existing)}
            if not any(span.text == MORE for each in self.rows.values() for row in each for span in row):
                break

    def _room_of_a_name(self) -> int:
        return self.rooms[1] - 1

    def _head(self, hex_: int) -> Line:
        """Name a hex and what the mat prints on it: its elevation, key, and deployment."""
        arena, key = self.arena, bool(self.keys & hex_)
        level, rivals = arena.elevation.get(hex_, 0), arena.rival_deployment
        style = "choice" if hex_ & self.lit else "key" if key else ""
        row = line(arena.mat.name(hex_) + (f"^{level}" if level else ""), style)
        row += line(KEY, "key") if key else []
        row += line(f"r{rivals.index(hex_) + 1}", "deployment") if hex_ in rivals else []
        row += line(YOURS, "deployment") if hex_ in arena.player_deployment else []
        return row

    def _listed(self, sign: str, ids: Sequence[str], words: Mapping[str, str], end: str = "") -> Line:
        if self.few and len(ids) > 1:
            return line(f"{sign}{len(ids)}{end}", "key")
        return [Span(f"{sign}{words[id_]}{end}", "key") for id_ in ids]

    def _things(self, hex_: int) -> Line:
        """Say what is on a unit, what it holds, and what lies on its hex."""
        unit, combat = self.combat.at(hex_), self.combat
        row: Line = []
        if unit is not None:
            hp, had = unit.hp, self.had.get(unit.id, 0)
            if hp is not None and hp < had:
                row += line(f"{had}→{hp}{self.hp}", "damage")
            else:
                row += line(f"{'?' if hp is None else hp}{self.hp}")
            row += [Span(self.words[state]) for state in states(combat, unit)]
            row += line(self.words["blocked"], "blocked") if self.arena.blocked & hex_ else []
            row += self._listed(HELD, combat.held_by(unit.id, with_flag=True), self.chips)
            row += self._listed(UNDER, unit.tactics, self.tactics)
        return row + self._listed(LOOSE, lying_on(combat, hex_), self.chips, ")")

    def _left(self, hex_: int) -> list[tuple[str, str]]:
        """The units that were here before they moved, each with its label without the sign of its side."""
        units = self.combat.units
        left = [id_ for id_, was in self.moved.items() if was & hex_ and not (id_ in units and units[id_].hex == hex_)]
        return [(id_, self.labels[id_].text.lstrip("><=")) for id_ in left]

    def _rows(self, hex_: int) -> list[Line]:
        """The rows of a hex, as many as it has rooms."""
        unit, left, things = self.combat.at(hex_), self._left(hex_), self._things(hex_)
        blocked = bool(self.arena.blocked & hex_)
        if len(left) == 1 and not (unit or blocked or things):
            [(id_, label)] = left
            mover = self.combat.units.get(id_)
            went = tr("went {hex}", hex=self.arena.mat.name(mover.hex)) if mover and mover.hex else tr("is gone")
            gone = [line(label, "quiet"), line(went, "quiet")]
            return [self._head(hex_), *gone, *([[]] * (len(self.rooms) - 3))]
        rows, rest = packed(things, self.rooms[2:])
        if left:
            # Who has left is kept from what is here where there is room: by name if it may be, the last row first.
            marks = line(tr("was {unit}", unit=left[0][1]), "quiet") if len(left) == 1 else []
            marks += line(f"{LEFT}{len(left)}", "quiet")
            backwards = list(zip(rows, self.rooms[2:], strict=True))[::-1]
            places = ((mark, row) for mark in marks for row, room in backwards if length([*row, mark], 1) <= room)
            mark, row = next(places, (marks[-1], rest))
            row.append(mark)
        if rest:
            while rows[-1] and length([*rows[-1], Span(MORE)], 1) > self.rooms[-1]:
                rows[-1].pop()
            rows[-1].append(Span(MORE))
        name = [self.labels[unit.id]] if unit is not None else [self.blocked] if blocked else []
        return [self._head(hex_), name, *rows]

    # What the board uses ------------------------------------------------------------------------------------------

    def signs(self) -> list[tuple[str, str, str]]:
        """The signs that this board uses, each with its style and what it means."""
        combat, words = self.combat, self.words
        here = list(combat.in_arena())
        sides = {unit.side for unit in here}
        texts = {span.text for rows in self.rows.values() for row in rows for span in row}
        starts = {text[:1] for text in texts}
        blocked, was = self.blocked.text, tr("was {unit}", unit="X")
        marked = {state for unit in here for state in states(combat, unit)}
        marked |= {"flag"} if combat.flag is not None else set()
        marked |= {"blocked"} if words["blocked"] in texts else set()
        styles = {"flag": "key", "blocked": "blocked"}
        short = {
            what: (words[what], styles.get(what, ""), meaning, words[what] != whole and what in marked)
            for what, (whole, _, _, meaning) in _signs().items()
        }
        tactics = [(self.tactics[id_], id_) for id_ in sorted({chip for unit in here for chip in unit.tactics})]
        signs = [
            (tr(">CAPITALS"), "rival", tr("a rival unit"), "rival" in sides),
            (tr("<small"), "player", tr("a unit of yours"), "player" in sides),
            (tr("=Capital"), "arena", tr("an arena unit"), "arena" in sides),
            (f"3{self.hp}", "", tr("its HP"), bool(here)),
            (f"6→3{self.hp}", "damage", tr("had 6 HP, has 3"), any("→" in text for text in texts)),
            (f"?{self.hp}", "", tr("HP unknown"), any(unit.hp is None for unit in here)),
            short["dazed"],
            short["tribune"],
            (f"{LOOSE}x)", "key", tr("x lies loose"), LOOSE in starts),
            (f"{HELD}x", "key", tr("holds x"), HELD in starts),
            (f"{UNDER}x", "key", tr("under tactic x"), UNDER in starts),
            short["flag"],
            (f"{HELD}2, {UNDER}2, {LOOSE}2)", "key", tr("so many of them"), self.few),
            *((self.chips[chip], "key", arena_chip(chip), self.chips[chip] != chip) for chip in combat.chips),
            *((sign, "key", printed_name(combat.catalogue, id_), sign != id_) for sign, id_ in tactics),
            (KEY, "key", tr("key hex"), KEY in texts),
            ("r1", "deployment", tr("rival deployment hex #1"), bool(self.arena.rival_deployment)),
            (YOURS, "deployment", tr("your deployment hex"), YOURS in texts),
            (blocked, "blocked", tr("nobody may enter"), blocked in texts),
            short["blocked"],
            (tr("no name"), "", tr("no hex of this arena"), self.arena.existing != self.arena.mat.everywhere),
            ("^2", "", tr("elevation 2 (without ^: 0)"), any(self.arena.elevation.values())),
            (was, "quiet", tr("X was here"), any(text.startswith(was[:-1]) for text in texts)),
            (f"{LEFT}1", "quiet", plural("{n} unit was here", "{n} units were here", 1), LEFT in starts),
            (MORE, "", tr("more, see the list"), MORE in texts),
        ]
        return [(sign, style, meaning) for sign, style, meaning, used in signs if used]


class FlatInsides(Insides):
    """The rows of flat hexes: the name with what lies there or is held, and the unit with its HP."""

    wordings = tuple(("", at, most) for _, at, most in WORDINGS)

    def _room_of_a_name(self) -> int:
        """Room is left for the HP, which is a number alone here, or two."""
        has_lost = any(self.had.get(unit.id, 0) > (unit.hp or 0) for unit in self.combat.in_arena())
        return self.rooms[1] - (6 if has_lost else 4)

    def _rows(self, hex_: int) -> list[Line]:
        unit, left, (hp, *things) = self.combat.at(hex_), self._left(hex_), self._things(hex_) or line("")
        head, words = self._head(hex_), [hp, *things]
        below: Line = line(f"{LEFT}{left[0][1]}", "quiet") if left else []
        if self.arena.blocked & hex_:
            below = [self.blocked]
        if unit is not None:
            below, words = [self.labels[unit.id], hp], things
        for word in words:
            row = next((row for row in (below, head) if word.text and length([*row, word], 1) <= self.rooms[0]), None)
            if row is not None:
                row.append(word)
            elif word.text:
                while len(head) > 1 and length([*head, Span(MORE)], 1) > self.rooms[0]:
                    head.pop()
                return [[*head, Span(MORE)], below]
        return [head, below]
