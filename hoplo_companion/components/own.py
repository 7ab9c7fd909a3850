"""The player's own records: what the player read off a chip or card is kept, and never asked again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hoplo_companion.components.catalogue import FOLDERS, own_folder, read_toml
from hoplo_companion.files import write_toml


def remember(kind: str, id_: str, name: str, fields: dict[str, Any]) -> Path:
    """Keep what was read off a component in the player's own record of it, beside what was kept before.

    Shapes: `kind` is one of `catalogue.OWN_KINDS`; what the player wrote into the file, comments too, stays as it is.
    """
    import tomlkit

    path = own_folder() / (f"{kind}/{id_}.toml" if kind in FOLDERS else f"{kind}.toml")
    document = tomlkit.document()
    if path.is_file():
        read_toml(path)  # says what is wrong with it, in the way of all files of records
        document = tomlkit.parse(path.read_text(encoding="utf-8"))
    record: Any = document
    if kind not in FOLDERS:
        record = document.setdefault(id_, tomlkit.table())
    record.setdefault("name", name)
    record.update(fields)
    write_toml(path, document)
    return path
