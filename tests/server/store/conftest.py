"""A store of each kind, and its clock, which is moved by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from tests.server.store.disk import Disk
from tests.server.store.reading import Time
from tests.support.servers.postgres import PostgresServer

from tilerummy.browser.sqlite import PageDatabase
from tilerummy.server.store.factory import memory_store, open_store
from tilerummy.server.store.store import Store


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture(params=["sqlite", "postgres"])
def lasting_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty store of each persistent kind."""
    return _empty(request, tmp_path)


@pytest.fixture(params=["memory", "page", "sqlite", "postgres"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty store of each kind, or ``memory``, which needs no URL."""
    kind: str = request.param
    return kind if kind in ("memory", "page") else _empty(request, tmp_path)


def _empty(request: pytest.FixtureRequest, folder: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{folder / 'db'}"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.emptied()


@pytest.fixture
async def store(url: str, time: Time, tmp_path: Path) -> AsyncIterator[Store]:
    match url:
        case "memory":
            opened = memory_store(time)
        case "page":
            opened = Store(PageDatabase(tmp_path / "db", time), time)
        case _:
            opened = open_store(url, time)
    yield opened
    await opened.close()


@pytest.fixture
async def lasting(lasting_url: str, time: Time) -> AsyncIterator[Store]:
    """An empty store of each persistent kind."""
    opened = open_store(lasting_url, time)
    yield opened
    await opened.close()


@pytest.fixture
def disk() -> Iterator[Disk]:
    disk = Disk()
    yield disk
    disk.unregister()


@pytest.fixture
async def file(disk: Disk, tmp_path: Path, time: Time) -> AsyncIterator[Store]:
    """An empty store in the file ``db`` on that disk."""
    del disk
    opened = open_store(f"sqlite:///{tmp_path / 'db'}", time)
    yield opened
    await opened.close()
