"""Editions of tiles as drawn: proportions, colours, font, marks and jokers."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from tools.vision.pictures import JOKER

Colour = tuple[int, int, int]
Random = np.random.Generator

WIDTH = 112
"""Width in pixels of a drawn face."""

MARKS = ("none", "dish", "heart", "ring", "dot", "name", "bar", "star")
JOKERS = ("smile", "star", "letter", "sun", "hat")
UNSEEN_MARKS = ("diamond", "double ring")
UNSEEN_JOKERS = ("crown",)

LIGHT = ((250, 248, 240), (243, 236, 216), (232, 220, 188), (225, 228, 226), (214, 196, 160))
DARK = ((34, 33, 36), (22, 28, 44), (48, 34, 28), (18, 48, 38), (70, 70, 76))


@dataclass(frozen=True, slots=True)
class Edition:
    """How the tiles of a set look.

    ``proportion``: height over width; ``size``: height of the digits in widths; ``place``: height
    of the number's centre, in heights from the upper edge.
    """

    font: Path
    proportion: float
    radius: float
    base: Colour
    inks: tuple[Colour, Colour, Colour, Colour]
    size: float
    place: float
    mark: str
    joker: str
    dark: bool
    large: bool
    underline: bool
    faces: dict[tuple[int, int], Image.Image] = field(default_factory=dict, compare=False)

    def face(self, number: int, colour: int) -> Image.Image:
        """Return the drawn face, WIDTH pixels wide, transparent outside its corners."""
        key = (number, colour)
        if key not in self.faces:
            self.faces[key] = self._drawn(number, colour)
        return self.faces[key]

    def back(self) -> Image.Image:
        """Return a tile face down."""
        return self._blank()

    def _blank(self) -> Image.Image:
        height = round(WIDTH * self.proportion)
        image = Image.new("RGBA", (WIDTH, height), (*self.base, 0))
        draw = ImageDraw.Draw(image)
        box, radius = (0, 0, WIDTH - 1, height - 1), self.radius * WIDTH
        draw.rounded_rectangle(box, radius, fill=(*shade(self.base, 0.86), 255))
        inner = (2, 2, WIDTH - 4, height - 4)
        draw.rounded_rectangle(inner, radius, fill=(*shade(self.base, 1.06), 255))
        draw.rounded_rectangle((3, 3, WIDTH - 3, height - 3), radius, fill=(*self.base, 255))
        return image

    def _drawn(self, number: int, colour: int) -> Image.Image:
        image = self._blank()
        draw = ImageDraw.Draw(image)
        ink = self.inks[colour]
        x, y = WIDTH / 2, self.place * image.height
        _MARKS[self.mark](draw, self, x, image.height, ink)
        if number == JOKER:
            _JOKERS[self.joker](draw, x, y, min(0.5, max(0.3, self.size * 0.55)) * WIDTH, ink)
            return image
        glyphs = self._glyphs(str(number), ink)
        image.alpha_composite(glyphs, (round(x - glyphs.width / 2), round(y - glyphs.height / 2)))
        if self.underline and number in {6, 9}:
            low = y + glyphs.height / 2 + 0.05 * WIDTH
            draw.line((x - 0.16 * WIDTH, low, x + 0.16 * WIDTH, low), fill=ink, width=5)
        return image

    def _glyphs(self, text: str, ink: Colour) -> Image.Image:
        """Return *text* cropped to its ink, no wider than the tile."""
        font = ImageFont.truetype(str(self.font), 200)
        left, top, right, bottom = font.getbbox(text)
        image = Image.new("L", (math.ceil(right - left), math.ceil(bottom - top)))
        ImageDraw.Draw(image).text((-left, -top), text, 255, font)
        _, cap_top, _, cap_bottom = font.getbbox("8")
        factor = self.size * WIDTH / max(1, cap_bottom - cap_top)
        width = min(image.width * factor, 0.88 * WIDTH)
        shape = (max(2, round(width)), max(2, round(image.height * factor)))
        mask = image.resize(shape, Image.Resampling.BOX)
        glyphs = Image.new("RGBA", shape, (*ink, 0))
        glyphs.putalpha(mask)
        return glyphs


def shade(colour: Colour, factor: float) -> Colour:
    """Return *colour* lighter or darker by *factor*."""
    red, green, blue = (min(255, max(0, round(part * factor))) for part in colour)
    return red, green, blue


def edition(
    rng: Random,
    fonts: tuple[Path, ...],
    *,
    kind: str = "any",
    unseen: bool = False,
) -> Edition:
    """Return a random edition.

    *kind* is "light", "dark", "large", "home" (like the set in the photos) or "any" of these;
    *unseen* adds marks and jokers that training never draws.
    """
    if kind == "any":
        kind = str(rng.choice(["light", "home", "dark", "large"], p=[0.34, 0.08, 0.26, 0.32]))
    dark = kind == "dark"
    base = _near(rng, DARK if dark else LIGHT, 12)
    marks = MARKS + UNSEEN_MARKS if unseen else MARKS
    jokers = UNSEEN_JOKERS * 2 + JOKERS if unseen else JOKERS
    size, place, mark = float(rng.uniform(0.36, 0.62)), float(rng.uniform(0.27, 0.4)), ""
    if kind == "large":
        size, place = float(rng.uniform(0.68, 0.95)), float(rng.uniform(0.36, 0.52))
    elif kind == "home":
        size, place, mark = float(rng.uniform(0.38, 0.46)), float(rng.uniform(0.28, 0.33)), "dish"
    elif rng.random() < 0.25:
        place = float(rng.uniform(0.42, 0.52))
    return Edition(
        font=fonts[int(rng.integers(len(fonts)))],
        proportion=float(rng.uniform(1.28, 1.55)),
        radius=float(rng.uniform(0.02, 0.16)),
        base=base,
        inks=_inks(rng, dark=dark),
        size=size,
        place=place,
        mark=mark or str(rng.choice(marks)),
        joker=str(rng.choice(jokers)),
        dark=dark,
        large=kind == "large",
        underline=bool(place > 0.4 and (rng.random() < 0.6 or place > 0.44)),
    )


def _near(rng: Random, colours: tuple[Colour, ...], spread: float) -> Colour:
    chosen = colours[int(rng.integers(len(colours)))]
    parts = np.clip(np.array(chosen) + rng.normal(0, spread / 2, 3), 0, 255).astype(int)
    return int(parts[0]), int(parts[1]), int(parts[2])


def _inks(rng: Random, *, dark: bool) -> tuple[Colour, Colour, Colour, Colour]:
    if dark:
        black: tuple[Colour, ...] = ((240, 240, 236), (200, 204, 210))
        red: tuple[Colour, ...] = ((240, 60, 70), (255, 90, 90), (214, 40, 50))
        blue: tuple[Colour, ...] = ((70, 150, 255), (60, 120, 240), (110, 190, 255))
        fourth: tuple[Colour, ...] = ((255, 170, 40), (250, 205, 60), (255, 140, 30))
    else:
        black = ((24, 24, 28), (44, 44, 48), (20, 20, 40))
        red = ((214, 32, 56), (190, 16, 30), (226, 50, 84), (160, 10, 30))
        blue = ((24, 92, 200), (10, 60, 150), (40, 130, 220), (20, 120, 160))
        fourth = ((244, 146, 50), (250, 170, 40), (232, 110, 20), (240, 190, 30), (30, 140, 60))
    return tuple(_near(rng, some, 14) for some in (black, red, blue, fourth))  # type: ignore[return-value]


# Marks below the number. They take the canvas, the edition, the middle, the height and the ink.


def _mark_none(_d: ImageDraw.ImageDraw, _e: Edition, _x: float, _h: int, _ink: Colour) -> None:
    pass


def _low(e: Edition, height: int) -> float:
    """The middle between the number and the lower edge."""
    return (e.place * height + e.size * WIDTH / 2 + 0.93 * height) / 2


def _mark_dish(draw: ImageDraw.ImageDraw, e: Edition, x: float, height: int, ink: Colour) -> None:
    y, r = e.place * height, 0.36 * WIDTH
    draw.ellipse((x - r, y - r + 4, x + r, y + r + 4), outline=shade(e.base, 1.06), width=3)
    draw.ellipse((x - r, y - r + 2, x + r, y + r + 2), outline=shade(e.base, 0.93), width=2)
    _mark_name(draw, e, x, height, ink)


def _mark_heart(draw: ImageDraw.ImageDraw, e: Edition, x: float, height: int, ink: Colour) -> None:
    y, r = _low(e, height), min(0.2 * WIDTH, max(8.0, 0.95 * height - _low(e, height)))
    t = np.linspace(0, 2 * math.pi, 40)
    xs = x + r * np.sin(t) ** 3
    ys = y - r * (13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 16
    draw.polygon(list(zip(xs.tolist(), ys.tolist(), strict=True)), fill=ink)


def _mark_ring(draw: ImageDraw.ImageDraw, e: Edition, x: float, height: int, ink: Colour) -> None:
    y, r = _low(e, height), min(0.18 * WIDTH, max(7.0, 0.95 * height - _low(e, height)))
    draw.ellipse((x - r, y - r, x + r, y + r), outline=ink, width=max(3, round(r * 0.3)))


def _mark_double_ring(
    draw: ImageDraw.ImageDraw, e: Edition, x: float, height: int, ink: Colour
) -> None:
    _mark_ring(draw, e, x, height, ink)
    y, r = _low(e, height), 5
    draw.ellipse((x - r, y - r, x + r, y + r), outline=ink, width=3)


def _mark_dot(draw: ImageDraw.ImageDraw, e: Edition, x: float, height: int, ink: Colour) -> None:
    y, r = _low(e, height), min(0.12 * WIDTH, max(5.0, 0.95 * height - _low(e, height)))
    draw.ellipse((x - r, y - r, x + r, y + r), fill=ink)


def _mark_diamond(
    draw: ImageDraw.ImageDraw, e: Edition, x: float, height: int, ink: Colour
) -> None:
    y, r = _low(e, height), min(0.17 * WIDTH, max(7.0, 0.95 * height - _low(e, height)))
    draw.polygon(((x, y - r), (x + 0.7 * r, y), (x, y + r), (x - 0.7 * r, y)), fill=ink)


def _mark_bar(draw: ImageDraw.ImageDraw, _e: Edition, x: float, height: int, ink: Colour) -> None:
    y = 0.88 * height
    draw.line((x - 0.3 * WIDTH, y, x + 0.3 * WIDTH, y), fill=ink, width=6)


def _mark_star(draw: ImageDraw.ImageDraw, e: Edition, x: float, height: int, ink: Colour) -> None:
    y, r = _low(e, height), min(0.18 * WIDTH, max(7.0, 0.95 * height - _low(e, height)))
    draw.polygon(_star(x, y, r, 5), fill=ink)


def _mark_name(draw: ImageDraw.ImageDraw, e: Edition, x: float, height: int, _ink: Colour) -> None:
    """A word of loops pressed into the foot."""
    y, tone, r = 0.86 * height, shade(e.base, 0.88), 0.045 * WIDTH
    for index in range(-5, 6):
        middle, tall = x + index * 1.5 * r, r * (1.5 if index % 3 == 0 else 1)
        draw.ellipse((middle - r, y - tall, middle + r, y + r), outline=tone, width=2)


def _star(x: float, y: float, r: float, points: int) -> list[tuple[float, float]]:
    corners = []
    for index in range(2 * points):
        angle, length = math.pi * index / points, r if index % 2 == 0 else 0.45 * r
        corners.append((x + length * math.sin(angle), y - length * math.cos(angle)))
    return corners


# Jokers. They take the canvas, the middle, a radius and the ink.


def _joker_smile(draw: ImageDraw.ImageDraw, x: float, y: float, r: float, ink: Colour) -> None:
    line = max(2, round(0.13 * r))
    draw.ellipse((x - r, y - r, x + r, y + r), outline=ink, width=line)
    for side in (-0.4, 0.4):
        middle, high, s = x + side * r, y - 0.25 * r, 0.14 * r
        draw.ellipse((middle - s, high - s, middle + s, high + s), fill=ink)
    draw.arc((x - 0.6 * r, y - 0.55 * r, x + 0.6 * r, y + 0.65 * r), 20, 160, ink, line)


def _joker_star(draw: ImageDraw.ImageDraw, x: float, y: float, r: float, ink: Colour) -> None:
    draw.polygon(_star(x, y, r, 5), fill=ink)


def _joker_sun(draw: ImageDraw.ImageDraw, x: float, y: float, r: float, ink: Colour) -> None:
    draw.polygon(_star(x, y, r, 11), fill=ink)
    draw.ellipse((x - 0.35 * r, y - 0.35 * r, x + 0.35 * r, y + 0.35 * r), fill=(240, 236, 220))


def _joker_letter(draw: ImageDraw.ImageDraw, x: float, y: float, r: float, ink: Colour) -> None:
    line = max(3, round(0.24 * r))
    draw.line((x + 0.3 * r, y - r, x + 0.3 * r, y + 0.5 * r), fill=ink, width=line)
    draw.arc((x - 0.6 * r, y, x + 0.3 * r + line / 2, y + r), 0, 180, ink, line)
    draw.line((x - 0.3 * r, y - r, x + 0.7 * r, y - r), fill=ink, width=line)


def _joker_hat(draw: ImageDraw.ImageDraw, x: float, y: float, r: float, ink: Colour) -> None:
    for side in (-1.0, 0.0, 1.0):
        tip = (x + side * r, y - (0.9 if side == 0 else 0.4) * r)
        left, right = x + (side - 0.6) * 0.6 * r, x + (side + 0.6) * 0.6 * r
        draw.polygon(((left, y + 0.5 * r), tip, (right, y + 0.5 * r)), fill=ink)
        s = 0.17 * r
        draw.ellipse((tip[0] - s, tip[1] - s, tip[0] + s, tip[1] + s), fill=ink)
    draw.rectangle((x - 0.9 * r, y + 0.55 * r, x + 0.9 * r, y + 0.8 * r), fill=ink)


def _joker_crown(draw: ImageDraw.ImageDraw, x: float, y: float, r: float, ink: Colour) -> None:
    corners = [(-0.9, 0.6), (-0.9, -0.5), (-0.45, 0), (0, -0.8), (0.45, 0), (0.9, -0.5), (0.9, 0.6)]
    draw.polygon([(x + a * r, y + b * r) for a, b in corners], fill=ink)


_MARKS = {
    "none": _mark_none,
    "dish": _mark_dish,
    "heart": _mark_heart,
    "ring": _mark_ring,
    "double ring": _mark_double_ring,
    "dot": _mark_dot,
    "diamond": _mark_diamond,
    "name": _mark_name,
    "bar": _mark_bar,
    "star": _mark_star,
}
_JOKERS = {
    "smile": _joker_smile,
    "star": _joker_star,
    "letter": _joker_letter,
    "sun": _joker_sun,
    "hat": _joker_hat,
    "crown": _joker_crown,
}
