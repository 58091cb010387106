"""The reader: number and colour of a tile, from a crop turned upright.

A crop is 48 × 48 pixels and 1.6 tile widths wide. Output: logits of number 1–13 and joker, colour k
r b o, upside down, no tile; then the tile's position in the crop: cosine and sine of twice its
angle; its centre from the crop's, right and down, in widths of the cut box; the logarithm of its
width over the box's. The detector's boxes are coarse, so a tile is cut once to read this, and again
upright.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
import torch.nn.functional as fn
from PIL import Image
from tools.vision import augment
from tools.vision.detector import MEAN, STD, Box, apart
from tools.vision.editions import WIDTH, edition
from tools.vision.nets import FoldedNet, TrainedNet, tensor
from tools.vision.pictures import COLOURS, JOKER, Picture, Pixels, Pyramid, Tile, halved
from tools.vision.scenes import paste_in
from tools.vision.surfaces import surface
from torch import Generator, Tensor

CROP = 48
WIDE = 1.6
PATCH = 96
PATCH_WIDE = WIDE * PATCH / CROP
"""Patches are larger than crops, so that crops can be turned and moved inside."""

DOWN, NONE, PLACE = 18, 19, 20
"""The outputs "upside down", "no tile", and the first of the five for the position."""
FURTHEST = 0.5
"""The limit of a box's move in widths, and of the change in the logarithm of its width."""
FACES = (*(f"{letter}{n}" for letter in COLOURS for n in range(1, JOKER)), "joker")
NO_TILE = 0
Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Patches:
    """Upright pieces around tiles; the number is NO_TILE if there is no tile."""

    pixels: Pixels
    numbers: Numbers
    colours: Numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def at(self, places: Numbers) -> Patches:
        """Return the patches at *places*."""
        return Patches(self.pixels[places], self.numbers[places], self.colours[places])

    def __add__(self, other: Patches) -> Patches:
        return Patches(
            np.concatenate([self.pixels, other.pixels]),
            np.concatenate([self.numbers, other.numbers]),
            np.concatenate([self.colours, other.colours]),
        )


def patch(pyramid: Pyramid, tile: Tile | Box) -> Pixels:
    """Return the upright patch around a tile."""
    return pyramid.cut((tile.x, tile.y), tile.up, side=PATCH_WIDE * tile.width, size=PATCH)


def tile_patches(pictures: Sequence[Picture]) -> Patches:
    """Return patches of all certain tiles."""
    pixels, numbers, colours = [], [], []
    for picture in pictures:
        pyramid = Pyramid(picture.pixels)
        for tile in picture.tiles:
            if tile.certain:
                pixels.append(patch(pyramid, tile))
                numbers.append(tile.number)
                colours.append(tile.colour)
    return Patches(np.stack(pixels), np.array(numbers), np.array(colours))


def no_tile_patches(pictures: Sequence[tuple[Picture, Sequence[Box]]]) -> Patches:
    """Return patches of boxes that are no tiles."""
    pixels = []
    for picture, boxes in pictures:
        pyramid = Pyramid(picture.pixels)
        pixels += [patch(pyramid, box) for box in boxes]
    count = len(pixels)
    stack = np.stack(pixels) if pixels else np.zeros((0, PATCH, PATCH, 3), np.uint8)
    return Patches(stack, np.zeros(count, np.int64), np.full(count, -1))


