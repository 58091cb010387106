"""The logs of the tables in a database: how they are read, checked, deleted and rewritten."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tilerummy.server.store.checksums import Ledger, checked, link, start
from tilerummy.server.store.database.connection import Connection
from tilerummy.server.store.port import (
    FINISHED,
    Card,
    CorruptedError,
    FinishedTable,
    Listed,
    Row,
)

TABLES = (
    *("rooms", "entries", "answers", "members", "secrets", "invites", "admitted"),
    *("public_games", "comments", "summaries", "reviews"),
)
"""All that is stored of a table."""


def answered(db: Connection, room: str, session: str, cid: str) -> bytes | None:
    """Return the answer of a command."""
    found = db.rows(
        "SELECT answer FROM entries WHERE coalesce(session, '') = ? AND room = ? AND cid = ?"
        " AND answer IS NOT NULL UNION ALL"
        " SELECT answer FROM answers WHERE session = ? AND room = ? AND cid = ?",
        *(session, room, cid) * 2,
    )
    for (answer,) in found:
        assert isinstance(answer, bytes)
        return answer
    return None


def commands(db: Connection, room: str) -> list[tuple[str, str]]:
    """Return the sessions and ids of all commands that a table has answered."""
    found = db.rows(
        "SELECT session, cid FROM answers WHERE room = ? UNION ALL"
        " SELECT coalesce(session, ''), cid FROM entries WHERE room = ? AND answer IS NOT NULL",
        *(room, room),
    )
    return [(session, cid) for session, cid in found]


def load(db: Connection, room: str, since: int) -> list[Row]:
    """Return the entries from number *since* on; see the port."""
    found = db.rows(  # in one statement, so that log and index are of the same moment
        "SELECT size, head, seq, at, cid, session, body, checksum FROM rooms LEFT JOIN entries"
        " ON entries.room = rooms.room AND seq >= ? WHERE rooms.room = ? ORDER BY seq",
        *(since - 1, room),
    )
    if not found:
        return []
    ledger = Ledger(*found[0][:2])
    rows = [
        (Row(room, seq, at, cid, session, body), checksum)
        for _, _, seq, at, cid, session, body, checksum in found
        if seq is not None
    ]
    return checked(room, rows, ledger, since=since)


def live(db: Connection) -> list[str]:
    """Return the tables to resume; an index finds the few among all, as they are in ranges."""
    one, two = sorted(FINISHED)
    found = db.rows(
        "SELECT room FROM rooms WHERE phase < ? OR (phase > ? AND phase < ?) OR phase > ?"
        " ORDER BY updated DESC, room DESC",
        *(one, one, two, two),
    )
    return [room for (room,) in found]


def listed(db: Connection, rooms: Sequence[str] | None) -> list[Listed]:
    """Return the index, or these tables of it."""
    index = (
        "SELECT rooms.room, size, phase, private, title, updated, session FROM rooms"
        " LEFT JOIN members ON members.room = rooms.room"
    )
    found = db.rows(index) if rooms is None else db.rows_of(f"{index} WHERE rooms.room = ?", rooms)
    listing: dict[str, Listed] = {}
    for room, size, phase, private, title, updated, member in found:
        known = listing.get(room)
        members = known.card.members if known else ()
        if member is not None:
            members = (*members, member)
        listing[room] = Listed(room, Card(phase, bool(private), title, members), size, updated)
    return sorted(listing.values(), key=lambda each: each.updated, reverse=True)


def rooms_of(db: Connection, session: str) -> list[str]:
    """Return the tables of a guest."""
    found = db.rows(
        "SELECT room FROM members JOIN rooms USING (room) WHERE session = ? ORDER BY updated DESC",
        session,
    )
    return [room for (room,) in found]


def finished(db: Connection, session: str, most: int) -> list[FinishedTable]:
    """Return the latest finished tables of a guest."""
    found = db.rows(
        "SELECT rooms.room, rooms.size, updated, summary FROM members"
        " JOIN rooms ON rooms.room = members.room LEFT JOIN summaries"
        " ON summaries.room = rooms.room AND summaries.size = rooms.size"
        " WHERE session = ? AND phase IN (?, ?) ORDER BY updated DESC, rooms.room LIMIT ?",
        *(session, *FINISHED, most),
    )
    return [FinishedTable(*row) for row in found]


def add_summary(db: Connection, room: str, size: int, summary: bytes) -> None:
    """Store the summary of a log of that size, if there is such a log."""
    db.lock([room])
    db.rows(
        "INSERT INTO summaries SELECT room, size, ? FROM rooms"
        " WHERE room = ? AND size = ? AND phase IN (?, ?)"
        " ON CONFLICT (room) DO UPDATE SET size = excluded.size, summary = excluded.summary",
        *(summary, room, size, *FINISHED),
    )


def secrets(db: Connection, room: str) -> dict[int, bytes]:
    """Return the seeds of a table by their round."""
    return dict(db.rows("SELECT round, seed FROM secrets WHERE room = ?", room))


def newest(db: Connection) -> int:
    """Return the latest time of a write."""
    found = db.rows("SELECT max(updated) FROM rooms UNION ALL SELECT max(seen) FROM guests")
    return max(latest or 0 for (latest,) in found)


def drop(db: Connection, rooms: Sequence[str]) -> None:
    """Delete tables with all their data."""
    db.lock(rooms)
    for name in TABLES:
        db.rows_of(f"DELETE FROM {name} WHERE room = ?", rooms)


def rewrite(db: Connection, room: str, changed: Callable[[Row], Row]) -> bool:
    """Replace the entries of a locked table by changed ones, and return whether any differs.

    A damaged log is rewritten to its end, and its damage is found as before: from the first damaged
    entry on the checksums stay the same, and so does the index.
    """
    damaged: list[tuple[Row, bytes]] | None = None
    try:
        before = load(db, room, 0)
    except CorruptedError as error:
        before, damaged = error.rows, _rows(db, room, len(error.rows))
    rows = [changed(row) for row in before]
    rest = [(changed(row), checksum) for row, checksum in damaged or ()]
    if rows == before and rest == (damaged or []):
        return False
    head = start(room)
    new: list[tuple[Row, bytes]] = []
    for row in rows:
        head = link(head, row)
        new.append((row, head))
    _replace(db, [*new, *rest])
    db.rows("DELETE FROM summaries WHERE room = ?", room)
    if damaged is None:
        db.rows("UPDATE rooms SET head = ? WHERE room = ?", head, room)
    return True


def _rows(db: Connection, room: str, first: int) -> list[tuple[Row, bytes]]:
    """Return entries with their checksums."""
    found = db.rows(
        "SELECT room, seq, at, cid, session, body, checksum FROM entries"
        " WHERE room = ? AND seq >= ? ORDER BY seq",
        *(room, first),
    )
    return [(Row(*row), checksum) for *row, checksum in found]


def _replace(db: Connection, rows: Sequence[tuple[Row, bytes]]) -> None:
    """Replace what is stored of entries; an answer goes with the session that was given it."""
    db.many(
        "UPDATE entries SET answer = CASE WHEN session IS NOT DISTINCT FROM ? THEN answer END,"
        " session = ?, body = ?, checksum = ? WHERE room = ? AND seq = ?",
        [(row.session, row.session, row.body, sum_, row.room, row.seq) for row, sum_ in rows],
    )
