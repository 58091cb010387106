"""A connection to the file, as the statements use it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import apsw

from tilerummy.server.store.database.connection import Stored, Value

VALUES_AT_ONCE = 500
"""The number of values in one statement at most."""


class SqliteConnection:
    """Executes statements; see the protocol. The thread that writes is alone, so it locks nothing.

    Rows are returned as lists: an open cursor would keep an old snapshot.
    """

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db

    def rows(self, statement: str, *parameters: Value) -> list[Stored]:
        """Execute a statement, and return all rows."""
        return self._db.execute(statement, parameters).fetchall()

    def rows_of(self, statement: str, values: Sequence[str]) -> list[Stored]:
        """Execute a statement once with many values, and return all rows."""
        found: list[Stored] = []
        for first in range(0, len(values), VALUES_AT_ONCE):
            some = values[first : first + VALUES_AT_ONCE]
            marks = ", ".join("?" * len(some))
            found += self.rows(statement.replace("= ?", f"IN ({marks})"), *some)
        return found

    def many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        """Execute a statement with the parameters of each row."""
        self._db.executemany(statement, [tuple(row) for row in rows])

    def lock(self, rooms: Sequence[str]) -> None:
        """Do nothing."""

    def lock_guest(self, session: str) -> None:
        """Do nothing."""
