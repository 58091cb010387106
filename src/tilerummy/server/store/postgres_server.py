"""Access to a PostgreSQL server: connections, schema, settings, and the encoding of text.

PostgreSQL cannot store the character U+0000, so it is stored as U+001A followed by 0, and U+001A
itself as U+001A followed by 1.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

import psycopg
from psycopg.abc import Buffer
from psycopg.adapt import Dumper, Loader
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.pq import Format

from tilerummy.server.store import schema
from tilerummy.server.store.database import Stored, Value
from tilerummy.server.store.types import StoreDescription, StoreOpenError, UnreachableError

STATEMENT_TIMEOUT = 3000
"""The timeout for statements and for unresponsive connections, in milliseconds."""
LONG_TIMEOUT = 60_000
"""The timeout used instead for slow statements, such as those that delete a guest."""
LOCK = "SELECT pg_try_advisory_lock(hashtext('tilerummy server'), hashtext(current_schema()))"
"""Tries to lock the database exclusively for this server; the result is True if this succeeded."""
LOCK_SHARED = LOCK.replace("lock(", "lock_shared(", 1)
"""Tries to lock the database for shared use; the result is True if this succeeded."""
UPDATE_ATTEMPTS, UPDATE_AGAIN = 20, 0.1
"""How many times to try to migrate the schema, and the seconds to wait between attempts."""
_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""The database time, in milliseconds since 1970."""
_SCHEMA_LOCK = "SELECT pg_advisory_xact_lock(hashtext('tilerummy schema'))"

_DEFAULTS = {
    "connect_timeout": "2",
    "tcp_user_timeout": str(STATEMENT_TIMEOUT),
    "keepalives_idle": "5",
    "keepalives_interval": "1",
    "keepalives_count": "3",
    "target_session_attrs": "read-write",
}
"""Connection settings that detect a lost server quickly; a URL can override them."""

_LOST = ("08", "57P")
"""SQLSTATE prefixes that mean a lost connection, or a server that is starting or stopping."""
_READ_ONLY = "25006"
"""The SQLSTATE of an attempt to write to a server that has become a standby."""
_REPEATABLE = ("40001", "40P01")
"""The SQLSTATEs of aborted transactions, which may be retried immediately."""

Failure = (psycopg.Error, OSError)
"""The errors that a database server may cause; callers of a store see a StorageError instead."""

_LOSSES = {
    "fsync": "a power cut or a system crash can destroy the database",
    "full_page_writes": "a power cut while a page is written can destroy it",
    "synchronous_commit": "the latest turns can be lost when the database server stops",
}
"""The risks of turning a setting off; with any other value, committed data is safely on disk."""


class Server:
    """Opens connections to a database under one application name."""

    def __init__(self, url: str) -> None:
        try:
            known = conninfo_to_dict(url)
        except psycopg.Error as error:  # the error message may quote the password
            reason = str(error).strip()
            if not reason.startswith("invalid URI query parameter"):
                reason = reason.partition(': "')[0]
            message = f"the database URL is invalid ({reason})"
            raise StoreOpenError(message) from None
        if not all(each.isdigit() for each in str(known.get("port") or "0").split(",")):
            raise StoreOpenError("the database URL is invalid (its port)")
        host = known.get("host") or known.get("hostaddr") or "localhost"
        port = f":{known['port']}" if known.get("port") else ""
        name = known.get("dbname") or known.get("user") or ""
        self.address = f"postgresql://{host}{port}/{name}"
        self.name = f"tilerummy-{secrets.token_hex(6)}"
        self._conninfo = make_conninfo("", **{**_DEFAULTS, **known, "application_name": self.name})

    def connect(self, *, timeout: int = LONG_TIMEOUT) -> psycopg.Connection:
        """Open a connection; raises any of the errors in :data:`Failure`."""
        db = psycopg.connect(self._conninfo, autocommit=True)
        try:
            for dumper in (_TextDumper, _BinaryTextDumper):
                db.adapters.register_dumper(str, dumper)
            db.adapters.register_loader("text", _TextLoader)
            db.execute(
                "SELECT set_config('statement_timeout', %s, false),"
                " set_config('lock_timeout', %s, false),"
                " set_config('idle_in_transaction_session_timeout', %s, false)",
                (str(timeout), str(min(timeout, 2000)), str(LONG_TIMEOUT)),
            )
        except BaseException:
            db.close()
            raise
        return db

    @contextmanager
    def opened(self, *, timeout: int = LONG_TIMEOUT) -> Iterator[psycopg.Connection]:
        """Open a connection for the context. Failures within it are raised as StoreOpenError."""
        try:
            db = self.connect(timeout=timeout)
        except Failure as error:
            message = f"{self.address} cannot be reached ({' '.join(str(error).split())})"
            raise UnreachableError(message) from error
        try:
            encoding = db.info.parameter_status("server_encoding")
            if encoding != "UTF8":
                raise StoreOpenError(
                    f"the encoding of the database is {encoding}; create another database with"
                    " CREATE DATABASE tiles TEMPLATE template0 ENCODING 'UTF8'"
                )
            yield db
        except psycopg.Error as error:
            raise StoreOpenError(f"{self.address}: {str(error).strip()}") from error
        finally:
            db.close()


