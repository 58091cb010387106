"""Times the table in a browser: its frames on a slow processor, its page on a slow network.

    python -m benchmarks.table_widget

On a phone screen with a table of 106 tiles, a tile is dragged across the table, then dropped into
melds so that other tiles move. A frame's time is the interval between animation frames: 16.7 ms, or
60 frames per second, is the best possible value. A frame's work is the main thread's processor
time. Then, on the built page of a game with seats and clocks, frames are measured while other
players lay, rearrange and draw, and while a tile is dragged there. Finally, a table is opened over
slow 4G with an empty cache, and the time until the tiles can be played is measured.

Needs `npm ci` and `npm run build` in web/, and Debian's chromium.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
import urllib.request
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Page,
    ViewportSize,
    sync_playwright,
)
from tests.browser.driver.scene import Stage, drew, played
from tests.browser.driver.scenes import GROUPS, RACK, RUNS, TABLE

from tilerummy.state import Event

WEB = Path(__file__).parent.parent / "web"
PORT = 5198
URL = f"http://127.0.0.1:{PORT}/demo.html?position=full"
SERVER = 5199
SLOWED = 6
FRAMES = 300
SCREEN = ViewportSize(width=390, height=844)
GAMES = (ViewportSize(width=360, height=640), ViewportSize(width=1280, height=800))
PLAYS = 16
SLOW_4G = {
    "latency": 150,
    "downloadThroughput": 1_600_000 // 8,
    "uploadThroughput": 750_000 // 8,
}
"""The settings of browsers' developer tools: round trip in milliseconds, bytes per second."""

DRAG = """async ({ id, frames }) => {
  const root = document.querySelector('.tt');
  const box = root.getBoundingClientRect();
  const tile = document.querySelector(`[data-id="${id}"]`);
  const from = tile.getBoundingClientRect();
  const send = (type, x, y) => (type === 'pointerdown' ? tile : root).dispatchEvent(
    new PointerEvent(type, { bubbles: true, pointerId: 7, button: 0, clientX: x, clientY: y }));
  const frame = () => new Promise(requestAnimationFrame);
  send('pointerdown', from.x + 5, from.y + 5);
  const deltas = [];
  const work = [];
  let last = await frame();
  for (let i = 0; i < frames; i++) {
    const turn = (i / frames) * 12;
    const began = performance.now();
    send('pointermove', box.x + box.width * (0.5 + 0.45 * Math.cos(turn)),
      box.y + box.height * (0.4 + 0.35 * Math.sin(turn * 1.7)));
    work.push(performance.now() - began);
    const now = await frame();
    deltas.push(now - last);
    last = now;
  }
  send('pointercancel', 0, 0);
  return { deltas: deltas.slice(5), work };
}"""

RECORD = """() => {
  window.deltas = [];
  let last = performance.now();
  const next = (now) => {
    window.deltas.push(now - last);
    last = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}"""

SHIFT = """async ({ moves }) => {
  const frame = () => new Promise(requestAnimationFrame);
  const deltas = [];
  for (let i = 0; i < moves; i++) {
    type(i % 2 ? 'undo' : 'o1 o2 b2 > 1');
    let last = await frame();
    for (let n = 0; n < 18; n++) {
      const now = await frame();
      deltas.push(now - last);
      last = now;
    }
  }
  return { deltas };
}"""


def _at(values: list[float], part: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * part))]


def _quantiles(values: list[float]) -> str:
    at = [_at(values, q) for q in (0.5, 0.9, 0.99)]
    return "  ".join(f"p{q} {value:5.1f} ms" for q, value in zip((50, 90, 99), at, strict=True))


def _measure(page: Page, slowed: int) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    page.evaluate(DRAG, {"id": "o6.0", "frames": 60})  # compiles the code
    before = _thread_time(session)
    drag = page.evaluate(DRAG, {"id": "o6.0", "frames": FRAMES})
    work = (_thread_time(session) - before) / FRAMES
    shift = page.evaluate(SHIFT, {"moves": 12})
    print(f"processor {slowed}x slower")
    if slowed == 1:  # throttling adds waiting, which counts as work here
        print(f"  drag, a frame  {work:5.1f} ms of the main thread, {work * SLOWED:.1f} ms slowed")
    print(f"  drag, frames   {_quantiles(drag['deltas'])}")
    print(f"  drag, handler  {_quantiles(drag['work'])}")
    print(f"  drop, frames   {_quantiles(shift['deltas'])}")
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})


