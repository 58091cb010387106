"""The logs of the tables in SQLite: how entries are written, read and checked."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import apsw

from tilerummy.server.store.checksums import Ledger, checked, link, start
from tilerummy.server.store.heads import Heads
from tilerummy.server.store.port import (
    FINISHED,
    REFUSALS,
    Appended,
    Card,
    Conflict,
    CorruptedError,
    Duplicate,
    Entries,
    Listed,
    Row,
)


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
    answer = None if new.cid is None else answered(db, new.room, new.session or "", new.cid)
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


def answered(db: apsw.Connection, room: str, session: str, cid: str) -> bytes | None:
    """Return the answer of a command."""
    found = db.execute(
        "SELECT answer FROM answers WHERE room = ?1 AND session = ?2 AND cid = ?3"
        " UNION ALL SELECT answer FROM entries WHERE room = ?1 AND cid = ?3"
        " AND coalesce(session, '') = ?2 AND answer IS NOT NULL",
        (room, session, cid),
    )
    for (answer,) in found:
        assert isinstance(answer, bytes)
        return answer
    return None


def commands(db: apsw.Connection, room: str) -> list[tuple[str, str]]:
    """Return the sessions and ids of all commands that a table has answered."""
    found = db.execute(
        "SELECT session, cid FROM answers WHERE room = ?1 UNION ALL"
        " SELECT coalesce(session, ''), cid FROM entries WHERE room = ?1 AND answer IS NOT NULL",
        (room,),
    )
    return [(str(session), str(cid)) for session, cid in found]


def load(db: apsw.Connection, room: str, since: int) -> list[Row]:
    """Return the entries from number *since* on; see the port."""
    ledger = _ledger(db, room)
    if ledger is None:
        return []
    return checked(room, _rows(db, room, since - 1), ledger, since=since)


def _rows(db: apsw.Connection, room: str, first: int) -> list[tuple[Row, bytes]]:
    """Return entries with their checksums, as a list: an open cursor would keep an old snapshot."""
    found = db.execute(
        "SELECT room, seq, at, cid, session, body, checksum FROM entries"
        " WHERE room = ? AND seq >= ? ORDER BY seq",
        (room, first),
    )
    return [(Row(*row), checksum) for *row, checksum in found]


def live(db: apsw.Connection) -> list[str]:
    """Return the tables to resume."""
    return [
        room
        for (room,) in db.execute(
            "SELECT room FROM rooms WHERE phase NOT IN (?, ?) ORDER BY updated DESC, room DESC",
            FINISHED,
        )
    ]


def listed(db: apsw.Connection, rooms: Sequence[str] | None) -> list[Listed]:
    """Return the index, or these tables of it."""
    index = "SELECT room, size, phase, private, title, updated FROM rooms"
    if rooms is None:
        found = [*db.execute(f"{index} ORDER BY updated DESC")]
    else:
        found = [row for room in {*rooms} for row in db.execute(f"{index} WHERE room = ?", (room,))]
    listing = [
        Listed(str(room), Card(str(phase), bool(private), str(title), members(db, room)), size, at)
        for room, size, phase, private, title, at in found
    ]
    return sorted(listing, key=lambda each: each.updated, reverse=True)


def members(db: apsw.Connection, room: str) -> tuple[str, ...]:
    """Return the guests who own a table."""
    return tuple(m for (m,) in db.execute("SELECT session FROM members WHERE room = ?", (room,)))


def rooms_of(db: apsw.Connection, session: str) -> list[str]:
    """Return the tables of a guest."""
    found = db.execute(
        "SELECT room FROM members JOIN rooms USING (room) WHERE session = ? ORDER BY updated DESC",
        (session,),
    )
    return [room for (room,) in found]


def secrets(db: apsw.Connection, room: str) -> dict[int, bytes]:
    """Return the seeds of a table by their round."""
    return dict(db.execute("SELECT round, seed FROM secrets WHERE room = ?", (room,)))


def newest(db: apsw.Connection) -> int:
    """Return the latest time of a write."""
    [(latest,)] = db.execute(
        "SELECT max((SELECT coalesce(max(updated), 0) FROM rooms),"
        " (SELECT coalesce(max(seen), 0) FROM guests))"
    )
    assert isinstance(latest, int)
    return latest


def drop(db: apsw.Connection, room: str) -> None:
    """Delete a table with all its data."""
    for name in ("rooms", "entries", "answers", "members", "secrets", "invites", "admitted"):
        db.execute(f"DELETE FROM {name} WHERE room = ?", (room,))


def rewrite(db: apsw.Connection, room: str, changed: Callable[[Row], Row]) -> bool:
    """Replace the entries of a table by changed ones, and return whether any differs.

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
    for row in rows:
        head = link(head, row)
        _rewrite(db, row, head)
    for row, checksum in rest:
        _rewrite(db, row, checksum)
    if damaged is None:
        db.execute("UPDATE rooms SET head = ? WHERE room = ?", (head, room))
    return True


def _rewrite(db: apsw.Connection, row: Row, checksum: bytes) -> None:
    """Replace what is stored of an entry; the answer goes with the session that was given it."""
    db.execute(
        "UPDATE entries SET session = ?1, body = ?2, checksum = ?3,"
        " answer = iif(session IS ?1, answer, NULL) WHERE room = ?4 AND seq = ?5",
        (row.session, row.body, checksum, row.room, row.seq),
    )
