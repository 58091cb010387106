"""Work in other processes: bounded, and broken processes are replaced (D8)."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest

from tilerummy.server.asking import solved
from tilerummy.server.http_types import Mistake, Solve, Solved
from tilerummy.server.live.ports import JobError
from tilerummy.server.workers import pool as module
from tilerummy.server.workers.pool import WorkerPool

pytestmark = pytest.mark.anyio


async def test_d8_a_job_that_takes_too_long_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pool = WorkerPool(1)
    try:
        await pool.warm()
        monkeypatch.setattr(module, "PATIENCE", 0.3)
        began = time.monotonic()
        with pytest.raises(JobError, match="in time"):
            await pool.ask(time.sleep, 60)
        assert time.monotonic() - began < 5
        monkeypatch.setattr(module, "PATIENCE", 30)
        assert await pool.ask(abs, -1) == 1, "others go on"
    finally:
        pool.close()


async def test_d8_a_question_whose_turn_never_came_stops_no_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The first one is worked on until the last has been given up."""
    pool = WorkerPool(1)
    given_up = tmp_path / "given up"
    try:
        await pool.warm()
        first = asyncio.create_task(pool.ask(until, given_up))
        others = [asyncio.create_task(pool.ask(abs, -n)) for n in range(3)]
        await asyncio.sleep(0)
        monkeypatch.setattr(module, "PATIENCE", 0.0)
        with pytest.raises(JobError, match="in time"):
            await pool.ask(abs, -1)
        given_up.touch()
        assert await first
        assert await asyncio.gather(*others) == [0, 1, 2]
    finally:
        pool.close()


def until(file: Path) -> bool:
    """Return when that file is there."""
    while not file.exists():
        time.sleep(0.01)
    return True


async def test_d8_a_process_that_dies_is_replaced() -> None:
    pool = WorkerPool(1)
    try:
        with pytest.raises(JobError, match="broke off"):
            await pool.ask(os._exit, 1)
        assert await pool.ask(abs, -1) == 1
    finally:
        pool.close()


async def test_d8_too_many_questions_are_turned_away_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 2)
    pool = WorkerPool(1)
    try:
        asked = [asyncio.create_task(pool.ask(abs, -n)) for n in range(5)]
        told = await asyncio.gather(*asked, return_exceptions=True)
        assert [isinstance(t, JobError) for t in told] == [False, False, True, True, True]
    finally:
        pool.close()


async def test_a_position_is_solved_or_refused_in_another_process() -> None:
    pool = WorkerPool(1)
    try:
        told = await pool.ask(solved, Solve(table="k1 k3", rack="r1"))
        assert isinstance(told, Mistake)
        assert "table" in told.message
        best = await pool.ask(solved, Solve(table="k1 k2 k3", rack="k4 r1"))
        assert isinstance(best, Solved)
        assert best.tiles == 1
    finally:
        pool.close()
