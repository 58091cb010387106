"""The database server of the tests of nodes, and a backend for async tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.store.times import Time
from tests.support.servers.postgres import PostgresServer, running_server


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """The database server of all tests of this process."""
    with running_server() as server:
        yield server


@pytest.fixture
def time() -> Time:
    return Time()
