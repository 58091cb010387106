"""Plays games on a site while injecting faults, then checks the history that clients saw."""

from __future__ import annotations

import asyncio
import re
import shutil
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from tests.chaos.attempts import Proxy
from tests.chaos.checking import Interval, Times, check_history
from tests.chaos.faults import SERVICE_LIMITS, Faults
from tests.chaos.site import Site, SiteNode, site
from tests.chaos.tables import Tables
from tests.chaos.takeovers import Takeovers, since_1970
from tests.history.checker import check
from tests.history.recorder import Recorder
from tests.support.waiting import eventually

from tilerummy.server.store.factory import open_store

KEPT = Path(__file__).parents[2] / "build" / "history.jsonl"
AFTER = 3.0
"""Seconds after a database outage that are counted with it."""
END = 600.0
"""The time limit in seconds for the end of every game after the last fault."""


@dataclass(frozen=True, slots=True)
class Form:
    """The durations of a run, in seconds, and the pace of its computer players.

    ``pause`` is the time between two faults, ``longest`` the limit for one fault, and ``think`` the
    clients' delay before a move. If ``apart`` is True, each fault begins only after the previous
    one has ended, so that its effect on the clients can be measured.
    """

    pause: tuple[float, float] = (0.1, 0.9)
    longest: float = 20.0
    think: tuple[float, float] = (3.0, 9.0)
    pace: str = "1"
    apart: bool = False


@dataclass(kw_only=True)
class Outcome:
    """The results and errors of a run; times are in seconds, sorted."""

    seed: int
    tables: int
    faults: dict[str, int]
    skews: list[float]
    rooms: int
    acknowledged: int
    views_seen: int
    answers: list[float]
    answers_without_database: list[float]
    taken: list[float]
    taken_without_database: list[float]
    back: list[float]
    without: dict[str, list[float]]
    away: list[float]
    wrong: list[str]
    seconds: float = 0.0


def overlaps(began: float, seconds: float, intervals: Iterable[Interval]) -> bool:
    """Return whether an interval overlaps any of these intervals."""
    return any(start - 0.2 < began + seconds and began < end + AFTER for start, end in intervals)


async def run(
    folder: Path,
    seed: int,
    *,
    tables: int,
    kinds: Sequence[str],
    form: Form,
    say: Callable[[str], None] = lambda _: None,
) -> Outcome:
    """Play at *tables* tables while faults of these *kinds* happen, and return the outcome."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(48))
    rng, began = Random(seed), time.monotonic()
    path = folder / "history.jsonl"
    async with site(folder, rng, pace=form.pace) as nodes:
        await asyncio.to_thread(nodes.add_standby)
        with Recorder(path) as recorder:
            proxies = [Proxy(nodes.ports, Random(rng.random())) for _ in range(2)]
            choices = Random(rng.random())
            playing = Tables(tables, proxies, choices, think=form.think, recorder=recorder)
            asyncio.get_running_loop().set_exception_handler(
                lambda _, what: playing.measurements.wrong.append(f"in the harness: {what}")
            )
            takeovers = Takeovers(nodes)
            struck = partial(_strike, nodes, playing) if form.apart else lambda *_: None
            failing = Faults(
                nodes, rng, takeovers, proxies, struck, playing.settled, longest=form.longest
            )
            async with playing.running(takeovers.watch()):
                await eventually(playing.settled, seconds=END)
                say(f"{tables} tables after {time.monotonic() - began:.0f} s")
                playing.measurements.answers.clear()
                playing.measurements.back.clear()
                await failing.some(kinds, form.pause, apart=form.apart)
                say(f"{len(kinds)} faults after {time.monotonic() - began:.0f} s")
                playing.ending = True
                with suppress(AssertionError):  # the logs show games that did not end
                    await eventually(playing.done, seconds=END)
                playing.check()
                say(f"{playing.over} of {len(playing.rooms)} games")
        outcome = await _checked(nodes, playing, failing, takeovers, seed)
    outcome.wrong += contradictions(path)
    outcome.seconds = time.monotonic() - began
    return outcome


def _strike(there: Site, playing: Tables, fault: str, nodes: Sequence[SiteNode]) -> None:
    """Notify all clients of these nodes that a fault begins."""
    if fault not in SERVICE_LIMITS:
        return
    pids = [str(node.process.pid) for node in nodes if node.process]
    with there.connect() as db:
        query = "SELECT room FROM rooms WHERE split_part(holder, '.', -2) = ANY (%s)"
        rooms = {room for (room,) in db.execute(query, (pids,)).fetchall()}
    ports = [node.port for node in nodes]
    for visitor in playing.visitors:
        if visitor.is_at(ports, rooms):
            visitor.strike(fault)


async def _checked(
    there: Site, playing: Tables, failing: Faults, takeovers: Takeovers, seed: int
) -> Outcome:
    known, away = playing.measurements, failing.database_away
    stored: dict[str, list[float]] = defaultdict(list)
    with there.connect() as db:
        query = "SELECT room, stored FROM entries ORDER BY room, seq"
        for room, at in db.execute(query).fetchall():
            stored[room].append(at)
    nowhere = [*map(since_1970, failing.certainly_away)]
    outages = {room: [*nowhere, *takeovers.outages[room]] for room in playing.rooms}
    store = open_store(there.url, lambda: 0, shared=True)
    try:
        times = Times(stored, outages)
        wrong = await check_history(store, playing.rooms, known.answered, known.seen, times)
    finally:
        await store.close()

    def lasted(times: Iterable[Interval], *, without: bool = False) -> list[float]:
        """Return the durations with a working database, or *without* one."""
        return sorted(s for at, s in times if overlaps(at, s, away) == without)

    return Outcome(
        seed=seed,
        tables=playing.count,
        faults=dict(failing.counts),
        skews=there.skews,
        rooms=len(playing.rooms),
        acknowledged=len(known.answered),
        views_seen=known.views,
        answers=lasted(known.answers),
        answers_without_database=lasted(known.answers, without=True),
        taken=lasted(takeovers.taken),
        taken_without_database=lasted(takeovers.taken, without=True),
        back=lasted(known.back),
        without={fault: sorted(each) for fault, each in known.without.items()},
        away=sorted(end - start for start, end in away),
        wrong=known.wrong + wrong + node_errors(there),
    )


def contradictions(path: Path) -> list[str]:
    """Return the contradictions in a history; a faulty one is copied to build/."""
    with path.open(encoding="utf-8") as file:
        found = [str(each) for each in check(file)]
    if found:
        shutil.copy(path, KEPT)
        found.append(f"the history is in {KEPT}")
    return found


def node_errors(there: Site) -> list[str]:
    """Return the last line of each traceback in the nodes' logs."""
    return [
        f"node {node.number}: {found[0]}"
        for node in there.nodes
        for found in re.finditer(
            r"Traceback \(most recent call last\):\n(?:[ |+].*\n|\n)*.*", node.log.read_text()
        )
    ]
