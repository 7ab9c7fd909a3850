"""Arenas made ready for play: by the name of a record in the game data, or given inline by a position."""

from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.checking import check, convert
from hoplo_companion.components.names import slug, unknown
from hoplo_companion.components.schemas import ArenaRecord, ArenaShape, PriorityItem, PriorityList
from hoplo_companion.components.words import CLASSES
from hoplo_companion.errors import Defect, Defects, InvalidError, clip, part
from hoplo_companion.hexes import MOST_HEXES, bits, check_columns, column_letters, mat_of, union
from hoplo_companion.language import later, tr
from hoplo_companion.rules.model import NOWHERE, Arena, Priorities, Priority
from hoplo_companion.rules.position.document import decode_part, not_an_arena, without_nulls

NO_ARENA = Arena("", "", "", mat_of((1,)), 0, 0, (), (), 0, (), {}, None)
"""What stands for an arena that could not be read, so that the rest of its position can still be judged."""


def hex_named(arena: Arena, name: str, where: str, defects: Defects) -> int:
    """Find a hex of an arena by name; a hex that is not there is a defect, and NOWHERE."""
    if arena is NO_ARENA:
        return NOWHERE
    typed = name.strip().upper()
    bit = arena.mat.bit.get(name) or arena.mat.bit.get(typed[:8], NOWHERE)
    if bit & arena.existing:
        return bit
    if bit:
        defects.wrong("missing-hex", where, "{hex} is one of the mat's missing hexes", hex=clip(name))
        return NOWHERE
    letters = [column_letters(column) for column in range(len(arena.mat.columns))]
    hexes = tr("its columns are {first} to {last}", first=letters[0], last=letters[-1])
    if (column := typed.rstrip("0123456789")) in letters:
        first, last = f"{column}1", f"{column}{arena.mat.columns[letters.index(column)]}"
        hexes = tr("column {column} has hexes {first} to {last}", column=column, first=first, last=last)
    defects.wrong("off-mat", where, "{hex} is not on this mat: {hexes}", hex=clip(name), hexes=hexes)
    return NOWHERE


def read_arena(text: bytes, catalogue: Catalogue) -> tuple[Arena, list[Defect]]:
    """Read an arena from JSON, its id or an object; also list its defects, their places starting with `arena`.

    Where priority lists do not fit the schema, what else is wrong with them is not looked at.
    """
    try:
        given = decode_part(text, "arena")
    except InvalidError as fault:
        return NO_ARENA, fault.defects
    if isinstance(given, str):
        record = catalogue.arena(slug(given)) if given.isprintable() else None
        if record is None:
            return NO_ARENA, [Defect("unknown-arena", "arena", unknown("arena", given, catalogue.ids("arenas")))]
        return arena_of(slug(given), record)
    if not isinstance(given, dict):
        return NO_ARENA, [not_an_arena(given)]
    shape, faults = convert(given, ArenaShape, "arena"), list[Defect]()
    if isinstance(shape, list):
        faults, (sound, _) = shape, check(given, ArenaShape)
        if sound is None or None in sound["columns"]:
            return NO_ARENA, faults
        if any(defect.where.startswith("arena.priorities") for defect in faults):
            sound.pop("priorities", None)
        shape = msgspec.convert(without_nulls(sound), ArenaShape)
    arena, more = _lay_out(shape, given, "arena")
    return arena, faults + more


def arena_of(id_: str, record: ArenaRecord) -> tuple[Arena, list[Defect]]:
    """Make an arena of the game data ready for play."""
    arena, defects = _lay_out(record.mat, id_, f"arenas/{id_}.toml: mat")
    of_card = {"name": record.name, "region": slug(record.region), "card": record}
    return replace(arena, id=id_, effects=tuple(record.effects), **of_card), defects


def _lay_out(shape: ArenaShape, given: Any, where: str) -> tuple[Arena, list[Defect]]:
    columns = tuple(shape.columns)
    if faults := check_columns(columns):
        return NO_ARENA, [Defect("columns", f"{where}.columns{at}", why) for at, why in faults]
    mat = mat_of(columns)
    defects = Defects()
    layout = _Layout(replace(NO_ARENA, mat=mat, existing=mat.everywhere), defects)
    existing = mat.everywhere & ~layout.set_of(shape.missing, f"{where}.missing")
    if not 1 <= (n := existing.bit_count()) <= MOST_HEXES:
        text = later("a mat has between 1 and {most} hexes, not {n}")
        defects.wrong("columns", f"{where}.columns", text, most=MOST_HEXES, n=n)
        return NO_ARENA, defects
    layout.arena = replace(layout.arena, existing=existing)
    player = shape.player_deployment
    yours = layout.deployment(player, f"{where}.player_deployment") if player is not UNSET else ()
    levels = {
        hex_named(layout.arena, name, f"{where}.elevation.{part(name)}", defects): level
        for name, level in shape.elevation.items()
    }
    high = {bit: levels.get(bit, 0) for bit in bits(existing)}
    arena = replace(
        layout.arena,
        region=slug(shape.region),
        blocked=layout.set_of(shape.blocked, f"{where}.blocked"),
        rival_deployment=layout.deployment(shape.rival_deployment, f"{where}.rival_deployment"),
        player_deployment=yours,
        keys=layout.set_of(shape.key_hexes, f"{where}.key_hexes"),
        heights=tuple(
            union(bit for bit in high if high[bit] == each) for each in sorted({*high.values()}, reverse=True)
        ),
        elevation=levels,
        given=given,
    )
    if shape.priorities is UNSET:
        return arena, defects
    if not shape.priorities:
        text = later("no priority list: write at least one, as in {example}")
        example = '{"for": "all", "list": [{"opponent": "any"}]}'
        defects.wrong("no-priorities", f"{where}.priorities", text, example=example)
    return replace(arena, priorities=layout.lists(shape.priorities, f"{where}.priorities")), defects


