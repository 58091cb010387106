"""The quality of sampled worlds, measured by the winning chances that they predict.

``python -m benchmarks.posterior`` plays rounds between fast policies, chosen at random per seat,
and stops each once, before a turn that follows a draw by a seat that has opened. There it estimates
the mover's winning chance under an unchanged policy, in worlds based on increasing knowledge:

* ``uniform``: only the numbers of tiles, with opponents of every type;
* ``posterior``: everything that the seat saw;
* ``types known``: also the policies of the other players;
* ``true racks``: everything except the pool's order.

It prints the Brier score of each (the mean squared difference from 1 for a win and 0 for a loss;
lower is better, a coin toss scores 0.25), uncalibrated and calibrated with a logistic curve fitted
on the other half of the positions. It also prints a calibration table. ``--out FILE`` saves every
position, and the same command with more ``--rounds`` resumes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from random import Random

from tilerummy.players.evaluation import Interval, Posterior
from tilerummy.players.evaluation.opponents import ALL_OPPONENTS, Opponent
from tilerummy.rules import Ruleset, ruleset
from tilerummy.simulator import Line, Policy, World, roll_out, simulated_events
from tilerummy.simulator.worlds import RolloutLimits
from tilerummy.state import Drew, Ended, Event, Moved, State, apply, conceal, redact

KINDS = ("uniform", "posterior", "types known", "true racks")
"""The kinds of worlds, in order of increasing knowledge."""

BINS = 5
"""The number of rows of the calibration table."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """A stopped round with its events so far, the policies of all seats, and its later winner."""

    number: int
    state: State
    events: tuple[Event, ...]
    policies: tuple[Policy, ...]
    winner: int | None


def stopped(rules: Ruleset, policies: Sequence[Policy], seats: int, number: int) -> Stopped | None:
    """Return round *number*, stopped after a random draw by a seat that had opened, or None."""
    rng = Random(number)
    seated = tuple(rng.choices(policies, k=seats))
    events = simulated_events(rules, seated, f"posterior {number}".encode().ljust(32))
    ended = events[-1]
    assert isinstance(ended, Ended)
    state, moments, drew = State.before_deal(seats), list[tuple[State, int]](), False
    for i, event in enumerate(events):
        before, state = state, apply(state, event)
        if isinstance(event, Drew):
            drew = before.seats[event.seat].opened is not None
        elif isinstance(event, Moved):
            if drew:
                moments.append((state, i + 1))
            drew = False
    if not moments:
        return None
    chosen, at = rng.choice(moments)
    return Stopped(number, chosen, events[:at], seated, ended.winner)


def types(policy: Policy | None = None) -> Sequence[Opponent]:
    """Return the opponent type that plays *policy*, or all types if none matches."""
    return [kind for kind in ALL_OPPONENTS if kind.policy is policy][:1] or ALL_OPPONENTS


def chances(rules: Ruleset, at: Stopped, worlds: int) -> dict[str, float]:
    """Return the mover's chance of winning, estimated in *worlds* worlds of each kind."""
    state, seat = at.state, at.state.to_move
    view = conceal(state, seat)
    history = [redact(event, seat) for event in at.events]
    others = {p for s, p in enumerate(at.policies) if s != seat}
    known = types(next(iter(others))) if len(others) == 1 else ALL_OPPONENTS
    rng, racks = Random(2), tuple(each.rack for each in state.seats)
    found = {
        name: [*Posterior(rules, view, seen, rng=Random(1), field=field).worlds(worlds)]
        for name, seen, field in (
            ("uniform", (), ALL_OPPONENTS),
            ("posterior", history, ALL_OPPONENTS),
            ("types known", history, known),
        )
    }
    found["true racks"] = [
        World(racks, tuple(rng.sample(state.pool, len(state.pool))), at.policies, n)
        for n in range(worlds)
    ]
    return {name: _won(rules, view, worlds, at.policies[seat]) for name, worlds in found.items()}


def _won(rules: Ruleset, view: State, worlds: Sequence[World], policy: Policy) -> float:
    """Return the share of *worlds* that the mover wins with *policy*."""
    found = roll_out(rules, view, [Line(policy=policy)], worlds, RolloutLimits())
    won = sum(found.winners[found.at(0, w)] == view.to_move for w in range(len(worlds)))
    return (won + 0.5) / (len(worlds) + 1)


