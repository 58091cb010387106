"""Who may see a room, and the errors of rooms: refused or not open, damaged, not stored."""

from __future__ import annotations

from tilerummy.server.guests.faces import Face
from tilerummy.server.messages.server import Fault
from tilerummy.server.room.refusal import Refused, refuse
from tilerummy.server.room.room import Room
from tilerummy.server.room.seats import Person, may_watch
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import CorruptedError, Guest, StorageError


class NewerLogError(StorageError):
    """A log cannot be read here, as a server of a newer release has written to it."""


UNREADABLE = (CorruptedError, NewerLogError)
"""The errors of a log that cannot be read, whatever is tried."""


def damaged(error: CorruptedError) -> str:
    """Return the text for a damaged log."""
    return (
        f"what was kept of this table is damaged from entry {error.seq} on, so it cannot go on;"
        " whoever runs the server may have a backup"
    )


def fault_of(error: Refused | StorageError, room: str, cid: str = "") -> Fault:
    """Return the fault for a request that was refused, not stored, or is for an unreadable log."""
    match error:
        case Refused(reasons=[reason, *_]) if reason.code == "no_such_room":
            return Fault(code="no_such_room", message=reason.message, room=room, cid=cid)
        case Refused(reasons=[reason, *_]):
            why = f"{reason.code}: {reason.message}"
            return Fault(code="not_allowed", message=why, room=room, cid=cid)
        case CorruptedError():
            return Fault(code="damaged", message=damaged(error), room=room, cid=cid)
        case NewerLogError():
            why = "this server is older than the table and is being replaced: try again soon"
        case _:
            why = "nothing can be written down at the moment, so nothing has happened: try again"
    return Fault(code="storage", message=why, room=room, cid=cid)


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
    private = [listed.summary.private for listed in await store.rooms.find([room_id])]
    if private != [False] and not await store.rooms.admitted(room_id, guest):
        raise no_such_room()
