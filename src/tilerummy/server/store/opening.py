"""Opens the store that a URL names: the only place, besides ``store.sql``, that knows SQLite."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tilerummy.server.store.memory import MemoryStore
from tilerummy.server.store.port import Store, StoreOpeningError
from tilerummy.server.store.sql.schema import LIBRARY_VERSION, DatabaseError
from tilerummy.server.store.sql.store import SqliteStore

SQLITE_VERSION = LIBRARY_VERSION
"""The version of the SQLite library, for logs."""

_SQLITE, _MEMORY = "sqlite:///", "memory:"


def open_store(url: str, now: Callable[[], int], *, linger: float = 0.0) -> Store:
    """Return the store at *url*: ``sqlite:///PATH`` or ``memory:``; *now* is the time in ms.

    Writes that come within *linger* seconds are committed together. Raises StoreOpeningError for a
    file that is no database or of a newer version, ValueError for another URL.
    """
    if url == _MEMORY:
        return MemoryStore(now)
    if not url.startswith(_SQLITE):
        raise ValueError(f"a store is {_SQLITE}PATH or {_MEMORY}, not {url}")
    path = Path(url.removeprefix(_SQLITE))
    try:
        return SqliteStore(path, now, linger=linger)
    except DatabaseError as error:
        message = f"{path} cannot be opened as a database ({error})"
        raise StoreOpeningError(message) from error
