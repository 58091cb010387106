"""The simulator's policies."""

from __future__ import annotations

from enum import StrEnum


class Policy(StrEnum):
    """A playing strategy for the simulator, based only on information available to its seat.

    A policy plays complete turns. *Goes out if it can* means that it searches for plays in this
    turn that empty its rack. *Plays the most tiles* means that each play lays as many tiles as
    possible (and among equals, the most points), until nothing more can be played. Once the pool is
    empty, every policy but ``RACK_ONLY``, ``MOST_TILES`` and ``RANDOM`` plays the most tiles.

    In games with discards, every policy but ``RANDOM`` takes the discard if it is a joker, if it
    makes a meld with two tiles on the rack or, once the seat has opened, if it fits a meld on the
    table. The policy goes out with the trump or a closed hand if it can. It discards the tile that
    can form a meld with the fewest unseen tiles, preferably one that the next seat cannot lay off.

    The names ``own_melds``, ``husbandry``, ``hold_open`` and ``hold_closed`` are deprecated aliases
    and will be removed after one release.
    """

    RACK_ONLY = "rack_only"
    """Lays as many melds as it can from its own rack, and never changes melds on the table."""
    MOST_TILES = "most_tiles"
    """Plays the most tiles, including jokers."""
    SAVE_JOKERS = "save_jokers"
    """Goes out if it can; otherwise, plays the most tiles without jokers."""
    HOLD_AFTER_OPENING = "hold_after_opening"
    """Opens like ``SAVE_JOKERS``, then draws until it can go out.

    While any other rack has at most :data:`NEARLY_OUT` tiles, it plays the most tiles.
    """
    HOLD_BEFORE_OPENING = "hold_before_opening"
    """Draws until it can go out, without opening before that.

    If the rules allow nothing but the initial meld in the turn when a player opens, it plays like
    ``HOLD_AFTER_OPENING``.
    """
    ADAPTIVE = "adaptive"
    """Plays like ``HOLD_BEFORE_OPENING``, but plays the most tiles once going out is unlikely.

    It considers going out unlikely if at most :data:`SMALL_POOL` tiles are in the pool and at most
    :data:`SMALL_TABLE` tiles are on the table.
    """
    RANDOM = "random"
    """Draws half of the time; otherwise, plays the most tiles from a random part of its rack.

    After each play, it makes the same random choice again. In games with discards, it takes the
    discard half of the time, tries the trump or a closed hand half of the time, and discards a
    random tile.
    """
    HUNT = "hunt"
    """Collects a closed hand if the ruleset has any, and plays the most tiles after opening.

    It collects the hand that it can complete soonest: all tiles in melds, all tiles from 10 up (or
    1), or a total of at most 41. It saves its jokers and does not open until another rack has at
    most four tiles. In games without discards, it plays like ``HOLD_BEFORE_OPENING``.
    """

    OWN_MELDS = RACK_ONLY
    HUSBANDRY = SAVE_JOKERS
    HOLD_OPEN = HOLD_AFTER_OPENING
    HOLD_CLOSED = HOLD_BEFORE_OPENING

    @classmethod
    def _missing_(cls, value: object) -> Policy | None:
        """Return the policy with the deprecated name *value*."""
        return cls.__members__.get(str(value).upper()) if str(value) in POLICY_NAMES else None


POLICY_NAMES = frozenset(map(str.lower, Policy.__members__))
"""All names that :class:`Policy` accepts, including the deprecated ones."""

NEARLY_OUT = 2
"""When any other rack has at most this many tiles, ``HOLD_AFTER_OPENING`` plays the most tiles."""

SMALL_POOL = 12
"""``ADAPTIVE`` may stop holding back once the pool has at most this many tiles."""

SMALL_TABLE = 20
"""``ADAPTIVE`` may stop holding back only while the table has at most this many tiles."""
