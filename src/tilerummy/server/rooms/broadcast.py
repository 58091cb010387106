"""The broadcast of a room: what each viewer is sent, and when.

A viewer is a seat, or None for spectators. Messages that are the same for many viewers are built
once.
"""

from __future__ import annotations

from msgspec import UNSET, structs

from tilerummy.server.clock import Clock
from tilerummy.server.messages.server import (
    Chatted,
    Presence,
    PreviewShown,
    ServerMessage,
    Snapshot,
    Update,
)
from tilerummy.server.messages.views import Entry, GameChange, RoomChange, RoomView
from tilerummy.server.room.entry_views import (
    EntryViews,
    room_change,
    room_view,
)
from tilerummy.server.room.room import Room
from tilerummy.server.room.round_views import GameChanges, GameViews
from tilerummy.server.room.seats import may_watch, watchable
from tilerummy.server.room.turns import state_of
from tilerummy.server.rooms.access import fault_of, no_such_room
from tilerummy.server.rooms.clock import Alarm, TurnTimer
from tilerummy.server.rooms.log import RoomLog
from tilerummy.server.rooms.presence import Attachment, PresenceTracker

LOG_SENT = 60
"""The entries that are sent with a snapshot, for people to read what happened."""
INTERVAL = 200
"""The least time between two previews, in milliseconds."""
CHAT_KEPT = 50
"""The number of chat messages that later viewers are sent; they are never stored."""


