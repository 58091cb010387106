"""What is stored of finished games besides their logs: whether all may see them, and comments."""

from tilerummy.server.store.games.port import (
    MOST_COMMENTS,
    MOST_OF_A_GUEST,
    Comment,
    Games,
)

__all__ = ["MOST_COMMENTS", "MOST_OF_A_GUEST", "Comment", "Games"]
