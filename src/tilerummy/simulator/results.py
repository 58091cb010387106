"""The simulator's results, which are columns of 32-bit integers."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field, fields

ENDINGS = ("went_out", "pool_exhausted", "no_progress")
"""The values of ``Ending``. :attr:`Rounds.endings` contains indices into this tuple."""

ACTIONS = ("draw", "play", "pass")
"""The actions that make up a turn. :attr:`Turns.actions` contains indices into this tuple."""


def _column() -> array[int]:
    return array("i")


@dataclass(slots=True)
class Turns:
    """All turns of some rounds, as columns with one 32-bit integer per turn, in order.

    ``rounds`` is the index of the round, and ``turns`` the index of the turn in the round.
    ``plays`` is the number of plays. ``tiles``, ``jokers`` and ``points`` count the rack tiles that
    these plays placed. Jokers are included in ``tiles`` and count their rack value. ``racks`` and
    ``values`` are the number of tiles on the seat's rack after the turn and their value. ``pools``
    and ``tables`` are the numbers of tiles in the pool and on the table after the turn.
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
        """Return all columns, in field order."""
        return tuple(getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True, slots=True)
class Rounds:
    """Finished rounds, as columns with one 32-bit integer per round.

    ``winners`` contains the winning seat, or -1 if no one won, ``endings`` an index into
    :data:`ENDINGS`, ``starters`` the first seat to move, and ``turns`` the number of turns played.
    ``scores`` contains ``seats`` numbers per round. ``log`` contains every turn if a log was
    requested; otherwise, it is empty.
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
        """Return each seat's score in the round with index *number*."""
        return tuple(self.scores[number * self.seats : (number + 1) * self.seats])


@dataclass(frozen=True, slots=True)
class Rollouts:
    """The results of rollouts from one position, with one entry for each line in each world.

    The entry of a line in a world has the index ``line * worlds + world`` in each column.
    ``scores`` and ``tiles`` contain ``seats`` numbers per entry. ``ended`` is 1 if the round ended.
    If the turn limit cut the round short, ``winners`` is -1, as when no one wins, and ``scores``
    are calculated as if the pool had run out. ``turns`` counts the turns played, including the
    current turn of the position. ``tiles`` is the number of tiles left on each rack.

    ``complete`` lists the worlds whose lines were all played before the deadline. The entries for
    all other worlds are zero.
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
        """Return the index of the entry for a line in a world."""
        return line * self.worlds + world

    def scores_of(self, line: int, world: int) -> tuple[int, ...]:
        """Return each seat's score for a line in a world."""
        begin = self.at(line, world) * self.seats
        return tuple(self.scores[begin : begin + self.seats])


def nothing_played(lines: int, worlds: int, seats: int) -> Rollouts:
    """Return the rollouts when the deadline passed before any world was played."""
    each, of_seats = array("i", [0]) * (lines * worlds), array("i", [0]) * (lines * worlds * seats)
    return Rollouts(lines, worlds, seats, (), each, each, each, of_seats, of_seats)
