"""What nodes know of each other through the database, whose clock counts.

It has threads and connections of its own, so that no beat waits for anything else.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import psycopg

from tilerummy.server.store.nodes.port import (
    Beat,
    HeldClock,
    Lease,
    LogEnd,
    NodeNotice,
    NoticeKind,
    PresenceChange,
    SavedClock,
)
from tilerummy.server.store.port import StorageError
from tilerummy.server.store.postgres import transactions
from tilerummy.server.store.postgres.connecting import PATIENCE, Connections, Database
from tilerummy.server.store.postgres.nodes.schema import NOW
from tilerummy.server.store.postgres.text import texts

Result = TypeVar("Result")

NOTICED = 10 * 60_000
"""For how many milliseconds notices are stored."""
GONE = 24 * 3600_000
"""After so many milliseconds a node that is gone, and holds nothing, is forgotten."""
THREADS = 2
MANY = 16
"""Of so many tables a checksum of who is connected is read first."""

_LIVE = "phase NOT IN ('over', 'closed')"
"""As in the index of holders."""

_PAUSED = "CASE WHEN paused_of = clock_at THEN paused ELSE 0 END"
"""For how long nobody has kept the clock that is stored."""
_PAUSE = f"""
paused = coalesce({_PAUSED} + now - greatest(clock_at, kept), 0), paused_of = clock_at
"""
"""Nobody has kept the clock between ``kept`` and ``now``."""
_BEAT = f"""
WITH t AS MATERIALIZED (SELECT {NOW} AS now),
before AS (SELECT beat AS kept, until FROM nodes WHERE node = %(node)s),
away AS (
    UPDATE rooms SET {_PAUSE} FROM before, t
    WHERE holder = %(node)s AND {_LIVE} AND clock_at IS NOT NULL AND (%(away)s OR until <= now)
)
INSERT INTO nodes SELECT %(node)s, now, now + %(lease)s FROM t
ON CONFLICT (node) DO UPDATE SET beat = excluded.beat, until = excluded.until
RETURNING beat,
    (
        SELECT count(*) || ' ' || coalesce(sum(hashtextextended(room, epoch)), 0)
        FROM rooms WHERE holder = %(node)s AND {_LIVE}
    ),
    EXISTS (SELECT 1 FROM rooms WHERE holder IS NULL AND {_LIVE})
    OR EXISTS (SELECT 1 FROM nodes n, t WHERE n.until < now AND n.node <> %(node)s)
