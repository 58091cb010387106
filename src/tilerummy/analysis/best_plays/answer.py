"""The best plays found, and whether they are proven to be best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilerummy.melds import Table
from tilerummy.message_text import counted
from tilerummy.pictures import Pictured
from tilerummy.state import Play
from tilerummy.tiles import Rack


@dataclass(frozen=True, slots=True)
class Best(Pictured):
    """The best plays found, in the order to make them; falsy if there are no plays.

    ``tables`` contains the table after each play, and ``placed`` all tiles placed, including
    face-up tiles. ``points`` is the value of the tiles from the rack, with jokers at their rack
    value. ``proven`` is True if it is certain that no plays of the kinds searched lay better rack
    tiles. ``tidy`` is True if the search for plays that leave the most melds unchanged was also
    complete.

    >>> from tilerummy import best_play, read_state
    >>> best = best_play("sabra", read_state("table r3 r4 r5 | rack r6 r7 k1"))
    >>> best.placed, best.points, best.proven
    (r6 r7, 13, True)
    >>> bool(best), best.plays
    (True, (Play(lift=r3 r4 r5, lay=r3 r4 r5 r6 r7),))
    """

    plays: tuple[Play, ...]
    tables: tuple[Table, ...]
    placed: Rack
    points: int
    proven: bool
    tidy: bool = True

    def _rows(self) -> Sequence[Sequence[str]]:
        """Return the rows to display: the table after the last play, then the placed tiles."""
        return [[*map(str, table)] for table in self.tables[-1:]] + [[str(self.placed)]]

    def _caption(self) -> str:
        if not self.plays:
            return "Nothing can be played." if self.proven else "No play found in time."
        better = "proven" if self.proven else "not proven to be the best"
        return (
            f"{counted(len(self.placed), 'tile')} placed, {counted(self.points, 'point')}, {better}"
        )

    def __bool__(self) -> bool:
        """Return whether anything can be played."""
        return bool(self.plays)


NOTHING = Best((), (), Rack(), 0, proven=True)
"""The result if provably nothing can be played."""

UNKNOWN = Best((), (), Rack(), 0, proven=False, tidy=False)
"""The result if the search did not find a play in time."""
