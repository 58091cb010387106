"""The port of finished games: which of them are public, and the comments of their players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

MOST_COMMENTS = 200
"""How many comments are stored of a game."""
MOST_OF_A_GUEST = 100
"""How many of them one player may have written."""


@dataclass(frozen=True, slots=True)
class Comment:
    """What the player of a seat wrote on a turn of a finished game, or marked it with.

    Rounds count from 1; turn 0 is the deal, and turn 1 the first one after it. ``at`` is in
    milliseconds since 1970, set by the store. ``mark`` and ``text`` may be empty, one of them.
    """

    id: str
    session: str
    seat: int
    at: int
    round: int
    turn: int
    mark: str = ""
    text: str = ""


class Games(Protocol):
    """Which games are public, and what their players wrote on them."""

    async def publish(self, room: str, *, public: bool) -> None:
        """Store whether everybody may see a game; one that is not stored stays unknown."""
        ...

    async def is_public(self, room: str) -> bool:
        """Return whether everybody may see a game; none is public at first."""
        ...

    async def game_summary(self, room: str) -> bytes | None:
        """Return the summary of a finished game; None if none is stored of its log as it is."""
        ...

    async def add_comment(self, room: str, comment: Comment) -> bool:
        """Store a comment; return False where its writer is no member, or there are too many."""
        ...

    async def comments(self, room: str) -> list[Comment]:
        """Return the comments on a game, in the order of its turns."""
        ...

    async def delete_comment(self, room: str, session: str, comment: str) -> bool:
        """Delete a comment of that guest; return whether there was one."""
        ...
