"""`hoplo data`: what is known of the components, from which source, and what is missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplo_companion.cli.data import packs
from hoplo_companion.cli.data.add import EXAMPLES, add
from hoplo_companion.cli.data.edit import edit
from hoplo_companion.cli.data.packs import pack_defects
from hoplo_companion.cli.options import argument, english_for_programs
from hoplo_companion.cli.shell.names import KINDS
from hoplo_companion.cli.terminal.output import Answer, Shown
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.catalogue import (
    FOLDERS,
    OWN_KINDS,
    TABLES,
    Catalogue,
    UnknownNameError,
    catalogue,
    own_folder,
    singular,
)
from hoplo_companion.components.names import in_english, slug
from hoplo_companion.errors import InvalidError, UsageError
from hoplo_companion.language import plural, tr
from hoplo_companion.render.reference import confidence_word, field_word, kind_word, kinds_word, record_lines
from hoplo_companion.render.style import Span
from hoplo_companion.rules.data_checks import check_file
from hoplo_companion.rules.data_checks import missing as find_missing

if TYPE_CHECKING:
    from hoplo_companion.errors import Defect
    from hoplo_companion.render.style import Line

app = App(help="Units, skills, tactics, heroes and arenas: what is known of them, and the source.")

app.command("add", epilog=EXAMPLES, context_settings={"ignore_unknown_options": True})(add)


def _raw(known: Catalogue, kind: str, id_: str) -> dict[str, Any]:
    known.record(kind, id_)  # refuses what does not fit its schema
    return known.raw(kind, id_) or {}


@app.command("list")
def list_(
    kind: Annotated[str, argument("One kind: " + ", ".join(KINDS) + "; all if left out.", "kind_name")] = "",
) -> Answer:
    """List the records of a kind, or of all kinds.

    Each is shown with its source and how sure that is.
    """
    typed = in_english(slug(kind), (*KINDS, *map(singular, KINDS)))
    kinds = [each for each in KINDS if not kind or typed in (each, singular(each))]
    if not kinds:
        raise UnknownNameError("kind", kind, KINDS)
    known = catalogue()
    rows = [(each, id_, _raw(known, each, id_)) for each in kinds for id_ in known.ids(each)]

    def lines() -> Iterator[Line]:
        width = max((len(id_) for _, id_, _ in rows), default=0)
        for each in kinds:
            yield [Span(kinds_word(each), "heading")]
            for _, id_, raw in (row for row in rows if row[0] == each):
                source = f"{raw.get('source', '')} ({confidence_word(raw.get('confidence', ''))})"
                name = tr(raw.get("name", "")) if each == "rulings" else raw.get("name", "")
                yield [Span(f"  {id_:{width}}  {name}  "), Span(source, "page")]

    return Answer(lambda: list(lines()), lambda: _table(rows))


def _table(rows: Iterable[tuple[str, str, dict[str, Any]]]) -> dict[str, Any]:
    """Records for programs."""
    return {"records": [{"kind": kind, "id": id_, **raw} for kind, id_, raw in rows]}


@app.command()
def show(
    name: Annotated[str, argument("A unit, hero, skill, tactic, arena … by name or id.", "any_name")],
) -> Answer:
    """Show everything that is known of a component.

    Its source and what is in doubt are shown too.
    """
    known, wanted = catalogue(), slug(name)
    ids = {kind: known.ids(kind) for kind in KINDS}
    found = [(kind, id_, _raw(known, kind, id_)) for kind in KINDS for id_ in ids[kind] if wanted in (id_, slug(id_))]
    if not found:
        raise UnknownNameError("component", name, [id_ for kind in KINDS for id_ in ids[kind]])
    return Answer(
        lambda: [line for kind, id_, raw in found for line in record_lines(singular(kind), id_, raw)],
        lambda: _table(found),
    )


@app.command()
def validate(
    terminal: Terminal,
    files: Annotated[
        list[Path] | None, argument("Files to check; all of hoplo's and yours if left out.", metavar="[FILE]...")
    ] = None,
) -> Shown:
    """Check files of records, packs or positions.

    Every defect is listed with its file, its key and what would be right.
    """
    # The file under check may be one of the player's own, and must not keep the others from being read.
    known = Catalogue() if files or own_folder().is_dir() else catalogue()
    paths = files or _all_files(known)
    for path in paths:
        if not path.exists():
            raise UsageError(tr("{file}: no such file", file=path))
    with english_for_programs(terminal.json):
        found = [(path, defect) for path in paths for defect in _defects(path, known)]
    if terminal.json:
        table = [{"file": str(path), **defect._asdict()} for path, defect in found]
        terminal.show_json({"checked": len(paths), "defects": table})
    else:
        for path, defect in found:
            terminal.say(f"{path.name}: {defect.sentence()}")
    if found:
        raise typer.Exit(1)
    if not terminal.json:
        terminal.notice(plural("{n} file checked, all sound", "{n} files checked, all sound", len(paths)))


def _defects(path: Path, known: Catalogue) -> list[Defect]:
    """List every defect of a file."""
    defects = pack_defects(path, known)
    if defects is not None:
        return defects
    try:
        # What the player has entered elsewhere counts, as long as it can be read.
        return check_file(path, catalogue())
    except InvalidError:
        return check_file(path, known)


def _all_files(known: Catalogue) -> list[Path]:
    own = own_folder()
    shipped = [known.shipped / f"{kind}.toml" for kind in TABLES]
    mine = [path for kind in OWN_KINDS if (path := own / f"{kind}.toml").is_file()]
    for folder in FOLDERS:
        shipped += sorted((known.shipped / folder).glob("*.toml"))
        mine += sorted((own / folder).glob("*.toml"))
    return [*shipped, *sorted((known.shipped / "examples").glob("*.toml")), *mine]


@app.command()
def missing() -> Answer:
    """List what no source states.

    Read it off your own chips and cards, and enter it with `hoplo data add`.
    """
    known = catalogue()
    found = find_missing(known)
    rows = [(_title(known, record), ", ".join(map(_lack, lacks))) for record, lacks in found.items()]
    width = max((len(title) for title, _ in rows), default=0)
    return Answer(
        lambda: [[Span(f"{title:{width}}  "), Span(lacks)] for title, lacks in rows], lambda: {"missing": found}
    )


def _title(known: Catalogue, record: str) -> str:
    """Name a record that lacks something, `unit archer`, by its kind and as it is printed."""
    one, _, id_ = record.partition(" ")
    kind = next(each for each in KINDS if singular(each) == one)
    return f"{kind_word(kind)} {_raw(known, kind, id_).get('name', id_)}"


def _lack(lack: str) -> str:
    """Put what a record lacks, or what is in doubt, into words: `elite (inferred)`."""
    field, _, confidence = lack.partition(" (")
    word = field_word(field)
    return f"{word} ({confidence_word(confidence.removesuffix(')'))})" if confidence else word


app.command()(edit)
packs.register(app)
