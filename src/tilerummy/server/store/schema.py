"""The file in which the server keeps everything: its tables, and how a connection is set up."""

from __future__ import annotations

from pathlib import Path

import apsw

VERSION = 1
"""Counts up when the schema changes; a file of another version is refused."""

_SCHEMA = """
CREATE TABLE IF NOT EXISTS rooms (
    room TEXT PRIMARY KEY, size INTEGER NOT NULL, head BLOB NOT NULL,
    phase TEXT NOT NULL, private INTEGER NOT NULL, title TEXT NOT NULL, updated INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS entries (
    room TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, cid TEXT, session TEXT,
    body BLOB NOT NULL, checksum BLOB NOT NULL, PRIMARY KEY (room, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS answers (
    room TEXT NOT NULL, session TEXT NOT NULL, cid TEXT NOT NULL, answer BLOB NOT NULL,
    PRIMARY KEY (room, session, cid)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS members (
    session TEXT NOT NULL, room TEXT NOT NULL, PRIMARY KEY (session, room)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS members_room ON members (room);
CREATE TABLE IF NOT EXISTS secrets (
    room TEXT NOT NULL, round INTEGER NOT NULL, seed BLOB NOT NULL, PRIMARY KEY (room, round)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS invites (
    room TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS admitted (
    room TEXT NOT NULL, session TEXT NOT NULL, PRIMARY KEY (room, session)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS guests (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, program INTEGER NOT NULL,
    made INTEGER NOT NULL, seen INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tokens (
    hash BLOB PRIMARY KEY, session TEXT NOT NULL, made INTEGER NOT NULL, until INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tokens_session ON tokens (session);
CREATE TABLE IF NOT EXISTS carries (
    hash BLOB PRIMARY KEY, session TEXT NOT NULL, until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
"""

Failure = (apsw.Error, OSError)
"""What goes wrong with a file; all of it becomes a StorageError at the port."""


class UnknownSchemaError(Exception):
    """The file was written by another version of this program."""


def writer(path: Path) -> apsw.Connection:
    """Open the one connection that writes, making the file if there is none.

    What is committed is on disk (WAL, synchronous FULL). Raises UnknownSchemaError for a file of
    another version, and what :data:`Failure` names.
    """
    db = apsw.Connection(str(path))
    try:
        db.set_busy_timeout(5000)
        db.transaction_mode = "IMMEDIATE"
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=1000"):
            db.pragma(*pragma.split("="))
        found = db.pragma("user_version")
        if found not in (0, VERSION):
            raise UnknownSchemaError(
                f"{path} was written by another version of tilerummy (schema {found}, this one"
                f" reads {VERSION}); name another place with --data"
            )
        if found == 0:
            with db:
                db.execute(_SCHEMA)
                db.pragma("user_version", VERSION)
        db.execute("DROP INDEX IF EXISTS rooms_updated")  # which cost more than it gave
    except BaseException:
        db.close()
        raise
    return db


def reader(path: Path) -> apsw.Connection:
    """Open a connection that only reads."""
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)  # to tidy up, if it is last
    db.set_busy_timeout(5000)
    db.pragma("query_only", 1)
    return db
