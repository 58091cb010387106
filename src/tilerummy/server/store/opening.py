"""Opens the store that a URL names: the only place that knows which database it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, cast

from tilerummy.lazy import exports
from tilerummy.quoting import install_command
from tilerummy.server.store.archive import Archive
from tilerummy.server.store.lock import FolderInUseError, lock_folder
from tilerummy.server.store.memory import MemoryStore
from tilerummy.server.store.port import Store, StoreOpeningError
from tilerummy.server.store.sql import schema
from tilerummy.server.store.sql.archive import SqliteArchive
from tilerummy.server.store.sql.store import SqliteStore

if TYPE_CHECKING:
    from tilerummy.server.store.postgres.archive import PostgresArchive
    from tilerummy.server.store.postgres.store import PostgresStore

_load, _ = exports(
    __name__,
    {
        "tilerummy.server.store.postgres.archive": "PostgresArchive migrate_database",
        "tilerummy.server.store.postgres.store": "PostgresStore",
    },
)

_SQLITE, _MEMORY, _POSTGRES = "sqlite:///", "memory:", ("postgresql://", "postgres://")

FILE = "tables.sqlite"
"""The name of the file in the folder of a server."""


def store_url(place: str) -> str:
    """Return the URL of a store that is named by a URL, its file, or the folder of a server.

    >>> store_url("copy.sqlite"), store_url("postgresql://db/tiles")
    ('sqlite:///copy.sqlite', 'postgresql://db/tiles')
    """
    if place.startswith((_SQLITE, *_POSTGRES)):
        return place
    path = Path(place)
    return f"{_SQLITE}{path / FILE if path.is_dir() else path}"


def open_store(
    url: str, now: Callable[[], int], *, linger: float = 0.0, shared: bool = False
) -> Store:
    """Return the store at *url*; *now* is the time in milliseconds.

    That is ``sqlite:///PATH``, ``postgresql://USER@HOST/DATABASE`` or ``memory:``. In a file,
    writes that come within *linger* seconds are committed together. A database can be *shared* by
    several servers, all of which say so. Raises StoreOpeningError for a store that cannot be opened
    or was written by a newer version, UnreachableError for a database that may come back,
    ValueError for another URL.
    """
    if url == _MEMORY and not shared:
        return MemoryStore(now)
    if url.startswith(_POSTGRES):
        kind = cast("type[PostgresStore]", _of_postgres("PostgresStore"))
        return kind(url, now, shared=shared)
    if shared:
        raise StoreOpeningError("only a database server can be shared by several servers")
    path = _path(url)
    try:
        return SqliteStore(path, now, linger=linger)
    except schema.Failure as error:
        message = f"{path} cannot be opened as a database ({error})"
        raise StoreOpeningError(message) from error


@contextmanager
def open_archive(url: str, *, alone: bool = False, copy: bool = False) -> Iterator[Archive]:
    """Open the whole store at *url* for reading, or to *copy* into it what another one holds.

    *alone*, no server uses it meanwhile. Raises StoreOpeningError, ValueError for another URL.
    """
    if url.startswith(_POSTGRES):
        kind = cast("type[PostgresArchive]", _of_postgres("PostgresArchive"))
        with closing(kind(url, alone=alone, copy=copy)) as archive:
            yield archive
        return
    path = _path(url)
    if not path.parent.is_dir():
        raise StoreOpeningError(f"there is no folder {path.parent}")
    if copy or not alone:  # a file that is copied into is new, and known to nobody else
        with closing(SqliteArchive(path, copy=copy)) as file:
            yield file
        return
    try:
        with lock_folder(path.parent), closing(SqliteArchive(path)) as file:
            yield file
    except FolderInUseError:
        raise StoreOpeningError(f"a server uses {path.parent}; end it first") from None


def migrate_store(url: str) -> tuple[int, int]:
    """Bring the store at *url* up to date; return the numbers of its schema before and after.

    Raises StoreOpeningError, ValueError for another URL.
    """
    if url.startswith(_POSTGRES):
        migrate = cast("Callable[[str], tuple[int, int]]", _of_postgres("migrate_database"))
        return migrate(url)
    path = _path(url)
    if not path.exists():
        raise StoreOpeningError(f"there is no file {path}")
    try:
        with lock_folder(path.parent):
            return schema.migrate_file(path)
    except FolderInUseError:
        raise StoreOpeningError(f"a server uses {path.parent}; end it first") from None
    except schema.Failure as error:
        raise StoreOpeningError(f"{path} cannot be opened as a database ({error})") from error


def _path(url: str) -> Path:
    if not url.startswith(_SQLITE):
        raise ValueError(f"a store is {_SQLITE}PATH, {_POSTGRES[0]}… or {_MEMORY}, not {url}")
    return Path(url.removeprefix(_SQLITE))


def _of_postgres(name: str) -> object:
    """Return what is named so of the store for PostgreSQL, whose driver is an extra."""
    try:
        return _load(name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("tilerummy"):
            raise
        raise StoreOpeningError(
            f"PostgreSQL needs one more package ({error.name} is not there); install it:"
            f" {install_command('postgres')}"
        ) from error