def drawn_patches(rng: np.random.Generator, fonts: tuple[Path, ...], count: int) -> Patches:
    """Return *count* drawn patches, three of each edition: a tile, often with neighbours."""
    grounds = [surface(rng, 320) for _ in range(24)]
    pixels, numbers, colours = [], [], []
    look = edition(rng, fonts)
    for index in range(count):
        if index % 3 == 0:
            look = edition(rng, fonts)
        x, y = (int(v) for v in rng.integers(0, 320 - PATCH, 2))
        ground = grounds[int(rng.integers(len(grounds)))].crop((x, y, x + PATCH, y + PATCH))
        width = PATCH / PATCH_WIDE
        height = width * look.proportion * float(rng.uniform(0.85, 1.0))
        squeeze = 1 + rng.normal(0, 0.04, 8)
        middle = PATCH / 2
        sides = [-1, 1, 0] if rng.random() < 0.6 else [0]
        number, colour = 0, 0
        for side in sides:
            number = JOKER if rng.random() < 0.1 else int(rng.integers(1, 14))
            colour = int(rng.integers(4))
            face: Image.Image = look.face(number, colour)
            face = face.reduce(2) if face.width == WIDTH else face
            cx = middle + side * width * 1.03
            corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
            quad = [
                (
                    cx + a * width / 2 * float(squeeze[2 * i]),
                    middle + b * height / 2 * float(squeeze[2 * i + 1]),
                )
                for i, (a, b) in enumerate(corners)
            ]
            paste_in(ground, face, quad)
        pixels.append(np.asarray(ground))
        numbers.append(number)
        colours.append(-1 if number == JOKER else colour)
    return Patches(np.stack(pixels), np.array(numbers), np.array(colours))


@dataclass(frozen=True, slots=True)
class Views:
    """How crops are cut from patches: turned, scaled and moved.

    ``angle``: of the cut in the patch; ``scale``: the size of the crop over WIDE tile widths;
    ``shift``: its centre, right and down in half sides of the crop. ``exact`` is 1 for crops that
    are aligned well enough to be read; all other crops only locate the tile.
    """

    angle: Tensor
    scale: Tensor
    shift: Tensor
    exact: Tensor

    @classmethod
    def random(cls, generator: Generator, count: int) -> Views:
        """Return *count* views; half are as coarse as the detector's boxes."""
        exact = (augment.uniform(generator, 0, 1, count) < 0.5).float()
        coarse = 1 - exact
        jitter = augment.uniform(generator, -0.22, 0.22, count)
        turned = augment.uniform(generator, 0, 1, count) < 0.4
        anything = augment.uniform(generator, -math.pi, math.pi, count)
        return cls(
            torch.where(exact > 0, jitter + math.pi * turned, anything),
            torch.exp(augment.uniform(generator, -1, 1, count) * (0.1 + 0.3 * coarse)),
            augment.uniform(generator, -1, 1, count, 2) * (0.07 + 0.35 * coarse)[:, None],
            exact,
        )

    @property
    def place(self) -> Tensor:
        """The outputs for the position: twice the angle, centre, logarithm of the width."""
        c, s = torch.cos(self.angle), torch.sin(self.angle)
        x, y = self.shift.unbind(1)
        half = WIDE / 2
        across, down = -half * (c * x + s * y), -half * (c * y - s * x)
        double = -2 * self.angle
        parts = [torch.cos(double), torch.sin(double), across, down, -torch.log(self.scale)]
        return torch.stack(parts, 1)


def crops(pixels: Pixels, views: Views, generator: Generator) -> Tensor:
    """Return crops in 0..1 from patches."""
    count = len(pixels)
    value = torch.tensor(pixels).float().movedim(-1, 1) / 255
    shear = augment.uniform(generator, -0.08, 0.08, count, 2)
    k = views.scale * CROP / PATCH
    c, s = torch.cos(views.angle) * k, torch.sin(views.angle) * k
    zoom = 1 + shear[:, 1]
    first = torch.stack([c, -s * zoom + shear[:, 0] * k, views.shift[:, 0] * k], 1)
    second = torch.stack([s, c * zoom, views.shift[:, 1] * k], 1)
    grid = fn.affine_grid(
        torch.stack([first, second], 1), [count, 3, CROP, CROP], align_corners=False
    )
    return fn.grid_sample(value, grid, padding_mode="border", align_corners=False)


def normalised(value: Tensor) -> Tensor:
    """Return pixels of 0..1 normalised."""
    return (value - torch.tensor(MEAN)[:, None, None]) / torch.tensor(STD)[:, None, None]


