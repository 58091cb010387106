"""Rounds between the policies of the simulator as rows, thousands of turns in a second."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tilerummy.cli.simulate.rows import Batch
from tilerummy.players.arena import RoundJob
from tilerummy.rules import read_ruleset
from tilerummy.simulator import ACTIONS, Policy, Rounds, simulate

_ROUNDS = 256
"""How many rounds are played at a time."""


def fast_rows(jobs: Iterable[RoundJob], *, threads: int) -> Iterator[Batch]:
    """Yield the rows of *jobs*, which are rounds of the same players by the same rules."""
    waiting: list[RoundJob] = []
    for job in jobs:
        waiting.append(job)
        if len(waiting) == _ROUNDS:
            yield _rows(waiting, threads)
            waiting = []
    if waiting:
        yield _rows(waiting, threads)


def _rows(jobs: Sequence[RoundJob], threads: int) -> Batch:
    """Return the rows of some rounds."""
    first = jobs[0]
    policies = [Policy(text) for text in first.players]
    seeds = [job.deal_seed for job in jobs]
    rules = read_ruleset(first.ruleset)
    rounds = simulate(rules, policies, seeds, log=True, threads=threads)
    return _columns(rounds, first.players, [job.key.deal for job in jobs])


def _columns(rounds: Rounds, players: Sequence[str], numbers: Sequence[int]) -> Batch:
    """Return the columns of *rounds*, of which *numbers* are the numbers."""
    log, seats = rounds.log, rounds.seats
    each = [*zip(log.rounds, log.seats, strict=True)]
    return {
        "round": [numbers[number] for number in log.rounds],
        "turn": log.turns,
        "seat": log.seats,
        "player": [players[seat] for seat in log.seats],
        "action": [ACTIONS[action] for action in log.actions],
        "plays": log.plays,
        "tiles": log.tiles,
        "jokers": log.jokers,
        "points": log.points,
        "rack": log.racks,
        "rack_value": log.values,
        "pool": log.pools,
        "table": log.tables,
        "won": [int(rounds.winners[number] == seat) for number, seat in each],
        "score": [rounds.scores[number * seats + seat] for number, seat in each],
    }
