"""The best plays found, and how far they are proven."""

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
    """The best plays found, in order; false if nothing can be played.

    ``tables`` are the tables after each play, ``placed`` all tiles placed, including face-up tiles.
    ``points`` counts the tiles from the rack, a joker at its rack value. ``proven`` is True if no
    plays of the searched kinds lay better rack tiles; ``tidy`` if the search for plays that leave
    the most melds unchanged was also complete.
    """

    plays: tuple[Play, ...]
    tables: tuple[Table, ...]
    placed: Rack
    points: int
    proven: bool
    tidy: bool = True

    def _rows(self) -> Sequence[Sequence[str]]:
        """Return the table after the plays, and below it the tiles placed."""
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
"""Proven: nothing can be played."""

UNKNOWN = Best((), (), Rack(), 0, proven=False, tidy=False)
"""No play was found in time."""
