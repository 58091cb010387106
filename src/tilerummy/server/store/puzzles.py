"""Ratings of guests and puzzles, which change only on a guest's first attempt at a puzzle."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.server.store.database import Connection, StorePart
from tilerummy.server.store.types import Attempt, Rated, Ratings, StoredRating

FIRST_POINTS = 1000.0
"""The rating points that a guest starts with: the level of easy puzzles."""
MAX_HISTORY = 1000
"""The maximum number of attempts in a guest's history."""
_RATING = "points, deviation, volatility, attempts"


class PuzzleRatings(StorePart):
    """Ratings of guests and puzzles; *now* returns the time in milliseconds since 1970."""

    async def rating(self, guest: str) -> StoredRating | None:
        """Return a guest's rating, or None if the guest has none yet."""
        return await self._database.read(lambda db: _rating(db, guest))

    async def history(self, guest: str, since: int) -> list[tuple[int, float]]:
        """Return a guest's rating after each rated attempt after the time *since*.

        Each is a pair of the time in milliseconds since 1970 and the points; the earliest is first.
        Returns the last ``MAX_HISTORY`` attempts at most.
        """
        query = (
            "SELECT tried_at, after FROM puzzle_attempts WHERE guest = ? AND tried_at > ?"
            f" ORDER BY tried_at DESC LIMIT {MAX_HISTORY}"
        )
        found = await self._database.read(lambda db: db.rows(query, guest, since))
        return [(at, points) for at, points in reversed(found)]

    async def first_attempt(self, guest: str, puzzle: str) -> Attempt | None:
        """Return a guest's first attempt at a puzzle, or None if the guest has not tried it."""
        return await self._database.read(lambda db: _first_attempt(db, guest, puzzle))

    async def rate(
        self, guest: str, puzzle: str, cid: str, *, solved: bool, rated: Rated
    ) -> Attempt | None:
        """Store a guest's first attempt at a puzzle and both new ratings in one transaction.

        If the attempt is not the guest's first, or if the guest was deleted, nothing is stored. The
        result is the first attempt if it has the same *cid*, and None otherwise.
        """
        now = self._now()

        def work(db: Connection) -> Attempt | None:
            exists = db.rows("SELECT 1 FROM guests WHERE id = ? FOR UPDATE", guest)
            if not exists:
                return None
            if (first := _first_attempt(db, guest, puzzle)) is not None:
                return first if first.cid == cid else None
            before = _rating(db, guest)
            after, new = rated(Ratings(before, _locked(db, puzzle)))
            db.rows(
                "UPDATE puzzle_ratings SET points = ?, deviation = ?, volatility = ?, attempts = ?"
                " WHERE puzzle = ?",
                *(*new, puzzle),
            )
            db.rows(
                f"INSERT INTO puzzle_players (guest, {_RATING})"
                " VALUES (?, ?, ?, ?, ?) ON CONFLICT (guest) DO UPDATE SET"
                " points = excluded.points, deviation = excluded.deviation,"
                " volatility = excluded.volatility, attempts = excluded.attempts",
                *(guest, *after),
            )
            points = FIRST_POINTS if before is None else before.points
            attempt = Attempt(cid, solved, points, after.points)
            db.rows(
                "INSERT INTO puzzle_attempts"
                " (attempt, guest, puzzle, cid, solved, before, after, tried_at)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                *(_key(guest, puzzle), guest, puzzle, cid, int(solved)),
                *(points, after.points, now),
            )
            return attempt

        return await self._database.write(work)


def delete_guests(db: Connection, guests: Sequence[str]) -> None:
    """Delete the ratings and attempts of the given guests."""
    for name in ("puzzle_players", "puzzle_attempts"):
        db.rows_of(f"DELETE FROM {name} WHERE guest = ?", guests)


def _rating(db: Connection, guest: str) -> StoredRating | None:
    rows = db.rows(f"SELECT {_RATING} FROM puzzle_players WHERE guest = ?", guest)
    return StoredRating(*rows[0]) if rows else None


def _first_attempt(db: Connection, guest: str, puzzle: str) -> Attempt | None:
    query = "SELECT cid, solved, before, after FROM puzzle_attempts WHERE attempt = ?"
    for cid, solved, before, after in db.rows(query, _key(guest, puzzle)):
        return Attempt(cid, bool(solved), before, after)
    return None


def _locked(db: Connection, puzzle: str) -> StoredRating | None:
    """Lock a puzzle's row, creating it if needed; return its rating, or None if it is new."""
    db.rows(
        f"INSERT INTO puzzle_ratings (puzzle, {_RATING}) VALUES (?, 0, 0, 0, 0)"
        " ON CONFLICT (puzzle) DO UPDATE SET puzzle = excluded.puzzle",
        puzzle,
    )
    [row] = db.rows(f"SELECT {_RATING} FROM puzzle_ratings WHERE puzzle = ?", puzzle)
    stored = StoredRating(*row)
    return stored if stored.attempts else None


def _key(guest: str, puzzle: str) -> str:
    return f"{guest} {puzzle}"
