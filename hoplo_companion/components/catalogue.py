"""What is known of the components: the shipped records with the player's own laid over them.

A file is read when something in it is first asked for, so that a command pays for what it uses. The player's own files
stand in the data folder under the same names as the shipped ones and may hold only what the player knows: their fields
replace the shipped ones, field by field.
"""

from __future__ import annotations

import codecs
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from hoplo_companion.components import schemas
from hoplo_companion.components.checking import convert
from hoplo_companion.components.effects import Forbid
from hoplo_companion.components.names import part_number, slug, unknown
from hoplo_companion.errors import Defect, HoploError, InvalidError, defect, system_reason
from hoplo_companion.files import LARGEST_RECORDS, finish_killed, gone, read_own, read_whole
from hoplo_companion.files import home_folder as home_folder
from hoplo_companion.language import later, tr
from hoplo_companion.signs import deceiving, deceptions

R = TypeVar("R", bound=msgspec.Struct)

FOLDERS = ("units", "arenas", "scions", "events")
"""Kinds of records with a folder that holds one record a file; any other has a file that holds one a table."""

SCHEMAS: dict[str, type[Any]] = {}
"""Every kind of record with its schema, as the catalogue names it."""

CARDS = ("banes", "events", "prowess")
"""Kinds of cards and chips whose effects may be in force in a combat."""

_MOST_PARTS = 200
_LONG_KEY = re.compile(rf"""(?<![\w"'.-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){{{_MOST_PARTS}}}""")
"""A key of so many parts that no record has it: Python's reader takes minutes and gigabytes for some thousands."""

OWN_KINDS = (
    "skills", "tactics", "heroes", "banes", "prowess", "opportunities",
    "units", "arenas", "scions", "events", "compass",
)  # fmt: skip
"""The kinds of records that a player may lay over the shipped ones."""


def singular(kind: str) -> str:
    """The word for one record of a kind."""
    odd = {"heroes": "hero", "prowess": "prowess", "compass": "compass", "opportunities": "opportunity"}
    return odd.get(kind, kind.removesuffix("s"))


class UnknownNameError(HoploError):
    """A name that nothing has; the message says what would be right: `advice`, or the known names."""

    exit_code = 2

    def __init__(self, kind: str, name: str, known: Iterable[str], advice: str = "") -> None:
        self.advice = advice
        super().__init__(unknown(kind, name, known, advice))


def shipped_folder() -> Path:
    """Find `rules_data/`: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).parent.parent
    inside = package / "rules_data"
    return inside if inside.is_dir() else package.parent / "rules_data"


def own_folder() -> Path:
    """Find the folder with the player's own records."""
    return home_folder() / "data"


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file into plain data; errors name the file, the line and what the parser expected."""
    try:
        data = read_whole(path, LARGEST_RECORDS)
    except OSError as fault:
        raise HoploError("{path}: cannot be read: {reason}", path=path.name, reason=system_reason(fault)) from None
    return parse_toml(data, path.name)


@cache
def read_shipped(path: Path) -> dict[str, Any]:
    """Read a shipped file as `read_toml` does, once for all catalogues; what it gives is not to be changed."""
    return read_toml(path)


@cache
def sections(path: Path) -> dict[str, str]:
    """Cut a shipped file with one record a table into the text of each: the page of one rule needs no other's."""
    found: dict[str, str] = {}
    for section in re.split(r"\n(?=\[)", path.read_text(encoding="utf-8")) if path.is_file() else ():
        if head := re.match(r'\[\[?(?:"([^"]+)"|([\w-]+))', section):
            id_ = head[1] or head[2]
            found[id_] = found.get(id_, "") + section + "\n"
    return found


def parse_toml(data: bytes, name: str) -> dict[str, Any]:
    """Read what a TOML file of a name holds; InvalidError for what is not TOML, and for signs that deceive the eye."""
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
        if any(line.count(".") >= _MOST_PARTS and _LONG_KEY.search(line) for line in text.splitlines()):
            raise RecursionError
        table = tomllib.loads(text)
        if deceiving(text) or "\\" in text:
            refuse_deceiving(table, name)
        return table
    except UnicodeDecodeError as fault:
        raise InvalidError([defect("toml", name, "not UTF-8 text, at byte {n}", n=fault.start)]) from None
    except RecursionError:
        raise InvalidError([defect("toml", name, "not valid TOML: tables or lists nested too deep")]) from None
    except ValueError as fault:
        raise InvalidError([defect("toml", name, "not valid TOML: {reason}", reason=fault)]) from None


_parsed = cache(parse_toml)


def refuse_deceiving(table: Mapping[str, Any], name: str) -> None:
    """Refuse plain data that hold signs which a terminal obeys or the eye cannot see; InvalidError names each place."""
    text = later("the sign {sign} cannot be seen, or deceives the eye: take it out")
    found = [defect("control", where, text, sign=sign) for where, sign in deceptions(dict(table))]
    if found:
        raise InvalidError(found, name)


