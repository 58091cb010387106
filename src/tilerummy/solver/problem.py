"""The solver's input and output, which do not depend on rulesets."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import chain

from tilerummy.deadline import Deadline
from tilerummy.fast_replace import replacer
from tilerummy.jokers import JokerLaw
from tilerummy.melds import Table, misfit
from tilerummy.tiles import JOKER, STANDARD, Rack, Tile, TileSet

MAX_COPIES = 15
"""The maximum number of copies of any one tile and all jokers together in a problem."""

_LEAST_MILLISECONDS = 1e-6


class Kind(Enum):
    """The changes that a play may make to the table."""

    OPEN = "open"
    """Lay new melds of rack tiles only, with at least ``Problem.at_least`` points."""
    REARRANGE = "rearrange"
    """Take melds on the table apart and rearrange them."""
    EXTEND = "extend"
    """Add to melds, replace their jokers and lay new melds, without joining any two melds."""


class Objective(Enum):
    """The objective of a play. Ties go to the play that leaves the most table melds unchanged.

    A joker from the rack counts ``Problem.joker_value`` points.
    """

    TILES = "tiles"
    """Lay the most tiles from the rack and, among equal plays, the most points."""
    POINTS = "points"
    """Lay the most points from the rack, leaving the fewest on it, then the most tiles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A position, the plays allowed in it, and the objective of these plays.

    ``at_least`` is the minimum number of points in an opening. ``joker_opens`` allows jokers in it.
    If ``jokers_due`` is True, all jokers on the rack must be laid. If ``leave`` is not empty, at
    least one of its tiles must stay on the rack to be discarded. Every play must lay the rack tiles
    in ``required``. If ``tidy`` is True, ties are broken by the number of melds left unchanged. If
    it is False, the solver is many times faster.

    ``budget`` limits the number of states for each joker plan, and ``milliseconds`` the total time.
    When either runs out, the solution is the best play found so far and is not proven. Without
    limits, a solution can be unproven only if the table has more than two jokers and the rules
    restrict where a freed joker may go.

    Raises ValueError for melds and tiles outside the tile set, and if there are more than
    ``MAX_COPIES`` copies of a tile and jokers together.
    """

    rack: Rack
    table: Table = Table()
    tiles: TileSet = STANDARD
    kind: Kind = Kind.REARRANGE
    law: JokerLaw = JokerLaw()
    objective: Objective = Objective.TILES
    joker_value: int = 30
    at_least: int = 0
    joker_opens: bool = True
    jokers_due: bool = False
    leave: Rack = Rack()
    required: Rack = Rack()
    tidy: bool = True
    budget: int | None = None
    milliseconds: float | None = None

    def __post_init__(self) -> None:
        if not _kinds(self.tiles).issuperset(self.rack):
            wrong = next(tile for tile in self.rack if tile not in self.tiles)
            raise ValueError(f"{wrong} is not a tile of {self.tiles!r}")
        self._check_copies(_checked_table(self.table, self.tiles))
        if self.budget is not None and self.budget < 1:
            raise ValueError("the budget must be at least one state, or None")
        if self.milliseconds is not None and not self.milliseconds > 0:
            raise ValueError("milliseconds must be more than 0, or None")
        if not 0 <= self.joker_value <= 1000 or not 0 <= self.at_least <= 10_000:
            raise ValueError("joker_value must be 0 to 1000 and at_least 0 to 10000")
        if self.leave and not self.leave <= self.rack:
            raise ValueError(f"tiles to leave are not on the rack: {self.leave - self.rack}")
        if self.required and not self.required <= self.rack:
            raise ValueError(f"required tiles are not on the rack: {self.required - self.rack}")
        if self.required and self.leave:
            raise ValueError("a problem has required tiles or tiles to leave, not both")

    def _check_copies(self, lying: Counter[Tile]) -> None:
        """Raise ValueError if the rack and table have too many copies of a tile and jokers."""
        copies = len(self.rack) - len({*self.rack}) + 1  # upper bound for any tile of the rack
        if max(lying.values(), default=0) + lying[JOKER] + 2 * copies <= MAX_COPIES:
            return
        counts = lying + Counter(self.rack)
        jokers = counts.pop(JOKER, 0)
        if max(counts.values(), default=0) + jokers > MAX_COPIES:
            tile, most = counts.most_common(1)[0] if counts else (JOKER, 0)
            raise ValueError(
                f"{most} of {tile} and {jokers} jokers: more than {MAX_COPIES} together"
            )

    def within(self, deadline: Deadline) -> Problem:
        """Return the problem with ``milliseconds`` limited to the time before *deadline*."""
        if not deadline:
            return self
        left = max(_LEAST_MILLISECONDS, deadline.left)
        return replace(self, milliseconds=min(left, self.milliseconds or left))

    def of_part(self, rack: Rack) -> Problem:
        """Return the problem with only a part of its rack, and without ``leave`` and ``required``.

        Skips validation. Raises ValueError if *rack* contains tiles that are not on the rack.
        """
        if not rack <= self.rack:
            raise ValueError(f"tiles are not on the rack: {rack - self.rack}")
        return _changed(self, rack=rack, leave=_NO_TILES, required=_NO_TILES)

    def points(self, placed: Rack) -> int:
        """Return the points of the *placed* tiles, counting jokers at their rack value."""
        return sum(t.number if t.is_numbered else self.joker_value for t in placed)

    def worth(self, after: Table) -> tuple[int, int]:
        """Return the numbers of tiles and points laid by a play that leads to the table *after*.

        The number that the objective maximises comes first.
        """
        placed = after.tiles - self.table.tiles
        tiles, points = len(placed), self.points(placed)
        return (points, tiles) if self.objective is Objective.POINTS else (tiles, points)

    def rank(self, after: Table) -> tuple[int, int, int]:
        """Return the sort key of a play that leads to *after*: the values to maximise, in order."""
        return *self.worth(after), len(self.table) - len(self.table - after)


_changed = replacer(Problem)
_NO_TILES = Rack()


@lru_cache(maxsize=64)
def _kinds(tiles: TileSet) -> frozenset[Tile]:
    return frozenset((*tiles.kinds, JOKER))


def _checked_table(table: Table, tiles: TileSet) -> Counter[Tile]:
    """Count the copies of each tile on the table. Raises ValueError for invalid melds.

    Caches the last table, because many problems share it.
    """
    before, known, counts = _latest_table[0]
    if before is not table or known != tiles:
        if (meld := misfit(table, tiles)) is not None:
            raise ValueError(f"{meld!r} is not a meld of {tiles!r}")
        counts = Counter(chain.from_iterable(meld.tiles for meld in table))
        _latest_table[0] = (table, tiles, counts)  # a single assignment, since threads may share it
    return counts


_latest_table: list[tuple[Table, TileSet, Counter[Tile]]] = [(Table(), STANDARD, Counter())]


@dataclass(frozen=True, slots=True)
class Solution:
    """The solution of a *problem*: the table *after* the play, and whether it is proven to be best.

    ``proven`` means that no play lays better tiles. ``tidy`` means that no equally good play leaves
    more table melds unchanged.
    """

    problem: Problem
    after: Table
    proven: bool = True
    tidy: bool = True

    @property
    def placed(self) -> Rack:
        """The rack tiles laid by the play."""
        return self.after.tiles - self.problem.table.tiles

    @property
    def left(self) -> Rack:
        """The tiles that stay on the rack."""
        return self.problem.rack - self.placed

    @property
    def points(self) -> int:
        """The points of the placed tiles, counting jokers at their rack value."""
        return self.problem.points(self.placed)

    @property
    def unchanged(self) -> int:
        """The number of table melds left unchanged, counting equal melds separately."""
        return self.rank[2]

    @property
    def rank(self) -> tuple[int, int, int]:
        """The sort key under the objective: the values to maximise, in order."""
        return self.problem.rank(self.after)

    def __bool__(self) -> bool:
        """Return whether anything can be played."""
        return bool(self.placed)
