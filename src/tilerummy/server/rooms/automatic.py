"""What a room does without a message: deals, time-outs, proposals, turns of computer players."""

from __future__ import annotations

from tilerummy.server.room.entries import Closed
from tilerummy.server.room.proposals import GONE_AFTER, broken_off_entry, resolved_entries
from tilerummy.server.room.turns import deal_entry
from tilerummy.server.rooms.actor import RoomActor, RoomPolicy
from tilerummy.server.rooms.computer_turns import computer_turn
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
