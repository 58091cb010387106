"""A connection to a database of either kind, as the statements use it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

Value = str | bytes | int | float | None
"""A parameter of a statement; truth is a number."""

Stored = tuple[Any, ...]
"""A row, whose types the schema says."""


class Connection(Protocol):
    """Executes statements, which are written as both databases understand them.

    A parameter stands as ``?`` in them.
    """

    def rows(self, statement: str, *parameters: Value) -> list[Stored]:
        """Execute a statement, and return all rows that it finds or returns."""
        ...

    def rows_of(self, statement: str, values: Sequence[str]) -> list[Stored]:
        """Execute a statement for each of the values, and return all rows, in any order.

        Its only parameter stands as ``= ?``.
        """
        ...

    def many(self, statement: str, rows: Iterable[Sequence[Value]]) -> None:
        """Execute a statement with the parameters of each row."""
        ...

    def lock(self, rooms: Sequence[str]) -> None:
        """Let nobody else write to these tables until the transaction ends."""
        ...

    def lock_guest(self, session: str) -> None:
        """Let nobody else write of this guest until the transaction ends."""
        ...
