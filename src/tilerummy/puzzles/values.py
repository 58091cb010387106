"""A puzzle: a position, a goal, and the one set of tiles that reaches it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tilerummy.melds import Table
from tilerummy.tiles import Rack, Tile


class Goal(StrEnum):
    """The goal to reach in one turn."""

    OUT = "out"
    """Lay every tile of the rack, or all but one in games with a final discard."""
    MOST = "most"
    """Lay as many tiles as possible; some must stay."""
    OPEN = "open"
    """Lay the initial meld, only from the rack."""
    JOKER = "joker"
    """Lay as many tiles as possible without a joker from the rack."""
    DISCARD = "discard"
    """Discard the only tile that stops the next player, with one tile left, from going out."""
    CLOSED = "closed"
    """Declare a closed hand: name the tile to discard."""


class Theme(StrEnum):
    """The theme of a puzzle, which has one or several."""

    OUT = "out"
    """Go out: the goal is ``Goal.OUT``."""
    LAST = "last"
    """Last tile: the answer lays exactly one tile."""
    MOST = "most"
    """Most tiles: the goal is ``Goal.MOST``."""
    GRID = "grid"
    """Grid: three groups or more become runs, or three runs or more become groups."""
    SPLIT = "split"
    """Split a run: a run of the table ends up in two runs of its colour."""
    JOKER_FREED = "joker_freed"
    """Joker freed: a joker of the table moves, and its meld is needed for the goal."""
    JOKER_SAVED = "joker_saved"
    """Joker saved: the goal is ``Goal.JOKER``."""
    ONLY_OPENING = "only_opening"
    """Only opening: the goal is ``Goal.OPEN``; no other tiles open."""
    OPEN_GO_ON = "open_go_on"
    """Open and continue: the initial meld and a play that changes the table, in one turn."""
    HIDDEN = "hidden"
    """Hidden play: at least three melds of the table change."""
    SAFE_DISCARD = "safe_discard"
    """Safe discard: the goal is ``Goal.DISCARD``."""
    CLOSED = "closed"
    """Closed hand: the goal is ``Goal.CLOSED``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difficulty:
    """The difficulty of a puzzle, measured by the steps of its answer.

    ``melds`` counts the melds of the table that change, ``moved`` the table tiles that go to
    another meld, ``picked_up`` the most tiles off the table at a time, ``steps`` the steps of the
    explanation. ``near`` counts the kinds of answer tiles whose absence costs exactly one tile. If
    the table is not rearranged, ``melds`` are the melds changed or laid, and ``moved`` the rack
    tiles laid; if the answer is a tile, ``moved`` are the tiles to choose from.
    """

    melds: int
    moved: int
    picked_up: int
    steps: int
    near: int

    @property
    def hand(self) -> int:
        """The former name of ``picked_up``, for one release."""
        return self.picked_up

    @property
    def total(self) -> int:
        """The difficulty D = melds + tiles moved + 2 × most tiles picked up."""
        return self.melds + self.moved + 2 * self.picked_up

    @property
    def rating(self) -> int:
        """The initial rating."""
        return min(HIGHEST_RATING, 600 + 60 * self.total)


HIGHEST_RATING = 2600
"""The highest initial rating."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A position with a goal that exactly one set of rack tiles reaches.

    ``rules`` is a ruleset as text. ``placed`` are the rack tiles that reach the goal; every legal
    table that includes them is right, and ``answer`` is one. ``discard`` is the tile to name if the
    goal is a discard or a closed hand, otherwise None. ``opened`` is True if the player has already
    laid the initial meld. ``offline`` is True if an answer can be checked only from its tiles,
    without a referee.
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
