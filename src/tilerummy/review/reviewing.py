"""The review of a game for one seat: first what is certain, then rounds played on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import inf

from tilerummy.deadline import NEVER, Deadline
from tilerummy.players.evaluation.aims import ahead
from tilerummy.players.evaluation.opponents import ANYBODY, Opponent
from tilerummy.records import Record
from tilerummy.review.judged import Judged, without_repeats
from tilerummy.review.ledger import LedgerStep, RoundLedger, Worth, entered
from tilerummy.review.moments import ReviewedRound, rounds_of
from tilerummy.review.rollouts import rearranging
from tilerummy.review.rollouts.samples import Sample
from tilerummy.review.rollouts.tasks import (
    ALONE,
    Preparation,
    Prepared,
    ReviewWorkers,
    RolloutBatch,
    Task,
    perform,
)
from tilerummy.review.values import Depth, Review, RoundReview
from tilerummy.rules import Ruleset


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

CHOOSING = 0.35
"""The part of the time for choosing, where there is a limit."""


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
    field: Sequence[Opponent] = field(default=ANYBODY)
    workers: ReviewWorkers = ALONE
    progress: Callable[[float], None] = lambda _: None


def review(record: Record, seat: int, settings: ReviewSettings = ReviewSettings()) -> Review:
    """Return the review of *record* for *seat*.

    It knows what the seat knew: two records with the same rules that the seat saw alike have equal
    reviews, unless a limit of time cuts one short. Sampling is seeded from the events that the seat
    saw, never from a deal, a seed or an id.

    Raises ValueError for a seat that is not there, and for rules that today's version does not
    know.
    """
    rules = record.rules
    deadline = NEVER if settings.seconds is None else Deadline(settings.seconds * 1000)
    rounds = rounds_of(record, rules, seat)
    work = _Work(rules, settings, deadline)
    judged = work.judged(rounds)
    reviewed = tuple(_round(rules, record.seats, seat, each, judged) for each in rounds)
    settings.progress(1.0)
    return Review(
        seat=seat,
        seats=record.seats,
        depth=settings.depth,
        reference="club" if rules.draws_and_discards else rearranging.REFERENCE.value,
        rounds=reviewed,
        complete=all(each.is_complete for each in judged),
    )


@dataclass(slots=True)
class _Work:
    """The work of a review, stage by stage."""

    rules: Ruleset
    settings: ReviewSettings
    deadline: Deadline
    done: float = 0.0

    def judged(self, rounds: Sequence[ReviewedRound]) -> list[Judged]:
        """Return every moment, judged as far as depth and time go."""
        moments = [moment for each in rounds for moment in each.moments]
        depth = self.settings.depth
        plays_on = depth is not Depth.CERTAIN
        limit = self._each(0.25, len(moments))
        tasks = [Preparation(self.rules, moment, plays_on, limit) for moment in moments]
        judged = []
        for prepared in self._run(tasks, 0.1 if plays_on else 1.0):
            assert isinstance(prepared, Prepared)
            judged.append(Judged(prepared, plays_on=plays_on))
        if depth in AMOUNTS:
            amount = self.settings.amount or AMOUNTS[depth]
            if self.deadline:
                amount = replace(amount, more=inf, goal=AMOUNTS[Depth.DEEP].goal)
            self._choose([each for each in judged if each.has_choice], amount)
            self._measure([each for each in judged if each.options], amount, 0.4)
            self._measure_more(judged, amount)
        return judged

    def _choose(self, judged: Sequence[Judged], amount: Amount) -> None:
        limit = self._each(CHOOSING, len(judged))
        tasks = [self._batch(each, amount.choosing, limit) for each in judged]
        for each, sample in zip(judged, self._run(tasks, 0.25), strict=True):
            assert isinstance(sample, Sample)
            each.choose(sample)

    def _measure(self, judged: Sequence[Judged], amount: Amount, part: float) -> None:
        limit = self._each(1.0, len(judged))
        tasks = [self._batch(each, amount.measuring, limit) for each in judged]
        for each, sample in zip(judged, self._run(tasks, part), strict=True):
            assert isinstance(sample, Sample)
            each.measure(sample)

    def _measure_more(self, judged: Sequence[Judged], amount: Amount) -> None:
        """Measure the decisions again that may have cost much and are not sure yet."""
        left = amount.more * len(judged)
        some = max(1, len(judged) // 8)
        while left > 0 and not self.deadline.is_over:
            open_ones = [each for each in judged if each.is_open(amount.goal)]
            open_ones.sort(key=lambda each: -each.error.mean)
            chosen = open_ones[: int(min(some, max(1, left)))]
            if not chosen:
                return
            before = sum(each.worlds for each in chosen)
            part = 0.0 if left == inf else 0.25 * len(chosen) / (amount.more * len(judged))
            self._measure(chosen, amount, part)
            if sum(each.worlds for each in chosen) == before:
                return
            left -= len(chosen)

    def _batch(self, each: Judged, racks: int, limit: float | None) -> RolloutBatch:
        return RolloutBatch(
            rules=self.rules,
            moment=each.moment,
            options=each.compared,
            number=each.batches,
            racks=racks,
            chosen=each.drawing,
            field=self.settings.field,
            milliseconds=limit,
        )

    def _each(self, part: float, tasks: int) -> float | None:
        """Return the milliseconds for each task, if this *part* of the time left is for all."""
        if not self.deadline:
            return None
        processes = min(self.settings.workers.processes, max(1, tasks))
        return max(0.01, self.deadline.left * part * processes / max(1, tasks))

    def _run(self, tasks: Sequence[Task], part: float) -> Iterator[object]:
        """Yield the results of *tasks*, which are this *part* of the whole, and report progress."""
        begun = self.done
        for number, result in enumerate(self.settings.workers.run(perform, tasks), 1):
            self.done = min(1.0, begun + part * number / len(tasks))
            self.settings.progress(self.done)
            yield result


def _round(
    rules: Ruleset, seats: int, seat: int, played: ReviewedRound, judged: Sequence[Judged]
) -> RoundReview:
    """Return the review of a round, from all that was judged."""
    mine = [each for each in judged if each.moment.round == played.number]
    decisions = without_repeats([each.decision() for each in mine])
    won = points = result = None
    if played.ended is not None:
        won = played.ended.winner == seat
        points = ahead(rules, seat, played.ended.scores)
        result = Worth(float(won), points)
    estimates = [found for each in mine if (found := each.estimates()) is not None]
    ledger: RoundLedger | None = None
    steps: tuple[LedgerStep, ...] = ()
    if any(each.options for each in mine):
        ledger, steps = entered(Worth(1 / seats), estimates, result)
    return RoundReview(
        number=played.number,
        decisions=tuple(decisions),
        won=won,
        points=points,
        ledger=ledger,
        steps=steps,
    )
