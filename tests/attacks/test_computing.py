"""Slow questions do not disturb the games of others (G14)."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path

import pytest
from tests.attacks.computing import ATTACKS
from tests.attacks.harness import Attack, end, survived
from tests.attacks.target import started


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda a: a.name)
def test_g14_all_tables_go_on_beside_an_attack_on_the_workers(
    attack: Attack, tmp_path: Path
) -> None:
    """On a server of its own each: some attacks leave games that go on, or kill workers."""
    with started(tmp_path) as target:
        survived(attack, target)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
async def test_a_task_that_loses_a_cancellation_is_cancelled_again() -> None:
    async def deaf() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(600)
        await asyncio.sleep(600)

    async def failing() -> None:
        raise OSError

    tasks = [asyncio.create_task(deaf()), asyncio.create_task(failing())]
    await asyncio.sleep(0)

    async with asyncio.timeout(60):
        await end(tasks)

    assert tasks[0].cancelled()
    assert isinstance(tasks[1].exception(), OSError)
