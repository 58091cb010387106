"""Checksums that chain the entries of a log, so that changed or lost entries are detected."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

from tilerummy.server.store.types import CorruptedError, Row

SIZE = 16

LogEnd = tuple[int, bytes]
"""The number of entries in a log, and the checksum of the last one."""


def start(room: str) -> bytes:
    """Return the initial checksum of a room's log, which the first entry's checksum continues."""
    return blake2b(room.encode(), digest_size=SIZE).digest()


def link(before: bytes, row: Row) -> bytes:
    """Return the checksum of an entry, given the checksum of the preceding entry."""
    parts = (row.room, str(row.seq), str(row.at), row.cid, row.guest)
    fields = "".join(["-" if part is None else f"{len(part)}:{part}" for part in parts])
    return blake2b(b"".join((before, fields.encode(), row.body)), digest_size=SIZE).digest()


def checked(room: str, entries: Iterable[Row], end: LogEnd, *, since: int = 0) -> list[Row]:
    """Verify the checksums of a room's entries, and return the entries from number *since* on.

    *entries* may start with the entry before *since*. Raises CorruptedError at the first damaged
    entry.
    """
    rows: list[Row] = []
    last, number = start(room), 0
    for row in entries:
        if row.seq == since - 1:
            last, number = row.head, since
            continue
        last = link(last, row)
        if row.seq != number or last != row.head:
            raise CorruptedError(room, number, rows)
        rows.append(row)
        number += 1
    if rows and (number, last) != end:
        raise CorruptedError(room, min(number, end[0]), rows[: max(end[0] - since, 0)])
    if not rows and since < end[0]:
        raise CorruptedError(room, since, rows)
    return rows
