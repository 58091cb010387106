"""SVG charts for notebooks: bars and points with intervals, without dependencies.

They can be read without colour, and have their own background.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 56, 16, 34, 46
INK, GRID, PAPER = "#1d1d1f", "#c9c9c9", "#ffffff"
SERIES = (("#0b5cad", ""), ("#e08a00", "4 2"))
"""The colour of each series, and its outline's dashes."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture for notebooks."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


@dataclass(frozen=True, slots=True)
class Frame:
    """A chart's texts, and the ends of its scale."""

    title: str
    across: str
    low: float
    high: float

    def y(self, value: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (self.high - value) / (self.high - self.low)


def bars(frame: Frame, names: Sequence[object], **series: Sequence[float]) -> Chart:
    """Return a chart with a bar for each name and series, and a legend at the top."""
    step = (WIDTH - LEFT - RIGHT) / len(names)
    width = step * 0.8 / len(series)
    parts = [*_names(names)]
    for number, (label, values) in enumerate(series.items()):
        fill, dashes = SERIES[number]
        look = f'fill="{fill}" stroke="{INK}" stroke-dasharray="{dashes}"'
        for at, value in enumerate(values):
            x = LEFT + step * (at + 0.1) + width * number
            top, bottom = frame.y(max(value, 0)), frame.y(min(value, 0))
            size = f'width="{width:.1f}" height="{bottom - top:.1f}"'
            parts.append(f'<rect x="{x:.1f}" y="{top:.1f}" {size} {look}/>')
        x = WIDTH - RIGHT - 110 * (len(series) - number)
        parts.append(f'<rect x="{x}" y="14" width="12" height="10" {look}/>')
        parts.append(_text(x + 18, 23, label, "start"))
    return _drawn(frame, parts)


def points(frame: Frame, names: Sequence[object], measured: Sequence[tuple[float, float]]) -> Chart:
    """Return a chart with a point and its interval for each name."""
    step = (WIDTH - LEFT - RIGHT) / len(names)
    parts = [*_names(names)]
    for at, (value, half) in enumerate(measured):
        x, y = LEFT + step * (at + 0.5), frame.y(value)
        low, high = frame.y(value - half), frame.y(value + half)
        parts.append(
            f'<path d="M{x:.1f} {low:.1f}V{high:.1f}M{x - 7:.1f} {low:.1f}h14'
            f'M{x - 7:.1f} {high:.1f}h14" stroke="{INK}" stroke-width="1.5"/>'
        )
        parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="{SERIES[0][0]}"/>')
        parts.append(_text(x + 12, y + 4, f"{value:.1f}", "start"))
    return _drawn(frame, parts)


def _names(names: Sequence[object]) -> Iterator[str]:
    step = (WIDTH - LEFT - RIGHT) / len(names)
    for at, name in enumerate(names):
        yield _text(LEFT + step * (at + 0.5), HEIGHT - BOTTOM + 16, str(name))


def _drawn(frame: Frame, parts: Sequence[str]) -> Chart:
    """Return the picture: its texts, five scale lines, and the given parts."""
    lines = []
    for number in range(5):
        value = frame.low + (frame.high - frame.low) * number / 4
        y = frame.y(value)
        lines.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="{GRID}"/>')
        lines.append(_text(LEFT - 6, y + 4, f"{value:g}", "end"))
    return Chart(
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">'
        f"<title>{escape(frame.title)}</title>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>'
        + "".join(lines)
        + _text(LEFT, 23, frame.title, "start", weight="bold")
        + _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, frame.across)
        + "".join(parts)
        + "</svg>"
    )


def _text(x: float, y: float, text: str, anchor: str = "middle", *, weight: str = "normal") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}"'
        f' fill="{INK}">{escape(text)}</text>'
    )
