"""Opens a store from its URL. No other module imports the database implementations."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from importlib import import_module
from pathlib import Path
from types import ModuleType

from tilerummy.message_text import install_command
from tilerummy.server.store import sqlite
from tilerummy.server.store.copying import Archive
from tilerummy.server.store.folder import FolderInUseError, lock_folder
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import StoreOpenError

_SQLITE, _POSTGRES = "sqlite:///", ("postgresql://", "postgres://")
FILE = "tables.sqlite"
"""The database file in a server's folder."""


def store_url(place: str) -> str:
    """Return the store URL for *place*: a URL, or the path of a database file or server folder.

    >>> store_url("copy.sqlite"), store_url("postgresql://db/tiles")
    ('sqlite:///copy.sqlite', 'postgresql://db/tiles')
    """
    if place.startswith((_SQLITE, *_POSTGRES)):
        return place
    path = Path(place)
    return f"{_SQLITE}{path / FILE if path.is_dir() else path}"


def open_store(
    url: str, now: Callable[[], int], *, max_delay: float = 0.0, shared: bool = False
) -> Store:
    """Open the store at *url*; *now* returns the time in milliseconds since 1970.

    *url* is ``sqlite:///PATH`` or ``postgresql://USER@HOST/DATABASE``. For a file, writes that
    arrive within *max_delay* seconds are committed together. Several servers can use the same
    database if every server sets *shared*. Raises StoreOpenError if the store cannot be opened or
    was written by a newer version, UnreachableError if the database is temporarily unreachable, and
    ValueError if *url* has any other form.
    """
    if url.startswith(_POSTGRES):
        return Store(_postgres().Postgres(url, shared=shared), now)
    if shared:
        raise StoreOpenError("to share a store between servers, use a postgresql:// database")
    path = _path(url)
    with sqlite.open_errors(path):
        return Store(sqlite.SqliteFile(path, now, max_delay=max_delay), now)


@contextmanager
def open_archive(url: str, *, exclusive: bool = False, copy: bool = False) -> Iterator[Archive]:
    """Open the store at *url* as an archive; with *copy*, open an empty store to copy into.

    *exclusive* prevents servers from using the store. Raises StoreOpenError, or ValueError for an
    invalid URL.
    """
    if url.startswith(_POSTGRES):
        with _postgres().open_archive(url, exclusive=exclusive, copy=copy) as archive:
            yield archive
        return
    path = _path(url)
    if not path.parent.is_dir():
        raise StoreOpenError(f"there is no folder {path.parent}")
    # a copy needs no lock, because no server uses its new file yet
    with (
        _exclusive(path) if exclusive and not copy else nullcontext(),
        sqlite.open_archive(path, copy=copy) as archive,
    ):
        yield archive


def migrate_store(url: str) -> tuple[int, int]:
    """Migrate the store at *url*, and return the old and new schema versions.

    Raises StoreOpenError, or ValueError for an invalid URL.
    """
    if url.startswith(_POSTGRES):
        before, after = _postgres().migrate_database(url)
        return before, after
    path = _path(url)
    if not path.exists():
        raise StoreOpenError(f"there is no file {path}")
    with _exclusive(path), sqlite.open_errors(path):
        return sqlite.migrate_file(path)


@contextmanager
def _exclusive(path: Path) -> Iterator[None]:
    """Lock a database file's folder to prevent servers from using it; raises StoreOpenError."""
    try:
        with lock_folder(path.parent):
            yield
    except FolderInUseError:
        raise StoreOpenError(f"a server uses {path.parent}; stop it first") from None


def _postgres() -> ModuleType:
    """Import the PostgreSQL implementation, which requires an optional dependency."""
    try:
        return import_module("tilerummy.server.store.postgres")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("tilerummy"):
            raise
        raise StoreOpenError(
            f"PostgreSQL needs another package ({error.name} is missing); install it:"
            f" {install_command('postgres')}"
        ) from error


def _path(url: str) -> Path:
    if not url.startswith(_SQLITE):
        raise ValueError(f"a store is {_SQLITE}PATH or {_POSTGRES[0]}…, not {url}")
    return Path(url.removeprefix(_SQLITE))


def memory_store(now: Callable[[], int]) -> Store:
    """Return an in-memory store for tests; its calls are all synchronous."""
    return Store(sqlite.SqliteInline(now), now)
