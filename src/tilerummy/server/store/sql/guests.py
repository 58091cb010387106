"""Guests, their tokens and their invitations in SQLite."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import apsw

from tilerummy.server.store.port import CLOSED, FINISHED, Forgotten, Guest, Row, Swept, TokenOwner
from tilerummy.server.store.sql import logs

SWEPT_AT_ONCE = 200
"""The number of tables, and of guests, deleted in one transaction: no command waits long for it."""


def invite(db: apsw.Connection, room: str, code: str) -> str:
    """Return the invitation of a table, *code* if it had none."""
    db.execute("INSERT OR IGNORE INTO invites VALUES (?, ?)", (room, code))
    [(stored,)] = db.execute("SELECT code FROM invites WHERE room = ?", (room,))
    assert isinstance(stored, str)
    return stored


def invited(db: apsw.Connection, code: str) -> str | None:
    """Return the table of an invitation."""
    for (room,) in db.execute("SELECT room FROM invites WHERE code = ?", (code,)):
        assert isinstance(room, str)
        return room
    return None


def admit(db: apsw.Connection, room: str, session: str) -> None:
    """Store that a guest was invited to a table."""
    db.execute("INSERT OR IGNORE INTO admitted VALUES (?, ?)", (room, session))


def admitted(db: apsw.Connection, room: str, session: str) -> bool:
    """Return whether a guest was invited to a table or is a member of it."""
    query = (
        "SELECT 1 FROM admitted WHERE room = ?1 AND session = ?2"
        " UNION SELECT 1 FROM members WHERE room = ?1 AND session = ?2"
    )
    return any(True for _ in db.execute(query, (room, session)))


def add_guest(db: apsw.Connection, guest: Guest, token: bytes, now: int) -> None:
    """Store a new guest with the hash of the token."""
    db.execute(
        "INSERT INTO guests VALUES (?, ?, ?, ?, ?, ?, ?)",
        (guest.id, guest.name, guest.program, now, now, guest.face, guest.colour),
    )
    db.execute("INSERT INTO tokens VALUES (?, ?, ?, NULL)", (token, guest.id, now))


def guest(db: apsw.Connection, token: bytes, now: int) -> TokenOwner | None:
    """Return the owner of a token."""
    found = db.execute(
        "SELECT id, name, program, guests.made, seen, face, colour, tokens.made, until FROM tokens"
        " JOIN guests ON id = session WHERE hash = ? AND (until IS NULL OR until > ?)",
        (token, now),
    )
    for *row, since, until in found:
        return TokenOwner(_guest(*row), since, until)
    return None


def rename(db: apsw.Connection, session: str, name: str, face: tuple[str, str]) -> None:
    """Store a new name of a guest, and a new face with its colour."""
    db.execute(
        "UPDATE guests SET name = ?, face = ?, colour = ? WHERE id = ?", (name, *face, session)
    )


def touch_guest(db: apsw.Connection, session: str, now: int) -> None:
    """Store that a guest was active now."""
    db.execute("UPDATE guests SET seen = ? WHERE id = ?", (now, session))


def renew(db: apsw.Connection, session: str, token: bytes, times: tuple[int, int]) -> None:
    """Store a new token of the guest, given now and when the older ones end."""
    now, old_until = times
    if not db.execute("SELECT 1 FROM guests WHERE id = ?", (session,)).fetchall():
        return
    db.execute(
        "UPDATE tokens SET until = min(coalesce(until, ?1), ?1) WHERE session = ?2",
        (old_until, session),
    )
    db.execute("INSERT INTO tokens VALUES (?, ?, ?, NULL)", (token, session, now))


def add_device_code(db: apsw.Connection, code: bytes, session: str, until: int) -> None:
    """Store the hash of a code to log in on another device."""
    db.execute("INSERT INTO carries VALUES (?, ?, ?)", (code, session, until))


def device_code_owner(db: apsw.Connection, code: bytes, now: int) -> Guest | None:
    """Return the guest of a code."""
    found = db.execute(
        "SELECT id, name, program, made, seen, face, colour FROM carries"
        " JOIN guests ON id = session WHERE hash = ? AND until > ?",
        (code, now),
    )
    for row in found.fetchall():
        return _guest(*row)
    return None


def use_device_code(db: apsw.Connection, code: bytes, now: int) -> Guest | None:
    """Return the guest of a code, and delete the code."""
    guest = device_code_owner(db, code, now)
    db.execute("DELETE FROM carries WHERE hash = ?", (code,))
    return guest


def _guest(*row: object) -> Guest:
    match row:
        case str(session), str(name), int(program), int(made), int(seen), str(face), str(colour):
            return Guest(session, name, bool(program), made, seen, face, colour)
    raise AssertionError("the schema says what is in a row")


def delete_guest(
    db: apsw.Connection, session: str, anonymous: Callable[[bytes], bytes]
) -> Forgotten:
    """Delete a guest with the finished tables, and remove it from all others."""
    mine = [
        room
        for (room,) in db.execute(
            "SELECT room FROM members WHERE session = ?1"
            " UNION SELECT room FROM admitted WHERE session = ?1"
            " UNION SELECT DISTINCT room FROM entries WHERE session = ?1",
            (session,),
        )
    ]
    own = set(logs.rooms_of(db, session))
    phases = {listed.room: listed.card.phase for listed in logs.listed(db, mine)}
    deleted = tuple(room for room in mine if room in own and phases[room] in FINISHED)
    for room in deleted:
        logs.drop(db, room)
    others = [room for room in mine if room not in deleted]
    rewritten = tuple(room for room in others if _without(db, room, session, anonymous))
    for name in ("members", "admitted", "answers", "tokens", "carries"):
        db.execute(f"DELETE FROM {name} WHERE session = ?", (session,))
    db.execute("DELETE FROM guests WHERE id = ?", (session,))
    return Forgotten(deleted, rewritten)


def _without(
    db: apsw.Connection, room: str, session: str, anonymous: Callable[[bytes], bytes]
) -> bool:
    """Remove a guest from a table, and return whether its log named the guest."""

    def changed(row: Row) -> Row:
        who = None if row.session == session else row.session
        return replace(row, body=anonymous(row.body), session=who)

    return logs.rewrite(db, room, changed)


def sweep(db: apsw.Connection, times: tuple[int, int, int]) -> Swept:
    """Delete what is old, given now and the two times of the port."""
    now, before, unplayed = times
    db.execute("DELETE FROM carries WHERE until <= ?", (now,))
    db.execute("DELETE FROM tokens WHERE until <= ?", (now,))
    rooms = _old_rooms(db, before, unplayed)
    for room in rooms:
        logs.drop(db, room)
    inactive = db.execute(
        "DELETE FROM guests WHERE id IN (SELECT id FROM guests"
        " WHERE seen < ? AND id NOT IN (SELECT session FROM members) LIMIT ?) RETURNING id",
        (before, SWEPT_AT_ONCE),
    ).fetchall()
    for name in ("admitted", "tokens", "carries"):
        db.executemany(f"DELETE FROM {name} WHERE session = ?", inactive)
    return Swept(rooms, len(inactive))


def _old_rooms(db: apsw.Connection, before: int, unplayed: int) -> tuple[str, ...]:
    """Return tables that ended before *before*, or were closed before *unplayed* without a deal."""
    found = db.execute(
        "SELECT room FROM rooms WHERE (phase IN (?1, ?2) AND updated < ?3)"
        " OR (phase = ?4 AND updated < ?5 AND room NOT IN (SELECT room FROM secrets))"
        " ORDER BY updated LIMIT ?6",
        (*FINISHED, before, CLOSED, unplayed, SWEPT_AT_ONCE),
    )
    return tuple(str(room) for (room,) in found)
