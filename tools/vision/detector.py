"""The detector: where tiles are, how they are turned, how large they are.

Output at stride 4, per cell: heat logit, offset x and y, cosine and sine of twice the angle, log
width, log height.
The centre of a tile is (column + 0.5 + offset x, row + 0.5 + offset y) × 4 pixels of the input;
its width is 4 · exp(log width) pixels.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as fn
from PIL import Image
from tools.vision import augment
from tools.vision.layers import DETECTOR
from tools.vision.nets import FoldedNet, TrainedNet, tensor
from tools.vision.pictures import Picture, Pixels, Pyramid, Tile, doubled, halved, moved
from torch import Generator, Tensor

STRIDE = 4
MEAN = (0.48, 0.44, 0.40)
STD = (0.26, 0.26, 0.27)
WIDTHS = (20, 120)
"""The widths of tiles that training shows, in pixels."""
TYPICAL = 40
"""A common width among them."""
CROP = 256
LONG_SIDE, LOWEST, HIGHEST = 640, 960, 1280
"""The longer side of a picture for the detector, and the limits for enlarging it."""
SMALL, WANTED = 28, 34
"""Where tiles are narrower than SMALL pixels, a picture is enlarged until they have WANTED."""
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Box:
    """A detected tile, in pixels of the picture; ``heat`` is its peak's value, 0..1."""

    x: float
    y: float
    up: tuple[float, float]
    width: float
    height: float
    heat: float


class Sampler:
    """Random turned and scaled pieces of pictures, with the targets of the detector."""

    def __init__(self, pictures: Sequence[Picture], rng: np.random.Generator) -> None:
        self.pictures = [(Pyramid(picture.pixels), picture.tiles) for picture in pictures]
        self.rng = rng

    def piece(self) -> tuple[Pixels, Floats]:
        """Return CROP × CROP pixels and the targets: 10 values for each cell."""
        rng = self.rng
        pyramid, tiles = self.pictures[int(rng.integers(len(self.pictures)))]
        width, height = pyramid.levels[0].size
        centre = (float(rng.uniform(0.1, 0.9)) * width, float(rng.uniform(0.1, 0.9)) * height)
        scale = math.exp(rng.uniform(-0.6, 0.7))
        if tiles:
            median = float(np.median([tile.width for tile in tiles]))
            low, high = (math.log(width) for width in WIDTHS)
            wanted = math.exp(rng.uniform(low, high))
            scale = min(2.6, max(0.5, median / wanted))
            if rng.random() < 0.8:
                tile = tiles[int(rng.integers(len(tiles)))]
                reach = 0.3 * CROP * scale
                centre = (
                    tile.x + float(rng.uniform(-reach, reach)),
                    tile.y + float(rng.uniform(-reach, reach)),
                )
        turn = rng.uniform(0, 2 * math.pi)
        up = (math.sin(turn), -math.cos(turn))
        pixels = pyramid.cut(centre, up, side=CROP * scale, size=CROP)
        return pixels, targets(moved(tiles, centre, up, scale), CROP // STRIDE)

    def batch(self, count: int) -> tuple[Pixels, Floats]:
        """Return *count* pieces."""
        pieces = [self.piece() for _ in range(count)]
        return np.stack([pixels for pixels, _ in pieces]), np.stack([some for _, some in pieces])


def targets(tiles: Sequence[Tile], cells: int) -> Floats:
    """Return the targets of *cells* × *cells* cells around the origin of *tiles*.

    Channels: heat, is a centre, weight of the heat, weight of the geometry, then the six values.
    Large tiles have more cells, which weigh less, or small tiles would hardly count.
    """
    result = np.zeros((10, cells, cells), np.float32)
    result[2] = 1
    grid = (np.arange(cells, dtype=np.float32) + 0.5 - cells / 2) * STRIDE
    for tile in tiles:
        reach = 0.8 * tile.width + STRIDE
        columns = np.flatnonzero(np.abs(grid - tile.x) < reach)
        rows = np.flatnonzero(np.abs(grid - tile.y) < reach)
        if not len(columns) or not len(rows):
            continue
        area = (slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1))
        dx = (tile.x - grid[area[1]])[None, :] + np.zeros((len(rows), 1), np.float32)
        dy = (tile.y - grid[area[0]])[:, None] + np.zeros((1, len(columns)), np.float32)
        square = dx**2 + dy**2
        if not tile.certain:
            result[2][area][square < (0.6 * tile.width) ** 2] = 0
            continue
        size = tile.width / TYPICAL
        result[2][area][square < (0.6 * tile.width) ** 2] = min(2.5, max(0.4, 1 / size))
        heat = np.exp(-square / (2 * max(0.15 * tile.width, 0.55 * STRIDE) ** 2))
        nearer = heat > result[0][area]
        geometry = (
            dx / STRIDE,
            dy / STRIDE,
            *doubled(tile.up[0], -tile.up[1]),
            math.log(tile.width / STRIDE),
            math.log(tile.height / STRIDE),
        )
        for channel, value in enumerate(geometry):
            part = result[4 + channel][area]
            part[nearer] = value[nearer] if isinstance(value, np.ndarray) else value
        result[0][area] = np.maximum(result[0][area], heat)
        part = result[3][area]
        part[nearer] = np.where(heat > 0.35, heat * min(6, 1 / size**2), 0)[nearer]
        column, row = (math.floor(v / STRIDE + cells / 2) for v in (tile.x, tile.y))
        if 0 <= column < cells and 0 <= row < cells:
            result[1, row, column] = 1
    return result


