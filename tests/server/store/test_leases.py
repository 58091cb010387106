"""A room has one owner, an epoch and a clock; without an owner, it may become due."""

from __future__ import annotations

import asyncio

import pytest
from tests.server.store.reading import Time, append
from tests.support.servers.postgres import PostgresServer

from tilerummy.server.store.factory import open_store
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Fenced, Owner, ParkedRoom, RoomSummary, Taken

LEASE = 2000
ROUGHLY = 5000
"""A database server's time cannot be set; every test takes fewer milliseconds than this."""


class TimeShift:
    """Moves the store's clock, or the times that a database server has stored."""

    def __init__(self, store: Store, time: Time, url: str) -> None:
        self._store, self._time, self._stored = store, time, url.startswith("postgres")

    async def __call__(self, ms: int) -> None:
        if not self._stored:
            self._time.now += ms
            return
        statements = (
            "UPDATE nodes SET beat = beat - ?, until = until - ?",
            "UPDATE rooms SET clock_at = clock_at - ?, due = due - ?",
        )
        await self._store.database.write(
            lambda db: [db.rows(statement, ms, ms) for statement in statements]
        )


@pytest.fixture
def later(store: Store, time: Time, url: str) -> TimeShift:
    return TimeShift(store, time, url)


async def opened(store: Store, *rooms: str, due: int | None = None) -> None:
    for room in rooms:
        await append(store, room, b"0", due=due, summary=RoomSummary("playing"))


async def take(store: Store, room: str, node: str, *dead: str) -> Taken:
    taken = await store.leases.take(room, node, dead)
    assert isinstance(taken, Taken)
    return taken


async def owned(store: Store, *rooms: str, lease: int = LEASE) -> int:
    """Open rooms that node ``n`` owns with epoch 1, add a node ``m``, and return the time."""
    await opened(store, *rooms)
    await store.leases.heartbeat("m", "at m", LEASE)
    now = (await store.leases.heartbeat("n", "at n", lease)).time
    for room in rooms:
        await take(store, room, "n")
    return now


async def test_a_room_has_one_owner_at_a_time(store: Store) -> None:
    await opened(store, "a")
    for node in "nm":
        await store.leases.heartbeat(node, f"at {node}", LEASE)
    assert await store.leases.owner("a") is None

    assert await take(store, "a", "n") == Taken("a", 1, 1, None, 0, due=False)
    assert await store.leases.take("a", "m") == Owner("n", "at n")
    assert await store.leases.owner("a") == Owner("n", "at n")
    assert await store.leases.held("n") == {"a": 1}
    assert await store.leases.held("m") == {}
    assert await store.leases.take("unknown", "n") is None
    assert await store.leases.owner("unknown") is None


async def test_one_of_many_nodes_takes_a_room(store: Store) -> None:
    await opened(store, "a")
    nodes = [f"n{number}" for number in range(8)]
    for node in nodes:
        await store.leases.heartbeat(node, node, LEASE)

    result = await asyncio.gather(*(store.leases.take("a", node) for node in nodes))

    assert sum(isinstance(each, Taken) for each in result) == 1
    assert len({*result}) == 2


async def test_a_heartbeat_reports_lost_rooms(store: Store, later: TimeShift) -> None:
    await owned(store, "a", "b")
    assert (await store.leases.heartbeat("n", "n", LEASE))[1:] == (False, 2, 2)

    await later(LEASE)
    await store.leases.heartbeat("m", "m", LEASE)
    await take(store, "a", "m")

    assert (await store.leases.heartbeat("n", "n", LEASE))[1:] == (True, 1, 1)
    assert (await store.leases.heartbeat("n", "n", LEASE))[1:] == (False, 1, 1)


async def test_an_owner_takes_its_room_again_with_a_new_epoch(store: Store) -> None:
    await owned(store, "a")

    assert (await take(store, "a", "n")).epoch == 2
    assert await append(store, "a", b"x", epoch=1) == Fenced()


@pytest.mark.parametrize("how", ["late", "dead", "unknown", "left", "replaced"])
async def test_a_dead_node_loses_its_room(store: Store, later: TimeShift, how: str) -> None:
    await owned(store, "a")
    if how == "late":
        await later(LEASE)
    elif how == "unknown":
        await store.database.write(lambda db: db.rows("DELETE FROM nodes WHERE node = 'n'"))
    elif how == "replaced":  # by a single server
        await store.leases.heartbeat("m", "m", None)
    elif how == "left":
        await store.leases.leave("n")
        assert await store.leases.owner("a") is None
        assert [each.room for each in await store.leases.take_due("m", 5)] == ["a"]

    taken = await take(store, "a", "m", *(["n"] if how == "dead" else []))
    assert taken.epoch >= 2
    assert await append(store, "a", b"x", epoch=1) == Fenced()


