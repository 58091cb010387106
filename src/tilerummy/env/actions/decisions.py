"""What an agent decides between: the interface of both encodings of actions."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tilerummy.state import Action, State
from tilerummy.tiles import Rack

Mask = NDArray[np.int8]
"""1 for each action that is legal, 0 for the others."""


class AgentDecision(Protocol):
    """One decision: which numbers stand for legal actions, and what each does."""

    @property
    def mask(self) -> Mask:
        """1 for each number that may be chosen; at least one may."""

    @property
    def chosen(self) -> Rack:
        """The tiles chosen so far for the play that is being made."""

    @property
    def overflow(self) -> bool:
        """Whether legal actions were left out because there is no number for them."""

    @property
    def candidates(self) -> NDArray[np.int16] | None:
        """What each number stands for, a row each, where that changes from turn to turn.

        Every array is a new one.
        """

    def take(self, number: int) -> Action | AgentDecision:
        """Return the action that *number* stands for, or the decision that follows.

        Raises ValueError for a number that the mask forbids.
        """


class Encoding(Protocol):
    """A numbering of actions for one ruleset."""

    @property
    def size(self) -> int:
        """How many numbers there are."""

    @property
    def names(self) -> tuple[str, ...]:
        """What each number means, in words; none where that changes from turn to turn."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns of ``candidates``, none where numbers have a fixed meaning."""

    def decision(self, view: State) -> AgentDecision:
        """Return the decision of the mover of *view*, or of a state, of which no more is used."""


def check_allowed(mask: Mask, number: int) -> None:
    """Raise ValueError if the *mask* does not allow that number."""
    if not 0 <= number < len(mask) or not mask[number]:
        raise ValueError(f"action {number} is not legal now: see the action mask")
