"""Finished games in a database: which of them are public, and the comments on them."""

from __future__ import annotations

from tilerummy.server.store.database.connection import Connection
from tilerummy.server.store.games import MOST_COMMENTS, MOST_OF_A_GUEST, Comment

_COMMENT = "id, session, seat, at, round, turn, mark, text"


def publish(db: Connection, room: str, now: int, *, public: bool) -> None:
    """Store whether a game is public; one that is not there stays as it is."""
    db.lock([room])
    if not public:
        db.rows("DELETE FROM public_games WHERE room = ?", room)
    elif db.rows("SELECT 1 FROM rooms WHERE room = ?", room):
        db.rows("INSERT INTO public_games VALUES (?, ?) ON CONFLICT DO NOTHING", room, now)


def is_public(db: Connection, room: str) -> bool:
    """Return whether a game is public."""
    return bool(db.rows("SELECT 1 FROM public_games WHERE room = ?", room))


def game_summary(db: Connection, room: str) -> bytes | None:
    """Return the summary of a game, if it is of its log as it is."""
    found: list[tuple[bytes]] = db.rows(
        "SELECT summary FROM summaries JOIN rooms USING (room, size) WHERE room = ?", room
    )
    return found[0][0] if found else None


def add_comment(db: Connection, room: str, new: Comment, now: int) -> bool:
    """Store a comment of a member, and return whether there was room for it."""
    db.lock([room])
    if not db.rows("SELECT 1 FROM members WHERE room = ? AND session = ?", room, new.session):
        return False
    written = [session for (session,) in db.rows(f"SELECT session{_OF_ROOM}", room)]
    if len(written) >= MOST_COMMENTS or written.count(new.session) >= MOST_OF_A_GUEST:
        return False
    db.rows(
        f"INSERT INTO comments (room, {_COMMENT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        *(room, new.id, new.session, new.seat, now, new.round, new.turn, new.mark, new.text),
    )
    return True


_OF_ROOM = " FROM comments WHERE room = ?"


def comments(db: Connection, room: str) -> list[Comment]:
    """Return the comments on a game, in the order of its turns."""
    found = db.rows(f"SELECT {_COMMENT}{_OF_ROOM} ORDER BY round, turn, at, id", room)
    return [Comment(*row) for row in found]


def delete_comment(db: Connection, room: str, session: str, comment: str) -> bool:
    """Delete a comment of that guest, and return whether there was one."""
    deleted = db.rows(
        "DELETE FROM comments WHERE room = ? AND id = ? AND session = ? RETURNING id",
        *(room, comment, session),
    )
    return bool(deleted)
