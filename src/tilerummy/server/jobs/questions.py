"""Jobs that pass questions to the referee and the solver, as in the line protocol.

Questions can be expensive, so neither the work nor the encoding of the results is ever done on the
event loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

import msgspec

from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers.reasons import from_notation
from tilerummy.protocol import referee
from tilerummy.protocol import solve as solver
from tilerummy.protocol.question_fields import QuestionFields
from tilerummy.server.jobs.rules_text import coded_text
from tilerummy.server.messages.bodies.common import ErrorDetail
from tilerummy.server.messages.bodies.questions import (
    Judge,
    JudgeAnswer,
    RuleCited,
    Solve,
    SolveAnswer,
)
from tilerummy.server.messages.views import RefusalReason
from tilerummy.server.room.entry_views import reason_view
from tilerummy.server.room.round_views import step_view
from tilerummy.tiles import NotationError

QuestionT = TypeVar("QuestionT")


def judge(question: Judge, *, deadline: Deadline = NEVER) -> bytes | ErrorDetail:
    """Return the referee's verdict on a play as JSON, or an error.

    Raises OutOfTimeError if the *deadline* passes.
    """
    return json_result(judge_answer, question, deadline)


def solve(question: Solve, *, deadline: Deadline = NEVER) -> bytes | ErrorDetail:
    """Return a best play for a position as JSON, or an error."""
    return json_result(solve_answer, question, deadline)


def json_result(
    answer: Callable[[QuestionT, Deadline], msgspec.Struct], question: QuestionT, deadline: Deadline
) -> bytes | ErrorDetail:
    """Call the function *answer* with the question, and return the result as JSON.

    If *answer* raises ValueError, return an ErrorDetail instead.
    """
    try:
        return msgspec.json.encode(answer(question, deadline))
    except ValueError as error:
        return ErrorDetail(code="bad_question", message=str(error)[:600])


def judge_answer(question: Judge, deadline: Deadline = NEVER) -> JudgeAnswer:
    """Return the referee's verdict on a play, with all reasons if it is illegal.

    Raises ValueError if the question is invalid, and OutOfTimeError if the *deadline* passes.
    """
    fields = _given(question)
    if question.after is not None:
        fields["play"] = fields.pop("after")
    reader = QuestionFields(fields)
    judged = referee.judged_play(reader, deadline=deadline)
    reasons = map(reason_view, judged.reasons) if judged.error is None else _unread(judged)
    problems = [*map(reason_view, judged.flaws)]
    rules = [
        RuleCited(heading=coded_text(each.heading), sentence=coded_text(each.sentence))
        for each in judged.citations
    ]
    answer = msgspec.convert({**judged.answer, "read": reader.read, "rules": []}, JudgeAnswer)
    return msgspec.structs.replace(answer, reasons=[*reasons], problems=problems, rules=rules)


def _unread(judged: referee.JudgedPlay) -> Iterator[RefusalReason]:
    """Yield a refusal reason for each meld that could not be parsed."""
    for meld in judged.written.split("/"):
        try:
            judged.rules.read_table(meld)
        except NotationError as error:
            reason = reason_view(from_notation(error))
            yield RefusalReason(code=reason.code, message=reason.message, melds=[meld.strip()])


def solve_answer(question: Solve, deadline: Deadline = NEVER) -> SolveAnswer:
    """Return a best play for a position. Raises ValueError if the question is invalid."""
    solution = solver.solved(_given(question), deadline=deadline)
    steps = [*map(step_view, solution.steps)]
    problems = [*map(reason_view, solution.flaws)]
    return msgspec.convert({**solution.answer, "steps": steps, "problems": problems}, SolveAnswer)


def _given(question: Judge | Solve) -> dict[str, object]:
    """Return a question's fields as a dictionary, without those that are None."""
    fields = msgspec.structs.asdict(question)
    return {name: value for name, value in fields.items() if value is not None}
