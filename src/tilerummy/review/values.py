"""What a review says: values, for people and programs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tilerummy.players.evaluation import Interval
from tilerummy.review.breakdown import BreakdownStep, RoundBreakdown
from tilerummy.review.decision_points import DecisionPoint
from tilerummy.review.grades import Grade
from tilerummy.review.proven_errors import ReviewReason
from tilerummy.state import Action


class Depth(StrEnum):
    """How deep a review looks."""

    CERTAIN = "certain"
    """Only what is certain: at most a second a game."""
    QUICK = "quick"
    """Besides, rounds are played on: enough to prove what cost much."""
    DEEP = "deep"
    """Many more rounds, to prove what cost little."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedOption:
    """Something that a seat could do, and what it was worth to it.

    ``win`` is the chance to win the round from 0 to 1, ``points`` how many more than the others on
    average, both if it then plays on as the reference.
    """

    actions: tuple[Action, ...]
    win: Interval
    points: Interval
    worlds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedDecision:
    """A decision of the seat: what it saw and did, and what it was worth.

    ``chosen`` and ``reference`` are what was done and what the reference would have done, ``best``
    the option that did best in the worlds that choose; ``error`` and ``error_points`` are what it
    is worth more than what was chosen, measured in other worlds. Without rollouts they are None.
    ``options`` are all that were compared, by the worlds that choose. ``better`` are the actions
    that were better, () if none are known.
    """

    point: DecisionPoint
    chosen: ReviewedOption | None = None
    reference: ReviewedOption | None = None
    best: ReviewedOption | None = None
    options: tuple[ReviewedOption, ...] = ()
    error: Interval | None = None
    error_points: Interval | None = None
    grade: Grade = Grade.NONE
    reason: ReviewReason | None = None
    better: tuple[Action, ...] = ()
    worlds: int = 0

    @property
    def round(self) -> int:
        """The round, from 0."""
        return self.point.round

    @property
    def turn(self) -> int:
        """The turn of the round, from 0."""
        return self.point.view.turn


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReview:
    """The review of a round: its decisions, and where the result came from.

    ``score`` is what the seat scored in the round, as its record says, and ``points`` by how much
    it did better than the others on average; both are None while the round is not over. ``ledger``
    is None where nothing was played on; ``steps`` are its entries, one after the other.
    """

    number: int
    decisions: tuple[ReviewedDecision, ...]
    won: bool | None
    points: float | None
    score: int | None = None
    breakdown: RoundBreakdown | None = None
    steps: tuple[BreakdownStep, ...] = ()

    @property
    def ledger(self) -> RoundBreakdown | None:
        """The former name of ``breakdown``, for one release."""
        return self.breakdown


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """The review of a game for one seat.

    ``reference`` is the policy by which everything is played on, ``worlds`` in how many worlds a
    decision was measured on average. ``complete`` is false where the time was over before every
    decision was measured.
    """

    seat: int
    seats: int
    depth: Depth
    reference: str
    rounds: tuple[RoundReview, ...]
    complete: bool = True

    @property
    def decisions(self) -> tuple[ReviewedDecision, ...]:
        """All decisions, in order."""
        return tuple(decision for played in self.rounds for decision in played.decisions)

    @property
    def marked(self) -> tuple[ReviewedDecision, ...]:
        """The decisions with a grade."""
        return tuple(decision for decision in self.decisions if decision.grade is not Grade.NONE)

    @property
    def worlds(self) -> int:
        """In how many worlds a decision was measured on average, rounded."""
        measured = [decision.worlds for decision in self.decisions if decision.worlds]
        return round(sum(measured) / len(measured)) if measured else 0


def without_luck_of_all(reviews: Sequence[Review]) -> tuple[tuple[float, ...] | None, ...]:
    """Return for each round what every seat won less the luck of all, in the order of seats.

    Each review knows what its own seat knew, and nothing here knows more. The luck of every seat
    has the expectation 0 whoever plays, so that of the other seats can be subtracted as well.
    A round that is not over, or was not played on, has None. There are no rounds unless *reviews*
    has one review of every seat of a game.
    """
    seats = {each.seat: each for each in reviews}
    if not reviews or len(reviews) != reviews[0].seats or len(seats) != len(reviews):
        return ()
    rounds = zip(*(seats[seat].rounds for seat in sorted(seats)), strict=True)
    return tuple(_without([played.breakdown for played in each]) for each in rounds)


def _without(breakdowns: Sequence[RoundBreakdown | None]) -> tuple[float, ...] | None:
    """Return the results of a round less all luck; they have the same sum as the results."""
    known = [each for each in breakdowns if each is not None and each.finished]
    if len(known) < len(breakdowns):
        return None
    whole, others = sum(each.luck.win for each in known), len(known) - 1
    return tuple(each.adjusted + (whole - each.luck.win) / others for each in known)
