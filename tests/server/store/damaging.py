"""Changes of what a store holds, behind its back."""

from __future__ import annotations

import apsw
import psycopg


def change(url: str, *statements: str) -> list[tuple[object, ...]]:
    """Execute statements, written as for SQLite, in the file or database; return the last rows."""
    rows: list[tuple[object, ...]] = []
    if url.startswith("sqlite:///"):
        file = apsw.Connection(url.removeprefix("sqlite:///"))
        file.set_busy_timeout(5000)
        for statement in statements:
            rows = [*file.execute(statement)]
        file.close()
        return rows
    with psycopg.connect(url, autocommit=True) as db:
        for statement in statements:
            cursor = db.execute(statement.replace("x'00'", "'\\x00'::bytea").encode())
            rows = cursor.fetchall() if cursor.description else []
    return rows
