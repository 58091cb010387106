"""Types of opponents: how likely each behaviour is, and the policy for later turns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from tilerummy.simulator import Policy


class TurnBehaviour(IntEnum):
    """A seat's action in a turn, compared with what its tiles allowed."""

    DREW_UNABLE = 0
    """It drew, and no playable tile was found."""
    DREW_BUT_JOKER = 1
    """It drew and could have played only a joker."""
    DREW_ABLE = 2
    """It drew and could have played."""
    WAITED_UNABLE = 3
    """It had not opened and drew, because its tiles were not enough to open."""
    WAITED_ABLE = 4
    """It had not opened and drew, although it could have opened."""
    PLAYED_ALL = 5
    """It played everything that was found playable."""
    PLAYED_BUT_JOKER = 6
    """It played and could have added only a joker."""
    PLAYED_SOME = 7
    """It played and could have played more."""
    OPENED_ALL = 8
    """It opened and played everything that was found playable."""
    OPENED_BUT_JOKER = 9
    """It opened and could have added only a joker."""
    OPENED_SOME = 10
    """It opened and could have played more."""
    WAITED_LATE = 11
    """It had not opened and drew, although it could have opened and pool and table were small."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """A type of opponent: its policy, its frequency, and the probability of each behaviour.

    ``chances`` contains the probability of each :class:`TurnBehaviour`, in order, given that the
    behaviour is possible. All probabilities are above 0, because playability is judged one tile at
    a time, although sometimes several tiles can be played only together.
    """

    policy: Policy
    share: float
    chances: tuple[float, ...]

    def __post_init__(self) -> None:
        assert len(self.chances) == len(TurnBehaviour)
        assert all(0 < chance <= 1 for chance in self.chances)


def _opponent(
    policy: Policy,
    share: float,
    *,
    drew: tuple[float, float, float],
    waited: tuple[float, float, float],
    played: tuple[float, float, float],
    opened: tuple[float, float, float],
) -> Opponent:
    *early, late = waited
    return Opponent(policy, share, (*drew, *early, *played, *opened, late))


_CAREFUL = (0.95, 0.9, 0.05)
_NEVER = (0.01, 0.01, 0.01)

MOST_TILES = _opponent(
    Policy.MOST_TILES,
    0.25,
    drew=(0.9, 0.02, 0.01),
    waited=(0.98, 0.05, 0.05),
    played=(0.95, 0.05, 0.05),
    opened=(0.9, 0.05, 0.05),
)
SAVE_JOKERS = _opponent(
    Policy.SAVE_JOKERS,
    0.25,
    drew=(0.95, 0.95, 0.01),
    waited=(0.98, 0.05, 0.05),
    played=_CAREFUL,
    opened=_CAREFUL,
)
HOLD_AFTER_OPENING = _opponent(
    Policy.HOLD_AFTER_OPENING,
    0.1,
    drew=(1.0, 1.0, 0.98),
    waited=(0.98, 0.05, 0.05),
    played=_NEVER,
    opened=_CAREFUL,
)
HOLD_BEFORE_OPENING = _opponent(
    Policy.HOLD_BEFORE_OPENING,
    0.1,
    drew=(1.0, 1.0, 1.0),
    waited=(1.0, 1.0, 1.0),
    played=_NEVER,
    opened=_NEVER,
)
ADAPTIVE = _opponent(
    Policy.ADAPTIVE,
    0.1,
    drew=(1.0, 1.0, 1.0),
    waited=(1.0, 1.0, 0.05),
    played=_NEVER,
    opened=_NEVER,
)
CARELESS = _opponent(
    Policy.MOST_TILES,
    0.2,
    drew=(0.9, 0.6, 0.35),
    waited=(0.95, 0.4, 0.4),
    played=(0.5, 0.5, 0.4),
    opened=(0.5, 0.5, 0.4),
)
"""A player who overlooks a lot, such as a human player or a low-level computer player."""

ALL_OPPONENTS: Sequence[Opponent] = (
    MOST_TILES,
    SAVE_JOKERS,
    HOLD_AFTER_OPENING,
    HOLD_BEFORE_OPENING,
    ADAPTIVE,
    CARELESS,
)
"""All opponent types."""
