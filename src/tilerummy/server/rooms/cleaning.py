"""Cleaning up: abandoned rooms are closed, and idle ones taken out of memory."""

from __future__ import annotations

from contextlib import suppress

from tilerummy.server.room.entries import Closed
from tilerummy.server.room.proposals import broken_off_entry
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.dormant import PLAYING_TOO_LONG, WAITING_TOO_LONG
from tilerummy.server.rooms.registry import RoomRegistry
from tilerummy.server.store import FINISHED, StorageError


async def clean_up(rooms: RoomRegistry) -> None:
    """Close rooms in which no match began, and break off abandoned and endless matches.

    Idle rooms are taken out of memory; they are loaded again at the next request.
    """
    for room_id in rooms.dormant.due():
        with suppress(StorageError):
            await rooms.get(room_id)
    for actor in rooms:
        async with actor.lock:
            if not actor.closed:
                with suppress(StorageError):
                    await _clean_up_room(rooms, actor)


async def _clean_up_room(rooms: RoomRegistry, actor: RoomActor) -> None:
    if actor.holds:
        await _close_abandoned(actor)
    if rooms.dormant.may_sleep(actor):
        if actor.room.phase not in FINISHED and actor.holds:
            rooms.dormant.add(actor)
        rooms.remove(actor.room.id)
        await actor.close()


async def _close_abandoned(actor: RoomActor) -> None:
    room, idle = actor.room, actor.idle()
    if room.phase == "waiting":
        if actor.log.full or idle > WAITING_TOO_LONG:
            await actor.commit([Closed(why="abandoned")], as_holder=True)
    elif room.phase not in FINISHED and (
        actor.log.full or (idle > PLAYING_TOO_LONG and not room.terms.by_days)
    ):
        await actor.commit([broken_off_entry(room, "abandoned")], as_holder=True)
