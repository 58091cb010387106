"""A play in the form of a pair of tables, which is the input to the joker rules."""

from __future__ import annotations

from dataclasses import dataclass

from tilerummy.melds import Table
from tilerummy.tiles import Rack, TileSet


@dataclass(frozen=True, slots=True)
class TableChange:
    """A change to the table: *rest* stays, and *lift* with the *placed* tiles becomes *lay*."""

    rest: Table
    lift: Table
    lay: Table
    placed: Rack
    tiles: TileSet


def table_change(
    before: Table, lift: Table, lay: Table, tiles: TileSet, *, placed: Rack
) -> TableChange:
    """Return the change to *before* that turns *lift* into *lay* by adding the *placed* tiles.

    Melds that are lifted and laid again unchanged do not count as lifted.
    """
    changed = lift - lay
    same = lift - changed
    return TableChange(before - changed, changed, lay - same, placed, tiles)
