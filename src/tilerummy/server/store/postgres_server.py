"""A PostgreSQL server: connections to it, its schema, its settings, and text as it stores it.

Its text holds every character but U+0000, so that one is written as U+001A 0, and U+001A itself,
which no one types, as U+001A 1.
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
"""Milliseconds after which a network that does not answer counts as lost, and a statement ends."""
LONG_TIMEOUT = 60_000
"""The same for statements that may take long, such as deleting a guest."""

LOCK = "SELECT pg_try_advisory_lock(hashtext('tilerummy server'), hashtext(current_schema()))"
"""Whether the connection is now the only one that uses the database as its server."""
LOCK_SHARED = LOCK.replace("lock(", "lock_shared(", 1)
"""Whether the connection is now one of several servers that share the database."""
UPDATE_ATTEMPTS, UPDATE_AGAIN = 20, 0.1
"""How often, and after how many seconds, a server asks whether it may update the schema."""

_NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
"""The time of the database, in milliseconds since 1970."""

_SCHEMA_LOCK = "SELECT pg_advisory_xact_lock(hashtext('tilerummy schema'))"

_DEFAULTS = {
    "connect_timeout": "2",
    "tcp_user_timeout": str(STATEMENT_TIMEOUT),
    "keepalives_idle": "5",
    "keepalives_interval": "1",
    "keepalives_count": "3",
    "target_session_attrs": "read-write",
}
"""Settings that a URL may change, so that the loss of the server is noticed soon."""

_LOST = ("08", "57P")
"""SQLSTATEs of a connection that is lost, or of a server that ends or starts."""
_READ_ONLY = "25006"
"""The SQLSTATE of a server that has become a standby: another one takes the writes now."""
_REPEATABLE = ("40001", "40P01")
"""SQLSTATEs of a transaction that was undone for others, and may work at once."""

Failure = (psycopg.Error, OSError)
"""The errors of a database server; of a store they become a StorageError."""

_LOSSES = {
    "fsync": "a power cut or a crash of the machine can destroy the whole database",
    "full_page_writes": "a power cut while a page is written can destroy it",
    "synchronous_commit": "turns of the last moments can be lost when the server ends",
}
"""What can happen if a setting is off: with every other value committed data is on the disk."""


class Server:
    """Opens connections to one database, all under one name by which the server knows them."""

    def __init__(self, url: str) -> None:
        try:
            known = conninfo_to_dict(url)
        except psycopg.Error as error:  # without a piece of it, which may be the password
            reason = str(error).strip()
            if not reason.startswith("invalid URI query parameter"):
                reason = reason.partition(': "')[0]
            message = f"the address of the database cannot be read ({reason})"
            raise StoreOpenError(message) from None
        if not all(each.isdigit() for each in str(known.get("port") or "0").split(",")):
            raise StoreOpenError("the address of the database cannot be read (its port)")
        host = known.get("host") or known.get("hostaddr") or "localhost"
        port = f":{known['port']}" if known.get("port") else ""
        name = known.get("dbname") or known.get("user") or ""
        self.address = f"postgresql://{host}{port}/{name}"
        self.name = f"tilerummy-{secrets.token_hex(6)}"
        self._conninfo = make_conninfo("", **{**_DEFAULTS, **known, "application_name": self.name})

    def connect(self, *, timeout: int = LONG_TIMEOUT) -> psycopg.Connection:
        """Open a connection; raises the errors of :data:`Failure`."""
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
        """Open a connection for a context, in which every failure is a StoreOpenError."""
        try:
            db = self.connect(timeout=timeout)
        except Failure as error:
            message = f"{self.address} cannot be reached ({' '.join(str(error).split())})"
            raise UnreachableError(message) from error
        try:
            encoding = db.info.parameter_status("server_encoding")
            if encoding != "UTF8":
                raise StoreOpenError(
                    f"the text of the database is in {encoding}; make another one with"
                    " CREATE DATABASE tiles TEMPLATE template0 ENCODING 'UTF8'"
                )
            yield db
        except psycopg.Error as error:
            raise StoreOpenError(f"{self.address}: {str(error).strip()}") from error
        finally:
            db.close()


@lru_cache(maxsize=512)
def query_of(statement: str) -> bytes:
    """Return a statement as the driver takes it."""
    return statement.replace("?", "%s").replace("now_ms()", _NOW).encode()


class PostgresConnection:
    """Executes statements; see the port."""

    def __init__(self, db: psycopg.Connection) -> None:
        self._db = db

    def rows(self, statement: str, *parameters: Value | list[str]) -> list[Stored]:
        """Execute a statement, and return all rows."""
        cursor = self._db.execute(query_of(statement), parameters, binary=True)
        return cursor.fetchall() if cursor.description else []

    def rows_of(self, statement: str, values: Sequence[str]) -> list[Stored]:
        """Execute a statement once with all the values, and return all rows."""
        return self.rows(statement.replace("= ?", "= ANY (?)"), [*values]) if values else []

    def many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        """Execute a statement with the parameters of each row."""
        with self._db.cursor() as cursor:
            cursor.executemany(query_of(statement), rows)

    def lock(self, rooms: Sequence[str]) -> None:
        """Lock rooms until the transaction ends, in the order in which appends lock them."""
        self.rows_of("SELECT 1 FROM rooms WHERE room = ? ORDER BY room FOR UPDATE", rooms)


class Connections:
    """A connection for each thread that uses one, opened again when it is lost."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._local = threading.local()
        self._open: set[psycopg.Connection] = set()

    def get(self) -> psycopg.Connection:
        """Return the connection of this thread; raises the errors of :data:`Failure`."""
        db = getattr(self._local, "db", None)
        if not isinstance(db, psycopg.Connection) or db.closed:
            self._local.db = db = self._server.connect()
            self._open.add(db)
        return db

    def drop(self, db: psycopg.Connection) -> None:
        """Close a connection; the next one is a new one."""
        self._open.discard(db)
        self._local.db = None
        db.close()

    def close(self) -> None:
        """Close all, when no thread uses them any more."""
        while self._open:
            self._open.pop().close()


