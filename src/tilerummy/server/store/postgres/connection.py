"""A connection to the database server, as the statements use it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import psycopg

from tilerummy.server.store.database.connection import Stored, Value
from tilerummy.server.store.postgres.text import texts


class PostgresConnection:
    """Executes statements; see the protocol."""

    def __init__(self, db: psycopg.Connection) -> None:
        self._db = db

    def rows(self, statement: str, *parameters: Value) -> list[Stored]:
        """Execute a statement, and return all rows."""
        cursor = self._db.execute(_with_parameters(statement), parameters, binary=True)
        return cursor.fetchall() if cursor.description else []

    def rows_of(self, statement: str, values: Sequence[str]) -> list[Stored]:
        """Execute a statement once with all the values, and return all rows."""
        if not values:
            return []
        return self.rows(statement.replace("= ?", "= ANY (?)"), texts(values))

    def many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        """Execute a statement with the parameters of each row."""
        with self._db.cursor() as cursor:
            cursor.executemany(_with_parameters(statement), rows)

    def lock(self, rooms: Sequence[str]) -> None:
        """Lock tables until the transaction ends, in the order in which appends lock them."""
        self.rows_of("SELECT 1 FROM rooms WHERE room = ? ORDER BY room FOR UPDATE", rooms)

    def lock_guest(self, session: str) -> None:
        """Lock a guest until the transaction ends."""
        self.rows("SELECT 1 FROM guests WHERE id = ? FOR UPDATE", session)


@lru_cache(maxsize=256)
def _with_parameters(statement: str) -> bytes:
    """Return a statement as the driver takes it."""
    return statement.replace("?", "%s").encode()
