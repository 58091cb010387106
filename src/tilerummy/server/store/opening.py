"""Opens the store that a URL names: the only place that knows which database it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, cast

from tilerummy.lazy import exports
from tilerummy.server.store.memory import MemoryStore
from tilerummy.server.store.port import Store, StoreOpeningError
from tilerummy.server.store.sql.schema import DatabaseError
from tilerummy.server.store.sql.store import SqliteStore

if TYPE_CHECKING:
    from tilerummy.server.store.postgres.store import PostgresStore

_load, _ = exports(__name__, {"tilerummy.server.store.postgres.store": "PostgresStore"})

_SQLITE, _MEMORY, _POSTGRES = "sqlite:///", "memory:", ("postgresql://", "postgres://")


def open_store(url: str, now: Callable[[], int], *, linger: float = 0.0) -> Store:
    """Return the store at *url*; *now* is the time in milliseconds.

    That is ``sqlite:///PATH``, ``postgresql://USER@HOST/DATABASE`` or ``memory:``. In a file,
    writes that come within *linger* seconds are committed together. Raises StoreOpeningError for a
    store that cannot be opened or was written by a newer version, ValueError for another URL.
    """
    if url == _MEMORY:
        return MemoryStore(now)
    if url.startswith(_POSTGRES):
        return _postgres()(url, now)
    if not url.startswith(_SQLITE):
        raise ValueError(f"a store is {_SQLITE}PATH, {_POSTGRES[0]}… or {_MEMORY}, not {url}")
    path = Path(url.removeprefix(_SQLITE))
    try:
        return SqliteStore(path, now, linger=linger)
    except DatabaseError as error:
        message = f"{path} cannot be opened as a database ({error})"
        raise StoreOpeningError(message) from error


def _postgres() -> type[PostgresStore]:
    """Return the store for PostgreSQL, whose driver is an extra."""
    try:
        return cast("type[PostgresStore]", _load("PostgresStore"))
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("tilerummy"):
            raise
        raise StoreOpeningError(
            f"PostgreSQL needs one more package ({error.name} is not there); install it:"
            " pip install 'tilerummy[postgres]'"
        ) from error
