"""The bundled puzzles, divided into parts that are small enough to load one at a time.

``puzzles.jsonl`` contains one puzzle per line, easiest first. The command ``tilerummy puzzles
make`` writes this file.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from pkgutil import get_data
from typing import Any, Final

from tilerummy.puzzles.json_form import VERSION, read_puzzle
from tilerummy.puzzles.values import Puzzle

PART: Final = 64
"""The number of puzzles per part. The last part may be shorter."""

DAILY: Final = (8, 24)
"""The minimum and maximum difficulty of a daily puzzle."""

_FIRST_MONDAY = date(2025, 12, 29)
_BY_EFFORT = date(2026, 12, 7)
"""The first Monday whose puzzle is one for newcomers. From then on, the number of tiles to lay
counts on the other days."""

_STRIDE = 1297
"""The number of puzzles to advance per week. It is prime, so every puzzle is used in turn."""


@cache
def puzzle_lines() -> tuple[str, ...]:
    """Return the puzzles as lines of JSON, starting with the easiest.

    >>> from tilerummy.puzzles import puzzle_lines
    >>> puzzle_lines()[0][:1]
    '{'
    """
    text = get_data("tilerummy.puzzles.bundled", "puzzles.jsonl")
    assert text is not None, "the package contains the puzzles"
    return tuple(text.decode().splitlines())


def bundled_puzzle(index: int) -> Puzzle:
    """Return the puzzle with the given index. Raises IndexError if the index is out of range.

    >>> from tilerummy.puzzles import bundled_puzzle
    >>> puzzle = bundled_puzzle(0)
    >>> puzzle.goal.value, puzzle.rack
    ('discard', k2 r1 o11)
    """
    if index < 0:
        raise IndexError(f"there is no puzzle {index}")
    return read_puzzle(json.loads(puzzle_lines()[index]))


def puzzle_named(name: str) -> Puzzle | None:
    """Return the bundled puzzle whose id is *name*, or None if it does not exist.

    >>> from tilerummy.puzzles.bundled import bundled_puzzle, puzzle_named
    >>> puzzle_named(bundled_puzzle(7).id) == bundled_puzzle(7)
    True
    """
    index = _indices().get(name)
    return None if index is None else bundled_puzzle(index)


@cache
def _indices() -> dict[str, int]:
    return {json.loads(line)["id"]: index for index, line in enumerate(puzzle_lines())}


def bundled_puzzles() -> Iterator[Puzzle]:
    """Yield all puzzles, starting with the easiest.

    >>> from tilerummy.puzzles import bundled_puzzles
    >>> sum(1 for puzzle in bundled_puzzles()) > 3000
    True
    """
    return map(bundled_puzzle, range(len(puzzle_lines())))


def part_lines(part: int) -> tuple[str, ...]:
    """Return the lines of the part with the given index; raise IndexError if it is out of range."""
    lines = puzzle_lines()[PART * part : PART * (part + 1)] if part >= 0 else ()
    if not lines:
        raise IndexError(f"there is no part {part}")
    return lines


@cache
def puzzle_index() -> dict[str, object]:
    """Return a JSON object that lists the parts of the puzzle set. See docs/puzzles.md."""
    rows = [json.loads(line) for line in puzzle_lines()]
    parts = [rows[first : first + PART] for first in range(0, len(rows), PART)]
    return {
        "v": VERSION,
        "count": len(rows),
        "size": PART,
        "daily": list(_daily_range()),
        "mondays": list(_mondays()),
        "days": [[*each] for each in _days()],
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
    """Return the index of the first daily puzzle, and one more than the index of the last one."""
    low, high = DAILY
    difficulties = [json.loads(line)["d"] for line in puzzle_lines()]
    return sum(d < low for d in difficulties), sum(d <= high for d in difficulties)


def _band() -> int:
    """Return the number of puzzles that can become the daily puzzle of one weekday."""
    first, end = _daily_range()
    return max(1, (end - first) // 7)


@cache
def _mondays() -> tuple[int, ...]:
    """Return the indices of the puzzles for newcomers.

    One or two tiles have to be laid on a table without jokers, whose rules differ. No other
    weekday has these puzzles.
    """
    first, _ = _daily_range()
    rows = map(json.loads, puzzle_lines()[: first + _band()])
    return tuple(index for index, row in enumerate(rows) if _is_for_newcomers(row))


def _is_for_newcomers(row: dict[str, Any]) -> bool:
    return (
        0 < row["n"] <= 2
        and row["goal"] in ("out", "most")
        and row.get("opened", True)
        and "*" not in row["table"] + row["rack"]
        and row["rules"].partition("+")[0] in ("sabra", "rummikub")
    )


@cache
def _days() -> tuple[tuple[int, ...], ...]:
    """Return the indices of the puzzles for each day from Tuesday to Sunday.

    They are sorted by effort, which is the sum of the difficulty and the number of tiles to lay.
    """
    first, end = _daily_range()
    rows = [json.loads(line) for line in puzzle_lines()[first:end]]
    order = sorted(
        {*range(first, end)} - {*_mondays()},
        key=lambda index: (rows[index - first]["d"] + rows[index - first]["n"], index),
    )
    size = max(1, len(order) // 6)
    return tuple(tuple(order[size * day : size * (day + 1)]) for day in range(6))


def daily_index(day: date) -> int:
    """Return the index of the daily puzzle for *day*, which is the same for everyone.

    The puzzles that can become daily puzzles are sorted by difficulty and divided into sevenths:
    Monday's puzzle comes from the easiest seventh, and Sunday's from the hardest. From 7 December
    2026, Monday's puzzle is one for newcomers instead, and the puzzles for the other days are
    sorted by effort, which also counts the tiles to lay.

    >>> daily_index(date(2026, 1, 1)) == daily_index(date(2026, 1, 2))
    False
    """
    first, end = _daily_range()
    week, weekday = divmod((day - _FIRST_MONDAY).days, 7)
    if day >= _BY_EFFORT:
        choice = (_mondays(), *_days())[weekday]
        return choice[week * _STRIDE % len(choice)]
    band = _band()
    return min(end - 1, first + weekday * band + week * _STRIDE % band)
