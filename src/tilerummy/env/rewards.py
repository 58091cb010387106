"""What each seat is rewarded with at the end of a round: always zero in sum."""

from __future__ import annotations

from collections.abc import Callable

from tilerummy.rules import Ruleset
from tilerummy.state import Ended

Reward = Callable[[Ruleset, Ended], tuple[float, ...]]


def by_wins(_rules: Ruleset, ended: Ended) -> tuple[float, ...]:
    """Return 1 for the winner and -1, shared among them, for the others; 0 without a winner."""
    seats = len(ended.scores)
    if ended.winner is None:
        return (0.0,) * seats
    return tuple(1.0 if seat == ended.winner else -1.0 / (seats - 1) for seat in range(seats))


def by_points(rules: Ruleset, ended: Ended) -> tuple[float, ...]:
    """Return how many points each seat is ahead of the mean; where low totals win, behind it."""
    mean = sum(ended.scores) / len(ended.scores)
    sign = -1.0 if rules.scoring.low_wins else 1.0
    return tuple(sign * (score - mean) for score in ended.scores)


REWARDS: dict[str, Reward] = {"wins": by_wins, "points": by_points}
"""The ways to reward, by name."""


def reward(name: str) -> Reward:
    """Return the way to reward with that *name*."""
    if name not in REWARDS:
        raise ValueError(f"rewards are {' or '.join(map(repr, REWARDS))}, not {name!r}")
    return REWARDS[name]
