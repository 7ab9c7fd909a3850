"""An evening in a browser (`hoplo play --serve`): played by taps alone, kept over a reload, open to nobody else."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

import pytest

from hoplo_companion.campaign.model import Fight
from hoplo_companion.table.saves.format import from_state
from tests.helpers.cli import ROOT, hoplo
from tests.helpers.fights_on_disk import current, follow_a_fight

CHROMIUM = next((each for each in map(Path, ("/usr/bin/chromium", "/usr/bin/chromium-browser")) if each.exists()), None)
QUIET = ("--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-quic")  # fmt: skip
PATIENCE = 30_000


def address_on_lan() -> str:
    """The address of this machine in its network."""
    from hoplo_companion.cli.screen.served import address_on_lan

    return address_on_lan()


class Server:
    """A server of the evening in a process of its own."""

    def __init__(self, *words: str) -> None:
        command = [sys.executable, "-u", "-m", "hoplo_companion", "play", *words]
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=ROOT)
        assert self.process.stdout is not None
        self.address = self.said = ""
        while not self.address:
            line = self.process.stdout.readline()
            assert line, "the server has ended"
            self.address = next(iter(re.findall(r"http://\S+", line)), "")

    def end(self, number: int = signal.SIGTERM) -> int:
        """End it, and give its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        self.said += self.process.communicate(timeout=30)[0]
        return self.process.returncode


@pytest.fixture
def server() -> Iterator[Server]:
    pytest.importorskip("textual_serve", reason="needs hoplo-companion[serve]")
    follow_a_fight()
    server = Server("--serve")
    yield server
    server.end()


@pytest.fixture
def browser() -> Iterator[Any]:
    sync = pytest.importorskip("playwright.sync_api", reason="needs hoplo-companion[browser]")
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here")
    with sync.sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))


def status(address: str, **headers: str) -> int:
    """The status that an address is answered with."""
    try:
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers)) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as fault:
        return fault.code


def opened(browser: Any, address: str, width: int = 1024, height: int = 768) -> Any:
    """A tablet at the evening: a page in which a question can be answered."""
    page = browser.new_context(viewport={"width": width, "height": height}, has_touch=True).new_page()
    page.goto(address)
    page.wait_for_selector("#keys button", timeout=PATIENCE)
    return page


def question(page: Any) -> str:
    """The question that stands on the page."""
    return str(page.inner_text("#question"))


def tap(page: Any, place: str) -> None:
    """Tap the first thing of a place, and wait until another question stands there."""
    before = page.inner_text("#strip")
    page.locator(f"{place} button").first.tap()
    page.wait_for_function(
        "before => document.querySelector('#strip').innerText !== before", arg=before, timeout=PATIENCE
    )


def play_to(page: Any, words: str) -> None:
    """Tap whatever comes first until a question has some words."""
    for _ in range(20):
        if words in question(page):
            return
        tap(page, "#choices" if page.locator("#choices button").count() else "#keys")
    assert words in question(page), question(page)


def fight() -> Fight:
    """The fight as it is on disk."""
    found = from_state(current().state).fight
    assert found is not None
    return found


def until(holds: Callable[[], bool]) -> None:
    """Wait until something holds."""
    end = monotonic() + PATIENCE / 1000
    while not holds():
        assert monotonic() < end, fight().last
        sleep(0.05)


def test_without_the_secret_nothing_is_answered(server: Server) -> None:
    """Page, files and websocket are refused with 403; nor may another origin open the websocket."""
    whole = server.address
    root = whole.rstrip("/").rpartition("/")[0]
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
               "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}  # fmt: skip
    assert status(whole) == 200
    assert status(whole + "static/js/textual.js") == 200
    for place in ("/", "/wrong/", "/wrong/ws", "/static/js/textual.js", "/ws"):
        assert status(root + place) == 403, place
        assert status(root + place, **upgrade) == 403, place
    assert status(whole + "ws", **upgrade) == 403, "no origin"
    assert status(whole + "ws", Origin="http://elsewhere.example", **upgrade) == 403


def test_it_is_served_on_this_machine_alone_and_ends_by_a_signal(server: Server) -> None:
    assert server.address.startswith("http://127.0.0.1:")
    others = (address_on_lan(), urlsplit(server.address).port or 0)
    if others[0] != "127.0.0.1":
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(others)
    assert server.end(signal.SIGINT) == 0


@pytest.mark.usefixtures("server")
def test_on_the_network_it_is_served_with_a_code_and_a_warning() -> None:
    """`--lan` says the address of this machine as a code too, asks for the secret there, and says what that means."""
    shared = Server("--lan")
    try:
        assert urlsplit(shared.address).hostname == address_on_lan()
        assert status(shared.address) == 200
        assert status(shared.address.rstrip("/").rpartition("/")[0] + "/") == 403
    finally:
        shared.end()
    assert "\N{FULL BLOCK}" in shared.said
    assert "Anyone in your network" in " ".join(shared.said.split())


def test_a_turn_is_played_by_taps_alone_and_kept_over_a_reload(server: Server, browser: Any) -> None:
    """From the rival's open question over your own turn to the rival's next; a reload in between loses nothing."""
    page = opened(browser, server.address)
    play_to(page, "What do you do?")
    for hex_ in ("G1", "F1"):
        page.locator(f"#hexes button[aria-label={hex_}]").first.tap()
    page.wait_for_function(
        "document.querySelector('#question').innerText.includes('> krakenlance f1')", timeout=PATIENCE
    )
    page.locator("#line button").tap()
    until(lambda: "f1" in map(str.casefold, fight().last.words))
    page.reload()
    page.wait_for_selector("#keys button", timeout=PATIENCE)
    assert "What do you do?" in question(page)
    page.locator("#choices button", has_text="end your turn").first.tap()
    until(lambda: fight().turn_of == "rival")


def test_a_second_browser_takes_over_and_the_first_says_so(server: Server, browser: Any) -> None:
    first = opened(browser, server.address)
    second = opened(browser, server.address)
    first.wait_for_selector("#gone.shown", timeout=PATIENCE)
    assert "Another browser" in first.inner_text("#gone")
    assert not second.locator("#gone.shown").count()


def test_without_what_it_needs_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "textual_serve.server", None)
    monkeypatch.delitem(sys.modules, "hoplo_companion.cli.screen.served", raising=False)
    hoplo("play", "--serve").fails(2, "pip install '.[serve]'")


@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844)])
def test_whatever_can_be_tapped_is_large_enough(server: Server, browser: Any, width: int, height: int) -> None:
    """Choices, keys and the hexes of the board are 44 px high; the question and its keys do not scroll away."""
    page = opened(browser, server.address, width, height)
    shown = page.locator("button, input").filter(visible=True)
    boxes = [(each.inner_text(), each.bounding_box()["height"]) for each in shown.all()]
    assert len(boxes) > 20
    assert [box for box in boxes if box[1] < 44] == []
    for part in ("#question", "#keys"):
        box = page.locator(part).bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height + 1
    strip = page.locator("#strip").bounding_box()
    assert strip["y"] + strip["height"] <= height + 1
    assert strip["width"] <= width
