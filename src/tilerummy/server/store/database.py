"""The port of a database: transactions, appends, wake-ups.

Statements are written once, as PostgreSQL and SQLite both understand them. A parameter is ``?`` in
them, ``now_ms()`` the time of the database in milliseconds since 1970, and `` FOR UPDATE``,
`` SKIP LOCKED`` and ``LOCK TABLE`` are left out where only one transaction writes at a time.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from tilerummy.server.store.types import StoreDescription

Result = TypeVar("Result")

Value = str | bytes | int | float | None
"""A parameter of a statement; a truth value is a number."""

Stored = tuple[Any, ...]
"""A row, with the types of the schema."""


class Connection(Protocol):
    """Executes statements in a transaction."""

    def rows(self, statement: str, *parameters: Value) -> list[Stored]:
        """Execute a statement, and return all rows that it finds or returns."""

    def rows_of(self, statement: str, values: Sequence[str]) -> list[Stored]:
        """Execute a statement for each of the values, and return all rows, in any order.

        Its only parameter is ``= ?``.
        """

    def many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        """Execute a statement with the parameters of each row."""

    def lock(self, rooms: Sequence[str]) -> None:
        """Let no one else write to these rooms until the transaction ends."""


Transaction = Callable[[Connection], Result]
"""Reads or writes, and returns its result."""


class Statement(NamedTuple):
    """A statement with its parameters."""

    text: str
    parameters: tuple[Value, ...]


class Append(NamedTuple):
    """An append to the log of a room: all of the statements or none.

    The *first* changes one row, or none if the log does not end where the writer says. The others
    do nothing then: each checks the row that the first one has written. *stored* finds a row if the
    append was stored, or none if it may be stored again without harm.
    """

    room: str
    first: Statement
    others: Sequence[Statement]
    stored: Statement


class Database(Protocol):
    """A database. Everything raises StorageError."""

    @property
    def about(self) -> StoreDescription:
        """What the database is, and what it cannot guarantee with its settings."""

    def read(self, work: Transaction[Result], /, *, urgent: bool = False) -> Awaitable[Result]:
        """Return what *work* reads, all of it from the same moment.

        What is *urgent* does not wait for anything else, where the database can do several things.
        """

    def write(self, work: Transaction[Result], /, *, urgent: bool = False) -> Awaitable[Result]:
        """Return the result of *work* after everything it wrote is on disk.

        *work* may be executed more than once; only its last execution counts. It is executed even
        if the caller is cancelled.
        """

    def append(self, append: Append, /) -> Awaitable[bool]:
        """Execute an append; return whether it was stored. The caller's cancellation is ignored.

        Those of one room are executed in the order of the calls.
        """

    def listen(self, wake: Callable[[], None], /) -> None:
        """Call *wake* on this event loop whenever a node calls :meth:`notify`.

        It may also be called without reason, as after a lost connection.
        """

    def notify(self) -> Awaitable[None]:
        """Wake every node that listens, this one included."""

    def purge(self) -> Awaitable[None]:
        """Ensure that no deleted data remains in the files, as far as the database allows it."""

    async def is_writable(self) -> bool:
        """Return whether writes can be stored now."""

    def close(self) -> Awaitable[None]:
        """Store all requested writes, and end."""


class StorePart:
    """A part of the store, by its subject; *now* returns the time in ms since 1970."""

    def __init__(self, database: Database, now: Callable[[], int]) -> None:
        self._database, self._now = database, now
