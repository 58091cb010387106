"""Nodes in one process, and fixtures of the server tests."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from tests.cluster.nodes import Cluster
from tests.server.conftest import postgres
from tests.server.store.conftest import time

__all__ = ["nodes", "postgres", "time"]


@pytest.fixture
async def nodes() -> AsyncIterator[Cluster]:
    """A cluster without nodes. All nodes that the test starts share a database."""
    cluster = Cluster()
    yield cluster
    await cluster.close()
