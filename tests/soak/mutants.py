"""Change one thing in the rules at a time and see whether a test notices: `python -m tests.soak.mutants --count 300`.

A mutant is one operator, number or word of a function of `rules/` or `campaign/` put wrong: `and` for `or`, `<` for
`<=`, `all` for `any`. Those that survive are printed with their place; each is a test that is missing, or makes no
difference. mutmut and cosmic-ray start the test run anew for every mutant, which takes longer than most tests here;
this collects the tests once, notes which functions each of them calls, and then forks: the child puts the mutant's
code into the live function and runs the tests that call it, the quickest first, until one fails. No file is touched.
"""

from __future__ import annotations

import argparse
import ast
import copy
import gc
import os
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple, cast

import pytest
from _pytest.runner import runtestprotocol

from tests.cli import ROOT

PACKAGE = ROOT / "hoplo_companion"
LEFT_OUT = ("random", "terminal", "completions", "lines_alone", "fight_saves", "ledger", "too_large", "house", "play")
"""Words in the names of test files that take long, or need terminals and processes of their own."""

SECONDS = 20
"""Seconds of the processor that a mutant's tests may take; one that goes on for longer is taken to be noticed."""

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}  # fmt: skip
CALLED = {"all": "any", "any": "all", "min": "max", "max": "min"}

Key = tuple[str, int]
"""A function: its file, and the line where it begins, decorators and all."""


class Mutant(NamedTuple):
    """One thing put wrong: the file and the function it is in, its line, and how it reads before and after."""

    path: Path
    function: int
    line: int
    before: str
    after: str
    tree: ast.Module


def changed(node: ast.AST) -> ast.AST | None:
    """Give a node with one thing put wrong, or None where there is nothing to change."""
    other = cast(Any, copy.deepcopy(node))
    match node:
        case ast.Compare(ops=[op]) if type(op) in SWAPPED:
            other.ops = [SWAPPED[type(op)]()]
        case ast.BoolOp(op=op) | ast.BinOp(op=op) if type(op) in SWAPPED:
            other.op = SWAPPED[type(op)]()
        case ast.UnaryOp(op=ast.Not()):
            return cast(ast.AST, other.operand)
        case ast.Constant(value=bool(value)):
            other.value = not value
        case ast.Constant(value=int(value)):
            other.value = value + 1
        case ast.Call(func=ast.Name(id=name)) if name in CALLED:
            other.func.id = CALLED[name]
        case _:
            return None
    return cast(ast.AST, other)


def inner(node: ast.AST) -> Iterator[tuple[ast.AST, str, int | None]]:
    """Walk the places of what a function does, not of its types, defaults and texts: whose, the field, which of it."""
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "args", "decorator_list") and not isinstance(node, ast.Call):
            continue
        for at, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.Assert | ast.JoinedStr | ast.pattern):
                yield node, field, at
                yield from inner(child)


def mutants(path: Path) -> list[Mutant]:
    """List every mutant of a module."""
    tree, found = ast.parse(path.read_text(encoding="utf-8")), []
    bodies = [each for node in tree.body for each in (node.body if isinstance(node, ast.ClassDef) else [node])]
    for function in bodies:
        if not isinstance(function, ast.FunctionDef):
            continue
        first = min([function.lineno, *(each.lineno for each in function.decorator_list)])
        for owner, field, at in list(inner(function)):
            place = getattr(owner, field)
            node = place if at is None else place[at]
            other = changed(node)
            if other is None:
                continue
            put(owner, field, at, other)
            mutated = ast.fix_missing_locations(copy.deepcopy(tree))
            put(owner, field, at, node)
            found.append(Mutant(path, first, node.lineno, ast.unparse(node), ast.unparse(other), mutated))
    return found


def put(owner: ast.AST, field: str, at: int | None, node: ast.AST) -> None:
    """Put a node in its place."""
    if at is None:
        setattr(owner, field, node)
    else:
        getattr(owner, field)[at] = node


def live(mutant: Mutant) -> bool:
    """Put a mutant's code into the function that is loaded; False where it is not."""
    module = compile(mutant.tree, str(mutant.path), "exec")
    bodies = [module, *(each for each in module.co_consts if isinstance(each, CodeType))]
    codes = [each for body in bodies for each in body.co_consts if isinstance(each, CodeType)]
    [code] = {each for each in codes if each.co_firstlineno == mutant.function and "<" not in each.co_name}
    loaded = [
        each
        for each in gc.get_objects()
        if isinstance(each, FunctionType)
        and (each.__code__.co_filename, each.__code__.co_firstlineno) == (str(mutant.path), mutant.function)
        and each.__code__.co_qualname == code.co_qualname
    ]
    for each in loaded:
        each.__code__ = code
    return bool(loaded)


