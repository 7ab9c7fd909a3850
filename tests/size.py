"""How big the house is: `python -m tests.size` prints the lines, tokens and modules of each chapter beside its budget.

Tokens are names, operators, numbers and strings; docstrings, comments and layout are not counted.
"""

import ast
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
OTHER_TABLES = ("spartacus", "pantheon", "tables")
COUNTED = (tokenize.NAME, tokenize.OP, tokenize.NUMBER, tokenize.STRING)

BUDGET = {
    "base": 900, "components": 2_800, "notation": 2_200, "rules": 14_000, "campaign": 4_500, "table": 3_700,
    "odds": 2_600, "render": 6_300, "cli": 11_000, "Victorum": 48_000, "other tables": 6_000, "tests": 38_000,
}  # fmt: skip
"""Lines that each chapter may have."""

MOST_TOKENS, MOST_MODULES = 375_000, 300
"""Tokens of Victorum, and modules of the whole product."""


class Size(NamedTuple):
    """Lines, tokens and modules of some files."""

    lines: int = 0
    tokens: int = 0
    modules: int = 0

    def __add__(self, other: tuple[int, ...]) -> "Size":  # type: ignore[override]
        return Size(*(mine + theirs for mine, theirs in zip(self, other, strict=True)))


def size_of(path: Path) -> Size:
    text = path.read_text(encoding="utf-8")
    docstrings = {
        (node.body[0].lineno, node.body[0].col_offset)
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and ast.get_docstring(node, clean=False) is not None
    }
    tokens = sum(
        each.type in COUNTED and each.start not in docstrings
        for each in tokenize.generate_tokens(io.StringIO(text).readline)
    )
    return Size(text.count("\n"), tokens, 1)


def chapters() -> dict[str, Size]:
    """The size of each chapter of the product, of Victorum as a whole, and of the tests."""
    found = dict.fromkeys(BUDGET, Size())
    for chapter, path in _modules():
        found[chapter] += size_of(path)
        if chapter not in ("other tables", "tests"):
            found["Victorum"] += size_of(path)
    return found


def _modules() -> Iterator[tuple[str, Path]]:
    package = ROOT / "hoplo_companion"
    for path in sorted(package.rglob("*.py")):
        place = path.relative_to(package).parts
        is_other = any(part.removesuffix(".py") in OTHER_TABLES for part in place)
        yield "other tables" if is_other else place[0] if len(place) > 1 else "base", path
    yield from (("tests", path) for path in sorted((ROOT / "tests").rglob("*.py")))


def table() -> str:
    found = chapters()
    rows = [f"{'chapter':14}{'lines':>8}{'budget':>9}{'tokens':>9}{'modules':>9}"]
    rows += [
        f"{name:14}{size.lines:8,}{BUDGET[name]:9,}{size.tokens:9,}{size.modules:9}" for name, size in found.items()
    ]
    product = found["Victorum"] + found["other tables"]
    rows.append(
        f"Victorum may have {MOST_TOKENS:,} tokens; the product has {product.modules} modules of {MOST_MODULES}."
    )
    return "\n".join(rows)


if __name__ == "__main__":
    print(table())
