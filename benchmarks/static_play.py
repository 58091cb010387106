"""Times play in the static version: computers, hints, memory, and a second tab.

    python -m benchmarks.static_play [FOLDER]

FOLDER contains the files that `tilerummy static` has written; without it, they are written first. A
script plays through the client's own requests and sockets, so that all times include the messages,
the rules, and storing each move. In every turn, it requests a hint and then draws. A computer's
move is timed from the script's draw to the computer's move. Computers play without pauses. Memory
is what the browser's task manager shows for the tab: all pages of its process that are not copies
of files, including WebAssembly.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypedDict

from playwright.sync_api import BrowserContext, Page, sync_playwright

from benchmarks.static_game import CHROMIUM, PHONE, TIMEOUT, served, written
from benchmarks.timing import loop_milliseconds

GAMES = 10
GOALS = {"club": 50, "hint": 100, "master": 1500}
"""The longest allowed times: p99 of a club player's moves and of hints, all of a master's moves."""
MEMORY = 200
"""The memory that a tab may use after ten games, in MB."""

CLOCK = """
window.states = {};
window.Worker = class extends Worker {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', ({ data: [text] }) => {
      const message = JSON.parse(text);
      if (message.kind === 'state') window.states[message.state] ??= performance.now();
    });
  }
};
"""
MATCH = """async ([level, turns]) => {
  const headers = { 'Content-Type': 'application/json', 'X-Tile-Rummy': '1' };
  await fetch('/api/me');
  const terms = { ruleset: 'sabra', rounds: 1, private: true, turn_ms: null };
  const body = JSON.stringify({ terms, seats: 2, computers: [{ seat: 1, level }], start: true });
  const { room } = await (await fetch('/api/rooms', { method: 'POST', headers, body })).json();
  const socket = new WebSocket(`ws://${location.host}/ws?room=${room}`);
  const send = (message) => socket.send(JSON.stringify({ room, ...message }));
  const moves = [];
  const hints = [];
  let version, phase, sent, id = 0, acted = 0;
  await new Promise((finish) => {
    const waiting = new Map();
    const ask = (message) => new Promise((resolve) => {
      const cid = `c${++id}`;
      waiting.set(cid, resolve);
      send({ ...message, cid });
    });
    const take = async () => {
      const began = performance.now();
      await ask({ type: 'ask_hint', version, level: 3 });
      hints.push(performance.now() - began);
      sent = performance.now();
      const { status } = await ask({ type: 'act', version, actions: ['draw'] });
      if (status === 'refused') await ask({ type: 'act', version, actions: ['pass'] });
    };
    socket.onopen = () => send({ type: 'watch' });
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (waiting.has(message.cid)) {
        waiting.get(message.cid)(message);
        waiting.delete(message.cid);
      }
      if (!['snapshot', 'update'].includes(message.type)) return;
      version = message.version;
      if (message.table?.phase && message.table.phase !== phase) {
        phase = message.table.phase;
        if (phase === 'sealing') void ask({ type: 'control', what: 'ready', contribution: '' });
      }
      for (const { what, seat } of message.entries ?? []) {
        if (what !== 'acted' || seat !== 1) continue;
        if (sent) moves.push(performance.now() - sent);
        sent = undefined;
      }
      const done = phase === 'over' || moves.length >= turns;
      if (done) finish();
      if (!done && phase === 'playing' && message.game?.can) void take();
    };
  });
  if (phase !== 'over') await new Promise((resolve) => setTimeout(resolve, 100));
  socket.close();
  return { moves, hints };
}"""


class Times(TypedDict):
    """The times of a match's moves and hints, in milliseconds."""

    moves: list[float]
    hints: list[float]


def percentile(times: list[float], share: float) -> float:
    """Return the time that this share of *times* does not exceed."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def memory_of(page: Page) -> float:
    """Return the private memory of the renderer process in MB, after collecting garbage."""
    page.evaluate("gc()")
    for worker in page.workers:
        worker.evaluate("gc()")
    sizes = [size for pid in _renderers() if (size := _private(pid))]
    return max(sizes, default=0.0)


def _renderers() -> Iterator[int]:
    """Yield the renderer processes that descend from this process."""
    parents = {}
    for each in Path("/proc").glob("[0-9]*"):
        try:
            fields = (each / "stat").read_text().rpartition(")")[2].split()
            parents[int(each.name)] = int(fields[1])
        except OSError:
            continue
    for pid in parents:
        ancestor = pid
        while ancestor in parents and ancestor != os.getpid():
            ancestor = parents[ancestor]
        try:
            command = Path(f"/proc/{pid}/cmdline").read_text()
        except OSError:
            continue
        if ancestor == os.getpid() and "--type=renderer" in command:
            yield pid


def _private(pid: int) -> float:
    try:
        rows = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(row.split()[1]) for row in rows if row.startswith(("RssAnon", "VmSwap"))) / 1000


def opened(context: BrowserContext, url: str) -> Page:
    """Return a new page whose engine is ready."""
    page = context.new_page()
    page.goto(url)
    page.wait_for_function("states.ready")
    return page


def lines(given: str = "", games: int = GAMES) -> Iterator[str]:
    """Yield the results, in Markdown."""
    with written(given, pace=0) as folder:
        yield from _lines(folder, games)


def _lines(folder: Path, games: int) -> Iterator[str]:
    yield f"A loop of a million iterations took {loop_milliseconds():.1f} ms before the run."
    yield ""
    yield "| measure | calls | median ms | p99 ms | worst ms | goal |"
    yield "|---|---:|---:|---:|---:|---|"
    with served(folder) as (url, _), sync_playwright() as driver, TemporaryDirectory() as profile:
        context = driver.chromium.launch_persistent_context(
            profile,
            executable_path=CHROMIUM,
            args=["--js-flags=--expose-gc"],
            locale="en-GB",
            viewport=PHONE,
        )
        context.set_default_timeout(TIMEOUT)
        context.add_init_script(CLOCK)
        page = opened(context, url)
        memory = [memory_of(page)]
        found = Times(moves=[], hints=[])
        for _ in range(games):
            played: Times = page.evaluate(MATCH, ["club", 1000])
            found["moves"] += played["moves"]
            found["hints"] += played["hints"]
            memory.append(memory_of(page))
        yield _row("a club player's move", found["moves"], f"p99 ≤ {GOALS['club']} ms")
        yield _row("a hint with all steps", found["hints"], f"p99 ≤ {GOALS['hint']} ms")
        master: Times = page.evaluate(MATCH, ["master", 1000])
        yield _row("a master's move", master["moves"], f"worst ≤ {GOALS['master']} ms")
        yield ""
        yield (
            f"Memory of the tab, at the start and after each of {games} games, in MB (goal"
            f" ≤ {MEMORY}): {', '.join(f'{each:.0f}' for each in memory)}."
        )
        other = context.new_page()
        other.goto(url)
        other.wait_for_function("states.waiting")
        waited = other.evaluate("states.waiting") / 1000
        page.close()
        other.wait_for_function("states.ready")
        yield f"After {waited:.1f} s, a second tab reported that the first one is in use."
        context.close()
    yield f"After the run, the loop took {loop_milliseconds():.1f} ms."


def _row(what: str, times: list[float], goal: str) -> str:
    cells = (percentile(times, 0.5), percentile(times, 0.99), max(times))
    return f"| {what} | {len(times)} | {' | '.join(f'{each:,.1f}' for each in cells)} | {goal} |"


if __name__ == "__main__":
    for line in lines(sys.argv[1] if sys.argv[1:] else ""):
        print(line, flush=True)
