"""The summaries of finished matches, in every store: stored and deleted with their logs."""

from __future__ import annotations

import pytest
from tests.server.store.reading import append
from tests.server.store.times import Time

from tilerummy.server.store import Card, Guest, Store
from tilerummy.server.store.copying import copy_store
from tilerummy.server.store.opening import open_archive, open_store

pytestmark = pytest.mark.anyio

OVER = Card("over", members=("ann", "ben"))


async def finish(store: Store, room: str, card: Card = OVER) -> None:
    await append(store, room, b"0", b"1", card=card, invited=("dan",), guest="dan")


async def found(store: Store, guest: str = "ann", most: int = 10) -> dict[str, bytes | None]:
    return {table.room: table.summary for table in await store.games.finished(guest, most)}


async def test_only_the_finished_tables_of_a_guest_are_listed_latest_first(
    store: Store, time: Time
) -> None:
    for room, phase in (("a", "over"), ("b", "closed"), ("c", "playing"), ("d", "over")):
        time.now += 5
        await finish(store, room, Card(phase, members=("ann",)))
    await finish(store, "e", Card("over", members=("ben",)))
    await store.games.add_summary("a", 2, b"of a")

    tables = await store.games.finished("ann", 10)
    assert [table.room for table in tables] == ["d", "b", "a"]
    assert [table.summary for table in tables] == [None, None, b"of a"]
    assert (tables[-1].size, tables[-1].updated) == (2, time.now - 15)
    assert [*await found(store, most=1)] == ["d"]


async def test_a_summary_of_another_log_is_not_used(store: Store) -> None:
    await finish(store, "a")
    for size, summary in ((1, b"older"), (3, b"newer")):
        await store.games.add_summary("a", size, summary)
        assert await found(store) == {"a": None}
    await store.games.add_summary("a", 2, b"first")
    await store.games.add_summary("a", 2, b"second")
    assert await found(store) == {"a": b"second"}
    await append(store, "a", b"2")
    assert await found(store) == {"a": None}
    await store.games.add_summary("a", 3, b"third")
    assert await found(store) == {"a": b"third"}


async def test_a_table_that_goes_on_or_is_gone_gets_no_summary(store: Store) -> None:
    await finish(store, "a", Card("playing", members=("ann",)))
    await store.games.add_summary("a", 2, b"early")
    await store.games.add_summary("nowhere", 2, b"lost")
    await append(store, "a", card=OVER)
    assert await found(store) == {"a": None}


async def test_a_summary_goes_with_its_table(store: Store, time: Time) -> None:
    for room in ("a", "b"):
        await finish(store, room)
        await store.games.add_summary(room, 2, b"of " + room.encode())
    await store.rooms.drop("a")
    await finish(store, "a")
    assert await found(store) == {"a": None, "b": b"of b"}
    time.now += 100
    await store.guests.sweep(time.now, unplayed=time.now)
    await finish(store, "b")
    assert await found(store) == {"b": None}


async def test_with_a_member_the_summary_is_deleted_and_after_a_rewriting_too(store: Store) -> None:
    for guest in ("ann", "dan"):
        await store.guests.add(Guest(guest, guest), guest.encode())
    await finish(store, "a")
    await store.games.add_summary("a", 2, b"names dan")
    await store.guests.delete("dan", lambda body: body)
    assert await found(store) == {"a": None}
    await store.games.add_summary("a", 2, b"of a")
    await store.guests.delete("ann", lambda body: body)
    assert await found(store, "ben") == {}
    await store.games.add_summary("a", 2, b"late")
    await finish(store, "a", Card("over", members=("ben",)))
    assert await found(store, "ben") == {"a": None}


async def test_summaries_are_copied(
    lasting_url: str, time: Time, tmp_path_factory: pytest.TempPathFactory
) -> None:
    store = open_store(lasting_url, time)
    await finish(store, "a")
    await store.games.add_summary("a", 2, b"of a")
    await store.close()
    url = f"sqlite:///{tmp_path_factory.mktemp('copy') / 'db'}"
    with open_archive(lasting_url) as source, open_archive(url, copy=True) as target:
        copy_store(source, target, lambda _: None)

    copy = open_store(url, time)
    assert await found(copy) == {"a": b"of a"}
    await copy.close()
