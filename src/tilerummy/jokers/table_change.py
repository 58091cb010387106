"""A play as the joker law sees it: two tables compared."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.melds import Table
from tilerummy.tiles import Rack, TileSet


@dataclass(frozen=True, slots=True)
class TableChange:
    """Two tables compared: *rest* stays, *lift* becomes *lay* with the tiles *placed*."""

    rest: Table
    lift: Table
    lay: Table
    placed: Rack
    tiles: TileSet


def table_change(
    before: Table, lift: Table, lay: Table, tiles: TileSet, *, placed: Rack
) -> TableChange:
    """Return the play that turns *lift* into *lay* on the table *before*, with the tiles *placed*.

    Melds that are lifted and laid again as they were count as left where they are.
    """
    changed = lift - lay
    same = lift - changed
    return TableChange(before - changed, changed, lay - same, placed, tiles)
