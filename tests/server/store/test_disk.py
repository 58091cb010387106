"""When the disk fails, only stored writes are acknowledged, and none of these are lost."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import apsw
import pytest
from tests.server.store.disk import Disk
from tests.server.store.reading import Time, all_rooms, append, bodies
from tests.support.examples import examples

from tilerummy.server.store.factory import open_store
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Appended, Entries, Guest, RoomSummary, StorageError

POWER_CUTS = examples(12, 200)
"""The number of power cuts."""


@pytest.mark.parametrize("error", [apsw.FullError, apsw.IOError, apsw.ReadOnlyError])
@pytest.mark.parametrize("after", range(4))
async def test_c3_a_failing_disk_refuses_writes_until_it_works(
    file: Store, disk: Disk, error: type[apsw.Error], after: int
) -> None:
    await append(file, "a", b"before", summary=RoomSummary("playing"))
    disk.error, disk.after = error, after

    stored = [b"before"]
    for n in range(6):
        with suppress(StorageError):
            await append(file, "a", b"%d" % n, cid=str(n), guest="s", answer=b"ok")
            stored.append(b"%d" % n)
    appends = (file.logs.append(Entries(f"r{n}", 0, [b"x"])) for n in range(50))
    refused = await asyncio.gather(*appends, return_exceptions=True)
    assert {type(each) for each in refused} == {StorageError}
    assert len(stored) < 7
    assert await bodies(file) == stored, "stored entries can still be read"
    assert await file.logs.commands("a") == {("s", cid.decode()) for cid in stored[1:]}
    assert not await file.database.is_writable()

    disk.error = None
    assert await file.database.is_writable()
    assert await append(file, "a", b"after") == Appended(len(stored), len(stored))
    assert await bodies(file) == [*stored, b"after"]
    assert await all_rooms(file) == ["a"]


async def test_a_failed_write_affects_no_other(lasting: Store) -> None:
    """They are committed together; the error appears only after its entry was written."""
    news = [Entries(f"r{n}", 0, [b"x"], seeds={0: b"seed"}) for n in range(5)]
    news[3] = replace(news[3], seeds={0: "\\x no bytes"})  # type: ignore[dict-item]
    result = await asyncio.gather(*map(lasting.logs.append, news), return_exceptions=True)

    assert [type(each) for each in result] == [Appended] * 3 + [StorageError, Appended]
    assert await all_rooms(lasting) == ["r0", "r1", "r2", "r4"]
    assert await bodies(lasting, "r3") == []
    assert await lasting.logs.append(Entries("r3", 0, [b"y"])) == Appended(0, 0)


@pytest.mark.parametrize("seed", range(POWER_CUTS))
async def test_c5_a_power_cut_loses_no_acknowledged_entry(
    file: Store, tmp_path: Path, time: Time, disk: Disk, seed: int
) -> None:
    """Data that was not synced may be lost or torn."""
    rng = random.Random(seed)
    (after := tmp_path / "after").mkdir()
    size = dict.fromkeys("abc", 0)
    for n in range(rng.randrange(1, 120)):
        room = rng.choice("abc")
        result = await append(file, room, b"%d" % n * 50, cid=str(n), guest="s")
        assert result == Appended(size[room], size[room])
        size[room] += 1
    acknowledged = {room: await bodies(file, room) for room in "abc"}
    late = [asyncio.ensure_future(append(file, f"late{n}", b"late")) for n in range(5)]
    await asyncio.sleep(rng.random() * 0.003)
    done = sum(t.done() and isinstance(t.result(), Appended) for t in late if not t.cancelled())
    disk.cut(after, rng)
    await asyncio.gather(*late)

    again = open_store(f"sqlite:///{after / 'db'}", time)
    for room, entries in acknowledged.items():
        assert (await bodies(again, room))[: len(entries)] == entries
    afterwards = [await bodies(again, f"late{n}") for n in range(5)]
    assert afterwards.count([b"late"]) >= done
    await again.close()


@pytest.mark.parametrize("seed", range(10))
async def test_c4_a_torn_write_ahead_log_loses_only_its_end(
    file: Store, tmp_path: Path, time: Time, seed: int
) -> None:
    """The end of the write-ahead log is cut off or overwritten at any byte."""
    rng = random.Random(seed)
    for n in range(30):
        await append(file, "a", b"entry %d" % n)
    (copy := tmp_path / "copy").mkdir()
    wal = (tmp_path / "db-wal").read_bytes()
    intact = rng.randrange(len(wal))
    torn = wal[:intact] + (rng.randbytes(len(wal) - intact) if seed % 2 else b"")
    (copy / "db").write_bytes((tmp_path / "db").read_bytes())
    (copy / "db-wal").write_bytes(torn)

    again = open_store(f"sqlite:///{copy / 'db'}", time)
    found = await bodies(again)
    assert found == [b"entry %d" % n for n in range(len(found))]
    assert isinstance(await append(again, "a", b"on"), Appended)
    await again.close()


def files_with(folder: Path, word: bytes) -> list[str]:
    return sorted(p.name for p in folder.iterdir() if p.is_file() and word in p.read_bytes())


@pytest.mark.parametrize("reading", [False, True])
async def test_a_deleted_guest_leaves_no_byte_in_any_file(
    file: Store, tmp_path: Path, *, reading: bool
) -> None:
    """Free pages and the write-ahead log are checked too, even with an open reader."""
    await file.guests.add(Guest("s", "Zanzibar"), b"hash")
    await file.guests.rename("s", "Zanzibar II", "octopus Zanzibar", "Zanzibar blue")
    for room, phase in (("a", "playing"), ("b", "over")):
        for n in range(20):
            summary = RoomSummary(phase, members=("s",), body=b"Zanzibar sits")
            entry = b"Zanzibar %d" % n + bytes(300)
            await append(file, room, entry, cid=str(n), guest="s", summary=summary)
    assert files_with(tmp_path, b"Zanzibar")
    other = apsw.Connection(str(tmp_path / "db"))
    if reading:
        other.execute("BEGIN; SELECT * FROM rooms").fetchall()

    await file.guests.delete("s", lambda body: body.replace(b"Zanzibar", b"-"))
    if reading:
        other.execute("COMMIT")
        await append(file, "c", b"later")

    assert files_with(tmp_path, b"Zanzibar") == []
    other.close()
    await file.close()
    assert files_with(tmp_path, b"Zanzibar") == []


async def test_writes_requested_before_closing_are_stored(
    lasting: Store, lasting_url: str, time: Time
) -> None:
    news = [Entries(f"r{n}", 0, [b"x"]) for n in range(100)]
    writes = [asyncio.ensure_future(lasting.logs.append(new)) for new in news]
    await asyncio.sleep(0)
    await lasting.close()

    assert all(isinstance(result, Appended) for result in await asyncio.gather(*writes))
    with pytest.raises(StorageError):
        await lasting.logs.append(Entries("a", 0, [b"late"]))
    again = open_store(lasting_url, time)
    assert len(await all_rooms(again)) == 100
    await again.close()


def back_up(source: Path, to: Path) -> None:
    one, other = apsw.Connection(str(source)), apsw.Connection(str(to))
    with other.backup("main", one, "main") as backup:
        while not backup.done:
            backup.step(20)
    other.close()
    one.close()


async def test_c6_a_backup_made_during_play_is_consistent(
    file: Store, tmp_path: Path, time: Time
) -> None:
    """SQLite's own backup, as documented in docs/hosting.md, copies a prefix of every log."""
    size = dict.fromkeys("abc", 0)

    async def play(room: str) -> None:
        for n in range(60):
            await append(file, room, b"%d" % n, cid=str(n), guest="s")
            size[room] = n + 1

    playing = [asyncio.create_task(play(room)) for room in size]
    await asyncio.sleep(0.02)
    before = dict(size)
    await asyncio.to_thread(back_up, tmp_path / "db", tmp_path / "copy")
    await asyncio.gather(*playing)

    again = open_store(f"sqlite:///{tmp_path / 'copy'}", time)
    for room, entries in before.items():
        found = await bodies(again, room)
        assert len(found) >= entries
        assert found == [b"%d" % n for n in range(len(found))]
    await again.close()
