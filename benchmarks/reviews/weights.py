"""The weights by which a review values racks, to measure luck: fitted to self-played rounds.

``python -m benchmarks.reviews.weights husbandry husbandry`` plays rounds and sums for each seat
what deal and draws brought of every term of ``rollouts.rack_value`` more than could have come.
These sums have the mean 0 whatever the weights are; the weights are those of the least squares,
which take most from the variance of the results. It prints them with their standard errors, and by
how much the variance is less in each half of the rounds with the weights of the other half.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from functools import cache, partial
from math import sqrt
from statistics import fmean

from benchmarks.reviews.luck import drawn, played, reduction
from tilerummy.records import Record
from tilerummy.review.moments import rounds_of
from tilerummy.review.rollouts.draws import Value, deal_surplus, draw_surplus
from tilerummy.review.rollouts.rack_value import ClosedTerms, RackTerms, terms_of, weights_of
from tilerummy.tiles import Rack

Row = tuple[int, float, list[float]]
"""The round, whether the seat won it, and the sums of its terms: deal, closed, opened."""


def rows_of(record: Record, number: int) -> Iterator[Row]:
    """Yield the row of each seat of a round."""
    rules = record.rules
    weights = weights_of(rules)
    closed, opened = len(weights.deal), len(weights.deal) + len(weights.closed)
    for seat in range(record.seats):
        (only,) = rounds_of(record, seat)
        assert only.ended is not None
        sums = [0.0] * (opened + len(weights.opened))
        if only.moments:
            for i, value in enumerate(each_of(ClosedTerms(rules), closed)):
                sums[i] = deal_surplus(value, rules, only.moments[0])
        for moment, pool in drawn(record, seat):
            is_open = moment.view.mover.opened is not None
            at, number_of = (opened, len(weights.opened)) if is_open else (closed, opened - closed)
            for i, value in enumerate(each_of(terms_of(rules, moment.view), number_of)):
                sums[at + i] += draw_surplus(value, moment.view, moment.drawn, pool)
        yield number, float(only.ended.winner == seat), sums


def each_of(terms: RackTerms, number: int) -> list[Value]:
    """Return a function for each of so many *terms*; all of a rack are found at once."""
    known = cache(terms.of)

    def value(i: int, rack: Rack) -> float:
        return known(rack)[i]

    return [partial(value, i) for i in range(number)]


def fitted(rows: Sequence[Row]) -> tuple[list[float], list[float]]:
    """Return the weights of the least squares and their standard errors; 0 of what never varies."""
    terms = range(len(rows[0][2]))
    means = [fmean(row[2][i] for row in rows) for i in terms]
    won = fmean(row[1] for row in rows)
    centred = [[row[2][i] - means[i] for i in terms] for row in rows]
    kept = [i for i in terms if any(row[i] for row in centred)]
    gram = [[sum(row[i] * row[j] for row in centred) for j in kept] for i in kept]
    inverse = inverted(gram)
    with_won = [
        sum(row[i] * (each[1] - won) for row, each in zip(centred, rows, strict=True)) for i in kept
    ]
    found = [sum(a * b for a, b in zip(row, with_won, strict=True)) for row in inverse]
    weights, errors = [0.0] * len(terms), [0.0] * len(terms)
    for i, weight in zip(kept, found, strict=True):
        weights[i] = weight
    left = fmean(
        (row[1] - won - dot(weights, each)) ** 2 for row, each in zip(rows, centred, strict=True)
    )
    for k, i in enumerate(kept):
        errors[i] = sqrt(left * inverse[k][k])
    return weights, errors


def inverted(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the inverse of a positive definite *matrix*, by elimination."""
    n = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(n))] for i, row in enumerate(matrix)]
    for i in range(n):
        pivot = rows[i][i]
        rows[i] = [each / pivot for each in rows[i]]
        for j in range(n):
            if j != i:
                factor = rows[j][i]
                rows[j] = [a - factor * b for a, b in zip(rows[j], rows[i], strict=True)]
    return [row[n:] for row in rows]


def dot(weights: Sequence[float], terms: Sequence[float]) -> float:
    """Return the sum of *terms*, each with its weight."""
    return sum(weight * term for weight, term in zip(weights, terms, strict=True))


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
        adjusted = [row[1] - dot(found, row[2]) for row in half]
        less, low, high = reduction([row[0] for row in half], won, adjusted)
        yield f"by one half, variance of the other less by {less:.1%} ({low:.1%} to {high:.1%})"


def main() -> None:
    """Play, fit and report."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reviews.weights")
    parser.add_argument("players", nargs="+", help="a level or a policy for each seat")
    parser.add_argument("--ruleset", default="sabra", help="the rules")
    parser.add_argument("--rounds", type=int, default=2000, help="the number of rounds")
    parser.add_argument("--first", type=int, default=100_000, help="the number of the first round")
    options = parser.parse_args()
    rows: list[Row] = []
    for number in range(options.first, options.first + options.rounds):
        rows += rows_of(played(options.ruleset, options.players, number), number)
    print(*report(rows), sep="\n")


if __name__ == "__main__":
    main()
