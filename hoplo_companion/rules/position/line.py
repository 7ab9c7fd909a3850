"""A position in one line, short enough to type at a table: `atl koth 3 | r: def@C2 5, rep@B3 | p: krak@E3 6 *trident`.

Reading it; `line_writing` writes it, `docs/notation.md` shows it. A line says whatever position@1 says; what is wrong
with it is shown at its character.
"""

from __future__ import annotations

import re
from typing import Any

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.names import slug, unknown
from hoplo_companion.components.words import SHORT_EVENTS, STEPS
from hoplo_companion.errors import InvalidError, UsageError, clip, part
from hoplo_companion.language import tr
from hoplo_companion.notation.lexer import Token
from hoplo_companion.notation.parts import word_of
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.document import SCHEMA
from hoplo_companion.rules.position.line_names import (
    EQUIPPABLE,
    FLAG,
    HEAD,
    KEYS,
    Named,
    Names,
    Shape,
    default_ids,
)
from hoplo_companion.rules.position.line_units import Item, UnitReading
from hoplo_companion.rules.position.line_words import NotationError, whole
from hoplo_companion.rules.position.reading import PositionReader

SECTIONS = ("rival", "player", "arena", "next", "bench", "tactics", "on", "yours", "cards", "rulings", "state")
_SECTION_ALIASES = {"r": "rival", "chips": "on", "lineup": "next", FLAG: FLAG}
_JSON_KEYS = {each: each for each in ("rival", "player", "bench", "cards", "rulings", "state", FLAG)} | {
    "yours": "player", "on": "chips",
}  # fmt: skip
_NUMBERED = re.compile(r"(act|turn)(-?[0-9]+)?", re.IGNORECASE)
EXAMPLE = "atl koth 3 | r: def@C2 5, rep@B3 3 +adr | p: krak@E3 6 *trident | next: archer | tac: stun"


