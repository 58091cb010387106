"""What this process tells the other nodes: who is connected, clocks, drafts, and stored entries."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tilerummy.server.messages import PreviewShown
from tilerummy.server.room.encoded import EncodedUpdates
from tilerummy.server.rooms.nodes.hints import EntriesHint, Hints, Shown, write_shown
from tilerummy.server.rooms.nodes.leases import Leases
from tilerummy.server.rooms.registry import RoomRegistry
from tilerummy.server.store import Entries, StorageError
from tilerummy.server.store.nodes.port import HeldClock, NodeStore, PresenceChange


class Telling:
    """Gathers what others must know until it is stored, and sends hints of it."""

    def __init__(self, store: NodeStore, hints: Hints) -> None:
        self._store, self._hints = store, hints
        self._presence: dict[tuple[str, str], bool] = {}
        self._clocks: dict[str, bytes] = {}
        self._drafts: dict[str, PreviewShown] = {}
        self._something = asyncio.Event()

    def appended(self, new: Entries, at: int, made: EncodedUpdates | None, head: bytes) -> None:
        """Tell other nodes which entries were stored, at about that time."""
        if new.bodies:
            hint = EntriesHint(new.expected, tuple(new.bodies), new.clock, at, made, head)
            self._hints.stored(new.room, hint)

    def clock_changed(self, room: str, clock: bytes) -> None:
        """Store soon the clock of a table whose lease is held."""
        self._clocks[room] = clock
        self._something.set()

    def connected(self, room: str, session: str, *, here: bool) -> None:
        """Store soon that a guest is connected, or no more."""
        self._presence[room, session] = here
        self._something.set()

    def said(self, message: Shown) -> None:
        """Have other nodes show a message to their viewers."""
        self._hints.show(message.room, message)
        if isinstance(message, PreviewShown):
            self._drafts[message.room] = message

    def all_connected(self, registry: RoomRegistry) -> None:
        """Store soon again who is connected, as others may have deleted it."""
        for actor in registry:
            for session in actor.broadcast.presence.here:
                self._presence.setdefault((actor.id, session), True)
        self._something.set()

    async def something(self) -> None:
        """Wait until there is something to store."""
        await self._something.wait()

    async def store(self, leases: Leases) -> None:
        """Store who came and left, and clocks that changed; raises StorageError."""
        self._something.clear()
        presence, self._presence = self._presence, {}
        clocks, self._clocks = self._clocks, {}
        try:
            if presence:
                changes = [PresenceChange(*where, here) for where, here in presence.items()]
                await self._store.show_presence(leases.name, changes)
                for room in {room for room, _ in presence}:
                    self._hints.changed(room)
            presence = {}
            held = [HeldClock(r, leases.held[r], c) for r, c in clocks.items() if r in leases.held]
            for room in await self._store.save_clocks(held) if held else ():
                self._hints.changed(room)
        except StorageError:
            self._presence, self._clocks = presence | self._presence, clocks | self._clocks
            self._something.set()
            raise

    async def store_drafts(self, registry: RoomRegistry) -> None:
        """Store the latest drafts of turns with a time, so that whoever ends one knows it."""
        drafts, self._drafts = self._drafts, {}
        for room, draft in drafts.items():
            actor = registry.in_memory(room)
            if actor is None or actor.room.terms.turn_ms is None:
                continue
            if draft.version >= actor.room.changed:
                with suppress(StorageError):
                    await self._store.save_draft(room, write_shown(draft))
