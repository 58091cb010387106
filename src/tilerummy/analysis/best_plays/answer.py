"""The best plays found, and what of it is proven."""

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
    """The best plays found, in their order; false where nothing can be played.

    ``tables`` are the tables after each of them, ``placed`` all tiles that they put there, face-up
    tiles too. ``points`` counts what comes from the rack, a joker at its rack value. ``proven``
    says that no plays of the kind searched for place better tiles of the rack; ``tidy`` that,
    besides, the search for the plays that leave most melds as they are was complete.
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
"""Certainly no play."""

UNKNOWN = Best((), (), Rack(), 0, proven=False, tidy=False)
"""No play that was found in time."""
