"""Measures how long computer players take for a turn, and how strong the levels are.

``python -m benchmarks.players`` prints their strength; ``--deals 200`` is more precise, ``--preset
sabra --seats 4`` selects a game, ``--levels beginner club`` selects levels.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from random import Random

from benchmarks.timing import Timing, timed
from tilerummy.players import PLAYERS, player
from tilerummy.players.arena import against
from tilerummy.rules import PRESETS, Ruleset, begin, chance, decide_all, ruleset
from tilerummy.state import Phase, State, conceal, fold

GAMES = ("sabra", "rummikub", "mcgraw", "american", "international")
"""The games to measure: one per family, and the one with the most difficult joker rules."""

GOAL = "p99 ≤ 50000 µs"


def measurements() -> Iterator[tuple[str, str, Timing]]:
    """Yield a name, a goal and the times of a turn for each measurement."""
    for name in GAMES:
        rules = PRESETS[name]
        views = [*_views(rules)]
        for level in PLAYERS:
            choosing: list[Callable[[], object]] = [
                partial(_choose, level, rules, view) for view in views
            ]
            yield (
                f"a move by {level}, {name}, three players",
                GOAL if level == "club" else "",
                timed(choosing, repeats=1),
            )


def _choose(level: str, rules: Ruleset, view: State) -> None:
    player(level, Random(1), milliseconds=PLAYERS[level].milliseconds).choose(
        rules, view, view.to_move
    )


def _views(rules: Ruleset) -> Iterator[State]:
    """Yield the movers' views in two rounds."""
    for seed in range(2):
        levels = [player(level, Random(seed), milliseconds=None) for level in PLAYERS]
        drawn = chance(rules.deal, rules.tiles, seats=len(levels), seed=bytes([seed]) * 32)
        state = fold(begin(rules, drawn, seats=len(levels)), State.before_deal(len(levels)))
        while state.phase is not Phase.OVER:
            seat = state.to_move
            view = conceal(state, seat)
            yield view
            actions = levels[seat].choose(rules, view, seat)
            state = fold(decide_all(rules, state, actions, seat=seat), state)


def strengths(
    presets: Sequence[str] = GAMES,
    *,
    seats: int = 2,
    deals: int = 20,
    levels: Sequence[str] = tuple(PLAYERS),
) -> Iterator[str]:
    """Yield the lines of a table with every level against the one below."""
    yield "| game | seats | deals | player | against | rounds won | points ahead per round |"
    yield "|---|---:|---:|---|---|---:|---:|"
    for name in presets:
        for lower, higher in pairwise(levels):
            outcome = against(
                ruleset(name), PLAYERS[higher], PLAYERS[lower], seats=seats, deals=deals
            )
            wins, points = outcome.wins, outcome.points
            yield (
                f"| {name} | {seats} | {deals} | {higher} | {lower} "
                f"| {100 * wins.mean:.0f} ± {100 * wins.margin:.0f} % "
                f"| {points.mean:+.0f} ± {points.margin:.0f} |"
            )


def main() -> None:
    """Print the strength of the levels."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.players", description=__doc__)
    parser.add_argument("--preset", nargs="*", default=GAMES, help="the games")
    parser.add_argument("--seats", type=int, default=2, help="players at the table")
    parser.add_argument("--deals", type=int, default=50, help="deals, each played from every seat")
    parser.add_argument("--levels", nargs="*", default=[*PLAYERS], help="levels, weakest first")
    options = parser.parse_args()
    for line in strengths(
        options.preset, seats=options.seats, deals=options.deals, levels=options.levels
    ):
        print(line, flush=True)


if __name__ == "__main__":
    main()
