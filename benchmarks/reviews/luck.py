"""How even the luck of a review is, and how much of the results it explains.

``python -m benchmarks.reviews.luck husbandry husbandry`` plays rounds between two players, levels
or policies of the simulator, and looks at one seat of each, in turn. It prints for each player: the
rounds won; the luck of the deal and of draws; the result without luck, and the variance of both. A
draw is compared with what the pool really has, which no seat knows: there the expectation is 0
exactly, and it is quick. With ``--worlds N`` it is compared with the pools of so many worlds, as in
a review, and the last line says by how much that is wrong on average. With ``--out FILE`` every
round is kept there, and the same command with more ``--rounds`` goes on.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean, pvariance

from tilerummy.players import Player, player
from tilerummy.players.evaluation import Interval, Posterior
from tilerummy.players.evaluation.opponents import ANYBODY, HUSBANDRY
from tilerummy.records import Record
from tilerummy.review.moments import Moment, rounds_of
from tilerummy.review.rollouts.draws import deal_luck, draw_luck
from tilerummy.round import Round
from tilerummy.rules import Ruleset
from tilerummy.simulator import Policy, PolicyPlayer
from tilerummy.state import Phase, State, apply
from tilerummy.tiles import Tile

Row = Mapping[str, float | str | None]


def member(name: str, chance: Random) -> Player:
    """Return the player of a level or a policy."""
    if name in [*Policy]:
        return PolicyPlayer(Policy(name), chance)
    return player(name, chance, milliseconds=None)


def played(rules: str, names: Sequence[str], number: int) -> Record:
    """Return the record of a round between these players."""
    game = Round(rules, seats=len(names), seed=number)
    players = [member(name, Random(f"{number} {seat}")) for seat, name in enumerate(names)]
    while game.phase is not Phase.OVER:
        seat = game.to_move
        game.push(*players[seat].choose(game.rules, game.view(seat), seat))
    return game.record()


def luck_of(rules: str, names: Sequence[str], number: int, worlds: int) -> Row:
    """Return the luck of one seat of a round: by the true pools, and by those of *worlds*."""
    seat = number % len(names)
    record = played(rules, names, number)
    (only,) = rounds_of(record, seat)
    events = record.rounds[0].events
    state, seen = State.before_deal(len(names)), 0
    true, likely = 0.0, 0.0
    for moment in only.moments:
        for event in events[seen : len(moment.history)]:
            state = apply(state, event)
        seen = len(moment.history)
        if not moment.drawn:
            continue
        true += draw_luck(record.rules, moment.view, moment.drawn, Counter(state.pool)) or 0.0
        if worlds:
            pools = likely_pools(record.rules, moment, worlds, careful=set(names) == {"husbandry"})
            likely += draw_luck(record.rules, moment.view, moment.drawn, pools) or 0.0
    assert only.ended is not None
    return {
        "round": number,
        "player": names[seat],
        "won": float(only.ended.winner == seat),
        "deal": deal_luck(record.rules, only.moments[0]) if only.moments else 0.0,
        "true": true,
        "likely": likely if worlds else None,
    }


def likely_pools(rules: Ruleset, moment: Moment, worlds: int, *, careful: bool) -> Counter[Tile]:
    """Return the pools of so many worlds, all in one; *careful* others are known to be so."""
    field = (HUSBANDRY,) if careful else ANYBODY
    posterior = Posterior(
        rules, moment.view, moment.history, chance=Random(moment.seed), field=field
    )
    return Counter(tile for world in posterior.worlds(worlds) for tile in world.pool)


def report(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the lines of the report."""
    for name in dict.fromkeys(str(row["player"]) for row in rows):
        mine = [row for row in rows if row["player"] == name]
        won = [_number(row["won"]) for row in mine]
        deal = [_number(row["deal"]) for row in mine]
        yield f"{name}: {len(mine)} rounds, won {_mean(won)}, the deal {_mean(deal)}"
        for kind in ("true", "likely"):
            if any(row[kind] is None for row in mine):
                continue
            draws = [_number(row[kind]) for row in mine]
            adjusted = [w - a - b for w, a, b in zip(won, deal, draws, strict=True)]
            yield (
                f"  by the {kind} pools: draws {_mean(draws)}, adjusted {_mean(adjusted)}, "
                f"variance {pvariance(won):.3f} and {pvariance(adjusted):.3f}"
            )
        if all(row["likely"] is not None for row in mine):
            wrong = [_number(row["likely"]) - _number(row["true"]) for row in mine]
            yield f"  likely less true {_mean(wrong)}"


def _number(value: float | str | None) -> float:
    assert isinstance(value, int | float)
    return float(value)


def _mean(values: Sequence[float]) -> str:
    if len(values) < 2:
        return f"{fmean(values):+.3f}"
    found = Interval.of(values)
    return f"{found.mean:+.3f} ± {found.high - found.mean:.3f}"


def main() -> None:
    """Play, compare and report."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.reviews.luck", description=__doc__)
    parser.add_argument("players", nargs="+", help="a level or a policy for each seat")
    parser.add_argument("--ruleset", default="sabra", help="the rules")
    parser.add_argument("--rounds", type=int, default=100, help="the number of rounds")
    parser.add_argument("--worlds", type=int, default=0, help="the worlds of each draw")
    parser.add_argument("--out", type=Path, help="a file that keeps every round")
    options = parser.parse_args()
    out: Path | None = options.out
    kept = out.read_text().splitlines() if out and out.exists() else []
    rows: list[Row] = [json.loads(line) for line in kept]
    for number in range(len(rows), options.rounds):
        rows.append(luck_of(options.ruleset, options.players, number, options.worlds))
        if out:
            with out.open("a") as file:
                file.write(json.dumps(rows[-1]) + "\n")
    print(*report(rows), sep="\n")


if __name__ == "__main__":
    main()