def is_lost(db: psycopg.Connection, error: BaseException) -> bool:
    """Return whether a connection is of no use after this error."""
    if db.closed or db.broken or isinstance(error, OSError):
        return True
    state = getattr(error, "sqlstate", None) or ""
    if isinstance(error, psycopg.OperationalError) and not state:
        return True  # it comes from the driver, which does not know the state of the connection
    return state.startswith(_LOST) or state == _READ_ONLY


def has_ended(db: psycopg.Connection) -> bool:
    """Return whether the server has closed a connection that waits for nothing."""
    try:
        for _ in range(2):  # the first may be a last message
            db.pgconn.consume_input()
    except Failure:
        return True
    return db.closed


def may_be_repeated(error: BaseException) -> bool:
    """Return whether a transaction was undone only because of others."""
    return getattr(error, "sqlstate", None) in _REPEATABLE


def about(db: psycopg.Connection) -> StoreDescription:
    """Return the version of the server, and its settings with which a stored turn may be lost."""
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
    """Return the number of the schema, 0 for an empty database."""
    if not _exists(db, "tilerummy_schema"):
        return 0
    [(version,)] = db.execute("SELECT version FROM tilerummy_schema").fetchall()
    assert isinstance(version, int)
    return version


def migrate(server: Server, db: psycopg.Connection) -> tuple[int, int]:
    """Bring the database up to date; return the numbers of its schema before and after.

    Steps after the first one only add, so that servers of the release before go on; no server may
    use an older database. Raises StoreOpenError.
    """
    for _ in range(UPDATE_ATTEMPTS):
        found = version_of(db)
        if found > schema.VERSION:
            raise StoreOpenError(
                f"the database was written by a newer version of tilerummy (schema {found}, this"
                f" one reads {schema.VERSION}); install that version, or name another database"
            )
        if found == schema.VERSION:
            return found, found
        if not found or found >= schema.FIRST or db.execute(LOCK).fetchone() == (True,):
            try:
                return _update(db), schema.VERSION
            finally:
                db.execute("SELECT pg_advisory_unlock_all()")
        else:  # another node of this version may update it
            threading.Event().wait(UPDATE_AGAIN)
    raise StoreOpenError(
        f"a server of an older version uses {server.address}; end all of them, so that the"
        " database can be brought up to date"
    )


def _update(db: psycopg.Connection) -> int:
    """Create the schema, or bring it up to date; return the number of the one before."""
    with db.transaction():
        db.execute(_SCHEMA_LOCK)
        found = version_of(db)
        if found == schema.VERSION:  # another node was faster
            return found
        if not found:
            db.execute("CREATE TABLE tilerummy_schema (version integer NOT NULL)")
            db.execute("INSERT INTO tilerummy_schema VALUES (0)")
        schema.Catalogue(PostgresConnection(db), schema.POSTGRES).update(found)
        db.execute("UPDATE tilerummy_schema SET version = %s", (schema.VERSION,))
    return found


def begin_copy(server: Server, db: psycopg.Connection) -> None:
    """Mark an empty database as an unfinished copy; raises StoreOpenError for another one."""
    with db.transaction():
        if not _exists(db, "tilerummy_unfinished_copy"):
            if db.execute("SELECT FROM rooms UNION ALL SELECT FROM guests LIMIT 1").fetchall():
                raise StoreOpenError(
                    f"{server.address} is not empty; name another database to copy into"
                )
            db.execute("CREATE TABLE tilerummy_unfinished_copy ()")


def check_whole(db: psycopg.Connection) -> None:
    """Raise StoreOpenError for an unfinished copy."""
    if _exists(db, "tilerummy_unfinished_copy"):
        raise StoreOpenError(
            "a copy into the database was broken off; repeat `tilerummy store copy`,"
            " which goes on where it was"
        )


def _exists(db: psycopg.Connection, table: str) -> bool:
    """Return whether a table exists, asked of the catalogue, as to_regclass may remember no."""
    query = (
        "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
        " WHERE c.relname = %s AND n.nspname = ANY (current_schemas(false))"
    )
    return bool(db.execute(query, (table,)).fetchall())


# Text


class _TextDumper(Dumper):
    """Writes text."""

    oid = 25

    def dump(self, obj: str) -> Buffer:
        if "\0" in obj or "\x1a" in obj:
            obj = obj.replace("\x1a", "\x1a1").replace("\0", "\x1a0")
        return obj.encode()


class _BinaryTextDumper(_TextDumper):
    """Writes text in the binary format."""

    format = Format.BINARY


class _TextLoader(Loader):
    """Reads text, from results in the binary format, in which all are requested."""

    format = Format.BINARY

    def load(self, data: Buffer) -> str:
        text = bytes(data).decode()
        if "\x1a" in text:
            text = text.replace("\x1a0", "\0").replace("\x1a1", "\x1a")
        return text
