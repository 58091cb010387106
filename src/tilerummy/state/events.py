"""Events: everything that happens in a round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from tilerummy.melds import Table
from tilerummy.state.actions import Play, Source
from tilerummy.tiles import Rack, Tile


class Phase(StrEnum):
    """The phase of a turn, which determines what kinds of action are legal.

    >>> from tilerummy import Round
    >>> Round("american", seats=2, seed=1).phase.value, Round("sabra", seats=2, seed=1).phase.value
    ('draw', 'act')
    """

    DEAL = "deal"  # before the round
    ACT = "act"
    MORE = "more"
    DRAW = "draw"
    MELD = "meld"
    DONE = "done"  # only in turn tables: the end of the turn
    OVER = "over"


class Ending(StrEnum):
    """The reason why a round has ended.

    >>> from tilerummy import Ending
    >>> [ending.value for ending in Ending]
    ['went_out', 'pool_exhausted', 'no_progress']
    """

    WENT_OUT = "went_out"
    POOL_EXHAUSTED = "pool_exhausted"
    NO_PROGRESS = "no_progress"


class Win(StrEnum):
    """How a seat went out, which affects the scores under some rulesets (RULES 3.2)."""

    OPEN = "open"
    FOOT = "foot"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Lots:
    """Each seat drew a tile to decide who starts; seats that are not in a tie-break have None."""

    drawn: tuple[tuple[Tile | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """The racks were dealt and the pool was set up. A seat can see only its own rack.

    ``handfuls`` are the sizes of each seat's two handfuls in McGraw, and empty in other games.
    ``aside`` are jokers that were set aside to be dealt separately and face up.
    """

    racks: tuple[Rack, ...]
    pool: tuple[Tile, ...]
    handfuls: tuple[tuple[int, int], ...] = ()
    aside: Rack = Rack()


@dataclass(frozen=True, slots=True)
class Redealt:
    """All tiles were collected for a new deal, because a seat showed these *pairs* on its rack."""

    seat: int
    pairs: Rack


@dataclass(frozen=True, slots=True)
class Exposed:
    """Tiles from the pool were turned face up beside the table: the trump or the free tiles."""

    trump: Tile | None = None
    free: Rack = Rack()


def tables_after(table: Table, plays: Iterable[Play | Played]) -> Iterator[Table]:
    """Yield the table after each of *plays*, given the *table* before them."""
    for play in plays:
        table = table - play.lift + play.lay
        yield table


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew tiles. If they came from the pool, other seats cannot see them."""

    seat: int
    source: Source
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A seat changed the table, using *placed* from its rack and *free* from the free tiles."""

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
    """A seat declared a closed hand, given by the hand's number and its 14 tiles."""

    seat: int
    hand: int
    tiles: Rack


@dataclass(frozen=True, slots=True)
class Announced:
    """A seat announced that it has only a few tiles left (International)."""

    seat: int
    tiles: int


@dataclass(frozen=True, slots=True)
class Released:
    """The free tiles became available to every seat, not only to the first one that opened."""


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A seat ran out of time for its turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Restored:
    """The table and the mover's rack were restored to their state at the start of the turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Penalised:
    """A seat drew penalty tiles from the pool, which other seats cannot see."""

    seat: int
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed."""

    seat: int


@dataclass(frozen=True, slots=True)
class Moved:
    """The turn passed to another seat, or moved on to another phase of the same seat's turn."""

    seat: int
    phase: Phase


@dataclass(frozen=True, slots=True)
class Ended:
    """The round ended. All racks were revealed, and each seat received its score for the round.

    If seats pay for never having opened (RULES, section 5.2), ``penalties`` contains the points
    that each seat pays, and ``could_open`` the melds on its rack that prove the higher penalty.
    Otherwise, both are empty.

    >>> from tilerummy import Round, hint
    >>> game = Round("sabra", seats=2, seed=2)
    >>> while game.outcome is None:
    ...     _ = game.push(*hint(game.rules, game.view(game.to_move)).actions)
    >>> game.outcome.ending.value, game.outcome.winner, sum(game.outcome.scores)
    ('went_out', 0, 0)
    """

    ending: Ending
    scores: tuple[int, ...]
    racks: tuple[Rack, ...]
    winner: int | None = None
    win: Win | None = None
    hand: int | None = None
    penalties: tuple[int, ...] = ()
    could_open: tuple[Table, ...] = ()


Event = (
    Lots
    | Dealt
    | Redealt
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
"""Something that happened in a round. Applying all events of a round in order gives its state.

>>> from tilerummy import Round
>>> [type(event).__name__ for event in Round("sabra", seats=2, seed=1).push("draw")]
['Drew', 'Moved']
"""
