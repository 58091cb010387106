"""The ratings of guests and puzzles in memory."""

from __future__ import annotations

from tilerummy.server.store.puzzles.port import (
    Attempt,
    AttemptStored,
    Rated,
    Ratings,
    StoredRating,
)

FIRST_POINTS = 1500.0
"""What a guest has who was never rated."""


class MemoryPuzzleRatings:
    """Ratings until the process ends."""

    def __init__(self) -> None:
        self._guests: dict[str, StoredRating] = {}
        self._puzzles: dict[str, StoredRating] = {}
        self._attempts: dict[tuple[str, str], Attempt] = {}

    def guest_rating(self, session: str) -> StoredRating | None:
        """Return the rating of a guest; see the port."""
        return self._guests.get(session)

    def first_attempt(self, session: str, puzzle: str) -> Attempt | None:
        """Return the first attempt of a guest at a puzzle; see the port."""
        return self._attempts.get((session, puzzle))

    def rate(
        self, session: str, puzzle: str, cid: str, *, solved: bool, rated: Rated
    ) -> AttemptStored:
        """Store an attempt; see the port."""
        if known := self.first_attempt(session, puzzle):
            return AttemptStored(known, fresh=False)
        before = self._guests.get(session)
        guest, self._puzzles[puzzle] = rated(Ratings(before, self._puzzles.get(puzzle)))
        self._guests[session] = guest
        points = FIRST_POINTS if before is None else before.points
        attempt = self._attempts[session, puzzle] = Attempt(cid, solved, points, guest.points)
        return AttemptStored(attempt, fresh=True)

    def forget(self, session: str) -> None:
        """Delete what is stored of a guest."""
        self._guests.pop(session, None)
        self._attempts = {key: a for key, a in self._attempts.items() if key[0] != session}
