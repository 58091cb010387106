"""Seats: names and faces, sitting down, computer players, and the host's controls.

The names of players at the same table never look alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from msgspec.structs import asdict

from tilerummy.players import PLAYERS
from tilerummy.rules import OptionError
from tilerummy.server.guests.faces import NO_FACE, Face, character, face_for
from tilerummy.server.guests.names import is_default, look_alike, seat_name
from tilerummy.server.messages.bodies.rooms import LocalSeat
from tilerummy.server.messages.client import Control
from tilerummy.server.room.entries import (
    Changed,
    Closed,
    Computer,
    Emptied,
    Entry,
    Hosted,
    Locked,
    Muted,
    NotReady,
    Ready,
    Removed,
    Renamed,
    Sat,
    Sealed,
    Stood,
)
from tilerummy.server.room.fold import apply
from tilerummy.server.room.refusal import refuse
from tilerummy.server.room.room import Room


class Person(NamedTuple):
    """The guest who sent a request, with their display name and, if they chose one, their face.

    *address* is the client's address. Each address can read only one log at a time.
    """

    guest: str
    name: str
    face: Face = NO_FACE
    address: str = ""


def sat_down(room: Room, seat: int, person: Person) -> Sat:
    """Return the entry that seats a guest. If the guest has no face, choose an unused one."""
    guest, face = person.guest, person.face
    if not face.name:
        face = face_for(guest, [p.face for p in room.places])
    name = seat_name(person.name, [p.name for p in room.places])
    return Sat(seat=seat, guest=guest, name=name, face=face.name, colour=face.colour)


def name_taken(room: Room, guest: str, name: str) -> bool:
    """Return whether *name* looks like another human player's name; False for default names."""
    return not is_default(name) and any(
        p.kind == "person" and (p.guest != guest or p.local) and look_alike(name, p.name)
        for p in room.places
    )


def rename_conflicting_bots(room: Room, name: str) -> list[Entry]:
    """Return the entries that rename any computer players whose names look like *name*."""
    entries: list[Entry] = []
    names = [name, *(p.name for p in room.places)]
    for seat, place in enumerate(room.places):
        if place.kind == "computer" and look_alike(name, place.name):
            new = character(place.level, names, [p.face for p in room.places], same=look_alike)
            names.append(new.name)
            entries.append(
                Renamed(seat=seat, name=new.name, face=new.face.name, colour=new.face.colour)
            )
    return entries


def seat_of(room: Room, guest: str) -> int:
    """Return a guest's seat. Raises Refused if the guest has no seat."""
    seat = room.seat_of(guest)
    if seat is None:
        raise refuse("not_seated", "you have no seat at this table")
    return seat


def reserved_seat(room: Room, guest: str) -> int | None:
    """Return the seat that a rematch reserves for *guest*, or None."""
    return next((i for i, each in enumerate(room.series) if each.guest == guest), None)


def seat_number(room: Room, seat: int | None) -> int:
    """Return *seat* if the room has a seat with this number; otherwise raise Refused."""
    if seat is None or seat >= room.seats:
        raise refuse("no_such_seat", f"seats are numbered 0 to {room.seats - 1}")
    return seat


def local_player(room: Room, wanted: LocalSeat, guest: str) -> Sat:
    """Return the entry that seats a further player at a guest's device.

    Raises Refused if the seat is unknown or taken, or if another player has a similar name.
    """
    seat = seat_number(room, wanted.seat)
    if room.places[seat].kind != "open":
        raise refuse("seat_taken", "this seat is taken")
    if any(look_alike(wanted.name, p.name) for p in room.places if p.kind == "person"):
        raise refuse("name_taken", "a player at this table has a name that looks the same")
    face = face_for(wanted.name, [p.face for p in room.places])
    return Sat(
        seat=seat,
        guest=guest,
        name=wanted.name,
        face=wanted.face or face.name,
        colour=wanted.colour or face.colour,
        local=True,
    )


