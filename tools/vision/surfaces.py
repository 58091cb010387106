"""Tables, cloths, and objects on top that are not tiles."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont
from tools.vision.editions import Colour, Edition, Random, shade

Floats = npt.NDArray[np.float32]

SURFACES = (
    "wood",
    "wood",
    "wood",
    "cloth",
    "cloth",
    "marble",
    "checks",
    "plain",
    "rug",
    "stripes",
    "blobs",
)
THINGS = ("keyboard", "keyboard", "card", "paper", "coins", "dice", "phone", "cup", "backs", "box")


def surface(rng: Random, size: int) -> Image.Image:
    """Return a random surface of *size* × *size* pixels."""
    kind = str(rng.choice(SURFACES))
    side = round(size * 1.45)
    pixels = _SURFACES[kind](rng, side)
    image = Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))
    image = image.rotate(float(rng.uniform(0, 360)), Image.Resampling.BILINEAR)
    edge = (side - size) // 2
    return image.crop((edge, edge, edge + size, edge + size))


def noise(rng: Random, size: int, rows: int, columns: int) -> Floats:
    """Return smooth noise around 0 from *rows* × *columns* random values."""
    values = rng.normal(0, 1, (max(2, rows), max(2, columns))).astype(np.float32)
    return np.array(Image.fromarray(values).resize((size, size), Image.Resampling.BICUBIC))


def _tone(rng: Random, low: int, high: int, chroma: float) -> Floats:
    level = rng.uniform(low, high)
    return np.clip(level * (1 + rng.uniform(-chroma, chroma, 3)), 8, 250).astype(np.float32)


def _wood(rng: Random, size: int) -> Floats:
    base = np.array([1.0, rng.uniform(0.6, 0.82), rng.uniform(0.35, 0.62)], np.float32)
    base *= rng.uniform(60, 235)
    grain = 0.10 * noise(rng, size, int(rng.integers(4, 10)), int(rng.integers(60, 200)))
    grain += 0.08 * noise(rng, size, 3, int(rng.integers(12, 40)))
    grain += 0.03 * noise(rng, size, size // 8, size // 2)
    grain *= rng.uniform(0.3, 1.3)
    if rng.random() < 0.5:
        plank = size // int(rng.integers(3, 9))
        for index in range(0, size, plank):
            grain[:, index : index + plank] += rng.normal(0, 0.07)
            grain[:, index : index + 2] -= 0.3
    ys, xs = np.mgrid[0:size, 0:size].astype(np.float32)
    for _ in range(int(rng.integers(0, 5))):
        x, y, r = rng.uniform(0, size), rng.uniform(0, size), rng.uniform(4, 22)
        d = np.hypot((xs - x) * 1.6, ys - y) / r
        grain -= 0.5 * np.exp(-(d**2)) - 0.12 * np.cos(d * 5) * np.exp(-d / 2)
    result: Floats = base * (1 + grain[..., None])
    return result


def _cloth(rng: Random, size: int) -> Floats:
    base, pitch = _tone(rng, 30, 230, 0.4), rng.uniform(2.5, 9)
    ys, xs = np.mgrid[0:size, 0:size].astype(np.float32)
    weave = np.sin(xs * 2 * math.pi / pitch) * np.sin(ys * 2 * math.pi / pitch)
    folds = noise(rng, size, int(rng.integers(2, 6)), int(rng.integers(2, 6)))
    value = 0.08 * rng.uniform(0, 2) * weave + 0.07 * folds
    value += 0.06 * noise(rng, size, size // 2, size // 2)
    result: Floats = base * (1 + value[..., None])
    return result


def _rug(rng: Random, size: int) -> Floats:
    first, second = _tone(rng, 90, 235, 0.15), _tone(rng, 30, 180, 0.3)
    threads = noise(rng, size, size // int(rng.integers(6, 30)), size // 5)
    threads += noise(rng, size, 6, size // 12)
    share = 1 / (1 + np.exp(-2 * threads))[..., None]
    ys, xs = np.mgrid[0:size, 0:size].astype(np.float32)
    pitch = rng.uniform(5, 18)
    weave = 1 + 0.14 * np.sin(xs * 6.28 / pitch) * np.sin(ys * 6.28 / pitch)
    result: Floats = (first * share + second * (1 - share)) * weave[..., None]
    return result


def _marble(rng: Random, size: int) -> Floats:
    base = _tone(rng, 150, 245, 0.06) if rng.random() < 0.8 else _tone(rng, 30, 90, 0.1)
    clouds = 0.05 * noise(rng, size, 4, 4)
    for _ in range(int(rng.integers(1, 4))):
        field = noise(rng, size, int(rng.integers(3, 7)), int(rng.integers(3, 7)))
        field += 0.15 * noise(rng, size, 40, 40)
        clouds -= rng.uniform(0.1, 0.5) * np.exp(-np.abs(field) / rng.uniform(0.01, 0.06))
    result: Floats = base * (1 + clouds[..., None])
    return result


def _checks(rng: Random, size: int) -> Floats:
    first, second = _tone(rng, 120, 250, 0.2), _tone(rng, 30, 200, 0.6)
    side = int(rng.integers(12, 90))
    ys, xs = np.mgrid[0:size, 0:size] // side
    odd = ((xs % 2).astype(np.float32) + (ys % 2)) / 2
    if rng.random() < 0.4:
        odd = (odd == 0.5).astype(np.float32)
    odd = odd + 0.05 * noise(rng, size, size // 3, size // 3)
    result: Floats = first * (1 - odd[..., None]) + second * odd[..., None]
    return result


def _stripes(rng: Random, size: int) -> Floats:
    tones = np.stack([_tone(rng, 30, 245, 0.25) for _ in range(4)])
    widths = rng.integers(3, 50, 4)
    pattern = np.repeat(np.arange(4), widths)
    columns = tones[np.resize(pattern, size)]
    result: Floats = columns[None] * (1 + 0.05 * noise(rng, size, size // 4, size // 4)[..., None])
    return result


def _plain(rng: Random, size: int) -> Floats:
    base = _tone(rng, 20, 245, 0.35)
    slope = noise(rng, size, 2, 2) * 0.12 + 0.02 * noise(rng, size, size // 2, size // 2)
    result: Floats = base * (1 + slope[..., None])
    return result


def _blobs(rng: Random, size: int) -> Floats:
    """Printed oilcloth: patches of other colours."""
    result = np.broadcast_to(_tone(rng, 60, 245, 0.4), (size, size, 3)).copy()
    for _ in range(3):
        grid = int(rng.integers(8, 30))
        mask = noise(rng, size, grid, grid) > rng.uniform(0.7, 1.4)
        result[mask] = _tone(rng, 40, 240, 0.6)
    return result


_SURFACES = {
    "wood": _wood,
    "cloth": _cloth,
    "rug": _rug,
    "marble": _marble,
    "checks": _checks,
    "stripes": _stripes,
    "plain": _plain,
    "blobs": _blobs,
}


def thing(rng: Random, edition: Edition, kinds: Sequence[str] = THINGS) -> Image.Image:
    """Return an object that may look like a tile, with a transparent surrounding."""
    return _THINGS[str(rng.choice(kinds))](rng, edition)


def _letter(rng: Random) -> str:
    return str(rng.choice(list("QWERTZUIOPASDFGHJKLYXCVBNM+-<#.,;?")))


def _keyboard(rng: Random, edition: Edition) -> Image.Image:
    """Keys of a keyboard: square, with a letter or, in a few, a digit."""
    rows, columns, key = (
        int(rng.integers(2, 6)),
        int(rng.integers(5, 14)),
        int(rng.integers(18, 44)),
    )
    light = rng.random() < 0.5
    frame: Colour = (200, 200, 204) if rng.random() < 0.4 else (40, 40, 44)
    cap: Colour = (238, 238, 236) if light else (26, 26, 30)
    ink: Colour = (40, 40, 44) if light else (230, 230, 230)
    gap = max(2, key // 8)
    image = Image.new("RGBA", (columns * key + key, rows * key + key), (*frame, 255))
    draw, font = ImageDraw.Draw(image), ImageFont.truetype(str(edition.font), max(7, key // 3))
    for row in range(rows):
        for column in range(columns):
            x = key // 3 + column * key + (row * key // 4) % (key // 2)
            y = key // 3 + row * key
            box = (x, y, x + key - gap, y + key - gap)
            draw.rounded_rectangle(box, key // 8, fill=cap, outline=shade(cap, 0.8))
            text = str(int(rng.integers(0, 10))) if row == 0 else _letter(rng)
            place = rng.choice([0.2, 0.35])
            draw.text((x + place * key, y + 0.2 * key), text, ink, font)
    return image


def _card(rng: Random, edition: Edition) -> Image.Image:
    """A playing card with its pips."""
    width = int(rng.integers(50, 130))
    height = round(width * 1.45)
    image = Image.new("RGBA", (width, height), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, width - 1, height - 1), width // 12, fill=(250, 250, 248))
    ink: Colour = (200, 20, 40) if rng.random() < 0.5 else (20, 20, 24)
    r = width // 10
    for row in range(int(rng.integers(2, 5))):
        for column in (0.35, 0.65):
            x, y = column * width, (0.2 + 0.2 * row) * height
            draw.polygon(((x, y - r), (x + r * 0.8, y), (x, y + r), (x - r * 0.8, y)), fill=ink)
    font = ImageFont.truetype(str(edition.font), max(8, width // 6))
    draw.text((4, 3), str(rng.choice(list("AKQJ"))), ink, font)
    return image


def _paper(rng: Random, edition: Edition) -> Image.Image:
    """A printed page or a score pad."""
    width, height = int(rng.integers(120, 300)), int(rng.integers(120, 300))
    image = Image.new("RGBA", (width, height), (246, 245, 238, 255))
    draw, size = ImageDraw.Draw(image), int(rng.integers(8, 22))
    font = ImageFont.truetype(str(edition.font), size)
    for y in range(6, height - size, round(size * 1.5)):
        words = ["".join(_letter(rng).lower() for _ in range(5)) for _ in range(8)]
        if rng.random() < 0.3:
            words = [str(int(rng.integers(1, 200))) + "  " for _ in range(8)]
        draw.text((8, y), " ".join(words), (50, 50, 60), font)
    return image


def _coins(rng: Random, edition: Edition) -> Image.Image:
    image = Image.new("RGBA", (160, 160), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    for _ in range(int(rng.integers(2, 8))):
        x, y, r = rng.uniform(30, 130), rng.uniform(30, 130), rng.uniform(10, 28)
        tone: Colour = (200, 170, 100) if rng.random() < 0.5 else (190, 190, 190)
        draw.ellipse((x - r, y - r, x + r, y + r), fill=tone, outline=shade(tone, 0.7), width=2)
        font = ImageFont.truetype(str(edition.font), max(8, round(r)))
        draw.text((x, y), str(int(rng.choice([1, 2, 5, 10, 20]))), shade(tone, 0.75), font, "mm")
    return image


def _dice(rng: Random, _edition: Edition) -> Image.Image:
    side = int(rng.integers(24, 70))
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    tone: Colour = (245, 245, 240) if rng.random() < 0.6 else (180, 20, 30)
    draw.rounded_rectangle((0, 0, side - 1, side - 1), side // 6, fill=tone)
    ink: Colour = (20, 20, 20) if tone[1] > 100 else (250, 250, 250)
    for x, y in ((0.25, 0.25), (0.75, 0.75), (0.5, 0.5), (0.25, 0.75), (0.75, 0.25))[
        : int(rng.integers(1, 6))
    ]:
        r = side * 0.09
        draw.ellipse((x * side - r, y * side - r, x * side + r, y * side + r), fill=ink)
    return image


def _phone(rng: Random, _edition: Edition) -> Image.Image:
    width = int(rng.integers(80, 160))
    image = Image.new("RGBA", (width, 2 * width), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.rounded_rectangle((0, 0, width - 1, 2 * width - 1), width // 8, fill=(20, 20, 22))
    box = (5, 5, width - 6, 2 * width - 6)
    draw.rounded_rectangle(box, width // 9, fill=(34, 46, 70))
    for row in range(5):
        for column in range(3):
            x, y, s = width * (0.1 + 0.29 * column), width * (0.2 + 0.33 * row), width * 0.2
            tone = (int(rng.integers(40, 255)), int(rng.integers(40, 255)), 200)
            draw.rounded_rectangle((x, y, x + s, y + s), s / 4, fill=tone)
    return image


def _cup(rng: Random, _edition: Edition) -> Image.Image:
    side = int(rng.integers(70, 200))
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    tone: Colour = (240, 240, 238) if rng.random() < 0.6 else (70, 90, 140)
    draw.ellipse((0, 0, side - 1, side - 1), fill=tone, outline=shade(tone, 0.7), width=3)
    drink: Colour = (60, 36, 20) if rng.random() < 0.5 else (190, 120, 40)
    edge = side // 8
    draw.ellipse((edge, edge, side - edge, side - edge), fill=drink)
    return image


def _backs(rng: Random, edition: Edition) -> Image.Image:
    """Face-down tiles."""
    back = edition.back()
    count = int(rng.integers(1, 5))
    image = Image.new("RGBA", (back.width * count, back.height), (0, 0, 0, 0))
    for index in range(count):
        image.alpha_composite(back, (index * back.width, 0))
    factor = rng.uniform(0.25, 0.8)
    shape = (round(image.width * factor), round(image.height * factor))
    return image.resize(shape, Image.Resampling.BOX)


def _box(rng: Random, edition: Edition) -> Image.Image:
    """The lid of a box: large coloured letters."""
    width, height = int(rng.integers(120, 280)), int(rng.integers(60, 140))
    tone = tuple(int(part) for part in rng.integers(20, 240, 3))
    image = Image.new("RGBA", (width, height), (*tone, 255))
    font = ImageFont.truetype(str(edition.font), height // 2)
    text = "".join(_letter(rng) for _ in range(5))
    ink = tuple(int(part) for part in rng.integers(0, 255, 3))
    ImageDraw.Draw(image).text((10, height // 5), text, ink, font)
    return image


_THINGS = {
    "keyboard": _keyboard,
    "card": _card,
    "paper": _paper,
    "coins": _coins,
    "dice": _dice,
    "phone": _phone,
    "cup": _cup,
    "backs": _backs,
    "box": _box,
}
