"""Many tables on one server, and their measurements."""

from __future__ import annotations

import asyncio
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from benchmarks.load.server import Serving
from benchmarks.load.tables import SEATS, Table


@dataclass(frozen=True, slots=True)
class Pace:
    """The pace of tables: seconds between moves, seconds measured, and whether racks grow."""

    every: float
    seconds: float
    grows: bool

    @property
    def kind(self) -> str:
        """The kind of tables as text."""
        return "racks that grow" if self.grows else "best plays"


@dataclass(frozen=True, slots=True)
class Measured:
    """The results: latencies in milliseconds, sorted, and processor seconds."""

    tables: int
    pace: Pace
    times: tuple[float, ...]
    missing: int
    refused: int
    over: int
    cpu: float
    own: float

    @property
    def moves(self) -> float:
        """The number of moves that were due during the measurement."""
        return (len(self.times) + self.missing) / SEATS

    @property
    def cost(self) -> float:
        """The server's processor time per move in microseconds."""
        return self.cpu / self.moves * 1e6

    def at(self, share: float) -> float:
        """Return the latency in ms at the quantile *share*; missing moves count as infinite."""
        place = int((len(self.times) + self.missing) * share)
        return self.times[place] if place < len(self.times) else float("inf")

    def lines(self) -> list[str]:
        """Return the results as lines of text."""
        due, how = len(self.times) + self.missing, self.pace
        spread = f"p50 {self.at(0.5):.1f} ms, p99 {self.at(0.99):.1f} ms"
        pace = f"{how.kind}, a move every {how.every} s, for {how.seconds:.0f} s"
        return [
            f"{self.tables:,} tables of {SEATS}, {pace}",
            f"latency to each seat: {spread}, worst {self.times[-1] / 1000:.2f} s",
            f"delivered {len(self.times):,} of {due:,} ({100 * len(self.times) / due:.3f} %)",
            f"moves refused: {self.refused}; matches that ended during the run: {self.over}",
            f"server: {self.cost:.0f} CPU-µs per move, {self.cpu / how.seconds:.2f} cores",
            f"client: {self.own / how.seconds:.2f} cores",
        ]


class Hall:
    """The tables on one server; new ones are created as needed and when games end."""

    def __init__(self, running: Serving, pace: Pace) -> None:
        self._server, self._pace = running, pace
        self._tables: list[Table] = []
        self._made = self._sockets = 0
        self._opened = 0.0

    async def fill(self, count: int) -> None:
        """Create tables until *count* are in play."""
        for table in self._tables:
            if table.over:
                table.close()
        self._tables = [t for t in self._tables if not t.over]
        wanted = range(self._made, self._made + max(0, count - len(self._tables)))
        new = [Table(self._server, n, share=0.0, grows=self._pace.grows) for n in wanted]
        self._made += len(new)
        with ThreadPoolExecutor(8) as pool:
            loop = asyncio.get_running_loop()
            await asyncio.gather(*(loop.run_in_executor(pool, t.set_up) for t in new))
        began = time.perf_counter()
        for start in range(0, len(new), 16):
            await asyncio.gather(*(t.sit_down() for t in new[start : start + 16]))
            progress(f"{start} tables seated")
        self._opened += time.perf_counter() - began
        self._sockets += SEATS * len(new)
        self._tables += new

    def opening(self) -> str:
        """Return a line with the number of sockets seated per second."""
        rate = self._sockets / self._opened
        return f"seated {rate:.0f} sockets per second, including dealing the rounds"

    async def measure(self, count: int) -> Measured:
        """Play at the first *count* tables, and return the results."""
        playing, how = self._tables[:count], self._pace
        for number, table in enumerate(playing):
            table.share = number / count
            table.forget()
        progress("moves are being made")
        await asyncio.sleep(0.5)
        start = time.perf_counter() + 0.5
        cpu, own = self._server.cpu(), time.process_time()
        await asyncio.gather(*(t.play(start, how.every, how.seconds) for t in playing))
        for _ in range(100):
            if not any(t.waiting for t in playing):
                break
            await asyncio.sleep(0.1)
        cpu, own = self._server.cpu() - cpu, time.process_time() - own
        progress()
        times = sorted(each * 1000 for t in playing for each in t.latencies)
        if not times:
            raise SystemExit("not a single move has reached a seat")
        return Measured(
            tables=count,
            pace=how,
            times=tuple(times),
            missing=sum(t.missing + len(t.waiting) for t in playing),
            refused=sum(t.refused for t in playing),
            over=sum(t.over for t in playing),
            cpu=cpu,
            own=own,
        )


def progress(text: str = "") -> None:
    """Show the progress if the terminal is interactive; an empty *text* clears the line."""
    if sys.stderr.isatty():
        print(f"\r{text:<24}", end="" if text else "\r", file=sys.stderr, flush=True)
