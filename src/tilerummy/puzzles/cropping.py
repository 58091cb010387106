"""Crops a position to the melds that change, the tiles to lay, and a few decoys."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from tilerummy.analysis import problem
from tilerummy.puzzles.positions import Position
from tilerummy.puzzles.uniqueness import Optimum, optimum
from tilerummy.puzzles.values import Goal
from tilerummy.rules import Ruleset
from tilerummy.solver import solve
from tilerummy.tiles import JOKER, Rack, Tile

MAX_DECOYS = 3
"""The maximum number of decoys, which are rack tiles that cannot be laid with the solution."""

OPENING_DECOYS = 7
"""The maximum number of decoys if the entire rack must be searched for the initial meld."""


def cropped(rules: Ruleset, candidate: Position) -> tuple[Position, Optimum] | None:
    """Return the cropped *candidate* and its optimum, or None if there is nothing left.

    Cropping removes melds that the solution leaves unchanged, new melds that consist only of rack
    tiles, and most of the tiles that cannot be laid. This can only reduce the number of possible
    plays, so the best solution should not change, but it is computed again to be certain.
    """
    best = _proven(rules, candidate)
    for _ in range(3):
        if best is None:
            return None
        smaller = _smaller(rules, candidate, best)
        if smaller == candidate:
            return candidate, best
        if smaller is None:
            return None
        candidate, best = smaller, _proven(rules, smaller)
    return None


def _proven(rules: Ruleset, candidate: Position) -> Optimum | None:
    best = optimum(rules, candidate.view(rules), candidate.goal)
    return best if best.proven and best.placed else None


def _smaller(rules: Ruleset, candidate: Position, best: Optimum) -> Position | None:
    """Return *candidate* cropped for its optimum *best*, or None if nothing would be left."""
    lifted, laid = candidate.table.changed(best.after)
    placed = best.placed
    if candidate.opened:
        for meld in laid:
            if placed >= meld.tiles and len(placed) > len(meld):
                placed -= meld.tiles
                laid -= (meld,)
    if not placed or (not lifted and candidate.opened):
        return None
    smaller = replace(candidate, table=lifted, rack=placed)
    left = candidate.rack - best.placed
    one = Rack(left[:1]) if rules.draws_and_discards else Rack()  # one tile to discard
    if candidate.goal is Goal.OUT:
        return replace(smaller, rack=placed + one)
    decoys = _decoys(rules, smaller, left)
    if not decoys and candidate.goal is Goal.MOST:
        return replace(smaller, goal=Goal.OUT, rack=placed + one)
    return replace(smaller, rack=placed + (decoys or one))


def _decoys(rules: Ruleset, smaller: Position, left: Rack) -> Rack:
    """Return decoys: the most tempting tiles among those *left* on the rack."""
    if smaller.goal is Goal.JOKER:
        jokers = Rack(tile for tile in left if tile == JOKER)
        return jokers + _tempting(rules, smaller, left - jokers, MAX_DECOYS - 1)
    if smaller.goal is Goal.OPEN:
        near = sorted(dict.fromkeys(left), key=lambda tile: (-_neighbours(tile, left), tile))
        return Rack(near[:OPENING_DECOYS])
    return Rack(_tempting(rules, smaller, left, MAX_DECOYS))


def _tempting(rules: Ruleset, smaller: Position, left: Rack, limit: int) -> list[Tile]:
    """Return up to *limit* of the tiles *left* that are tempting, in rack order.

    Each one can be laid, but not together with all tiles of the optimum.
    """
    view = replace(smaller, rack=smaller.rack + left, goal=Goal.MOST).view(rules)
    question = replace(problem(rules, view, tidy=False), leave=Rack())
    candidate: list[Tile] = []
    for tile in dict.fromkeys(left):
        if len(candidate) < limit and solve(replace(question, required=Rack((tile,)))):
            candidate.append(tile)
    return candidate


def _neighbours(tile: Tile, rack: Iterable[Tile]) -> int:
    """Return the number of tiles on the *rack* that could be next to *tile* in a meld."""
    return sum(_together(tile, other) for other in {*rack} if other != tile)


def _together(one: Tile, other: Tile) -> bool:
    if not one.is_numbered or not other.is_numbered:
        return True
    if one.number == other.number:
        return True
    return one.colour == other.colour and abs(one.number - other.number) <= 2
