"""Rollouts, which play out one position in many worlds to compare lines of play."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.rules import Ruleset, decide_all
from tilerummy.simulator.arguments import check_game
from tilerummy.simulator.packing import (
    integers,
    line_numbers,
    rules_numbers,
    view_numbers,
    world_numbers,
)
from tilerummy.simulator.results import Rollouts, nothing_played
from tilerummy.simulator.worlds import UNLIMITED, Line, RolloutLimits, World
from tilerummy.solver import HAS_KERNEL
from tilerummy.state import Played, State, apply

if HAS_KERNEL:
    from tilerummy import _kernel  # a compiled module, outside the layers


def roll_out(
    rules: Ruleset | str,
    view: State,
    lines: Sequence[Line],
    worlds: Sequence[World],
    limits: RolloutLimits = UNLIMITED,
    *,
    effort: RolloutLimits | None = None,
) -> Rollouts:
    """Play out *view* in every world, once for each line of play by the seat to move.

    All lines are played in the same worlds with the same random numbers, so their results can be
    compared pairwise. A rollout lasts until the round ends or the turn limit is reached. Worlds are
    played in order, each with all lines. Worlds that are unfinished at the deadline are discarded.
    ``complete`` lists the finished ones. If there is no deadline, the result does not depend on the
    number of threads. ``effort`` is a deprecated name for *limits*.

    Raises IllegalActionError if the referee refuses an action in a line, and ValueError if a world
    does not fit the view or if the kernel is missing.
    """
    limits, seats = effort or limits, len(view.seats)
    rules = check_game(rules, seats, limits.threads)
    for world in worlds:
        world.check(view)
    known = worlds[0].state(view) if worlds else view  # a pass may end the round: scores need racks
    packed = list[bytes]()
    for line in lines:
        if limits.deadline and limits.deadline.is_over:
            return nothing_played(len(lines), len(worlds), seats)
        packed.append(_judged(rules, known, line))
    complete, *columns = _kernel.roll_out(
        rules_numbers(rules, seats),
        view_numbers(rules, view),
        [world_numbers(world) for world in worlds],
        packed,
        limits.turns or 0,
        limits.threads,
        max(1e-6, limits.deadline.left) if limits.deadline else 0.0,
    )
    whole = tuple(world for world, done in enumerate(complete) if done)
    return Rollouts(len(lines), len(worlds), seats, whole, *map(integers, columns))


def _judged(rules: Ruleset, state: State, line: Line) -> bytes:
    """Check a line with the referee, and return it packed into numbers for the kernel."""
    seat, tables = state.to_move, []
    for event in decide_all(rules, state, line.actions, seat=seat):
        state = apply(state, event)
        if isinstance(event, Played):
            tables.append((event, state.table))
    return line_numbers(rules, line, tables)
