"""What a room does without a message: deals, time-outs, proposals, turns of computer players."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.server.room.proposals import GONE_AFTER, resolved_entries
from tilerummy.server.room.turns import deal_entry
from tilerummy.server.rooms.actor import RoomActor
from tilerummy.server.rooms.policy.computer_turns import computer_turn
from tilerummy.server.rooms.policy.turns import time_out


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