async def test_a_single_server_keeps_its_rooms(store: Store, later: TimeShift) -> None:
    await opened(store, "a")
    await store.leases.heartbeat("n", "at n", None)
    await take(store, "a", "n")
    await later(10 * 365 * 24 * 3600_000)

    assert await store.leases.take("a", "m") == Owner("n", "at n")


async def test_a_released_room_is_taken_with_its_clock_when_it_is_due(
    store: Store, later: TimeShift
) -> None:
    now = await owned(store, "a", "b")
    rooms = [ParkedRoom("a", 1, b"clock", now + 60_000), ParkedRoom("b", 7, b"stale", now)]
    await store.leases.release("n", rooms)

    assert await store.leases.held("n") == {"b": 1}
    assert await store.leases.take_due("m", 5) == []
    await later(60_000)
    assert await store.leases.take_due("m", 5) == [Taken("a", 2, 1, b"clock", 0, due=True)]
    assert await store.leases.take_due("m", 5) == []


async def test_the_longest_overdue_rooms_are_taken_first(store: Store) -> None:
    now = (await store.leases.heartbeat("n", "n", LEASE)).time
    for number, room in enumerate("dacb"):
        await opened(store, room, due=now - 10 * number)
    await opened(store, "never", due=None)

    assert [each.room for each in await store.leases.take_due("n", 3)] == ["b", "c", "a"]
    assert [each.room for each in await store.leases.take_due("n", 3)] == ["d"]


async def test_a_taken_room_is_marked_if_it_was_due(store: Store) -> None:
    now = (await store.leases.heartbeat("n", "n", LEASE)).time
    await opened(store, "a", due=now)
    await opened(store, "b", due=now + 60_000)

    assert (await take(store, "a", "n")).due
    assert not (await take(store, "b", "n")).due
    assert not (await take(store, "a", "n")).due


async def test_a_clock_runs_while_its_owner_is_alive(store: Store, later: TimeShift) -> None:
    await owned(store, "a", lease=60_000)
    await append(store, "a", b"turn", epoch=1, clock=b"clock")
    await later(300_000)  # the clock runs until the last heartbeat
    await store.database.write(lambda db: db.rows("UPDATE nodes SET beat = until - 20000"))

    await store.leases.heartbeat("m", "m", LEASE)
    taken = await take(store, "a", "m")
    assert taken.clock == b"clock"
    assert abs(taken.ran - 40_000) < ROUGHLY

    await later(100_000)
    await store.leases.heartbeat("m", "m", LEASE)  # late, because it was frozen
    assert abs((await take(store, "a", "m")).ran - 40_000) < ROUGHLY
    await later(20_000)
    assert abs((await take(store, "a", "m")).ran - 60_000) < ROUGHLY


async def test_a_saved_clock_starts_again_at_zero(store: Store, later: TimeShift) -> None:
    await owned(store, "a", lease=60_000)
    await later(20_000)
    await store.leases.save_clock("n", "a", 1, b"new")
    await store.leases.save_clock("n", "a", 0, b"stale")
    await store.leases.save_clock("m", "a", 1, b"of another node")

    taken = await take(store, "a", "n")
    assert (taken.clock, taken.ran < ROUGHLY) == (b"new", True)


async def test_the_rooms_of_dead_nodes_are_parked_and_due(store: Store, later: TimeShift) -> None:
    await owned(store, "a", "b")
    await opened(store, "c")
    await later(LEASE + 1000)
    await store.leases.heartbeat("m", "m", LEASE)
    await take(store, "c", "m")

    assert await store.leases.park_expired(60_000, "m") == 0
    assert await store.leases.park_expired(0, "n") == 0, "its own rooms"
    assert await store.leases.park_expired(500, "m") == 2
    assert await store.leases.held("n") == {}
    assert await append(store, "a", b"x", epoch=1) == Fenced()
    taken = await store.leases.take_due("m", 5)
    assert {(each.room, each.due) for each in taken} == {("a", False), ("b", False)}


async def test_two_servers_take_different_rooms_that_are_due(
    postgres: PostgresServer, time: Time
) -> None:
    url = postgres.emptied()
    one, two = open_store(url, time, shared=True), open_store(url, time, shared=True)
    now = (await one.leases.heartbeat("n", "n", LEASE)).time
    await opened(one, *(f"r{number}" for number in range(40)), due=now)

    both = await asyncio.gather(one.leases.take_due("n", 20), two.leases.take_due("m", 20))
    left = [*await one.leases.take_due("n", 40)]

    taken = [each.room for part in (*both, left) for each in part]
    assert len(taken) == len({*taken}) == 40
    for store in (one, two):
        await store.close()
