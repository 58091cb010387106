"""The index card of a room: what lists show of it, so that they load no room."""

from __future__ import annotations

import msgspec
from msgspec import Struct, structs

from tilerummy.server.clock import Clock
from tilerummy.server.messages.bodies.rooms import CardSeat, RoomCard
from tilerummy.server.room.room import Room
from tilerummy.server.rooms.clock import TurnClock
from tilerummy.server.rooms.presence import PresenceTracker
from tilerummy.server.store.types import RoomSummary

RUNNING = ("sealing", "playing", "paused", "between")
"""The phases of a room whose match goes on."""


class CardBody(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the lobby shows of a room, and for whom.

    *shown* is the card as strangers see it, *guests* are those of the seats, of whom *resigned* and
    *connected* are some. *people* are connected in all. *at* is when the time of the turn was
    ``left_ms``, in milliseconds since 1970, if it runs.
    """

    shown: RoomCard
    guests: list[str]
    resigned: list[str] = []
    connected: list[str] = []
    removed: list[str] = []
    locked: bool = False
    spectators: bool = True
    people: int = 0
    at: int | None = None

    def card_for(self, guest: str, *, now: int, ago_ms: int = 0) -> RoomCard:
        """Return the card as *guest* may see it *now*, in milliseconds since 1970.

        *ago_ms* is how long ago something happened there, which is told of one's own tables.
        """
        shown = self.shown
        seat = self.seat_of(guest)
        left = shown.left_ms
        if left is not None and self.at is not None:
            left = max(0, left - max(0, now - self.at))
        return structs.replace(
            shown,
            seat=seat,
            your_turn=seat is not None and seat == shown.to_move,
            gave_up=self.guests.index(guest) if guest in self.resigned else None,
            left_ms=left,
            ago_ms=ago_ms,
        )

    def seat_of(self, guest: str) -> int | None:
        """Return the seat of a guest, unless it was given up."""
        if guest in self.resigned or guest not in self.guests:
            return None
        return self.guests.index(guest)

    def is_open_to(self, guest: str) -> bool:
        """Return whether a guest may sit down at a table that waits, or watch one that goes on."""
        if self.shown.private or guest in self.removed:
            return False
        if self.shown.phase == "waiting":
            return not self.locked and self.people > 0
        return self.spectators and self.shown.phase in RUNNING


_encoder, _decoder = msgspec.json.Encoder(), msgspec.json.Decoder(CardBody)


def index_card(
    room: Room, presence: PresenceTracker, clock: TurnClock | None, time: Clock
) -> RoomSummary:
    """Return the index card of a room."""
    body = CardBody(
        shown=_shown(room, presence, clock),
        guests=[place.guest for place in room.places],
        resigned=[place.guest for place in room.places if place.resigned],
        connected=sorted({place.guest for place in room.places} & presence.guests),
        removed=sorted(room.removed),
        locked=room.locked,
        spectators=room.terms.spectators,
        people=len(presence.guests),
        at=_started(clock, time),
    )
    members = {room.host, *body.guests} - {""}
    return RoomSummary(
        phase=room.phase,
        private=room.terms.private,
        title=room.terms.title,
        members=tuple(sorted(members)),
        body=_encoder.encode(body),
    )


def read_card(card: RoomSummary) -> CardBody | None:
    """Return what lists show of a room; None if it has to be made from the log."""
    try:
        return _decoder.decode(card.body)
    except msgspec.DecodeError:
        return None


def _started(clock: TurnClock | None, time: Clock) -> int | None:
    """Return since when the clock runs, in full seconds, so that it is the same at each look."""
    if clock is None or clock.since is None:
        return None
    return (time.wall() - time.now() + clock.since) // 1000 * 1000


def _shown(room: Room, presence: PresenceTracker, clock: TurnClock | None) -> RoomCard:
    state = room.state
    to_move = state.to_move if state and room.phase == "playing" else None
    return RoomCard(
        room=room.id,
        title=room.terms.title,
        ruleset=room.terms.ruleset,
        phase=room.phase,
        seats=msgspec.convert(room.places, list[CardSeat], from_attributes=True),
        private=room.terms.private,
        turn_ms=room.terms.turn_ms,
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
        left_ms=clock.left if clock and clock.turn_ms and to_move is not None else None,
        wins=[sum(each.winner == i for each in room.match.results) for i in range(room.seats)],
    )
