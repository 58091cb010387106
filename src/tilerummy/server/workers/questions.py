"""Questions to the referee and the solver, as the line protocol has them: jobs of workers.

Every client may send questions of any cost, so no part runs on the event loop, not even encoding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from tilerummy.analysis import Turn, turn_for
from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.protocol import referee, solve
from tilerummy.protocol.positions import position
from tilerummy.protocol.question_fields import QuestionFields
from tilerummy.rules import Ruleset, faults
from tilerummy.rules.judging.faults import from_face_up
from tilerummy.rules.reasons import from_notation
from tilerummy.server.messages import Why
from tilerummy.server.messages.bodies import ErrorDetail, Judge, JudgeAnswer, Solve, SolveAnswer
from tilerummy.server.room.views.entries import reason_view
from tilerummy.server.room.views.steps import step_view
from tilerummy.state import Play, State
from tilerummy.tiles import NotationError, Rack


def encoded(
    answer: Callable[..., msgspec.Struct], question: object, *, deadline: Deadline = NEVER
) -> bytes | ErrorDetail:
    """Return the result of *answer* for a question as JSON, or why there is none."""
    result = answer(question, deadline=deadline)
    return result if isinstance(result, ErrorDetail) else msgspec.json.encode(result)


def judge_answer(question: Judge, *, deadline: Deadline = NEVER) -> JudgeAnswer | ErrorDetail:
    """Return the referee's judgement, or why there is none; nothing is raised."""
    fields: dict[str, object] = msgspec.structs.asdict(question)
    after, play, turn = (fields.pop(name) for name in ("after", "play", "turn"))
    fields["play"] = play if after is None else after
    try:
        result = referee.answer(fields)
        if result.get("legal"):
            return msgspec.convert(result, JudgeAnswer)
        reason = msgspec.convert(result, JudgeAnswer)
        return _refused(QuestionFields(fields), reason, turn=bool(turn), deadline=deadline)
    except ValueError as error:
        return _mistake(error)


def _refused(
    fields: QuestionFields, result: JudgeAnswer, *, turn: bool, deadline: Deadline
) -> JudgeAnswer:
    """Return *result* with every reason, or the answer for several plays of a *turn*."""
    rules, state = position(fields)
    play_text = fields.text("play")
    try:
        after = rules.read_table(play_text)
    except NotationError:
        return msgspec.structs.replace(result, reasons=[*_unread(rules, play_text)])
    found = turn_for(rules, state, after, deadline=deadline) if turn else None
    if found:
        return _in_turn(state, found)
    if found is not None and not found.proven:
        raise OutOfTimeError  # it is unknown whether several plays lead there
    reasons = faults(rules, state, Play.between(state.table, after))
    return msgspec.structs.replace(result, reasons=[*map(reason_view, reasons)])


def _unread(rules: Ruleset, text: str) -> Iterator[Why]:
    """Yield a reason for each meld that is none."""
    for meld in text.split("/"):
        try:
            rules.read_table(meld)
        except NotationError as error:
            reason = reason_view(from_notation(error))
            yield Why(code=reason.code, message=reason.message, melds=[meld.strip()])


def _in_turn(state: State, turn: Turn) -> JudgeAnswer:
    """Return the answer for several plays of a turn."""
    tables = [state.table]
    for play in turn.plays:
        tables.append(tables[-1] - play.lift + play.lay)
    placed = Rack(t for play in turn.plays for t in play.placed)
    free = from_face_up(state, placed)
    return JudgeAnswer(
        legal=True,
        played=str(placed),
        rack=str(state.mover.rack - (placed - free)),
        free_used=str(free),
        plays=[str(table) for table in tables[1:]],
    )


def solve_answer(question: Solve, *, deadline: Deadline = NEVER) -> SolveAnswer | ErrorDetail:
    """Return a best play, or why there is none; nothing is raised, as this runs in a worker."""
    try:
        found = solve.solved(msgspec.structs.asdict(question), deadline=deadline)
    except ValueError as error:
        return _mistake(error)
    return msgspec.convert({**found.answer, "steps": [*map(step_view, found.steps)]}, SolveAnswer)


def _mistake(error: ValueError) -> ErrorDetail:
    return ErrorDetail(code="bad_question", message=str(error)[:600])
