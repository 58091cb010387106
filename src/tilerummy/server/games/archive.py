"""The records of a guest's latest games in one file."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tilerummy.server.games.listing import ReadLogs, RunJob, fitting, read_logs
from tilerummy.server.room.record import whole_record, written
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Row
from tilerummy.server.workers.classes import RECORD
from tilerummy.server.workers.port import Job

ENDINGS = {"text": "rummy", "jsonl": "jsonl"}
"""How the names of the files end, by their form."""


FIRST = 315_532_800
"""The year 1980 in seconds since 1970, in which the times of zip files begin."""
MOST_PACKED = 200
"""How many of the latest games are in an archive."""

PACKED_ENTRIES = 100_000
"""Of how many entries the games in an archive are."""


async def archive(store: Store, read: ReadLogs, run: RunJob, guest: str, form: str) -> bytes:
    """Return the records of the latest games of a guest as a zip file.

    They are those of the latest games that have :data:`PACKED_ENTRIES` entries together, or of the
    latest one.
    """
    tables = await store.games.finished(guest, MOST_PACKED)
    found: list[tuple[str, int, str]] = []
    latest = tables[: max(1, fitting(tables, PACKED_ENTRIES))]
    async with aclosing(read_logs(store, read, latest)) as logs:
        async for part in logs:
            for log, record in zip(part, await run(Job(RECORD, records, part, form)), strict=True):
                if record:
                    found.append((log[0].room, log[0].at, record))
    return await run(Job(RECORD, packed, found, form))


def records(logs: Sequence[Sequence[Row]], form: str) -> list[str]:
    """Return the records of these logs, empty for one without any; it takes 0.2 ms an entry."""
    return [_record(log, form) for log in logs]


def _record(log: Sequence[Row], form: str) -> str:
    if not log:
        return ""
    try:
        room, record = whole_record(log[0].room, [row.body for row in log])
    except ValueError:
        return ""
    return written(record, form) if any(shuffle.seed for shuffle in room.shuffles) else ""


def packed(found: Sequence[tuple[str, int, str]], form: str) -> bytes:
    """Return a zip file of records, given by their games and times in milliseconds."""
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for game, at, record in found:
            time = datetime.fromtimestamp(max(at // 1000, FIRST), UTC)
            name = f"{time:%Y-%m-%d}-{game}.{ENDINGS[form]}"
            entry = ZipInfo(name, (*time.timetuple()[:3], time.hour, time.minute, time.second))
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, record)
    return file.getvalue()
