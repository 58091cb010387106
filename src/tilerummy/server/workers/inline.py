"""Workers that run each job at once, in tests and simulations."""

from __future__ import annotations

from tilerummy.melds import Table
from tilerummy.server.messages import AskHint, HintAnswer
from tilerummy.server.rooms.ports import Choice, ComputerPlayer, Decided, Found
from tilerummy.server.workers import jobs
from tilerummy.state import Action, State


class InlineWorkers:
    """Runs every job at once, without limits."""

    async def choose(self, room: str, ruleset: str, view: State, player: ComputerPlayer) -> Choice:
        """Return the next move of a computer player."""
        del room
        return jobs.choose(ruleset, view, player)

    async def turn(self, room: str, ruleset: str, view: State, after: Table) -> Found:
        """Return the plays that make the table *after*."""
        del room
        return jobs.find_turn(ruleset, view, after)

    async def hint(self, room: str, ruleset: str, view: State, question: AskHint) -> HintAnswer:
        """Return a hint for the seat to move."""
        del room
        return jobs.give_hint(ruleset, view, question.level, question.cid)

    async def decide(
        self, room: str, ruleset: str, state: State, seat: int | None, actions: tuple[Action, ...]
    ) -> Decided:
        """Return the events of *actions*, all or none."""
        del room
        return jobs.decide(ruleset, state, seat, actions)
