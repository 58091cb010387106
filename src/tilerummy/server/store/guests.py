"""Guests, tokens and device codes. Only the hashes of tokens and codes are stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from tilerummy.server.store import evenings, logs, push, puzzles, rooms
from tilerummy.server.store.database import Connection, Database, Stored, StorePart
from tilerummy.server.store.types import (
    CLOSED,
    FINISHED,
    DeletedGuest,
    Expired,
    Guest,
    Row,
    TokenOwner,
)

DELETED_AT_ONCE = 200
"""The maximum number of rooms, guests, tokens and codes (each) to delete per transaction."""
DELETED_ENTRIES = 2_000
"""The maximum number of log entries to delete per transaction, unless a single room has more."""

_GUEST = "id, name, program, guests.made, seen, face, colour"


class Guests(StorePart):
    """Guests and their tokens; *now* returns the time in milliseconds since 1970."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        super().__init__(database, now)
        self._deleting = asyncio.Lock()  # only one batch of deletions at a time

    async def add(self, guest: Guest, token: bytes) -> None:
        """Store a new guest, and the hash of the guest's token."""
        now = self._now()

        def work(db: Connection) -> None:
            db.rows(
                "INSERT INTO guests (id, name, program, made, seen, face, colour)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                *(guest.id, guest.name, guest.program, now, now, guest.face, guest.colour),
            )
            _add_token(db, token, guest.id, now)

        await self._database.write(work)

    async def by_token(self, token: bytes) -> TokenOwner | None:
        """Return the owner of the token with this hash, or None."""
        query = (
            f"SELECT {_GUEST}, tokens.made, until FROM tokens"
            " JOIN guests ON id = guest WHERE hash = ? AND (until IS NULL OR until > ?)"
        )
        now = self._now()
        for *row, since, until in await self._database.read(lambda db: db.rows(query, token, now)):
            return TokenOwner(_guest(*row), since, until)
        return None

    async def latest(self) -> str | None:
        """Return the most recently seen guest's id, not counting programs."""
        query = "SELECT id FROM guests WHERE NOT program ORDER BY seen DESC, id LIMIT 1"
        rows = await self._database.read(lambda db: db.rows(query))
        return rows[0][0] if rows else None

    async def rename(self, guest: str, name: str, face: str = "", colour: str = "") -> None:
        """Change a guest's name, face and colour; does nothing if the guest is unknown."""
        query = "UPDATE guests SET name = ?, face = ?, colour = ? WHERE id = ?"
        await self._database.write(lambda db: db.rows(query, name, face, colour, guest))

    async def touch(self, guest: str) -> None:
        """Record the present time as the time when the guest was last seen."""
        now = self._now()
        query = "UPDATE guests SET seen = ? WHERE id = ?"
        await self._database.write(lambda db: db.rows(query, now, guest))

    async def renew(
        self, guest: str, token: bytes, *, old_until: int, unsubscribed: Sequence[str] = ()
    ) -> None:
        """Store a new token; expire older tokens by *old_until*, and device codes immediately.

        Also deletes the push subscriptions of all *unsubscribed* guests. All of this takes effect,
        or nothing.
        """
        now = self._now()

        def work(db: Connection) -> None:
            if not db.rows("SELECT 1 FROM guests WHERE id = ? FOR UPDATE", guest):
                return
            db.rows(
                "UPDATE tokens SET until = ? WHERE guest = ? AND (until IS NULL OR until > ?)",
                *(old_until, guest, old_until),
            )
            _add_token(db, token, guest, now)
            db.rows("DELETE FROM device_codes WHERE guest = ?", guest)
            push.delete_guests(db, unsubscribed)

        await self._database.write(work)

    async def add_code(self, code: bytes, guest: str, until: int) -> None:
        """Store the hash of a code for logging in on another device, and when the code expires."""
        query = "INSERT INTO device_codes (hash, guest, until) VALUES (?, ?, ?)"
        await self._database.write(lambda db: db.rows(query, code, guest, until))

    async def code_owner(self, code: bytes) -> Guest | None:
        """Return the guest whose code has this hash, or None. The code remains valid."""
        now = self._now()
        return await self._database.read(lambda db: _code_owner(db, code, now))

    async def use_code(self, code: bytes) -> Guest | None:
        """Return the guest whose code has this hash and delete the code; return None if unknown."""
        now = self._now()

        def work(db: Connection) -> Guest | None:
            guest = _code_owner(db, code, now)
            deleted = db.rows("DELETE FROM device_codes WHERE hash = ? RETURNING hash", code)
            return guest if deleted else None  # someone else used it at the same time

        return await self._database.write(work)

    async def delete(self, guest: str, anonymous: Callable[[bytes], bytes]) -> DeletedGuest:
        """Delete a guest, along with the guest's tokens, codes, ratings and finished rooms.

        In live rooms, *anonymous* is applied to the body of each entry to remove the guest. The
        nodes that own these rooms are fenced, and must reload them. Damaged logs stay damaged. In a
        database file, deleted data is overwritten; a database server may retain some data until the
        space is reused.
        """
        deleted, rewritten, done = list[str](), dict[str, None](), False
        delete = partial(delete_some, guest=guest, anonymous=anonymous)
        while not done:
            async with self._deleting:
                some, done = await self._database.write(delete)
            deleted += some.deleted
            rewritten |= dict.fromkeys(some.rewritten)
        await self._database.purge()
        return DeletedGuest((*deleted,), (*rewritten,))

    async def delete_expired(self, before: int, *, unplayed: int) -> Expired:
        """Delete a batch of old data. The result is empty once nothing is left to delete.

        Old data consists of expired tokens and codes, rooms whose match ended before *before*,
        rooms that were closed before *unplayed* without a deal, and guests without a room who were
        last seen before *before*. Times are in milliseconds since 1970.
        """
        now = self._now()
        old = await self._database.read(lambda db: find_old(db, now, before, unplayed))
        async with self._deleting:
            result = await self._database.write(lambda db: delete_old(db, old, before))
        await self._database.purge()
        return result


