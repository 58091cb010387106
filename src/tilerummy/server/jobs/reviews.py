"""The jobs of a review: it begins, its tasks are done in pieces, and it goes on with their results.

Between two jobs a review is bytes, so that the event loop never looks into it, any process can do
the next piece, and one that is killed costs no more than its piece.
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

from msgspec import to_builtins
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
from tilerummy.server.games.statistics import ReviewSummary
from tilerummy.server.messages.bodies.common import ErrorDetail
from tilerummy.server.room.record import whole_record
from tilerummy.server.room.round_views import step_view
from tilerummy.state.events import tables_after

VERSION = 4
"""The version of what a review finds: reviews of another one are made again."""

TASKS_PER_JOB = {Depth.QUICK: 3, Depth.DEEP: 1}
"""How many tasks are one job."""
STEPS_MS = 400.0
"""The milliseconds in which the better plays of a game are told in steps."""
MAX_DECISIONS = 3000
"""A game with more decisions of a player is not reviewed."""


class RoomSource(NamedTuple):
    """A finished table: its id, and the entries of its log as they are stored."""

    game: str
    bodies: Sequence[bytes]

    def record(self) -> Record:
        """Return the record."""
        return whole_record(self.game, self.bodies)[1]


class TextSource(NamedTuple):
    """A record that somebody opened, as text or JSON lines."""

    text: str

    def record(self) -> Record:
        """Return the record; raises ValueError."""
        return read_record(self.text.encode())


class ReviewStep(NamedTuple):
    """A review so far: its *work* and the next *tasks*, a job each; none when it is over.

    *review* is the review as JSON if it has changed, *summary* the end of it in short.
    *share* is what is done, from 0 to 1, *next* what is done with the tasks.
    """

    work: bytes = b""
    tasks: tuple[bytes, ...] = ()
    review: bytes = b""
    summary: bytes = b""
    share: float = 0.0
    next: float = 1.0
    rounds: int = 1


class PieceResult(NamedTuple):
    """The results of some tasks, and what they cost in milliseconds of processor time."""

    results: bytes
    cost: float


def begin_review(
    source: RoomSource | TextSource, seat: int | None, depth: Depth, *, deadline: Deadline = NEVER
) -> ReviewStep | ErrorDetail:
    """Return what is certain of a game, and the tasks of the rest.

    Without a *seat* it is the first one that a person has, or the first whose tiles are known.
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
        found = _json(record, certain)
        if depth is Depth.CERTAIN:
            return ReviewStep(review=found, summary=_summary(certain), share=1.0)
        work = ReviewWork(record, seat, depth=depth)
    except (ValueError, OSError) as error:
        return ErrorDetail(code="bad_record", message=str(error)[:600])
    step = _next(record, work, depth, budget_of(depth, len(record.rounds)))
    return step._replace(review=found, rounds=len(record.rounds))


def run_tasks(tasks: bytes, *, deadline: Deadline = NEVER) -> PieceResult:
    """Return the results of some *tasks*; each gets its share of the time.

    Their time is that of the processor. Pieces have the lowest priority, and beside games a second
    of it may take ten on the clock that a task goes by, so its limit is made longer by as much: but
    never beyond the time that is left for all, as nobody knows how slow the process will be.
    """
    begun = _spent()
    wanted: list[Task] = pickle.loads(tasks)
    whole = deadline.left
    results = []
    for done, task in enumerate(wanted):
        left = max(0.01, whole - 1000 * (_spent() - begun))
        share = min(left / (len(wanted) - done), task.milliseconds or inf)
        limit = min(left, share * _slowness.factor)
        with _slowness.measured():
            results.append(perform(replace(task, milliseconds=None if limit == inf else limit)))
    return PieceResult(_packed(results), (_spent() - begun) * 1000)


@dataclass(slots=True)
class _Slowness:
    """By how much the clock is faster than the time of the processor that this process gets."""

    factor: float

    @contextmanager
    def measured(self) -> Iterator[None]:
        """Measure it by what is done meanwhile."""
        begun, spent = os.times().elapsed, _spent()
        yield
        clock, spent = os.times().elapsed - begun, _spent() - spent
        if clock > _MEASURABLE:
            self.factor = max(1.0, min(_SLOWEST, clock / max(spent, clock / _SLOWEST)))


