"""Change one thing in the rules at a time and see whether a test notices: `python -m tests.soak.mutants --count 300`.

A mutant is one operator, number or word of a function of `rules/` or `campaign/` put wrong: `and` for `or`, `<` for
`<=`, `all` for `any`. Those that survive are printed with their place; each is a test that is missing, or makes no
difference. mutmut and cosmic-ray start the test run anew for every mutant, which takes longer than most tests here;
this collects the tests once, notes which of the sampled places each of them reaches, and then forks: the child puts
the mutant's code into the live function and runs the tests that reach its place until one fails. No file is touched.

The list that is printed can be given back, to try the survivors on new tests:
`python -m tests.soak.mutants > first.txt; python -m tests.soak.mutants --again first.txt --tests tests/test_new.py`.
"""

import argparse
import ast
import builtins
import copy
import gc
import importlib
import json
import os
import resource
import signal
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from types import CodeType, FunctionType
from typing import Any, NamedTuple, cast

import pytest
from _pytest.runner import runtestprotocol

from tests.helpers.cli import ROOT

PACKAGE = ROOT / "hoplo_companion"
LEFT_OUT = {
    "test_completions", "test_docs", "test_fight_saves", "test_fight_terminal", "test_house", "test_italian",
    "test_keys", "test_ledger", "test_lines_alone", "test_random_commands", "test_random_fights", "test_random_play",
    "test_screen_terminal", "test_served", "test_too_large",
}  # fmt: skip
"""Test files that take long, or need terminals and processes of their own."""

SECONDS = 60
"""Seconds of the processor that the tests of one mutant may take; it survives those that were run by then."""

PATIENCE = 5
"""Seconds that one test may take, beyond ten times what it takes on the rules as they are; longer fails it."""

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}  # fmt: skip
REACHED = "__reached__"
CALLED = {"all": "any", "any": "all", "min": "max", "max": "min"}


class Mutant(NamedTuple):
    """One thing put wrong: the file, the function and its first line, its own lines, how it reads before and after."""

    path: Path
    function: str
    first: int
    lines: range
    before: str
    after: str
    place: int
    """Which of the places of its module it is, counted from the top."""

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.lines[0]}: {self.named}"

    @property
    def named(self) -> str:
        return f"{self.function}: {self.before}  ->  {self.after}".replace("\n", " ")

    def wrong(self) -> CodeType:
        """Compile its function as it is put wrong."""
        tree = ast.parse(source(self.path))
        _, owner, field, at = list(places(tree))[self.place]
        other = changed(found(owner, field, at))
        assert other is not None
        put(owner, field, at, other)
        return self._compiled(tree)

    def noting(self, numbers: dict[int, int]) -> CodeType:
        """Compile its function so that each of these places of the module notes its number in `REACHED`."""
        tree = ast.parse(source(self.path))
        every = list(places(tree))
        for place, number in numbers.items():
            _, owner, field, at = every[place]
            note = ast.Call(ast.Name(REACHED, ast.Load()), [ast.Constant(number)], [])
            both = ast.Tuple([note, cast(ast.expr, found(owner, field, at))], ast.Load())
            put(owner, field, at, ast.Subscript(both, ast.Constant(1), ast.Load()))
        return self._compiled(tree)

    def _compiled(self, tree: ast.Module) -> CodeType:
        module = compile(ast.fix_missing_locations(tree), str(self.path), "exec")
        bodies = [module, *(each for each in module.co_consts if isinstance(each, CodeType))]
        codes = [each for body in bodies for each in body.co_consts if isinstance(each, CodeType)]
        [code] = {each for each in codes if each.co_firstlineno == self.first and each.co_qualname == self.function}
        return code


@cache
def source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


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


def places(tree: ast.Module) -> Iterator[tuple[tuple[str, int], ast.AST, str, int | None]]:
    """Walk the places of every function of a module: the function's name and first line, whose, the field, which."""
    for node in tree.body:
        for function in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(function, ast.FunctionDef):
                first = min([function.lineno, *(each.lineno for each in function.decorator_list)])
                name = f"{node.name}.{function.name}" if isinstance(node, ast.ClassDef) else function.name
                for place in inner(function):
                    yield (name, first), *place


