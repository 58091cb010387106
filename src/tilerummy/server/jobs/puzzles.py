"""Jobs for puzzles: loading the bundled puzzle set, and judging attempts."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from tilerummy.deadline import NEVER, Deadline, OutOfTimeError
from tilerummy.melds import Table
from tilerummy.puzzles import part_lines, puzzle_index, solves
from tilerummy.puzzles.bundled import puzzle_named
from tilerummy.rules import Ruleset, ruleset
from tilerummy.server.messages.bodies.puzzles import PuzzleAttempt
from tilerummy.tiles import Tile, tile


class JudgedAttempt(NamedTuple):
    """The verdict on an attempt at a puzzle, and the puzzle's initial rating."""

    right: bool
    start: int


def puzzle_set() -> bytes:
    """Return the index of the puzzle set as JSON; it lists the parts of the set."""
    return msgspec.json.encode(puzzle_index())


def puzzle_part(number: int) -> bytes | None:
    """Return the part of the puzzle set with this *number* as JSON, or None if it is unknown."""
    try:
        lines = part_lines(number)
    except IndexError:
        return None
    return b'{"puzzles":[%s]}' % ",".join(lines).encode()


def judge_attempt(attempt: PuzzleAttempt, *, deadline: Deadline = NEVER) -> JudgedAttempt | None:
    """Judge an attempt at a puzzle, or return None if the puzzle is unknown."""
    puzzle = puzzle_named(attempt.puzzle)
    if puzzle is None:
        return None
    start = puzzle.difficulty.rating
    answer = _answer(ruleset(puzzle.rules), attempt)
    if answer is None:
        return JudgedAttempt(right=False, start=start)
    try:
        verdict = solves(puzzle, answer, deadline=deadline)
    except TypeError:  # a table was given where a tile was expected, or the reverse
        return JudgedAttempt(right=False, start=start)
    if not verdict.proven:
        raise OutOfTimeError
    return JudgedAttempt(verdict.right, start)


def _answer(rules: Ruleset, attempt: PuzzleAttempt) -> Table | Tile | None:
    try:
        if attempt.table is not None:
            return rules.read_table(attempt.table)
        return None if attempt.tile is None else tile(attempt.tile, rules.tiles)
    except ValueError:
        return None
