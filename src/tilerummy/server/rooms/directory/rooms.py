"""All rooms of this server: opened, found, resumed after a start, put away when nobody comes."""

from __future__ import annotations

import asyncio
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

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
from tilerummy.server.messages.bodies import Lobby, NewRoom
from tilerummy.server.ops.logs import log_failure
from tilerummy.server.room.entries import (
    Closed,
    Entry,
    Rematched,
    Sealed,
    anonymised,
    read_entry,
)
from tilerummy.server.room.fold import replay
from tilerummy.server.room.proposals import broken_off_entry
from tilerummy.server.room.refusal import Refused, refuse
from tilerummy.server.room.room import Room
from tilerummy.server.room.seats import ControlRequest, may_watch
from tilerummy.server.room.views.entries import Logged, logged
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.background import uninterrupted
from tilerummy.server.rooms.broadcast.presence import Attachment, Listener
from tilerummy.server.rooms.directory.dormant import (
    PLAYING_TOO_LONG,
    WAITING_TOO_LONG,
    DormantRooms,
)
from tilerummy.server.rooms.directory.lobby import MOST_LISTED, lobby_of
from tilerummy.server.rooms.directory.opening import (
    initial_seats,
    new_room,
    opening_entry,
    rematch_terms,
)
from tilerummy.server.rooms.policy.commands import (
    TablePolicy,
    ask,
    control_entries,
    execute,
    remark,
    storage_fault,
)
from tilerummy.server.rooms.policy.supervisor import LOOK, restart_missing
from tilerummy.server.rooms.services import RoomServices, not_open
from tilerummy.server.store import CLOSED, FINISHED, CorruptedError, Forgotten, StorageError

MOST_WAITING = 5
"""So many tables somebody may have open that have not begun."""
AT_ONCE = 100
"""So many tables are looked after without letting others go on."""
MOST_OVER = 5
"""So many of one's matches that are over are listed: reading them again takes time."""


@dataclass(frozen=True, slots=True)
class Person:
    """Who asks: a session of the server, and the name that goes with it."""

    session: str
    name: str


