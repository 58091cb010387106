"""Describes the numbers and actions in a review in short phrases."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.review import Grade, ReviewedDecision, RoundReview
from tilerummy.review.proven_errors import placed
from tilerummy.rules_text.decisions import (
    fact_text,
    grade_text,
    praise_text,
    reason_text,
    waited_text,
)
from tilerummy.rules_text.hints import tiles_named
from tilerummy.state import Action, Declare, Discard, Draw, GoOut, Pass, Source
from tilerummy.tiles import Rack

SIGNS = {Grade.BLUNDER: "??", Grade.MISTAKE: "?", Grade.INACCURACY: "?!"}
"""The symbol for each grade, as used in chess."""

_NAMED = 8
"""The maximum number of tiles that a sentence lists. If there are more, it only counts them."""


def percent(share: float) -> str:
    """Format a probability as a percentage.

    >>> percent(0.254)
    '25 %'
    """
    return f"{round(100 * share)} %"


def gained(difference: float) -> str:
    """Format the difference between two probabilities in percentage points, with its sign.

    >>> gained(-0.254), gained(0.001)
    ('−25', '±0')
    """
    whole = round(100 * difference)
    return f"{'+' if whole > 0 else '−'}{abs(whole)}" if whole else "±0"


def scored(points: float) -> str:
    """Format a number of points with a plus or minus sign.

    >>> scored(-12.5), scored(30.0)
    ('−12.5', '+30')
    """
    if not points:
        return "0"
    return f"{'+' if points > 0 else '−'}{abs(points):g}"


def result(played: RoundReview) -> str:
    """Return the seat's result in the round: its points, and its lead over the other seats.

    For an unfinished round, returns the remaining chance of winning, if it is known.
    """
    if played.won is None or played.score is None or played.points is None:
        chance = ""
        if played.breakdown is not None:
            chance = f" at a chance of {percent(played.breakdown.last_chance)}"
        return f"ended early{chance}"
    ended = f"{'won' if played.won else 'lost'}, {scored(played.score)} points"
    difference = round(played.points, 1)
    if not difference:
        return f"{ended}, as many as the other players on average"
    than = "better" if difference > 0 else "worse"
    return f"{ended}, {abs(difference):g} {than} than the other players on average"


def sentence(decision: ReviewedDecision) -> str:
    """Return the reason an alternative was better, or the missed chance, or ""."""
    if decision.reason is None:
        return ""
    reason = reason_text(decision.reason.code.value, decision.reason.tiles, limit=_NAMED)
    if decision.wait is None or decision.wait.turns == 1:
        return reason
    return f"{waited_text(decision.wait.turns)} {reason}"


def explained(decision: ReviewedDecision, names: Sequence[str]) -> str:
    """Return sentences with the facts that explain why the alternative was better."""
    return " ".join(
        fact_text(
            fact.code,
            fact.tiles,
            draws=", ".join(
                f"{tiles_named(Rack((tile,)))} ({percent(p)})" for tile, p in fact.draws
            ),
            n=fact.count,
            mine=fact.instead,
            name="" if fact.seat is None else names[fact.seat],
        )
        for fact in decision.facts
    )


def praised(played: RoundReview) -> list[str]:
    """Return sentences about what the player did well in a round."""
    return [
        praise_text(
            each.code.value, each.tiles, turn=(each.turn or 0) + 1, n=each.count, of=each.of
        )
        for each in played.praise
    ]


def graded(decision: ReviewedDecision) -> str:
    """Return a decision's grade with its symbol (such as ?!) and cost, or "" if it has no grade."""
    if decision.grade is Grade.NONE:
        return ""
    grade = f"{SIGNS[decision.grade]} {grade_text(decision.grade.value)}"
    error = decision.error if decision.wait is None else decision.wait.error
    if error is None:
        return grade
    margin = round(100 * (error.high - error.mean))
    return f"{grade}, {gained(-error.mean)} (± {margin}) of 100"


def did(actions: Sequence[Action]) -> tuple[str, list[str], str]:
    """Return a verb, the tiles laid, and a description of how the turn ended."""
    tiles = [str(tile) for tile in placed(tuple(actions))]
    match actions[-1]:
        case Draw(Source.POOL):
            ending = "draw"
        case Draw():
            ending = "take the discard"
        case Discard(tile):
            ending = f"discard {tile}"
        case Declare(discard) | GoOut((), discard):
            ending = f"declare, discard {discard}"
        case GoOut(_, discard):
            ending = f"draw the trump, discard {discard}"
        case Pass() if not tiles:
            ending = "pass"
        case _:
            ending = ""
    return ("lay" if tiles else "", tiles, ending)
