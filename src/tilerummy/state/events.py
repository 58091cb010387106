"""Events: everything that happens in a round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from tilerummy.melds import Table
from tilerummy.state.actions import Play, Source
from tilerummy.tiles import Rack, Tile


class Phase(StrEnum):
    """The phase of a turn, which decides the kinds of action that are legal in it."""

    DEAL = "deal"  # before the round
    ACT = "act"
    MORE = "more"
    DRAW = "draw"
    MELD = "meld"
    DONE = "done"  # only in turn tables: the end of the turn
    OVER = "over"


class Ending(StrEnum):
    """The reason why a round ended."""

    WENT_OUT = "went_out"
    POOL_EXHAUSTED = "pool_exhausted"
    NO_PROGRESS = "no_progress"


class Win(StrEnum):
    """The way in which a seat went out, for rulesets whose scores depend on it: RULES 3.2."""

    OPEN = "open"
    FOOT = "foot"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Lots:
    """The seats drew tiles to decide who starts; in a tie-break, seats not tied have None."""

    drawn: tuple[tuple[Tile | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """The racks were dealt and the pool was set down; a seat sees only its own rack.

    ``handfuls`` are the sizes of each seat's two handfuls in McGraw, otherwise (); ``aside`` are
    jokers set aside, to be dealt separately and face up.
    """

    racks: tuple[Rack, ...]
    pool: tuple[Tile, ...]
    handfuls: tuple[tuple[int, int], ...] = ()
    aside: Rack = Rack()


@dataclass(frozen=True, slots=True)
class Exposed:
    """Tiles from the pool were turned face up beside the table: the trump or the free tiles."""

    trump: Tile | None = None
    free: Rack = Rack()


def tables_after(table: Table, plays: Iterable[Play | Played]) -> Iterator[Table]:
    """Yield the table after each of *plays*, starting from *table*."""
    for play in plays:
        table = table - play.lift + play.lay
        yield table


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew tiles; other seats do not see those from the pool."""

    seat: int
    source: Source
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A seat changed the table; *placed* came from its rack and *free* from the free tiles."""

    seat: int
    lift: Table
    lay: Table
    placed: Rack
    free: Rack = Rack()


@dataclass(frozen=True, slots=True)
class Discarded:
    """A seat discarded a tile face up."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Declared:
    """A seat declared a closed hand: the hand's number and the 14 tiles."""

    seat: int
    hand: int
    tiles: Rack


@dataclass(frozen=True, slots=True)
class Announced:
    """A seat announced that it has few tiles left (International)."""

    seat: int
    tiles: int


@dataclass(frozen=True, slots=True)
class Released:
    """The first seat to open has had its first choice; now every seat may use the free tiles."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The seat ran out of time for its turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Restored:
    """The table and the seat's rack were restored to the start of the turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Penalised:
    """A seat drew penalty tiles from the pool; other seats do not see them."""

    seat: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed."""

    seat: int


@dataclass(frozen=True, slots=True)
class Moved:
    """The turn passed to another seat, or to another phase of the same seat's turn."""

    seat: int
    phase: Phase


@dataclass(frozen=True, slots=True)
class Ended:
    """The round ended: all racks were revealed, and every seat received its score for the round."""

    ending: Ending
    scores: tuple[int, ...]
    racks: tuple[Rack, ...]
    winner: int | None = None
    win: Win | None = None
    hand: int | None = None


Event = (
    Lots
    | Dealt
    | Exposed
    | Drew
    | Played
    | Discarded
    | Declared
    | Announced
    | Released
    | TimedOut
    | Restored
    | Penalised
    | Passed
    | Moved
    | Ended
)
"""Something that happened in a round; applying all its events in order gives the round's state."""
