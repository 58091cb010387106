"""Drawn pictures of tables with tiles in melds, heaps and racks, seen at a slant."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter
from tools.vision.editions import Edition, Random, edition, shade
from tools.vision.light import camera, lit, shadows
from tools.vision.pictures import JOKER, Picture, Tile
from tools.vision.surfaces import THINGS, surface, thing

SIZE = 640
Matrix = npt.NDArray[np.float64]
Point = tuple[float, float]

WOODS = ((120, 78, 46), (60, 38, 26), (168, 122, 74), (26, 26, 30), (196, 190, 180), (90, 30, 26))


@dataclass(frozen=True, slots=True)
class Laid:
    """A tile lying on the plane: centre, direction of up, visible share of its height."""

    x: float
    y: float
    angle: float
    number: int
    colour: int
    visible: float = 1.0

    @property
    def up(self) -> Point:
        """The direction of the tile's upper edge, y pointing down."""
        return math.sin(self.angle), -math.cos(self.angle)


class Scene:
    """A plane with tiles, racks and things, drawn in perspective by :meth:`picture`."""

    def __init__(self, rng: Random, tiles_from: Edition, width: float) -> None:
        self.rng = rng
        self.edition = tiles_from
        self.width = width
        self.height = width * tiles_from.proportion
        self.image = surface(rng, SIZE)
        self.view = slant(rng)
        self.taken = Image.new("L", (SIZE // 4, SIZE // 4))
        self.tiles: list[Tile] = []
        light = rng.uniform(0, 2 * math.pi)
        self.light = (math.cos(light), math.sin(light))
        self.thick = rng.uniform(0.02, 0.16) * width

    def seen(self, x: float, y: float) -> Point:
        """Return the picture coordinates of a point of the plane."""
        a, b, c = self.view @ (x, y, 1.0)
        return float(a / c), float(b / c)

    def quad(self, laid: Laid) -> list[Point]:
        """Return the corners of the visible part, from the upper left clockwise, in the picture."""
        up, right = laid.up, (-laid.up[1], laid.up[0])
        w, h = self.width / 2, self.height / 2
        low = h * (2 * laid.visible - 1)
        corners = ((-w, h), (w, h), (w, -low), (-w, -low))
        return [
            self.seen(laid.x + a * right[0] + b * up[0], laid.y + a * right[1] + b * up[1])
            for a, b in corners
        ]

    def free(self, corners: list[Point]) -> bool:
        """Claim a polygon of the picture if it is free."""
        mask = Image.new("L", self.taken.size)
        ImageDraw.Draw(mask).polygon([(x / 4, y / 4) for x, y in corners], fill=255)
        if np.minimum(np.asarray(mask), np.asarray(self.taken)).any():
            return False
        self.taken.paste(255, mask=mask)
        return True

    def shadow(self, polygons: list[list[Point]], soft: float, tone: int) -> None:
        """Darken the surface beside *polygons*, away from the light."""
        mask = Image.new("L", (SIZE, SIZE), 0)
        draw = ImageDraw.Draw(mask)
        reach = self.thick * 1.6
        for polygon in polygons:
            for share in (0.4, 1.0):
                dx, dy = self.light[0] * reach * share, self.light[1] * reach * share
                draw.polygon([(x + dx, y + dy) for x, y in polygon], fill=tone)
        mask = mask.filter(ImageFilter.GaussianBlur(soft))
        self.image.paste((0, 0, 0), mask=mask)

    def lay(self, tiles: list[Laid]) -> None:
        """Draw *tiles* with shadows, sides and faces, and label them."""
        soft = float(self.rng.choice([0.5, 2.0, 4.0])) * self.width / 45
        self.shadow([self.quad(tile) for tile in tiles], soft, int(self.rng.integers(50, 200)))
        side = shade(self.edition.base, float(self.rng.uniform(0.5, 0.85)))
        for tile in sorted(tiles, key=lambda tile: self.seen(tile.x, tile.y)[1]):
            foot = self.quad(tile)
            # a thick tile's face is nearer the camera, so it is seen a little higher
            lift = self.thick * abs(self.view[2, 1]) * SIZE * 0.8
            face = [(x, y - lift) for x, y in foot]
            draw = ImageDraw.Draw(self.image)
            for index in range(4):
                after = (index + 1) % 4
                draw.polygon((foot[index], foot[after], face[after], face[index]), fill=side)
            self._paste(tile, face)
            self._label(tile, face)

    def _paste(self, tile: Laid, quad: list[Point]) -> None:
        face = self.edition.face(tile.number, tile.colour)
        while face.width > 2.2 * math.dist(quad[0], quad[1]):
            face = face.reduce(2)
        if tile.visible < 1:
            face = face.crop((0, 0, face.width, round(face.height * tile.visible)))
        paste_in(self.image, face, quad)

    def _label(self, tile: Laid, quad: list[Point]) -> None:
        middles = [
            ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            for a, b in zip(quad, [*quad[1:], quad[0]], strict=True)
        ]
        top, right, bottom, left = middles
        x = sum(corner[0] for corner in quad) / 4
        y = sum(corner[1] for corner in quad) / 4
        inside = sum(0 <= a < SIZE and 0 <= b < SIZE for a, b in quad)
        if not (0 <= x < SIZE and 0 <= y < SIZE):
            return
        height, width = math.dist(top, bottom), math.dist(left, right)
        up = ((top[0] - bottom[0]) / height, (top[1] - bottom[1]) / height)
        self.tiles.append(
            Tile(x, y, up, width, height, tile.number, tile.colour, certain=bool(inside == 4))
        )

    def put(self, flat: Image.Image, x: float, y: float, angle: float) -> bool:
        """Put a thing on the plane if there is room."""
        w, h = flat.width / 2, flat.height / 2
        c, s = math.cos(angle), math.sin(angle)
        corners = [
            self.seen(x + a * c - b * s, y + a * s + b * c)
            for a, b in ((-w, -h), (w, -h), (w, h), (-w, h))
        ]
        if not self.free(corners):
            return False
        self.shadow([corners], 3.0, 90)
        paste_in(self.image, flat, corners)
        return True

    def picture(self, name: str, *, clean: bool = False) -> Picture:
        """Return the picture in uneven light and through a camera; *clean* without these."""
        image = self.image
        if not clean:
            image = lit(image, self.rng)
            if self.rng.random() < 0.3:
                image = shadows(image, self.rng)
            image = camera(image, self.rng)
        return Picture(name, np.asarray(image), tuple(self.tiles))


def slant(rng: Random) -> Matrix:
    """Return a map from the plane to the picture: turned and foreshortened."""
    turn, tilt = rng.uniform(0, 2 * math.pi), rng.uniform(0, 0.55) ** 1.3
    c, s, half = math.cos(turn), math.sin(turn), SIZE / 2
    to_middle = np.array([[1, 0, -half], [0, 1, -half], [0, 0, 1]])
    turned = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    tilted = np.array([[1, 0, 0], [0, 1 - 0.75 * tilt, 0], [0, -0.9 * tilt / SIZE, 1]])
    back = np.array([[1, 0, half], [0, 1, half], [0, 0, 1]])
    view: Matrix = back @ tilted @ turned @ to_middle
    return view


def paste_in(image: Image.Image, flat: Image.Image, quad: list[Point]) -> None:
    """Paste *flat* with its corners at *quad*."""
    left = max(0, math.floor(min(x for x, _ in quad)) - 1)
    top = max(0, math.floor(min(y for _, y in quad)) - 1)
    right = min(image.width, math.ceil(max(x for x, _ in quad)) + 1)
    bottom = min(image.height, math.ceil(max(y for _, y in quad)) + 1)
    if right - left < 2 or bottom - top < 2:
        return
    w, h = flat.size
    rows, values = [], []
    for (x, y), (u, v) in zip(quad, ((0, 0), (w, 0), (w, h), (0, h)), strict=True):
        a, b = x - left, y - top
        rows += [[a, b, 1, 0, 0, 0, -u * a, -u * b], [0, 0, 0, a, b, 1, -v * a, -v * b]]
        values += [u, v]
    numbers = np.linalg.solve(np.array(rows), np.array(values, np.float64)).tolist()
    padded = Image.new("RGBA", flat.size) if flat.mode != "RGBA" else flat
    warped = padded.transform(
        (right - left, bottom - top),
        Image.Transform.PERSPECTIVE,
        numbers,
        Image.Resampling.BILINEAR,
    )
    image.paste(warped, (left, top), warped)


def scene(
    rng: Random,
    fonts: tuple[Path, ...],
    *,
    kind: str = "any",
    unseen: bool = False,
    width: tuple[float, float] = (15, 130),
    clean: bool = False,
) -> Picture:
    """Return a drawn picture with tiles *width* pixels wide, of an edition of *kind*."""
    look = edition(rng, fonts, kind=kind, unseen=unseen)
    tile_width = math.exp(rng.uniform(math.log(width[0]), math.log(width[1])))
    drawn = Scene(rng, look, tile_width)
    most = max(1, min(46, round(0.4 * SIZE * SIZE / (tile_width**2 * 2.2))))
    wanted = int(rng.integers(max(1, most // 4), most + 1))
    if rng.random() < 0.4:
        _things(drawn, 2)
    layout = str(rng.choice(["melds", "heap", "rack", "grid"], p=[0.48, 0.27, 0.17, 0.08]))
    _LAYOUTS[layout](drawn, wanted)
    return drawn.picture(f"{kind}-{layout}", clean=clean)


def empty(
    rng: Random,
    fonts: tuple[Path, ...],
    *,
    count: int = 5,
    kinds: Sequence[str] = THINGS,
    clean: bool = False,
) -> Picture:
    """Return a drawn picture without a tile: a bare table, or things and empty racks on it."""
    drawn = Scene(rng, edition(rng, fonts), float(rng.uniform(20, 70)))
    if rng.random() < 0.8:
        _things(drawn, count, kinds)
        if rng.random() < 0.3:
            _rack(drawn, 0)
    return drawn.picture("empty", clean=clean)


def _things(drawn: Scene, count: int, kinds: Sequence[str] = THINGS) -> None:
    rng = drawn.rng
    for _ in range(count):
        flat = thing(rng, drawn.edition, kinds)
        place = rng.uniform(0.1, 0.9, 2) * SIZE
        drawn.put(flat, float(place[0]), float(place[1]), float(rng.uniform(0, 6.3)))


def _random_tile(rng: Random) -> tuple[int, int]:
    if rng.random() < 0.05:
        return JOKER, int(rng.integers(4))
    return int(rng.integers(1, 14)), int(rng.integers(4))


def _meld(rng: Random) -> list[tuple[int, int]]:
    """Return the tiles of a run, a group or, now and then, nonsense."""
    kind = rng.random()
    if kind < 0.45:
        long, colour = int(rng.integers(3, 8)), int(rng.integers(4))
        first = int(rng.integers(1, 15 - long))
        tiles = [(first + index, colour) for index in range(long)]
    elif kind < 0.75:
        number = int(rng.integers(1, 14))
        colours = rng.permutation(4)[: int(rng.integers(3, 5))]
        tiles = [(number, int(colour)) for colour in colours]
    else:
        tiles = [_random_tile(rng) for _ in range(int(rng.integers(1, 6)))]
    if rng.random() < 0.15:
        tiles[int(rng.integers(len(tiles)))] = (JOKER, int(rng.integers(4)))
    return tiles


def _row(
    drawn: Scene, tiles: list[tuple[int, int]], x: float, y: float, angle: float
) -> list[Laid]:
    rng = drawn.rng
    right = (math.cos(angle), math.sin(angle))
    pitch = drawn.width * (1 + float(rng.choice([0.01, 0.03, 0.1])))
    start = -(len(tiles) - 1) / 2
    return [
        Laid(
            x + right[0] * pitch * (start + index) + float(rng.normal(0, 0.006)) * drawn.width,
            y + right[1] * pitch * (start + index) + float(rng.normal(0, 0.02)) * drawn.width,
            angle + float(rng.normal(0, 0.012)),
            number,
            colour,
        )
        for index, (number, colour) in enumerate(tiles)
    ]


def _melds(drawn: Scene, wanted: int) -> None:
    rng = drawn.rng
    base = float(rng.uniform(0, 6.3))
    mixed = rng.random() < 0.4
    laid: list[Laid] = []
    for _ in range(60):
        if len(laid) >= wanted:
            break
        angle = base + float(rng.normal(0, 0.08)) + (float(rng.uniform(0, 6.3)) if mixed else 0)
        place = rng.uniform(0.02, 0.98, 2) * SIZE
        row = _row(drawn, _meld(rng), float(place[0]), float(place[1]), angle)
        first, last = drawn.quad(row[0]), drawn.quad(row[-1])
        if drawn.free([first[0], last[1], last[2], first[3]]):
            laid += row
    drawn.lay(laid)


def _heap(drawn: Scene, wanted: int) -> None:
    rng = drawn.rng
    laid: list[Laid] = []
    for _ in range(6 * wanted):
        if len(laid) >= wanted:
            break
        place = rng.uniform(0.04, 0.96, 2) * SIZE
        tile = Laid(
            float(place[0]), float(place[1]), float(rng.uniform(0, 6.3)), *_random_tile(rng)
        )
        if drawn.free(drawn.quad(tile)):
            laid.append(tile)
    drawn.lay(laid)


def _grid(drawn: Scene, wanted: int) -> None:
    rng = drawn.rng
    columns = max(1, round(math.sqrt(wanted * drawn.height / drawn.width)))
    angle = float(rng.uniform(0, 6.3))
    gap = 1 + float(rng.choice([0.0, 0.04, 0.3]))
    right, down = (math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))
    laid = []
    for index in range(wanted):
        a = (index % columns - (columns - 1) / 2) * drawn.width * gap
        b = (index // columns - wanted / columns / 2) * drawn.height * gap
        x = SIZE / 2 + a * right[0] + b * down[0]
        y = SIZE / 2 + a * right[1] + b * down[1]
        laid.append(Laid(x, y, angle + float(rng.normal(0, 0.01)), *_random_tile(rng)))
    drawn.lay(laid)


def _rack(drawn: Scene, wanted: int) -> None:
    """Two rows of tiles on a rack; the feet of the tiles are behind a ledge."""
    rng = drawn.rng
    drawn.width = min(drawn.width, 70)
    drawn.height = drawn.width * drawn.edition.proportion
    angle, w, h = float(rng.uniform(0, 6.3)), drawn.width, drawn.height
    columns = max(3, min(10, int(0.8 * SIZE / w)))
    x, y = SIZE / 2 + float(rng.uniform(-60, 60)), SIZE / 2 + float(rng.uniform(-60, 60))
    right, up = (math.cos(angle), math.sin(angle)), (math.sin(angle), -math.cos(angle))
    tone = WOODS[int(rng.integers(len(WOODS)))]
    half = (columns / 2 + 0.4) * w

    def board(low: float, high: float, factor: float) -> None:
        corners = [(-half, high), (half, high), (half, low), (-half, low)]
        points = [
            drawn.seen(x + a * right[0] + b * up[0], y + a * right[1] + b * up[1])
            for a, b in corners
        ]
        ImageDraw.Draw(drawn.image).polygon(points, fill=shade(tone, factor))

    board(-1.3 * h, 1.3 * h, 1.0)
    rows = int(rng.integers(1, 3))
    covered = float(rng.uniform(0.04, 0.2))
    for row in range(rows):
        middle = 0.55 * h - row * (1.02 - covered * 0.3) * h
        places = rng.permutation(columns)[: min(columns, max(0, wanted // rows))]
        laid = []
        for place in sorted(places.tolist()):
            a = (place - (columns - 1) / 2) * w * 1.02
            px, py = x + a * right[0] + middle * up[0], y + a * right[1] + middle * up[1]
            laid.append(Laid(px, py, angle, *_random_tile(rng), visible=1 - covered))
        drawn.lay(laid)
        foot = middle - h / 2 + covered * h
        board(foot - 0.2 * h, foot, 1.25)
        board(foot - 0.22 * h, foot - 0.18 * h, 0.6)


_LAYOUTS = {"melds": _melds, "heap": _heap, "rack": _rack, "grid": _grid}
