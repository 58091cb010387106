"""Tasks end although one of them loses a cancellation."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest
from tests.attacks.tasks import end

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


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
