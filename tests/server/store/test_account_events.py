"""Account events are stored in a table that all nodes read, and nodes are notified."""

from __future__ import annotations

import asyncio

from tests.server.store.reading import Time
from tests.support.waiting import eventually

from tilerummy.server.store.account_events import STORED
from tilerummy.server.store.factory import open_store
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import AccountEvent


async def test_notices_are_read_from_a_number_on(store: Store) -> None:
    await store.account_events.add("moved", "s", "token")
    [first] = await store.account_events.since(0)
    await store.account_events.add("renamed", "t")

    assert first == AccountEvent(first.number, "moved", "s", "token")
    [second] = await store.account_events.since(first.number)
    assert second[1:] == ("renamed", "t", "")
    assert await store.account_events.since(second.number) == []


async def test_old_notices_are_deleted_and_their_numbers_are_not_used_again(store: Store) -> None:
    await store.account_events.add("moved", "s")
    [old] = await store.account_events.since(0)
    await store.database.write(lambda db: db.rows("UPDATE notices SET at = at - ?", STORED + 1000))
    await store.account_events.add("moved", "t")

    [new] = await store.account_events.since(0)
    assert (new.guest, new.number > old.number) == ("t", True)


async def test_every_listener_is_woken(store: Store, url: str, time: Time) -> None:
    if url.startswith("postgres"):
        await store.close()
        store = open_store(url, time, shared=True)
    other = open_store(url, time, shared=True) if url.startswith("postgres") else store
    woken = asyncio.Event(), asyncio.Event()
    store.database.listen(woken[0].set)
    other.database.listen(woken[1].set)
    if other is not store:  # each is notified once it listens
        await eventually(lambda: all(each.is_set() for each in woken))
    for each in woken:
        each.clear()

    await store.account_events.add("moved", "s")

    await eventually(lambda: all(each.is_set() for each in woken))
    for opened in {store, other}:
        await opened.close()
