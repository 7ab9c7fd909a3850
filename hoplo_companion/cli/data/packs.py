"""`hoplo data export`, `import` and `test`: the player's own records as packs for others."""

from itertools import count
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from hoplo_companion.cli.data.add import check, defects_of
from hoplo_companion.cli.fight.positions import refused_below
from hoplo_companion.cli.options import Shown, argument, option
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components import own
from hoplo_companion.components.catalogue import Catalogue, Records, catalogue, own_folder, read_toml
from hoplo_companion.components.names import advise, slug
from hoplo_companion.dice import Dice
from hoplo_companion.errors import Defect, HoploError, InvalidError, UsageError, clip
from hoplo_companion.files import all_or_nothing, keep, write_whole
from hoplo_companion.language import later, plural, speaking, spoken, tr
from hoplo_companion.render.look import kind_word, unknown_own
from hoplo_companion.rules.model import Combat
from hoplo_companion.rules.position.document import write_position
from hoplo_companion.rules.position.reading import PositionReader, answer
from hoplo_companion.table.play.answers import Asked, FileAnswers, no_answer, play_rival_turn
from hoplo_companion.table.saves.export import names_in

FileArgument = Annotated[Path, argument("A pack: one TOML file.", metavar="FILE")]


def export(
    terminal: Terminal,
    file: Annotated[Path, argument("Where to write the pack.", metavar="FILE")],
    names: Annotated[
        list[str] | None, argument("Which of your records; all if left out.", "own_name", metavar="[NAME]...")
    ] = None,
    name: Annotated[str, option("The pack's name; that of the file if left out.")] = "",
    number: Annotated[str, option("Its version.", names="--pack-version", metavar="TEXT")] = "1",
    replace: Annotated[bool, option("Overwrite a pack; its examples stay.")] = False,
) -> None:
    """Write your own records into a pack.

    A pack is one TOML file; the examples of packs that you imported go into it too.
    """
    records, examples = own.own_records(), own.own_examples()
    known = [id_ for tables in records.values() for id_ in tables]
    wanted = {slug(each): each for each in names or ()}
    for id_, typed in wanted.items():
        if id_ not in known:
            raise UsageError(unknown_own(typed, known))
    if not records:
        raise HoploError("you have no records of your own yet: `hoplo data add` makes them")
    if file.exists():
        if not replace:
            raise HoploError("{file} exists already: --replace overwrites it", file=file)
        examples = list({each.name: each for each in [*examples, *own.read_pack(file).examples]}.values())
    if wanted:
        chosen = {kind: {id_: tables[id_] for id_ in tables if id_ in wanted} for kind, tables in records.items()}
        records = {kind: tables for kind, tables in chosen.items() if tables}
        examples = [each for each in examples if wanted.keys() & names_in(msgspec.json.encode(each.position).decode())]
    pack = own.Pack(own.PackHead(name=name or file.stem, version=number), records, examples)
    write_whole(file, own.pack_text(pack).encode())
    terminal.say(tr("{content} in {file}", content=_content(pack), file=file))


def _content(pack: own.Pack) -> str:
    records = plural("{n} record", "{n} records", sum(len(tables) for tables in pack.records.values()))
    if not pack.examples:
        return records
    examples = plural("{n} example", "{n} examples", len(pack.examples))
    return tr("{records} and {examples}", records=records, examples=examples)


def import_(
    terminal: Terminal,
    file: FileArgument,
    replace: Annotated[bool, option("Let the pack's records replace yours.")] = False,
) -> None:
    """Import a pack's records into your own data.

    All of them are imported or, if anything is wrong with the pack, none.
    """
    pack = _read(file)
    check_pack(file, pack)
    if (differing := differing_from_own(pack)) and not replace:
        names = titles(differing)
        raise HoploError(
            "yours differ: {names}; --replace replaces them with the pack's, nothing is imported", names=names
        )
    take_in(terminal, pack)


