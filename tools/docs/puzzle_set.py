"""Documents the bundled puzzles: counts by theme, goal and difficulty, with a plot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tilerummy.puzzles import Puzzle, Theme, bundled_puzzles
from tilerummy.puzzles.values import Goal

_WIDE, _HIGH = 16, 160
"""The width of a bar and the height of the tallest."""
_LEFT, _TOP, _FOOT = 44, 16, 40
_INK, _BAR = "#333333", "#266aaa"


def puzzle_set() -> dict[str, str]:
    """Return the Markdown page and its plot, keyed by their paths in docs/."""
    puzzles = [*bundled_puzzles()]
    totals = Counter(puzzle.difficulty.total for puzzle in puzzles)
    return {
        "puzzle-set.md": "\n".join(_page(puzzles)) + "\n",
        "puzzle-set.svg": "\n".join(_plot(totals)) + "\n",
    }


def _page(puzzles: Sequence[Puzzle]) -> Iterator[str]:
    yield "# The bundled puzzles"
    yield ""
    yield f"The package includes {len(puzzles):,} [puzzles](puzzles.md). This page counts them by"
    yield "theme, goal and difficulty in each ruleset. The chart shows the number of puzzles by"
    yield "difficulty D:"
    yield ""
    yield "![number of puzzles by difficulty](puzzle-set.svg)"
    yield ""
    names = [*dict.fromkeys(sorted(puzzle.rules for puzzle in puzzles))]
    yield from _table("theme", [theme.value for theme in Theme], names, _by_theme(puzzles))
    yield from _table("goal", [goal.value for goal in Goal], names, _by_goal(puzzles))
    totals = Counter((_decade(p), p.rules) for p in puzzles)
    rows = [*dict.fromkeys(_decade(p) for p in puzzles)]
    yield from _table("D", rows, names, totals)


def _by_theme(puzzles: Sequence[Puzzle]) -> Counter[tuple[str, str]]:
    return Counter((theme.value, puzzle.rules) for puzzle in puzzles for theme in puzzle.themes)


def _by_goal(puzzles: Sequence[Puzzle]) -> Counter[tuple[str, str]]:
    return Counter((puzzle.goal.value, puzzle.rules) for puzzle in puzzles)


def _decade(puzzle: Puzzle) -> str:
    low = puzzle.difficulty.total // 5 * 5
    return f"{low}–{low + 4}"


def _table(
    title: str, rows: Sequence[str], names: Sequence[str], counts: Counter[tuple[str, str]]
) -> Iterator[str]:
    yield f"| {title} | {' | '.join(f'`{name}`' for name in names)} | all |"
    yield f"|---|{'---:|' * (len(names) + 1)}"
    for row in rows:
        cells = [counts[row, name] for name in names]
        yield f"| {row} | {' | '.join(map(str, cells))} | {sum(cells)} |"
    yield ""


def _plot(totals: Counter[int]) -> Iterator[str]:
    first, last, highest = min(totals), max(totals), max(totals.values())
    width, height = _LEFT + _WIDE * (last - first + 1) + 12, _TOP + _HIGH + _FOOT
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" font-family="sans-serif" font-size="11" fill="{_INK}">'
    )
    yield f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    for mark in range(0, highest + 1, 50):
        y = _TOP + _HIGH - round(_HIGH * mark / highest)
        yield f'<path d="M{_LEFT - 4} {y}H{width - 12}" stroke="#dddddd"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 4}" text-anchor="end">{mark}</text>'
    for d in range(first, last + 1):
        x, bar = _LEFT + _WIDE * (d - first), round(_HIGH * totals[d] / highest)
        y = _TOP + _HIGH - bar
        yield f'<rect x="{x}" y="{y}" width="{_WIDE - 2}" height="{bar}" fill="{_BAR}"/>'
        if d % 4 == 0:
            yield f'<text x="{x + 7}" y="{_TOP + _HIGH + 15}" text-anchor="middle">{d}</text>'
    middle = (_LEFT + width) // 2
    yield f'<text x="{middle}" y="{height - 8}" text-anchor="middle">difficulty D</text>'
    yield "</svg>"
