"""Events: everything that happens in a round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from tilerummy.melds import Table
from tilerummy.state.actions import Play, Source
from tilerummy.tiles import Rack, Tile


class Phase(StrEnum):
    """What the seat to move may do: the rows of the turn tables."""

    DEAL = "deal"  # the round has not begun
    ACT = "act"
    MORE = "more"
    DRAW = "draw"
    MELD = "meld"
    DONE = "done"  # only in turn tables: the turn is over
    OVER = "over"


class Ending(StrEnum):
    """Why a round ended."""

    WENT_OUT = "went_out"
    POOL_EXHAUSTED = "pool_exhausted"
    NO_PROGRESS = "no_progress"


class Win(StrEnum):
    """How a seat went out where the ruleset tells ways of winning apart: RULES 3.2."""

    OPEN = "open"
    FOOT = "foot"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Lots:
    """Every seat drew a tile for the start; ties drew again, the others show None then."""

    drawn: tuple[tuple[Tile | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """The racks were dealt and the pool was set down; face down to everybody else.

    ``handfuls`` are the sizes of the two handfuls of each seat (McGraw), else ();
    ``aside`` are jokers set apart, to be dealt on top in the open.
    """

    racks: tuple[Rack, ...]
    pool: tuple[Tile, ...]
    handfuls: tuple[tuple[int, int], ...] = ()
    aside: Rack = Rack()


@dataclass(frozen=True, slots=True)
class Exposed:
    """Tiles of the pool were turned face up beside the table: the trump, or the free tiles."""

    trump: Tile | None = None
    free: Rack = Rack()


def tables_after(table: Table, plays: Iterable[Play | Played]) -> Iterator[Table]:
    """Yield the table after each of *plays*, the first of which changes *table*."""
    for play in plays:
        table = table - play.lift + play.lay
        yield table


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew tiles; to the others, tiles from the pool stay face down."""

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
    """A seat showed a closed hand: the number of its type and the 14 tiles."""

    seat: int
    hand: int
    tiles: Rack


@dataclass(frozen=True, slots=True)
class Announced:
    """It was announced that a seat has few tiles left (International)."""

    seat: int
    tiles: int


@dataclass(frozen=True, slots=True)
class Released:
    """Everybody may use the free tiles now: the first to open has had the first choice."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """The time of the seat's turn was over."""

    seat: int


@dataclass(frozen=True, slots=True)
class Restored:
    """Table and rack of the seat were put back as they were when the turn began."""

    seat: int


@dataclass(frozen=True, slots=True)
class Penalised:
    """A seat drew penalty tiles from the pool; face down to the others."""

    seat: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat said pass."""

    seat: int


@dataclass(frozen=True, slots=True)
class Moved:
    """The turn passed to another seat, or went on to another phase with the same seat."""

    seat: int
    phase: Phase


@dataclass(frozen=True, slots=True)
class Ended:
    """The round ended: all racks are opened, and every seat has its score for the round."""

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
"""Something that happened; folding the events of a round with ``apply`` gives its state."""
