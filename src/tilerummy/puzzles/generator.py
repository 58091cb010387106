"""Turns a position into a puzzle: crops it, proves its solution, rates it and finds its themes."""

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
"""The minimum and maximum difficulty of a puzzle."""

MAX_MELDS, MAX_TILES = 10, 14
"""The maximum number of melds on the table, and the maximum number of tiles on the rack."""

FEW_TILES = 20
"""If the table and the rack have at most this many tiles, every possible table can be tried."""


def generate_puzzle(rules: Ruleset, candidate: Position) -> Puzzle | None:
    """Return the puzzle in *candidate*, or None if it is too easy or has several solutions.

    The goal must be reached by laying tiles, not by a discard or a closed hand.
    """
    small = cropped(rules, candidate)
    if small is None:
        return None
    candidate, best = small
    if len(candidate.table) > MAX_MELDS or len(candidate.rack) > MAX_TILES:
        return None
    if not turn_for(rules, candidate.view(rules), best.after):
        return None  # the plays that lead to the answer's table cannot be found
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
    """Return a puzzle whose solution is to discard *tile*, without laying any tiles.

    *touched* is the number of melds that the other tiles could be added to. The caller must prove
    that discarding any other tile is wrong.
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
    """Return the puzzle with this *answer*, or None if it is too easy or too hard."""
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
    """Return the difficulty of rearranging the table *before* into *after*, based on the steps."""
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
    """Return whether the solution is unique even if jokers are wild and table melds may change.

    This second proof does not depend on the interpretation of restrictive joker rules. Positions
    with few tiles do not need it, because every possible table can be tried.
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
    """Count near misses, which lay one tile fewer; return None if another solution is as good.

    To find near misses, each kind of tile in the best solution is withheld in turn.
    """
    view = candidate.view(rules)
    count, near = len(best.placed), 0
    for _, other in withheld(rules, view, candidate.goal, best.placed):
        if other == count or (candidate.goal is Goal.OPEN and other):
            return None
        near += other == count - 1
    return near


def _is_offline(rules: Ruleset, candidate: Position, themes: tuple[Theme, ...]) -> bool:
    """Return whether a solution can be checked by comparing tiles, without a referee."""
    if Theme.OPEN_GO_ON in themes:
        return False
    free = rules.table.jokers.melds is JokerMelds.FREE
    return free or JOKER not in candidate.table.tiles
