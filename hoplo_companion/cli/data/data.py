"""`hoplo data`: what is known of the components, from which source, what is missing, and the editor."""

import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from itertools import starmap
from pathlib import Path
from typing import Annotated, Any

import typer

from hoplo_companion.cli.data import packs
from hoplo_companion.cli.data.add import COMPASS, add, check
from hoplo_companion.cli.options import Answer, App, Shown, argument
from hoplo_companion.cli.shell.names import KIND_OF, KINDS, known_names, own_ids
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.catalogue import (
    FOLDERS,
    OWN_KINDS,
    TABLES,
    Catalogue,
    UnknownNameError,
    catalogue,
    own_folder,
    own_tables,
    read_toml,
    singular,
)
from hoplo_companion.components.names import either, in_english, slug
from hoplo_companion.components.own import own_path, own_paths, readable_records
from hoplo_companion.errors import Defect, HoploError, InvalidError, UsageError, as_command, clip, system_reason
from hoplo_companion.files import LARGEST_RECORDS, read_whole, write_whole
from hoplo_companion.language import later, plural, speaking, spoken, tr
from hoplo_companion.notation.parts import forms
from hoplo_companion.render.look import field_word, kind_word, record_lines, unknown_own
from hoplo_companion.render.sentences.words import words_of
from hoplo_companion.render.style import Line, Span, table
from hoplo_companion.rules.data_checks import check_file
from hoplo_companion.rules.data_checks import missing as find_missing

app = App(help="Units, skills, tactics, heroes and arenas: what is known of them, and the source.")

LINES = {**{kind: face["example"] for kind, face in forms().items()}, "compass": COMPASS}
EXAMPLES = "\n".join(["\b", *(as_command("data", "add", kind, line) for kind, line in LINES.items())])
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
    if not (kinds := [each for each in KINDS if not kind or typed in (each, singular(each))]):
        raise UnknownNameError("kind", kind, KINDS)
    known = catalogue()
    rows = [(each, id_, _raw(known, each, id_)) for each in kinds for id_ in known.ids(each)]

    def lines() -> Iterator[Line]:
        width = max((len(id_) for _, id_, _ in rows), default=0)
        for each in kinds:
            yield [Span(kind_word(each, several=True), "heading")]
            for _, id_, raw in (row for row in rows if row[0] == each):
                source = f"{raw.get('source', '')} ({words_of(raw.get('confidence', ''))})"
                name = tr(raw.get("name", "")) if each == "rulings" else raw.get("name", "")
                yield [Span(f"  {id_:{width}}  {name}  "), Span(source, "page")]

    return Answer(
        lambda: list(lines()), lambda: {"records": [{"kind": kind, "id": id_, **raw} for kind, id_, raw in rows]}
    )


