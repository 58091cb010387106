"""The lobby: lists of rooms for a guest, built from room summaries without loading any rooms."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from tilerummy.server.messages.bodies.rooms import Lobby, LobbyRoom
from tilerummy.server.rooms.access import UNREADABLE
from tilerummy.server.rooms.clock import clock_of
from tilerummy.server.rooms.presence import PresenceTracker
from tilerummy.server.rooms.registry import RoomRegistry
from tilerummy.server.rooms.room_summary import RUNNING, LobbyEntry, read_lobby_entry, room_summary
from tilerummy.server.store.types import CLOSED, FINISHED, RoomIndexEntry

MAX_LISTED = 50
"""The maximum number of rooms in each list."""
MAX_READ = 200
"""The number of summaries to read for each list, which omits rooms that the guest may not see."""
RESUME_WITHIN = 24 * 3600_000
"""How long after leaving a match a guest is offered the option to resume it, in milliseconds."""
MAX_FINISHED = 5
"""The maximum number of finished matches in a guest's list of rooms."""

MAX_LATEST = 5
"""How many of a player's latest rooms to search for the table where the player is now."""


async def lobby(rooms: RoomRegistry, guest: str) -> Lobby:
    """Return the lobby: rooms with a free seat, the guest's own rooms, and rooms to watch."""
    own, now = await _own_rooms(rooms, guest), rooms.services.clock.wall()
    mine = [entry.summary_for(guest, now=now, ago_ms=max(0, now - at)) for entry, at in own]
    mine = await _without_finished_rematches(rooms, mine)
    known = {each.room for each in mine}
    left = (
        summary.room
        for (entry, _), summary in zip(own, mine, strict=True)
        if summary.phase in RUNNING
        and summary.ago_ms <= RESUME_WITHIN
        and summary.seat is not None
        and guest not in entry.connected
    )

    async def listed(phases: Sequence[str]) -> list[LobbyRoom]:
        """Return the latest rooms in any of these phases that the guest may join or watch."""
        summaries = list[LobbyRoom]()
        for each in await rooms.services.store.rooms.public(phases, MAX_READ):
            entry = None if each.room in known else await _entry(rooms, each)
            if entry is not None and entry.is_open_to(guest):
                summaries.append(entry.summary_for(guest, now=now))
        return summaries[:MAX_LISTED]

    return Lobby(
        open=await listed(("waiting",)),
        mine=mine,
        watch=await listed(RUNNING),
        resume=next(left, None),
    )


async def watchable(rooms: RoomRegistry, guest: str, people: Sequence[str]) -> dict[str, LobbyRoom]:
    """Return the current table of each guest in *people*, if *guest* may watch it."""
    found, now = dict[str, LobbyRoom](), rooms.services.clock.wall()
    for person in people:
        for each in await rooms.services.store.rooms.of_guest(person, limit=MAX_LATEST):
            if each.summary.phase not in RUNNING or guest in each.summary.members:
                continue
            entry = await _entry(rooms, each)
            if entry is None or not entry.is_open_to(guest) or person not in entry.connected:
                continue
            if entry.seat_of(person) is not None:
                found[person] = entry.summary_for(guest, now=now)
                break
    return found


async def _without_finished_rematches(
    rooms: RoomRegistry, mine: list[LobbyRoom]
) -> list[LobbyRoom]:
    """Return a guest's own rooms without rematches that are over and are not listed themselves.

    Otherwise they would look as if the guest had not joined them yet.
    """
    known = {each.room for each in mine}
    others = {each.next_room for each in mine if each.next_room} - known
    found = await rooms.services.store.rooms.find([*others]) if others else []
    ended = others - {each.room for each in found if each.summary.phase not in (*FINISHED, CLOSED)}
    return [
        structs.replace(each, next_room=None) if each.next_room in ended else each for each in mine
    ]


async def _own_rooms(rooms: RoomRegistry, guest: str) -> list[tuple[LobbyEntry, int]]:
    """Return a guest's rooms with the times of their last changes, the most recent first."""
    own, over = list[tuple[LobbyEntry, int]](), 0
    for each in await rooms.services.store.rooms.of_guest(guest, limit=MAX_READ):
        if each.summary.phase == CLOSED:
            continue
        over += each.summary.phase in FINISHED
        if each.summary.phase in FINISHED and over > MAX_FINISHED:
            continue
        if (entry := await _entry(rooms, each)) is not None:
            own.append((entry, each.updated))
    return own[:MAX_LISTED]


async def _entry(rooms: RoomRegistry, listed: RoomIndexEntry) -> LobbyEntry | None:
    """Return a room's lobby entry, or None if the room's log cannot be read.

    If the stored entry is missing or has a different form, it is rebuilt from the log.
    """
    if (known := read_lobby_entry(listed.summary)) is not None:
        return known
    try:
        log = await rooms.read(listed.room)
    except UNREADABLE:
        return None
    if log is None:
        return None
    time = rooms.services.clock
    summary = room_summary(log.room, PresenceTracker(time.now()), clock_of(log.room), time)
    await rooms.services.store.rooms.show(listed.room, summary)
    return read_lobby_entry(summary)