class LineReading(UnitReading):
    """Reads one line, section by section; NotationError points at what is not understood.

    Whether the position is sound is judged where positions are read: `read_board` points at that too.
    """

    def __init__(self, line: str, catalogue: Catalogue) -> None:
        super().__init__(line, Names(catalogue))
        self.data: dict[str, Any] = {"schema": SCHEMA}
        self.units: list[Item] = []
        self.coming: list[Item] = []
        self.benched: list[Item] = []
        self.read_sections: set[str] = set()

    def read(self) -> dict[str, Any]:
        """Read the whole line into position@1."""
        if self.cursor.token.kind == "end":
            self.cursor.fail(tr("an empty line is not a position; one looks like this: {example}", example=EXAMPLE), 0)
        self._head()
        while self.cursor.take("|"):
            self._section()
        self._name_units()
        return self.data

    # The head ---------------------------------------------------------------------------------------------------

    def _head(self) -> None:
        cursor = self.cursor
        first = cursor.token
        self.places["arena"] = first.start
        if first.kind == "json" and isinstance(first.value, dict):
            self.data["arena"] = self.json("arena").value
        elif first.kind in ("word", "text") and not cursor.sees(":", ahead=1):
            self.data["arena"] = self.resolve("arena", cursor.next())
        else:
            cursor.fail(tr("a line begins with the arena, as in: {example}", example=EXAMPLE))
        self.names.set_arena(self.data["arena"])
        while not cursor.over:
            self._head_word(cursor.next())

    def _head_word(self, token: Token) -> None:
        text = str(token.value)
        if token.kind != "word":
            why = tr("{word} does not belong here: event, turn and step follow the arena", word=clip(text))
            self.cursor.fail(why, token.start)
        elif found := _NUMBERED.fullmatch(text):
            key = found[1].lower()
            self._tell(key, self._number(found[2], key, token), token)
        elif (turn := whole(text)) is not None:
            self._tell("turn", turn, token)
        else:
            word = SHORT_EVENTS.get(slug(text)) or self.resolve(HEAD, token)
            key = "explain" if word == "explain" else "step" if word in STEPS else "event"
            self._tell(key, word == "explain" or word, token)

    def _number(self, digits: str | None, key: str, token: Token) -> int:
        """Read the number of the act or the turn, which may be a word of its own (`act 2`)."""
        what = tr("the number of the {key}, as in {example}", key=key, example=f"{key}2")
        token = token if digits else self.cursor.name(what)
        text = digits or str(token.value)
        number = whole(text)
        if number is None:
            self.cursor.fail(tr("{value} is not {right}", value=clip(text), right=what), token.start)
        return number

    def _tell(self, key: str, value: Any, token: Token) -> None:
        if key in self.data:
            self.cursor.fail(tr("{key} is given twice", key=key), token.start)
        self.data[key] = value
        self.places[key] = token.start

    # Sections ---------------------------------------------------------------------------------------------------

    def _section(self) -> None:
        cursor = self.cursor
        if cursor.over:
            cursor.fail(tr("a section follows the bar, such as p: krak@E3 6"))
        token = cursor.name(tr("a section, such as r: or p:"))
        section = self._section_named(token)
        if not cursor.take(":"):
            cursor.fail(tr("a colon follows {word}", word=token.value))
        if cursor.token.kind == "json" and section in _JSON_KEYS:
            self._json(_JSON_KEYS[section], token)
        elif section in ("rival", "player", "arena"):
            self.places.setdefault("units", token.start)
            self.units += self.items(section, "units[{}]", len(self.units))
        else:
            if section in self.read_sections:
                cursor.fail(tr("{key} is given twice", key=section), token.start)
            self.read_sections.add(section)
            self._once(section)
        if not cursor.over:
            cursor.fail(tr("{word} does not belong here: a bar | goes between sections", word=clip(cursor.token.value)))

    def _section_named(self, token: Token) -> str:
        typed = slug(str(token.value))
        try:
            found = _SECTION_ALIASES.get(typed) or (word_of(typed, SECTIONS, 1) if typed else None)
        except UsageError as fault:
            self.cursor.fail(str(fault), token.start)
        if found is None:
            self.cursor.fail(unknown("section", token.value, SECTIONS), token.start)
        return found

    def _json(self, key: str, token: Token) -> None:
        if key in self.data or key in self.read_sections:
            self.cursor.fail(tr("{key} is given twice", key=key), token.start)
        self.data[key] = self.json(key).value

    def _once(self, section: str) -> None:
        match section:
            case "next":
                self.coming = self.items("rival", "", 0, coming=True)
            case "bench":
                self.benched = self.items("rival", "", 0, coming=True)
            case "tactics":
                self._column()
            case "on":
                self._lying()
            case "yours":
                self._pairs("player", KEYS.player)
            case "cards":
                self._pairs("cards", KEYS.cards)
            case "state":
                self._pairs("state", KEYS.state)
            case "rulings":
                self._pairs("rulings", None)
            case _:
                self.cursor.fail(tr("type the flag with the chips, as in on: flag@D4, or as *flag after its holder"))

    def _column(self) -> None:
        """Read the rival's column of tactics."""
        found = self._part_of_rival("tactics")
        while not self.cursor.over:
            token = self.cursor.name(tr("a tactic"))
            self.places[f"rival.tactics[{len(found)}]"] = token.start
            found.append(self.resolve("tactic", token))
            self.cursor.take(",")

    def _part_of_rival(self, key: str) -> list[Any]:
        found: list[Any] = []
        if isinstance(rival := self.data.setdefault("rival", {}), dict) and key not in rival:
            rival[key] = found
        else:
            self.cursor.fail(tr("{key} is given twice", key=f"rival.{key}"))
        return found

    def _lying(self) -> None:
        """Read where the chips lie that nobody holds."""
        while not self.cursor.over:
            token = self.cursor.name(tr("a chip and its hex, such as trident@C3"))
            if not self.cursor.take("@"):
                self.cursor.fail(tr("expected the hex where it lies, as in {example}", example=f"{token.value}@C3"))
            hex_ = self.hex()
            self._put(token, {"hex": hex_.value}, hex_.start)
            if not self.cursor.over and not self.cursor.take(","):
                self.cursor.fail(tr("a comma goes between chips"))

    def _put(self, token: Token, place: dict[str, str], at: int) -> None:
        """Put a chip or the flag somewhere."""
        name = self.resolve(EQUIPPABLE, token)
        if token.kind == "word" and name == FLAG:
            self._tell(FLAG, place, token)
            self.places[f"{FLAG}.hex"] = at
            return
        chips = self.data.setdefault("chips", {})
        if not isinstance(chips, dict) or name in chips:
            at = max(token.start, self.places.get(f"chips.{part(name)}", 0))
            self.cursor.fail(tr("{chip} is named twice: a chip is in one place", chip=clip(name)), at)
        chips[name] = place
        self.places |= {f"chips.{part(name)}": token.start, f"chips.{part(name)}.hex": at}

    def _pairs(self, key: str, shapes: dict[str, Shape] | None) -> None:
        """Read a table of `key=value`; without shapes the keys are questions and the values their readings."""
        table: dict[str, Any] = {}
        self._tell(key, table, self.cursor.token)
        while not self.cursor.over:
            token = self.cursor.name(tr("a key and its value, such as {example}", example=_PAIRS[key]))
            name = self.resolve("ruling", token) if shapes is None else self.key(token, shapes)
            shape: Shape = "text" if shapes is None else shapes[name]
            kind = name if key == "cards" else "tactic" if (key, name) == ("player", "tactics") else ""
            self.pair(table, name, shape, kind, f"{key}.{part(name)}", token)
            self.cursor.take(",")

    # Units and their ids ----------------------------------------------------------------------------------------

    def _name_units(self) -> None:
        """Give all units their ids, then put what they hold, and the lineup, in its place."""
        everyone = [*self.units, *self.coming, *self.benched]
        ids = default_ids([Named(item.side, item.fields["chip"], item.id) for item in everyone])
        named = list(zip(everyone, ids, strict=True))
        self.data["units"] = []
        for item, id_ in named[: len(self.units)]:
            self.data["units"].append({"id": id_, **item.fields})
            for token in item.holds:
                self._put(token, {"holder": id_}, token.start)
        if self.read_sections & {"next", "bench"}:
            if "bench" in self.data:
                self.cursor.fail(tr("{key} is given twice", key="bench"), self.places["bench"])
            self.data["bench"] = {}
        if "next" in self.read_sections:
            self._part_of_rival("lineup").extend(id_ for _, id_ in named[len(self.units) :][: len(self.coming)])
        for at, (item, id_) in enumerate(named[len(self.units) :]):
            if id_ in self.data["bench"]:
                self.cursor.fail(tr("{id} is another unit's id already", id=clip(id_)), item.start)
            self.data["bench"][id_] = {key: value for key, value in item.fields.items() if key != "side"}
            self.places |= {f"bench.{part(id_)}{place}": start for place, start in item.places.items()}
            self.places[f"rival.lineup[{at}]"] = item.start


_PAIRS = {
    "player": "camp=1",
    "cards": "banes=NAME",
    "state": "stayed=defender",
    "rulings": "taunt.which=any",
}


def read_board(line: str, reader: PositionReader) -> Combat:
    """Read a line into a combat; NotationError points at whatever is wrong with it, the position's defects too."""
    reading = LineReading(line, reader.catalogue)
    position = reading.read()
    try:
        return reader.read_plain(position)
    except InvalidError as fault:
        if any(".toml" in defect.where for defect in fault.defects):
            # A record is broken, not the line.
            raise
        faults = [(_place_of(defect.where, reading.places), defect.message) for defect in fault.defects]
        raise NotationError(line, faults) from None


def _place_of(where: str, places: dict[str, int]) -> int:
    """Find the character where a part of a position stands in the line, or where what it is part of stands."""
    while where and where not in places:
        where = where[: max(where.rfind("."), where.rfind("["), 0)]
    return places.get(where, 0)
