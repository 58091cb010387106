"""The options of the joker law, which rules and solver share: RULES 2.2, rules 3 and 4."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class JokerMelds(StrEnum):
    """Restrictions on melds with a joker."""

    LOCKED = "locked"  # S0 "nothing can be taken from it"
    OPEN = "open"  # S4 "can be split apart or have tiles removed from it"
    FREE = "free"  # a house rule: the joker is wild again in every play


class ReplaceFrom(StrEnum):
    """Where the tile that replaces a joker may come from."""

    RACK = "rack"  # S0 "has in hand the tile which the joker represents"
    ANY = "any"  # S1, S4 Lemada 2014 "from the table or from the player's rack"


class GroupOfThree(StrEnum):
    """The tiles needed to replace a joker in a group that lacks two colours."""

    ANY = "any"  # S4 "a matching tile of either of the missing colors"
    ALL = "all"  # S3 "must be replaced with both missing tiles"


class Reuse(StrEnum):
    """Where a replaced joker may go: S4, readings 1 to 4."""

    ANY = "any"
    NEW_MELD = "new_meld"
    NEW_MELD_WITH_RACK = "new_meld_with_rack"
    RACK_ONLY = "rack_only"


@dataclass(frozen=True, slots=True, kw_only=True)
class JokerLaw:
    """The rules for jokers on the table.

    A law sees only the tables before and after a play and the tiles placed, never the order of
    movements. If the verdict depends on which copy of a tile was moved, it favours the player.
    Whether a meld is new does not depend on copies: an old meld is contained in any meld that has
    all its tiles.
    """

    melds: JokerMelds = JokerMelds.LOCKED
    replace_from: ReplaceFrom = ReplaceFrom.RACK
    group_of_three: GroupOfThree = GroupOfThree.ANY
    reuse: Reuse = Reuse.ANY
