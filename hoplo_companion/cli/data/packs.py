"""`hoplo data export`, `import` and `test`: the player's own records as packs for others."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from hoplo_companion.cli.data.add import check, defects_of
from hoplo_companion.cli.options import JsonOption
from hoplo_companion.cli.shell.names import own_name
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.cli.wrapping import App
from hoplo_companion.components.own import replace
from hoplo_companion.errors import Defect, HoploError, InvalidError, UsageError
from hoplo_companion.files import DiskError, write_whole

if TYPE_CHECKING:
    from hoplo_companion.components.catalogue import Catalogue
    from hoplo_companion.components.own import Records
    from hoplo_companion.components.packs import Example, Pack

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A pack: one TOML file.")]


def register(app: App) -> None:
    """Give an app the commands."""
    app.command("export")(export)
    app.command("import")(import_)
    app.command("test")(run_examples)


def export(
    terminal: Terminal,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the pack.")],
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]...", help="Which of your records; all if left out.", autocompletion=own_name),
    ] = None,
    name: Annotated[str, typer.Option("--name", help="What the pack is called; the file's name if left out.")] = "",
    number: Annotated[str, typer.Option("--pack-version", metavar="TEXT", help="Its version.")] = "1",
    replace: Annotated[bool, typer.Option("--replace", help="Write over a pack; its examples stay.")] = False,
) -> None:
    """Write your own records into a pack: one TOML file, with the examples that came with packs you took in."""
    from hoplo_companion.components.own import own_records
    from hoplo_companion.components.packs import Pack, PackHead, own_examples, pack_text

    records = _chosen(own_records(), names or [])
    if not records:
        raise HoploError("you have no records of your own yet: hoplo data add tells them")

    examples = own_examples()
    if file.exists():
        if not replace:
            raise HoploError(f"{file} is there already: --replace writes over it")
        examples = _merged(examples, _examples_in(file))
    if names:
        examples = [example for example in examples if _is_about(example, records)]

    pack = Pack(PackHead(name=name or file.stem, version=number), records, examples)

    write_whole(file, pack_text(pack).encode())
    terminal.say(f"{_counted(pack)} in {file}")


def _chosen(records: Records, names: list[str]) -> Records:
    """Choose own records by name; a name that is none of them is an error."""
    if not names:
        return records
    from hoplo_companion.components.names import slug

    wanted = {slug(each): each for each in names}
    found: Records = {}
    for kind, tables in records.items():
        if kept := {id_: table for id_, table in tables.items() if id_ in wanted}:
            found[kind] = kept
    known = [id_ for tables in records.values() for id_ in tables]
    from hoplo_companion.components.catalogue import UnknownNameError

    for id_, name in wanted.items():
        if id_ not in known:
            raise UnknownNameError("own record", name, known)
    return found


def _is_about(example: Example, records: Records) -> bool:
    """Tell whether an example's position names one of some records."""
    from hoplo_companion.components.names import part_number, slug

    ids = {id_ for tables in records.values() for id_ in tables}

    def names(value: Any) -> bool:
        if isinstance(value, dict):
            return any(names(each) for each in value.values()) or any(slug(key) in ids for key in value)
        if isinstance(value, list):
            return any(names(each) for each in value)
        return isinstance(value, str) and (slug(value) in ids or slug(part_number(value)[0]) in ids)

    return names(example.position)


def _examples_in(path: Path) -> list[Example]:
    """Read the examples of a pack."""
    from hoplo_companion.components.packs import read_pack

    return read_pack(path).examples


def _merged(examples: list[Example], more: list[Example]) -> list[Example]:
    """Put examples together; of two with one name the later counts."""
    return list({example.name: example for example in [*examples, *more]}.values())


def _counted(pack: Pack) -> str:
    records = sum(len(tables) for tables in pack.records.values())
    text = f"{records} record{'' if records == 1 else 's'}"
    count = len(pack.examples)
    return text + (f" and {count} example{'' if count == 1 else 's'}" if count else "")


def import_(
    terminal: Terminal,
    file: FileArgument,
    replace: Annotated[bool, typer.Option("--replace", help="Let the pack's records take the place of yours.")] = False,
) -> None:
    """Take a pack's records into your own data: all of them, checked first, or none."""
    from hoplo_companion.components.catalogue import catalogue, singular
    from hoplo_companion.components.own import own_record

    pack = _read(file)

    known = catalogue()
    try:
        check(known, pack.records)
        if faults := _position_defects(pack, known):
            raise InvalidError(faults)
    except InvalidError as fault:
        raise _refusal(file, fault.defects, "nothing is taken in") from None

    olds = {(kind, id_): old for kind, id_, _ in pack.named() if (old := own_record(kind, id_)) is not None}
    differing = [(kind, id_) for kind, id_, table in pack.named() if olds.get((kind, id_), table) != table]

    words = ", ".join(f"{singular(kind)} {id_}" for kind, id_ in differing)
    if differing and not replace:
        raise HoploError(f"yours differ: {words}; --replace lets the pack's take their place, nothing is taken in")
    if differing:
        terminal.notice(f"what was yours before is kept in {_keep_olds(pack, olds, differing)}")
    _write(pack)
    terminal.say(f"{_counted(pack)} from the pack {pack.head.name} {pack.head.version}")
    for kind, id_, _ in pack.named():
        how = "replaced" if (kind, id_) in differing else "as it was" if (kind, id_) in olds else "new"
        terminal.print(f"  {singular(kind)} {id_}: {how}")


