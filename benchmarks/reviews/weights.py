"""The weights of the rack value that measures luck in reviews, fitted to self-played rounds.

``python -m benchmarks.reviews.weights save_jokers save_jokers`` plays rounds. Per seat and term
of ``rollouts.rack_value``, it sums the excess of the deal and the draws over their expectation.
These sums have mean 0 for any weights; least squares gives the weights that reduce the
variance of the results most. It prints them with their standard errors, and the variance reduction
in each half of the rounds with the weights of the other half.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from benchmarks.reviews.luck import drawn, played, reduction
from tilerummy.records import Record
from tilerummy.review.decision_points import rounds_of
from tilerummy.review.rollouts.draws import deal_surplus, draw_surplus
from tilerummy.review.rollouts.rack_value import (
    RackTerms,
    RackValue,
    closed_terms,
    terms_of,
    weights_of,
)
from tilerummy.tiles import Rack

Array = NDArray[np.float64]

Row = tuple[int, float, list[float]]
"""The round, whether the seat won it, and the sums of its terms: deal, closed, opened."""


def rows_of(record: Record, number: int) -> Iterator[Row]:
    """Yield a row for each seat in a round."""
    rules = record.rules
    weights = weights_of(rules)
    closed, opened = len(weights.deal), len(weights.deal) + len(weights.closed)
    for seat in range(record.seats):
        (only,) = rounds_of(record, seat)
        assert only.ended is not None
        sums = [0.0] * (opened + len(weights.opened))
        if only.decision_points:
            for i, value in enumerate(each_of(closed_terms(rules), closed)):
                sums[i] = deal_surplus(value, rules, only.decision_points[0])
        for point, pool in drawn(record, seat):
            is_open = point.view.mover.opened is not None
            at, number_of = (opened, len(weights.opened)) if is_open else (closed, opened - closed)
            for i, value in enumerate(each_of(terms_of(rules, point.view), number_of)):
                sums[at + i] += draw_surplus(value, point.view, point.drawn, pool)
        yield number, float(only.ended.winner == seat), sums


def each_of(terms: RackTerms, number: int) -> list[RackValue]:
    """Return a function for each of *terms*; all terms of a rack are computed together."""
    known = cache(terms)

    def value(i: int, rack: Rack) -> float:
        return known(rack)[i]

    return [partial(value, i) for i in range(number)]


def fitted(rows: Sequence[Row]) -> tuple[Array, Array]:
    """Return the least-squares weights and their standard errors; 0 for constant terms."""
    terms = np.array([row[2] for row in rows])
    won = np.array([row[1] for row in rows])
    terms -= terms.mean(axis=0)
    won -= won.mean()
    inverse = np.linalg.pinv(terms.T @ terms)
    weights = inverse @ terms.T @ won
    left = np.mean((won - terms @ weights) ** 2)
    return weights, np.sqrt(left * np.diag(inverse))


def report(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of the report."""
    weights, errors = fitted(rows)
    yield f"{len(rows)} seats: " + ", ".join(
        f"{weight:.3f} ± {error:.3f}" for weight, error in zip(weights, errors, strict=True)
    )
    halves = [[row for row in rows if row[0] % 2 == half] for half in (0, 1)]
    for half, other in (halves, halves[::-1]):
        found, _ = fitted(other)
        won = [row[1] for row in half]
        adjusted = [row[1] - float(found @ row[2]) for row in half]
        less, low, high = reduction([row[0] for row in half], won, adjusted)
        yield f"by one half, variance of the other less by {less:.1%} ({low:.1%} to {high:.1%})"


def main() -> None:
    """Play, fit and report."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reviews.weights")
    parser.add_argument("players", nargs="+", help="a level or a policy for each seat")
    parser.add_argument("--ruleset", default="sabra", help="the rules")
    parser.add_argument("--rounds", type=int, default=2000, help="the number of rounds")
    parser.add_argument("--first", type=int, default=100_000, help="the first round's number")
    options = parser.parse_args()
    rows: list[Row] = []
    for number in range(options.first, options.first + options.rounds):
        rows += rows_of(played(options.ruleset, options.players, number), number)
    print(*report(rows), sep="\n")


if __name__ == "__main__":
    main()
