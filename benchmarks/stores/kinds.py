"""Sets up the stores to compare: SQLite, and PostgreSQL with partitions or a standby."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path

from tests.support.servers.postgres import PostgresServer, running_server
from tests.support.servers.standby import standby_of

from tilerummy.server.store.factory import migrate_store

Places = Callable[[], AbstractContextManager[str]]
"""Yields the URL of an empty store, which is deleted afterwards."""
Kinds = dict[str, tuple[Places, PostgresServer | None]]

PARTITIONS = (1, 4, 8)
COMMITS = ("local", "remote_write", "on", "remote_apply")
"""The settings of synchronous_commit: a commit waits for the local disk; the standby's memory; the
standby's disk; visibility on the standby."""

_PARTITIONED = """
ALTER TABLE entries RENAME TO entries_old;
CREATE TABLE entries (LIKE entries_old) PARTITION BY HASH (room);
DROP TABLE entries_old;
ALTER TABLE entries ADD PRIMARY KEY (room, seq);
CREATE INDEX entries_by_guest ON entries (guest, room) WHERE guest IS NOT NULL;
"""


@contextmanager
def database_server() -> Iterator[PostgresServer]:
    """Run a database server with production settings."""
    settings = {"shared_buffers": "256MB", "max_wal_size": "2GB", "autovacuum": "on", "fsync": "on"}
    with running_server(**settings) as server:
        yield server


@contextmanager
def stores(name: str) -> Iterator[Kinds]:
    """Set up the stores in a comparison."""
    with database_server() as server:
        match name:
            case "appends":
                yield {"SQLite": (_file, None), "PostgreSQL": (partial(_database, server), server)}
            case "partitions":
                yield {
                    (f"{count} partitions" if count > 1 else "one table"): (
                        partial(_database, server, partitions=count),
                        server,
                    )
                    for count in PARTITIONS
                }
            case "standby":
                with database_server() as other, standby_of(other):
                    yield {
                        "no standby": (partial(_database, server), server),
                        **{
                            f"standby, {commit}": (partial(_database, other, commit=commit), other)
                            for commit in COMMITS
                        },
                    }
            case _:
                raise ValueError(f"there is no comparison {name}")


@contextmanager
def _file() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{Path(folder)}/tables.sqlite"


@contextmanager
def _database(server: PostgresServer, *, partitions: int = 1, commit: str = "on") -> Iterator[str]:
    url = server.empty(synchronous_commit=commit)
    migrate_store(url)
    if partitions > 1:
        with server.connect(url) as db:
            db.execute(_PARTITIONED)
            for number in range(partitions):
                db.execute(
                    f"CREATE TABLE entries_{number} PARTITION OF entries"
                    f" FOR VALUES WITH (MODULUS {partitions}, REMAINDER {number})".encode()
                )
    yield url
