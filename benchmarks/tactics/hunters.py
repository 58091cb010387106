"""How much a hunter of International gains by what it weighs: paired rounds of quick tactics.

``python -m benchmarks.tactics.hunters`` lets two hunters play the same deals from both seats
against one that hunts for melds alone: the expert's, and the same without what it weighs several
closed hands together for. It prints rounds won and points ahead of each, and their difference on
the same deals, with 95 % intervals. ``--together 30 300`` tries other weights.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from statistics import fmean, stdev

from tilerummy.players.draw_discard.expert import DRAW_DISCARD_EXPERT
from tilerummy.players.draw_discard.tactics.hunter import Hunter
from tilerummy.players.draw_discard.world.playing import PlayedOut, play_out
from tilerummy.players.draw_discard.world.reading import world_of
from tilerummy.players.draw_discard.world.world import PackedWorld
from tilerummy.rules import begin, chance, ruleset
from tilerummy.state import State, fold

RULES = ruleset("international")

MELDS_ALONE = Hunter(types=(1,))
"""Who waits for groups and runs, as the club does."""


def dealt(number: int) -> PackedWorld:
    """Return the world of deal *number*, with all racks and the pool open."""
    seed = f"hunters {number}".encode().ljust(32)
    drawn = chance(RULES.deal, RULES.tiles, seats=2, seed=seed)
    state = fold(begin(RULES, drawn, seats=2), State.before_deal(2))
    world = world_of(RULES, state)
    units = world.terms.packing.units
    world.pool = [units[tile] for tile in reversed(state.pool)]
    return world


def outcomes(hunter: Hunter, deals: range) -> tuple[list[float], list[float]]:
    """Return the share of rounds that *hunter* won of each deal, and its points ahead."""
    won, ahead = list[float](), list[float]()
    for number in deals:
        ends = [_played(hunter, number, seat) for seat in range(2)]
        won.append(fmean(end.winner == seat for seat, end in enumerate(ends)))
        ahead.append(fmean(end.ahead(seat) for seat, end in enumerate(ends)))
    return won, ahead


def _played(hunter: Hunter, number: int, seat: int) -> PlayedOut:
    tactics = [MELDS_ALONE] * 2
    tactics[seat] = hunter
    return play_out(dealt(number), tactics)


def _text(values: Sequence[float], times: float = 1) -> str:
    margin = 1.96 * stdev(values) / len(values) ** 0.5
    return f"{times * fmean(values):+.1f} ± {times * margin:.1f}"


def report(weights: Sequence[float], deals: range) -> Iterator[str]:
    """Yield the lines of the report, that without weighing together first."""
    expert = DRAW_DISCARD_EXPERT.hunter
    plain_won, plain_ahead = outcomes(replace(expert, together=0.0), deals)
    yield f"{len(deals)} deals, each from both seats"
    yield f"together 0: {_text(plain_won, 100)} % won, {_text(plain_ahead)} points"
    for weight in weights:
        won, ahead = outcomes(replace(expert, together=weight), deals)
        more_won = [a - b for a, b in zip(won, plain_won, strict=True)]
        more_ahead = [a - b for a, b in zip(ahead, plain_ahead, strict=True)]
        yield f"together {weight:g}: {_text(won, 100)} % won, {_text(ahead)} points"
        yield f"    difference: {_text(more_won, 100)} in 100, {_text(more_ahead)} points"


def main() -> None:
    """Play and report."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tactics.hunters")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    weights = [DRAW_DISCARD_EXPERT.hunter.together]
    parser.add_argument("--together", type=float, nargs="+", default=weights)
    given = parser.parse_args()
    for line in report(given.together, range(given.first, given.first + given.deals)):
        print(line, flush=True)


if __name__ == "__main__":
    main()
