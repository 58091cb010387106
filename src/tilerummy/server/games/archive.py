"""A zip archive that contains the records of a guest's most recent games."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tilerummy.server.games.listing import ReadLogs, RunJob, fitting, read_logs
from tilerummy.server.room.record import format_record, record_of_log
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Row
from tilerummy.server.workers.classes import RECORD
from tilerummy.server.workers.port import Job

ENDINGS = {"text": "rummy", "jsonl": "jsonl"}
"""The file name extensions, by record format."""
ZIP_EPOCH = 315_532_800
"""The earliest time that zip files can represent, in seconds since 1970."""
MAX_ARCHIVE_GAMES = 200
"""The maximum number of games in an archive."""
MAX_ARCHIVE_ENTRIES = 100_000
"""The maximum number of log entries in an archive, unless its only game has more."""


async def archive(store: Store, read: ReadLogs, run: RunJob, guest: str, form: str) -> bytes:
    """Return a zip file with records of a guest's most recent games.

    The record format *form* is ``text`` or ``jsonl``.
    """
    tables = await store.games.finished(guest, MAX_ARCHIVE_GAMES)
    texts: list[tuple[str, int, str]] = []
    latest = tables[: max(1, fitting(tables, MAX_ARCHIVE_ENTRIES))]
    async with aclosing(read_logs(store, read, latest)) as logs:
        async for part in logs:
            for log, record in zip(part, await run(Job(RECORD, records, part, form)), strict=True):
                if record:
                    texts.append((log[0].room, log[0].at, record))
    return await run(Job(RECORD, packed, texts, form))


def records(logs: Sequence[Sequence[Row]], form: str) -> list[str]:
    """Return a record for each log, or an empty string if no round of the match was finished.

    This takes 0.2 ms per log entry.
    """
    return [_record(log, form) for log in logs]


def _record(log: Sequence[Row], form: str) -> str:
    if not log:
        return ""
    try:
        room, record = record_of_log(log[0].room, [row.body for row in log])
    except ValueError:
        return ""
    return format_record(record, form) if any(shuffle.seed for shuffle in room.shuffles) else ""


def packed(texts: Sequence[tuple[str, int, str]], form: str) -> bytes:
    """Return a zip file of records, each given by its game id, time in milliseconds and text."""
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for game, at, record in texts:
            time = datetime.fromtimestamp(max(at // 1000, ZIP_EPOCH), UTC)
            name = f"{time:%Y-%m-%d}-{game}.{ENDINGS[form]}"
            entry = ZipInfo(name, (*time.timetuple()[:3], time.hour, time.minute, time.second))
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, record)
    return file.getvalue()