def read_lists(arena: Arena, lists: list[PriorityList]) -> tuple[tuple[Priorities, ...], list[Defect]]:
    """Read priority lists, for an arena that is laid out already."""
    layout = _Layout(arena, Defects())
    return layout.lists(lists, "priorities"), layout.defects


class _Layout:
    """What an arena marks on its mat, hexes and priorities, with the defects that come up as it is read."""

    def __init__(self, arena: Arena, defects: Defects) -> None:
        self.arena, self.defects = arena, defects

    def _hexes(self, names: list[str], where: str) -> list[int]:
        return [hex_named(self.arena, name, f"{where}[{at}]", self.defects) for at, name in enumerate(names)]

    def set_of(self, names: list[str], where: str) -> int:
        """Read hexes as a set."""
        return sum(set(self._hexes(names, where)))

    def deployment(self, names: list[str], where: str) -> tuple[int, ...]:
        """Read deployment hexes, in the order of their numbers."""
        if not names:
            text = later("no deployment hexes: name them in the order of their numbers, hex #1 first")
            self.defects.wrong("no-deployment", where, text)
        hexes = self._hexes(names, where)
        for at, bit in enumerate(hexes):
            if bit and bit in hexes[:at]:
                self.defects.wrong("duplicate-hex", f"{where}[{at}]", "{word} is named twice", word=clip(names[at]))
        return tuple(hexes)

    def lists(self, lists: list[PriorityList], where: str) -> tuple[Priorities, ...]:
        """Read priority lists."""
        return tuple(self._priority_list(each, f"{where}[{at}]") for at, each in enumerate(lists))

    def _priority_list(self, each: PriorityList, where: str) -> Priorities:
        kind, colon, fits = each.fits.partition(":")
        kind, fits, wrong = slug(kind), slug(fits), self.defects.wrong
        if kind == "class" and colon:
            if fits not in CLASSES:
                self.defects.append(Defect("unknown-class", f"{where}.for", unknown("class", fits, CLASSES)))
        elif kind == "unit" and colon:
            if not fits:
                wrong("priority-for", f"{where}.for", "name the chip, as in {example}", example="unit:sea-strider")
        elif colon or kind not in ("all", "other", "local"):
            text, words = later("{fits} fits no unit: write {words} or {last}"), "all, other, local, unit:CHIP"
            wrong("priority-for", f"{where}.for", text, fits=clip(each.fits), words=words, last="class:CLASS")
        if not each.entries:
            wrong("empty-priority", f"{where}.list", "a priority list has at least one priority")
        entries = [self._entry(item, f"{where}.list[{at}]") for at, item in enumerate(each.entries)]
        return Priorities("all" if kind == "other" else kind, fits, tuple(entries))

    def _entry(self, item: PriorityItem, where: str) -> Priority:
        wrong = self.defects.wrong
        if (item.opponent is UNSET) == (item.hex is UNSET):
            wrong("empty-priority", where, 'write either "opponent" (bold) or "hex" (not bold), one of the two')
            return Priority()
        given = (item.opponent, item.hex, item.chip, item.near)
        opponent, hex_, chip, near = ("" if each is UNSET else each for each in given)
        hexes = 0
        names_a_chip = opponent == "holding" or hex_ == "chip"
        if names_a_chip and not slug(chip):
            wrong("empty-priority", where, "name the chip, as in {example}", example='"chip": "trident"')
        elif slug(chip) and not names_a_chip:
            wrong("priority-key", f"{where}.chip", 'a chip goes with "opponent": "holding" or "hex": "chip" only')
        if hex_ == "named" and item.hexes:
            hexes = self.set_of(item.hexes, f"{where}.hexes")
        elif hex_ == "named":
            wrong("empty-priority", where, "name the hexes, as in {example}", example='"hexes": ["C3"]')
        elif item.hexes is not UNSET:
            wrong("priority-key", f"{where}.hexes", 'hexes go with "hex": "named" only')
        if near and hex_ != "highest":
            wrong("priority-key", f"{where}.near", 'near goes with "hex": "highest" only')
        return Priority(opponent, hex_, slug(chip), hexes, near)
