"""The schema, written once for both databases, and the migrations from older schemas.

To change the schema, add a step to the end of ``STEPS``, and make the same change in ``SCHEMA``,
which creates new databases. A database with a newer schema is rejected.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tilerummy.server.store.database import Connection

SCHEMA = """
CREATE TABLE rooms (
    room TEXT PRIMARY KEY, size INT NOT NULL, head BLOB NOT NULL,
    phase TEXT NOT NULL, private BOOL NOT NULL, title TEXT NOT NULL, updated INTEGER NOT NULL,
    card BLOB NOT NULL DEFAULT EMPTY, holder TEXT, epoch INT NOT NULL DEFAULT 0, due INTEGER,
    clock BLOB, clock_at INTEGER, clock_ran INTEGER NOT NULL DEFAULT 0
) OFTEN UPDATED;
CREATE TABLE entries (
    room TEXT NOT NULL, seq INT NOT NULL, at INTEGER NOT NULL, cid TEXT, guest TEXT,
    body BLOB NOT NULL, checksum BLOB NOT NULL, answer BLOB, PRIMARY KEY (room, seq)
) ;
CREATE TABLE answers (
    room TEXT NOT NULL, guest TEXT NOT NULL, cid TEXT NOT NULL, answer BLOB NOT NULL,
    refused INT NOT NULL DEFAULT 0, PRIMARY KEY (room, guest, cid)
) ;
CREATE TABLE members (guest TEXT NOT NULL, room TEXT NOT NULL, PRIMARY KEY (guest, room)) ;
CREATE TABLE seeds (
    room TEXT NOT NULL, round INT NOT NULL, seed BLOB NOT NULL, PRIMARY KEY (room, round)
) ;
CREATE TABLE invitations (room TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE) ;
CREATE TABLE admitted (room TEXT NOT NULL, guest TEXT NOT NULL, PRIMARY KEY (room, guest)) ;
CREATE TABLE guests (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, program BOOL NOT NULL, made INTEGER NOT NULL,
    seen INTEGER NOT NULL, face TEXT NOT NULL DEFAULT '', colour TEXT NOT NULL DEFAULT ''
) OFTEN UPDATED;
CREATE TABLE tokens (
    hash BLOB PRIMARY KEY, guest TEXT NOT NULL, made INTEGER NOT NULL, until INTEGER
) ;
CREATE TABLE device_codes (hash BLOB PRIMARY KEY, guest TEXT NOT NULL, until INTEGER NOT NULL) ;
CREATE TABLE public_games (room TEXT PRIMARY KEY, at INTEGER NOT NULL) ;
CREATE TABLE comments (
    room TEXT NOT NULL, id TEXT NOT NULL, guest TEXT NOT NULL, seat INT NOT NULL,
    at INTEGER NOT NULL, round INT NOT NULL, turn INT NOT NULL,
    mark TEXT NOT NULL, text TEXT NOT NULL, PRIMARY KEY (room, id)
) ;
CREATE TABLE summaries (room TEXT PRIMARY KEY, size INT NOT NULL, summary BLOB NOT NULL) ;
CREATE TABLE reviews (
    room TEXT NOT NULL, seat INT NOT NULL, depth TEXT NOT NULL, version INT NOT NULL,
    made INTEGER NOT NULL, summary BLOB NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (room, seat, depth)
);
CREATE TABLE puzzle_players (
    guest TEXT PRIMARY KEY, points REAL NOT NULL, deviation REAL NOT NULL,
    volatility REAL NOT NULL, attempts INT NOT NULL
) OFTEN UPDATED;
CREATE TABLE puzzle_ratings (
    puzzle TEXT PRIMARY KEY, points REAL NOT NULL, deviation REAL NOT NULL,
    volatility REAL NOT NULL, attempts INT NOT NULL
) OFTEN UPDATED;
CREATE TABLE puzzle_attempts (
    attempt TEXT PRIMARY KEY, guest TEXT NOT NULL, puzzle TEXT NOT NULL, cid TEXT NOT NULL,
    solved INT NOT NULL, before REAL NOT NULL, after REAL NOT NULL,
    tried_at INTEGER NOT NULL DEFAULT 0
) ;
CREATE TABLE evenings (
    id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, keeper TEXT NOT NULL,
    seen INTEGER NOT NULL, version INT NOT NULL, until INTEGER NOT NULL, body BLOB NOT NULL
) OFTEN UPDATED;
CREATE TABLE evening_members (
    evening TEXT NOT NULL, guest TEXT NOT NULL, seat INT, PRIMARY KEY (evening, guest)
) ;
CREATE TABLE push_keys (name TEXT PRIMARY KEY, key TEXT NOT NULL) ;
CREATE TABLE push_subscriptions (
    endpoint TEXT PRIMARY KEY, guest TEXT NOT NULL, p256dh TEXT NOT NULL, auth TEXT NOT NULL,
    language TEXT NOT NULL, zone TEXT NOT NULL, quiet_from INT NOT NULL, quiet_to INT NOT NULL,
    made INTEGER NOT NULL
) ;
CREATE TABLE turn_notices (
    room TEXT NOT NULL, endpoint TEXT NOT NULL, guest TEXT NOT NULL, turn INTEGER NOT NULL,
    title TEXT NOT NULL, due INTEGER, tries INT NOT NULL DEFAULT 0, PRIMARY KEY (room, endpoint)
) ;
CREATE TABLE nodes (
    node TEXT PRIMARY KEY, address TEXT NOT NULL, beat INTEGER NOT NULL, until INTEGER NOT NULL
) ;
CREATE TABLE notices (
    number COUNTED, at INTEGER NOT NULL, kind TEXT NOT NULL, guest TEXT NOT NULL,
    about TEXT NOT NULL
);
-- RoomIndex.public(), count(): rooms in some phases. There is no index by time, which every append
-- would have to update, so Guests.delete_expired() and last_write() scan the table.
CREATE INDEX rooms_by_phase ON rooms (phase);
-- Leases.take_due(): due is null while a room is owned, so that appends do not change the index
CREATE INDEX rooms_by_due ON rooms (due) WHERE due IS NOT NULL;
-- Leases.heartbeat(), held(), park_expired()
CREATE INDEX rooms_by_holder ON rooms (holder) WHERE holder IS NOT NULL;
-- Guests.delete(): all rooms with entries by a guest
CREATE INDEX entries_by_guest ON entries (guest, room) WHERE guest IS NOT NULL;
-- RoomIndex, RoomLogs.append(): the members of a room
CREATE INDEX members_by_room ON members (room);
-- Guests.delete(), renew(), delete_expired(): the data of a guest
CREATE INDEX answers_by_guest ON answers (guest);
CREATE INDEX admitted_by_guest ON admitted (guest);
CREATE INDEX tokens_by_guest ON tokens (guest);
CREATE INDEX device_codes_by_guest ON device_codes (guest);
CREATE INDEX comments_by_guest ON comments (guest);
CREATE INDEX puzzle_attempts_by_guest ON puzzle_attempts (guest);
-- Games.keep_review(): the oldest reviews
CREATE INDEX reviews_by_made ON reviews (made);
-- Evenings.add(), Guests.delete(): the evenings of a guest
CREATE INDEX evenings_by_owner ON evenings (owner);
CREATE INDEX evening_members_by_guest ON evening_members (guest);
-- Evenings.add(), delete_expired(): evenings that have expired or not changed for a long time
CREATE INDEX evenings_by_until ON evenings (until);
-- PushSubscriptions.begin_turn(), Guests.delete(): the subscriptions and notices of a guest
CREATE INDEX push_subscriptions_by_guest ON push_subscriptions (guest);
CREATE INDEX turn_notices_by_guest ON turn_notices (guest);
-- PushSubscriptions.claim(): due is null once a notice has been sent or cancelled
CREATE INDEX turn_notices_by_due ON turn_notices (due) WHERE due IS NOT NULL;
"""
"""All tables and indexes. Some of the words in capitals are replaced by a :class:`Dialect`."""


class Dialect(NamedTuple):
    """A database's replacements for words in the schema, and its queries on the catalogue."""

    words: dict[str, str]
    columns: str
    """A query for all columns, each given as a pair of table name and column name."""
    indexes: str
    """A query for the names of all indexes that do not belong to a constraint."""
    drop_old: str
    """A query for statements that drop everything left over from older schemas."""


