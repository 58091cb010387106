"""Draws a reading over its photo, as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from tilerummy.vision.reading import PhotoReading, ReadTile

SURE, DOUBTFUL, RACK = "#ffffff", "#b388ff", "#80d8ff"
"""The colours of outlines, all with a dark casing."""


def outlines_svg(reading: PhotoReading, photo: str | None = None) -> str:
    """Return an SVG picture with the outline and the face of each tile.

    Tiles on the rack are blue; doubtful ones are dashed, with a question mark. *photo* is the
    address of the photo, which is shown below the outlines.
    """
    on_rack = {index for row in reading.rack for index in reading.rows[row]}
    size = f'width="{reading.width}" height="{reading.height}"'
    box = f'viewBox="0 0 {reading.width} {reading.height}"'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>']
    if photo is not None:
        lines.append(f'<image href="{escape(photo)}" {size}/>')
    for index, tile in enumerate(reading.tiles):
        lines.extend(_outline(tile, RACK if index in on_rack else SURE))
    return "\n".join([*lines, "</svg>"])


def _outline(tile: ReadTile, colour: str) -> Iterator[str]:
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in tile.corners)
    (left, top), (right, bottom) = tile.corners[0], tile.corners[1]
    width = max(1.0, ((right - left) ** 2 + (bottom - top) ** 2) ** 0.5)
    stroke = max(1.0, width / 25)
    dashes = f' stroke-dasharray="{2 * stroke:.1f}"' if tile.doubtful else ""
    line = DOUBTFUL if tile.doubtful else colour
    for thickness, ink, pattern in ((2 * stroke, "#000", ""), (stroke, line, dashes)):
        yield (
            f'<polygon points="{points}" fill="none" stroke="{ink}" '
            f'stroke-width="{thickness:.1f}"{pattern}/>'
        )
    x = sum(point[0] for point in tile.corners) / 4
    y = sum(point[1] for point in tile.corners) / 4
    label = f"{tile.face or ''}{'?' if tile.doubtful else ''}"
    yield (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="sans-serif" font-size="{width * 0.45:.1f}" '
        f'text-anchor="middle" dominant-baseline="central" fill="{line}" stroke="#000" '
        f'stroke-width="{stroke * 1.6:.1f}" paint-order="stroke">{label}</text>'
    )
