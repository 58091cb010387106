"""Guests, their tokens and their invitations in a database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tilerummy.server.store.database import logs, puzzles
from tilerummy.server.store.database.connection import Connection
from tilerummy.server.store.port import CLOSED, FINISHED, Forgotten, Guest, Row, Swept, TokenOwner

SWEPT_AT_ONCE = 200
"""The number of tables, of guests, of tokens, and of codes deleted in one transaction at most."""
SWEPT_ENTRIES = 10_000
"""The number of entries so deleted, unless one table has more: no command waits long for it."""

_GUEST = "id, name, program, guests.made, seen, face, colour"


def invite(db: Connection, room: str, code: str) -> str:
    """Return the invitation of a table, *code* if it had none."""
    db.rows("INSERT INTO invites VALUES (?, ?) ON CONFLICT (room) DO NOTHING", room, code)
    [(stored,)] = db.rows("SELECT code FROM invites WHERE room = ?", room)
    assert isinstance(stored, str)
    return stored


def invited(db: Connection, code: str) -> str | None:
    """Return the table of an invitation."""
    for (room,) in db.rows("SELECT room FROM invites WHERE code = ?", code):
        assert isinstance(room, str)
        return room
    return None


def admit(db: Connection, room: str, session: str) -> None:
    """Store that a guest was invited to a table."""
    db.rows("INSERT INTO admitted VALUES (?, ?) ON CONFLICT DO NOTHING", room, session)


def admitted(db: Connection, room: str, session: str) -> bool:
    """Return whether a guest was invited to a table or is a member of it."""
    query = (
        "SELECT 1 FROM admitted WHERE room = ? AND session = ?"
        " UNION ALL SELECT 1 FROM members WHERE room = ? AND session = ?"
    )
    return bool(db.rows(query, *(room, session) * 2))


def add_guest(db: Connection, guest: Guest, token: bytes, now: int) -> None:
    """Store a new guest with the hash of the token."""
    db.rows(
        "INSERT INTO guests VALUES (?, ?, ?, ?, ?, ?, ?)",
        *(guest.id, guest.name, guest.program, now, now, guest.face, guest.colour),
    )
    db.rows("INSERT INTO tokens VALUES (?, ?, ?, NULL)", token, guest.id, now)


def guest(db: Connection, token: bytes, now: int) -> TokenOwner | None:
    """Return the owner of a token."""
    found = db.rows(
        f"SELECT {_GUEST}, tokens.made, until FROM tokens"
        " JOIN guests ON id = session WHERE hash = ? AND (until IS NULL OR until > ?)",
        *(token, now),
    )
    for *row, since, until in found:
        return TokenOwner(_guest(*row), since, until)
    return None


def rename(db: Connection, session: str, name: str, face: tuple[str, str]) -> None:
    """Store a new name of a guest, and a new face with its colour."""
    db.rows("UPDATE guests SET name = ?, face = ?, colour = ? WHERE id = ?", name, *face, session)


def touch_guest(db: Connection, session: str, now: int) -> None:
    """Store that a guest was active now."""
    db.rows("UPDATE guests SET seen = ? WHERE id = ?", now, session)


def renew(db: Connection, session: str, token: bytes, times: tuple[int, int]) -> None:
    """Store a new token of the guest, given now and when the older ones end; no code is left."""
    now, old_until = times
    db.lock_guest(session)
    if not db.rows("SELECT 1 FROM guests WHERE id = ?", session):
        return
    db.rows(
        "UPDATE tokens SET until = ? WHERE session = ? AND (until IS NULL OR until > ?)",
        *(old_until, session, old_until),
    )
    db.rows("INSERT INTO tokens VALUES (?, ?, ?, NULL)", token, session, now)
    db.rows("DELETE FROM carries WHERE session = ?", session)


def add_device_code(db: Connection, code: bytes, session: str, until: int) -> None:
    """Store the hash of a code to log in on another device."""
    db.rows("INSERT INTO carries VALUES (?, ?, ?)", code, session, until)


def device_code_owner(db: Connection, code: bytes, now: int) -> Guest | None:
    """Return the guest of a code."""
    found = db.rows(
        f"SELECT {_GUEST} FROM carries JOIN guests ON id = session WHERE hash = ? AND until > ?",
        *(code, now),
    )
    for row in found:
        return _guest(*row)
    return None


def use_device_code(db: Connection, code: bytes, now: int) -> Guest | None:
    """Return the guest of a code, and delete the code; of two at once, one gets None."""
    guest = device_code_owner(db, code, now)
    deleted = db.rows("DELETE FROM carries WHERE hash = ? RETURNING hash", code)
    return guest if deleted else None


def _guest(*row: object) -> Guest:
    match row:
        case str(session), str(name), int(program), int(made), int(seen), str(face), str(colour):
            return Guest(session, name, bool(program), made, seen, face, colour)
    raise AssertionError("the schema says what is in a row")


def delete_guest(db: Connection, session: str, anonymous: Callable[[bytes], bytes]) -> Forgotten:
    """Delete a guest with the finished tables, and remove it from all others."""
    found = db.rows(
        "SELECT room FROM members WHERE session = ?"
        " UNION SELECT room FROM admitted WHERE session = ?"
        " UNION SELECT room FROM entries WHERE coalesce(session, '') = ? AND session IS NOT NULL",
        *(session,) * 3,
    )
    mine = [str(room) for (room,) in found]
    db.lock(mine)
    own = set(logs.rooms_of(db, session))
    phases = {listed.room: listed.card.phase for listed in logs.listed(db, mine)}
    deleted = tuple(room for room in mine if room in own and phases[room] in FINISHED)
    logs.drop(db, deleted)
    others = [room for room in mine if room not in deleted]
    rewritten = tuple(room for room in others if _without(db, room, session, anonymous))
    for name in ("members", "admitted", "answers", "comments", "tokens", "carries"):
        db.rows(f"DELETE FROM {name} WHERE session = ?", session)
    puzzles.forget(db, [session])
    db.rows("DELETE FROM guests WHERE id = ?", session)
    return Forgotten(deleted, rewritten)


def _without(db: Connection, room: str, session: str, anonymous: Callable[[bytes], bytes]) -> bool:
    """Remove a guest from a table, and return whether its log named the guest."""

    def changed(row: Row) -> Row:
        who = None if row.session == session else row.session
        return replace(row, body=anonymous(row.body), session=who)

    return logs.rewrite(db, room, changed)


def sweep(db: Connection, times: tuple[int, int, int]) -> Swept:
    """Delete some of what is old, given now and the two times of the port."""
    now, before, unplayed = times
    ended = [
        found
        for name in ("carries", "tokens")
        for found in db.rows(
            f"DELETE FROM {name} WHERE hash IN"
            f" (SELECT hash FROM {name} WHERE until <= ? LIMIT ?) RETURNING session",
            *(now, SWEPT_AT_ONCE),
        )
    ]
    rooms = _old_rooms(db, before, unplayed)
    logs.drop(db, rooms)
    found = db.rows(
        "DELETE FROM guests WHERE seen < ? AND id IN (SELECT id FROM guests WHERE seen < ?"
        " AND NOT EXISTS (SELECT 1 FROM members WHERE session = id) LIMIT ?) RETURNING id",
        *(before, before, SWEPT_AT_ONCE),
    )
    inactive = [str(each) for (each,) in found]
    for name in ("admitted", "tokens", "carries"):
        db.rows_of(f"DELETE FROM {name} WHERE session = ?", inactive)
    puzzles.forget(db, inactive)
    return Swept(rooms, len(inactive), len(ended))


def _old_rooms(db: Connection, before: int, unplayed: int) -> tuple[str, ...]:
    """Return tables that ended before *before*, or were closed before *unplayed* without a deal.

    They are locked, and those left out to which somebody has written just before.
    """
    found = db.rows(
        "SELECT room, size, updated FROM rooms WHERE (phase IN (?, ?) AND updated < ?)"
        " OR (phase = ? AND updated < ?"
        " AND NOT EXISTS (SELECT 1 FROM secrets s WHERE s.room = rooms.room)) LIMIT ?",
        *(*FINISHED, before, CLOSED, unplayed, SWEPT_AT_ONCE),
    )
    chosen: dict[str, tuple[int, int]] = {}
    entries = 0
    for room, size, updated in found:
        entries += size
        if chosen and entries > SWEPT_ENTRIES:
            break
        chosen[room] = (size, updated)
    db.lock([*chosen])
    locked = db.rows_of("SELECT room, size, updated FROM rooms WHERE room = ?", [*chosen])
    return tuple(room for room, *state in locked if chosen[room] == tuple(state))
