"""Thinking in other processes: bounded, and broken processes are replaced (D8)."""

from __future__ import annotations

import asyncio
import os
import time

import pytest

from tilerummy.server.asking import solved
from tilerummy.server.http_types import Mistake, Solve, Solved
from tilerummy.server.live import thinking
from tilerummy.server.live.ports import ThinkingError
from tilerummy.server.live.thinking import PoolThinker

pytestmark = pytest.mark.anyio


async def test_d8_a_thought_that_takes_too_long_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thinker = PoolThinker(1)
    try:
        await thinker.warm()
        monkeypatch.setattr(thinking, "PATIENCE", 0.3)
        began = time.monotonic()
        with pytest.raises(ThinkingError, match="in time"):
            await thinker.ask(time.sleep, 60)
        assert time.monotonic() - began < 5
        monkeypatch.setattr(thinking, "PATIENCE", 30)
        assert await thinker.ask(abs, -1) == 1, "others think on"
    finally:
        thinker.close()


async def test_d8_a_process_that_dies_is_replaced() -> None:
    thinker = PoolThinker(1)
    try:
        with pytest.raises(ThinkingError, match="broke off"):
            await thinker.ask(os._exit, 1)
        assert await thinker.ask(abs, -1) == 1
    finally:
        thinker.close()


async def test_d8_too_many_questions_are_turned_away_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(thinking, "MOST_WAITING", 2)
    thinker = PoolThinker(1)
    try:
        asked = [asyncio.create_task(thinker.ask(abs, -n)) for n in range(5)]
        told = await asyncio.gather(*asked, return_exceptions=True)
        assert [isinstance(t, ThinkingError) for t in told] == [False, False, True, True, True]
    finally:
        thinker.close()


async def test_a_position_is_solved_or_refused_in_another_process() -> None:
    thinker = PoolThinker(1)
    try:
        told = await thinker.ask(solved, Solve(table="k1 k3", rack="r1"))
        assert isinstance(told, Mistake)
        assert "table" in told.message
        best = await thinker.ask(solved, Solve(table="k1 k2 k3", rack="k4 r1"))
        assert isinstance(best, Solved)
        assert best.tiles == 1
    finally:
        thinker.close()
