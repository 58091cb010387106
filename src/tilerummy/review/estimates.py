"""Estimates the values of a decision's options from the samples so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import floor, inf

from tilerummy.players.evaluation import Interval
from tilerummy.records.advice import UsedAdvice
from tilerummy.review.breakdown import Estimates, Value
from tilerummy.review.decision_points import DecisionPoint
from tilerummy.review.facts import Fact, FactCode, facts
from tilerummy.review.grades import Grade, grade, reason
from tilerummy.review.proven_errors import Code, placed
from tilerummy.review.rollouts.options import Actions
from tilerummy.review.rollouts.samples import Sample
from tilerummy.review.rollouts.tasks import Prepared
from tilerummy.review.values import LeftTurn, ReviewedDecision, ReviewedOption
from tilerummy.rules import Ruleset

_NO_ERROR = Interval(0.0, 0.0, 0.0)


class DecisionEstimator:
    """Collects the samples of a decision's options, and computes estimates from them.

    The first sample covers all options and determines the best one. Later samples, in other worlds,
    measure only the seat's choice, the reference policy's choice and that best option, because the
    maximum of several estimates is biased.
    """

    def __init__(self, rules: Ruleset, prepared: Prepared, *, plays_on: bool) -> None:
        self._rules = rules
        self.point: DecisionPoint = prepared.point
        self.finding = prepared.finding
        self.options = prepared.options
        self.deal = prepared.deal
        self._facts: tuple[Actions, tuple[Fact, ...]] = ((), ())
        self.batches = 0
        self._plays_on = plays_on
        self._choosing: Sample | None = None
        self._kept: list[int] = []
        self._best = 0
        self._measured: Sample | None = None
        if self.options is not None:
            self._keep(self.options.chosen)

    def _keep(self, best: int) -> None:
        """Select the options to measure: *best* and the choices of the seat and the reference."""
        assert self.options is not None
        self._best = best
        self._kept = sorted({self.options.chosen, self.options.reference, best})

    @property
    def has_choice(self) -> bool:
        """True if the seat had several options."""
        return self.options is not None and len(self.options) > 1

    @property
    def compared(self) -> Sequence[Actions]:
        """The options to sample next: all options at first, and only the selected ones later."""
        assert self.options is not None
        if self.has_choice and self._choosing is None:
            return self.options.actions
        return [self.options.actions[i] for i in self._kept]

    @property
    def measures(self) -> bool:
        """True if the next sample measures the selected options, rather than choosing among all."""
        return not self.has_choice or self._choosing is not None

    @property
    def points_of_a_win(self) -> float:
        """The difference in points between a win and a loss, or 0 if unknown."""
        return 0.0 if self._measured is None else self._measured.points_of_a_win()

    def choose(self, sample: Sample) -> None:
        """Choose the best option from a *sample* of all options, unless one is proven best."""
        self._choosing = sample
        self.batches += 1
        assert self.options is not None
        best = self.options.better
        if best is None:
            best = sample.best(self._best) if sample.clusters else self._best
        self._keep(best)

    def measure(self, sample: Sample) -> None:
        """Add a *sample* of the selected options."""
        self.batches += 1
        self._measured = sample if self._measured is None else self._measured.plus(sample)

    @property
    def worlds(self) -> int:
        """The number of worlds that were used to measure the options."""
        return 0 if self._measured is None else self._measured.worlds

    @property
    def is_complete(self) -> bool:
        """True if the decision has been measured as thoroughly as the review's depth requires."""
        return not self._plays_on or self.point.clock or self.worlds > 0

    @property
    def error(self) -> Interval:
        """The loss of the seat's choice against the best option, in probability of winning."""
        return self._errors()[0]

    def is_open(self, goal: float) -> bool:
        """Return whether the choice may be an error whose cost is uncertain by more than *goal*."""
        if self._measured is None or not self.has_choice:
            return False
        error = self.error
        return error.mean > 0 and error.high > goal and error.high - error.mean > goal

    def _errors(self) -> tuple[Interval, Interval]:
        assert self.options is not None
        if self._measured is None or self._best == self.options.chosen:
            return _NO_ERROR, _NO_ERROR
        best, chosen = (self._kept.index(i) for i in (self._best, self.options.chosen))
        return self._measured.ahead(best, chosen)

    def _option(self, index: int) -> ReviewedOption:
        """Return an option with its value, estimated from the samples that include it."""
        assert self.options is not None and self._measured is not None
        at = self._kept.index(index)
        return ReviewedOption(
            actions=self.options.actions[index],
            win=self._measured.chance(at),
            points=self._measured.score(at),
            worlds=self.worlds,
        )

    def _all_options(self) -> tuple[ReviewedOption, ...]:
        """Return all options, best first, with their values estimated from the first sample."""
        sample = self._choosing
        if self.options is None or sample is None or not sample.clusters:
            return ()
        found = [
            ReviewedOption(
                actions=actions,
                win=sample.chance(i),
                points=sample.score(i),
                worlds=sample.worlds,
            )
            for i, actions in enumerate(self.options.actions)
        ]
        return tuple(sorted(found, key=lambda option: -option.win.mean))

    def decision(self) -> ReviewedDecision:
        """Return the decision, judged on the basis of all samples so far."""
        found = self.finding
        if self.options is None or not self.worlds:
            return ReviewedDecision(
                point=self.point,
                grade=Grade.BLUNDER if found is not None and found.is_error else Grade.NONE,
                reason=None if found is None else found.reason,
                better=() if found is None else found.better,
                facts=() if found is None else self._facts_for(found.better),
            )
        error, error_points = self._errors()
        mark, why, better = grade(error), None, self.options.actions[self._best]
        if found is not None and found.is_error:
            mark, why = mark or Grade.INACCURACY, found.reason
            better = found.better
            error = _not_below_zero(error)
        elif mark is not Grade.NONE:
            why = reason(self.point, better)
            if found is not None and why.code is Code.OPEN:
                why = replace(why, code=found.reason.code)
        elif found is not None:
            why, better = found.reason, found.better
        else:
            better = ()
        return ReviewedDecision(
            point=self.point,
            chosen=self._option(self.options.chosen),
            reference=self._option(self.options.reference),
            best=self._option(self._best),
            options=self._all_options(),
            error=error,
            error_points=error_points,
            grade=mark,
            reason=why,
            better=better,
            facts=() if why is None else self._facts_for(better) or self._chances(),
            worlds=self.worlds,
        )

    def _facts_for(self, better: Actions) -> tuple[Fact, ...]:
        """Return the facts in favour of the *better* actions, which are cached."""
        if self._facts[0] != better:
            self._facts = (better, facts(self._rules, self.point, better))
        return self._facts[1]

    def _chances(self) -> tuple[Fact, ...]:
        """Return the measured chances as a fact, for choices that no other fact explains."""
        assert self.options is not None
        best, chosen = (
            _wins(self._option(each).win.mean) for each in (self._best, self.options.chosen)
        )
        return (Fact(code=FactCode.MEASURED, count=best, instead=chosen),)

    def estimates(self, judged: ReviewedDecision) -> Estimates | None:
        """Return the estimates for the breakdown, or None before anything has been measured.

        The error counts only if the *judged* decision is listed as a mistake.
        """
        if self.options is None or self._measured is None or not self.worlds:
            return None
        sample = self._measured
        chosen = self._kept.index(self.options.chosen)
        luck = sample.luck
        reference = self._kept.index(self.options.reference)
        listed = judged.is_listed
        errors = (judged.error, judged.error_points) if listed else (None, None)
        laid = bool(placed(self.point.chosen)) and self.point.advice is not UsedAdvice.HINTED
        gain = sample.ahead(chosen, reference) if laid and not listed else ()
        return Estimates(
            turn=self.point.view.turn,
            after=Value(sample.chance(chosen).mean, sample.score(chosen).mean),
            draw=None if luck is None else Value(luck, luck * self.points_of_a_win),
            error=Value(*(0.0 if each is None else each.mean for each in errors)),
            variance=Value(*map(_variance, errors)),
            gain=Value(*(each.mean for each in gain)),
        )

    def left_turn(self) -> LeftTurn:
        """Return the turn in which the record ends, with the best play found."""
        found = self.finding
        better: Actions = () if found is None else found.better
        if found is None and self.options is not None and self.worlds:
            better = self.options.actions[self._best]
        return LeftTurn(turn=self.point.view.turn, better=better, out=found is not None)

    def left_estimates(self) -> Estimates | None:
        """Return the value of the turn in which the record ends, or None before it is measured."""
        if self._measured is None or not self.worlds:
            return None
        best = self._kept.index(self._best)
        win, points = self._measured.chance(best).mean, self._measured.score(best).mean
        return Estimates(turn=self.point.view.turn, after=Value(win, points))

    def gain(self) -> Interval:
        """Return the gain in winning probability of the seat's choice over the reference's."""
        if self.options is None or self._measured is None or not self.worlds:
            return _NO_ERROR
        chosen, reference = map(self._kept.index, (self.options.chosen, self.options.reference))
        return self._measured.ahead(chosen, reference)[0]


def _wins(chance: float) -> int:
    """Return a chance as wins per 100 rounds; halves are rounded up, as in the web client."""
    return floor(100 * chance + 0.5)


def _not_below_zero(error: Interval) -> Interval:
    """Return the cost of a proven error, which is never a gain."""
    return error if error.mean >= 0 else Interval(0.0, error.low, max(0.0, error.high))


def _variance(error: Interval | None) -> float:
    """Return the variance of a mean, or 0 if there are too few observations."""
    margin = 0.0 if error is None else error.high - error.mean
    return (margin / 1.96) ** 2 if margin < inf else 0.0
