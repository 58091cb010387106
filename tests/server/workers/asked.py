"""Questions that are answered at once, without workers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from tilerummy.server.games.comments import game_record
from tilerummy.server.games.pictures import Form, GameMoment, drawn_position, game_picture
from tilerummy.server.jobs.analysis import analysed
from tilerummy.server.jobs.puzzles import JudgedAttempt, judge_attempt, puzzle_part, puzzle_set
from tilerummy.server.jobs.questions import encoded, judge_answer, solve_answer
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
from tilerummy.server.workers.match_record import match_record

T = TypeVar("T")


class Asked:
    """Questions, answered at once."""

    async def judge(self, question: Judge, address: str) -> bytes | ErrorDetail:
        del address
        return encoded(judge_answer, question)

    async def solve(self, question: Solve, address: str) -> bytes | ErrorDetail:
        del address
        return encoded(solve_answer, question)

    async def analyse(self, question: Analyse, address: str) -> bytes | ErrorDetail:
        del address
        return analysed(question)

    async def rules(self, ruleset: str, address: str) -> bytes | ErrorDetail:
        del address
        return encoded(rules_text, ruleset)

    async def history(self, address: str, job: Callable[..., T], *args: object) -> T:
        del address
        return job(*args)

    async def record(self, game: str, bodies: Sequence[bytes], form: str, address: str) -> str:
        del address
        return match_record(game, bodies, form)

    async def game_record(
        self,
        game: str,
        bodies: Sequence[bytes],
        form: str,
        comments: Sequence[Comment],
        address: str,
    ) -> str:
        del address
        return game_record(game, bodies, form, comments)

    async def game_picture(
        self,
        game: str,
        bodies: Sequence[bytes],
        at: GameMoment | None,
        seat: int | None,
        form: Form,
        address: str,
    ) -> bytes | None:
        del address
        return game_picture(game, bodies, at, seat, form)

    async def position_picture(
        self, table: Sequence[str], rack: Sequence[str], form: Form, address: str
    ) -> bytes | None:
        del address
        return drawn_position(table, rack, form)

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
        del address
        return game_replay(game, bodies, times, viewer, public)

    async def replay(self, record: str, address: str) -> bytes | BadRecord:
        del address
        return opened_replay(record)

    async def puzzle_set(self, address: str) -> bytes | None:
        del address
        return puzzle_set()

    async def puzzle_part(self, number: int, address: str) -> bytes | None:
        del address
        return puzzle_part(number)

    async def judge_attempt(self, attempt: PuzzleAttempt, address: str) -> JudgedAttempt | None:
        del address
        return judge_attempt(attempt)
