"""The contract of every store about guests: tokens, device codes, deletion and sweeping."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import apsw
import pytest
from tests.server.store.reading import bodies
from tests.server.store.times import Time

from tilerummy.server.store import (
    Appended,
    Card,
    Entries,
    Forgotten,
    Guest,
    Store,
    Swept,
    TokenOwner,
)
from tilerummy.server.store.database import guests, logs
from tilerummy.server.store.database.connection import Connection
from tilerummy.server.store.opening import open_store
from tilerummy.server.store.sql import writer

pytestmark = pytest.mark.anyio


async def test_a_guest_is_known_by_the_token(store: Store, time: Time) -> None:
    await store.add_guest(Guest("s", "Ann", program=True), b"hash")
    time.now += 10
    await store.rename("s", "Anne")
    await store.touch_guest("s")

    assert await store.guest(b"hash") == TokenOwner(
        Guest("s", "Anne", program=True, made=1_000_000, seen=1_000_010),
        since=1_000_000,
        until=None,
    )
    assert await store.guest(b"other") is None


async def test_a_guest_has_a_face_and_a_colour_once_they_are_chosen(store: Store) -> None:
    await store.add_guest(Guest("s", "Ann"), b"hash")
    await store.add_guest(Guest("t", "Ben", face="owl", colour="rose"), b"other")
    await store.add_device_code(b"code", "s", 2_000_000)

    async def faces() -> list[tuple[str, str, str]]:
        found = [await store.guest(token) for token in (b"hash", b"other")]
        return [(f.guest.name, f.guest.face, f.guest.colour) for f in found if f is not None]

    assert await faces() == [("Ann", "", ""), ("Ben", "owl", "rose")]
    await store.rename("s", "Anne", "fox", "sky")
    await store.rename("nobody", "Cy", "cat", "sun")
    assert await faces() == [("Anne", "fox", "sky"), ("Ben", "owl", "rose")]
    owner = await store.device_code_owner(b"code")
    assert owner is not None
    assert (owner.face, owner.colour) == ("fox", "sky")


async def test_a_replaced_token_stays_valid_for_a_while(store: Store, time: Time) -> None:
    await store.add_guest(Guest("s", "Ann"), b"one")
    await store.renew("s", b"two", old_until=time.now + 60)
    await store.renew("nobody", b"three", old_until=time.now)

    found = await store.guest(b"one")
    assert found is not None
    assert found.until == time.now + 60
    assert await store.guest(b"three") is None
    time.now += 60
    assert await store.guest(b"one") is None
    assert await store.guest(b"two") is not None
    await store.renew("s", b"four", old_until=time.now)
    assert await store.guest(b"two") is None


async def test_an_ended_token_is_not_prolonged(store: Store, time: Time) -> None:
    await store.add_guest(Guest("s", "Ann"), b"one")
    await store.renew("s", b"two", old_until=time.now)
    await store.renew("s", b"three", old_until=time.now + 60)

    assert await store.guest(b"one") is None


async def test_a_device_code_is_valid_once_and_not_for_long(store: Store, time: Time) -> None:
    await store.add_guest(Guest("s", "Ann"), b"hash")
    await store.add_device_code(b"code", "s", time.now + 100)
    await store.add_device_code(b"late", "s", time.now + 100)

    owners = [await store.device_code_owner(b"code") for _ in range(2)]
    found = await store.use_device_code(b"code")
    assert owners == [found, found], "asking changes nothing"
    assert found is not None
    assert found.id == "s"
    assert await store.device_code_owner(b"code") is None
    assert await store.use_device_code(b"code") is None
    time.now += 100
    assert await store.device_code_owner(b"late") is None
    assert await store.use_device_code(b"late") is None


async def test_no_data_of_a_deleted_guest_remains(store: Store, time: Time) -> None:
    await store.add_guest(Guest("s", "Ann"), b"hash")
    await store.add_device_code(b"code", "s", time.now + 100)
    for room, phase in (("over", "over"), ("going", "playing"), ("other", "over")):
        members = ("t",) if room == "other" else ("s", "t")
        await store.append(Entries(room, 0, [b"Ann sat"], cid="c", session="s", answer=b"ok"))
        await store.append(
            Entries(room, 1, [b"Bob sat"], session="t", card=Card(phase, members=members))
        )
    await store.append(
        Entries("theirs", 0, [b"Ann?"], session="t", card=Card("playing", members=("t",)))
    )
    await store.append(Entries("asked", 0, [b"Ann?"], session="t", invited=("s",)))
    await store.append(Entries("seen", 0, [b"Bob?"], session="t"))
    await store.admit("seen", "s")

    result = await store.delete_guest("s", lambda body: body.replace(b"Ann", b"-"))

    assert result.deleted == ("over",)
    assert set(result.rewritten) == {"going", "other", "asked"}
    assert await store.guest(b"hash") is None
    assert await store.use_device_code(b"code") is None
    assert await store.rooms_of("s") == []
    assert await store.load("over") == []
    for room in ("going", "other"):
        rows = await store.load(room)
        assert [(r.session, r.body) for r in rows] == [(None, b"- sat"), ("t", b"Bob sat")]
        assert await store.answered(room, "s", "c") is None
        assert await store.append(Entries(room, 2, [b"on"])) == Appended(2, 2)
    assert await bodies(store, "theirs") == [b"Ann?"]
    assert await bodies(store, "asked") == [b"-?"]
    assert [await store.admitted(room, "s") for room in ("asked", "seen")] == [False, False]


async def test_sweeping_keeps_active_guests_and_guests_with_a_table(
    store: Store, time: Time
) -> None:
    for name in ("old", "busy", "new"):
        await store.add_guest(Guest(name, name), name.encode())
    await store.append(Entries("a", 0, [b"0"], card=Card("playing", members=("busy",))))
    time.now += 100
    await store.touch_guest("new")

    assert await store.sweep(time.now, unplayed=0) == Swept((), 1)
    assert not await store.sweep(time.now, unplayed=0)
    assert await store.guest(b"old") is None
    assert await store.guest(b"busy") is not None
    assert await store.guest(b"new") is not None


async def test_d11_a_guest_of_many_tables_is_deleted_in_parts(
    lasting_url: str, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Other writes go in between: each part touches few tables, and few entries unless one has."""
    store = open_store(lasting_url, time)
    await store.add_guest(Guest("s", "Ann"), b"hash")
    sizes = {f"over{n}": 1 + n % 4 for n in range(12)}
    for room, size in sizes.items():
        card = Card("over", members=("s",))
        await store.append(Entries(room, 0, [b"Ann"] * size, card=card))
    for n in range(5):
        await store.append(Entries(f"live{n}", 0, [b"Ann?"] * 3, session="s", card=Card("playing")))
    monkeypatch.setattr(guests, "SWEPT_AT_ONCE", 4)
    monkeypatch.setattr(guests, "SWEPT_ENTRIES", 5)
    parts: list[Forgotten] = []
    delete = guests.delete_guest

    def watched(
        db: Connection, session: str, anonymous: Callable[[bytes], bytes], known: Sequence[str]
    ) -> tuple[Forgotten, list[str] | None]:
        part, left = delete(db, session, anonymous, known)
        parts.append(part)
        return part, left

    monkeypatch.setattr(guests, "delete_guest", watched)
    found = await store.delete_guest("s", lambda body: body.replace(b"Ann", b"-"))

    assert sorted(found.deleted) == sorted(sizes)
    assert sorted(found.rewritten) == [f"live{n}" for n in range(5)]
    for part in parts:
        touched = [*part.deleted, *part.rewritten]
        assert len(touched) <= 4
        assert len(touched) == 1 or sum(sizes.get(room, 3) for room in touched) <= 5
    assert await store.guest(b"hash") is None
    assert [await bodies(store, room) for room in ("over0", "live0")] == [[], [b"-?"] * 3]
    await store.close()


async def test_d11_parts_of_deletions_share_no_commit(
    tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many guests are deleted at once, others wait for one part at a time."""
    store = open_store(f"sqlite:///{tmp_path / 'db'}", time)
    people = [f"s{n}" for n in range(6)]
    for who in people:
        await store.add_guest(Guest(who, "Ann"), who.encode())
        for n in range(4):
            card = Card("over", members=(who,))
            await store.append(Entries(f"{who}-{n}", 0, [b"Ann"] * 3, card=card))
    monkeypatch.setattr(guests, "SWEPT_ENTRIES", 6)
    commits: list[int] = []
    together, drop = writer._together, logs.drop

    def watched(db: apsw.Connection, batch: Any) -> None:  # noqa: ANN401 - writes of any kind
        commits.append(0)
        together(db, batch)

    def dropped(db: Connection, rooms: Sequence[str]) -> None:
        commits[-1] += len(rooms)
        drop(db, rooms)

    monkeypatch.setattr(writer, "_together", watched)
    monkeypatch.setattr(logs, "drop", dropped)
    await asyncio.gather(*(store.delete_guest(who, lambda body: body) for who in people))

    assert sum(commits) == 24
    assert max(commits) == 2
    await store.close()
