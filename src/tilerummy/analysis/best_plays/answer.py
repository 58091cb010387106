"""The best plays found, and what of it is proven."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.melds import Table
from tilerummy.state import Play
from tilerummy.tiles import Rack


@dataclass(frozen=True, slots=True)
class Best:
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

    def __bool__(self) -> bool:
        """Return whether anything can be played."""
        return bool(self.plays)


NOTHING = Best((), (), Rack(), 0, proven=True)
"""Certainly no play."""

UNKNOWN = Best((), (), Rack(), 0, proven=False, tidy=False)
"""No play that was found in time."""
