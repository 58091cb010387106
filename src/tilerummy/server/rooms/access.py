"""Who may see a room."""

from __future__ import annotations

from typing import NamedTuple

from tilerummy.server.guests.faces import NOBODY, Face
from tilerummy.server.room.refusal import refuse
from tilerummy.server.room.room import Room
from tilerummy.server.room.seats import may_watch
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.registry import RoomRegistry
from tilerummy.server.store import Guest, Store


class Person(NamedTuple):
    """The guest who sends a request: the session, its display name, and its face if chosen.

    What is read for it is charged to the *address*, where that is known.
    """

    session: str
    name: str
    face: Face = NOBODY
    address: str = ""


def person_of(guest: Guest, address: str = "") -> Person:
    """Return a guest as rooms know people."""
    return Person(guest.id, guest.name, Face(guest.face, guest.colour), address)


async def visible_room(rooms: RoomRegistry, room_id: str, person: Person) -> RoomActor:
    """Return the actor of a room that the guest may see; raises Refused, StorageError."""
    store, actor = rooms.services.store, rooms.in_memory(room_id)
    if actor is None and await _may_know_of(store, room_id, person.session):
        actor = await rooms.get(room_id, person.address or person.session)
    if actor is None or not await _may_see(store, actor.room, person.session):
        raise refuse("no_such_room", "there is no such table, or it is not open to you")
    return actor


async def _may_see(store: Store, room: Room, session: str) -> bool:
    """Return whether a guest may sit at a room's table, or watch it."""
    if not may_watch(room, session) or not room.terms.private:
        return may_watch(room, session)
    known = session in room.invited or room.seat_of(session) is not None
    return known or await store.admitted(room.id, session)


async def _may_know_of(store: Store, room_id: str, session: str) -> bool:
    """Return whether a guest may know of a room whose log was not read, or cannot be."""
    private = [listed.card.private for listed in await store.listed([room_id])]
    return private == [False] or await store.admitted(room_id, session)
