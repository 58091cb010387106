"""The thread that commits writes in batches, and slow commits."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Sequence

import pytest
from tests.support.waiting import eventually

from tilerummy.server.store import writer
from tilerummy.server.store.types import StorageError
from tilerummy.server.store.writer import SPACING, Writer


class Commits:
    """Commits of numbers; each one waits for the gate."""

    def __init__(self) -> None:
        self.batches: list[list[int]] = []
        self.gate = threading.Semaphore(0)

    def __call__(self, batch: Sequence[int], tried: int) -> list[int]:
        assert not tried
        self.batches.append([*batch])
        self.gate.acquire()
        return [-each for each in batch]


@pytest.fixture
def commits() -> Commits:
    return Commits()


Made = Callable[..., Writer[int]]


@pytest.fixture
async def made(commits: Commits) -> AsyncIterator[Made]:
    """A factory of writers that use *commits*; they are closed after the test."""
    writers: list[Writer[int]] = []

    def make(max_delay: float = 0.0) -> Writer[int]:
        writers.append(Writer(commits, lambda: None, name="test", max_delay=max_delay))
        return writers[-1]

    yield make
    commits.gate.release(99)
    for each in writers:
        await each.close()


async def test_writes_during_a_commit_share_the_next_one(commits: Commits, made: Made) -> None:
    writer = made()
    writes = [writer.write(1)]
    await eventually(lambda: commits.batches)
    writes += [writer.write(number) for number in (2, 3, 4)]
    commits.gate.release(2)

    assert await asyncio.gather(*writes) == [-1, -2, -3, -4]
    assert commits.batches == [[1], [2, 3, 4]]


async def test_continuous_writes_share_commits(commits: Commits, made: Made) -> None:
    commits.gate.release(99)
    writer, loop = made(max_delay=0.02), asyncio.get_running_loop()
    began = loop.time()
    writes = []
    for number in range(30):
        writes.append(writer.write(number))
        await asyncio.sleep(0.005)

    assert await asyncio.gather(*writes) == [-number for number in range(30)]
    assert len(commits.batches) <= 3 + (loop.time() - began) / (0.02 * SPACING)


async def test_too_many_pending_writes_are_rejected(
    commits: Commits, made: Made, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "WAITING", 3)
    first = made()
    writes = [first.write(1)]
    await eventually(lambda: commits.batches)
    writes += [first.write(number) for number in range(2, 9)]
    commits.gate.release(9)

    results = await asyncio.gather(*writes, return_exceptions=True)
    assert results[:4] == [-1, -2, -3, -4]
    assert {type(each) for each in results[4:]} == {StorageError}


async def test_a_cancelled_caller_ends_when_its_write_is_done(commits: Commits, made: Made) -> None:
    writer = made()

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
