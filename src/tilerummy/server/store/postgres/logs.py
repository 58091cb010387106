"""The logs of the tables in PostgreSQL: how they are read, checked, deleted and rewritten."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import psycopg

from tilerummy.server.store.checksums import Ledger, checked, link, start
from tilerummy.server.store.port import FINISHED, Card, CorruptedError, Listed, Row
from tilerummy.server.store.postgres.text import texts

TABLES = ("rooms", "entries", "answers", "members", "secrets", "invites", "admitted")
"""All that is stored of a table."""


def answered(db: psycopg.Connection, room: str, session: str, cid: str) -> bytes | None:
    """Return the answer of a command."""
    found = db.execute(
        "SELECT answer FROM entries WHERE coalesce(session, '') = %(session)s AND room = %(room)s"
        " AND cid = %(cid)s AND answer IS NOT NULL UNION ALL"
        " SELECT answer FROM answers WHERE room = %(room)s AND session = %(session)s"
        " AND cid = %(cid)s",
        {"room": room, "session": session, "cid": cid},
        binary=True,
    ).fetchall()
    for (answer,) in found:
        assert isinstance(answer, bytes)
        return answer
    return None


def commands(db: psycopg.Connection, room: str) -> list[tuple[str, str]]:
    """Return the sessions and ids of all commands that a table has answered."""
    return db.execute(
        "SELECT session, cid FROM answers WHERE room = %(room)s UNION ALL"
        " SELECT coalesce(session, ''), cid FROM entries"
        " WHERE room = %(room)s AND answer IS NOT NULL",
        {"room": room},
    ).fetchall()


def load(db: psycopg.Connection, room: str, since: int) -> list[Row]:
    """Return the entries from number *since* on; see the port."""
    found = db.execute(
        "SELECT size, head, seq, at, cid, session, body, checksum FROM rooms LEFT JOIN entries"
        " ON entries.room = rooms.room AND seq >= %s WHERE rooms.room = %s ORDER BY seq",
        (since - 1, room),
        binary=True,
    ).fetchall()
    if not found:
        return []
    ledger = Ledger(*found[0][:2])
    rows = [
        (Row(room, seq, at, cid, session, body), checksum)
        for _, _, seq, at, cid, session, body, checksum in found
        if seq is not None
    ]
    return checked(room, rows, ledger, since=since)


def live(db: psycopg.Connection) -> list[str]:
    """Return the tables to resume."""
    found = db.execute(
        "SELECT room FROM rooms WHERE phase <> ALL (%s) ORDER BY updated DESC, room DESC",
        (texts(FINISHED),),
    )
    return [room for (room,) in found]


def listed(db: psycopg.Connection, rooms: Sequence[str] | None) -> list[Listed]:
    """Return the index, or these tables of it."""
    query = (
        "SELECT room, size, phase, private, title, updated,"
        " ARRAY(SELECT session FROM members m WHERE m.room = r.room) FROM rooms r"
    )
    if rooms is None:
        found = db.execute(f"{query} ORDER BY updated DESC")
    else:
        found = db.execute(f"{query} WHERE room = ANY (%s) ORDER BY updated DESC", (texts(rooms),))
    return [
        Listed(room, Card(phase, private, title, tuple(members)), size, updated)
        for room, size, phase, private, title, updated, members in found
    ]


def rooms_of(db: psycopg.Connection, session: str) -> list[str]:
    """Return the tables of a guest."""
    found = db.execute(
        "SELECT room FROM members JOIN rooms USING (room) WHERE session = %s ORDER BY updated DESC",
        (session,),
    )
    return [room for (room,) in found]


def secrets(db: psycopg.Connection, room: str) -> dict[int, bytes]:
    """Return the seeds of a table by their round."""
    return dict(db.execute("SELECT round, seed FROM secrets WHERE room = %s", (room,)).fetchall())


def newest(db: psycopg.Connection) -> int:
    """Return the latest time of a write."""
    [(latest,)] = db.execute(
        "SELECT greatest((SELECT coalesce(max(updated), 0) FROM rooms),"
        " (SELECT coalesce(max(seen), 0) FROM guests))"
    ).fetchall()
    assert isinstance(latest, int)
    return latest


def lock(db: psycopg.Connection, rooms: Sequence[str]) -> None:
    """Lock tables until the transaction ends, in the order in which appends lock them."""
    db.execute(
        "SELECT 1 FROM rooms WHERE room = ANY (%s) ORDER BY room FOR UPDATE", (texts(rooms),)
    )


def drop(db: psycopg.Connection, rooms: Sequence[str]) -> None:
    """Delete tables with all their data."""
    lock(db, rooms)
    for name in TABLES:
        db.execute(f"DELETE FROM {name} WHERE room = ANY (%s)", (texts(rooms),))


def rewrite(db: psycopg.Connection, room: str, changed: Callable[[Row], Row]) -> bool:
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
    _store(db, [*new, *rest])
    if damaged is None:
        db.execute("UPDATE rooms SET head = %s WHERE room = %s", (head, room))
    return True


def _rows(db: psycopg.Connection, room: str, first: int) -> list[tuple[Row, bytes]]:
    """Return entries with their checksums."""
    found = db.execute(
        "SELECT room, seq, at, cid, session, body, checksum FROM entries"
        " WHERE room = %s AND seq >= %s ORDER BY seq",
        (room, first),
        binary=True,
    ).fetchall()
    return [(Row(*row), checksum) for *row, checksum in found]


def _store(db: psycopg.Connection, rows: Sequence[tuple[Row, bytes]]) -> None:
    """Replace what is stored of entries; an answer goes with the session that was given it."""
    with db.cursor() as cursor:
        cursor.executemany(
            "UPDATE entries SET session = %(session)s, body = %(body)s, checksum = %(checksum)s,"
            " answer = CASE WHEN session IS NOT DISTINCT FROM %(session)s THEN answer END"
            " WHERE room = %(room)s AND seq = %(seq)s",
            [
                {
                    "room": row.room,
                    "seq": row.seq,
                    "session": row.session,
                    "body": row.body,
                    "checksum": checksum,
                }
                for row, checksum in rows
            ],
        )
