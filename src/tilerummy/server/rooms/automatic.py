"""What a room does without a message: deals, time-outs, proposals, turns of computer players."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.server.ops.logs import WARNING, log_event
from tilerummy.server.room.proposals import GONE_AFTER, resolved_entries
from tilerummy.server.room.turns import deal_entry
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.computer_turns import computer_turn
from tilerummy.server.rooms.tasks import task_name
from tilerummy.server.rooms.turns import time_out


@dataclass(frozen=True, slots=True)
class TablePolicy:
    """The policy of a table at which people and computer players play."""

    actor: RoomActor

    async def deal(self) -> None:
        """Deal the round that is sealed."""
        actor = self.actor
        async with actor.lock:
            if actor.room.phase == "sealing":
                seed = await actor.log.seed()
                await actor.commit([deal_entry(actor.room, seed)], as_holder=True)

    async def time_over(self) -> None:
        """End the turn whose time is over."""
        await time_out(self.actor)

    async def review_proposal(self) -> None:
        """Resolve a proposal, now and after an absence of the people who left."""
        actor = self.actor
        clock = actor.services.clock
        for wait in (0, GONE_AFTER):
            await clock.sleep(wait)
            async with actor.lock:
                away = actor.broadcast.presence.away(actor.room, clock.now())
                if entries := resolved_entries(actor.room, away):
                    await actor.commit(entries, as_holder=True)

    async def computer_turn(self, version: int, level: str) -> None:
        """Play the next move of the computer player to move."""
        await computer_turn(self.actor, version, level)


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
