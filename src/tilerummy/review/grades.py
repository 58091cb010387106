"""Grades errors, and finds the reason why a different option was better."""

from __future__ import annotations

from enum import StrEnum

from tilerummy.players.evaluation import Interval
from tilerummy.review.decision_points import DecisionPoint
from tilerummy.review.proven_errors import (
    Code,
    ReviewReason,
    goes_out,
    opening_points,
    placed,
)
from tilerummy.state import Action, Discard, Draw, Phase, Source
from tilerummy.tiles import JOKER, Rack


class Grade(StrEnum):
    """The grades of errors, ordered by their cost."""

    NONE = ""
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


MARKS = ((0.10, Grade.BLUNDER), (0.05, Grade.MISTAKE), (0.02, Grade.INACCURACY))
"""For each grade, the minimum loss in the chance of winning."""


def grade(error: Interval) -> Grade:
    """Return the grade of an *error*, which is a loss in the chance of winning.

    If the interval includes 0, there is no grade. For a mistake or a blunder, the entire interval
    must be above half of the grade's minimum loss.

    >>> grade(Interval(0.12, 0.06, 0.18)), grade(Interval(0.12, 0.01, 0.23))
    (<Grade.BLUNDER: 'blunder'>, <Grade.INACCURACY: 'inaccuracy'>)
    """
    if error.low <= 0:
        return Grade.NONE
    for mark, name in MARKS:
        needed = 0.0 if name is Grade.INACCURACY else mark / 2
        if error.mean >= mark and error.low >= needed:
            return name
    return Grade.NONE


def reason(point: DecisionPoint, better: tuple[Action, ...]) -> ReviewReason:
    """Return the reason why *better* was better than the seat's choice: the first difference."""
    view = point.view
    mine, theirs = placed(point.chosen), placed(better)
    if goes_out(view, better):
        return ReviewReason(Code.OUT_MISSED, theirs)
    if view.phase is Phase.DRAW:
        takes = better[-1] == Draw(Source.DISCARD)
        top = view.seats[view.previous].discards[-1:]
        return ReviewReason(Code.TAKE if takes else Code.NOT_TAKE, Rack(top))
    if mine == theirs:
        last = better[-1]
        if isinstance(last, Discard) and last != point.chosen[-1]:
            return ReviewReason(Code.DISCARD, Rack((last.tile,)))
        return ReviewReason(Code.OTHER_TABLE, theirs)
    if not theirs:
        return ReviewReason(_waiting(better), mine)
    if view.mover.opened is None and not mine:
        return ReviewReason(Code.OPEN, theirs, opening_points(better))
    jokers = theirs.count(JOKER) - mine.count(JOKER)
    if jokers:
        return ReviewReason(Code.LAY_JOKER if jokers > 0 else Code.KEEP_JOKER, theirs)
    if more := len(theirs) - len(mine):
        return ReviewReason(Code.MORE if more > 0 else Code.FEWER, theirs, abs(more))
    return ReviewReason(Code.OTHER_TILES, theirs)


def _waiting(actions: tuple[Action, ...]) -> Code:
    """Return the reason code for a turn that lays nothing."""
    if isinstance(actions[-1], Discard):
        return Code.HOLD
    return Code.DRAW if actions[-1] == Draw() else Code.PASS
