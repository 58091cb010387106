"""Makes a puzzle of a position: cropped, proven, rated and named, if it is worth keeping."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.jokers import JokerMelds
from tilerummy.puzzles.cropping import Position, cropped
from tilerummy.puzzles.likeness import puzzle_id
from tilerummy.puzzles.optima import Optimum, withheld
from tilerummy.puzzles.positions import position_of
from tilerummy.puzzles.rating import difficulty_of_play
from tilerummy.puzzles.themes import themes_of
from tilerummy.puzzles.values import Difficulty, Goal, Puzzle, Theme
from tilerummy.rules import Ruleset, ruleset_text
from tilerummy.tiles import JOKER, Rack, Tile

EASIEST, HARDEST = 4, 40
"""The difficulties of puzzles that are kept."""

MOST_CHANGED = 10
"""No more melds of the table change in an answer."""


def puzzle_of(rules: Ruleset, found: Position) -> Puzzle | None:
    """Return the puzzle that *found* is, None if the answer is not the only one or too easy.

    For goals that are reached by laying tiles: not a discard, not a closed hand.
    """
    small = cropped(rules, found)
    if small is None or len(small[0].table) > MOST_CHANGED:
        return None
    found, best = small
    near = _near(rules, found, best)
    if near is None:
        return None
    hard = difficulty_of_play(rules, found.table, best.after, near=near)
    if not EASIEST <= hard.total <= HARDEST:
        return None
    themes = themes_of(rules, found.goal, found.table, found.rack, best.after, opened=found.opened)
    puzzle = Puzzle(
        id="",
        rules=ruleset_text(rules),
        goal=found.goal,
        table=found.table,
        rack=found.rack,
        placed=best.placed,
        answer=best.after,
        difficulty=hard,
        themes=themes,
        opened=found.opened,
        offline=_is_offline(rules, found, themes),
    )
    return replace(puzzle, id=puzzle_id(puzzle))


def naming_puzzle(rules: Ruleset, found: Position, tile: Tile, *, touched: int) -> Puzzle | None:
    """Return the puzzle in which nothing is laid and *tile* is to be named.

    *touched* is the number of melds that the other tiles would be laid off on. It is the caller who
    proves that no other tile is right.
    """
    others = len({*found.rack}) - (touched > 0)
    hard = Difficulty(melds=touched, moved=others, hand=0, steps=0, near=0)
    if not EASIEST <= hard.total <= HARDEST:
        return None
    closed = found.goal is Goal.CLOSED
    puzzle = Puzzle(
        id="",
        rules=ruleset_text(rules),
        goal=found.goal,
        table=found.table,
        rack=found.rack,
        placed=Rack(),
        answer=found.table,
        difficulty=hard,
        themes=(Theme.CLOSED if closed else Theme.SAFE_DISCARD,),
        opened=found.opened,
        discard=tile,
    )
    return replace(puzzle, id=puzzle_id(puzzle))


def _near(rules: Ruleset, found: Position, best: Optimum) -> int | None:
    """Return of how many kinds one is needed for just one tile; None if another set is as good."""
    view = position_of(rules, found.table, found.rack, opened=found.opened, goal=found.goal)
    count, near = len(best.placed), 0
    for _, other in withheld(rules, view, found.goal, best.placed):
        if other == count or (found.goal is Goal.OPEN and other):
            return None
        near += other == count - 1
    return near


def _is_offline(rules: Ruleset, found: Position, themes: tuple[Theme, ...]) -> bool:
    """Return whether tiles alone tell that an answer is right."""
    if Theme.OPEN_GO_ON in themes:
        return False
    free = rules.table.jokers.melds is JokerMelds.FREE
    return free or JOKER not in found.table.tiles
