"""The review of a game for one seat: first what is certain, then rollouts.

``ReviewWork`` runs nothing itself, and can be pickled between its steps, so the tasks may run
anywhere; ``review`` runs them to the end.
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
from tilerummy.rules.rounds.scoring import points_ahead
from tilerummy.simulator import can_simulate


@dataclass(frozen=True, slots=True)
class Amount:
    """How much is played on.

    So many racks of the others choose among the options of a decision, so many measure, and then
    so many batches more, for each decision of the game on average, go where they matter: until a
    loss is known to *goal*.
    """

    choosing: int
    measuring: int
    more: float
    goal: float


AMOUNTS = {
    Depth.QUICK: Amount(choosing=8, measuring=24, more=0.4, goal=0.05),
    Depth.DEEP: Amount(choosing=24, measuring=96, more=4.0, goal=0.02),
}
"""How much is played on at each depth."""


class Stage(IntEnum):
    """The stages of a review, in order."""

    PREPARE = 0
    """What is certain, and the options."""
    CHOOSE = 1
    """The best option of each decision is chosen."""
    MEASURE = 2
    """Every decision is measured."""
    MORE = 3
    """Those that may have cost much are measured again."""
    OVER = 4


_TIME = {Stage.PREPARE: 0.25, Stage.CHOOSE: 0.35, Stage.MEASURE: 1.0, Stage.MORE: 1.0}
"""The part of the time that is left for the tasks of a stage, where there is a limit."""

_SHARE = {Stage.PREPARE: 0.1, Stage.CHOOSE: 0.25, Stage.MEASURE: 0.4, Stage.MORE: 0.25}
"""About how much of the whole a stage is."""


class ReviewWork:
    """The work of a review: ask for ``tasks``, ``take`` their results, until there are none.

    Results belong to the tasks that were asked for last, in their order. ``finished`` is the
    review, as far as it goes: it may be asked for early.
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
        """Prepare the review; raises ValueError as ``review`` does."""
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
        """Return the next tasks, which can run at the same time; none when the review is over.

        *milliseconds* is the time for all that is still to be done, in so many *processes*.
        """
        tasks = self._tasks(milliseconds, processes)
        while not tasks and self.stage is not Stage.OVER:
            self._next_stage()
            tasks = self._tasks(milliseconds, processes)
        self._asked = len(tasks)
        return tasks

    def take(self, results: Sequence[object]) -> None:
        """Take the results of the tasks."""
        self._done = self.share(len(results))
        if self.stage is Stage.PREPARE:
            for prepared in results:
                assert isinstance(prepared, Prepared)
                self._estimators.append(
                    DecisionEstimator(prepared, plays_on=self._amount is not None)
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
        """Return the share of the whole that is done with so many results of the tasks."""
        part = 1.0 if self._amount is None else _SHARE[self.stage]
        if self.stage is Stage.MORE:
            whole = self._extra_batches()
            part *= 0.0 if whole == inf else len(self._pending) / max(1.0, whole)
        return min(1.0, self._done + part * results / max(1, self._asked))

    def stop(self) -> None:
        """Do no more: the review is what is known now."""
        self.stage = Stage.OVER

    def finished(self) -> Review:
        """Return the review, as far as it goes."""
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
                (point, point is each.decision_points[0])
                for each in self._rounds
                for point in each.decision_points
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
        """Begin the next stage."""
        self.stage = Stage.OVER if self._amount is None else Stage(self.stage + 1)
        if self.stage is Stage.MORE:
            self._left = self._extra_batches()

    def _extra_batches(self) -> float:
        """Return how many batches more are measured."""
        return 0.0 if self._amount is None else self._amount.more * len(self._estimators)

    def _open(self) -> Sequence[DecisionEstimator]:
        """Return the decisions to measure again: those that may have cost most, and are not sure.

        They are an eighth of all at most, so that the next ones are chosen by what these bring.
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
        """Return the milliseconds for each task of the stage."""
        if milliseconds is None:
            return None
        part = 1.0 if self._amount is None else _TIME[self.stage]
        tasks = max(1, tasks)
        return max(0.01, milliseconds * part * min(processes, tasks) / tasks)

    def _round(self, played: ReviewedRound) -> RoundReview:
        """Return the review of a round, from all that was judged."""
        mine = [each for each in self._estimators if each.point.round == played.number]
        won = points = score = result = None
        if played.ended is not None:
            won = played.ended.winner == self._seat
            score = played.ended.scores[self._seat]
            points = points_ahead(self._rules.scoring, played.ended.scores, self._seat)
            result = Value(float(won), points)
        decisions = without_repeats([each.decision() for each in mine], won=won)
        estimates = [found for each in mine if (found := each.estimates()) is not None]
        breakdown: RoundBreakdown | None = None
        steps: tuple[BreakdownStep, ...] = ()
        if any(each.options for each in mine) and (estimates or self.stage is Stage.OVER):
            deal = Value(mine[0].deal, mine[0].deal * mine[0].points_of_a_win)
            breakdown, steps = break_down(Value(1 / self._seats), deal, estimates, result)
        return RoundReview(
            number=played.number,
            decisions=tuple(decisions),
            won=won,
            points=points,
            score=score,
            breakdown=breakdown,
            steps=steps,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewSettings:
    """How a review goes.

    ``seconds`` limits the time: then as much is played on as fits. ``amount`` is how much is played
    on if not as much as the depth says. ``field`` are the kinds of
    opponents that are thought possible. ``progress`` is called with the share that is done, from 0
    to 1; whatever it raises ends the review, so it can cancel it.
    """

    depth: Depth = Depth.QUICK
    seconds: float | None = None
    amount: Amount | None = None
    field: Sequence[Opponent] = field(default=ALL_OPPONENTS)
    workers: ReviewWorkers = SERIAL
    progress: Callable[[float], None] = lambda _: None


def review(record: Record, seat: int, settings: ReviewSettings = ReviewSettings()) -> Review:
    """Return the review of *record* for *seat*.

    It knows what the seat knew: two records with the same rules that the seat saw alike have equal
    reviews, unless a limit of time cuts one short. Sampling is seeded from the events that the seat
    saw, never from a deal, a seed or an id. If the game cannot be simulated, as without the kernel,
    its depth is ``CERTAIN``.

    Raises ValueError for a seat that is not there, and for rules that today's version does not
    know.
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
    """Return how much is played on; with a limit of time it is as much as fits."""
    if settings.depth not in AMOUNTS:
        return None
    amount = settings.amount or AMOUNTS[settings.depth]
    if settings.seconds is None:
        return amount
    return replace(amount, more=inf, goal=AMOUNTS[Depth.DEEP].goal)
