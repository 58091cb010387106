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
from tilerummy.review.rollouts import discarding, rearranging
from tilerummy.review.rollouts.options import Actions, DecisionOptions, options
from tilerummy.review.rollouts.samples import Sample
from tilerummy.rules import Ruleset
from tilerummy.state import Draw


@dataclass(frozen=True, slots=True)
class Prepared:
    """A moment with what is certain about it, and its options; without any it is not played on."""

    moment: Moment
    finding: Finding | None
    options: DecisionOptions | None = None


@dataclass(frozen=True, slots=True)
class Preparation:
    """Find what is certain about a moment, and its *options* if these are asked for."""

    rules: Ruleset
    moment: Moment
    options: bool
    milliseconds: float | None = None

    def __call__(self) -> Prepared:
        """Return the moment, prepared."""
        deadline = Deadline(self.milliseconds)
        found = finding(self.rules, self.moment, deadline)
        if not self.options or self.moment.clock:
            return Prepared(self.moment, found)
        better = found.better if found is not None and found.is_error else ()
        return Prepared(
            self.moment, found, options(self.rules, self.moment, better, deadline=deadline)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class RolloutBatch:
    """Play *options* on with so many *racks* of the others.

    Batches of a moment with different numbers are independent of each other. *chosen* is the index
    of the option that was chosen, or None if what was drawn after it does not matter.
    """

    rules: Ruleset
    moment: Moment
    options: Sequence[Actions]
    number: int
    racks: int
    chosen: int | None = None
    field: Sequence[Opponent] = ANYBODY
    milliseconds: float | None = None

    def __call__(self) -> Sample:
        """Return what came of it."""
        moment = self.moment
        chance = Random(moment.seed + self.number.to_bytes(4))
        deadline = Deadline(self.milliseconds)
        if self.rules.draws_and_discards:
            return discarding.sampled(
                self.rules,
                moment.view,
                self.options,
                chance=chance,
                worlds=self.racks * rearranging.ORDERS,
                deadline=deadline,
            )
        drawing = None
        if self.chosen is not None and moment.drawn and moment.chosen[-1] == Draw():
            drawing = self.chosen, moment.drawn
        asked = rearranging.Question(
            rules=self.rules,
            view=moment.view,
            history=moment.history,
            options=self.options,
            field=self.field,
            drawing=drawing,
        )
        return rearranging.sampled(asked, self.racks, chance=chance, deadline=deadline)


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
