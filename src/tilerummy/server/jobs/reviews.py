"""The jobs of a review: start it, run its tasks in pieces, and continue it with their results.

Between jobs, a review's state is a byte string that the event loop never decodes. Any process can
run the next piece. If a process is killed, only the piece that it was running is lost.
"""

from __future__ import annotations

import json
import os
import pickle
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import inf
from typing import NamedTuple

from msgspec import Struct, to_builtins
from msgspec.json import encode

from tilerummy.analysis import explain
from tilerummy.deadline import NEVER, Deadline
from tilerummy.records import Record, read_record
from tilerummy.review import (
    Depth,
    Review,
    ReviewedDecision,
    ReviewSettings,
    ReviewWork,
    Stage,
    is_written_down,
    plays_of,
    review,
    review_json,
)
from tilerummy.review.rollouts.tasks import Task, perform
from tilerummy.server.messages.bodies.common import ErrorDetail
from tilerummy.server.room.record import record_of_log
from tilerummy.server.room.round_views import step_view
from tilerummy.state.events import tables_after

VERSION = 10
"""The version of the analysis; reviews cached by other versions are recomputed."""
TASKS_PER_JOB = {Depth.QUICK: 3, Depth.DEEP: 1}
"""The number of tasks in a job, by depth of the review."""
STEPS_MS = 400.0
"""The time limit for explaining all of a game's better plays in steps, in milliseconds."""
MAX_DECISIONS = 3000
"""The maximum number of decisions in a game that can be reviewed."""


class ReviewSummary(Struct, frozen=True, kw_only=True):
    """A summary of a review: totals over its *rounds*.

    ``error`` is the total loss in the chance of winning, compared to the best option in each of the
    ``decisions``. ``luck`` is the effect of deals and draws, and ``adjusted`` is ``won`` minus
    ``luck``. Each of these can be between 0 and 1 per round. ``out_missed`` counts missed chances
    to go out, and ``marks`` counts the decisions that were marked as mistakes.
    """

    rounds: int
    decisions: int
    error: float
    luck: float
    adjusted: float
    won: float
    out_missed: int
    marks: int


class RoomSource(NamedTuple):
    """A finished room to be reviewed: its id, and its log entries as stored."""

    game: str
    bodies: Sequence[bytes]

    def record(self) -> Record:
        """Return the match record created from the log."""
        return record_of_log(self.game, self.bodies)[1]


class TextSource(NamedTuple):
    """An uploaded record to be reviewed, in text or JSON lines format."""

    text: str

    def record(self) -> Record:
        """Parse the record and return it. Raises ValueError if it is invalid."""
        return read_record(self.text.encode())


class ReviewStep(NamedTuple):
    """A review's state, and its next tasks.

    *work* is the encoded state. Each item in *tasks* is run as a job; *tasks* is empty when
    the review is finished. *review* is the review as JSON if it has changed, and *summary* is set
    once the review is finished. *share* is the progress from 0 to 1, and *next* is the progress
    after the tasks.
    """

    work: bytes = b""
    tasks: tuple[bytes, ...] = ()
    review: bytes = b""
    summary: bytes = b""
    share: float = 0.0
    next: float = 1.0
    rounds: int = 1


class PieceResult(NamedTuple):
    """The results of some tasks, and the CPU time that these took, in milliseconds."""

    results: bytes
    cost: float


def begin_review(
    source: RoomSource | TextSource, seat: int | None, depth: Depth, *, deadline: Deadline = NEVER
) -> ReviewStep | ErrorDetail:
    """Review the errors in a game that can be proven, and return tasks for all other decisions.

    *seat* defaults to the first human player whose tiles are known, or otherwise to the first seat
    whose tiles are known.
    """
    try:
        record = source.record()
        seat = _seat(record) if seat is None else seat
        certain = review(
            record,
            seat,
            ReviewSettings(depth=Depth.CERTAIN, seconds=max(0.1, min(60, deadline.left / 2000))),
        )
        if len(certain.decisions) > MAX_DECISIONS:
            raise ValueError(f"a game of more than {MAX_DECISIONS} decisions is not reviewed")
        encoded = _json(record, certain)
        if depth is Depth.CERTAIN:
            return ReviewStep(review=encoded, summary=_summary(certain), share=1.0)
        work = ReviewWork(record, seat, depth=depth)
    except (ValueError, OSError) as error:
        return ErrorDetail(code="bad_record", message=str(error)[:600])
    step = _next(record, work, depth, budget_of(depth, len(record.rounds)))
    return step._replace(review=encoded, rounds=len(record.rounds))


def run_tasks(tasks: bytes, *, deadline: Deadline = NEVER) -> PieceResult:
    """Run some *tasks*, which share the available CPU time, and return their results.

    Tasks measure wall time. But while games are being played, a process with the lowest priority
    may get only a tenth of a CPU. The time limits are therefore extended by the measured slowdown,
    but only up to the CPU time that this job has left.
    """
    begun = _spent()
    pending: list[Task] = pickle.loads(tasks)
    total = deadline.left
    results = []
    for done, task in enumerate(pending):
        left = max(0.01, total - 1000 * (_spent() - begun))
        share = min(left / (len(pending) - done), task.milliseconds or inf)
        limit = min(left, share * _slowness.factor)
        with _slowness.measured():
            results.append(perform(replace(task, milliseconds=None if limit == inf else limit)))
    return PieceResult(_packed(results), (_spent() - begun) * 1000)


