"""Room summaries, so that lists of rooms can be shown without loading the rooms."""

from __future__ import annotations

import msgspec
from msgspec import Struct, structs

from tilerummy.server.clock import Clock
from tilerummy.server.messages.bodies.rooms import LobbyRoom, SeatInfo
from tilerummy.server.room.room import Room
from tilerummy.server.rooms.clock import TurnClock
from tilerummy.server.rooms.presence import PresenceTracker
from tilerummy.server.store.types import RoomSummary

RUNNING = ("sealing", "playing", "paused", "between")
"""The phases of a room whose match is in progress."""


class LobbyEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A room in the lobby, with the data that is needed to show it to any guest.

    *shown* is the summary that strangers see. *guests* are the guest ids by seat; some of these
    guests may have *resigned* or be *connected*. *people* is the total number of connected guests.
    *at* is the time when ``left_ms`` was measured, in milliseconds since 1970, or None if the clock
    is stopped.
    """

    shown: LobbyRoom
    guests: list[str]
    resigned: list[str] = []
    connected: list[str] = []
    removed: list[str] = []
    locked: bool = False
    spectators: bool = True
    people: int = 0
    at: int | None = None

    def summary_for(self, guest: str, *, now: int, ago_ms: int = 0) -> LobbyRoom:
        """Return the summary for *guest* at the time *now*, in milliseconds since 1970.

        *ago_ms* is the time since the last log entry or the end of the match. It is shown only in a
        guest's list of their own tables.
        """
        shown = self.shown
        seat = self.seat_of(guest)
        left = shown.left_ms
        if left is not None and self.at is not None:
            left = max(0, left - max(0, now - self.at))
        return structs.replace(
            shown,
            seat=seat,
            your_turn=seat is not None
            and shown.to_move is not None
            and self.guests[shown.to_move] == guest,
            gave_up=self.played_by(guest) if guest in self.resigned else None,
            left_ms=left,
            ago_ms=ago_ms,
        )

    def seat_of(self, guest: str) -> int | None:
        """Return a guest's seat, or None if they have no seat or have resigned."""
        return None if guest in self.resigned else self.played_by(guest)

    def played_by(self, guest: str) -> int | None:
        """Return a guest's own seat, even if they have resigned, or None if they never had one."""
        seats = zip(self.guests, self.shown.seats, strict=True)
        return next((i for i, (g, s) in enumerate(seats) if g == guest and not s.local), None)

    def is_open_to(self, guest: str) -> bool:
        """Return whether a guest may join the table before its match, or watch a running match."""
        if self.shown.private or guest in self.removed:
            return False
        if self.shown.phase == "waiting":
            return not self.locked and self.people > 0
        return self.spectators and self.shown.phase in RUNNING


_encoder, _decoder = msgspec.json.Encoder(), msgspec.json.Decoder(LobbyEntry)


def room_summary(
    room: Room, presence: PresenceTracker, clock: TurnClock | None, time: Clock
) -> RoomSummary:
    """Return the summary of a room."""
    since = None if clock is None else clock.since
    body = LobbyEntry(
        shown=_shown(room, presence, clock),
        guests=[place.guest for place in room.places],
        resigned=[p.guest for p in room.places if p.resigned and room.seat_of(p.guest) is None],
        connected=sorted({place.guest for place in room.places} & presence.guests),
        removed=sorted(room.removed),
        locked=room.locked,
        spectators=room.terms.spectators,
        people=len(presence.guests),
        # rounded so that repeated calls give the same result
        at=None if since is None else (time.wall() - time.now() + since) // 1000 * 1000,
    )
    members = {room.host, *body.guests} - {""}
    return RoomSummary(
        phase=room.phase,
        private=room.terms.private,
        title=room.terms.title,
        members=tuple(sorted(members)),
        body=_encoder.encode(body),
    )


def read_lobby_entry(summary: RoomSummary) -> LobbyEntry | None:
    """Decode a summary's lobby entry, or return None if it must be rebuilt from the log."""
    try:
        return _decoder.decode(summary.body)
    except msgspec.DecodeError:
        return None


def _shown(room: Room, presence: PresenceTracker, clock: TurnClock | None) -> LobbyRoom:
    state = room.state
    to_move = state.to_move if state and room.phase == "playing" else None
    return LobbyRoom(
        room=room.id,
        title=room.terms.title,
        ruleset=room.terms.ruleset,
        phase=room.phase,
        seats=msgspec.convert(room.places, list[SeatInfo], from_attributes=True),
        private=room.terms.private,
        turn_ms=room.terms.turn_ms,
        reserve_ms=room.terms.reserve_ms,
        by_days=room.terms.by_days,
        round=len(room.match.results),
        rounds=room.terms.rounds,
        to_move=to_move,
        watching=presence.watching(room),
        target=room.terms.target,
        totals=list(room.totals),
        leaders=list(room.leaders),
        ending=room.broken.why if room.broken else None,
        tiles=[len(s.rack) for s in state.seats] if state and room.phase in RUNNING else [],
        left_ms=clock.left if clock and clock.is_timed and to_move is not None else None,
        next_room=room.next_room,
        wins=[sum(each.winner == i for each in room.match.results) for i in range(room.seats)],
    )
