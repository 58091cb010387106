"""The worker ports on the pool: each call with its priority and budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import msgspec

from tilerummy.server.games.comments import game_record
from tilerummy.server.games.pictures import Form, GameMoment, drawn_position, game_picture
from tilerummy.server.jobs import puzzles, questions
from tilerummy.server.jobs.analysis import analysed
from tilerummy.server.jobs.puzzles import JudgedAttempt
from tilerummy.server.jobs.records import game_replay, opened_replay
from tilerummy.server.jobs.rules_text import rules_text
from tilerummy.server.messages.bodies import (
    Analyse,
    BadRecord,
    ErrorDetail,
    Judge,
    PuzzleAttempt,
    Solve,
)
from tilerummy.server.store import Comment
from tilerummy.server.workers.classes import QUESTION, RECORD, REPLAY, STUDY
from tilerummy.server.workers.match_record import match_record
from tilerummy.server.workers.port import Job, Workers

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class QuestionWorkers:
    """Jobs for questions, fair between addresses."""

    pool: Workers

    async def judge(self, question: Judge, address: str) -> bytes | ErrorDetail:
        """Return the referee's judgement."""
        return await self._answer(address, questions.judge_answer, question)

    async def solve(self, question: Solve, address: str) -> bytes | ErrorDetail:
        """Return a best play."""
        return await self._answer(address, questions.solve_answer, question)

    async def analyse(self, question: Analyse, address: str) -> bytes | ErrorDetail:
        """Return the best plays of a position; chances are measured behind all else."""
        if question.chances:
            return await self.pool.run(Job(STUDY, analysed, question), address)
        return await self.pool.run(Job(QUESTION, analysed, question), address)

    async def rules(self, ruleset: str, address: str) -> bytes | ErrorDetail:
        """Return the rules in words."""
        return await self._answer(address, rules_text, ruleset)

    async def record(self, game: str, bodies: Sequence[bytes], form: str, address: str) -> str:
        """Return the record of a match."""
        return await self.pool.run(Job(RECORD, match_record, game, bodies, form), address)

    async def game_record(
        self,
        game: str,
        bodies: Sequence[bytes],
        form: str,
        comments: Sequence[Comment],
        address: str,
    ) -> str:
        """Return the record of a finished game with the comments on it."""
        return await self.pool.run(Job(RECORD, game_record, game, bodies, form, comments), address)

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
        return await self.pool.run(Job(RECORD, game_picture, game, bodies, at, seat, form), address)

    async def position_picture(
        self, table: Sequence[str], rack: Sequence[str], form: Form, address: str
    ) -> bytes | None:
        """Return the picture of a position."""
        return await self.pool.run(Job(RECORD, drawn_position, table, rack, form), address)

    async def history(self, address: str, job: Callable[..., T], *args: object) -> T:
        """Return the result of a job about finished games."""
        return await self.pool.run(Job(RECORD, job, *args), address)

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
        return await self.pool.run(
            Job(REPLAY, game_replay, game, bodies, times, viewer, public), address
        )

    async def replay(self, record: str, address: str) -> bytes | BadRecord:
        """Return the replay of a record."""
        return await self.pool.run(Job(REPLAY, opened_replay, record), address)

    async def puzzle_set(self, address: str) -> bytes | None:
        """Return what the parts of the set of puzzles hold."""
        return await self.pool.run(Job(QUESTION, puzzles.puzzle_set), address)

    async def puzzle_part(self, number: int, address: str) -> bytes | None:
        """Return a part of the set of puzzles."""
        return await self.pool.run(Job(QUESTION, puzzles.puzzle_part, number), address)

    async def judge_attempt(self, attempt: PuzzleAttempt, address: str) -> JudgedAttempt | None:
        """Return whether an attempt at a puzzle is right."""
        return await self.pool.run(Job(QUESTION, puzzles.judge_attempt, attempt), address)

    async def _answer(
        self, address: str, answer: Callable[..., msgspec.Struct], question: object
    ) -> bytes | ErrorDetail:
        return await self.pool.run(Job(QUESTION, questions.encoded, answer, question), address)
