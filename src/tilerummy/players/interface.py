"""The interface of a player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from tilerummy.rules import Ruleset
from tilerummy.state import Action, Event, State


class Player(Protocol):
    """Chooses actions from a view, which is all it sees.

    Only ``choose`` is required. Error messages use the ``name``, if there is one.
    """

    def choose(self, rules: Ruleset, view: State, seat: int, /) -> tuple[Action, ...]:
        """Return the next actions of *seat*, which is to move; they form one command.

        *view* is the state that the seat sees (``conceal(state, seat)``). The actions must be
        legal, and at least one; ``choose`` is called again until the turn ends.
        """


@runtime_checkable
class HistoryPlayer(Player, Protocol):
    """A player that also receives the round's events."""

    @property
    def needs_history(self) -> bool:
        """True if the player receives the events."""

    def choose(
        self, rules: Ruleset, view: State, seat: int, /, *, history: Sequence[Event] = ()
    ) -> tuple[Action, ...]:
        """Return the next actions of *seat*, like :meth:`Player.choose`.

        *history* has the round's events that the seat could see, the deal first: ``redact(event,
        seat)`` of each.
        """


Remembering = HistoryPlayer
"""The former name, for one release."""
