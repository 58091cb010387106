"""The supervisor of rooms: what should be under way at a table and is not is started again.

Whatever goes wrong with a task, a worker or a timer, nobody at the table has to notice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from tilerummy.server.ops.logs import WARNING, log_event
from tilerummy.server.room.room import Room

if TYPE_CHECKING:
    from tilerummy.server.rooms.actor import RoomActor

LOOK = 1000
"""Every so many milliseconds it is looked whether a table goes on."""
STUCK = 60_000
"""A task that has not ended after so many milliseconds is begun again."""
OFTEN = 3
"""What was begun so often without success is begun again only now and then."""
SELDOM = 60_000
"""How often that is, in milliseconds."""
UNWATCHED = 30_000
"""For so many milliseconds computer players go on among themselves with nobody there."""


def task_of(kind: Literal["deal", "time", "turn"], room: Room) -> str:
    """Return the name of the task that deals, ends the turn in time or does a computer's turn."""
    return f"{kind} {room.changed}"


def among_computers(room: Room) -> bool:
    """Return whether computer players move for every seat."""
    return all(place.plays_itself for place in room.places)


def unwatched(actor: RoomActor) -> bool:
    """Return whether computer players are to wait until somebody looks."""
    return among_computers(actor.room) and actor.idle() >= UNWATCHED


def restart_missing(actor: RoomActor) -> None:
    """Start again what should be under way in a room and is not."""
    if actor.over or actor.lock.locked():
        return
    room, now = actor.room, actor.world.clock.now()
    if room.phase == "sealing":
        if (
            actor.deal_due is not None
            and now > actor.deal_due + LOOK
            and _missing(actor, task_of("deal", room))
        ):
            actor.deal()
    elif room.phase == "playing" and room.state is not None:
        moves = room.places[room.state.to_move].plays_itself
        if moves and not unwatched(actor) and _missing(actor, task_of("turn", room)):
            actor.go_on()
        ends = actor.clock.ends_in(now) if actor.clock else None
        if ends == 0 and _missing(actor, task_of("time", room)):
            actor.end_of_time()


def _missing(actor: RoomActor, name: str) -> bool:
    """Return whether nobody works on what is to be done, or has for too long."""
    tasks, now = actor.tasks, actor.world.clock.now()
    since = tasks.since(name)
    if since is not None and now - since < STUCK:
        return False
    if since is not None:
        tasks.cancel(name)
    again = tasks.begun(name)
    if again > OFTEN and now // LOOK % (SELDOM // LOOK):
        return False
    if again:
        log_event("started_again", WARNING, kind=name.partition(" ")[0])
    return True