_MEASURABLE = 0.1
"""So many seconds tell how slow a process is: the system counts hundredths of them."""
_SLOWEST = 10.0
"""A process that gets less of the processor does less: nobody waits for a review for ever."""


def _load() -> float:
    """Return how many processes want each processor, at least 1."""
    if not hasattr(os, "getloadavg"):
        return 1.0
    return min(_SLOWEST, max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1)))


_slowness = _Slowness(_load())


def continue_review(work: bytes, results: Sequence[bytes], milliseconds: float) -> ReviewStep:
    """Return the review with the *results* of all its tasks, and the tasks that are next.

    *milliseconds* of processor time are left for it; without any it is over.
    """
    record, depth, review_work = pickle.loads(zlib.decompress(work))
    review_work.take([each for some in results for each in pickle.loads(zlib.decompress(some))])
    if milliseconds <= 0:
        review_work.stop()
    return _next(record, review_work, depth, milliseconds)


def budget_of(depth: Depth, rounds: int) -> float:
    """Return the milliseconds of processor time of a review."""
    return _BUDGETS[depth] * max(1, min(rounds, _MAX_ROUNDS))


_BUDGETS = {Depth.CERTAIN: 10_000.0, Depth.QUICK: 60_000.0, Depth.DEEP: 600_000.0}
_MAX_ROUNDS = 6


def _seat(record: Record) -> int:
    known = [seat for seat in range(record.seats) if is_written_down(record, seat)]
    people = [seat for seat in known if record.players[seat].kind == "person"]
    if not known:
        raise ValueError("nobody's tiles were written down, so nothing can be reviewed")
    return (people or known)[0]


def _next(record: Record, work: ReviewWork, depth: Depth, milliseconds: float) -> ReviewStep:
    """Return the step with the next tasks of *work*."""
    tasks = work.tasks(milliseconds)
    if not tasks:
        found = work.finished()
        return ReviewStep(review=_json(record, found), summary=_summary(found), share=1.0)
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
    """Return the seconds of processor time that this process has used."""
    times = os.times()
    return times.user + times.system


def _packed(value: object) -> bytes:
    return zlib.compress(pickle.dumps(value), 1)


def _json(record: Record, found: Review) -> bytes:
    """Return a review as JSON, without names, with the steps of what was better."""
    form = review_json(record, [found])
    deadline = Deadline(STEPS_MS)
    for seat in form["seats"]:
        del seat["name"]
        written = [each for played in seat["rounds"] for each in played["decisions"]]
        for decision, each in zip(found.decisions, written, strict=True):
            if steps := _steps(record, decision, deadline):
                each["position"]["steps"] = steps
    return json.dumps(form, separators=(",", ":")).encode()


def _steps(record: Record, decision: ReviewedDecision, deadline: Deadline) -> list[object]:
    """Return how the better play is laid, step by step; nothing if it is one step or none."""
    table, plays = decision.point.view.table, [*plays_of(decision.better)]
    if not plays or deadline.is_over:
        return []
    law = record.rules.table.jokers
    after = tables_after(table, plays)
    steps = explain(table, *after, law=law, tiles=record.tiles, deadline=deadline)
    return to_builtins([*map(step_view, steps)]) if len(steps) > 1 else []


def _summary(found: Review) -> bytes:
    """Return a review in short, as JSON."""
    breakdowns = [played.breakdown for played in found.rounds if played.breakdown is not None]
    measured = [decision for decision in found.decisions if decision.error is not None]
    summary = ReviewSummary(
        rounds=len(breakdowns),
        decisions=len(measured),
        error=sum(breakdown.error.win for breakdown in breakdowns),
        luck=sum(breakdown.luck.win for breakdown in breakdowns),
        adjusted=sum(breakdown.adjusted for breakdown in breakdowns),
        won=sum(breakdown.end.win for breakdown in breakdowns),
        out_missed=sum(map(_out_missed, found.decisions)),
        marks=len(found.marked),
    )
    return encode(summary)


def _out_missed(decision: ReviewedDecision) -> bool:
    return decision.reason is not None and decision.reason.code.value == "out_missed"
