"""A room's log, which appends entries to the store and caches the latest ones in memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from tilerummy.records import commitment
from tilerummy.server.messages.server import Answer
from tilerummy.server.room.entries import Entry, Sealed, write_entry
from tilerummy.server.room.entry_views import EntryViews, Logged, new_views
from tilerummy.server.room.fold import KnownEntry, LogStep, steps
from tilerummy.server.room.turns import seed_entries, unrevealed_rounds
from tilerummy.server.rooms.ports import RoomServices
from tilerummy.server.store.types import Entries, Fenced, NotOwnerError, RoomSummary

MAX_LOG_ENTRIES = 20_000
"""The maximum number of log entries (about 15 MB); a table whose log reaches it is closed."""
RECENT_ENTRIES = 60
"""The number of recent entries to keep in memory; earlier entries are read from the store."""
TRIM_SLACK = 20
"""How many additional entries may accumulate in memory before old ones are dropped."""

_answer = msgspec.json.Decoder(Answer)


class RoomLog:
    """A room's log; only the room's owner appends to it.

    ``room`` is the state after all entries, *head* is the checksum of the last entry, and *epoch*
    is the epoch of the owner's lease.
    """

    def __init__(
        self, latest: Sequence[LogStep], services: RoomServices, *, head: bytes, epoch: int = 0
    ) -> None:
        self.room, self.epoch = latest[-1].room, epoch
        self._head, self._services = head, services
        self._unbuilt, self._latest = latest[-RECENT_ENTRIES:], list[Logged]()
        self._next_seed = b""
        self._seeds: dict[int, bytes] = {}
        self._processed: set[tuple[str, str]] | None = None

    @property
    def latest(self) -> list[Logged]:
        """The latest entries; after a log has been loaded, they are built when first needed."""
        self.build_latest()
        return self._latest

    def build_latest(self) -> None:
        """Replace the steps of a loaded log by entries, which need a tenth of the memory."""
        if self._unbuilt:
            self._latest, self._unbuilt = new_views(self._unbuilt).logged, ()

    @property
    def full(self) -> bool:
        """True if the log has reached ``MAX_LOG_ENTRIES``."""
        return self.room.version >= MAX_LOG_ENTRIES

    def since(self, version: int) -> list[Logged] | None:
        """Return the entries after *version*, or None if some are no longer in memory."""
        missed = self.room.version - version
        if not missed:
            return []
        if not 0 <= missed <= len(self.latest):
            return None
        return self.latest[len(self.latest) - missed :]

    def seal(self) -> str:
        """Draw a random seed for the next round, and return a commitment to this seed."""
        self._next_seed = self._services.entropy(32)
        return commitment(self._next_seed)

    async def seed(self, number: int) -> bytes:
        """Return the seed of a sealed round. Raises StorageError if it cannot be read."""
        if number not in self._seeds:
            self._seeds = await self._services.store.logs.seeds(self.room.id)
        return self._seeds[number]

    async def steps(self, entries: Iterable[Entry | KnownEntry]) -> list[LogStep]:
        """Return the steps for *entries*, and for publishing the seeds of any rounds they end."""
        new = [*steps(self.room, entries)]
        room = new[-1].room if new else self.room
        for number in unrevealed_rounds(room):
            await self.seed(number)
        return [*new, *steps(room, seed_entries(room, self._seeds))]

    async def answer(self, guest: str, cid: str) -> Answer | None:
        """Return the stored result of a command, or None if the command was never executed.

        Raises StorageError if the result cannot be read.
        """
        logs = self._services.store.logs
        if self._processed is None:
            self._processed = await logs.commands(self.room.id)
        if (guest, cid) not in self._processed:
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
        """Store *new* steps and a command's result, then apply the steps and return their views.

        *summary* replaces the room's stored summary, and *clock* replaces its stored clock. Raises
        StorageError if nothing can be stored, or NotOwnerError if another node has taken the room;
        in both cases, nothing is changed.
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
        services.on_append(outcome, services.clock.now() - began)
        if isinstance(stored, Fenced):
            raise NotOwnerError(room.id)
        self._seeds |= seeds
        self._head = stored.head
        if answer is not None and guest is not None and self._processed is not None:
            self._processed.add((guest, answer.cid))
        views = new_views(new)
        if new:
            self.room = new[-1].room
            self.latest.extend(views.logged)
            if len(self._latest) > RECENT_ENTRIES + TRIM_SLACK:
                del self._latest[:-RECENT_ENTRIES]
        return views
