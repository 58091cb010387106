"""A room's broadcast, which sends messages to its viewers.

A viewer is identified by a seat, or by None for all spectators. A message that is the same for
several viewers is built only once.
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
from tilerummy.server.room.entry_views import EntryViews, room_change, room_view
from tilerummy.server.room.room import Room
from tilerummy.server.room.round_views import GameChanges, GameViews
from tilerummy.server.room.seats import may_watch, watch_key
from tilerummy.server.room.turns import state_of
from tilerummy.server.rooms.access import fault_of, no_such_room
from tilerummy.server.rooms.clock import Alarm, TurnTimer
from tilerummy.server.rooms.log import RoomLog
from tilerummy.server.rooms.presence import Attachment, PresenceTracker

SNAPSHOT_ENTRIES = 60
"""The number of recent entries in a snapshot; clients show them as the game's history."""
PREVIEW_INTERVAL = 200
"""The minimum time between two previews, in milliseconds."""
CHAT_HISTORY = 50
"""The number of recent chat messages that new viewers are sent; chat is never stored."""


class Broadcast:
    """Sends a room's changes to its viewers."""

    def __init__(self, log: RoomLog, turn: TurnTimer, time: Clock) -> None:
        self._log, self._turn, self._time = log, turn, time
        self.presence = PresenceTracker(time.now(), time.now())
        self.chat: list[Chatted] = []
        self.preview: PreviewShown | None = None
        """The draft of the player whose turn it is; it is never stored."""
        self._preview_alarm = Alarm(time, self._send_preview)
        self._next_preview = time.now()
        self._latest_games = GameViews(log.room)
        self._latest: EntryViews | None = None
        """The views of the latest entries, built when first needed after a change."""

    @property
    def _room(self) -> Room:
        return self._log.room

    def _game_views(self, room: Room) -> GameViews:
        if not self._latest_games.matches(room):
            self._latest_games = GameViews(room, self._latest_games)
        return self._latest_games

    # To one viewer

    def send_initial_state(self, attachment: Attachment, since: int | None) -> None:
        """Send a new connection the entries after *since* if possible, or otherwise a snapshot."""
        seat = self._room.seat_of(attachment.guest)
        if since is not None and since >= 1 and self._log.since(since) is not None:
            attachment.listener(self._catch_up(since, attachment))
            if shown := self._preview_for(seat):
                attachment.listener(shown)
        else:
            attachment.listener(self.snapshot(attachment))

    def snapshot(self, attachment: Attachment, *, log: bool = True) -> Snapshot:
        """Return everything that a connection may see, without the latest entries if not *log*."""
        room, guest = self._room, attachment.guest
        seat, viewer = room.seat_of(guest), attachment.viewer(room)
        shown = self._preview_for(seat)
        return Snapshot(
            room=room.id,
            version=room.version,
            seat=seat,
            gave_up=room.played_by(guest) if seat is None else None,
            table=self.table(),
            game=self._game_views(room).of(viewer),
            clock=self._turn.view(),
            preview=shown.rows if shown else None,
            chat=self.chat if room.terms.chat else [],
            log=self._latest_entries().of(viewer) if log else [],
        )

    def _latest_entries(self) -> EntryViews:
        if self._latest is None:
            self._latest = EntryViews(self._log.latest[-SNAPSHOT_ENTRIES:])
        return self._latest

    def entries(self, viewer: int | None, since: int) -> list[Entry]:
        """Return the entries after version *since*, as seen by *viewer*."""
        return EntryViews(self._log.since(since) or []).of(viewer)

    def send_private_view(self, attachment: Attachment) -> None:
        """Send a connection its complete view of the round, without entries."""
        attachment.listener(self._catch_up(self._room.version, attachment))

    def _catch_up(self, since: int, attachment: Attachment) -> Update:
        """Return an update for a viewer who already has the entries up to version *since*."""
        now = self.snapshot(attachment, log=False)
        return Update(
            room=now.room,
            version=now.version,
            seat=now.seat,
            entries=self.entries(attachment.viewer(self._room), since),
            table=RoomChange(**structs.asdict(now.table)),
            game=GameChange(**structs.asdict(now.game)) if now.game else UNSET,
            clock=now.clock,
        )

    def table(self) -> RoomView:
        """Return the public view of the room."""
        return room_view(self._room, self.presence.seats(self._room, self._time.now()))

    def _preview_for(self, seat: int | None) -> PreviewShown | None:
        shown = self.preview
        return shown if shown and self._room.terms.previews and shown.seat != seat else None

    # To all viewers

    def send(self, message: ServerMessage, *, but: int | None = None) -> None:
        """Send *message* to all viewers, except the player in the seat *but*."""
        for attachment in [*self.presence.attachments]:
            if but is None or self._room.seat_of(attachment.guest) != but:
                attachment.listener(message)

    def send_presence(self) -> None:
        """Send all viewers a list of the players and spectators who are connected."""
        self.send(
            Presence(
                room=self._room.id,
                seats=self.presence.seats(self._room, self._time.now()),
                watching=self.presence.watching(self._room),
                clock=self._turn.view(),
            )
        )

    def send_changes(self, before: Room, new: EntryViews) -> None:
        """Send all viewers the *new* entries, and all changes since the earlier state *before*."""
        room, now, games = self._room, self._time.now(), self._game_views(before)
        self._latest = None
        if room.changed != before.changed:
            self.clear_preview()
        moved = before.places is not room.places
        were = {each: each.viewer(before) for each in self.presence.attachments}
        self._hide_racks(before)
        if moved or watch_key(before) != watch_key(room):
            self._drop_unauthorised()
        table = room_change(before, room)
        if table is not None or self.presence.away(room, now):
            # absence times change even if there are no new entries
            seats = self.presence.seats(room, now)
            table = structs.replace(table or RoomChange(), seats=seats)
        changes = GameChanges(self._game_views(room), games)
        individual = changes.individual | new.individual
        shared = Update(
            room=room.id,
            version=room.version,
            entries=new.of(None),
            table=table or UNSET,
            game=changes.of(None) or UNSET,
            clock=self._turn.view(),
        )
        for viewer, attachments in self.presence.viewers(room).items():
            update = shared
            if viewer in individual:
                game = changes.of(viewer) or UNSET
                update = structs.replace(shared, entries=new.of(viewer), game=game)
            for each in attachments:
                same_seat = room.seat_of(each.guest) == before.seat_of(each.guest)
                stays = same_seat and were[each] == viewer
                each.listener(update if stays else self._catch_up(before.version, each))
        if moved and [p.guest for p in before.places] != [p.guest for p in room.places]:
            self.send_presence()  # the number of spectators has changed

    def _hide_racks(self, before: Room) -> None:
        """Hide the racks on shared devices after a seat's turn or round, and during a pause."""
        room = self._room
        for each in self.presence.attachments:
            moved = room.seat_of(each.guest) != before.seat_of(each.guest)
            if moved or room.phase in ("sealing", "paused"):
                each.shown = None

    def send_chat(self, message: Chatted) -> None:
        """Send a chat message to all viewers, and add it to the history sent to new viewers."""
        self.chat = [*self.chat, message][-CHAT_HISTORY:]
        self.send(message)

    def show_preview(self, rows: list[list[str]], rack: int) -> None:
        """Show the draft of the player to move, which leaves *rack* tiles on the rack."""
        room, seat = self._room, state_of(self._room).to_move
        shown = PreviewShown(room=room.id, seat=seat, version=room.version, rows=rows, rack=rack)
        self.preview = shown
        if not room.terms.previews or self._preview_alarm.is_set:
            return
        if (wait := self._next_preview - self._time.now()) > 0:
            self._preview_alarm.set(wait)  # until then, a later draft replaces this one
        else:
            self._send_preview()

    def _send_preview(self) -> None:
        self._next_preview = self._time.now() + PREVIEW_INTERVAL
        if self.preview is not None:
            self.send(self.preview, but=self.preview.seat)

    def clear_preview(self) -> None:
        """Discard the current draft because the table has changed."""
        self._preview_alarm.cancel()
        self.preview = None

    def _drop_unauthorised(self) -> None:
        room = self._room
        for attachment in [*self.presence.attachments]:
            if not may_watch(room, attachment.guest):
                self.presence.remove(attachment, room, self._time.now())
                attachment.listener(fault_of(no_such_room(), room.id))

    def close(self, code: int) -> None:
        """Close the connections of all viewers with this close code."""
        for attachment in [*self.presence.attachments]:
            attachment.listener.close(code)
