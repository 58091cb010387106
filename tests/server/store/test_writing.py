"""How writes share commits, and what remains of those that fail."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import apsw
import pytest
from tests.server.store.disk import Disk
from tests.server.store.reading import append, bodies
from tests.server.store.times import Time
from tests.support.waiting import eventually

from tilerummy.server.store import Appended, Entries, Fenced, StorageError, sqlite
from tilerummy.server.store.opening import open_store
from tilerummy.server.store.writer import SPACING, Writer

pytestmark = pytest.mark.anyio


@pytest.fixture
def disk() -> Iterator[Disk]:
    disk = Disk()
    yield disk
    disk.unregister()


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'db'}"


async def test_a_log_continues_at_its_end_after_a_failed_commit(
    file: str, time: Time, disk: Disk
) -> None:
    store = open_store(file, time)
    await append(store, "a", b"0")
    disk.error = apsw.FullError
    with pytest.raises(StorageError):
        await append(store, "a", b"lost", cid="c", guest="s", answer=b"lost")
    disk.error = None

    assert await append(store, "a", b"1", cid="c", guest="s", answer=b"kept") == Appended(1, 1)
    assert await bodies(store) == [b"0", b"1"]
    assert await store.logs.answer("a", "s", "c") == b"kept"
    await store.close()


@pytest.mark.parametrize("dropped", [True, False])
async def test_a_log_that_another_process_has_changed_is_not_continued(
    file: str, time: Time, *, dropped: bool
) -> None:
    store, other = open_store(file, time), open_store(file, time)
    stored = await append(store, "a", b"0", guest="s")
    assert isinstance(stored, Appended)
    if dropped:
        await other.rooms.drop("a")
    else:
        await other.guests.delete("s", lambda body: body + b" of nobody")

    assert await store.logs.append(Entries("a", 1, [b"1"], head=stored.head)) == Fenced()
    assert await bodies(store) == ([] if dropped else [b"0 of nobody"])
    assert isinstance(await append(store, "a", b"1"), Appended)
    for each in (store, other):
        await each.close()


async def test_continuous_writes_share_commits(
    tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[int] = []
    together = sqlite._together

    def counted(db: apsw.Connection, batch: Sequence[sqlite.Work[Any]]) -> list[Any]:
        batches.append(len(batch))
        return together(db, batch)

    monkeypatch.setattr(sqlite, "_together", counted)
    store = open_store(f"sqlite:///{tmp_path / 'db'}", time, linger=0.02)
    loop = asyncio.get_running_loop()
    began = loop.time()
    tasks = []
    for number in range(30):
        tasks.append(asyncio.ensure_future(append(store, f"r{number}", b"x")))
        await asyncio.sleep(0.005)
    await asyncio.gather(*tasks)

    assert sum(batches) == 30
    assert len(batches) <= 3 + (loop.time() - began) / (0.02 * SPACING)
    await store.close()


async def test_an_answer_goes_with_its_guest(file: str, time: Time) -> None:
    """Those of the other guests remain."""
    store = open_store(file, time)
    await append(store, "a", b"0", cid="x", guest="s", answer=b"of s")
    await append(store, "a", b"1", cid="x", guest="t", answer=b"of t")
    await store.guests.delete("s", lambda body: body + b"!")

    assert await store.logs.answer("a", "s", "x") is None
    assert await store.logs.answer("a", "t", "x") == b"of t"
    await store.close()


class Commits:
    """Commits of numbers, each of which waits until it may go on."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.gate = threading.Semaphore(0)

    def __call__(self, batch: Sequence[int], tried: int) -> list[int]:
        assert not tried
        self.batches.append([*batch])
        self.gate.acquire()
        return [-each for each in batch]


async def test_writes_that_come_during_a_commit_share_the_next_one() -> None:
    commits = Commits()
    writer = Writer[int](commits, lambda: None, name="test")
    writes = [writer.write(1)]
    await eventually(lambda: commits.batches)
    writes += [writer.write(number) for number in (2, 3, 4)]
    commits.gate.release(2)

    assert await asyncio.gather(*writes) == [-1, -2, -3, -4]
    assert commits.batches == [[1], [2, 3, 4]]
    await writer.close()


async def test_a_cancelled_caller_ends_when_its_write_is_done() -> None:
    commits = Commits()
    writer = Writer[int](commits, lambda: None, name="test")

    async def write() -> None:
        await writer.write(1)

    task = asyncio.create_task(write())
    await eventually(lambda: commits.batches)
    task.cancel()
    await asyncio.sleep(0.01)
    assert not task.done()
    commits.gate.release()
    with pytest.raises(asyncio.CancelledError):
        await task
    await writer.close()


async def test_while_a_commit_takes_too_long_all_other_writes_are_refused() -> None:
    commits = Commits()
    writer = Writer[int](commits, lambda: None, name="test", patience=0.1)
    first = writer.write(1)
    await eventually(lambda: commits.batches)
    waiting = writer.write(2)
    with pytest.raises(StorageError, match="does not answer"):
        await waiting
    with pytest.raises(StorageError, match="does not answer"):
        await writer.write(3)
    assert _is_stuck(writer)
    assert not first.done()
    commits.gate.release(9)

    assert await first == -1
    await eventually(partial(_accepts, writer))
    assert not _is_stuck(writer)
    await writer.close()
    with pytest.raises(StorageError, match="closed"):
        await writer.write(5)


def _is_stuck(writer: Writer[int]) -> bool:
    return writer.stuck


async def _accepts(writer: Writer[int]) -> bool:
    try:
        return int(await writer.write(4)) == -4
    except StorageError:
        return False
