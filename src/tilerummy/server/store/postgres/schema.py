"""The schema of the database, step by step.

A change of the schema is a new step at the end of ``STEPS``; a function is replaced by one of
another name, as servers of the release before may still call it. A database of an older schema is
brought up to date in one transaction, one of a newer schema is refused.
"""

from __future__ import annotations

import psycopg

from tilerummy.server.store.port import StoreOpeningError
from tilerummy.server.store.postgres.append import FUNCTION
from tilerummy.server.store.postgres.nodes.schema import NODES, OPENED, PAUSED

_FIRST = """
CREATE TABLE rooms (
    room text COLLATE "C" PRIMARY KEY, size integer NOT NULL, head bytea NOT NULL,
    phase text COLLATE "C" NOT NULL, private boolean NOT NULL, title text NOT NULL,
    updated bigint NOT NULL
) WITH (fillfactor = 70);
CREATE TABLE entries (
    room text COLLATE "C" NOT NULL, seq integer NOT NULL, at bigint NOT NULL,
    cid text COLLATE "C", session text COLLATE "C",
    body bytea NOT NULL, checksum bytea NOT NULL, answer bytea, PRIMARY KEY (room, seq)
);
CREATE TABLE answers (
    room text COLLATE "C" NOT NULL, session text COLLATE "C" NOT NULL,
    cid text COLLATE "C" NOT NULL, answer bytea NOT NULL, refused integer NOT NULL,
    PRIMARY KEY (room, session, cid)
);
CREATE TABLE members (
    session text COLLATE "C" NOT NULL, room text COLLATE "C" NOT NULL, PRIMARY KEY (session, room)
);
CREATE TABLE secrets (
    room text COLLATE "C" NOT NULL, round integer NOT NULL, seed bytea NOT NULL,
    PRIMARY KEY (room, round)
);
CREATE TABLE invites (room text COLLATE "C" PRIMARY KEY, code text COLLATE "C" NOT NULL UNIQUE);
CREATE TABLE admitted (
    room text COLLATE "C" NOT NULL, session text COLLATE "C" NOT NULL, PRIMARY KEY (room, session)
);
CREATE TABLE guests (
    id text COLLATE "C" PRIMARY KEY, name text NOT NULL, program boolean NOT NULL,
    made bigint NOT NULL, seen bigint NOT NULL, face text NOT NULL, colour text NOT NULL
) WITH (fillfactor = 90);
CREATE TABLE tokens (
    hash bytea PRIMARY KEY, session text COLLATE "C" NOT NULL, made bigint NOT NULL, until bigint
);
CREATE TABLE carries (
    hash bytea PRIMARY KEY, session text COLLATE "C" NOT NULL, until bigint NOT NULL
);
-- The last transaction of each connection: by it is known whether a commit was done at whose end
-- the connection was lost. (After a crash the server may give the number of a lost transaction to
-- another one, so that pg_xact_status does not tell.)
CREATE TABLE receipts (connection text COLLATE "C" PRIMARY KEY, serial bigint NOT NULL);

-- Each index is named after what it finds; tests/server/store/test_indexes.py looks at the plans.
-- live(): the tables whose match goes on, a few among all. None is by time, for sweep() and
-- newest(), which read the whole table: an update of a column that is in an index does not stay on
-- its page, and every append is such an update.
CREATE INDEX rooms_by_phase ON rooms (phase);
-- tilerummy_append_1(), answered(): was the command answered before? delete_guest(): all tables
-- whose entries name a guest.
CREATE INDEX entries_by_session ON entries (coalesce(session, ''), room, cid)
    WHERE cid IS NOT NULL OR session IS NOT NULL;
-- delete_guest(): the answers to a guest.
CREATE INDEX answers_by_session ON answers (session);
-- listed(), tilerummy_append_1(), drop(): the members of a table.
CREATE INDEX members_by_room ON members (room);
-- delete_guest(), sweep(): the tables to which a guest was invited.
CREATE INDEX admitted_by_session ON admitted (session);
-- renew(), delete_guest(), sweep(): the tokens of a guest.
CREATE INDEX tokens_by_session ON tokens (session);
-- delete_guest(), sweep(): the codes of a guest.
CREATE INDEX carries_by_session ON carries (session);
"""

_PUBLIC_GAMES = """
CREATE TABLE public_games (room text COLLATE "C" PRIMARY KEY, at bigint NOT NULL);
CREATE TABLE comments (
    room text COLLATE "C" NOT NULL, id text COLLATE "C" NOT NULL,
    session text COLLATE "C" NOT NULL, seat integer NOT NULL, at bigint NOT NULL,
    round integer NOT NULL, turn integer NOT NULL, mark text NOT NULL, text text NOT NULL,
    PRIMARY KEY (room, id)
);
-- delete_guest(): the comments of a guest.
CREATE INDEX comments_by_session ON comments (session);
"""

_SUMMARIES = """
-- deleted with its table also by servers of the release before, which know of no summaries
CREATE TABLE summaries (
    room text COLLATE "C" PRIMARY KEY REFERENCES rooms ON DELETE CASCADE,
    size integer NOT NULL, summary bytea NOT NULL
);
"""
"""The summary of a finished match is stored beside its log; where there is none, it is made."""

