"""Copies a store to another file or database, and checks stores for damaged logs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

from tilerummy.server.store import schema
from tilerummy.server.store.checksums import LogEnd, checked
from tilerummy.server.store.database import Connection, Stored
from tilerummy.server.store.types import (
    CorruptedError,
    Row,
    StorageError,
    StoreDescription,
    StoreOpenError,
)

ROOMS_AT_ONCE = 500
"""The maximum number of rooms to copy in one transaction."""
ENTRIES_AT_ONCE = 20_000
"""The maximum number of entries to copy in one transaction, unless a single room has more."""
GUESTS_AT_ONCE = 5_000
"""The maximum number of guests to copy in one transaction."""

OF_ROOMS = {
    "rooms": "room size head phase private title updated card epoch due clock clock_ran",
    "entries": "room seq at cid guest body checksum answer",
    "answers": "room guest cid answer refused",
    "members": "guest room",
    "seeds": "room round seed",
    "invitations": "room code",
    "admitted": "room guest",
    "public_games": "room at",
    "comments": "room id guest seat at round turn mark text",
    "summaries": "room size summary",
    "reviews": "room seat depth version made summary body",
    "turn_notices": "room endpoint guest turn title due tries",
}
"""The tables that contain room data, and their columns."""

OF_GUESTS = {
    "guests": "id name program made seen face colour",
    "tokens": "hash guest made until",
    "device_codes": "hash guest until",
    "puzzle_players": "guest points deviation volatility attempts",
    "puzzle_attempts": "attempt guest puzzle cid solved before after tried_at",
    "puzzle_ratings": "puzzle points deviation volatility attempts",
    "push_keys": "name key",
    "push_subscriptions": "endpoint guest p256dh auth language zone quiet_from quiet_to made",
    "evenings": "id code owner keeper seen version until body",
    "evening_members": "evening guest seat",
}
"""The tables that contain no room data, and their columns, which begin with the key."""
KEYS = {"evening_members": 2}
"""The number of columns in the key, if it is not one."""

COLUMNS = {**OF_ROOMS, **OF_GUESTS}
"""All tables to copy, and their columns."""

_NOT_IN_OLD = {
    *("turn_notices", "push_keys", "push_subscriptions"),
    *("evenings", "evening_members"),
}
"""The tables that the schema from before rooms had owners lacks."""
_IN_OLD = {
    **dict.fromkeys(("due", "clock"), "NULL"),
    **dict.fromkeys(("epoch", "clock_ran", "tried_at"), "0"),
    "card": "substr(head, 1, 0)",
    "guest": "session",
}
"""SQL expressions that replace columns when reading the schema from before rooms had owners."""

Ends = dict[str, LogEnd]
"""The size of each room's log, and its last checksum."""
Progress = Callable[[int], None]
"""Called with the number of log entries processed since the previous call."""


class Archive(ABC):
    """A store whose tables are read and written as plain rows, over a separate connection.

    Reads the current schema and the last one before rooms had owners. Raises StoreOpenError for any
    other schema.
    """

    before_owners: int
    """The last version of the schema before rooms had owners."""

    def __init__(self, db: Connection, name: str, about: StoreDescription, version: int) -> None:
        self.db, self.about = db, about
        self._old = version == self.before_owners
        if not self._old and version != schema.VERSION:
            raise StoreOpenError(
                f"{name} has schema {version}, this version of tilerummy reads {schema.VERSION}:"
                " run `tilerummy store migrate` on it first"
            )

    @abstractmethod
    def transaction(self) -> AbstractContextManager[object]:
        """Return a transaction that reads consistently and writes atomically."""

    @abstractmethod
    def insert(self, table: str, rows: Sequence[Stored]) -> None:
        """Insert *rows* into *table*; their values are in the order of ``COLUMNS``."""

    @abstractmethod
    def finish_copy(self) -> None:
        """Mark the copy as complete; until then, servers cannot open it."""

    def totals(self) -> tuple[int, int]:
        """Return the number of rooms and the total number of entries."""
        [(rooms, entries)] = self.db.rows("SELECT count(*), coalesce(sum(size), 0) FROM rooms")
        return int(rooms), int(entries)

    def ends(self, after: str | None, limit: int) -> Ends:
        """Return the log sizes and checksums of the first *limit* rooms with ids after *after*."""
        where, values = ("", ()) if after is None else (" WHERE room > ?", (after,))
        query = f"SELECT room, size, head FROM rooms{where} ORDER BY room LIMIT {limit}"
        return {room: (size, head) for room, size, head in self.db.rows(query, *values)}

    def ends_of(self, rooms: Sequence[str]) -> Ends:
        """Return the log sizes and checksums of the given rooms; unknown rooms are omitted."""
        rows = self.db.rows_of("SELECT room, size, head FROM rooms WHERE room = ?", rooms)
        return {room: (size, head) for room, size, head in rows}

    def rows(self, table: str, rooms: Sequence[str]) -> list[Stored]:
        """Return the given rooms' rows in *table*, in no particular order."""
        if self._lacks(table):
            return []
        return self.db.rows_of(f"{self._select(table, OF_ROOMS[table])} WHERE room = ?", rooms)

    def logs(self, rooms: Sequence[str]) -> Mapping[str, list[Row]]:
        """Return the log entries of each of the given rooms, in order."""
        return _logs(self.rows("entries", rooms))

    def guests(self, table: str, after: Stored, limit: int) -> list[Stored]:
        """Return up to *limit* rows of *table* in key order, starting after the row *after*.

        *table* is one of ``OF_GUESTS``. An empty tuple stands for the start.
        """
        if self._lacks(table):
            return []
        names = OF_GUESTS[table].split()[: KEYS.get(table, 1)]
        key = ", ".join(_IN_OLD.get(name, name) if self._old else name for name in names)
        query, order = self._select(table, OF_GUESTS[table]), f" ORDER BY {key} LIMIT {limit}"
        if not after:
            return self.db.rows(f"{query}{order}")
        marks = ", ".join("?" * len(names))
        return self.db.rows(f"{query} WHERE ({key}) > ({marks}){order}", *after[: len(names)])

    def _lacks(self, table: str) -> bool:
        return self._old and table in _NOT_IN_OLD

    def _select(self, table: str, columns: str) -> str:
        names = columns.split()
        if self._old:
            old = {new: old for old, new in schema.RENAMED.items()}
            table = old.get(table, table)
            names = [_IN_OLD.get(name, name) for name in names]
        return f"SELECT {', '.join(names)} FROM {table}"

    def delete(self, table: str, rooms: Sequence[str]) -> None:
        """Delete the given rooms' rows from *table*."""
        self.db.rows_of(f"DELETE FROM {table} WHERE room = ?", rooms)


