"""Guests, their tokens and device codes; of a token and a code only the hash is stored."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from tilerummy.server.store import logs, puzzles, rooms
from tilerummy.server.store.database import Connection, Database, Stored
from tilerummy.server.store.types import (
    CLOSED,
    FINISHED,
    Forgotten,
    Guest,
    Row,
    Swept,
    TokenOwner,
)

SWEPT_AT_ONCE = 200
"""The maximum number of rooms, guests, tokens, and codes each that one transaction deletes."""
SWEPT_ENTRIES = 2_000
"""The maximum number of entries it deletes, unless one room has more: no command waits long."""

_GUEST = "id, name, program, guests.made, seen, face, colour"


class Guests:
    """Guests and their tokens; *now* returns the time in ms since 1970."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database, self._now = database, now
        self._deleting = asyncio.Lock()  # a part at a time, whatever is deleted

    async def add(self, guest: Guest, token: bytes) -> None:
        """Store a new guest, who is recognised by the token with that hash."""
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
        """Return the owner of the token with that hash; None if there is none."""
        query = (
            f"SELECT {_GUEST}, tokens.made, until FROM tokens"
            " JOIN guests ON id = guest WHERE hash = ? AND (until IS NULL OR until > ?)"
        )
        now = self._now()
        for *row, since, until in await self._database.read(lambda db: db.rows(query, token, now)):
            return TokenOwner(_guest(*row), since, until)
        return None

    async def rename(self, guest: str, name: str, face: str = "", colour: str = "") -> None:
        """Store a new name, face and colour of a guest."""
        query = "UPDATE guests SET name = ?, face = ?, colour = ? WHERE id = ?"
        await self._database.write(lambda db: db.rows(query, name, face, colour, guest))

    async def touch(self, guest: str) -> None:
        """Store that a guest was active now."""
        now = self._now()
        query = "UPDATE guests SET seen = ? WHERE id = ?"
        await self._database.write(lambda db: db.rows(query, now, guest))

    async def renew(self, guest: str, token: bytes, *, old_until: int) -> None:
        """Store a new token's hash; older ones expire at *old_until* at the latest, codes now."""
        now = self._now()

        def work(db: Connection) -> None:
            db.lock_guest(guest)
            if not db.rows("SELECT 1 FROM guests WHERE id = ?", guest):
                return
            db.rows(
                "UPDATE tokens SET until = ? WHERE guest = ? AND (until IS NULL OR until > ?)",
                *(old_until, guest, old_until),
            )
            _add_token(db, token, guest, now)
            db.rows("DELETE FROM device_codes WHERE guest = ?", guest)

        await self._database.write(work)

    async def add_code(self, code: bytes, guest: str, until: int) -> None:
        """Store the hash of a code with which the guest may log in on another device."""
        query = "INSERT INTO device_codes (hash, guest, until) VALUES (?, ?, ?)"
        await self._database.write(lambda db: db.rows(query, code, guest, until))

    async def code_owner(self, code: bytes) -> Guest | None:
        """Return the guest of the code with that hash; it stays valid."""
        now = self._now()
        return await self._database.read(lambda db: _code_owner(db, code, now))

    async def use_code(self, code: bytes) -> Guest | None:
        """Return the guest of the code with that hash, and delete it: it is valid once."""
        now = self._now()

        def work(db: Connection) -> Guest | None:
            guest = _code_owner(db, code, now)
            deleted = db.rows("DELETE FROM device_codes WHERE hash = ? RETURNING hash", code)
            return guest if deleted else None  # of two at once, one gets None

        return await self._database.write(work)

    async def delete(self, guest: str, anonymous: Callable[[bytes], bytes]) -> Forgotten:
        """Delete a guest, with tokens, codes, ratings and finished rooms.

        From live rooms the guest is removed entry by entry: *anonymous* returns the body of an
        entry without the guest. Their owners are fenced then, and load them again. A damaged log is
        found damaged as before. In a file no deleted data can be read any more; a database server
        may keep some until it uses the space again.
        """
        deleted, rewritten = list[str](), dict[str, None]()
        left: list[str] | None = await self._database.read(lambda db: rooms_naming(db, guest))
        while left is not None:
            delete = partial(delete_some, guest=guest, anonymous=anonymous, known=left)
            async with self._deleting:
                some, left = await self._database.write(delete)
            deleted += some.deleted
            rewritten |= dict.fromkeys(some.rewritten)
        await self._database.purge()
        return Forgotten((*deleted,), (*rewritten,))

    async def sweep(self, before: int, *, unplayed: int) -> Swept:
        """Delete old data, with times in milliseconds since 1970.

        That is: tokens and codes that have expired; rooms whose match ended before *before*, or
        which were closed before *unplayed* without a deal; guests who were not seen since *before*
        and have no room. Not all of it need be deleted by one call: the result of a call is empty
        when nothing is left to delete.
        """
        times = SweepTimes(self._now(), before, unplayed)
        old = await self._database.read(lambda db: find_old(db, times))
        async with self._deleting:
            result = await self._database.write(lambda db: delete_old(db, times, old))
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


def _guest(*row: object) -> Guest:
    match row:
        case str(id_), str(name), int(program), int(made), int(seen), str(face), str(colour):
            return Guest(id_, name, bool(program), made, seen, face, colour)
    raise AssertionError("the schema defines the types of a row")


def rooms_naming(db: Connection, guest: str) -> list[str]:
    """Return all rooms that name a guest."""
    query = " UNION ".join(
        f"SELECT room FROM {name} WHERE guest = ?" for name in ("members", "admitted", "entries")
    )
    return [str(room) for (room,) in db.rows(query, *(guest,) * 3)]


