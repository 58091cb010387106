"""Kill the server again and again under load, and see whether it ever breaks a promise.

``python -m tests.chaos`` starts a server, has programs play on it, kills it (-9) at random
instants, looks into its file and starts it again. A promise is broken if an answer was given and
is not kept, if a log has a gap, or if a game cannot go on. Ends with 1 if there was any.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tests.chaos.database import broken_promises, damaged_tables
from tests.chaos.gamer import Acknowledged, Gamer


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=100, help="how often (default 100)")
    parser.add_argument("--tables", type=int, default=12, help="how many tables play at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=2.0, help="seconds to the first move")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        sys.exit(asyncio.run(chaos(Path(folder), asked)))


async def chaos(folder: Path, asked: argparse.Namespace) -> int:
    rng = Random(asked.seed)
    port = free_port()
    moved = asyncio.Event()
    gamers = [Gamer(port, n, Random(n), moved.set) for n in range(asked.tables)]
    playing = [asyncio.create_task(g.play()) for g in gamers]
    waits: list[float] = []
    wrong: list[str] = []
    checked: dict[int, int] = {}
    around = compiled(folder)
    begun = time.monotonic()
    for kill in range(1, asked.kills + 1):
        moved.clear()
        started = time.monotonic()
        server = start(folder, port, around)
        try:
            await asyncio.wait_for(moved.wait(), 20)
            waits.append(time.monotonic() - started)
            await asyncio.sleep(rng.uniform(0.05, 1.2))
        except TimeoutError:
            wrong.append(f"after kill {kill - 1} no move was accepted for 20 seconds")
        server.kill()
        server.wait()
        answers: list[Acknowledged] = []
        for gamer in gamers:
            answers += gamer.answers[checked.get(gamer.number, 0) :]
            checked[gamer.number] = len(gamer.answers)
        file = folder / "tables.sqlite"
        wrong += await asyncio.to_thread(broken_promises, file, answers)
        rooms = {known.room for known in answers}
        wrong += await asyncio.to_thread(damaged_tables, file, rooms)
        total = sum(checked.values())
        progress(f"{kill} kills, {total} answers, {len(wrong)} broken")
    for gamer in gamers:
        gamer.stop()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    waits.sort()
    first = f"median {waits[len(waits) // 2]:.2f} s, worst {waits[-1]:.2f} s" if waits else "never"
    progress()
    print(
        f"{asked.kills} kills in {time.monotonic() - begun:.0f} s,"
        f" {sum(checked.values())} answers, {sum(g.rounds for g in gamers)} rounds played;"
        f" first move after a start: {first}"
    )
    late = [w for w in waits if w > asked.patience]
    if late:
        print(f"{len(late)} starts took more than {asked.patience} s to the first move")
    for line in wrong[:20]:
        print(line)
    return 1 if wrong or late else 0


def progress(text: str = "") -> None:
    """Show how far it is, where somebody watches; nothing ends the line."""
    if sys.stderr.isatty():
        print(f"\r{text:<48}", end="" if text else "\r", file=sys.stderr, flush=True)


def compiled(folder: Path) -> dict[str, str]:
    """Return surroundings in which the server is compiled already, as one that was installed."""
    around = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    around.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run(
        [sys.executable, "-c", "import tilerummy.cli.serve, tilerummy.server.main"],
        env=around,
        check=True,
    )
    return around


def start(folder: Path, port: int, around: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start a server on that port, with its file in that folder."""
    command = [sys.executable, "-m", "tilerummy", "serve", "--port", str(port)]
    return subprocess.Popen(
        [*command, "--data", str(folder), "--no-open", "--workers", "1"],
        stdout=subprocess.DEVNULL,
        stderr=(folder / "log").open("ab"),
        env=around,
    )


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    assert isinstance(port, int)
    return port


if __name__ == "__main__":
    main()
