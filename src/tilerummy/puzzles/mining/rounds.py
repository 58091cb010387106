"""Rounds to look for puzzles in: self-play from a seed, or those of a record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import sha256
from random import Random
from typing import Final

from tilerummy.players import play_round, player
from tilerummy.rules import Ruleset
from tilerummy.simulator import Policy, simulated_events
from tilerummy.state import Event, Moved, Phase, State, apply
from tilerummy.tiles import HIDDEN

RULES: Final = (
    *("sabra", "rummikub", "sabra", "international", "sabra+joker.melds=free"),
    *("rummikub", "sabra", "international", "american", "sabra+joker.melds=free"),
)
"""The rules of the rounds that are played, one after the other."""

_POLICIES = (Policy.OWN_MELDS, Policy.HUSBANDRY, Policy.MOST_TILES, Policy.RANDOM)
"""They leave much undone."""

_LEVELS = ("casual", "club", "club")

_TURN_BEGINS = (Phase.ACT, Phase.MELD)


def self_play(rules: Ruleset, seed: str) -> tuple[Event, ...]:
    """Return the events of a round for two to four, all of which follows from the *seed*."""
    chance = Random(f"{seed} players")
    deal = sha256(seed.encode()).digest()
    if rules.draws_and_discards:
        level = chance.choice(_LEVELS)
        players = [player(level, Random(f"{seed} {n}")) for n in range(2)]
        return play_round(rules, players, seed=deal)
    policies = [chance.choice(_POLICIES) for _ in range(chance.choice((2, 2, 3, 4)))]
    return simulated_events(rules, policies, deal)


def turns(events: Iterable[Event], seats: int) -> Iterator[State]:
    """Yield the state at the beginning of each turn, after the draw where a turn begins with one.

    Turns of a seat whose tiles were not written down are left out.
    """
    state = State.before_deal(seats)
    for event in events:
        state = apply(state, event)
        begins = isinstance(event, Moved) and event.phase in _TURN_BEGINS and not state.plays
        if begins and HIDDEN not in state.mover.rack:
            yield state