def check_pack(file: Path, pack: own.Pack) -> None:
    """Refuse a pack with which anything is wrong."""
    known = catalogue()
    with refused_below(tr("{file}: nothing is imported", file=file)):
        if faults := defects_of(known, pack.records) or _position_defects(pack, known):
            raise InvalidError(faults)


def differing_from_own(pack: own.Pack) -> Records:
    """The player's own records that differ from those of a pack."""
    found: Records = {}
    for kind, id_, table in pack.named():
        if (before := own.own_record(kind, id_)) not in (None, table):
            found.setdefault(kind, {})[id_] = before
    return found


def titles(records: Records) -> str:
    """Records as they are called."""
    return ", ".join(_title(kind, id_, table) for kind, tables in records.items() for id_, table in tables.items())


def take_in(terminal: Terminal, pack: own.Pack) -> None:
    """Write a pack's records into the player's own files, and say which are new; what is replaced becomes a pack."""
    before = {(kind, id_): own.own_record(kind, id_) for kind, id_, _ in pack.named()}
    head, content = pack.head, _content(pack)
    if olds := differing_from_own(pack):
        folder, stem = own_folder() / "replaced", slug(head.name)[:60] or "pack"
        names = (folder / f"{stem}-{number}.toml" for number in count(1))
        path = next(name for name in names if not name.exists())
        write_whole(path, own.pack_text(own.Pack(own.PackHead(name=f"before {head.name}"), olds, [])).encode())
        terminal.notice("your records of before are kept in {path}", path=path)
    _write(pack)
    terminal.say(tr("{content} from the pack {name} {version}", content=content, name=head.name, version=head.version))
    for kind, id_, after in pack.named():
        had = before[kind, id_]
        same = later("{record}: unchanged") if had == after else later("{record}: replaced")
        said = later("{record}: new") if had is None else same
        terminal.print("  " + tr(said, record=_title(kind, id_, after)))


def _title(kind: str, id_: str, table: dict[str, Any]) -> str:
    return f"{kind_word(kind)} {table.get('name', id_)}"


def _read(file: Path) -> own.Pack:
    if not file.exists():
        raise UsageError("{file}: no such file", file=file)
    with refused_below(tr("{file}: it is not a sound pack", file=file)):
        return own.read_pack(file)


def _position_defects(pack: own.Pack, known: Catalogue) -> list[Defect]:
    reader = PositionReader(Catalogue(known.shipped, known.own, pack.records))
    defects: list[Defect] = []
    for at, example in enumerate(pack.examples):
        try:
            reader.read_plain(example.position)
        except InvalidError as fault:
            where = f"examples[{at}].position"
            defects += [Defect(d.code, f"{where}.{d.where}".rstrip("."), d.message) for d in fault.defects]
    return defects


def _write(pack: own.Pack) -> None:
    """Write a pack's records into the player's own files: all of them, or none."""
    examples_path = own_folder() / own.EXAMPLES
    paths = sorted({own.own_path(kind, id_) for kind, id_, _ in pack.named()} | {examples_path})
    with all_or_nothing(paths):
        for kind, id_, table in pack.named():
            own.replace(kind, id_, table)
        if pack.examples:
            merged = {each.name: each for each in [*own.own_examples(), *pack.examples]}  # of one name the later counts
            examples = own.Pack(own.PackHead(name="examples"), {}, list(merged.values()))
            write_whole(examples_path, own.pack_text(examples).encode())
    for path in paths:
        keep(path)


