"""The tasks of a review, which can run in any process."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from tilerummy.deadline import Deadline
from tilerummy.players.evaluation import Utility
from tilerummy.players.evaluation.belief import belief
from tilerummy.players.evaluation.lines import PlayedLines
from tilerummy.players.evaluation.opponents import ALL_OPPONENTS, Opponent
from tilerummy.review.decision_points import DecisionPoint
from tilerummy.review.proven_errors import Finding, finding
from tilerummy.review.rollouts.draws import deal_luck, draw_luck
from tilerummy.review.rollouts.options import Actions, DecisionOptions, options, reference
from tilerummy.review.rollouts.samples import Sample, mean
from tilerummy.rules import Ruleset
from tilerummy.simulator import Line, World
from tilerummy.simulator.worlds import RolloutLimits


@dataclass(frozen=True, slots=True)
class Prepared:
    """A decision's proven fact and its options. Without ``options``, there are no rollouts.

    ``deal`` is the luck of the round's deal, if it was requested.
    """

    point: DecisionPoint
    finding: Finding | None
    options: DecisionOptions | None = None
    deal: float = 0.0


@dataclass(frozen=True, slots=True)
class Preparation:
    """A task that finds a proven fact about a decision and, if requested, lists its *options*.

    If it is the *first* decision in its round, the task also computes the luck of the deal.
    """

    rules: Ruleset
    point: DecisionPoint
    options: bool
    first: bool = False
    milliseconds: float | None = None

    def __call__(self) -> Prepared:
        """Return the prepared decision."""
        deadline = Deadline(self.milliseconds)
        found = finding(self.rules, self.point, deadline)
        if not self.options:
            return Prepared(self.point, found)
        deal = deal_luck(self.rules, self.point) if self.first else 0.0
        if self.point.clock:
            return Prepared(self.point, found, deal=deal)
        better = found.better if found is not None and found.is_error else ()
        compared = options(self.rules, self.point, better, deadline=deadline)
        return Prepared(self.point, found, compared, deal)


ORDERS = 4
"""The number of pool orders per set of racks. Sampling racks takes longer than a rollout does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RolloutBatch:
    """A task that rolls out *options* in worlds with *racks* different sets of opponents' racks.

    The racks are sampled from the seat's belief, given the opponent types in *field*. Batches with
    different numbers for the same decision are independent. If *luck* is true, the luck of the draw
    after the seat's choice is measured. The sample contains the rollouts that finish within
    *milliseconds*.
    """

    rules: Ruleset
    point: DecisionPoint
    options: Sequence[Actions]
    number: int
    racks: int
    luck: bool = False
    field: Sequence[Opponent] = ALL_OPPONENTS
    milliseconds: float | None = None

    def __call__(self) -> Sample:
        """Return the results of the options."""
        rules, point, view = self.rules, self.point, self.point.view
        rng = Random(point.seed + self.number.to_bytes(4))
        deadline = Deadline(self.milliseconds)
        believed = belief(rules, view, point.history, rng=rng, field=self.field, deadline=deadline)
        found = [*believed.worlds(self.racks, deadline=deadline)]
        worlds = [again for world in found for again in _orders(world, rng)]
        lines = [Line(actions, reference(rules)) for actions in self.options]
        played = PlayedLines(rules, view, lines, Utility())
        played.play(worlds, RolloutLimits(deadline=deadline))
        whole = played.worlds // ORDERS
        pools = Counter(tile for world in found for tile in world.pool)
        return Sample(
            tuple(_clusters(wins, whole) for wins in played.wins),
            tuple(_clusters(points, whole) for points in played.points),
            ORDERS,
            draw_luck(rules, view, point.drawn if self.luck else (), pools),
        )


def _orders(world: World, rng: Random) -> Iterator[World]:
    """Yield the *world* with several different orders of its pool."""
    for _ in range(ORDERS):
        pool = (*rng.sample(world.pool, len(world.pool)),)
        yield replace(world, pool=pool, seed=rng.getrandbits(32))


def _clusters(values: Sequence[float], whole: int) -> tuple[float, ...]:
    """Return the mean of each cluster of worlds. An incomplete last cluster may be left out."""
    return tuple(mean(values[i * ORDERS : (i + 1) * ORDERS]) for i in range(whole))


Task = Preparation | RolloutBatch


def perform(task: Task) -> object:
    """Perform *task* and return its result. Other processes call this function."""
    return task()


RunTasks = Callable[[Callable[[Task], object], Iterable[Task]], Iterable[object]]
"""A function that runs tasks and returns their results in task order, like ``map``."""


@dataclass(frozen=True, slots=True)
class ReviewWorkers:
    """The workers for the tasks: the function *run*, and the number of parallel *processes*."""

    run: RunTasks = map
    processes: int = 1


SERIAL = ReviewWorkers()
"""Workers that run the tasks one after another in this process."""
