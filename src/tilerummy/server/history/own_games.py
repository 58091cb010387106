"""The history of a guest: summaries from the store, and those made that are missing."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import NamedTuple, Protocol, TypeVar

from tilerummy.server.history.archive import packed, records
from tilerummy.server.history.listing import StoredGame
from tilerummy.server.history.summary import UNREADABLE, summaries
from tilerummy.server.store import FinishedTable, Row, StorageError, Store

MOST_GAMES = 10_000
"""How many of the latest games of a guest are listed and counted."""
MADE_AT_ONCE = 40
"""How many missing summaries are made for one request at most."""
READ_AT_ONCE = 2_000
"""Of how many entries summaries or records are made in one job, unless one log has more."""
MOST_PACKED = 200
"""How many of the latest games are in an archive."""

T = TypeVar("T")


class RunJob(Protocol):
    """Runs a job in a worker, for the visitor who waits for it; raises JobError."""

    def __call__(self, job: Callable[..., T], /, *args: object) -> Awaitable[T]:
        """Return what the job returns."""
        ...


class History(NamedTuple):
    """The games of a guest with their summaries, and how many have none yet."""

    games: list[StoredGame]
    missing: int


async def history(store: Store, run: RunJob, session: str) -> History:
    """Return the games of a guest, the latest first; some of the missing summaries are made."""
    tables = await store.finished(session, MOST_GAMES)
    lacking = [table for table in tables if table.summary is None]
    made: dict[str, bytes] = {}
    for part in await _logs(store, lacking[:MADE_AT_ONCE]):
        for log, summary in zip(part, await run(summaries, part), strict=False):
            made[log[0].room] = summary
            await store.add_summary(log[0].room, len(log), summary)
    for table in lacking[:MADE_AT_ONCE]:  # a damaged log is not read again for each request
        if table.room not in made and table.size and not await _readable(store, table.room):
            made[table.room] = UNREADABLE
            await store.add_summary(table.room, table.size, UNREADABLE)
    found = [(t.room, made.get(t.room, t.summary)) for t in tables]
    games = [StoredGame(room, summary) for room, summary in found if summary is not None]
    return History(games, len(tables) - len(games))


async def _readable(store: Store, room: str) -> bool:
    with suppress(StorageError):
        await store.load(room)
        return True
    return False


async def _logs(store: Store, tables: Sequence[FinishedTable]) -> list[list[list[Row]]]:
    """Return the logs of these tables, as many together as one job reads."""
    parts: list[list[list[Row]]] = []
    size = READ_AT_ONCE
    for table in tables:
        with suppress(StorageError):
            if log := await store.load(table.room):
                if size + len(log) > READ_AT_ONCE:
                    parts.append([])
                    size = 0
                parts[-1].append(log)
                size += len(log)
        await asyncio.sleep(0)
    return parts


async def archive(store: Store, run: RunJob, session: str, form: str) -> bytes:
    """Return the records of the latest games of a guest as a zip file.

    The logs are read a few at a time, so that no more of them is in memory.
    """
    waiting = deque(await store.finished(session, MOST_PACKED))
    written: list[tuple[str, int, str]] = []
    while waiting:
        some = [waiting.popleft()]
        size = some[0].size
        while waiting and size + waiting[0].size <= READ_AT_ONCE:
            size += waiting[0].size
            some.append(waiting.popleft())
        for part in await _logs(store, some):
            for log, record in zip(part, await run(records, part, form), strict=True):
                if record:
                    written.append((log[0].room, log[0].at, record))
    return await run(packed, written, form)
