"""A server shared by all tests that leave no trace on it, and rates without limits."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
from tests.server.laws.stores import FaultyLogs
from tests.server.room_clients import TestRooms
from tests.server.served import Served, served
from tests.support.servers.postgres import PostgresServer, running_server

from tilerummy.server.settings import RATES, Rate

FAST = {name: Rate(1e9, 1e9) for name in RATES}
"""No limits."""


@pytest.fixture
async def rooms(anyio_backend: str) -> AsyncIterator[TestRooms]:  # noqa: ARG001 - runs the tests
    """Rooms whose time is moved by the test."""
    async with TestRooms() as rooms:
        yield rooms


@pytest.fixture
def logs(rooms: TestRooms) -> FaultyLogs:
    """The logs of ``rooms``, which fail or wait when the test requests it."""
    return FaultyLogs(rooms)


@pytest.fixture(scope="package")
def server() -> Iterator[Served]:
    """A server without limits on rates, whose time stands still."""
    with served(rates=FAST, rooms=10_000, address_rooms=10_000) as running:
        yield running


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A database server that all tests of this process share."""
    with running_server() as server:
        yield server
