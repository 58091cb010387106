"""The room index contains summaries, lists and invitations."""

from __future__ import annotations

from tests.server.store.reading import Time, append

from tilerummy.server.store.store import Store
from tilerummy.server.store.types import RoomIndexEntry, RoomSummary


def names(listed: list[RoomIndexEntry]) -> list[str]:
    return [each.room for each in listed]


async def test_the_index_follows_the_log(store: Store, time: Time) -> None:
    await append(store, "a", b"0", summary=RoomSummary("waiting", private=True, members=("s",)))
    time.now += 1
    both = RoomSummary("waiting", title="Ours", members=("s", "t"), body=b'{"seats": 2}')
    await append(store, "b", b"0", summary=both)
    time.now += 1
    await append(store, "a", b"1", summary=RoomSummary("playing", private=True, members=("s", "u")))

    assert await store.rooms.find(["a", "b", "c"]) == [
        RoomIndexEntry("a", RoomSummary("playing", private=True, members=("s", "u")), 2, 1_000_002),
        RoomIndexEntry("b", both, 1, 1_000_001),
    ]
    assert names(await store.rooms.of_guest("s")) == ["a", "b"]
    assert names(await store.rooms.of_guest("s", limit=1)) == ["a"]
    assert names(await store.rooms.of_guest("t")) == ["b"]


async def test_public_rooms_are_listed_by_phase(store: Store, time: Time) -> None:
    for room, summary in {
        "a": RoomSummary("waiting"),
        "b": RoomSummary("waiting", private=True),
        "c": RoomSummary("playing"),
        "d": RoomSummary("waiting"),
        "e": RoomSummary("over"),
    }.items():
        time.now += 1
        await append(store, room, b"0", summary=summary)

    assert names(await store.rooms.public(["waiting"], 10)) == ["d", "a"]
    assert names(await store.rooms.public(["waiting", "playing"], 2)) == ["d", "c"]


async def test_live_rooms_are_counted(store: Store) -> None:
    for room, phase in {"a": "waiting", "b": "over", "c": "playing", "d": "closed"}.items():
        await append(store, room, b"0", summary=RoomSummary(phase, members=("s",)))
    await append(store, "e", b"0", summary=RoomSummary("sealing", members=("t",)))

    assert await store.rooms.count() == 3
    assert await store.rooms.count("s") == 2
    assert await store.rooms.live(["a", "b", "e", "unknown"]) == {"a", "e"}


async def test_a_summary_is_replaced_without_a_log_entry(store: Store, time: Time) -> None:
    await append(store, "a", b"0", summary=RoomSummary("over"))
    time.now += 5
    await store.rooms.show("a", RoomSummary("playing", title="t", body=b"{}"))

    [listed] = await store.rooms.find(["a"])
    assert (listed.summary, listed.updated) == (
        RoomSummary("over", title="t", body=b"{}"),
        1_000_000,
    )


async def test_invited_guests_members_and_writers_are_admitted(store: Store) -> None:
    await append(store, "a", b"0", summary=RoomSummary("waiting", private=True, members=("host",)))
    await store.rooms.admit("a", "friend")
    await store.rooms.admit("a", "friend")
    await append(store, "a", b"1", guest="writer", invited=("other", "friend"))

    for guest in ("host", "friend", "writer", "other"):
        assert await store.rooms.admitted("a", guest)
        assert not await store.rooms.admitted("nowhere", guest)
    assert not await store.rooms.admitted("a", "stranger")


async def test_a_store_reports_its_last_write(store: Store, time: Time) -> None:
    assert await store.last_write() == 0
    await append(store, "a", b"x")
    assert await store.last_write() == time.now
    assert await store.database.is_writable()
