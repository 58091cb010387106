"""The port of a database: transactions, appends, wake-ups.

Statements are in the common subset of PostgreSQL and SQLite. ``?`` is a parameter and ``now_ms()``
the database time in milliseconds since 1970. `` FOR UPDATE``, `` SKIP LOCKED`` and ``LOCK TABLE``
are removed for SQLite, whose only writer needs no locks.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from tilerummy.server.store.types import StoreDescription

Result = TypeVar("Result")

Value = str | bytes | int | float | None
"""A parameter of a statement; a Boolean is a number."""
Stored = tuple[Any, ...]
"""A row, with the types of the schema."""


class Connection(Protocol):
    """Executes statements in a transaction."""

    def rows(self, statement: str, *parameters: Value) -> list[Stored]:
        """Execute a statement, and return all result rows."""

    def rows_of(self, statement: str, values: Sequence[str]) -> list[Stored]:
        """Execute a statement with one ``= ?`` for all values; return rows in any order."""

    def many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        """Execute a statement for each row of parameters."""

    def lock(self, rooms: Sequence[str]) -> None:
        """Lock these rooms for writing until the transaction ends."""


Transaction = Callable[[Connection], Result]
"""Reads or writes, and returns its result."""


class Statement(NamedTuple):
    """A statement with its parameters."""

    text: str
    parameters: tuple[Value, ...]


class Append(NamedTuple):
    """An append to a room's log, all statements or none.

    The *first* statement updates one row, or none if the log has another head. Each further
    statement does nothing without that row. *stored* selects a row if the append was stored, and
    none if repeating it is safe.
    """

    room: str
    first: Statement
    others: Sequence[Statement]
    stored: Statement


class Database(Protocol):
    """A database. All methods raise StorageError."""

    @property
    def about(self) -> StoreDescription:
        """The database software, and weaknesses of its settings."""

    def read(self, work: Transaction[Result], /, *, urgent: bool = False) -> Awaitable[Result]:
        """Run *work* on a consistent snapshot, and return its result.

        *urgent* work does not queue behind other work, if the database supports that.
        """

    def write(self, work: Transaction[Result], /, *, urgent: bool = False) -> Awaitable[Result]:
        """Run *work* in a transaction, and return its result when its writes are on disk.

        *work* runs even if the caller is cancelled. If it is repeated, only the last run counts.
        """

    def append(self, append: Append, /) -> Awaitable[bool]:
        """Execute an append, even if the caller is cancelled; return whether it was stored.

        Appends of a room run in call order.
        """

    def listen(self, wake: Callable[[], None], /) -> None:
        """Call *wake* on this event loop at each :meth:`notify`, and possibly more often."""

    def notify(self) -> Awaitable[None]:
        """Wake all listening nodes, including this one."""

    def purge(self) -> Awaitable[None]:
        """Remove deleted data from the files, as far as the database supports that."""

    async def is_writable(self) -> bool:
        """Return whether writes can be stored."""

    def close(self) -> Awaitable[None]:
        """Finish all pending writes, and close."""


class StorePart:
    """A part of the store; *now* returns the time in ms since 1970."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database, self._now = database, now