SQLITE = Dialect(
    {
        "BOOL": "INTEGER",
        "EMPTY": "x''",
        "COUNTED": "INTEGER PRIMARY KEY AUTOINCREMENT",
        "OFTEN UPDATED": "",
        ") ;": ") STRICT, WITHOUT ROWID;",
    },
    columns="SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c"
    " WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'",
    indexes="SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
    drop_old="SELECT '' WHERE 1 = 0",
)
POSTGRES = Dialect(
    {
        "TEXT": 'text COLLATE "C"',
        "BLOB": "bytea",
        "INTEGER": "bigint",
        "REAL": "float8",
        "EMPTY": "''",
        "COUNTED": "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
        "OFTEN UPDATED": "WITH (fillfactor = 70)",
    },
    columns="SELECT table_name::text, column_name::text FROM information_schema.columns"
    " WHERE table_schema = current_schema()",
    indexes="SELECT c.relname::text FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
    " JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = current_schema()"
    " AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = c.oid)",
    # the append functions used by older releases, and their trigger
    drop_old="SELECT 'DROP FUNCTION ' || p.oid::regprocedure::text || ' CASCADE' FROM pg_proc p"
    " JOIN pg_namespace n ON n.oid = p.pronamespace WHERE n.nspname = current_schema()"
    " AND proname ~ '^tilerummy' UNION ALL"
    " SELECT 'ALTER TABLE IF EXISTS summaries DROP CONSTRAINT IF EXISTS summaries_room_fkey'",
)