@lru_cache(maxsize=512)
def query_of(statement: str) -> bytes:
    """Convert a statement to the driver's parameter syntax."""
    return statement.replace("?", "%s").replace("now_ms()", _NOW).encode()


class PostgresConnection:
    """Executes statements; see ``Connection`` in :mod:`~tilerummy.server.store.database`."""

    def __init__(self, db: psycopg.Connection) -> None:
        self._db = db

    def rows(self, statement: str, *parameters: Value | list[str]) -> list[Stored]:
        """Execute a statement, and return all result rows."""
        cursor = self._db.execute(query_of(statement), parameters, binary=True)
        return cursor.fetchall() if cursor.description else []

    def rows_of(self, statement: str, values: Sequence[str]) -> list[Stored]:
        """Return the rows that match any of *values*; see ``Connection.rows_of``."""
        return self.rows(statement.replace("= ?", "= ANY (?)"), [*values]) if values else []

    def many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        """Execute a statement for each row of parameters."""
        with self._db.cursor() as cursor:
            cursor.executemany(query_of(statement), rows)

    def lock(self, rooms: Sequence[str]) -> None:
        """Lock rooms until the transaction ends, in the same order as appends do."""
        self.rows_of("SELECT 1 FROM rooms WHERE room = ? ORDER BY room FOR UPDATE", rooms)


class Connections:
    """One connection per thread, which is reopened after it is lost."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._local = threading.local()
        self._open: set[psycopg.Connection] = set()

    def get(self) -> psycopg.Connection:
        """Return this thread's connection; raises any of the errors in :data:`Failure`."""
        db = getattr(self._local, "db", None)
        if not isinstance(db, psycopg.Connection) or db.closed:
            self._local.db = db = self._server.connect()
            self._open.add(db)
        return db

    def drop(self, db: psycopg.Connection) -> None:
        """Close this thread's connection."""
        self._open.discard(db)
        self._local.db = None
        db.close()

    def close(self) -> None:
        """Close all connections; call this only after their threads have ended."""
        while self._open:
            self._open.pop().close()


def is_lost(db: psycopg.Connection, error: BaseException) -> bool:
    """Return whether *error* made the connection unusable."""
    if db.closed or db.broken or isinstance(error, OSError):
        return True
    state = getattr(error, "sqlstate", None) or ""
    if isinstance(error, psycopg.OperationalError) and not state:
        return True  # raised by the driver, leaving it in an unknown state
    return state.startswith(_LOST) or state == _READ_ONLY


def has_ended(db: psycopg.Connection) -> bool:
    """Return whether the server has closed an idle connection."""
    try:
        for _ in range(2):  # the first call may only read a last message
            db.pgconn.consume_input()
    except Failure:
        return True
    return db.closed


def may_be_repeated(error: BaseException) -> bool:
    """Return whether a transaction was aborted merely because it conflicted with another one."""
    return getattr(error, "sqlstate", None) in _REPEATABLE


def about(db: psycopg.Connection) -> StoreDescription:
    """Return the server's version, and any settings that risk losing stored turns."""
    version = db.info.server_version
    return StoreDescription(
        f"PostgreSQL {version // 10000}.{version % 10000}",
        tuple(
            f"{name} is off in the database: {loss}"
            for name, loss in _LOSSES.items()
            if db.execute(f"SHOW {name}".encode()).fetchone() == ("off",)
        ),
    )