def _add_token(db: Connection, token: bytes, guest: str, now: int) -> None:
    query = "INSERT INTO tokens (hash, guest, made, until) VALUES (?, ?, ?, NULL)"
    db.rows(query, token, guest, now)


def _code_owner(db: Connection, code: bytes, now: int) -> Guest | None:
    query = f"SELECT {_GUEST} FROM device_codes JOIN guests ON id = guest"
    for row in db.rows(f"{query} WHERE hash = ? AND until > ?", code, now):
        return _guest(*row)
    return None


def _guest(id_: str, name: str, program: int, *rest: Any) -> Guest:  # noqa: ANN401 - of the schema
    return Guest(id_, name, bool(program), *rest)


def delete_some(
    db: Connection, guest: str, anonymous: Callable[[bytes], bytes]
) -> tuple[DeletedGuest, bool]:
    """Delete a batch of a guest's data. The second result is True once the guest is deleted.

    The guest is deleted once no room refers to it. Batches are small, so that other writes do not
    have to wait long.
    """
    query = " UNION ".join(
        f"SELECT room FROM {name} WHERE guest = ?" for name in ("members", "admitted", "entries")
    )
    rows = db.rows(f"{query} ORDER BY room LIMIT ?", *(guest,) * 3, DELETED_AT_ONCE)
    candidates = [str(room) for (room,) in rows]
    if not candidates:
        # waits for a subscription that is being stored, and prevents further ones
        db.rows("SELECT 1 FROM guests WHERE id = ? FOR UPDATE", guest)
        for name in ("members", "admitted", "answers", "comments", "tokens", "device_codes"):
            db.rows(f"DELETE FROM {name} WHERE guest = ?", guest)
        puzzles.delete_guests(db, [guest])
        evenings.delete_guest(db, guest)
        push.delete_guests(db, [guest])
        db.rows("DELETE FROM guests WHERE id = ?", guest)
        return DeletedGuest((), ()), True
    sizes: dict[str, int] = dict(
        db.rows_of("SELECT room, size FROM rooms WHERE room = ?", candidates)
    )
    some = _first([(room, sizes.get(room, 0)) for room in candidates])
    db.lock(some)
    summaries = {listed.room: listed.summary for listed in rooms.find(db, some)}
    deleted = tuple(
        room
        for room, summary in summaries.items()
        if guest in summary.members and summary.phase in FINISHED
    )
    rooms.drop(db, [room for room in some if room in deleted or room not in summaries])
    left = [room for room in summaries if room not in deleted]
    rewritten = tuple(room for room in left if _without(db, room, guest, anonymous))
    for name in ("members", "admitted"):
        left_rows = [(room, guest) for room in left]
        db.many(f"DELETE FROM {name} WHERE room = ? AND guest = ?", left_rows)
    return DeletedGuest(deleted, rewritten), False


