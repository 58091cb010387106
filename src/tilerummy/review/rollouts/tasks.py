"""The pieces of work of a review; each depends on nothing but its fields, and runs anywhere."""

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
    """A moment with what is certain about it, and its options; without any it is not played on.

    ``deal`` is the luck of the deal of its round, if that was asked.
    """

    point: DecisionPoint
    finding: Finding | None
    options: DecisionOptions | None = None
    deal: float = 0.0


@dataclass(frozen=True, slots=True)
class Preparation:
    """Find what is certain about a moment, and its *options* if these are asked for.

    With the options of the *first* moment of a round comes the luck of its deal.
    """

    rules: Ruleset
    point: DecisionPoint
    options: bool
    first: bool = False
    milliseconds: float | None = None

    def __call__(self) -> Prepared:
        """Return the moment, prepared."""
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
"""The orders of the pool that are tried with the same racks, which cost more than rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RolloutBatch:
    """Play *options* on, in worlds with as many different *racks* of the other seats.

    The racks are drawn from what the seat can believe if the opponents are of the kinds in *field*.
    Batches of a moment with different numbers are independent of each other. *luck* asks for that
    of the draw after what was chosen. After *milliseconds* the sample is what was played by then.
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
    """Yield the *world* with several orders of its pool."""
    for _ in range(ORDERS):
        pool = (*rng.sample(world.pool, len(world.pool)),)
        yield replace(world, pool=pool, seed=rng.getrandbits(32))


def _clusters(values: Sequence[float], whole: int) -> tuple[float, ...]:
    """Return the means of the worlds with the same racks; the last few may be left out."""
    return tuple(mean(values[i * ORDERS : (i + 1) * ORDERS]) for i in range(whole))


Task = Preparation | RolloutBatch


def perform(task: Task) -> object:
    """Return the result of a task: what other processes are asked to call."""
    return task()


RunTasks = Callable[[Callable[[Task], object], Iterable[Task]], Iterable[object]]
"""How tasks are run: ``map``, or the same in other processes; results come in their order."""


@dataclass(frozen=True, slots=True)
class ReviewWorkers:
    """Who runs the tasks: *run*, in so many processes at once."""

    run: RunTasks = map
    processes: int = 1


SERIAL = ReviewWorkers()
"""One task after the other, in this process."""
