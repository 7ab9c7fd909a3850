"""The player's own records: what the player read off a chip is kept, and never asked again."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from hoplo_companion.components.catalogue import own_folder, read_toml
from hoplo_companion.errors import HoploError


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is either the old one or the new one, whatever happens on the way."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as fault:
        raise HoploError(f"{path}: cannot be written: {fault.strerror}") from None


def remember_unit(chip: str, name: str, fields: dict[str, Any]) -> Path:
    """Keep numbers read off a unit chip in the player's own record of it, beside those kept before."""
    import tomli_w

    path = own_folder() / "units" / f"{chip}.toml"
    record = read_toml(path) if path.is_file() else {"name": name}
    record |= fields
    write_whole(path, tomli_w.dumps(record))
    return path
