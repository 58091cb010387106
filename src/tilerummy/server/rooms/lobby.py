"""The lobby: which rooms are listed for a guest, and the card of each."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from tilerummy.server.messages.bodies.rooms import CardSeat, Lobby, RoomCard
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.errors import UNREADABLE
from tilerummy.server.rooms.registry import RoomRegistry
from tilerummy.server.store import CLOSED, StorageError

MOST_LISTED = 50
"""The greatest number of rooms of a kind in the list."""
RUNNING = ("sealing", "playing", "paused", "between")
"""The phases of a room whose match goes on."""
RESUME_WITHIN = 24 * 3600_000
"""For so many milliseconds a match that its player left is offered first."""
MOST_OVER = 5
"""The greatest number of finished matches of a guest in the list: loading them takes time."""


async def lobby(rooms: RoomRegistry, session: str) -> Lobby:
    """Return the rooms with a free seat, the guest's own, and those to watch."""
    own = await _own_rooms(rooms, session)
    await _load_public(rooms)
    return _lobby([*rooms], own, session)


async def _load_public(rooms: RoomRegistry) -> None:
    """Load the latest tables that anybody may see, as they may be kept by other servers."""
    nodes = rooms.services.store.nodes
    if nodes is None or not rooms.services.node.shared:
        return
    for phases in (("waiting",), RUNNING):
        for room in await nodes.public(phases, most=MOST_LISTED):
            with suppress(StorageError):
                await rooms.get(room)


class _Own(NamedTuple):
    """A room of the guest, and how many milliseconds ago something happened there."""

    actor: RoomActor
    ago_ms: int


async def _own_rooms(rooms: RoomRegistry, session: str) -> list[_Own]:
    """Return the rooms of a guest, the latest first; of the finished ones only the latest."""
    store = rooms.services.store
    own: list[_Own] = []
    now = rooms.services.clock.wall()
    listed = await store.listed(await store.rooms_of(session))
    over = [each.room for each in listed if each.card.phase == "over"]
    for each in listed:
        if each.card.phase == CLOSED or each.room in over[MOST_OVER:]:
            continue
        with suppress(*UNREADABLE):
            actor = await rooms.get(each.room, session)
            if actor is not None and actor.room.phase != "closed":
                own.append(_Own(actor, max(0, now - each.updated)))
    return own[:MOST_LISTED]


def _lobby(actors: Sequence[RoomActor], mine: Sequence[_Own], session: str) -> Lobby:
    """Return the lobby of all *actors* in memory and of *mine*, those of the guest."""
    own = {each.actor.id for each in mine}
    free, watch = list[RoomActor](), list[RoomActor]()
    for actor in actors:  # there may be thousands, so little is asked of most of them
        phase = actor.log.applied.phase
        found = free if phase == "waiting" else watch
        if len(found) >= MOST_LISTED or (found is watch and phase not in RUNNING):
            continue
        if actor.id not in own and _is_open(actor, session):
            found.append(actor)
    return Lobby(
        open=[room_card(actor, session) for actor in free],
        mine=[room_card(actor, session, ago_ms) for actor, ago_ms in mine],
        watch=[room_card(actor, session) for actor in watch],
        resume=next((each.actor.room.id for each in mine if _was_left(each, session)), None),
    )


def _is_open(actor: RoomActor, session: str) -> bool:
    """Return whether a guest may sit down at a table that waits, or watch one that goes on."""
    room = actor.room
    if room.terms.private or session in room.removed:
        return False
    if room.phase == "waiting":
        return not room.locked and bool(actor.broadcast.presence.sessions)
    return room.terms.spectators and room.phase in RUNNING


def _was_left(own: _Own, session: str) -> bool:
    """Return whether the guest left that room lately, and the match goes on."""
    room = own.actor.room
    there = own.actor.broadcast.presence.connected(session)
    seated = room.seat_of(session) is not None
    return room.phase in RUNNING and seated and not there and own.ago_ms <= RESUME_WITHIN


def room_card(actor: RoomActor, session: str, ago_ms: int = 0) -> RoomCard:
    """Return the lobby card of a room, as the guest may see it."""
    room, state = actor.room, actor.room.state
    seat = room.seat_of(session)
    to_move = room.state.to_move if room.state and room.phase == "playing" else None
    return RoomCard(
        room=room.id,
        title=room.terms.title,
        ruleset=room.terms.ruleset,
        phase=room.phase,
        seats=[
            CardSeat(
                kind=p.kind,
                name=p.name,
                level=p.level,
                face=p.face.name,
                colour=p.face.colour,
            )
            for p in room.places
        ],
        private=room.terms.private,
        turn_ms=room.terms.turn_ms,
        by_days=room.terms.by_days,
        round=len(room.match.results),
        rounds=room.terms.rounds,
        seat=seat,
        to_move=to_move,
        your_turn=seat is not None and seat == to_move,
        watching=actor.broadcast.presence.watching(room),
        target=room.terms.target,
        totals=list(room.totals),
        leaders=list(room.leaders),
        ending=room.broken.why if room.broken else None,
        tiles=[len(s.rack) for s in state.seats] if state and room.phase in RUNNING else [],
        left_ms=actor.turn.view().left_ms if to_move is not None else None,
        ago_ms=ago_ms,
        wins=[sum(each.winner == i for each in room.match.results) for i in range(room.seats)],
        gave_up=room.given_up_by(session),
    )
