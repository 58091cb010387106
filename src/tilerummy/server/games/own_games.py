"""The history of a guest: summaries from the store, and those made that are missing."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing, suppress
from itertools import accumulate
from typing import NamedTuple, Protocol, TypeVar

from tilerummy.server.games.archive import packed, records
from tilerummy.server.games.listing import StoredGame
from tilerummy.server.games.summary import UNREADABLE, summaries
from tilerummy.server.store import FinishedTable, Row, StorageError, Store

MOST_GAMES = 10_000
"""How many of the latest games of a guest are listed and counted."""
MADE_AT_ONCE, MADE_OF_ENTRIES = 40, 20_000
"""How many missing summaries are made for one request at most, and of how many entries."""
READ_AT_ONCE = 2_000
"""Of how many entries summaries or records are made in one job, unless one log has more."""
MOST_PACKED = 200
"""How many of the latest games are in an archive."""

PACKED_ENTRIES = 100_000
"""Of how many entries the games in an archive are."""

T = TypeVar("T")


class ReadLogs(Protocol):
    """Lets logs be read when it is the turn of who asks; raises StorageError."""

    def __call__(self, entries: int, /) -> AbstractAsyncContextManager[None]:
        """Return a context in which logs of so many entries may be in memory."""
        ...


class RunJob(Protocol):
    """Runs a job in a worker, for the visitor who waits for it; raises JobError."""

    def __call__(self, job: Callable[..., T], /, *args: object) -> Awaitable[T]:
        """Return what the job returns."""
        ...


class History(NamedTuple):
    """The games of a guest with their summaries, and how many have none yet."""

    games: list[StoredGame]
    missing: int


async def history(store: Store, read: ReadLogs, run: RunJob, session: str) -> History:
    """Return the games of a guest, the latest first; some of the missing summaries are made."""
    tables = await store.finished(session, MOST_GAMES)
    lacking = _first(tables, MADE_AT_ONCE, MADE_OF_ENTRIES)
    made: dict[str, bytes] = {}
    async with aclosing(_logs(store, read, lacking)) as logs:
        async for part in logs:
            for log, summary in zip(part, await run(summaries, part), strict=False):
                made[log[0].room] = summary
                await store.add_summary(log[0].room, len(log), summary)
    for table in lacking:  # a damaged log is not read again for each request
        if table.room not in made and table.size and not await _readable(store, read, table):
            made[table.room] = UNREADABLE
            await store.add_summary(table.room, table.size, UNREADABLE)
    found = [(t.room, made.get(t.room, t.summary)) for t in tables]
    games = [StoredGame(room, summary) for room, summary in found if summary is not None]
    return History(games, len(tables) - len(games))


def _first(tables: Sequence[FinishedTable], most: int, entries: int) -> list[FinishedTable]:
    """Return the first tables without a summary: some of them, of so many entries, or one."""
    lacking = [table for table in tables if table.summary is None][:most]
    return lacking[: max(1, _fitting(lacking, entries))]


def _fitting(tables: Sequence[FinishedTable], entries: int) -> int:
    """Return how many of the first tables have up to so many entries together."""
    ends = accumulate(table.size for table in tables)
    return sum(end <= entries for end in ends)


async def _readable(store: Store, read: ReadLogs, table: FinishedTable) -> bool:
    with suppress(StorageError):
        async with read(table.size):
            await store.load(table.room)
        return True
    return False


async def _logs(
    store: Store, read: ReadLogs, tables: Sequence[FinishedTable]
) -> AsyncGenerator[list[list[Row]], None]:
    """Yield the logs of these tables, as many together as one job reads; no others are held.

    Close it if it is not read to its end: the logs it has yielded last are held until then.
    """
    left = [*tables]
    while left:
        count = max(1, _fitting(left, READ_AT_ONCE))
        some, left = left[:count], left[count:]
        async with read(sum(table.size for table in some)):
            part: list[list[Row]] = []
            for table in some:
                with suppress(StorageError):
                    if log := await store.load(table.room):
                        part.append(log)
            if part:
                yield part


async def archive(store: Store, read: ReadLogs, run: RunJob, session: str, form: str) -> bytes:
    """Return the records of the latest games of a guest as a zip file.

    They are those of the latest games that have :data:`PACKED_ENTRIES` entries together, or of the
    latest one.
    """
    tables = await store.finished(session, MOST_PACKED)
    written: list[tuple[str, int, str]] = []
    latest = tables[: max(1, _fitting(tables, PACKED_ENTRIES))]
    async with aclosing(_logs(store, read, latest)) as logs:
        async for part in logs:
            for log, record in zip(part, await run(records, part, form), strict=True):
                if record:
                    written.append((log[0].room, log[0].at, record))
    return await run(packed, written, form)
