"""Units in a position's line (`def#d1@C2! 5 +adr *trident 1/1/5 attack=bb`): a row for all that may follow one."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from msgspec import inspect

from hoplo_companion.components.names import meant_by
from hoplo_companion.components.words import DICE_LETTERS, STATS, read_dice
from hoplo_companion.errors import STATS as STATS_OF
from hoplo_companion.errors import clip, part
from hoplo_companion.language import later, tr
from hoplo_companion.notation.lexer import Token, write_text
from hoplo_companion.notation.parts import word_of
from hoplo_companion.rules.position.document import StatsDoc, UnitDoc
from hoplo_companion.rules.position.line_words import EQUIPPABLE, NOTHING, Names, Reading, whole, write_word

Raw = dict[str, Any]

OWN_STATS = ("movement", "range", "attack")
"""What has to be given of a chip that the data do not know."""

HELD = "holds"
"""The key that a unit has while it is written, for what it holds: names as they are typed."""

_HEX = re.compile(r"[A-Z]{1,3}[0-9]{1,3}")


class Item(NamedTuple):
    """A unit as a line has it: its fields, what it holds, the places of all, and the keys that it may have."""

    fields: Raw
    holds: list[Token]
    places: dict[str, int]
    known: Fields

    def set(self, line: Reading, key: str, value: Any, token: Token) -> None:
        """Put a value where the unit has none yet."""
        if key not in self.known:
            line.fail("a unit still to come has no {key} yet (its Health is the 5 in -/-/5)", token.start, key=key)
        if key in self.fields:
            line.fail("{key} is given twice; a comma goes between units", token.start, key=key)
        self.fields[key] = value
        self.places[f".{key}"] = token.start


class Detail(NamedTuple):
    """What may follow a unit: its key, the sign that shows it or how else it begins, and how it is read and written."""

    key: str
    sign: str
    read: Callable[[Reading, Item, str], None]
    write: Callable[[Names, Raw, str], str]
    opens: Callable[[str], bool] = lambda word: False

    def stands(self, line: Reading) -> bool:
        """Say whether it stands here: its sign, or a word by itself that fits it."""
        return line.match(self.sign) > 0 or self.opens(_word(line))


def _word(line: Reading) -> str:
    """The word that stands here, with the mark behind it where that says what it is (`elite=`, `1/`)."""
    token, mark = line.token, line.peek(1).value
    return (token.value + mark * (mark in ("=", "/"))) if token.kind == "word" else ""


def read_hex(line: Reading) -> Token:
    """Read the name of a hex."""
    token = line.name(tr("a hex, such as C4"))
    return token._replace(value=token.value.upper()) if token.kind == "word" else token


def write_hex(name: str) -> str:
    """Write the name of a hex, in quotes where it would be read as another."""
    return name if _HEX.fullmatch(name) else write_text(name)


def _read_hex(line: Reading, item: Item, key: str) -> None:
    line.next()
    hex_ = read_hex(line)
    item.set(line, key, hex_.value, hex_)


def _read_held(line: Reading, item: Item, key: str) -> None:
    line.next()
    item.holds.append(line.name(tr("a chip or the flag, such as *trident")))


def _read_tactic(line: Reading, item: Item, key: str) -> None:
    line.next()
    token = line.name(tr("a tactic, such as +adrenaline"))
    found = item.fields.setdefault(key, [])
    item.places.setdefault(f".{key}", token.start)
    item.places[f".{key}[{len(found)}]"] = token.start
    found.append(line.resolve("tactic", token))


def _read_stats(line: Reading, item: Item, _: str) -> None:
    for key in STATS:
        stat = tr(STATS_OF[key])
        token = line.name(tr("{stat}: a number, or -", stat=stat))
        if (number := whole(token.value)) is not None:
            item.set(line, key, number, token)
        elif token.value != NOTHING:
            text, value = later("{stat} is a number, or - if it is left out, not {value}"), clip(token.value)
            line.fail(text, token.start, stat=stat, value=value)
        if key != STATS[-1] and not line.take("/"):
            line.fail("Movement/Range/Health are three numbers, as in 1/1/4 (- for one that is left out)")


def _write_stats(names: Names, unit: Raw, _: str) -> str:
    return " " + "/".join(str(unit.get(key, NOTHING)) for key in STATS) if set(unit) & set(STATS) else ""


def _write_pairs(names: Names, unit: Raw, _: str) -> str:
    fields = fields_of(StatsDoc, "chip", "tribune", *STATS)
    known = [key for key in fields if unit.get(key) not in (None, True)]
    return "".join(f" {key}={fields[key].write(names, unit[key])}" for key in known)


def _flag(key: str, sign: str = "") -> Detail:
    """What a unit is: `dazed` by its sign or its word, `elite` by its word."""
    return Detail(
        key,
        sign,
        lambda line, item, key: item.set(line, key, True, line.next()),
        lambda _, unit, key: (sign or f" {key}") if unit.get(key) is True else "",
        lambda word: word.isalpha() and word_of(word, (key,), 2) is not None,
    )


DETAILS: tuple[Detail, ...] = (
    Detail("hex", "@", _read_hex, lambda _, unit, key: f"@{write_hex(unit[key])}" if key in unit else ""),
    _flag("dazed", "!"),
    _flag("tribune", "^"),
    Detail(
        "hp",
        "",
        lambda line, item, key: item.set(line, key, whole(line.token.value), line.next()),
        lambda _, unit, key: f" {unit[key]}" if key in unit else "",
        lambda word: whole(word) is not None,
    ),
    Detail(HELD, "*", _read_held, lambda _, unit, key: "".join(f" *{name}" for name in unit[key])),
    Detail(
        "tactics",
        "+",
        _read_tactic,
        lambda names, unit, key: "".join(f" +{names.write('tactic', each)}" for each in unit.get(key, ())),
    ),
    Detail("stats", "", _read_stats, _write_stats, lambda word: word.endswith("/")),
    _flag("elite"),
    _flag("hero"),
    Detail(
        "pairs",
        "",
        lambda line, item, _: read_pair(line, item.fields, item.known, item.places, "", "skills=taunt"),
        _write_pairs,
        lambda word: word.endswith("="),
    ),
)
"""All that may follow a unit, in the order in which it is written."""


def read_units(line: Reading, side: str, *, coming: bool) -> list[Item]:
    """Read the units of a section; those `coming` have what is printed on a chip alone."""
    found: list[Item] = []
    known = fields_of(StatsDoc, "chip") if coming else fields_of(UnitDoc, "id", "chip", "side")
    while not line.over:
        found.append(_read_unit(line, side, known))
        line.take(",")
    return found


def _read_unit(line: Reading, side: str, known: Fields) -> Item:
    token = line.name(tr("a unit, such as def@C2 5"))
    item = Item({"chip": "", "side": side}, [], {"": token.start, ".chip": token.start}, known)
    if line.take("#"):
        named = line.name(tr("an id, such as def#left"))
        item.places[".id"], item.fields["id"] = named.start, named.value
    while not line.over and not line.match(","):
        if line.match_any("@+*") and "hex" not in known:
            line.fail("a unit still to come is not on a hex yet, and has nothing on it", line.token.start)
        detail = next((each for each in DETAILS if each.stands(line)), None)
        if detail is None:
            word, right = line.token.value, _right(line)
            line.fail("{word} does not belong here: {right}", line.token.start, word=clip(word), right=right)
        detail.read(line, item, detail.key)
    chip = line.find("chip", token)
    if chip is None and not all(key in item.fields for key in OWN_STATS):
        own = tr("a chip of your own needs its Movement, Range and dice, as in 1/1/- attack=bb")
        line.fail(f"{line.names.wrong('chip', token.value)} ({own})", token.start)
    item.fields["chip"] = token.value if chip is None else chip
    return item


def _right(line: Reading) -> str:
    """Say what would be right in place of something that cannot follow a unit."""
    text = line.token.value
    if line.token.kind == "word":
        if _HEX.fullmatch(text.upper()):
            return tr("a hex is typed as {typed}", typed=f"@{text.upper()}")
        for kind, shown in (
            ("tactic", tr("a tactic on a unit is typed as {typed}", typed=f"+{text}")),
            (EQUIPPABLE, tr("a chip that it holds is typed as {typed}", typed=f"*{text}")),
            ("chip", tr("a comma goes between units")),
            ("skill", tr("a skill is typed as {typed}", typed=f"skills={text}")),
        ):
            if meant_by(text, line.names.known(kind), 3):
                return shown
    return tr("@hex, HP, +tactic, *chip, ! (dazed), ^ (tribune) and key=value follow a unit, and a comma ends it")


def write_unit(unit: Raw, names: Names, with_id: bool) -> str:
    """Write a unit with all that follows it."""
    own = all(key in unit for key in OWN_STATS)
    head = names.write("chip", unit["chip"], own) + (f"#{write_word(unit['id'])}" if with_id else "")
    return head + "".join(detail.write(names, unit, detail.key) for detail in DETAILS)


_LETTER_OF = {colour: letter for letter, colour in DICE_LETTERS.items()}
_NAMED = {"class": "class", "skills": "skill", "tactics": "tactic"}
"""What the names are that a key lists; in any other list they stand for themselves."""


class Shape(NamedTuple):
    """How the value of a key is typed.

    Shapes: `value` is what a word stands for, None where it stands for nothing; `word` writes it; `what` is what a word
    has to be. Of `many` words with strokes between them `gather` makes the value, and `spread` a list of it again;
    the words are names of a `kind` if it has one.
    """

    value: Callable[[str], Any] = str
    word: Callable[[Any], str] = write_word
    what: str = ""
    many: bool = False
    kind: str = ""
    gather: Callable[[list[Any]], Any] = list
    spread: Callable[[Any], list[Any]] = list

    def read(self, line: Reading, key: str, parts: list[Token]) -> Any:
        """Read the words of a value."""
        if not self.many and len(parts) > 1:
            line.fail("{key} has one value, not several", parts[1].start, key=key)
        is_empty = self.many and len(parts) == 1 and parts[0].kind == "word" and parts[0].value == NOTHING
        found = [self._one(line, key, each) for each in parts[is_empty:]]
        return self.gather(found) if self.many else found[0]

    def _one(self, line: Reading, key: str, token: Token) -> Any:
        if self.kind:
            return line.resolve(self.kind, token)
        if (found := self.value(token.value)) is None:
            right, value = tr(self.what), clip(token.value)
            line.fail("{key} is {right}, not {value}", token.start, key=key, right=right, value=value)
        return found

    def write(self, names: Names, value: Any) -> str:
        """Write a value as it is typed."""
        spread = self.spread(value) if self.many else [value]
        words = [names.write(self.kind, each) if self.kind else self.word(each) for each in spread]
        return "/".join(words) or NOTHING


def _dice(word: str) -> list[Any] | None:
    """Read letters (`bbk`), a colour, or how many dice there are of a colour (`0/2/0/0/0`)."""
    dice, count = read_dice(word), whole(word)
    return list(dice) if dice is not None else None if count is None else [count]


TEXT = Shape()
NUMBER = Shape(whole, str, later("a whole number"))
YES_OR_NO = Shape(
    lambda word: {"yes": True, "no": False, "true": True, "false": False}.get(word.casefold()),
    lambda value: "yes" if value else "no",
    later("yes or no"),
)
COUNTS = Shape(
    str,
    str,
    many=True,
    gather=lambda words: {word: whole(number) for word, number in zip(words[::2], [*words[1::2], ""], strict=False)},
    spread=lambda counts: [*chain(*counts.items())],
)
"""Words, each with its number after it: `blue/2/red/1`."""
DICE = Shape(
    _dice, str, later("dice: a letter for each, as in bb (y yellow, b blue, g green, k black, r red)"), many=True,
    gather=lambda found: [*chain(*found)],
    spread=lambda dice: ["".join(_LETTER_OF[each] for each in dice)] if dice and {*dice} <= {*_LETTER_OF} else dice,
)  # fmt: skip

Fields = dict[str, Shape]


@cache
def fields_of(type_: Any, *but: str) -> Fields:
    """The keys of a struct of position@1, but for some, with the shapes of their values."""
    known = inspect.type_info(type_)
    assert isinstance(known, inspect.StructType)
    fields = {field.encode_name: field.type for field in known.fields if field.encode_name not in but}
    return {key: _shape(key, type_) for key, type_ in fields.items()}


def _shape(key: str, type_: inspect.Type) -> Shape:
    types = type_.types if isinstance(type_, inspect.UnionType) else (type_,)
    match next(each for each in types if not isinstance(each, inspect.NoneType)):
        case inspect.IntType():
            return NUMBER
        case inspect.BoolType():
            return YES_OR_NO
        case inspect.DictType():
            return COUNTS
        case inspect.StrType() | inspect.LiteralType():
            return TEXT
    return DICE if key == "attack" else Shape(many=True, kind=_NAMED.get(key, ""))


def read_pair(line: Reading, table: Raw, fields: Fields | None, places: dict[str, int], where: str, like: str) -> None:
    """Read `key=value` into a table; without fields the keys are open questions and the values their readings."""
    token = line.name(tr("a key and its value, such as {example}", example=like))
    key = line.resolve("ruling", token) if fields is None else _key(line, token, fields)
    if key in table:
        line.fail("{key} is given twice", token.start, key=key)
    if not line.take("="):
        line.fail("expected = and the value of {key}", key=key)
    parts = [line.name(tr("the value of {key}", key=key))]
    while line.take("/"):
        parts.append(line.name(tr("another value of {key}", key=key)))
    table[key] = (TEXT if fields is None else fields[key]).read(line, key, parts)
    places |= {f"{where}.{part(key)}[{at}]": each.start for at, each in enumerate(parts)}
    places[f"{where}.{part(key)}"] = token.start


def _key(line: Reading, token: Token, fields: Fields) -> str:
    """Find a key, written out or cut short."""
    keys = {key.replace("_", "-"): key for key in fields}
    return keys[line.one_of("key", keys, token, token.value.replace("_", "-"))]
