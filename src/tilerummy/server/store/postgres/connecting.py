"""Connections to the database: how they are made, and which faults mean that one is lost."""

from __future__ import annotations

import secrets
import threading
from contextlib import suppress

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from tilerummy.server.store.port import StoreOpeningError
from tilerummy.server.store.postgres.text import adapt

PATIENCE = 3000
"""Milliseconds after which a network that does not answer counts as lost, and a statement ends."""
LONG_PATIENCE = 60_000
"""The same for statements that may take long, as deleting a guest."""

LOCK = "SELECT pg_try_advisory_lock(hashtext('tilerummy server'), hashtext(current_schema()))"
"""Whether the session is now the only one that uses the database as its server, or copies it."""

LOCK_SHARED = LOCK.replace("lock(", "lock_shared(", 1)
"""Whether the session is now one of several servers that share the database, and only such."""

_DEFAULTS = {
    "connect_timeout": "2",
    "tcp_user_timeout": str(PATIENCE),
    "keepalives_idle": "5",
    "keepalives_interval": "1",
    "keepalives_count": "3",
    "target_session_attrs": "read-write",
}
"""What a URL that says nothing else has, so that the loss of the server is noticed soon."""

_LOST = ("08", "57P")
"""SQLSTATEs of a connection that is lost, or of a server that ends or starts."""
_READ_ONLY = "25006"
"""The SQLSTATE of a server that has become a standby: another one takes the writes now."""
_REPEATABLE = ("40001", "40P01")
"""SQLSTATEs of a transaction that was undone for others, and may work at once."""

Failure = (psycopg.Error, OSError)
"""The errors of a database server; at the port they become a StorageError."""


def server_of(url: str) -> str:
    """Return the address and the database of a URL, without user and password, for messages."""
    with suppress(psycopg.Error):
        known = conninfo_to_dict(url)
        host = known.get("host") or known.get("hostaddr") or "localhost"
        port = known.get("port")
        name = known.get("dbname") or known.get("user") or ""
        return f"postgresql://{host}{f':{port}' if port else ''}/{name}"
    return "postgresql://…"


def _why_unreadable(error: psycopg.Error) -> str:
    """Return why an address cannot be read, without a piece of it, which may be the password."""
    reason = str(error).strip()
    if not reason.startswith("invalid URI query parameter"):
        reason = reason.partition(': "')[0]
    return f"the address of the database cannot be read ({reason})"


class Database:
    """Opens connections to one database, all under one name by which the server knows them."""

    def __init__(self, url: str) -> None:
        try:
            known = conninfo_to_dict(url)
        except psycopg.Error as error:
            raise StoreOpeningError(_why_unreadable(error)) from None
        self.server = server_of(url)
        self.name = f"tilerummy-{secrets.token_hex(6)}"
        self._conninfo = make_conninfo("", **{**_DEFAULTS, **known, "application_name": self.name})

    def connect(self, *, patience: int = LONG_PATIENCE) -> psycopg.Connection:
        """Open a connection; raises the errors of :data:`Failure`."""
        db = psycopg.connect(self._conninfo, autocommit=True)
        try:
            adapt(db)
            db.execute(
                "SELECT set_config('statement_timeout', %s, false),"
                " set_config('lock_timeout', %s, false),"
                " set_config('idle_in_transaction_session_timeout', %s, false)",
                (str(patience), str(min(patience, 2000)), str(LONG_PATIENCE)),
            )
        except BaseException:
            db.close()
            raise
        return db


def is_lost(db: psycopg.Connection, error: BaseException) -> bool:
    """Return whether a connection is of no use after this error."""
    if db.closed or db.broken or isinstance(error, OSError):
        return True
    state = getattr(error, "sqlstate", None) or ""
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


def close_quietly(db: psycopg.Connection) -> None:
    """Close a connection that may be lost."""
    with suppress(*Failure):
        db.close()


class Connections:
    """A connection for each thread that uses one, opened again when it is lost."""

    def __init__(self, database: Database, *, patience: int = LONG_PATIENCE) -> None:
        self._database, self._patience = database, patience
        self._local = threading.local()
        self._open: set[psycopg.Connection] = set()

    def get(self) -> psycopg.Connection:
        """Return the connection of this thread; raises the errors of :data:`Failure`."""
        db = getattr(self._local, "db", None)
        if not isinstance(db, psycopg.Connection) or db.closed:
            self._local.db = db = self._database.connect(patience=self._patience)
            self._open.add(db)
        return db

    def receipt(self) -> str:
        """Return the name under which this thread notes which of its transactions was the last."""
        return f"{self._database.name}-{threading.get_ident()}"

    def next_serial(self) -> int:
        """Return the number of the next transaction of this thread, from 1 on."""
        self._local.serial = serial = getattr(self._local, "serial", 0) + 1
        assert isinstance(serial, int)
        return serial

    def drop(self, db: psycopg.Connection) -> None:
        """Close a connection; the next one is a new one."""
        self._open.discard(db)
        self._local.db = None
        close_quietly(db)

    def close(self) -> None:
        """Close all, when no thread uses them any more."""
        while self._open:
            close_quietly(self._open.pop())
