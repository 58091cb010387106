"""Draws the parts of shared pictures as SVG, in the style of the web client.

Positions and sizes are in pixels. Every function that draws returns SVG source. In a *mirrored*
picture, which is for languages written from right to left, parts change sides.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib.resources import files

from tilerummy.palettes import palette

WIDTH, HEIGHT = 1200, 630
"""The width and height of every picture, in pixels."""
RATIO = 1.34
"""The height of a tile divided by its width."""

COLOURS = dict(
    zip(
        ("sky", "sun", "rose", "leaf", "blue", "sand", "mint", "amber", "lilac"),
        (
            *("#9fd3e6", "#f4c95d", "#f2a7a0", "#cfe3a1", "#a9c6f5"),
            *("#f6d9a8", "#b8e3d0", "#f2b24c", "#c9b6ea"),
        ),
        strict=True,
    )
)
"""The colours of the discs behind the faces, as in the web client's design tokens."""
_GREY = "#c7ccd6"

_SHAPES = {
    "k": '<circle r="10.5"/>',
    "r": '<path d="M0-12.5 10.500 0 0 12.500-10.500 0Z"/>',
    "b": '<rect x="-10" y="-10" width="20" height="20" rx="1.500"/>',
    "o": '<path d="M0-11.200 12 10.300H-12Z"/>',
    "g": '<path d="M-4-11h8v7h7v8h-7v7h-8v-7h-7v-8h7Z"/>',
    "y": '<path d="M6-9A11 11 0 1 0 6 9 10 10 0 0 1 6-9Z"/>',
    "p": '<path d="M11 0 5.500 9.500H-5.500L-11 0-5.500-9.500H5.500Z"/>',
    "w": f'<circle r="7.500" fill="none" stroke="{palette()["shape-w"][0]}" stroke-width="5"/>',
}
_WORD = re.compile(r"(\*)?([krobgypw])?(\d{1,2})?", re.ASCII)

_DEFS = """<defs>
<linearGradient id="ivory" x1="0" x2="0" y1="0" y2="1"><stop stop-color="#fff"/>
<stop offset=".38" stop-color="#fffaee"/><stop offset="1" stop-color="#f7ecd3"/></linearGradient>
<linearGradient id="back" x1="0" x2="0" y1="0" y2="1"><stop stop-color="#35708f"/>
<stop offset="1" stop-color="#23506b"/></linearGradient>
<radialGradient id="felt" cx=".5" cy=".42" r=".75"><stop stop-color="#327f69"/>
<stop offset=".7" stop-color="#2b7560"/><stop offset="1" stop-color="#22604e"/></radialGradient>
<linearGradient id="wood" x1="0" x2="0" y1="0" y2="1"><stop stop-color="#94643a"/>
<stop offset=".5" stop-color="#7c4e2b"/><stop offset="1" stop-color="#623b20"/></linearGradient>
<linearGradient id="tray" x1="0" x2="0" y1="0" y2="1"><stop stop-color="#51301a"/>
<stop offset="1" stop-color="#6a4224"/></linearGradient>
<filter id="soft" x="-40%" y="-40%" width="180%" height="180%">
<feGaussianBlur stdDeviation="9"/></filter></defs>"""


def page(*parts: str) -> str:
    """Return a complete SVG picture of *parts* on green felt in a wooden frame."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{WIDTH}" height="{HEIGHT}"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}">{_DEFS}<rect width="{WIDTH}" height="{HEIGHT}"'
        ' fill="url(#wood)"/><rect x="22" y="22" width="1156" height="586" rx="34"'
        ' fill="url(#felt)" stroke="#173f33" stroke-width="3"/>'
        f"{''.join(parts)}</svg>"
    )


@cache
def _art(name: str) -> str:
    return (files("tilerummy.server") / "art" / f"{name}.svg").read_text()


@cache
def _inside(name: str) -> str:
    """Return the content of the drawing *name*, without its outer ``svg`` element."""
    return re.sub(r"^.*?<svg[^>]*>|</svg>\s*$", "", _art(name), flags=re.DOTALL)


def _drawing(name: str, view: str, x: float, y: float, width: float, height: float) -> str:
    return (
        f'<svg x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
        f' viewBox="{view}" preserveAspectRatio="none">{_inside(name)}</svg>'
    )


def crown(x: float, y: float, width: float) -> str:
    """Return a crown of this *width*. The middle of its base is at (*x*, *y*)."""
    height = width * 20 / 24
    art = _drawing("crown", "0 0 24 20", x - width / 2, y - height, width, height)
    return f'<g transform="rotate(-6 {x:.1f} {y:.1f})">{art}</g>'


def face(x: float, y: float, radius: float, name: str, colour: str) -> str:
    """Return a disc centred at (*x*, *y*) with a player's face, or a silhouette if unknown."""
    found = re.search(rf'<symbol id="{re.escape(name)}"[^>]*>(.+)</symbol>', _art("faces"))
    size = radius * 1.5
    drawn = (
        f'<svg x="{x - size / 2:.1f}" y="{y - size / 2:.1f}" width="{size:.1f}"'
        f' height="{size:.1f}" viewBox="0 0 64 64">{found[1]}</svg>'
        if name and found
        else f'<circle cx="{x}" cy="{y - radius * 0.2:.1f}" r="{radius * 0.3:.1f}" fill="#fff"/>'
        f'<path d="M{x - radius * 0.55:.1f} {y + radius * 0.62:.1f}a{radius * 0.55:.1f}'
        f' {radius * 0.5:.1f} 0 0 1 {radius * 1.1:.1f} 0Z" fill="#fff"/>'
    )
    disc = COLOURS.get(colour, _GREY)
    edge = f'stroke="#fff" stroke-width="{max(2, radius * 0.06):.1f}"'
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{disc}" {edge}/>{drawn}'


