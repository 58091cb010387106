"""Kill the server again and again under load, and check that it keeps what it has answered.

``python -m tests.chaos`` starts a server, has programs play on it, kills it (-9) at random
moments, checks its database and starts it again. It is an error if an answer was sent and is not
stored, if a log has a gap, or if a game cannot go on. The exit status is 1 after errors.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from tests.chaos.database import damaged_tables, lost_answers
from tests.chaos.gamer import Acknowledged, Gamer
from tests.support.servers.ports import free_port

EVERY = 25
"""Where there is no terminal, the progress is a line after so many kills."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=100, help="how often (default 100)")
    parser.add_argument("--tables", type=int, default=12, help="how many tables play at once")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=2.0, help="seconds to the first move")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        sys.exit(asyncio.run(chaos(Path(folder), arguments)))


async def chaos(folder: Path, arguments: argparse.Namespace) -> int:
    rng = Random(arguments.seed)
    port = free_port()
    moved = asyncio.Event()
    gamers = [Gamer(port, n, Random(n), moved.set) for n in range(arguments.tables)]
    playing = [asyncio.create_task(g.play()) for g in gamers]
    waits: list[float] = []
    wrong: list[str] = []
    checked: dict[int, int] = {}
    environment = compiled(folder)
    begun = time.monotonic()
    for kill in range(1, arguments.kills + 1):
        moved.clear()
        started = time.monotonic()
        server = start(folder, port, environment)
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
        wrong += await asyncio.to_thread(lost_answers, file, answers)
        rooms = {known.room for known in answers}
        wrong += await asyncio.to_thread(damaged_tables, file, rooms)
        total = sum(checked.values())
        progress(f"{kill} kills, {total} answers, {len(wrong)} errors", line=kill % EVERY == 0)
    for gamer in gamers:
        gamer.stop()
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    waits.sort()
    first = f"median {waits[len(waits) // 2]:.2f} s, worst {waits[-1]:.2f} s" if waits else "never"
    progress()
    print(
        f"{arguments.kills} kills in {time.monotonic() - begun:.0f} s,"
        f" {sum(checked.values())} answers, {sum(g.rounds for g in gamers)} rounds played;"
        f" first move after a start: {first}"
    )
    late = [w for w in waits if w > arguments.patience]
    if late:
        print(f"{len(late)} starts took more than {arguments.patience} s to the first move")
    for line in wrong[:20]:
        print(line)
    return 1 if wrong or late else 0


def progress(text: str = "", *, line: bool = False) -> None:
    """Show the progress: on a terminal, where an empty text clears it, or as a *line*."""
    if sys.stderr.isatty():
        print(f"\r{text:<48}", end="" if text else "\r", file=sys.stderr, flush=True)
    elif line:
        print(text, file=sys.stderr, flush=True)


def compiled(folder: Path) -> dict[str, str]:
    """Return an environment in which the server is compiled already, as if installed."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run(
        [sys.executable, "-c", "import tilerummy.cli.serve, tilerummy.server.main"],
        env=environment,
        check=True,
    )
    return environment


def start(folder: Path, port: int, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start a server on that port, with its database in that folder."""
    command = [sys.executable, "-m", "tilerummy", "serve", "--port", str(port)]
    return subprocess.Popen(
        [*command, "--data", str(folder), "--no-open", "--workers", "1"],
        stdout=subprocess.DEVNULL,
        stderr=(folder / "log").open("ab"),
        env=environment,
    )


if __name__ == "__main__":
    main()