def loss(output: Tensor, target: Tensor) -> Tensor:
    """Return the distance of heat and geometry from the targets.

    Every cell near a centre counts, because a loss on only the centre's cell needs many more steps
    to raise the heat.
    """
    heat, counts, share = target[:, 0], target[:, 2], target[:, 3]
    log_yes, log_no = fn.logsigmoid(output[:, 0]), fn.logsigmoid(-output[:, 0])
    surprise = -(heat * log_yes + (1 - heat) * log_no)
    wrong = 2 * (counts * (heat - log_yes.exp()) ** 2 * surprise).sum()
    distance = (output[:, 1:] - target[:, 4:]).abs() * share[:, None]
    # offsets count in widths; otherwise, large tiles would count more than small ones
    near = 4 * torch.exp(-target[:, 8:9])
    ones = torch.ones_like(near)
    factors = torch.cat([near, near, ones, ones, ones, ones], 1)
    positive = (counts * heat).sum().clamp(min=1)
    return wrong / positive + (distance * factors).sum() / share.sum().clamp(min=1)


def turns(output: Tensor, target: Tensor) -> Tensor:
    """Return the angles in degrees between predicted and true directions, at centres of tiles."""
    centres = (target[:, 1] > 0) & (target[:, 3] > 0)
    found, true = (part.movedim(1, -1)[centres] for part in (output[:, 3:5], target[:, 6:8]))
    cosine = fn.cosine_similarity(found, true, dim=1).clamp(-1, 1)
    return torch.rad2deg(torch.acos(cosine)) / 2


def prepared(pixels: Pixels, generator: Generator) -> Tensor:
    """Return a batch in other light, normalised."""
    value = torch.tensor(pixels).float().movedim(-1, 1).contiguous() / 255
    value = augment.colours(value, generator, 0.8)
    value = augment.half_shadows(value, generator, 0.15)
    value = augment.less_sharp(value, generator, 150)
    value = augment.noisy(value, generator, 0.03)
    return (value - torch.tensor(MEAN)[:, None, None]) / torch.tensor(STD)[:, None, None]


def untrained(seed: int) -> TrainedNet:
    """Return a detector that finds nothing yet."""
    net = TrainedNet(DETECTOR, seed)
    bias = net.biases[-1]
    assert bias is not None
    with torch.no_grad():
        bias[0] = -3.0
    return net


