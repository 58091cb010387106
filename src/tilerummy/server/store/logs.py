"""Room logs, which can only be extended by :meth:`RoomLogs.append`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tilerummy.server.store.checksums import checked, link, start
from tilerummy.server.store.database import Append, Connection, Statement, StorePart, Value
from tilerummy.server.store.types import (
    FINISHED,
    REFUSALS,
    Appended,
    CorruptedError,
    Entries,
    Fenced,
    RoomSummary,
    Row,
)


class RoomLogs(StorePart):
    """Room logs; *now* returns the time in milliseconds since 1970."""

    async def append(self, new: Entries) -> Appended | Fenced:
        """Append either all entries or none. When this returns, they are on disk.

        The append is performed even if the caller is cancelled. Raises StorageError if nothing was
        stored.
        """
        entries, append = _append(new, self._now())
        if not await self._database.append(append):
            return Fenced()
        head = entries[-1].head if entries else new.head
        return Appended(new.expected, new.expected + len(entries) - 1, head)

    async def load(self, room: str, since: int = 0) -> list[Row]:
        """Return a room's entries from number *since* on.

        If the log is damaged, raises CorruptedError, which contains the entries before the first
        damaged one.
        """
        return await self._database.read(lambda db: load(db, room, since))

    async def commands(self, room: str) -> set[tuple[str, str]]:
        """Return the guest and command id of every command that a room has processed."""
        query = (
            "SELECT guest, cid FROM answers WHERE room = ? UNION ALL"
            " SELECT guest, cid FROM entries WHERE room = ? AND answer IS NOT NULL"
            " AND guest IS NOT NULL"
        )
        found = await self._database.read(lambda db: db.rows(query, room, room))
        return {(guest, cid) for guest, cid in found}

    async def answer(self, room: str, guest: str, cid: str) -> bytes | None:
        """Return the stored result of a command, or None if the command is unknown."""
        query = (
            "SELECT answer FROM entries WHERE guest = ? AND room = ? AND cid = ?"
            " AND answer IS NOT NULL UNION ALL"
            " SELECT answer FROM answers WHERE guest = ? AND room = ? AND cid = ?"
        )
        values = (guest, room, cid) * 2
        found: list[tuple[bytes]] = await self._database.read(lambda db: db.rows(query, *values))
        return found[0][0] if found else None

    async def seeds(self, room: str) -> dict[int, bytes]:
        """Return the seeds of a room's shuffles, by round. Only the room itself may read them."""
        query = "SELECT round, seed FROM seeds WHERE room = ?"
        return await self._database.read(lambda db: dict(db.rows(query, room)))


def load(db: Connection, room: str, since: int) -> list[Row]:
    """Return a room's entries from number *since* on; see :meth:`RoomLogs.load`."""
    found = db.rows(  # a single statement, so that log and index match
        "SELECT size, head, seq, at, cid, guest, body, checksum FROM rooms LEFT JOIN entries"
        " ON entries.room = rooms.room AND seq >= ? WHERE rooms.room = ? ORDER BY seq",
        *(since - 1, room),
    )
    if not found:
        return []
    size, head = found[0][:2]
    rows = [Row(room, *row) for _, _, *row in found if row[0] is not None]
    return checked(room, rows, (size, head), since=since)


def rewrite(db: Connection, room: str, changed: Callable[[Row], Row]) -> bool:
    """Apply *changed* to all entries of a locked room, and return whether any entry has changed.

    Deletes the game summary, and the body and title of the room summary; both are rebuilt later. In
    a damaged log, the checksums from the first damaged entry on are not updated, so the damage
    remains detectable.
    """
    damaged: list[Row] = []
    try:
        before, whole = load(db, room, 0), True
    except CorruptedError as error:
        before, whole = error.rows, False
        damaged = [
            Row(room, *row)
            for row in db.rows(
                "SELECT seq, at, cid, guest, body, checksum FROM entries"
                " WHERE room = ? AND seq >= ? ORDER BY seq",
                *(room, len(before)),
            )
        ]
    new = [changed(row) for row in (*before, *damaged)]
    if new == [*before, *damaged]:
        return False
    head = start(room)
    for number, row in enumerate(new[: len(before)]):
        head = link(head, row)
        new[number] = replace(row, head=head)
    db.many(  # deletes the results sent to the removed guest
        "UPDATE entries SET answer = CASE WHEN guest IS NOT DISTINCT FROM ? THEN answer END,"
        " guest = ?, body = ?, checksum = ? WHERE room = ? AND seq = ?",
        [(row.guest, row.guest, row.body, row.head, room, row.seq) for row in new],
    )
    db.rows("DELETE FROM summaries WHERE room = ?", room)
    db.rows("UPDATE rooms SET card = ?, title = '' WHERE room = ?", b"", room)
    if whole:
        db.rows("UPDATE rooms SET head = ? WHERE room = ?", head, room)
    return True


