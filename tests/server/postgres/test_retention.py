"""Old games are deleted in batches during play, without delaying it."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.store.reading import Time, append, bodies
from tests.support.servers.postgres import PostgresServer
from tests.support.waiting import eventually

from tilerummy.server.store import guests
from tilerummy.server.store.factory import open_store
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Appended, Entries, Fenced, RoomSummary

OVER, ON = RoomSummary("over"), RoomSummary("playing")


async def fill(store: Store, rooms: list[str], summary: RoomSummary = OVER) -> None:
    """Store games of two entries each."""
    results = await asyncio.gather(
        *(store.logs.append(Entries(room, 0, [b"0", b"1"], summary=summary)) for room in rooms)
    )
    assert results == [Appended(0, 1)] * len(rooms)


async def test_deleting_old_games_does_not_delay_play(postgres: PostgresServer, time: Time) -> None:
    """A locked old game delays the deletion; it is written to and stays, the rest is deleted."""
    store = open_store(url := postgres.empty(), time)
    old = [f"old{n}" for n in range(20)]
    await fill(store, old)
    await fill(store, ["live"], ON)
    time.now += 1000
    with postgres.connect(url) as db:
        db.execute("BEGIN")
        db.execute("UPDATE rooms SET phase = 'playing', updated = 1001000 WHERE room = 'old7'")
        deleting = asyncio.create_task(store.guests.delete_expired(time.now, unplayed=0))
        waits = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE %s"
        with postgres.connect() as other:
            await eventually(lambda: other.execute(waits, ("%FOR UPDATE",)).fetchall())
        for n in range(10):
            assert await append(store, "live", b"x") == Appended(2 + n, 2 + n)
        assert not deleting.done()
        db.execute("COMMIT")

    assert {*(await deleting).rooms} == {*old} - {"old7"}
    assert await bodies(store, "old7") == [b"0", b"1"]
    assert not await store.guests.delete_expired(time.now, unplayed=0)
    await store.close()


async def test_a_rematch_rescues_an_old_table_or_fails(
    postgres: PostgresServer, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Writing to a table during deletion either rescues it or fails."""
    monkeypatch.setattr(guests, "DELETED_AT_ONCE", 10)
    store = open_store(postgres.empty(), time)
    old = [f"r{n:03}" for n in range(120)]
    await fill(store, old)
    heads = {room: (await store.logs.load(room))[-1].head for room in old}
    before = time.now + 1
    time.now += 1000
    results: dict[str, object] = {}

    async def rematch(room: str) -> None:
        new = Entries(room, 2, [b"again"], head=heads[room], summary=ON)
        results[room] = await store.logs.append(new)

    async def rematches() -> None:
        for room in reversed(old[::2]):
            await rematch(room)

    playing = asyncio.create_task(rematches())
    deleted: set[str] = set()
    while swept := await store.guests.delete_expired(before, unplayed=0):
        assert len(swept.rooms) <= 10
        deleted |= {*swept.rooms}
    await playing

    rescued = {room for room, result in results.items() if result == Appended(2, 2)}
    assert rescued
    assert deleted == {*old} - rescued
    for room, result in results.items():
        assert await bodies(store, room) == ([b"0", b"1", b"again"] if room in rescued else [])
        assert room in rescued or result == Fenced()
    await store.close()


async def test_servers_delete_each_old_table_once(postgres: PostgresServer, time: Time) -> None:
    url = postgres.empty()
    stores = [open_store(url, time, shared=True) for _ in range(3)]
    await fill(stores[0], rooms := [f"r{n:02}" for n in range(30)])
    time.now += 1

    found = await asyncio.gather(
        *(store.guests.delete_expired(time.now, unplayed=0) for store in stores)
    )
    assert sorted(room for swept in found for room in swept.rooms) == rooms
    for store in stores:
        await store.close()
