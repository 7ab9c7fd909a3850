"""Where each shell looks for completions, and the line of its start-up file that makes it look."""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from hoplo_companion.errors import HoploError, system_reason
from hoplo_companion.files import LARGEST_RECORDS, read_whole, write_whole
from hoplo_companion.language import tr

BASH_COMPLETION = (
    "/usr/share/bash-completion/bash_completion",
    "/usr/local/share/bash-completion/bash_completion",
    "/usr/local/etc/profile.d/bash_completion.sh",
    "/opt/homebrew/etc/profile.d/bash_completion.sh",
    "/etc/bash_completion",
)
"""Files of the package that has bash look for completions in folders."""


class Place(NamedTuple):
    """Where a shell's completion goes: its folder and, where that is another, its name there.

    Shapes: `start_up` is the shell's start-up file, `line` what it needs so that the completion is found (`{path}` and
    `{folder}` stand in it); `is_found` tells that nothing more is needed.
    """

    folder: Path
    file: str
    start_up: Path
    line: str
    is_found: bool

    def line_for(self, path: Path) -> str:
        """Write the line that makes the shell read a completion; a path stands between quotation marks at need."""

        def quoted(given: Path) -> str:
            if self.start_up.suffix == ".ps1":
                return "'" + str(given).replace("'", "''") + "'"
            return shlex.quote(str(given))

        return self.line.format(path=quoted(path), folder=quoted(path.parent))


def place_of(environment: Mapping[str, str], shell: str) -> Place:
    """Find out where a shell looks for completions, by HOME, XDG_DATA_HOME, XDG_CONFIG_HOME and ZDOTDIR."""
    home = _home()
    data = _folder(environment, "XDG_DATA_HOME", home / ".local" / "share")
    settings = _folder(environment, "XDG_CONFIG_HOME", home / ".config")
    source = "source {path}"
    match shell:
        case "bash":
            folder = _folder(environment, "BASH_COMPLETION_USER_DIR", data / "bash-completion") / "completions"
            has_package = any(Path(file).is_file() for file in BASH_COMPLETION)
            return Place(folder, "hoplo", home / ".bashrc", source, has_package)
        case "zsh":
            start_up = _folder(environment, "ZDOTDIR", home) / ".zshrc"
            line = "fpath=({folder} $fpath); autoload -Uz compinit && compinit"
            return Place(data / "zsh" / "site-functions", "", start_up, line, False)
        case "fish":
            return Place(settings / "fish" / "completions", "", settings / "fish" / "config.fish", source, True)
    folder = home / "Documents" / "PowerShell" if os.name == "nt" else settings / "powershell"
    return Place(folder, "", folder / "Microsoft.PowerShell_profile.ps1", ". {path}", False)


def _home() -> Path:

    try:
        home = Path.home()
    except RuntimeError:
        home = Path("/")
    # An empty HOME is read as the root of the disk, where nobody's files belong.
    if home == Path(home.anchor):
        raise HoploError(tr("there is no home folder: name one by HOME, or a folder by --dir"))
    return home


def _folder(environment: Mapping[str, str], variable: str, otherwise: Path) -> Path:
    """Give the folder that a variable names; one that is not absolute does not count, as XDG has it."""
    given = environment.get(variable, "")
    return Path(given) if given and Path(given).is_absolute() else otherwise


def has_line(file: Path, line: str) -> bool:
    """Say whether a start-up file has a line already."""
    return line in _text(file).splitlines()


def add_line(file: Path, line: str) -> None:
    """Put a line at the end of a start-up file; what stands there, and what the file is a link to, stays."""
    text = _text(file)
    before = text if not text or text.endswith("\n") else f"{text}\n"
    write_whole(file, f"{before}# What the Tab key offers behind hoplo.\n{line}\n".encode())


def _text(file: Path) -> str:

    try:
        return read_whole(file, LARGEST_RECORDS).decode("utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as fault:
        why = system_reason(fault) if isinstance(fault, OSError) else "not UTF-8 text"
        raise HoploError(tr("{file}: cannot be read, so it is left as it is: {why}", file=file, why=why)) from None
