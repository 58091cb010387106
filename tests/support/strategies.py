"""Hypothesis strategies for tiles, racks, melds, tables, actions and positions."""

from __future__ import annotations

from hypothesis import strategies as st

from tilerummy.melds import AmbiguousJoker, Group, InvalidMeld, Meld, Pile, Run, Table, meld
from tilerummy.state import (
    Action,
    Declare,
    Discard,
    Draw,
    Foul,
    GoOut,
    NewDeal,
    Pass,
    Phase,
    Play,
    Seat,
    Source,
    State,
    TimeOut,
    TurnStart,
)
from tilerummy.tiles import HIDDEN, JOKER, STANDARD, Rack, Tile, TileSet


@st.composite
def tile_sets_(draw: st.DrawFn) -> TileSet:
    """Tile sets of every size, with and without a high 1."""
    sizes = {name: draw(st.integers(*bounds)) for name, bounds in TileSet.RANGES.items()}
    return TileSet(**sizes, one_high=draw(st.booleans()))


def tiles_(tiles: TileSet = STANDARD, *, jokers: bool = True) -> st.SearchStrategy[Tile]:
    """Tiles of the set, with its joker unless *jokers* is false."""
    return st.sampled_from([*tiles.kinds, *[JOKER] * (jokers and tiles.jokers > 0)])


def racks_(
    tiles: TileSet = STANDARD, *, at_least: int = 0, at_most: int = 16, jokers: bool = True
) -> st.SearchStrategy[Rack]:
    """Racks, which may have more copies of a tile than the set contains."""
    drawn = st.lists(tiles_(tiles, jokers=jokers), min_size=at_least, max_size=at_most)
    return drawn.map(Rack)


@st.composite
def runs_(draw: st.DrawFn, tiles: TileSet = STANDARD, *, jokers: bool = True) -> Run:
    """Valid runs, with at least one tile that is not a joker."""
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
    """Valid groups; the set must have at least three colours."""
    number = draw(st.integers(1, tiles.numbers))
    size = draw(st.integers(3, tiles.colours))
    letters = draw(st.permutations(tiles.letters))[:size]
    every = tuple(sorted(Tile.of(letter, number) for letter in letters))
    wild = draw(_some(every)) if jokers else ()
    return Group(tuple(t for t in every if t not in wild), len(wild))


def _some(tiles: tuple[Tile, ...]) -> st.SearchStrategy[tuple[Tile, ...]]:
    """Proper subsets of *tiles*, in the same order."""
    picks = st.lists(st.booleans(), min_size=len(tiles), max_size=len(tiles))
    return picks.filter(lambda chosen: not all(chosen)).map(
        lambda chosen: tuple(t for t, pick in zip(tiles, chosen, strict=True) if pick)
    )


def melds_(tiles: TileSet = STANDARD, *, jokers: bool = True) -> st.SearchStrategy[Meld]:
    """Valid melds: runs, and groups if the set has enough colours."""
    runs: st.SearchStrategy[Meld] = runs_(tiles, jokers=jokers)
    return runs | groups_(tiles, jokers=jokers) if tiles.colours >= 3 else runs


def tables_(
    tiles: TileSet = STANDARD, *, at_least: int = 0, at_most: int = 6, jokers: bool = True
) -> st.SearchStrategy[Table]:
    """Tables of valid melds, possibly with more copies of a tile than the set contains."""
    melds = st.lists(melds_(tiles, jokers=jokers), min_size=at_least, max_size=at_most)
    return melds.map(Table)


def plays_(tiles: TileSet = STANDARD) -> st.SearchStrategy[Play]:
    """Plays that lead from one random table to another, and so are hardly ever legal."""
    sides = tables_(tiles, at_most=3)
    return st.builds(Play, sides, sides)