class Sampler:
    """Takes the place of the loop over the tests: notes what they call, then runs them against mutants."""

    def __init__(self, wanted: list[Mutant], processes: int) -> None:
        self.wanted = wanted
        self.processes = processes
        self.tests: dict[Key, list[tuple[float, pytest.Item]]] = defaultdict(list)
        self.survived: list[Mutant] = []
        self.killed = self.uncalled = 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Do all of it."""
        self._note(session.items)
        running: dict[int, Mutant] = {}
        for mutant in self.wanted:
            if not self.tests[str(mutant.path), mutant.function]:
                self.uncalled += 1
                print(f"called by no test here: {shown(mutant)}", flush=True)
                continue
            running[self._fork(mutant)] = mutant
            if len(running) == self.processes:
                self._wait(running)
        while running:
            self._wait(running)
        return True

    def _note(self, items: list[pytest.Item]) -> None:
        """Run every test once, and note the functions that it calls and how long it takes."""
        wanted = {(str(each.path), each.function) for each in self.wanted}
        files = {file for file, _ in wanted}
        seen: set[Key] = set()

        def called(frame: FrameType, _event: str, _arg: object) -> None:
            code = frame.f_code
            if code.co_filename in files:
                seen.add((code.co_filename, code.co_firstlineno))

        for item in items:
            seen.clear()
            start = time.process_time()
            sys.settrace(called)
            reports = runtestprotocol(item, log=False, nextitem=None)
            sys.settrace(None)
            if all(report.passed for report in reports):
                for key in seen & wanted:
                    self.tests[key].append((time.process_time() - start, item))
        print(f"{len(items)} tests call {len(self.tests)} of the functions", flush=True)

    def _fork(self, mutant: Mutant) -> int:
        tests = sorted(self.tests[str(mutant.path), mutant.function], key=lambda each: each[0])
        child = os.fork()
        if child:
            return child
        out = os.open(os.devnull, os.O_WRONLY)
        os.dup2(out, 1)
        os.dup2(out, 2)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
        code = 2
        try:
            code = 0 if not live(mutant) else int(any(_fails(item) for _, item in tests))
        finally:
            os._exit(code)

    def _wait(self, running: dict[int, Mutant]) -> None:
        child, status = os.wait()
        mutant = running.pop(child)
        if status:
            self.killed += 1
        else:
            self.survived.append(mutant)
            print(f"survived: {shown(mutant)}", flush=True)


def _fails(item: pytest.Item) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


def shown(mutant: Mutant) -> str:
    """Say where a mutant is and what it changes."""
    return f"{mutant.path.relative_to(ROOT)}:{mutant.line}: {mutant.before}  ->  {mutant.after}"


def main() -> None:
    """Draw the sample, and print what survives."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="how many mutants (300)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (1)")
    parser.add_argument("--in", dest="parts", nargs="*", default=["rules", "campaign"], help="folders or modules")
    parser.add_argument("--line", type=int, help="every mutant of this line instead of a sample")
    parser.add_argument("--tests", nargs="*", help="test files (all that are quick)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    told = parser.parse_args()
    paths = [path for part in told.parts for path in ([PACKAGE / part] if part.endswith(".py") else
                                                      sorted((PACKAGE / part).rglob("*.py")))]  # fmt: skip
    random, every = Random(told.seed), [each for path in paths for each in mutants(path)]
    if told.line:
        every = [each for each in every if each.line == told.line]
    sample = every if told.line else random.sample(every, min(told.count, len(every)))
    files = told.tests or [
        str(path) for path in sorted((ROOT / "tests").glob("test_*.py")) if not any(w in path.name for w in LEFT_OUT)
    ]
    sampler = Sampler(sample, told.processes)
    code = pytest.main(["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", *files], plugins=[sampler])
    print(f"{sampler.killed} of {len(sample)} mutants (of {len(every)}, seed {told.seed}) were noticed, "
          f"{len(sampler.survived)} survived, {sampler.uncalled} are called by no test here")  # fmt: skip
    sys.exit(int(code) or bool(sampler.survived))


if __name__ == "__main__":
    main()
