"""Checksums that chain the entries of a log, so that a changed or lost one is noticed."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import NamedTuple

from tilerummy.server.store.port import CorruptedError, Row

SIZE = 16


def start(room: str) -> bytes:
    """Return the checksum before the first entry of a table."""
    return blake2b(room.encode(), digest_size=SIZE).digest()


def link(before: bytes, row: Row) -> bytes:
    """Return the checksum of an entry, given that of the entry before it."""
    parts = (row.room, str(row.seq), str(row.at), row.cid, row.session)
    fields = "".join(["-" if part is None else f"{len(part)}:{part}" for part in parts])
    return blake2b(b"".join((before, fields.encode(), row.body)), digest_size=SIZE).digest()


class Ledger(NamedTuple):
    """A log in the index: how many entries it has, and the checksum of the last."""

    size: int
    head: bytes


def checked(
    room: str, entries: Iterable[tuple[Row, bytes]], ledger: Ledger, *, since: int = 0
) -> list[Row]:
    """Return the entries of a table from *since* on, each as it was written.

    *entries* have their checksums and are in order, beginning with the one before *since* if there
    is one. Raises CorruptedError at the first that is not as it was written.
    """
    rows: list[Row] = []
    last, number = start(room), 0
    for row, checksum in entries:
        if row.seq == since - 1:
            last, number = checksum, since
            continue
        last = link(last, row)
        if row.seq != number or last != checksum:
            raise CorruptedError(room, number, rows)
        rows.append(row)
        number += 1
    if rows and (number, last) != ledger:
        raise CorruptedError(room, min(number, ledger.size), rows[: max(ledger.size - since, 0)])
    if not rows and since < ledger.size:
        raise CorruptedError(room, since, rows)
    return rows
