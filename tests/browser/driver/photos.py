"""Drawn photos of tables, and what a reader would say about them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import cos, radians, sin

WIDTH, HEIGHT, GAP = 40, 56, 34
"""The size of a tile and the distance between melds, in pixels of the photo."""
INKS = {"k": "#1b1a1d", "r": "#b3001f", "b": "#0a4fae", "o": "#d06a00", "*": "#7a3fb0"}
SURE, RIVAL = 0.99, 0.004


@dataclass(frozen=True, slots=True)
class DrawnPhoto:
    """A photo in SVG, and its reading as JSON for the client."""

    svg: str
    reading: str

    @property
    def file(self) -> dict[str, object]:
        """The photo as a file for a file input."""
        return {"name": "table.svg", "mimeType": "image/svg+xml", "buffer": self.svg.encode()}

    @property
    def script(self) -> str:
        """A script that makes the client read this photo, in two steps."""
        return f"""
        globalThis.readings = [{self.reading}];
        globalThis.tilerummyReader = async (photo, progress) => {{
            progress(0.4);
            await new Promise((done) => setTimeout(done, 20));
            return readings.length > 1 ? readings.shift() : readings[0];
        }};
        """


def turned(
    x: float, y: float, *, about: tuple[float, float], degrees: float
) -> tuple[float, float]:
    """Return the point after a turn."""
    angle, dx, dy = radians(degrees), x - about[0], y - about[1]
    to = (
        about[0] + cos(angle) * dx - sin(angle) * dy,
        about[1] + sin(angle) * dx + cos(angle) * dy,
    )
    return round(to[0], 1), round(to[1], 1)


def draw(table: str, rack: str = "", width: int = 900, angle: float = 0) -> DrawnPhoto:
    """Draw melds and a rack of two rows; *angle* in degrees turns every meld.

    A tile is a word: ``r7``, or ``r12:60/r11:30`` for one that is read as red 12 with a probability
    of 60 %, although red 11 is on the picture.
    """
    tiles: list[dict[str, object]] = []
    rows: list[list[int]] = []
    racks: list[int] = []
    shapes: list[str] = []

    def put(words: list[str], x: float, y: float) -> None:
        rows.append([])
        for at, word in enumerate(words):
            rows[-1].append(len(tiles))
            parts = [part.split(":") for part in word.split("/")]
            options = [
                (face, float(chance[0]) / 100 if chance else SURE) for face, *chance in parts
            ]
            drawn = options[-1][0]
            if len(options) == 1:
                options.append(("k1" if drawn != "k1" else "b1", RIVAL))
            corners = [
                turned(x + at * WIDTH + dx, y + dy, about=(x, y), degrees=angle)
                for dx, dy in ((0, 0), (WIDTH - 2, 0), (WIDTH - 2, HEIGHT), (0, HEIGHT))
            ]
            tiles.append(
                {
                    "corners": corners,
                    "candidates": [{"face": f, "probability": p} for f, p in options],
                    "doubtful": options[0][1] < 0.8,
                }
            )
            cx, cy = (sum(corner[i] for corner in corners) / 4 for i in (0, 1))
            text = "★" if drawn == "*" else drawn[1:]
            shapes.append(
                f'<g transform="rotate({angle} {cx} {cy})">'
                f'<rect x="{cx - WIDTH / 2 + 1}" y="{cy - HEIGHT / 2}" width="{WIDTH - 2}" '
                f'height="{HEIGHT}" rx="5" fill="#f8f2e4" stroke="#cbbd9f"/>'
                f'<text x="{cx}" y="{cy + 4}" font-size="27" font-weight="bold" '
                f'text-anchor="middle" fill="{INKS[drawn[0]]}">{text}</text>'
                f'<circle cx="{cx}" cy="{cy + 18}" r="3.5" fill="{INKS[drawn[0]]}"/></g>'
            )

    x, y = 50.0, 60.0
    for meld in filter(None, (part.split() for part in table.split("/ "))):
        if x > 50 and x + len(meld) * WIDTH > width - 40:
            x, y = 50.0, y + HEIGHT * 1.9
        put(meld, x, y)
        x += len(meld) * WIDTH + GAP
    height = y + HEIGHT * 2
    words = rack.split()
    half = (len(words) + 1) // 2
    for row in filter(None, (words[:half], words[half:])):
        racks.append(len(rows))
        put(row, (width - len(row) * WIDTH) / 2, height + HEIGHT * 0.4)
        height += HEIGHT * 1.9
    size = f'width="{width}" height="{round(height + 40)}"'
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">'
        f'<rect {size} fill="#a9794a"/>{"".join(shapes)}</svg>'
    )
    reading = {"width": width, "height": round(height + 40), "tiles": tiles, "rows": rows}
    return DrawnPhoto(svg, json.dumps(reading | {"rack": racks, "advice": None}))
