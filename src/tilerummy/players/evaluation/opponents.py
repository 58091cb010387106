"""Types of opponents: their policies, and the probability of each behaviour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from tilerummy.simulator import Policy


class TurnBehaviour(IntEnum):
    """A seat's action in a turn, in comparison with the actions that its tiles allowed."""

    DREW_UNABLE = 0
    """The seat drew, and no playable tile was found."""
    DREW_BUT_JOKER = 1
    """The seat drew, and could have played nothing except a joker."""
    DREW_ABLE = 2
    """The seat drew, although it could have played."""
    WAITED_UNABLE = 3
    """The seat drew without having opened, because its tiles were not enough to open."""
    WAITED_ABLE = 4
    """The seat drew without having opened, although it could have opened."""
    PLAYED_ALL = 5
    """The seat played all the tiles that were found to be playable."""
    PLAYED_BUT_JOKER = 6
    """The seat played, and could have added nothing except a joker."""
    PLAYED_SOME = 7
    """The seat played, although it could have played more."""
    OPENED_ALL = 8
    """The seat opened, and played all the tiles that were found to be playable."""
    OPENED_BUT_JOKER = 9
    """The seat opened, and could have added nothing except a joker."""
    OPENED_SOME = 10
    """The seat opened, although it could have played more."""
    WAITED_LATE = 11
    """Like ``WAITED_ABLE``, in a turn when the pool and the table were small."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """A type of opponent: its policy, its frequency, and the probability of each behaviour.

    ``chances`` contains the probability of each :class:`TurnBehaviour`, in order, given that the
    behaviour is possible. Every probability is above 0, because the comparison may be wrong: it
    checks tiles one at a time, although some can be played only together.
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
"""A player who often overlooks plays, for example a human or a low-level computer player."""

ALL_OPPONENTS: Sequence[Opponent] = (
    MOST_TILES,
    SAVE_JOKERS,
    HOLD_AFTER_OPENING,
    HOLD_BEFORE_OPENING,
    ADAPTIVE,
    CARELESS,
)
"""All types of opponents that a seat may meet."""