def fitted(said: Sequence[float], won: Sequence[float]) -> tuple[float, float]:
    """Fit 1 / (1 + exp(-a - b logit p)) to *won*, and return *a* and *b*."""
    a, b = 0.0, 1.0
    for _ in range(30):
        gradient, hessian = [0.0, 0.0], [1e-6, 0.0, 1e-6]
        for p, w in zip(said, won, strict=True):
            x, q = logit(p), calibrated(p, a, b)
            gradient[0] += w - q
            gradient[1] += (w - q) * x
            for i, part in enumerate((1.0, x, x * x)):
                hessian[i] += q * (1 - q) * part
        det = hessian[0] * hessian[2] - hessian[1] ** 2
        a += (hessian[2] * gradient[0] - hessian[1] * gradient[1]) / det
        b += (hessian[0] * gradient[1] - hessian[1] * gradient[0]) / det
    return a, b


def logit(p: float) -> float:
    """Return the logarithm of the odds of *p*."""
    return log(p / (1 - p))


def calibrated(p: float, a: float, b: float) -> float:
    """Return the chance *p* after calibration with the curve of :func:`fitted`."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, a + b * logit(p)))))


def held_out(said: Sequence[float], won: Sequence[float]) -> list[float]:
    """Return every chance calibrated on the results in the other half of the positions."""
    curves = [fitted(said[half::2], won[half::2]) for half in (1, 0)]
    return [calibrated(p, *curves[i % 2]) for i, p in enumerate(said)]


def report(rows: Sequence[Mapping[str, float]]) -> Iterator[str]:
    """Yield the lines of the report."""
    won = [row["won"] for row in rows]
    yield f"{len(rows)} positions, {sum(won) / len(won):.1%} won; a coin: Brier 0.250"
    yield "worlds | Brier | calibrated | curve | too high by"
    for kind in KINDS:
        said = [row[kind] for row in rows]
        off = Interval.of([s - w for s, w in zip(said, won, strict=True)])
        a, b = fitted(said, won)
        yield (
            f"{kind} | {_brier(said, won)} | {_brier(held_out(said, won), won)} | "
            f"{a:+.2f} {b:.2f} | {100 * off.mean:+.1f} ± {100 * (off.high - off.mean):.1f} %"
        )
    yield "posterior | positions | predicted | won"
    for b in range(BINS):
        low, high = b / BINS, (b + 1) / BINS
        part = [row for row in rows if low <= row["posterior"] < high]
        if part:
            mean = sum(row["posterior"] for row in part) / len(part)
            share = Interval.of_chance([row["won"] for row in part])
            yield (
                f"{low:.0%} to {high:.0%} | {len(part)} | {mean:.0%} | "
                f"{share.mean:.0%} ({share.low:.0%} to {share.high:.0%})"
            )


def _brier(said: Sequence[float], won: Sequence[float]) -> str:
    errors = Interval.of([(s - w) ** 2 for s, w in zip(said, won, strict=True)])
    return f"{errors.mean:.3f} ± {errors.high - errors.mean:.3f}"


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.posterior", description=__doc__)
    parser.add_argument("--ruleset", default="sabra", help="the rules")
    parser.add_argument("--policies", nargs="+", default=["most_tiles"], help="drawn for each seat")
    parser.add_argument("--seats", type=int, default=2, help="the number of players")
    parser.add_argument("--rounds", type=int, default=500, help="the number of rounds")
    parser.add_argument("--worlds", type=int, default=100, help="the worlds of each position")
    parser.add_argument("--first", type=int, default=0, help="the first round's number")
    parser.add_argument("--out", type=Path, help="a file to save every position to")
    options = parser.parse_args()
    rules, policies = ruleset(options.ruleset), [Policy(each) for each in options.policies]
    out: Path | None = options.out
    rows = (
        [json.loads(line) for line in out.read_text().splitlines()] if out and out.exists() else []
    )
    done = {row["round"] for row in rows}
    for number in range(options.first, options.first + options.rounds):
        at = None if number in done else stopped(rules, policies, options.seats, number)
        if at is None:
            continue
        row = {"round": number, "won": float(at.winner == at.state.to_move)}
        rows.append(row | chances(rules, at, options.worlds))
        if out:
            with out.open("a") as file:
                file.write(json.dumps(rows[-1]) + "\n")
    print(*report(rows), sep="\n")


if __name__ == "__main__":
    main()
