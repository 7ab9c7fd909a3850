"""No ring of imports: neither when modules are loaded, where the order decides, nor by imports in functions."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.cli import ROOT

PACKAGE = "hoplo_companion"

RINGS = [
    "rules.damage rules.equip rules.goals rules.manual",
    "rules.effects.advancing rules.effects.relocating rules.effects.verbs rules.explain rules.player.options "
    "rules.player.refusals rules.rival.abilities rules.rival.movement_step rules.why.engage rules.why.steps",
]
"""The rings that are still there, through imports in functions; none is to be added."""


def _name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _when_loaded(body: list[ast.stmt]) -> list[ast.stmt]:
    """List the statements that run when a module is loaded, those of its branches too; none for a type checker."""
    found = []
    for each in body:
        if isinstance(each, ast.If) and "TYPE_CHECKING" in ast.unparse(each.test):
            continue
        found.append(each)
        if isinstance(each, ast.If | ast.Try | ast.With | ast.ClassDef):
            found += _when_loaded([part for part in ast.iter_child_nodes(each) if isinstance(part, ast.stmt)])
    return found


def _named(statements: Iterable[ast.AST], modules: set[str]) -> set[str]:
    """List the modules that statements import."""
    found: set[str] = set()
    for each in statements:
        if isinstance(each, ast.Import):
            found |= {alias.name for alias in each.names}
        elif isinstance(each, ast.ImportFrom):
            inside = {f"{each.module}.{alias.name}" for alias in each.names} & modules
            found |= inside or {str(each.module)}
    return found


def _imported(path: Path, modules: set[str]) -> set[str]:
    """List the modules that a module loads, with the packages around each but those that are around itself, too."""
    found = _named(_when_loaded(ast.parse(path.read_text(encoding="utf-8")).body), modules)
    parts = [name.split(".") for name in found]
    packages = {".".join(each[:end]) for each in parts for end in range(1, len(each) + 1)}
    return {name for name in packages & modules if not f"{_name(path)}.".startswith(f"{name}.")}


def test_no_ring_of_imports() -> None:
    paths = list((ROOT / PACKAGE).rglob("*.py"))
    modules = {_name(path) for path in paths}
    graph = {_name(path): _imported(path, modules) for path in paths}
    assert len(graph[f"{PACKAGE}.rules.rival.turn"]) > 3
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as ring:
        raise AssertionError(f"a ring: {' -> '.join(ring.args[1])}") from None


def _reached(graph: dict[str, set[str]], start: str) -> set[str]:
    """List the modules that a module needs, by however many steps."""
    found: set[str] = set()
    left = [start]
    while left:
        new = graph[left.pop()] - found
        found |= new
        left += new
    return found


def test_no_ring_of_imports_in_functions_and_for_types_either() -> None:
    paths = list((ROOT / PACKAGE).rglob("*.py"))
    modules = {_name(path) for path in paths}
    graph = {
        _name(path): (_named(ast.walk(ast.parse(path.read_text(encoding="utf-8"))), modules) & modules) - {_name(path)}
        for path in paths
    }
    reached = {name: _reached(graph, name) for name in graph}
    allowed = [{f"{PACKAGE}.{name}" for name in ring.split()} for ring in RINGS]
    rings = {frozenset(other for other in reached[name] if name in reached[other]) for name in graph}
    assert [sorted(ring) for ring in rings if ring and not any(ring <= known for known in allowed)] == []
