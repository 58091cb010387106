"""A thousand tables at once: how long after its time a move has reached everybody at the table.

``python -m benchmarks.load`` starts a server with a file of its own and, in this process, the
programs that play on it: real rules, every move committed to disk before anybody is told. Every
table is due to move at fixed times, and latency counts from there to the receipt at each of its
four seats, so that a slow server cannot hide in what it is not asked: a move that has to wait for
the one before it is late from its own time on.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import http.client
import json
import math
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

import msgspec
import uvloop
from tests.chaos.__main__ import free_port
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tilerummy import ruleset
from tilerummy.analysis import best_play
from tilerummy.state.notation import read_state

SEATS = 4
NAMES = ("North", "East", "South", "West")
"""Nobody sits down beside somebody whose name looks the same, as two drawn ones may."""
RULES = ruleset("sabra")
Message = dict[str, Any]


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--tables", type=int, default=1000)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between a table's moves")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long to measure")
    parser.add_argument("--idle", type=int, default=0, help="count the memory of idle sockets")
    asked = parser.parse_args()
    told = idle(asked.idle) if asked.idle else busy(asked.tables, asked.every, asked.seconds)
    print("\n".join(told))


def lines() -> Iterator[str]:
    """Measure a thousand tables, then ten thousand idle sockets."""
    for line in (*busy(1000, 2.0, 30.0), *idle(10_000)):
        yield f"- {line}"


def busy(tables: int, every: float, seconds: float) -> list[str]:
    """Have so many tables play, and return what was measured."""
    with prepared() as server:
        return uvloop.run(play_all(server, tables, every, seconds))


def idle(sockets: int) -> list[str]:
    """Open so many sockets, and return what they cost."""
    with prepared() as server:
        return uvloop.run(sit_idle(server, sockets))


@contextmanager
def prepared() -> Iterator[started]:
    """Start a server with a folder of its own, and allow this process enough sockets.

    This process collects no garbage meanwhile: what it keeps waiting is no latency of the server.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 65_536)), hard))
    gc.disable()
    try:
        with tempfile.TemporaryDirectory() as folder, started(Path(folder)) as server:
            yield server
    finally:
        gc.enable()


