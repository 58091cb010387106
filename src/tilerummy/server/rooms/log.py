"""The log of a room: its latest entries in memory, and the only way to append to it.

An entry is stored, then applied, then broadcast. A change that cannot be stored has not happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

import msgspec

from tilerummy.records import commitment
from tilerummy.server.messages import Answer
from tilerummy.server.ops.logs import log_failure
from tilerummy.server.room.encoded import EncodedUpdates
from tilerummy.server.room.entries import (
    Entry,
    Opened,
    Sealed,
    UnknownEntryError,
    read_entry,
    write_entry,
)
from tilerummy.server.room.entry_views import EntryViews, Logged, new_views
from tilerummy.server.room.fold import KnownEntry, LogStep, replay, steps
from tilerummy.server.room.room import Room
from tilerummy.server.room.turns import hidden_rounds, seed_entries
from tilerummy.server.rooms.errors import NewerLogError, OvertakenError
from tilerummy.server.rooms.index_card import index_card, same_card
from tilerummy.server.rooms.services import RoomServices
from tilerummy.server.rooms.tasks import uninterrupted
from tilerummy.server.store import (
    Appended,
    Conflict,
    CorruptedError,
    Duplicate,
    Entries,
)

LONGEST = 20_000
"""A table whose log has so many entries takes no commands any more, and is closed: some 15 MB."""
KEPT = 60
"""How many of the latest entries are held in memory; the others are read from the store."""
SPARE = 20
"""By how many more the entries may grow before the oldest are dropped."""
MOST_POSTPONED = 16
"""So many entries of other servers wait at most until they are applied."""

_answer = msgspec.json.Decoder(Answer)


class Write(NamedTuple):
    """How entries are written: for whom, as the holder of which lease, with the clock they start.

    *first* opens the room.
    """

    session: str | None = None
    first: Opened | None = None
    epoch: int | None = None
    clock: bytes | None = None


class Postponed(NamedTuple):
    """Entries that another server has stored, of which the viewers here know already.

    *public* are the entries as spectators may know them, *head* is the checksum of the last one.
    """

    entries: Sequence[Entry]
    public: Sequence[bytes]
    head: bytes


class Changed(Protocol):
    """Is called after a change of a log; returns the updates that it has made for other servers."""

    def __call__(
        self, before: Room, new: EntryViews, made: EncodedUpdates | None, /, *, sent: bool
    ) -> EncodedUpdates | None:
        """Follow *new* entries since the room was as *before*.

        Another server may have *made* their updates, and the viewers may have been *sent* them.
        """


class RoomLog:
    """The log of one room; ``room`` is its state after all entries, ``seeds`` those of its rounds.

    ``latest`` are the last of its *steps*. *changed* is called whenever entries were appended.
    Those of other servers may be *postponed* until somebody looks at the room.
    """

    def __init__(
        self,
        room: Room,
        latest: Sequence[LogStep],
        services: RoomServices,
        *,
        seeds: dict[int, bytes],
        changed: Changed,
    ) -> None:
        self.id, self.seeds = room.id, seeds
        self._room, self._postponed = room, list[Postponed]()
        self._later = 0  # how many entries are postponed
        self._then: Callable[[], None] | None = None
        self._unseen, self._latest = latest[-KEPT:], list[Logged]()
        self._services, self._changed = services, changed
        self._next_seed = b""
        self._head = (0, b"")  # the checksum of the last entry, and of how many

    @property
    def room(self) -> Room:
        """The room as it stands."""
        self.apply_postponed()
        return self._room

    @property
    def version(self) -> int:
        """The version of the room, for which nothing has to be applied."""
        return self._room.version + self._later

    @property
    def applied(self) -> Room:
        """The room without what is postponed: its places are as they stand."""
        return self._room

    @property
    def latest(self) -> list[Logged]:
        """The latest entries; those of a log that was read are built when they are first needed.

        Until then its steps take some ten times as much memory.
        """
        self.apply_postponed()
        self.build_latest()
        return self._latest

    def build_latest(self) -> None:
        """Build the latest entries, unless they were needed before."""
        if self._unseen:
            self._latest, self._unseen = new_views(self._unseen).logged(), ()

    @property
    def full(self) -> bool:
        """Whether there are so many entries that no command adds another."""
        return self.room.version >= LONGEST

    def since(self, version: int) -> list[Logged] | None:
        """Return the entries from that version on; None if not all of them are in memory."""
        missed = self.room.version - version
        if not missed:
            return []
        if not 0 <= missed <= len(self.latest):
            return None
        return self.latest[len(self.latest) - missed :]

    async def whole(self) -> list[LogStep]:
        """Return all steps, read from the store; raises StorageError."""
        rows = await self._services.store.load(self.room.id)
        return [*replay(self.room.id, (read_entry(row.body) for row in rows))]

    def seal(self) -> str:
        """Draw the seed of the next round, and return its commitment."""
        self._next_seed = self._services.entropy(32)
        return commitment(self._next_seed)

    async def steps(self, entries: Iterable[Entry | KnownEntry]) -> list[LogStep]:
        """Return the steps of *entries*, and of the seeds of the rounds that are over then."""
        new = [*steps(self.room, entries)]
        room = new[-1].room if new else self.room
        hidden = hidden_rounds(room)
        if not self.seeds.keys() >= hidden:  # they were drawn by another server
            self.seeds = await self._services.store.secrets(room.id)
        return [*new, *steps(room, seed_entries(room, self.seeds))]

    async def seed(self) -> bytes:
        """Return the seed of the round that is sealed; raises StorageError."""
        number = self.room.shuffles[-1].round
        if number not in self.seeds:
            self.seeds = await self._services.store.secrets(self.room.id)
        return self.seeds[number]

    async def append(
        self,
        new: Sequence[LogStep],
        answer: Answer,
        write: Write,
    ) -> Answer:
        """Store *new* steps with the answer to their command, then apply them.

        Return the answer; for a command that was stored before, its first answer. Raises
        StorageError if nothing could be stored; then nothing has happened. It is an OvertakenError
        if another server has written first, or has taken the lease.
        """
        seeds = {s.entry.round: self._next_seed for s in new if isinstance(s.entry, Sealed)}
        entries = self._stored(new, answer, write, seeds)
        began = self._services.clock.now()
        with self._services.tracer.span("append") as span:
            stored, cancelled = await uninterrupted(self._services.store.append(entries))
            outcome = type(stored).__name__.lower()
            span.set("outcome", outcome)
            span.set("entries", len(entries.bodies))
        self._services.appended(outcome, self._services.clock.now() - began)
        if isinstance(stored, Duplicate):
            before = _answer.decode(stored.answer)
            if before.version > self.room.version:
                await self.catch_up()
            return before
        if not isinstance(stored, Appended):
            await self.catch_up(stored.size if isinstance(stored, Conflict) else None)
            raise OvertakenError(f"another server has written to room {self.room.id}")
        self.seeds |= seeds
        self._head = (stored.last + 1, stored.head)
        if entries.holder is not None:
            self._services.node.opened(entries.room)
        with self._services.tracer.span("tell"):
            self._services.node.appended(entries, self._extend(new), stored.head)
        if cancelled:
            raise asyncio.CancelledError
        return answer

    def _stored(
        self,
        new: Sequence[LogStep],
        answer: Answer,
        write: Write,
        seeds: dict[int, bytes],
    ) -> Entries:
        """Return all that is stored with an append."""
        room, first = new[-1].room if new else self.room, write.first
        entries = [*([first] if first else []), *(step.entry for step in new)]
        return Entries(
            room.id,
            0 if first else self.room.version,
            [write_entry(entry) for entry in entries],
            cid=answer.cid or None,
            session=write.session,
            answer=msgspec.json.encode(answer),
            card=index_card(room) if first or not same_card(self.room, room) else None,
            secrets=seeds,
            invited=first.invited if first else (),
            epoch=write.epoch,
            clock=write.clock,
            holder=self._services.node.opener() if first else None,
            head=self._head[1] if self._head[0] == self.room.version else b"",
        )

    async def write_card(self) -> None:
        """Store the index card of the room again."""
        new = Entries(self.room.id, self.room.version, [], card=index_card(self.room))
        await self._services.store.append(new)

    async def catch_up(self, size: int | None = None) -> None:
        """Read the entries that another server has appended to the log, which has that size now.

        Call with the lock held. Raises StorageError; CorruptedError if the log has lost entries
        that were stored before.
        """
        store, room = self._services.store, self.room
        if size is not None and size < room.version:
            raise CorruptedError(room.id, size, [])
        rows = await store.load(room.id, room.version)
        now = self._services.clock.wall()
        self.fold([row.body for row in rows], [now - row.at for row in rows])

    def read(self, bodies: Iterable[bytes]) -> list[Entry]:
        """Return entries that another server has stored; raises NewerLogError."""
        try:
            return [*map(read_entry, bodies)]
        except UnknownEntryError as error:
            raise NewerLogError(f"room {self.id}: {error}") from error

    def fold(
        self,
        bodies: Iterable[bytes],
        lags: Iterable[int],
        made: EncodedUpdates | None = None,
        head: bytes = b"",
    ) -> None:
        """Apply the next entries of the log, which another server has stored.

        *lags* are the milliseconds since then, *made* the updates that it has made of them, *head*
        is the checksum of the last one if it is known. Raises NewerLogError, and applies none, if
        not all of them can be read here.
        """
        new = [*steps(self.room, self.read(bodies))]
        self._extend(new, made, public=made.entries if made else ())
        self._head = (self.room.version, head)
        for lag in lags:
            self._services.followed(max(0, lag))

    def postpone(self, late: Postponed, lag: int) -> None:
        """Apply the next entries of the log when somebody looks at the room.

        They must change nothing but the round; the viewers must have been sent them. *lag* are the
        milliseconds since another server has stored them.
        """
        self._postponed.append(late)
        self._later += len(late.entries)
        for _ in late.entries:
            self._services.followed(max(0, lag))
        if self._later >= MOST_POSTPONED:
            self.apply_postponed()

    def apply_postponed(self) -> None:
        """Apply what was postponed; what cannot be applied is read from the store again soon."""
        if not self._postponed:
            return
        late, self._postponed, self._later = self._postponed, [], 0
        then, self._then = self._then, None
        try:
            new = [*steps(self._room, [entry for each in late for entry in each.entries])]
        except Exception as error:  # noqa: BLE001 - whoever looks at the room sees an earlier one
            log_failure("(follow)", error)
            return
        self._extend(new, public=[entry for each in late for entry in each.public], sent=True)
        self._head = (self._room.version, late[-1].head)
        if then is not None:
            then()

    def when_applied(self, then: Callable[[], None]) -> None:
        """Call *then* when nothing is postponed any more; only the latest is called."""
        if self._postponed:
            self._then = then
        else:
            then()

    def _extend(
        self,
        new: Sequence[LogStep],
        made: EncodedUpdates | None = None,
        *,
        public: Sequence[bytes] = (),
        sent: bool = False,
    ) -> EncodedUpdates | None:
        """Apply stored steps; return their updates for other servers."""
        if not new:
            return None
        before, self._room = self._room, new[-1].room
        views = new_views(new, public)
        latest = self.latest
        latest += views.logged()
        if len(latest) > KEPT + SPARE:
            del latest[:-KEPT]
        return self._changed(before, views, made, sent=sent)
