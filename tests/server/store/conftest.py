"""A store of each kind, and a clock for it that stands still until it is moved."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.server.store.times import Time

from tilerummy.server.store import MemoryStore, Store
from tilerummy.server.store.sql.store import SqliteStore


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture(params=["memory", "sqlite"])
async def store(request: pytest.FixtureRequest, tmp_path: Path, time: Time) -> AsyncIterator[Store]:
    opened: Store
    opened = MemoryStore(time) if request.param == "memory" else SqliteStore(tmp_path / "db", time)
    yield opened
    await opened.close()
