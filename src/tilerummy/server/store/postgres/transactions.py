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
QUESTIONS = 100
"""How often that is asked before it is given up."""


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
    committed; so nothing is done twice. StorageError means that nothing was stored, unless the
    server did not come back for some ten seconds.
    """
    failure: Exception | None = None
    for _ in range(ATTEMPTS):
        db, committing = None, 0
        try:
            db = connections.get()
            serial = _begin(db, connections)
            result = work(db)
            committing = serial
            db.execute("COMMIT")
            return result
        except Failure as error:
            failure = error
            if db is None:
                break
            if is_lost(db, error):
                connections.drop(db)
                if committing and _was_committed(connections, committing):
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


def _begin(db: psycopg.Connection, connections: Connections) -> int:
    """Begin a transaction, and note in it which one of this thread it is; return that number."""
    serial, name = connections.next_serial(), connections.receipt()
    note = "UPDATE receipts SET serial = %s WHERE connection = %s"
    db.execute("BEGIN")
    if not db.execute(note, (serial, name)).rowcount:  # the first one of this thread
        db.execute("INSERT INTO receipts VALUES (%s, 0) ON CONFLICT DO NOTHING", (name,))
        db.execute("COMMIT")
        db.execute("BEGIN")
        db.execute(note, (serial, name))
    return serial


def _was_committed(connections: Connections, serial: int) -> bool:
    """Return whether a transaction of this thread was committed, asking until the server says so.

    It waits for one that has not ended yet, as that holds the receipt. Raises StorageError when the
    server does not answer for long; then nothing is known.
    """
    pause = threading.Event()
    query = "SELECT serial FROM receipts WHERE connection = %s FOR UPDATE"
    for _ in range(QUESTIONS):
        db = None
        try:
            db = connections.get()
            found = db.execute(query, (connections.receipt(),)).fetchall()
            return found == [(serial,)]
        except Failure:
            if db is not None:
                connections.drop(db)
        pause.wait(ASK_AGAIN)
    raise StorageError("the database was lost; it may have stored what was sent last")
