"""Pictures of tiles as SVG, for notebooks and web pages.

Each colour has its own shape below the numeral, so that pictures are readable without colour: black
circle, red diamond, blue square, orange triangle, green cross, yellow crescent, purple hexagon,
white ring, as in the browser. Pictures do not use element ids, so a page can contain any number of
pictures.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from tilerummy.arguments import check_argument
from tilerummy.palettes import PRINTED
from tilerummy.palettes import palette as colours_of

WIDTH, HEIGHT = 40, 58
"""The size of a tile in pixels."""

LONGEST = 14
"""The maximum number of tiles per line, chosen so that a newly dealt rack fits on one line."""

_STEP = WIDTH + 1
_MELD_GAP, _LINE_GAP, _MARGIN = 16, 10, 2
_FONT = "'Helvetica Neue', Helvetica, Arial, 'Liberation Sans', sans-serif"


@dataclass(frozen=True, slots=True)
class _Look:
    """The look of a colour: its ink, its tile, and the outline and fill of its shape."""

    ink: str
    tile: str
    fill: str
    shape: str


_CIRCLE = "M-5.5 0a5.5 5.5 0 1 1 11 0a5.5 5.5 0 1 1-11 0z"
_DIAMOND = "M0-7L5.6 0L0 7L-5.6 0z"
_SQUARE = "M-5-5h10v10h-10z"
_TRIANGLE = "M0-6.2L6.6 5.2H-6.6z"

_SHAPES = {
    "k": _CIRCLE,
    "r": _DIAMOND,
    "b": _SQUARE,
    "o": _TRIANGLE,
    "g": "M-2-6h4v4h4v4h-4v4h-4v-4h-4v-4h4z",
    "y": "M3.4-6.2A6.5 6.5 0 1 0 3.4 6.2A7.2 7.2 0 0 1 3.4-6.2z",
    "p": "M6.4 0L3.2 5.5H-3.2L-6.4 0L-3.2-5.5H3.2z",
    "w": f"{_CIRCLE}M-2.4 0a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0z",
}
"""The outline of each colour's shape, centred on the origin."""

_BACK = (
    '<rect width="40" height="58" rx="6" fill="#22404f"/>'
    '<rect width="40" height="55" rx="6" fill="#33606f"/>'
    '<rect x="4.5" y="4.5" width="31" height="46" rx="3.5" fill="none" stroke="#8fb3ba"/>'
    f'<g fill="#8fb3ba"><path transform="translate(13 19) scale(.8)" d="{_CIRCLE}"/>'
    f'<path transform="translate(27 19) scale(.8)" d="{_DIAMOND}"/>'
    f'<path transform="translate(13 36) scale(.8)" d="{_SQUARE}"/>'
    f'<path transform="translate(27 36) scale(.8)" d="{_TRIANGLE}"/></g>'
    '<rect x=".5" y=".5" width="39" height="57" rx="5.5" fill="none" stroke="#17303c"/>'
)
_EMPTY = (
    '<rect x=".5" y=".5" width="39" height="57" rx="5.5" fill="none" stroke="#a8966c" '
    'stroke-dasharray="4 3"/>'
)

