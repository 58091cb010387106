"""The interface of a player."""

from __future__ import annotations

from typing import Protocol

from tilerummy.rules import Ruleset
from tilerummy.state import Action, State


class Player(Protocol):
    """Chooses actions from a view, and never sees more."""

    @property
    def name(self) -> str:
        """The name by which people choose this player."""

    @property
    def about(self) -> str:
        """How it plays, in one sentence."""

    def choose(self, rules: Ruleset, view: State, seat: int) -> tuple[Action, ...]:
        """Return the next actions of *seat*, which is to move, as one command.

        *view* is the state as that seat may know it (``conceal(state, seat)``). The actions
        must be legal, and at least one; ``choose`` is called again until the turn is over.
        """
