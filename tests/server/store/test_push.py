"""Push subscriptions, and turn notifications, each claimed by a node only once."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import psycopg
import pytest
from tests.server.store.filling import subscription
from tests.server.store.reading import Time, append, change
from tests.support.servers.postgres import PostgresServer
from tests.support.waiting import until

from tilerummy.server.store.factory import open_store
from tilerummy.server.store.push import CLAIMED, MAX_LATE, MAX_OF_GUEST, OF_GUEST
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Guest, Taken

ANN = subscription()


@pytest.fixture
async def store(store: Store) -> Store:
    """A store with a room and two guests; Ann has a subscription."""
    await append(store, "r", b"opened")
    for name in ("s", "t"):
        await store.guests.add(Guest(name, name), name.encode())
    await store.push.subscribe(ANN)
    return store


async def claimed(store: Store) -> list[tuple[str, int, str]]:
    found = await store.push.claim(10)
    return [(each.room, each.turn, each.subscription.endpoint) for each in found]


async def test_the_first_key_stays(store: Store) -> None:
    assert await store.push.key("first") == "first"
    assert await store.push.key("second") == "first"


async def test_a_guest_has_few_subscriptions(store: Store, time: Time) -> None:
    for n in range(MAX_OF_GUEST):
        time.now += 1
        await store.push.subscribe(replace(ANN, endpoint=f"https://push.example/{n}"))

    assert await store.push.find("s", ANN.endpoint) is None
    assert await store.push.find("s", "https://push.example/0") is not None


async def test_a_browser_is_subscribed_as_one_guest(store: Store) -> None:
    await store.push.subscribe(replace(ANN, guest="t", quiet_from=1))

    assert await store.push.find("s", ANN.endpoint) is None
    assert await store.push.find("t", ANN.endpoint) == replace(ANN, guest="t", quiet_from=1)
    await store.push.unsubscribe("s", ANN.endpoint)
    assert await store.push.find("t", ANN.endpoint) is not None


async def test_an_unknown_guest_cannot_subscribe(store: Store) -> None:
    other = replace(ANN, endpoint="https://push.example/b", guest="deleted")
    await store.push.subscribe(other)

    assert await store.push.find("deleted", other.endpoint) is None


async def test_a_notice_is_claimed_once_per_turn(store: Store) -> None:
    await store.push.begin_turn("r", 0, 1, "Ann's", "s")
    await store.push.begin_turn("r", 0, 1, "Ann's", "s")
    assert await claimed(store) == [("r", 1, ANN.endpoint)]
    await store.push.begin_turn("r", 0, 1, "Ann's", "s")
    assert await claimed(store) == []

    await store.push.begin_turn("r", 0, 2, "Ann's", "s")
    assert await claimed(store) == [("r", 2, ANN.endpoint)]


async def test_a_notice_ends_with_its_turn(store: Store) -> None:
    await store.push.begin_turn("r", 0, 1, "", "s")
    await store.push.begin_turn("r", 0, 2, "", "")
    assert await claimed(store) == []

    await store.push.begin_turn("r", 0, 3, "", "s")
    await store.push.see_turn("r", "s")
    assert await claimed(store) == []


async def test_a_notice_can_be_postponed(store: Store, time: Time) -> None:
    await store.push.begin_turn("r", 0, 1, "Ann's", "s")
    [notice] = await store.push.claim(10)
    await store.push.postpone(notice, time() + 500, 0)
    assert await claimed(store) == []
    time.now += 500
    assert await store.push.claim(10) == [replace(notice, until=time() + CLAIMED)]

    await store.push.postpone(notice, time(), 1)
    assert await claimed(store) == [], "it is claimed already"
    await store.push.begin_turn("r", 0, 2, "", "t")
    await store.push.postpone(notice, time(), 1)
    assert await claimed(store) == []


async def test_a_claimed_notice_is_due_again_unless_it_is_settled(store: Store, time: Time) -> None:
    """A node that stops before a message is sent does not lose its notification."""
    await store.push.begin_turn("r", 0, 1, "Ann's", "s")
    [notice] = await store.push.claim(10)
    time.now += CLAIMED - 1
    assert await claimed(store) == []
    time.now += 1
    [again] = await store.push.claim(10)
    assert again == replace(notice, tries=2, until=time() + CLAIMED)

    await store.push.settle(notice)
    time.now += CLAIMED
    [third] = await store.push.claim(10)
    assert third.tries == 3, "the first claim has ended"
    await store.push.settle(third)
    time.now += CLAIMED
    assert await claimed(store) == []


async def test_a_cancelled_notice_is_not_postponed(store: Store, time: Time) -> None:
    await store.push.begin_turn("r", 0, 1, "Ann's", "s")
    [notice] = await store.push.claim(10)
    await store.push.see_turn("r", "s")
    await store.push.postpone(notice, time(), 1)

    assert await claimed(store) == []


async def test_guests_get_notices_in_turn(store: Store, time: Time) -> None:
    for name, guest in (("b", "s"), ("c", "s"), ("d", "t")):
        await store.push.subscribe(
            replace(ANN, endpoint=f"https://push.example/{name}", guest=guest)
        )
    await append(store, "q", b"opened")
    await store.push.begin_turn("r", 0, 1, "", "s")
    time.now += 1
    await store.push.begin_turn("q", 0, 1, "", "t")

    first = await store.push.claim(10)
    assert [each.subscription.guest for each in first] == [*["s"] * OF_GUEST, "t"]
    assert await store.push.claim(10, {"s"}) == []
    assert [each.subscription.guest for each in await store.push.claim(10, {"t"})] == ["s"]


async def test_rooms_without_subscriptions_cause_no_writes(
    lasting: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    await append(lasting, "r", b"opened")
    await lasting.guests.add(Guest("s", "Ann"), b"s")
    monkeypatch.setattr(lasting.database, "write", None)

    await lasting.push.begin_turn("r", 0, 1, "", "s")
    await lasting.push.see_turn("r", "s")
    assert await claimed(lasting) == []


async def test_a_former_owner_of_a_room_changes_no_notices(store: Store) -> None:
    await store.leases.heartbeat("node", "", 1000)
    taken = await store.leases.take("r", "node")
    assert isinstance(taken, Taken)
    await store.push.begin_turn("r", taken.epoch, 2, "", "s")
    await store.push.begin_turn("r", taken.epoch - 1, 1, "", "s")

    assert await claimed(store) == [("r", 2, ANN.endpoint)]


async def test_an_old_notice_is_dropped(store: Store, time: Time) -> None:
    await store.push.begin_turn("r", 0, 1, "", "s")
    time.now += MAX_LATE + 1

    assert await claimed(store) == []


async def test_an_expired_subscription_gets_no_notices(store: Store) -> None:
    await store.push.begin_turn("r", 0, 1, "", "s")
    await store.push.expire(ANN.endpoint)
    assert await claimed(store) == []

    await store.push.begin_turn("r", 0, 2, "", "s")
    assert await claimed(store) == []


@pytest.mark.parametrize("expired", [False, True])
async def test_subscriptions_are_deleted_with_the_guest(
    store: Store, time: Time, *, expired: bool
) -> None:
    await store.push.begin_turn("r", 0, 1, "", "s")
    if expired:
        await store.guests.delete_expired(time() + 1, unplayed=0)
    else:
        await store.guests.delete("s", lambda body: body)

    assert await store.push.find("s", ANN.endpoint) is None
    assert await claimed(store) == []


async def test_another_device_ends_all_subscriptions(store: Store) -> None:
    ben = replace(ANN, endpoint="https://push.example/b", guest="t")
    await store.push.subscribe(ben)
    await store.push.begin_turn("r", 0, 1, "", "s")
    await store.guests.renew("s", b"new", old_until=0)
    assert await store.push.find("s", ANN.endpoint) == ANN

    await store.guests.renew("t", b"newer", old_until=0, unsubscribed=["s"])
    assert await store.push.find("s", ANN.endpoint) is None
    assert await store.push.find("t", ben.endpoint) == ben
    assert await claimed(store) == []


async def test_two_nodes_never_claim_the_same_notice(postgres: PostgresServer, time: Time) -> None:
    url = postgres.emptied()
    nodes = [open_store(url, time, shared=True) for _ in range(2)]
    first = nodes[0]
    await append(first, "r", b"opened")
    await append(first, "q", b"opened")
    guests = [f"g{n}" for n in range(30)]
    for guest in guests:
        await first.guests.add(Guest(guest, guest), guest.encode())
        await first.push.subscribe(replace(ANN, endpoint=f"https://x.example/{guest}", guest=guest))
    for turn in range(1, 6):
        rows = [("r" if n % 2 else "q", turn, guest) for n, guest in enumerate(guests)]
        change(
            url,
            "DELETE FROM turn_notices",
            *(
                "INSERT INTO turn_notices (room, endpoint, guest, turn, title, due)"
                f" VALUES ('{room}', 'https://x.example/{guest}', '{guest}', {number}, '', 1)"
                for room, number, guest in rows
            ),
        )
        claims = await asyncio.gather(*(node.push.claim(20) for node in nodes * 3))
        found = [each.subscription.guest for claim in claims for each in claim]
        assert sorted(found) == sorted({*found})
        found += [each.subscription.guest for each in await first.push.claim(100)]
        assert sorted(found) == sorted(guests), "none is lost"
    for node in nodes:
        await node.close()


async def test_a_subscription_that_is_being_stored_is_deleted_with_its_guest(
    postgres: PostgresServer, time: Time
) -> None:
    url = postgres.emptied()
    store = open_store(url, time)
    await store.guests.add(Guest("s", "Ann"), b"s")
    with psycopg.connect(url) as subscribing, psycopg.connect(url, autocommit=True) as watching:
        subscribing.execute("SELECT 1 FROM guests WHERE id = 's' FOR UPDATE")
        subscribing.execute(
            "INSERT INTO push_subscriptions VALUES"
            " ('https://x.example/a', 's', '', '', 'en', 'UTC', 0, 0, 1)"
        )
        deleting = asyncio.create_task(store.guests.delete("s", lambda body: body))
        waits = "SELECT 1 FROM pg_locks WHERE NOT granted"
        await asyncio.to_thread(until, lambda: watching.execute(waits).fetchall())
        subscribing.commit()
        await deleting
    await store.close()

    assert change(url, "SELECT endpoint FROM push_subscriptions") == []
