"""The small types that rulesets consist of: enumerations and penalties."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Direction(StrEnum):
    """The direction of play. In both cases, seats are numbered in playing order."""

    CLOCKWISE = "cw"
    COUNTERCLOCKWISE = "ccw"


class EmptyPool(StrEnum):
    """The condition that ends a round when the pool has run out."""

    FIRST_PASS = "first_pass"  # S4 "the next player in turn cannot or does not wish to lay down"
    ALL_PASS = "all_pass"  # S1 "If no player is able to go on, the game ends"


class InvalidPlay(StrEnum):
    """The consequence of submitting an illegal play."""

    REFUSE = "refuse"
    PENALTY = "penalty"


class TakeDiscard(StrEnum):
    """When the previous player's discard may be taken."""

    NEVER = "never"
    OPENED_EARLIER = "opened_earlier"  # S4 American "From your next turn onwards"
    ALWAYS = "always"  # S4 International "always permitted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalties:
    """The penalty tiles for time-outs and illegal tables, and the response to illegal plays."""

    timeout: int = 1
    invalid: int = 3
    invalid_play: InvalidPlay = InvalidPlay.REFUSE