_WORD = re.compile(rf"(\*)?([{''.join(_SHAPES)}])?(\d{{1,2}})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class _Painter:
    """Draws tiles in a palette, with its colours for light surroundings."""

    colours: Mapping[str, tuple[str, str]]

    def __getitem__(self, name: str) -> str:
        return self.colours[name][0]

    def look(self, colour: str) -> _Look:
        tile = f"tile-{colour}"
        return _Look(
            self[f"ink-{colour}"],
            self[tile if tile in self.colours else "tile"],
            self[f"shape-{colour}"],
            _SHAPES[colour],
        )

    def tile(self, word: str) -> str:
        """Return the picture of a tile in notation."""
        if word == "?":
            return _BACK
        match = _WORD.fullmatch(word.lower())
        match match.groups() if match else ():
            case (None, str(colour), str(number)):
                look = self.look(colour)
                return self._blank(look.tile) + _numeral(number, look)
            case (str(), None, None):
                return self._joker("translate(20 28) scale(1.12)")
            case (str(), str(colour), str(number)):
                return self._joker("translate(20 20)") + self._face(number, colour)
            case (str(), None, str(number)):
                return self._joker("translate(20 20)") + _small(number, 20, self["ink-j"])
        raise ValueError(f"{word!r} is not a tile; write k7, *, *k7, *7 or ? for one face down")

    def _blank(self, face: str) -> str:
        # a coloured tile needs a frame, because its line is invisible next to other tiles
        framed = face != self["tile"]
        return (
            f'<rect width="40" height="58" rx="6" fill="{self["tile-side"]}"/>'
            f'<rect width="40" height="55" rx="6" fill="{face}"/>'
            + (
                '<rect x="2" y="2" width="36" height="51" rx="4.5" fill="none" stroke="#fff" '
                'stroke-width="2"/>'
                if framed
                else ""
            )
            + f'<rect x=".5" y=".5" width="39" height="57" rx="5.5" fill="none" '
            f'stroke="{self["tile-line"]}"/>'
        )

    def _joker(self, at: str) -> str:
        red, blue, orange = (
            self[f"joker-{c}" if f"joker-{c}" in self.colours else f"shape-{c}"] for c in "rbo"
        )
        ink = self["ink-k"]
        return (
            f'{self._blank(self["tile"])}<g transform="{at}">'
            f'<g stroke="{ink}" stroke-width=".8" stroke-linejoin="round" stroke-linecap="round">'
            f'<path fill="{orange}" d="M-5-3Q-3-9 0-14Q3-9 5-3z"/>'
            f'<path fill="{red}" d="M0 3Q-4 1-8.5 4Q-8-4-14-3Q-8-14 0-4z"/>'
            f'<path fill="{blue}" d="M0 3Q4 1 8.5 4Q8-4 14-3Q8-14 0-4z"/>'
            '<path fill="#ffe0b0" d="M-8.5 4Q0-1 8.5 4Q9 14 0 14Q-9 14-8.5 4z"/>'
            '<g fill="#f4c400"><circle cx="-14" cy="-2" r="2"/><circle cx="14" cy="-2" r="2"/>'
            '<circle cy="-14" r="2"/></g>'
            '<path fill="none" stroke-width="1.4" d="M-4 9Q0 13 4 9M-3 5.6v.6M3 5.6v.6"/></g></g>'
        )

    def _face(self, number: str, colour: str) -> str:
        """Return the small tile on a joker: a numeral beside a shape."""
        look = self.look(colour)
        # if the tile has the colour, the ink may be as bright as the joker's tile
        ink, fill = (look.ink, look.fill) if look.tile == self["tile"] else (self["ink-j"],) * 2
        x = 21.5 + 4 * len(number)
        return _small(number, 14, ink) + (
            f'<path transform="translate({x} 45) scale(.75)" d="{look.shape}" fill="{fill}"/>'
        )


def draw(rows: Sequence[Sequence[str]], *, longest: int = LONGEST, palette: str = PRINTED) -> str:
    """Return an SVG picture of rows of melds in notation.

    Melds are separated by gaps, and rows of more than *longest* tiles are wrapped. The notation
    becomes the picture's title. Equal rows give equal text. The picture is self-contained.
    *palette* is one of the :func:`~tilerummy.palettes.palette_names`.

    >>> draw([["k4 r4 *4", "b5 b6 *b7"]]).count("<text")
    6

    Raises ValueError for a word that is not a tile, and for an unknown palette.
    """
    from html import escape  # every tile can be drawn, but most programs draw none

    lines = [line for row in rows for line in _lines([meld.split() for meld in row], longest)]
    spots = [spot for y, line in enumerate(lines) for spot in _spots(line, y)]
    width = max((x for x, _, _ in spots), default=0) + WIDTH + 2 * _MARGIN
    height = max(1, len(lines)) * (HEIGHT + _LINE_GAP) - _LINE_GAP + 2 * _MARGIN
    title = escape(" / ".join(" ".join(meld.split()) for row in rows for meld in row if meld))
    painter = _Painter(colours_of(palette))
    tiles = [f'<g transform="translate({x} {y})">{painter.tile(word)}</g>' for x, y, word in spots]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}" height="{height}" '
        f'viewBox="-{_MARGIN} -{_MARGIN} {width} {height}">'
        f"<title>{title or 'no tiles'}</title>"
        f'<g font-family="{_FONT}" font-weight="700" text-anchor="middle">'
        f"{''.join(tiles) or _EMPTY}</g></svg>"
    )


