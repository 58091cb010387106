"""Where the result of a round came from: the deal, the seat's own draws, the others, and skill.

Each estimate is made once and used at both ends of the step between two of them, so the parts sum
to the result less the start whatever the estimates are. Of such a step the deal and the draws are
what chance did, compared with all that could have come (``rollouts.draws``), so their expectation
is 0 whatever anybody plays; the rest of it is the others'.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt


@dataclass(frozen=True, slots=True)
class Value:
    """A chance to win, and points more than the others on average; or a difference of such."""

    win: float = 0.0
    points: float = 0.0

    def __add__(self, other: Value) -> Value:
        return Value(self.win + other.win, self.points + other.points)

    def __sub__(self, other: Value) -> Value:
        return Value(self.win - other.win, self.points - other.points)


class Part(StrEnum):
    """A part of the result."""

    DEAL = "deal"
    DRAW = "draw"
    OTHERS = "others"
    SKILL = "skill"


@dataclass(frozen=True, slots=True)
class BreakdownStep:
    """A step from one estimate to the next, in that *turn* of the round, and what it brought."""

    turn: int
    part: Part
    value: Value

    @property
    def worth(self) -> Value:
        """The former name of ``value``, for one release."""
        return self.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimates:
    """What was estimated at one moment of a seat.

    ``before`` is the worth of playing as the reference, ``after`` that of what was chosen. ``draw``
    is what the tiles that were drawn after it, if any, were worth more than those that could have
    been drawn. ``error`` is what was lost against the best option; the variances are those of
    ``error`` and of ``after - before``.
    """

    turn: int
    before: Value
    after: Value
    draw: Value | None = None
    error: Value = Value()
    error_variance: Value = Value()
    skill_variance: Value = Value()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBreakdown:
    """The parts of a result, with deal + draws + others + skill = result - start.

    ``start`` is the fair share before the deal. ``skill`` is what was gained or lost against
    playing as the reference; it is ``bonus - error``, the error being what was lost against the
    best options that were found. ``skill_margin`` and ``error_margin`` are half of the 95 %
    intervals. Without a ``result`` the round was broken off, or is not over, and ``end`` is the
    last estimate.
    """

    start: Value
    end: Value
    finished: bool
    deal: Value
    draws: Value
    others: Value
    skill: Value
    error: Value
    skill_margin: Value
    error_margin: Value

    @property
    def bonus(self) -> Value:
        """What was better than the reference: skill and error together."""
        return self.skill + self.error

    @property
    def rows(self) -> tuple[tuple[str, Value], ...]:
        """The result less the start as readers see it: each part with its name in the catalogue.

        The errors are those that the decisions list, so both are read by one measure.
        """
        return (
            ("deal", self.deal),
            ("draw", self.draws),
            ("others", self.others),
            ("errors", Value() - self.error),
            ("simple", self.bonus),
        )

    @property
    def luck(self) -> Value:
        """What chance did: the deal and the seat's draws."""
        return self.deal + self.draws

    @property
    def last_chance(self) -> float:
        """The chance at the end, from 0 to 1; the luck of a last draw may lead beyond them."""
        return min(1.0, max(0.0, self.end.win))

    @property
    def adjusted(self) -> float:
        """The rounds won less luck: on average as many as were won, and varying less."""
        return self.end.win - self.luck.win


def break_down(
    start: Value, deal: Value, estimates: Sequence[Estimates], result: Value | None
) -> tuple[RoundBreakdown, tuple[BreakdownStep, ...]]:
    """Return the ledger of a round and its steps, from the estimates in order.

    *deal* is what the tiles that were dealt are worth more than others that could have been.
    """
    turn = estimates[0].turn if estimates else 0
    steps = [BreakdownStep(turn, Part.DEAL, deal)]
    here = start + deal
    for each in estimates:
        turn = each.turn
        steps.append(BreakdownStep(turn, Part.OTHERS, each.before - here))
        steps.append(BreakdownStep(turn, Part.SKILL, each.after - each.before))
        here = each.after
        if each.draw is not None:
            steps.append(BreakdownStep(turn, Part.DRAW, each.draw))
            here += each.draw
    if result is not None:
        steps.append(BreakdownStep(turn, Part.OTHERS, result - here))
        here = result
    breakdown = RoundBreakdown(
        start=start,
        end=here,
        finished=result is not None,
        deal=_sum(steps, Part.DEAL),
        draws=_sum(steps, Part.DRAW),
        others=_sum(steps, Part.OTHERS),
        skill=_sum(steps, Part.SKILL),
        error=sum((each.error for each in estimates), Value()),
        skill_margin=_margin([each.skill_variance for each in estimates]),
        error_margin=_margin([each.error_variance for each in estimates]),
    )
    return breakdown, tuple(steps)


def _sum(steps: Sequence[BreakdownStep], part: Part) -> Value:
    return sum((step.value for step in steps if step.part is part), Value())


def _margin(variances: Sequence[Value]) -> Value:
    """Return half of the 95 % interval of a sum of independent estimates."""
    total = sum(variances, Value())
    return Value(1.96 * sqrt(total.win), 1.96 * sqrt(total.points))
