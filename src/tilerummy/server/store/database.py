"""The interface of a database: transactions, appends, wake-ups.

Statements are in the common subset of PostgreSQL and SQLite. ``?`` stands for a parameter, and
``now_ms()`` for the database time in milliseconds since 1970. `` FOR UPDATE``, `` SKIP LOCKED`` and
``LOCK TABLE`` are removed for SQLite, whose only writer needs no locks.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from tilerummy.server.store.types import StoreDescription

Result = TypeVar("Result")

Value = str | bytes | int | float | None
"""A parameter of a statement; truth values are passed as numbers."""
Stored = tuple[Any, ...]
"""A result row, with the types defined in the schema."""


class Connection(Protocol):
    """Executes statements in a transaction."""

    def rows(self, statement: str, *parameters: Value) -> list[Stored]:
        """Execute a statement, and return all result rows."""

    def rows_of(self, statement: str, values: Sequence[str]) -> list[Stored]:
        """Execute a statement with a single ``= ?`` for all values; rows may be in any order."""

    def many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        """Execute a statement for each row of parameters."""

    def lock(self, rooms: Sequence[str]) -> None:
        """Lock these rooms for writing until the transaction ends."""


Transaction = Callable[[Connection], Result]
"""Performs reads or writes, and returns a result."""


class Statement(NamedTuple):
    """A statement and its parameters."""

    text: str
    parameters: tuple[Value, ...]


class Append(NamedTuple):
    """An append to a room's log: either all of its statements take effect, or none.

    The *first* statement updates one row, or no row if the log's head has changed; then the
    *others* do nothing. *stored* selects a row if the append was stored; if it selects none,
    repeating the append is safe.
    """

    room: str
    first: Statement
    others: Sequence[Statement]
    stored: Statement


class Database(Protocol):
    """A database; all of its methods raise StorageError."""

    @property
    def about(self) -> StoreDescription:
        """The database software, and weaknesses in its settings."""

    def read(self, work: Transaction[Result], /, *, urgent: bool = False) -> Awaitable[Result]:
        """Run *work* on a consistent snapshot, and return its result.

        If the database supports it, *urgent* work does not have to queue behind other work.
        """

    def write(self, work: Transaction[Result], /, *, urgent: bool = False) -> Awaitable[Result]:
        """Run *work* in a transaction, and return its result once its writes are on disk.

        *work* runs even if the caller is cancelled. If it is repeated, only the last run counts.
        """

    def append(self, append: Append, /) -> Awaitable[bool]:
        """Execute an append, even if the caller is cancelled; return whether it was stored.

        Appends to the same room run in call order.
        """

    def listen(self, wake: Callable[[], None], /) -> None:
        """Call *wake* on this event loop at each :meth:`notify`, and perhaps more often."""

    def notify(self) -> Awaitable[None]:
        """Wake all nodes that listen, including this one."""

    def purge(self) -> Awaitable[None]:
        """Remove deleted data from the database files, as far as the database supports this."""

    async def is_writable(self) -> bool:
        """Return whether the database can currently store writes."""

    def close(self) -> Awaitable[None]:
        """Finish all pending writes, then close the database."""


class StorePart:
    """One part of the store; *now* returns the time in milliseconds since 1970."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database, self._now = database, now