def computer(room: Room, seat: int | None, level: str | None) -> Computer:
    """Return the entry that seats a computer player with a name and face unique at the table.

    Raises Refused if the seat or the level is unknown.
    """
    if level not in PLAYERS:
        raise refuse("no_such_level", f"the computer players are: {', '.join(PLAYERS)}")
    seat = seat_number(room, seat)
    rest = [p for i, p in enumerate(room.places) if i != seat]
    player = character(level, [p.name for p in rest], [p.face for p in rest], same=look_alike)
    face = player.face
    return Computer(seat=seat, level=level, name=player.name, face=face.name, colour=face.colour)


def renamed(room: Room, person: Person) -> list[Entry]:
    """Return the entries that change a seated guest's name and face.

    Raises Refused if another player has a similar name.
    """
    guest, face = person.guest, person.face
    seat = room.played_by(guest)
    if seat is None or room.places[seat].resigned:
        return []
    place = room.places[seat]
    name = seat_name(person.name, [p.name for p in room.places if p is not place])
    if (name, *face) == (place.name, place.face, place.colour):
        return []
    if name_taken(room, guest, name):
        raise refuse("name_taken", "a player at one of your tables has a name that looks the same")
    new = Renamed(seat=seat, guest=guest, name=name, face=face.name, colour=face.colour)
    return [*rename_conflicting_bots(room, name), new]


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlRequest:
    """A control command, the guest who sent it, and which players were present at the time.

    ``commitment`` is the commitment to the next shuffle, if the command requires one.
    """

    control: Control
    person: Person
    present: frozenset[int] = frozenset()
    away_ms: dict[int, int]
    commitment: str = ""


def seat_entries(room: Room, request: ControlRequest) -> list[Entry]:
    """Return the entries for a command that controls seats. Raises Refused if it is not allowed."""
    match request.control.what:
        case "sit":
            return _sit(room, request)
        case "stand":
            return _stand(room, request)
        case "ready":
            return _ready(room, request)
        case "not_ready":
            return _not_ready(room, request)
        case _:
            return _host(room, request)


def _sit(room: Room, request: ControlRequest) -> list[Entry]:
    if room.phase != "waiting":
        raise refuse("not_waiting", "the match has begun")
    if request.person.guest in room.removed:
        raise refuse("removed", "the host has removed you from this table")
    if room.seat_of(request.person.guest) is not None:
        raise refuse("already_seated", "you already have a seat at this table")
    if room.locked and request.person.guest not in room.invited:
        raise refuse("table_locked", "the host has closed the table to new players")
    if name_taken(room, request.person.guest, request.person.name):
        raise refuse("name_taken", "a player at this table has a name that looks the same")
    seat = request.control.seat
    if seat is None:
        seat = reserved_seat(room, request.person.guest)
    if seat is None:
        seat = next((i for i, p in enumerate(room.places) if p.kind == "open"), None)
        if seat is None:
            raise refuse("table_full", "every seat is taken")
    if room.places[seat_number(room, seat)].kind != "open":
        raise refuse("seat_taken", "this seat is taken")
    sat = sat_down(room, seat, request.person)
    entries = [*rename_conflicting_bots(room, sat.name), sat]
    for entry in entries:
        room = apply(room, entry)
    return [*entries, *_begun(room, request)]


def _begun(room: Room, request: ControlRequest) -> list[Entry]:
    """Return the entry that starts a rematch, or none unless everyone from the match is seated.

    Players who were absent when it was requested are not waited for. It does not start by itself
    under changed terms, because sitting down does not imply agreement to them.
    """
    absent = {each.guest for each in room.series if each.absent}
    played = room.invited - room.removed - absent
    enough = can_start(room, sum(p.kind != "open" for p in room.places))
    agreed = len(played) > 1 and played <= {p.guest for p in room.places}
    return [_start(room, request)] if agreed and enough and not room.terms_changed else []


def _stand(room: Room, request: ControlRequest) -> list[Entry]:
    seat = seat_of(room, request.person.guest)
    if room.phase != "waiting":
        raise refuse("not_waiting", "the match has begun: resign to leave it for good")
    entries: list[Entry] = [Stood(seat=seat)]
    if room.host == request.person.guest:
        guests = [p.guest for i, p in enumerate(room.places) if i != seat and p.guest]
        entries += [Hosted(guest=guest) for guest in guests[:1]]
    return entries


