"""The supervisor: restarts tasks and timers of a room that should be running and are not.

So the match goes on after any failure of a task, a worker or a timer.
"""

from __future__ import annotations

from tilerummy.server.ops.logs import WARNING, log_event
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.background import task_name

CHECK_EVERY = 1000
"""How often, in milliseconds, each room is checked."""
STUCK = 60_000
"""Milliseconds after which a task that has not ended is restarted."""
MOST_RESTARTS = 3
"""After this number of failed tries a task is restarted only every :data:`RARELY` ms."""
RARELY = 60_000


def restart_missing(actor: RoomActor) -> None:
    """Restart tasks and timers of a room that should be running and are not."""
    if not actor.holds or actor.closed or actor.lock.locked():
        return
    if actor.waits and actor.log.applied.phase == "playing":
        return  # turns of others that were postponed may wait
    room, now = actor.room, actor.services.clock.now()
    if room.phase == "sealing":
        due = actor.dealing.due
        if due is not None and now > due + CHECK_EVERY and _missing(actor, task_name("deal", room)):
            actor.deal()
    elif room.phase == "playing" and room.state is not None:
        plays = room.places[room.state.to_move].plays_itself
        if plays and not actor.unwatched() and _missing(actor, task_name("turn", room)):
            actor.go_on()
        if actor.turn.ends_in() == 0 and _missing(actor, task_name("time", room)):
            actor.end_of_time()


def _missing(actor: RoomActor, name: str) -> bool:
    """Return whether a task does not run, or has run for too long and was cancelled."""
    tasks, now = actor.tasks, actor.services.clock.now()
    since = tasks.running_since(name)
    if since is not None and now - since < STUCK:
        return False
    if since is not None:
        tasks.cancel(name)
    times = tasks.times_begun(name)
    if times > MOST_RESTARTS and now // CHECK_EVERY % (RARELY // CHECK_EVERY):
        return False
    if times:
        log_event("started_again", WARNING, kind=name.partition(" ")[0])
    return True
