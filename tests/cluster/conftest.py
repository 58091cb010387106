"""Nodes in one process, the database server of other tests, and a backend for async tests."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from tests.cluster.nodes import Cluster
from tests.server.conftest import postgres
from tests.server.store.conftest import time

__all__ = ["nodes", "postgres", "time"]


@pytest.fixture
async def nodes() -> AsyncIterator[Cluster]:
    """Nodes that share a database."""
    made = Cluster()
    yield made
    await made.close()