class Broadcast:
    """Sends what happens in a room to the connections that watch it."""

    def __init__(self, log: RoomLog, turn: TurnTimer, time: Clock) -> None:
        self._log, self._turn, self._time = log, turn, time
        self.presence = PresenceTracker(time.now(), time.now())
        self.chat: list[Chatted] = []
        self.preview: PreviewShown | None = None
        """The draft of the player to move; sent live, never stored."""
        self._preview_alarm = Alarm(time, self._send_preview)
        self._next_preview = time.now()
        self._latest_games = GameViews(log.room)
        self._latest: EntryViews | None = None
        """The latest entries, built when they are first sent since the last change."""

    @property
    def _room(self) -> Room:
        return self._log.room

    def _games(self, room: Room) -> GameViews:
        """Return the views of the round as it stands in *room*."""
        if not self._latest_games.show(room):
            self._latest_games = GameViews(room, self._latest_games)
        return self._latest_games

    # To one viewer

    def greet(self, attachment: Attachment, since: int | None) -> None:
        """Send a new connection the entries *since* that version, or a snapshot."""
        seat = self._room.seat_of(attachment.guest)
        if since is not None and since >= 1 and self._log.since(since) is not None:
            attachment.listener(self._missed(since, attachment.guest))
            if shown := self._preview_for(seat):
                attachment.listener(shown)
        else:
            attachment.listener(self.snapshot(attachment.guest))

    def snapshot(self, guest: str, *, log: bool = True) -> Snapshot:
        """Return all that a viewer may know, if wanted without the latest entries of the *log*."""
        room, seat = self._room, self._room.seat_of(guest)
        shown = self._preview_for(seat)
        return Snapshot(
            room=room.id,
            version=room.version,
            seat=seat,
            gave_up=room.played_by(guest) if seat is None else None,
            table=self.table(),
            game=self._games(room).of(seat),
            clock=self._turn.view(),
            preview=shown.rows if shown else None,
            chat=self.chat if room.terms.chat else [],
            log=self._latest_entries().of(seat) if log else [],
        )

    def _latest_entries(self) -> EntryViews:
        if self._latest is None:
            self._latest = EntryViews(self._log.latest[-LOG_SENT:])
        return self._latest

    def entries(self, seat: int | None, since: int) -> list[Entry]:
        """Return the entries from *since* on as a viewer may know them."""
        return EntryViews(self._log.since(since) or []).of(seat)

    def _missed(self, since: int, guest: str) -> Update:
        """Return an update for a viewer that has the entries up to *since*, with everything."""
        now = self.snapshot(guest, log=False)
        return Update(
            room=now.room,
            version=now.version,
            seat=now.seat,
            entries=self.entries(now.seat, since),
            table=RoomChange(**structs.asdict(now.table)),
            game=GameChange(**structs.asdict(now.game)) if now.game else UNSET,
            clock=now.clock,
        )

    def table(self) -> RoomView:
        """Return the room as all viewers see it."""
        return room_view(self._room, self.presence.seats(self._room, self._time.now()))

    def _preview_for(self, seat: int | None) -> PreviewShown | None:
        """Return the preview that another seat shows now."""
        shown = self.preview
        return shown if shown and self._room.terms.previews and shown.seat != seat else None

    # To all viewers

    def send(self, message: ServerMessage, *, but: int | None = None) -> None:
        """Send *message* to all viewers, one seat excepted."""
        for attachment in [*self.presence.attachments]:
            if but is None or self._room.seat_of(attachment.guest) != but:
                attachment.listener(message)

    def send_presence(self) -> None:
        """Send all viewers the presence."""
        self.send(
            Presence(
                room=self._room.id,
                seats=self.presence.seats(self._room, self._time.now()),
                watching=self.presence.watching(self._room),
                clock=self._turn.view(),
            )
        )

    def follow(self, before: Room, new: EntryViews) -> None:
        """Send all viewers what has changed by *new* entries since the room was as *before*."""
        room, now, games = self._room, self._time.now(), self._games(before)
        self._latest = None
        if room.changed != before.changed:
            self.clear_preview()
        moved = before.places is not room.places
        if moved or watchable(before) != watchable(room):
            self._remove_unwanted()
        table = room_change(before, room)
        if table is not None or self.presence.away(room, now):
            # the times of absence change without entries
            seats = self.presence.seats(room, now)
            table = structs.replace(table or RoomChange(), seats=seats)
        changes = GameChanges(self._games(room), games)
        individual = changes.individual | new.individual
        shared = Update(
            room=room.id,
            version=room.version,
            entries=new.of(None),
            table=table or UNSET,
            game=changes.of(None) or UNSET,
            clock=self._turn.view(),
        )
        for seat, attachments in self.presence.viewers(room).items():
            update = shared
            if seat in individual:
                game = changes.of(seat) or UNSET
                update = structs.replace(shared, entries=new.of(seat), game=game)
            for each in attachments:
                stays = room.places is before.places or seat == before.seat_of(each.guest)
                each.listener(update if stays else self._missed(before.version, each.guest))
        if moved and [p.guest for p in before.places] != [p.guest for p in room.places]:
            self.send_presence()  # a guest who sat down is no longer a spectator

    def send_chat(self, message: Chatted) -> None:
        """Send a chat message, and keep it for later viewers."""
        self.chat = [*self.chat, message][-CHAT_KEPT:]
        self.send(message)

    def show_preview(self, rows: list[list[str]], rack: int) -> None:
        """Show the others the draft of the player to move, and how many tiles its *rack* has."""
        room, seat = self._room, state_of(self._room).to_move
        shown = PreviewShown(room=room.id, seat=seat, version=room.version, rows=rows, rack=rack)
        self.preview = shown
        if not room.terms.previews or self._preview_alarm.is_set:
            return
        if (wait := self._next_preview - self._time.now()) > 0:
            self._preview_alarm.set(wait)  # only the latest one is sent then
        else:
            self._send_preview()

    def _send_preview(self) -> None:
        self._next_preview = self._time.now() + INTERVAL
        if self.preview is not None:
            self.send(self.preview, but=self.preview.seat)

    def clear_preview(self) -> None:
        """Discard the draft: the table has changed."""
        self._preview_alarm.cancel()
        self.preview = None

    def _remove_unwanted(self) -> None:
        """Stop sending to guests who may not watch any longer."""
        room = self._room
        for attachment in [*self.presence.attachments]:
            if not may_watch(room, attachment.guest):
                self.presence.remove(attachment, room, self._time.now())
                attachment.listener(fault_of(no_such_room(), room.id))

    def close(self, code: int) -> None:
        """Close the connections of all viewers."""
        for attachment in [*self.presence.attachments]:
            attachment.listener.close(code)