@st.composite
def piles_(draw: st.DrawFn, tiles: TileSet = STANDARD) -> Pile | None:
    """Piles of tiles that are not melds, or None if the tiles form a meld.

    Jokers may be any tile.
    """
    tile = tiles_(tiles, jokers=False).map(str)
    words = st.lists(st.one_of(tile, tile.map("*{}".format), st.just("*")), min_size=1, max_size=6)
    pile = Pile.of(draw(words), tiles)
    try:
        meld(str(pile), tiles)
    except InvalidMeld:
        return pile
    except AmbiguousJoker:
        pass
    return None


def fouls_(tiles: TileSet = STANDARD) -> st.SearchStrategy[Foul]:
    """Fouls. Some leave piles that are not melds."""
    piles = st.lists(piles_(tiles), max_size=3)
    lying = piles.map(lambda found: tuple(sorted(filter(None, found), key=str)))
    return st.builds(Foul, plays_(tiles), lying)


def actions_(tiles: TileSet = STANDARD) -> st.SearchStrategy[Action]:
    """Actions of every kind, legal or not."""
    tile, play = tiles_(tiles), plays_(tiles)
    plays = st.lists(play, max_size=3).map(tuple)
    return st.one_of(
        play,
        st.builds(Draw, st.sampled_from(Source)),
        st.builds(Discard, tile),
        st.builds(Declare, tile),
        st.builds(GoOut, plays, tile),
        st.just(Pass()),
        st.just(NewDeal()),
        st.builds(TimeOut, st.none() | plays),
        fouls_(tiles),
    )


def views_of_racks_(tiles: TileSet = STANDARD) -> st.SearchStrategy[Rack]:
    """Racks with some tiles face down."""
    return st.builds(lambda rack, n: rack + [HIDDEN] * n, racks_(tiles), st.integers(0, 16))


@st.composite
def seats_(draw: st.DrawFn, turn: int, tiles: TileSet = STANDARD) -> Seat:
    """Seats with any rack and any history up to *turn*, possible or not."""
    rack = draw(views_of_racks_(tiles))
    known = draw(st.sampled_from([rack, rack[:3], ()]))
    return Seat(
        rack=rack,
        known=Rack(t for t in known if t != HIDDEN),
        shown=draw(racks_(tiles)),
        opened=draw(st.none() | st.integers(0, turn)),
        waits=draw(st.integers(0, 99)),
        discards=tuple(draw(st.lists(tiles_(tiles), max_size=5))),
        handfuls=draw(st.sampled_from([(), (14, 13)])),
    )


@st.composite
def states_(draw: st.DrawFn, tiles: TileSet = STANDARD) -> State:
    """Positions in the middle of a round, possible or not, with or without hidden tiles."""
    turn = draw(st.integers(0, 99))
    seats = tuple(draw(st.lists(seats_(turn, tiles), min_size=1, max_size=6)))
    source = draw(st.none() | st.sampled_from(Source))
    return State(
        seats=seats,
        pool=tuple(draw(st.permutations(draw(views_of_racks_(tiles))))),
        table=draw(tables_(tiles)),
        trump=draw(st.none() | tiles_(tiles)),
        free=draw(racks_(tiles)),
        aside=draw(racks_(tiles)),
        declared=draw(racks_(tiles)),
        released=draw(st.booleans()),
        to_move=draw(st.integers(0, len(seats) - 1)),
        phase=draw(st.sampled_from([Phase.ACT, Phase.MORE, Phase.DRAW, Phase.MELD])),
        turn=turn,
        plays=draw(st.integers(0, 3)),
        source=source,
        drawn=draw(st.none() | tiles_(tiles) | st.just(HIDDEN)) if source else None,
        start=TurnStart(
            table=draw(tables_(tiles)), free=draw(racks_(tiles)), seat=draw(seats_(turn, tiles))
        ),
        passes=draw(st.integers(0, 9)),
        idle=draw(st.integers(0, 99)),
        first_turn=draw(st.integers(0, turn)),
        new_deals=draw(st.integers(0, 3)),
    )