def loss(output: Tensor, numbers: Tensor, colours: Tensor, views: Views) -> Tensor:
    """Return the loss of all heads; a crop without a tile counts for that head only.

    "No tile" counts three times, because a single false tile spoils the picture.

    A crop upside down counts less for number and colour, because it is read the other way up in the
    end, and a coarse one does not count for them.
    """
    tile = (numbers != NO_TILE).float()
    up = views.exact * (torch.cos(views.angle) > 0).float()
    down = views.exact - up
    weight = tile * (up + 0.3 * down)
    goal = (numbers - 1).clamp(min=0)
    number = fn.cross_entropy(output[:, :14], goal, reduction="none", label_smoothing=0.03)
    coloured = weight * (colours >= 0).float()
    colour = fn.cross_entropy(
        output[:, 14:18], colours.clamp(min=0), reduction="none", label_smoothing=0.03
    )
    turned = fn.binary_cross_entropy_with_logits(output[:, DOWN], down, reduction="none")
    none = fn.binary_cross_entropy_with_logits(output[:, NONE], 1 - tile)
    off = fn.smooth_l1_loss(output[:, PLACE:], views.place, reduction="none", beta=0.1).sum(1)
    total = (number * weight).sum() / weight.sum() + (colour * coloured).sum() / coloured.sum()
    decided = tile * (up + down)
    total = total + 0.6 * (turned * decided).sum() / decided.sum()
    return total + 2 * (off * tile).sum() / tile.sum() + 3 * none


def train(
    net: TrainedNet,
    sources: Sequence[tuple[Patches, int]],
    *,
    steps: int,
    seed: int,
    rate: float = 8e-3,
) -> list[float]:
    """Train *net*; each batch takes the given number of patches from each source.

    A patch without a tile is drawn more often while the net takes it for a tile.
    """
    rng = np.random.default_rng(seed)
    generator = torch.Generator().manual_seed(seed)
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, rate, steps, pct_start=0.15)
    chances = [np.ones(len(source)) for source, _ in sources]
    losses = []
    for step in range(steps):
        chosen = [
            rng.choice(len(source), count, p=chance / chance.sum())
            for (source, count), chance in zip(sources, chances, strict=True)
        ]
        parts = [source.at(some) for (source, _), some in zip(sources, chosen, strict=True)]
        numbers = torch.tensor(np.concatenate([part.numbers for part in parts]))
        colours = torch.tensor(np.concatenate([part.colours for part in parts]))
        views = Views.random(generator, len(numbers))
        value = crops(np.concatenate([part.pixels for part in parts]), views, generator)
        value = augment.colours(value, generator, 0.85)
        value = augment.half_shadows(value, generator, 0.2)
        value = augment.less_sharp(value, generator, 16)
        value = augment.noisy(value, generator, 0.03)
        output = net(normalised(value), training=True)[:, :, 0, 0]
        taken = torch.sigmoid(-output[:, NONE].detach()).numpy()
        first = 0
        for part, some, chance in zip(parts, chosen, chances, strict=True):
            seen = taken[first : first + len(part)]
            chance[some] = np.where(part.numbers == NO_TILE, 0.02 + seen, 1)
            first += len(part)
        wrong = loss(output, numbers, colours, views)
        optimiser.zero_grad()
        wrong.backward()
        optimiser.step()
        schedule.step()
        losses.append(float(wrong.detach()))
        if step % 100 == 99:
            print(f"reader {step + 1}: {np.mean(losses[-100:]):.3f}", flush=True)
    return losses


