"""The room actor: one object that owns a live room, its log, its timers and its broadcast.

Every change goes through :meth:`RoomActor.commit`, one at a time: it is stored, then applied, then
broadcast. What happens without a message is decided by the :class:`RoomPolicy`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from functools import partial

from tilerummy.server.messages import Answer, Chatted, PreviewShown, Reacted
from tilerummy.server.room.encoded import EncodedUpdates
from tilerummy.server.room.entries import Entry, Opened
from tilerummy.server.room.entry_views import EntryViews
from tilerummy.server.room.fold import LogStep
from tilerummy.server.room.room import Room
from tilerummy.server.room.turns import SeatTurn, turn_entry
from tilerummy.server.rooms.broadcast import Broadcast
from tilerummy.server.rooms.clock import (
    DealTimer,
    TurnTimer,
    is_saved,
    read_clock,
    read_turn,
    turn_of,
    write_clock,
)
from tilerummy.server.rooms.errors import OvertakenError
from tilerummy.server.rooms.log import RoomLog, Write
from tilerummy.server.rooms.ports import RoomPolicy
from tilerummy.server.rooms.presence import Attachment, Listener
from tilerummy.server.rooms.services import RoomServices
from tilerummy.server.rooms.tasks import BackgroundTasks, task_name
from tilerummy.server.store import StorageError
from tilerummy.server.store.nodes.port import SavedClock

SAME_CLOCK = 500
"""By so many milliseconds a clock may be stored earlier or later than it was told."""
UNWATCHED = 30_000
"""Milliseconds for which computer players go on among themselves without a connected guest."""


class RoomActor:
    """Owns one live room.

    ``generation`` counts how often its log was rewritten; ``clock_at`` is when the clock was stored
    that another server has kept.

    ``lock`` is held while the room is changed; turns and the clock hold ``moving`` around it. So a
    turn that was submitted in time counts, however long the search for its plays takes, and nothing
    else waits for that search.
    """

    def __init__(
        self,
        room: Room,
        latest: Sequence[LogStep],
        services: RoomServices,
        policy: Callable[[RoomActor], RoomPolicy],
        *,
        seeds: dict[int, bytes] | None = None,
    ) -> None:
        time = services.clock
        self.services, self._policy = services, policy(self)
        self.log = RoomLog(room, latest, services, seeds=seeds or {}, changed=self._changed)
        self._turn = TurnTimer(time, room, self.end_of_time)
        self.dealing = DealTimer(time, self.deal)
        connected = partial(services.node.connected, room.id)
        self.broadcast = Broadcast(self.log, self._turn, time, connected)
        self.tasks = BackgroundTasks(time, lambda: self.holds)
        self.generation = self.clock_at = 0
        self._told = (b"", 0)  # the clock that was told last here or elsewhere, and about when
        self._saved: tuple[tuple[int, int] | None, bool] | None = None
        self.lock, self.moving = asyncio.Lock(), asyncio.Lock()

    @property
    def id(self) -> str:
        """The id of the room."""
        return self.log.id

    @property
    def room(self) -> Room:
        """The room as it stands."""
        return self.log.room

    @property
    def turn(self) -> TurnTimer:
        """The time of the turn that is under way."""
        self.log.apply_postponed()
        return self._turn

    @property
    def closed(self) -> bool:
        """Whether the room was taken out of memory: another actor may own it now."""
        return self.tasks.ended

    # Changes

    async def commit(
        self,
        entries: Sequence[Entry | SeatTurn],
        *,
        session: str | None = None,
        cid: str = "",
        first: Opened | None = None,
        as_holder: bool = False,
    ) -> Answer:
        """Store, apply and broadcast *entries*; call with the lock held.

        Raises StorageError if they could not be stored; then nothing has happened. A command that
        was stored before gets its first answer. *first* opens the room. What the room does by
        itself is stored *as_holder* of its lease, and only while it is held.
        """
        before, reserve = self.room, self._turn.reserve()
        known = (turn_entry(e, reserve) if isinstance(e, SeatTurn) else e for e in entries)
        new = await self.log.steps(known)
        version = new[-1].room.version if new else before.version
        answer = Answer(cid=cid, status="ok", version=version)
        self._check_open()
        epoch = None
        if as_holder:
            if not self.holds:
                raise OvertakenError(f"another server keeps the clock of room {self.room.id}")
            epoch = self.services.node.epoch(self.id)
        clock = self._beginning_clock(new[-1].room) if new else None
        write = Write(session=session, first=first, epoch=epoch, clock=clock)
        return await self.log.append(new, answer, write)

    async def decline(self, answer: Answer, session: str) -> Answer:
        """Store that a command was not executed, as :meth:`commit` does with others."""
        self._check_open()
        return await self.log.append([], answer, Write(session=session))

    async def reach(self, version: int | None) -> None:
        """Read what other servers have stored, if somebody has seen more than is known here.

        Raises StorageError.
        """
        if self.services.node.shared and version is not None and version > self.room.version:
            async with self.lock:
                if not self.closed and version > self.room.version:
                    await self.log.catch_up()

    @property
    def holds(self) -> bool:
        """Whether this server keeps the clock of the room, and plays for its computer players."""
        return self.services.node.holds(self.id)

    @property
    def waits(self) -> bool:
        """Whether nothing happens here by itself: people play without a limit of time."""
        room = self.log.applied
        return room.terms.turn_ms is None and not any(p.plays_itself for p in room.places)

    def _beginning_clock(self, after: Room) -> bytes | None:
        """Return the clock of the turn that begins in *after*, for other servers."""
        if not self.services.node.shared:
            return None
        present = self.broadcast.presence.any_seated(after)
        clock = self._turn.beginning(self.room, after, present=present)
        if clock is None:
            return None
        self._saved = turn_of(after), clock.since is not None
        body = write_clock(after, clock, self.services.clock.now())
        self._told = (body, self.services.node.time())
        return body

    def _check_open(self) -> None:
        if self.closed:
            raise StorageError(f"room {self.room.id} is being taken out of memory")

    def _changed(
        self, before: Room, new: EntryViews, made: EncodedUpdates | None, *, sent: bool
    ) -> EncodedUpdates | None:
        """Update timers, broadcast and tasks after a change of the log."""
        room = self.room
        self._turn.follow(before, room)
        self.run_clock()
        mine = None if sent else self.broadcast.follow(before, new, made)
        if room.proposal != before.proposal:
            self._review_proposal()
        self.go_on()
        return mine

    # Tasks of the policy

    def go_on(self) -> None:
        """Start the task that is due now: a deal, a computer player's turn."""
        room = self.room
        if not self.holds:
            self.dealing.cancel()
            return
        self.dealing.follow(room, self.services.pace.ready)
        if room.phase == "sealing" and all(p.ready for p in room.places):
            self.deal()
        elif room.phase == "playing" and room.state is not None:
            level = room.places[room.state.to_move].plays_itself
            if level and not self.unwatched():
                turn = partial(self._policy.computer_turn, room.changed, level)
                self.tasks.begin(turn, task_name("turn", room))

    def deal(self) -> None:
        """Deal the round that is sealed, if that is this server's task."""
        if self.holds:
            self.tasks.begin(self._policy.deal, task_name("deal", self.room))

    def end_of_time(self) -> None:
        """End the turn whose time is over, if that is this server's task."""
        if self.holds:
            self.tasks.begin(self._policy.time_over, task_name("time", self.room))

    def _review_proposal(self) -> None:
        """Resolve a proposal, after a change of it or of presence."""
        if self.room.proposal is not None and self.holds:
            self.tasks.begin(self._policy.review_proposal)

    def run_clock(self) -> None:
        """Let the clock of the turn run, or stop it while no seated person is connected."""
        room, node, holds = self.room, self.services.node, self.holds
        self._turn.run(room, present=self.broadcast.presence.any_seated(room), calls=holds)
        clock = self._turn.clock
        if node.shared and clock is not None and holds:
            runs = turn_of(room), clock.since is not None
            if runs != self._saved:
                self._saved = runs
                node.clock_changed(room.id, write_clock(room, clock, self.services.clock.now()))

    # Connections

    def attach(self, session: str, listener: Listener, since: int | None) -> Attachment:
        """Send *listener* everything that *session* may know from now on."""
        attachment = Attachment(self.room.id, session, listener)
        new = self.broadcast.presence.add(attachment)
        if new:
            self.run_clock()
        self.broadcast.greet(attachment, since)
        if new:
            self.broadcast.send_presence()
            self._review_proposal()
        return attachment

    def detach(self, attachment: Attachment) -> None:
        """Stop sending to that listener."""
        now = self.services.clock.now()
        if self.broadcast.presence.remove(attachment, self.room, now):
            self._presence_changed()

    def set_elsewhere(self, sessions: AbstractSet[str]) -> None:
        """Set who is connected to the room at other servers."""
        now = self.services.clock.now()
        if self.broadcast.presence.set_elsewhere(sessions, self.room, now):
            self._presence_changed()
            self.go_on()

    def say(self, message: Chatted | Reacted | PreviewShown) -> None:
        """Show all viewers a message that is not stored."""
        self.hear(message)
        self.services.node.said(message)

    def hear(self, message: Chatted | Reacted | PreviewShown) -> None:
        """Show the viewers at this server a message, which may be of another one."""
        match message:
            case Chatted():
                self.broadcast.send_chat(message)
            case Reacted():
                self.broadcast.send(message)
            case PreviewShown():
                self.broadcast.show_preview(message)

    def show_preview(self, rows: list[list[str]], rack: int) -> None:
        """Show the others the draft of the player to move."""
        room = self.room
        assert room.state is not None
        seat, version = room.state.to_move, room.version
        self.say(PreviewShown(room=room.id, seat=seat, version=version, rows=rows, rack=rack))

    def _presence_changed(self) -> None:
        self.run_clock()
        self.broadcast.send_presence()
        self._review_proposal()

    def idle(self) -> int:
        """Return for how many milliseconds no guest has been connected."""
        return self.broadcast.presence.idle(self.services.clock.now())

    def unwatched(self) -> bool:
        """Return whether computer players wait for a spectator."""
        return self.room.among_computers and self.idle() >= UNWATCHED

    # Lifetime

    def start(self, downtime: int) -> None:
        """Resume what was under way when the log was last written, *downtime* milliseconds ago."""
        self._turn.resume(downtime)
        # computer players among themselves wait for a spectator
        self.broadcast.presence.idle_since -= UNWATCHED
        self.run_clock()
        self.go_on()

    def clock_stored(self, body: bytes) -> None:
        """Note which clock another server has stored with its entries: no need to store it again.

        Call before these entries are applied.
        """
        self._saved = read_turn(body)

    def note_clock(self, saved: SavedClock) -> bool:
        """Note which clock began with entries of another server; return whether it is a new one."""
        if saved.at <= self.clock_at:
            return False
        self.clock_at, self._told = saved.at, (saved.body, saved.at)
        return True

    def follow_clock(self, saved: SavedClock) -> None:
        """Go on with a clock that was noted, now that its entries have been applied.

        Nearly always they have started the same one here; then it only began a little earlier.
        """
        if saved.at != self.clock_at:
            return  # a later one was set meanwhile
        clock = self._turn.clock
        if clock is None or not is_saved(self.room, clock, saved.body):
            self.set_clock(saved)
            return
        self._saved = (turn_of(self.room), clock.since is not None)
        elapsed = max(0, self.services.node.time() - saved.at)
        self._turn.started(self.services.clock.now() - elapsed)

    def knows_clock(self, saved: SavedClock) -> bool:
        """Return whether a stored clock is the one that runs here, or an earlier one.

        Of one that began with entries, only the store knows exactly when it was stored.
        """
        body, at = self._told
        same = body == saved.body and not saved.paused and abs(saved.at - at) <= SAME_CLOCK
        return same or saved.at <= self.clock_at

    def set_clock(self, saved: SavedClock, *, charged: int | None = None) -> None:
        """Go on with the clock that another server has stored.

        Of the time since then only the *charged* milliseconds count, if so many are named.
        """
        room, now = self.room, self.services.clock.now()
        self.clock_at, self._told = saved.at, (saved.body, saved.at)
        elapsed = max(0, self.services.node.time() - saved.at)
        if not room.terms.by_days:
            elapsed = max(0, elapsed - saved.paused) if charged is None else charged
        if (clock := read_clock(room, saved.body, now, elapsed=elapsed)) is not None:
            self._turn.set(clock)
            self._saved = None if charged is not None else (turn_of(room), clock.since is not None)
            self.run_clock()

    def take_over(self, before: RoomActor) -> None:
        """Go on with the connections and the clock of the actor that owned the room before."""
        self.broadcast.take_over(before.broadcast)
        clock = before.turn.clock
        if clock is not None and turn_of(before.room) == turn_of(self.room):
            self._turn.set(clock)
            self._saved = None
        self.run_clock()
        self.broadcast.send_snapshots()

    async def close(self) -> None:
        """Stop all tasks and timers of this room."""
        self._turn.cancel()
        self.dealing.cancel()
        self.broadcast.previews.clear()
        await self.tasks.end()