def confetti(*, mirrored: bool) -> str:
    """Return confetti over the right side of the felt; its shapes are those on the tiles."""
    pieces: list[str] = []
    paints = (("k", "#ffe9b0"), ("r", "#ff5a6a"), ("b", "#5ab0ff"), ("o", "#ff9d3c"))
    for n in range(36):
        colour, fill = paints[n % 4]
        x, y = 450 + round(n * 0.75488 % 1 * 710), 40 + round(n * 0.56984 % 1 * 545)
        at = f"translate({WIDTH - x if mirrored else x} {y}) rotate({n * 47 % 90})"
        pieces.append(f'<g transform="{at} scale({0.3 + n % 5 * 0.07:.2f})">{_SHAPES[colour]}</g>')
        pieces[-1] = f'<g fill="{fill}">{pieces[-1]}</g>'
    return "".join(pieces)


def tile(word: str, x: float, y: float, w: float, *, gold: bool = False) -> str:
    """Return a tile of width *w* whose top left corner is at (*x*, *y*).

    *word* is the tile in notation, or ``?`` if it is face down. A *gold* tile is marked as part of
    the last play.
    """
    h, r = w * RATIO, w * 0.15
    down = word == "?"
    side, low, rim = (
        ("#f2b01e", "#a86d00", "#a86d00")
        if gold
        else ("#d9c090", "#b5945a", "#15364a" if down else "#c9ae7c")
    )
    glow = (
        f'<rect x="{-w * 0.05:.1f}" y="{-w * 0.03:.1f}" width="{w * 1.1:.1f}"'
        f' height="{h + w * 0.13:.1f}" rx="{r:.1f}" fill="#ffd66e" fill-opacity=".75"'
        ' filter="url(#soft)"/>'
        if gold
        else ""
    )
    body = "".join(
        f'<rect y="{w * down_by:.1f}" width="{w}" height="{h:.1f}" rx="{r:.1f}" {paint}/>'
        for down_by, paint in (
            (0.13, 'fill="#000" fill-opacity=".22"'),
            (0.085, f'fill="{low}"'),
            (0.055, f'fill="{side}"'),
            (
                0,
                (
                    f'fill="url(#{"back" if down else "ivory"})" stroke="{rim}"'
                    f' stroke-width="{max(1, w * 0.02):.1f}"'
                ),
            ),
        )
    )
    fold = (
        f'<path d="M{w * 0.76:.1f} {w * 0.07:.1f}H{w * 0.86:.1f}q{w * 0.07:.1f} 0'
        f' {w * 0.07:.1f} {w * 0.07:.1f}V{w * 0.24:.1f}Z" fill="#a86d00"/>'
        if gold
        else ""
    )
    return f'<g transform="translate({x:.1f} {y:.1f})">{glow}{body}{_face_of(word, w)}{fold}</g>'


def _face_of(word: str, w: float) -> str:
    if word == "?":
        return _drawing("back", "0 0 60 84", w * 0.09, w * 0.1, w * 0.82, w * RATIO - w * 0.2)
    match = _WORD.fullmatch(word)
    assert match is not None, word
    joker, colour, number = match.groups()
    if joker and not number:
        return _drawing("joker", "0 -1 48 48", w * 0.1, w * 0.2, w * 0.8, w * 0.8)
    colour_or_black = colour or "k"
    ink, shade = (palette()[f"{part}-{colour_or_black}"][0] for part in ("ink", "shape"))
    shape = _SHAPES[colour_or_black]
    if joker:
        return (
            _drawing("joker", "0 -1 48 48", w * 0.18, w * 0.08, w * 0.64, w * 0.64)
            + _numeral(number, w * 0.4 if colour else w * 0.5, w * 1.12, w * 0.44, ink)
            + (_shape(shape, shade, w * 0.72, w * 0.98, w * 0.17) if colour else "")
        )
    return (
        _numeral(number, w / 2, w * 0.69, w * 0.83, ink)
        + f'<circle cx="{w / 2}" cy="{w * 1.04:.1f}" r="{w * 0.16:.1f}" fill="#a67c36"'
        f' fill-opacity=".2"/>{_shape(shape, shade, w / 2, w * 1.04, w * 0.19)}'
    )


