"""Guests, their tokens and their invitations in a database."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from tilerummy.server.store.database import logs, puzzles
from tilerummy.server.store.database.connection import Connection, Stored
from tilerummy.server.store.port import CLOSED, FINISHED, Forgotten, Guest, Row, Swept, TokenOwner

SWEPT_AT_ONCE = 200
"""The number of tables, of guests, of tokens, and of codes deleted in one transaction at most."""
SWEPT_ENTRIES = 2_000
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
    """Return whether a guest was invited to a table, is a member of it or has written to it."""
    query = (
        "SELECT 1 FROM admitted WHERE room = ? AND session = ?"
        " UNION ALL SELECT 1 FROM members WHERE room = ? AND session = ?"
        " UNION ALL SELECT 1 FROM entries WHERE room = ? AND coalesce(session, '') = ?"
        " AND session IS NOT NULL LIMIT 1"
    )
    return bool(db.rows(query, *(room, session) * 3))


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


def tables_of(db: Connection, session: str) -> list[str]:
    """Return all tables that name a guest."""
    found = db.rows(
        "SELECT room FROM members WHERE session = ?"
        " UNION SELECT room FROM admitted WHERE session = ?"
        " UNION SELECT room FROM entries WHERE coalesce(session, '') = ? AND session IS NOT NULL",
        *(session,) * 3,
    )
    return [str(room) for (room,) in found]


def delete_guest(
    db: Connection, session: str, anonymous: Callable[[bytes], bytes], known: Sequence[str] = ()
) -> tuple[Forgotten, list[str] | None]:
    """Delete some of a guest's tables, and remove it from some; return which are left.

    They are of those *known*, or of all; with the last of all the guest goes, and None is returned.
    So many are done in a call that no other write waits long.
    """
    rooms = known or tables_of(db, session)
    some = _some(db, rooms)
    db.lock(some)
    own = set(logs.rooms_of(db, session))
    phases = {listed.room: listed.card.phase for listed in logs.listed(db, some)}
    # of a table that others have deleted since, nothing is left
    deleted = tuple(room for room in some if room in own and phases.get(room) in FINISHED)
    logs.drop(db, deleted)
    others = [room for room in some if room not in deleted]
    rewritten = tuple(room for room in others if _without(db, room, session, anonymous))
    _leave(db, session, others)
    if known or len(some) < len(rooms):
        return Forgotten(deleted, rewritten), [*rooms[len(some) :]]
    for name in ("members", "admitted", "answers", "comments", "tokens", "carries"):
        db.rows(f"DELETE FROM {name} WHERE session = ?", session)
    puzzles.forget(db, [session])
    db.rows("DELETE FROM guests WHERE id = ?", session)
    return Forgotten(deleted, rewritten), None


def _some(db: Connection, rooms: Sequence[str]) -> list[str]:
    """Return so many of these tables as are deleted or rewritten together, one at least."""
    sizes: dict[str, int] = dict(
        db.rows_of("SELECT room, size FROM rooms WHERE room = ?", rooms[:SWEPT_AT_ONCE])
    )
    some, entries = list[str](), 0
    for room in rooms[:SWEPT_AT_ONCE]:
        entries += sizes.get(room, 0)
        if some and entries > SWEPT_ENTRIES:
            break
        some.append(room)
    return some


def _leave(db: Connection, session: str, rooms: Sequence[str]) -> None:
    """Forget that a guest was a member of these tables, or invited to them."""
    for name in ("members", "admitted"):
        db.many(
            f"DELETE FROM {name} WHERE room = ? AND session = ?",
            [(room, session) for room in rooms],
        )


def _without(db: Connection, room: str, session: str, anonymous: Callable[[bytes], bytes]) -> bool:
    """Remove a guest from a table, and return whether its log named the guest."""

    def changed(row: Row) -> Row:
        who = None if row.session == session else row.session
        return replace(row, body=anonymous(row.body), session=who)

    return logs.rewrite(db, room, changed)


class Old(NamedTuple):
    """What is old: hashes of tokens and codes, tables as they were, ids of guests."""

    tokens: list[Stored]
    codes: list[Stored]
    rooms: list[Stored]
    guests: list[Stored]


def old(db: Connection, times: tuple[int, int, int]) -> Old:
    """Return some of what is old, given now and the two times of the port.

    It reads whole tables, so a store has it done beside its writes.
    """
    now, before, unplayed = times
    tokens, codes = (
        db.rows(f"SELECT hash FROM {name} WHERE until <= ? LIMIT ?", now, SWEPT_AT_ONCE)
        for name in ("tokens", "carries")
    )
    rooms = db.rows(
        "SELECT room, size, updated FROM rooms WHERE (phase IN (?, ?) AND updated < ?)"
        " OR (phase = ? AND updated < ?"
        " AND NOT EXISTS (SELECT 1 FROM secrets s WHERE s.room = rooms.room)) LIMIT ?",
        *(*FINISHED, before, CLOSED, unplayed, SWEPT_AT_ONCE),
    )
    guests = db.rows(
        "SELECT id FROM guests WHERE seen < ?"
        " AND NOT EXISTS (SELECT 1 FROM members WHERE session = id) LIMIT ?",
        *(before, SWEPT_AT_ONCE),
    )
    return Old(tokens, codes, rooms, guests)


def sweep(db: Connection, times: tuple[int, int, int], old: Old) -> Swept:
    """Delete what was old, where it still is."""
    now, before, _ = times
    for name, hashes in (("tokens", old.tokens), ("carries", old.codes)):
        db.many(
            f"DELETE FROM {name} WHERE hash = ? AND until <= ?",
            [(hashed, now) for (hashed,) in hashes],
        )
    rooms = _unchanged(db, old.rooms)
    logs.drop(db, rooms)
    inactive = [
        str(gone)
        for (session,) in old.guests
        for (gone,) in db.rows(
            "DELETE FROM guests WHERE id = ? AND seen < ?"
            " AND NOT EXISTS (SELECT 1 FROM members WHERE session = id) RETURNING id",
            *(session, before),
        )
    ]
    for name in ("admitted", "tokens", "carries"):
        db.rows_of(f"DELETE FROM {name} WHERE session = ?", inactive)
    puzzles.forget(db, inactive)
    return Swept(rooms, len(inactive), len(old.tokens) + len(old.codes))


def _unchanged(db: Connection, found: Sequence[Stored]) -> tuple[str, ...]:
    """Return so many of the tables as are deleted together.

    They are locked, and those left out to which somebody has written just before.
    """
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
