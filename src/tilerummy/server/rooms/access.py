"""Checks access to rooms, and creates the fault messages for requests that fail."""

from __future__ import annotations

from collections.abc import Collection

from tilerummy.server.guests.faces import Face
from tilerummy.server.messages.server import Fault
from tilerummy.server.room.refusal import Refused, refuse
from tilerummy.server.room.room import Room
from tilerummy.server.room.seats import Person, has_played, may_watch
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import CorruptedError, Guest, StorageError


class NewerLogError(StorageError):
    """Raised if a log contains entries from a newer release, so that this server cannot read it."""


UNREADABLE = (CorruptedError, NewerLogError)
"""The exceptions that are raised if a log cannot be read; retrying does not help."""


def damaged(error: CorruptedError) -> str:
    """Return the error message for a damaged log."""
    return (
        f"the saved game of this table is damaged from entry {error.seq} on and cannot continue;"
        " the server's operator may have a backup"
    )


def fault_of(error: Refused | StorageError, room: str, cid: str = "") -> Fault:
    """Return the fault message for a request that was refused or failed in the store."""
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
    """Convert a guest account to a :class:`Person`, the type used in rooms."""
    return Person(guest.id, guest.name, Face(guest.face, guest.colour), address)


def no_such_room() -> Refused:
    """Return the refusal for a room that does not exist or is not visible to the guest."""
    return refuse("no_such_room", "this table does not exist, or you do not have access to it")


async def check_visible(
    store: Store, room: Room, guest: str, connected: Collection[str] = ()
) -> None:
    """Raise Refused unless the guest may sit at the table or watch it.

    The last round of a finished match shows all racks, and its shuffles reveal every deal. Only its
    players see them, along with spectators who are still *connected*; strangers see what the
    players share under ``/api/games``.
    """
    if not may_watch(room, guest):
        raise no_such_room()
    if room.is_finished and not has_played(room, guest) and guest not in connected:
        raise no_such_room()
    known = not room.terms.private or guest in room.invited or room.seat_of(guest) is not None
    if not known and not await store.rooms.admitted(room.id, guest):
        raise no_such_room()


async def check_known(store: Store, room_id: str, guest: str) -> None:
    """Raise Refused if the guest has no access to the room, without reading the room's log."""
    private = [listed.summary.private for listed in await store.rooms.find([room_id])]
    if private != [False] and not await store.rooms.admitted(room_id, guest):
        raise no_such_room()
