"""The balance of luck in reviews, and the share of results that it explains.

``python -m benchmarks.reviews.luck save_jokers save_jokers`` plays rounds between two levels or
policies and analyses every seat. For each player it prints the rounds won, the luck of the deal and
of draws, the result without luck, the variance of both results, and the variance reduction, with a
95 % interval by bootstrap over rounds.

By default, each draw is compared with the true pool, which seats cannot see: this is quick, and the
expected luck is exactly 0. Like a review, ``--worlds N`` compares it with the pools of N sampled
worlds; the last line then shows the mean error. ``--out FILE`` saves every round, and the same
command with more ``--rounds`` resumes. Rounds are numbered from ``--first``, because the value's
weights were fitted to other rounds (``benchmarks.reviews.weights``).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import fmean, pvariance

from tilerummy.players import Player, player
from tilerummy.players.evaluation import Interval, Posterior
from tilerummy.players.evaluation.opponents import ALL_OPPONENTS, SAVE_JOKERS
from tilerummy.records import Record
from tilerummy.review.decision_points import DecisionPoint, rounds_of
from tilerummy.review.rollouts.draws import deal_luck, draw_luck
from tilerummy.round import Round
from tilerummy.rules import Ruleset
from tilerummy.simulator import Policy, PolicyPlayer
from tilerummy.simulator.policies import POLICY_NAMES
from tilerummy.state import Phase, State, apply
from tilerummy.tiles import Tile

Row = Mapping[str, float | str | None]

SAMPLES = 1000
"""The number of bootstrap samples."""


def member(name: str, rng: Random) -> Player:
    """Return a player, given a level's or policy's name."""
    if name in POLICY_NAMES:
        return PolicyPlayer(Policy(name), rng)
    return player(name, rng, milliseconds=None)


def played(rules: str, names: Sequence[str], number: int) -> Record:
    """Play a round between these players and return its record."""
    game = Round(rules, seats=len(names), seed=number)
    players = [member(name, Random(f"{number} {seat}")) for seat, name in enumerate(names)]
    while game.phase is not Phase.OVER:
        seat = game.to_move
        game.push(*players[seat].choose(game.rules, game.view(seat), seat))
    return game.record()


def drawn(record: Record, seat: int) -> Iterator[tuple[DecisionPoint, Counter[Tile]]]:
    """Yield each state in the round before *seat* drew, with the true pool."""
    (only,) = rounds_of(record, seat)
    events = record.rounds[0].events
    state, seen = State.before_deal(record.seats), 0
    for point in only.decision_points:
        for event in events[seen : len(point.history)]:
            state = apply(state, event)
        seen = len(point.history)
        if point.drawn:
            yield point, Counter(state.pool)


def lucks(rules: str, names: Sequence[str], number: int, worlds: int) -> Iterator[Row]:
    """Yield each seat's luck in a round, measured with the true pools and with sampled *worlds*."""
    record = played(rules, names, number)
    for seat, name in enumerate(names):
        true = likely = 0.0
        for point, pool in drawn(record, seat):
            true += draw_luck(record.rules, point.view, point.drawn, pool) or 0.0
            if worlds:
                careful = set(names) == {"save_jokers"}
                pools = likely_pools(record.rules, point, worlds, careful=careful)
                likely += draw_luck(record.rules, point.view, point.drawn, pools) or 0.0
        (only,) = rounds_of(record, seat)
        assert only.ended is not None
        yield {
            "round": number,
            "player": name,
            "won": float(only.ended.winner == seat),
            "deal": deal_luck(record.rules, only.decision_points[0])
            if only.decision_points
            else 0.0,
            "true": true,
            "likely": likely if worlds else None,
        }


def likely_pools(
    rules: Ruleset, point: DecisionPoint, worlds: int, *, careful: bool
) -> Counter[Tile]:
    """Return the tiles in the pools of *worlds* sampled worlds.

    If *careful* is true, the opponents are known to save their jokers.
    """
    field = (SAVE_JOKERS,) if careful else ALL_OPPONENTS
    posterior = Posterior(rules, point.view, point.history, rng=Random(point.seed), field=field)
    return Counter(tile for world in posterior.worlds(worlds) for tile in world.pool)


