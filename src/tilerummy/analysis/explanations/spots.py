"""Tiles where they lie, in melds and in what is not a meld yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, assert_never

from tilerummy.melds import Group, Meld, Run
from tilerummy.tiles import JOKER, Tile, names

Pile = tuple[str, ...]
"""Tiles that lie together, as words in notation: a meld, or what may become one."""


class Spot(NamedTuple):
    """A tile at its place in a pile.

    ``place`` orders a pile: in a run one after the other, a high 1 after the last. ``face`` is the
    tile that it stands for, None for a joker in a group, which has its ``number`` alone. ``word``
    is the tile in notation, a joker with what it stands for.
    """

    place: int
    tile: Tile
    face: Tile | None
    number: int
    word: str
    in_run: bool


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
                Spot(first + i, JOKER, face, face.number, f"*{word}", in_run=True)
                if face in wild
                else Spot(first + i, face, face, face.number, word, in_run=True)
                for i, (face, word) in enumerate(zip(faces, names(faces), strict=True))
            )
        case Group(naturals, jokers):
            number = meld.number
            spots = zip(naturals, names(naturals), strict=True)
            natural = tuple(Spot(t, t, t, number, word, in_run=False) for t, word in spots)
            return (
                *natural,
                *(Spot(JOKER, JOKER, None, number, f"*{number}", in_run=False),) * jokers,
            )
    assert_never(meld)


def pile_of(spots: Sequence[Spot]) -> Pile:
    """Return the words of a pile in its order."""
    return tuple([spot.word for spot in sorted(spots)])


NO_MELD = 3
"""How far tiles are from a meld that can never be part of one."""


def disorder(spots: Sequence[Spot]) -> int:
    """Return how far a pile is from being a meld: 0 if it is one, up to ``NO_MELD``.

    1 is for tiles that only lack others, 2 for single tiles and for runs with a gap. Nothing is as
    good as a meld.
    """
    places, naturals, numbers = [], [], set()
    runs = 0
    for place, tile, _, number, _, in_run in spots:
        places.append(place)
        numbers.add(number)
        runs += in_run
        if tile != JOKER:
            naturals.append(tile)
    size = len(places)
    if not size:
        return 0
    if runs == size:
        gaps = max(places) - min(places) + 1 != size or len({*places}) != size
        fault = NO_MELD if len({s.face.colour for s in spots if s.face}) > 1 else 2 * gaps
    elif runs or len(numbers) > 1:
        fault = NO_MELD
    else:
        fault = NO_MELD * (len({*naturals}) < len(naturals))
    return max(fault, max(0, 3 - size) if naturals else 2)
