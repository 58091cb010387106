"""Starts a round from a seed, which determines the deal and the policies' random numbers."""

from __future__ import annotations

from tilerummy.rules import Ruleset, begin, chance
from tilerummy.state import Event, State, fold


def dealt_events(rules: Ruleset, seats: int, seed: bytes, starter: int | None) -> tuple[Event, ...]:
    """Deal as ``players.play_round`` does with this *seed*, and return the events."""
    lots = starter is None
    drawn = chance(rules.deal, rules.tiles, seats=seats, seed=seed, lots=lots)
    return begin(rules, drawn, seats=seats, starter=starter)


def dealt(rules: Ruleset, seats: int, seed: bytes, starter: int | None = None) -> State:
    """Return the state after the deal, which is the same as in ``players.play_round``."""
    return fold(dealt_events(rules, seats, seed, starter), State.before_deal(seats))


def policy_seed(seed: bytes) -> int:
    """Return the seed for the policies' random numbers, which is a number below 2**63."""
    return int.from_bytes(seed, "big") % (2**63 - 25)
