"""Deleted data leaves no trace in any table, and everything else is unchanged."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from tests.server.store.filling import ROOMS, fill, rated
from tests.server.store.reading import Time, all_rooms, append, bodies, contents

from tilerummy.server.store import guests
from tilerummy.server.store.copying import OF_ROOMS
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import (
    Appended,
    Comment,
    Entries,
    Expired,
    Fenced,
    Guest,
    RoomSummary,
    StoredReview,
)


def without_ann(body: bytes) -> bytes:
    return body.replace(b"Ann", b"-")


async def test_a_dropped_room_leaves_nothing(store: Store) -> None:
    await fill(store)
    before = await contents(store)
    assert all(any("r0" in row for row in before[name]) for name in OF_ROOMS)

    await store.rooms.drop("r0")
    await store.rooms.drop("never")

    left = {name: [row for row in rows if "r0" not in row] for name, rows in before.items()}
    assert await contents(store) == left
    await store.games.add_summary("r0", 4, b"late")
    await store.games.publish("r0", public=True)
    late = StoredReview("r0", 0, "quick", 2, b"{}", b"late")
    assert await store.games.keep_review(late) == late
    assert not await store.games.add_comment("r0", Comment("c", "s", 0, 0, 1, 1, "!", "late"))
    assert await contents(store) == left, "late writes are not stored"
    assert await append(store, "r0", b"new") == Appended(0, 0)


async def test_no_data_of_a_deleted_guest_remains(store: Store) -> None:
    """The guest's finished games are deleted, and the guest is removed from all other logs."""
    await fill(store)
    theirs = RoomSummary("over", members=("t",))
    await append(store, "other", b"Ann sat", cid="c", guest="s", answer=b"Ann: ok", summary=theirs)
    await append(store, "other", b"Bob sat", cid="c", guest="t", answer=b"ok")
    await store.games.add_summary("other", 2, b"of Ann")
    await append(store, "asked", b"Ann?", guest="t", invited=("s",))
    await append(store, "seen", b"Bob?", guest="t")
    await store.rooms.admit("seen", "s")
    for guest in ("s", "t"):
        assert await store.games.add_comment("r1", Comment(guest, guest, 0, 0, 1, 1, "!"))
    await append(store, "theirs", b"Bob!", guest="t", summary=theirs)
    before = await contents(store)

    result = await store.guests.delete("s", without_ann)

    assert result.deleted == ("r0",)
    assert {*result.rewritten} == {"other", "asked", *(f"r{n}" for n in range(1, ROOMS))}
    after = await contents(store)
    assert "'s'" not in str(after)
    assert "Ann" not in str(after)
    for name, rows in before.items():
        if name not in ("rooms", "entries"):
            left = [row for row in rows if {"r0", "s", "s p", "s q"}.isdisjoint(row)]
            left = [row for row in left if (name, row[0]) != ("summaries", "other")]
            assert after[name] == left
    assert [(row.guest, row.body) for row in await store.logs.load("other")] == [
        (None, b"- sat"),
        ("t", b"Bob sat"),
    ]
    assert await store.logs.answer("other", "s", "c") is None
    assert await store.logs.answer("other", "t", "c") == b"ok"
    assert await append(store, "r1", b"on") == Appended(4, 4)
    assert await bodies(store, "theirs") == [b"Bob!"]


@pytest.mark.parametrize("dropped", [True, False])
async def test_a_rewritten_or_dropped_log_is_not_continued(store: Store, *, dropped: bool) -> None:
    stored = await append(store, "a", b"Ann sat", guest="s")
    assert isinstance(stored, Appended)
    await (store.rooms.drop("a") if dropped else store.guests.delete("s", without_ann))

    assert await store.logs.append(Entries("a", 1, [b"1"], head=stored.head)) == Fenced()
    assert await bodies(store) == ([] if dropped else [b"- sat"])
    assert isinstance(await append(store, "a", b"1"), Appended)


