"""Realistic long logs of a match with many rounds, for any number of tables."""

from __future__ import annotations

from tests.server.playing import everyone, play_round, ready, seated
from tests.server.room_clients import TestRooms

from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Entries, RoomSummary

GUESTS = ("session-Ann", "session-Ben")
OVER = RoomSummary("over", title="long", members=GUESTS)


async def long_log(entries: int) -> list[bytes]:
    """Return a finished match's log with at least *entries* entries and no hidden player."""
    rooms = TestRooms()
    people = await seated(rooms, "Ann", "Ben", rounds=100)
    room = people[0].room
    while True:
        await play_round(people)
        actor = await people[0].actor()
        if actor.room.phase == "over" or actor.room.version >= entries:
            break
        for person in people:
            await person.control("next")
        await ready(people)
    if (await people[0].actor()).room.phase != "over":
        await people[0].control("resign")
    await everyone(people, "show")
    rows = await rooms.store.logs.load(room)
    await rooms.close()
    return [row.body for row in rows]


async def fill(store: Store, log: list[bytes], tables: int, *, public: bool = True) -> list[str]:
    """Store *log* under the ids of *tables* tables, and return these ids."""
    names = [f"long{number}" for number in range(tables)]
    for name in names:
        await store.logs.append(Entries(name, 0, log, summary=OVER))
        await store.games.publish(name, public=public)
    return names
