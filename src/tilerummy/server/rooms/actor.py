"""The room actor: one object that owns a live room, its log, its timers and its broadcast.

What changes the room is done in order, one after the other, to its end (:meth:`RoomActor.do`), by
:meth:`RoomActor.commit`: it is stored, then applied, then broadcast. What happens without a message
is started here as :mod:`~tilerummy.server.rooms.tasks`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import TypeVar

from tilerummy.server.messages.server import Answer
from tilerummy.server.room.entries import Closed, Entry
from tilerummy.server.room.proposals import GONE_AFTER, broken_off_entry, resolved_entries
from tilerummy.server.room.room import Room
from tilerummy.server.room.turns import SeatTurn, deal_entry, turn_entry
from tilerummy.server.rooms.broadcast import Broadcast
from tilerummy.server.rooms.cards import index_card
from tilerummy.server.rooms.clock import (
    Alarm,
    TurnClock,
    TurnTimer,
    read_clock,
    write_clock,
)
from tilerummy.server.rooms.log import RoomLog
from tilerummy.server.rooms.ports import RoomServices
from tilerummy.server.rooms.presence import Attachment, Listener
from tilerummy.server.rooms.tasks import BackgroundTasks
from tilerummy.server.store.types import (
    FINISHED,
    NotOwnerError,
    ParkedRoom,
    RoomSummary,
    StorageError,
    Taken,
)

Result = TypeVar("Result")

CAPACITY = 500
"""The maximum number of changes of a room that wait; more are refused."""
UNWATCHED = 30_000
"""Milliseconds for which computer players go on among themselves without a connected guest."""
IDLE = 5 * 60_000
"""A room is parked after this time without connections and tasks."""
WAITING_TOO_LONG = 30 * 60_000
"""A room in which no match has begun is closed after this time without connections."""
PLAYING_TOO_LONG = 7 * 24 * 3600_000
"""A match is broken off after this time without connections, unless it is played by days."""


Work = Coroutine[object, object, None]


class RoomActor:
    """Owns one live room; *lost* is called when its log can be written here no more.

    Turns that end without a message are tasks that it starts: *time_over* ends the turn whose time
    is over, and *computer_turn* plays the next move of the computer player to move, at that version
    and level.

    It is ``closed`` when the room was parked or lost: another actor may own it then.
    Turns of people and the clock hold ``deciding`` until they are decided. So a turn that was
    submitted in time counts, however long the search for its plays takes.
    """

    def __init__(
        self,
        log: RoomLog,
        services: RoomServices,
        time_over: Callable[[RoomActor], Work],
        computer_turn: Callable[[RoomActor, int, str], Work],
        lost: Callable[[RoomActor], None],
    ) -> None:
        time, room = services.clock, log.room
        self.services, self.log = services, log
        self._time_over, self._computer_turn, self._lost = time_over, computer_turn, lost
        self.turn = TurnTimer(time, room, self.end_of_time)
        self.dealing = Alarm(time, self.deal)
        self.broadcast = Broadcast(log, self.turn, time)
        self.tasks = BackgroundTasks(time)
        self.deciding = asyncio.Lock()
        self._changing = asyncio.Lock()
        self._size = 0  # how many changes are made or wait
        self.closed = False
        self._shown = b""  # the body of the card that was stored last
        self._stored_clock = b""

    @property
    def id(self) -> str:
        """The id of the room."""
        return self.log.room.id

    @property
    def room(self) -> Room:
        """The room as it stands."""
        return self.log.room

    @property
    def changing(self) -> bool:
        """Whether the room is being changed."""
        return self._size > 0

    # Changes

    async def do(self, work: Callable[[], Awaitable[Result]]) -> Result:
        """Return what *work* returns, which may commit entries, after all that came before.

        It is finished even if the caller is cancelled. Raises StorageError, and does nothing, if
        the room is no longer owned, or too much waits.
        """
        if self._size > CAPACITY:
            raise StorageError("too much waits")
        self._size += 1
        return await asyncio.shield(asyncio.create_task(self._done(work)))

    async def _done(self, work: Callable[[], Awaitable[Result]]) -> Result:
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
        """Store, apply and broadcast *entries*; call within :meth:`do`.

        Return the answer to the command *cid* of a *guest*, which is stored with them. Raises
        StorageError if they could not be stored; then nothing has happened.
        """
        before, reserve = self.room, self.turn.reserve()
        new = await self.log.steps(
            turn_entry(each, reserve) if isinstance(each, SeatTurn) else each for each in entries
        )
        after = new[-1].room if new else before
        answer = Answer(cid=cid, status="ok", version=after.version)
        turn = self.turn.after(before, after, present=self._present(after))
        clock, card = self._clock_to_store(after, turn), self._new_card(after, turn)
        views = await self.log.append(
            new, guest, answer if cid else None, summary=card, clock=clock
        )
        if card is not None:
            self._shown = card.body
        if clock is not None:
            self._stored_clock = clock
        if new:
            self.run_clock(before)
            if after.proposal != before.proposal:
                self._review_proposal()
            self.go_on()
            self.broadcast.follow(before, views)
        return answer

    async def decline(self, guest: str, answer: Answer) -> Answer:
        """Store the answer to a command that was not executed; as :meth:`commit`."""
        await self.log.append([], guest, answer)
        return answer

    # The index

    def _new_card(self, room: Room, clock: TurnClock | None) -> RoomSummary | None:
        """Return the index card of the room, unless it is stored as it is."""
        card = index_card(room, self.broadcast.presence, clock, self.services.clock)
        return None if card.body == self._shown else card

    def _show_card(self) -> None:
        """Store the index card soon, if it has changed."""
        self.tasks.begin(self._store_card, "card")

    async def _store_card(self) -> None:
        while not self.closed and (card := self._new_card(self.room, self.turn.clock)) is not None:
            await self.services.store.rooms.show(self.id, card)
            self._shown = card.body

    # Tasks

    def go_on(self) -> None:
        """Start the task that is due now: a deal, a computer player's turn."""
        room = self.room
        self.dealing.set(self.services.pace.ready if room.phase == "sealing" else None)
        if room.phase == "sealing" and all(p.ready for p in room.places):
            self.deal()
        self._begin_computer_turn()

    def _begin_computer_turn(self) -> None:
        room = self.room
        if room.phase == "playing" and room.state is not None:
            level = room.places[room.state.to_move].plays_itself
            if level and not self.unwatched():
                turn = partial(self._computer_turn, self, room.changed, level)
                self.tasks.begin(turn, f"turn {room.changed}")

    def deal(self) -> None:
        """Deal the round that is sealed."""
        self.tasks.begin(partial(self.do, self._deal), f"deal {self.room.changed}")

    async def _deal(self) -> None:
        room = self.room
        if room.phase == "sealing":
            seed = await self.log.seed(room.shuffles[-1].round)
            await self.commit([deal_entry(room, seed)])

    def end_of_time(self) -> None:
        """End the turn whose time is over."""
        self.tasks.begin(partial(self._time_over, self), f"time {self.room.changed}")

    def _review_proposal(self) -> None:
        """Resolve a proposal, after a change of it or of presence."""
        if self.room.proposal is not None:
            self.tasks.begin(self._resolve_proposal)

    async def _resolve_proposal(self) -> None:
        """Resolve a proposal, now and after an absence of the people who left."""

        async def resolve() -> None:
            away = self.broadcast.presence.away(self.room, self.services.clock.now())
            if entries := resolved_entries(self.room, away):
                await self.commit(entries)

        for wait in (0, GONE_AFTER):
            await self.services.clock.sleep(wait)
            await self.do(resolve)

    # The clock

    def run_clock(self, before: Room | None = None) -> None:
        """Let the clock of the turn run, or stop it while no seated person is connected.

        It is a new one if a new turn has begun since the room was as *before*.
        """
        self.turn.run(before or self.room, self.room, present=self._present(self.room))
        if self._clock_to_store(self.room, self.turn.clock) is not None:
            self.tasks.begin(self._store_clock, "clock")

    def _present(self, room: Room) -> bool:
        return bool(self.broadcast.presence.present(room))

    def _clock_to_store(self, room: Room, clock: TurnClock | None) -> bytes | None:
        """Return a clock, if another one is stored: it is new, was stopped, or runs again."""
        body = write_clock(room, clock)
        return None if body == self._stored_clock else body

    async def _store_clock(self) -> None:
        while (
            not self.closed
            and (body := self._clock_to_store(self.room, self.turn.clock)) is not None
        ):
            clock = self._clock_now() or b""
            await self.services.ownership.save_clock(self.id, self.log.epoch, clock)
            self._stored_clock = body

    def _clock_now(self) -> bytes | None:
        return write_clock(self.room, self.turn.clock, self.services.clock.now())

    # Connections

    def attach(self, guest: str, listener: Listener, since: int | None) -> Attachment:
        """Send *listener* everything that *guest* may know from now on."""
        attachment = Attachment(self.id, guest, listener)
        new = self.broadcast.presence.add(attachment)
        if new:
            self.run_clock()
        self.broadcast.greet(attachment, since)
        if new:
            self._show_presence()
            self._begin_computer_turn()  # of those who have waited for a spectator
        return attachment

    def detach(self, attachment: Attachment) -> None:
        """Stop sending to that listener."""
        now = self.services.clock.now()
        if self.broadcast.presence.remove(attachment, self.room, now):
            self.run_clock()
            self._show_presence()

    def _show_presence(self) -> None:
        self.broadcast.send_presence()
        self._review_proposal()
        self._show_card()

    def idle(self) -> int:
        """Return for how many milliseconds no guest has been connected."""
        return self.broadcast.presence.idle(self.services.clock.now())

    def unwatched(self) -> bool:
        """Return whether computer players wait for a spectator."""
        return self.room.among_computers and self.idle() >= UNWATCHED

    # Lifetime

    def start(self, taken: Taken, silent: int) -> None:
        """Go on with what was under way when the room was taken.

        *silent* is for how many milliseconds nothing was written to the log.
        """
        time, presence = self.services.clock, self.broadcast.presence
        if taken.clock is not None:
            known = read_clock(self.room, taken.clock, time.now() - taken.ran)
            self.turn.clock = known or self.turn.clock
        self.turn.resume(silent)
        # computer players among themselves wait for a spectator
        presence.idle_since -= UNWATCHED
        after = self._abandoned_after()
        # it may also be due as another release could not read it a while ago
        if taken.due and not self._acts() and after is not None and silent > after // 2:
            presence.idle_since = time.now() - after - 1  # for so long nobody has come
        self.run_clock()
        self.go_on()
        self._show_card()

    def _acts(self) -> bool:
        """Return whether the next thing happens by itself, now or soon."""
        room = self.room
        if room.phase != "playing" or room.state is None:
            return room.phase == "sealing"
        return bool(room.places[room.state.to_move].plays_itself) and not self.unwatched()

    def _abandoned_after(self) -> int | None:
        """Return after how long without connections the room is closed, in milliseconds."""
        room = self.room
        if room.phase == "waiting":
            return WAITING_TOO_LONG
        return None if room.phase in FINISHED or room.terms.by_days else PLAYING_TOO_LONG

    def is_abandoned(self) -> bool:
        """Return whether the room is to be closed, as nobody has come for long or it is full."""
        after = self._abandoned_after()
        full = self.log.full and self.room.phase not in FINISHED
        return full or (after is not None and self.idle() > after)

    async def close_abandoned(self) -> None:
        """Close a room in which no match began, or break off its match, if nobody comes."""

        async def close() -> None:
            if self.is_abandoned():
                waits = self.room.phase == "waiting"
                end = Closed(why="abandoned") if waits else broken_off_entry(self.room, "abandoned")
                await self.commit([end])

        if self.is_abandoned():
            await self.do(close)

    def may_be_parked(self) -> bool:
        """Return whether no guest is connected, and no task runs or is due soon."""
        left = self.turn.ends_in()
        soon = left is not None and left < IDLE
        return self.idle() > IDLE and not self.tasks.busy and not soon

    def parked(self) -> ParkedRoom:
        """Return what is stored of the room when its owner parks it."""
        return ParkedRoom(self.id, self.log.epoch, self._clock_now(), self._due())

    def _due(self) -> int | None:
        """Return when something is due in the room, in milliseconds since 1970, 0 for at once."""
        room, time = self.room, self.services.clock
        if room.phase in FINISHED:
            return None
        if self._acts() or self.broadcast.presence.guests:
            return 0
        waits = [] if (left := self.turn.ends_in()) is None else [left]
        if (after := self._abandoned_after()) is not None:
            waits.append(max(0, after - self.idle()) + 1)
        return time.wall() + min(waits) if waits else None

    async def close(self) -> None:
        """Stop all tasks and timers, after what the room is doing."""
        self.turn.cancel()
        self.dealing.cancel()
        self.broadcast.clear_preview()
        self.closed = True
        async with self._changing:  # what has begun is finished; what waits is refused
            pass
        await self.tasks.end()
