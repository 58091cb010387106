"""The puzzles that come with the package, in parts small enough to load one at a time.

``puzzles.jsonl`` has a puzzle on each line, by rating, the easiest first; ``tilerummy puzzles
make`` writes it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from pkgutil import get_data
from typing import Final

from tilerummy.puzzles.json_form import VERSION, read_puzzle
from tilerummy.puzzles.values import Puzzle

PART: Final = 64
"""How many puzzles a part has; the last one may have fewer."""

DAILY: Final = (8, 24)
"""The least and the highest difficulty of a daily puzzle."""

_FIRST_MONDAY = date(2025, 12, 29)
_STRIDE = 1297
"""From one week to the next, so many puzzles are passed over: a prime, so that all come up."""


@cache
def puzzle_lines() -> tuple[str, ...]:
    """Return the puzzles as lines of JSON, by rating."""
    text = get_data("tilerummy.puzzles.bundled", "puzzles.jsonl")
    assert text is not None, "the puzzles lie in the package"
    return tuple(text.decode().splitlines())


def bundled_puzzle(place: int) -> Puzzle:
    """Return the puzzle at that place, from 0; raises IndexError if there is none."""
    if place < 0:
        raise IndexError(f"there is no puzzle {place}")
    return read_puzzle(json.loads(puzzle_lines()[place]))


def bundled_puzzles() -> Iterator[Puzzle]:
    """Yield all puzzles, the easiest first."""
    return map(bundled_puzzle, range(len(puzzle_lines())))


def part_lines(part: int) -> tuple[str, ...]:
    """Return the lines of a part, counted from 0; raises IndexError if there is none."""
    lines = puzzle_lines()[PART * part : PART * (part + 1)] if part >= 0 else ()
    if not lines:
        raise IndexError(f"there is no part {part}")
    return lines


@cache
def puzzle_index() -> dict[str, object]:
    """Return what the parts hold, as an object of JSON: docs/puzzles.md describes it."""
    rows = [json.loads(line) for line in puzzle_lines()]
    parts = [rows[first : first + PART] for first in range(0, len(rows), PART)]
    return {
        "v": VERSION,
        "count": len(rows),
        "size": PART,
        "daily": list(_daily_range()),
        "parts": [_part_json(part) for part in parts],
    }


def _part_json(rows: Sequence[dict[str, object]]) -> dict[str, object]:
    themes = Counter(theme for row in rows for theme in _themes(row))
    return {"r": [rows[0]["r"], rows[-1]["r"]], "themes": dict(sorted(themes.items()))}


def _themes(row: dict[str, object]) -> list[str]:
    themes = row["themes"]
    assert isinstance(themes, list)
    return themes


@cache
def _daily_range() -> tuple[int, int]:
    """Return the first place of a daily puzzle, and the place after the last one."""
    low, high = DAILY
    difficulties = [json.loads(line)["d"] for line in puzzle_lines()]
    return sum(d < low for d in difficulties), sum(d <= high for d in difficulties)


def daily_index(day: date) -> int:
    """Return the place of the puzzle of that *day*, the same for everybody.

    The daily puzzles lie by rating: Monday takes from the easiest seventh of them, Sunday from the
    hardest.

    >>> daily_index(date(2026, 1, 1)) == daily_index(date(2026, 1, 2))
    False
    """
    first, end = _daily_range()
    week, weekday = divmod((day - _FIRST_MONDAY).days, 7)
    band = max(1, (end - first) // 7)
    return min(end - 1, first + weekday * band + week * _STRIDE % band)
