"""How logs are written: at their end, and many writes with one commit."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import apsw
import pytest
from tests.server.store.disk import Disk
from tests.server.store.times import Time

from tilerummy.server.store import Appended, Conflict, Entries, StorageError, gathering
from tilerummy.server.store.sql import writer
from tilerummy.server.store.sql.store import SqliteStore

pytestmark = pytest.mark.anyio


@pytest.fixture
def disk() -> Iterator[Disk]:
    disk = Disk()
    yield disk
    disk.unregister()


async def stored(store: SqliteStore) -> list[bytes]:
    return [row.body for row in await store.load("a")]


async def test_a_log_continues_at_its_end_after_a_failed_commit(
    tmp_path: Path, time: Time, disk: Disk
) -> None:
    store = SqliteStore(tmp_path / "db", time)
    await store.append(Entries("a", 0, [b"0"]))
    disk.error = apsw.FullError
    with pytest.raises(StorageError):
        await store.append(Entries("a", 1, [b"lost"], cid="c", session="s", answer=b"lost"))
    disk.error = None

    assert await store.append(Entries("a", 2, [b"x"])) == Conflict(1)
    new = Entries("a", 1, [b"1"], cid="c", session="s", answer=b"kept")
    assert await store.append(new) == Appended(1, 1)
    assert await stored(store) == [b"0", b"1"]
    assert await store.answered("a", "s", "c") == b"kept"
    await store.close()


@pytest.mark.parametrize("dropped", [True, False])
async def test_a_log_continues_at_its_end_after_a_change_by_another_writer(
    tmp_path: Path, time: Time, *, dropped: bool
) -> None:
    """Only one server uses a file; even so, no entry is ever chained to a missing one."""
    store, other = SqliteStore(tmp_path / "db", time), SqliteStore(tmp_path / "db", time)
    await store.append(Entries("a", 0, [b"0"], cid="first", session="s"))
    await store.append(Entries("a", 1, [b"1"], cid="second", session="s"))
    if dropped:
        await other.drop("a")
    else:
        await other.delete_guest("s", lambda body: body + b" of nobody")

    result = await store.append(Entries("a", 2, [b"2"], cid="new", session="t", answer=b"ok"))
    if dropped:
        assert result == Conflict(0)
        assert await store.answered("a", "t", "new") is None
    else:
        assert result == Appended(2, 2)
        assert await stored(store) == [b"0 of nobody", b"1 of nobody", b"2"]
    for each in (store, other):
        await each.close()


async def test_continuous_writes_share_commits(
    tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[int] = []
    together = writer._together

    def counted(db: apsw.Connection, batch: list[writer._AnyWrite]) -> None:
        batches.append(len(batch))
        together(db, batch)

    monkeypatch.setattr(writer, "_together", counted)
    store = SqliteStore(tmp_path / "db", time, linger=0.02)
    loop = asyncio.get_running_loop()
    began = loop.time()
    for number in range(30):
        task = asyncio.ensure_future(store.append(Entries(f"r{number}", 0, [b"x"])))
        await asyncio.sleep(0.005)
    await task

    assert sum(batches) == 30
    assert len(batches) <= 2 + (loop.time() - began) / (0.02 * gathering.SPACING)
    await store.close()


async def test_a_log_that_has_grown_refuses_its_own_entries_only(
    tmp_path: Path, time: Time
) -> None:
    store, other = SqliteStore(tmp_path / "db", time), SqliteStore(tmp_path / "db", time)
    rooms = ["a", "b", "c", "d"]
    for room in rooms:
        await store.append(Entries(room, 0, [b"0"]))
    await other.append(Entries("c", 1, [b"another's"]))

    results = await asyncio.gather(*(store.append(Entries(room, 1, [b"1"])) for room in rooms))
    assert results == [Appended(1, 1), Appended(1, 1), Conflict(2), Appended(1, 1)]
    assert [len(await store.load(room)) for room in rooms] == [2, 2, 2, 2]
    for each in (store, other):
        await each.close()


async def test_an_answer_goes_with_its_guest(tmp_path: Path, time: Time) -> None:
    """Those of the others stay."""
    store = SqliteStore(tmp_path / "db", time)
    await store.append(Entries("a", 0, [b"0"], cid="x", session="s", answer=b"of s"))
    await store.append(Entries("a", 1, [b"1"], cid="x", session="t", answer=b"of t"))
    await store.delete_guest("s", lambda body: body + b"!")

    assert await store.answered("a", "s", "x") is None
    assert await store.answered("a", "t", "x") == b"of t"
    await store.close()


class Write:
    """A write whose result nobody waits for."""

    def set_result(self, error: Exception | None) -> None:
        assert error is None


async def test_what_is_added_in_one_iteration_of_the_loop_is_one_batch() -> None:
    """Who is woken by the results of a batch makes the next one together, not one and the rest."""
    handed: list[gathering.Batch[Write]] = []
    gathered = gathering.Gathering(handed.append, 0.0)
    for _ in range(2):
        tasks = [asyncio.create_task(_add(gathered)) for _ in range(5)]
        await asyncio.gather(*tasks)
        await asyncio.sleep(0)
    assert [len(batch.writes) for batch in handed] == [5]  # the others wait for the first batch

    gathered.written(handed[0].writes, None)
    assert [len(batch.writes) for batch in handed] == [5, 5]


async def _add(gathered: gathering.Gathering[Write]) -> None:
    gathered.add(Write())
