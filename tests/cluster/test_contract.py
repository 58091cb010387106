"""The contract of what nodes know of each other through a store, in memory and in PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from tests.server.store.times import Time
from tests.support.servers.postgres import PostgresServer

from tilerummy.server.store import (
    Appended,
    Card,
    Conflict,
    Duplicate,
    Entries,
    Fenced,
    Guest,
    Store,
    StoreOpeningError,
)
from tilerummy.server.store.nodes.port import HeldClock, NodeStore, PresenceChange, SavedClock
from tilerummy.server.store.opening import open_store

pytestmark = pytest.mark.anyio

LONG = 60_000
SHORT = 20


@pytest.fixture(params=["memory", "postgres"])
async def store(request: pytest.FixtureRequest, time: Time) -> AsyncIterator[Store]:
    """A store that may be shared, and another connection to it where there are connections."""
    if request.param == "memory":
        yield open_store("memory:", time)
        return
    server: PostgresServer = request.getfixturevalue("postgres")
    opened = open_store(server.emptied(), time, shared=True)
    yield opened
    await opened.close()


@pytest.fixture
def nodes(store: Store) -> NodeStore:
    assert store.nodes is not None
    return store.nodes


async def gone_by(time: Time) -> None:
    """Let more than a short lease pass, on the clock of the test and on that of the database."""
    time.now += 2 * SHORT
    await asyncio.sleep(2 * SHORT / 1000)


async def test_a_lease_is_taken_once(store: Store, nodes: NodeStore) -> None:
    await nodes.beat("one", lease=LONG)
    await nodes.beat("two", lease=LONG)
    await asyncio.gather(
        *(store.append(Entries(room, 0, [b"0"])) for room in "bc"),
        store.append(Entries("a", 0, [b"0"], holder="one")),
    )

    assert sorted(each.room for each in await nodes.take("two", most=9)) == ["b", "c"]
    assert await nodes.take("one", most=9) == []
    assert (await nodes.beat("one", lease=LONG)).held == {"a": 1}
    assert (await nodes.beat("two", lease=LONG)).held == {"b": 1, "c": 1}


async def test_a_table_that_is_there_is_not_opened_again_for_another_holder(
    store: Store, nodes: NodeStore
) -> None:
    for node in ("one", "two"):
        await nodes.beat(node, lease=LONG)
    first = Entries("a", 0, [b"0"], holder="one")
    assert await store.append(first) == Appended(0, 0)
    results = await asyncio.gather(
        store.append(replace(first, holder="two")),
        store.append(Entries("b", 0, [b"0"], holder="two", epoch=None, clock=b"of b")),
    )
    assert [*results] == [Conflict(1), Appended(0, 0)]
    assert (await nodes.beat("one", lease=LONG)).held == {"a": 1}
    assert (await nodes.beat("two", lease=LONG)).held == {"b": 1}
    clock = (await nodes.ends(["b"]))["b"].clock
    assert clock is not None
    assert clock.body == b"of b"


async def test_at_most_so_many_are_taken_and_none_that_is_over(
    store: Store, nodes: NodeStore
) -> None:
    await nodes.beat("one", lease=LONG)
    for room in "abcd":
        phase = "over" if room == "d" else "playing"
        await store.append(Entries(room, 0, [b"0"], card=Card(phase)))
    assert len(await nodes.take("one", most=2)) == 2
    assert len(await nodes.take("one", most=2)) == 1
    assert await nodes.take("one", most=2) == []
    await store.append(Entries("a", 1, [b"1"], card=Card("closed")))
    assert (await nodes.beat("one", lease=LONG)).held.keys() == {"b", "c"}


async def test_the_leases_of_a_node_that_is_gone_are_taken(
    store: Store, nodes: NodeStore, time: Time
) -> None:
    begun = (await nodes.beat("one", lease=SHORT)).time
    await store.append(Entries("a", 0, [b"0"], holder="one"))
    await gone_by(time)
    later = (await nodes.beat("two", lease=LONG)).time

    [taken] = await nodes.take("two", most=9)
    assert (taken.room, taken.epoch) == ("a", 2)
    assert taken.taken >= later >= begun + 2 * SHORT
    assert (await nodes.beat("one", lease=LONG)).held == {}


async def test_a_node_that_is_late_takes_no_lease_of_its_own(
    store: Store, nodes: NodeStore, time: Time
) -> None:
    """Otherwise one that is slow would take its own again and again, each with a new epoch."""
    await nodes.beat("one", lease=SHORT)
    await store.append(Entries("a", 0, [b"0"], holder="one"))
    await nodes.show_presence("one", [PresenceChange("a", "ann", connected=True)])
    await gone_by(time)

    assert await nodes.take("one", most=9) == []
    assert (await nodes.beat("one", lease=LONG)).held == {"a": 1}
    assert await nodes.presence("two", ["a"]) == {"a": {"ann"}}


async def test_a_node_that_leaves_gives_up_its_leases_at_once(
    store: Store, nodes: NodeStore
) -> None:
    await nodes.beat("one", lease=LONG)
    await store.append(Entries("a", 0, [b"0"], holder="one"))
    await nodes.show_presence("one", [PresenceChange("a", "ann", connected=True)])
    await nodes.leave("one")
    await nodes.beat("two", lease=LONG)
    assert await nodes.presence("two", ["a"]) == {}
    [taken] = await nodes.take("two", most=9)
    assert taken.epoch == 2


async def test_a_lease_is_released_by_its_holder_alone(store: Store, nodes: NodeStore) -> None:
    for node, room in (("one", "a"), ("two", "b")):
        await nodes.beat(node, lease=LONG)
        await store.append(Entries(room, 0, [b"0"], holder=node))
    for room in ("a", "b", "none"):
        await nodes.release("one", room)

    assert (await nodes.beat("one", lease=LONG)).held == {}
    assert (await nodes.beat("two", lease=LONG)).held == {"b": 1}
    assert [(each.room, each.epoch) for each in await nodes.take("two", most=9)] == [("a", 2)]


async def test_what_an_earlier_holder_appends_is_refused(store: Store, nodes: NodeStore) -> None:
    """Also in one batch with what others append."""
    await nodes.beat("one", lease=LONG)
    await store.append(Entries("a", 0, [b"0"], holder="one"))
    await store.append(Entries("b", 0, [b"0"]))
    await nodes.leave("one")
    await nodes.beat("two", lease=LONG)
    assert len(await nodes.take("two", most=9)) == 2

    late = Entries("a", 1, [b"late"], epoch=1, clock=b"late")
    results = await asyncio.gather(
        store.append(late),
        store.append(Entries("b", 1, [b"1"], epoch=1)),
        store.append(Entries("c", 0, [b"0"])),
    )
    assert [*results] == [Fenced(), Appended(1, 1), Appended(0, 0)]
    assert len(await store.load("a")) == 1
    assert (await nodes.ends(["a"]))["a"].clock is None
    assert await store.append(Entries("a", 1, [b"1"], epoch=2)) == Appended(1, 1)
    assert await store.append(Entries("a", 1, [b"2"], epoch=2)) == Conflict(2)
    assert await store.append(Entries("a", 2, [b"2"])) == Appended(2, 2), "people need no lease"


async def test_a_command_is_answered_as_before_whoever_sends_it_again(
    store: Store, nodes: NodeStore
) -> None:
    del nodes
    said = {"cid": "c", "session": "s", "answer": b"yes"}
    await store.append(Entries("a", 0, [b"0"], cid="c", session="s", answer=b"yes"))
    assert await store.append(
        Entries("a", 9, [b"1"], cid="c", session="s", answer=b"no")
    ) == Duplicate(b"yes")
    assert await store.answered("a", "s", "c") == said["answer"]


async def test_a_clock_is_stored_with_the_entry_that_starts_it_and_by_its_holder(
    store: Store, nodes: NodeStore
) -> None:
    now = (await nodes.beat("one", lease=LONG)).time
    await store.append(Entries("a", 0, [b"0"], clock=b"first", holder="one"))
    clock = (await nodes.ends(["a"]))["a"].clock
    assert clock is not None
    assert clock.body == b"first"
    assert now <= clock.at <= now + LONG
    await store.append(Entries("a", 1, [b"1"]))
    assert (await nodes.ends(["a"]))["a"].clock == clock, "nobody started another one"

    await store.append(Entries("b", 0, [b"0"], clock=b"first", holder="one"))
    assert (
        await nodes.save_clocks([HeldClock("b", 2, b"of nobody"), HeldClock("no", 1, b"x")]) == []
    )
    both = [HeldClock("b", 1, b"stopped too"), HeldClock("a", 1, b"stopped")]
    assert {*await nodes.save_clocks(both)} == {"a", "b"}
    ends = await nodes.ends(["a", "b"])
    clocks = [ends[room].clock for room in "ab"]
    assert [each and each.body for each in clocks] == [b"stopped", b"stopped too"]


async def test_no_clock_has_run_while_nobody_was_there_to_keep_it(
    store: Store, nodes: NodeStore, time: Time
) -> None:
    """However often that was since it was stored."""

    async def clock() -> SavedClock:
        found = (await nodes.ends(["a"]))["a"].clock
        assert found is not None
        return found

    begun = (await nodes.beat("one", lease=SHORT)).time
    await store.append(Entries("a", 0, [b"0"], clock=b"running", holder="one"))
    first = await clock()
    assert first.paused == 0
    for node in ("two", "three"):
        await gone_by(time)
        there = (await nodes.beat(node, lease=SHORT)).time
        [lease] = await nodes.take(node, most=9)
        assert lease.taken >= there
    twice = await clock()
    assert (twice.body, twice.at) == (b"running", first.at)
    counted = lease.taken - twice.at - twice.paused
    assert -SHORT <= counted <= lease.taken - begun - 3 * SHORT

    await gone_by(time)
    late = await nodes.beat("three", lease=LONG)
    assert late.held == {"a": 3}
    assert (await clock()).paused >= twice.paused + 2 * SHORT, "its leases could have been taken"
    kept = (await clock()).paused
    await gone_by(time)
    await nodes.beat("three", lease=LONG)
    assert (await clock()).paused == kept, "it was there all the time"
    await gone_by(time)
    await nodes.beat("three", lease=LONG, away=True)
    assert (await clock()).paused >= kept + 2 * SHORT, "it says itself that it was not"
    await nodes.save_clocks([HeldClock("a", 3, b"new")])
    assert (await clock()).paused == 0, "of the new one it was there all the time"


async def test_who_is_connected_to_many_tables(nodes: NodeStore) -> None:
    """What was read before is known again, and not taken for what is there now."""
    rooms = [f"room{n}" for n in range(40)]
    await nodes.beat("one", lease=LONG)
    await nodes.beat("two", lease=LONG)
    come = [PresenceChange(room, f"ann of {room}", connected=True) for room in rooms]
    await nodes.show_presence("one", come)
    all_of_them = {room: {f"ann of {room}"} for room in rooms}
    assert await nodes.presence("two", rooms) == all_of_them
    assert await nodes.presence("one", rooms) == {}
    again = await nodes.presence("two", rooms)
    again["room3"].clear()
    assert await nodes.presence("two", rooms) == all_of_them

    await nodes.show_presence("one", [PresenceChange("room7", "ann of room7", connected=False)])
    await nodes.show_presence("one", [PresenceChange("room8", "ben", connected=True)])
    there = {room: people for room, people in all_of_them.items() if room != "room7"}
    there["room8"] = {"ann of room8", "ben"}
    assert await nodes.presence("two", rooms) == there
    assert await nodes.presence("two", rooms[20:]) == {room: there[room] for room in rooms[20:]}


async def test_the_latest_draft_is_stored(store: Store, nodes: NodeStore) -> None:
    await store.append(Entries("a", 0, [b"0"]))
    assert await nodes.draft("a") is None
    await nodes.save_draft("a", b"first")
    await nodes.save_draft("a", b"latest")
    assert await nodes.draft("a") == b"latest"
    assert await nodes.draft("nowhere") is None


async def test_the_ends_of_logs_tell_when_they_grow_are_rewritten_and_deleted(
    store: Store, nodes: NodeStore
) -> None:
    for room in "ab":
        await store.append(Entries(room, 0, [b"0"], card=Card("playing", members=("ann",))))
    await store.append(Entries("a", 1, [b"1"], session="ann", cid="x"))
    ends = await nodes.ends(["a", "b", "c"])
    assert {room: end[:2] for room, end in ends.items()} == {"a": (2, 0), "b": (1, 0)}

    await store.delete_guest("ann", lambda body: body)
    assert {room: end[:2] for room, end in (await nodes.ends(["a", "b"])).items()} == {
        "a": (2, 1),
        "b": (1, 0),
    }
    await store.append(Entries("a", 2, [b"2"]))
    await store.drop("b")
    assert {room: end[:2] for room, end in (await nodes.ends(["a", "b"])).items()} == {"a": (3, 1)}


async def test_each_node_sees_who_is_connected_at_the_others(nodes: NodeStore, time: Time) -> None:
    await nodes.beat("one", lease=LONG)
    await nodes.beat("two", lease=LONG)
    await nodes.beat("three", lease=SHORT)
    here = [PresenceChange("a", who, connected=True) for who in ("ann", "ben")]
    await nodes.show_presence("one", [*here, here[0]])
    await nodes.show_presence("three", [PresenceChange("a", "cy", connected=True)])
    await nodes.show_presence("two", [PresenceChange("b", "dee", connected=True)])
    assert await nodes.presence("two", ["a", "b"]) in (
        {"a": {"ann", "ben", "cy"}},
        {"a": {"ann", "ben"}},  # the third is gone already
    )
    await gone_by(time)
    assert await nodes.presence("two", ["a", "b"]) == {"a": {"ann", "ben"}}
    assert await nodes.presence("one", ["a", "b"]) == {"b": {"dee"}}
    await nodes.show_presence("one", [PresenceChange("a", "ann", connected=False)])
    assert await nodes.presence("two", ["a"]) == {"a": {"ben"}}


async def test_notices_are_read_in_their_order(nodes: NodeStore) -> None:
    before = {notice.number for notice in await nodes.notices()}
    await nodes.notify([("moved", "ann"), ("renamed", "ben")])
    await nodes.notify([("forgotten", "cy")])
    new = [each for each in await nodes.notices() if each.number not in before]
    assert [(each.kind, each.about) for each in new] == [
        ("moved", "ann"),
        ("renamed", "ben"),
        ("forgotten", "cy"),
    ]


async def test_public_tables_are_listed_the_latest_first(
    store: Store, nodes: NodeStore, time: Time
) -> None:
    for room, phase in (("a", "waiting"), ("b", "playing"), ("c", "waiting"), ("d", "waiting")):
        time.now += 1
        await store.append(Entries(room, 0, [b"0"], card=Card(phase, private=room == "d")))
    assert await nodes.public(["waiting"], most=9) == ["c", "a"]
    assert await nodes.public(["waiting", "playing"], most=2) == ["c", "b"]


async def test_a_guest_may_be_known_by_one_store_and_seen_by_another(
    postgres: PostgresServer, time: Time
) -> None:
    url = postgres.emptied()
    one = open_store(url, time, shared=True)
    two = open_store(url, time, shared=True)
    await one.add_guest(Guest("ann", "Ann"), b"token")
    assert await one.append(Entries("a", 0, [b"0"], cid="c", answer=b"yes")) == Appended(0, 0)
    assert await two.append(Entries("a", 1, [b"1"])) == Appended(1, 1)
    assert await one.append(Entries("a", 1, [b"2"])) == Conflict(2)
    assert await two.append(Entries("a", 2, [b"1"], cid="c")) == Duplicate(b"yes")
    assert await two.answered("a", "", "c") == b"yes"
    found = await two.guest(b"token")
    assert found is not None
    with pytest.raises(StoreOpeningError, match="--shared"):
        open_store(url, time)
    await one.close()
    await two.close()
    alone = open_store(url, time)
    with pytest.raises(StoreOpeningError, match="--shared"):
        open_store(url, time, shared=True)
    await alone.close()


@pytest.mark.parametrize("url", ["memory:", "sqlite:///db"])
def test_only_a_database_server_is_shared(url: str, time: Time) -> None:
    with pytest.raises((StoreOpeningError, ValueError)):
        open_store(url, time, shared=True)
