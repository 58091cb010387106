"""Joins the turns in which a seat waited although it could have opened to one finding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

from tilerummy.players.evaluation import Interval
from tilerummy.players.manipulation.expert import opening_pays
from tilerummy.review.grades import MARKS, Grade, grade
from tilerummy.review.proven_errors import Code
from tilerummy.review.values import ReviewedDecision, Wait
from tilerummy.rules import Ruleset

_MOST = 4
"""The maximum number of players for whom waiting scores more; see docs/waiting.md."""


def waiting_is_right(rules: Ruleset, seats: int) -> bool:
    """Return whether a player who waits to go out in one turn scores more than one who opens.

    That was measured only for rules without discards, closed hands or an end to waiting for jokers.

    >>> from tilerummy.rules import ruleset
    >>> waiting_is_right(ruleset("sabra"), 3), waiting_is_right(ruleset("sabra"), 5)
    (True, False)
    """
    measured = not (rules.draws_and_discards or rules.closed_hands or rules.jokers_due)
    return measured and 1 < seats <= _MOST and not opening_pays(rules, seats)


def with_waits(
    rules: Ruleset, seats: int, decisions: Sequence[ReviewedDecision]
) -> list[ReviewedDecision]:
    """Return a round's *decisions*, with all turns that missed the opening joined to one wait.

    A seat that does not open in one turn can still open in the next, so these turns are one
    decision. The first turn gets the wait, which costs the sum of all its turns. If that sum is
    uncertain, only the turns that are certainly errors count. The other turns have no reason and no
    grade. Where opening is right, a wait is a mistake even if its cost is uncertain.
    """
    places = [i for i, each in enumerate(decisions) if _waits(each)]
    if not places:
        return [*decisions]
    turns = [decisions[i] for i in places]
    right = waiting_is_right(rules, seats)
    error, mark, counts = _judged(turns, right=right)
    found = [*decisions]
    for i, counted in zip(places, counts, strict=True):
        found[i] = replace(
            decisions[i], grade=Grade.NONE, reason=None, better=(), facts=(), waited=counted
        )
    wait = Wait(turns=len(turns), right=right, error=error)
    found[places[0]] = replace(turns[0], grade=mark, wait=wait, waited=counts[0])
    return found


def _waits(decision: ReviewedDecision) -> bool:
    missed = decision.reason is not None and decision.reason.code is Code.OPENING_MISSED
    return missed and decision.point.advice is None


def _judged(
    turns: Sequence[ReviewedDecision], *, right: bool
) -> tuple[Interval | None, Grade, Sequence[bool]]:
    """Return the total cost of a wait, its grade, and for each turn whether its error counts."""
    total = _sum(turns)
    mark = Grade.NONE if total is None else grade(total)
    if total is None or mark is not Grade.NONE:
        return total, mark, [total is not None] * len(turns)
    if not right and total.mean >= MARKS[-1][0]:
        return total, Grade.INACCURACY, [True] * len(turns)
    certain = [each.grade is not Grade.NONE for each in turns]
    if not any(certain):
        return total, Grade.NONE, certain
    total = _sum([each for each, counts in zip(turns, certain, strict=True) if counts])
    assert total is not None
    return total, grade(total) or Grade.INACCURACY, certain


def _sum(turns: Sequence[ReviewedDecision]) -> Interval | None:
    """Return the sum of independent errors, or None if not all of them were measured."""
    errors = [each.error for each in turns if each.error is not None]
    if len(errors) < len(turns):
        return None
    mean = sum(each.mean for each in errors)
    margin = hypot(*(each.high - each.mean for each in errors))
    return Interval(mean, mean - margin, mean + margin)
