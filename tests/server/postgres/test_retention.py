"""Old games are deleted in parts, while people play: nobody waits for it, and nothing else goes."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.store.reading import Time, append, bodies
from tests.support.servers.postgres import PostgresServer
from tests.support.waiting import eventually

from tilerummy.server.store import guests
from tilerummy.server.store.opening import open_store
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Appended, Entries, Fenced, RoomSummary

OVER, ON = Card("over"), Card("playing")


async def fill(store: Store, rooms: list[str], card: RoomSummary = OVER) -> None:
    """Store games of two entries."""
    results = await asyncio.gather(
        *(store.logs.append(Entries(room, 0, [b"0", b"1"], summary=card)) for room in rooms)
    )
    assert results == [Appended(0, 1)] * len(rooms)


async def test_others_play_on_while_old_games_are_deleted(
    postgres: PostgresServer, time: Time
) -> None:
    """Deleting waits for one of them, to which somebody writes; that one stays, all others go."""
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


async def test_a_rematch_at_an_old_table_is_kept_or_comes_too_late(
    postgres: PostgresServer, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who writes to a table that is being deleted either saves it or is told that it is gone."""
    monkeypatch.setattr(guests, "SWEPT_AT_ONCE", 10)
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

    kept = {room for room, result in results.items() if result == Appended(2, 2)}
    assert kept
    assert deleted == {*old} - kept
    for room, result in results.items():
        assert await bodies(store, room) == ([b"0", b"1", b"again"] if room in kept else [])
        assert room in kept or result == Fenced()
    await store.close()


async def test_tables_that_two_servers_delete_are_deleted_once(
    postgres: PostgresServer, time: Time
) -> None:
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