def mutants(path: Path) -> Iterator[Mutant]:
    for place, ((name, first), owner, field, at) in enumerate(places(ast.parse(source(path)))):
        node = cast(ast.expr, found(owner, field, at))
        other = changed(node)
        if other is not None:
            lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
            yield Mutant(path, name, first, lines, ast.unparse(node), ast.unparse(other), place)


def found(owner: ast.AST, field: str, at: int | None) -> ast.AST:
    value = getattr(owner, field)
    return cast(ast.AST, value if at is None else value[at])


def put(owner: ast.AST, field: str, at: int | None, node: ast.AST) -> None:
    if at is None:
        setattr(owner, field, node)
    else:
        getattr(owner, field)[at] = node


def identity(code: CodeType) -> tuple[str, int, str]:
    """Tell what a function's code is of, whatever it does: its file, its first line, its name."""
    return code.co_filename, code.co_firstlineno, code.co_qualname


def loaded_functions() -> dict[tuple[str, int, str], list[FunctionType]]:
    """Find every function of the package that is loaded, by what its code is of."""
    found = defaultdict(list)
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(str(PACKAGE)):
            found[identity(each.__code__)].append(each)
    return found


class Noted(NamedTuple):
    """A test that reaches a place, the seconds it takes, and how many tests of its file come before it here."""

    rank: int
    seconds: float
    test: int


