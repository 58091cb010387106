"""Tiles where they lie, in melds and in what is not a meld yet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from tilerummy.melds import Group, Meld, Run
from tilerummy.tiles import JOKER, Tile

Pile = tuple[str, ...]
"""Tiles that lie together, as words in notation: a meld, or what may become one."""


class Spot(NamedTuple):
    """A tile at its place in a pile.

    ``face`` is the tile it stands for, None for a joker in a group, which has its ``number``
    alone. ``place`` orders a pile: in a run one after the other, a high 1 after the last.
    """

    tile: Tile
    face: Tile | None
    number: int
    place: int
    in_run: bool

    @property
    def word(self) -> str:
        """The tile in notation, a joker with what it stands for."""
        if self.tile != JOKER:
            return str(self.tile)
        return f"*{self.number if self.face is None else self.face}"


def spots_of(meld: Meld) -> tuple[Spot, ...]:
    """Return the tiles of *meld* at their places.

    >>> from tilerummy.melds import meld
    >>> [spot.word for spot in spots_of(meld("b5 b6 *b7"))]
    ['b5', 'b6', '*b7']
    """
    match meld:
        case Run(faces, wild):
            first = faces[0].number
            return tuple(
                Spot(JOKER if face in wild else face, face, face.number, first + i, in_run=True)
                for i, face in enumerate(faces)
            )
        case Group(naturals, jokers):
            joker = Spot(JOKER, None, meld.number, JOKER, in_run=False)
            return (
                *(Spot(t, t, meld.number, t, in_run=False) for t in naturals),
                *(joker,) * jokers,
            )
    assert_never(meld)


def pile_of(spots: Iterable[Spot]) -> Pile:
    """Return the words of a pile in its order."""
    return tuple(s.word for s in sorted(spots, key=lambda s: (s.place, s.tile)))


NO_MELD = 3
"""How far tiles are from a meld that can never be part of one."""


def disorder(spots: tuple[Spot, ...]) -> int:
    """Return how far a pile is from being a meld: 0 if it is one, up to ``NO_MELD``.

    1 is for tiles that only lack others, 2 for single tiles and for runs with a gap.
    """
    naturals = [s.tile for s in spots if s.tile != JOKER]
    if all(s.in_run for s in spots):
        places = sorted(s.place for s in spots)
        gaps = places != [*range(places[0], places[0] + len(places))]
        fault = (
            NO_MELD * (len({s.face.colour for s in spots if s.face is not None}) > 1) or 2 * gaps
        )
    elif len({s.number for s in spots}) == 1 and not any(s.in_run for s in spots):
        fault = NO_MELD * (len({*naturals}) < len(naturals))
    else:
        fault = NO_MELD
    return max(fault, (0 if len(spots) > 2 else 3 - len(spots)) if naturals else 2)
