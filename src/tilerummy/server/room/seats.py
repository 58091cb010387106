"""Controls of seats and of the host: sitting, computer players, locking, removing."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.server.messages.client import Control
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
from tilerummy.server.room.people import (
    Person,
    computer,
    make_way,
    name_taken,
    sat_down,
    seat_number,
    seat_of,
)
from tilerummy.server.room.refusal import refuse
from tilerummy.server.room.room import Room


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlRequest:
    """A control that a person sends, and what the room knows about presence.

    ``commitment`` is that of the next shuffle, if one is needed.
    """

    control: Control
    person: Person
    present: frozenset[int] = frozenset()
    away_ms: dict[int, int]
    commitment: str = ""


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
    if request.person.guest in room.removed:
        raise refuse("removed", "the host has sent you away from this table")
    if room.seat_of(request.person.guest) is not None:
        raise refuse("already_seated", "you have a seat at this table")
    if room.locked and request.person.guest not in room.invited:
        raise refuse("table_locked", "the host has closed the table to newcomers")
    if name_taken(room, request.person.guest, request.person.name):
        raise refuse("name_taken", "somebody at this table has a name that looks the same")
    seat = request.control.seat
    if seat is None:
        seat = next((i for i, p in enumerate(room.places) if p.kind == "open"), None)
        if seat is None:
            raise refuse("table_full", "every seat is taken")
    if room.places[seat_number(room, seat)].kind != "open":
        raise refuse("seat_taken", "somebody sits there")
    sat = sat_down(room, seat, request.person)
    entries = [*make_way(room, sat.name), sat]
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
    seat = seat_of(room, request.person.guest)
    if room.phase != "waiting":
        raise refuse("not_waiting", "the match has begun: resign to leave it for good")
    entries: list[Entry] = [Stood(seat=seat)]
    if room.host == request.person.guest:
        others = [p.guest for i, p in enumerate(room.places) if i != seat and p.guest]
        entries += [Hosted(guest=others[0])] if others else []
    return entries


def _ready(room: Room, request: ControlRequest) -> list[Entry]:
    seat = seat_of(room, request.person.guest)
    if room.phase != "sealing":
        raise refuse("not_sealing", "no deal is being prepared")
    if room.places[seat].ready:
        raise refuse("already_ready", "you have said that you are ready")
    return [Ready(seat=seat, contribution=request.control.contribution or "")]


def _host(room: Room, request: ControlRequest) -> list[Entry]:
    if room.host != request.person.guest:
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
            if guest == request.person.guest:
                raise refuse("seat_taken", "stand up to leave your own seat")
            return [Removed(seat=seat, guest=guest)]
        case "computer":
            entry = computer(room, control.seat, control.level)
            if room.places[entry.seat].kind == "person":
                raise refuse("seat_taken", "somebody sits there")
            return [entry]
        case "empty":
            seat = seat_number(room, control.seat)
            if room.places[seat].kind != "computer":
                raise refuse("not_a_computer", "no computer player sits there")
            return [Emptied(seat=seat)]
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


def _person(room: Room, seat: int | None) -> int:
    seat = seat_number(room, seat)
    if room.places[seat].kind != "person":
        raise refuse("no_such_seat", "no person sits there")
    return seat
