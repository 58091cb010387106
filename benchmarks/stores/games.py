"""Records what real games of two human and two computer players write to a store."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tests.server.playing import play_round, ready
from tests.server.room_clients import Client, TestRooms

from tilerummy.server.room.seats import Person
from tilerummy.server.store.database import Database
from tilerummy.server.store.factory import memory_store
from tilerummy.server.store.logs import RoomLogs
from tilerummy.server.store.types import Appended, Entries, Fenced

Game = tuple[Entries, ...]
"""Everything written for a game, in order."""


class _Recorder(RoomLogs):
    """Logs that record every write."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, lambda: 0)
        self.written: list[Entries] = []

    async def append(self, new: Entries) -> Appended | Fenced:
        """Append and record entries."""
        result = await super().append(new)
        if isinstance(result, Appended):
            self.written.append(new)
        return result


class _Player(Client):
    """A human player, with a name and commands as long as the web client's."""

    def __init__(self, rooms: TestRooms, name: str) -> None:
        super().__init__(rooms, name)
        self.person = Person(secrets.token_urlsafe(16), name)

    def cid(self) -> str:
        """Return a command id."""
        return secrets.token_urlsafe(12)


async def _played(seed: str) -> Game:
    store = memory_store(lambda: 0)
    store.logs = written = _Recorder(store.database)
    rooms = TestRooms(store=store, name=seed)
    people = [_Player(rooms, name) for name in ("Ann", "Ben")]
    room = await people[0].open(seats=4, computers=dict.fromkeys((2, 3), "beginner"))
    await store.rooms.admit(room, people[1].person.guest)
    await people[1].watch(room)
    await people[1].control("sit")
    await people[0].control("start")
    await ready([*people])
    await play_round([*people])
    await rooms.close()
    return tuple(written.written)


def played(count: int) -> list[Game]:
    """Play *count* games."""
    return [asyncio.run(_played(f"game {number}")) for number in range(count)]


def repeated(games: Sequence[Game], count: int) -> Iterator[Game]:
    """Yield *count* games: copies of *games* at other tables with other guests."""
    for number in range(count):
        room = secrets.token_urlsafe(9)
        guests: dict[str, str] = {}
        yield tuple(
            replace(
                entries,
                room=room,
                guest=entries.guest and _other(guests, entries.guest),
                summary=entries.summary
                and replace(
                    entries.summary,
                    members=tuple(_other(guests, member) for member in entries.summary.members),
                ),
                invited=tuple(_other(guests, guest) for guest in entries.invited),
            )
            for entries in games[number % len(games)]
        )


def _other(guests: dict[str, str], guest: str) -> str:
    return guests.setdefault(guest, secrets.token_urlsafe(16))
