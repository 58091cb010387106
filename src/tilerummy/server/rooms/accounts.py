"""Deleting an account: its rooms, and its name in the logs of others."""

from __future__ import annotations

from functools import partial

from tilerummy.server.room.entries import anonymised
from tilerummy.server.rooms.registry import RoomRegistry
from tilerummy.server.store import Forgotten


async def delete_account(rooms: RoomRegistry, session: str) -> Forgotten:
    """Delete all stored data of a guest who has left every room, and reload those rooms."""
    forgotten = await rooms.services.store.delete_guest(
        session, partial(anonymised, session=session)
    )
    for room_id in forgotten.deleted:
        await room_deleted(rooms, room_id)
    for room_id in forgotten.rewritten:
        await rooms.reload(room_id)
        if (actor := rooms.in_memory(room_id)) is not None:
            async with actor.lock:
                await actor.log.write_card()
    return forgotten


async def room_deleted(rooms: RoomRegistry, room_id: str) -> None:
    """Notify the spectators of a room that it was deleted."""
    rooms.dormant.forget(room_id)
    await rooms.reload(room_id)
