"""Errors of rooms: not open, damaged, not stored."""

from __future__ import annotations

from tilerummy.server.messages.server import Fault
from tilerummy.server.store.types import CorruptedError, StorageError


class NewerLogError(StorageError):
    """A log cannot be read here, as a server of a newer release has written to it."""


UNREADABLE = (CorruptedError, NewerLogError)
"""The errors of a log that cannot be read, whatever is tried."""


def not_open(room: str, cid: str = "") -> Fault:
    """Return the fault for a room that does not exist, or that the guest may not see."""
    message = "there is no such table, or it is not open to you"
    return Fault(code="no_such_room", message=message, room=room, cid=cid)


def damaged(error: CorruptedError) -> str:
    """Return the text for a damaged log."""
    return (
        f"what was kept of this table is damaged from entry {error.seq} on, so it cannot go on;"
        " whoever runs the server may have a backup"
    )


def storage_fault(error: StorageError, room: str, cid: str = "") -> Fault:
    """Return the fault for a change that could not be stored, or for an unreadable log."""
    if isinstance(error, CorruptedError):
        return Fault(code="damaged", message=damaged(error), room=room, cid=cid)
    message = "nothing can be written down at the moment, so nothing has happened: try again"
    if isinstance(error, NewerLogError):
        message = "this server is older than the table and is being replaced: try again soon"
    return Fault(code="storage", message=message, room=room, cid=cid)
