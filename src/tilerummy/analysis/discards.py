"""Which tile of a rack is missed least when it is discarded."""

from __future__ import annotations

from tilerummy.melds import Table
from tilerummy.rules import Ruleset, faults
from tilerummy.solver import Kind, Problem, solve
from tilerummy.state import Discard, State
from tilerummy.tiles import JOKER, Rack, Tile, TileSet


def best_discard(rules: Ruleset, view: State) -> Tile | None:
    """Return the tile that the mover of *view* had best discard, or None where none may be.

    It goes with the fewest tiles of the rack; of several one that nobody can add to the table,
    and of these the highest. A joker is kept as long as there is anything else.
    """
    rack = view.mover.rack
    allowed = [t for t in dict.fromkeys(rack) if not any(faults(rules, view, Discard(t)))]
    return min(
        allowed,
        key=lambda tile: (
            tile == JOKER,
            _company(tile, rack, rules.tiles),
            _fits(tile, view.table, rules.tiles),
            -tile.number if tile.is_numbered else 0,
            tile,
        ),
        default=None,
    )


def _company(tile: Tile, rack: Rack, tiles: TileSet) -> int:
    """Return how many different tiles of the rack could lie in a meld of three with *tile*."""
    return sum(
        other.is_numbered and tile.is_numbered and _near(tile, other, tiles)
        for other in {*rack}
        if other != tile
    )


def _near(one: Tile, other: Tile, tiles: TileSet) -> bool:
    if one.colour != other.colour:
        return one.number == other.number
    distance = abs(one.number - other.number)
    around = tiles.numbers - distance if tiles.one_high and 1 in (one.number, other.number) else 3
    return min(distance, around) <= 2


def _fits(tile: Tile, table: Table, tiles: TileSet) -> bool:
    """Return whether *tile* could be added to a meld of the table."""
    return bool(solve(Problem(rack=Rack((tile,)), table=table, tiles=tiles, kind=Kind.EXTEND)))
