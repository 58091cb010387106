"""The input of rollouts: worlds consistent with a view, and lines of play to compare."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilerummy.deadline import NEVER, Deadline
from tilerummy.simulator.policies import Policy
from tilerummy.state import Action, State
from tilerummy.tiles import Rack, Tile


@dataclass(frozen=True, slots=True)
class World:
    """An assignment of all hidden tiles, and the policies of the seats.

    ``racks`` are the complete racks by seat, ``pool`` the tiles of the pool in drawing order, and
    ``policies`` play the seats. ``seed`` determines all other randomness.
    """

    racks: tuple[Rack, ...]
    pool: tuple[Tile, ...]
    policies: tuple[Policy, ...]
    seed: int = 0

    def check(self, view: State) -> None:
        """Raise ValueError if this world is inconsistent with *view*.

        The numbers of tiles must agree, and the mover's rack.
        """
        sizes = [len(seat.rack) for seat in view.seats]
        if [len(rack) for rack in self.racks] != sizes or len(self.pool) != len(view.pool):
            raise ValueError("the racks and the pool of a world must be as large as in the view")
        if len(self.policies) != len(sizes):
            raise ValueError("a world needs a policy for each seat")
        if self.racks[view.to_move] != view.mover.rack:
            raise ValueError("a world must have the known rack of the seat to move")

    def state(self, view: State) -> State:
        """Return the state behind *view* in this world; raises ValueError as ``check`` does."""
        self.check(view)
        seats = (
            replace(seat, rack=rack) for seat, rack in zip(view.seats, self.racks, strict=True)
        )
        return replace(view, seats=tuple(seats), pool=self.pool)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play of the seat to move: its *actions*, then turns by *policy*.

    The policy also plays the rest of this turn, or the entire turn if there are no actions. Without
    a policy, the world's policy plays.
    """

    actions: tuple[Action, ...] = ()
    policy: Policy | None = None


@dataclass(frozen=True, slots=True)
class RolloutLimits:
    """Limits of a call to :func:`~tilerummy.simulator.roll_out`.

    ``turns`` is the maximum number of turns, the current one included, or None for no limit;
    ``threads`` is the number of kernel threads.
    """

    turns: int | None = None
    threads: int = 1
    deadline: Deadline = NEVER

    def __post_init__(self) -> None:
        if self.turns is not None and self.turns < 1:
            raise ValueError(f"the number of turns must be 1 or more, or None, not {self.turns}")


Effort = RolloutLimits
"""Deprecated alias, to be removed after one release."""

UNLIMITED = RolloutLimits()
"""No limits, one thread."""
