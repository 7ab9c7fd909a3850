"""`hoplo skill` and `hoplo tactic NAME`: what a skill or a tactic does, its source, and what no source states."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer

from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.shell.names import skill_name
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import Catalogue, catalogue, singular
from hoplo_companion.components.elsewhere import not_found, the_one
from hoplo_companion.components.names import part_number, slug
from hoplo_companion.errors import UsageError
from hoplo_companion.language import tr
from hoplo_companion.notation.effects import write_effects
from hoplo_companion.render.finding import skill_heading, skill_lines, tactic_heading, tactic_lines, units_with


def skill(
    terminal: Terminal,
    name: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]...", help="A skill, with or without its number.", autocompletion=skill_name),
    ] = None,
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Show a skill: its type, what it does, how rivals use it, its effects and its source; without a name, list all."""
    known, words = catalogue(), " ".join(name or []).strip()
    ids, number = _skill_named(known, words) if words else (known.ids("skills"), None)
    if json:
        table = [{**_found(known, "skills", id_), "units": units_with(known, id_)} for id_ in ids]
        terminal.show_json({"skills": table})
        return
    lines = []
    for id_ in ids:
        record = known.skill(id_)
        assert record is not None
        if words:
            lines += skill_lines(id_, record, number, units_with(known, id_), known)
        else:
            lines.append(skill_heading(record, None))
    terminal.show(lines, plain)


def show_tactic(terminal: Terminal, name: str, json: bool, plain: bool) -> None:
    """Show a tactic: its kind, its effects, where the rival places it, its source; without a name, list all."""
    known = catalogue()
    ids = [_named(known, "tactics", name)] if name.strip() else known.ids("tactics")
    if json:
        terminal.show_json({"tactics": [_found(known, "tactics", id_) for id_ in ids]})
        return
    lines = []
    for id_ in ids:
        record = known.tactic(id_)
        assert record is not None
        lines += tactic_lines(id_, record, known) if name.strip() else [tactic_heading(record)]
    terminal.show(lines, plain)


def is_tactic(words: str) -> bool:
    """Say whether words name a tactic that is known."""
    return slug(words) in catalogue().ids("tactics")


def _skill_named(known: Catalogue, words: str) -> tuple[list[str], int | None]:
    """Find a skill as it is typed, and the number with it; UsageError where it has none on its chips."""
    name, number = part_number(words)
    id_ = _named(known, "skills", name)
    record = known.skill(id_)
    if number is not None and record is not None and not record.numbered:
        raise UsageError(tr("{skill} has no number: hoplo skill {id}", skill=record.name, id=id_))
    return [id_], number


def _named(known: Catalogue, kind: str, name: str) -> str:
    """Find a record by its name, or by how it alone begins; UnknownNameError suggests the nearest ones."""
    ids = known.ids(kind)
    found = the_one(name, ids)
    if found is None:
        raise not_found(singular(kind), name, ids, known)
    return found


def _found(known: Catalogue, kind: str, id_: str) -> dict[str, Any]:
    """Give a record for programs, its effects as lines too; `lines` is left out where they are not known."""
    record: Any = known.record(kind, id_)
    lines = {"lines": write_effects(record.effects).splitlines()} if record.effects is not None else {}
    return {"id": id_, **msgspec.to_builtins(record), **lines}
