"""Where the result of a round came from: the deal, the seat's own draws, the others, and skill.

Each estimate is made once and used at both ends of the step between two of them, so the parts sum
to the result less the start whatever the estimates are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt, tanh

ADJUSTING = 0.6
"""How much of the luck of a round is taken from its result, luck being bounded by ``tanh``.

The whole would be right only where everybody plays as the reference: who overlooks the same in turn
after turn has much luck and little skill by the ledger. In games of a casual against a club player
this part varied least, measured on games other than those by which it was chosen.
"""


@dataclass(frozen=True, slots=True)
class Worth:
    """A chance to win, and points more than the others on average; or a difference of such."""

    win: float = 0.0
    points: float = 0.0

    def __add__(self, other: Worth) -> Worth:
        return Worth(self.win + other.win, self.points + other.points)

    def __sub__(self, other: Worth) -> Worth:
        return Worth(self.win - other.win, self.points - other.points)


class Part(StrEnum):
    """A part of the result."""

    DEAL = "deal"
    DRAW = "draw"
    OTHERS = "others"
    SKILL = "skill"


@dataclass(frozen=True, slots=True)
class LedgerStep:
    """A step from one estimate to the next, in that *turn* of the round, and what it brought."""

    turn: int
    part: Part
    worth: Worth


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimates:
    """What was estimated at one moment of a seat.

    ``before`` is the worth of playing as the reference, ``after`` that of what was chosen,
    ``drawn`` that with the tiles that were drawn at the end, if any. ``error`` is what was lost
    against the best option; the variances are those of ``error`` and of ``after - before``.
    """

    turn: int
    before: Worth
    after: Worth
    drawn: Worth | None = None
    error: Worth = Worth()
    error_variance: Worth = Worth()
    skill_variance: Worth = Worth()


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLedger:
    """The parts of a result, with deal + draws + others + skill = result - start.

    ``start`` is the fair share before the deal. ``skill`` is what was gained or lost against
    playing as the reference; it is ``bonus - error``, the error being what was lost against the
    best options that were found. ``skill_margin`` and ``error_margin`` are half of the 95 %
    intervals. Without a ``result`` the round is not over, and ``end`` is the last estimate.
    """

    start: Worth
    end: Worth
    finished: bool
    deal: Worth
    draws: Worth
    others: Worth
    skill: Worth
    error: Worth
    skill_margin: Worth
    error_margin: Worth

    @property
    def bonus(self) -> Worth:
        """What was better than the reference: skill and error together."""
        return self.skill + self.error

    @property
    def luck(self) -> Worth:
        """What the seat could not help: the deal, its draws, and the others."""
        return self.deal + self.draws + self.others

    @property
    def adjusted(self) -> float:
        """The rounds won less luck, which varies less than the result: see ``ADJUSTING``."""
        return self.end.win - ADJUSTING * tanh(self.luck.win)


def entered(
    start: Worth, estimates: Sequence[Estimates], result: Worth | None
) -> tuple[RoundLedger, tuple[LedgerStep, ...]]:
    """Return the ledger of a round and its steps, from the estimates in order."""
    steps: list[LedgerStep] = []
    here, part = start, Part.DEAL
    turn = 0
    for each in estimates:
        if part is Part.OTHERS and each.turn == turn:
            part = Part.DRAW
        turn = each.turn
        steps.append(LedgerStep(turn, part, each.before - here))
        steps.append(LedgerStep(turn, Part.SKILL, each.after - each.before))
        here, part = each.after, Part.OTHERS
        if each.drawn is not None:
            steps.append(LedgerStep(turn, Part.DRAW, each.drawn - here))
            here = each.drawn
    if result is not None:
        steps.append(LedgerStep(turn, Part.OTHERS, result - here))
        here = result
    ledger = RoundLedger(
        start=start,
        end=here,
        finished=result is not None,
        deal=_sum(steps, Part.DEAL),
        draws=_sum(steps, Part.DRAW),
        others=_sum(steps, Part.OTHERS),
        skill=_sum(steps, Part.SKILL),
        error=sum((each.error for each in estimates), Worth()),
        skill_margin=_margin([each.skill_variance for each in estimates]),
        error_margin=_margin([each.error_variance for each in estimates]),
    )
    return ledger, tuple(steps)


def _sum(steps: Sequence[LedgerStep], part: Part) -> Worth:
    return sum((step.worth for step in steps if step.part is part), Worth())


def _margin(variances: Sequence[Worth]) -> Worth:
    """Return half of the 95 % interval of a sum of independent estimates."""
    total = sum(variances, Worth())
    return Worth(1.96 * sqrt(total.win), 1.96 * sqrt(total.points))
