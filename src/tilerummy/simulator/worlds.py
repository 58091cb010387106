"""What rollouts begin with: worlds that a view may be of, and lines of play to compare."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilerummy.deadline import NEVER, Deadline
from tilerummy.simulator.policies import Policy
from tilerummy.state import Action, State
from tilerummy.tiles import Rack, Tile


@dataclass(frozen=True, slots=True)
class World:
    """A way in which the hidden tiles may lie, and who sits on the seats.

    ``racks`` are the whole racks of all seats, ``pool`` the tiles of the pool, the first drawn
    first, ``policies`` how each seat plays on. ``seed`` decides what else is chance.
    """

    racks: tuple[Rack, ...]
    pool: tuple[Tile, ...]
    policies: tuple[Policy, ...]
    seed: int = 0

    def check(self, view: State) -> None:
        """Raise ValueError where *view* cannot be of this world.

        The numbers of tiles must agree, and the rack of the seat to move.
        """
        sizes = [len(seat.rack) for seat in view.seats]
        if [len(rack) for rack in self.racks] != sizes or len(self.pool) != len(view.pool):
            raise ValueError("the racks and the pool of a world are as large as those of the view")
        if len(self.policies) != len(sizes):
            raise ValueError("a world has a policy for each seat")
        if self.racks[view.to_move] != view.mover.rack:
            raise ValueError("the rack of the seat to move is known: a world cannot change it")

    def state(self, view: State) -> State:
        """Return the state that *view* is of in this world; raises ValueError as ``check`` does."""
        self.check(view)
        seats = (
            replace(seat, rack=rack) for seat, rack in zip(view.seats, self.racks, strict=True)
        )
        return replace(view, seats=tuple(seats), pool=self.pool)


@dataclass(frozen=True, slots=True)
class Line:
    """What the seat to move does: these *actions* first, then it plays by *policy*.

    Without actions the policy plays this turn too; without a policy it is that of the world.
    Actions end where they do: if the turn is not over then, the policy finishes it.
    """

    actions: tuple[Action, ...] = ()
    policy: Policy | None = None


@dataclass(frozen=True, slots=True)
class Effort:
    """How far rollouts go: for so many *turns*, that of the view included, None to the end.

    And how many *threads* of the kernel play them, and until when.
    """

    turns: int | None = None
    threads: int = 1
    deadline: Deadline = NEVER

    def __post_init__(self) -> None:
        if self.turns is not None and self.turns < 1:
            raise ValueError(f"the number of turns is 1 or more, or None, not {self.turns}")


UNLIMITED = Effort()
"""Every rollout to its end, in one thread."""
