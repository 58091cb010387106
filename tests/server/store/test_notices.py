"""Account events: a table that all nodes read, and a notification."""

from __future__ import annotations

import asyncio

from tests.server.store.reading import Time
from tests.support.waiting import eventually

from tilerummy.server.store.notices import STORED
from tilerummy.server.store.opening import open_store
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import GuestNotice


async def test_notices_are_read_from_a_number_on(store: Store) -> None:
    await store.notices.add("moved", "s", "token")
    [first] = await store.notices.since(0)
    await store.notices.add("renamed", "t")

    assert first == GuestNotice(first.number, "moved", "s", "token")
    [second] = await store.notices.since(first.number)
    assert second[1:] == ("renamed", "t", "")
    assert await store.notices.since(second.number) == []


async def test_old_notices_are_deleted_and_their_numbers_are_not_used_again(store: Store) -> None:
    await store.notices.add("moved", "s")
    [old] = await store.notices.since(0)
    await store.database.write(lambda db: db.rows("UPDATE notices SET at = at - ?", STORED + 1000))
    await store.notices.add("moved", "t")

    [new] = await store.notices.since(0)
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

    await store.notices.add("moved", "s")

    await eventually(lambda: all(each.is_set() for each in woken))
    for opened in {store, other}:
        await opened.close()
