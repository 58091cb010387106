"""A puzzle as a value: a position, a goal, and the one set of tiles that reaches it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from tilerummy.melds import Table
from tilerummy.tiles import Rack, Tile


class Goal(StrEnum):
    """What is to be reached in one turn."""

    OUT = "out"
    """Lay every tile of the rack; where a turn ends with a discard, every tile but that one."""
    MOST = "most"
    """Lay as many tiles as can be laid; some must stay."""
    OPEN = "open"
    """Lay the initial meld, from the rack alone."""
    JOKER = "joker"
    """Lay as many tiles as can be laid without a joker of the rack."""
    DISCARD = "discard"
    """Discard the tile with which the next player, who has one tile left, cannot go out."""
    CLOSED = "closed"
    """Declare a closed hand: name the tile to discard."""


class Theme(StrEnum):
    """What a puzzle is about; a puzzle has one or several."""

    OUT = "out"
    """Go out: the goal is ``Goal.OUT``."""
    LAST = "last"
    """Last tile: the answer lays exactly one tile."""
    MOST = "most"
    """Most tiles: the goal is ``Goal.MOST``."""
    GRID = "grid"
    """Grid: three groups or more become runs, or three runs or more become groups."""
    SPLIT = "split"
    """Split a run: a run of the table lies in two runs of its colour afterwards."""
    JOKER_FREED = "joker_freed"
    """Joker freed: a joker of the table gets another place, and its meld is needed for the goal."""
    JOKER_SAVED = "joker_saved"
    """Joker saved: the goal is ``Goal.JOKER``."""
    ONLY_OPENING = "only_opening"
    """Only opening: the goal is ``Goal.OPEN``; no other tiles open."""
    OPEN_GO_ON = "open_go_on"
    """Open and go on: the initial meld and a play that changes the table, in one turn."""
    HIDDEN = "hidden"
    """Hidden play: three melds of the table or more are changed."""
    SAFE_DISCARD = "safe_discard"
    """Safe discard: the goal is ``Goal.DISCARD``."""
    CLOSED = "closed"
    """Closed hand: the goal is ``Goal.CLOSED``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Difficulty:
    """How hard a puzzle is, by what hands do.

    ``melds`` counts the melds of the table that change, ``moved`` the tiles of the table that go to
    another meld, ``hand`` the most tiles in the hand at a time, ``steps`` those of the explanation.
    ``near`` counts the kinds of tiles of the answer without which one tile less can be laid. Where
    the table is not rearranged, ``melds`` are those changed or laid, and ``moved`` are the tiles of
    the rack that are laid; where a tile is only named, ``moved`` are those to choose from.
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
        """One number: D = melds + tiles moved + 2 × most tiles in hand."""
        return self.melds + self.moved + 2 * self.picked_up

    @property
    def rating(self) -> int:
        """The rating to begin with."""
        return min(HIGHEST_RATING, 600 + 60 * self.total)


HIGHEST_RATING = 2600
"""No puzzle begins with a higher rating."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A position with a goal that one set of rack tiles reaches, and no other set.

    ``rules`` is a ruleset as text. ``placed`` are the tiles of the rack that reach the goal; any
    table that the rules allow and that lays them is right, ``answer`` is one. ``discard`` is the
    tile named where the goal is a discard or a closed hand, else None. ``opened`` says whether the
    player has laid the initial meld before. ``offline``: tiles alone tell whether an answer is
    right, without a referee.
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