def _ready(room: Room, request: ControlRequest) -> list[Entry]:
    seat = seat_of(room, request.person.guest)
    if room.phase not in ("waiting", "sealing"):
        raise refuse("not_sealing", "you can only do this before a deal")
    if room.places[seat].ready:
        raise refuse("already_ready", "you are already ready")
    contribution = request.control.contribution if room.phase == "sealing" else None
    return [Ready(seat=s, contribution=contribution or "") for s in unready_seats(room, request)]


def unready_seats(room: Room, request: ControlRequest) -> list[int]:
    """Return the seats of the players at the sender's device who are not ready."""
    return [s for s in room.seats_of(request.person.guest) if not room.places[s].ready]


def _not_ready(room: Room, request: ControlRequest) -> list[Entry]:
    seat = seat_of(room, request.person.guest)
    if room.phase != "waiting":
        raise refuse("not_waiting", "the match has begun")
    return [NotReady(seat=seat)] if room.places[seat].ready else []


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
        case "change":
            return _change(room, request)
        case "start":
            return [_start(room, request)]
        case "close":
            return [Closed(why="host")]
        case "remove":
            seat = _person(room, control.seat)
            guest = room.places[seat].guest
            if guest == request.person.guest:
                raise refuse("seat_taken", "you cannot remove yourself: leave your seat instead")
            return [Removed(seat=seat, guest=guest)]
        case "computer":
            entry = computer(room, control.seat, control.level)
            if room.places[entry.seat].kind == "person":
                raise refuse("seat_taken", "this seat is taken")
            return [entry]
        case "empty":
            seat = seat_number(room, control.seat)
            if room.places[seat].kind != "computer":
                raise refuse("not_a_computer", "there is no computer player in this seat")
            return [Emptied(seat=seat)]
        case _:
            raise refuse("not_possible", "you cannot do that here")


def _change(room: Room, request: ControlRequest) -> list[Entry]:
    """Return the entry that changes the table's terms, except for its title."""
    seat, wanted = seat_of(room, request.person.guest), request.control.terms
    if wanted is None:
        raise refuse("bad_terms", "the new terms are missing")
    known = asdict(room.terms)
    terms = {k: v for k, v in asdict(wanted).items() if k != "title" and v != known[k]}
    if not terms:
        return []
    entry = Changed(seat=seat, terms=terms)
    try:
        apply(room, entry)
    except (ValueError, OptionError) as error:
        raise refuse("bad_terms", str(error)) from error
    return [entry]


def _start(room: Room, request: ControlRequest) -> Entry:
    kept = tuple(i for i, p in enumerate(room.places) if p.kind != "open")
    if not can_start(room, len(kept)):
        minimum = fewest_players(room)
        raise refuse(
            "too_few", f"the match needs at least {minimum} players", have=len(kept), want=minimum
        )
    return Sealed(round=0, commitment=request.commitment, kept=kept)


def fewest_players(room: Room) -> int:
    """Return the number of players that a match needs: two, unless the table has one seat."""
    return max(min(room.rules.seats_allowed()), min(2, room.seats))


def can_start(room: Room, players: int) -> bool:
    """Return whether a match with this number of players can start at the table."""
    return players in room.rules.seats_allowed() and players >= fewest_players(room)


def may_watch(room: Room, guest: str) -> bool:
    """Return whether a guest with access may see the table, either playing or watching."""
    if guest in room.removed:
        return False
    public = room.terms.spectators or room.phase == "waiting"
    return public or has_played(room, guest)


def has_played(room: Room, guest: str) -> bool:
    """Return whether a guest is the host or a player, even one who has resigned."""
    return guest == room.host or room.played_by(guest) is not None


def watch_key(room: Room) -> tuple[object, ...]:
    """Return the values that, apart from the seats, determine the result of :func:`may_watch`."""
    return room.phase, room.host, room.removed


def _person(room: Room, seat: int | None) -> int:
    seat = seat_number(room, seat)
    if room.places[seat].kind != "person":
        raise refuse("no_such_seat", "this seat has no human player")
    return seat