def run_examples(terminal: Terminal, file: FileArgument) -> Shown:
    """Play the examples in a pack, and say which hold.

    The pack's records are laid over the shipped ones; your own are left out.
    """
    pack = _read(file)
    with refused_below(tr("{file}: its records are not sound", file=file)):
        check(Catalogue(), pack.records)
    known = Catalogue(more=pack.records)
    with speaking("en" if terminal.json else spoken()):
        found = [(example.name, run(example, known)) for example in pack.examples]
    failed = sum(bool(faults) for _, faults in found)
    if terminal.json:
        table = [{"name": name, "holds": not faults, "faults": faults} for name, faults in found]
        terminal.show_json({"examples": table})
    else:
        for name, faults in found:
            terminal.print(tr("fails  {example}", example=name) if faults else tr("holds  {example}", example=name))
            for each in faults:
                terminal.print(f"       {each}")
        content = _content(pack)
        fails = plural("{content}: {n} example fails", "{content}: {n} examples fail", failed, content=content)
        terminal.notice(fails if failed else tr("{content}, all sound", content=content))
    if failed:
        raise typer.Exit(1)


def pack_defects(path: Path, known: Catalogue) -> list[Defect] | None:
    """Every defect of a pack; None where a file is not a pack."""
    try:
        data = read_toml(path) if path.suffix.lower() == ".toml" else {}
    except HoploError:
        return None
    if data.get("schema") != own.SCHEMA and not isinstance(data.get("pack"), dict):
        return None
    try:
        pack = own.read_pack(path)
    except InvalidError as fault:
        return fault.defects
    return defects_of(known, pack.records) or _position_defects(pack, known)


def run(example: own.Example, known: Catalogue) -> list[str]:
    """Play an example; list what of it came differently, nothing where all of it came as expected."""
    expected, faults = example.expect.solve, list[str]()
    step = {"step": example.step} if example.step and expected is not None else {}
    try:
        combat = PositionReader(known).read_plain({**example.position, **step})
        if expected is not None:
            faults += _differences("solve", expected, answer(combat))
        if expected is None or example.answers or example.expect.units:
            faults += _play(example, combat)
        return faults
    except InvalidError as fault:
        return [f"position.{defect.sentence()}" for defect in fault.defects]
    except HoploError as fault:
        return [str(fault)]


def _differences(where: str, expected: Any, found: Any) -> list[str]:
    """Where what was found is not what was expected; tables may hold more than that."""
    if isinstance(expected, dict) and isinstance(found, dict):
        faults = []
        for key, value in expected.items():
            place = f"{where}.{key}"
            if key in found:
                faults += _differences(place, value, found[key])
            else:
                known = ", ".join(map(str, found))
                faults.append(tr("{place}: there is no such key; there are {known}", place=place, known=known))
        return faults
    if isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        pairs = enumerate(zip(expected, found, strict=True))
        return [fault for at, (a, b) in pairs for fault in _differences(f"{where}[{at}]", a, b)]
    if type(expected) is type(found) and expected == found:
        return []
    values = {"found": clip(found, 200), "expected": clip(expected, 200)}
    return [tr("{place} is {found}; expected {expected}", place=where, **values)]


def _play(example: own.Example, combat: Combat) -> list[str]:
    """Play the turn as `--answers` does, with all of its answers; list what stands differently at the end."""
    ids, by = {*combat.units, *combat.bench}, FileAnswers(example.answers, no_answer)
    combat = play_rival_turn(combat, Asked(by, Dice(1), is_script=True), only=example.step)
    by.check_all_used()
    units = {str(unit["id"]): unit for unit in write_position(combat)["units"]}
    faults = []
    for id_, end in example.expect.units.items():
        found = units.get(id_, {})
        is_gone = "hex" not in found
        if id_ not in ids:
            advice = advise(id_, ids, tr("units"))
            faults.append(tr("{unit} is not in the position; {advice}", unit=id_, advice=advice))
        elif is_gone and not end.gone:
            faults.append(tr("{unit} is gone", unit=id_))
        elif end.gone and not is_gone:
            faults.append(tr("{unit} is still in combat", unit=id_))
        elif not is_gone:
            expected = {key: value for key, value in msgspec.to_builtins(end).items() if value is not None}
            if end.hex is not None:
                expected["hex"] = end.hex.strip().upper()
            faults += _differences(id_, expected, {"hp": None, "dazed": False, "tactics": [], **found})
    return faults
