"""Actions, which are requested by a seat or by the clock. ``str`` converts them to notation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tilerummy.melds import Pile, Table
from tilerummy.pictures import Pictured
from tilerummy.tiles import Rack, Tile


class Source(StrEnum):
    """The source of a drawn tile.

    >>> from tilerummy import Draw, Source
    >>> Draw().source is Source.POOL
    True
    >>> Draw(Source.DISCARD)
    Draw(source=<Source.DISCARD: 'discard'>)
    """

    POOL = "pool"
    DISCARD = "discard"  # the tile that the previous player just discarded
    TRUMP = "trump"
    ASIDE = "aside"  # jokers set aside before the deal


_TABLES = 'two tables, each read from its text with table("k1 k2 k3")'
_ONE_TILE = 'a tile must be read from its text, as in tile("k7")'


@dataclass(frozen=True, slots=True)
class Play(Pictured):
    """The difference between two tables: melds lifted off the table, and melds laid down.

    Tiles that are laid but not lifted come from the rack or the free tiles. A single play can open,
    lay off, replace jokers and rearrange.

    >>> from tilerummy.melds import table
    >>> play = Play.between(table("k4 r4 o4 / b1 b2 b3"), table("k4 r4 b4 o4 / b1 b2 b3"))
    >>> play.lift, play.lay, play.placed
    (k4 r4 o4, k4 r4 b4 o4, b4)
    """

    lift: Table
    lay: Table

    def __post_init__(self) -> None:
        if type(self.lift) is not Table or type(self.lay) is not Table:
            raise TypeError(f"a play is {_TABLES}, not {self.lift!r}, {self.lay!r}")

    def _rows(self) -> Sequence[Sequence[str]]:
        """Return the lifted melds, followed by the laid melds."""
        return [[*map(str, side)] for side in (self.lift, self.lay)]

    def _caption(self) -> str:
        return str(self)

    @classmethod
    def between(cls, before: Table, after: Table) -> Play:
        """Return the play that turns the table *before* into the table *after*."""
        if type(before) is not Table or type(after) is not Table:
            raise TypeError(f"a play is between {_TABLES}, not {before!r}, {after!r}")
        return cls(*before.changed(after))

    @property
    def placed(self) -> Rack:
        """The tiles that are laid without having been lifted."""
        return self.lay.tiles - self.lift.tiles

    def __str__(self) -> str:
        return f"play {_sides(self)}"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw from the pool, or take the previous player's discard.

    >>> from tilerummy import Draw, Round
    >>> game = Round("sabra", seats=2, seed=1)
    >>> game.is_legal(Draw())
    True
    """

    source: Source = Source.POOL

    def __post_init__(self) -> None:
        if type(self.source) is not Source:
            raise TypeError(
                f"a source must be a Source, as in Draw(Source.POOL), not {self.source!r}"
            )

    def __str__(self) -> str:
        return "draw" if self.source is Source.POOL else f"draw {self.source}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a tile face up, which ends the turn.

    >>> from tilerummy import Discard, tile
    >>> str(Discard(tile("r3")))
    'discard r3'
    """

    tile: Tile

    def __post_init__(self) -> None:
        if type(self.tile) is not Tile:
            raise TypeError(f"{_ONE_TILE}, not {self.tile!r}")

    def __str__(self) -> str:
        return f"discard {self.tile}"


@dataclass(frozen=True, slots=True)
class Declare:
    """Declare every tile except *discard* as a closed hand and go out (International).

    >>> from tilerummy import Declare, read_action, tile
    >>> read_action("declare r3") == Declare(tile("r3"))
    True
    """

    discard: Tile

    def __post_init__(self) -> None:
        if type(self.discard) is not Tile:
            raise TypeError(f"{_ONE_TILE}, not {self.discard!r}")

    def __str__(self) -> str:
        return f"declare {self.discard}"


@dataclass(frozen=True, slots=True)
class GoOut:
    """Draw the trump and go out with it in a single action: only the winner may take the trump.

    The plays are made in order. Without any plays, the rack is declared as a closed hand.

    >>> from tilerummy import GoOut, Play, Table, table, tile
    >>> str(GoOut((Play(Table(), table("r3 r4 r5")),), tile("k1")))
    'go-out => r3 r4 r5; discard k1'
    """

    plays: tuple[Play, ...]
    discard: Tile

    def __post_init__(self) -> None:
        _check_plays(self.plays)
        if type(self.discard) is not Tile:
            raise TypeError(f"{_ONE_TILE}, not {self.discard!r}")

    def __str__(self) -> str:
        if not self.plays:
            return f"go-out declare {self.discard}"
        return f"go-out {_plays(self.plays)}; discard {self.discard}"


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn after a play, or because the pool is empty.

    >>> from tilerummy import Pass, Round
    >>> Round("sabra", seats=2, seed=1).is_legal(Pass())
    False
    """

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class NewDeal:
    """Ask for a new deal because of identical tiles on the rack (RULES 5.2).

    >>> from tilerummy import NewDeal, Round
    >>> Round("sabra", seats=2, seed=1).faults(NewDeal())
    (no_new_deal: there are no new deals in this game,)
    """

    def __str__(self) -> str:
        return "new-deal"


@dataclass(frozen=True, slots=True)
class TimeOut:
    """End the turn because its time has run out. This action is requested by the clock.

    ``pending`` are the legal plays that lead to the unsubmitted working table, or None if there are
    no such plays (RULES 2.3).
    """

    pending: tuple[Play, ...] | None = ()

    def __post_init__(self) -> None:
        if self.pending is not None:
            _check_plays(self.pending)

    def __str__(self) -> str:
        how = "disorder" if self.pending is None else _plays(self.pending)
        return f"time-out {how}".strip()


@dataclass(frozen=True, slots=True)
class Foul:
    """Penalise an illegal *play* by the mover, if the rules impose a penalty for it (RULES 2.3).

    ``piles`` are the laid tiles that do not form melds.
    """

    play: Play
    piles: tuple[Pile, ...] = ()

    def __post_init__(self) -> None:
        _check_plays((self.play,))

    @property
    def placed(self) -> Rack:
        """The tiles that are laid without having been lifted."""
        laid = Rack(t for laid in (*self.play.lay, *self.piles) for t in laid.tiles)
        return laid - self.play.lift.tiles

    @property
    def lay(self) -> str:
        """The laid tiles in notation, with melds first and then piles."""
        return " / ".join(map(str, (*self.play.lay, *self.piles)))

    def __str__(self) -> str:
        return f"foul {_between(str(self.play.lift), self.lay)}"


def _check_plays(plays: object) -> None:
    """Raise TypeError if *plays* is not a tuple of plays."""
    if type(plays) is not tuple or any(type(play) is not Play for play in plays):
        raise TypeError(
            f'plays are actions, as in read_action("play k1 k2 k3 => k1 k2 k3 k4"), not {plays!r}'
        )


def _sides(play: Play) -> str:
    return _between(str(play.lift), str(play.lay))


def _between(lift: str, lay: str) -> str:
    return " ".join(side for side in (lift, "=>", lay) if side)


def _plays(plays: Iterable[Play]) -> str:
    return "; ".join(map(_sides, plays))


Action = Play | Draw | Discard | Declare | GoOut | Pass | NewDeal | TimeOut | Foul
"""A request that the referee either turns into events or refuses.

>>> from tilerummy import Draw, Pass, read_action
>>> read_action("draw") == Draw(), read_action("pass") == Pass()
(True, True)
"""
