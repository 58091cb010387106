"""The parts of an SQLite database that do not depend on the driver: apsw, or Python's own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Protocol

from tilerummy.server.store.database import Append, Stored, Value

VALUES_AT_ONCE = 500
"""The maximum number of values to pass to one statement."""


class Cursor(Protocol):
    """A statement's result."""

    def fetchall(self) -> list[Any]:
        """Return all remaining rows."""


class Driver(Protocol):
    """A connection of one of the drivers."""

    def execute(self, statement: str, parameters: tuple[Value, ...], /) -> Cursor:
        """Execute a statement."""

    def executemany(self, statement: str, rows: list[tuple[Value, ...]], /) -> Cursor:
        """Execute a statement for each row of parameters."""


@lru_cache(maxsize=512)
def _plain(statement: str) -> str:
    """Return a statement without its locking clauses, which a single writer does not need."""
    if statement.startswith("LOCK TABLE"):
        return ""
    return statement.replace(" FOR UPDATE SKIP LOCKED", "").replace(" FOR UPDATE", "")


class SqliteConnection:
    """Executes statements; see ``Connection`` in :mod:`~tilerummy.server.store.database`.

    Locks are unnecessary, because only one transaction writes at a time. All rows are fetched
    immediately, because an open cursor would keep an old snapshot alive.
    """

    def __init__(self, db: Driver) -> None:
        self._db = db

    def rows(self, statement: str, *parameters: Value) -> list[Stored]:
        """Execute a statement, and return all result rows."""
        return self._db.execute(_plain(statement), parameters).fetchall()

    def rows_of(self, statement: str, values: Sequence[str]) -> list[Stored]:
        """Return the rows that match any of *values*; see ``Connection.rows_of``."""
        rows: list[Stored] = []
        for first in range(0, len(values), VALUES_AT_ONCE):
            some = values[first : first + VALUES_AT_ONCE]
            marks = ", ".join("?" * len(some))
            rows += self.rows(statement.replace("= ?", f"IN ({marks})"), *some)
        return rows

    def many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        """Execute a statement for each row of parameters."""
        self._db.executemany(statement, [tuple(row) for row in rows])

    def lock(self, rooms: Sequence[str]) -> None:
        """Do nothing, because only one transaction writes at a time."""


def appended(db: Driver, append: Append, changes: Callable[[], int]) -> bool:
    """Perform an append, and return whether the log had the expected head.

    *changes* returns the number of rows that the last statement changed.
    """
    db.execute(*append.first)
    if not changes():
        return False
    for each in append.others:
        db.execute(*each)
    return True


class Listeners:
    """The listeners in this process that are woken by notifications."""

    def __init__(self) -> None:
        self._listeners: list[tuple[asyncio.AbstractEventLoop, Callable[[], None]]] = []

    def listen(self, wake: Callable[[], None]) -> None:
        """Call *wake* on the current event loop whenever :meth:`notify` is called."""
        self._listeners.append((asyncio.get_running_loop(), wake))

    async def notify(self) -> None:
        """Wake all listeners."""
        for loop, wake in self._listeners:
            if not loop.is_closed():
                loop.call_soon_threadsafe(wake)
