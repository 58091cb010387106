"""The room index: summaries of rooms, invitations, and the guests admitted to private rooms."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.server.store.copying import OF_ROOMS
from tilerummy.server.store.database import Connection, Stored, StorePart
from tilerummy.server.store.types import FINISHED, RoomIndexEntry, RoomSummary

_COLUMNS = "rooms.room, phase, private, title, card, size, updated"
_FIRST, _SECOND = sorted(FINISHED)
_LIVE = (
    f"(phase < '{_FIRST}' OR (phase > '{_FIRST}' AND phase < '{_SECOND}') OR phase > '{_SECOND}')"
)
"""Matches live rooms. It is written as ranges so that the index on phases is used."""


class RoomIndex(StorePart):
    """Lists rooms, without reading their logs."""

    async def find(self, rooms: Sequence[str]) -> list[RoomIndexEntry]:
        """Return the given rooms, the most recently changed first; unknown rooms are omitted."""
        return await self._database.read(lambda db: find(db, rooms))

    async def of_guest(self, guest: str, *, limit: int | None = None) -> list[RoomIndexEntry]:
        """Return a guest's rooms, the most recently changed first."""
        query = (
            f"SELECT {_COLUMNS} FROM members JOIN rooms ON rooms.room = members.room"
            " WHERE guest = ? ORDER BY updated DESC, rooms.room DESC"
        )
        if limit is not None:
            query += f" LIMIT {limit}"
        return await self._database.read(lambda db: _listed(db, db.rows(query, guest)))

    async def public(self, phases: Sequence[str], limit: int) -> list[RoomIndexEntry]:
        """Return up to *limit* public rooms in any of *phases*, the most recently changed first."""
        marks = ", ".join("?" * len(phases))
        query = (
            f"SELECT {_COLUMNS} FROM rooms WHERE private = ? AND phase IN ({marks})"
            f" ORDER BY updated DESC, room DESC LIMIT {limit}"
        )

        def work(db: Connection) -> list[RoomIndexEntry]:
            return _listed(db, db.rows(query, False, *phases))  # noqa: FBT003 - a parameter

        return await self._database.read(work)

    async def count(self, guest: str | None = None) -> int:
        """Return the number of live rooms, counting only rooms of *guest* if a guest is given."""
        query = f"SELECT count(*) FROM rooms WHERE {_LIVE}"
        values: tuple[str, ...] = ()
        if guest is not None:
            values = (guest,)
            query = (
                "SELECT count(*) FROM members JOIN rooms ON rooms.room = members.room"
                f" WHERE guest = ? AND {_LIVE}"
            )
        [(count,)] = await self._database.read(lambda db: db.rows(query, *values))
        assert isinstance(count, int)
        return count

    async def live(self, rooms: Sequence[str]) -> set[str]:
        """Return the ids of all *rooms* that are live."""
        query = f"SELECT room FROM rooms WHERE room = ? AND {_LIVE}"
        found = await self._database.read(lambda db: db.rows_of(query, rooms))
        return {room for (room,) in found}

    async def show(self, room: str, summary: RoomSummary) -> None:
        """Replace the body and title of a room's summary without updating when it last changed."""
        query = "UPDATE rooms SET card = ?, title = ? WHERE room = ?"
        await self._database.write(lambda db: db.rows(query, summary.body, summary.title, room))

    async def invite(self, room: str, code: str) -> str:
        """Return a room's invitation code. If it has none yet, store and return *code*."""

        def work(db: Connection) -> str:
            db.rows(
                "INSERT INTO invitations (room, code) VALUES (?, ?) ON CONFLICT (room) DO NOTHING",
                *(room, code),
            )
            [(stored,)] = db.rows("SELECT code FROM invitations WHERE room = ?", room)
            assert isinstance(stored, str)
            return stored

        return await self._database.write(work)

    async def invited(self, code: str) -> str | None:
        """Return the room that an invitation code belongs to, or None."""
        query = "SELECT room FROM invitations WHERE code = ?"
        found: list[tuple[str]] = await self._database.read(lambda db: db.rows(query, code))
        return found[0][0] if found else None

    async def admit(self, room: str, guest: str) -> None:
        """Admit an invited guest to a room; does nothing if the guest has been admitted before."""
        query = "INSERT INTO admitted (room, guest) VALUES (?, ?) ON CONFLICT DO NOTHING"
        await self._database.write(lambda db: db.rows(query, room, guest))

    async def admitted(self, room: str, guest: str) -> bool:
        """Return whether a guest was admitted to a room, is a member, or has written to it."""
        query = " UNION ALL ".join(
            f"SELECT 1 FROM {name} WHERE room = ? AND guest = ?"
            for name in ("admitted", "members", "entries")
        )
        values = (room, guest) * 3
        return bool(await self._database.read(lambda db: db.rows(f"{query} LIMIT 1", *values)))

    async def drop(self, room: str) -> None:
        """Delete a room along with all its data."""
        await self._database.write(lambda db: drop(db, [room]))


def find(db: Connection, rooms: Sequence[str]) -> list[RoomIndexEntry]:
    """Return the given rooms; see :meth:`RoomIndex.find`."""
    found = _listed(db, db.rows_of(f"SELECT {_COLUMNS} FROM rooms WHERE room = ?", rooms))
    return sorted(found, key=lambda each: (each.updated, each.room), reverse=True)


def drop(db: Connection, rooms: Sequence[str]) -> None:
    """Delete rooms along with all their data."""
    db.lock(rooms)
    for name in OF_ROOMS:
        db.rows_of(f"DELETE FROM {name} WHERE room = ?", rooms)


def _listed(db: Connection, found: Sequence[Stored]) -> list[RoomIndexEntry]:
    """Convert rows of the rooms table to index entries with members, keeping their order."""
    rooms = [str(row[0]) for row in found]
    members: dict[str, list[str]] = {room: [] for room in rooms}
    for room, guest in db.rows_of("SELECT room, guest FROM members WHERE room = ?", rooms):
        members[room].append(guest)
    return [
        RoomIndexEntry(
            room, RoomSummary(phase, bool(private), title, (*members[room],), body), size, updated
        )
        for room, phase, private, title, body, size, updated in found
    ]
