"""Tables before two runs were joined: few of many are tried (RULES 2.1)."""

from __future__ import annotations

from tilerummy.analysis.turns.turn_for import MOST_CUTS, before_joining
from tilerummy.melds import Table, table
from tilerummy.tiles import TileSet

LONG = TileSet(numbers=26, jokers=4)


def long_run(colour: str) -> str:
    """Return a run of 26 tiles with a joker, which can be cut in thousands of ways."""
    return " ".join(f"{colour}{n}" for n in range(1, 26)) + f" *{colour}26"


def test_of_the_ways_to_cut_two_long_runs_only_some_are_tried() -> None:
    after = table(f"{long_run('k')} / {long_run('r')}", LONG)
    found = [*before_joining(Table(), after, LONG)]

    assert len(found) == MOST_CUTS
    assert all(each.tiles == after.tiles for each in found)
    assert after not in found


def test_all_ways_to_cut_a_short_run_are_tried() -> None:
    found = before_joining(Table(), table("r3 r4 r5 *r6 r7 r8"), TileSet())

    assert [*map(str, found)] == ["r3 r4 r5 / *r6 r7 r8"]
