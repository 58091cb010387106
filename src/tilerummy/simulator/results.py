"""The simulator's results: columns of 32-bit integers."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field, fields

ENDINGS = ("went_out", "pool_exhausted", "no_progress")
"""The values of ``Ending``, indexed by :attr:`Rounds.endings`."""

ACTIONS = ("draw", "play", "pass")
"""The actions of a turn, indexed by :attr:`Turns.actions`."""


def _column() -> array[int]:
    return array("i")


@dataclass(slots=True)
class Turns:
    """The turns of rounds as columns of 32-bit integers, one per turn in order.

    ``rounds`` is the index of the round; ``turns`` counts from 0 within it. ``tiles``, ``jokers``
    and ``points`` count the rack tiles placed (jokers are tiles too and count their rack value) in
    ``plays`` plays. After the turn, ``racks`` and ``values`` are the number of tiles on the seat's
    rack and their value; ``pools`` and ``tables`` count the tiles there.
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
        """Return the columns in field order."""
        return tuple(getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True, slots=True)
class Rounds:
    """Finished rounds: one 32-bit integer per round in each column.

    ``winners`` is a seat, or -1 if no one won; ``endings`` is an index of :data:`ENDINGS`;
    ``starters`` is the first seat to move; ``turns`` is the number of turns played. ``scores`` has
    ``seats`` numbers per round. ``log`` has every turn if requested, otherwise none.
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
        """Return the scores of the round with that index, by seat."""
        return tuple(self.scores[number * self.seats : (number + 1) * self.seats])


@dataclass(frozen=True, slots=True)
class Rollouts:
    """The continuations of one position: one entry per line and world.

    The entry of a line in a world has the index ``line * worlds + world`` in each column;
    ``scores`` and ``tiles`` have ``seats`` numbers per entry. ``ended`` is 1 if the round ended. If
    the turn limit cut it short, ``winners`` is -1, as when no one wins, and ``scores`` are as if
    the pool had been exhausted. ``turns`` counts the turns played, including the position's own;
    ``tiles`` are those left on each rack.

    ``complete`` lists the worlds in which every line was played before the deadline. All other
    worlds have only zeros.
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
        """Return the index of an entry."""
        return line * self.worlds + world

    def scores_of(self, line: int, world: int) -> tuple[int, ...]:
        """Return the scores of an entry, by seat."""
        begin = self.at(line, world) * self.seats
        return tuple(self.scores[begin : begin + self.seats])


def nothing_played(lines: int, worlds: int, seats: int) -> Rollouts:
    """Return empty rollouts after a deadline that allowed no world."""
    each, of_seats = array("i", [0]) * (lines * worlds), array("i", [0]) * (lines * worlds * seats)
    return Rollouts(lines, worlds, seats, (), each, each, each, of_seats, of_seats)
