"""The worker ports on the pool: each call with its priority and budget."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from tilerummy.melds import Table
from tilerummy.players import PLAYERS
from tilerummy.server.games.jobs import game_replay, opened_replay
from tilerummy.server.messages import AskHint, HintAnswer
from tilerummy.server.messages.bodies import BadRecord, ErrorDetail, Judge, Solve
from tilerummy.server.room.cost import many_readings
from tilerummy.server.room.room import Room
from tilerummy.server.rooms.ports import Choice, ComputerPlayer, Decided, Found, JobError
from tilerummy.server.workers import jobs, questions
from tilerummy.server.workers.match_record import match_record
from tilerummy.server.workers.pool import WorkerPool
from tilerummy.server.workers.priorities import (
    HINT,
    LONG_TURN_MS,
    QUESTION,
    QUESTION_MS,
    RECORD_MS,
    REPLAY_MS,
    SHOW,
    THINK,
    TURN,
    TURN_MS,
    Priority,
)
from tilerummy.server.workers.rules_text import rules_text
from tilerummy.state import Action, State


@dataclass(frozen=True, slots=True)
class RoomWorkers:
    """Jobs for rooms, fair between them."""

    pool: WorkerPool

    async def choose(self, room: str, ruleset: str, view: State, player: ComputerPlayer) -> Choice:
        """Return the next move of a computer player: long ones have workers of their own."""
        budget = max(TURN_MS, PLAYERS[player.level].milliseconds)
        if budget > TURN_MS:
            work = THINK
        else:
            work = SHOW if player.among_computers else _class_of(ruleset, view)
        return await self.pool.within(budget, work, room, jobs.choose, ruleset, view, player)

    async def turn(self, room: str, ruleset: str, view: State, after: Table) -> Found:
        """Return the plays that make the table *after*.

        If the first search fails, a second one runs: longer, with a lower priority.
        """
        work = _class_of(ruleset, view)
        with suppress(JobError):
            found = await self.pool.within(
                TURN_MS, work, room, jobs.find_turn, ruleset, view, after
            )
            if found.proven:
                return found
        return await self.pool.within(
            LONG_TURN_MS, HINT, room, jobs.find_turn, ruleset, view, after
        )

    async def hint(self, room: str, ruleset: str, view: State, question: AskHint) -> HintAnswer:
        """Return a hint for the seat to move."""
        return await self.pool.within(
            TURN_MS, HINT, room, jobs.give_hint, ruleset, view, question.level, question.cid
        )

    async def decide(
        self, room: str, ruleset: str, state: State, seat: int | None, actions: tuple[Action, ...]
    ) -> Decided:
        """Return the events of *actions*, all or none."""
        work = _class_of(ruleset, state)
        return await self.pool.ask(work, room, jobs.decide, ruleset, state, seat, actions)


def _class_of(ruleset: str, state: State) -> Priority:
    """Return the priority of a turn: unusual rules do not get the worker reserved for turns."""
    return HINT if many_readings(jobs.rules_of(ruleset), state.table) else TURN


@dataclass(frozen=True, slots=True)
class QuestionWorkers:
    """Jobs for questions, fair between addresses."""

    pool: WorkerPool

    async def judge(self, question: Judge, address: str) -> bytes | ErrorDetail:
        """Return the referee's judgement."""
        return await self._answer(address, questions.judge_answer, question)

    async def solve(self, question: Solve, address: str) -> bytes | ErrorDetail:
        """Return a best play."""
        return await self._answer(address, questions.solve_answer, question)

    async def rules(self, ruleset: str, address: str) -> bytes | ErrorDetail:
        """Return the rules in words."""
        return await self._answer(address, rules_text, ruleset)

    async def record(self, room: Room, bodies: Sequence[bytes], form: str, address: str) -> str:
        """Return the record of a match."""
        return await self.pool.within(
            RECORD_MS, QUESTION, address, match_record, room, bodies, form
        )

    async def game(
        self,
        room: Room,
        bodies: Sequence[bytes],
        times: tuple[int, int],
        viewer: int | None,
        address: str,
    ) -> bytes:
        """Return the replay of a finished game."""
        return await self.pool.within(
            REPLAY_MS, QUESTION, address, game_replay, room, bodies, times, viewer
        )

    async def replay(self, record: str, address: str) -> bytes | BadRecord:
        """Return the replay of a record."""
        return await self.pool.within(REPLAY_MS, QUESTION, address, opened_replay, record)

    async def _answer(self, address: str, *question: object) -> bytes | ErrorDetail:
        return await self.pool.within(QUESTION_MS, QUESTION, address, questions.encoded, *question)
