"""Reads and writes that happen once, even when the connection is lost meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

import psycopg

from tilerummy.server.store.port import StorageError
from tilerummy.server.store.postgres.connecting import (
    Connections,
    Failure,
    is_lost,
    may_be_repeated,
)

Outcome = TypeVar("Outcome")

ATTEMPTS = 3
"""How often a transaction is tried that was undone because of others, or lost its connection."""
ASK_AGAIN = 0.1
"""Seconds between two questions whether a transaction has ended."""


def read(connections: Connections, work: Callable[[psycopg.Connection], Outcome]) -> Outcome:
    """Return what *work* reads; a lost connection is replaced once. Raises StorageError."""
    for attempt in range(2):
        db = None
        try:
            db = connections.get()
            return work(db)
        except Failure as error:
            if db is None or not is_lost(db, error) or attempt:
                raise StorageError(f"nothing could be read: {error}") from error
            connections.drop(db)
    raise AssertionError("the last attempt raises")


def write(connections: Connections, work: Callable[[psycopg.Connection], Outcome]) -> Outcome:
    """Execute *work* in a transaction, and return its result when that is committed.

    When the connection is lost at the commit, the server is asked afterwards whether it was
    committed; so nothing is done twice, and StorageError means that nothing was stored.
    """
    failure: Exception | None = None
    for _ in range(ATTEMPTS):
        db, transaction = None, None
        try:
            db = connections.get()
            db.execute("BEGIN")
            result = work(db)
            [(transaction,)] = db.execute(
                "SELECT pg_current_xact_id_if_assigned()::text"
            ).fetchall()
            db.execute("COMMIT")
            return result
        except Failure as error:
            failure = error
            if db is None:
                break
            if is_lost(db, error):
                connections.drop(db)
                if transaction is not None and _was_committed(connections, str(transaction)):
                    return result
            else:
                db.rollback()
                if not may_be_repeated(error):
                    break
        except BaseException:
            if db is not None:
                db.rollback()
            raise
    raise StorageError(f"nothing could be kept: {failure}") from failure


def _was_committed(connections: Connections, transaction: str) -> bool:
    """Return whether a transaction was committed, asking until the server says so."""
    while True:
        db = connections.get()
        query = "SELECT pg_xact_status(%s::text::xid8)"
        [(status,)] = db.execute(query, (transaction,)).fetchall()
        if status != "in progress":
            return bool(status == "committed")
        threading.Event().wait(ASK_AGAIN)
