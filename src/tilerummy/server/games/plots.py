"""Plots as SVG: a line and bars, with numbers but without words, which the page adds.

They read without colour, and have a background of their own, so that they can stand on any page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

WIDTH, HEIGHT = 480, 200
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 14, 26
_INK, _GRID, _PAPER, _MARK = "#1d1d1f", "#cdbb93", "#fffaec", "#0b5cad"
_STEPS = (1, 2, 5)
WIDEST = 48
"""So wide a bar is at most, however few there are."""


def line(points: Sequence[tuple[int, float]]) -> str:
    """Return a line through points whose first numbers grow by one; 0 is on the scale."""
    low, high, grid = _scale([0.0, *(value for _, value in points)])
    first, last = points[0][0], points[-1][0]

    def x(at: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (at - first) / max(1, last - first)

    path = " ".join(f"{x(at):.1f},{_y(value, low, high):.1f}" for at, value in points)
    end = f'<circle cx="{x(last):.1f}" cy="{_y(points[-1][1], low, high):.1f}" r="4"/>'
    return _drawn(
        *_rules(grid, low, high),
        f'<polyline fill="none" stroke="{_MARK}" stroke-width="2" points="{path}"/>',
        f'<g fill="{_MARK}">{end}</g>',
        _number(x(first), HEIGHT - 8, first),
        _number(x(last), HEIGHT - 8, last),
    )


def bars(counted: Sequence[tuple[int, int]]) -> str:
    """Return a bar for each number with how often it occurs, which stands above the bar."""
    low, high, grid = _scale([0.0, *(float(count) for _, count in counted)])
    first, last = counted[0][0], counted[-1][0]
    width = (WIDTH - LEFT - RIGHT) / (last - first + 1)
    every = max(1, round(26 / width))
    wide = min(width * 0.8, WIDEST)
    parts = []
    for at, count in counted:
        middle, top = LEFT + width * (at - first + 0.5), _y(count, low, high)
        size = f'width="{wide:.1f}" height="{_y(0, low, high) - top:.1f}"'
        parts.append(
            f'<rect x="{middle - wide / 2:.1f}" y="{top:.1f}" {size} fill="{_MARK}"'
            f' stroke="{_INK}"/>'
        )
    parts += [
        _number(LEFT + width * (at - first + 0.5), HEIGHT - 8, at)
        for at in range(first, last + 1, every)
    ]
    return _drawn(*_rules(grid, low, high), *parts)


def _scale(values: Sequence[float]) -> tuple[float, float, list[float]]:
    """Return the ends of a scale that holds the values, and where its lines are."""
    least, most = min(values), max(values)
    if least == most:
        most = least + 1
    step, power = 1.0, 1
    while (most - least) / step > 5:
        step = float(_STEPS[power % 3] * 10 ** (power // 3))
        power += 1
    low, high = int(least // step), -int(-most // step)
    return low * step, high * step, [number * step for number in range(low, high + 1)]


def _y(value: float, low: float, high: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low)


def _rules(grid: Sequence[float], low: float, high: float) -> Iterator[str]:
    for value in grid:
        y = _y(value, low, high)
        ink = _INK if value == 0 else _GRID
        yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{ink}"/>'
        yield _number(LEFT - 6, y + 4, round(value), anchor="end")


def _number(x: float, y: float, value: int, *, anchor: str = "middle") -> str:
    text = str(value).replace("-", "\N{MINUS SIGN}")
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>'


def _drawn(*parts: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{_PAPER}"/>'
        f'<g font-family="Arial, sans-serif" font-size="12" fill="{_INK}">'
        f"{''.join(parts)}</g></svg>"
    )
