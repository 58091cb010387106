"""Why computer players played as they did: told when the round is over, and never before."""

from __future__ import annotations

import asyncio

from msgspec import json
from tests.server.playing import play_round, ready
from tests.server.room_clients import Client, StillClock, TestRooms

from tilerummy.server.messages import MotiveView
from tilerummy.server.store import Store
from tilerummy.server.store.opening import memory_store

KNOWN = {"most", "nothing", "went_out"}
"""What a club player says of itself."""


def test_motives_of_computer_players_are_told_after_the_round() -> None:
    async def test() -> None:
        store = memory_store(StillClock().wall)
        rooms = TestRooms(store=store)
        ann = Client(rooms, "Ann")
        room = await ann.open(seats=3, computers={1: "club", 2: "beginner"}, start=True)
        await ready([ann])
        while (await ann.game()).result is None:
            assert b'"motive' not in json.encode(ann.heard).replace(b'"motives":[]', b"")
            ann.heard.clear()
            await play_round([ann], turns=3)

        motives = (await ann.game()).motives
        assert {m.seat for m in motives} == {1, 2}, "nobody asks a person"
        assert {m.code for m in motives if m.seat == 1} <= KNOWN
        assert all(sum(m.seat == seat for m in motives) <= 2 for seat in (1, 2))
        assert any(b'"code":"' + motives[0].code.encode() in json.encode(m) for m in ann.heard)
        await rooms.close()
        assert await after_a_restart(store, room) == motives

    asyncio.run(asyncio.wait_for(test(), 300))


async def after_a_restart(store: Store, room: str) -> list[MotiveView]:
    """Return the motives that a spectator is told by a new server."""
    rooms = TestRooms(store=store)
    ben = Client(rooms, "Ben")
    await store.rooms.admit(room, ben.person.guest)
    await ben.watch(room)
    motives = (await ben.game()).motives
    await rooms.close()
    return motives