def report(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of the report."""
    for name in dict.fromkeys(str(row["player"]) for row in rows):
        mine = [row for row in rows if row["player"] == name]
        rounds = [int(_number(row["round"])) for row in mine]
        won = [_number(row["won"]) for row in mine]
        deal = [_number(row["deal"]) for row in mine]
        mean = partial(_mean, rounds)
        yield f"{name}: {len({*rounds})} rounds, won {mean(won)}, the deal {mean(deal)}"
        for kind in ("true", "likely"):
            if any(row[kind] is None for row in mine):
                continue
            draws = [_number(row[kind]) for row in mine]
            adjusted = [w - a - b for w, a, b in zip(won, deal, draws, strict=True)]
            less, low, high = reduction(rounds, won, adjusted)
            yield (
                f"  by the {kind} pools: draws {mean(draws)}, adjusted {mean(adjusted)}, "
                f"variance {pvariance(won):.3f} and {pvariance(adjusted):.3f}, "
                f"less by {less:.1%} ({low:.1%} to {high:.1%})"
            )
        if all(row["likely"] is not None for row in mine):
            wrong = [_number(row["likely"]) - _number(row["true"]) for row in mine]
            yield f"  likely less true {mean(wrong)}"


def reduction(
    rounds: Sequence[int], results: Sequence[float], adjusted: Sequence[float]
) -> tuple[float, float, float]:
    """Return the relative reduction in variance by *adjusted*, with a 95 % interval.

    The interval is a bootstrap over *rounds*; a round's seats stay together.
    """
    sums: dict[int, list[float]] = {}
    for number, result, other in zip(rounds, results, adjusted, strict=True):
        each = sums.setdefault(number, [0.0] * 5)
        for i, part in enumerate((1.0, result, result**2, other, other**2)):
            each[i] += part
    every, rng = [*sums.values()], Random(0)
    found = sorted(_less(rng.choices(every, k=len(every))) for _ in range(SAMPLES))
    return _less(every), found[SAMPLES // 40], found[-1 - SAMPLES // 40]


def _less(sums: Iterable[Sequence[float]]) -> float:
    """Return the relative reduction in variance, from sums over all rounds."""
    n, a, aa, b, bb = map(sum, zip(*sums, strict=True))
    variance = aa / n - (a / n) ** 2
    return 1 - (bb / n - (b / n) ** 2) / variance if variance else 0.0


def _number(value: float | str | None) -> float:
    assert isinstance(value, int | float)
    return float(value)


def _mean(rounds: Sequence[int], values: Sequence[float]) -> str:
    """Return the mean with its 95 % interval; a round's seats are one observation."""
    sums: dict[int, list[float]] = {}
    for number, value in zip(rounds, values, strict=True):
        sums.setdefault(number, []).append(value)
    if len(sums) < 2:
        return f"{fmean(values):+.3f}"
    found = Interval.of([fmean(each) for each in sums.values()])
    return f"{found.mean:+.3f} ± {found.high - found.mean:.3f}"


def main() -> None:
    """Play, compare and report."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reviews.luck", description=__doc__)
    parser.add_argument("players", nargs="+", help="a level or a policy for each seat")
    parser.add_argument("--ruleset", default="sabra", help="the rules")
    parser.add_argument("--rounds", type=int, default=100, help="the number of rounds")
    parser.add_argument("--first", type=int, default=0, help="the first round's number")
    parser.add_argument("--worlds", type=int, default=0, help="the worlds of each draw")
    parser.add_argument("--out", type=Path, help="a file to save every round to")
    options = parser.parse_args()
    out: Path | None = options.out
    kept = out.read_text().splitlines() if out and out.exists() else []
    rows: list[Row] = [json.loads(line) for line in kept]
    done = {row["round"] for row in rows}
    for number in range(options.first, options.first + options.rounds):
        if number in done:
            continue
        new = [*lucks(options.ruleset, options.players, number, options.worlds)]
        rows += new
        if out:
            with out.open("a") as file:
                file.writelines(json.dumps(row) + "\n" for row in new)
    print(*report(rows), sep="\n")


if __name__ == "__main__":
    main()
