"""Room leases: which node owns a room, and when a node should take a room that has no owner.

A node is one server process. A room without an owner is *parked*. The *epoch* identifies a lease:
an append with a different epoch is rejected. All times are database times. ``clock_ran`` is how
long a room's clock has run since it was stored, in ms; while the room has an owner, the time since
``clock_at`` is added.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.server.store.database import Connection, StorePart
from tilerummy.server.store.types import Heartbeat, Owner, ParkedRoom, Taken

FOREVER = 2**53
"""The end of a lease that never expires."""
DUE_NOW = 0
"""The due time of a room that lost its owner. All other due times are deadlines set by the room."""

_RAN = "clock_ran = clock_ran + CASE WHEN clock_at < ? THEN ? - clock_at ELSE 0 END"
"""Adds the time that a clock has run until a given time, passed twice, as two equal parameters."""
_PARKED = f"holder = NULL, epoch = epoch + 1, due = {DUE_NOW}, {_RAN}, clock_at = NULL"
"""Parks a room that has lost its owner: the room becomes due, and its clock stops."""


class Leases(StorePart):
    """The leases of all rooms."""

    async def heartbeat(self, node: str, address: str, lease: int | None) -> Heartbeat:
        """Record a heartbeat, and extend the node's leases by *lease* ms.

        Pass None if no other node uses the database: this node's leases then never expire, and
        every other node's leases expire immediately. The clocks of a dead node's rooms stop at its
        last heartbeat. If a heartbeat is merely late, the clocks do not count the time since the
        previous one.
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
        """Return the rooms that a node owns, with their epochs."""
        query = "SELECT room, epoch FROM rooms WHERE holder = ?"
        return dict(await self._database.read(lambda db: db.rows(query, node), urgent=True))

    async def take(self, room: str, node: str, dead: Sequence[str] = ()) -> Taken | Owner | None:
        """Take a room's lease; return the owner if it cannot be taken, or None for an unknown room.

        A room can be taken if it is parked, if this node already owns it, if its owner is in
        *dead*, or if its owner's lease has expired.
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
            late = due is not None and DUE_NOW < due <= now
            return Taken(room, epoch + 1, size, clock, ran, late)

        return await self._database.write(work, urgent=True)

    async def take_due(self, node: str, limit: int) -> list[Taken]:
        """Take up to *limit* due rooms by due time, starting with rooms that lost their owner."""

        def work(db: Connection) -> list[Taken]:
            found = db.rows(
                "SELECT room, epoch + 1, size, clock, clock_ran, due FROM rooms"
                " WHERE due <= now_ms() ORDER BY due LIMIT ? FOR UPDATE SKIP LOCKED",
                limit,
            )
            taken = [
                Taken(room, epoch, size, clock, ran, due > DUE_NOW)
                for room, epoch, size, clock, ran, due in found
            ]
            for each in taken:
                _own(db, each.room, node, each.ran)
            return taken

        return await self._database.write(work, urgent=True)

    async def park_expired(self, expired_for: int, node: str) -> int:
        """Delete other nodes whose leases expired over *expired_for* ms ago; park their rooms.

        These rooms become due immediately. Returns the number of rooms.
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
        """Park a node's rooms with their current clocks, skipping rooms whose epochs differ."""
        await self._database.write(
            lambda db: db.many(
                "UPDATE rooms SET holder = NULL, due = ?, clock = ?, clock_ran = 0, clock_at = NULL"
                " WHERE room = ? AND epoch = ? AND holder = ?",
                [(each.due, each.clock, each.room, each.epoch, node) for each in sorted(rooms)],
            ),
            urgent=True,
        )

    async def save_clock(self, node: str, room: str, epoch: int, clock: bytes) -> None:
        """Store the current clock of a room that the node owns."""
        query = (
            "UPDATE rooms SET clock = ?, clock_ran = 0, clock_at = now_ms()"
            " WHERE room = ? AND epoch = ? AND holder = ?"
        )
        await self._database.write(lambda db: db.rows(query, clock, room, epoch, node), urgent=True)

    async def owner(self, room: str) -> Owner | None:
        """Return a room's owner, or None if it has no owner or the lease has expired."""
        query = (
            "SELECT node, address FROM rooms JOIN nodes ON node = holder"
            " WHERE room = ? AND until > now_ms()"
        )
        found = await self._database.read(lambda db: db.rows(query, room))
        return Owner(*found[0]) if found else None

    async def leave(self, node: str) -> None:
        """Delete a node, and park its remaining rooms, which become due immediately."""

        def work(db: Connection) -> None:
            [(now,)] = db.rows("SELECT now_ms()")
            _park(db, node, now)

        await self._database.write(work, urgent=True)


def _own(db: Connection, room: str, node: str, ran: int) -> None:
    """Make a node the owner of a room whose clock has been running for *ran* ms."""
    db.rows(
        "UPDATE rooms SET holder = ?, epoch = epoch + 1, due = NULL, clock_ran = ?,"
        " clock_at = now_ms() WHERE room = ?",
        *(node, ran, room),
    )


def _park(db: Connection, node: str, until: int) -> int:
    """Delete a node, park its rooms and stop their clocks at *until*; return the room count."""
    parked = db.rows(
        f"UPDATE rooms SET {_PARKED} WHERE holder = ? RETURNING room", until, until, node
    )
    db.rows("DELETE FROM nodes WHERE node = ?", node)
    return len(parked)
