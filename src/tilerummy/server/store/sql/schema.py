"""The schema of the database, step by step, and its connections.

A change of the schema is a new step at the end of ``STEPS``. A file of an older schema is first
copied, then brought up to date in one transaction; a file of a newer one is refused.
"""

from __future__ import annotations

from pathlib import Path

import apsw

from tilerummy.server.store.port import StoreOpeningError
from tilerummy.server.store.private_files import close_to_others, make_private

_FIRST = """
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
-- listed(), append(), drop(): the members of a table
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
-- renew(), delete_guest(), sweep(): the tokens of a guest
CREATE INDEX IF NOT EXISTS tokens_session ON tokens (session);
CREATE TABLE IF NOT EXISTS carries (
    hash BLOB PRIMARY KEY, session TEXT NOT NULL, until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
"""

_REFUSALS_COUNTED = """
ALTER TABLE answers ADD COLUMN refused INTEGER NOT NULL DEFAULT 0;
DROP INDEX IF EXISTS rooms_updated;
"""
"""A refusal is numbered for each guest and room, so that only the latest are stored."""

_FACES = """
ALTER TABLE guests ADD COLUMN face TEXT NOT NULL DEFAULT '';
ALTER TABLE guests ADD COLUMN colour TEXT NOT NULL DEFAULT '';
"""
"""A guest has a face and a colour, empty until they are chosen."""

_ANSWERS_IN_ENTRIES = """
ALTER TABLE entries ADD COLUMN answer BLOB;
"""
"""The answer to a command is stored with its last entry; ``answers`` holds those to all others."""

_PUBLIC_GAMES = """
CREATE TABLE public_games (room TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE comments (
    room TEXT NOT NULL, id TEXT NOT NULL, session TEXT NOT NULL, seat INTEGER NOT NULL,
    at INTEGER NOT NULL, round INTEGER NOT NULL, turn INTEGER NOT NULL,
    mark TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (room, id)
) STRICT, WITHOUT ROWID;
"""
"""Finished games that everybody may see, since when, and the comments of their players."""

_SUMMARIES = """
CREATE TABLE IF NOT EXISTS summaries (
    room TEXT PRIMARY KEY, size INTEGER NOT NULL, summary BLOB NOT NULL
) STRICT, WITHOUT ROWID;
"""
"""The summary of a finished match is stored beside its log; where there is none, it is made."""

_PUZZLES = """
CREATE TABLE puzzle_players (
    session TEXT PRIMARY KEY, points REAL NOT NULL, deviation REAL NOT NULL,
    volatility REAL NOT NULL, attempts INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE puzzle_ratings (
    puzzle TEXT PRIMARY KEY, points REAL NOT NULL, deviation REAL NOT NULL,
    volatility REAL NOT NULL, attempts INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE puzzle_attempts (
    attempt TEXT PRIMARY KEY, session TEXT NOT NULL, puzzle TEXT NOT NULL, cid TEXT NOT NULL,
    solved INTEGER NOT NULL, before REAL NOT NULL, after REAL NOT NULL
) STRICT, WITHOUT ROWID;
-- delete_guest(), sweep(): the attempts of a guest
CREATE INDEX puzzle_attempts_session ON puzzle_attempts (session);
"""
"""Guests and puzzles are rated by the first attempt of each guest at each puzzle."""

_REVIEWS = """
CREATE TABLE IF NOT EXISTS reviews (
    room TEXT NOT NULL, seat INTEGER NOT NULL, depth TEXT NOT NULL, version INTEGER NOT NULL,
    made INTEGER NOT NULL, summary BLOB NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (room, seat, depth)
) STRICT;
-- keep_review(): the oldest reviews
CREATE INDEX IF NOT EXISTS reviews_made ON reviews (made);
"""
"""The reviews of finished tables, which can be made again."""

_BY_GUEST = """
-- delete_guest(), sweep(): all that is stored of a guest, without a look at all others
CREATE INDEX IF NOT EXISTS entries_session ON entries (coalesce(session, ''), room)
    WHERE session IS NOT NULL;
CREATE INDEX IF NOT EXISTS answers_session ON answers (session);
CREATE INDEX IF NOT EXISTS admitted_session ON admitted (session);
CREATE INDEX IF NOT EXISTS carries_session ON carries (session);
CREATE INDEX IF NOT EXISTS comments_session ON comments (session);
"""
"""What is stored of a guest is found by an index."""

