"""The database interface: transactions, appends and notifications.

Statements use the SQL that PostgreSQL and SQLite have in common. ``?`` stands for a parameter, and
``now_ms()`` is the database time in milliseconds since 1970. `` FOR UPDATE``, `` SKIP LOCKED`` and
``LOCK TABLE`` are removed for SQLite, which has a single writer and needs no locks.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from tilerummy.server.store.types import StoreDescription

Result = TypeVar("Result")

Value = str | bytes | int | float | None
"""A parameter of a statement; booleans are passed as numbers."""
Stored = tuple[Any, ...]
"""A result row. The schema defines the types of its columns."""


class Connection(Protocol):
    """Executes statements within a transaction."""

    def rows(self, statement: str, *parameters: Value) -> list[Stored]:
        """Execute a statement, and return its result rows, or [] if it is not a query."""

    def rows_of(self, statement: str, values: Sequence[str]) -> list[Stored]:
        """Return the rows that match any of *values*, in no particular order.

        The statement must contain a single ``= ?``, which is compared with each value.
        """

    def many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        """Execute a statement once for each row of parameters."""

    def lock(self, rooms: Sequence[str]) -> None:
        """Lock the given rooms for writing until the transaction ends."""


Transaction = Callable[[Connection], Result]
"""A function that reads or writes data within a transaction, and returns a result."""


class Statement(NamedTuple):
    """An SQL statement and its parameters."""

    text: str
    parameters: tuple[Value, ...]


class Append(NamedTuple):
    """An append to a room's log: either all of its statements take effect, or none.

    *first* updates one row, or no row if the log's head has changed; the other statements then have
    no effect. *stored* is a query that returns a row if the append has been stored. If it returns
    none, it is safe to repeat the append.
    """

    room: str
    first: Statement
    others: Sequence[Statement]
    stored: Statement


class Database(Protocol):
    """A database; every method may raise StorageError."""

    @property
    def about(self) -> StoreDescription:
        """The database software, and any of its settings that risk losing data."""

    def read(self, work: Transaction[Result], /, *, urgent: bool = False) -> Awaitable[Result]:
        """Run *work* on a consistent snapshot, and return its result.

        If the database supports it, *urgent* work does not wait for other work to finish.
        """

    def write(self, work: Transaction[Result], /, *, urgent: bool = False) -> Awaitable[Result]:
        """Run *work* in a transaction, and return its result once its writes are on disk.

        *work* runs even if the caller is cancelled. It may be run several times; only the last run
        takes effect.
        """

    def append(self, append: Append, /) -> Awaitable[bool]:
        """Perform an append, and return whether it was stored.

        The append is performed even if the caller is cancelled. Appends to the same room are
        performed in call order.
        """

    def listen(self, wake: Callable[[], None], /) -> None:
        """Call *wake* on the current event loop after each :meth:`notify`, or even more often."""

    def notify(self) -> Awaitable[None]:
        """Wake all listening nodes, including this one."""

    def purge(self) -> Awaitable[None]:
        """Remove deleted data from the database files, if the database supports this."""

    async def is_writable(self) -> bool:
        """Return whether the database can currently store writes."""

    def close(self) -> Awaitable[None]:
        """Finish all pending writes, then close the database."""


class StorePart:
    """One part of the store; *now* returns the time in milliseconds since 1970."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database, self._now = database, now
