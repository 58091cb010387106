"""What a room does without a message: deals, time-outs, proposals, turns of computer players."""

from __future__ import annotations

from tilerummy.server.ops.logs import WARNING, log_event
from tilerummy.server.room.entries import Closed
from tilerummy.server.room.proposals import GONE_AFTER, broken_off_entry, resolved_entries
from tilerummy.server.room.turns import deal_entry
from tilerummy.server.rooms.actor import RoomActor, RoomPolicy
from tilerummy.server.rooms.computer_turns import computer_turn
from tilerummy.server.rooms.tasks import task_name
from tilerummy.server.rooms.turns import time_out


async def _deal(actor: RoomActor) -> None:
    """Deal the round that is sealed."""

    async def deal() -> None:
        room = actor.room
        if room.phase == "sealing":
            seed = await actor.log.seed(room.shuffles[-1].round)
            await actor.commit([deal_entry(room, seed)])

    await actor.do(deal)


async def _review_proposal(actor: RoomActor) -> None:
    """Resolve a proposal, now and after an absence of the people who left."""

    async def resolve() -> None:
        away = actor.broadcast.presence.away(actor.room, actor.services.clock.now())
        if entries := resolved_entries(actor.room, away):
            await actor.commit(entries)

    for wait in (0, GONE_AFTER):
        await actor.services.clock.sleep(wait)
        await actor.do(resolve)


TABLE_POLICY = RoomPolicy(_deal, time_out, _review_proposal, computer_turn)
"""The policy of a table at which people and computer players play."""


async def close_abandoned(actor: RoomActor) -> None:
    """Close a room in which no match began, or break off its match, if nobody comes any more."""

    async def close() -> None:
        if actor.is_abandoned():
            waits = actor.room.phase == "waiting"
            end = Closed(why="abandoned") if waits else broken_off_entry(actor.room, "abandoned")
            await actor.commit([end])

    if actor.is_abandoned():
        await actor.do(close)


CHECK_EVERY = 1000
"""How often, in milliseconds, each room is checked."""
STUCK = 60_000
"""Milliseconds after which a task that has not ended is restarted."""
MOST_RESTARTS = 3
"""After this number of failed tries a task is restarted only every :data:`RARELY` ms."""
RARELY = 60_000


def restart_missing(actor: RoomActor) -> None:
    """Restart tasks and timers of a room that should be running and are not."""
    if actor.closed or actor.changing:
        return
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
