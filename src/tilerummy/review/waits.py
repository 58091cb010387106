"""Joins the turns in which a seat waited although it could have opened to one finding."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import hypot

from tilerummy.players.evaluation import Interval
from tilerummy.players.manipulation.expert import opening_pays
from tilerummy.review.grades import Grade, grade
from tilerummy.review.proven_errors import Code
from tilerummy.review.values import ReviewedDecision, Wait
from tilerummy.rules import Ruleset, for_seats
from tilerummy.rules.rounds.scoring import WinnerTakesAll

_MOST = 4
"""The maximum number of players for whom waiting scores more; see docs/waiting.md."""

_PLAYERS = range(2, 7)
_MOST_PENALTY = 300
"""The numbers of players, and the highest penalty for never opening, that were measured."""


def waiting_is_right(rules: Ruleset, seats: int) -> bool | None:
    """Return whether a player who waits to go out in one turn scores more than one who opens.

    None if that was not measured for these rules. The experiment played Sabra. Only the time limit
    and its penalties may differ and, with up to four players, the penalty for never opening.

    >>> from tilerummy.rules import ruleset
    >>> [waiting_is_right(ruleset(rules), 3) for rules in ("sabra", "first-game")]
    [True, None]
    """
    if seats not in _PLAYERS:
        return None
    measured = for_seats("sabra", seats)
    penalty = getattr(rules.scoring, "not_opened", 0)
    scoring = measured.scoring
    if seats <= _MOST and penalty <= _MOST_PENALTY and isinstance(scoring, WinnerTakesAll):
        scoring = replace(scoring, not_opened=penalty)
    same = replace(
        measured,
        name=rules.name,
        seconds=rules.seconds,
        penalties=rules.penalties,
        scoring=scoring,
    )
    if rules != same:
        return None
    return seats <= _MOST and not opening_pays(rules, seats)


def with_waits(
    rules: Ruleset, seats: int, decisions: Sequence[ReviewedDecision]
) -> list[ReviewedDecision]:
    """Return a round's *decisions*, with all turns that missed the opening joined to one wait.

    A seat that does not open in one turn can still open in the next, so these turns are one
    decision. The first turn gets the wait, which costs the sum of all its turns. If that sum is
    uncertain, only the turns that are certainly errors count, unless waiting is right under these
    rules. The other turns have no reason and no grade. A wait without a clear cost is no mistake.
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
    turns: Sequence[ReviewedDecision], *, right: bool | None
) -> tuple[Interval | None, Grade, Sequence[bool]]:
    """Return the total cost of a wait, its grade, and for each turn whether its error counts."""
    total = _sum(turns)
    mark = Grade.NONE if total is None else grade(total)
    if total is None or mark is not Grade.NONE:
        return total, mark, [total is not None] * len(turns)
    certain = [not right and each.grade is not Grade.NONE for each in turns]
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
