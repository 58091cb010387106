"""Who may see a room."""

from __future__ import annotations

from tilerummy.server.guests.faces import Face
from tilerummy.server.room.refusal import Refused, refuse
from tilerummy.server.room.room import Room
from tilerummy.server.room.seats import Person, may_watch
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import Guest


def person_of(guest: Guest, address: str = "") -> Person:
    """Return a guest as rooms know people."""
    return Person(guest.id, guest.name, Face(guest.face, guest.colour), address)


def no_such_room() -> Refused:
    """Return the refusal of a room that does not exist, or that the guest may not see."""
    return refuse("no_such_room", "there is no such table, or it is not open to you")


async def check_visible(store: Store, room: Room, guest: str) -> None:
    """Raise Refused unless a guest may sit at a room's table, or watch it."""
    if not may_watch(room, guest):
        raise no_such_room()
    known = not room.terms.private or guest in room.invited or room.seat_of(guest) is not None
    if not known and not await store.rooms.admitted(room.id, guest):
        raise no_such_room()


async def check_known(store: Store, room_id: str, guest: str) -> None:
    """Raise Refused unless a guest may know of a room whose log was not read, or cannot be."""
    private = [listed.card.private for listed in await store.rooms.cards([room_id])]
    if private != [False] and not await store.rooms.admitted(room_id, guest):
        raise no_such_room()
