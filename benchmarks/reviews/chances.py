"""Measures the accuracy of a review's chances, compared with the best possible accuracy.

``python -m benchmarks.reviews.chances`` plays Sabra between two reference players and stops each
round three times before a turn of one seat: in its first, middle and last third. There it estimates
that seat's winning chance with many worlds of three kinds:

* ``true racks``: everything except the pool's order. Because both players keep their policy,
  this chance *p* is correct: with less knowledge, the expected Brier score (the mean squared
  difference from 1 for a win and 0 for a loss) cannot be below the mean of p(1 - p);
* ``kind known``: the seat's view, and the fact that the opponent is a reference player;
* ``kind unknown``: only the seat's view.

It prints p(1 - p), and the excess score of the other kinds: the mean squared difference between
their chances and *p*. The noise from a finite number of worlds is subtracted, and printed for some
numbers of worlds. A calibration table compares predicted chances with the mean of *p*. Intervals
treat all positions in a round as a single observation. ``--racks 0 --unknown 0`` estimates only
*p*, which is quick; 16 ``--orders`` are enough for that. ``--out FILE`` saves every position, and
the same command with more ``--rounds`` resumes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, variance

from tilerummy.players.evaluation import Posterior
from tilerummy.players.evaluation.opponents import ALL_OPPONENTS, SAVE_JOKERS, Opponent
from tilerummy.review.rollouts.tasks import ORDERS
from tilerummy.rules import Ruleset, ruleset
from tilerummy.simulator import Line, Policy, World, roll_out, simulated_events
from tilerummy.simulator.worlds import RolloutLimits
from tilerummy.state import Event, Moved, Phase, State, apply, conceal, redact

REFERENCES = (Policy.SAVE_JOKERS, Policy.SAVE_JOKERS)

THIRDS = 3

BINS = 10
"""The number of rows of the calibration table."""


@dataclass(frozen=True, slots=True)
class Row:
    """A position: its third of the round, and the share of worlds won for each sample of racks.

    A value in ``true`` is for a single world, in ``known`` and ``unknown`` for ORDERS worlds with
    the same racks.
    """

    round: int
    third: int
    true: list[float]
    known: list[float]
    unknown: list[float]


def positions(rules: Ruleset, number: int, worlds: int, unknown: int, orders: int) -> Iterator[Row]:
    """Yield a round's positions, with the given numbers of racks of each kind."""
    seat, rng = number % 2, Random(number)
    seed = f"chances {number}".encode().ljust(32)
    events = simulated_events(rules, REFERENCES, seed)
    state, moments = State.before_deal(2), list[tuple[State, int]]()
    for i, event in enumerate(events):
        state = apply(state, event)
        if isinstance(event, Moved) and event.seat == seat and event.phase is Phase.ACT:
            moments.append((state, i + 1))
    for third in range(THIRDS):
        some = moments[len(moments) * third // THIRDS : len(moments) * (third + 1) // THIRDS]
        if not some:
            continue
        at, seen = rng.choice(some)
        view, history = conceal(at, seat), [redact(event, seat) for event in events[:seen]]
        found = {
            kind: _won(rules, view, _racks(rules, view, history, field, racks, rng))
            for kind, field, racks in (
                ("known", (SAVE_JOKERS,), worlds),
                ("unknown", ALL_OPPONENTS, unknown),
            )
        }
        true = _won(rules, view, _orders(_as_it_is(at), orders, rng), each=1)
        yield Row(number, third, true, found["known"], found["unknown"])


def _racks(
    rules: Ruleset,
    view: State,
    history: Sequence[Event],
    field: Sequence[Opponent],
    racks: int,
    rng: Random,
) -> list[World]:
    """Return samples of racks from the posterior, each with several orders of the pool."""
    if not racks:
        return []
    posterior = Posterior(rules, view, history, rng=rng, field=field)
    found = posterior.worlds(racks)
    return [again for world in found for again in _orders(world, ORDERS, rng)]


def _as_it_is(state: State) -> World:
    return World(tuple(seat.rack for seat in state.seats), state.pool, REFERENCES, 0)


def _orders(world: World, number: int, rng: Random) -> list[World]:
    return [
        replace(
            world,
            pool=tuple(rng.sample(world.pool, len(world.pool))),
            seed=rng.getrandbits(32),
        )
        for _ in range(number)
    ]


def _won(rules: Ruleset, view: State, worlds: Sequence[World], each: int = ORDERS) -> list[float]:
    """Return the share of wins of the mover in each block of *each* successive worlds."""
    found = roll_out(rules, view, [Line(policy=REFERENCES[0])], worlds, RolloutLimits())
    won = [float(found.winners[found.at(0, w)] == view.to_move) for w in range(len(worlds))]
    return [fmean(won[i : i + each]) for i in range(0, len(won), each)]


def noise(shares: Sequence[float]) -> float:
    """Return the variance of the mean of *shares*."""
    return variance(shares) / len(shares)


def excess(row: Row, said: Sequence[float]) -> float:
    """Return an unbiased estimate of a chance's squared error, without noise."""
    return (fmean(said) - fmean(row.true)) ** 2 - noise(said) - noise(row.true)


def certain(row: Row) -> float:
    """Return an unbiased estimate of p(1 - p)."""
    p = fmean(row.true)
    return p * (1 - p) + noise(row.true)


def report(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of the report."""
    yield f"{len(rows)} positions of {len({row.round for row in rows})} rounds"
    yield "part | p(1 - p) | more: kind known | kind unknown"
    for third in (None, *range(THIRDS)):
        part = [row for row in rows if third in (None, row.third)]
        name = "all" if third is None else f"third {third + 1}"
        cells = [_mean(part, [*map(certain, part)])]
        if all(row.known and row.unknown for row in part):
            cells.append(_mean(part, [excess(row, row.known) for row in part]))
            cells.append(_mean(part, [excess(row, row.unknown) for row in part]))
        yield " | ".join([name, *cells])
    if all(row.known for row in rows):
        yield from _worlds(rows)


def _worlds(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the results for worlds with a known kind of opponent."""
    one = fmean(variance(row.known) for row in rows)
    more = ", ".join(f"{one / racks:.4f} of {racks * ORDERS}" for racks in (8, 24, 64, 256))
    yield f"noise from a finite number of worlds adds {more}"
    spread = fmean(variance(row.known) - certain_of(row.known) / ORDERS for row in rows)
    yield f"variance of the chance between the racks of a position, kind known: {spread:.3f}"
    yield "kind known: predicted | positions | mean | actual"
    for b in range(BINS):
        part = [
            row
            for row in rows
            if b <= BINS * fmean(row.known) < b + 1 or fmean(row.known) == 1 == (b + 1) / BINS
        ]
        if part:
            mean = fmean(fmean(row.known) for row in part)
            yield (
                f"{b / BINS:.0%} to {(b + 1) / BINS:.0%} | {len(part)} | {mean:.3f} | "
                f"{_mean(part, [fmean(row.true) for row in part])}"
            )


def certain_of(shares: Sequence[float]) -> float:
    """Return the mean variance of a world with given racks, from shares of ORDERS worlds."""
    return fmean(p * (1 - p) for p in shares) * ORDERS / (ORDERS - 1)


def _mean(rows: Sequence[Row], values: Sequence[float]) -> str:
    """Return the mean with its 95 % interval; all values in a round are one observation."""
    mean, sums = fmean(values), dict[int, float]()
    for row, value in zip(rows, values, strict=True):
        sums[row.round] = sums.get(row.round, 0.0) + value - mean
    return f"{mean:.3f} ± {1.96 * sqrt(sum(s * s for s in sums.values())) / len(values):.3f}"


def main() -> None:
    """Play, estimate and report."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reviews.chances")
    parser.add_argument("--rounds", type=int, default=40, help="the number of rounds")
    parser.add_argument(
        "--racks", type=int, default=48, help="the number of racks if the kind is known"
    )
    parser.add_argument("--unknown", type=int, default=12, help="the number of racks if it is not")
    parser.add_argument("--orders", type=int, default=160, help="the worlds with true racks")
    parser.add_argument("--out", type=Path, help="a file to save every position to")
    options = parser.parse_args()
    out: Path | None = options.out
    kept = out.read_text().splitlines() if out and out.exists() else []
    rows = [Row(**json.loads(line)) for line in kept]
    begin = 1 + max((row.round for row in rows), default=-1)
    for number in range(begin, options.rounds):
        new = positions(ruleset("sabra"), number, options.racks, options.unknown, options.orders)
        for row in new:
            rows.append(row)
            if out:
                with out.open("a") as file:
                    written = {name: getattr(row, name) for name in Row.__slots__}
                    file.write(json.dumps(written) + "\n")
    print(*report(rows), sep="\n")


if __name__ == "__main__":
    main()