class Damage(NamedTuple):
    """A room with a damaged log, and the first damaged entry, by number."""

    room: str
    seq: int


class StoreReport(NamedTuple):
    """A store's size and damaged logs; *before* is the number of rooms that were copied earlier."""

    rooms: int
    entries: int
    damaged: tuple[Damage, ...]
    guests: int = 0
    before: int = 0


def copy_store(source: Archive, target: Archive, progress: Progress) -> StoreReport:
    """Copy *source* into *target*, which must be empty or an unfinished copy.

    Skips the logs of rooms that were copied earlier and have not changed since. The copied logs are
    read back and their checksums are verified before each transaction is committed. Damaged logs
    are copied unchanged. Raises StorageError if the rows read back from *target* differ.
    """
    rooms = before = entries = 0
    damaged: list[Damage] = []
    _delete_foreign(source, target)
    for ends in _parts(source):
        with target.transaction():
            old, broken = _copied(source, target, ends)
        damaged += broken
        rooms, before = rooms + len(ends), before + old
        entries += _entries(ends)
        progress(_entries(ends))
    guests = _copy_guests(source, target)
    target.db.rows(schema.DUE_NOW)
    target.finish_copy()
    return StoreReport(rooms, entries, tuple(damaged), guests, before)


def check_store(store: Archive, progress: Progress) -> StoreReport:
    """Verify the checksums of all logs in a store."""
    rooms = entries = 0
    damaged: list[Damage] = []
    for part in _parts(store):
        with store.transaction():  # a server may be writing
            ends = store.ends_of([*part])
            damaged += _damaged(store.logs([*ends]), ends)
        rooms, entries = rooms + len(ends), entries + _entries(ends)
        progress(_entries(part))
    return StoreReport(rooms, entries, tuple(damaged))


def _parts(store: Archive) -> Iterator[Ends]:
    """Yield the log ends of all rooms, in batches."""
    last: str | None = None
    while ends := store.ends(last, ROOMS_AT_ONCE):
        part: Ends = {}
        for room, end in ends.items():
            if part and _entries(part) + end[0] > ENTRIES_AT_ONCE:
                yield part
                part = {}
            part[room] = end
            last = room
        yield part


def _entries(ends: Ends) -> int:
    return sum(size for size, _ in ends.values())


def _delete_foreign(source: Archive, target: Archive) -> None:
    """Delete rooms that no longer exist in the source from an unfinished copy."""
    for ends in _parts(target):
        gone = [*{*ends} - {*source.ends_of([*ends])}]
        with target.transaction():
            for table in OF_ROOMS:
                target.delete(table, gone)


def _copied(source: Archive, target: Archive, ends: Ends) -> tuple[int, list[Damage]]:
    """Copy a batch of rooms; return how many logs had already been copied, and the damaged logs."""
    rooms = [*ends]
    same = {room: end for room, end in target.ends_of(rooms).items() if end == ends[room]}
    for damage in _damaged(target.logs([*same]), same):
        del same[damage.room]
    new = {room: end for room, end in ends.items() if room not in same}
    entries = source.rows("entries", [*new])
    target.delete("entries", [*new])
    target.insert("entries", entries)
    for table in OF_ROOMS:
        if table != "entries":
            target.delete(table, rooms)
            target.insert(table, source.rows(table, rooms))
    written = target.rows("entries", [*new])
    if sorted(written, key=_entry_key) != sorted(entries, key=_entry_key):
        raise StorageError("the copy differs from the source when it is read back")
    return len(same), _damaged(_logs(written), new)


def _entry_key(row: Stored) -> tuple[str, int]:
    return row[:2]


def _logs(entries: Sequence[Stored]) -> Mapping[str, list[Row]]:
    """Group the rows of the table ``entries`` by room, in order."""
    logs: dict[str, list[Row]] = {}
    for *row, _answer in sorted(entries, key=_entry_key):
        logs.setdefault(row[0], []).append(Row(*row))
    return logs


def _damaged(logs: Mapping[str, list[Row]], ends: Ends) -> list[Damage]:
    """Return the rooms whose logs fail verification."""
    damaged = []
    for room, end in ends.items():
        try:
            checked(room, logs.get(room, []), end)
        except CorruptedError as error:
            damaged.append(Damage(room, error.seq))
    return damaged


def _copy_guests(source: Archive, target: Archive) -> int:
    """Copy all tables listed in ``OF_GUESTS``, and return the number of guests."""
    count = 0
    with target.transaction():
        for table in OF_GUESTS:
            target.db.rows(f"DELETE FROM {table}")
            last: Stored = ()
            while rows := source.guests(table, last, GUESTS_AT_ONCE):
                target.insert(table, rows)
                last = rows[-1]
                count += len(rows) if table == "guests" else 0
    return count
