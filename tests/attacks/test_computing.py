"""Slow questions do not disturb the games of others (G14)."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.attacks.computing import ATTACKS
from tests.attacks.harness import Attack, end, survived
from tests.attacks.target import Target, started
from tests.support.examples import LONG

ONLY_ASK = ("solve", "judge", "rules")
"""Attacks that leave nothing on the server: neither tables nor workers that were replaced."""


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """Return a server on which those attacks follow each other."""
    with started(tmp_path_factory.mktemp("server")) as running:
        yield running


EACH = 1 if LONG else 2
SHORT = (
    [a for a in ATTACKS if a.name in ONLY_ASK][::EACH],
    [a for a in ATTACKS if a.name not in ONLY_ASK][::EACH],
)
"""Every second attack of both kinds; all of them in a long run, and by ``make attacks``."""


@pytest.mark.parametrize("attack", SHORT[0], ids=lambda a: a.name)
def test_g14_all_tables_go_on_beside_an_attack_of_questions(attack: Attack, asked: Target) -> None:
    survived(attack, asked.apart(ATTACKS.index(attack)))


@pytest.mark.parametrize("attack", SHORT[1], ids=lambda a: a.name)
def test_g14_all_tables_go_on_beside_an_attack_on_the_workers(
    attack: Attack, tmp_path: Path
) -> None:
    """On a server of its own each: these attacks leave games that go on, or kill workers."""
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
