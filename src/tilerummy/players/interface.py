"""The interface that all players implement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from tilerummy.rules import Ruleset
from tilerummy.state import Action, Event, State


class Player(Protocol):
    """Chooses actions from a view, which contains everything that the player may see.

    Only ``choose`` is required. If a player also has a ``name``, it is used in error messages.

    >>> from tilerummy import Action, Draw, Pass, Ruleset, State, play_round
    >>> class Draws:
    ...     def choose(self, rules: Ruleset, view: State, seat: int) -> tuple[Action, ...]:
    ...         return (Draw() if view.pool else Pass(),)
    >>> *events, ended = play_round("sabra", [Draws(), Draws()], seed=1)
    >>> ended.ending.value
    'pool_exhausted'
    """

    def choose(self, rules: Ruleset, view: State, seat: int, /) -> tuple[Action, ...]:
        """Return the next actions of *seat*, which is to move, to be executed together.

        *view* is the state as the seat sees it (``conceal(state, seat)``). There must be at least
        one action, and all must be legal. ``choose`` is called again until the turn ends.
        """


@runtime_checkable
class HistoryPlayer(Player, Protocol):
    """A player that also receives the past events of the round."""

    @property
    def needs_history(self) -> bool:
        """True if the player needs to receive the events."""

    def choose(
        self, rules: Ruleset, view: State, seat: int, /, *, history: Sequence[Event] = ()
    ) -> tuple[Action, ...]:
        """Return the next actions of *seat*, in the same way as :meth:`Player.choose`.

        *history* contains the round's past events as the seat could see them, starting with the
        deal: ``redact(event, seat)`` for each event.
        """


Remembering = HistoryPlayer
"""The former name of :class:`HistoryPlayer`, available for one release."""
