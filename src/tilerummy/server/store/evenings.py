"""Evenings with real tiles that several phones share, each stored as a small document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tilerummy.server.store.database import Connection, StorePart
from tilerummy.server.store.types import StorageError

LIFETIME = 3 * 24 * 3600 * 1000
"""How long an evening is stored after its last change, in milliseconds."""
MAX_OF_OWNER = 5
"""The maximum number of evenings per owner; sharing another one deletes the oldest."""
MAX_EVENINGS = 10_000
"""The maximum number of evenings in the store; another one replaces the longest unchanged one."""
MAX_MEMBERS = 12
"""The maximum number of guests who have joined an evening, not counting its owner."""
MAX_BODY = 64 * 1024
"""The maximum size of an evening, in bytes."""
SEEN_EVERY = 5_000
"""How often the presence of the keeper is stored, in milliseconds."""
CODES = 8
"""How many new codes to try, because another evening may have them, before the store is full."""
DELETED_AT_ONCE = 500
"""The maximum number of expired evenings deleted per transaction."""

Refusal = TypeVar("Refusal")

_COLUMNS = "id, code, owner, keeper, seen, version, until, body"


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEvening:
    """A shared evening: its keeper writes it, and each member may enter the rack of one seat.

    ``seen`` is when the keeper last requested it. ``members`` maps the guests who have joined to
    their seats, or to None. ``version`` grows with each change.
    """

    id: str
    code: str
    owner: str
    keeper: str
    seen: int
    members: dict[str, int | None]
    version: int
    until: int
    body: bytes

    def admits(self, guest: str) -> bool:
        """Return whether *guest* may see the evening."""
        return guest == self.owner or guest in self.members


class Evenings(StorePart):
    """Shared evenings; *now* returns the time in milliseconds since 1970."""

    async def add(self, evening_id: str, code: str, owner: str, body: bytes) -> bool:
        """Store a new evening. Returns False if its code is in use.

        If its owner has too many evenings or the store is full, this deletes the evening that has
        not changed for the longest time.
        """
        now = self._now()

        def work(db: Connection) -> bool:
            if _is_used(db, code):
                return False
            old = db.rows("SELECT id FROM evenings WHERE owner = ? ORDER BY until DESC", owner)
            _delete(db, [each for (each,) in old[MAX_OF_OWNER - 1 :]])
            [(count,)] = db.rows("SELECT count(*) FROM evenings")
            if count >= MAX_EVENINGS:
                _delete_oldest(db, count - MAX_EVENINGS + 1)
            db.rows(
                f"INSERT INTO evenings ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, 1, ?, ?)",
                *(evening_id, code, owner, owner, now, now + LIFETIME, body),
            )
            return True

        return await self._database.write(work)

    async def find(self, evening_id: str) -> StoredEvening | None:
        """Return an evening by its id, or None if it does not exist or has expired."""
        now = self._now()
        return await self._database.read(lambda db: _find(db, "id", evening_id, now))

    async def by_code(self, code: str) -> StoredEvening | None:
        """Return an evening by its code, or None if it does not exist or has expired."""
        now = self._now()
        return await self._database.read(lambda db: _find(db, "code", code, now))

    async def change(
        self, evening_id: str, how: Callable[[StoredEvening], StoredEvening | Refusal]
    ) -> StoredEvening | Refusal | None:
        """Replace an evening by the result of *how*, and return it, or None if it does not exist.

        If *how* returns its argument or a refusal, nothing is stored, and that is the result. *how*
        must not raise exceptions. Otherwise the version grows, and the evening expires later. If
        another evening has the new code, *how* is called again, for another code. Raises
        StorageError if all codes tried are in use.
        """
        now = self._now()

        def work(db: Connection) -> StoredEvening | Refusal | None:
            before = _find(db, "id", evening_id, now, lock=" FOR UPDATE")
            if before is None:
                return None
            for _ in range(CODES):
                after = how(before)
                if after is before or not isinstance(after, StoredEvening):
                    return after
                if after.code == before.code or not _is_used(db, after.code):
                    break
            else:
                raise StorageError("no code is free")
            query = (
                "UPDATE evenings SET code = ?, keeper = ?, seen = ?, version = ?, until = ?,"
                " body = ? WHERE id = ?"
            )
            db.rows(
                query,
                *(after.code, after.keeper, after.seen),
                *(before.version + 1, now + LIFETIME, after.body, evening_id),
            )
            if after.members != before.members:
                _set_members(db, evening_id, after.members)
            return _find(db, "id", evening_id, now)

        return await self._database.write(work)

    async def see(self, evening: StoredEvening) -> None:
        """Store that the keeper is present, at most once every ``SEEN_EVERY`` milliseconds."""
        now = self._now()
        if now - evening.seen >= SEEN_EVERY:
            query = "UPDATE evenings SET seen = ? WHERE id = ?"
            await self._database.write(lambda db: db.rows(query, now, evening.id))

    async def delete(self, evening_id: str, owner: str) -> bool:
        """Delete one of the owner's evenings. Returns False if the owner has no such evening."""

        def work(db: Connection) -> bool:
            found = db.rows("SELECT 1 FROM evenings WHERE id = ? AND owner = ?", evening_id, owner)
            if found:
                _delete(db, [evening_id])
            return bool(found)

        return await self._database.write(work)

    async def delete_expired(self) -> None:
        """Delete all evenings that have expired."""
        now = self._now()
        while await self._database.write(lambda db: _delete_expired(db, now)) == DELETED_AT_ONCE:
            pass


