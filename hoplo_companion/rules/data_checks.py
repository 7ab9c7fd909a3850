"""Whether component records are sound beyond their schema: names that exist, mats that can be laid out."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import asdict

from hoplo_companion.components import schemas
from hoplo_companion.components.catalogue import FOLDERS, OWN_KINDS, SCHEMAS, Catalogue, lay_over, read_toml, tables_in
from hoplo_companion.components.checking import convert
from hoplo_companion.components.names import slug, unknown
from hoplo_companion.components.record_checks import record_defects
from hoplo_companion.errors import Defect, Defects, InvalidError, UsageError, defect, system_reason
from hoplo_companion.files import LARGEST_RECORDS, read_whole
from hoplo_companion.language import later
from hoplo_companion.rules.position.document import SCHEMA
from hoplo_companion.rules.position.parts import UnitReader, arena_of, wrong_stats
from hoplo_companion.rules.position.reading import PositionReader


def kind_of(path: Path, data: dict[str, Any]) -> str:
    """Tell what kind of records a file holds: by its folder, its name, or its keys; UsageError where none shows it."""
    if data.get("schema") == SCHEMA:
        return "position"
    if path.parent.name in FOLDERS:
        return path.parent.name
    if path.stem in SCHEMAS and path.stem not in FOLDERS:
        return path.stem
    if "mat" in data or "region" in data:
        return "arenas"
    if {"movement", "range", "health", "attack", "class", "skills"} & set(data):
        return "units"
    kinds = ", ".join(f"{kind}/ID.toml" if kind in FOLDERS else f"{kind}.toml" for kind in SCHEMAS)
    raise UsageError("{file}: there is no telling what is in it: name the file {kinds}", file=path.name, kinds=kinds)


def check_file(path: Path, catalogue: Catalogue) -> list[Defect]:
    """Every defect of a file of records, or of a position; the player's own files may leave out who says so."""
    try:
        if path.suffix.lower() != ".toml":
            PositionReader(catalogue).read(read_whole(path, LARGEST_RECORDS))
            return []
        data = read_toml(path)
        kind = kind_of(path, data)
        if kind == "position":
            PositionReader(catalogue).read_plain(data)
            return []
        tables = tables_in(path, kind, data)
    except InvalidError as fault:
        return fault.defects
    except OSError as fault:
        raise UsageError(f"{path}: {system_reason(fault)}") from None
    head = "" if kind in FOLDERS else "[{}] "
    return [each for id_, table in tables.items() for each in check_raw(kind, id_, table, catalogue, head.format(id_))]


def check_raw(kind: str, id_: str, raw: dict[str, Any], catalogue: Catalogue, where: str) -> list[Defect]:
    """Every defect of a record as it is written, each with where it stands before its place."""
    if kind in OWN_KINDS and "source" not in raw:
        # One of the player's own, which may hold only what the player knows.
        raw = lay_over(catalogue.raw(kind, slug(id_)), raw)
    record = convert(raw, SCHEMAS[kind])
    found = record if isinstance(record, list) else check_record(id_, record, catalogue)
    return [each._replace(where=where + each.where) for each in found]