def train(
    net: TrainedNet,
    samplers: Sequence[tuple[Sampler, int]],
    *,
    steps: int,
    seed: int,
    rate: float = 1.5e-2,
) -> list[float]:
    """Train *net*; each batch takes the given number of pieces from each sampler."""
    generator = torch.Generator().manual_seed(seed)
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, steps, pct_start=0.12)
    losses: list[float] = []
    angles: list[Tensor] = []
    for step in range(steps):
        parts = [sampler.batch(count) for sampler, count in samplers]
        pixels = np.concatenate([part[0] for part in parts])
        target = torch.tensor(np.concatenate([part[1] for part in parts]))
        output = net(prepared(pixels, generator), training=True)
        value = loss(output, target)
        angles.append(turns(output.detach(), target))
        optimiser.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        losses.append(float(value.detach()))
        if step % 100 == 99:
            print(
                f"detector {step + 1}: {np.mean(losses[-100:]):.3f}, {_spread(angles)}", flush=True
            )
            angles.clear()
    return losses


def _spread(angles: Sequence[Tensor]) -> str:
    every = torch.cat([*angles])
    within = float((every < 25).float().mean())
    return f"directions off by {float(every.median()):.1f}°, {within:.1%} by less than 25°"


def detect(net: FoldedNet, pixels: Pixels, *, heat: float) -> list[Box]:
    """Return the tiles in a picture; if they are small, as found in an enlarged one."""
    found = _detect(net, pixels, heat, LONG_SIDE)
    longer = max(pixels.shape)
    width = float(np.median([box.width for box in found])) * LONG_SIDE / longer if found else 0
    if width >= SMALL:
        return found
    side = min(HIGHEST, max(LOWEST, LONG_SIDE * WANTED / width)) if found else HIGHEST
    side = min(round(side), 2 * longer)
    return _detect(net, pixels, heat, side) if side > LONG_SIDE else found


def _detect(net: FoldedNet, pixels: Pixels, heat: float, long_side: int) -> list[Box]:
    """Return the tiles in a picture scaled to *long_side*, at most one per half width."""
    height, width = pixels.shape[:2]
    factor = long_side / max(height, width)
    image = Image.fromarray(pixels)
    if factor != 1:
        shape = (round(width * factor), round(height * factor))
        kind = Image.Resampling.BOX if factor < 1 else Image.Resampling.BILINEAR
        image = image.resize(shape, kind)
    padded = Image.new(
        "RGB",
        (-(-image.width // 32) * 32, -(-image.height // 32) * 32),
        tuple(round(255 * part) for part in MEAN),
    )
    padded.paste(image)
    output = net(tensor(np.asarray(padded), MEAN, STD)[None])[0]
    return peaks(output, heat, factor)


def peaks(output: Tensor, heat: float, factor: float) -> list[Box]:
    """Return the boxes of an output; *factor*: input pixels per pixel of the picture."""
    probability = output[0].sigmoid()
    highest = fn.max_pool2d(probability[None, None], 3, 1, 1)[0, 0]
    places = torch.nonzero((probability == highest) & (probability > heat)).tolist()
    found: list[Box] = []
    for row, column in places:
        dx, dy, cosine, sine, w, h = (float(v) for v in output[1:, row, column])
        right, up = halved(cosine, sine)
        found.append(
            Box(
                (column + 0.5 + dx) * STRIDE / factor,
                (row + 0.5 + dy) * STRIDE / factor,
                (right, -up),
                STRIDE * math.exp(w) / factor,
                STRIDE * math.exp(h) / factor,
                float(probability[row, column]),
            )
        )
    return apart(sorted(found, key=lambda box: -box.heat))


def apart(boxes: Iterable[Box]) -> list[Box]:
    """Return the boxes that are farther than half a width from those before them."""
    kept: list[Box] = []
    for box in boxes:
        near = (math.dist((box.x, box.y), (k.x, k.y)) < 0.5 * k.width for k in kept)
        if not any(near):
            kept.append(box)
    return kept
