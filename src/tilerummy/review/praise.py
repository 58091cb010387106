"""Finds what a seat did well in a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilerummy.review.estimates import DecisionEstimator
from tilerummy.review.grades import Grade
from tilerummy.review.proven_errors import Code, goes_out, placed
from tilerummy.review.values import Praise, PraiseCode, ReviewedDecision
from tilerummy.rules import Ruleset

_LEAD = 0.05
"""The minimum lead over the reference policy's choice that is worth mentioning."""

_MOST = 2
"""The maximum number of such choices in a round."""


def praise(
    rules: Ruleset, estimators: Sequence[DecisionEstimator], decisions: Sequence[ReviewedDecision]
) -> Iterator[Praise]:
    """Yield what the seat did well in a round. *decisions* are the judged decisions, in order.

    A turn graded as a mistake is never praised, because it is already listed. A turn that laid no
    tiles contains no play to praise.
    """
    missed = {each.finding.reason.code for each in estimators if each.finding is not None}
    out = next((each for each in decisions if _goes_out(each)), None)
    if out is not None and Code.OUT_MISSED not in missed:
        yield Praise(code=PraiseCode.OUT, turn=out.turn)
    opened = next((each for each in decisions if _opens(each)), None)
    timely = Code.OPENING_MISSED not in missed and not rules.closed_hands
    if opened is not None and opened.grade is Grade.NONE and timely:
        yield Praise(code=PraiseCode.OPENED, turn=opened.turn)
    gains = [
        (each.gain(), decision.turn)
        for each, decision in zip(estimators, decisions, strict=True)
        if decision.grade is Grade.NONE and placed(decision.point.chosen)
    ]
    ahead = [(gain.mean, turn) for gain, turn in gains if gain.low > 0 and gain.mean >= _LEAD]
    for mean, turn in sorted(ahead, reverse=True)[:_MOST]:
        yield Praise(code=PraiseCode.FOUND, turn=turn, count=round(100 * mean))
    measured = [
        decision
        for each, decision in zip(estimators, decisions, strict=True)
        if each.has_choice and each.worlds
    ]
    sound = sum(decision.grade is Grade.NONE for decision in measured)
    if sound:
        yield Praise(code=PraiseCode.SOUND, count=sound, of=len(measured))


def _goes_out(decision: ReviewedDecision) -> bool:
    point = decision.point
    return not point.clock and goes_out(point.view, point.chosen)


def _opens(decision: ReviewedDecision) -> bool:
    return decision.point.view.mover.opened is None and bool(placed(decision.point.chosen))
