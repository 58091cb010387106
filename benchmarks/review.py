"""Times the review of a game, with proven errors only and at quick depth on two cores.

``python -m benchmarks.review`` plays games between casual players and reviews every seat.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from time import perf_counter, process_time

from tilerummy.cli.review.command import review_workers
from tilerummy.players import player
from tilerummy.records import Record
from tilerummy.review import Depth, ReviewSettings, ReviewWorkers, review
from tilerummy.review.rollouts.tasks import SERIAL
from tilerummy.round import Round
from tilerummy.state import Phase

GAMES = (
    ("sabra", 2, 0),
    ("sabra", 2, 1),
    ("sabra", 4, 0),
    ("rummikub", 2, 0),
    ("american", 2, 0),
    ("international", 2, 0),
)
"""The ruleset, the number of players and the seed of each game."""

CERTAIN, QUICK = 1.0, 20.0
"""The maximum seconds for reviewing a game between two players."""

CORES = 2


def played(rules: str, seats: int, seed: int) -> Record:
    """Record a game between casual players."""
    game = Round(rules, seats=seats, seed=seed)
    players = [
        player("casual", Random(f"{seed} {seat}"), milliseconds=None) for seat in range(seats)
    ]
    while game.phase is not Phase.OVER:
        seat = game.to_move
        game.push(*players[seat].choose(game.rules, game.view(seat), seat))
    return game.record()


def reviewed(record: Record, depth: Depth, team: ReviewWorkers = SERIAL) -> int:
    """Review every seat and return the number of decisions."""
    settings = ReviewSettings(depth=depth, workers=team)
    return sum(len(review(record, seat, settings).decisions) for seat in range(record.seats))


def lines() -> Iterator[str]:
    """Yield the rows of the table."""
    yield "| game | players | decisions | certain, s | quick, s | CPU s | goal |"
    yield "|---|---:|---:|---:|---:|---:|---|"
    for rules, seats, seed in GAMES:
        record = played(rules, seats, seed)
        begun = perf_counter()
        decisions = reviewed(record, Depth.CERTAIN)
        certain = perf_counter() - begun
        with review_workers(CORES) as team:
            begun = perf_counter()
            reviewed(record, Depth.QUICK, team)
            quick = perf_counter() - begun
        begun = process_time()
        reviewed(record, Depth.QUICK)
        cpu = process_time() - begun
        goal = f"certain ≤ {CERTAIN:g} s, quick ≤ {QUICK:g} s" if seats == 2 else ""
        times = f"{certain:.2f} | {quick:.1f} | {cpu:.1f}"
        yield f"| {rules} | {seats} | {decisions} | {times} | {goal} |"


if __name__ == "__main__":
    for line in lines():
        print(line, flush=True)
