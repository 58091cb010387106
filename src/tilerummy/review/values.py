"""The results of a review, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tilerummy.players.evaluation import Interval
from tilerummy.review.breakdown import BreakdownStep, RoundBreakdown
from tilerummy.review.decision_points import DecisionPoint
from tilerummy.review.facts import Fact
from tilerummy.review.grades import Grade
from tilerummy.review.proven_errors import ReviewReason
from tilerummy.state import Action
from tilerummy.tiles import Rack


class Depth(StrEnum):
    """The depth of a review, which is the amount of work spent on rollouts."""

    CERTAIN = "certain"
    """Find only errors that can be proven, which takes at most a second per game."""
    QUICK = "quick"
    """Also make enough rollouts to prove errors that are costly."""
    DEEP = "deep"
    """Make many more rollouts, in order to prove small errors as well."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedOption:
    """An option that a seat had, and the option's value.

    ``win`` is the chance of winning the round, from 0 to 1, and ``points`` is the expected lead
    over the mean of the other seats. Both assume that the seat follows the reference policy
    afterwards.
    """

    actions: tuple[Action, ...]
    win: Interval
    points: Interval
    worlds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """The turns of a round in which the seat waited although it could have opened.

    ``turns`` is their number, and ``error`` their total cost, or None if it was not measured.
    ``right`` tells whether waiting is right under these rules and with that many players, by the
    experiment in docs/waiting.md, or is None if they were not part of it.
    """

    turns: int
    right: bool | None
    error: Interval | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedDecision:
    """A decision of the seat: its view, its choice, and the value of that choice.

    ``chosen`` and ``reference`` are the seat's and the reference policy's choices, and ``best`` is
    the option that was best in a first sample of worlds. ``error`` and ``error_points`` are the
    lead of ``best`` over ``chosen``, measured in other worlds. These are all None if there were no
    rollouts. ``options`` lists all options that were compared, with their values in the first
    sample. ``better`` contains the better actions, or is () if they are unknown. ``facts`` explains
    why they are better. It is empty only if ``reason`` is None. A decision that a hint had advised
    has no grade, because it is not the seat's own mistake. ``wait`` is set in the first turn that
    missed an opening: then the grade is that of all these turns together. ``waited`` is True in
    each of them whose ``error`` is part of that cost.
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
    facts: tuple[Fact, ...] = ()
    worlds: int = 0
    wait: Wait | None = None
    waited: bool = False

    @property
    def is_listed(self) -> bool:
        """True if the error of this decision is part of the cost of a listed mistake."""
        return self.waited or (self.wait is None and self.grade is not Grade.NONE)

    @property
    def round(self) -> int:
        """The round's number, counted from 0."""
        return self.point.round

    @property
    def turn(self) -> int:
        """The turn's number within the round, counted from 0."""
        return self.point.view.turn

    def without_fault(self) -> ReviewedDecision:
        """Return the decision without its grade, so that it does not count as a mistake."""
        return replace(self, grade=Grade.NONE)


class PraiseCode(StrEnum):
    """The codes of what a seat did well. Each has a sentence in the message catalogues."""

    OUT = "out"
    """The seat went out in ``turn``, as soon as the review found a way."""
    OPENED = "opened"
    """The seat opened in ``turn``, as soon as the review found an opening."""
    CLOSED = "closed"
    """The seat declared a closed hand in ``turn``."""
    MELDS = "melds"
    """A play in ``turn`` rearranged ``count`` melds."""
    JOKER = "joker"
    """A play in ``turn`` freed a joker and laid it again."""
    TILES = "tiles"
    """The seat laid ``count`` tiles together in ``turn``."""
    FOUND = "found"
    """A choice in ``turn`` beat the reference policy's by ``count`` percentage points."""
    SOUND = "sound"
    """Out of ``of`` decisions with several options, ``count`` were not mistakes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Praise:
    """Something that the seat did well in a round, in a *turn* counted from 0.

    ``tiles`` contains the tiles that the seat laid in that turn.
    """

    code: PraiseCode
    turn: int | None = None
    count: int = 0
    of: int = 0
    tiles: Rack = field(default_factory=Rack)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftTurn:
    """A turn of the seat, counted from 0, in which the record ends before the seat did anything.

    ``better`` contains the best actions found, if any. ``out`` is True if they go out.
    """

    turn: int
    better: tuple[Action, ...]
    out: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReview:
    """The review of a round: its decisions, and the breakdown of its result.

    ``score`` is the seat's recorded score, and ``points`` is its lead over the mean of the other
    seats. Both are None while the round is in progress. ``breakdown`` contains the breakdown if
    there were rollouts, and ``steps`` contains the steps of the breakdown, in order. ``praise``
    lists what the seat did well. ``left`` is the seat's last turn if the record ends there.
    """

    number: int
    decisions: tuple[ReviewedDecision, ...]
    won: bool | None
    points: float | None
    score: int | None = None
    breakdown: RoundBreakdown | None = None
    steps: tuple[BreakdownStep, ...] = ()
    praise: tuple[Praise, ...] = ()
    left: LeftTurn | None = None

    @property
    def ledger(self) -> RoundBreakdown | None:
        """The former name of ``breakdown``, available for one more release."""
        return self.breakdown


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """The review of a game for one seat.

    ``reference`` is the policy used in all rollouts. ``complete`` is False if time ran out before
    every decision was measured.
    """

    seat: int
    seats: int
    depth: Depth
    reference: str
    rounds: tuple[RoundReview, ...]
    complete: bool = True

    @property
    def decisions(self) -> tuple[ReviewedDecision, ...]:
        """All decisions in all rounds, in order."""
        return tuple(decision for played in self.rounds for decision in played.decisions)

    @property
    def marked(self) -> tuple[ReviewedDecision, ...]:
        """The decisions that received a grade."""
        return tuple(decision for decision in self.decisions if decision.grade is not Grade.NONE)

    @property
    def worlds(self) -> int:
        """The mean number of worlds per decision, rounded to an integer."""
        measured = [decision.worlds for decision in self.decisions if decision.worlds]
        return round(sum(measured) / len(measured)) if measured else 0


def without_luck_of_all(reviews: Sequence[Review]) -> tuple[tuple[float, ...] | None, ...]:
    """Return each seat's wins in each round after subtracting the luck of all seats.

    Each review uses only the information that its own seat had. The expected luck of each seat is
    0, regardless of the players, so the luck of the other seats can be subtracted as well. For a
    round that is in progress or had no rollouts, the result contains None. The result is empty
    unless *reviews* contains one review for every seat in the game.
    """
    seats = {each.seat: each for each in reviews}
    if not reviews or len(reviews) != reviews[0].seats or len(seats) != len(reviews):
        return ()
    rounds = zip(*(seats[seat].rounds for seat in sorted(seats)), strict=True)
    return tuple(_without([played.breakdown for played in each]) for each in rounds)


def _without(breakdowns: Sequence[RoundBreakdown | None]) -> tuple[float, ...] | None:
    """Return a round's results minus all luck, without changing the sum over the seats.

    For the only player of a round, there is no such result.
    """
    known = [each for each in breakdowns if each is not None and each.finished]
    if len(known) < max(2, len(breakdowns)):
        return None
    whole, others = sum(each.luck.win for each in known), len(known) - 1
    return tuple(each.adjusted + (whole - each.luck.win) / others for each in known)
