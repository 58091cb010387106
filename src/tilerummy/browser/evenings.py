"""The evenings of a page in a file of exported games.

The web client itself stores its evenings, so this table exists only in exported files.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Annotated

import msgspec
from msgspec import Meta, Raw

from tilerummy.browser.sqlite import Failure
from tilerummy.server.messages.bodies.common import RequestBody
from tilerummy.server.messages.bodies.evenings import EveningBody, is_consistent
from tilerummy.server.store.types import StoreOpenError

MAX_EVENINGS = 100
"""The maximum number of evenings in a file, as many as a page stores."""
MAX_SIZE = 5 * 1024 * 1024
"""The maximum size of all evenings together, in bytes, which is what browsers store."""

_IS_THERE = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'page_evenings'"


class PageEvening(RequestBody, frozen=True, kw_only=True):
    """An evening as a page stores it, without the changes that can be undone."""

    id: Annotated[str, Meta(pattern="^[0-9a-z]{1,20}$")]
    evening: EveningBody


def add_evenings(path: str, evenings: bytes | memoryview) -> None:
    """Add a JSON array of evenings to the database at *path*.

    Evenings that :func:`take_evenings` would reject are left out. Raises msgspec.DecodeError if
    *evenings* is not an array.
    """
    found: list[PageEvening] = []
    for each in msgspec.json.decode(evenings, type=list[Raw])[:MAX_EVENINGS]:
        try:
            found.append(_decoded(bytes(each)))
        except ValueError:
            continue
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE page_evenings (number INTEGER PRIMARY KEY, body BLOB) STRICT")
        rows = [(msgspec.json.encode(each),) for each in found]
        db.executemany("INSERT INTO page_evenings (body) VALUES (?)", rows)


def take_evenings(path: str) -> bytes | None:
    """Remove the evenings from the database at *path*, and return them as a JSON array.

    Returns None if the file was written by an older version that did not export evenings. Raises
    StoreOpenError if an evening is malformed, or if there are too many.
    """
    try:
        with closing(sqlite3.connect(path)) as db, db:
            if not db.execute(_IS_THERE).fetchall():
                return None
            query = "SELECT CAST(body AS BLOB) FROM page_evenings ORDER BY number LIMIT ?"
            bodies = [body for (body,) in db.execute(query, (MAX_EVENINGS + 1,))]
            db.execute("DROP TABLE page_evenings")
    except Failure as error:
        raise StoreOpenError(f"the file is damaged: {error}") from error
    if len(bodies) > MAX_EVENINGS or sum(len(body or b"") for body in bodies) > MAX_SIZE:
        raise StoreOpenError("the file contains too many evenings")
    try:
        evenings = [_decoded(body or b"") for body in bodies]
    except ValueError as error:
        raise StoreOpenError(f"an evening in the file is malformed: {error}") from error
    if len({each.id for each in evenings}) < len(evenings):
        raise StoreOpenError("two evenings in the file have the same id")
    return msgspec.json.encode(evenings)


def _decoded(body: bytes) -> PageEvening:
    """Decode an evening. Raises ValueError if it is malformed."""
    evening = msgspec.json.decode(body, type=PageEvening)
    if not is_consistent(evening.evening):
        raise ValueError(f"{evening.id} has seats without players, or players without racks")
    return evening