# Schema


def version_of(db: psycopg.Connection) -> int:
    """Return the schema version, or 0 if the database is empty."""
    if not _exists(db, "tilerummy_schema"):
        return 0
    [(version,)] = db.execute("SELECT version FROM tilerummy_schema").fetchall()
    assert isinstance(version, int)
    return version


def migrate(server: Server, db: psycopg.Connection) -> tuple[int, int]:
    """Migrate the database, and return the old and new schema versions.

    Migrations from ``FIRST`` or a later version only add to the schema, so servers of the previous
    release continue to work. Stop all servers before migrating from an earlier version. Raises
    StoreOpenError.
    """
    for _ in range(UPDATE_ATTEMPTS):
        version = version_of(db)
        if version > schema.VERSION:
            raise StoreOpenError(
                f"the database was written by a newer version of tilerummy (schema {version}, this"
                f" one reads {schema.VERSION}); install that version, or choose another database"
            )
        if version == schema.VERSION:
            return version, version
        if not version or version >= schema.FIRST or db.execute(LOCK).fetchone() == (True,):
            try:
                return _update(db), schema.VERSION
            finally:
                db.execute("SELECT pg_advisory_unlock_all()")
        else:  # another node of this version may be migrating it
            threading.Event().wait(UPDATE_AGAIN)
    raise StoreOpenError(
        f"a server of an older version uses {server.address}; stop all such servers, so that"
        " the database can be migrated"
    )


def _update(db: psycopg.Connection) -> int:
    """Create or migrate the schema, and return the previous version."""
    with db.transaction():
        db.execute(_SCHEMA_LOCK)
        version = version_of(db)
        if version == schema.VERSION:  # another node was faster
            return version
        if not version:
            db.execute("CREATE TABLE tilerummy_schema (version integer NOT NULL)")
            db.execute("INSERT INTO tilerummy_schema VALUES (0)")
        schema.Catalogue(PostgresConnection(db), schema.POSTGRES).update(version)
        db.execute("UPDATE tilerummy_schema SET version = %s", (schema.VERSION,))
    return version


def begin_copy(server: Server, db: psycopg.Connection) -> None:
    """Mark an empty database as an unfinished copy; raises StoreOpenError if it is not empty."""
    with db.transaction():
        if not _exists(db, "tilerummy_unfinished_copy"):
            if db.execute("SELECT FROM rooms UNION ALL SELECT FROM guests LIMIT 1").fetchall():
                raise StoreOpenError(
                    f"{server.address} is not empty; choose another database to copy into"
                )
            db.execute("CREATE TABLE tilerummy_unfinished_copy ()")


def check_whole(db: psycopg.Connection) -> None:
    """Raise StoreOpenError if the database is an unfinished copy."""
    if _exists(db, "tilerummy_unfinished_copy"):
        raise StoreOpenError(
            "a copy into the database was interrupted; run `tilerummy store copy` again to"
            " resume it"
        )


def _exists(db: psycopg.Connection, table: str) -> bool:
    """Return whether a table exists; this reads the catalogue, because to_regclass may be stale."""
    query = (
        "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
        " WHERE c.relname = %s AND n.nspname = ANY (current_schemas(false))"
    )
    return bool(db.execute(query, (table,)).fetchall())


# Text


class _TextDumper(Dumper):
    """Encodes text for PostgreSQL."""

    oid = 25

    def dump(self, obj: str) -> Buffer:
        if "\0" in obj or "\x1a" in obj:
            obj = obj.replace("\x1a", "\x1a1").replace("\0", "\x1a0")
        return obj.encode()


class _BinaryTextDumper(_TextDumper):
    """Encodes text for PostgreSQL, in the binary format."""

    format = Format.BINARY


class _TextLoader(Loader):
    """Decodes text from PostgreSQL, which sends all results in the binary format."""

    format = Format.BINARY

    def load(self, data: Buffer) -> str:
        text = bytes(data).decode()
        if "\x1a" in text:
            text = text.replace("\x1a0", "\0").replace("\x1a1", "\x1a")
        return text
