"""What copies and checks whole stores: all that a store holds, as the rows of its tables.

Every kind of store has the same tables with the same columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from tilerummy.server.store.checksums import Ledger
from tilerummy.server.store.port import Row, StoreDescription

StoredRow = tuple[object, ...]
"""A row of a table, in the order of its columns."""

OF_TABLES = {
    "rooms": ("room", "size", "head", "phase", "private", "title", "updated"),
    "entries": ("room", "seq", "at", "cid", "session", "body", "checksum", "answer"),
    "answers": ("room", "session", "cid", "answer", "refused"),
    "members": ("session", "room"),
    "secrets": ("room", "round", "seed"),
    "invites": ("room", "code"),
    "admitted": ("room", "session"),
    "public_games": ("room", "at"),
    "comments": ("room", "id", "session", "seat", "at", "round", "turn", "mark", "text"),
    "summaries": ("room", "size", "summary"),
    "reviews": ("room", "seat", "depth", "version", "made", "summary", "body"),
}
"""What is stored of tables of players, and its columns."""

OF_GUESTS = {
    "guests": ("id", "name", "program", "made", "seen", "face", "colour"),
    "tokens": ("hash", "session", "made", "until"),
    "carries": ("hash", "session", "until"),
    "puzzle_players": ("session", "points", "deviation", "volatility", "attempts"),
    "puzzle_attempts": ("attempt", "session", "puzzle", "cid", "solved", "before", "after"),
    "puzzle_ratings": ("puzzle", "points", "deviation", "volatility", "attempts"),
}
"""What is stored of guests and of no table, and its columns, of which the first is the key."""

TRUTHS = ("private", "program")
"""The columns that hold true or false."""


class Archive(Protocol):
    """A whole store, open for copying or checking."""

    @property
    def about(self) -> StoreDescription:
        """What the store is, and what it cannot promise as it is set up."""
        ...

    def totals(self) -> tuple[int, int]:
        """Return the numbers of tables and of entries."""
        ...

    def ledgers(self, after: str | None, most: int) -> dict[str, Ledger]:
        """Return the next tables *after* one, in an order of the store's own, with their ends."""
        ...

    def ledgers_of(self, rooms: Sequence[str]) -> dict[str, Ledger]:
        """Return those of the tables that there are, with the ends of their logs."""
        ...

    def rows(self, name: str, rooms: Sequence[str]) -> list[StoredRow]:
        """Return what is stored of these tables under a name of ``OF_TABLES``, logs in order."""
        ...

    def guests(self, name: str, after: object, most: int) -> list[StoredRow]:
        """Return the next rows under a name of ``OF_GUESTS``, in the order of their keys."""
        ...

    def delete(self, name: str, rooms: Sequence[str]) -> None:
        """Delete what is stored of these tables under a name of ``OF_TABLES``."""
        ...

    def delete_guests(self) -> None:
        """Delete all guests."""
        ...

    def insert(self, name: str, rows: Sequence[StoredRow]) -> None:
        """Store rows."""
        ...

    def transaction(self) -> AbstractContextManager[object]:
        """Return a context in which all is read at one moment, and written together."""
        ...

    def finish_copy(self) -> None:
        """Store that the copy into it is whole; only then a server opens it."""
        ...

    def close(self) -> None:
        """Close it."""
        ...


def logs_of(rows: Sequence[StoredRow]) -> Mapping[str, list[tuple[Row, bytes]]]:
    """Return rows of ``entries`` as the logs of tables, with their checksums."""
    logs: dict[str, list[tuple[Row, bytes]]] = {}
    for row in rows:
        match row:
            case (
                str(room),
                int(seq),
                int(at),
                str() | None as cid,
                str() | None as session,
                bytes(body),
                bytes(checksum),
                _,
            ):
                entry = Row(room, seq, at, cid, session, body), checksum
                logs.setdefault(room, []).append(entry)
            case _:
                raise AssertionError("the schema says what is in a row")
    return logs
