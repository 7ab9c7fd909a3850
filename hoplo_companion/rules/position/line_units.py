"""Reading units in a position's notation (`def#d1@C2! 5 +adr *trident 1/1/5 attack=bb`), and values of keys."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from hoplo_companion.components.names import unknown
from hoplo_companion.components.words import DICE_LETTERS, read_dice
from hoplo_companion.errors import STATS as STATS_OF
from hoplo_companion.errors import UsageError, clip
from hoplo_companion.language import tr
from hoplo_companion.notation.lexer import Token
from hoplo_companion.notation.parts import word_of
from hoplo_companion.rules.position.line_names import EQUIPPABLE, KEYS, Names, Shape
from hoplo_companion.rules.position.line_words import NOTHING, WORDS_OF_VALUES, LineCursor, whole

DAZED, TRIBUNE = "!", "^"
FLAGS = ("dazed", "tribune", "elite", "hero")
STATS = ("movement", "range", "health")
OWN_STATS = ("movement", "range", "attack")
"""What has to be given of a chip that the data do not know."""

_HEX = re.compile(r"[a-z]{1,3}[0-9]{1,3}", re.IGNORECASE)
_KINDS = {"class": "class", "skills": "skill", "tactics": "tactic"}


class Item(NamedTuple):
    """A unit as a line has it: its side, its id if it is given, its fields, what it holds, and the places of all."""

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
        token = self.cursor.name(tr("a hex, such as C4"))
        return token._replace(value=token.value.upper()) if token.kind == "word" else token

    def key(self, token: Token, shapes: dict[str, Shape]) -> str:
        """Find a key, written out or cut short."""
        try:
            found = word_of(str(token.value).replace("_", "-"), [each.replace("_", "-") for each in shapes], 1)
        except UsageError as fault:
            self.cursor.fail(str(fault), token.start)
        if found is None:
            self.cursor.fail(unknown("key", token.value, shapes), token.start)
        return next(each for each in shapes if each.replace("_", "-") == found)

    def pair(self, table: dict[str, Any], key: str, shape: Shape, kind: str, where: str, token: Token) -> None:
        """Read `=value` of a key; `kind` is what the names in it are."""
        if key in table:
            self.cursor.fail(tr("{key} is given twice", key=key), token.start)
        if not self.cursor.take("="):
            self.cursor.fail(tr("expected = and the value of {key}", key=key))
        self.places[where] = token.start
        table[key] = self._value(key, shape, kind, where)

    def _value(self, key: str, shape: Shape, kind: str, where: str) -> Any:
        first = self.cursor.token
        if first.kind == "json":
            return self.json(where).value
        parts = [self.cursor.name(tr("the value of {key}", key=key))]
        while self.cursor.take("/"):
            parts.append(self.cursor.name(tr("another value of {key}", key=key)))
        if key == "attack":
            return self._attack(parts)
        if shape == "list" and not (first.value == NOTHING and len(parts) == 1 and first.kind == "word"):
            self.places |= {f"{where}[{at}]": each.start for at, each in enumerate(parts)}
            return [self.resolve(kind, each) if kind else str(each.value) for each in parts]
        if shape == "list":
            return []
        if len(parts) > 1:
            self.cursor.fail(tr("{key} has one value, not several", key=key), parts[1].start)
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
            what = {"number": tr("a whole number"), "yes or no": tr("yes or no")}.get(
                shape, tr("a value in JSON, such as []")
            )
            why = tr("{key} is {right}, not {value}", key=key, right=what, value=clip(token.value))
            self.cursor.fail(why, token.start)
        return str(token.value)

    def _attack(self, parts: list[Token]) -> list[Any]:
        """Read dice: letters (`bbk`), colours (`blue/black`), or how many there are of each colour (`0/2/0/0/0`)."""
        first = str(parts[0].value)
        if first == NOTHING and len(parts) == 1:
            return []
        found: list[Any] = []
        for token in parts:
            text = str(token.value)
            dice, count = read_dice(text), whole(text)
            if dice is None and count is None:
                letters = ", ".join(f"{letter} {name}" for letter, name in DICE_LETTERS.items())
                why = tr("{words} is not dice: type a letter for each, as in bb ({letters})")
                self.cursor.fail(why.format(words=clip(text), letters=letters), token.start)
            found += [count] if dice is None else dice
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
                self.cursor.fail(tr("another unit follows the comma"))
        return found

    def _unit(self, side: str, coming: bool) -> Item:
        cursor = self.cursor
        token = cursor.name(tr("a unit, such as def@C2 5"))
        item = Item(side, None, {"chip": "", "side": side}, [], token.start, {"": token.start, ".chip": token.start})
        if cursor.take("#"):
            named = cursor.name(tr("an id, such as def#left"))
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
            own = tr("a chip of your own needs its Movement, Range and dice, as in 1/1/- attack=bb")
            self.cursor.fail(f"{self.names.wrong('chip', token.value)} ({own})", token.start)
        return found

    def _detail(self, item: Item, keys: dict[str, Shape]) -> None:
        """Read one thing that follows the name of a unit."""
        cursor, token = self.cursor, self.cursor.token
        if cursor.sees("@", "+", "*") and "hex" not in keys:
            cursor.fail(tr("a unit still to come is not on a hex yet, and has nothing on it"), token.start)
        if cursor.take("@"):
            hex_ = self.hex()
            self._set(item, keys, "hex", hex_.value, hex_)
        elif cursor.take("+"):
            self._tactic(item)
        elif cursor.take("*"):
            item.holds.append(cursor.name(tr("a chip or the flag, such as *trident")))
        elif cursor.take(DAZED, TRIBUNE):
            self._set(item, keys, "dazed" if token.value == DAZED else "tribune", True, token)
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
        """Move the places of a pair to the unit that it is of."""
        for place in [each for each in self.places if each.startswith(f"#{key}")]:
            item.places[f".{place[1:]}"] = self.places.pop(place)

    def _tactic(self, item: Item) -> None:
        token = self.cursor.name(tr("a tactic, such as +adrenaline"))
        tactics = item.fields.setdefault("tactics", [])
        if not isinstance(tactics, list):
            self.cursor.fail(tr("{key} is given twice", key="tactics"), token.start)
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
                    cursor.fail(tr("Movement/Range/Health are three numbers, as in 1/1/4 (- for one that is left out)"))
        elif (number := whole(word)) is not None:
            self._set(item, keys, "hp", number, cursor.next())
        elif (found := word_of(word, FLAGS, 2)) is not None:
            self._set(item, keys, found, True, cursor.next())
        else:
            self._misplaced(token)

    def _stat(self, item: Item, keys: dict[str, Shape], key: str) -> None:
        stat = tr(STATS_OF[key])
        token = self.cursor.name(tr("{stat}: a number, or -", stat=stat))
        number = whole(str(token.value))
        if number is not None:
            self._set(item, keys, key, number, token)
        elif token.value != NOTHING:
            why = tr("{stat} is a number, or - if it is left out, not {value}", stat=stat, value=clip(token.value))
            self.cursor.fail(why, token.start)

    def _set(self, item: Item, keys: dict[str, Shape], key: str, value: Any, token: Token) -> None:
        if key not in keys:
            why = tr("a unit still to come has no {key} yet (its Health is the 5 in -/-/5)", key=key)
            self.cursor.fail(why, token.start)
        if key in item.fields:
            self.cursor.fail(tr("{key} is given twice; a comma goes between units", key=key), token.start)
        item.fields[key] = value
        item.places[f".{key}"] = token.start

    def _misplaced(self, token: Token) -> None:
        """Say why something cannot follow a unit, as NotationError."""
        text = str(token.value)
        right = tr("@hex, HP, +tactic, *chip, ! (dazed), ^ (tribune) and key=value follow a unit, and a comma ends it")
        if token.kind == "word" and _HEX.fullmatch(text):
            right = tr("a hex is typed as {typed}", typed=f"@{text.upper()}")
        elif token.kind == "word":
            for kind, shown in (
                ("tactic", tr("a tactic on a unit is typed as {typed}", typed=f"+{text}")),
                (EQUIPPABLE, tr("a chip that it holds is typed as {typed}", typed=f"*{text}")),
                ("chip", tr("a comma goes between units")),
                ("skill", tr("a skill is typed as {typed}", typed=f"skills={text}")),
            ):
                if len(text) > 2 and self._known(kind, text):
                    right = shown
                    break
        self.cursor.fail(tr("{word} does not belong here: {right}", word=clip(token.value), right=right), token.start)

    def _known(self, kind: str, text: str) -> bool:
        try:
            return word_of(text, self.names.known(kind), 3) is not None
        except UsageError:
            return True
