"""Questions to the referee and the solver, as the line protocol has them: jobs of workers.

Every client may send questions of any cost, so no part runs on the event loop, not even encoding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from tilerummy.deadline import NEVER, Deadline
from tilerummy.protocol import referee, solve
from tilerummy.protocol.question_fields import QuestionFields
from tilerummy.rules.reasons import from_notation
from tilerummy.server.messages import Why
from tilerummy.server.messages.bodies import ErrorDetail, Judge, JudgeAnswer, Solve, SolveAnswer
from tilerummy.server.room.entry_views import reason_view
from tilerummy.server.room.round_views import step_view
from tilerummy.tiles import NotationError


def encoded(
    answer: Callable[..., msgspec.Struct], question: object, *, deadline: Deadline = NEVER
) -> bytes | ErrorDetail:
    """Return the result of *answer* for a question as JSON, or why there is none."""
    result = answer(question, deadline=deadline)
    return result if isinstance(result, ErrorDetail) else msgspec.json.encode(result)


def judge_answer(question: Judge, *, deadline: Deadline = NEVER) -> JudgeAnswer | ErrorDetail:
    """Return the referee's judgement with all reasons, or why there is none.

    Raises OutOfTimeError if the *deadline* left no time for it, and nothing else.
    """
    fields = _said(question)
    if question.after is not None:
        fields["play"] = fields.pop("after")
    asked = QuestionFields(fields)
    try:
        judged = referee.judged_play(asked, deadline=deadline)
    except ValueError as error:
        return _mistake(error)
    reasons = map(reason_view, judged.reasons) if judged.error is None else _unread(judged)
    problems = [*map(reason_view, judged.flaws)]
    told = msgspec.convert({**judged.answer, "read": asked.read}, JudgeAnswer)
    return msgspec.structs.replace(told, reasons=[*reasons], problems=problems)


def _unread(judged: referee.JudgedPlay) -> Iterator[Why]:
    """Yield a reason for each meld that is none."""
    for meld in judged.written.split("/"):
        try:
            judged.rules.read_table(meld)
        except NotationError as error:
            reason = reason_view(from_notation(error))
            yield Why(code=reason.code, message=reason.message, melds=[meld.strip()])


def solve_answer(question: Solve, *, deadline: Deadline = NEVER) -> SolveAnswer | ErrorDetail:
    """Return a best play, or why there is none; nothing is raised, as this runs in a worker."""
    try:
        found = solve.solved(_said(question), deadline=deadline)
    except ValueError as error:
        return _mistake(error)
    steps = [*map(step_view, found.steps)]
    problems = [*map(reason_view, found.flaws)]
    return msgspec.convert({**found.answer, "steps": steps, "problems": problems}, SolveAnswer)


def _said(question: Judge | Solve) -> dict[str, object]:
    """Return the fields of a question without those that were left out."""
    fields = msgspec.structs.asdict(question)
    return {name: value for name, value in fields.items() if value is not None}


def _mistake(error: ValueError) -> ErrorDetail:
    return ErrorDetail(code="bad_question", message=str(error)[:600])
