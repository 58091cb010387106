"""The leases of rooms: which node owns a room, and what is due in rooms without an owner.

A node is one server process. Its *epoch* is the proof of a lease: an append with another one is
fenced. All times are those of the database. A clock runs from ``clock_at`` on while the room has an
owner, and had run for ``clock_ran`` ms before that since it was stored.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.server.store.database import Connection, StorePart
from tilerummy.server.store.types import Heartbeat, Owner, ParkedRoom, Taken

FOREVER = 2**53
"""The end of a lease that does not expire."""

AT_ONCE = 0
"""When a room is due that has lost its owner: other times have come because nobody did."""

_RAN = "clock_ran = clock_ran + CASE WHEN clock_at < ? THEN ? - clock_at ELSE 0 END"
"""Counts what a clock has run until a time, which is given twice."""
_PARKED = f"holder = NULL, epoch = epoch + 1, due = {AT_ONCE}, {_RAN}, clock_at = NULL"
"""Parks a room whose owner may not know it."""


class Leases(StorePart):
    """Which node owns which room."""

    async def heartbeat(self, node: str, address: str, lease: int | None) -> Heartbeat:
        """Record a heartbeat of a node, and extend its leases to *lease* ms from now.

        With None they do not expire, as the node uses the database alone: the leases of all other
        nodes expire now. It beats nevertheless: what the clocks of a node have run is counted to
        its last beat. If the node is late, its clocks have not run since its beat before.
        """

        def work(db: Connection) -> Heartbeat:
            [(now,)] = db.rows("SELECT now_ms()")
            late = False
            for beat, until in db.rows("SELECT beat, until FROM nodes WHERE node = ?", node):
                late = until <= now
                if late:
                    db.rows(
                        f"UPDATE rooms SET {_RAN}, clock_at = ? WHERE holder = ?",
                        *(beat, beat, now, node),
                    )
            if lease is None:
                db.rows("UPDATE nodes SET until = beat WHERE node <> ?", node)
            db.rows(
                "INSERT INTO nodes (node, address, beat, until) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (node) DO UPDATE SET address = excluded.address,"
                " beat = excluded.beat, until = excluded.until",
                *(node, address, now, FOREVER if lease is None else now + lease),
            )
            query = "SELECT count(*), coalesce(sum(epoch), 0) FROM rooms WHERE holder = ?"
            [(rooms, epochs)] = db.rows(query, node)
            return Heartbeat(now, late, rooms, int(epochs))

        return await self._database.write(work, urgent=True)

    async def held(self, node: str) -> dict[str, int]:
        """Return the rooms that a node holds, with their epochs."""
        query = "SELECT room, epoch FROM rooms WHERE holder = ?"
        return dict(await self._database.read(lambda db: db.rows(query, node), urgent=True))

    async def take(self, room: str, node: str, dead: Sequence[str] = ()) -> Taken | Owner | None:
        """Take the lease of a room; return its owner if it has another one that is alive.

        A room is free if it is parked, is the node's own, or is held by a node whose leases have
        expired or that is *dead*: it was found unreachable. None if there is no such room.
        """

        def work(db: Connection) -> Taken | Owner | None:
            db.lock([room])
            found = db.rows(
                "SELECT now_ms(), holder, address, until, beat, due, clock, clock_at, clock_ran,"
                " epoch, size FROM rooms LEFT JOIN nodes ON node = holder WHERE room = ?",
                room,
            )
            if not found:
                return None
            now, holder, address, until, beat, due, clock, clock_at, ran, epoch, size = found[0]
            if holder not in (None, node, *dead) and until is not None and until > now:
                return Owner(holder, address)
            end = now if holder == node else beat
            if clock_at is not None and end is not None:
                ran += max(0, end - clock_at)
            _own(db, room, node, ran)
            late = due is not None and AT_ONCE < due <= now
            return Taken(room, epoch + 1, size, clock, ran, late)

        return await self._database.write(work, urgent=True)

    async def take_due(self, node: str, limit: int) -> list[Taken]:
        """Take parked rooms in which something is due: those at once, then the longest overdue."""

        def work(db: Connection) -> list[Taken]:
            found = db.rows(
                "SELECT room, epoch + 1, size, clock, clock_ran, due FROM rooms"
                " WHERE due <= now_ms() ORDER BY due LIMIT ? FOR UPDATE SKIP LOCKED",
                limit,
            )
            taken = [
                Taken(room, epoch, size, clock, ran, due > AT_ONCE)
                for room, epoch, size, clock, ran, due in found
            ]
            for each in taken:
                _own(db, each.room, node, each.ran)
            return taken

        return await self._database.write(work, urgent=True)

    async def park_expired(self, expired_for: int, node: str) -> int:
        """Park the rooms of nodes whose leases expired *expired_for* ms ago; they are due at once.

        The rooms of *node* itself are not touched. Then these nodes are deleted. Returns the number
        of rooms.
        """

        def work(db: Connection) -> int:
            gone = db.rows(
                "SELECT node, beat FROM nodes WHERE node <> ? AND until <= now_ms() - ?"
                " ORDER BY node FOR UPDATE SKIP LOCKED",
                *(node, expired_for),
            )
            return sum(_park(db, each, beat) for each, beat in gone)

        return await self._database.write(work, urgent=True)

    async def release(self, node: str, rooms: Sequence[ParkedRoom]) -> None:
        """Park rooms that the node holds, each with its clock as it is now.

        A room that has another epoch by now is left as it is.
        """
        await self._database.write(
            lambda db: db.many(
                "UPDATE rooms SET holder = NULL, due = ?, clock = ?, clock_ran = 0, clock_at = NULL"
                " WHERE room = ? AND epoch = ? AND holder = ?",
                [(each.due, each.clock, each.room, each.epoch, node) for each in sorted(rooms)],
            ),
            urgent=True,
        )

    async def save_clock(self, node: str, room: str, epoch: int, clock: bytes) -> None:
        """Store the clock of a room that the node holds, as it is now."""
        query = (
            "UPDATE rooms SET clock = ?, clock_ran = 0, clock_at = now_ms()"
            " WHERE room = ? AND epoch = ? AND holder = ?"
        )
        await self._database.write(lambda db: db.rows(query, clock, room, epoch, node), urgent=True)

    async def owner(self, room: str) -> Owner | None:
        """Return the owner of a room if its lease has not expired."""
        query = (
            "SELECT node, address FROM rooms JOIN nodes ON node = holder"
            " WHERE room = ? AND until > now_ms()"
        )
        found = await self._database.read(lambda db: db.rows(query, room))
        return Owner(*found[0]) if found else None

    async def leave(self, node: str) -> None:
        """Delete a node; rooms that it still holds are parked and due at once."""

        def work(db: Connection) -> None:
            [(now,)] = db.rows("SELECT now_ms()")
            _park(db, node, now)

        await self._database.write(work, urgent=True)


def _own(db: Connection, room: str, node: str, ran: int) -> None:
    """Make a node the owner of a room whose clock has run for *ran* ms."""
    db.rows(
        "UPDATE rooms SET holder = ?, epoch = epoch + 1, due = NULL, clock_ran = ?,"
        " clock_at = now_ms() WHERE room = ?",
        *(node, ran, room),
    )


def _park(db: Connection, node: str, until: int) -> int:
    """Park all rooms of a node, which was there *until* then; delete it; return how many."""
    parked = db.rows(
        f"UPDATE rooms SET {_PARKED} WHERE holder = ? RETURNING room", until, until, node
    )
    db.rows("DELETE FROM nodes WHERE node = ?", node)
    return len(parked)