def delete_some(
    db: Connection, guest: str, anonymous: Callable[[bytes], bytes], known: Sequence[str] = ()
) -> tuple[Forgotten, list[str] | None]:
    """Delete some of a guest's rooms, and remove it from some; return the remaining rooms.

    They are taken from those *known*, or from all; with the last of all the guest is deleted, and
    None is returned. A call handles so few that no other write waits long.
    """
    naming = known or rooms_naming(db, guest)
    some = _some(db, naming)
    db.lock(some)
    cards = {listed.room: listed.card for listed in rooms.cards(db, some)}
    # of a room that someone else has deleted meanwhile, nothing is left
    deleted = tuple(
        room
        for room in some
        if room in cards and guest in cards[room].members and cards[room].phase in FINISHED
    )
    rooms.drop(db, deleted)
    others = [room for room in some if room not in deleted]
    rewritten = tuple(room for room in others if _without(db, room, guest, anonymous))
    for name in ("members", "admitted"):
        left = [(room, guest) for room in others]
        db.many(f"DELETE FROM {name} WHERE room = ? AND guest = ?", left)
    if known or len(some) < len(naming):
        return Forgotten(deleted, rewritten), [*naming[len(some) :]]
    for name in ("members", "admitted", "answers", "comments", "tokens", "device_codes"):
        db.rows(f"DELETE FROM {name} WHERE guest = ?", guest)
    puzzles.forget(db, [guest])
    db.rows("DELETE FROM guests WHERE id = ?", guest)
    return Forgotten(deleted, rewritten), None


def _some(db: Connection, naming: Sequence[str]) -> list[str]:
    """Return as many of these rooms as are deleted or rewritten together, at least one."""
    query = "SELECT room, size FROM rooms WHERE room = ?"
    sizes: dict[str, int] = dict(db.rows_of(query, naming[:SWEPT_AT_ONCE]))
    return _first([(room, sizes.get(room, 0)) for room in naming[:SWEPT_AT_ONCE]])


def _first(sizes: Sequence[tuple[str, int]]) -> list[str]:
    """Return the first rooms that have ``SWEPT_ENTRIES`` entries together, at least one."""
    some, entries = list[str](), 0
    for room, size in sizes:
        entries += size
        if some and entries > SWEPT_ENTRIES:
            break
        some.append(room)
    return some


def _without(db: Connection, room: str, guest: str, anonymous: Callable[[bytes], bytes]) -> bool:
    """Remove a guest from a log, and return whether it named the guest."""

    def changed(row: Row) -> Row:
        who = None if row.guest == guest else row.guest
        return replace(row, body=anonymous(row.body), guest=who)

    return logs.rewrite(db, room, changed)


class SweepTimes(NamedTuple):
    """Now, and before when rooms and guests, and rooms without a deal, are old."""

    now: int
    before: int
    unplayed: int


class Old(NamedTuple):
    """What is old: hashes of tokens and codes, rooms as they were, ids of guests."""

    tokens: list[Stored]
    codes: list[Stored]
    rooms: list[Stored]
    guests: list[Stored]


def find_old(db: Connection, times: SweepTimes) -> Old:
    """Return some of what is old; as it reads whole tables, this is no part of a write."""
    tokens, codes = (
        db.rows(f"SELECT hash FROM {name} WHERE until <= ? LIMIT ?", times.now, SWEPT_AT_ONCE)
        for name in ("tokens", "device_codes")
    )
    found = db.rows(
        "SELECT room, size, updated FROM rooms WHERE (phase IN (?, ?) AND updated < ?)"
        " OR (phase = ? AND updated < ?"
        " AND NOT EXISTS (SELECT 1 FROM seeds s WHERE s.room = rooms.room)) LIMIT ?",
        *(*FINISHED, times.before, CLOSED, times.unplayed, SWEPT_AT_ONCE),
    )
    inactive = db.rows(
        "SELECT id FROM guests WHERE seen < ?"
        " AND NOT EXISTS (SELECT 1 FROM members WHERE guest = id) LIMIT ?",
        *(times.before, SWEPT_AT_ONCE),
    )
    return Old(tokens, codes, found, inactive)


def delete_old(db: Connection, times: SweepTimes, old: Old) -> Swept:
    """Delete what was old, if it still is."""
    for name, hashes in (("tokens", old.tokens), ("device_codes", old.codes)):
        db.many(
            f"DELETE FROM {name} WHERE hash = ? AND until <= ?",
            [(hashed, times.now) for (hashed,) in hashes],
        )
    swept = _unchanged(db, old.rooms)
    rooms.drop(db, swept)
    inactive = [
        str(gone)
        for (guest,) in old.guests
        for (gone,) in db.rows(
            "DELETE FROM guests WHERE id = ? AND seen < ?"
            " AND NOT EXISTS (SELECT 1 FROM members WHERE guest = id) RETURNING id",
            *(guest, times.before),
        )
    ]
    for name in ("admitted", "tokens", "device_codes"):
        db.rows_of(f"DELETE FROM {name} WHERE guest = ?", inactive)
    puzzles.forget(db, inactive)
    return Swept(swept, len(inactive), len(old.tokens) + len(old.codes))


def _unchanged(db: Connection, found: Sequence[Stored]) -> tuple[str, ...]:
    """Return as many of these rooms as are deleted together, without those changed since."""
    chosen = _first([(room, size) for room, size, _ in found])
    known = {row[0]: row for row in found}
    db.lock(chosen)
    locked = db.rows_of("SELECT room, size, updated FROM rooms WHERE room = ?", chosen)
    return tuple(row[0] for row in locked if tuple(row) == known[row[0]])
