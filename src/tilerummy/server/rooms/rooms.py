"""All rooms, as handlers use them: open, watch, command, list, clean up."""

from __future__ import annotations

import asyncio
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from contextlib import suppress

from tilerummy.server.messages import (
    Act,
    Answer,
    AskHint,
    Check,
    Control,
    Done,
    Fault,
    HintAnswer,
    Preview,
    React,
    Say,
    Snapshot,
    TableMessage,
)
from tilerummy.server.messages.bodies.rooms import Lobby, NewRoom
from tilerummy.server.ops.logs import log_failure
from tilerummy.server.room.entries import Entry, Locked, Rematched, Sealed
from tilerummy.server.room.fold import LogStep
from tilerummy.server.room.people import renamed
from tilerummy.server.room.refusal import Refused, refuse
from tilerummy.server.room.room import Room
from tilerummy.server.room.seats import ControlRequest
from tilerummy.server.rooms import accounts, lobby
from tilerummy.server.rooms.access import Person, visible_room
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.automatic import CHECK_EVERY, TablePolicy, restart_missing
from tilerummy.server.rooms.cleaning import clean_up
from tilerummy.server.rooms.commands import control_entries, execute
from tilerummy.server.rooms.errors import UNREADABLE, not_open, storage_fault
from tilerummy.server.rooms.nodes.node import Node
from tilerummy.server.rooms.nodes.notices import NoticeHandler
from tilerummy.server.rooms.opening import (
    initial_seats,
    new_room,
    opening_entry,
    rematch_terms,
)
from tilerummy.server.rooms.presence import Attachment, Listener
from tilerummy.server.rooms.questions import ask, remark
from tilerummy.server.rooms.registry import RoomRegistry
from tilerummy.server.rooms.services import RoomServices
from tilerummy.server.rooms.tasks import uninterrupted
from tilerummy.server.store import FINISHED, CorruptedError, Forgotten, StorageError
from tilerummy.server.store.nodes.port import NoticeKind

MOST_WAITING = 5
"""The greatest number of open rooms of a guest in which no match has begun."""
AT_ONCE = 100
"""How many rooms are supervised before other tasks run."""


