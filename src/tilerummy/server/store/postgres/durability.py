"""Settings of the server without which a stored turn might be lost after a power cut."""

from __future__ import annotations

import psycopg

NEEDED = {
    "fsync": ("on",),
    "full_page_writes": ("on",),
    "synchronous_commit": ("on", "local", "remote_write", "remote_apply"),
}
"""The values of each setting with which what was committed is on the disk."""

_LOST = {
    "fsync": "a power cut or a crash of the machine can destroy the whole database",
    "full_page_writes": "a power cut while a page is written can destroy it",
    "synchronous_commit": "turns of the last moments can be lost when the server ends",
}
"""What can happen with another value."""


def weaknesses(db: psycopg.Connection) -> tuple[str, ...]:
    """Return a sentence for each setting that is weaker than what the guarantees need."""
    found = {name: db.execute(f"SHOW {name}").fetchone() for name in NEEDED}
    values = {name: str(value[0]) for name, value in found.items() if value}
    return tuple(
        f"{name} is {values[name]} in the database: {_LOST[name]}"
        for name, enough in NEEDED.items()
        if values[name] not in enough
    )


def version(db: psycopg.Connection) -> str:
    """Return the name and version of the server."""
    return f"PostgreSQL {db.info.server_version // 10000}.{db.info.server_version % 10000}"
