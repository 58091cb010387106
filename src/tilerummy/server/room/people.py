"""Names and faces at a table: no two people, and no computer player, are mistaken for another."""

from __future__ import annotations

from typing import NamedTuple

from tilerummy.players import PLAYERS
from tilerummy.server.guests.faces import NOBODY, Face, character, face_for
from tilerummy.server.guests.names import is_default, look_alike, seat_name
from tilerummy.server.room.entries import Computer, Entry, Renamed, Sat
from tilerummy.server.room.refusal import refuse
from tilerummy.server.room.room import Room


class Person(NamedTuple):
    """The guest who sends a request: the id, the display name, and the face if chosen.

    What is read for it is charged to the *address*, where that is known.
    """

    guest: str
    name: str
    face: Face = NOBODY
    address: str = ""


def sat_down(room: Room, seat: int, person: Person) -> Sat:
    """Return a person's sitting down, with another face than the others if none was chosen."""
    guest, face = person.guest, person.face
    if not face.name:
        face = face_for(guest, [p.face for p in room.places])
    name = seat_name(person.name, [p.name for p in room.places])
    return Sat(seat=seat, guest=guest, name=name, face=face.name, colour=face.colour)


def name_taken(room: Room, guest: str, name: str) -> bool:
    """Return whether another person has a name that looks like *name*, which was chosen."""
    return not is_default(name) and any(
        p.kind == "person" and p.guest != guest and look_alike(name, p.name) for p in room.places
    )


def make_way(room: Room, name: str) -> list[Entry]:
    """Return new names of the computer players that have a name like that of a person."""
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
    """Return the seat of a person; raises Refused for guests without one."""
    seat = room.seat_of(guest)
    if seat is None:
        raise refuse("not_seated", "you have no seat at this table")
    return seat


def seat_number(room: Room, seat: int | None) -> int:
    """Return the number of a seat of the room; raises Refused."""
    if seat is None or seat >= room.seats:
        raise refuse("no_such_seat", f"seats are numbered 0 to {room.seats - 1}")
    return seat


def computer(room: Room, seat: int | None, level: str | None) -> Computer:
    """Return a computer player for a seat, with a name and face that nobody else there has.

    Raises Refused for a seat or level that does not exist.
    """
    if level not in PLAYERS:
        raise refuse("no_such_level", f"the computer players are: {', '.join(PLAYERS)}")
    seat = seat_number(room, seat)
    others = [p for i, p in enumerate(room.places) if i != seat]
    player = character(level, [p.name for p in others], [p.face for p in others], same=look_alike)
    face = player.face
    return Computer(seat=seat, level=level, name=player.name, face=face.name, colour=face.colour)


def renamed(room: Room, person: Person) -> list[Entry]:
    """Return the entries by which a person has another name and face; raises Refused."""
    guest, face = person.guest, person.face
    seat = room.seat_of(guest)
    if seat is None:
        return []
    place = room.places[seat]
    others = [p.name for p in room.places if p is not place]
    name = seat_name(person.name, others)
    if (name, *face) == (place.name, place.face, place.colour):
        return []
    if name_taken(room, guest, name):
        raise refuse("name_taken", "somebody at a table of yours has a name that looks the same")
    new = Renamed(seat=seat, guest=guest, name=name, face=face.name, colour=face.colour)
    return [*make_way(room, name), new]
