"""Actions: what a seat, or whoever keeps the clock, wishes to happen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tilerummy.melds import Table
from tilerummy.tiles import Rack, Tile


class Source(StrEnum):
    """Where a drawn tile comes from."""

    POOL = "pool"
    DISCARD = "discard"  # the tile that the previous player has just discarded
    TRUMP = "trump"
    ASIDE = "aside"  # jokers that were set apart before the deal


@dataclass(frozen=True, slots=True)
class Play:
    """A difference of tables: melds lifted off the table and melds laid down.

    What is laid and was not lifted comes from the rack (or the free tiles).
    One play opens, lays off, replaces jokers and rearranges.

    >>> from tilerummy.melds import table
    >>> play = Play.between(table("k4 r4 o4 / b1 b2 b3"), table("k4 r4 b4 o4 / b1 b2 b3"))
    >>> play.lift, play.lay, play.placed
    (k4 r4 o4, k4 r4 b4 o4, b4)
    """

    lift: Table
    lay: Table

    @classmethod
    def between(cls, before: Table, after: Table) -> Play:
        """Return the play that carries the table *before* to the table *after*."""
        if type(before) is not Table or type(after) is not Table:
            raise TypeError('a play is between two tables; read a text with table("k1 k2 k3")')
        return cls(*before.changed(after))

    @property
    def placed(self) -> Rack:
        """The tiles that are laid and were not lifted."""
        return self.lay.tiles - self.lift.tiles


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw from the pool, or take the previous player's discard."""

    source: Source = Source.POOL


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a tile face up; it ends the turn."""

    tile: Tile


@dataclass(frozen=True, slots=True)
class Declare:
    """Declare all tiles but *discard* a closed hand and go out (International)."""

    discard: Tile


@dataclass(frozen=True, slots=True)
class GoOut:
    """Draw the trump, which only a winner may have, and win with it: everything in one action.

    The plays are handed in one after the other; without plays the rack is declared a closed hand.
    """

    plays: tuple[Play, ...]
    discard: Tile


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn: after a play, or because the pool is empty."""


@dataclass(frozen=True, slots=True)
class TimeOut:
    """End the turn because its time is over; an action of whoever keeps the clock.

    ``pending`` are the plays by which the working table differs from what was handed in,
    or None if no legal plays lead to it: RULES 2.3.
    """

    pending: tuple[Play, ...] | None = ()


@dataclass(frozen=True, slots=True)
class Foul:
    """Penalise the illegal *play* that the mover declared finished at a strict table."""

    play: Play


Action = Play | Draw | Discard | Declare | GoOut | Pass | TimeOut | Foul
"""A wish; the referee turns it into events or refuses it."""
