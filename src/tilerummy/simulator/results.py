"""The simulator's results: columns of 32-bit integers."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field, fields

ENDINGS = ("went_out", "pool_exhausted", "no_progress")
"""The values of ``Ending``, by their number in :attr:`Rounds.endings`."""

ACTIONS = ("draw", "play", "pass")
"""The actions of a turn, by their number in :attr:`Turns.actions`."""


def _column() -> array[int]:
    return array("i")


@dataclass(slots=True)
class Turns:
    """The turns of rounds as columns: one 32-bit integer in each for every turn, in their order.

    ``rounds`` is the index of the round, ``turns`` counts from 0 within it. ``tiles``, ``jokers``
    and ``points`` are what was placed from the rack (jokers are tiles too and count their rack
    value), ``plays`` in how many plays. After the turn, ``racks`` and ``values`` are the number of
    tiles on the seat's rack and their value, ``pools`` and ``tables`` the tiles there.
    """

    rounds: array[int] = field(default_factory=_column)
    turns: array[int] = field(default_factory=_column)
    seats: array[int] = field(default_factory=_column)
    actions: array[int] = field(default_factory=_column)
    plays: array[int] = field(default_factory=_column)
    tiles: array[int] = field(default_factory=_column)
    jokers: array[int] = field(default_factory=_column)
    points: array[int] = field(default_factory=_column)
    racks: array[int] = field(default_factory=_column)
    values: array[int] = field(default_factory=_column)
    pools: array[int] = field(default_factory=_column)
    tables: array[int] = field(default_factory=_column)

    def __len__(self) -> int:
        return len(self.rounds)

    def columns(self) -> tuple[array[int], ...]:
        """Return the columns in the order in which they are named."""
        return tuple(getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True, slots=True)
class Rounds:
    """Finished rounds: one 32-bit integer per round in each column.

    ``winners`` holds a seat, or -1 where nobody won, ``endings`` an index of :data:`ENDINGS`,
    ``starters`` the first seat to move, ``turns`` how many turns were played. ``scores`` has
    ``seats`` numbers for each round. ``log`` has every turn where it was asked for, else none.
    """

    seats: int
    winners: array[int]
    endings: array[int]
    starters: array[int]
    turns: array[int]
    scores: array[int]
    log: Turns

    def __len__(self) -> int:
        return len(self.winners)

    def scores_of(self, number: int) -> tuple[int, ...]:
        """Return the score of every seat in the round with that index."""
        return tuple(self.scores[number * self.seats : (number + 1) * self.seats])


@dataclass(frozen=True, slots=True)
class Rollouts:
    """The continuations of one position: one entry per line and world.

    The entry of a line in a world has the index ``line * worlds + world`` in each column, and
    ``seats`` numbers from there on in ``scores`` and ``tiles``. ``ended`` is 1 where the round
    ended; where it was cut short by the limit of turns ``winners`` is -1, as where nobody won, and
    ``scores`` are what they would be if the pool had been exhausted then. ``turns`` counts those
    played from the position on, its own included, ``tiles`` what was left on each rack.

    ``complete`` are the indices of the worlds in which every line was played before the deadline;
    in the others all entries are 0.
    """

    lines: int
    worlds: int
    seats: int
    complete: tuple[int, ...]
    ended: array[int]
    winners: array[int]
    turns: array[int]
    scores: array[int]
    tiles: array[int]

    def at(self, line: int, world: int) -> int:
        """Return the index of that entry."""
        return line * self.worlds + world

    def scores_of(self, line: int, world: int) -> tuple[int, ...]:
        """Return the score of every seat in that entry."""
        begin = self.at(line, world) * self.seats
        return tuple(self.scores[begin : begin + self.seats])


def nothing_played(lines: int, worlds: int, seats: int) -> Rollouts:
    """Return empty rollouts, for a deadline that passed before any world was played."""
    each, of_seats = array("i", [0]) * (lines * worlds), array("i", [0]) * (lines * worlds * seats)
    return Rollouts(lines, worlds, seats, (), each, each, each, of_seats, of_seats)
