"""Puzzle parts, and judging attempts by the referee and the goal."""

from __future__ import annotations

import json
from datetime import date
from itertools import islice

import pytest

from tilerummy.puzzles import Goal, Puzzle, bundled_puzzles, daily_index, read_puzzle, solves
from tilerummy.puzzles import bundled as set_of_puzzles
from tilerummy.server.jobs.puzzles import judge_attempt, puzzle_part, puzzle_set
from tilerummy.server.messages.bodies.puzzles import PuzzleAttempt


def test_the_parts_contain_the_complete_set() -> None:
    index = json.loads(puzzle_set())
    parts = [json.loads(puzzle_part(n) or b"") for n in range(len(index["parts"]))]
    first, end = index["daily"]

    assert 0 <= first < end <= index["count"] == sum(len(part["puzzles"]) for part in parts)
    assert puzzle_part(len(parts)) is None


def test_an_answer_is_right_if_the_referee_and_the_goal_agree() -> None:
    puzzle = next(p for p in bundled_puzzles() if p.goal is Goal.MOST)
    assert solves(puzzle, puzzle.answer).right

    right, rating = {"table": str(puzzle.answer)}, puzzle.difficulty.rating
    for answer in ({}, {"table": str(puzzle.table)}, {"table": "k1 k2"}, {"tile": "k1"}, right):
        attempt = PuzzleAttempt(cid="c", puzzle=puzzle.id, **answer)
        assert judge_attempt(attempt) == (answer is right, rating)
    assert judge_attempt(PuzzleAttempt(cid="c", puzzle="none")) is None


def test_judging_an_attempt_reads_no_other_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new process would need longer for reading all puzzles than an attempt may take."""
    puzzles = [*islice(bundled_puzzles(), 3)]
    read: list[object] = []

    def counted(row: dict[str, object]) -> Puzzle:
        read.append(row["id"])
        return read_puzzle(row)

    monkeypatch.setattr(set_of_puzzles, "read_puzzle", counted)
    for puzzle in puzzles:
        assert judge_attempt(PuzzleAttempt(cid="c", puzzle=puzzle.id)) is not None
    assert read == [puzzle.id for puzzle in puzzles]


def test_an_answer_to_a_discard_puzzle_is_a_tile() -> None:
    puzzle = next(p for p in bundled_puzzles() if p.goal is Goal.DISCARD)

    for tile in {*puzzle.rack}:
        judged = judge_attempt(PuzzleAttempt(cid="c", puzzle=puzzle.id, tile=str(tile)))
        assert judged is not None
        assert judged.right is (tile == puzzle.discard)


def test_the_web_client_and_the_library_have_the_same_daily_puzzle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # web/tests/puzzles/daily.test.ts has the same numbers
    monkeypatch.setattr(set_of_puzzles, "_daily_range", lambda: (63, 98))
    monkeypatch.setattr(set_of_puzzles, "_mondays", lambda: (5, 8, 13, 21, 34))
    monkeypatch.setattr(set_of_puzzles, "_days", lambda: ((70, 63, 91), *((n,) for n in range(5))))

    assert daily_index(date(2026, 1, 1)) == 78
    assert daily_index(date(2026, 11, 23)) == 67
    assert daily_index(date(2026, 11, 29)) == 97
    assert daily_index(date(2026, 11, 30)) == 64
    assert daily_index(date(2026, 12, 7)) == 21
    assert daily_index(date(2026, 12, 14)) == 5
    assert daily_index(date(2026, 12, 8)) == 63
    assert daily_index(date(2026, 12, 15)) == 91
    assert daily_index(date(2026, 12, 20)) == 4
