"""An evening in a browser: `hoplo play --serve` shows its screen to one browser at a time, on a secret address.

The page is the screen of `hoplo play` in a process of its own, made anew for every connection: every answer is kept
before the next question, so that a reload, a closed tab or a tablet that slept continues where it was. Below the screen
stand the question, its choices and keys once more, to be tapped; a tap is a click on the screen, or a key.
"""

import asyncio
import io
import json
import shlex
import socket
import sys
from contextlib import suppress
from hmac import compare_digest
from pathlib import Path
from secrets import token_urlsafe
from string import digits
from typing import Any, cast

import aiohttp_jinja2
from aiohttp import web
from textual_serve.app_service import AppService
from textual_serve.server import Server

from hoplo_companion.cli.app import run
from hoplo_companion.cli.terminal.terminal import Terminal
from hoplo_companion.components.words import DICE_LETTERS
from hoplo_companion.language import later, spoken, tr

ENDED_WITHIN = 5.0
"""Seconds that an evening has for leaving by itself."""


class Evening(AppService):
    """The process of an evening, and the browser that shows it."""

    async def on_meta(self, data: bytes) -> None:
        """Pass on to the page what can be tapped; all else is the library's."""
        if json.loads(data)["type"] == "taps":
            await self.remote_write_str(data.decode())
        else:
            await super().on_meta(data)

    async def stop(self) -> None:
        """End the evening, by force where it does not by itself."""
        try:
            await asyncio.wait_for(super().stop(), ENDED_WITHIN)
        except (TimeoutError, OSError):
            if self._process is not None and self._process.returncode is None:
                self._process.kill()


class EveningServer(Server):
    """Serves one evening at a time to whoever knows the secret of its address."""

    def __init__(self, secret: str) -> None:
        command = [sys.executable, "-m", "hoplo_companion.cli.screen.served"]
        super().__init__("exec " + shlex.join(command), title="hoplo", templates_path=Path(__file__).parent)
        self.secret = secret
        self.evening: Evening | None = None
        self.browser: web.WebSocketResponse | None = None
        self.changing = asyncio.Lock()

    async def application(self) -> web.Application:
        """The pages behind the secret, and nothing beside them."""

        @web.middleware
        async def guarded(request: web.Request, handler: Any) -> web.StreamResponse:
            if not compare_digest(request.path.split("/")[1].encode(), self.secret.encode()):
                raise web.HTTPForbidden
            return cast(web.StreamResponse, await handler(request))

        whole = web.Application(middlewares=[guarded])
        whole.add_subapp(f"/{self.secret}", await self._make_app())
        return whole

    async def on_startup(self, app: web.Application) -> None:
        """Say nothing: the address was said."""

    async def on_shutdown(self, app: web.Application) -> None:
        """End the evening with the server."""
        await self._give_way(None, None)

    async def handle_index(self, request: web.Request) -> web.Response:
        """The page, with the addresses as the browser called it."""
        words = {
            "signs": digits + "".join(DICE_LETTERS) + "/,;",
            "taken": tr("Another browser has taken the evening over."),
            "over": tr("The evening is over, or the connection was lost. Everything is kept."),
            "continue": tr("Continue here"),
            "type": tr("Type here"),
        }
        context = {"language": spoken(), "behind": f"{request.host}/{self.secret}", "words": words}
        return aiohttp_jinja2.render_template("page.html", request, context)

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Show the evening to a browser; whichever showed it before hears so, and is left."""
        if request.headers.get("Origin") != f"http://{request.host}":
            raise web.HTTPForbidden
        browser = web.WebSocketResponse(heartbeat=15)
        await browser.prepare(request)
        evening = Evening(
            self.command,
            write_bytes=browser.send_bytes,
            write_str=browser.send_str,
            close=browser.close,  # type: ignore[arg-type]
            download_manager=self.download_manager,
        )
        await self._give_way(evening, browser)
        await evening.start(*(int(request.query.get(key, "") or 80) for key in ("width", "height")))
        try:
            with suppress(ConnectionError):
                await self._process_messages(browser, evening)
        finally:
            if self.evening is evening:
                await self._give_way(None, None)
        return browser

    async def _give_way(self, evening: Evening | None, browser: web.WebSocketResponse | None) -> None:
        """End the evening that is shown, and note which comes in its place."""
        async with self.changing:
            before, shown_by = self.evening, self.browser
            self.evening, self.browser = evening, browser
            if shown_by is not None and not shown_by.closed and browser is not None:
                with suppress(ConnectionError):
                    await shown_by.send_str(json.dumps({"type": "taken"}))
            if before is not None:
                await before.stop()
            if shown_by is not None:
                await shown_by.close()


def serve(terminal: Terminal, *, lan: bool) -> None:
    """Serve the evening until Ctrl-C or SIGTERM, on this machine alone or to the local network; say where."""
    secret = token_urlsafe(16)
    with socket.create_server(("" if lan else "127.0.0.1", 0)) as listening:
        host = address_on_lan() if lan else "127.0.0.1"
        address = f"http://{host}:{listening.getsockname()[1]}/{secret}/"
        terminal.say(tr("The evening is at {address}", address=address))
        if lan:
            import segno

            code = io.StringIO()
            segno.make(address).terminal(out=code, compact=True)
            terminal.print(code.getvalue())
            text = later(
                "Anyone in your network who has this address can read and play this campaign until you end it "
                "here; nothing is encrypted."
            )
            terminal.say(tr(text))
        terminal.say(tr("Ctrl-C ends it; every answer is kept."))
        terminal.flush()
        served = EveningServer(secret).application()
        web.run_app(served, sock=listening, print=None, access_log=None, shutdown_timeout=ENDED_WITHIN)


def address_on_lan() -> str:
    """The address of this machine in its network: the one that it would send from."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        try:
            out.connect(("192.0.2.1", 9))  # nothing is sent: the address is one of those kept for documents
        except OSError:
            return "127.0.0.1"
        return str(out.getsockname()[0])


if __name__ == "__main__":
    terminal = Terminal.of_process()
    terminal.arguments, terminal.is_attended = ["play"], True
    sys.exit(run(terminal))
