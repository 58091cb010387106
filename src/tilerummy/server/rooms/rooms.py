"""All rooms on a server: creates, watches, commands, lists and cleans them up."""

from __future__ import annotations

import asyncio
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from tilerummy.records import commitment
from tilerummy.server.messages.bodies.rooms import Lobby, LobbyRoom, NewRoom
from tilerummy.server.messages.client import (
    Act,
    AskHint,
    AskNear,
    Check,
    Control,
    Done,
    Preview,
    React,
    Say,
    TableMessage,
)
from tilerummy.server.messages.server import Answer, Fault, HintAnswer, NearAnswer
from tilerummy.server.messages.views import GameView, RoomView
from tilerummy.server.room.entries import (
    Closed,
    Declined,
    Entry,
    Locked,
    Rematched,
    Sealed,
    anonymised,
    write_entry,
)
from tilerummy.server.room.entry_views import room_view
from tilerummy.server.room.fold import apply
from tilerummy.server.room.proposals import ABSENT_AFTER, control_entries
from tilerummy.server.room.refusal import Refused, refuse
from tilerummy.server.room.room import Room
from tilerummy.server.room.round_views import GameViews
from tilerummy.server.room.seats import ControlRequest, Person, renamed
from tilerummy.server.rooms import lobby
from tilerummy.server.rooms.access import (
    UNREADABLE,
    check_known,
    check_visible,
    fault_of,
    no_such_room,
)
from tilerummy.server.rooms.actor import WAITING_TOO_LONG, RoomActor
from tilerummy.server.rooms.commands import execute
from tilerummy.server.rooms.create_room import Rematch, initial_seats, new_room
from tilerummy.server.rooms.ports import RoomServices
from tilerummy.server.rooms.presence import Attachment, Listener, PresenceTracker
from tilerummy.server.rooms.queries import handle_query, send_ephemeral
from tilerummy.server.rooms.registry import RoomRegistry
from tilerummy.server.rooms.room_summary import room_summary
from tilerummy.server.store.types import (
    FINISHED,
    CorruptedError,
    DeletedGuest,
    Entries,
    NotOwnerError,
    RoomIndexEntry,
    StorageError,
)

MAX_WAITING_ROOMS = 5
"""The maximum number of rooms per guest whose matches have not yet begun."""
DEAL_WITHOUT_HOST = 3000
"""How long the deal of a match that starts immediately waits for the host, in milliseconds."""


