"""Which discards let a player with one tile left go out."""

from __future__ import annotations

from tilerummy.melds import Table
from tilerummy.rules import Ruleset
from tilerummy.solver import Kind, Problem, solve
from tilerummy.tiles import Rack, Tile


def fits_on(rules: Ruleset, table: Table, tile: Tile) -> bool:
    """Return whether *tile* can be laid off on the *table*.

    Then the next player, who has opened, takes it, lays it off and discards the last tile.
    """
    question = Problem(
        rack=Rack((tile,)),
        table=table,
        tiles=rules.tiles,
        law=rules.table.jokers,
        kind=Kind.EXTEND,
        tidy=False,
    )
    return bool(solve(question))
