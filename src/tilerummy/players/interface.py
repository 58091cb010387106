"""The interface of a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from tilerummy.rules import Ruleset
from tilerummy.state import Action, Event, State


class Player(Protocol):
    """Chooses actions from a view, which is all it sees.

    Only ``choose`` is required. If the player also has a ``name``, error messages use it.
    """

    def choose(self, rules: Ruleset, view: State, seat: int, /) -> tuple[Action, ...]:
        """Return the next actions of *seat*, which is to move; they form one command.

        *view* is the state that the seat sees (``conceal(state, seat)``). There must be at least
        one action, and all must be legal; ``choose`` is called again until the turn ends.
        """


@runtime_checkable
class HistoryPlayer(Player, Protocol):
    """A player that also receives the events of the round so far."""

    @property
    def needs_history(self) -> bool:
        """True if the player receives the events."""

    def choose(
        self, rules: Ruleset, view: State, seat: int, /, *, history: Sequence[Event] = ()
    ) -> tuple[Action, ...]:
        """Return the next actions of *seat*, like :meth:`Player.choose`.

        *history* contains the events of the round as the seat could see them, starting with the
        deal: ``redact(event, seat)`` for each event.
        """


Remembering = HistoryPlayer
"""The former name of :class:`HistoryPlayer`, kept for one release."""