""".encode()
"""Returns the time, a checksum of the leases that are held, and whether there may be free ones."""
TAKE = f"""
UPDATE rooms r SET holder = %(node)s, epoch = r.epoch + 1, released = f.kept, {_PAUSE}
FROM (
    SELECT l.room AS taken, now,
        coalesce((SELECT n.beat FROM nodes n WHERE n.node = l.holder), l.released) AS kept
    FROM (
        SELECT room, holder, released FROM rooms
        WHERE {_LIVE} AND (holder IS NULL OR holder = ANY (%(gone)s))
        ORDER BY room LIMIT %(most)s FOR UPDATE SKIP LOCKED
    ) l, (SELECT {NOW} AS now) t
) f WHERE r.room = f.taken RETURNING r.room, r.epoch, now
""".encode()
_SAVE = f"""
UPDATE rooms r SET clock = f.clock, clock_at = {NOW}
FROM (
    SELECT l.room AS held, n.clock
    FROM unnest(%s::text[], %s::int[], %s::bytea[]) AS n (room, epoch, clock)
    JOIN rooms l ON l.room = n.room AND l.epoch = n.epoch ORDER BY l.room FOR UPDATE OF l
) f WHERE r.room = f.held RETURNING r.room
""".encode()
HELD = f"SELECT room, epoch FROM rooms WHERE holder = %s AND {_LIVE}".encode()
_ENDS = f"""
SELECT room, size, generation, clock, clock_at, {_PAUSED} FROM rooms WHERE room = ANY (%s)
""".encode()
_CONNECTED = f"""
FROM presence JOIN nodes USING (node) WHERE room = ANY (%s) AND node <> %s AND until > {NOW}
"""
_PRESENT = f"SELECT room, session {_CONNECTED}".encode()
_PRESENT_SUM = f"""
SELECT count(*) || ' ' || coalesce(sum(hashtextextended(room || ' ' || session, 0)), 0)
{_CONNECTED}
""".encode()
RELEASE = f"""
UPDATE rooms r SET holder = NULL, released = {NOW}
FROM (SELECT room FROM rooms WHERE holder = %s AND {_LIVE} ORDER BY room FOR UPDATE) f
WHERE r.room = f.room
""".encode()
LEFT = b"DELETE FROM presence WHERE node = ANY (%s)"
"""Statements that are executed at every beat, or for each node that is gone."""


class PostgresNodes:
    """What is stored of nodes; see the port."""

    def __init__(self, database: Database) -> None:
        self._connections = Connections(database, patience=PATIENCE)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="node-thread")
        # the leases of a node are read again when their checksum is another: epochs only grow
        self._held: tuple[str, str, dict[str, int]] = ("", "", {})
        # who is connected to many tables is read again when the checksum of that is another
        self._present: tuple[tuple[str, ...], str, dict[str, set[str]]] = ((), "", {})

    async def _do(self, work: Callable[[psycopg.Connection], Result]) -> Result:
        """Return the result of *work*, which is repeated if the connection is lost meanwhile."""
        try:
            run = partial(transactions.read, self._connections, work)
            future = asyncio.get_running_loop().run_in_executor(self._threads, run)
        except RuntimeError as error:
            raise StorageError("the store is closed") from error
        return await asyncio.shield(future)

    async def beat(self, node: str, *, lease: int, away: bool = False) -> Beat:
        """Store that a node is there; see the port."""

        def work(db: psycopg.Connection) -> Beat:
            values = {"node": node, "lease": lease, "away": away}
            [(now, checksum, free)] = db.execute(_BEAT, values).fetchall()
            if self._held[:2] != (node, checksum):
                held: dict[str, int] = dict(db.execute(HELD, (node,)).fetchall())
                self._held = (node, checksum, held)
            return Beat(now, self._held[2], free)

        return await self._do(work)

    async def take(self, node: str, *, most: int) -> list[Lease]:
        """Take the leases of tables without a holder; see the port."""

        def work(db: psycopg.Connection) -> list[Lease]:
            gone = [each for each in _gone(db) if each != node]
            found = db.execute(TAKE, {"node": node, "gone": texts(gone), "most": most})
            leases = [Lease(*row) for row in found.fetchall()]
            if gone:
                _forget(db, gone)
            return leases

        return await self._do(work)

    async def release(self, node: str, room: str) -> None:
        """Give up the lease of a table; see the port."""
        query = f"UPDATE rooms SET holder = NULL, released = {NOW} WHERE room = %s AND holder = %s"
        await self._do(lambda db: db.execute(query.encode(), (room, node)))

    async def leave(self, node: str) -> None:
        """Give up all leases of a node; see the port."""

        def work(db: psycopg.Connection) -> None:
            db.execute(RELEASE, (node,))
            db.execute(LEFT, (texts([node]),))
            db.execute("DELETE FROM nodes WHERE node = %s", (node,))

        await self._do(work)

    async def ends(self, rooms: Sequence[str]) -> dict[str, LogEnd]:
        """Return the ends of logs; see the port."""

        def work(db: psycopg.Connection) -> dict[str, LogEnd]:
            found = db.execute(
                _ENDS,
                (texts(rooms),),
                binary=True,
            )
            return {
                room: LogEnd(size, generation, clock and SavedClock(clock, at, paused))
                for room, size, generation, clock, at, paused in found.fetchall()
            }

        return await self._do(work)

    async def save_clocks(self, clocks: Iterable[HeldClock]) -> list[str]:
        """Store clocks of tables; see the port."""
        rooms, epochs, bodies = zip(*clocks, strict=True)
        values = (texts(rooms), [*epochs], [*bodies])
        return await self._do(lambda db: [room for (room,) in db.execute(_SAVE, values).fetchall()])

    async def save_draft(self, room: str, draft: bytes) -> None:
        """Store the latest draft; see the port."""
        query = "UPDATE rooms SET draft = %s WHERE room = %s"
        await self._do(lambda db: db.execute(query, (draft, room)).rowcount)

    async def draft(self, room: str) -> bytes | None:
        """Return the latest draft; see the port."""

        def work(db: psycopg.Connection) -> bytes | None:
            query = "SELECT draft FROM rooms WHERE room = %s AND draft IS NOT NULL"
            for (draft,) in db.execute(query, (room,), binary=True).fetchall():
                return bytes(draft)
            return None

        return await self._do(work)

    async def show_presence(self, node: str, changes: Iterable[PresenceChange]) -> None:
        """Store who is connected through a node; see the port."""
        all_changes = [*changes]
        come = [(c.room, node, c.session) for c in all_changes if c.connected]
        left = [(c.room, node, c.session) for c in all_changes if not c.connected]

        def work(db: psycopg.Connection) -> None:
            with db.cursor() as cursor:
                if come:
                    cursor.executemany(
                        "INSERT INTO presence VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", come
                    )
                if left:
                    cursor.executemany(
                        "DELETE FROM presence WHERE room = %s AND node = %s AND session = %s", left
                    )

        await self._do(work)

    async def presence(self, node: str, rooms: Sequence[str]) -> dict[str, set[str]]:
        """Return who is connected through other nodes; see the port."""
        asked = (node, *rooms)

        def work(db: psycopg.Connection) -> dict[str, set[str]]:
            values, checksum = (texts(rooms), node), ""
            if len(rooms) >= MANY:
                [(checksum,)] = db.execute(_PRESENT_SUM, values).fetchall()
                if self._present[:2] == (asked, checksum):
                    return self._present[2]
            people = defaultdict[str, set[str]](set)
            for room, session in db.execute(_PRESENT, values).fetchall():
                people[room].add(session)
            if checksum:
                self._present = (asked, checksum, people)
            return people

        return {room: {*people} for room, people in (await self._do(work)).items()}

    async def notify(self, notices: Iterable[tuple[NoticeKind, str]]) -> None:
        """Store what other nodes must know; see the port."""
        rows = [*notices]

        def work(db: psycopg.Connection) -> None:
            with db.transaction(), db.cursor() as cursor:
                query = f"INSERT INTO notices (at, kind, about) VALUES ({NOW}, %s, %s)"
                cursor.executemany(query.encode(), rows)
                cursor.execute(f"DELETE FROM notices WHERE at < {NOW} - %s".encode(), (NOTICED,))

        await self._do(work)

    async def notices(self) -> list[NodeNotice]:
        """Return the latest notices; see the port."""
        query = f"SELECT number, kind, about FROM notices WHERE at >= {NOW} - %s ORDER BY number"

        def work(db: psycopg.Connection) -> list[NodeNotice]:
            return [NodeNotice(*row) for row in db.execute(query.encode(), (NOTICED,)).fetchall()]

        return await self._do(work)

    async def public(self, phases: Sequence[str], *, most: int) -> list[str]:
        """Return the tables that all may see; see the port."""
        query = (
            "SELECT room FROM rooms WHERE phase = ANY (%s) AND NOT private"
            " ORDER BY updated DESC LIMIT %s"
        )

        def work(db: psycopg.Connection) -> list[str]:
            return [room for (room,) in db.execute(query, (texts(phases), most)).fetchall()]

        return await self._do(work)

    async def close(self) -> None:
        """Close the connections."""
        await asyncio.to_thread(self._threads.shutdown)
        self._connections.close()


def _gone(db: psycopg.Connection) -> list[str]:
    """Return the nodes that are gone."""
    found = db.execute(f"SELECT node FROM nodes WHERE until < {NOW}".encode())
    return [str(node) for (node,) in found.fetchall()]


def _forget(db: psycopg.Connection, gone: Sequence[str]) -> None:
    """Delete what is stored of nodes that are gone, but for the leases that they hold."""
    db.execute(LEFT, (texts(gone),))
    db.execute(
        f"DELETE FROM nodes n WHERE until < {NOW} - %s AND NOT EXISTS"
        f" (SELECT 1 FROM rooms WHERE holder = n.node AND {_LIVE})".encode(),
        (GONE,),
    )