class Rooms:
    """Every room of a server. *same* returns whether two names look alike."""

    def __init__(
        self, services: RoomServices, *, same: Callable[[str, str], bool] = str.__eq__
    ) -> None:
        self.services = services
        self.registry = RoomRegistry(services)
        self._same = same
        self._node = services.node if isinstance(services.node, Node) else None
        if self._node is not None:
            self._node.join(self.registry)

    # Opening and watching

    async def open(self, new: NewRoom, person: Person, *, invited: tuple[str, ...] = ()) -> str:
        """Open a room and return its id; raises Refused, StorageError."""
        services = self.services
        if await self._waiting(person.session) >= MOST_WAITING:
            raise refuse("too_many_tables", "begin or close one of your tables first")
        room_id = urlsafe_b64encode(services.entropy(9)).decode()
        first = opening_entry(new, person.session, invited)
        room = new_room(room_id, first)
        entries, taken = initial_seats(room, new, person, levels=services.levels, same=self._same)
        actor = RoomActor(room, [LogStep(first, room)], services, TablePolicy)
        if invited and not new.start:
            entries.append(Locked(on=True))  # the seats are theirs who played
        if new.start:
            entries.append(Sealed(round=0, commitment=actor.log.seal(), kept=taken))
        async with actor.lock:
            self.registry.add(actor)
            try:
                await actor.commit(entries, first=first)
            finally:
                if actor.room is room:  # nothing was stored
                    self.registry.remove(room_id)
        return room_id

    async def _waiting(self, session: str) -> int:
        """Return how many tables of a guest wait for their match to begin."""
        if self.services.node.shared:
            store = self.services.store
            listed = await store.listed(await store.rooms_of(session))
            for each in listed:
                if each.card.phase == "waiting":
                    with suppress(StorageError):
                        await self.registry.get(each.room)
        return self.registry.dormant.waiting(session) + sum(
            actor.room.host == session and actor.room.phase == "waiting" for actor in self.registry
        )

    async def actor(self, room_id: str) -> RoomActor | None:
        """Return the actor of a room, loaded from the store if needed; raises StorageError."""
        return await self.registry.get(room_id)

    async def visible(self, room_id: str, person: Person) -> RoomActor:
        """Return the actor of a room that the guest may see; raises Refused, StorageError."""
        return await visible_room(self.registry, room_id, person)

    async def attach(
        self, room_id: str, person: Person, listener: Listener, since: int | None = None
    ) -> Attachment | Fault:
        """Send *listener* everything that the guest may know of a room, from now on."""
        try:
            while True:
                actor = await self.visible(room_id, person)
                await actor.reach(since)
                async with actor.lock:
                    if not actor.closed:
                        return actor.attach(person.session, listener, since)
        except Refused:
            return not_open(room_id)
        except StorageError as error:
            return storage_fault(error, room_id)

    async def detach(self, attachment: Attachment) -> None:
        """Stop sending to that listener."""
        if (actor := self.registry.in_memory(attachment.room)) is not None:
            actor.detach(attachment)

    async def snapshot(self, room_id: str, person: Person) -> Snapshot:
        """Return all that the guest may know of a room; raises Refused."""
        actor = await self.visible(room_id, person)
        return actor.broadcast.snapshot(person.session)

    # Messages

    async def command(
        self, person: Person, message: TableMessage
    ) -> Answer | HintAnswer | Fault | None:
        """Execute a message to a room, and return its answer, if it has one."""
        cid = getattr(message, "cid", "")
        try:
            actor = await self.visible(message.room, person)
            await actor.reach(getattr(message, "version", None))
            match message:
                case Act() | Done():
                    return await execute(actor, person.session, message)
                case Control():
                    return await self._control(actor, person, message)
                case Check() | AskHint():
                    return await ask(actor, person.session, message)
                case Preview() | Say() | React():
                    return remark(actor, person.session, message)
        except Refused as refused:
            reason = refused.reasons[0]
            if reason.code == "no_such_room":
                return not_open(message.room, cid)
            return Fault(code="not_allowed", message=reason.message, room=message.room, cid=cid)
        except StorageError as error:
            return storage_fault(error, message.room, cid)

    async def _control(self, actor: RoomActor, person: Person, message: Control) -> Answer:
        async def entries() -> Sequence[Entry]:
            if message.what == "rematch":
                return await self._rematch(actor.room, person)
            return control_entries(actor.room, self._request(actor, person, message))

        return await execute(actor, person.session, message, entries)

    def _request(self, actor: RoomActor, person: Person, message: Control) -> ControlRequest:
        presence, now = actor.broadcast.presence, self.services.clock.now()
        return ControlRequest(
            control=message,
            session=person.session,
            name=person.name,
            face=person.face,
            present=presence.present(actor.room),
            away_ms=presence.away(actor.room, now),
            commitment=actor.log.seal(),
            levels=self.services.levels,
            same=self._same,
        )

    async def _rematch(self, room: Room, person: Person) -> Sequence[Entry]:
        """Open a room on the same terms for the same people, who may have given up.

        That is done once, unless the room was closed. Raises Refused, StorageError.
        """
        if room.played_by(person.session) is None:
            raise refuse("not_seated", "you have no seat at this table")
        if room.phase != "over":
            raise refuse("not_now", "the match goes on")
        if room.next_room is not None and await self._is_open(room.next_room):
            return []
        new, people = rematch_terms(room)
        return [Rematched(room=await self.open(new, person, invited=people))]

    async def _is_open(self, room_id: str) -> bool:
        """Return whether the table of a rematch was not closed; raises StorageError."""
        actor = await self.registry.get(room_id)
        return actor is not None and actor.room.phase != "closed"

    async def rename(self, person: Person) -> None:
        """Give a guest that name and face at all tables; raises Refused, StorageError.

        All tables are asked first, so that nothing is changed if another person at one of them
        has such a name. A table whose log is full keeps the old name.
        """
        store = self.services.store
        actors: list[RoomActor] = []
        for listed in await store.listed(await store.rooms_of(person.session)):
            if listed.card.phase not in FINISHED:
                with suppress(*UNREADABLE):
                    if (actor := await self.actor(listed.room)) is not None:
                        actors.append(actor)
        for actor in actors:
            self._renamed(actor, person)
        for actor in actors:
            async with actor.lock:
                entries = self._renamed(actor, person)
                if entries and not (actor.closed or actor.log.full):
                    await actor.commit(entries)

    def _renamed(self, actor: RoomActor, person: Person) -> Sequence[Entry]:
        return renamed(actor.room, person.session, person.name, person.face, same=self._same)

    async def lobby(self, session: str) -> Lobby:
        """Return the rooms with a free seat, the guest's own, and those to watch."""
        return await lobby.lobby(self.registry, session)

    # Lifetime

    async def resume_all(self) -> list[str]:
        """Load every live room; return those whose logs are damaged.

        Where several servers share the store, each loads those whose leases it takes.
        """
        return [] if self._node else await self.registry.resume_all()

    async def keep_up(self) -> None:
        """Keep up with other servers that share the store, until cancelled."""
        if self._node is not None:
            await self._node.run()

    def when_noticed(self, handler: NoticeHandler) -> None:
        """Have *handler* called for what other servers tell of guests."""
        if self._node is not None:
            self._node.when_noticed(handler)

    async def notify(self, kind: NoticeKind, about: str, guest: str) -> None:
        """Tell other servers of the same store something of a guest; raises StorageError."""
        if self._node is not None:
            await self._node.notify(kind, about, guest)

    async def supervise(self) -> None:
        """Supervise all rooms at intervals, until cancelled."""
        while True:
            await self.services.clock.sleep(CHECK_EVERY)
            for number, actor in enumerate(self.registry):
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)
                try:
                    restart_missing(actor)
                except Exception as error:  # noqa: BLE001 - the other rooms are still supervised
                    log_failure("(supervisor)", error)

    async def sweep(self) -> None:
        """Close abandoned rooms, and take idle ones out of memory."""
        await clean_up(self.registry)

    async def room_deleted(self, room_id: str) -> None:
        """Notify the spectators of a room that it was deleted."""
        await accounts.room_deleted(self.registry, room_id)

    async def delete_account(self, person: Person) -> Forgotten:
        """Delete the stored data of a guest, who leaves every room for good.

        A room with a damaged log cannot be left, as no command can be executed there; it is
        deleted, or the guest removed from it, like all others. While a newer server has written to
        one, nothing is deleted here: raises NewerLogError.
        """
        store = self.services.store
        for listed in await store.listed(await store.rooms_of(person.session)):
            actor = self.registry.in_memory(listed.room)
            if actor is None and listed.card.phase not in FINISHED:
                with suppress(CorruptedError):
                    actor = await self.actor(listed.room)
            if actor is not None:
                await self._leave(actor, person)
        forgotten, cancelled = await uninterrupted(
            accounts.delete_account(self.registry, person.session)
        )
        if cancelled:
            raise asyncio.CancelledError
        return forgotten

    async def _leave(self, actor: RoomActor, person: Person) -> None:
        message = Control(
            cid=secrets.token_urlsafe(12),
            room=actor.room.id,
            what="stand" if actor.room.phase == "waiting" else "resign",
        )
        await self._control(actor, person, message)

    async def close(self) -> None:
        """Stop every room; all entries are in the store."""
        await self.registry.close()
        if self._node is not None:
            await self._node.leave()

    def live(self) -> int:
        """Return how many rooms are in memory."""
        return len(self.registry)
