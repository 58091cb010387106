"""The options of the joker rules, shared by referee and solver (RULES 2.2, rules 3 and 4)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class JokerMelds(StrEnum):
    """The restrictions on changing a meld that contains a joker."""

    LOCKED = "locked"  # S0 "nothing can be taken from it"
    OPEN = "open"  # S4 "can be split apart or have tiles removed from it"
    FREE = "free"  # a house rule: the joker is wild again in every play


class ReplaceFrom(StrEnum):
    """The sources of a tile that replaces a joker."""

    RACK = "rack"  # S0 "has in hand the tile which the joker represents"
    ANY = "any"  # S1, S4 Lemada 2014 "from the table or from the player's rack"


class GroupOfThree(StrEnum):
    """The tiles needed to replace a joker in a group that lacks two of the colours."""

    ANY = "any"  # S4 "a matching tile of either of the missing colors"
    ALL = "all"  # S3 "must be replaced with both missing tiles"


class Reuse(StrEnum):
    """The melds that may use a replaced joker (S4, readings 1 to 4)."""

    ANY = "any"
    NEW_MELD = "new_meld"
    NEW_MELD_WITH_RACK = "new_meld_with_rack"
    RACK_ONLY = "rack_only"


@dataclass(frozen=True, slots=True, kw_only=True)
class JokerLaw:
    """The rules for jokers on the table.

    They consider only the tables before and after a play and the tiles placed, never how the tiles
    were moved. If the result depends on the choice between copies of a moved tile, the player gets
    the benefit of the doubt. Copies also do not matter when deciding whether a meld is new: an old
    meld is contained in any meld that has all its tiles.
    """

    melds: JokerMelds = JokerMelds.LOCKED
    replace_from: ReplaceFrom = ReplaceFrom.RACK
    group_of_three: GroupOfThree = GroupOfThree.ANY
    reuse: Reuse = Reuse.ANY
