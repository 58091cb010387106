"""Pictures of positions in SVG and PNG format; these functions run in workers.

Every picture is the size of a link preview. It shows the table on green felt, optionally with a
rack below it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.resources import files
from typing import Literal, NamedTuple

from tilerummy.pictures import draw
from tilerummy.records import Record
from tilerummy.server.games.replay import turns_of
from tilerummy.state import State

Form = Literal["svg", "png"]
WIDTH, HEIGHT = 1200, 630
"""The width and height of every picture, in pixels."""
MAX_TILES = 400
"""The maximum number of tiles in a picture; no tile set has more."""
STYLE = 7
"""The version of the picture style; increment it when pictures of the same position change."""

_FELT, _WOOD = "#2b7560", "#865631"
_RACK_HEIGHT, _GAP = 150, 28
_RACK_LINE = 24  # with two lines, more tiles fit at a larger size
_LARGEST = 3.5
_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')


class GameMoment(NamedTuple):
    """The end of a turn in a game. Rounds and turns count from 1; turn 0 is the deal."""

    round: int
    turn: int

    @classmethod
    def read(cls, text: str) -> GameMoment | None:
        """Parse a moment given in a URL, such as ``r2t14``; return None if it is invalid.

        >>> GameMoment.read("r2t14"), GameMoment.read("r2"), GameMoment.read("t1")
        (GameMoment(round=2, turn=14), GameMoment(round=2, turn=0), None)
        """
        match = re.fullmatch(r"r([1-9]\d{0,2})(?:t(\d{1,4}))?", text, re.ASCII)
        return None if match is None else cls(int(match[1]), int(match[2] or 0))


def state_at(record: Record, at: GameMoment) -> State | None:
    """Return a recorded game's state at a moment, or None if the game has no such moment.

    Turn -1 is the end of the round.
    """
    if not 1 <= at.round <= len(record.rounds):
        return None
    start, turns = turns_of(record.rounds[at.round - 1], record.seats)
    states = [start, *(each.after for each in turns)]
    return states[at.turn] if -1 <= at.turn < len(states) else None


def render_position(table: Sequence[str], rack: Sequence[str], form: Form) -> bytes | None:
    """Return a picture of a table and a rack as in :func:`position_picture`, or None if invalid."""
    try:
        return position_picture(table, rack, form)
    except ValueError:
        return None


def position_picture(table: Sequence[str], rack: Sequence[str], form: Form) -> bytes:
    """Return a picture of a *table*, given as melds in notation, and a *rack*, given as tiles.

    Raises ValueError if the notation is invalid or there are too many tiles.
    """
    if sum(len(meld.split()) for meld in table) + len(rack) > MAX_TILES:
        raise ValueError(f"a picture shows up to {MAX_TILES} tiles")
    return svg_or_png(_svg(table, rack), form)


def _svg(table: Sequence[str], rack: Sequence[str]) -> str:
    below = _RACK_HEIGHT if rack else 0
    parts = [fitted(draw([table]), _GAP, HEIGHT - below - 2 * _GAP)] if table else []
    wood = ""
    if rack:
        top = HEIGHT - below
        wood = f'<rect y="{top}" width="{WIDTH}" height="{below}" fill="{_WOOD}"/>'
        parts.append(
            fitted(draw([[" ".join(rack)]], longest=_RACK_LINE), top + _GAP // 2, below - _GAP)
        )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" height="{HEIGHT}"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}"><rect width="{WIDTH}" height="{HEIGHT}" fill="{_FELT}"/>'
        f"{wood}{''.join(parts)}</svg>"
    )


def fitted(picture: str, top: int, height: int) -> str:
    """Return an SVG picture centred in a horizontal strip and made as large as the strip allows."""
    match = _SIZE.search(picture)
    assert match is not None
    own = int(match[1]), int(match[2])
    scale = min(_LARGEST, (WIDTH - 2 * _GAP) / own[0], height / own[1])
    wide, high = own[0] * scale, own[1] * scale
    place = (
        f'x="{(WIDTH - wide) / 2:.1f}" y="{top + (height - high) / 2:.1f}"'
        f' width="{wide:.1f}" height="{high:.1f}"'
    )
    return _SIZE.sub(place, picture, count=1)


def svg_or_png(svg: str, form: Form) -> bytes:
    """Return an SVG picture in the given format. Text can use the font ``Tile``."""
    return svg.encode() if form == "svg" else _png(svg)


def _png(svg: str) -> bytes:
    import resvg_py  # importing takes 30 ms, and only workers need it

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=svg,
            skip_system_fonts=True,
            font_files=[str(files("tilerummy.server") / "fonts" / "tile.ttf")],
            sans_serif_family="Tile",
        )
    )
