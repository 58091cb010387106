"""Reviews a game for one seat, starting with proven errors, followed by rollouts.

``ReviewWork`` runs no tasks itself and can be pickled between calls, so the tasks can run in any
process. ``review`` runs all tasks and returns the complete review.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from math import inf

from tilerummy.deadline import NEVER, Deadline
from tilerummy.players.evaluation.opponents import ALL_OPPONENTS, Opponent
from tilerummy.records import Record
from tilerummy.review.breakdown import BreakdownStep, RoundBreakdown, Value, break_down
from tilerummy.review.decision_points import ReviewedRound, rounds_of
from tilerummy.review.estimates import DecisionEstimator
from tilerummy.review.praise import praise
from tilerummy.review.repeats import without_repeats
from tilerummy.review.rollouts.options import reference
from tilerummy.review.rollouts.samples import Sample
from tilerummy.review.rollouts.tasks import (
    SERIAL,
    Preparation,
    Prepared,
    ReviewWorkers,
    RolloutBatch,
    Task,
    perform,
)
from tilerummy.review.values import Depth, Review, RoundReview
from tilerummy.review.waits import with_waits
from tilerummy.rules.rounds.scoring import points_ahead
from tilerummy.simulator import can_simulate


@dataclass(frozen=True, slots=True)
class Amount:
    """The number of rollouts to make.

    For each decision, *choosing* sets of racks are used to choose among its options, and
    *measuring* sets of racks are used to measure the selected options. After that, further batches
    measure the decisions with the highest possible loss, until each loss is known to within *goal*.
    *more* is the mean number of these batches per decision.
    """

    choosing: int
    measuring: int
    more: float
    goal: float


AMOUNTS = {
    Depth.QUICK: Amount(choosing=8, measuring=24, more=0.4, goal=0.05),
    Depth.DEEP: Amount(choosing=24, measuring=96, more=4.0, goal=0.02),
}
"""The number of rollouts at each depth."""


class Stage(IntEnum):
    """The stages of a review, in order."""

    PREPARE = 0
    """Find errors that can be proven, and list the options of each decision."""
    CHOOSE = 1
    """Choose the best option of each decision."""
    MEASURE = 2
    """Measure every decision."""
    MORE = 3
    """Measure those decisions again that may have been costly."""
    OVER = 4


_TIME = {Stage.PREPARE: 0.25, Stage.CHOOSE: 0.35, Stage.MEASURE: 1.0, Stage.MORE: 1.0}
"""The share of the remaining time that each stage may use if the time is limited."""

_SHARE = {Stage.PREPARE: 0.1, Stage.CHOOSE: 0.25, Stage.MEASURE: 0.4, Stage.MORE: 0.25}
"""The approximate share of the total work in each stage, for reporting progress."""


class ReviewWork:
    """A review in stages: run the ``tasks`` and ``take`` their results until ``tasks`` is empty.

    The results must be in the same order as the tasks. ``finished`` returns the review so far, and
    can be called at any time.
    """

    def __init__(
        self,
        record: Record,
        seat: int,
        *,
        depth: Depth = Depth.QUICK,
        amount: Amount | None = None,
        field: Sequence[Opponent] = ALL_OPPONENTS,
    ) -> None:
        """Prepare the review. Raises ValueError in the same cases as ``review``."""
        if not can_simulate(record.rules):
            depth = Depth.CERTAIN
        self.stage = Stage.PREPARE
        self._seat, self._seats, self._depth, self._field = seat, record.seats, depth, field
        self._rules = record.rules
        self._rounds: Sequence[ReviewedRound] = rounds_of(record, seat)
        self._amount = None if depth is Depth.CERTAIN else amount or AMOUNTS[depth]
        self._estimators: list[DecisionEstimator] = []
        self._pending: Sequence[DecisionEstimator] = ()
        self._asked = 0
        self._left = 0.0
        self._worlds = -1
        self._done = 0.0

    def tasks(self, milliseconds: float | None = None, processes: int = 1) -> Sequence[Task]:
        """Return the next batch of independent tasks, which is empty when the review is finished.

        *milliseconds* is the time for all remaining work, shared by *processes* processes.
        """
        tasks = self._tasks(milliseconds, processes)
        while not tasks and self.stage is not Stage.OVER:
            self._next_stage()
            tasks = self._tasks(milliseconds, processes)
        self._asked = len(tasks)
        return tasks

    def take(self, results: Sequence[object]) -> None:
        """Store the results of the current tasks, given in task order."""
        self._done = self.share(len(results))
        if self.stage is Stage.PREPARE:
            for prepared in results:
                assert isinstance(prepared, Prepared)
                self._estimators.append(
                    DecisionEstimator(self._rules, prepared, plays_on=self._amount is not None)
                )
        else:
            for each, sample in zip(self._pending, results, strict=True):
                assert isinstance(sample, Sample)
                (each.choose if self.stage is Stage.CHOOSE else each.measure)(sample)
        if self.stage is not Stage.MORE:
            self._next_stage()
            return
        self._left -= len(self._pending)
        worlds = sum(each.worlds for each in self._pending)
        if self._left <= 0 or worlds == self._worlds:
            self.stage = Stage.OVER

    def share(self, results: int) -> float:
        """Return the share of the work done once *results* of the current tasks are finished."""
        part = 1.0 if self._amount is None else _SHARE[self.stage]
        if self.stage is Stage.MORE:
            whole = self._extra_batches()
            part *= 0.0 if whole == inf else len(self._pending) / max(1.0, whole)
        return min(1.0, self._done + part * results / max(1, self._asked))

    def stop(self) -> None:
        """Stop the work. ``finished`` then returns the results obtained so far."""
        self.stage = Stage.OVER

    def finished(self) -> Review:
        """Return the review so far."""
        return Review(
            seat=self._seat,
            seats=self._seats,
            depth=self._depth,
            reference=reference(self._rules).value,
            rounds=tuple(self._round(played) for played in self._rounds),
            complete=all(each.is_complete for each in self._estimators),
        )

    def _tasks(self, milliseconds: float | None, processes: int) -> Sequence[Task]:
        if self.stage is Stage.OVER:
            return ()
        if self.stage is Stage.PREPARE:
            decision_points = [
                (point, point is each.points[0]) for each in self._rounds for point in each.points
            ]
            limit = self._each(milliseconds, processes, len(decision_points))
            plays_on = self._amount is not None
            return [
                Preparation(self._rules, point, plays_on, first, limit)
                for point, first in decision_points
            ]
        assert self._amount is not None
        racks = self._amount.measuring
        if self.stage is Stage.CHOOSE:
            racks = self._amount.choosing
            self._pending = [each for each in self._estimators if each.has_choice]
        elif self.stage is Stage.MEASURE:
            self._pending = [each for each in self._estimators if each.options]
        else:
            self._pending = self._open()
        limit = self._each(milliseconds, processes, len(self._pending))
        return [self._batch(each, racks, limit) for each in self._pending]

    def _next_stage(self) -> None:
        self.stage = Stage.OVER if self._amount is None else Stage(self.stage + 1)
        if self.stage is Stage.MORE:
            self._left = self._extra_batches()

    def _extra_batches(self) -> float:
        """Return the total number of extra batches to run in the last stage."""
        return 0.0 if self._amount is None else self._amount.more * len(self._estimators)

    def _open(self) -> Sequence[DecisionEstimator]:
        """Return the decisions to measure again: the costliest ones that are still uncertain.

        Each call returns at most an eighth of all decisions, so that the next selection can use
        their results.
        """
        assert self._amount is not None
        if self._left <= 0:
            return ()
        goal, some = self._amount.goal, max(1, len(self._estimators) // 8)
        found = [each for each in self._estimators if each.is_open(goal)]
        found.sort(key=lambda each: -each.error.mean)
        chosen = found[: int(min(some, max(1, self._left)))]
        self._worlds = sum(each.worlds for each in chosen)
        return chosen

    def _batch(self, each: DecisionEstimator, racks: int, limit: float | None) -> RolloutBatch:
        return RolloutBatch(
            rules=self._rules,
            point=each.point,
            options=each.compared,
            number=each.batches,
            racks=racks,
            luck=each.measures,
            field=self._field,
            milliseconds=limit,
        )

    def _each(self, milliseconds: float | None, processes: int, tasks: int) -> float | None:
        """Return the time per task in this stage, in milliseconds, or None if time is unlimited."""
        if milliseconds is None:
            return None
        part = 1.0 if self._amount is None else _TIME[self.stage]
        tasks = max(1, tasks)
        return max(0.01, milliseconds * part * min(processes, tasks) / tasks)

    def _round(self, played: ReviewedRound) -> RoundReview:
        """Return the review of a round, based on the estimates so far."""
        here = [each for each in self._estimators if each.point.round == played.number]
        mine = [each for each in here if not each.point.left]
        left = next((each for each in here if each.point.left), None)
        won = points = score = result = None
        if played.ended is not None:
            won = played.ended.winner == self._seat
            score = played.ended.scores[self._seat]
            points = points_ahead(self._rules.scoring, played.ended.scores, self._seat)
            result = Value(float(won), points)
        judged = with_waits(self._rules, self._seats, [each.decision() for each in mine])
        decisions = [
            each.without_fault() if each.point.advice else each
            for each in without_repeats(judged, won=won)
        ]
        estimates = [
            found
            for each, decision in zip(mine, decisions, strict=True)
            if (found := each.estimates(decision)) is not None
        ]
        if left is not None and (found := left.left_estimates()) is not None:
            estimates.append(found)
        breakdown: RoundBreakdown | None = None
        steps: tuple[BreakdownStep, ...] = ()
        if any(each.options for each in here) and (estimates or self.stage is Stage.OVER):
            deal = Value(here[0].deal, here[0].deal * here[0].points_of_a_win)
            breakdown, steps = break_down(Value(1 / self._seats), deal, estimates, result)
        return RoundReview(
            number=played.number,
            decisions=tuple(decisions),
            won=won,
            points=points,
            score=score,
            breakdown=breakdown,
            steps=steps,
            left=None if left is None else left.left_turn(),
            praise=(*praise(self._rules, mine, decisions),) if self.stage is Stage.OVER else (),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewSettings:
    """The settings of a review.

    ``seconds`` limits the time. As many rollouts as possible are made within this limit. ``amount``
    overrides the number of rollouts that the depth implies. ``field`` lists the possible opponent
    types. ``progress`` is called with the completed share, from 0 to 1. If it raises an exception,
    the review is cancelled.
    """

    depth: Depth = Depth.QUICK
    seconds: float | None = None
    amount: Amount | None = None
    field: Sequence[Opponent] = field(default=ALL_OPPONENTS)
    workers: ReviewWorkers = SERIAL
    progress: Callable[[float], None] = lambda _: None


def review(record: Record, seat: int, settings: ReviewSettings = ReviewSettings()) -> Review:
    """Return the review of *record* for *seat*.

    The review uses only what the seat saw: two records with the same rules that look the same to
    the seat have equal reviews, unless a time limit cuts one short. Sampling is seeded from the
    events that the seat saw, never from a deal, a seed or an id. If the game cannot be simulated,
    for example because the kernel is missing, the review's depth is ``CERTAIN``.

    Raises ValueError if the seat does not exist, or if the current rules no longer allow the
    ruleset.
    """
    deadline = NEVER if settings.seconds is None else Deadline(settings.seconds * 1000)
    work = ReviewWork(
        record, seat, depth=settings.depth, amount=_amount(settings), field=settings.field
    )
    while tasks := work.tasks(deadline.left if deadline else None, settings.workers.processes):
        results: list[object] = []
        for result in settings.workers.run(perform, tasks):
            results.append(result)
            settings.progress(work.share(len(results)))
        work.take(results)
        if deadline.is_over and work.stage is Stage.MORE:
            work.stop()
    settings.progress(1.0)
    return work.finished()


def _amount(settings: ReviewSettings) -> Amount | None:
    """Return the number of rollouts to make, which has no upper limit if the time is limited."""
    if settings.depth not in AMOUNTS:
        return None
    amount = settings.amount or AMOUNTS[settings.depth]
    if settings.seconds is None:
        return amount
    return replace(amount, more=inf, goal=AMOUNTS[Depth.DEEP].goal)
