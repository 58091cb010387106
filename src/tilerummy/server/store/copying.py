"""Copying a whole store into another one, of any kind, and checking one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from tilerummy.server.store.archive import OF_GUESTS, OF_TABLES, Archive, StoredRow, logs_of
from tilerummy.server.store.checksums import Ledger, checked
from tilerummy.server.store.port import CorruptedError, StorageError

TABLES_AT_ONCE = 500
"""How many tables are copied in one transaction at most."""
ENTRIES_AT_ONCE = 20_000
"""How many entries are copied in one transaction, unless one table has more."""
GUESTS_AT_ONCE = 5_000
"""How many guests are copied in one transaction."""

Ledgers = dict[str, Ledger]
Progress = Callable[[int], None]
"""Is told how many more entries are done."""


@dataclass(frozen=True, slots=True)
class Damage:
    """A table whose log is damaged, from which entry on."""

    room: str
    seq: int


@dataclass(frozen=True, slots=True)
class CopyReport:
    """What was copied, what had been copied before, and what is as damaged as in the source."""

    rooms: int
    before: int
    entries: int
    guests: int
    damaged: tuple[Damage, ...]


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What a store holds, and which of its logs are damaged."""

    rooms: int
    entries: int
    damaged: tuple[Damage, ...]


def copy_store(source: Archive, target: Archive, progress: Progress) -> CopyReport:
    """Copy all of *source* into *target*, which is empty or an unfinished copy.

    Tables that were copied before and have not changed since are not copied again. Every log is
    read back and compared by its checksums before its transaction is committed; damage is copied
    as it is. Raises StorageError if *target* holds something else than was written.
    """
    rooms = before = entries = 0
    damaged: list[Damage] = []
    _delete_foreign(source, target)
    for ledgers in _parts(source):
        with target.transaction():
            old, broken = _copied(source, target, ledgers)
        damaged += broken
        rooms, before = rooms + len(ledgers), before + old
        entries += _entries(ledgers)
        progress(_entries(ledgers))
    guests = _copy_guests(source, target)
    target.finish_copy()
    return CopyReport(rooms, before, entries, guests, tuple(damaged))


def check_store(store: Archive, progress: Progress) -> CheckReport:
    """Read the whole store, and compare every log with its checksums."""
    rooms = entries = 0
    damaged: list[Damage] = []
    for part in _parts(store):
        with store.transaction():  # a server may write meanwhile
            ledgers = store.ledgers_of([*part])
            damaged += _damaged(store.rows("entries", [*ledgers]), ledgers)
        rooms, entries = rooms + len(ledgers), entries + _entries(ledgers)
        progress(_entries(part))
    return CheckReport(rooms, entries, tuple(damaged))


def _parts(store: Archive) -> Iterator[Ledgers]:
    """Yield all tables, as many at a time as are handled together."""
    last: str | None = None
    while ledgers := store.ledgers(last, TABLES_AT_ONCE):
        part: Ledgers = {}
        for room, ledger in ledgers.items():
            if part and _entries(part) + ledger.size > ENTRIES_AT_ONCE:
                yield part
                part = {}
            part[room] = ledger
            last = room
        yield part


def _entries(ledgers: Mapping[str, Ledger]) -> int:
    return sum(ledger.size for ledger in ledgers.values())


def _delete_foreign(source: Archive, target: Archive) -> None:
    """Delete from an unfinished copy the tables that are not in the source any more."""
    for ledgers in _parts(target):
        gone = [*{*ledgers} - {*source.ledgers_of([*ledgers])}]
        with target.transaction():
            for name in OF_TABLES:
                target.delete(name, gone)


def _copied(source: Archive, target: Archive, ledgers: Ledgers) -> tuple[int, list[Damage]]:
    """Copy tables; return how many logs were there before, and which are damaged."""
    rooms = [*ledgers]
    found = target.ledgers_of(rooms)
    there = {room: ledger for room, ledger in found.items() if ledger == ledgers[room]}
    for damage in _damaged(target.rows("entries", [*there]), there):
        del there[damage.room]
    new = {room: ledger for room, ledger in ledgers.items() if room not in there}
    entries = source.rows("entries", [*new])
    target.delete("entries", [*new])
    target.insert("entries", entries)
    for name in OF_TABLES:
        if name != "entries":
            target.delete(name, rooms)
            target.insert(name, source.rows(name, rooms))
    written = target.rows("entries", [*new])
    if sorted(written, key=_place) != sorted(entries, key=_place):
        raise StorageError("what was written is not what is read back")
    return len(there), _damaged(written, new)


def _place(row: tuple[object, ...]) -> tuple[str, int]:
    return str(row[0]), int(str(row[1]))


def _damaged(entries: Sequence[StoredRow], ledgers: Ledgers) -> list[Damage]:
    """Return those of the tables whose log does not have its checksums, given all entries."""
    logs = logs_of(entries)
    damaged = []
    for room, ledger in ledgers.items():
        try:
            checked(room, logs.get(room, []), ledger)
        except CorruptedError as error:
            damaged.append(Damage(room, error.seq))
    return damaged


def _copy_guests(source: Archive, target: Archive) -> int:
    """Copy all guests with their tokens and codes, and return how many guests there are."""
    count = 0
    with target.transaction():
        target.delete_guests()
        for name in OF_GUESTS:
            last: object = None
            while rows := source.guests(name, last, GUESTS_AT_ONCE):
                target.insert(name, rows)
                last = rows[-1][0]
                count += len(rows) if name == "guests" else 0
    return count