def _lines(melds: Sequence[Sequence[str]], longest: int) -> Iterator[list[Sequence[str]]]:
    """Yield the lines of a row, each a list of melds. Melds that are too long are split evenly."""
    line: list[Sequence[str]] = []
    for part in (part for meld in melds if meld for part in _parts(meld, longest)):
        if line and _length([*line, part]) > longest * _STEP:
            yield line
            line = []
        line.append(part)
    if line:
        yield line


def _parts(meld: Sequence[str], longest: int) -> Iterator[Sequence[str]]:
    count = -(-len(meld) // longest)
    size = -(-len(meld) // count)
    for start in range(0, len(meld), size):
        yield meld[start : start + size]


def _length(line: Sequence[Sequence[str]]) -> int:
    return sum(map(len, line)) * _STEP + (len(line) - 1) * _MELD_GAP


def _spots(line: Sequence[Sequence[str]], y: int) -> Iterator[tuple[int, int, str]]:
    """Yield the position and the notation of each tile on a line that is drawn at height *y*."""
    x = 0
    for meld in line:
        for word in meld:
            yield x, y * (HEIGHT + _LINE_GAP), word
            x += _STEP
        x += _MELD_GAP


def _numeral(number: str, look: _Look) -> str:
    return (
        f'<text x="20" y="30" font-size="27" letter-spacing="-.5" fill="{look.ink}">{number}</text>'
        f'<path transform="translate(20 43)" d="{look.shape}" fill="{look.fill}"/>'
    )


def _small(number: str, x: int, ink: str) -> str:
    return f'<text x="{x}" y="50" font-size="14" fill="{ink}">{number}</text>'


class Pictured:
    """Base class of objects that notebooks show as a picture and that have notation as ``repr``."""

    __slots__ = ()

    def _rows(self) -> Sequence[Sequence[str]]:
        """Return the rows of the picture, each given as a list of melds in notation."""
        return [repr(self).split(" / ")]

    def _caption(self) -> str:
        """Return the plain text that a notebook shows below the picture."""
        return ""

    def _repr_svg_(self) -> str:
        return draw(self._rows())

    def _repr_html_(self) -> str:
        from html import escape

        caption = self._caption()
        below = f"<div>{escape(caption)}</div>" if caption else ""
        return f"<div>{self._repr_svg_()}{below}</div>"


def svg(value: Pictured | str, *, palette: str = PRINTED) -> str:
    """Return an SVG picture of tiles, melds, a table, a state, a play, a round, or notation.

    A string must be the notation of tiles or of a table. Equal values give equal pictures, which
    are self-contained. *palette* is one of the
    :func:`~tilerummy.palettes.palette_names`, such as ``high-contrast`` or ``red-green``.

    >>> svg("k4 r4 *4 / b5 b6 b7").count("<text")
    6
    >>> "#1f8200" in svg("o4", palette="low-vision")
    True

    Raises TypeError for a value that has no picture, and ValueError for a string that is not
    notation or for an unknown palette.
    """
    if isinstance(value, str):
        return draw([value.split("/")], palette=palette)
    check_argument(value, Pictured, 'a picture shows tiles, a table, a state or a play, as "k1 k2"')
    return draw(value._rows(), palette=palette)
