"""How hard a puzzle is: what hands have to do for its answer."""

from __future__ import annotations

from tilerummy.analysis import explain
from tilerummy.melds import Table
from tilerummy.puzzles.values import Difficulty
from tilerummy.rules import Ruleset


def difficulty_of_play(rules: Ruleset, before: Table, after: Table, *, near: int) -> Difficulty:
    """Return how hard it is to get from the table *before* to that *after*, by the steps."""
    steps = explain(before, after, law=rules.table.jokers, tiles=rules.tiles)
    lifted, laid = before.changed(after)
    if rules.draws_and_discards or not lifted:
        tiles = len(after.tiles) - len(before.tiles)
        return Difficulty(melds=len(laid), moved=tiles, hand=0, steps=len(steps), near=near)
    direct = sum(len(step.tiles) - len(step.rack) - len(step.held) for step in steps)
    moved = direct + sum(len(step.taken) for step in steps)
    hand = max((len(step.hand) for step in steps), default=0)
    return Difficulty(melds=len(lifted), moved=moved, hand=hand, steps=len(steps), near=near)
