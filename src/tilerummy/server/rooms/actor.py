"""The keeper of a room: the one who writes its log, keeps its clock and tells what happens.

Whatever changes the room goes through :meth:`RoomActor.commit`, one change at a time: it is written
then it is true, then it is told. A change that cannot be written has not happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import msgspec

from tilerummy.records import commitment
from tilerummy.server.messages import (
    Answer,
    Chatted,
    ClockView,
    Presence,
    PreviewShown,
    RoomView,
    ServerMessage,
    Snapshot,
    Update,
)
from tilerummy.server.messages import Entry as EntryView
from tilerummy.server.room.entries import Entry, Opened, Sealed, read_entry, write_entry
from tilerummy.server.room.fold import LogStep, steps
from tilerummy.server.room.room import Room
from tilerummy.server.room.seats import may_watch, watchable
from tilerummy.server.room.turns import deal_entry, seed_entries, turn_entry
from tilerummy.server.room.views.entries import EntryViews, Logged, logged, room_change, room_view
from tilerummy.server.room.views.rounds import GameChanges, GameViews
from tilerummy.server.rooms.background import BackgroundTasks, uninterrupted
from tilerummy.server.rooms.broadcast.presence import Attachment, Listener, PresenceTracker
from tilerummy.server.rooms.broadcast.previews import PreviewBroadcast, ShownPreview
from tilerummy.server.rooms.broadcast.updates import Latest, happened, missed, seats_too
from tilerummy.server.rooms.clock.turn_clock import clock_of
from tilerummy.server.rooms.policy.port import RoomPolicy
from tilerummy.server.rooms.policy.supervisor import UNWATCHED, task_of, unwatched
from tilerummy.server.rooms.ports import Timer
from tilerummy.server.rooms.services import LOG_SENT, RoomServices, Turn, card, not_open, same_card
from tilerummy.server.store import Conflict, CorruptedError, Duplicate, Entries, StorageError

MISSED = 200
"""So many entries are told one by one to who missed them; who missed more is told the state."""
CHAT_KEPT = 50
"""So much of the chat is told to those who come later; it is never stored."""
GRACE = 10_000
"""So much time, in milliseconds, a turn is left at least after the server was down."""

_answer = msgspec.json.Decoder(Answer)


@dataclass(eq=False)
class RoomActor:
    """Keeps one room. ``seeds`` are those of its rounds, by their numbers.

    With ``lock`` it is changed; moves and the clock take ``moving`` before it. So a turn that was
    ended in time counts, however long its plays are looked for, and nobody else waits for them.
    """

    room: Room
    logged: list[Logged]
    world: RoomServices
    habits: RoomPolicy
    seeds: dict[int, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.presence = PresenceTracker(self.world.clock.now())
        self.tasks = BackgroundTasks(self.world.clock)
        self.lock = asyncio.Lock()
        self.moving = asyncio.Lock()
        self.showing = PreviewBroadcast(self.room.id, self.world.clock, self._tell_shown)
        self.chat: list[Chatted] = []
        self.idle_since = self.world.clock.now()
        self.clock = clock_of(self.room)
        self.games = GameViews(self.room)
        self._latest = Latest(LOG_SENT)
        self._sealing: bytes = b""
        self._timer: Timer | None = None
        self._deal_timer: Timer | None = None
        self.deal_due: int | None = None

    @property
    def over(self) -> bool:
        """Whether the table was put away: somebody else may keep it now."""
        return self.tasks.over

    # Writing

    def seal(self) -> str:
        """Return the commitment of a fresh seed for the next round."""
        self._sealing = self.world.entropy(32)
        return commitment(self._sealing)

    async def commit(
        self,
        entries: Sequence[Entry | Turn],
        *,
        session: str | None = None,
        cid: str = "",
        first: Opened | None = None,
    ) -> Answer:
        """Write *entries*, make them true and tell them; call with the lock held.

        Raises StorageError if they could not be written; then nothing has happened. A command
        that was written before gets the answer it got then. *first* opens the table.
        """
        new = self._steps(entries)
        version = new[-1].room.version if new else self.room.version
        answer = Answer(cid=cid, status="ok", version=version)
        return await self._kept(new, answer, session, first)

    async def index(self) -> None:
        """Write again what the index says of the table; call with the lock held."""
        new = Entries(self.room.id, self.room.version, [], card=card(self.room))
        await self.world.store.append(new)

    async def decline(self, answer: Answer, session: str) -> Answer:
        """Write down that a command was not carried out, as :meth:`commit` does with others."""
        return await self._kept([], answer, session)

    async def _kept(
        self,
        new: Sequence[LogStep],
        answer: Answer,
        session: str | None,
        first: Opened | None = None,
    ) -> Answer:
        if self.over:
            raise StorageError(f"table {self.room.id} is about to be put away")
        room = new[-1].room if new else self.room
        entries = [*([first] if first else []), *(step.entry for step in new)]
        secrets = {e.round: self._sealing for e in entries if isinstance(e, Sealed)}
        kept, cancelled = await uninterrupted(
            self.world.store.append(
                Entries(
                    room.id,
                    0 if first else self.room.version,
                    [write_entry(entry) for entry in entries],
                    cid=answer.cid or None,
                    session=session,
                    answer=msgspec.json.encode(answer),
                    card=card(room) if first or not same_card(self.room, room) else None,
                    secrets=secrets,
                    invited=first.invited if first else (),
                )
            )
        )
        if isinstance(kept, Duplicate):
            return _answer.decode(kept.answer)
        if isinstance(kept, Conflict):
            await self._catch_up(kept.size)
            raise StorageError(f"somebody else has written to table {room.id}")
        self.seeds |= secrets
        if new:
            self._become(new)
        if cancelled:
            raise asyncio.CancelledError
        return answer

    async def _catch_up(self, size: int) -> None:
        """Make true, and tell, what others have written to the log, which has that size now.

        Raises CorruptedError if it has lost entries that were written before.
        """
        store, room = self.world.store, self.room
        if size < room.version:
            raise CorruptedError(room.id, size, [])
        self.seeds = await store.secrets(room.id)
        rows = await store.load(room.id, room.version)
        if rows:
            self._become([*steps(room, (read_entry(row.body) for row in rows))])

    def _steps(self, entries: Sequence[Entry | Turn]) -> list[LogStep]:
        """Return the steps of *entries*, and of the seeds of rounds that are over then."""
        reserve = self._reserve()
        known = (turn_entry(*e, reserve) if isinstance(e, Turn) else e for e in entries)
        made = [*steps(self.room, known)]
        room = made[-1].room if made else self.room
        return [*made, *steps(room, seed_entries(room, self.seeds))]

    def _reserve(self) -> tuple[int, ...]:
        return self.clock.at(self.world.clock.now())[1] if self.clock else ()

    def _become(self, new: Sequence[LogStep]) -> None:
        before, games = self.room, self.games
        for step in new:
            self.room = step.room
            self.logged.append(logged(step))
        if not games.show(self.room):
            self.games = GameViews(self.room, games)
        self._mind_the_clock(before)
        if self.room.changed != before.changed:
            self.showing.forget()
        moved = before.places is not self.room.places
        if moved or watchable(before) != watchable(self.room):
            self._shut_out()
        self._tell_entries(before, games)
        if moved and [p.session for p in before.places] != [p.session for p in self.room.places]:
            self.tell_presence()  # who sat down does not watch any more
        if self.room.proposal != before.proposal:
            self._reconsider()
        self.go_on()

    def _shut_out(self) -> None:
        """Tell those nothing more who may not watch any longer."""
        for attachment in [*self.presence.attachments]:
            if not may_watch(self.room, attachment.session):
                self.presence.remove(attachment, self.room, self.world.clock.now())
                attachment.listener(not_open(self.room.id))

    def go_on(self) -> None:
        """See to what happens by itself now: a deal, a computer player's move."""
        room = self.room
        if self._deal_timer is not None:
            self._deal_timer.cancel()
        if room.phase == "sealing":
            self.deal_due = self.world.clock.now() + self.world.pace.ready
            self._deal_timer = self.world.clock.call_later(self.world.pace.ready, self.deal)
            if all(p.ready for p in room.places):
                self.deal()
        elif room.phase == "playing" and room.state is not None:
            level = room.places[room.state.to_move].plays_itself
            if level and not unwatched(self):
                turn = partial(self.habits.computer_turn, self, room.changed, level)
                self.tasks.begin(turn, task_of("turn", room))

    def deal(self) -> None:
        """Deal the round that is sealed."""
        self.tasks.begin(self._deal, task_of("deal", self.room))

    async def _deal(self) -> None:
        async with self.lock:
            if self.room.phase == "sealing":
                await self.commit([deal_entry(self.room, self.seeds[self.room.shuffles[-1].round])])

    def _reconsider(self) -> None:
        """See what comes of a proposal, as it or who is there is another one now."""
        if self.room.proposal is not None:
            self.tasks.begin(partial(self.habits.reconsider, self))

    # Time

    def _mind_the_clock(self, before: Room) -> None:
        room = self.room
        if room.state is None or room.phase not in ("playing", "paused"):
            self.clock = None
        elif self.clock is None or _turn(before) != _turn(room):
            self.clock = clock_of(room)
        self.run_clock()

    def run_clock(self) -> None:
        """Have the clock run, or stand still while nobody with a seat is there."""
        self._cancel_timer()
        if self.clock is None:
            return
        now = self.world.clock.now()
        there = self.room.terms.by_days or self.presence.somebody(self.room)
        if self.room.phase == "playing" and there:
            self.clock = self.clock.started(now)
        else:
            self.clock = self.clock.stopped(now)
        if (ms := self.clock.ends_in(now)) is not None:
            self._timer = self.world.clock.call_later(ms, self.end_of_time)

    def end_of_time(self) -> None:
        """End the turn whose time is over."""
        over = partial(self.habits.time_over, self)
        self.tasks.begin(over, task_of("time", self.room))

    def clock_view(self) -> ClockView:
        """Return the clock as it stands."""
        return self.clock.view(self.world.clock.now()) if self.clock else ClockView()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    # Telling

    def inherit(self, before: RoomActor) -> None:
        """Go on telling those who were told by the keeper before."""
        self.presence, self.chat = before.presence, before.chat
        self.run_clock()
        for attachment in [*self.presence.attachments]:
            attachment.listener(self.snapshot(self.room.seat_of(attachment.session)))

    def attach(self, session: str, listener: Listener, since: int | None) -> Attachment:
        """Tell *listener* everything that *session* may know from now on."""
        attachment = Attachment(self.room.id, session, listener)
        new = self.presence.add(attachment)
        seat = self.room.seat_of(session)
        if new:
            self.run_clock()
        oldest = max(1, self.room.version - MISSED)
        if since is not None and oldest <= since <= self.room.version:
            listener(self._missed(since, seat))
            if shown := self.shown_to(seat):
                listener(self.showing.message(shown))
        else:
            listener(self.snapshot(seat))
        if new:
            self.tell_presence()
            self._reconsider()
        return attachment

    def detach(self, attachment: Attachment) -> None:
        """Tell that listener nothing more."""
        now = self.world.clock.now()
        if self.presence.remove(attachment, self.room, now):
            self.run_clock()
            self.tell_presence()
            self._reconsider()
        if not self.presence.attachments:
            self.idle_since = now

    def snapshot(self, seat: int | None) -> Snapshot:
        """Return all that a seat, or a spectator, may know."""
        shown = self.shown_to(seat)
        return Snapshot(
            room=self.room.id,
            version=self.room.version,
            seat=seat,
            table=self._table(),
            game=self.games.of(seat),
            clock=self.clock_view(),
            preview=shown.rows if shown else None,
            chat=self.chat if self.room.terms.chat else [],
            log=self._latest.of(seat, self.logged),
        )

    def _table(self) -> RoomView:
        return room_view(self.room, self.presence.seats(self.room, self.world.clock.now()))

    def entries(self, seat: int | None, since: int) -> list[EntryView]:
        """Return the entries from *since* on as a seat, or a spectator, may know them."""
        return EntryViews(self.logged[since:], since).of(seat)

    def _missed(self, since: int, seat: int | None) -> Update:
        """Return what tells everything to who has seen the entries up to *since*."""
        return missed(self.snapshot(seat), self.entries(seat, since))

    def _tell_entries(self, before: Room, games: GameViews) -> None:
        """Tell everybody what is another than it was *before*, when its views were *games*."""
        room, log, now = self.room, self.logged[before.version :], self.world.clock.now()
        table = seats_too(room_change(before, room), room, self.presence, now)
        told = happened(room, log, GameChanges(self.games, games), table, self.clock_view())
        for seat, attachments in self.presence.viewers(room):
            update = told(seat)
            for each in attachments:
                stays = room.places is before.places or seat == before.seat_of(each.session)
                each.listener(update if stays else self._missed(before.version, seat))

    def tell(self, message: ServerMessage, *, but: int | None = None) -> None:
        """Tell everybody *message*, one seat excepted."""
        for attachment in [*self.presence.attachments]:
            if but is None or self.room.seat_of(attachment.session) != but:
                attachment.listener(message)

    def tell_presence(self) -> None:
        """Tell everybody who is there."""
        self.tell(
            Presence(
                room=self.room.id,
                seats=self.presence.seats(self.room, self.world.clock.now()),
                watching=self.presence.watching(self.room),
                clock=self.clock_view(),
            )
        )

    def show(self, rows: list[list[str]], rack: int) -> None:
        """Show the others the mover's table in the making."""
        assert self.room.state is not None
        shown = ShownPreview(self.room.version, self.room.state.to_move, rows, rack)
        self.showing.show(shown, aloud=self.room.terms.previews)

    def shown_to(self, seat: int | None) -> ShownPreview | None:
        """Return what another seat shows now."""
        shown = self.showing.latest
        return shown if shown and self.room.terms.previews and shown.seat != seat else None

    def _tell_shown(self, message: PreviewShown) -> None:
        self.tell(message, but=message.seat)

    async def close(self) -> None:
        """Stop everything that this room does by itself."""
        self._cancel_timer()
        if self._deal_timer is not None:
            self._deal_timer.cancel()
        self.showing.forget()
        await self.tasks.end()

    def idle(self) -> int:
        """Return for how long nobody has been there."""
        return 0 if self.presence.attachments else self.world.clock.now() - self.idle_since

    def start(self, waited: int) -> None:
        """Take up what was going on when the log was last written, *waited* milliseconds ago.

        The time that nobody could play in is nobody's; only games by days go on meanwhile.
        """
        if self.clock is not None and self.clock.by_days and self.clock.turn_ms is not None:
            left = max(GRACE, self.clock.turn_ms - waited)
            self.clock = replace(self.clock, left=left)
        self.idle_since -= UNWATCHED  # computer players among themselves wait to be watched
        self.run_clock()
        self.go_on()


def _turn(room: Room) -> tuple[int, int] | None:
    return (room.dealt.number, room.dealt.state.turn) if room.dealt else None
