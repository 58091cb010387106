"""The interface that both action encodings implement."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tilerummy.state import Action, State
from tilerummy.tiles import Rack

Mask = NDArray[np.int8]
"""An array with 1 for each legal action and 0 for each illegal one."""


class AgentDecision(Protocol):
    """A decision: the numbers that are legal, and the effect of choosing each one."""

    @property
    def mask(self) -> Mask:
        """An array with 1 for each number that may be chosen. There is always at least one."""

    @property
    def chosen(self) -> Rack:
        """The tiles chosen so far for the current play."""

    @property
    def overflow(self) -> bool:
        """True if legal actions were left out because there are too few numbers for all actions."""

    @property
    def candidates(self) -> NDArray[np.int16] | None:
        """A new array that describes the actions, one per row.

        None if numbers have a fixed meaning in this encoding.
        """

    def take(self, number: int) -> Action | AgentDecision:
        """Return the action with this *number*, or the next decision on the way to an action.

        Raises ValueError if the mask forbids the number.
        """


class Encoding(Protocol):
    """A way to encode actions as numbers, for one ruleset."""

    @property
    def size(self) -> int:
        """The number of actions."""

    @property
    def names(self) -> tuple[str, ...]:
        """A description of each number, or empty if its meaning varies between decisions."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The column names of ``candidates``, or an empty tuple if numbers have a fixed meaning."""

    def decision(self, view: State) -> AgentDecision:
        """Return the decision for the seat to move in *view*, which may be a complete state."""


def check_allowed(mask: Mask, number: int) -> None:
    """Raise ValueError if *mask* forbids *number*."""
    if not 0 <= number < len(mask) or not mask[number]:
        raise ValueError(f"action {number} is not legal now: see the action mask")
