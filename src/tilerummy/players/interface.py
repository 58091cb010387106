"""What a computer player is."""

from __future__ import annotations

from typing import Protocol

from tilerummy.rules import Ruleset
from tilerummy.state import Action, State


class Player(Protocol):
    """Somebody who chooses actions from a view and never sees more."""

    @property
    def name(self) -> str:
        """The name by which people choose this kind of player."""

    @property
    def about(self) -> str:
        """How it plays, in one sentence."""

    def choose(self, rules: Ruleset, view: State, seat: int) -> tuple[Action, ...]:
        """Return the next actions of *seat*, which is to move, as one command.

        *view* is the state as that seat may know it (``conceal(state, seat)``). The actions
        are legal and at least one; the player is asked again until its turn is over.
        """
