"""Lamps, shadows, glare, blur and other defects, as changes to an entire picture."""

from __future__ import annotations

import io
import math

import numpy as np
from PIL import Image, ImageDraw, ImageFilter
from tools.vision.editions import Random
from tools.vision.pictures import Pixels

LAMPS = {
    "daylight": (1.0, 1.0, 1.0),
    "bulb": (1.08, 0.98, 0.8),
    "warm": (1.15, 0.95, 0.62),
    "cool": (0.9, 1.0, 1.12),
    "green tube": (0.94, 1.06, 0.92),
    "dim": (0.5, 0.48, 0.44),
}
"""Gains of red, green and blue under six lamps."""


def lamp(pixels: Pixels, gains: tuple[float, float, float]) -> Pixels:
    """Return *pixels* under a lamp; the gains act on linear light."""
    linear = (pixels.astype(np.float32) / 255) ** 2.2 * np.array(gains, np.float32)
    return (255 * np.clip(linear, 0, 1) ** (1 / 2.2)).astype(np.uint8)


def blurred(pixels: Pixels, radius: float) -> Pixels:
    """Return *pixels* out of focus; *radius* is the standard deviation in pixels."""
    return np.asarray(Image.fromarray(pixels).filter(ImageFilter.GaussianBlur(radius)))


def shaken(pixels: Pixels, length: int, angle: float) -> Pixels:
    """Return *pixels* smeared over *length* pixels in direction *angle*."""
    result = np.zeros(pixels.shape, np.float32)
    for step in range(length):
        d = step - (length - 1) / 2
        dx, dy = round(d * math.cos(angle)), round(d * math.sin(angle))
        result += np.roll(pixels, (dy, dx), (0, 1))
    return (result / length).astype(np.uint8)


def compressed(pixels: Pixels, quality: int) -> Pixels:
    """Return *pixels* after a JPEG of *quality*."""
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "JPEG", quality=quality)
    return np.asarray(Image.open(buffer))


def shadows(image: Image.Image, rng: Random) -> Image.Image:
    """Return *image* with hard or soft shadows of hands, lamps and window bars across it."""
    width, height = image.size
    mask = Image.new("L", image.size, 255)
    draw = ImageDraw.Draw(mask)
    tone = int(rng.integers(70, 190))
    for _ in range(int(rng.integers(1, 4))):
        x, y, angle = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(0, 6.3)
        dx, dy = math.cos(angle), math.sin(angle)
        long, wide = 2.0 * width, rng.uniform(0.03, 0.35) * width
        start = -0.1 * long if rng.random() < 0.4 else -long
        corners = [(start, -wide), (long, -wide), (long, wide), (start, wide)]
        draw.polygon([(x + a * dx - b * dy, y + a * dy + b * dx) for a, b in corners], fill=tone)
    soft = 0 if rng.random() < 0.5 else float(rng.uniform(1, 18))
    shade = np.asarray(mask.filter(ImageFilter.GaussianBlur(soft)), np.float32)[..., None] / 255
    return Image.fromarray((np.asarray(image, np.float32) * shade).astype(np.uint8))


def lit(image: Image.Image, rng: Random) -> Image.Image:
    """Return *image* in uneven light, with spots of glare."""
    width, height = image.size
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    angle, strength = rng.uniform(0, 6.3), rng.uniform(0, 0.35)
    slope = (xs / width - 0.5) * math.cos(angle) + (ys / height - 0.5) * math.sin(angle)
    pixels = np.asarray(image, np.float32) * (1 + 2 * strength * slope)[..., None]
    if rng.random() < 0.3:
        x, y, r = rng.uniform(0, width), rng.uniform(0, height), rng.uniform(20, 140)
        glow = np.exp(-(((xs - x) ** 2 + (ys - y) ** 2) / r**2))
        pixels += (rng.uniform(40, 170) * glow)[..., None]
    return Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8))


def camera(image: Image.Image, rng: Random) -> Image.Image:
    """Return *image* as a camera might take it: exposure, colour, focus, shake, noise, JPEG."""
    pixels = np.asarray(image, np.float32) / 255
    gains = np.exp(rng.normal(0, 0.08, 3) * rng.uniform(0, 1.3))
    pixels = pixels ** float(np.exp(rng.normal(0, 0.18))) * gains * np.exp(rng.normal(-0.05, 0.2))
    pixels += rng.normal(0, rng.uniform(0, 0.025), pixels.shape)
    result = (255 * np.clip(pixels, 0, 1)).astype(np.uint8)
    if rng.random() < 0.4:
        result = blurred(result, float(rng.uniform(0.3, 1.4)))
    elif rng.random() < 0.15:
        result = shaken(result, int(rng.integers(2, 5)), float(rng.uniform(0, 3.14)))
    if rng.random() < 0.5:
        result = compressed(result, int(rng.integers(25, 90)))
    return Image.fromarray(result)