_PUZZLES = """
CREATE TABLE puzzle_players (
    session text COLLATE "C" PRIMARY KEY, points float8 NOT NULL, deviation float8 NOT NULL,
    volatility float8 NOT NULL, attempts integer NOT NULL
) WITH (fillfactor = 90);
CREATE TABLE puzzle_ratings (
    puzzle text COLLATE "C" PRIMARY KEY, points float8 NOT NULL, deviation float8 NOT NULL,
    volatility float8 NOT NULL, attempts integer NOT NULL
) WITH (fillfactor = 90);
CREATE TABLE puzzle_attempts (
    attempt text COLLATE "C" PRIMARY KEY, session text COLLATE "C" NOT NULL,
    puzzle text COLLATE "C" NOT NULL, cid text COLLATE "C" NOT NULL, solved integer NOT NULL,
    before float8 NOT NULL, after float8 NOT NULL
);
-- delete_guest(), sweep(): the attempts of a guest.
CREATE INDEX puzzle_attempts_by_session ON puzzle_attempts (session);
"""

_REVIEWS = """
CREATE TABLE reviews (
    room text COLLATE "C" NOT NULL, seat integer NOT NULL, depth text COLLATE "C" NOT NULL,
    version integer NOT NULL, made bigint NOT NULL, summary bytea NOT NULL, body bytea NOT NULL,
    PRIMARY KEY (room, seat, depth)
);
-- keep_review(): the oldest reviews.
CREATE INDEX reviews_by_made ON reviews (made);
"""
"""The reviews of finished tables, which can be made again."""

_AFTER_THE_GAME = _PUBLIC_GAMES + _SUMMARIES + _PUZZLES + _REVIEWS

STEPS = (_FIRST + FUNCTION, NODES, OPENED, PAUSED, _AFTER_THE_GAME)
"""The update from each schema to the next, beginning with an empty database."""

VERSION = len(STEPS)

LOCK = "SELECT pg_advisory_xact_lock(hashtext('tilerummy schema'))"


_EXISTS = (
    "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"
    " WHERE c.relname = %s AND n.nspname = ANY (current_schemas(false))"
)
"""Asked of the catalogue, as to_regclass may remember that there was no such table."""


def version_of(db: psycopg.Connection) -> int:
    """Return the number of the schema, 0 for an empty database."""
    if not db.execute(_EXISTS, ("tilerummy_schema",)).fetchall():
        return 0
    [(version,)] = db.execute("SELECT version FROM tilerummy_schema").fetchall()
    assert isinstance(version, int)
    return version


def migrate(db: psycopg.Connection) -> tuple[int, int]:
    """Bring the database up to date; return the numbers of its schema before and after.

    Raises StoreOpeningError for a schema of a newer version, or tables of something else.
    """
    check_not_newer(version_of(db))
    with db.transaction():
        db.execute(LOCK)
        found = version_of(db)
        check_not_newer(found)
        if found == VERSION:
            return found, VERSION
        if not found:
            db.execute("CREATE TABLE tilerummy_schema (version integer NOT NULL)")
            db.execute("INSERT INTO tilerummy_schema VALUES (0)")
        for step in STEPS[found:]:
            db.execute(step.encode())
        db.execute("UPDATE tilerummy_schema SET version = %s", (VERSION,))
    return found, VERSION


def begin_copy(db: psycopg.Connection, server: str) -> None:
    """Mark an empty database as an unfinished copy; raises StoreOpeningError for another one."""
    with db.transaction():
        if not _is_unfinished(db):
            if db.execute("SELECT FROM rooms LIMIT 1").fetchall() or (
                db.execute("SELECT FROM guests LIMIT 1").fetchall()
            ):
                raise StoreOpeningError(
                    f"{server} is not empty; name another database to copy into"
                )
            db.execute("CREATE TABLE tilerummy_unfinished_copy ()")


def finish_copy(db: psycopg.Connection) -> None:
    """Store that a copy is whole."""
    db.execute("DROP TABLE tilerummy_unfinished_copy")


def check_whole(db: psycopg.Connection) -> None:
    """Raise StoreOpeningError for an unfinished copy."""
    if _is_unfinished(db):
        raise StoreOpeningError(
            "a copy into the database was broken off; repeat `tilerummy store copy`,"
            " which goes on where it was"
        )


def _is_unfinished(db: psycopg.Connection) -> bool:
    return bool(db.execute(_EXISTS, ("tilerummy_unfinished_copy",)).fetchall())


def check_encoding(db: psycopg.Connection) -> None:
    """Raise StoreOpeningError for a database whose text is not Unicode."""
    encoding = db.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise StoreOpeningError(
            f"the text of the database is in {encoding}; make another one with"
            " CREATE DATABASE tiles TEMPLATE template0 ENCODING 'UTF8'"
        )


def check_not_newer(found: int) -> None:
    """Raise StoreOpeningError for the schema of a newer version."""
    if found > VERSION:
        raise StoreOpeningError(
            f"the database was written by a newer version of tilerummy (schema {found}, this one"
            f" reads {VERSION}); install that version, or name another database"
        )
