"""A server on which one attack follows the other, and a backend for async tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.attacks.target import Target, started
from tests.server.conftest import anyio_backend

__all__ = ["anyio_backend", "target"]


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    with started(tmp_path_factory.mktemp("server")) as running:
        yield running
