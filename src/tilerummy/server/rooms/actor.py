"""The room actor, an object that owns a live room with its log, timers and broadcast.

Changes run strictly one after the other (:meth:`RoomActor.do`). :meth:`RoomActor.commit` stores,
applies and broadcasts entries. Work that is not triggered by a message, such as a deal, is started
here and runs as :mod:`~tilerummy.server.rooms.tasks`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import TypeVar

from tilerummy.server.messages.server import Answer, HintAnswer
from tilerummy.server.room.entries import Closed, Entry
from tilerummy.server.room.proposals import ABSENT_AFTER, broken_off_entry, resolved_entries
from tilerummy.server.room.room import Room
from tilerummy.server.room.turns import SeatTurn, deal_entry, turn_entry
from tilerummy.server.rooms.broadcast import Broadcast
from tilerummy.server.rooms.clock import Alarm, TurnClock, TurnTimer, read_clock, write_clock
from tilerummy.server.rooms.log import RoomLog
from tilerummy.server.rooms.ports import RoomServices
from tilerummy.server.rooms.presence import Attachment, Listener
from tilerummy.server.rooms.room_summary import room_summary
from tilerummy.server.rooms.tasks import BackgroundTasks
from tilerummy.server.rooms.turn_notices import absent_mover, turn_number
from tilerummy.server.store.types import (
    FINISHED,
    NotOwnerError,
    ParkedRoom,
    RoomSummary,
    StorageError,
    Taken,
)

Result = TypeVar("Result")

MAX_PENDING_CHANGES = 500
"""The maximum number of pending changes in a room; further changes are refused."""
UNWATCHED = 30_000
"""How long a game of computer players continues without connected guests, in milliseconds."""
IDLE = 5 * 60_000
"""How long a room can have no connections and no tasks before it is parked, in milliseconds."""
WAITING_TOO_LONG = 30 * 60_000
"""How long a room may be deserted before its match begins until it is closed, in milliseconds."""
PLAYING_TOO_LONG = 7 * 24 * 3600_000
"""How long a match may be deserted until it is ended, in milliseconds.