@dataclass
class started:  # noqa: N801, used as a with statement
    """A server process for as long as a block lasts."""

    folder: Path
    port: int = field(default_factory=free_port)

    def __enter__(self) -> Self:
        command = [sys.executable, "-m", "tilerummy", "serve", "--no-open", "--workers", "1"]
        self.process = subprocess.Popen(
            [*command, "--port", str(self.port), "--data", str(self.folder)],
            stdout=subprocess.DEVNULL,
        )
        for _ in range(200):
            try:
                self.post("/api/tokens", {}, "127.0.0.1")
            except OSError:
                time.sleep(0.1)
            else:
                return self
        raise SystemExit("the server did not start")

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait()

    def post(self, path: str, body: Message, source: str, token: str = "") -> Message:
        """Return the answer to a request that comes from the address *source*."""
        door = http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=30, source_address=(source, 0)
        )
        headers = {"Content-Type": "application/json", "X-Tile-Rummy": "1"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        door.request("POST", path, json.dumps(body), headers)
        answer: Message = json.loads(door.getresponse().read())
        door.close()
        return answer

    def cpu(self) -> float:
        """Return the processor seconds that the server has used, its workers not counted."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def memory(self) -> int:
        """Return the memory of the server in bytes, what it shares with others in part."""
        rollup = Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        line = next(line for line in rollup.splitlines() if line.startswith("Pss:"))
        return int(line.split()[1]) * 1024


def address(number: int) -> str:
    """Return the address that a visitor comes from: limits count by address."""
    return f"127.1.{1 + number // 200}.{1 + number % 200}"


class Table:
    """Four programs at a table; ``due`` is when the move under way was to be made.

    ``asked`` is the number of its entry, ``waiting`` are the seats that it has not reached yet.
    ``share`` of the time between two moves goes by before the first one.
    """

    def __init__(self, server: started, number: int, share: float) -> None:
        self.server, self.number, self.share = server, number, share
        self.cids = 0
        self.dealt = asyncio.Event()
        self.due, self.asked = 0.0, 0
        self.waiting: set[int] = set()
        self.reached = asyncio.Event()
        self.reached.set()
        self.latest: list[Message | None] = [None] * SEATS
        self.latencies: list[float] = []
        self.missing = self.refused = 0
        self.over = False

    def set_up(self) -> None:
        """Have four guests take their seats at a new table."""
        where = address(self.number)
        post = self.server.post
        self.tokens = [post("/api/tokens", {"name": name}, where)["token"] for name in NAMES]
        terms = {"ruleset": "sabra", "hints": False, "previews": False}
        self.room = post("/api/rooms", {"seats": SEATS, "terms": terms}, where, self.tokens[0])[
            "room"
        ]

    async def sit_down(self) -> None:
        """Connect everybody, and begin."""
        self.sockets: list[ClientConnection] = []
        for token in self.tokens:
            socket = await connect(
                f"ws://127.0.0.1:{self.server.port}/ws",
                additional_headers={"Authorization": f"Bearer {token}"},
                compression=None,
                local_addr=(address(self.number), 0),
                ping_interval=None,
            )
            self.sockets.append(socket)
            await socket.send(json.dumps({"type": "watch", "room": self.room}))
        for seat in range(1, SEATS):
            await self._control(seat, "sit", seat=seat)
        await self._control(0, "start")
        for seat in range(SEATS):
            await self._control(seat, "ready")
        self.listening = [asyncio.create_task(self._heard(s)) for s in range(SEATS)]
        await self.dealt.wait()

    async def _control(self, client: int, what: str, **more: int) -> None:
        self.cids += 1
        rest = {"cid": f"c{self.cids}", "room": self.room, "what": what}
        await self.sockets[client].send(json.dumps({"type": "control", **rest, **more}))

    async def _heard(self, seat: int) -> None:
        with suppress(ConnectionClosed):  # what does not come any more is counted as missing
            await self._listen(seat)

    async def _listen(self, seat: int) -> None:
        while True:
            text = await self.sockets[seat].recv(decode=False)
            now = time.perf_counter()
            message: Message = msgspec.json.decode(text)
            if message.get("status", "ok") != "ok" or message["type"] == "fault":
                self.refused += 1
                self._give_up()
            if message["type"] not in ("update", "snapshot"):
                continue
            self.latest[seat] = message
            if all(m and m["table"]["phase"] == "playing" for m in self.latest):
                self.dealt.set()
            if seat in self.waiting and any(
                e["what"] == "acted" and e["seq"] == self.asked for e in message["entries"]
            ):
                self.latencies.append(now - self.due)
                self.waiting.discard(seat)
                if not self.waiting:
                    self.reached.set()

    def _give_up(self) -> None:
        """Count the move under way as missing wherever it has not come."""
        self.missing += len(self.waiting)
        self.waiting.clear()
        self.reached.set()

    async def play(self, start: float, every: float, seconds: float) -> None:
        """Move at fixed times, each as soon as the move before has reached everybody."""
        due, end = start + every * self.share, start + seconds
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if self.waiting and not await self._reached(end):  # nor can any move after it be made
                self.missing += SEATS * math.ceil((end - due) / every)
                return
            mover = next((m for m in self.latest if m and m["game"]["can"]), None)
            if mover is None:
                self.over = True
                return
            self.due, self.asked = due, mover["version"]
            self.waiting.update(range(SEATS))
            self.reached.clear()
            try:
                await self._move(mover)
            except ConnectionClosed:
                self.over = True
                return
            due += every

    async def _reached(self, end: float) -> bool:
        """Return whether the move under way has reached everybody before the end."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.reached.wait(), end - time.perf_counter())
        return not self.waiting

    async def _move(self, seen: Message) -> None:
        self.cids += 1
        rest = {"cid": f"m{self.cids}", "room": self.room, "version": seen["version"]}
        after = best(seen["game"])
        command: Message = {"type": "act", "actions": ["draw"], **rest}
        if after is not None:
            command = {"type": "done", "after": after, **rest}
        elif not seen["game"]["can"]["draw"]:
            command = {"type": "act", "actions": ["pass"], **rest}
        await self.sockets[seen["seat"]].send(json.dumps(command))


def best(game: Message) -> list[str] | None:
    """Return the table after the best play of the seat to move, if there is one."""
    opened = "0" if game["opening"] is None else "no"
    rack, table = " ".join(game["rack"]), " / ".join(game["table"])
    view = read_state(f"table {table} | rack {rack} | opened {opened}", RULES.tiles)
    found = best_play(RULES, view)
    return [str(meld) for meld in found.tables[-1]] if found.plays else None


async def play_all(server: started, count: int, every: float, seconds: float) -> list[str]:
    """Have *count* tables move every so many seconds, and return what was measured."""
    tables = [Table(server, n, n / count) for n in range(count)]
    with ThreadPoolExecutor(8) as pool:
        for done, _ in enumerate(pool.map(Table.set_up, tables), 1):
            progress(f"{done} tables set up")
    for done, table in enumerate(tables, 1):
        await table.sit_down()
        progress(f"{done} tables seated")
    progress("moves are being made")
    start = time.perf_counter() + 1
    cpu, own = server.cpu(), time.process_time()
    await asyncio.gather(*(t.play(start, every, seconds) for t in tables))
    await asyncio.sleep(1)
    cpu, own = server.cpu() - cpu, time.process_time() - own
    progress()
    for table in tables:
        for task in table.listening:
            task.cancel()
    times = sorted(latency for t in tables for latency in t.latencies)
    missing = sum(t.missing + len(t.waiting) for t in tables)
    moves = (len(times) + missing) / SEATS
    if not times:
        raise SystemExit("no move has reached anybody")
    p50, p99 = (times[int(len(times) * p)] * 1000 for p in (0.5, 0.99))
    refused, over = (sum(t.refused for t in tables), sum(t.over for t in tables))
    delivered = 100 * len(times) / (len(times) + missing)
    return [
        f"{count:,} tables of {SEATS}, a move every {every} s, for {seconds:.0f} s",
        f"from due time to each seat: p50 {p50:.1f} ms, p99 {p99:.1f} ms, worst {times[-1]:.2f} s",
        f"delivered {len(times):,} of {len(times) + missing:,} ({delivered:.3f} %)",
        f"moves refused: {refused}; matches that ended meanwhile: {over}",
        f"server: {cpu / moves * 1e6:.0f} CPU-µs a move, {cpu / seconds:.2f} cores",
        f"client: {own / seconds:.2f} cores",
    ]


async def sit_idle(server: started, wanted: int) -> list[str]:
    """Open *wanted* sockets, and return what they cost."""
    each = 8
    with ThreadPoolExecutor(8) as pool:
        tokens = [
            answer["token"]
            for answer in pool.map(
                lambda n: server.post("/api/tokens", {}, address(n)),
                range((wanted + each - 1) // each),
            )
        ]
    before = server.memory()
    sockets: list[ClientConnection] = []
    for number in range(wanted):
        socket = await connect(
            f"ws://127.0.0.1:{server.port}/ws",
            additional_headers={"Authorization": f"Bearer {tokens[number // each]}"},
            compression=None,
            local_addr=(address(number // each), 0),
            ping_interval=None,
        )
        sockets.append(socket)
        progress(f"{number + 1} sockets")
    await asyncio.sleep(2)
    after, cpu = server.memory(), server.cpu()
    await asyncio.sleep(10)
    progress()
    each_kib, busy = (after - before) / wanted / 1024, (server.cpu() - cpu) * 10
    return [f"{wanted:,} idle sockets: {each_kib:.1f} KiB each, {busy:.1f} % of a core"]


def progress(text: str = "") -> None:
    """Show how far it is, where somebody watches; nothing ends the line."""
    if sys.stderr.isatty():
        print(f"\r{text:<24}", end="" if text else "\r", file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
