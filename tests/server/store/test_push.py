"""Push subscriptions, and the notices of turns, which each node claims only once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.server.store.filling import subscription
from tests.server.store.reading import Time

from tilerummy.server.store.push import MAX_LATE, MAX_OF_GUEST
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Guest

ANN = subscription()


@pytest.fixture
async def store(store: Store) -> Store:
    """A store with two guests, of whom Ann has a subscription."""
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
    await store.push.begin_turn("r", 1, "Ann's", "s")
    await store.push.begin_turn("r", 1, "Ann's", "s")
    assert await claimed(store) == [("r", 1, ANN.endpoint)]
    await store.push.begin_turn("r", 1, "Ann's", "s")
    assert await claimed(store) == []

    await store.push.begin_turn("r", 2, "Ann's", "s")
    assert await claimed(store) == [("r", 2, ANN.endpoint)]


async def test_a_notice_ends_with_its_turn(store: Store) -> None:
    await store.push.begin_turn("r", 1, "", "s")
    await store.push.begin_turn("r", 2, "", "")
    assert await claimed(store) == []

    await store.push.begin_turn("r", 3, "", "s")
    await store.push.see_turn("r", "s")
    assert await claimed(store) == []


async def test_a_notice_can_be_postponed(store: Store, time: Time) -> None:
    await store.push.begin_turn("r", 1, "Ann's", "s")
    [notice] = await store.push.claim(10)
    await store.push.postpone(notice, time() + 500, 0)
    assert await claimed(store) == []
    time.now += 500
    assert await store.push.claim(10) == [notice]

    await store.push.postpone(notice, time(), 1)
    await store.push.begin_turn("r", 2, "", "t")
    await store.push.postpone(notice, time(), 1)
    assert await claimed(store) == []


async def test_an_old_notice_is_dropped(store: Store, time: Time) -> None:
    await store.push.begin_turn("r", 1, "", "s")
    time.now += MAX_LATE + 1

    assert await claimed(store) == []


async def test_an_expired_subscription_gets_no_notices(store: Store) -> None:
    await store.push.begin_turn("r", 1, "", "s")
    await store.push.expire(ANN.endpoint)
    assert await claimed(store) == []

    await store.push.begin_turn("r", 2, "", "s")
    assert await claimed(store) == []


@pytest.mark.parametrize("expired", [False, True])
async def test_subscriptions_are_deleted_with_the_guest(
    store: Store, time: Time, *, expired: bool
) -> None:
    await store.push.begin_turn("r", 1, "", "s")
    if expired:
        await store.guests.delete_expired(time() + 1, unplayed=0)
    else:
        await store.guests.delete("s", lambda body: body)

    assert await store.push.find("s", ANN.endpoint) is None
    assert await claimed(store) == []


async def test_another_device_ends_all_subscriptions(store: Store) -> None:
    ben = replace(ANN, endpoint="https://push.example/b", guest="t")
    await store.push.subscribe(ben)
    await store.push.begin_turn("r", 1, "", "s")
    await store.guests.renew("s", b"new", old_until=0)
    assert await store.push.find("s", ANN.endpoint) == ANN

    await store.guests.renew("t", b"newer", old_until=0, unsubscribed=["s"])
    assert await store.push.find("s", ANN.endpoint) is None
    assert await store.push.find("t", ben.endpoint) == ben
    assert await claimed(store) == []