DUE_NOW = "UPDATE rooms SET due = 0 WHERE phase NOT IN ('over', 'closed')"
"""Makes all live rooms due, so that nodes will soon take them."""

RENAMED = {"secrets": "seeds", "invites": "invitations", "carries": "device_codes"}
_DROPPED = ("presence", "receipts", "notices", "nodes")
_DROPPED_OF_ROOMS = ("released", "generation", "draft", "paused", "paused_of")
_ADDED = (
    ("answers", "refused INT NOT NULL DEFAULT 0"),
    ("entries", "answer BLOB"),
    ("guests", "face TEXT NOT NULL DEFAULT ''"),
    ("guests", "colour TEXT NOT NULL DEFAULT ''"),
    ("rooms", "card BLOB NOT NULL DEFAULT EMPTY"),
    ("rooms", "holder TEXT"),
    ("rooms", "epoch INT NOT NULL DEFAULT 0"),
    ("rooms", "due INTEGER"),
    ("rooms", "clock BLOB"),
    ("rooms", "clock_at INTEGER"),
    ("rooms", "clock_ran INTEGER NOT NULL DEFAULT 0"),
)
_RAN = """greatest(0,
    coalesce((SELECT beat FROM nodes WHERE node = holder), released, clock_at) - clock_at
    - CASE WHEN paused_of = clock_at THEN paused ELSE 0 END)"""
"""An SQL expression for how long a clock stored by an older release has run."""