This limit does not apply if turns may last for days.
"""


Work = Coroutine[object, object, None]


class RoomActor:
    """Owns a live room, and calls *lost* if another node takes over the room.

    It calls *time_out* to end a turn whose time has run out. To play a computer player's next move,
    it calls *computer_turn* with the room's version and the player's level.

    An actor is ``closed`` once its room has been parked or lost; from then on, another actor may
    own the room. Submitted turns and time-outs hold the lock ``deciding`` until they have been
    judged, so a turn that is submitted in time counts even if finding its plays takes a long time.
    """

    def __init__(
        self,
        log: RoomLog,
        services: RoomServices,
        time_out: Callable[[RoomActor], Work],
        computer_turn: Callable[[RoomActor, int, str], Work],
        lost: Callable[[RoomActor], None],
    ) -> None:
        time, room = services.clock, log.room
        self.services, self.log = services, log
        self._time_out, self._computer_turn, self._lost = time_out, computer_turn, lost
        self.turn = TurnTimer(time, room, self.end_timed_out_turn)
        self.dealing = Alarm(time, self.deal)
        self.broadcast = Broadcast(log, self.turn, time)
        self.tasks = BackgroundTasks(time)
        self.deciding = asyncio.Lock()
        self._changing = asyncio.Lock()
        self.hint: tuple[tuple[int, int, int], tuple[HintAnswer, ...]] | None = None
        """The hint for a version, seat and target, so that all its levels advise the same play."""
        self._size = 0  # running and pending changes
        self.closed = False
        self._stored_summary = b""
        self._stored_clock = b""
        self._noticed_turn = turn_number(room)

    @property
    def id(self) -> str:
        """The room's id."""
        return self.log.room.id

    @property
    def room(self) -> Room:
        """The room's current state."""
        return self.log.room

    @property
    def changing(self) -> bool:
        """True if the room has running or pending changes."""
        return self._size > 0

    # Changes

    async def do(self, work: Callable[[], Awaitable[Result]]) -> Result:
        """Run *work*, which may commit entries, after all earlier changes, and return its result.

        *work* completes even if the caller is cancelled. If the room is no longer owned or too many
        changes are pending, *work* is not run, and StorageError is raised.
        """
        if self._size > MAX_PENDING_CHANGES:
            raise StorageError("too many changes are pending")
        self._size += 1
        return await asyncio.shield(asyncio.create_task(self._run(work)))

    async def _run(self, work: Callable[[], Awaitable[Result]]) -> Result:
        try:
            async with self._changing:
                if self.closed:
                    raise StorageError("the room is being parked")
                return await work()
        except NotOwnerError:
            self._lost(self)
            raise
        finally:
            self._size -= 1

    async def commit(
        self, entries: Sequence[Entry | SeatTurn], *, guest: str | None = None, cid: str = ""
    ) -> Answer:
        """Store, apply and broadcast *entries*; call this only within :meth:`do`.

        Returns the command's result. It is stored along with the entries, under *cid* and *guest*.
        If the entries cannot be stored, nothing changes, and StorageError is raised.
        """
        before = self.room
        new = await self.log.steps(
            turn_entry(each, self._reserve(each)) if isinstance(each, SeatTurn) else each
            for each in entries
        )
        after = new[-1].room if new else before
        answer = Answer(cid=cid, status="ok", version=after.version)
        turn = self.turn.after(before, after, present=self._can_move(after))
        clock, summary = self._clock_to_store(after, turn), self._new_summary(after, turn)
        views = await self.log.append(
            new, guest, answer if cid else None, summary=summary, clock=clock
        )
        if summary is not None:
            self._stored_summary = summary.body
        if clock is not None:
            self._stored_clock = clock
        if new:
            self.run_clock(before)
            if after.proposal != before.proposal:
                self._recheck_proposal()
            self.start_due_task()
            if turn_number(after) != self._noticed_turn:
                self.tasks.start(self._store_notice, "notice")
            self.broadcast.send_changes(before, views)
        return answer

    def _reserve(self, done: SeatTurn) -> tuple[int, ...]:
        """Return the reserve time of each seat after these actions."""
        now, after = self.room.state, done.turn.state
        return self.turn.reserve(ends=now is not None and after.turn != now.turn)

    # The summary

    def _new_summary(self, room: Room, clock: TurnClock | None) -> RoomSummary | None:
        """Return a new room summary, or None if the stored summary is up to date."""
        summary = room_summary(room, self.broadcast.presence, clock, self.services.clock)
        return None if summary.body == self._stored_summary else summary

    def _save_summary(self) -> None:
        """Schedule the room summary to be stored, if it has changed."""
        self.tasks.start(self._write_summary, "card")

    async def _write_summary(self) -> None:
        while not self.closed and (new := self._new_summary(self.room, self.turn.clock)):
            await self.services.store.rooms.show(self.id, new)
            self._stored_summary = new.body

    async def _store_notice(self) -> None:
        """Store the current turn's notifications, which replace any earlier ones."""
        push = self.services.store.push
        while not self.closed and (turn := turn_number(self.room)) != self._noticed_turn:
            room = self.room
            mover = absent_mover(room, self.broadcast.presence)
            await push.begin_turn(room.id, self.log.epoch, turn, room.terms.title, mover)
            self._noticed_turn = turn
            if mover in self.broadcast.presence.guests:  # since then
                await push.see_turn(room.id, mover)

    # Tasks

    def start_due_task(self) -> None:
        """Start the task that is due, if there is one: a deal or a computer player's turn."""
        room = self.room
        self.dealing.set(self.services.timings.ready if room.phase == "sealing" else None)
        if room.phase == "sealing" and all(p.ready for p in room.places):
            self.deal()
        self._begin_computer_turn()

    def _begin_computer_turn(self) -> None:
        room = self.room
        if room.phase == "playing" and room.state is not None:
            level = room.places[room.state.to_move].plays_itself
            if level and not self.unwatched():
                turn = partial(self._computer_turn, self, room.changed, level)
                self.tasks.start(turn, f"turn {room.changed}")

    def deal(self) -> None:
        """Start dealing the round whose seed has been sealed."""
        self.tasks.start(partial(self.do, self._deal), f"deal {self.room.changed}")

    async def _deal(self) -> None:
        room = self.room
        if room.phase == "sealing":
            seed = await self.log.seed(room.shuffles[-1].round)
            await self.commit([deal_entry(room, seed)])

    def end_timed_out_turn(self) -> None:
        """Start ending the current turn, because its time has run out."""
        self.tasks.start(partial(self._time_out, self), f"time {self.room.changed}")

    def _recheck_proposal(self) -> None:
        if self.room.proposal is not None:
            self.tasks.start(self._resolve_proposal)

    async def _resolve_proposal(self) -> None:
        """Resolve the proposal if possible, and retry once absent players need no longer agree."""

        async def resolve() -> None:
            away = self.broadcast.presence.away(self.room, self.services.clock.now())
            if entries := resolved_entries(self.room, away):
                await self.commit(entries)

        for wait in (0, ABSENT_AFTER):
            await self.services.clock.sleep(wait)
            await self.do(resolve)

    # The clock

    def run_clock(self, before: Room | None = None) -> None:
        """Run the turn clock, or stop it while players cannot move.

        If the turn has changed since the earlier state *before*, a new clock is started.
        """
        self.turn.run(before or self.room, self.room, present=self._can_move(self.room))
        if self._clock_to_store(self.room, self.turn.clock) is not None:
            self.tasks.start(self._store_clock, "clock")

    def _can_move(self, room: Room) -> bool:
        return self.broadcast.presence.can_move(room)

    def _clock_to_store(self, room: Room, clock: TurnClock | None) -> bytes | None:
        """Return the turn clock in stored form, or None if the stored clock is up to date."""
        body = write_clock(room, clock)
        return None if body == self._stored_clock else body

    async def _store_clock(self) -> None:
        while not self.closed and (body := self._clock_to_store(self.room, self.turn.clock)):
            clock = self._clock_now() or b""
            await self.services.ownership.save_clock(self.id, self.log.epoch, clock)
            self._stored_clock = body

    def _clock_now(self) -> bytes | None:
        return write_clock(self.room, self.turn.clock, self.services.clock.now())

    # Connections

    def attach(self, guest: str, listener: Listener, since: int | None) -> Attachment:
        """Send *listener* the current state, followed by every change that *guest* may see."""
        attachment = Attachment(self.id, guest, listener)
        new = self.broadcast.presence.add(attachment)
        if new:
            self.run_clock()
        self.broadcast.send_initial_state(attachment, since)
        if new:
            self._presence_changed()
            if self.room.terms.by_days and self.room.seat_of(guest) is not None:
                see = partial(self.services.store.push.see_turn, self.id, guest)
                self.tasks.start(see, f"see {guest}")
            self._begin_computer_turn()  # a computer player may have been waiting for a spectator
        return attachment

    def detach(self, attachment: Attachment) -> None:
        """Stop sending changes to an attachment's listener."""
        now = self.services.clock.now()
        if self.broadcast.presence.remove(attachment, self.room, now):
            self.run_clock()
            self._presence_changed()

    def show_rack(self, attachment: Attachment, version: int) -> None:
        """Show a connection its seat's rack, unless the game has changed since *version*."""
        room = self.room
        if self.closed or not room.changed <= version <= room.version:
            return
        attachment.shown = room.seat_of(attachment.guest)
        self.run_clock()
        self.broadcast.send_private_view(attachment)
        self.broadcast.send_presence()  # the turn clock may have started

    def _presence_changed(self) -> None:
        self.broadcast.send_presence()
        self._recheck_proposal()
        self._save_summary()

    def idle(self) -> int:
        """Return the milliseconds since the last guest disconnected, or 0 if one is connected."""
        return self.broadcast.presence.idle(self.services.clock.now())

    def unwatched(self) -> bool:
        """Return whether computers play among themselves, unwatched for ``UNWATCHED`` ms."""
        return self.room.among_computers and self.idle() >= UNWATCHED

    # Lifetime

    def start(self, taken: Taken, silent: int) -> None:
        """Resume a room that has just been taken, and whose last entry is *silent* ms old."""
        time, presence = self.services.clock, self.broadcast.presence
        if taken.clock is not None:
            known = read_clock(self.room, taken.clock, time.now() - taken.ran)
            self.turn.clock = known or self.turn.clock
        self.turn.resume(silent)
        # a game between computer players waits until someone watches it
        presence.idle_since -= UNWATCHED
        after = self._abandoned_after()
        # the room may also be due because a different release was unable to read it
        if taken.due and not self._will_act() and after is not None and silent > after // 2:
            presence.idle_since = time.now() - after - 1  # as if it had been abandoned
        self.run_clock()
        self.start_due_task()
        self._save_summary()

    def _will_act(self) -> bool:
        """Return whether a deal or a computer player's turn is due, or soon will be."""
        room = self.room
        if room.phase != "playing" or room.state is None:
            return room.phase == "sealing"
        return bool(room.places[room.state.to_move].plays_itself) and not self.unwatched()

    def _abandoned_after(self) -> int | None:
        """Return the longest time without connections, in ms, or None if it is not limited."""
        room = self.room
        if room.phase == "waiting":
            return WAITING_TOO_LONG
        return None if room.phase in FINISHED or room.terms.by_days else PLAYING_TOO_LONG

    def is_abandoned(self) -> bool:
        """Return whether the room should be closed, because it is abandoned or its log is full."""
        after = self._abandoned_after()
        full = self.log.full and self.room.phase not in FINISHED
        return full or (after is not None and self.idle() > after)

    async def close_abandoned(self) -> None:
        """If the room is abandoned, close it or end its match."""

        async def close() -> None:
            if self.is_abandoned():
                waits = self.room.phase == "waiting"
                end = Closed(why="abandoned") if waits else broken_off_entry(self.room, "abandoned")
                await self.commit([end])

        if self.is_abandoned():
            await self.do(close)

    def may_be_parked(self) -> bool:
        """Return whether the room is idle, without running tasks or a turn that will end soon."""
        left = self.turn.ends_in()
        soon = left is not None and left < IDLE
        return self.idle() > IDLE and not self.tasks.busy and not soon

    def parked(self) -> ParkedRoom:
        """Return the data to store when the room is parked."""
        return ParkedRoom(self.id, self.log.epoch, self._clock_now(), self._due())

    def _due(self) -> int | None:
        """Return the time when the parked room will next be due, in milliseconds since 1970.

        Returns 0 if the room is due immediately, and None if it never will be.
        """
        room, time = self.room, self.services.clock
        if room.phase in FINISHED:
            return None
        if self._will_act() or self.broadcast.presence.guests:
            return 0
        waits = [] if (left := self.turn.ends_in()) is None else [left]
        if (after := self._abandoned_after()) is not None:
            waits.append(max(0, after - self.idle()) + 1)
        return time.wall() + min(waits) if waits else None

    async def close(self) -> None:
        """Finish the running change, refuse all pending ones, and stop all tasks and timers."""
        self.turn.cancel()
        self.dealing.cancel()
        self.broadcast.clear_preview()
        self.closed = True
        async with self._changing:
            pass
        await self.tasks.end()
