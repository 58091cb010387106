"""Decides which errors count if the same chance is missed in several consecutive turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tilerummy.review.grades import Grade
from tilerummy.review.proven_errors import Code, goes_out
from tilerummy.review.values import ReviewedDecision

_REPEATED = frozenset({Code.OUT_MISSED})
_BY_COST = tuple(Grade)
"""The grades, from the cheapest to the costliest."""


def without_repeats(
    decisions: Sequence[ReviewedDecision], *, won: bool | None
) -> list[ReviewedDecision]:
    """Return a round's *decisions*, without grades for those that repeat a missed chance.

    A player who does not see how to go out seldom sees it in the next turn. Therefore, if several
    consecutive decisions miss the same chance, only these keep their grade and reason:

    * the first one;
    * any that was measured to be worse than all before it;
    * the last one, if it lost the chance to go out: the seat did not go out in its next turn
      either, and did not win the round.

    *won* is None while the round is in progress. A turn that was ended by the clock is not
    judged, and does not interrupt the sequence.
    """
    kept = list(decisions)
    judged = [place for place, decision in enumerate(decisions) if not decision.point.clock]
    for row in _rows([decisions[place] for place in judged]):
        worst = decisions[judged[row[0]]].grade
        following = decisions[judged[row.stop]] if row.stop < len(judged) else None
        for number in row[1:]:
            decision = decisions[judged[number]]
            if decision.error is not None and _costs_more(decision.grade, worst):
                worst = decision.grade
            elif number < row[-1] or not _is_lost(decision, following, won=won):
                kept[judged[number]] = replace(
                    decision, grade=Grade.NONE, reason=None, better=(), facts=()
                )
    return kept


def _rows(decisions: Sequence[ReviewedDecision]) -> Iterator[range]:
    """Yield each range of consecutive *decisions* that missed the same chance."""
    start = 0
    for stop in range(1, len(decisions) + 1):
        code = _code(decisions[start])
        if stop == len(decisions) or _code(decisions[stop]) is not code:
            if code in _REPEATED:
                yield range(start, stop)
            start = stop


def _costs_more(one: Grade, other: Grade) -> bool:
    return _BY_COST.index(one) > _BY_COST.index(other)


def _is_lost(
    last: ReviewedDecision, following: ReviewedDecision | None, *, won: bool | None
) -> bool:
    """Return whether the chance to go out was lost after *last*, the last decision to miss it."""
    if _code(last) is not Code.OUT_MISSED:
        return False
    if following is None:
        return won is False
    return not goes_out(following.point.view, following.point.chosen)


def _code(decision: ReviewedDecision) -> Code | None:
    return None if decision.reason is None else decision.reason.code
