"""What the reviews of all seats of a game say together: the result without the luck of all.

Each review knows what its own seat knew, and nothing here knows more. As the luck of a seat has
the expectation 0 whoever plays, that of the others can be taken from a result as well as one's own.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.review.ledger import RoundLedger
from tilerummy.review.values import Review


def without_luck_of_all(reviews: Sequence[Review]) -> tuple[tuple[float, ...] | None, ...]:
    """Return for each round what every seat won less the luck of all, in the order of seats.

    A round that is not over, or was not played on, has None. There are no rounds unless *reviews*
    has one review of every seat of a game.
    """
    seats = {each.seat: each for each in reviews}
    if not reviews or len(reviews) != reviews[0].seats or len(seats) != len(reviews):
        return ()
    rounds = zip(*(seats[seat].rounds for seat in sorted(seats)), strict=True)
    return tuple(_without([played.ledger for played in each]) for each in rounds)


def _without(ledgers: Sequence[RoundLedger | None]) -> tuple[float, ...] | None:
    """Return the results of a round less all luck; they have the same sum as the results."""
    known = [each for each in ledgers if each is not None and each.finished]
    if len(known) < len(ledgers):
        return None
    whole, others = sum(each.luck.win for each in known), len(known) - 1
    return tuple(each.adjusted + (whole - each.luck.win) / others for each in known)
