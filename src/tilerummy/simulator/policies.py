"""The simulator's policies."""

from __future__ import annotations

from enum import StrEnum


class Policy(StrEnum):
    """A way of playing in the simulator, based only on what its seat may know.

    A policy plays whole turns. *Goes out if it can* means: if its rack can be emptied in this turn.
    *The most tiles* are the most, and of as many, the most points; it plays on until nothing more
    can be played. When the pool is empty every policy but ``OWN_MELDS``, ``MOST_TILES`` and
    ``RANDOM`` plays the most tiles.

    In games with discards every policy but ``RANDOM`` takes the discard if it is a joker, makes a
    meld with two tiles of its rack or, once it has opened, fits a meld of the table. It goes out
    with the trump or a closed hand if it can, and discards the tile with which the fewest unseen
    tiles make a meld, rather one that the next seat cannot lay off.
    """

    OWN_MELDS = "own_melds"
    """Lays melds of its own rack, as many tiles as it can, and never touches the table."""
    MOST_TILES = "most_tiles"
    """Plays the most tiles, jokers included."""
    HUSBANDRY = "husbandry"
    """Goes out if it can, else plays the most tiles without jokers."""
    HOLD_OPEN = "hold_open"
    """Opens as ``HUSBANDRY``, then draws until it can go out.

    While another rack has at most :data:`NEARLY_OUT` tiles it plays the most tiles.
    """
    HOLD_CLOSED = "hold_closed"
    """Draws until it can go out, from the closed rack too.

    Where the rules allow only the initial meld in its turn it plays as ``HOLD_OPEN``.
    """
    ADAPTIVE = "adaptive"
    """As ``HOLD_CLOSED``, but plays the most tiles once pool and table have become small.

    That is with at most :data:`SMALL_POOL` tiles in the pool and :data:`SMALL_TABLE` on the table:
    then no one is likely to go out.
    """
    RANDOM = "random"
    """Draws every second time, else plays the most tiles of a random part of its rack.

    Then it goes on so. In games with discards it takes the discard every second time, looks as
    often for a win with the trump or a closed hand, and discards any tile."""
    HUNT = "hunt"
    """Hunts for a closed hand, where there are any, and plays the most tiles after its opening.

    It counts the turns until all its tiles are in melds, from 10 on (or 1), or count 41 at most,
    and takes and keeps what the best of the three needs. It saves its jokers, and does not open,
    until another rack has at most four tiles. In games without discards it plays as
    ``HOLD_CLOSED``.
    """


NEARLY_OUT = 2
"""``HOLD_OPEN`` plays what it can once another rack has at most this many tiles."""

SMALL_POOL = 12
"""``ADAPTIVE`` may stop holding back once the pool has at most this many tiles."""

SMALL_TABLE = 20
"""``ADAPTIVE`` stops holding back only if the table has at most this many tiles."""
