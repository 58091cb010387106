"""Controls of seats and of the host: sitting, computer players, locking, removing."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.server.guests.faces import NOBODY, Face
from tilerummy.server.messages import Control
from tilerummy.server.room.entries import (
    Closed,
    Emptied,
    Entry,
    Hosted,
    Locked,
    Muted,
    Ready,
    Removed,
    Sealed,
    Stood,
)
from tilerummy.server.room.fold import apply
from tilerummy.server.room.people import Same, computer, make_way, name_taken, sat_down
from tilerummy.server.room.refusal import refuse
from tilerummy.server.room.room import Place, Room


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlRequest:
    """A control that a person sends, and what the room knows about the person.

    ``commitment`` is that of the next shuffle, if one is needed. ``levels`` are those of the
    computer players; ``same`` returns whether two names look alike.
    """

    control: Control
    guest: str
    name: str
    face: Face = NOBODY
    present: frozenset[int] = frozenset()
    away_ms: dict[int, int]
    commitment: str = ""
    levels: tuple[str, ...] = ()
    same: Same = str.__eq__


def seat_entries(room: Room, request: ControlRequest) -> list[Entry]:
    """Return the entries of a control of seats; raises Refused."""
    match request.control.what:
        case "sit":
            return _sit(room, request)
        case "stand":
            return _stand(room, request)
        case "ready":
            return _ready(room, request)
        case _:
            return _host(room, request)


def _sit(room: Room, request: ControlRequest) -> list[Entry]:
    if room.phase != "waiting":
        raise refuse("not_waiting", "the match has begun")
    if request.guest in room.removed:
        raise refuse("removed", "the host has sent you away from this table")
    if room.seat_of(request.guest) is not None:
        raise refuse("already_seated", "you have a seat at this table")
    if room.locked and request.guest not in room.invited:
        raise refuse("table_locked", "the host has closed the table to newcomers")
    if name_taken(room, request.guest, request.name, same=request.same):
        raise refuse("name_taken", "somebody at this table has a name that looks the same")
    seat = request.control.seat
    if seat is None:
        seat = next((i for i, p in enumerate(room.places) if p.kind == "open"), None)
        if seat is None:
            raise refuse("table_full", "every seat is taken")
    if _place(room, seat).kind != "open":
        raise refuse("seat_taken", "somebody sits there")
    sat = sat_down(room, seat, request.guest, request.name, request.face)
    entries = [*make_way(room, sat.name, same=request.same), sat]
    for entry in entries:
        room = apply(room, entry)
    return [*entries, *_begun(room, request)]


def _begun(room: Room, request: ControlRequest) -> list[Entry]:
    """Return the beginning of a rematch at which all who played sit again: they have agreed."""
    played = room.invited - room.removed
    enough = sum(p.kind != "open" for p in room.places) in room.rules.seats_allowed()
    agreed = len(played) > 1 and played <= {p.guest for p in room.places}
    return [_start(room, request)] if agreed and enough else []


def _stand(room: Room, request: ControlRequest) -> list[Entry]:
    seat = seat_of(room, request)
    if room.phase != "waiting":
        raise refuse("not_waiting", "the match has begun: resign to leave it for good")
    entries: list[Entry] = [Stood(seat=seat)]
    if room.host == request.guest:
        others = [p.guest for i, p in enumerate(room.places) if i != seat and p.guest]
        entries += [Hosted(guest=others[0])] if others else []
    return entries


def _ready(room: Room, request: ControlRequest) -> list[Entry]:
    seat = seat_of(room, request)
    if room.phase != "sealing":
        raise refuse("not_sealing", "no deal is being prepared")
    if room.places[seat].ready:
        raise refuse("already_ready", "you have said that you are ready")
    return [Ready(seat=seat, contribution=request.control.contribution or "")]


def _host(room: Room, request: ControlRequest) -> list[Entry]:
    if room.host != request.guest:
        raise refuse("not_host", "only the host of the table may do that")
    control = request.control
    if control.what in ("lock", "unlock"):
        on = control.what == "lock"
        return [Locked(on=on)] if on != room.locked else []
    if control.what in ("mute", "unmute"):
        seat, on = _person(room, control.seat), control.what == "mute"
        return [Muted(seat=seat, on=on)] if on != room.places[seat].muted else []
    if room.phase != "waiting":
        raise refuse("not_waiting", "the match has begun")
    match control.what:
        case "start":
            return [_start(room, request)]
        case "close":
            return [Closed(why="host")]
        case "remove":
            seat = _person(room, control.seat)
            guest = room.places[seat].guest
            if guest == request.guest:
                raise refuse("seat_taken", "stand up to leave your own seat")
            return [Removed(seat=seat, guest=guest)]
        case "computer":
            if control.level not in request.levels:
                known = ", ".join(request.levels)
                raise refuse("no_such_level", f"the computer players are: {known}")
            if _place(room, control.seat).kind == "person":
                raise refuse("seat_taken", "somebody sits there")
            seat = _number(room, control.seat)
            return [computer(room, seat, control.level, same=request.same)]
        case "empty":
            if _place(room, control.seat).kind != "computer":
                raise refuse("not_a_computer", "no computer player sits there")
            return [Emptied(seat=_number(room, control.seat))]
        case _:
            raise refuse("not_possible", "that cannot be done here")


def _start(room: Room, request: ControlRequest) -> Entry:
    kept = tuple(i for i, p in enumerate(room.places) if p.kind != "open")
    allowed = room.rules.seats_allowed()
    if len(kept) not in allowed:
        least = min(allowed)
        raise refuse("too_few", f"at least {least} players", have=len(kept), want=least)
    return Sealed(round=0, commitment=request.commitment, kept=kept)


def may_watch(room: Room, guest: str) -> bool:
    """Return whether an admitted guest may see the table, on a seat or as a spectator."""
    if guest in room.removed:
        return False
    public = room.terms.spectators or room.phase == "waiting"
    return public or guest == room.host or any(p.guest == guest for p in room.places)


def watchable(room: Room) -> tuple[object, ...]:
    """Return what decides, besides the seats, whether a guest may watch a table."""
    return room.phase, room.host, room.removed


def seat_of(room: Room, request: ControlRequest) -> int:
    """Return the seat of the requesting guest; raises Refused for guests without one."""
    seat = room.seat_of(request.guest)
    if seat is None:
        raise refuse("not_seated", "you have no seat at this table")
    return seat


def _number(room: Room, seat: int | None) -> int:
    if seat is None or seat >= room.seats:
        raise refuse("no_such_seat", f"seats are numbered 0 to {room.seats - 1}")
    return seat


def _place(room: Room, seat: int | None) -> Place:
    return room.places[_number(room, seat)]


def _person(room: Room, seat: int | None) -> int:
    if _place(room, seat).kind != "person":
        raise refuse("no_such_seat", "no person sits there")
    return _number(room, seat)
