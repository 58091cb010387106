"""Appending to the log of a table in SQLite."""

from __future__ import annotations

import apsw

from tilerummy.server.store.checksums import Ledger, link, start
from tilerummy.server.store.database.logs import answered
from tilerummy.server.store.heads import Heads
from tilerummy.server.store.port import (
    REFUSALS,
    Appended,
    Card,
    Conflict,
    Duplicate,
    Entries,
    Row,
)
from tilerummy.server.store.sql.connection import SqliteConnection


def append(
    db: apsw.Connection, new: Entries, now: int, heads: Heads, *, fresh: bool = False
) -> Appended | Conflict | Duplicate:
    """Append the entries to their log, or return why not.

    The command of *fresh* entries was not executed before, so that no query is needed.
    """
    room = new.room
    ledger = known = heads.get(room, new.expected)
    if ledger is None:
        ledger = _ledger(db, room)
    size = ledger.size if ledger else 0
    if new.expected != size:
        return _before(db, new) or Conflict(size)
    if not fresh and (before := _before(db, new)):
        return before
    after = _extend(db, new, now, ledger)
    if after is None and known is not None:  # the cached end is out of date
        ledger = _ledger(db, room)
        if ledger is not None and ledger.size == size:
            after = _extend(db, new, now, ledger)
    if after is None:
        return Conflict(ledger.size if ledger else 0)
    heads.keep(room, after)
    if new.cid is not None and not new.bodies:
        _store_refusal(db, new)
    if new.card is not None:
        _members(db, room, new.card.members)
    for number, seed in new.secrets.items():
        db.execute("INSERT OR REPLACE INTO secrets VALUES (?, ?, ?)", (room, number, seed))
    for session in new.invited:
        db.execute("INSERT OR IGNORE INTO admitted VALUES (?, ?)", (room, session))
    return Appended(size, after.size - 1)


def _extend(db: apsw.Connection, new: Entries, now: int, ledger: Ledger | None) -> Ledger | None:
    """Write the entries and the index after them; None if the log does not end at *ledger*."""
    room, card = new.room, new.card
    before = ledger or Ledger(0, start(room))
    rows, after = _chained(new, now, before)
    if ledger is None:
        card = card or Card("waiting")
        db.execute(
            "INSERT INTO rooms VALUES (?, ?, ?, ?, ?, ?, ?)",
            (room, *after, card.phase, card.private, card.title, now),
        )
    elif card is None:
        db.execute(
            "UPDATE rooms SET size = ?, head = ?, updated = ?"
            " WHERE room = ? AND size = ? AND head = ?",
            (*after, now, room, *before),
        )
    else:
        db.execute(
            "UPDATE rooms SET size = ?, head = ?, updated = ?, phase = ?, private = ?, title = ?"
            " WHERE room = ? AND size = ? AND head = ?",
            (*after, now, card.phase, card.private, card.title, room, *before),
        )
    if not db.changes():
        return None
    for row in rows:
        db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    return after


_Stored = tuple[object, ...]
"""A row of ``entries``: the fields of :class:`Row`, the checksum, the answer."""


def _chained(new: Entries, now: int, before: Ledger) -> tuple[list[_Stored], Ledger]:
    """Return the entries as they are stored, chained to the log, and its end after them."""
    size, head = before
    rows: list[_Stored] = []
    last = len(new.bodies) - 1
    for number, body in enumerate(new.bodies):
        row = Row(new.room, size + number, now, new.cid, new.session, body)
        head = link(head, row)
        answer = new.answer if number == last and new.cid is not None else None
        rows.append((new.room, row.seq, now, new.cid, new.session, body, head, answer))
    return rows, Ledger(size + len(rows), head)


def _before(db: apsw.Connection, new: Entries) -> Duplicate | None:
    """Return the earlier answer of the same command, if there is one."""
    if new.cid is None:
        return None
    answer = answered(SqliteConnection(db), new.room, new.session or "", new.cid)
    return None if answer is None else Duplicate(answer)


def _store_refusal(db: apsw.Connection, new: Entries) -> None:
    """Store the answer to a command without effect, numbered; delete the guest's oldest one."""
    guest_key = (new.room, new.session or "")
    [(latest,)] = db.execute(
        "SELECT coalesce(max(refused), 0) FROM answers WHERE room = ? AND session = ?", guest_key
    )
    db.execute(
        "INSERT INTO answers VALUES (?, ?, ?, ?, ?)", (*guest_key, new.cid, new.answer, latest + 1)
    )
    db.execute(
        "DELETE FROM answers WHERE room = ? AND session = ? AND refused BETWEEN 1 AND ?",
        (*guest_key, latest + 1 - REFUSALS),
    )


def _ledger(db: apsw.Connection, room: str) -> Ledger | None:
    for size, head in db.execute("SELECT size, head FROM rooms WHERE room = ?", (room,)):
        return Ledger(size, head)
    return None


def _members(db: apsw.Connection, room: str, members: tuple[str, ...]) -> None:
    stored = {m for (m,) in db.execute("SELECT session FROM members WHERE room = ?", (room,))}
    if stored != set(members):
        db.execute("DELETE FROM members WHERE room = ?", (room,))
        db.executemany("INSERT INTO members VALUES (?, ?)", [(m, room) for m in set(members)])