def _read(file: Path) -> Pack:
    """Read a pack that was named on the command line."""
    if not file.exists():
        raise UsageError(f"{file}: no such file")
    try:
        from hoplo_companion.components.packs import read_pack

        return read_pack(file)
    except InvalidError as fault:
        raise _refusal(file, fault.defects, "it is no sound pack") from None


def _refusal(file: Path, defects: list[Defect], what: str) -> Exception:

    return HoploError("\n  ".join([f"{file}: {what}", *(defect.sentence() for defect in defects)]))


def _position_defects(pack: Pack, known: Catalogue) -> list[Defect]:
    """List what is wrong with the positions of a pack's examples."""
    from hoplo_companion.components.packs import Overlaid
    from hoplo_companion.rules.position.reading import PositionReader

    reader = PositionReader(Overlaid(known, pack.records))
    defects: list[Defect] = []
    for at, example in enumerate(pack.examples):
        try:
            reader.read_plain(example.position)
        except InvalidError as fault:
            where = f"examples[{at}].position"
            defects += [Defect(d.code, f"{where}.{d.where}".rstrip("."), d.message) for d in fault.defects]
    return defects


def _keep_olds(pack: Pack, olds: dict[tuple[str, str], dict[str, Any]], differing: list[tuple[str, str]]) -> Path:
    """Keep what a pack replaces in a pack of its own, which can be taken in again."""
    from hoplo_companion.components.catalogue import own_folder
    from hoplo_companion.components.names import slug
    from hoplo_companion.components.packs import Pack, PackHead, pack_text

    records: Records = {}
    for kind, id_ in differing:
        records.setdefault(kind, {})[id_] = olds[kind, id_]

    stem, number = slug(pack.head.name)[:60] or "pack", 1

    while (path := own_folder() / "replaced" / f"{stem}-{number}.toml").exists():
        number += 1

    write_whole(path, pack_text(Pack(PackHead(name=f"before {pack.head.name}"), records, [])).encode())
    return path


def _write(pack: Pack) -> None:
    """Write a pack's records into the player's own files; where the disk refuses one, all are as they were before."""
    from hoplo_companion.components.catalogue import home_folder, own_folder
    from hoplo_companion.components.kept import keep
    from hoplo_companion.components.own import own_path
    from hoplo_companion.components.packs import EXAMPLES

    keeps = own_folder() / EXAMPLES

    paths = {own_path(kind, id_) for kind, id_, _ in pack.named()} | {keeps}
    before = {path: path.read_bytes() if path.is_file() else None for path in sorted(paths)}
    try:
        for kind, id_, table in pack.named():
            replace(kind, id_, table)
        if pack.examples:
            from hoplo_companion.components.packs import own_examples

            examples = _merged(own_examples(), pack.examples)
            from hoplo_companion.components.packs import Pack, PackHead, pack_text

            write_whole(keeps, pack_text(Pack(PackHead(name="examples"), {}, examples)).encode())
    except DiskError:
        for path, data in before.items():
            if data is None:
                path.unlink(missing_ok=True)
            elif path.read_bytes() != data:
                write_whole(path, data)
        raise

    for path in sorted(paths):
        keep(home_folder(), path)


def run_examples(terminal: Terminal, file: FileArgument, json: JsonOption = False) -> None:
    """Play the examples that a pack carries, on its records laid over the shipped ones, and tell which hold."""
    from hoplo_companion.cli.data.examples import run
    from hoplo_companion.components.catalogue import Catalogue
    from hoplo_companion.components.packs import Overlaid

    pack = _read(file)

    try:
        check(Catalogue(), pack.records)
    except InvalidError as fault:
        raise _refusal(file, fault.defects, "its records are not sound") from None

    known = Overlaid(Catalogue(), pack.records)

    found = [(example.name, run(example, known)) for example in pack.examples]
    failed = sum(bool(faults) for _, faults in found)
    if json:
        terminal.show_json(
            {"examples": [{"name": name, "holds": not faults, "faults": faults} for name, faults in found]}
        )
    else:
        for name, faults in found:
            terminal.print(f"{'fails' if faults else 'holds'}  {name}")
            for each in faults:
                terminal.print(f"       {each}")
        terminal.notice(f"{_counted(pack)}, {failed} of which fail" if failed else f"{_counted(pack)}, all sound")
    if failed:
        raise typer.Exit(1)


def pack_defects(path: Path, known: Catalogue) -> list[Defect] | None:
    """List every defect of a pack; None where a file is no pack."""
    if path.suffix.lower() != ".toml":
        return None
    try:
        from hoplo_companion.components.catalogue import read_toml
        from hoplo_companion.components.packs import is_pack

        if not is_pack(read_toml(path)):
            return None
    except HoploError:
        return None
    try:
        from hoplo_companion.components.packs import read_pack

        pack = read_pack(path)
    except InvalidError as fault:
        return fault.defects
    return defects_of(known, pack.records) or _position_defects(pack, known)
