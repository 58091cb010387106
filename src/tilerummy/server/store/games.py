"""Data stored about finished games apart from their logs: summaries, comments and reviews.

Summaries and reviews can be recomputed from the log, and are deleted along with it. If the log is
rewritten, the summary is deleted.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.server.store.database import Connection, StorePart
from tilerummy.server.store.types import (
    FINISHED,
    MAX_COMMENTS,
    MAX_COMMENTS_OF_GUEST,
    REVIEWS,
    Comment,
    FinishedRoom,
    StoredReview,
)

_COMMENT = "id, guest, seat, at, round, turn, mark, text"


class Games(StorePart):
    """Finished games; *now* returns the time in milliseconds since 1970."""

    async def finished(self, guest: str, limit: int) -> list[FinishedRoom]:
        """Return up to *limit* finished games of a guest, the most recent first."""
        query = (
            "SELECT rooms.room, rooms.size, updated, summary FROM members"
            " JOIN rooms ON rooms.room = members.room LEFT JOIN summaries"
            " ON summaries.room = rooms.room AND summaries.size = rooms.size"
            " WHERE guest = ? AND phase IN (?, ?) ORDER BY updated DESC, rooms.room LIMIT ?"
        )
        found = await self._database.read(lambda db: db.rows(query, guest, *FINISHED, limit))
        return [FinishedRoom(*row) for row in found]

    async def add_summary(self, room: str, size: int, summary: bytes) -> None:
        """Store a game's summary, unless its log no longer contains exactly *size* entries."""

        def work(db: Connection) -> None:
            db.lock([room])
            db.rows(
                "INSERT INTO summaries (room, size, summary) SELECT room, size, ? FROM rooms"
                " WHERE room = ? AND size = ? AND phase IN (?, ?)"
                " ON CONFLICT (room) DO UPDATE SET size = excluded.size,"
                " summary = excluded.summary",
                *(summary, room, size, *FINISHED),
            )

        await self._database.write(work)

    async def summary(self, room: str) -> bytes | None:
        """Return the stored summary of a finished game's current log, or None if it is missing."""
        query = "SELECT summary FROM summaries JOIN rooms USING (room, size) WHERE room = ?"
        found: list[tuple[bytes]] = await self._database.read(lambda db: db.rows(query, room))
        return found[0][0] if found else None

    async def publish(self, room: str, *, public: bool) -> None:
        """Make a game public or private; does nothing if the game is unknown."""
        now = self._now()

        def work(db: Connection) -> None:
            db.lock([room])
            if not public:
                db.rows("DELETE FROM public_games WHERE room = ?", room)
            elif db.rows("SELECT 1 FROM rooms WHERE room = ?", room):
                query = "INSERT INTO public_games (room, at) VALUES (?, ?) ON CONFLICT DO NOTHING"
                db.rows(query, room, now)

        await self._database.write(work)

    async def is_public(self, room: str) -> bool:
        """Return whether a game is public; games are private by default."""
        query = "SELECT 1 FROM public_games WHERE room = ?"
        return bool(await self._database.read(lambda db: db.rows(query, room)))

    async def add_comment(self, room: str, new: Comment) -> bool:
        """Store a comment. Return False if its author is not a member or has reached a limit."""
        now = self._now()

        def work(db: Connection) -> bool:
            db.lock([room])
            if not db.rows("SELECT 1 FROM members WHERE room = ? AND guest = ?", room, new.guest):
                return False
            query = "SELECT guest FROM comments WHERE room = ?"
            writers = [guest for (guest,) in db.rows(query, room)]
            if len(writers) >= MAX_COMMENTS:
                return False
            if writers.count(new.guest) >= MAX_COMMENTS_OF_GUEST:
                return False
            db.rows(
                f"INSERT INTO comments (room, {_COMMENT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                *(room, new.id, new.guest, new.seat, now, new.round, new.turn, new.mark, new.text),
            )
            return True

        return await self._database.write(work)

    async def comments(self, room: str) -> list[Comment]:
        """Return the comments on a game, ordered by turn."""
        query = f"SELECT {_COMMENT} FROM comments WHERE room = ? ORDER BY round, turn, at, id"
        return [Comment(*row) for row in await self._database.read(lambda db: db.rows(query, room))]

    async def delete_comment(self, room: str, guest: str, comment: str) -> bool:
        """Delete a guest's comment, and return whether the comment existed."""
        query = "DELETE FROM comments WHERE room = ? AND id = ? AND guest = ? RETURNING id"
        return bool(await self._database.write(lambda db: db.rows(query, room, comment, guest)))

    async def keep_review(self, new: StoredReview) -> StoredReview:
        """Store a review unless its room was deleted, and return the review to show.

        If another node has already stored a review of the same version, that review is returned.
        """
        now, key = self._now(), (new.room, new.seat, new.depth)

        def work(db: Connection) -> StoredReview:
            db.lock([new.room])
            known = _review(db, *key)
            if known is not None and known.version == new.version:
                return known
            if not db.rows("SELECT 1 FROM rooms WHERE room = ?", new.room):
                return new
            db.rows("DELETE FROM reviews WHERE room = ? AND seat = ? AND depth = ?", *key)
            db.rows(
                "INSERT INTO reviews (room, seat, depth, version, made, summary, body)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                *(*key, new.version, now, new.summary, new.body),
            )
            db.rows(
                "DELETE FROM reviews WHERE made <"
                " (SELECT made FROM reviews ORDER BY made DESC LIMIT 1 OFFSET ?)",
                REVIEWS - 1,
            )
            return new

        return await self._database.write(work)

    async def review(self, room: str, seat: int, depth: str) -> StoredReview | None:
        """Return the stored review for a seat and depth, regardless of its version, or None."""
        return await self._database.read(lambda db: _review(db, room, seat, depth))

    async def review_summaries(self, rooms: Sequence[str]) -> list[StoredReview]:
        """Return all reviews of the given rooms, but without their bodies."""
        query = "SELECT room, seat, depth, version, summary FROM reviews WHERE room = ?"
        found: Sequence[tuple[str, int, str, int, bytes]]
        found = await self._database.read(lambda db: db.rows_of(query, rooms))
        return [StoredReview(*row, b"") for row in found]


def _review(db: Connection, room: str, seat: int, depth: str) -> StoredReview | None:
    query = (
        "SELECT room, seat, depth, version, summary, body FROM reviews"
        " WHERE room = ? AND seat = ? AND depth = ?"
    )
    for row in db.rows(query, room, seat, depth):
        return StoredReview(*row)
    return None