class Sampler:
    """Takes the place of the loop over the tests: notes what they reach, then runs them against mutants."""

    def __init__(self, wanted: list[Mutant], processes: int) -> None:
        self.wanted = wanted
        self.processes = processes
        self.items: list[pytest.Item] = []
        self.loaded: dict[tuple[str, int, str], list[FunctionType]] = {}
        self.survived = self.killed = self.unreached = 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Do all of it."""
        self.items = session.items
        begun = time.monotonic()
        noted = self._note()
        print(f"{len(self.items)} tests noted in {time.monotonic() - begun:.0f} s", flush=True)
        running: dict[int, Mutant] = {}
        for number, mutant in enumerate(self.wanted):
            tests = self._tests(number, noted)
            if not tests:
                self.unreached += 1
                print(f"reached by no test here: {mutant}", flush=True)
                continue
            running[self._fork(mutant, tests)] = mutant
            if len(running) == self.processes:
                self._wait(running)
        while running:
            self._wait(running)
        return True

    def _tests(self, number: int, noted: dict[int, tuple[float, set[int]]]) -> list[Noted]:
        """List the tests that reach a mutant: the quickest of each file first, then the second of each."""
        files: dict[Path, list[tuple[float, int]]] = defaultdict(list)
        for at, (seconds, reached) in noted.items():
            if number in reached:
                files[self.items[at].path].append((seconds, at))
        return sorted(Noted(rank, *each) for tests in files.values() for rank, each in enumerate(sorted(tests)))

    def _note(self) -> dict[int, tuple[float, set[int]]]:
        """Run every test once, and note the sampled places that it reaches and how long it takes."""
        self._fails(0)  # what tests share is made before the forks
        self.loaded = loaded_functions()
        gc.freeze()
        with tempfile.TemporaryDirectory() as folder:
            files = [Path(folder, str(part)) for part in range(self.processes)]
            children = [self._fork_notes(part, file) for part, file in enumerate(files)]
            for child in children:
                assert not os.waitpid(child, 0)[1], "noting failed"
            parts = [json.loads(file.read_text()) for file in files]
        return {at: (seconds, set(reached)) for part in parts for at, seconds, reached in part}

    def _fork_notes(self, part: int, file: Path) -> int:
        child = os.fork()
        if not child:
            code = 1
            try:
                _silence()
                file.write_text(json.dumps(self._notes(part)))
                code = 0
            finally:
                os._exit(code)
        return child

    def _notes(self, part: int) -> list[tuple[int, float, list[int]]]:
        seen: set[int] = set()
        setattr(builtins, REACHED, seen.add)
        functions: dict[tuple[Path, int], dict[int, int]] = defaultdict(dict)
        for number, mutant in enumerate(self.wanted):
            functions[mutant.path, mutant.first][mutant.place] = number
        for numbers in functions.values():
            self._make_live(self.wanted[min(numbers.values())].noting(numbers))
        notes = []
        for at in range(part, len(self.items), self.processes):
            seen.clear()
            start = time.process_time()
            if not self._fails(at):
                notes.append((at, time.process_time() - start, sorted(seen)))
        return notes

    def _fork(self, mutant: Mutant, tests: list[Noted]) -> int:
        wrong = mutant.wrong()
        child = os.fork()
        if child:
            return child
        code = 2
        try:
            _silence()
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            self._make_live(wrong)
            code = int(self._noticed(tests))
        finally:
            os._exit(code)

    def _noticed(self, tests: list[Noted]) -> bool:
        for each in tests:
            if time.process_time() > SECONDS:
                return False
            signal.setitimer(signal.ITIMER_PROF, PATIENCE + 10 * each.seconds)
            if self._fails(each.test):
                return True
        return False

    def _make_live(self, code: CodeType) -> None:
        for function in self.loaded[identity(code)]:
            function.__code__ = code

    def _wait(self, running: dict[int, Mutant]) -> None:
        child, status = os.wait()
        mutant = running.pop(child)
        if status:
            self.killed += 1
        else:
            self.survived += 1
            print(f"survived: {mutant}", flush=True)

    def _fails(self, at: int) -> bool:
        """Run a test; with the session as what comes next, what all tests share is kept."""
        item = self.items[at]
        reports = runtestprotocol(item, log=False, nextitem=cast(pytest.Item, item.session))
        return not all(report.passed for report in reports)


def _silence() -> None:
    out = os.open(os.devnull, os.O_WRONLY)
    os.dup2(out, 1)
    os.dup2(out, 2)


def sampled(options: argparse.Namespace) -> tuple[list[Mutant], int]:
    paths = [path for part in options.parts for path in ([PACKAGE / part] if part.endswith(".py") else
                                                      sorted((PACKAGE / part).rglob("*.py")))]  # fmt: skip
    every = [each for path in paths for each in mutants(path)]
    if options.again:
        names = {name.rstrip("\n") for name in options.again if ": " in name}
        chosen = {name.partition(": ")[2].split(":", 1)[0] + name.split(": ", 2)[2] for name in names if "->" in name}
        return [each for each in every if f"{each.path.relative_to(ROOT)}{each.named}" in chosen], len(every)
    if options.line:
        return [each for each in every if options.line in each.lines], len(every)
    return Random(options.seed).sample(every, min(options.count, len(every))), len(every)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=300, help="how many mutants (300)")
    parser.add_argument("--seed", type=int, default=1, help="of the sample (1)")
    parser.add_argument("--in", dest="parts", nargs="*", default=["rules", "campaign"], help="folders or modules")
    parser.add_argument("--line", type=int, help="every mutant of this line instead of a sample")
    parser.add_argument("--again", type=argparse.FileType(), help="those that an earlier run printed, from its output")
    parser.add_argument("--tests", nargs="*", help="test files (all that are quick)")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    os.nice(10)
    sample, every = sampled(options)
    files = options.tests or [
        str(path) for path in sorted((ROOT / "tests").rglob("test_*.py")) if path.stem not in LEFT_OUT
    ]
    for path in {each.path for each in sample}:
        importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts))
    sampler = Sampler(sample, options.processes)
    code = pytest.main(["-q", "-s", "-p", "no:cacheprovider", "-p", "no:xdist", *files], plugins=[sampler])
    print(f"{sampler.killed} of {len(sample)} mutants (of {every}, seed {options.seed}) were noticed, "
          f"{sampler.survived} survived, {sampler.unreached} are reached by no test here")  # fmt: skip
    sys.exit(int(code) or bool(sampler.survived))


if __name__ == "__main__":
    main()