class Rooms:
    """Every room, each with its keeper. *same* tells whether two names look alike."""

    def __init__(
        self, world: RoomServices, *, same: Callable[[str, str], bool] = str.__eq__
    ) -> None:
        self.world = world
        self._same = same
        self._actors: dict[str, RoomActor] = {}
        self._loading: dict[str, asyncio.Task[RoomActor | None]] = {}
        self._away = DormantRooms(world.clock)
        self._over = False

    # Opening and finding

    async def open(self, new: NewRoom, person: Person, *, invited: tuple[str, ...] = ()) -> str:
        """Open a table and return its id; raises Refused, StorageError."""
        waiting = self._away.waiting(person.session) + sum(
            k.room.host == person.session and k.room.phase == "waiting"
            for k in self._actors.values()
        )
        if waiting >= MOST_WAITING:
            raise refuse("too_many_tables", "begin or close one of your tables first")
        room_id = urlsafe_b64encode(self.world.entropy(9)).decode()
        first = opening_entry(new, person.session, invited)
        room = new_room(room_id, first)
        entries, taken = initial_seats(room, new, person.name, self.world.levels)
        actor = RoomActor(room, [Logged(first)], self.world, TablePolicy())
        if new.start:
            entries.append(Sealed(round=0, commitment=actor.seal(), kept=taken))
        async with actor.lock:
            self._actors[room_id] = actor
            try:
                await actor.commit(entries, first=first)
            finally:
                if actor.room is room:  # nothing was written
                    del self._actors[room_id]
        return room_id

    async def actor(self, room_id: str) -> RoomActor | None:
        """Return the keeper of a room, read from the store if need be; raises StorageError."""
        if (actor := self._actors.get(room_id)) is not None:
            return actor
        if self._over:
            raise StorageError("the tables are put away")
        loading = self._loading.get(room_id)
        if loading is None:
            loading = asyncio.get_running_loop().create_task(self._load(room_id))
            self._loading[room_id] = loading
            loading.add_done_callback(lambda _: self._loading.pop(room_id))
        return await asyncio.shield(loading)

    async def _load(self, room_id: str) -> RoomActor | None:
        """Read a room from the store, and keep it from now on."""
        rows = await self.world.store.load(room_id)
        if not rows:
            return None
        try:
            steps = [*replay(room_id, (read_entry(row.body) for row in rows))]
        except Exception as error:  # noqa: BLE001 - a log may be damaged in any way
            log_failure("(load)", error)
            raise CorruptedError(room_id, 0, []) from None
        log = [logged(step) for step in steps]
        seeds = await self.world.store.secrets(room_id)
        actor = self._actors[room_id] = RoomActor(
            steps[-1].room, log, self.world, TablePolicy(), seeds
        )
        actor.start(max(0, self.world.clock.wall() - rows[-1].at))
        self._away.come_back(actor)
        return actor

    async def _load_again(self, room_id: str) -> None:
        """Read a room whose log was rewritten or deleted, and go on telling who was told."""
        if (before := self._actors.get(room_id)) is None:
            return
        async with before.lock:
            await before.close()
            after = None
            try:
                with suppress(StorageError):
                    after = await self._load(room_id)
            finally:
                if after is None:
                    del self._actors[room_id]
            if after is not None:
                after.inherit(before)
                return
        for attachment in before.presence.attachments:
            attachment.listener(not_open(room_id))

    async def gone(self, room_id: str) -> None:
        """Tell whoever still looks at a table that it was deleted."""
        self._away.forget(room_id)
        await self._load_again(room_id)

    async def resume_all(self) -> list[str]:
        """Take up every live match; return the rooms whose logs are damaged.

        Whatever is wrong with one of them, it keeps no other from going on.
        """
        damaged = []
        for room_id in await self.world.store.live():
            try:
                await self.actor(room_id)
            except StorageError:
                damaged.append(room_id)
        return damaged

    async def may_see(self, room: Room, session: str) -> bool:
        """Return whether somebody may sit at a room's table, or watch it."""
        if not may_watch(room, session) or not room.terms.private:
            return may_watch(room, session)
        known = session in room.invited or room.seat_of(session) is not None
        return known or await self.world.store.admitted(room.id, session)

    async def seen(self, room_id: str, person: Person) -> RoomActor:
        """Return the keeper of a room that somebody may see; raises Refused, StorageError."""
        try:
            actor = await self.actor(room_id)
        except CorruptedError:
            if await self._may_hear_of(room_id, person.session):
                raise
            actor = None
        if actor is None or not await self.may_see(actor.room, person.session):
            raise refuse("no_such_room", "there is no such table, or it is not open to you")
        return actor

    async def _may_hear_of(self, room_id: str, session: str) -> bool:
        """Return whether somebody may know that there is a room whose log cannot be read."""
        private = [listed.card.private for listed in await self.world.store.listed([room_id])]
        return private == [False] or await self.world.store.admitted(room_id, session)

    # What people do

    async def command(
        self, person: Person, message: TableMessage
    ) -> Answer | HintAnswer | Fault | None:
        """Carry out what somebody asks, and answer; None where nothing is to be said."""
        cid = getattr(message, "cid", "")
        try:
            actor = await self.seen(message.room, person)
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
            why = refused.reasons[0]
            if why.code == "no_such_room":
                return not_open(message.room, cid)
            return Fault(code="not_allowed", message=why.message, room=message.room, cid=cid)
        except StorageError as error:
            return storage_fault(error, message.room, cid)

    async def _control(self, actor: RoomActor, person: Person, message: Control) -> Answer:
        def wish() -> ControlRequest:
            now = self.world.clock.now()
            return ControlRequest(
                control=message,
                session=person.session,
                name=person.name,
                present=actor.presence.present(actor.room),
                away_ms=actor.presence.away(actor.room, now),
                commitment=actor.seal(),
                levels=self.world.levels,
                same=self._same,
            )

        async def control() -> Sequence[Entry]:
            if message.what == "rematch":
                return await self._rematch(actor.room, person)
            return control_entries(actor.room, wish())

        return await execute(actor, person.session, message, control)

    async def _rematch(self, room: Room, person: Person) -> Sequence[Entry]:
        """Open a table on the same terms for the same people, once; raises Refused."""
        if room.seat_of(person.session) is None:
            raise refuse("not_seated", "you have no seat at this table")
        if room.phase != "over":
            raise refuse("not_now", "the match goes on")
        if room.next_room is not None:
            return []
        new, people = rematch_terms(room)
        return [Rematched(room=await self.open(new, person, invited=people))]

    async def attach(
        self, room_id: str, person: Person, listener: Listener, since: int | None = None
    ) -> Attachment | Fault:
        """Tell *listener* everything that somebody may know of a room, from now on."""
        try:
            while True:
                actor = await self.seen(room_id, person)
                async with actor.lock:
                    if not actor.over:
                        return actor.attach(person.session, listener, since)
        except Refused:
            return not_open(room_id)
        except StorageError as error:
            return storage_fault(error, room_id)

    async def detach(self, attachment: Attachment) -> None:
        """Tell that listener nothing more."""
        if (actor := self._actors.get(attachment.room)) is not None:
            actor.detach(attachment)

    async def snapshot(self, room_id: str, person: Person) -> Snapshot:
        """Return all that somebody may know of a room; raises Refused."""
        actor = await self.seen(room_id, person)
        return actor.snapshot(actor.room.seat_of(person.session))

    # The lobby

    async def lobby(self, session: str) -> Lobby:
        """Return the tables with a free seat, one's own, and those to watch."""
        own = await self._own(session)
        return lobby_of([*self._actors.values()], own, session)

    async def _own(self, session: str) -> list[RoomActor]:
        """Return the tables of somebody; of those that are over only the latest."""
        store, own = self.world.store, []
        mine = await store.listed(await store.rooms_of(session))
        over = [each.room for each in mine if each.card.phase == "over"]
        for each in mine:
            if each.card.phase == CLOSED or each.room in over[MOST_OVER:]:
                continue
            with suppress(CorruptedError):
                actor = await self.actor(each.room)
                if actor is not None and actor.room.phase != "closed":
                    own.append(actor)
        return own[:MOST_LISTED]

    # Looking after them

    async def supervise(self) -> None:
        """See to it, again and again, that every table goes on; until this is cancelled."""
        while True:
            await self.world.clock.sleep(LOOK)
            for number, actor in enumerate([*self._actors.values()]):
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)
                try:
                    restart_missing(actor)
                except Exception as error:  # noqa: BLE001 - the other tables are looked after
                    log_failure("(supervisor)", error)

    # Putting away

    async def sweep(self) -> None:
        """Close tables that nobody came to, break off matches that nobody came back to.

        Tables at which nobody is leave memory, and come back when somebody looks at them.
        """
        for room_id in self._away.due():
            with suppress(StorageError):
                await self.actor(room_id)
        for actor in [*self._actors.values()]:
            async with actor.lock:
                if not actor.over:
                    with suppress(StorageError):
                        await self._tidy(actor)

    async def _tidy(self, actor: RoomActor) -> None:
        room, idle = actor.room, actor.idle()
        if room.phase not in FINISHED:
            if room.phase == "waiting" and idle > WAITING_TOO_LONG:
                await actor.commit([Closed(why="abandoned")])
            elif idle > PLAYING_TOO_LONG and not room.terms.by_days and room.phase != "waiting":
                await actor.commit([broken_off_entry(room, "abandoned")])
        if self._away.may_leave(actor):
            if room.phase not in FINISHED:
                self._away.leave(actor)
            del self._actors[room.id]
            await actor.close()

    async def forget(self, person: Person) -> Forgotten:
        """Delete what is kept of somebody, who leaves every table for good.

        A table whose log is damaged cannot be played at, and so not be left; it is deleted, or
        somebody taken out of it, like all others.
        """
        for room_id in await self.world.store.rooms_of(person.session):
            actor = None
            with suppress(CorruptedError):
                actor = await self.actor(room_id)
            if actor is not None:
                message = Control(
                    cid=secrets.token_urlsafe(12),
                    room=room_id,
                    what="stand" if actor.room.phase == "waiting" else "resign",
                )
                await self._control(actor, person, message)
        forgotten, cancelled = await uninterrupted(self._forget(person.session))
        if cancelled:
            raise asyncio.CancelledError
        return forgotten

    async def _forget(self, session: str) -> Forgotten:
        anonymous = partial(anonymised, session=session)
        forgotten = await self.world.store.forget(session, anonymous)
        for room_id in forgotten.deleted:
            await self.gone(room_id)
        for room_id in forgotten.rewritten:
            await self._load_again(room_id)
            if (actor := self._actors.get(room_id)) is not None:
                async with actor.lock:
                    await actor.index()
        return forgotten

    async def close(self) -> None:
        """Stop every room; what has happened is in the store."""
        self._over = True
        loading = [*self._loading.values()]
        for task in loading:
            task.cancel()
        await asyncio.gather(*loading, return_exceptions=True)
        for actor in [*self._actors.values()]:
            await actor.close()
        self._actors.clear()

    def live(self) -> int:
        """Return how many rooms are in memory."""
        return len(self._actors)
