"""Everything in the repository that is made from something else: `python -m tests.refresh` writes all of it anew.

The catalogue of each language, the JSON Schemas, the pages of docs/ that list records, the house and the screen as
pictures, and what shells source for the Tab key.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

from hoplo_companion.cli.config import script
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.components.words import page_words
from hoplo_companion.language import LANGUAGES, find_out_by
from hoplo_companion.notation.reference import reference
from hoplo_companion.rules.rulings import in_force
from tests.jsonschemas import schema_texts
from tests.picture import picture
from tests.screenshot import screen_picture
from tests.solve_answers import all_schemas
from tests.words import compile_all, update

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
WRITTEN_BY = "Written by `python -m tests.refresh`."

SCRIPTS = {"bash": "hoplo.bash", "zsh": "_hoplo", "fish": "hoplo.fish", "powershell": "hoplo.ps1"}
"""The file of each shell, by the name that the shell looks for."""


def rulings_page() -> str:
    """The open questions: a section each, with the reading in force and the others."""
    text = ["# Rulings: where the rulebook leaves a question open", ""]
    text.append("You need this page when the rulebook can be read in two ways, or `why` names a ruling.")
    text.append(f"{WRITTEN_BY} A position's `rulings` puts another reading in force.")
    for each in in_force(Catalogue(), {}):
        text += ["", f"## `{each.id}`: {each.title}", "", f"{each.question} ({page_words(each.page)})"]
        text += ["", f"- **{each.reading}** (in force): {' '.join(each.text.split())}"]
        text += [f"- `{id_}`: {' '.join(words.split())}" for id_, words in each.others.items()]
    return "\n".join(text) + "\n"


def schemas() -> dict[Path, str]:
    """The published schemas, by their files."""
    folder = ROOT / "rules_data" / "schemas"
    return {folder / name: text for name, text in schema_texts(all_schemas()).items()}


MADE: Sequence[Callable[[], dict[Path, str]]] = (
    schemas,
    lambda: {DOCS / "rulings.md": rulings_page(), DOCS / "effects.md": reference()},
    lambda: {DOCS / "house.svg": picture(), DOCS / "screen.svg": screen_picture()},
    lambda: {ROOT / "completions" / name: script(shell) for shell, name in SCRIPTS.items()},
)


def made() -> dict[Path, str]:
    """Every file that is made from something else, with what it holds now; the catalogues aside."""
    find_out_by(lambda: "en")
    return {path: text for make in MADE for path, text in make().items()}


if __name__ == "__main__":
    for language in LANGUAGES[1:]:
        update(language)
    compile_all()
    for path, text in made().items():
        path.write_text(text, encoding="utf-8")
