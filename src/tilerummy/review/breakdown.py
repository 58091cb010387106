"""The breakdown of a round's result: the deal, the seat's draws, the other players, and skill.

A round is divided into steps between consecutive estimates, so the parts always add up to the
result minus the start. The luck of the deal and the draws is measured against all tiles that could
have come instead (``rollouts.draws``), so its expected value is 0 regardless of the players. Skill
is the cost of the mistakes that the review lists, and play is what the seat's other plays gained
over the reference policy's. The rest of each step is attributed to the other players.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt


@dataclass(frozen=True, slots=True)
class Value:
    """A chance of winning and a lead in points over the other seats' mean, or changes in both."""

    win: float = 0.0
    points: float = 0.0

    def __add__(self, other: Value) -> Value:
        return Value(self.win + other.win, self.points + other.points)

    def __sub__(self, other: Value) -> Value:
        return Value(self.win - other.win, self.points - other.points)


class Part(StrEnum):
    """One part of a result's breakdown."""

    DEAL = "deal"
    DRAW = "draw"
    OTHERS = "others"
    PLAY = "play"
    SKILL = "skill"


@dataclass(frozen=True, slots=True)
class BreakdownStep:
    """The gain or loss between two successive estimates, and its *turn*."""

    turn: int
    part: Part
    value: Value

    @property
    def worth(self) -> Value:
        """The former name of ``value``, available for one more release."""
        return self.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimates:
    """The estimates at one decision point of a seat.

    ``after`` is the value of the choice. If the choice is listed as a mistake, ``error`` is its
    cost, and ``variance`` is the variance of that cost. ``draw`` is the luck of any tiles drawn
    after the choice. ``gain`` is the lead of a play that is no listed mistake over the reference
    policy's choice. A turn without a play has no gain.
    """

    turn: int
    after: Value
    draw: Value | None = None
    error: Value = Value()
    variance: Value = Value()
    gain: Value = Value()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBreakdown:
    """The parts of a result; their sum equals the result minus ``start``.

    The parts are ``deal``, ``draws``, ``others``, ``play`` and ``skill``. ``start`` is each seat's
    equal share before the deal. ``play`` is what the seat's own plays gained over the reference
    policy, without its mistakes. ``skill`` is the negated total cost of the mistakes that the
    review lists, which is 0 for a player without mistakes.
    ``skill_margin`` is half the width of its 95% interval. If the round was abandoned or is still
    in progress, ``finished`` is False and ``end`` is the last estimate.
    """

    start: Value
    end: Value
    finished: bool
    deal: Value
    draws: Value
    others: Value
    play: Value
    skill: Value
    skill_margin: Value

    @property
    def error(self) -> Value:
        """The total cost of the listed mistakes."""
        return Value() - self.skill

    @property
    def rows(self) -> tuple[tuple[str, Value], ...]:
        """The parts to display, each with its key. They add up to the result minus start."""
        return (
            ("deal", self.deal),
            ("draw", self.draws),
            ("others", self.others),
            ("play", self.play),
            ("errors", self.skill),
        )

    @property
    def luck(self) -> Value:
        """The total luck: the luck of the deal plus the luck of the seat's draws."""
        return self.deal + self.draws

    @property
    def last_chance(self) -> float:
        """The chance of winning at the end, limited to 0–1 because luck can exceed that range."""
        return min(1.0, max(0.0, self.end.win))

    @property
    def adjusted(self) -> float:
        """The rounds won minus luck. On average this equals the rounds won, but it varies less."""
        return self.end.win - self.luck.win


def break_down(
    start: Value, deal: Value, estimates: Sequence[Estimates], result: Value | None
) -> tuple[RoundBreakdown, tuple[BreakdownStep, ...]]:
    """Compute a round's breakdown and its steps from *estimates*, which must be in order.

    *deal* is the value of the dealt tiles minus the mean value over other possible deals.
    """
    turn = estimates[0].turn if estimates else 0
    steps = [BreakdownStep(turn, Part.DEAL, deal)]
    here = start + deal
    for each in estimates:
        turn = each.turn
        steps.append(BreakdownStep(turn, Part.OTHERS, each.after + each.error - each.gain - here))
        steps.append(BreakdownStep(turn, Part.PLAY, each.gain))
        steps.append(BreakdownStep(turn, Part.SKILL, Value() - each.error))
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
        play=_sum(steps, Part.PLAY),
        skill=_sum(steps, Part.SKILL),
        skill_margin=_margin([each.variance for each in estimates]),
    )
    return breakdown, tuple(steps)


def _sum(steps: Sequence[BreakdownStep], part: Part) -> Value:
    return sum((step.value for step in steps if step.part is part), Value())


def _margin(variances: Sequence[Value]) -> Value:
    """Return half the width of the 95% interval for a sum of independent estimates."""
    total = sum(variances, Value())
    return Value(1.96 * sqrt(total.win), 1.96 * sqrt(total.points))