async def test_old_data_is_deleted_completely(store: Store, time: Time) -> None:
    """Active guests, guests with a table, and live rooms are retained."""
    await fill(store)
    await store.guests.add(Guest("old", "Cy"), b"old")
    await store.puzzles.rate("old", "p", "one", solved=True, rated=rated)
    before = await contents(store)
    assert not await store.guests.delete_expired(time.now, unplayed=0), "everything is new"
    time.now += 100
    await store.guests.touch("\x00")

    swept = await store.guests.delete_expired(time.now, unplayed=0)

    assert {*swept.rooms} == {"r0", "\x00 a"}
    assert swept.guests == 1
    old = {"r0", "\x00 a", "old", "old p"}
    after = await contents(store)
    for name, rows in before.items():
        if name != "guests":
            assert after[name] == [row for row in rows if old.isdisjoint(row)]
    assert {row[0] for row in after["guests"]} == {"s", "t", "\x00"}
    assert not await store.guests.delete_expired(time.now, unplayed=0)

    time.now = 2_000_000
    assert await store.guests.delete_expired(0, unplayed=0) == Expired((), 0, 3)
    assert {row[0] for row in (await contents(store))["tokens"]} == {b"new", b"t", b"\x00"}


async def test_d11_accounts_are_deleted_in_batches(
    lasting: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each batch touches a few tables and entries, so that other writes come in between."""
    for guest in "st":
        for n in range(6):
            summary = RoomSummary("over", members=(guest,))
            await append(
                lasting, f"{guest} over {n}", *[b"Ann"] * (1 + n % 4), guest=guest, summary=summary
            )
        for n in range(3):
            await append(lasting, f"{guest} live {n}", *[b"Ann?"] * 2, guest=guest)
    monkeypatch.setattr(guests, "DELETED_AT_ONCE", 4)
    monkeypatch.setattr(guests, "DELETED_ENTRIES", 5)
    write, under_way = lasting.database.write, list[object]()
    parts: list[list[int]] = []

    async def named() -> dict[str, int]:
        query = "SELECT room, count(*) FROM entries WHERE guest IS NOT NULL GROUP BY room"
        return dict(await lasting.database.read(lambda db: db.rows(query)))

    async def watched(work: Callable[[Any], Any]) -> object:
        under_way.append(work)
        assert len(under_way) == 1, "two parts at a time"
        before = await named()
        result = await write(work)
        after = await named()
        parts.append([size for room, size in before.items() if room not in after])
        under_way.remove(work)
        return result

    monkeypatch.setattr(lasting.database, "write", watched)
    await asyncio.gather(*(lasting.guests.delete(guest, without_ann) for guest in "st"))

    assert await all_rooms(lasting) == [f"{guest} live {n}" for guest in "st" for n in range(3)]
    assert await bodies(lasting, "s live 0") == [b"-?"] * 2
    for part in parts:
        assert len(part) <= 4
        assert len(part) <= 1 or sum(part) <= 5


async def test_d11_old_data_is_deleted_in_batches(
    lasting: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guests, "DELETED_AT_ONCE", 10)
    monkeypatch.setattr(guests, "DELETED_ENTRIES", 10)
    sizes = {"first": 30, **dict.fromkeys((f"r{n}" for n in range(17)), 2)}
    for room, size in sizes.items():
        await append(lasting, room, *[b"x"] * size, summary=RoomSummary("over"))
    for n in range(35):
        await lasting.guests.add_code(b"%d" % n, "s", time.now + 1)
    time.now += 1

    found: list[Expired] = []
    while swept := await lasting.guests.delete_expired(time.now, unplayed=0):
        found.append(swept)
        assert swept.tokens <= 10
        assert len(swept.rooms) == 1 or sum(sizes[room] for room in swept.rooms) <= 10
    assert sum(swept.tokens for swept in found) == 35
    assert sorted(room for swept in found for room in swept.rooms) == sorted(sizes)
    assert await all_rooms(lasting) == []
