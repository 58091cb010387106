"""Access to rooms, and the faults sent for requests that fail."""

from __future__ import annotations

from tilerummy.server.guests.faces import Face
from tilerummy.server.messages.server import Fault
from tilerummy.server.room.refusal import Refused, refuse
from tilerummy.server.room.room import Room
from tilerummy.server.room.seats import Person, may_watch
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import CorruptedError, Guest, StorageError


class NewerLogError(StorageError):
    """A newer release has written to the log, so this server cannot read it."""


UNREADABLE = (CorruptedError, NewerLogError)
"""The errors raised for a log that cannot be read; retrying does not help."""


def damaged(error: CorruptedError) -> str:
    """Return the message for a damaged log."""
    return (
        f"the saved game of this table is damaged from entry {error.seq} on and cannot continue;"
        " the server's operator may have a backup"
    )


def fault_of(error: Refused | StorageError, room: str, cid: str = "") -> Fault:
    """Return the fault for a request that was refused or not stored, or whose log is unreadable."""
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
            why = "the server cannot save anything right now; nothing has changed: try again"
    return Fault(code="storage", message=why, room=room, cid=cid)


def person_of(guest: Guest, address: str = "") -> Person:
    """Convert a guest account to the form used in rooms."""
    return Person(guest.id, guest.name, Face(guest.face, guest.colour), address)


def no_such_room() -> Refused:
    """Return the refusal for a room that does not exist or is hidden from the guest."""
    return refuse("no_such_room", "this table does not exist, or you do not have access to it")


async def check_visible(store: Store, room: Room, guest: str) -> None:
    """Raise Refused unless the guest is allowed to sit at the table or watch it."""
    if not may_watch(room, guest):
        raise no_such_room()
    known = not room.terms.private or guest in room.invited or room.seat_of(guest) is not None
    if not known and not await store.rooms.admitted(room.id, guest):
        raise no_such_room()


async def check_known(store: Store, room_id: str, guest: str) -> None:
    """Raise Refused unless the guest has access to the room. Does not read the room's log."""
    private = [listed.summary.private for listed in await store.rooms.find([room_id])]
    if private != [False] and not await store.rooms.admitted(room_id, guest):
        raise no_such_room()
