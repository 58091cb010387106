"""Measures how a penalty for never having opened changes the value of waiting.

One player of each table follows one strategy, and all other players follow another. The strategies
differ only in when they lay tiles:

* *lay*: opens as soon as it can and lays everything it can, except jokers (``SAVE_JOKERS``);
* *open*: opens as soon as it can, then draws until it can go out (``HOLD_AFTER_OPENING``);
* *wait*: never opens before it can go out (``HOLD_BEFORE_OPENING``).

None reacts to the penalty, so a round is simulated once and scored for every penalty. The deals
have the seeds 0 to N - 1, each once for every seat of the single player; all strategies get the
same deals. ``python -m benchmarks.waiting --picture`` prints the tables of docs/waiting.md and
writes docs/waiting.svg. Five and six play with the set of 160 tiles.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import fmean, stdev

from tilerummy.rules import Ruleset, for_seats, ruleset
from tilerummy.simulator import ENDINGS, Policy, simulate

STRATEGIES = {
    "lay": Policy.SAVE_JOKERS,
    "open": Policy.HOLD_AFTER_OPENING,
    "wait": Policy.HOLD_BEFORE_OPENING,
}
PENALTIES = (0, 25, 50, 100, 150, 200, 300)
PAIRS = (("wait", "lay"), ("wait", "open"))
"""The strategies of the single player and of the other players."""
MATCH = 5
"""The rounds of a match, as at the Mind Sports Olympiad."""
MATCHES = 5_000
"""The number of matches that are put together from the rounds at random."""
PICTURE = Path(__file__).parents[1] / "docs" / "waiting.svg"


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round's scores without penalties, by seat, and which seats never opened."""

    single: int
    winner: int
    scores: tuple[int, ...]
    unopened: tuple[bool, ...]
    went_out: bool

    def scored(self, penalty: int) -> tuple[int, ...]:
        """Return the scores with a penalty for seats that never opened (RULES 2.3 and 5.2)."""
        lost = [-score for score in self.scores]
        lost[self.winner] = 0
        lost = [n + penalty * u for n, u in zip(lost, self.unopened, strict=True)]
        if self.went_out:
            lost[self.winner] = 0
        least = min(lost)
        scores = [least - n for n in lost]
        best = self.winner if self.went_out else lost.index(least)
        scores[best] = -sum(s for seat, s in enumerate(scores) if seat != best)
        return tuple(scores)


def played(
    rules: Ruleset, one: Policy, others: Policy, seats: int, deals: int
) -> Iterator[PlayedRound]:
    """Yield the rounds of one player against copies of another, in every seat."""
    for single in range(seats):
        policies = [others] * seats
        policies[single] = one
        rounds = simulate(rules, policies, range(deals), log=True)
        log = rounds.log
        opened = {
            (number, seat)
            for number, seat, plays in zip(log.rounds, log.seats, log.plays, strict=True)
            if plays
        }
        for number in range(deals):
            yield PlayedRound(
                single,
                rounds.winners[number],
                rounds.scores_of(number),
                tuple((number, seat) not in opened for seat in range(seats)),
                ENDINGS[rounds.endings[number]] == "went_out",
            )


@dataclass(frozen=True, slots=True)
class Outcome:
    """The single player's results with a penalty, each with its 95% margin.

    ``points`` are per round. ``rounds`` and ``matches`` are shares of wins in percent.
    """

    penalty: int
    points: float
    margin: float
    rounds: float
    matches: float
    matches_margin: float


def outcome(rounds: Sequence[PlayedRound], penalty: int, rng: Random) -> Outcome:
    """Return the single player's points per round and its shares of rounds and matches."""
    scored = [(r.single, r.scored(penalty)) for r in rounds]
    own = [scores[single] for single, scores in scored]
    won = fmean(r.winner == r.single for r in rounds)
    matches = 0.0
    for _ in range(MATCHES):
        totals = [0] * len(scored[0][1])
        for single, scores in rng.choices(scored, k=MATCH):
            for at, score in enumerate(scores[single:] + scores[:single]):
                totals[at] += score
        best = max(totals)
        matches += (totals[0] == best) / totals.count(best)
    share = matches / MATCHES
    error = (share * (1 - share) * MATCH / len(rounds)) ** 0.5
    return Outcome(
        penalty,
        fmean(own),
        1.96 * stdev(own) / len(own) ** 0.5,
        100 * won,
        100 * share,
        196 * error,
    )


