"""One run: a site, its tables, so many faults, then every game to its end, and the history."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from random import Random

from tests.cluster.chaos.attempts import Proxy
from tests.cluster.chaos.checking import check_history
from tests.cluster.chaos.faults import WITHOUT, Faults, Interval
from tests.cluster.chaos.site import Site, SiteNode, site
from tests.cluster.chaos.tables import Tables
from tests.cluster.chaos.takeovers import Takeovers, since_1970
from tests.history.checker import check
from tests.history.recorder import Recorder
from tests.support.waiting import eventually

from tilerummy.server.store.opening import open_store

KEPT = Path(__file__).parents[3] / "build" / "history.jsonl"
AFTER = 3.0
"""For so many seconds after the database was away what happens is counted as if it still were."""
END = 600.0
"""Seconds in which every game must reach its end when nothing fails any more."""


@dataclass(frozen=True, slots=True)
class Form:
    """Seconds between faults, that a fault lasts at most, and that people think; the pace.

    *apart*, each fault begins when the one before is over, and clients without service are counted.
    """

    pause: tuple[float, float] = (0.1, 0.9)
    longest: float = 20.0
    think: tuple[float, float] = (3.0, 9.0)
    pace: str = "1"
    apart: bool = False


@dataclass(kw_only=True)
class Outcome:
    """What came of a run; times in seconds, sorted."""

    seed: int
    tables: int
    seconds: float = 0.0
    faults: dict[str, int] = field(default_factory=dict)
    skews: list[float] = field(default_factory=list)
    rooms: int = 0
    acknowledged: int = 0
    views_seen: int = 0
    answers: list[float] = field(default_factory=list)
    answers_without_database: list[float] = field(default_factory=list)
    taken: list[float] = field(default_factory=list)
    taken_without_database: list[float] = field(default_factory=list)
    back: list[float] = field(default_factory=list)
    without: dict[str, list[float]] = field(default_factory=dict)
    away: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, object]:
        return asdict(self)


def overlaps(began: float, seconds: float, intervals: Iterable[Interval]) -> bool:
    """Return whether anything lasted into one of these times."""
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
    """Run once with these faults, and return what came of it."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(48))
    rng, began = Random(seed), time.monotonic()
    async with site(folder, rng, pace=form.pace) as there, AsyncExitStack() as stack:
        await asyncio.to_thread(there.add_standby)
        path = folder / "history.jsonl"
        recorder = stack.enter_context(Recorder(path))
        proxies = [Proxy(there.ports, Random(rng.random())) for _ in range(2)]
        playing = Tables(tables, proxies, Random(rng.random()), think=form.think, recorder=recorder)
        asyncio.get_running_loop().set_exception_handler(
            lambda _, what: playing.experiences.wrong.append(f"in the harness: {what}")
        )
        takeovers = Takeovers(there)
        struck = partial(_strike, there, playing) if form.apart else _nobody
        failing = Faults(
            there, rng, takeovers, proxies, struck, playing.settled, longest=form.longest
        )
        watching = asyncio.create_task(takeovers.watch())
        with playing.running():
            await eventually(playing.settled, seconds=END)
            say(f"{tables} tables after {time.monotonic() - began:.0f} s")
            playing.experiences.answers.clear()
            playing.experiences.back.clear()
            await failing.some(kinds, form.pause, apart=form.apart)
            say(f"{len(kinds)} faults after {time.monotonic() - began:.0f} s")
            playing.ending = True
            await _ended(playing, say)
        watching.cancel()
        await asyncio.wait([watching])
        await stack.aclose()
        outcome = await _checked(there, playing, failing, takeovers, seed)
        outcome.wrong += await asyncio.to_thread(contradictions, path)
    outcome.seconds = time.monotonic() - began
    return outcome


def _nobody(fault: str, nodes: Sequence[SiteNode]) -> None:
    """Tell nobody of a fault."""


def _strike(there: Site, playing: Tables, fault: str, nodes: Sequence[SiteNode]) -> None:
    """Tell everyone who is served by these nodes of a fault that begins now."""
    if fault not in WITHOUT:
        return
    pids = [str(node.process.pid) for node in nodes if node.process]
    with there.connect() as db:
        query = "SELECT room FROM rooms WHERE split_part(holder, '.', -2) = ANY (%s)"
        rooms = {room for (room,) in db.execute(query, (pids,)).fetchall()}
    ports = [node.port for node in nodes]
    for visitor in playing.visitors:
        if visitor.is_at(ports, rooms):
            visitor.strike(fault)


async def _ended(playing: Tables, say: Callable[[str], None]) -> None:
    """Wait until every game has reached its end; those that do not are found in their logs."""
    with suppress(AssertionError):
        await eventually(playing.done, seconds=END)
    playing.check()
    say(f"{playing.over} of {len(playing.rooms)} games")


class Measured:
    """When entries were stored, and when there was an outage, as this run has measured it."""

    def __init__(self, there: Site, takeovers: Takeovers, failing: Faults) -> None:
        self._takeovers, self._away = takeovers, [*map(since_1970, failing.certainly_away)]
        self._stored: dict[str, list[float]] = defaultdict(list)
        with there.connect() as db:
            query = "SELECT room, stored FROM entries ORDER BY room, seq"
            for room, at in db.execute(query).fetchall():
                self._stored[room].append(at)

    def stored(self, room: str) -> list[float]:
        return self._stored[room]

    def outages(self, room: str) -> list[Interval]:
        return [*self._away, *self._takeovers.outages[room]]


async def _checked(
    there: Site, playing: Tables, failing: Faults, takeovers: Takeovers, seed: int
) -> Outcome:
    store = open_store(there.url, lambda: 0, shared=True)
    known = playing.experiences
    try:
        times = Measured(there, takeovers, failing)
        wrong = await check_history(store, playing.rooms, known.answered, known.seen, times)
    finally:
        await store.close()
    away = failing.database_away
    answers = [(seconds, overlaps(at, seconds, away)) for at, seconds in known.answers]
    return Outcome(
        seed=seed,
        tables=playing.count,
        faults=dict(failing.counts),
        skews=there.skews,
        rooms=len(playing.rooms),
        acknowledged=len(known.answered),
        views_seen=known.views,
        answers=sorted(seconds for seconds, without in answers if not without),
        answers_without_database=sorted(seconds for seconds, without in answers if without),
        taken_without_database=sorted(s for at, s in takeovers.taken if overlaps(at, s, away)),
        taken=sorted(s for at, s in takeovers.taken if not overlaps(at, s, away)),
        back=sorted(s for at, s in known.back if not overlaps(at, s, away)),
        without={fault: sorted(each) for fault, each in known.without.items()},
        away=sorted(end - start for start, end in away),
        wrong=known.wrong + wrong + node_errors(there),
    )


def contradictions(path: Path) -> list[str]:
    """Return what contradicts itself in a history; the file of one that does is kept in build/."""
    with path.open(encoding="utf-8") as file:
        found = [str(each) for each in check(file)]
    if found:
        shutil.copy(path, KEPT)
        found.append(f"the history is in {KEPT}")
    return found


def node_errors(there: Site) -> list[str]:
    """Return what nodes have logged that should never happen."""
    return [
        f"node {node.number}: {line}"
        for node in there.nodes
        for line in node.log.read_text().splitlines()
        if "Traceback" in line
    ]