@dataclass(slots=True)
class _Slowness:
    """The slowdown of this process: the ratio of wall time to CPU time."""

    factor: float

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Measure the slowdown within the context."""
        begun, spent = os.times().elapsed, _spent()
        yield
        clock, spent = os.times().elapsed - begun, _spent() - spent
        if clock > _MEASURABLE:
            self.factor = max(1.0, min(_SLOWEST, clock / max(spent, clock / _SLOWEST)))


_MEASURABLE = 0.1
"""The minimum duration of a measurement, in seconds; the clock's resolution is 0.01 s."""
_SLOWEST = 10.0
"""The maximum slowdown to compensate for; if it is exceeded, reviews do less work."""


def _load() -> float:
    """Return a first estimate of the slowdown: the load average per CPU, between 1 and 10."""
    if not hasattr(os, "getloadavg"):
        return 1.0
    return min(_SLOWEST, max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)))


_slowness = _Slowness(_load())


def continue_review(work: bytes, results: Sequence[bytes], milliseconds: float) -> ReviewStep:
    """Add the *results* of all tasks to a review, and return the review's next step.

    *milliseconds* is the CPU time that the review has left; if it is 0, the review ends.
    """
    record, depth, review_work = pickle.loads(zlib.decompress(work))
    review_work.take([each for some in results for each in pickle.loads(zlib.decompress(some))])
    if milliseconds <= 0:
        review_work.stop()
    return _next(record, review_work, depth, milliseconds)


def budget_of(depth: Depth, rounds: int) -> float:
    """Return the CPU time limit for reviewing a game with this many *rounds*, in milliseconds."""
    return _BUDGETS[depth] * max(1, min(rounds, _MAX_ROUNDS))


_BUDGETS = {Depth.CERTAIN: 10_000.0, Depth.QUICK: 60_000.0, Depth.DEEP: 600_000.0}
_MAX_ROUNDS = 6


def _seat(record: Record) -> int:
    known = [seat for seat in range(record.seats) if is_written_down(record, seat)]
    people = [seat for seat in known if record.players[seat].kind == "person"]
    if not known:
        raise ValueError("the record contains no player's tiles, so it cannot be reviewed")
    return (people or known)[0]


def _next(record: Record, work: ReviewWork, depth: Depth, milliseconds: float) -> ReviewStep:
    """Return the review step that contains the next tasks for *work*."""
    tasks = work.tasks(milliseconds)
    if not tasks:
        finished = work.finished()
        return ReviewStep(review=_json(record, finished), summary=_summary(finished), share=1.0)
    some = TASKS_PER_JOB[depth] if work.stage is not Stage.PREPARE else 8
    pieces = tuple(pickle.dumps(tasks[i : i + some]) for i in range(0, len(tasks), some))
    so_far = work.stage is Stage.MORE
    return ReviewStep(
        work=_packed((record, depth, work)),
        tasks=pieces,
        review=_json(record, work.finished()) if so_far else b"",
        share=work.share(0),
        next=work.share(len(tasks)),
    )


def _spent() -> float:
    """Return the CPU time used by this process, in seconds."""
    times = os.times()
    return times.user + times.system


def _packed(value: object) -> bytes:
    return zlib.compress(pickle.dumps(value), 1)


def _json(record: Record, reviewed: Review) -> bytes:
    """Return a review as JSON, with the steps of better plays but without player names."""
    form = review_json(record, [reviewed])
    deadline = Deadline(STEPS_MS)
    for seat in form["seats"]:
        del seat["name"]
        written = [each for played in seat["rounds"] for each in played["decisions"]]
        for decision, each in zip(reviewed.decisions, written, strict=True):
            if steps := _steps(record, decision, deadline):
                each["position"]["steps"] = steps
    return json.dumps(form, separators=(",", ":")).encode()


def _steps(record: Record, decision: ReviewedDecision, deadline: Deadline) -> list[object]:
    """Return the steps of the better play for a decision, or an empty list if there is only one."""
    table, plays = decision.point.view.table, [*plays_of(decision.better)]
    if not plays or deadline.is_over:
        return []
    law = record.rules.table.jokers
    after = tables_after(table, plays)
    steps = explain(table, *after, law=law, tiles=record.tiles, deadline=deadline)
    return to_builtins([*map(step_view, steps)]) if len(steps) > 1 else []


def _summary(reviewed: Review) -> bytes:
    breakdowns = [played.breakdown for played in reviewed.rounds if played.breakdown is not None]
    measured = [decision for decision in reviewed.decisions if decision.error is not None]
    summary = ReviewSummary(
        rounds=len(breakdowns),
        decisions=len(measured),
        error=sum(breakdown.error.win for breakdown in breakdowns),
        luck=sum(breakdown.luck.win for breakdown in breakdowns),
        adjusted=sum(breakdown.adjusted for breakdown in breakdowns),
        won=sum(breakdown.end.win for breakdown in breakdowns),
        out_missed=sum(map(_out_missed, reviewed.decisions)),
        marks=len(reviewed.marked),
    )
    return encode(summary)


def _out_missed(decision: ReviewedDecision) -> bool:
    reason, advice = decision.reason, decision.point.advice
    return reason is not None and reason.code.value == "out_missed" and advice is None