@dataclass(frozen=True, slots=True)
class Reading:
    """A crop as read both ways up, with the probabilities that ``kernel/vision/read.c`` computes.

    ``ways``: the outputs for the crop, and for the crop turned round.
    """

    ways: npt.NDArray[np.float32]

    @property
    def turned(self) -> bool:
        """True if the crop is upside down."""
        return bool(self.ways[0, DOWN] > self.ways[1, DOWN])

    @property
    def no_tile(self) -> float:
        """The probability that the crop does not show a tile, by both ways up."""
        return _sigmoid(float(self.ways[:, NONE].mean()))

    def probabilities(self, temperature: float) -> npt.NDArray[np.float32]:
        """Return the probability of each of FACES.

        If both ways seem upright, both count: 6 and 9 differ in nothing else.
        """
        turned = _sigmoid(float(self.ways[0, DOWN] - self.ways[1, DOWN]) / temperature)
        first, second = (_faces(way, temperature) for way in self.ways)
        return np.asarray(first * (1 - turned) + second * turned, np.float32)

    def candidates(self, temperature: float) -> list[tuple[str, float]]:
        """Return all 53 faces with their probabilities, best first."""
        faces = zip(FACES, self.probabilities(temperature).tolist(), strict=True)
        return sorted(faces, key=lambda face: -face[1])

    def probability(self, face: str, temperature: float) -> float:
        """Return the probability of *face*."""
        return float(self.probabilities(temperature)[FACES.index(face)])


def _faces(logits: npt.NDArray[np.float32], temperature: float) -> npt.NDArray[np.float32]:
    numbers, colours = (
        _softmax(part / temperature) for part in (logits[:JOKER], logits[JOKER:DOWN])
    )
    pairs = colours[:, None] * numbers[None, : JOKER - 1]
    return np.append(pairs.ravel(), numbers[JOKER - 1])


def _sigmoid(value: float) -> float:
    return 1 / (1 + math.exp(-value))


def _softmax(values: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    powers = np.exp(values - values.max())
    return np.asarray(powers / powers.sum(), np.float32)


def read(net: FoldedNet, pixels: Pixels, boxes: Sequence[Box | Tile]) -> list[Reading]:
    """Return the reading of each box in a picture; each crop is read both ways up."""
    return read_crops(net, _cut(Pyramid(pixels), boxes)) if boxes else []


def placed(net: FoldedNet, pixels: Pixels, boxes: Sequence[Box]) -> list[Box]:
    """Return the boxes moved to where the reader sees the tiles in them, without doubles."""
    if not boxes:
        return []
    output = net(tensor(_cut(Pyramid(pixels), boxes), MEAN, STD))[:, PLACE:, 0, 0]
    moved = (_moved(box, *seen) for box, seen in zip(boxes, output.tolist(), strict=True))
    height, width = pixels.shape[:2]
    return apart(box for box in moved if 0 <= box.x <= width and 0 <= box.y <= height)


def _moved(box: Box, cosine: float, sine: float, across: float, down: float, wider: float) -> Box:
    """Return *box* moved to the position found in its crop."""
    right, up = halved(cosine, sine)
    factor = math.exp(min(FURTHEST, max(-FURTHEST, wider)))
    ux, uy = box.up
    rx, ry = -uy, ux
    across, down = (box.width * min(FURTHEST, max(-FURTHEST, v)) for v in (across, down))
    return replace(
        box,
        x=box.x + across * rx - down * ux,
        y=box.y + across * ry - down * uy,
        up=(up * ux + right * rx, up * uy + right * ry),
        width=factor * box.width,
        height=factor * box.height,
    )


def _cut(pyramid: Pyramid, boxes: Sequence[Box | Tile]) -> Pixels:
    return np.stack([pyramid.cut((b.x, b.y), b.up, side=WIDE * b.width, size=CROP) for b in boxes])


def read_crops(net: FoldedNet, cut: Pixels) -> list[Reading]:
    """Return the reading of each crop (count × 48 × 48 × 3), read both ways up."""
    both = np.concatenate([cut, cut[:, ::-1, ::-1]])
    output = net(tensor(both, MEAN, STD))[:, :, 0, 0].numpy()
    pairs = np.stack([output[: len(cut)], output[len(cut) :]], axis=1)
    return [Reading(ways) for ways in pairs]
