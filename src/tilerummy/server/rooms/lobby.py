"""The lobby: which rooms are listed for a guest. It is made of index cards, and loads no room."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.server.messages.bodies.rooms import Lobby, RoomCard
from tilerummy.server.rooms.access import UNREADABLE
from tilerummy.server.rooms.cards import RUNNING, CardBody, index_card, read_card
from tilerummy.server.rooms.clock import clock_of
from tilerummy.server.rooms.presence import PresenceTracker
from tilerummy.server.rooms.registry import RoomRegistry
from tilerummy.server.store.types import CLOSED, FINISHED, RoomIndexEntry

MOST_LISTED = 50
"""The greatest number of rooms of a kind in the list."""
MOST_READ = 200
"""The number of cards of a kind that are read for it: not all are open to everybody."""
RESUME_WITHIN = 24 * 3600_000
"""For so many milliseconds a match that its player left is offered first."""
MOST_OVER = 5
"""The greatest number of finished matches of a guest in the list."""


async def lobby(rooms: RoomRegistry, guest: str) -> Lobby:
    """Return the rooms with a free seat, the guest's own, and those to watch."""
    own, now = await _own_rooms(rooms, guest), rooms.services.clock.wall()
    mine = [card.card_for(guest, now=now, ago_ms=max(0, now - at)) for card, at in own]
    known = {each.room for each in mine}
    left = (
        card.room
        for (body, _), card in zip(own, mine, strict=True)
        if card.phase in RUNNING
        and card.ago_ms <= RESUME_WITHIN
        and card.seat is not None
        and guest not in body.connected
    )

    async def others(phases: Sequence[str]) -> list[RoomCard]:
        """Return the cards of the latest rooms in these phases that are open to the guest."""
        found = list[RoomCard]()
        for each in await rooms.services.store.rooms.public(phases, MOST_READ):
            card = None if each.room in known else await _card(rooms, each)
            if card is not None and card.is_open_to(guest):
                found.append(card.card_for(guest, now=now))
        return found[:MOST_LISTED]

    return Lobby(
        open=await others(("waiting",)),
        mine=mine,
        watch=await others(RUNNING),
        resume=next(left, None),  # a match that the guest left lately, and that goes on
    )


async def _own_rooms(rooms: RoomRegistry, guest: str) -> list[tuple[CardBody, int]]:
    """Return the rooms of a guest, the latest first, and when something happened there last.

    Of the finished ones only the latest are returned.
    """
    own, over = list[tuple[CardBody, int]](), 0
    for each in await rooms.services.store.rooms.of_guest(guest, limit=MOST_READ):
        if each.summary.phase == CLOSED:
            continue
        over += each.summary.phase in FINISHED
        if each.summary.phase in FINISHED and over > MOST_OVER:
            continue
        if (card := await _card(rooms, each)) is not None:
            own.append((card, each.updated))
    return own[:MOST_LISTED]


async def _card(rooms: RoomRegistry, listed: RoomIndexEntry) -> CardBody | None:
    """Return the card of a room; None if it cannot be read.

    It is made of the log if an earlier release has stored none, or it was rewritten.
    """
    if (known := read_card(listed.summary)) is not None:
        return known
    try:
        log = await rooms.read(listed.room)
    except UNREADABLE:
        return None
    if log is None:
        return None
    time = rooms.services.clock
    card = index_card(log.room, PresenceTracker(time.now()), clock_of(log.room), time)
    await rooms.services.store.rooms.show(listed.room, card)
    return read_card(card)