@app.command()
def show(name: Annotated[str, argument("A unit, hero, skill, tactic, arena … by name or id.", "any_name")]) -> Answer:
    """Show everything that is known of a component.

    Its source and what is in doubt are shown too.
    """
    known, wanted = catalogue(), slug(name)
    every = [(kind, id_) for kind in KINDS for id_ in known.ids(kind)]
    found = [(kind, id_, _raw(known, kind, id_)) for kind, id_ in every if wanted in (id_, slug(id_))]
    if not found:
        raise UnknownNameError("component", name, [id_ for _, id_ in every])
    return Answer(
        lambda: [line for kind, id_, raw in found for line in record_lines(singular(kind), id_, raw)],
        lambda: {"records": [{"kind": kind, "id": id_, **raw} for kind, id_, raw in found]},
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
    paths = list(files or ())
    if not paths:
        paths = [known.shipped / f"{kind}.toml" for kind in TABLES]
        paths += [path for each in (*FOLDERS, "examples") for path in sorted((known.shipped / each).glob("*.toml"))]
        paths += [path for kind in OWN_KINDS for path in own_paths(kind) if path.is_file()]
    for path in paths:
        if not path.exists():
            raise UsageError("{file}: no such file", file=path)
    with speaking("en" if terminal.json else spoken()):
        found = [(path, defect) for path in paths for defect in _defects(path, known)]
    if terminal.json:
        table = [{"file": str(path), **defect._asdict()} for path, defect in found]
        terminal.show_json({"checked": len(paths), "defects": table})
    elif found:
        terminal.say("\n".join(f"{path.name}: {defect.sentence()}" for path, defect in found))
    else:
        terminal.notice(plural("{n} file checked, all sound", "{n} files checked, all sound", len(paths)))
    if found:
        raise typer.Exit(1)


def _defects(path: Path, known: Catalogue) -> list[Defect]:
    if (defects := packs.pack_defects(path, known)) is not None:
        return defects
    try:
        # What the player has entered elsewhere counts, as long as it can be read.
        return check_file(path, catalogue())
    except InvalidError:
        return check_file(path, known)


@app.command()
def missing() -> Answer:
    """List what no source states.

    Read it off your own chips and cards, and enter it with `hoplo data add`.
    """
    known = catalogue()
    found = list(find_missing(known))

    def row(kind: str, id_: str, lacks: list[str], doubted: dict[str, str]) -> tuple[str, str]:
        words = [*map(field_word, lacks), *(f"{field_word(key)} ({words_of(how)})" for key, how in doubted.items())]
        return f"{kind_word(kind)} {_raw(known, kind, id_).get('name', id_)}", ", ".join(words)

    def keys(kind: str, id_: str, lacks: list[str], doubted: dict[str, str]) -> tuple[str, list[str]]:
        return f"{singular(kind)} {id_}", [*lacks, *(f"{key} ({how})" for key, how in doubted.items())]

    return Answer(lambda: table(starmap(row, found), indent=""), lambda: {"missing": dict(starmap(keys, found))})


@app.command()
def edit(
    terminal: Terminal,
    name: Annotated[
        list[str],
        argument("One of your own records, by name or id; its kind may come first.", "own_name", metavar="NAME..."),
    ],
) -> None:
    """Edit one of your own records in your editor.

    $VISUAL or $EDITOR opens a copy, which is checked before it is kept.
    """
    kind = name.pop(0).lower() if len(name) > 1 and name[0].lower() in KIND_OF else ""
    kind, id_, path = _own_file(" ".join(name), kind)
    editor = _editor(terminal)
    before = read_whole(path, LARGEST_RECORDS)
    copy = own_folder() / "edits" / path.name
    if copy.is_file() and copy.stat().st_mtime_ns > path.stat().st_mtime_ns:
        terminal.notice("your copy that did not fit is opened again: {copy}", copy=copy)
    else:
        write_whole(copy, before)
    codes: list[int] = []
    try:
        terminal.lent(lambda: codes.append(subprocess.run([*editor, str(copy)], check=False).returncode))
    except OSError as fault:
        reason = system_reason(fault)
        raise HoploError("{editor}: {reason}; nothing has changed", editor=editor[0], reason=reason) from None
    if any(codes):
        text = later("{editor} ended with {code}: nothing has changed, and your copy is kept in {copy}")
        raise HoploError(text, editor=editor[0], code=codes[0], copy=copy)
    after = read_whole(copy, LARGEST_RECORDS)
    if after != before:
        _check_copy(kind, id_, path, copy)
        if path.read_bytes() != before:
            raise HoploError(
                "{file} has changed meanwhile, and stays so; your copy is kept in {copy}", file=path, copy=copy
            )
        write_whole(path, after)
    copy.unlink(missing_ok=True)
    said = later("{file} is as you left it") if after != before else later("{file} is unchanged")
    terminal.say(tr(said, file=path))


def _own_file(name: str, kind: str) -> tuple[str, str, Path]:
    kinds, id_ = [each for each in OWN_KINDS if kind in ("", singular(each))], slug(name)
    found = [(each, at) for each in kinds if (at := own_path(each, id_)).is_file() and _holds(each, at, id_)]
    if len(found) > 1:
        first = either(singular(each) for each, _ in found)
        raise UsageError("several records are called {name}: put {kinds} first", name=clip(name, 62), kinds=first)
    if found:
        return found[0][0], id_, found[0][1]
    if shipped := next((each for each in kinds if id_ in known_names([each])), ""):
        command = as_command("data", "add", singular(shipped), f"{name}: …")
        text = later("{name} comes with hoplo, and you have entered nothing about it: {command} lays yours over it")
        raise UsageError(text, name=clip(name, 62), command=command)
    raise UsageError(unknown_own(name, sorted(own_ids(kinds)), kinds[0] if kind else ""))


def _holds(kind: str, path: Path, id_: str) -> bool:
    """Say whether a file has a record; one that cannot be read may, and editing is the way to mend it."""
    try:
        return id_ in own_tables(path, kind)
    except InvalidError:
        return f"[{id_}" in path.read_text(encoding="utf-8", errors="replace")


def _editor(terminal: Terminal) -> list[str]:
    """Find the player's editor; a default one only where there is somebody to use it."""
    command = terminal.environment.get("VISUAL") or terminal.environment.get("EDITOR")
    if not command:
        terminal.need_terminal(tr("with which editor? Set EDITOR (or VISUAL)"))
        command = next((each for each in ("nano", "vi", "notepad") if shutil.which(each)), "")
    with suppress(ValueError):
        if words := shlex.split(command, posix=os.name != "nt"):
            return words
    raise UsageError("EDITOR is {command}, which is not a command", command=clip(command, 62))


def _check_copy(kind: str, id_: str, path: Path, copy: Path) -> None:
    """Refuse a copy that does not fit, with every defect; it is kept as it was typed."""
    try:
        tables = {id_: read_toml(copy)} if kind in FOLDERS else own_tables(copy, kind)
        check(Catalogue(more=readable_records(but=path)[0]), {kind: tables})
    except InvalidError as fault:
        head = tr("{file} stays as it was; what you wrote does not fit:", file=path.name)
        command = as_command("data", "edit", id_)
        kept = tr("your copy is kept: `{command}` opens it again ({copy})", command=command, copy=copy)
        raise HoploError("\n  ".join([head, *(each.sentence() for each in fault.defects), kept])) from None


app.command("export")(packs.export)
app.command("import")(packs.import_)
app.command("test")(packs.run_examples)