def _append(new: Entries, now: int) -> tuple[list[Row], Append]:
    """Return the new log entries with their checksums, and the append that stores the entries."""
    room, last = new.room, start(new.room) if new.expected == 0 else new.head
    rows: list[Row] = []
    for seq, body in enumerate(new.bodies, new.expected):
        row = Row(room, seq, now, new.cid, new.guest, body)
        last = link(last, row)
        rows.append(replace(row, head=last))
    size = new.expected + len(rows)
    first = _create(new, size, last, now) if new.expected == 0 else _extend(new, size, last, now)
    after = (room, size, last, new.epoch)
    written = "SELECT 1 FROM rooms WHERE room = ? AND size = ? AND head = ? AND epoch = ?"
    further = [
        Statement(f"{text} EXISTS ({written}){end}", (*values, *after))
        for text, values, end in _further(new, rows)
    ]
    stored = Statement(written, after) if rows else Statement("SELECT 1 WHERE 1 = 0", ())
    return rows, Append(room, first, further, stored)


def _create(new: Entries, size: int, head: bytes, now: int) -> Statement:
    """Return the statement that creates a room unless it already exists."""
    summary = new.summary or RoomSummary("waiting")
    return Statement(
        "INSERT INTO rooms (room, size, head, phase, private, title, card, updated, due, clock)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (
            *(new.room, size, head, summary.phase, summary.private, summary.title, summary.body),
            *(now, new.due, new.clock),
        ),
    )


def _extend(new: Entries, size: int, head: bytes, now: int) -> Statement:
    """Return the statement that updates the room index, provided the log has the expected head.

    After the end of a match, the time no longer changes.
    """
    changes: dict[str, Value] = {"size": size, "head": head}
    if (summary := new.summary) is not None:
        changes |= {"phase": summary.phase, "private": summary.private, "title": summary.title}
        changes |= {"card": summary.body}
    if new.clock is not None:
        changes["clock"] = new.clock
    columns = ", ".join(f"{column} = ?" for column in changes)
    started = "" if new.clock is None else ", clock_at = now_ms(), clock_ran = 0"
    updated = "CASE WHEN phase IN (?, ?) THEN updated ELSE ? END"
    return Statement(
        f"UPDATE rooms SET {columns}, updated = {updated}{started}"
        " WHERE room = ? AND size = ? AND head = ? AND epoch = ?",
        (
            *(*changes.values(), *FINISHED, now),
            *(new.room, new.expected, new.head, new.epoch),
        ),
    )


_Guarded = tuple[str, tuple[Value, ...], str]
"""A statement's first part, parameters and last part; the append's condition goes between them."""

_ONCE = " ON CONFLICT DO NOTHING"
_ENTRY = (
    "INSERT INTO entries (room, seq, at, cid, guest, body, checksum, answer)"
    " SELECT ?, ?, ?, ?, ?, ?, ?, ? WHERE"
)
_LATEST = "SELECT max(refused) FROM answers WHERE room = ? AND guest = ?"
_REFUSAL = (
    "INSERT INTO answers (room, guest, cid, answer, refused)"
    f" SELECT ?, ?, ?, ?, 1 + coalesce(({_LATEST}), 0) WHERE"
)
_OLD_REFUSALS = (
    "DELETE FROM answers WHERE room = ? AND guest = ?"
    f" AND refused BETWEEN 1 AND ({_LATEST}) - {REFUSALS} AND"
)
_MEMBER = "INSERT INTO members (guest, room) SELECT ?, ? WHERE"
_SEED = "INSERT INTO seeds (room, round, seed) SELECT ?, ?, ? WHERE"
_NEW_SEED = " ON CONFLICT (room, round) DO UPDATE SET seed = excluded.seed"
_ADMITTED = "INSERT INTO admitted (room, guest) SELECT ?, ? WHERE"


def _further(new: Entries, rows: list[Row]) -> Iterator[_Guarded]:
    """Yield the statements that an append executes after updating the room index."""
    room = new.room
    for row in rows:
        answer = new.answer if row is rows[-1] and new.cid is not None else None
        values = (row.seq, row.at, row.cid, row.guest, row.body, row.head, answer)
        yield _ENTRY, (room, *values), ""
    if new.cid is not None and not rows:
        key = (room, new.guest or "")
        yield _REFUSAL, (*key, new.cid, new.answer, *key), _ONCE
        yield _OLD_REFUSALS, (*key, *key), ""
    if new.summary is not None:
        members = new.summary.members
        except_members = f" AND guest NOT IN ({', '.join('?' * len(members))})" if members else ""
        yield f"DELETE FROM members WHERE room = ?{except_members} AND", (room, *members), ""
        for guest in members:
            yield _MEMBER, (guest, room), _ONCE
    for number, seed in new.seeds.items():
        yield _SEED, (room, number, seed), _NEW_SEED
    for guest in new.invited:
        yield _ADMITTED, (room, guest), _ONCE
