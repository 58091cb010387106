"""The results of a review, as values."""

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
    """The depth of a review."""

    CERTAIN = "certain"
    """Only proven errors: at most a second per game."""
    QUICK = "quick"
    """Also rollouts: enough to prove expensive errors."""
    DEEP = "deep"
    """Many more rollouts, to prove cheap errors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedOption:
    """An option of a seat, and its value.

    ``win`` is the chance to win the round from 0 to 1, ``points`` the lead over the mean of the
    other seats, both if the seat continues like the reference.
    """

    actions: tuple[Action, ...]
    win: Interval
    points: Interval
    worlds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedDecision:
    """A decision of the seat: its view, its choice, and the value.

    ``chosen`` and ``reference`` are the seat's choice and the reference's, ``best`` the best option
    in the choosing worlds; ``error`` and ``error_points`` are its lead over the seat's choice,
    measured in other worlds. All are None without rollouts. ``options`` are all options compared,
    from the choosing worlds. ``better`` are the better actions, () if unknown.
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
        """The turn number in the round, from 0."""
        return self.point.view.turn


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReview:
    """The review of a round: its decisions, and the breakdown of its result.

    ``score`` is the seat's recorded score, and ``points`` its lead over the mean of the other
    seats; both are None while the round is in progress. ``breakdown`` is None without rollouts;
    ``steps`` are its entries in order.
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

    ``reference`` is the policy of all rollouts, ``worlds`` the mean number of worlds per decision.
    ``complete`` is False if the time ran out before every decision was measured.
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
        """The mean number of worlds per decision, rounded."""
        measured = [decision.worlds for decision in self.decisions if decision.worlds]
        return round(sum(measured) / len(measured)) if measured else 0


def without_luck_of_all(reviews: Sequence[Review]) -> tuple[tuple[float, ...] | None, ...]:
    """Return per round the wins of every seat minus all luck, in seat order.

    Each review uses only its own seat's information, and so does this function. The luck of every
    seat has the expectation 0 regardless of the players, so the other seats' luck can also be
    subtracted. A round in progress or without rollouts has None. The result is empty unless
    *reviews* has one review of every seat of a game.
    """
    seats = {each.seat: each for each in reviews}
    if not reviews or len(reviews) != reviews[0].seats or len(seats) != len(reviews):
        return ()
    rounds = zip(*(seats[seat].rounds for seat in sorted(seats)), strict=True)
    return tuple(_without([played.breakdown for played in each]) for each in rounds)


def _without(breakdowns: Sequence[RoundBreakdown | None]) -> tuple[float, ...] | None:
    """Return the results of a round minus all luck; their sum is unchanged."""
    known = [each for each in breakdowns if each is not None and each.finished]
    if len(known) < len(breakdowns):
        return None
    whole, others = sum(each.luck.win for each in known), len(known) - 1
    return tuple(each.adjusted + (whole - each.luck.win) / others for each in known)
