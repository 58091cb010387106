"""Kills the server repeatedly under load, and checks that no acknowledged command is lost.

``python -m tests.chaos`` starts a server, plays on it, kills it (-9) at random moments, checks its
database and restarts it. Errors are acknowledged results that are not stored, gaps in a log,
contradictory views, and games that cannot continue. The exit status is 1 after errors.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from tests.chaos.attempts import Proxy
from tests.chaos.checking import check_history
from tests.chaos.tables import Tables
from tests.history.checker import check
from tests.history.recorder import Recorder
from tests.support.ending import end_on_sigterm
from tests.support.measures import percentile
from tests.support.servers.ports import free_port
from tests.support.waiting import eventually

from tilerummy.server.messages.server import Answer
from tilerummy.server.store.factory import open_store

THINK = (0.0, 0.1)
"""Thinking time in seconds: the rate of commands is briefly above the limits."""
LAYS = 0.1
"""The share of turns with the best play; all other turns are draws, so that games are long."""
EVERY = 25
"""Without a terminal, progress is printed once per this number of kills."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=100, help="how often (default 100)")
    parser.add_argument("--tables", type=int, default=24, help="number of simultaneous tables")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--patience", type=float, default=2.0, help="seconds to the first move")
    arguments = parser.parse_args()
    end_on_sigterm()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        sys.exit(asyncio.run(chaos(Path(folder), arguments)))


async def chaos(folder: Path, arguments: argparse.Namespace) -> int:
    rng, port = Random(arguments.seed), free_port()
    history, waits, wrong = folder / "history.jsonl", list[float](), list[str]()
    environment = compiled(folder)
    begun = time.monotonic()
    with Recorder(history) as recorder:
        proxy = Proxy(lambda: [port], Random(arguments.seed))
        tables = Tables(arguments.tables, [proxy], rng, think=THINK, recorder=recorder, lays=LAYS)
        known, checked = tables.measurements, 0
        async with tables.running():
            for kill in range(1, arguments.kills + 1):
                started = time.monotonic()

                def continues(before: int = len(known.answered)) -> bool:
                    return len(known.answered) > before

                server = start(folder, port, environment)
                try:
                    await eventually(continues, seconds=20)
                    waits.append(time.monotonic() - started)
                    await asyncio.sleep(rng.uniform(0.05, 1.2))
                except AssertionError:
                    wrong.append(f"after kill {kill - 1} no move succeeded for 20 seconds")
                finally:
                    server.kill()
                    server.wait()
                tables.check()
                new, checked = known.answered[checked:], len(known.answered)
                wrong += await storage_errors(folder / "tables.sqlite", new, known.seen)
                text = f"{kill} kills, {checked} results, {len(wrong)} errors"
                progress(text, line=kill % EVERY == 0)
    with history.open(encoding="utf-8") as file:
        wrong += [*known.wrong, *map(str, check(file))]
    first = f"median {percentile(waits, 0.5):.2f} s, worst {max(waits, default=0.0):.2f} s"
    progress()
    print(
        f"{arguments.kills} kills in {time.monotonic() - begun:.0f} s, {checked} results at"
        f" {len(tables.rooms)} tables; first result after a start: {first}"
    )
    late = [w for w in waits if w > arguments.patience]
    if late:
        print(f"{len(late)} starts took more than {arguments.patience} s to the first result")
    for line in wrong[:20]:
        print(line)
    return 1 if wrong or late else 0


async def storage_errors(
    file: Path, answers: Sequence[tuple[str, Answer]], seen: Mapping[str, int]
) -> list[str]:
    """Return the errors in a killed server's database, compared with the results that it sent."""
    store = open_store(f"sqlite:///{file}", lambda: 0)
    try:
        return await check_history(store, {room for room, _ in answers}, answers, seen)
    finally:
        await store.close()


def progress(text: str = "", *, line: bool = False) -> None:
    """Print *text* as a *line*, or show it on a terminal until the next call replaces it."""
    if sys.stderr.isatty():
        print(f"\r{text:<48}", end="" if text else "\r", file=sys.stderr, flush=True)
    elif line:
        print(text, file=sys.stderr, flush=True)


def compiled(folder: Path) -> dict[str, str]:
    """Compile the server's modules into *folder*, and return environment variables to use them."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(folder / "compiled")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    subprocess.run(
        [sys.executable, "-c", "import tilerummy.cli.serve, tilerummy.server.main"],
        env=environment,
        check=True,
    )
    return environment


def start(folder: Path, port: int, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    """Start a server on *port*, with its database in *folder*."""
    command = [sys.executable, "-m", "tilerummy", "serve", "--port", str(port)]
    return subprocess.Popen(
        [*command, "--data", str(folder), "--no-open", "--workers", "1"],
        stdout=subprocess.DEVNULL,
        stderr=(folder / "log").open("ab"),
        env=environment,
    )


if __name__ == "__main__":
    main()