_AFTER_THE_GAME = _PUBLIC_GAMES + _SUMMARIES + _PUZZLES + _REVIEWS

STEPS = (_FIRST, _REFUSALS_COUNTED, _FACES, _ANSWERS_IN_ENTRIES, _AFTER_THE_GAME, _BY_GUEST)
"""The update from each schema to the next, beginning with an empty file."""

VERSION = len(STEPS)

PATIENCE = 5000
"""How long a connection waits for another one, in milliseconds."""
TRUNCATE_PATIENCE = 20
"""How long truncating the write-ahead log waits for readers, in milliseconds, before a retry."""

BACKUP_KEPT = 7 * 24 * 3600_000
"""How long the copy from before an update is kept, in milliseconds."""

LIBRARY_VERSION = apsw.sqlite_lib_version()
DatabaseError = apsw.Error

Failure = (apsw.Error, OSError)
"""The errors of a file; at the port they become a StorageError."""


class UnknownSchemaError(StoreOpeningError):
    """The file was written by a newer version of this program."""


def writer(path: Path) -> apsw.Connection:
    """Open the only connection that writes, and create the file if there is none.

    Committed data is on disk (WAL, synchronous FULL), deleted data is overwritten, and nobody else
    on this machine may read it. Raises UnknownSchemaError for a file of a newer version, and the
    errors of :data:`Failure`.
    """
    make_private(path)  # the files beside it get its permissions
    for beside in ("-wal", "-shm"):
        close_to_others(path.with_name(path.name + beside))
    db = apsw.Connection(str(path))
    try:
        db.set_busy_timeout(PATIENCE)
        db.transaction_mode = "IMMEDIATE"
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "wal_autocheckpoint=1000"):
            db.pragma(*pragma.split("="))
        db.pragma("secure_delete", 1)
        _update(db, path)
    except BaseException:
        db.close()
        raise
    return db


def migrate_file(path: Path) -> tuple[int, int]:
    """Bring a file up to date; return the numbers of its schema before and after."""
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    try:
        found = db.pragma("user_version")
    finally:
        db.close()
    writer(path).close()
    assert isinstance(found, int)
    return found, VERSION


def _update(db: apsw.Connection, path: Path) -> None:
    """Bring the file up to date, after copying one that holds anything."""
    found = db.pragma("user_version")
    assert isinstance(found, int)
    if found == VERSION:
        return
    if not 0 <= found < VERSION:
        raise UnknownSchemaError(
            f"{path} was written by a newer version of tilerummy (schema {found}, this one"
            f" reads {VERSION}); install that version, or name another place with --data"
        )
    if found:
        _copy(db, backup_of(path, found))
    with db:
        for step in STEPS[found:]:
            db.execute(step)
        db.pragma("user_version", VERSION)
    if found:
        db.execute("VACUUM")  # data that older versions deleted may still be in the file


def backup_of(path: Path, version: int) -> Path:
    """Return where the file is copied to before it leaves the schema *version*."""
    return path.with_name(f"{path.name}.schema-{version}")


def _copy(db: apsw.Connection, to: Path) -> None:
    """Copy the whole file; an unfinished copy never has the name of a whole one."""
    making = to.with_name(f"{to.name}.part")
    making.unlink(missing_ok=True)
    make_private(making)
    copy = apsw.Connection(str(making))
    try:
        with copy.backup("main", db, "main") as backup:
            backup.step()
    finally:
        copy.close()
    making.replace(to)


def truncate_log(db: apsw.Connection) -> bool:
    """Write the write-ahead log into the file and truncate it; return whether that succeeded.

    Until then, overwritten and deleted pages remain in that log.
    """
    db.set_busy_timeout(TRUNCATE_PATIENCE)  # all writes wait meanwhile
    try:
        db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
    except apsw.BusyError:  # a reader still uses an older state
        return False
    finally:
        db.set_busy_timeout(PATIENCE)
    return True


def reader(path: Path) -> apsw.Connection:
    """Open a connection that only reads."""
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)  # to tidy up, if it is last
    db.set_busy_timeout(PATIENCE)
    db.pragma("query_only", 1)
    return db
