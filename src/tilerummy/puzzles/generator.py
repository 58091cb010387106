"""Builds a puzzle from a position: crop, prove, rate, name, or reject."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.analysis import explain, turn_for
from tilerummy.jokers import JokerLaw, JokerMelds
from tilerummy.melds import Table
from tilerummy.puzzles.canonical_form import puzzle_id
from tilerummy.puzzles.cropping import cropped
from tilerummy.puzzles.positions import Position
from tilerummy.puzzles.themes import themes_of
from tilerummy.puzzles.uniqueness import Optimum, is_one_play, withheld
from tilerummy.puzzles.values import Difficulty, Goal, Puzzle, Theme
from tilerummy.rules import Ruleset, ruleset_text
from tilerummy.solver import Problem, solve
from tilerummy.tiles import JOKER, Rack, Tile

EASIEST, HARDEST = 4, 40
"""The minimum and maximum difficulty."""

MAX_MELDS, MAX_TILES = 10, 14
"""The maximum number of melds on the table, and of tiles on the rack."""

FEW_TILES = 20
"""Up to this many tiles on table and rack, every table can be tried."""


def generate_puzzle(rules: Ruleset, candidate: Position) -> Puzzle | None:
    """Return the puzzle in *candidate*, or None if it has several answers or is too easy.

    For goals that are reached by laying tiles: not a discard, not a closed hand.
    """
    small = cropped(rules, candidate)
    if small is None:
        return None
    candidate, best = small
    if len(candidate.table) > MAX_MELDS or len(candidate.rack) > MAX_TILES:
        return None
    if not turn_for(rules, candidate.view(rules), best.after):
        return None  # the plays that lead to the answer cannot be found from the table
    if not _is_only_with_wild_jokers(rules, candidate, best):
        return None
    near = _near_misses(rules, candidate, best)
    if near is None:
        return None
    hard = _difficulty(rules, candidate.table, best.after, near=near)
    themes = themes_of(
        rules, candidate.goal, candidate.table, candidate.rack, best.after, opened=candidate.opened
    )
    return _puzzle(rules, candidate, hard, themes, answer=best.after)


def discard_puzzle(
    rules: Ruleset, candidate: Position, tile: Tile, *, touched: int
) -> Puzzle | None:
    """Return the puzzle whose answer is to name *tile* without laying any.

    *touched* is the number of melds that the remaining tiles could be laid off on. The caller must
    prove that every other tile is wrong.
    """
    others = len({*candidate.rack}) - (touched > 0)
    hard = Difficulty(melds=touched, moved=others, picked_up=0, steps=0, near=0)
    theme = Theme.CLOSED if candidate.goal is Goal.CLOSED else Theme.SAFE_DISCARD
    return _puzzle(rules, candidate, hard, (theme,), answer=candidate.table, discard=tile)


def _puzzle(
    rules: Ruleset,
    candidate: Position,
    hard: Difficulty,
    themes: tuple[Theme, ...],
    *,
    answer: Table,
    discard: Tile | None = None,
) -> Puzzle | None:
    """Return the puzzle with that *answer*, or None if it is too easy or too hard."""
    if not EASIEST <= hard.total <= HARDEST:
        return None
    puzzle = Puzzle(
        id="",
        rules=ruleset_text(rules),
        goal=candidate.goal,
        table=candidate.table,
        rack=candidate.rack,
        placed=answer.tiles - candidate.table.tiles,
        answer=answer,
        difficulty=hard,
        themes=themes,
        opened=candidate.opened,
        discard=discard,
        offline=discard is not None or _is_offline(rules, candidate, themes),
    )
    return replace(puzzle, id=puzzle_id(puzzle))


def _difficulty(rules: Ruleset, before: Table, after: Table, *, near: int) -> Difficulty:
    """Return the difficulty of getting from the table *before* to *after*, from the steps."""
    steps = explain(before, after, law=rules.table.jokers, tiles=rules.tiles)
    lifted, laid = before.changed(after)
    if rules.draws_and_discards or not lifted:
        tiles = len(after.tiles) - len(before.tiles)
        return Difficulty(melds=len(laid), moved=tiles, picked_up=0, steps=len(steps), near=near)
    direct = sum(len(step.tiles) - len(step.rack) - len(step.held) for step in steps)
    moved = direct + sum(len(step.taken) for step in steps)
    picked_up = max((len(step.picked_up) for step in steps), default=0)
    return Difficulty(
        melds=len(lifted), moved=moved, picked_up=picked_up, steps=len(steps), near=near
    )


def _is_only_with_wild_jokers(rules: Ruleset, candidate: Position, best: Optimum) -> bool:
    """Return whether the answer is unique even with wild jokers and an open table.

    This proves it a second time: a joker law that forbids something can be doubted, one that
    forbids nothing cannot. Positions with few tiles need no such bound, because every table can be
    tried.
    """
    view = candidate.view(rules)
    few = len(candidate.table.tiles) + len(candidate.rack) <= FEW_TILES
    if is_one_play(rules, view) or (few and candidate.opened):
        return True
    law = JokerLaw(melds=JokerMelds.FREE)
    rack = candidate.rack
    if candidate.goal is Goal.JOKER:
        rack = Rack(tile for tile in rack if tile != JOKER)
    free = Problem(rack=rack, table=candidate.table, tiles=rules.tiles, law=law, tidy=False)
    n = len(best.placed)
    if len(solve(free).placed) > n:
        return False
    for tile in dict.fromkeys(best.placed):
        gone = rack.count(tile) - best.placed.count(tile) + 1
        if len(solve(replace(free, rack=rack - (tile,) * gone)).placed) == n:
            return False
    return True


def _near_misses(rules: Ruleset, candidate: Position, best: Optimum) -> int | None:
    """Return the number of sets with one tile fewer, or None if another answer is as good.

    Each kind of tile of the answer is withheld in turn: no other set may then be as good.
    """
    view = candidate.view(rules)
    count, near = len(best.placed), 0
    for _, other in withheld(rules, view, candidate.goal, best.placed):
        if other == count or (candidate.goal is Goal.OPEN and other):
            return None
        near += other == count - 1
    return near


def _is_offline(rules: Ruleset, candidate: Position, themes: tuple[Theme, ...]) -> bool:
    """Return whether an answer can be checked only from its tiles."""
    if Theme.OPEN_GO_ON in themes:
        return False
    free = rules.table.jokers.melds is JokerMelds.FREE
    return free or JOKER not in candidate.table.tiles
