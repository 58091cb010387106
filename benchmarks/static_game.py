"""Times the static version in a browser: from the link to the first move, cold and warm.

    python -m benchmarks.static_game [FOLDER]

FOLDER contains the files that `tilerummy static` has written; without it, they are written first,
which needs `make .venv/.pyodide`. The files are sent as a web host sends them, compressed with
gzip, over a fast connection and over one of 10 Mbit/s with a round trip of 40 ms, which all
requests share. A visit is *cold* with an empty cache, where the robot starts a game against a
computer with one click on the front page. It is *warm* after that visit, and the robot continues
the game with one click. In both, the robot draws as soon as it can; the setting that delays a draw
by 1.5 s, so that it can be taken back, is off. The times include all that happens on the way, such
as the deal and a computer's turn.
"""

from __future__ import annotations

import gzip
import json
import shutil
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import BrowserContext, Locator, Page, ViewportSize, sync_playwright

from benchmarks.timing import loop_milliseconds
from tilerummy.cli.static.folder import write_folder

PYODIDE = Path(__file__).parents[1] / "build" / "pyodide"
CHROMIUM = "/usr/bin/chromium-headless-shell"
SLOW = 10_000_000 // 8
"""10 Mbit/s, in bytes per second."""
ROUND_TRIP = 0.04
PART = 16384
COMPRESSED = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".webmanifest"}
PHONE = ViewportSize(width=390, height=844)
TIMEOUT = 240_000
VISITS = 3

CLOCK = """
window.times = {};
const mark = (name) => (window.times[name] ??= performance.now());
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', ({ data: [text] }) => {
      const message = JSON.parse(text);
      if (message.kind === 'state') mark(message.state);
      if (message.kind !== 'text') return;
      const { entries = [], game } = JSON.parse(message.text);
      if (game?.can) mark('turn');
      if (entries.some(({ what, seat }) => what === 'acted' && seat === 0)) mark('move');
    });
  }
};
new MutationObserver((_, observer) => {
  if (!document.querySelector('.tt-tile')) return;
  mark('tile');
  observer.disconnect();
}).observe(document, { subtree: true, childList: true });
localStorage.setItem('tilerummy.choice', JSON.stringify({ opponents: 1 }));
localStorage.setItem('tilerummy.settings', JSON.stringify({ grace: 'never' }));
"""


class Handler(SimpleHTTPRequestHandler):
    """Sends files compressed, at the speed of the connection."""

    protocol_version = "HTTP/1.1"
    link: Link

    def __init__(self, *given: object, link: Link, directory: str) -> None:
        self.link = link
        super().__init__(*given, directory=directory)  # type: ignore[arg-type]

    def handle(self) -> None:
        """Send files until the browser closes the connection."""
        with suppress(ConnectionError):
            super().handle()

    def do_GET(self) -> None:
        """Send a file."""
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        self.link.wait()
        if not path.is_file():
            self.send_error(404)
            return
        content, packed = compressed(path)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Length", str(len(content)))
        if packed:
            self.send_header("Content-Encoding", "gzip")
        immutable = {"assets", "engine"} & {*path.parts}
        self.send_header("Cache-Control", "max-age=31536000" if immutable else "no-cache")
        self.end_headers()
        for at in range(0, len(content), PART):
            part = content[at : at + PART]
            self.link.take(len(part))
            self.wfile.write(part)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as in the base
        """Log nothing."""


@cache
def compressed(path: Path) -> tuple[bytes, bool]:
    """Return a file's content as sent, and whether it is compressed."""
    content = path.read_bytes()
    packed = path.suffix in COMPRESSED
    return (gzip.compress(content, 6) if packed else content), packed


