"""Times reading a photo, in Python and in Chromium with a processor that is four times slower.

    python -m benchmarks.photo PHOTO

The browser runs WebAssembly and plain JavaScript on the main thread, because Chromium slows only
that down. All times are medians, and include decoding the photo.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from playwright.sync_api import Page, Route, sync_playwright
from tools.vision_wasm import MODULE, PLAIN

from benchmarks.static_game import CHROMIUM
from benchmarks.timing import loop_milliseconds
from tilerummy.vision import read
from tilerummy.vision.reader import weights

SLOWED = 4
GOAL = 1500
"""The longest allowed time for 54 tiles in a slowed browser with WebAssembly, in ms."""
REPEATS = 5
HOST = "http://photo.example"
START = """async ({ plain }) => {
  const bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer());
  const module = plain ? null : await WebAssembly.compile(await bytes('vision.wasm'));
  const start = plain ? (await import('/vision.plain.js')).default
    : (imports) => new WebAssembly.Instance(module, imports).exports;
  const [weights, photo] = await Promise.all([bytes('weights.bin'), bytes('photo')]);
  window.read = async () => {
    const began = performance.now();
    const bitmap = await createImageBitmap(new Blob([photo]));
    const { width, height } = bitmap;
    const offscreen = new OffscreenCanvas(width, height);
    const canvas = offscreen.getContext('2d', { willReadFrequently: true });
    canvas.drawImage(bitmap, 0, 0);
    const { data } = canvas.getImageData(0, 0, width, height);
    const kernel = start({ host: { report() {} } });
    kernel.prepare(weights.length, width, height);
    new Uint8Array(kernel.memory.buffer, kernel.weights(), weights.length).set(weights);
    const rgb = new Uint8Array(kernel.memory.buffer, kernel.photo(), width * height * 3);
    for (let to = 0, from = 0; to < rgb.length; from += 4) {
      rgb[to++] = data[from];
      rgb[to++] = data[from + 1];
      rgb[to++] = data[from + 2];
    }
    const [, , tiles] = new Int32Array(kernel.memory.buffer, kernel.read(), 3);
    return [performance.now() - began, tiles];
  };
}"""


def lines(photo: Path) -> Iterator[str]:
    """Yield the lines of a table."""
    times = []
    for _ in range(REPEATS):
        began = perf_counter()
        reading = read(photo)
        times.append(1000 * (perf_counter() - began))
    yield f"{len(reading.tiles)} tiles, {reading.width} × {reading.height} pixels."
    yield f"A loop of a million takes {loop_milliseconds():.0f} ms of processor time here.\n"
    yield "| where | ms | tiles |"
    yield "|---|---:|---:|"
    yield f"| Python | {statistics.median(times):.0f} | {len(reading.tiles)} |"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for plain, rate in ((False, 1), (False, SLOWED), (True, 1), (True, SLOWED)):
            page = browser.new_page()
            milliseconds, tiles = _browser(page, photo, plain=plain, rate=rate)
            name = "plain JavaScript" if plain else "WebAssembly"
            goal = f" (goal {GOAL})" if rate == SLOWED and not plain else ""
            slowed = f", slowed {rate} times" if rate > 1 else ""
            yield f"| Chromium, {name}{slowed} | {milliseconds:.0f}{goal} | {tiles} |"
            page.close()
        browser.close()


def _browser(page: Page, photo: Path, *, plain: bool, rate: int) -> tuple[float, int]:
    """Return the median time, and the number of tiles found."""
    files = {"vision.wasm": MODULE.read_bytes(), "vision.plain.js": PLAIN.read_bytes()}
    files |= {"weights.bin": weights(), "photo": photo.read_bytes(), "": b"<!doctype html>"}

    def answer(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        kind = "text/javascript" if name.endswith(".js") else "text/html"
        route.fulfill(body=files.get(name, b""), content_type=kind)

    page.route("**/*", answer)
    page.goto(f"{HOST}/")
    page.evaluate(START, {"plain": plain})
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": rate})
    results = [page.evaluate("read()") for _ in range(REPEATS)]
    return statistics.median(result[0] for result in results), results[0][1]


if __name__ == "__main__":
    for line in lines(Path(sys.argv[1])):
        print(line, flush=True)
