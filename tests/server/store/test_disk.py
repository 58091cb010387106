"""Failures of the disk: no write is acknowledged that is not stored, and no stored one is lost."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest
from tests.server.store.disk import Disk
from tests.server.store.reading import bodies
from tests.server.store.times import Time
from tests.support.examples import examples

from tilerummy.server.store import Appended, Card, Entries, Guest, StorageError
from tilerummy.server.store.sql import writer
from tilerummy.server.store.sql.schema import UnknownSchemaError
from tilerummy.server.store.sql.store import SqliteStore

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
    store = SqliteStore(tmp_path / "db", time)
    await store.append(Entries("a", 0, [b"before"], card=Card("playing")))
    disk.error, disk.after = error, after

    refused = 0
    for n in range(6):
        try:
            await store.append(Entries("a", 1 + n - refused, [b"%d" % n], cid=str(n), session="s"))
        except StorageError:
            refused += 1
    assert refused >= 1
    assert await bodies(store) == await bodies(store), "what is there can still be read"
    before = await bodies(store)
    assert len(before) == 1 + 6 - refused
    assert (await store.is_writable()) is False

    disk.error = None
    assert await store.is_writable()
    assert await store.append(Entries("a", len(before), [b"after"])) == Appended(
        len(before), len(before)
    )
    assert await bodies(store) == [*before, b"after"]
    await store.close()


async def test_c3_a_full_disk_fails_all_waiting_writes_and_stores_none(
    tmp_path: Path, time: Time, disk: Disk
) -> None:
    store = SqliteStore(tmp_path / "db", time, linger=0.005)
    await store.append(Entries("a", 0, [b"0"]))
    disk.error = apsw.FullError

    result = await asyncio.gather(
        *(store.append(Entries(f"r{n}", 0, [b"x"])) for n in range(50)), return_exceptions=True
    )
    disk.error = None

    assert all(isinstance(t, StorageError) for t in result)
    assert [listed.room for listed in await store.listed()] == ["a"]
    await store.close()


async def test_a_failed_write_leaves_nothing_and_affects_no_other(
    tmp_path: Path, time: Time
) -> None:
    """All are committed together, and the invalid seed is found after its entry is written."""
    store = SqliteStore(tmp_path / "db", time, linger=0.005)
    seeds: list[dict[int, bytes]] = [{0: b"seed"}, {0: "no seed"}, {0: b"seed"}]  # type: ignore[dict-item]
    result = await asyncio.gather(
        *(store.append(Entries(f"r{n}", 0, [b"x"], secrets=seed)) for n, seed in enumerate(seeds)),
        return_exceptions=True,
    )

    assert [type(t) for t in result] == [Appended, StorageError, Appended]
    assert [await bodies(store, f"r{n}") for n in range(3)] == [[b"x"], [], [b"x"]]
    assert {listed.room for listed in await store.listed()} == {"r0", "r2"}
    assert await store.append(Entries("r1", 0, [b"y"])) == Appended(0, 0)
    await store.close()


async def test_too_many_waiting_writes_are_refused(
    tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "WAITING", 3)
    store = SqliteStore(tmp_path / "db", time, linger=0.05)
    result = await asyncio.gather(
        *(store.append(Entries(f"r{n}", 0, [b"x"])) for n in range(20)), return_exceptions=True
    )

    refused = [isinstance(t, StorageError) for t in result]
    assert (refused[:3], refused[-1]) == ([False] * 3, True)
    assert len(await store.listed()) == refused.count(False)
    await store.close()


async def test_expired_codes_and_tokens_are_erased_from_the_file(
    tmp_path: Path, time: Time
) -> None:
    store = SqliteStore(tmp_path / "db", time)
    await store.add_guest(Guest("s", "Ann"), b"old token")
    await store.renew("s", b"new token", old_until=time.now + 10)
    await store.add_device_code(b"code", "s", time.now + 10)
    time.now += 10
    await store.sweep(0, unplayed=0)
    assert await store.guest(b"new token") is not None
    await store.close()

    db = apsw.Connection(str(tmp_path / "db"))
    assert [*db.execute("SELECT hash FROM tokens UNION SELECT hash FROM carries")] == [
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
    store = SqliteStore(before / "db", time)
    size = dict.fromkeys("abc", 0)
    for n in range(rng.randrange(1, 120)):
        room = rng.choice("abc")
        result = await store.append(
            Entries(room, size[room], [b"%d" % n * 50], cid=str(n), session="s")
        )
        assert isinstance(result, Appended)
        size[room] += 1
    acknowledged = {room: await bodies(store, room) for room in "abc"}
    late = [
        asyncio.ensure_future(store.append(Entries("a", size["a"] + n, [b"late"])))
        for n in range(5)
    ]
    await asyncio.sleep(rng.random() * 0.003)
    done = sum(t.done() and isinstance(t.result(), Appended) for t in late if not t.cancelled())
    disk.cut(after, rng)
    await asyncio.gather(*late)
    await store.close()

    again = SqliteStore(after / "db", time)
    for room, kept in acknowledged.items():
        found = await bodies(again, room)
        assert found[: len(kept)] == kept
        if room == "a":
            assert len(found) >= len(kept) + done
    await again.close()


@pytest.mark.parametrize("seed", range(10))
async def test_c4_a_torn_file_of_the_last_writes_loses_nothing_before_it(
    tmp_path: Path, time: Time, seed: int
) -> None:
    """The end of the write-ahead log is cut off or overwritten at any byte."""
    rng = random.Random(seed)
    store = SqliteStore(tmp_path / "db", time)
    for n in range(30):
        await store.append(Entries("a", n, [b"entry %d" % n]))
    (copy := tmp_path / "copy").mkdir()
    wal = (tmp_path / "db-wal").read_bytes()
    place = rng.randrange(len(wal))
    torn = wal[:place] + (rng.randbytes(len(wal) - place) if seed % 2 else b"")
    (copy / "db").write_bytes((tmp_path / "db").read_bytes())
    (copy / "db-wal").write_bytes(torn)
    await store.close()

    again = SqliteStore(copy / "db", time)
    found = await bodies(again)
    assert found == [b"entry %d" % n for n in range(len(found))]
    assert isinstance(await again.append(Entries("a", len(found), [b"on"])), Appended)
    await again.close()


def files_with(folder: Path, word: bytes) -> list[str]:
    return sorted(p.name for p in folder.iterdir() if p.is_file() and word in p.read_bytes())


@pytest.mark.parametrize("reading", [False, True])
async def test_a_deleted_guest_is_in_no_byte_of_any_file(
    tmp_path: Path, time: Time, *, reading: bool
) -> None:
    """Neither in a free page nor in the write-ahead log, even with a reader."""
    store = SqliteStore(tmp_path / "db", time)
    await store.add_guest(Guest("s", "Zanzibar"), b"hash")
    await store.rename("s", "Zanzibar II", "octopus Zanzibar", "Zanzibar blue")
    for room, phase in (("a", "playing"), ("b", "over")):
        for n in range(20):
            await store.append(
                Entries(
                    room,
                    n,
                    [b"Zanzibar %d" % n + bytes(300)],
                    cid=str(n),
                    session="s",
                    card=Card(phase, members=("s",)),
                )
            )
    assert files_with(tmp_path, b"Zanzibar")
    other = apsw.Connection(str(tmp_path / "db"))
    if reading:
        other.execute("BEGIN; SELECT * FROM rooms").fetchall()

    await store.delete_guest("s", lambda body: body.replace(b"Zanzibar", b"-"))
    if reading:
        other.execute("COMMIT")
        await store.append(Entries("c", 0, [b"later"]))

    assert files_with(tmp_path, b"Zanzibar") == []
    other.close()
    await store.close()
    assert files_with(tmp_path, b"Zanzibar") == []


async def test_a_file_of_another_version_is_refused_and_left_alone(
    tmp_path: Path, time: Time
) -> None:
    await SqliteStore(tmp_path / "db", time).close()
    db = apsw.Connection(str(tmp_path / "db"))
    db.pragma("user_version", 99)
    db.close()

    with pytest.raises(UnknownSchemaError, match="--data"):
        SqliteStore(tmp_path / "db", time)


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path, time: Time) -> None:
    (tmp_path / "db").write_bytes(b"no database" * 1000)

    with pytest.raises(apsw.NotADBError):
        SqliteStore(tmp_path / "db", time)


async def test_writes_requested_before_closing_are_stored(tmp_path: Path, time: Time) -> None:
    store = SqliteStore(tmp_path / "db", time)
    writes = [asyncio.ensure_future(store.append(Entries(f"r{n}", 0, [b"x"]))) for n in range(100)]
    await asyncio.sleep(0)
    await store.close()

    assert all(isinstance(result, Appended) for result in await asyncio.gather(*writes))
    with pytest.raises(StorageError):
        await store.append(Entries("a", 0, [b"late"]))
    again = SqliteStore(tmp_path / "db", time)
    assert len(await again.listed()) == 100
    await again.close()


async def test_a_write_is_on_disk_before_it_is_acknowledged(
    tmp_path: Path, time: Time, disk: Disk
) -> None:
    """synchronous FULL: with every commit the file of the last writes is synced."""
    store = SqliteStore(tmp_path / "db", time)
    for n in range(5):
        await store.append(Entries("a", n, [b"x"]))
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
    store = SqliteStore(tmp_path / "db", time)
    size = dict.fromkeys("abc", 0)

    async def play(room: str) -> None:
        for n in range(60):
            await store.append(Entries(room, n, [b"%d" % n], cid=str(n), session="s"))
            size[room] = n + 1

    playing = [asyncio.create_task(play(room)) for room in size]
    await asyncio.sleep(0.02)
    least = dict(size)
    await asyncio.to_thread(back_up, tmp_path / "db", tmp_path / "copy")
    await asyncio.gather(*playing)
    await store.close()

    again = SqliteStore(tmp_path / "copy", time)
    for room, entries in least.items():
        found = await bodies(again, room)
        assert len(found) >= entries
        assert found == [b"%d" % n for n in range(len(found))]
    await again.close()
