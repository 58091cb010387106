"""Small values that rulesets are made of: enumerations, and the penalties."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Direction(StrEnum):
    """Which way round the turn passes; seats are numbered in playing order either way."""

    CLOCKWISE = "cw"
    COUNTERCLOCKWISE = "ccw"


class EmptyPool(StrEnum):
    """When a round ends for want of tiles."""

    FIRST_PASS = "first_pass"  # S4 "the next player in turn cannot or does not wish to lay down"
    ALL_PASS = "all_pass"  # S1 "If no player is able to go on, the game ends"


class InvalidPlay(StrEnum):
    """What happens when an illegal play is declared finished."""

    REFUSE = "refuse"
    PENALTY = "penalty"


class TakeDiscard(StrEnum):
    """When the previous player's discard may be drawn."""

    NEVER = "never"
    OPENED_EARLIER = "opened_earlier"  # S4 American "From your next turn onwards"
    ALWAYS = "always"  # S4 International "always permitted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalties:
    """How many tiles are drawn for a time-out and for an illegal table, and if that is strict."""

    timeout: int = 1
    invalid: int = 3
    invalid_play: InvalidPlay = InvalidPlay.REFUSE
