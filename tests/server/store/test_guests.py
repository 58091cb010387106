"""The contract of every store about guests: tokens, device codes, deletion and sweeping."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import apsw
import pytest
from tests.server.store.reading import append, bodies
from tests.server.store.times import Time

from tilerummy.server.store import (
    Appended,
    Card,
    Forgotten,
    Guest,
    Store,
    Swept,
    TokenOwner,
    guests,
    rooms,
    sqlite,
)
from tilerummy.server.store.database import Connection
from tilerummy.server.store.opening import open_store

pytestmark = pytest.mark.anyio


async def test_a_guest_is_known_by_the_token(store: Store, time: Time) -> None:
    await store.guests.add(Guest("s", "Ann", program=True), b"hash")
    time.now += 10
    await store.guests.rename("s", "Anne")
    await store.guests.touch("s")

    assert await store.guests.by_token(b"hash") == TokenOwner(
        Guest("s", "Anne", program=True, made=1_000_000, seen=1_000_010),
        since=1_000_000,
        until=None,
    )
    assert await store.guests.by_token(b"other") is None


async def test_a_guest_has_a_face_and_a_colour_once_they_are_chosen(store: Store) -> None:
    await store.guests.add(Guest("s", "Ann"), b"hash")
    await store.guests.add(Guest("t", "Ben", face="owl", colour="rose"), b"other")
    await store.guests.add_code(b"code", "s", 2_000_000)

    async def faces() -> list[tuple[str, str, str]]:
        found = [await store.guests.by_token(token) for token in (b"hash", b"other")]
        return [(f.guest.name, f.guest.face, f.guest.colour) for f in found if f is not None]

    assert await faces() == [("Ann", "", ""), ("Ben", "owl", "rose")]
    await store.guests.rename("s", "Anne", "fox", "sky")
    await store.guests.rename("nobody", "Cy", "cat", "sun")
    assert await faces() == [("Anne", "fox", "sky"), ("Ben", "owl", "rose")]
    owner = await store.guests.code_owner(b"code")
    assert owner is not None
    assert (owner.face, owner.colour) == ("fox", "sky")


async def test_a_replaced_token_stays_valid_for_a_while(store: Store, time: Time) -> None:
    await store.guests.add(Guest("s", "Ann"), b"one")
    await store.guests.renew("s", b"two", old_until=time.now + 60)
    await store.guests.renew("nobody", b"three", old_until=time.now)

    found = await store.guests.by_token(b"one")
    assert found is not None
    assert found.until == time.now + 60
    assert await store.guests.by_token(b"three") is None
    time.now += 60
    assert await store.guests.by_token(b"one") is None
    assert await store.guests.by_token(b"two") is not None
    await store.guests.renew("s", b"four", old_until=time.now)
    assert await store.guests.by_token(b"two") is None


async def test_an_ended_token_is_not_prolonged(store: Store, time: Time) -> None:
    await store.guests.add(Guest("s", "Ann"), b"one")
    await store.guests.renew("s", b"two", old_until=time.now)
    await store.guests.renew("s", b"three", old_until=time.now + 60)

    assert await store.guests.by_token(b"one") is None


async def test_a_device_code_is_valid_once_and_not_for_long(store: Store, time: Time) -> None:
    await store.guests.add(Guest("s", "Ann"), b"hash")
    await store.guests.add_code(b"code", "s", time.now + 100)
    await store.guests.add_code(b"late", "s", time.now + 100)

    owners = [await store.guests.code_owner(b"code") for _ in range(2)]
    found = await store.guests.use_code(b"code")
    assert owners == [found, found], "asking changes nothing"
    assert found is not None
    assert found.id == "s"
    assert await store.guests.code_owner(b"code") is None
    assert await store.guests.use_code(b"code") is None
    time.now += 100
    assert await store.guests.code_owner(b"late") is None
    assert await store.guests.use_code(b"late") is None


async def test_no_data_of_a_deleted_guest_remains(store: Store, time: Time) -> None:
    await store.guests.add(Guest("s", "Ann"), b"hash")
    await store.guests.add_code(b"code", "s", time.now + 100)
    for room, phase in (("over", "over"), ("going", "playing"), ("other", "over")):
        members = ("t",) if room == "other" else ("s", "t")
        await append(store, room, b"Ann sat", cid="c", guest="s", answer=b"ok")
        await append(store, room, b"Bob sat", guest="t", card=Card(phase, members=members))
    await append(store, "theirs", b"Ann?", guest="t", card=Card("playing", members=("t",)))
    await append(store, "asked", b"Ann?", guest="t", invited=("s",))
    await append(store, "seen", b"Bob?", guest="t")
    await store.rooms.admit("seen", "s")

    result = await store.guests.delete("s", lambda body: body.replace(b"Ann", b"-"))

    assert result.deleted == ("over",)
    assert set(result.rewritten) == {"going", "other", "asked"}
    assert await store.guests.by_token(b"hash") is None
    assert await store.guests.use_code(b"code") is None
    assert await store.rooms.of_guest("s") == []
    assert await store.logs.load("over") == []
    for room in ("going", "other"):
        rows = await store.logs.load(room)
        assert [(r.guest, r.body) for r in rows] == [(None, b"- sat"), ("t", b"Bob sat")]
        assert await store.logs.answer(room, "s", "c") is None
        assert await append(store, room, b"on") == Appended(2, 2)
    assert await bodies(store, "theirs") == [b"Ann?"]
    assert await bodies(store, "asked") == [b"-?"]
    assert [await store.rooms.admitted(room, "s") for room in ("asked", "seen")] == [False, False]


async def test_sweeping_keeps_active_guests_and_guests_with_a_table(
    store: Store, time: Time
) -> None:
    for name in ("old", "busy", "new"):
        await store.guests.add(Guest(name, name), name.encode())
    await append(store, "a", b"0", card=Card("playing", members=("busy",)))
    time.now += 100
    await store.guests.touch("new")

    assert await store.guests.sweep(time.now, unplayed=0) == Swept((), 1)
    assert not await store.guests.sweep(time.now, unplayed=0)
    assert await store.guests.by_token(b"old") is None
    assert await store.guests.by_token(b"busy") is not None
    assert await store.guests.by_token(b"new") is not None


async def test_d11_a_guest_of_many_tables_is_deleted_in_parts(
    lasting_url: str, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other writes go in between: each part touches few tables, and few entries unless one has."""
    store = open_store(lasting_url, time)
    await store.guests.add(Guest("s", "Ann"), b"hash")
    sizes = {f"over{n}": 1 + n % 4 for n in range(12)}
    for room, size in sizes.items():
        card = Card("over", members=("s",))
        await append(store, room, *[b"Ann"] * size, card=card)
    for n in range(5):
        await append(store, f"live{n}", *[b"Ann?"] * 3, guest="s", card=Card("playing"))
    monkeypatch.setattr(guests, "SWEPT_AT_ONCE", 4)
    monkeypatch.setattr(guests, "SWEPT_ENTRIES", 5)
    parts: list[Forgotten] = []
    delete = guests.delete_some

    def watched(
        db: Connection, guest: str, anonymous: Callable[[bytes], bytes]
    ) -> tuple[Forgotten, bool]:
        part, done = delete(db, guest, anonymous)
        parts.append(part)
        return part, done

    monkeypatch.setattr(guests, "delete_some", watched)
    found = await store.guests.delete("s", lambda body: body.replace(b"Ann", b"-"))

    assert sorted(found.deleted) == sorted(sizes)
    assert sorted(found.rewritten) == [f"live{n}" for n in range(5)]
    for part in parts:
        touched = [*part.deleted, *part.rewritten]
        assert len(touched) <= 4
        assert len(touched) <= 1 or sum(sizes.get(room, 3) for room in touched) <= 5
    assert await store.guests.by_token(b"hash") is None
    assert [await bodies(store, room) for room in ("over0", "live0")] == [[], [b"-?"] * 3]
    await store.close()


async def test_d11_parts_of_deletions_share_no_commit(
    tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many guests are deleted at once, others wait for one part at a time."""
    store = open_store(f"sqlite:///{tmp_path / 'db'}", time)
    people = [f"s{n}" for n in range(6)]
    for who in people:
        await store.guests.add(Guest(who, "Ann"), who.encode())
        for n in range(4):
            card = Card("over", members=(who,))
            await append(store, f"{who}-{n}", *[b"Ann"] * 3, card=card)
    monkeypatch.setattr(guests, "SWEPT_ENTRIES", 6)
    commits: list[int] = []
    together, drop = sqlite._together, rooms.drop

    def watched(db: apsw.Connection, batch: Any) -> list[Any]:  # noqa: ANN401 - of any kind
        commits.append(0)
        return together(db, batch)

    def dropped(db: Connection, some: Sequence[str]) -> None:
        commits[-1] += len(some)
        drop(db, some)

    monkeypatch.setattr(sqlite, "_together", watched)
    monkeypatch.setattr(rooms, "drop", dropped)
    await asyncio.gather(*(store.guests.delete(who, lambda body: body) for who in people))

    assert sum(commits) == 24
    assert max(commits) == 2
    await store.close()
