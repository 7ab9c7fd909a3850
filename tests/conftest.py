"""Fixtures, and the ledger's own test: every rule is proved by a test, and every test proves rules that exist."""

import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from hoplo_companion.components import catalogue as records
from hoplo_companion.components.catalogue import Catalogue
from hoplo_companion.language import find_out_by
from hoplo_companion.rules.position.reading import PositionReader

pytest_plugins = ["tests.ledger_plugin", "pytester"]

settings.register_profile("suite", max_examples=50, deadline=None)
settings.register_profile("soak", max_examples=100, deadline=None)
settings.load_profile("suite")

MOST_SECONDS = 120
"""Seconds of the processor that a test may take."""


def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues of a checkout, as the wheel's build does; once, before the workers begin."""
    if not hasattr(config, "workerinput"):
        from tests.words import compile_all

        compile_all()


@pytest.fixture(autouse=True)
def _home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test a home of its own, so that none reads or writes the player's, and no settings but its own."""
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("HOPLO_HOME", str(home))
    for name in ("COLUMNS", "LINES", "NO_COLOR", "HOPLO_LANG"):
        monkeypatch.delenv(name, raising=False)
    find_out_by(lambda: "en")
    if records.catalogue.cache_info().currsize and records.catalogue().own is not None:
        records.catalogue.cache_clear()  # names are of this home's records, never of a test's before it
    return home


@pytest.fixture
def home(_home: Path) -> Path:
    """Give the home at which a test plays."""
    return _home


@pytest.fixture(autouse=True)
def _ends() -> Iterator[None]:
    """Fail a test that goes on for ever, as a loop does that asks nothing: no test takes so long on the processor."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(*_: object) -> None:
        raise AssertionError(f"this goes on for ever: more than {MOST_SECONDS} seconds of the processor")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, MOST_SECONDS)
    yield
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


@pytest.fixture(autouse=True)
def _no_power_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let writes return before the disk has them, which only a power cut could tell."""
    monkeypatch.setattr("os.fsync", lambda handle: None)


@pytest.fixture(autouse=True)
def _terminals() -> Iterator[None]:
    """End what a failed test has left at its terminals."""
    yield
    if "tests.helpers.terminal" in sys.modules:
        from tests.helpers.terminal import end_all

        end_all()


@pytest.fixture(autouse=True)
def _looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let what looks for something as long as it is given time do as much on every machine."""
    from tests.helpers.effort import count_looks

    count_looks(monkeypatch)


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    """Give the shipped records alone."""
    return Catalogue()


@pytest.fixture(scope="session")
def reader(catalogue: Catalogue) -> PositionReader:
    """Give a reader of positions against the shipped records."""
    return PositionReader(catalogue)
