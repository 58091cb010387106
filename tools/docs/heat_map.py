"""Draws a heat map of win rates, with one cell per player and opposing field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

_WIDE, _HIGH = 58, 30
"""The width and height of a cell."""
_LEFT, _TOP = 144, 53
"""The margins for player names."""

_MORE, _LESS = (38, 106, 170), (190, 66, 50)
"""The colours for win rates of 1 and 0."""


def heat_map(players: Sequence[str], wins: Mapping[tuple[str, str], float], *, fair: float) -> str:
    """Return an SVG with players as rows and fields as columns; white is the *fair* win rate."""
    return "\n".join(_lines(players, wins, fair)) + "\n"


def _lines(
    players: Sequence[str], wins: Mapping[tuple[str, str], float], fair: float
) -> Iterator[str]:
    width, height = _LEFT + _WIDE * len(players) + 8, _TOP + _HIGH * len(players) + 8
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}"'
        f' height="{height}" font-family="sans-serif" font-size="12">'
    )
    yield f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    for number, name in enumerate(players):
        words = name.split("_")
        middle = _LEFT + _WIDE * number + _WIDE // 2
        for line, word in enumerate(words, 1):
            y = _TOP - 8 - 13 * (len(words) - line)
            yield f'<text x="{middle}" y="{y}" text-anchor="middle" font-size="11">{word}</text>'
        y = _TOP + _HIGH * number + 20
        yield f'<text x="{_LEFT - 8}" y="{y}" text-anchor="end">{name.replace("_", " ")}</text>'
        for column, field in enumerate(players):
            share = wins.get((name, field))
            if share is not None:
                yield from _square(_LEFT + _WIDE * column, _TOP + _HIGH * number, share, fair)
    yield "</svg>"


def _square(x: int, y: int, share: float, fair: float) -> Iterator[str]:
    part = (share - fair) / (1 - fair if share > fair else fair)
    extreme = _MORE if part > 0 else _LESS
    colour = "".join(f"{round(255 + (c - 255) * abs(part)):02x}" for c in extreme)
    ink = "#ffffff" if abs(part) > 0.6 else "#222222"
    yield f'<rect x="{x}" y="{y}" width="{_WIDE - 2}" height="{_HIGH - 2}" fill="#{colour}"/>'
    yield (
        f'<text x="{x + _WIDE // 2 - 1}" y="{y + 19}" text-anchor="middle" fill="{ink}">'
        f"{100 * share:.0f}</text>"
    )
