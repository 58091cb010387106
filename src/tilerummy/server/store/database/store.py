"""A store in a database: all of the port but appending, with the statements that execute it."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import TypeVar

from tilerummy.server.store.answered import AnsweredCommands
from tilerummy.server.store.database import games, guests, logs, puzzles, reviews
from tilerummy.server.store.database.connection import Connection
from tilerummy.server.store.games import Comment
from tilerummy.server.store.port import (
    FinishedTable,
    Forgotten,
    Guest,
    Listed,
    Row,
    StoredReview,
    Swept,
    TokenOwner,
)
from tilerummy.server.store.puzzles.port import Attempt, AttemptStored, Rated, StoredRating

Result = TypeVar("Result")


class DatabaseStore(ABC):
    """Reads and writes in transactions; *now* returns the time in ms since 1970."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._recall = AnsweredCommands()
        self._deleting = asyncio.Lock()  # a part at a time, whatever is deleted

    @abstractmethod
    def _read(self, work: Callable[[Connection], Result], /) -> Awaitable[Result]:
        """Return what *work* reads at one moment. Raises StorageError."""

    @abstractmethod
    def _write(self, work: Callable[[Connection], Result], /) -> Awaitable[Result]:
        """Return the result of *work*, when what it has written is on disk. Raises StorageError."""

    async def answered(self, room: str, session: str, cid: str) -> bytes | None:
        """Return the answer of a command; see the port."""
        known = self._recall.may_know(room, session, cid)
        if known is None:
            self._recall.read(room, await self._read(lambda db: logs.commands(db, room)))
            known = self._recall.may_know(room, session, cid)
        if known is False:
            return None
        return await self._read(lambda db: logs.answered(db, room, session, cid))

    async def load(self, room: str, since: int = 0) -> list[Row]:
        """Return the entries from number *since* on; see the port."""
        return await self._read(lambda db: logs.load(db, room, since))

    async def live(self) -> list[str]:
        """Return the tables to resume; see the port."""
        return await self._read(logs.live)

    async def listed(self, rooms: Sequence[str] | None = None) -> list[Listed]:
        """Return the index, or these tables of it; see the port."""
        return await self._read(lambda db: logs.listed(db, rooms))

    async def rooms_of(self, session: str) -> list[str]:
        """Return the tables of a guest; see the port."""
        return await self._read(lambda db: logs.rooms_of(db, session))

    async def finished(self, session: str, most: int) -> list[FinishedTable]:
        """Return the latest finished tables of a guest; see the port."""
        return await self._read(lambda db: logs.finished(db, session, most))

    async def add_summary(self, room: str, size: int, summary: bytes) -> None:
        """Store the summary of a log; see the port."""
        await self._write(lambda db: logs.add_summary(db, room, size, summary))

    async def drop(self, room: str) -> None:
        """Delete a table; see the port."""
        await self._write(lambda db: logs.drop(db, [room]))
        self._recall.forget(room)

    async def secrets(self, room: str) -> dict[int, bytes]:
        """Return the seeds of a table; see the port."""
        return await self._read(lambda db: logs.secrets(db, room))

    async def invite(self, room: str, code: str) -> str:
        """Return the invitation of a table; see the port."""
        return await self._write(lambda db: guests.invite(db, room, code))

    async def invited(self, code: str) -> str | None:
        """Return the table of an invitation; see the port."""
        return await self._read(lambda db: guests.invited(db, code))

    async def admit(self, room: str, session: str) -> None:
        """Store that a guest was invited; see the port."""
        await self._write(lambda db: guests.admit(db, room, session))

    async def admitted(self, room: str, session: str) -> bool:
        """Return whether a guest was invited or is a member; see the port."""
        return await self._read(lambda db: guests.admitted(db, room, session))

    async def publish(self, room: str, *, public: bool) -> None:
        """Store whether everybody may see a game; see the port."""
        await self._write(lambda db: games.publish(db, room, self._now(), public=public))

    async def is_public(self, room: str) -> bool:
        """Return whether everybody may see a game; see the port."""
        return await self._read(lambda db: games.is_public(db, room))

    async def game_summary(self, room: str) -> bytes | None:
        """Return the summary of a game; see the port."""
        return await self._read(lambda db: games.game_summary(db, room))

    async def add_comment(self, room: str, comment: Comment) -> bool:
        """Store a comment; see the port."""
        return await self._write(lambda db: games.add_comment(db, room, comment, self._now()))

    async def comments(self, room: str) -> list[Comment]:
        """Return the comments on a game; see the port."""
        return await self._read(lambda db: games.comments(db, room))

    async def delete_comment(self, room: str, session: str, comment: str) -> bool:
        """Delete a comment of that guest; see the port."""
        return await self._write(lambda db: games.delete_comment(db, room, session, comment))

    async def add_guest(self, guest: Guest, token: bytes) -> None:
        """Store a new guest; see the port."""
        await self._write(lambda db: guests.add_guest(db, guest, token, self._now()))

    async def guest(self, token: bytes) -> TokenOwner | None:
        """Return the owner of a token; see the port."""
        return await self._read(lambda db: guests.guest(db, token, self._now()))

    async def rename(self, session: str, name: str, face: str = "", colour: str = "") -> None:
        """Store a new name and face; see the port."""
        await self._write(lambda db: guests.rename(db, session, name, (face, colour)))

    async def touch_guest(self, session: str) -> None:
        """Store that a guest was active; see the port."""
        await self._write(lambda db: guests.touch_guest(db, session, self._now()))

    async def renew(self, session: str, token: bytes, *, old_until: int) -> None:
        """Store a new token of the guest; see the port."""
        await self._write(lambda db: guests.renew(db, session, token, (self._now(), old_until)))

    async def add_device_code(self, code: bytes, session: str, until: int) -> None:
        """Store a code to log in on another device; see the port."""
        await self._write(lambda db: guests.add_device_code(db, code, session, until))

    async def device_code_owner(self, code: bytes) -> Guest | None:
        """Return the guest of a code; see the port."""
        return await self._read(lambda db: guests.device_code_owner(db, code, self._now()))

    async def use_device_code(self, code: bytes) -> Guest | None:
        """Return the guest of a code, once; see the port."""
        return await self._write(lambda db: guests.use_device_code(db, code, self._now()))

    async def delete_guest(self, session: str, anonymous: Callable[[bytes], bytes]) -> Forgotten:
        """Delete a guest, some tables at a time; see the port."""
        deleted, rewritten = list[str](), dict[str, None]()
        left: list[str] | None = await self._read(lambda db: guests.tables_of(db, session))
        while left is not None:
            delete = partial(guests.delete_guest, session=session, anonymous=anonymous, known=left)
            async with self._deleting:
                some, left = await self._write(delete)
            deleted += some.deleted
            rewritten |= dict.fromkeys(some.rewritten)
            for room in (*some.deleted, *some.rewritten):
                self._recall.forget(room)
        return Forgotten((*deleted,), (*rewritten,))

    async def sweep(self, before: int, *, unplayed: int) -> Swept:
        """Delete old data; see the port."""
        times = (self._now(), before, unplayed)
        old = await self._read(lambda db: guests.old(db, times))
        async with self._deleting:
            result = await self._write(lambda db: guests.sweep(db, times, old))
        for room in result.rooms:
            self._recall.forget(room)
        return result

    async def guest_rating(self, session: str) -> StoredRating | None:
        """Return the rating of a guest; see the port."""
        return await self._read(lambda db: puzzles.guest_rating(db, session))

    async def first_attempt(self, session: str, puzzle: str) -> Attempt | None:
        """Return the first attempt of a guest at a puzzle; see the port."""
        return await self._read(lambda db: puzzles.first_attempt(db, session, puzzle))

    async def rate(
        self, session: str, puzzle: str, cid: str, *, solved: bool, rated: Rated
    ) -> AttemptStored | None:
        """Store an attempt at a puzzle; see the port."""
        who = (session, puzzle, cid)
        return await self._write(lambda db: puzzles.rate(db, who, rated, solved=solved))

    async def keep_review(self, review: StoredReview) -> StoredReview:
        """Store a review; see the port."""
        return await self._write(lambda db: reviews.keep(db, review, self._now()))

    async def review(self, room: str, seat: int, depth: str) -> StoredReview | None:
        """Return the review of a seat; see the port."""
        return await self._read(lambda db: reviews.review(db, room, seat, depth))

    async def review_summaries(self, rooms: Sequence[str]) -> list[StoredReview]:
        """Return all reviews of these tables; see the port."""
        return await self._read(lambda db: reviews.summaries(db, rooms))

    async def newest(self) -> int:
        """Return the latest time of a write; see the port."""
        return await self._read(logs.newest)
