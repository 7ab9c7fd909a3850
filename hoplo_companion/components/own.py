"""The player's own records: what the player read off a chip is kept, and never asked again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hoplo_companion.components.catalogue import own_folder, read_toml
from hoplo_companion.files import write_whole


def remember_unit(chip: str, name: str, fields: dict[str, Any]) -> Path:
    """Keep numbers read off a unit chip in the player's own record of it, beside those kept before."""
    import tomli_w

    path = own_folder() / "units" / f"{chip}.toml"
    record = read_toml(path) if path.is_file() else {"name": name}
    record |= fields
    write_whole(path, tomli_w.dumps(record).encode())
    return path