def turning_point(outcomes: Sequence[Outcome]) -> str:
    """Return the penalty at which the single player's points turn negative, as text."""
    if outcomes[0].points < 0:
        return "0"
    for before, after in pairwise(outcomes):
        if after.points < 0:
            part = before.points / (before.points - after.points)
            return f"{before.penalty + part * (after.penalty - before.penalty):.0f}"
    return f"none up to {outcomes[-1].penalty}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the tables and write the picture."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.waiting", description=__doc__)
    parser.add_argument("--rounds", type=int, default=2400, help="rounds in each row")
    parser.add_argument("--seats", type=int, nargs="*", default=[2, 3, 4, 5, 6])
    parser.add_argument("--rules", default="sabra", help="the ruleset, without penalties")
    parser.add_argument("--picture", action="store_true", help="write docs/waiting.svg")
    options = parser.parse_args(arguments)
    rules = ruleset(options.rules)
    curves: dict[tuple[str, str, int], list[Outcome]] = {}
    for one, others in PAIRS:
        print(f"\nA player who plays *{one}* among players who play *{others}*:\n")
        print("| players | fair share | " + " | ".join(map(str, PENALTIES)) + " | turns at |")
        print("|---|---|" + "---|" * (len(PENALTIES) + 1))
        for seats in options.seats:
            rounds = [
                *played(
                    for_seats(rules, seats),
                    STRATEGIES[one],
                    STRATEGIES[others],
                    seats,
                    options.rounds // seats,
                )
            ]
            found = [outcome(rounds, penalty, Random(seats)) for penalty in PENALTIES]
            curves[one, others, seats] = found
            cells = " | ".join(
                f"{o.points:+.0f} ± {o.margin:.0f}; {o.matches:.0f} ± {o.matches_margin:.0f} %"
                for o in found
            )
            turns = turning_point(found)
            print(f"| {seats} | {100 / seats:.0f} % | {cells} | {turns} |", flush=True)
        shares = (f"{n} players {curves[one, others, n][0].rounds:.0f} %" for n in options.seats)
        print(f"\nShare of rounds won, with any penalty: {', '.join(shares)}")
    if options.picture:
        PICTURE.write_text(picture(curves, options.seats), encoding="utf-8")
    return 0


WIDTH, HEIGHT, LEFT, TOP, LOW, HIGH = 340, 260, 44, 40, -250, 200
COLOURS = ("#1f6f5c", "#b3541e", "#3b5fa4", "#8a3b76", "#6d6a1f")


def picture(curves: dict[tuple[str, str, int], list[Outcome]], seats: Sequence[int]) -> str:
    """Return a plot of the points of one who waits, against the penalty, as SVG."""
    width, height = 2 * WIDTH + 20, HEIGHT + 90
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        "<title>Points per round of one who waits, by penalty and number of players</title>",
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        '<g font-family="sans-serif" font-size="12" fill="#222">',
    ]
    for panel, others in enumerate(("lay", "open")):
        left = LEFT + panel * (WIDTH + 10)
        parts.append(
            f'<text x="{left}" y="20" font-weight="bold">against players who {others}</text>'
        )
        for points in range(LOW, HIGH + 1, 50):
            y = _height(points)
            stroke = "#444" if points == 0 else "#ddd"
            parts.append(f'<path d="M{left} {y:.1f}h{WIDTH - 60}" stroke="{stroke}"/>')
            parts.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{points}</text>')
        for penalty in (0, 100, 200, 300):
            at = f'x="{_across(left, penalty):.1f}" y="{HEIGHT + TOP + 16}"'
            parts.append(f'<text {at} text-anchor="middle">{penalty}</text>')
        for colour, n in zip(COLOURS, seats, strict=False):
            line = " ".join(
                f"{_across(left, o.penalty):.1f},{_height(o.points):.1f}"
                for o in curves["wait", others, n]
            )
            style = f'fill="none" stroke="{colour}" stroke-width="2"'
            parts.append(f'<polyline points="{line}" {style}/>')
    for place, (colour, n) in enumerate(zip(COLOURS, seats, strict=False)):
        x = LEFT + place * 100
        parts.append(f'<path d="M{x} {HEIGHT + 76}h20" stroke="{colour}" stroke-width="3"/>')
        parts.append(f'<text x="{x + 26}" y="{HEIGHT + 80}">{n} players</text>')
    return "\n".join([*parts, "</g>", "</svg>", ""])


def _across(left: int, penalty: int) -> float:
    return left + (WIDTH - 60) * penalty / 300


def _height(points: float) -> float:
    return TOP + HEIGHT * (HIGH - min(max(points, LOW), HIGH)) / (HIGH - LOW)


if __name__ == "__main__":
    sys.exit(main())