class Link:
    """A connection that all requests share. *rate* is in bytes per second, or 0 for no limit."""

    def __init__(self) -> None:
        self.rate, self.sent = 0.0, 0
        self._lock, self._free = threading.Lock(), 0.0

    def wait(self) -> None:
        """Wait for a round trip."""
        if self.rate:
            time.sleep(ROUND_TRIP)

    def take(self, count: int) -> None:
        """Wait until *count* bytes are sent."""
        with self._lock:
            self.sent += count
            if not self.rate:
                return
            self._free = max(self._free, time.monotonic()) + count / self.rate
            until = self._free
        time.sleep(max(0.0, until - time.monotonic()))


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, Link]]:
    """Serve *folder*; yield its URL and the connection to it."""
    link = Link()
    handler = partial(Handler, link=link, directory=str(folder))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/", link
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def play(page: Page, url: str) -> dict[str, float]:
    """Play the first move as fast as possible; return the seconds since the start of the visit."""
    page.goto(url)
    page.locator(".hero .primary").first.click()
    page.add_locator_handler(page.get_by_role("button", name="I know it"), Locator.click)
    page.locator(".turn-actions").get_by_role("button", name="Draw").click()
    page.wait_for_function("times.move")
    return {name: ms / 1000 for name, ms in page.evaluate("times").items()}


def visits(url: str, link: Link, profile: str) -> Iterator[tuple[str, dict[str, float], int]]:
    """Visit the site cold and then warm; yield the kind, the times and the bytes sent."""
    with sync_playwright() as driver:
        context: BrowserContext = driver.chromium.launch_persistent_context(
            profile,
            executable_path=CHROMIUM,
            locale="en-GB",
            viewport={"width": 390, "height": 844},
        )
        context.set_default_timeout(TIMEOUT)
        context.add_init_script(CLOCK)
        for kind in ("cold", "warm"):
            page = context.new_page()
            before = link.sent
            times = play(page, url)
            yield kind, times, link.sent - before
            page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
            page.wait_for_timeout(3000)
            page.close()
        context.close()


@contextmanager
def written(given: str = "", **engine: object) -> Iterator[Path]:
    """Yield the folder *given*, or a new one, with additional settings for the *engine*."""
    with TemporaryDirectory() as temporary:
        folder = Path(temporary, "game")
        if given:
            shutil.copytree(given, folder)
        else:
            write_folder(folder, PYODIDE)
        file = folder / "engine.json"
        file.write_text(json.dumps({**json.loads(file.read_text()), **engine}))
        yield folder


def lines(given: str = "", count: int = VISITS) -> Iterator[str]:
    """Yield a table of the times, in Markdown."""
    with written(given) as folder:
        yield from _lines(folder, count)


def _lines(folder: Path, count: int) -> Iterator[str]:
    loop = loop_milliseconds()
    yield f"A loop of a million iterations took {loop:.1f} ms before the run."
    yield ""
    yield "| visit | MB sent | first tile, s | engine ready, s | first turn, s | first move, s |"
    yield "|---|---:|---:|---:|---:|---:|"
    for rate, name in ((0, ""), (SLOW, ", 10 Mbit/s")):
        with served(folder) as (url, link):
            link.rate = rate
            found: dict[str, list[tuple[dict[str, float], int]]] = {}
            for _ in range(count):
                with TemporaryDirectory() as profile:
                    for kind, times, sent in visits(url, link, profile):
                        found.setdefault(kind, []).append((times, sent))
            for kind, rows in found.items():
                median = {
                    each: statistics.median(times[each] for times, _ in rows)
                    for each in ("tile", "ready", "turn", "move")
                }
                megabytes = statistics.median(sent for _, sent in rows) / 1e6
                cells = " | ".join(f"{value:.1f}" for value in (megabytes, *median.values()))
                yield f"| {kind}{name} | {cells} |"
    yield ""
    yield f"After the run, the loop took {loop_milliseconds():.1f} ms."


if __name__ == "__main__":
    for line in lines(sys.argv[1] if sys.argv[1:] else ""):
        print(line, flush=True)
