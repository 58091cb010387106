"""The log of a room: its latest entries in memory, and the only way to append to it.

An entry is stored, then applied, then broadcast. A change that cannot be stored has not happened.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from tilerummy.records import commitment
from tilerummy.server.messages.server import Answer
from tilerummy.server.room.entries import Entry, Sealed, write_entry
from tilerummy.server.room.entry_views import EntryViews, Logged, new_views
from tilerummy.server.room.fold import KnownEntry, LogStep, steps
from tilerummy.server.room.turns import hidden_rounds, seed_entries
from tilerummy.server.rooms.ports import RoomServices
from tilerummy.server.store.types import Entries, Fenced, NotOwnerError, RoomSummary

LONGEST = 20_000
"""A table whose log has so many entries takes no commands any more, and is closed: some 15 MB."""
KEPT = 60
"""How many of the latest entries are held in memory; the others are read from the store."""
SPARE = 20
"""By how many more the entries may grow before the oldest are dropped."""

_answer = msgspec.json.Decoder(Answer)


class RoomLog:
    """The log of one room, which its owner alone appends to.

    ``room`` is its state after all entries, ``head`` the checksum of the last one, ``epoch`` that
    of the lease under which it is written.
    """

    def __init__(
        self,
        latest: Sequence[LogStep],
        services: RoomServices,
        *,
        head: bytes,
        epoch: int = 0,
    ) -> None:
        self.room, self.epoch = latest[-1].room, epoch
        self._head, self._services = head, services
        self._unseen, self._latest = latest[-KEPT:], list[Logged]()
        self._next_seed = b""
        self._seeds: dict[int, bytes] = {}
        self._answered: set[tuple[str, str]] | None = None

    @property
    def latest(self) -> list[Logged]:
        """The latest entries; those of a log that was read are built when they are first needed.

        Until then its steps take some ten times as much memory.
        """
        self.build_latest()
        return self._latest

    def build_latest(self) -> None:
        """Build the latest entries, unless they were needed before."""
        if self._unseen:
            self._latest, self._unseen = new_views(self._unseen).logged, ()

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

    def seal(self) -> str:
        """Draw the seed of the next round, and return its commitment."""
        self._next_seed = self._services.entropy(32)
        return commitment(self._next_seed)

    async def seed(self, number: int) -> bytes:
        """Return the seed of a round that was sealed; raises StorageError."""
        if number not in self._seeds:
            self._seeds = await self._services.store.logs.seeds(self.room.id)
        return self._seeds[number]

    async def steps(self, entries: Iterable[Entry | KnownEntry]) -> list[LogStep]:
        """Return the steps of *entries*, and of the seeds of the rounds that are over then."""
        new = [*steps(self.room, entries)]
        room = new[-1].room if new else self.room
        for number in hidden_rounds(room):
            await self.seed(number)
        return [*new, *steps(room, seed_entries(room, self._seeds))]

    async def answer(self, guest: str, cid: str) -> Answer | None:
        """Return the answer to a command that was executed before; raises StorageError."""
        logs = self._services.store.logs
        if self._answered is None:
            self._answered = await logs.commands(self.room.id)
        if (guest, cid) not in self._answered:
            return None
        stored = await logs.answer(self.room.id, guest, cid)
        return None if stored is None else _answer.decode(stored)

    async def append(
        self,
        new: Sequence[LogStep],
        guest: str | None,
        answer: Answer | None,
        *,
        summary: RoomSummary | None = None,
        clock: bytes | None = None,
    ) -> EntryViews:
        """Store *new* steps, and with them the *answer* to a command; then apply them.

        The *summary* goes into the index, and the *clock* begins. Return the views of the steps.
        Raises StorageError if nothing could be stored; then nothing has happened. It is a
        NotOwnerError if another node has taken the room.
        """
        services, room = self._services, self.room
        seeds = {s.entry.round: self._next_seed for s in new if isinstance(s.entry, Sealed)}
        entries = Entries(
            room.id,
            room.version,
            [write_entry(step.entry) for step in new],
            head=self._head,
            epoch=self.epoch,
            cid=answer.cid if answer else None,
            guest=guest,
            answer=msgspec.json.encode(answer) if answer else b"",
            summary=summary,
            seeds=seeds,
            clock=clock,
        )
        began = services.clock.now()
        with services.tracer.span("append") as set_attribute:
            stored = await services.store.logs.append(entries)
            outcome = type(stored).__name__.lower()
            set_attribute("outcome", outcome)
            set_attribute("entries", len(entries.bodies))
        services.appended(outcome, services.clock.now() - began)
        if isinstance(stored, Fenced):
            raise NotOwnerError(room.id)
        self._seeds |= seeds
        self._head = stored.head
        if answer is not None and guest is not None and self._answered is not None:
            self._answered.add((guest, answer.cid))
        views = new_views(new)
        if new:
            self.room = new[-1].room
            self.latest.extend(views.logged)
            if len(self._latest) > KEPT + SPARE:
                del self._latest[:-KEPT]
        return views
