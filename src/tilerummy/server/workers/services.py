"""The worker ports on the pool: each call with its priority and budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

from tilerummy.melds import Table
from tilerummy.players import PLAYERS
from tilerummy.server.games.comments import game_record
from tilerummy.server.games.jobs import game_replay, opened_replay
from tilerummy.server.games.pictures import Form, GameMoment, drawn_position, game_picture
from tilerummy.server.history.analysis import analysed
from tilerummy.server.messages import AskHint, HintAnswer
from tilerummy.server.messages.bodies import (
    Analyse,
    BadRecord,
    ErrorDetail,
    Judge,
    PuzzleAttempt,
    Solve,
)
from tilerummy.server.ratings import jobs as puzzles
from tilerummy.server.ratings.judged import JudgedAttempt
from tilerummy.server.room.cost import many_readings
from tilerummy.server.rooms.ports import Choice, ComputerPlayer, Decided, Found, JobError
from tilerummy.server.store import Comment
from tilerummy.server.workers import jobs, questions
from tilerummy.server.workers.match_record import match_record
from tilerummy.server.workers.pool import WorkerPool
from tilerummy.server.workers.priorities import (
    HINT,
    LONG_TURN_MS,
    PICTURE_MS,
    QUESTION,
    QUESTION_MS,
    RECORD_MS,
    REPLAY_MS,
    SHOW,
    STUDY,
    STUDY_MS,
    THINK,
    TURN,
    TURN_MS,
    Priority,
)
from tilerummy.server.workers.rules_text import rules_text
from tilerummy.state import Action, State

T = TypeVar("T")


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

    async def analyse(self, question: Analyse, address: str) -> bytes | ErrorDetail:
        """Return the best plays of a position; chances are measured behind all else."""
        if question.chances:
            return await self.pool.within(STUDY_MS, STUDY, address, analysed, question)
        return await self.pool.within(QUESTION_MS, QUESTION, address, analysed, question)

    async def rules(self, ruleset: str, address: str) -> bytes | ErrorDetail:
        """Return the rules in words."""
        return await self._answer(address, rules_text, ruleset)

    async def record(self, game: str, bodies: Sequence[bytes], form: str, address: str) -> str:
        """Return the record of a match."""
        return await self.pool.within(
            RECORD_MS, QUESTION, address, match_record, game, bodies, form
        )

    async def game_record(
        self,
        game: str,
        bodies: Sequence[bytes],
        form: str,
        comments: Sequence[Comment],
        address: str,
    ) -> str:
        """Return the record of a finished game with the comments on it."""
        return await self.pool.within(
            RECORD_MS, QUESTION, address, game_record, game, bodies, form, comments
        )

    async def game_picture(
        self,
        game: str,
        bodies: Sequence[bytes],
        at: GameMoment | None,
        seat: int | None,
        form: Form,
        address: str,
    ) -> bytes | None:
        """Return the picture of a game at a moment."""
        return await self.pool.within(
            PICTURE_MS, QUESTION, address, game_picture, game, bodies, at, seat, form
        )

    async def position_picture(
        self, table: Sequence[str], rack: Sequence[str], form: Form, address: str
    ) -> bytes | None:
        """Return the picture of a position."""
        return await self.pool.within(
            PICTURE_MS, QUESTION, address, drawn_position, table, rack, form
        )

    async def history(self, address: str, job: Callable[..., T], *args: object) -> T:
        """Return the result of a job about finished games."""
        return await self.pool.within(RECORD_MS, QUESTION, address, job, *args)

    async def game(
        self,
        game: str,
        bodies: Sequence[bytes],
        times: tuple[int, int],
        viewer: int | None,
        address: str,
        *,
        public: bool = False,
    ) -> bytes:
        """Return the replay of a finished game."""
        return await self.pool.within(
            REPLAY_MS, QUESTION, address, game_replay, game, bodies, times, viewer, public
        )

    async def replay(self, record: str, address: str) -> bytes | BadRecord:
        """Return the replay of a record."""
        return await self.pool.within(REPLAY_MS, QUESTION, address, opened_replay, record)

    async def puzzle_set(self, address: str) -> bytes | None:
        """Return what the parts of the set of puzzles hold."""
        return await self.pool.ask(QUESTION, address, puzzles.puzzle_set)

    async def puzzle_part(self, number: int, address: str) -> bytes | None:
        """Return a part of the set of puzzles."""
        return await self.pool.ask(QUESTION, address, puzzles.puzzle_part, number)

    async def judge_attempt(self, attempt: PuzzleAttempt, address: str) -> JudgedAttempt | None:
        """Return whether an attempt at a puzzle is right."""
        return await self.pool.within(
            QUESTION_MS, QUESTION, address, puzzles.judge_attempt, attempt
        )

    async def _answer(self, address: str, *question: object) -> bytes | ErrorDetail:
        return await self.pool.within(QUESTION_MS, QUESTION, address, questions.encoded, *question)