def _is_used(db: Connection, code: str) -> bool:
    return bool(db.rows("SELECT 1 FROM evenings WHERE code = ?", code))


def _find(
    db: Connection, column: str, value: str, now: int, lock: str = ""
) -> StoredEvening | None:
    query = f"SELECT {_COLUMNS} FROM evenings WHERE {column} = ? AND until > ?{lock}"
    for row in db.rows(query, value, now):
        id_, code, owner, keeper, seen, version, until, body = row
        seats = "SELECT guest, seat FROM evening_members WHERE evening = ? ORDER BY guest"
        return StoredEvening(
            id=id_,
            code=code,
            owner=owner,
            keeper=keeper,
            seen=seen,
            members=dict(db.rows(seats, id_)),
            version=version,
            until=until,
            body=bytes(body),
        )
    return None


def _set_members(db: Connection, evening_id: str, members: dict[str, int | None]) -> None:
    db.rows("DELETE FROM evening_members WHERE evening = ?", evening_id)
    query = "INSERT INTO evening_members (evening, guest, seat) VALUES (?, ?, ?)"
    db.many(query, [(evening_id, guest, seat) for guest, seat in members.items()])


def _delete(db: Connection, evenings: Sequence[str]) -> None:
    for evening_id in evenings:
        db.rows("DELETE FROM evening_members WHERE evening = ?", evening_id)
        db.rows("DELETE FROM evenings WHERE id = ?", evening_id)


def _delete_oldest(db: Connection, count: int) -> None:
    old = db.rows("SELECT id FROM evenings ORDER BY until LIMIT ?", count)
    _delete(db, [each for (each,) in old])


def _delete_expired(db: Connection, now: int) -> int:
    """Delete some of the evenings that have expired, and return their number."""
    query = f"SELECT id FROM evenings WHERE until <= ? LIMIT {DELETED_AT_ONCE}"
    expired = [each for (each,) in db.rows(query, now)]
    _delete(db, expired)
    return len(expired)


def delete_guest(db: Connection, guest: str) -> None:
    """Delete a guest's evenings, and remove the guest from all other evenings."""
    own = db.rows("SELECT id FROM evenings WHERE owner = ?", guest)
    _delete(db, [each for (each,) in own])
    joined = db.rows("SELECT evening FROM evening_members WHERE guest = ?", guest)
    db.rows("DELETE FROM evening_members WHERE guest = ?", guest)
    query = (
        "UPDATE evenings SET version = version + 1,"
        " keeper = CASE WHEN keeper = ? THEN owner ELSE keeper END WHERE id = ?"
    )
    for (evening_id,) in joined:
        db.rows(query, guest, evening_id)
