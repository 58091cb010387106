"""A seat's belief about the hidden tiles and the other players, in any type of game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Protocol

from tilerummy.deadline import NEVER, Deadline
from tilerummy.players.evaluation.opponents import ALL_OPPONENTS, Opponent
from tilerummy.players.evaluation.posterior import Posterior
from tilerummy.players.evaluation.worked_racks import WorkedRacks
from tilerummy.rules import Ruleset
from tilerummy.simulator import World
from tilerummy.state import Event, State


class Belief(Protocol):
    """A source of worlds (possible hidden tiles) that are consistent with what a seat has seen."""

    def worlds(self, number: int, *, deadline: Deadline) -> Iterator[World]:
        """Yield *number* worlds, or fewer if the *deadline* passes first."""


def belief(
    rules: Ruleset,
    view: State,
    history: Sequence[Event] = (),
    *,
    rng: Random,
    field: Sequence[Opponent] = ALL_OPPONENTS,
    deadline: Deadline = NEVER,
) -> Belief:
    """Return the belief of the seat to move in *view*, based on the *history* it saw.

    *field* lists the possible types of opponents in manipulation games. Games with discards do not
    need the *history*, because the view shows every discard and every tile taken.
    """
    if rules.draws_and_discards:
        return WorkedRacks(rules, view, rng, deadline=deadline)
    return Posterior(rules, view, history, rng=rng, field=field, deadline=deadline)