def _numeral(number: str, x: float, y: float, size: float, ink: str) -> str:
    """Return an engraved numeral, centred at *x* on the baseline *y*."""
    x -= size * 0.02
    spacing = f'text-anchor="middle" letter-spacing="{-size * 0.045:.2f}"'
    return text(number, x, y + size * 0.026, size, "#fff", spacing) + text(
        number, x, y, size, ink, spacing
    )


def _shape(shape: str, fill: str, x: float, y: float, size: float) -> str:
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({size / 24:.3f})" fill="{fill}">'
        f"{shape}</g>"
    )


def text(words: str, x: float, y: float, size: float, fill: str, more: str = "") -> str:
    """Return a line of text at (*x*, *y*); *more* contains further attributes of its element."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="Tile" font-weight="700"'
        f' font-size="{size:.1f}" fill="{fill}" {more}>{escape(words)}</text>'
    )


_EMBEDDED = "\N{RIGHT-TO-LEFT EMBEDDING}{}\N{POP DIRECTIONAL FORMATTING}"
_HEBREW = re.compile("[\u0590-\u05ff]")


def line(words: str, x: float, y: float, size: float, fill: str, *, mirrored: bool) -> str:
    """Return a line of text that starts at *x*, measured from the right edge if *mirrored*."""
    if not mirrored:
        return text(words, x, y, size, fill)
    if _HEBREW.search(words):
        words = _EMBEDDED.format(words)
    return text(words, WIDTH - x, y, size, fill, 'text-anchor="end"')


def title(words: str, x: float, y: float, size: float, *, width: float, mirrored: bool) -> str:
    """Return a title that starts at (*x*, *y*), in lines that are roughly *width* wide."""
    return "".join(
        line(row, x, y + n * size + shift, size, fill, mirrored=mirrored)
        for shift, fill in ((4, "#12372d"), (0, "#fff"))
        for n, row in enumerate(wrapped(words, size, width))
    )


def wrapped(words: str, size: float, width: float) -> list[str]:
    """Return *words* as lines that are roughly *width* wide at this font *size*."""
    lines: list[str] = []
    for word in words.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and length(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def length(words: str, size: float) -> float:
    """Return the approximate width of a line of text at this font *size*."""
    narrow, wide = set("iljtf.,:;!'’|()1 "), set("mwMWQO%@")
    units = sum(0.32 if c in narrow else 0.84 if c in wide else 0.57 for c in words)
    return units * size


def chip(
    words: str, x: float, y: float, *, icon: str, gold: bool = False, mirrored: bool = False
) -> str:
    """Return a rounded label that starts at *x*, measured from the right edge if *mirrored*.

    It is 62 px high. *icon* is SVG source that is centred at the origin.
    """
    width = chip_width(words)
    icon_at, start = x + 32, x
    if mirrored:
        icon_at, start = WIDTH - x - 32, WIDTH - x - width
    paint = 'fill="#ffc83d"' if gold else 'fill="#000" fill-opacity=".28"'
    ink = "#33230a" if gold else "#fff"
    return (
        f'<rect x="{start:.1f}" y="{y}" width="{width:.1f}" height="62" rx="31" {paint}/>'
        f'<g transform="translate({icon_at:.1f} {y + 31})">{icon}</g>'
        + line(words, x + 66, y + 40, 27, ink, mirrored=mirrored)
    )


def chip_width(words: str) -> float:
    """Return the width of the chip that contains *words*."""
    return 92 + length(words, 27)


def logo(x: float, name: str, *, mirrored: bool) -> str:
    """Return the logo, followed by the game's *name*, starting at *x*."""
    at = WIDTH - x - 42 if mirrored else x
    tiles = (
        f'<g transform="translate({at} 64) scale(1.25)"><rect x="1" y="6" width="18" height="24"'
        ' rx="4" transform="rotate(-10 10 18)" fill="#23506b"/><rect x="12" y="5" width="19"'
        ' height="25" rx="4" fill="#fffaee" stroke="#c9ae7c"/>'
        '<text x="21.500" y="23.500" font-family="Tile" font-weight="700" font-size="19"'
        ' text-anchor="middle" fill="#a30018">7</text></g>'
    )
    return tiles + line(name, x + 58, 95, 30, "#fff", mirrored=mirrored)
