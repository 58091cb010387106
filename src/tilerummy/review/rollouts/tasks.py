"""The pieces of work of a review; each depends on nothing but its fields, and runs anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from tilerummy.deadline import Deadline
from tilerummy.players.evaluation.opponents import ANYBODY, Opponent
from tilerummy.review.certain import Finding, finding
from tilerummy.review.moments import Moment
from tilerummy.review.rollouts.draws import deal_luck
from tilerummy.review.rollouts.options import Actions, DecisionOptions, options
from tilerummy.review.rollouts.questions import Question
from tilerummy.review.rollouts.samples import Sample
from tilerummy.review.rollouts.sampling import sampled
from tilerummy.rules import Ruleset


@dataclass(frozen=True, slots=True)
class Prepared:
    """A moment with what is certain about it, and its options; without any it is not played on.

    ``deal`` is the luck of the deal of its round, if that was asked.
    """

    moment: Moment
    finding: Finding | None
    options: DecisionOptions | None = None
    deal: float = 0.0


@dataclass(frozen=True, slots=True)
class Preparation:
    """Find what is certain about a moment, and its *options* if these are asked for.

    With the options of the *first* moment of a round comes the luck of its deal.
    """

    rules: Ruleset
    moment: Moment
    options: bool
    first: bool = False
    milliseconds: float | None = None

    def __call__(self) -> Prepared:
        """Return the moment, prepared."""
        deadline = Deadline(self.milliseconds)
        found = finding(self.rules, self.moment, deadline)
        if not self.options:
            return Prepared(self.moment, found)
        deal = deal_luck(self.rules, self.moment) if self.first else 0.0
        if self.moment.clock:
            return Prepared(self.moment, found, deal=deal)
        better = found.better if found is not None and found.is_error else ()
        compared = options(self.rules, self.moment, better, deadline=deadline)
        return Prepared(self.moment, found, compared, deal)


@dataclass(frozen=True, slots=True, kw_only=True)
class RolloutBatch:
    """Play *options* on with so many *racks* of the others.

    Batches of a moment with different numbers are independent of each other. *luck* asks for that
    of the draw after what was chosen.
    """

    rules: Ruleset
    moment: Moment
    options: Sequence[Actions]
    number: int
    racks: int
    luck: bool = False
    field: Sequence[Opponent] = ANYBODY
    milliseconds: float | None = None

    def __call__(self) -> Sample:
        """Return what came of it."""
        moment = self.moment
        chance = Random(moment.seed + self.number.to_bytes(4))
        deadline = Deadline(self.milliseconds)
        asked = Question(
            rules=self.rules,
            view=moment.view,
            history=moment.history,
            options=self.options,
            field=self.field,
            drawn=moment.drawn if self.luck else (),
        )
        return sampled(asked, self.racks, chance=chance, deadline=deadline)


Task = Preparation | RolloutBatch


def perform(task: Callable[[], object]) -> object:
    """Return the result of a task: what other processes are asked to call."""
    return task()


class RunTasks(Protocol):
    """How tasks are run: ``map``, or the same in other processes; results come in their order."""

    def __call__(
        self, work: Callable[[Callable[[], object]], object], tasks: Iterable[Task], /
    ) -> Iterator[object]:
        """Return the result of *work* for each of *tasks*."""


@dataclass(frozen=True, slots=True)
class ReviewWorkers:
    """Who runs the tasks: *run*, in so many processes at once."""

    run: RunTasks = map
    processes: int = 1


ALONE = ReviewWorkers()
"""One task after the other, in this process."""