def _thread_time(session: CDPSession) -> float:
    """Return the total processor time of the browser's main thread in milliseconds."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return next(1000 * float(m["value"]) for m in metrics if m["name"] == "TaskDuration")


def _played(browser: Browser, url: str) -> None:
    """Time the frames of a game while other players lay, rearrange and draw."""
    lays = replace(TABLE, position=_position(f"{GROUPS} / {RUNS} / o7 o8 o9"))
    groups = GROUPS.replace("k8 r8 b8", "r8 b8").replace("k6 r6 b6", "r6 b6")
    runs = RUNS.replace("k9", "k6 k7 k8 k9")
    shifts = replace(TABLE, position=_position(f"{groups} / {runs}"))
    draws = replace(TABLE, counts=(16, 6, 3))
    events: dict[int, Event] = {
        0: played(3, "o7 o8 o9"),
        1: played(2, "k6 k7 k8 k9 k10 k11"),
        2: drew(1, "r3"),
    }
    for screen in GAMES:
        context = browser.new_context(viewport=screen, device_scale_factor=2)
        page = context.new_page()
        stage = Stage(page, TABLE)
        stage.open(url)
        page.wait_for_selector(".tt-on-rack")
        page.wait_for_timeout(1500)
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
        frames: list[float] = []
        for number in range(PLAYS):
            scene = (lays, shifts, draws)[number // 2 % 3] if number % 2 == 0 else TABLE
            page.evaluate(RECORD) if number == 0 else page.evaluate("window.deltas.length = 0")
            stage.change(scene, *([events[number // 2 % 3]] if number % 2 == 0 else []))
            page.wait_for_timeout(450)
            frames += page.evaluate("window.deltas") if number > 1 else []  # compiles the code
            page.wait_for_timeout(300)
        print(f"a game, {screen['width']} x {screen['height']}, processor {SLOWED}x slower")
        print(f"  others play    {_quantiles(frames)}  p95 {_at(frames, 0.95):5.1f} ms")
        drag = page.evaluate(DRAG, {"id": "r10.0", "frames": 120})
        moves = drag["deltas"]
        print(f"  drag           {_quantiles(moves)}  p95 {_at(moves, 0.95):5.1f} ms")
        context.close()


def _position(melds: str) -> str:
    return f"table {melds} | rack {RACK} | opened no | turn 15"


def _opened(browser: Browser) -> None:
    """Time a table's page from the click on its link until tiles and buttons are shown."""
    with TemporaryDirectory() as data:
        command = [sys.executable, "-m", "tilerummy", "serve", "--no-open", "--workers", "1"]
        server = subprocess.Popen(
            [*command, "--port", str(SERVER), "--data", data], stdout=subprocess.DEVNULL
        )
        try:
            _wait(f"http://127.0.0.1:{SERVER}/readyz")
            _played(browser, f"http://127.0.0.1:{SERVER}")
            guest = browser.new_context()
            page = guest.new_page()
            page.goto(f"http://127.0.0.1:{SERVER}/")
            page.get_by_role("button", name=re.compile("^Play now")).click()
            page.wait_for_url("**/t/*")
            times = [_opening(browser, page.url, guest) for _ in range(7)]
        finally:
            server.terminate()
            server.wait()
    print("a table's page over slow 4G, with an empty cache")
    print(f"  tiles to play  {_quantiles(times)}")


def _opening(browser: Browser, url: str, guest: BrowserContext) -> float:
    context = browser.new_context(
        viewport=SCREEN,
        device_scale_factor=2,
        storage_state=guest.storage_state(),
        service_workers="block",
    )
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.emulateNetworkConditions", {"offline": False, **SLOW_4G})
    page.goto(url, wait_until="commit")
    page.wait_for_selector(".tt-on-rack")
    page.wait_for_selector(".actions .sorter")
    taken: float = page.evaluate("performance.now()")
    context.close()
    return taken


def main() -> int:
    command = [
        "node",
        "node_modules/vite/bin/vite.js",
        "--port",
        str(PORT),
        "--strictPort",
        "--host",
        "127.0.0.1",
    ]
    server = subprocess.Popen(command, cwd=WEB, stdout=subprocess.DEVNULL)
    try:
        _wait(URL)
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path="/usr/bin/chromium")
            page = browser.new_page(viewport=SCREEN, device_scale_factor=2)
            page.goto(URL)
            page.wait_for_selector(".tt-tile")
            tiles = page.evaluate("document.querySelectorAll('.tt-tile').length")
            print(f"{tiles} tiles, {SCREEN['width']} x {SCREEN['height']}")
            for slowed in (1, SLOWED):
                _measure(page, slowed)
            page.close()
            _opened(browser)
            browser.close()
    finally:
        server.terminate()
        server.wait()
    return 0


def _wait(url: str) -> None:
    for _ in range(100):
        try:
            with urllib.request.urlopen(url, timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"nothing responds at {url}; run npm ci in web/")


if __name__ == "__main__":
    sys.exit(main())
