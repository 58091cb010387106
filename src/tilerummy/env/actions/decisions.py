"""The interface of both action encodings."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tilerummy.state import Action, State
from tilerummy.tiles import Rack

Mask = NDArray[np.int8]
"""1 for each legal action, 0 for each illegal one."""


class AgentDecision(Protocol):
    """A decision: the legal numbers, and the effect of choosing each one."""

    @property
    def mask(self) -> Mask:
        """1 for each number that may be chosen; there is at least one."""

    @property
    def chosen(self) -> Rack:
        """The tiles chosen so far for the current play."""

    @property
    def overflow(self) -> bool:
        """True if legal actions were omitted because there are not enough numbers."""

    @property
    def candidates(self) -> NDArray[np.int16] | None:
        """The actions as a new array, one row per number; None if numbers have a fixed meaning."""

    def take(self, number: int) -> Action | AgentDecision:
        """Return the action with that *number*, or the next decision on the way to an action.

        Raises ValueError if the mask forbids the number.
        """


class Encoding(Protocol):
    """An encoding of actions for one ruleset."""

    @property
    def size(self) -> int:
        """The number of actions."""

    @property
    def names(self) -> tuple[str, ...]:
        """A description of each number; empty if the meanings vary between decisions."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of ``candidates``; empty if numbers have a fixed meaning."""

    def decision(self, view: State) -> AgentDecision:
        """Return the mover's decision in *view*, which may be a complete state."""


def check_allowed(mask: Mask, number: int) -> None:
    """Raise ValueError if the *mask* forbids that number."""
    if not 0 <= number < len(mask) or not mask[number]:
        raise ValueError(f"action {number} is not legal now: see the action mask")
