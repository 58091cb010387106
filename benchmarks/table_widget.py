"""Time the frames of the table widget in a browser with the processor slowed six times.

    python -m benchmarks.table_widget

A table of 106 tiles on a phone's screen; one tile is dragged over it, then dropped into melds so
that others make way. Needs `npm ci` in web/ and Debian's chromium. Frames are counted from one
animation frame to the next, so 16.7 ms is a full 60 a second and nothing can be below it.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

WEB = Path(__file__).parent.parent / "web"
PORT = 5198
URL = f"http://127.0.0.1:{PORT}/demo.html?position=full"
SLOWED = 6

DRAG = """async ({ id, frames }) => {
  const root = document.getElementById('table');
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


def _quantiles(values: list[float]) -> str:
    ordered = sorted(values)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * q))] for q in (0.5, 0.9, 0.99)]
    return "  ".join(f"p{q} {value:5.1f} ms" for q, value in zip((50, 90, 99), at, strict=True))


def _measure(page: Page, slowed: int) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    page.evaluate(DRAG, {"id": "o6.0", "frames": 60})  # warms the code
    drag = page.evaluate(DRAG, {"id": "o6.0", "frames": 300})
    shift = page.evaluate(SHIFT, {"moves": 12})
    print(f"processor {slowed}x slower")
    print(f"  drag, frames   {_quantiles(drag['deltas'])}")
    print(f"  drag, handler  {_quantiles(drag['work'])}")
    print(f"  drop, frames   {_quantiles(shift['deltas'])}")
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})


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
        _wait()
        with sync_playwright() as driver:
            browser = driver.chromium.launch(executable_path="/usr/bin/chromium")
            screen = {"width": 390, "height": 844}
            page = browser.new_page(viewport=screen, device_scale_factor=2)  # type: ignore[arg-type]
            page.goto(URL)
            page.wait_for_selector(".tt-tile")
            tiles = page.evaluate("document.querySelectorAll('.tt-tile').length")
            print(f"{tiles} tiles, {json.dumps(screen)}")
            for slowed in (1, SLOWED):
                _measure(page, slowed)
            browser.close()
    finally:
        server.terminate()
        server.wait()
    return 0


def _wait() -> None:
    for _ in range(100):
        try:
            with urllib.request.urlopen(URL, timeout=1):
                return
        except OSError:
            time.sleep(0.1)
    raise SystemExit("vite did not start; run npm ci in web/")


if __name__ == "__main__":
    sys.exit(main())