def _first(sizes: Sequence[tuple[str, int]]) -> list[str]:
    """Return at least one room, and more if their entries do not exceed ``DELETED_ENTRIES``."""
    some, entries = list[str](), 0
    for room, size in sizes:
        entries += size
        if some and entries > DELETED_ENTRIES:
            break
        some.append(room)
    return some


def _without(db: Connection, room: str, guest: str, anonymous: Callable[[bytes], bytes]) -> bool:
    """Remove all traces of a guest from a log, and return whether this changed the log."""

    def changed(row: Row) -> Row:
        who = None if row.guest == guest else row.guest
        return replace(row, body=anonymous(row.body), guest=who)

    return logs.rewrite(db, room, changed)


class Old(NamedTuple):
    """A batch of old data: hashes of tokens and codes, rows of the rooms table, and guest ids."""

    tokens: list[Stored]
    codes: list[Stored]
    rooms: list[Stored]
    guests: list[Stored]


def find_old(db: Connection, now: int, before: int, unplayed: int) -> Old:
    """Find a batch of old data. Call this in a read transaction, because it scans entire tables."""
    tokens, codes = (
        db.rows(f"SELECT hash FROM {name} WHERE until <= ? LIMIT ?", now, DELETED_AT_ONCE)
        for name in ("tokens", "device_codes")
    )
    ended = db.rows(
        "SELECT room, size, updated FROM rooms WHERE (phase IN (?, ?) AND updated < ?)"
        " OR (phase = ? AND updated < ?"
        " AND NOT EXISTS (SELECT 1 FROM seeds s WHERE s.room = rooms.room)) LIMIT ?",
        *(*FINISHED, before, CLOSED, unplayed, DELETED_AT_ONCE),
    )
    inactive = db.rows(
        "SELECT id FROM guests WHERE seen < ?"
        " AND NOT EXISTS (SELECT 1 FROM members WHERE guest = id) LIMIT ?",
        *(before, DELETED_AT_ONCE),
    )
    return Old(tokens, codes, ended, inactive)


def delete_old(db: Connection, old: Old, before: int) -> Expired:
    """Delete a batch of old data, except data that has been used since the batch was collected."""
    db.many("DELETE FROM tokens WHERE hash = ?", old.tokens)
    db.many("DELETE FROM device_codes WHERE hash = ?", old.codes)
    chosen = _first([(room, size) for room, size, _ in old.rooms])
    db.lock(chosen)
    current = db.rows_of("SELECT room, size, updated FROM rooms WHERE room = ?", chosen)
    deleted = tuple(row[0] for row in current if row in old.rooms)
    rooms.drop(db, deleted)
    inactive = [
        str(gone)
        for (guest,) in old.guests
        for (gone,) in db.rows(
            "DELETE FROM guests WHERE id = ? AND seen < ?"
            " AND NOT EXISTS (SELECT 1 FROM members WHERE guest = id) RETURNING id",
            *(guest, before),
        )
    ]
    for name in ("admitted", "tokens", "device_codes"):
        db.rows_of(f"DELETE FROM {name} WHERE guest = ?", inactive)
    puzzles.delete_guests(db, inactive)
    push.delete_guests(db, inactive)
    return Expired(deleted, len(inactive), len(old.tokens) + len(old.codes))
