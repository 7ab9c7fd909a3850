"""Reading units in a position's notation (`def#d1@C2! 5 +adr *trident 1/1/5 attack=bb`), and values of keys."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from hoplo_companion.components.names import advise
from hoplo_companion.dice import HIT_FACES
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.notation.lexer import Token
from hoplo_companion.notation.parts import word_of
from hoplo_companion.notation.units import DICE_LETTERS
from hoplo_companion.rules.position.line_names import EQUIPPABLE, KEYS, Names, Shape
from hoplo_companion.rules.position.line_words import NOTHING, WORDS_OF_VALUES, LineCursor, whole

DAZED, TRIBUNE = "!", "^"
FLAGS = ("dazed", "tribune", "elite", "hero")
STATS = ("movement", "range", "health")
OWN_STATS = ("movement", "range", "attack")
"""What a chip that the data do not know has to tell."""

_HEX = re.compile(r"[a-z]{1,3}[0-9]{1,3}", re.IGNORECASE)
_LETTERS = re.compile(f"[{''.join(DICE_LETTERS)}]+")
_KINDS = {"class": "class", "skills": "skill", "tactics": "tactic"}


class Item(NamedTuple):
    """A unit as a line tells it: its side, its id if it is given, its fields, what it holds, and where all stands."""

    side: str
    id: str | None
    fields: dict[str, Any]
    holds: list[Token]
    start: int
    places: dict[str, int]


class UnitReading:
    """Reads names, values and units at a cursor; `places` maps parts of the position to characters of the line."""

    def __init__(self, line: str, names: Names) -> None:
        self.cursor = LineCursor(line)
        self.names = names
        self.places: dict[str, int] = {}

    # Names and values -------------------------------------------------------------------------------------------

    def resolve(self, kind: str, token: Token) -> str:
        """Find what a name stands for; one in quotes stands for itself."""
        found = self._find(kind, token)
        if found is None:
            self.cursor.fail(self.names.wrong(kind, token.value), token.start)
        return found

    def _find(self, kind: str, token: Token) -> str | None:
        if token.kind == "text":
            return str(token.value)
        try:
            return self.names.find(kind, str(token.value))
        except UsageError as fault:
            self.cursor.fail(str(fault), token.start)

    def json(self, where: str) -> Token:
        """Read a value in JSON, `where` the position has it."""
        token = self.cursor.next()
        self.places |= {f"{where}{path}": at for path, at in token.inside.items()}
        return token

    def hex(self) -> Token:
        """Read the name of a hex."""
        token = self.cursor.name("a hex, such as C4")
        return token._replace(value=token.value.upper()) if token.kind == "word" else token

    def key(self, token: Token, shapes: dict[str, Shape]) -> str:
        """Find a key, written out or cut short."""
        try:
            found = word_of(str(token.value).replace("_", "-"), [each.replace("_", "-") for each in shapes], 1)
        except UsageError as fault:
            self.cursor.fail(str(fault), token.start)
        if found is None:
            self.cursor.fail(
                f"no key is called {clip(token.value)}; {advise(token.value, shapes, 'keys')}", token.start
            )
        return next(each for each in shapes if each.replace("_", "-") == found)

    def pair(self, table: dict[str, Any], key: str, shape: Shape, kind: str, where: str, token: Token) -> None:
        """Read `=value` of a key; `kind` is what the names in it are."""
        if key in table:
            self.cursor.fail(f"{key} was told before", token.start)
        if not self.cursor.take("="):
            self.cursor.fail(f"here should be = and the value of {key}")
        self.places[where] = token.start
        table[key] = self._value(key, shape, kind, where)

    def _value(self, key: str, shape: Shape, kind: str, where: str) -> Any:
        first = self.cursor.token
        if first.kind == "json":
            return self.json(where).value
        parts = [self.cursor.name(f"the value of {key}")]
        while self.cursor.take("/"):
            parts.append(self.cursor.name(f"another value of {key}"))
        if key == "attack":
            return self._attack(parts)
        if shape == "list" and not (first.value == NOTHING and len(parts) == 1 and first.kind == "word"):
            self.places |= {f"{where}[{at}]": each.start for at, each in enumerate(parts)}
            return [self.resolve(kind, each) if kind else str(each.value) for each in parts]
        if shape == "list":
            return []
        if len(parts) > 1:
            self.cursor.fail(f"{key} has one value, not several", parts[1].start)
        return self._one(key, shape, first)

    def _one(self, key: str, shape: Shape, token: Token) -> Any:
        word = str(token.value).casefold() if token.kind == "word" else ""
        number = whole(word)
        if word == "null":
            return None
        if shape == "number" and number is not None:
            return number
        if shape == "yes or no" and word in WORDS_OF_VALUES:
            return WORDS_OF_VALUES[word]
        if shape != "text":
            what = {"number": "a whole number", "yes or no": "yes or no"}.get(shape, "a value in JSON, such as []")
            self.cursor.fail(f"{key} is {what}, not {clip(token.value)}", token.start)
        return str(token.value)

    def _attack(self, parts: list[Token]) -> list[Any]:
        """Read dice: letters (`bbk`), colours (`blue/black`), or how many there are of each colour (`0/2/0/0/0`)."""
        first = str(parts[0].value)
        if first == NOTHING and len(parts) == 1:
            return []
        if len(parts) == 1 and _LETTERS.fullmatch(first.casefold()):
            return [DICE_LETTERS[letter] for letter in first.casefold()]
        found: list[Any] = []
        for token in parts:
            text = str(token.value)
            try:
                colour = word_of(text, HIT_FACES, 2)
            except UsageError as fault:
                self.cursor.fail(str(fault), token.start)
            count = whole(text)
            if colour is None and count is None:
                letters = ", ".join(f"{letter} {name}" for letter, name in DICE_LETTERS.items())
                self.cursor.fail(f"{clip(text)} is no dice: write a letter for each, as in bb ({letters})", token.start)
            found.append(count if colour is None else colour)
        return found

    # Units ------------------------------------------------------------------------------------------------------

    def items(self, side: str, where: str, first: int, coming: bool = False) -> list[Item]:
        """Read the units of a section; those `coming` have what is printed on a chip alone."""
        found: list[Item] = []
        while not self.cursor.over:
            item = self._unit(side, coming)
            if where:
                at = where.format(first + len(found))
                self.places |= {f"{at}{place}": start for place, start in item.places.items()}
            found.append(item)
            if self.cursor.take(",") and self.cursor.over:
                self.cursor.fail("behind the comma should be another unit")
        return found

    def _unit(self, side: str, coming: bool) -> Item:
        cursor = self.cursor
        token = cursor.name("a unit, such as def@C2 5")
        item = Item(side, None, {"chip": "", "side": side}, [], token.start, {"": token.start, ".chip": token.start})
        if cursor.take("#"):
            named = cursor.name("an id, such as def#left")
            item.places[".id"] = named.start
            item = item._replace(id=str(named.value))
        keys = KEYS.stats if coming else KEYS.unit
        while not cursor.over and not cursor.sees(","):
            self._detail(item, keys)
        item.fields["chip"] = self._chip(token, item.fields)
        return item

    def _chip(self, token: Token, fields: dict[str, Any]) -> str:
        found = self._find("chip", token)
        if found is None and all(key in fields for key in OWN_STATS):
            return str(token.value)
        if found is None:
            own = " (a chip of your own needs its Movement, Range and dice, as in 1/1/- attack=bb)"
            self.cursor.fail(self.names.wrong("chip", token.value) + own, token.start)
        return found

    def _detail(self, item: Item, keys: dict[str, Shape]) -> None:
        """Read one thing that is told of a unit behind its name."""
        cursor, token = self.cursor, self.cursor.token
        if cursor.sees("@", "+", "*") and "hex" not in keys:
            cursor.fail("a unit still to come is on no hex yet, and has nothing on it", token.start)
        if cursor.take("@"):
            hex_ = self.hex()
            self._tell_unit(item, keys, "hex", hex_.value, hex_)
        elif cursor.take("+"):
            self._tactic(item)
        elif cursor.take("*"):
            item.holds.append(cursor.name("a chip or the flag, such as *trident"))
        elif cursor.take(DAZED, TRIBUNE):
            self._tell_unit(item, keys, "dazed" if token.value == DAZED else "tribune", True, token)
        elif token.kind == "word" and cursor.sees("=", ahead=1):
            cursor.next()
            key = self.key(token, keys)
            self.pair(item.fields, key, keys[key], _KINDS.get(key, ""), f"#{key}", token)
            self._own_places(item, key)
        elif token.kind == "word":
            self._bare(item, keys, token)
        else:
            self._misplaced(token)

    def _own_places(self, item: Item, key: str) -> None:
        """Move the places that a pair has told to the unit that it is of."""
        for place in [each for each in self.places if each.startswith(f"#{key}")]:
            item.places[f".{place[1:]}"] = self.places.pop(place)

    def _tactic(self, item: Item) -> None:
        token = self.cursor.name("a tactic, such as +adrenaline")
        tactics = item.fields.setdefault("tactics", [])
        if not isinstance(tactics, list):
            self.cursor.fail("tactics was told before", token.start)
        item.places[f".tactics[{len(tactics)}]"] = token.start
        item.places.setdefault(".tactics", token.start)
        tactics.append(self.resolve("tactic", token))

    def _bare(self, item: Item, keys: dict[str, Shape], token: Token) -> None:
        """Read a word: HP, Movement/Range/Health, or what a unit is."""
        cursor, word = self.cursor, str(token.value)
        if cursor.sees("/", ahead=1):
            for key in STATS:
                self._stat(item, keys, key)
                if key != STATS[-1] and not cursor.take("/"):
                    cursor.fail("Movement/Range/Health are three numbers, as in 1/1/4, - for one that is left out")
        elif (number := whole(word)) is not None:
            self._tell_unit(item, keys, "hp", number, cursor.next())
        elif (found := word_of(word, FLAGS, 2)) is not None:
            self._tell_unit(item, keys, found, True, cursor.next())
        else:
            self._misplaced(token)

    def _stat(self, item: Item, keys: dict[str, Shape], key: str) -> None:
        token = self.cursor.name(f"{key.title()}, a number or -")
        number = whole(str(token.value))
        if number is not None:
            self._tell_unit(item, keys, key, number, token)
        elif token.value != NOTHING:
            self.cursor.fail(f"{clip(token.value)} is no number of {key.title()}, nor - for one left out", token.start)

    def _tell_unit(self, item: Item, keys: dict[str, Shape], key: str, value: Any, token: Token) -> None:
        if key not in keys:
            self.cursor.fail(f"a unit still to come has no {key} yet (its Health is the 5 in -/-/5)", token.start)
        if key in item.fields:
            self.cursor.fail(f"{key} was told before; a comma goes between units", token.start)
        item.fields[key] = value
        item.places[f".{key}"] = token.start

    def _misplaced(self, token: Token) -> None:
        """Say why something has no place behind a unit, as NotationError."""
        text = str(token.value)
        right = "behind a unit stand @hex, HP, +tactic, *chip, ! (dazed), ^ (tribune), key=value; a comma ends it"
        if token.kind == "word" and _HEX.fullmatch(text):
            right = f"a hex is written @{text.upper()}"
        elif token.kind == "word":
            for kind, shown in (
                ("tactic", "a tactic on a unit is written +{}"),
                (EQUIPPABLE, "it holds *{}"),
                ("chip", "a comma goes between units"),
                ("skill", "a skill is written skills={}"),
            ):
                if len(text) > 2 and self._known(kind, text):
                    right = shown.format(text)
                    break
        self.cursor.fail(f"{clip(token.value)} has no place here: {right}", token.start)

    def _known(self, kind: str, text: str) -> bool:
        try:
            return word_of(text, self.names.known(kind), 3) is not None
        except UsageError:
            return True
