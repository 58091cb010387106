"""The ratings of guests and puzzles in a database."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.server.store.database.connection import Connection
from tilerummy.server.store.puzzles.memory import FIRST_POINTS
from tilerummy.server.store.puzzles.port import (
    Attempt,
    AttemptStored,
    Rated,
    Ratings,
    StoredRating,
)

_RATING = "points, deviation, volatility, attempts"


def guest_rating(db: Connection, session: str) -> StoredRating | None:
    """Return the rating of a guest."""
    found = db.rows(f"SELECT {_RATING} FROM puzzle_players WHERE session = ?", session)
    return StoredRating(*found[0]) if found else None


def first_attempt(db: Connection, session: str, puzzle: str) -> Attempt | None:
    """Return the first attempt of a guest at a puzzle."""
    found = db.rows(
        "SELECT cid, solved, before, after FROM puzzle_attempts WHERE attempt = ?",
        _attempt(session, puzzle),
    )
    for cid, solved, before, after in found:
        return Attempt(cid, bool(solved), before, after)
    return None


def rate(
    db: Connection, who: tuple[str, str, str], rated: Rated, *, solved: bool
) -> AttemptStored | None:
    """Store an attempt, given the guest, the puzzle and the id of the request."""
    session, puzzle, cid = who
    db.lock_guest(session)
    if not db.rows("SELECT 1 FROM guests WHERE id = ?", session):
        return None
    if known := first_attempt(db, session, puzzle):
        return AttemptStored(known, fresh=False)
    db.rows(
        # a row that is there is locked by this, and one that is not is there afterwards
        "INSERT INTO puzzle_ratings (puzzle, points, deviation, volatility, attempts)"
        " VALUES (?, 0, 0, 0, 0) ON CONFLICT (puzzle) DO UPDATE SET puzzle = excluded.puzzle",
        puzzle,
    )
    [row] = db.rows(f"SELECT {_RATING} FROM puzzle_ratings WHERE puzzle = ?", puzzle)
    stored = StoredRating(*row)
    before = guest_rating(db, session)
    guest, new = rated(Ratings(before, stored if stored.attempts else None))
    db.rows(
        "UPDATE puzzle_ratings SET points = ?, deviation = ?, volatility = ?, attempts = ?"
        " WHERE puzzle = ?",
        *(*new, puzzle),
    )
    db.rows(
        "INSERT INTO puzzle_players (session, points, deviation, volatility, attempts)"
        " VALUES (?, ?, ?, ?, ?) ON CONFLICT (session) DO UPDATE SET points = excluded.points,"
        " deviation = excluded.deviation, volatility = excluded.volatility,"
        " attempts = excluded.attempts",
        *(session, *guest),
    )
    points = FIRST_POINTS if before is None else before.points
    attempt = Attempt(cid, solved, points, guest.points)
    db.rows(
        "INSERT INTO puzzle_attempts (attempt, session, puzzle, cid, solved, before, after)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        *(_attempt(session, puzzle), session, puzzle, cid, int(solved), points, guest.points),
    )
    return AttemptStored(attempt, fresh=True)


def forget(db: Connection, sessions: Sequence[str]) -> None:
    """Delete what is stored of guests."""
    for name in ("puzzle_players", "puzzle_attempts"):
        db.rows_of(f"DELETE FROM {name} WHERE session = ?", sessions)


def _attempt(session: str, puzzle: str) -> str:
    """Return the key of the attempt of a guest at a puzzle."""
    return f"{session} {puzzle}"
