"""The inputs to rollouts: worlds that are consistent with a view, and lines of play to compare."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilerummy.deadline import NEVER, Deadline
from tilerummy.simulator.policies import Policy
from tilerummy.state import Action, State
from tilerummy.tiles import Rack, Tile


@dataclass(frozen=True, slots=True)
class World:
    """One possible assignment of all hidden tiles, with a policy for each seat.

    ``racks`` are the seats' complete racks, ``pool`` contains the tiles in the pool in drawing
    order, and ``policies`` play the seats. ``seed`` determines everything else that is random.
    """

    racks: tuple[Rack, ...]
    pool: tuple[Tile, ...]
    policies: tuple[Policy, ...]
    seed: int = 0

    def check(self, view: State) -> None:
        """Raise ValueError if this world is inconsistent with *view*.

        All numbers of tiles, and the mover's rack, must match the view.
        """
        sizes = [len(seat.rack) for seat in view.seats]
        if [len(rack) for rack in self.racks] != sizes or len(self.pool) != len(view.pool):
            raise ValueError("the racks and the pool of a world must be as large as in the view")
        if len(self.policies) != len(sizes):
            raise ValueError("a world needs a policy for each seat")
        if self.racks[view.to_move] != view.mover.rack:
            raise ValueError("a world must have the known rack of the seat to move")

    def state(self, view: State) -> State:
        """Return the full state of *view* in this world.

        Raises ValueError under the same conditions as :meth:`check`.
        """
        self.check(view)
        seats = (
            replace(seat, rack=rack) for seat, rack in zip(view.seats, self.racks, strict=True)
        )
        return replace(view, seats=tuple(seats), pool=self.pool)


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play for the seat to move, which takes *actions* and then follows *policy*.

    The policy plays the rest of this turn and all of the seat's later turns. By default, this is
    the policy that the world assigns to the seat.
    """

    actions: tuple[Action, ...] = ()
    policy: Policy | None = None


@dataclass(frozen=True, slots=True)
class RolloutLimits:
    """The limits of a call to :func:`~tilerummy.simulator.roll_out`.

    ``turns`` is the maximum number of turns, including the current one, or None for no limit.
    ``threads`` is the number of kernel threads.
    """

    turns: int | None = None
    threads: int = 1
    deadline: Deadline = NEVER

    def __post_init__(self) -> None:
        if self.turns is not None and self.turns < 1:
            raise ValueError(f"the number of turns must be 1 or more, or None, not {self.turns}")


UNLIMITED = RolloutLimits()
"""The limits of a call with a single thread and no other limits."""
