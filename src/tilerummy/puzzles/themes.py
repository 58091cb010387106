"""Detects the themes of a puzzle by comparing the tables before and after its solution."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.melds import Group, Meld, Run, Table
from tilerummy.puzzles.positions import Position
from tilerummy.puzzles.uniqueness import optimum
from tilerummy.puzzles.values import Goal, Theme
from tilerummy.rules import Ruleset
from tilerummy.tiles import Rack

_BY_GOAL = {
    Goal.OUT: Theme.OUT,
    Goal.MOST: Theme.MOST,
    Goal.OPEN: Theme.ONLY_OPENING,
    Goal.JOKER: Theme.JOKER_SAVED,
    Goal.DISCARD: Theme.SAFE_DISCARD,
    Goal.CLOSED: Theme.CLOSED,
}

MANY = 3
"""The minimum number of melds that must change in a grid or a hidden play."""


def themes_of(
    rules: Ruleset, goal: Goal, before: Table, rack: Rack, after: Table, *, opened: bool
) -> tuple[Theme, ...]:
    """Return the themes of a puzzle, starting with the theme that the goal implies."""
    return (_BY_GOAL[goal], *_of_play(rules, goal, before, rack, after, opened=opened))


def _of_play(
    rules: Ruleset, goal: Goal, before: Table, rack: Rack, after: Table, *, opened: bool
) -> Iterator[Theme]:
    lifted, laid = before.changed(after)
    placed = after.tiles - before.tiles
    if len(placed) == 1:
        yield Theme.LAST
    if is_grid(lifted, laid):
        yield Theme.GRID
    if any(_is_split(run, laid) for run in lifted if isinstance(run, Run)):
        yield Theme.SPLIT
    moved = any(meld.jokers and not _is_kept(meld, laid) for meld in lifted)
    if moved and _needs_jokers(rules, before, rack, placed, goal):
        yield Theme.JOKER_FREED
    if not opened and goal in (Goal.OUT, Goal.MOST):
        yield Theme.OPEN_GO_ON
    if len(lifted) >= MANY:
        yield Theme.HIDDEN


def is_grid(lifted: Table, laid: Table) -> bool:
    """Return whether at least three groups become at least three runs, or vice versa.

    Each of these melds shares tiles with three melds of the other kind, like rows and columns.
    """
    return _crosses(lifted, laid, Group, Run) or _crosses(lifted, laid, Run, Group)


def _crosses(lifted: Table, laid: Table, old: type, new: type) -> bool:
    rows = [set(meld.tiles) for meld in lifted if isinstance(meld, old)]
    columns = [set(meld.tiles) for meld in laid if isinstance(meld, new)]
    crossed = [row for row in rows if sum(bool(row & column) for column in columns) >= MANY]
    return len(crossed) >= MANY


def _is_split(run: Run, laid: Table) -> bool:
    """Return whether two runs of the same colour each contain at least two tiles of *run*."""
    faces = set(run.faces)
    runs = (meld for meld in laid if isinstance(meld, Run))
    parts = [part for meld in runs if len(part := faces & {*meld.faces}) >= 2]
    return len(parts) >= 2 and faces not in parts


def _is_kept(meld: Meld, laid: Table) -> bool:
    """Return whether one of the melds *laid* contains all tiles of *meld*, including its jokers."""
    tiles = Rack(meld.tiles)
    for new in laid:
        match meld, new:
            case Run(faces, wild), Run(others, others_wild):
                if {*faces} <= {*others} and {*wild} == {*others_wild}:
                    return True
            case Group(), Group():
                if tiles <= new.tiles:
                    return True
            case _:
                pass
    return False


def _needs_jokers(rules: Ruleset, before: Table, rack: Rack, placed: Rack, goal: Goal) -> bool:
    """Return whether fewer tiles can be laid if melds that contain jokers must not change."""
    natural = Table(meld for meld in before if not meld.jokers)
    view = Position(goal=goal, table=natural, rack=rack).view(rules)
    return len(optimum(rules, view, goal, tidy=False).placed) < len(placed)
