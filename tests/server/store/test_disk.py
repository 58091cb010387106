"""Failures of the disk: no write is acknowledged that is not stored, and no stored one is lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest
from tests.server.store.disk import Disk
from tests.server.store.reading import append, bodies
from tests.server.store.times import Time
from tests.support.examples import examples

from tilerummy.server.store import (
    Appended,
    Card,
    Entries,
    Guest,
    StorageError,
    Store,
    StoreOpeningError,
    writer,
)
from tilerummy.server.store.sqlite import SqliteFile

pytestmark = pytest.mark.anyio

POWER_CUTS = examples(12, 200)
"""How often the power fails."""


@pytest.fixture
def disk() -> Iterator[Disk]:
    disk = Disk()
    yield disk
    disk.unregister()


@pytest.mark.parametrize("error", [apsw.FullError, apsw.IOError, apsw.ReadOnlyError])
@pytest.mark.parametrize("after", range(4))
async def test_c3_a_write_is_refused_on_a_full_disk_and_accepted_later(
    tmp_path: Path, time: Time, disk: Disk, error: type[apsw.Error], after: int
) -> None:
    store = Store(SqliteFile(tmp_path / "db", time), time)
    await append(store, "a", b"before", card=Card("playing"))
    disk.error, disk.after = error, after

    refused = 0
    for n in range(6):
        try:
            await append(store, "a", b"%d" % n, cid=str(n), guest="s")
        except StorageError:
            refused += 1
    assert refused >= 1
    assert await bodies(store) == await bodies(store), "what is there can still be read"
    before = await bodies(store)
    assert len(before) == 1 + 6 - refused
    assert (await store.is_writable()) is False

    disk.error = None
    assert await store.is_writable()
    assert await append(store, "a", b"after") == Appended(len(before), len(before))
    assert await bodies(store) == [*before, b"after"]
    await store.close()


async def test_c3_a_full_disk_fails_all_waiting_writes_and_stores_none(
    tmp_path: Path, time: Time, disk: Disk
) -> None:
    store = Store(SqliteFile(tmp_path / "db", time, linger=0.005), time)
    await append(store, "a", b"0")
    disk.error = apsw.FullError

    result = await asyncio.gather(
        *(store.logs.append(Entries(f"r{n}", 0, [b"x"])) for n in range(50)), return_exceptions=True
    )
    disk.error = None

    assert all(isinstance(t, StorageError) for t in result)
    assert await all_rooms(store) == ["a"]
    await store.close()


async def test_a_failed_write_leaves_nothing_and_affects_no_other(
    tmp_path: Path, time: Time
) -> None:
    """All are committed together, and the invalid seed is found after its entry is written."""
    store = Store(SqliteFile(tmp_path / "db", time, linger=0.005), time)
    seeds: list[dict[int, bytes]] = [{0: b"seed"}, {0: "no seed"}, {0: b"seed"}]  # type: ignore[dict-item]
    news = [Entries(f"r{n}", 0, [b"x"], seeds=seed) for n, seed in enumerate(seeds)]
    result = await asyncio.gather(*map(store.logs.append, news), return_exceptions=True)

    assert [type(t) for t in result] == [Appended, StorageError, Appended]
    assert [await bodies(store, f"r{n}") for n in range(3)] == [[b"x"], [], [b"x"]]
    assert await all_rooms(store) == ["r0", "r2"]
    assert await store.logs.append(Entries("r1", 0, [b"y"])) == Appended(0, 0)
    await store.close()


async def test_too_many_waiting_writes_are_refused(
    tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "WAITING", 3)
    store = Store(SqliteFile(tmp_path / "db", time, linger=0.05), time)
    result = await asyncio.gather(
        *(store.logs.append(Entries(f"r{n}", 0, [b"x"])) for n in range(20)), return_exceptions=True
    )

    refused = [isinstance(t, StorageError) for t in result]
    assert (refused[:3], refused[-1]) == ([False] * 3, True)
    assert len(await all_rooms(store)) == refused.count(False)
    await store.close()


async def test_expired_codes_and_tokens_are_erased_from_the_file(
    tmp_path: Path, time: Time
) -> None:
    store = Store(SqliteFile(tmp_path / "db", time), time)
    await store.guests.add(Guest("s", "Ann"), b"old token")
    await store.guests.renew("s", b"new token", old_until=time.now + 10)
    await store.guests.add_code(b"code", "s", time.now + 10)
    time.now += 10
    await store.guests.sweep(0, unplayed=0)
    assert await store.guests.by_token(b"new token") is not None
    await store.close()

    db = apsw.Connection(str(tmp_path / "db"))
    assert [*db.execute("SELECT hash FROM tokens UNION SELECT hash FROM device_codes")] == [
        (b"new token",)
    ]
    db.close()


@pytest.mark.parametrize("seed", range(POWER_CUTS))
async def test_c5_no_power_cut_loses_what_was_acknowledged(
    tmp_path: Path, time: Time, disk: Disk, seed: int
) -> None:
    """All data that was not synced may be lost or torn when the power is back."""
    rng = random.Random(seed)
    (before := tmp_path / "before").mkdir()
    (after := tmp_path / "after").mkdir()
    store = Store(SqliteFile(before / "db", time), time)
    size = dict.fromkeys("abc", 0)
    for n in range(rng.randrange(1, 120)):
        room = rng.choice("abc")
        result = await append(store, room, b"%d" % n * 50, cid=str(n), guest="s")
        assert result == Appended(size[room], size[room])
        size[room] += 1
    acknowledged = {room: await bodies(store, room) for room in "abc"}
    late = [asyncio.ensure_future(append(store, f"late{n}", b"late")) for n in range(5)]
    await asyncio.sleep(rng.random() * 0.003)
    done = sum(t.done() and isinstance(t.result(), Appended) for t in late if not t.cancelled())
    disk.cut(after, rng)
    await asyncio.gather(*late)
    await store.close()

    again = Store(SqliteFile(after / "db", time), time)
    for room, kept in acknowledged.items():
        found = await bodies(again, room)
        assert found[: len(kept)] == kept
    afterwards = [await bodies(again, f"late{n}") for n in range(5)]
    assert afterwards.count([b"late"]) >= done
    await again.close()


@pytest.mark.parametrize("seed", range(10))
async def test_c4_a_torn_file_of_the_last_writes_loses_nothing_before_it(
    tmp_path: Path, time: Time, seed: int
) -> None:
    """The end of the write-ahead log is cut off or overwritten at any byte."""
    rng = random.Random(seed)
    store = Store(SqliteFile(tmp_path / "db", time), time)
    for n in range(30):
        await append(store, "a", b"entry %d" % n)
    (copy := tmp_path / "copy").mkdir()
    wal = (tmp_path / "db-wal").read_bytes()
    place = rng.randrange(len(wal))
    torn = wal[:place] + (rng.randbytes(len(wal) - place) if seed % 2 else b"")
    (copy / "db").write_bytes((tmp_path / "db").read_bytes())
    (copy / "db-wal").write_bytes(torn)
    await store.close()

    again = Store(SqliteFile(copy / "db", time), time)
    found = await bodies(again)
    assert found == [b"entry %d" % n for n in range(len(found))]
    assert isinstance(await append(again, "a", b"on"), Appended)
    await again.close()


async def all_rooms(store: Store) -> list[str]:
    found = await store.database.read(lambda db: db.rows("SELECT room FROM rooms ORDER BY room"))
    return [room for (room,) in found]


def files_with(folder: Path, word: bytes) -> list[str]:
    return sorted(p.name for p in folder.iterdir() if p.is_file() and word in p.read_bytes())


@pytest.mark.parametrize("reading", [False, True])
async def test_a_deleted_guest_is_in_no_byte_of_any_file(
    tmp_path: Path, time: Time, *, reading: bool
) -> None:
    """Neither in a free page nor in the write-ahead log, even with a reader."""
    store = Store(SqliteFile(tmp_path / "db", time), time)
    await store.guests.add(Guest("s", "Zanzibar"), b"hash")
    await store.guests.rename("s", "Zanzibar II", "octopus Zanzibar", "Zanzibar blue")
    for room, phase in (("a", "playing"), ("b", "over")):
        for n in range(20):
            card = Card(phase, members=("s",), body=b"Zanzibar sits")
            entry = b"Zanzibar %d" % n + bytes(300)
            await append(store, room, entry, cid=str(n), guest="s", card=card)
    assert files_with(tmp_path, b"Zanzibar")
    other = apsw.Connection(str(tmp_path / "db"))
    if reading:
        other.execute("BEGIN; SELECT * FROM rooms").fetchall()

    await store.guests.delete("s", lambda body: body.replace(b"Zanzibar", b"-"))
    if reading:
        other.execute("COMMIT")
        await append(store, "c", b"later")

    assert files_with(tmp_path, b"Zanzibar") == []
    other.close()
    await store.close()
    assert files_with(tmp_path, b"Zanzibar") == []


async def test_a_file_of_another_version_is_refused_and_left_alone(
    tmp_path: Path, time: Time
) -> None:
    await SqliteFile(tmp_path / "db", time).close()
    db = apsw.Connection(str(tmp_path / "db"))
    db.pragma("user_version", 99)
    db.close()

    with pytest.raises(StoreOpeningError, match="--data"):
        SqliteFile(tmp_path / "db", time)


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path, time: Time) -> None:
    (tmp_path / "db").write_bytes(b"no database" * 1000)

    with pytest.raises(apsw.NotADBError):
        SqliteFile(tmp_path / "db", time)


async def test_writes_requested_before_closing_are_stored(tmp_path: Path, time: Time) -> None:
    store = Store(SqliteFile(tmp_path / "db", time), time)
    news = [Entries(f"r{n}", 0, [b"x"]) for n in range(100)]
    writes = [asyncio.ensure_future(store.logs.append(new)) for new in news]
    await asyncio.sleep(0)
    await store.close()

    assert all(isinstance(result, Appended) for result in await asyncio.gather(*writes))
    with pytest.raises(StorageError):
        await store.logs.append(Entries("a", 0, [b"late"]))
    again = Store(SqliteFile(tmp_path / "db", time), time)
    assert len(await all_rooms(again)) == 100
    await again.close()


async def test_a_write_is_on_disk_before_it_is_acknowledged(
    tmp_path: Path, time: Time, disk: Disk
) -> None:
    """synchronous FULL: with every commit the file of the last writes is synced."""
    store = Store(SqliteFile(tmp_path / "db", time), time)
    for _ in range(5):
        await append(store, "a", b"x")
        assert not disk._unsafe.get(tmp_path / "db-wal")
    await store.close()


def back_up(source: Path, to: Path) -> None:
    one, other = apsw.Connection(str(source)), apsw.Connection(str(to))
    with other.backup("main", one, "main") as backup:
        while not backup.done:
            backup.step(20)
    other.close()
    one.close()


async def test_c6_a_copy_made_while_playing_is_whole(tmp_path: Path, time: Time) -> None:
    """What SQLite's own backup copies, as docs/hosting.md says, is a prefix of every log."""
    store = Store(SqliteFile(tmp_path / "db", time), time)
    size = dict.fromkeys("abc", 0)

    async def play(room: str) -> None:
        for n in range(60):
            await append(store, room, b"%d" % n, cid=str(n), guest="s")
            size[room] = n + 1

    playing = [asyncio.create_task(play(room)) for room in size]
    await asyncio.sleep(0.02)
    least = dict(size)
    await asyncio.to_thread(back_up, tmp_path / "db", tmp_path / "copy")
    await asyncio.gather(*playing)
    await store.close()

    again = Store(SqliteFile(tmp_path / "copy", time), time)
    for room, entries in least.items():
        found = await bodies(again, room)
        assert len(found) >= entries
        assert found == [b"%d" % n for n in range(len(found))]
    await again.close()
