"""Generates clocks.json, the test cases for the browser's copy of the arithmetic of clocks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path

from tilerummy.server.rooms.clock import MAX_RESERVE, TurnClock

PATH = Path(__file__).parent.parent / "web" / "tests" / "rules" / "clocks.json"

SECOND = 1000
TURNS = (None, 60 * SECOND)
RESERVES = (0, 600 * SECOND)
CREDITS = ((0, 0), (10 * SECOND, 0), (0, 10 * SECOND))
"""Increments and Bronstein delays."""
LEFT = (0, 6 * SECOND, 600 * SECOND, MAX_RESERVE)
"""Reserves at the start of a turn."""
USED = (0, 1, 4 * SECOND, 59_999, 60 * SECOND, 66 * SECOND, 70 * SECOND, 700 * SECOND)


def clocks() -> Iterator[tuple[TurnClock, int]]:
    """Yield timed clocks at the start of a turn, each with the time that the turn uses."""
    for turn, reserve, (increment, bronstein), left in product(TURNS, RESERVES, CREDITS, LEFT):
        clock = TurnClock(
            seat=0,
            turn_ms=turn,
            left=turn or 0,
            reserve=(left,),
            since=0,
            has_reserve=reserve > 0,
            whole=left,
            increment=increment,
            bronstein=bronstein,
        )
        if clock.is_timed and (left == 0 or reserve):
            for used in USED:
                yield clock, used


def clock_vectors() -> str:
    """Return the text of clocks.json: a list of turns, with the time left and the next reserve."""
    rows = []
    for clock, used in clocks():
        left, (reserve,) = clock.at(used)
        start = [clock.turn_ms, clock.increment, clock.bronstein, clock.whole]
        rows.append([*start, used, left, reserve, clock.after_turn(used)[0]])
    return "[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n"
