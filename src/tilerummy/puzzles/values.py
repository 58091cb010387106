"""A puzzle: a position, a goal, and the only set of tiles that reaches it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tilerummy.melds import Table
from tilerummy.tiles import Rack, Tile


class Goal(StrEnum):
    """The goal of a puzzle, to be reached in one turn."""

    OUT = "out"
    """Lay every tile on the rack. In games that end with a discard, lay all tiles but one."""
    MOST = "most"
    """Lay as many tiles as possible, although not all can be laid."""
    OPEN = "open"
    """Lay the initial meld, using only tiles from the rack."""
    JOKER = "joker"
    """Lay as many tiles as possible without using a joker from the rack."""
    DISCARD = "discard"
    """Discard the only tile that stops the next player from going out with their last tile."""
    CLOSED = "closed"
    """Declare a closed hand by naming the tile to discard."""


class Theme(StrEnum):
    """A theme of a puzzle. Every puzzle has at least one."""

    OUT = "out"
    """Go out: the goal is ``Goal.OUT``."""
    LAST = "last"
    """Last tile: exactly one tile has to be laid."""
    MOST = "most"
    """Most tiles: the goal is ``Goal.MOST``."""
    GRID = "grid"
    """Grid: at least three groups become runs, or at least three runs become groups."""
    SPLIT = "split"
    """Split a run: the tiles of a table run end up in two runs of the same colour."""
    JOKER_FREED = "joker_freed"
    """Joker freed: a joker on the table moves, because its meld has to change for the goal."""
    JOKER_SAVED = "joker_saved"
    """Joker saved: the goal is ``Goal.JOKER``."""
    ONLY_OPENING = "only_opening"
    """Only opening: the goal is ``Goal.OPEN``, and no other tiles can open."""
    OPEN_GO_ON = "open_go_on"
    """Open and continue: lay the initial meld, then change the table in the same turn."""
    HIDDEN = "hidden"
    """Hidden play: at least three melds on the table change."""
    SAFE_DISCARD = "safe_discard"
    """Safe discard: the goal is ``Goal.DISCARD``."""
    CLOSED = "closed"
    """Closed hand: the goal is ``Goal.CLOSED``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difficulty:
    """The difficulty of a puzzle, measured by the steps of its solution.

    ``melds`` is the number of table melds that change, ``moved`` the number of table tiles that
    move to another meld, ``picked_up`` the highest number of tiles picked up from the table at the
    same time, and ``steps`` the number of steps in the explanation. ``near`` counts near misses:
    the kinds of tiles in the solution whose loss means that exactly one tile fewer can be laid. If
    the table is not rearranged, ``melds`` counts the melds changed or laid, and ``moved`` the rack
    tiles laid. If the solution is a tile to name, ``moved`` is the number of tiles to choose from.
    """

    melds: int
    moved: int
    picked_up: int
    steps: int
    near: int

    @property
    def hand(self) -> int:
        """The former name of ``picked_up``, available for one more release."""
        return self.picked_up

    @property
    def total(self) -> int:
        """The difficulty D = melds + tiles moved + 2 × most tiles picked up."""
        return self.melds + self.moved + 2 * self.picked_up

    @property
    def rating(self) -> int:
        """The puzzle's initial rating, before anyone has tried it."""
        return min(HIGHEST_RATING, 600 + 60 * self.total)


HIGHEST_RATING = 2600
"""The maximum initial rating of a puzzle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A position with a goal that exactly one set of rack tiles reaches.

    ``rules`` is the ruleset as text. ``placed`` contains the rack tiles that reach the goal. Every
    legal table that includes them is right. ``answer`` is one such table. If the goal is a discard
    or a closed hand, ``discard`` is the tile to name, otherwise None. ``opened`` is True if the
    player has already laid the initial meld. ``offline`` is True if solutions can be checked by
    comparing tiles, without a referee.
    """

    id: str
    rules: str
    goal: Goal
    table: Table
    rack: Rack
    placed: Rack
    answer: Table
    difficulty: Difficulty
    themes: tuple[Theme, ...]
    opened: bool = True
    discard: Tile | None = None
    offline: bool = True
