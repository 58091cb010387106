"""A store in memory: for tests, and for tables that need not outlive the process."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from tilerummy.server.store.games import MOST_COMMENTS, MOST_OF_A_GUEST, Comment
from tilerummy.server.store.nodes.memory import MemoryNodes, TableEnd
from tilerummy.server.store.port import (
    CLOSED,
    FINISHED,
    REFUSALS,
    REVIEWS,
    Appended,
    AppendResult,
    Card,
    Conflict,
    Duplicate,
    Entries,
    Fenced,
    FinishedTable,
    Forgotten,
    Guest,
    Listed,
    Row,
    StoreDescription,
    StoredReview,
    Swept,
    TokenOwner,
)
from tilerummy.server.store.puzzles.memory import MemoryPuzzleRatings
from tilerummy.server.store.puzzles.port import Attempt, AttemptStored, Rated, StoredRating


@dataclass(slots=True)
class _Table:
    """All data of one table."""

    rows: list[Row] = field(default_factory=list)
    card: Card = field(default_factory=lambda: Card("waiting"))
    updated: int = 0
    answers: dict[tuple[str, str], bytes] = field(default_factory=dict)
    refusals: dict[str, list[str]] = field(default_factory=dict)
    secrets: dict[int, bytes] = field(default_factory=dict)
    code: str | None = None
    admitted: set[str] = field(default_factory=set)
    public: bool = False
    comments: dict[str, Comment] = field(default_factory=dict)
    summary: tuple[int, bytes] | None = None
    reviews: dict[tuple[int, str], StoredReview] = field(default_factory=dict)

    def is_old(self, before: int, unplayed: int) -> bool:
        """Return whether the table ended long ago; see ``sweep`` of the port."""
        never = self.card.phase == CLOSED and not self.secrets and self.updated < unplayed
        return never or (self.card.phase in FINISHED and self.updated < before)


@dataclass(slots=True)
class _Token:
    """The owner of a token, and the times from which and until which it is valid."""

    session: str
    made: int
    until: int | None = None


class MemoryStore:
    """Stores everything until the process ends; *now* returns the time in ms since 1970."""

    about = StoreDescription("memory")

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._tables: dict[str, _Table] = {}
        self._order: dict[str, None] = {}
        self._reviewed: dict[tuple[str, int, str], None] = {}
        self._guests: dict[str, Guest] = {}
        self._tokens: dict[bytes, _Token] = {}
        self._device_codes: dict[bytes, tuple[str, int]] = {}
        self._ratings = MemoryPuzzleRatings()
        self.nodes = MemoryNodes(self, now)

    def end(self, room: str) -> TableEnd | None:
        """Return what nodes must know of a table."""
        if (table := self._tables.get(room)) is None:
            return None
        phase = table.card.phase
        return TableEnd(len(table.rows), phase, table.card.private, phase not in FINISHED)

    def latest(self) -> Iterator[str]:
        """Return all tables, those last written to first."""
        return reversed(self._order)

    async def append(self, new: Entries) -> AppendResult:
        """Append entries; see the port."""
        room, who = new.room, new.session or ""
        table = self._tables.get(room, _Table())
        if new.cid is not None and (who, new.cid) in table.answers:
            return Duplicate(table.answers[who, new.cid])
        first = len(table.rows)
        if new.expected != first:
            return Conflict(first)
        if self.nodes.fences(room, new.epoch):
            return Fenced()
        at = self._now()
        self._tables[room] = table
        table.rows += [
            Row(room, seq, at, new.cid, new.session, bytes(body))
            for seq, body in enumerate(new.bodies, first)
        ]
        if new.cid is not None:
            table.answers[who, new.cid] = new.answer
            if not new.bodies:
                refused = table.refusals.setdefault(who, [])
                refused.append(new.cid)
                if len(refused) > REFUSALS:
                    del table.answers[who, refused.pop(0)]
        table.card = new.card or table.card
        table.secrets |= new.secrets
        table.admitted |= {*new.invited}
        table.updated = at
        self._order.pop(room, None)
        self._order[room] = None
        self.nodes.appended(room, new.clock)
        if first == 0 and new.holder is not None:
            self.nodes.opened(room, new.holder)
        return Appended(first, len(table.rows) - 1)

    async def answered(self, room: str, session: str, cid: str) -> bytes | None:
        """Return the answer of a command; see the port."""
        return self._tables.get(room, _Table()).answers.get((session, cid))

    async def load(self, room: str, since: int = 0) -> list[Row]:
        """Return the entries from number *since* on; see the port."""
        return self._tables[room].rows[since:] if room in self._tables else []

    async def live(self) -> list[str]:
        """Return the tables to resume; see the port."""
        return [r for r in self.latest() if self._tables[r].card.phase not in FINISHED]

    async def listed(self, rooms: Sequence[str] | None = None) -> list[Listed]:
        """Return the index, or these tables of it; see the port."""
        wanted = None if rooms is None else set(rooms)
        return [
            Listed(room, table.card, len(table.rows), table.updated)
            for room, table in ((room, self._tables[room]) for room in self.latest())
            if (wanted is None or room in wanted)
        ]

    async def rooms_of(self, session: str) -> list[str]:
        """Return the tables of a guest; see the port."""
        return [r for r in self.latest() if session in self._tables[r].card.members]

    async def finished(self, session: str, most: int) -> list[FinishedTable]:
        """Return the latest finished tables of a guest; see the port."""
        tables = [(room, self._tables[room]) for room in await self.rooms_of(session)]
        return [
            FinishedTable(room, len(table.rows), table.updated, _summary_of(table))
            for room, table in tables
            if table.card.phase in FINISHED
        ][:most]

    async def add_summary(self, room: str, size: int, summary: bytes) -> None:
        """Store the summary of a log; see the port."""
        table = self._tables.get(room)
        if table is not None and len(table.rows) == size and table.card.phase in FINISHED:
            table.summary = size, summary

    async def drop(self, room: str) -> None:
        """Delete a table; see the port."""
        self._tables.pop(room, None)
        self._order.pop(room, None)

    async def secrets(self, room: str) -> dict[int, bytes]:
        """Return the seeds of a table; see the port."""
        return dict(self._tables[room].secrets) if room in self._tables else {}

    async def invite(self, room: str, code: str) -> str:
        """Return the invitation of a table; see the port."""
        table = self._tables[room]
        table.code = table.code or code
        return table.code

    async def invited(self, code: str) -> str | None:
        """Return the table of an invitation; see the port."""
        return next((room for room, table in self._tables.items() if table.code == code), None)

    async def admit(self, room: str, session: str) -> None:
        """Store that a guest was invited; see the port."""
        self._tables[room].admitted.add(session)

    async def admitted(self, room: str, session: str) -> bool:
        """Return whether a guest was invited or is a member; see the port."""
        table = self._tables.get(room, _Table())
        return session in (*table.admitted, *table.card.members, *(r.session for r in table.rows))

    async def publish(self, room: str, *, public: bool) -> None:
        """Store whether everybody may see a game; see the port."""
        if room in self._tables:
            self._tables[room].public = public

    async def is_public(self, room: str) -> bool:
        """Return whether everybody may see a game; see the port."""
        return room in self._tables and self._tables[room].public

    async def game_summary(self, room: str) -> bytes | None:
        """Return the summary of a game; see the port."""
        return _summary_of(self._tables.get(room, _Table()))

    async def add_comment(self, room: str, comment: Comment) -> bool:
        """Store a comment; see the port."""
        table, who = self._tables.get(room, _Table()), comment.session
        own = sum(each.session == who for each in table.comments.values())
        full = len(table.comments) >= MOST_COMMENTS or own >= MOST_OF_A_GUEST
        if full or who not in table.card.members:
            return False
        table.comments[comment.id] = replace(comment, at=self._now())
        return True

    async def comments(self, room: str) -> list[Comment]:
        """Return the comments on a game; see the port."""
        table = self._tables.get(room, _Table())
        return sorted(table.comments.values(), key=lambda c: (c.round, c.turn, c.at, c.id))

    async def delete_comment(self, room: str, session: str, comment: str) -> bool:
        """Delete a comment of that guest; see the port."""
        table = self._tables.get(room, _Table())
        mine = comment in table.comments and table.comments[comment].session == session
        if mine:
            del table.comments[comment]
        return mine

    async def add_guest(self, guest: Guest, token: bytes) -> None:
        """Store a new guest; see the port."""
        now = self._now()
        self._guests[guest.id] = replace(guest, made=now, seen=now)
        self._tokens[token] = _Token(guest.id, now)

    async def guest(self, token: bytes) -> TokenOwner | None:
        """Return the owner of a token; see the port."""
        owner = self._tokens.get(token)
        if owner is None or (owner.until is not None and owner.until <= self._now()):
            return None
        return TokenOwner(self._guests[owner.session], owner.made, owner.until)

    async def rename(self, session: str, name: str, face: str = "", colour: str = "") -> None:
        """Store a new name and face; see the port."""
        if session in self._guests:
            known = self._guests[session]
            self._guests[session] = replace(known, name=name, face=face, colour=colour)

    async def touch_guest(self, session: str) -> None:
        """Store that a guest was active; see the port."""
        if session in self._guests:
            self._guests[session] = replace(self._guests[session], seen=self._now())

    async def renew(self, session: str, token: bytes, *, old_until: int) -> None:
        """Store a new token of the guest; see the port."""
        if session not in self._guests:
            return
        for older in self._tokens.values():
            if older.session == session:
                older.until = old_until if older.until is None else min(older.until, old_until)
        self._tokens[token] = _Token(session, self._now())
        self._device_codes = {c: s for c, s in self._device_codes.items() if s[0] != session}

    async def add_device_code(self, code: bytes, session: str, until: int) -> None:
        """Store a code to log in on another device; see the port."""
        self._device_codes[code] = (session, until)

    async def device_code_owner(self, code: bytes) -> Guest | None:
        """Return the guest of a code; see the port."""
        session, until = self._device_codes.get(code, ("", 0))
        return self._guests.get(session) if self._now() < until else None

    async def use_device_code(self, code: bytes) -> Guest | None:
        """Return the guest of a code, once; see the port."""
        guest = await self.device_code_owner(code)
        self._device_codes.pop(code, None)
        return guest

    async def delete_guest(self, session: str, anonymous: Callable[[bytes], bytes]) -> Forgotten:
        """Delete a guest; see the port."""
        mine = await self.rooms_of(session)
        deleted = tuple(r for r in mine if self._tables[r].card.phase in FINISHED)
        for room in deleted:
            await self.drop(room)
        rewritten = tuple(r for r in [*self.latest()] if self._without(r, session, anonymous))
        self._guests.pop(session, None)
        self._ratings.forget(session)
        self._tokens = {h: t for h, t in self._tokens.items() if t.session != session}
        self._device_codes = {c: s for c, s in self._device_codes.items() if s[0] != session}
        return Forgotten(deleted, rewritten)

    def _without(self, room: str, session: str, anonymous: Callable[[bytes], bytes]) -> bool:
        """Remove a guest from a table, and return whether its log named the guest."""
        table = self._tables[room]
        known = {*table.admitted, *table.card.members, *(r.session for r in table.rows)}
        if session not in known:
            return False
        before = table.rows
        table.rows = [
            replace(
                row,
                body=anonymous(row.body),
                session=None if row.session == session else row.session,
            )
            for row in table.rows
        ]
        table.answers = {k: a for k, a in table.answers.items() if k[0] != session}
        members = tuple(m for m in table.card.members if m != session)
        table.card = replace(table.card, members=members)
        table.admitted.discard(session)
        table.comments = {k: c for k, c in table.comments.items() if c.session != session}
        if table.rows != before:
            table.summary = None
            self.nodes.rewritten(room)
        return table.rows != before

    async def sweep(self, before: int, *, unplayed: int) -> Swept:
        """Delete old data; see the port."""
        now = self._now()
        old = tuple(r for r, t in self._tables.items() if t.is_old(before, unplayed))
        for room in old:
            await self.drop(room)
        busy = {m for t in self._tables.values() for m in t.card.members}
        inactive = {g.id for g in self._guests.values() if g.seen < before and g.id not in busy}
        self._guests = {i: g for i, g in self._guests.items() if i not in inactive}
        for session in inactive:
            self._ratings.forget(session)
        tokens = {h: t for h, t in self._tokens.items() if t.until is None or t.until > now}
        codes = {c: s for c, s in self._device_codes.items() if s[1] > now}
        ended = len(self._tokens) - len(tokens) + len(self._device_codes) - len(codes)
        self._tokens = {h: t for h, t in tokens.items() if t.session not in inactive}
        self._device_codes = {c: s for c, s in codes.items() if s[0] not in inactive}
        return Swept(old, len(inactive), ended)

    async def guest_rating(self, session: str) -> StoredRating | None:
        """Return the rating of a guest; see the port."""
        return self._ratings.guest_rating(session)

    async def first_attempt(self, session: str, puzzle: str) -> Attempt | None:
        """Return the first attempt of a guest at a puzzle; see the port."""
        return self._ratings.first_attempt(session, puzzle)

    async def rate(
        self, session: str, puzzle: str, cid: str, *, solved: bool, rated: Rated
    ) -> AttemptStored | None:
        """Store an attempt at a puzzle; see the port."""
        if session not in self._guests:
            return None
        return self._ratings.rate(session, puzzle, cid, solved=solved, rated=rated)

    async def keep_review(self, review: StoredReview) -> StoredReview:
        """Store a review; see the port."""
        if (table := self._tables.get(review.room)) is None:
            return review
        known = table.reviews.get((review.seat, review.depth))
        if known is not None and known.version == review.version:
            return known
        table.reviews[review.seat, review.depth] = review
        key = (review.room, review.seat, review.depth)
        self._reviewed.pop(key, None)
        self._reviewed[key] = None
        while len(self._reviewed) > REVIEWS:
            room, seat, depth = next(iter(self._reviewed))
            del self._reviewed[room, seat, depth]
            if (older := self._tables.get(room)) is not None:
                older.reviews.pop((seat, depth), None)
        return review

    async def review(self, room: str, seat: int, depth: str) -> StoredReview | None:
        """Return the review of a seat; see the port."""
        table = self._tables.get(room)
        return None if table is None else table.reviews.get((seat, depth))

    async def review_summaries(self, rooms: Sequence[str]) -> list[StoredReview]:
        """Return all reviews of these tables; see the port."""
        tables = [self._tables[room] for room in rooms if room in self._tables]
        return [replace(each, body=b"") for table in tables for each in table.reviews.values()]

    async def newest(self) -> int:
        """Return the latest time of a write; see the port."""
        rooms = (table.updated for table in self._tables.values())
        return max((*rooms, *(guest.seen for guest in self._guests.values())), default=0)

    async def is_writable(self) -> bool:
        """Return whether writes can be stored now."""
        return True

    async def close(self) -> None:
        """Do nothing."""


def _summary_of(table: _Table) -> bytes | None:
    """Return the summary of a table, if it is of its log as it is."""
    size, summary = table.summary or (-1, b"")
    return summary if size == len(table.rows) else None
