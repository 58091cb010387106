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
    """The best plays found, in order; false if there are no plays.

    ``tables`` are the tables after each play, and ``placed`` are all tiles placed, including
    face-up tiles. ``points`` is the value of the tiles from the rack, with jokers at their rack
    value. ``proven`` is True if no plays of the kinds searched lay better rack tiles. ``tidy`` is
    True if the search for plays that leave the most melds unchanged was complete, too.
    """

    plays: tuple[Play, ...]
    tables: tuple[Table, ...]
    placed: Rack
    points: int
    proven: bool
    tidy: bool = True

    def _rows(self) -> Sequence[Sequence[str]]:
        """Return the rows to display: the table after the plays, and below it the tiles placed."""
        return [[*map(str, table)] for table in self.tables[-1:]] + [[str(self.placed)]]

    def _caption(self) -> str:
        if not self.plays:
            return "Nothing can be played." if self.proven else "No play was found in time."
        better = "proven" if self.proven else "not proven to be the best"
        return (
            f"{counted(len(self.placed), 'tile')} placed, {counted(self.points, 'point')}, {better}"
        )

    def __bool__(self) -> bool:
        """Return whether anything can be played."""
        return bool(self.plays)


NOTHING = Best((), (), Rack(), 0, proven=True)
"""The result if nothing can be played; it is proven."""

UNKNOWN = Best((), (), Rack(), 0, proven=False, tidy=False)
"""The result if no play was found in time."""
