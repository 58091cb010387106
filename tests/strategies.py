"""Hypothesis strategies for tiles, racks, melds and tables."""

from __future__ import annotations

from hypothesis import strategies as st

from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.tiles import JOKER, STANDARD, Rack, Tile, TileSet


@st.composite
def tile_sets_(draw: st.DrawFn) -> TileSet:
    """Tile sets of every size, with and without a high 1."""
    sizes = {name: draw(st.integers(*bounds)) for name, bounds in TileSet.RANGES.items()}
    return TileSet(**sizes, one_high=draw(st.booleans()))


def tiles_(tiles: TileSet = STANDARD, *, jokers: bool = True) -> st.SearchStrategy[Tile]:
    """Tiles of the set; the joker is one of them unless there are to be no *jokers*."""
    return st.sampled_from([*tiles.kinds, *[JOKER] * (jokers and tiles.jokers > 0)])


def racks_(
    tiles: TileSet = STANDARD, *, at_least: int = 0, at_most: int = 16, jokers: bool = True
) -> st.SearchStrategy[Rack]:
    """Racks; equal tiles may be there more often than the set has them."""
    drawn = st.lists(tiles_(tiles, jokers=jokers), min_size=at_least, max_size=at_most)
    return drawn.map(Rack)


@st.composite
def runs_(draw: st.DrawFn, tiles: TileSet = STANDARD, *, jokers: bool = True) -> Run:
    """Valid runs, at least one of whose tiles is no joker."""
    colour = draw(st.sampled_from(tiles.letters))
    length = draw(st.integers(3, tiles.numbers))
    highest = tiles.numbers + (tiles.one_high and length < tiles.numbers)
    first = draw(st.integers(1, highest - length + 1))
    numbers = (1 if n > tiles.numbers else n for n in range(first, first + length))
    faces = tuple(Tile.of(colour, n) for n in numbers)
    wild = draw(_some(faces)) if jokers else ()
    return Run(faces, wild)


@st.composite
def groups_(draw: st.DrawFn, tiles: TileSet = STANDARD, *, jokers: bool = True) -> Group:
    """Valid groups; a set of two colours has none."""
    number = draw(st.integers(1, tiles.numbers))
    size = draw(st.integers(3, tiles.colours))
    letters = draw(st.permutations(tiles.letters))[:size]
    every = tuple(sorted(Tile.of(letter, number) for letter in letters))
    wild = draw(_some(every)) if jokers else ()
    return Group(tuple(t for t in every if t not in wild), len(wild))


def _some(tiles: tuple[Tile, ...]) -> st.SearchStrategy[tuple[Tile, ...]]:
    """Some of *tiles* in their order, but not all."""
    picks = st.lists(st.booleans(), min_size=len(tiles), max_size=len(tiles))
    return picks.filter(lambda chosen: not all(chosen)).map(
        lambda chosen: tuple(t for t, pick in zip(tiles, chosen, strict=True) if pick)
    )


def melds_(tiles: TileSet = STANDARD, *, jokers: bool = True) -> st.SearchStrategy[Meld]:
    """Valid melds: runs and, where there are colours enough, groups."""
    runs: st.SearchStrategy[Meld] = runs_(tiles, jokers=jokers)
    return runs | groups_(tiles, jokers=jokers) if tiles.colours >= 3 else runs


def tables_(
    tiles: TileSet = STANDARD, *, at_least: int = 0, at_most: int = 6, jokers: bool = True
) -> st.SearchStrategy[Table]:
    """Tables of valid melds; equal tiles may lie there more often than the set has them."""
    melds = st.lists(melds_(tiles, jokers=jokers), min_size=at_least, max_size=at_most)
    return melds.map(Table)
