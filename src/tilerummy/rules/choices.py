"""The small values that make up a ruleset: enumerations and penalties."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Direction(StrEnum):
    """The direction of play; seats are numbered in playing order either way."""

    CLOCKWISE = "cw"
    COUNTERCLOCKWISE = "ccw"


class EmptyPool(StrEnum):
    """The condition that ends a round after the pool runs out."""

    FIRST_PASS = "first_pass"  # S4 "the next player in turn cannot or does not wish to lay down"
    ALL_PASS = "all_pass"  # S1 "If no player is able to go on, the game ends"


class InvalidPlay(StrEnum):
    """The consequence of submitting an illegal play."""

    REFUSE = "refuse"
    PENALTY = "penalty"


class TakeDiscard(StrEnum):
    """The condition for taking the previous player's discard."""

    NEVER = "never"
    OPENED_EARLIER = "opened_earlier"  # S4 American "From your next turn onwards"
    ALWAYS = "always"  # S4 International "always permitted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalties:
    """The penalty tiles for a time-out and for an illegal table, and whether play is strict."""

    timeout: int = 1
    invalid: int = 3
    invalid_play: InvalidPlay = InvalidPlay.REFUSE
