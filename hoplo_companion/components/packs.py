"""Packs: the player's own records in one TOML file, to be given to others, with examples of what they must do.

A pack is `[pack]` with its name and version, one table per record under its kind (`[units.murmillo]`), and
`[[examples]]`.
Its records say only what its author knows: they are laid over the shipped ones, as the player's own files are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from hoplo_companion.components.backups import read
from hoplo_companion.components.catalogue import (
    FOLDERS,
    OWN_KINDS,
    TABLES,
    Catalogue,
    home_folder,
    lay_over,
    own_folder,
    read_toml,
)
from hoplo_companion.components.checking import convert
from hoplo_companion.components.names import slug
from hoplo_companion.components.own import Records, toml_item
from hoplo_companion.components.words import StepName
from hoplo_companion.errors import Defect, InvalidError, part
from hoplo_companion.language import tr

SCHEMA = "hoplo/pack@1"


class PackHead(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What a pack says of itself."""

    name: str
    version: str = "1"
    author: str = ""
    text: str = ""


class UnitEnd(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """How a unit must stand at the end of an example; `gone` is one that is no longer in combat."""

    hp: int | None = None
    hex: str | None = None
    dazed: bool | None = None
    tactics: list[str] | None = None
    gone: bool = False


class Expected(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What an example must lead to: `solve`, part of the answer of `hoplo solve`; `units`, how they end."""

    solve: dict[str, Any] | None = None
    units: dict[str, UnitEnd] = {}


class Example(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A rival's turn, or one `step` of it, from a position, with its answers and what must come of it."""

    name: str
    position: dict[str, Any]
    expect: Expected
    step: StepName | Literal[""] = ""
    answers: list[Any] = []


_PackDoc = msgspec.defstruct(
    "_PackDoc",
    [
        ("pack", PackHead),
        ("schema", Literal["hoplo/pack@1"], SCHEMA),
        ("examples", list[Example], []),
        *((kind, dict[str, dict[str, Any]], {}) for kind in OWN_KINDS),
    ],
    forbid_unknown_fields=True,
)
"""A pack as it is written."""


class Pack(Struct, frozen=True):
    """A pack that was read: what it says of itself, its records as written, by kind and id, and its examples."""

    head: PackHead
    records: Records
    examples: list[Example]

    def named(self) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """List its records with their kinds and ids."""
        for kind, tables in self.records.items():
            for id_, table in tables.items():
                yield kind, id_, table


EXAMPLES = "examples.toml"
"""The file of the player's own data that keeps the examples of packs."""


def own_examples() -> list[Example]:
    """Read the examples that came with the packs that were taken in; InvalidError offers their last good copy."""
    pack = read(home_folder(), own_folder() / EXAMPLES, read_pack)
    return pack.examples if pack is not None else []


def is_pack(data: Mapping[str, Any]) -> bool:
    """Say whether a file's data are meant as a pack."""
    return data.get("schema") == SCHEMA or isinstance(data.get("pack"), dict)


def read_pack(path: Path) -> Pack:
    """Read a pack; InvalidError lists what of its shape is wrong. Its records are judged by `record_of`."""
    data = read_toml(path)
    doc: Any = convert(data, _PackDoc)
    if isinstance(doc, list):
        raise InvalidError(doc, path.name)
    names = [each.name for each in doc.examples]
    again = tr("another example has this name already")
    defects = [Defect("value", f"examples[{at}].name", again) for at, name in enumerate(names) if name in names[:at]]
    records = {kind: _by_id(kind, getattr(doc, kind), defects) for kind in OWN_KINDS if kind in data}
    if defects:
        raise InvalidError(defects, path.name)
    return Pack(doc.pack, records, doc.examples)


def _by_id(kind: str, given: dict[str, dict[str, Any]], defects: list[Defect]) -> dict[str, dict[str, Any]]:
    """The tables of one kind by their ids; what is no id, or stands there twice, is a defect."""
    found: dict[str, dict[str, Any]] = {}
    for key, table in given.items():
        id_, where = slug(key), f"{kind}.{part(key)}"
        if not id_ or len(id_) > 80:
            wrong = tr("is not an id: 1 to 80 letters and digits, with hyphens between them")
            defects.append(Defect("value", where, wrong))
        elif id_ in found:
            defects.append(Defect("value", where, tr("has the id {id}, which is in the pack twice", id=id_)))
        else:
            found[id_] = table
    return found


def pack_text(pack: Pack) -> str:
    """Write a pack as a TOML file."""
    import tomlkit

    document = tomlkit.document()
    document["schema"] = SCHEMA
    document["pack"] = toml_item(msgspec.to_builtins(pack.head))
    for kind, tables in pack.records.items():
        document[kind] = tomlkit.table(is_super_table=True)
        for id_, table in tables.items():
            document[kind][id_] = toml_item(table)
    if pack.examples:
        examples = tomlkit.aot()
        for example in pack.examples:
            examples.append(toml_item(msgspec.to_builtins(example)))
        document["examples"] = examples
    return tomlkit.dumps(document)


class Overlaid(Catalogue):
    """A catalogue with further own records over it, which are nowhere on disk yet.

    A further record takes the place of the player's own one of the same id, and lies over the shipped one.
    """

    def __init__(self, base: Catalogue, more: Records) -> None:
        super().__init__(base.shipped, base.own)
        self._under = Catalogue(base.shipped)
        self._more = more

    def raw(self, kind: str, id_: str) -> dict[str, Any] | None:
        """A record as it is written, the further ones laid over the shipped ones."""
        table = self._more.get(kind, {}).get(id_)
        return super().raw(kind, id_) if table is None else lay_over(self._under.raw(kind, id_), table)

    def ids(self, kind: str) -> list[str]:
        """List the ids of all records of a kind, sorted."""
        return sorted({*super().ids(kind), *self._more.get(kind, ())})


def record_of(known: Catalogue, kind: str, id_: str) -> Any:
    """A record of a catalogue, or the list of defects that keep it from fitting its schema."""
    type_: Any = FOLDERS[kind] if kind in FOLDERS else TABLES[kind]
    return convert(known.raw(kind, id_), type_)
