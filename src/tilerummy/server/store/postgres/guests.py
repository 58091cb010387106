"""Guests, their tokens and their invitations in PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import psycopg

from tilerummy.server.store.port import CLOSED, FINISHED, Forgotten, Guest, Row, Swept, TokenOwner
from tilerummy.server.store.postgres import logs
from tilerummy.server.store.postgres.text import texts

SWEPT = 200
"""The number of tables, and of guests, deleted in one transaction: no command waits long for it."""

_GUEST = "id, name, program, guests.made, seen, face, colour"


def invite(db: psycopg.Connection, room: str, code: str) -> str:
    """Return the invitation of a table, *code* if it had none."""
    db.execute("INSERT INTO invites VALUES (%s, %s) ON CONFLICT (room) DO NOTHING", (room, code))
    [(stored,)] = db.execute("SELECT code FROM invites WHERE room = %s", (room,)).fetchall()
    assert isinstance(stored, str)
    return stored


def invited(db: psycopg.Connection, code: str) -> str | None:
    """Return the table of an invitation."""
    for (room,) in db.execute("SELECT room FROM invites WHERE code = %s", (code,)).fetchall():
        assert isinstance(room, str)
        return room
    return None


def admit(db: psycopg.Connection, room: str, session: str) -> None:
    """Store that a guest was invited to a table."""
    db.execute("INSERT INTO admitted VALUES (%s, %s) ON CONFLICT DO NOTHING", (room, session))


def admitted(db: psycopg.Connection, room: str, session: str) -> bool:
    """Return whether a guest was invited to a table or is a member of it."""
    query = (
        "SELECT 1 FROM admitted WHERE room = %(room)s AND session = %(session)s"
        " UNION ALL SELECT 1 FROM members WHERE room = %(room)s AND session = %(session)s"
    )
    return bool(db.execute(query, {"room": room, "session": session}).fetchall())


def add_guest(db: psycopg.Connection, guest: Guest, token: bytes, now: int) -> None:
    """Store a new guest with the hash of the token."""
    db.execute(
        "INSERT INTO guests VALUES (%s, %s, %s, %s, %s, %s, %s)",
        (guest.id, guest.name, guest.program, now, now, guest.face, guest.colour),
    )
    db.execute("INSERT INTO tokens VALUES (%s, %s, %s, NULL)", (token, guest.id, now))


def guest(db: psycopg.Connection, token: bytes, now: int) -> TokenOwner | None:
    """Return the owner of a token."""
    found = db.execute(
        f"SELECT {_GUEST}, tokens.made, until FROM tokens"
        " JOIN guests ON id = session WHERE hash = %s AND (until IS NULL OR until > %s)",
        (token, now),
    )
    for *row, since, until in found:
        return TokenOwner(Guest(*row), since, until)
    return None


def rename(db: psycopg.Connection, session: str, name: str, face: tuple[str, str]) -> None:
    """Store a new name of a guest, and a new face with its colour."""
    db.execute(
        "UPDATE guests SET name = %s, face = %s, colour = %s WHERE id = %s",
        (name, *face, session),
    )


def touch_guest(db: psycopg.Connection, session: str, now: int) -> None:
    """Store that a guest was active now."""
    db.execute("UPDATE guests SET seen = %s WHERE id = %s", (now, session))


def renew(db: psycopg.Connection, session: str, token: bytes, times: tuple[int, int]) -> None:
    """Store a new token of the guest, given now and when the older ones end."""
    now, old_until = times
    known = db.execute("SELECT 1 FROM guests WHERE id = %s FOR UPDATE", (session,)).fetchall()
    if not known:
        return
    db.execute(
        "UPDATE tokens SET until = least(until, %s) WHERE session = %s", (old_until, session)
    )
    db.execute("INSERT INTO tokens VALUES (%s, %s, %s, NULL)", (token, session, now))


def add_device_code(db: psycopg.Connection, code: bytes, session: str, until: int) -> None:
    """Store the hash of a code to log in on another device."""
    db.execute("INSERT INTO carries VALUES (%s, %s, %s)", (code, session, until))


def device_code_owner(db: psycopg.Connection, code: bytes, now: int) -> Guest | None:
    """Return the guest of a code."""
    found = db.execute(
        f"SELECT {_GUEST} FROM carries JOIN guests ON id = session WHERE hash = %s AND until > %s",
        (code, now),
    )
    for row in found:
        return Guest(*row)
    return None


def use_device_code(db: psycopg.Connection, code: bytes, now: int) -> Guest | None:
    """Return the guest of a code, and delete the code; of two at once, one gets None."""
    guest = device_code_owner(db, code, now)
    deleted = db.execute("DELETE FROM carries WHERE hash = %s", (code,)).rowcount
    return guest if deleted else None


def delete_guest(
    db: psycopg.Connection, session: str, anonymous: Callable[[bytes], bytes]
) -> Forgotten:
    """Delete a guest with the finished tables, and remove it from all others."""
    found = db.execute(
        "SELECT room FROM members WHERE session = %(session)s"
        " UNION SELECT room FROM admitted WHERE session = %(session)s"
        " UNION SELECT room FROM entries WHERE coalesce(session, '') = %(session)s"
        " AND session IS NOT NULL",
        {"session": session},
    )
    mine = [str(room) for (room,) in found]
    logs.lock(db, mine)
    own = set(logs.rooms_of(db, session))
    phases = {listed.room: listed.card.phase for listed in logs.listed(db, mine)}
    deleted = tuple(room for room in mine if room in own and phases[room] in FINISHED)
    if deleted:
        logs.drop(db, deleted)
    others = [room for room in mine if room not in deleted]
    rewritten = tuple(room for room in others if _without(db, room, session, anonymous))
    for name in ("members", "admitted", "answers", "tokens", "carries"):
        db.execute(f"DELETE FROM {name} WHERE session = %s", (session,))
    db.execute("DELETE FROM guests WHERE id = %s", (session,))
    return Forgotten(deleted, rewritten)


def _without(
    db: psycopg.Connection, room: str, session: str, anonymous: Callable[[bytes], bytes]
) -> bool:
    """Remove a guest from a table, and return whether its log named the guest."""

    def changed(row: Row) -> Row:
        who = None if row.session == session else row.session
        return replace(row, body=anonymous(row.body), session=who)

    return logs.rewrite(db, room, changed)


def sweep(db: psycopg.Connection, times: tuple[int, int, int]) -> Swept:
    """Delete what is old, given now and the two times of the port."""
    now, before, unplayed = times
    db.execute("DELETE FROM carries WHERE until <= %s", (now,))
    db.execute("DELETE FROM tokens WHERE until <= %s", (now,))
    rooms = _old_rooms(db, before, unplayed)
    if rooms:
        logs.drop(db, rooms)
    found = db.execute(
        "DELETE FROM guests WHERE id IN (SELECT id FROM guests WHERE seen < %s"
        " AND NOT EXISTS (SELECT 1 FROM members WHERE session = id) LIMIT %s) RETURNING id",
        (before, SWEPT),
    ).fetchall()
    inactive = [str(each) for (each,) in found]
    if inactive:
        for name in ("admitted", "tokens", "carries"):
            db.execute(f"DELETE FROM {name} WHERE session = ANY (%s)", (texts(inactive),))
    return Swept(rooms, len(inactive))


def _old_rooms(db: psycopg.Connection, before: int, unplayed: int) -> tuple[str, ...]:
    """Return tables that ended before *before*, or were closed before *unplayed* without a deal."""
    found = db.execute(
        "SELECT room FROM rooms WHERE (phase = ANY (%s) AND updated < %s) OR (phase = %s"
        " AND updated < %s AND NOT EXISTS (SELECT 1 FROM secrets s WHERE s.room = rooms.room))"
        " ORDER BY updated LIMIT %s",
        (texts(FINISHED), before, CLOSED, unplayed, SWEPT),
    )
    return tuple(str(room) for (room,) in found)