class Catalogue:
    """Creates or updates a database's schema, within a transaction."""

    def __init__(self, db: Connection, dialect: Dialect) -> None:
        self._db, self._dialect = db, dialect

    def execute(self, statement: str) -> None:
        """Execute a statement in the dialect-neutral form that ``SCHEMA`` uses."""
        for word, text in self._dialect.words.items():
            statement = statement.replace(word, text)
        self._db.rows(statement)

    def columns(self) -> dict[str, set[str]]:
        """Return the columns of each table."""
        tables: dict[str, set[str]] = {}
        for table, column in self._db.rows(self._dialect.columns):
            tables.setdefault(table, set()).add(column)
        return tables

    def indexes(self) -> list[str]:
        """Return the names of all indexes that do not belong to a constraint."""
        return [name for (name,) in self._db.rows(self._dialect.indexes)]

    def drop_old(self) -> None:
        """Drop all indexes, along with everything left over from older schemas."""
        for index in self.indexes():
            self.execute(f"DROP INDEX {index}")
        for (statement,) in self._db.rows(self._dialect.drop_old):
            self._db.rows(statement)

    def create(self) -> None:
        """Create all indexes, and all missing tables."""
        tables = self.columns()
        for statement in _statements():
            _, kind, name, *_ = statement.split()
            if kind == "INDEX" or name not in tables:
                self.execute(f"{statement};")

    def add(self, table: str) -> None:
        """Create a table and its indexes, unless it exists."""
        if table in self.columns():
            return
        for statement in _statements():
            _, kind, name, _, owner, *_ = statement.split()
            if table == (owner if kind == "INDEX" else name):
                self.execute(f"{statement};")

    def update(self, version: int) -> None:
        """Migrate the database from schema *version*, where 0 means an empty database."""
        if not version:
            self.create()
        else:
            for step in STEPS[max(0, version + 1 - FIRST) :]:
                step(self)


def _statements() -> list[str]:
    """Return the statements in ``SCHEMA``, without their semicolons."""
    lines = [line for line in SCHEMA.splitlines() if not line.startswith("--")]
    return "\n".join(lines).removesuffix(";").split(";\n")


def _one_owner(db: Catalogue) -> None:
    """Migrate a schema from before rooms had owners.

    Live rooms are parked and become due. The bodies and checksums of entries stay the same.
    """
    db.drop_old()
    before = db.columns()
    for table, column in _ADDED:
        if column.split()[0] not in before[table]:
            db.execute(f"ALTER TABLE {table} ADD COLUMN {column}")
    if "paused_of" in before["rooms"]:
        db.execute(f"UPDATE rooms SET clock_ran = {_RAN} WHERE clock IS NOT NULL")
    for table in {*_DROPPED} & {*before}:
        db.execute(f"DROP TABLE {table}")
    for column in {*_DROPPED_OF_ROOMS} & before["rooms"]:
        db.execute(f"ALTER TABLE rooms DROP COLUMN {column}")
    for old, new in RENAMED.items():
        db.execute(f"ALTER TABLE {old} RENAME TO {new}")
    for table, columns in db.columns().items():
        if "session" in columns:
            db.execute(f"ALTER TABLE {table} RENAME COLUMN session TO guest")
    db.create()
    db.execute("UPDATE rooms SET holder = NULL, clock_at = NULL")
    db.execute(DUE_NOW)


def _attempts_have_times(db: Catalogue) -> None:
    """Add the times of attempts at puzzles; the time of earlier attempts is unknown."""
    if "tried_at" not in db.columns()["puzzle_attempts"]:
        db.execute("ALTER TABLE puzzle_attempts ADD COLUMN tried_at INTEGER NOT NULL DEFAULT 0")


def _evenings_are_shared(db: Catalogue) -> None:
    """Add the evenings that several phones share."""
    db.add("evenings")
    db.add("evening_members")


def _turns_are_notified(db: Catalogue) -> None:
    """Add push subscriptions, and the notifications of turns."""
    for table in ("push_keys", "push_subscriptions", "turn_notices"):
        db.add(table)


STEPS: tuple[Callable[[Catalogue], None], ...] = (
    _one_owner,
    _attempts_have_times,
    _evenings_are_shared,
    _turns_are_notified,
)
"""The migrations: the first one from any older schema to ``FIRST``, then one per later version.

The first migration creates missing tables in their current form, so each later migration must check
whether its change has already been made.
"""
FIRST = 7
VERSION = FIRST + len(STEPS) - 1
"""The version of the current schema."""
