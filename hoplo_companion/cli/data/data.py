"""`hoplo data`: what is known of the components, who says so, and what is missing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplo_companion.cli.data import add as adding
from hoplo_companion.cli.data import compass, packs
from hoplo_companion.cli.data.edit import edit
from hoplo_companion.cli.data.packs import pack_defects
from hoplo_companion.cli.fight.scion_card import add_scion
from hoplo_companion.cli.options import JsonOption, PlainOption
from hoplo_companion.cli.shell.names import KINDS, any_name, kind_name
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.catalogue import catalogue
from hoplo_companion.errors import InvalidError, UsageError

if TYPE_CHECKING:
    from hoplo_companion.components.catalogue import Catalogue
    from hoplo_companion.errors import Defect
    from hoplo_companion.render.style import Line

app = App(
    help="What is known of units, skills, tactics, heroes and arenas, and who says so.",
)

add = App(help="Type a card into your own data.")
adding.register(add)
add.command("scion")(add_scion)
add.command("compass")(compass.add_compass)
app.add_typer(add, name="add")


def _raw(catalogue: Catalogue, kind: str, id_: str) -> dict[str, Any]:
    catalogue.record(kind, id_)  # refuses what does not fit its schema
    return catalogue.raw(kind, id_) or {}


@app.command("list")
def list_(
    terminal: Terminal,
    kind: Annotated[
        str,
        typer.Argument(help="One kind: " + ", ".join(KINDS) + "; all if left out.", autocompletion=kind_name),
    ] = "",
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """List the records of a kind, or of every kind, with their source and how sure it is."""
    from hoplo_companion.components.catalogue import singular
    from hoplo_companion.components.names import slug

    kinds = [each for each in KINDS if not kind or slug(kind) in (each, singular(each))]
    if not kinds:
        from hoplo_companion.components.catalogue import UnknownNameError

        raise UnknownNameError("kind", kind, list(KINDS))
    known = catalogue()
    rows = [(each, id_, _raw(known, each, id_)) for each in kinds for id_ in known.ids(each)]
    if json:
        terminal.show_json({"records": [{"kind": each, "id": id_, **raw} for each, id_, raw in rows]})
        return

    width = max((len(id_) for _, id_, _ in rows), default=0)
    lines: list[Line] = []
    from hoplo_companion.render.style import Span

    for each in kinds:
        lines.append([Span(each, "heading")])
        for _, id_, raw in (row for row in rows if row[0] == each):
            said = f"{raw.get('source', '')} ({raw.get('confidence', '')})"
            lines.append([Span(f"  {id_:{width}}  {raw.get('name', '')}  "), Span(said, "page")])
    terminal.show(lines, plain)


@app.command()
def show(
    terminal: Terminal,
    name: Annotated[
        str, typer.Argument(help="A unit, hero, skill, tactic, arena … by name or id.", autocompletion=any_name)
    ],
    json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Show everything that is known of one component, who says so, and what is in doubt."""
    from hoplo_companion.components.names import slug

    known = catalogue()

    wanted = slug(name)
    ids = {kind: known.ids(kind) for kind in KINDS}
    found = [(kind, id_, _raw(known, kind, id_)) for kind in KINDS for id_ in ids[kind] if wanted in (id_, slug(id_))]
    if not found:
        from hoplo_companion.components.catalogue import UnknownNameError

        raise UnknownNameError("component", name, [id_ for kind in KINDS for id_ in ids[kind]])
    if json:
        terminal.show_json({"records": [{"kind": kind, "id": id_, **raw} for kind, id_, raw in found]})
        return

    lines: list[Line] = []
    from hoplo_companion.components.catalogue import singular
    from hoplo_companion.render.reference import record_lines

    for kind, id_, raw in found:
        lines += record_lines(singular(kind), id_, raw)
    terminal.show(lines, plain)


@app.command()
def validate(
    terminal: Terminal,
    files: Annotated[
        list[Path] | None, typer.Argument(metavar="[FILE]...", help="Files to check; all of hoplo's and yours if none.")
    ] = None,
    json: JsonOption = False,
) -> None:
    """Check files of records (or packs, or positions): every defect with its file, its key and what would be right."""
    # The file under check may be one of the player's own, and must not keep the others from being read.
    from hoplo_companion.components.catalogue import Catalogue, own_folder
    from hoplo_companion.rules.data_checks import check_file

    known = Catalogue() if files or own_folder().is_dir() else catalogue()
    paths = files or _all_files(known)
    found: list[tuple[Path, Defect]] = []

    for path in paths:
        if not path.exists():
            raise UsageError(f"{path}: no such file")
        defects = pack_defects(path, known)
        if defects is None:
            try:
                # What the player has told elsewhere counts, as long as it can be read.
                defects = check_file(path, catalogue())
            except InvalidError:
                defects = check_file(path, known)
        found += [(path, defect) for defect in defects]
    if json:
        terminal.show_json(
            {"checked": len(paths), "defects": [{"file": str(path), **d._asdict()} for path, d in found]}
        )
    else:
        for path, defect in found:
            terminal.say(f"{path.name}: {defect.sentence()}")
    if found:
        raise typer.Exit(1)
    if not json:
        terminal.notice(f"{len(paths)} file{'' if len(paths) == 1 else 's'} checked, all sound")


def _all_files(known: Catalogue) -> list[Path]:

    from hoplo_companion.components.catalogue import FOLDERS, OWN_KINDS, TABLES, own_folder

    shipped = [known.shipped / f"{kind}.toml" for kind in TABLES]

    own = own_folder()

    mine = [path for kind in OWN_KINDS if (path := own / f"{kind}.toml").is_file()]

    for folder in FOLDERS:
        shipped += sorted((known.shipped / folder).glob("*.toml"))
        mine += sorted((own / folder).glob("*.toml"))
    return [*shipped, *sorted((known.shipped / "examples").glob("*.toml")), *mine]


@app.command()
def missing(terminal: Terminal, json: JsonOption = False, plain: PlainOption = False) -> None:
    """List what no source states, so that you can read it off your own chips and cards."""
    from hoplo_companion.rules.data_checks import missing as find_missing

    found = find_missing(catalogue())
    if json:
        terminal.show_json({"missing": found})
        return

    width = max((len(name) for name in found), default=0)
    from hoplo_companion.render.style import Span

    terminal.show([[Span(f"{name:{width}}  "), Span(", ".join(lacks))] for name, lacks in found.items()], plain)


@app.command()
def reference(terminal: Terminal) -> None:
    """Print the vocabulary of effects: every trigger, condition and verb, in TOML and as a line."""
    from hoplo_companion.notation.reference import reference as page

    terminal.print(page(), end="")


@app.command()
def schemas(
    terminal: Terminal,
    folder: Annotated[Path, typer.Argument(help="Where to write them.")],
) -> None:
    """Write the JSON Schemas of every kind of file and of the machine interface."""
    from hoplo_companion.components.jsonschemas import write_schemas
    from hoplo_companion.rules.position.answers import all_schemas

    written = write_schemas(folder, all_schemas())
    terminal.notice(f"{len(written)} schemas written to {folder}")


app.command()(edit)
packs.register(app)