def _over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    """Lay one table over another, tables within tables too."""
    merged = dict(below)
    for key, value in above.items():
        old = merged.get(key)
        merged[key] = _over(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def lay_over(shipped: dict[str, Any] | None, own: dict[str, Any]) -> dict[str, Any]:
    """Lay the player's record over the shipped one: what the player knows is in doubt no more, and names its source."""
    if shipped is None:
        return {"source": "player", "confidence": "player", **own}
    below = {key: value for key, value in shipped.items() if key != "note"}
    if "columns" in _table(own, "mat"):
        # The player's mat takes the place of the assumed one; what stands on the arena's card stays.
        below["mat"] = {key: value for key, value in _table(shipped, "mat").items() if key == "priorities"}
    merged = _over(below, own)
    entered = [key for key in own if key not in ("name", "note", "source", "confidence", "doubts")]
    if entered:
        merged["source"] = own.get("source", f"{shipped['source']}, player")
        merged.setdefault("note", tr("Entered by the player: {keys}.", keys=", ".join(entered)))
    if isinstance(merged.get("doubts"), dict):
        merged["doubts"] = {key: doubt for key, doubt in merged["doubts"].items() if key not in entered}
    return merged


def _table(record: Mapping[str, Any], key: str) -> dict[str, Any]:
    """A table of a record; nothing where it is not a table, which is refused when the record is read."""
    found = record.get(key)
    return found if isinstance(found, dict) else {}


def own_file(own: Path, kind: str, id_: str) -> Path:
    """Name the file that keeps the player's own record of something; it need not be there."""
    return own / kind / f"{id_}.toml" if kind in FOLDERS else own / f"{kind}.toml"


def tables_in(path: Path, kind: str, data: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The player's own records in a file by their ids; InvalidError where it is not a file of records."""
    if kind in FOLDERS:
        return {path.stem: data}
    if wrong := [id_ for id_, table in data.items() if not isinstance(table, dict)]:
        text = later("is not a table: write [id] and its keys below")
        raise InvalidError([defect("value", id_, text) for id_ in wrong], path.name)
    return {slug(id_): table for id_, table in data.items()}


def own_tables(path: Path, kind: str) -> dict[str, dict[str, Any]]:
    """Read one file of own records: each by its id; InvalidError where it is not a file of records."""
    if own_folder() in path.parents:
        data = read_own(path, read_toml, lambda data: not own_defects(kind, path, data))
    else:
        data = read_toml(path) if os.path.lexists(path) else None
    return tables_in(path, kind, data) if data is not None else {}


def own_defects(kind: str, path: Path, data: dict[str, Any]) -> list[Defect]:
    """What keeps the records of one of the player's own files from fitting their schema."""
    try:
        tables = tables_in(path, kind, data)
    except InvalidError as fault:
        return fault.defects
    below = Catalogue()
    records = [convert(lay_over(below.raw(kind, id_), table), SCHEMAS[kind]) for id_, table in tables.items()]
    return [each for record in records if isinstance(record, list) for each in record]


Records = dict[str, dict[str, dict[str, Any]]]  # records as they are written in files, by kind and id


def _one(kind: str, type_: type[R]) -> Callable[[Catalogue, str], R | None]:
    """How a catalogue gives a record of a kind by its id, or None."""
    SCHEMAS[kind] = type_
    return lambda self, id_: self.find(kind, id_)


class Catalogue:
    """The records of one shipped folder and, over it, of one folder of the player's own (or none).

    `more` are further own records, nowhere on disk yet: each takes the place of the player's own one of the same id.
    """

    def __init__(self, shipped: Path | None = None, own: Path | None = None, more: Records | None = None) -> None:
        self.shipped = shipped or shipped_folder()
        self.own = own
        self.more = more or {}
        self._tables: dict[Path, dict[str, dict[str, Any]]] = {}
        self._records: dict[tuple[str, str], Any] = {}

    def _texts(self, kind: str) -> dict[str, str]:
        """The texts of the shipped records of a kind with one file; the expansions' rules stand in another."""
        return sections(self.shipped / f"{kind}.toml") | sections(self.shipped / "boots" / f"{kind}.toml")

    def _own_tables(self, kind: str, id_: str = "") -> dict[str, dict[str, Any]]:
        """The records in one of the player's own files, read once."""
        if self.own is None or kind not in OWN_KINDS:
            return {}
        path = own_file(self.own, kind, id_)
        if path not in self._tables:
            self._tables[path] = own_tables(path, kind)
        return self._tables[path]

    def raw(self, kind: str, id_: str) -> dict[str, Any] | None:
        """A record as it is written in the files, the player's laid over the shipped; None where there is none."""
        shipped: dict[str, Any] | None = None
        if kind not in FOLDERS:
            text = self._texts(kind).get(id_)
            shipped = _parsed(text.encode(), f"{kind}.toml")[id_] if text else None
        elif len(id_.encode()) > 200:  # longer than a file's name can be everywhere
            return None
        elif (path := self.shipped / kind / f"{id_}.toml").is_file():
            shipped = read_shipped(path)
        own = self.more.get(kind, {}).get(id_) or self._own_tables(kind, id_).get(id_)
        return shipped if own is None else lay_over(shipped, own)

    def find(self, kind: str, id_: str) -> Any:
        """A record by its kind and id, or None."""
        key = (kind, id_)
        if key not in self._records:
            raw = self.raw(kind, id_)
            self._records[key] = record = convert(raw, SCHEMAS[kind]) if raw is not None else None
            defects = record if isinstance(record, list) else []
            if record is not None and not defects and self.own is not None:
                # What the player may have written is held against what can be, before it is used; it may ask for it.
                from hoplo_companion.components.record_checks import record_defects

                defects = record_defects(id_, record, self)
            if defects:
                del self._records[key]
                raise InvalidError(defects, f"{kind}/{id_}.toml" if kind in FOLDERS else f"{kind}.toml [{id_}]")
        return self._records[key]

    def ids(self, kind: str) -> list[str]:
        """The ids of all records of a kind, sorted."""
        more = self.more.get(kind, ())
        if kind not in FOLDERS:
            return sorted({*self._texts(kind), *self._own_tables(kind), *more})
        paths = list((self.shipped / kind).glob("*.toml"))
        if self.own is not None:
            self._own_tables(kind, "-")  # says what is wrong with the folder
            paths += (self.own / kind).glob("*.toml")
            paths += gone(self.own / kind)
        return sorted({*(path.stem for path in paths), *more})

    unit = _one("units", schemas.UnitRecord)
    arena = _one("arenas", schemas.ArenaRecord)
    scion = _one("scions", schemas.ScionRecord)
    event = _one("events", schemas.EventRecord)
    skill = _one("skills", schemas.SkillRecord)
    tactic = _one("tactics", schemas.TacticRecord)
    hero = _one("heroes", schemas.HeroRecord)
    bane = _one("banes", schemas.BaneRecord)
    prowess = _one("prowess", schemas.ProwessRecord)
    opportunity = _one("opportunities", schemas.OpportunityRecord)
    die = _one("dice", schemas.DieRecord)
    compass = _one("compass", schemas.CompassRecord)
    difficulty = _one("difficulty", schemas.DifficultyRecord)
    ruling = _one("rulings", schemas.RulingRecord)
    rule = _one("ledger", schemas.RuleRecord)
    term = _one("glossary", schemas.TermRecord)
    source = _one("sources", schemas.SourceRecord)

    def record(self, kind: str, id_: str) -> Any:
        """Any record by kind and id; a name that is unknown is an error that suggests the nearest ones."""
        if (found := self.find(kind, id_)) is None:
            raise UnknownNameError(singular(kind), id_, self.ids(kind))
        return found

    def every(self, kind: str) -> dict[str, Any]:
        """The records of a kind by their ids, in the order of those."""
        return {id_: self.find(kind, id_) for id_ in self.ids(kind)}

    def name(self, id_: str, *kinds: str) -> str:
        """The name of the record of an id that the first of some kinds has; empty where none has one."""
        found = (self.find(kind, id_) for kind in kinds)
        return next((record.name for record in found if record is not None), "")

    @cached_property
    def chips(self) -> list[str]:
        """Every chip that can stand in an arena: units, heroes and scions, sorted."""
        return sorted({*self.ids("units"), *self.ids("heroes"), *self.ids("scions")})


TABLES = tuple(kind for kind in SCHEMAS if kind not in FOLDERS)
"""Kinds of records with a file that holds one record a table."""


def undying(catalogue: Catalogue, chips: Iterable[str]) -> tuple[str, ...]:
    """The chips among some that are never sacrificed, by a skill of theirs; one that nobody knows has none."""
    found = []
    for chip in chips:
        record = catalogue.unit(slug(chip))
        names = record.skills if record is not None else ()
        skills = [catalogue.skill(slug(name)) or catalogue.skill(slug(part_number(name)[0])) for name in names]
        verbs = [verb for skill in skills if skill is not None for each in skill.effects or () for verb in each.verbs]
        found += [chip] if any(isinstance(verb, Forbid) and verb.what == "be-sacrificed" for verb in verbs) else []
    return tuple(found)


@lru_cache(maxsize=1)
def catalogue() -> Catalogue:
    """The catalogue that commands use: the shipped records under the player's own."""
    home, own = home_folder(), own_folder()
    finish_killed()
    is_any = os.path.lexists(own) or os.path.lexists(home / "kept" / own.name)
    return Catalogue(own=own if is_any else None)
