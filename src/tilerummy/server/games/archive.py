"""The records of several games in one file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from tilerummy.deadline import NEVER, Deadline
from tilerummy.records import write_jsonl, write_text
from tilerummy.server.room.entries import read_entry
from tilerummy.server.room.fold import replay
from tilerummy.server.room.record import room_record
from tilerummy.server.store import Row

ENDINGS = {"text": "rummy", "jsonl": "jsonl"}
"""How the names of the files end, by their form."""


FIRST = 315_532_800
"""The year 1980 in seconds since 1970, in which the times of zip files begin."""


def records(logs: Sequence[Sequence[Row]], form: str, *, deadline: Deadline = NEVER) -> list[str]:
    """Return the records of these logs, empty for one without any; it needs 0.2 ms an entry."""
    del deadline
    return [_record(log, form) for log in logs]


def _record(log: Sequence[Row], form: str) -> str:
    if not log:
        return ""
    try:
        steps = [*replay(log[0].room, (read_entry(row.body) for row in log))]
    except ValueError:
        return ""
    room = steps[-1].room
    if not any(shuffle.seed for shuffle in room.shuffles):
        return ""
    record = room_record(room, steps)
    return write_jsonl(record) if form == "jsonl" else write_text(record)


def packed(
    written: Sequence[tuple[str, int, str]], form: str, *, deadline: Deadline = NEVER
) -> bytes:
    """Return a zip file of records, given by their games and times in milliseconds."""
    del deadline
    file = BytesIO()
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for game, at, record in written:
            time = datetime.fromtimestamp(max(at // 1000, FIRST), UTC)
            name = f"{time:%Y-%m-%d}-{game}.{ENDINGS[form]}"
            entry = ZipInfo(name, (*time.timetuple()[:3], time.hour, time.minute, time.second))
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, record)
    return file.getvalue()
