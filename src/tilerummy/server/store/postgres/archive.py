"""A database of PostgreSQL as a whole, for copying and checking."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager

from psycopg import IsolationLevel

from tilerummy.server.store.archive import OF_GUESTS, OF_TABLES, StoredRow
from tilerummy.server.store.checksums import Ledger
from tilerummy.server.store.port import StoreDescription, StoreOpeningError
from tilerummy.server.store.postgres import durability, schema
from tilerummy.server.store.postgres.connecting import LOCK, Database, Failure, close_quietly
from tilerummy.server.store.postgres.text import texts

_TYPES = {
    **dict.fromkeys(("size", "seq", "refused", "round", "turn", "seat", "version"), "int4"),
    **dict.fromkeys(("attempts", "solved"), "int4"),
    **dict.fromkeys(("updated", "at", "made", "seen", "until"), "int8"),
    **dict.fromkeys(("head", "body", "checksum", "answer", "seed", "hash", "summary"), "bytea"),
    **dict.fromkeys(("points", "deviation", "volatility", "before", "after"), "float8"),
    **dict.fromkeys(("private", "program"), "bool"),
}
"""The types of the columns that are no text."""


def migrate_database(url: str) -> tuple[int, int]:
    """Bring a database up to date; return the numbers of its schema before and after.

    Raises StoreOpeningError.
    """
    database = Database(url)
    try:
        with database.connect(patience=0) as db:
            schema.check_encoding(db)
            return schema.migrate(db)
    except Failure as error:
        raise StoreOpeningError(f"{database.server}: {str(error).strip()}") from error


class PostgresArchive:
    """The store in a database server, read from or copied into. Raises StoreOpeningError.

    Until a copy into it is whole, no server opens it.
    """

    def __init__(self, url: str, *, alone: bool = False, copy: bool = False) -> None:
        database = Database(url)
        try:
            self._db = database.connect(patience=0)
        except Failure as error:
            message = f"{database.server} cannot be reached ({str(error).strip()})"
            raise StoreOpeningError(message) from error
        try:
            self._open(database.server, alone=alone, copy=copy)
        except Failure as error:
            close_quietly(self._db)
            raise StoreOpeningError(f"{database.server}: {str(error).strip()}") from error
        except BaseException:
            close_quietly(self._db)
            raise

    def _open(self, server: str, *, alone: bool, copy: bool) -> None:
        db = self._db
        if alone and db.execute(LOCK).fetchone() != (True,):
            raise StoreOpeningError(f"a server uses {server}; end it first")
        schema.check_encoding(db)
        if copy:
            schema.migrate(db)
            schema.begin_copy(db, server)
        elif (found := schema.version_of(db)) != schema.VERSION:
            raise StoreOpeningError(
                f"{server} has schema {found}, this version of tilerummy reads {schema.VERSION}:"
                " run `tilerummy store migrate` on it first"
            )
        else:
            schema.check_whole(db)
            db.isolation_level = IsolationLevel.REPEATABLE_READ
            db.read_only = True
        self.about = StoreDescription(durability.version(db), durability.weaknesses(db))

    def totals(self) -> tuple[int, int]:
        """Return the numbers of tables and of entries."""
        query = "SELECT count(*), coalesce(sum(size), 0)::int8 FROM rooms"
        [(rooms, entries)] = self._db.execute(query).fetchall()
        return rooms, entries

    def ledgers(self, after: str | None, most: int) -> dict[str, Ledger]:
        """Return the next tables; see the port."""
        where = "" if after is None else "WHERE room > %(after)s"
        found = self._db.execute(
            f"SELECT room, size, head FROM rooms {where} ORDER BY room LIMIT %(most)s",
            {"after": after, "most": most} if after is not None else {"most": most},
        )
        return {room: Ledger(size, head) for room, size, head in found}

    def ledgers_of(self, rooms: Sequence[str]) -> dict[str, Ledger]:
        """Return those of the tables that there are; see the port."""
        query = "SELECT room, size, head FROM rooms WHERE room = ANY (%s)"
        found = self._db.execute(query, (texts(rooms),))
        return {room: Ledger(size, head) for room, size, head in found}

    def rows(self, name: str, rooms: Sequence[str]) -> list[StoredRow]:
        """Return what is stored of these tables; see the port."""
        order = "room, seq" if name == "entries" else "room"
        query = f"SELECT {', '.join(OF_TABLES[name])} FROM {name}"
        return self._db.execute(
            f"{query} WHERE room = ANY (%s) ORDER BY {order}", (texts(rooms),), binary=True
        ).fetchall()

    def guests(self, name: str, after: object, most: int) -> list[StoredRow]:
        """Return the next rows of guests; see the port."""
        columns = OF_GUESTS[name]
        where = "" if after is None else f"WHERE {columns[0]} > %(after)s"
        return self._db.execute(
            f"SELECT {', '.join(columns)} FROM {name} {where} ORDER BY {columns[0]} LIMIT %(most)s",
            {"after": after, "most": most} if after is not None else {"most": most},
            binary=True,
        ).fetchall()

    def delete(self, name: str, rooms: Sequence[str]) -> None:
        """Delete what is stored of these tables; see the port."""
        self._db.execute(f"DELETE FROM {name} WHERE room = ANY (%s)", (texts(rooms),))

    def delete_guests(self) -> None:
        """Delete all guests."""
        self._db.execute(f"TRUNCATE {', '.join(OF_GUESTS)}")

    def insert(self, name: str, rows: Sequence[StoredRow]) -> None:
        """Store rows."""
        columns = {**OF_TABLES, **OF_GUESTS}[name]
        statement = f"COPY {name} ({', '.join(columns)}) FROM STDIN (FORMAT BINARY)"
        with self._db.cursor() as cursor, cursor.copy(statement) as copy:
            copy.set_types([_TYPES.get(column, "text") for column in columns])
            for row in rows:
                copy.write_row(row)

    def transaction(self) -> AbstractContextManager[object]:
        """Return a context in which all is read at one moment, and written together."""
        return self._db.transaction()

    def finish_copy(self) -> None:
        """Store that the copy is whole; then what the planner has to know is counted."""
        schema.finish_copy(self._db)
        self._db.execute("ANALYZE")

    def close(self) -> None:
        """Close it."""
        close_quietly(self._db)
