"""The reviews of finished tables in a database."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.server.store.database.connection import Connection
from tilerummy.server.store.port import REVIEWS, StoredReview


def keep(db: Connection, new: StoredReview, now: int) -> StoredReview:
    """Store a review, unless one of its version is there, and return which one is to be shown.

    It is stored if its table is there; the oldest ones beyond the limit are deleted.
    """
    db.lock([new.room])
    known = review(db, new.room, new.seat, new.depth)
    if known is not None and known.version == new.version:
        return known
    if not db.rows("SELECT 1 FROM rooms WHERE room = ?", new.room):
        return new
    key = (new.room, new.seat, new.depth)
    db.rows("DELETE FROM reviews WHERE room = ? AND seat = ? AND depth = ?", *key)
    db.rows(
        "INSERT INTO reviews VALUES (?, ?, ?, ?, ?, ?, ?)",
        *(*key, new.version, now, new.summary, new.body),
    )
    db.rows(
        "DELETE FROM reviews WHERE made <"
        " (SELECT made FROM reviews ORDER BY made DESC LIMIT 1 OFFSET ?)",
        REVIEWS - 1,
    )
    return new


def review(db: Connection, room: str, seat: int, depth: str) -> StoredReview | None:
    """Return the review of a seat at that depth."""
    found = db.rows(
        "SELECT version, summary, body FROM reviews WHERE room = ? AND seat = ? AND depth = ?",
        *(room, seat, depth),
    )
    for version, summary, body in found:
        return StoredReview(room, seat, depth, version, summary, body)
    return None


def summaries(db: Connection, rooms: Sequence[str]) -> list[StoredReview]:
    """Return all reviews of these tables, without their bodies."""
    found = db.rows_of(
        "SELECT room, seat, depth, version, summary FROM reviews WHERE room = ?", rooms
    )
    return [
        StoredReview(room, seat, depth, version, summary, b"")
        for room, seat, depth, version, summary in found
    ]