def check_record(id_: str, record: Any, catalogue: Catalogue) -> list[Defect]:
    """What a record that fits its schema still gets wrong."""
    defects, ids = Defects(), catalogue.ids
    if isinstance(record, schemas.Record):
        cited = {"source": record.source, **{f"doubts.{key}.source": d.source for key, d in record.doubts.items()}}
        for where, text in cited.items():
            parts = [part.split()[0] for part in text.split(",") if part.strip() and not part.strip()[0].isdigit()]
            defects += _check_names("source", parts, ids("sources"), where)
    if isinstance(record, schemas.UnitRecord | schemas.HeroRecord | schemas.ScionRecord):
        defects += wrong_stats(asdict(record))
    match record:
        case schemas.UnitRecord():
            _, faults = UnitReader(catalogue).read_skills(tuple(record.skills))
            defects += [Defect("unknown-skill", f"skills[{at}]", why) for at, why in faults]
        case schemas.ArenaRecord():
            defects += arena_of(id_, record)[1]
        case schemas.HeroRecord():
            defects += _check_names("unit", record.units, ids("units"), "units[]")
            defects += _check_names("tactic", record.tactics, ids("tactics"), "tactics[]")
            defects += _check_names("arena", [record.region], ids("arenas"), "region")
        case schemas.ScionRecord():
            defects += _check_scion(record)
            defects += _check_names("unit", record.minions, ids("units"), "minions[]")
        case schemas.TermRecord():
            empty = [key for key in ("term", "term_it", "page", "text", "text_it") if not getattr(record, key).strip()]
            defects += [defect("value", key, "is empty: a Key Term has both languages and its page") for key in empty]
            defects += _check_names("rule", record.rules, ids("ledger"), "rules[]")
        case schemas.TacticRecord() if (record.rival_side is None) != (record.rival_target is None):
            text = later("a tactic that the rival places names both rival_side and rival_target")
            defects.wrong("rival-target", "rival_target", text)
    return [*defects, *record_defects(id_, record, catalogue)]


def _check_names(kind: str, names: list[str], known: list[str], where: str) -> list[Defect]:
    return [
        Defect(f"unknown-{kind}", where.replace("[]", f"[{at}]"), unknown(kind, name, known))
        for at, name in enumerate(names)
        if not {name, slug(name)} & {*known}
    ]


def _check_scion(record: schemas.ScionRecord) -> list[Defect]:
    defects = Defects()
    for at, effect in enumerate(record.effects or []):
        defects += [Defect("dice-effect", f"effects[{at}]", f"{fault} (p.31)") for fault in schemas.faults_of(effect)]
        missing_dice = [colour for colour in effect.dice if colour not in (record.dice or {})]
        if missing_dice and record.dice is not None:
            lacks, dice = ", ".join(missing_dice), ", ".join(record.dice)
            text = later("its dice are {dice}, and this needs {lacks} (p.31)")
            defects.wrong("dice-effect", f"effects[{at}].dice", text, dice=dice, lacks=lacks)
    counts = [("cap", record.cap), ("defeats", record.defeats)]
    counts += [(f"dice.{colour}", count) for colour, count in (record.dice or {}).items()]
    for key, value in counts:
        if value is not None and value < 1:
            defects.wrong("value", key, "{value} is not a whole number of 1 or more", value=value)
    return defects


FIELDS: dict[str, tuple[str, ...]] = {
    "units": ("movement", "range", "health", "attack"),
    "tactics": ("effects", "kind"),
    "skills": ("effects",),
    "heroes": ("class", "attack"),
    "banes": ("kind", "text"),
    "prowess": ("text",),
    "opportunities": ("met", "reward"),
    "scions": ("health", "range", "cap", "dice", "effects", "priorities"),
    "arenas": ("priorities",),
}
"""Of each kind of records, the fields that a component shows and a source may leave out."""


def missing(catalogue: Catalogue) -> Iterator[tuple[str, str, list[str], dict[str, str]]]:
    """What no source states: of each record its kind and id, the fields it lacks, and how sure those in doubt are."""
    for kind, fields in FIELDS.items():
        for id_, record in catalogue.every(kind).items():
            shown = record.mat if isinstance(record, schemas.ArenaRecord) else record
            values = {name: getattr(shown, "classes" if name == "class" else name) for name in fields}
            # An empty list of dice is known to be empty.
            unknown = (None, "", msgspec.UNSET)
            lacks = [key for key, value in values.items() if value in unknown or (key == "class" and not value)]
            doubted = {key: str(doubt.confidence) for key, doubt in record.doubts.items() if key not in lacks}
            if lacks or doubted:
                yield kind, id_, lacks, doubted