class Rooms:
    """All rooms on a server."""

    def __init__(self, services: RoomServices) -> None:
        self.services = services
        self.registry = RoomRegistry(services)

    # Opening and watching

    async def open(self, new: NewRoom, person: Person, *, rematch: Rematch | None = None) -> str:
        """Create a room, or the room for a *rematch*, and return its id.

        Raises Refused or StorageError. The room has no owner until the first viewer connects.
        """
        services = self.services
        live = await self._unfinished(person.guest)
        if sum(each.summary.phase == "waiting" for each in live) >= MAX_WAITING_ROOMS:
            raise refuse("too_many_tables", "start or close one of your tables first")
        room_id = urlsafe_b64encode(services.entropy(9)).decode()
        first, room = new_room(room_id, new, person.guest, rematch.series if rematch else ())
        entries, taken = initial_seats(room, new, person, rematch.places if rematch else ())
        seeds, due = dict[int, bytes](), WAITING_TOO_LONG
        if rematch and not new.start:
            entries.append(Locked(on=True))  # the seats are reserved for the players
        if new.start:
            seeds, due = {0: services.entropy(32)}, DEAL_WITHOUT_HOST
            entries.append(Sealed(round=0, commitment=commitment(seeds[0]), kept=taken))
        for entry in entries:
            room = apply(room, entry)
        bodies = [write_entry(entry) for entry in (first, *entries)]
        await services.store.logs.append(
            Entries(
                room_id,
                0,
                bodies,
                summary=room_summary(room, PresenceTracker(0), None, services.clock),
                seeds=seeds,
                invited=sorted(room.invited) if rematch else (),
                due=services.clock.wall() + due,
            )
        )
        return room_id

    async def _unfinished(self, guest: str) -> list[RoomIndexEntry]:
        listed = await self.services.store.rooms.of_guest(guest)
        return [each for each in listed if each.summary.phase not in FINISHED]

    async def _visible(self, room_id: str, person: Person) -> RoomActor:
        """Return the actor of a room, after taking the room if necessary.

        Raises Refused if the guest may not see the room.
        """
        store, actor = self.services.store, self.registry.in_memory(room_id)
        if actor is None:
            await check_known(store, room_id, person.guest)
            actor = await self.registry.own(room_id, person.address or person.guest)
        if actor is None:
            raise no_such_room()
        await check_visible(store, actor.room, person.guest, actor.broadcast.presence.guests)
        if not self.services.ownership.is_certain():
            raise StorageError("another node may have taken the rooms of this one")
        return actor

    async def attach(
        self, room_id: str, person: Person, listener: Listener, since: int | None = None
    ) -> Attachment | Fault:
        """Send *listener* a room's current state, followed by every change that the guest may see.

        Returns a Fault if that fails. Raises NotOwnerError if another node owns the room.
        """
        try:
            while True:
                actor = await self._visible(room_id, person)
                if not actor.closed:
                    return actor.attach(person.guest, listener, since)
                await asyncio.sleep(0)
        except NotOwnerError:
            raise
        except (Refused, StorageError) as error:
            return fault_of(error, room_id)

    async def detach(self, attachment: Attachment) -> None:
        """Stop sending changes to an attachment's listener."""
        if (actor := self.registry.in_memory(attachment.room)) is not None:
            actor.detach(attachment)

    async def show_rack(self, attachment: Attachment, version: int) -> None:
        """Show a shared device its seat's rack; see :meth:`RoomActor.show_rack`."""
        if (actor := self.registry.in_memory(attachment.room)) is not None:
            actor.show_rack(attachment, version)

    async def look(self, room_id: str, person: Person) -> RoomView:
        """Return the public view of a room without taking it. Raises Refused or StorageError."""
        room = await self.read(room_id, person)
        if (actor := self.registry.latest(room_id)) is not None:
            return actor.broadcast.table()
        now = self.services.clock.now()
        return room_view(room, PresenceTracker(now).seats(room, now))

    async def position(self, room_id: str, person: Person) -> GameView | None:
        """Return a guest's view of a room's round, or None before the first deal.

        It has no rack if several players share the guest's device. Does not take the room. Raises
        the same errors as ``look``.
        """
        room = await self.read(room_id, person)
        return GameViews(room).of(room.viewer(person.guest))

    async def read(self, room_id: str, person: Person) -> Room:
        """Return a room without taking it.

        Raises Refused if the guest may not see the room, or StorageError if it cannot be read.
        """
        if self.registry.in_memory(room_id) is None:
            await check_known(self.services.store, room_id, person.guest)
        log = await self.registry.read(room_id)
        if log is None:
            raise no_such_room()
        actor = self.registry.latest(room_id)
        connected = actor.broadcast.presence.guests if actor is not None else ()
        await check_visible(self.services.store, log.room, person.guest, connected)
        return log.room

    # Messages

    async def command(
        self, person: Person, message: TableMessage
    ) -> Answer | HintAnswer | NearAnswer | Fault | None:
        """Execute a message that was sent to a room, and return its result, if it has one.

        Raises NotOwnerError if another node owns the room.
        """
        cid = getattr(message, "cid", "")
        try:
            actor = await self._visible(message.room, person)
            match message:
                case Act() | Done():
                    return await execute(actor, person.guest, message)
                case Control():
                    return await self._control(actor, person, message)
                case Check() | AskHint() | AskNear():
                    return await handle_query(actor, person.guest, message)
                case Preview() | Say() | React():
                    send_ephemeral(actor, person.guest, message)
                    return None
        except NotOwnerError:
            raise
        except (Refused, StorageError) as error:
            return fault_of(error, message.room, cid)

    async def _control(self, actor: RoomActor, person: Person, message: Control) -> Answer:
        async def entries() -> Sequence[Entry]:
            if message.what == "rematch":
                return await self._rematch(actor, person)
            if message.what == "decline" and actor.room.phase == "over":
                return await self._decline_rematch(actor, person)
            presence, now = actor.broadcast.presence, self.services.clock.now()
            request = ControlRequest(
                control=message,
                person=person,
                present=presence.present(actor.room),
                away_ms=presence.away(actor.room, now),
                commitment=actor.log.seal(),
            )
            return control_entries(actor.room, request)

        answer = await execute(actor, person.guest, message, entries)
        if message.what == "change" and actor.room.terms.private:
            await self._drop_uninvited(actor)
        return answer

    async def _drop_uninvited(self, actor: RoomActor) -> None:
        """Stop sending changes to viewers without access to a table that has become private."""
        for attachment in [*actor.broadcast.presence.attachments]:
            try:
                await check_visible(self.services.store, actor.room, attachment.guest)
            except Refused as refused:
                actor.detach(attachment)
                attachment.listener(fault_of(refused, actor.id))

    async def _rematch(self, actor: RoomActor, person: Person) -> Sequence[Entry]:
        """Create a room for a rematch, and return the entries to store in this one.

        The new room has the same terms and players, including any who resigned. If there is already
        such a room and it has not been closed, nothing is created. Raises Refused or StorageError.
        """
        room = actor.room
        seat = room.played_by(person.guest)
        if seat is None:
            raise refuse("not_seated", "you have no seat at this table")
        if room.phase != "over":
            raise refuse("not_now", "the match is not over yet")
        if room.next_room is not None:
            listed = await self.services.store.rooms.find([room.next_room])
            if any(each.summary.phase != "closed" for each in listed):
                return []
        presence, now = actor.broadcast.presence, self.services.clock.now()
        present = presence.recent(room, now, ABSENT_AFTER) - room.rematch_declined
        rematch = Rematch.of(room, present | {seat})
        opened = await self.open(rematch.new, person, rematch=rematch)
        return [Rematched(room=opened, seat=seat)]

    async def _decline_rematch(self, actor: RoomActor, person: Person) -> Sequence[Entry]:
        """Close the room for a rematch, and return the entries to store in this one.

        Raises Refused if there is no rematch or it has begun, or StorageError.
        """
        seat = actor.room.played_by(person.guest)
        if seat is None:
            raise refuse("not_seated", "you have no seat at this table")
        if actor.room.next_room is None:
            raise refuse("no_proposal", "there is no rematch to decline")
        await self._close_waiting(actor.room.next_room)
        return [Declined(by=seat)]

    async def _close_waiting(self, room_id: str) -> None:
        """Close a room whose match has not begun. A room owned by another node is taken first.

        A match that has begun there is not disturbed.
        """
        if self.registry.in_memory(room_id) is None:
            listed = await self.services.store.rooms.find([room_id])
            if any(each.summary.phase not in ("waiting", "closed") for each in listed):
                raise refuse("not_now", "the rematch has begun")
            await self.services.ownership.take(room_id, by_force=True)
        actor = await self.registry.own(room_id)
        if actor is None:
            return

        async def close() -> None:
            if actor.room.phase not in ("waiting", "closed"):
                raise refuse("not_now", "the rematch has begun")
            if actor.room.phase == "waiting":
                await actor.commit([Closed()])

        await actor.do(close)

    # Guests

    async def rename(self, person: Person) -> None:
        """Change a guest's name and face in all rooms. Raises Refused or StorageError.

        All rooms are checked first; if a player in any room has a similar name, nothing changes.
        Other nodes update the rooms that they own with :meth:`renamed`. The guest's old name
        remains in rooms whose logs are full.
        """
        rooms = [each.room for each in await self._unfinished(person.guest)]
        for room_id in rooms:
            with suppress(*UNREADABLE):
                if (log := await self.registry.read(room_id)) is not None:
                    renamed(log.room, person)
        for room_id in rooms:
            with suppress(NotOwnerError, *UNREADABLE):
                if (actor := await self.registry.own(room_id)) is not None:
                    await actor.do(partial(self._rename, actor, person))

    async def renamed(self, person: Person) -> None:
        """Change a guest's name and face in the rooms that this node owns."""
        for actor in self.registry:
            if actor.room.seat_of(person.guest) is not None:
                with suppress(StorageError, Refused):
                    await actor.do(partial(self._rename, actor, person))

    async def _rename(self, actor: RoomActor, person: Person) -> None:
        entries = renamed(actor.room, person)
        if entries and not actor.log.full:
            await actor.commit(entries)

    async def delete_account(self, person: Person) -> DeletedGuest:
        """Make a guest leave all rooms permanently, and delete all data stored about the guest.

        Rooms owned by other nodes are taken first. If a room has a damaged log, the guest cannot
        leave the room, but their data is still deleted from the log. If any of the logs contains
        entries from a newer release, nothing is deleted, and NewerLogError is raised.
        """
        for listed in await self._unfinished(person.guest):
            with suppress(CorruptedError):
                if self.registry.in_memory(listed.room) is None:
                    await self.services.ownership.take(listed.room, by_force=True)
                actor = await self.registry.own(listed.room)
                if actor is not None:
                    await self._leave(actor, person)
        anonymous = partial(anonymised, guest=person.guest)
        forgotten = await self.services.store.guests.delete(person.guest, anonymous)
        self.registry.unload((*forgotten.deleted, *forgotten.rewritten))
        return forgotten

    async def _leave(self, actor: RoomActor, person: Person) -> None:
        """Leave a room, along with all players at the same device."""
        for _ in actor.room.seats_of(person.guest):
            leave = Control(
                cid=secrets.token_urlsafe(12),
                room=actor.id,
                what="stand" if actor.room.phase == "waiting" else "resign",
            )
            await self._control(actor, person, leave)

    def unload_deleted(self, guest: str) -> None:
        """Unload the rooms of a guest whom another node deleted, rewriting the rooms' logs."""
        self.registry.unload(
            [each.id for each in self.registry if each.room.played_by(guest) is not None]
        )

    async def lobby(self, guest: str) -> Lobby:
        """Return a guest's view of the lobby."""
        return await lobby.lobby(self.registry, guest)

    async def watchable(self, guest: str, people: Sequence[str]) -> dict[str, LobbyRoom]:
        """Return the current tables of these *people*, if *guest* may watch them."""
        return await lobby.watchable(self.registry, guest, people)

    # Lifetime

    async def sweep(self) -> None:
        """Close abandoned rooms, and park idle ones. Errors of the store are ignored."""
        for actor in self.registry:
            with suppress(StorageError):
                await actor.close_abandoned()
                if actor.may_be_parked() and not actor.closed:
                    await self.registry.park(actor)

    async def close(self) -> None:
        """Release all rooms, so that other nodes, or this node after a restart, can take them."""
        await self.registry.close()
