"""The training from seeds: drawing, directions, detector, false boxes, reader, constants."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from shutil import rmtree
from time import process_time

import numpy as np
import torch
from tools.vision import detector, reader
from tools.vision.calibration import Apart, calibrated
from tools.vision.detector import Box, Sampler, detect
from tools.vision.fonts import TRAINING, paths
from tools.vision.layers import DETECTOR, READER
from tools.vision.nets import FoldedNet, TrainedNet
from tools.vision.photos import original, photos
from tools.vision.pictures import Picture, Pyramid, Tile
from tools.vision.plan import Plan
from tools.vision.reader import Patches, drawn_patches, no_tile_patches, tile_patches
from tools.vision.scenes import empty, scene
from tools.vision.weights import Constants, Weights, read, write


def train(folder: Path, fonts_folder: Path, target: Path, plan: Plan, stages: Path) -> Weights:
    """Train on the photos in *folder* and on drawings, and write the weights to *target*.

    A stage that was completed before, with the same photos, plan and code, is loaded from *stages*.
    """
    torch.set_num_threads(1)
    torch.manual_seed(plan.seed)
    fonts = paths(fonts_folder, TRAINING)
    training, _ = split(list(photos(folder, "train")))
    drawn, empties = draw(fonts, plan.seed, plan.scenes, plan.empties)
    made = drawn_patches(np.random.default_rng(plan.seed + 1), fonts, plan.patches)
    made += tile_patches(drawn)
    _report(f"{len(training)} photos, {len(drawn)} drawn pictures, {len(made)} drawn patches")

    reads, finds = TrainedNet(READER, plan.seed), detector.untrained(plan.seed)
    stage = partial(_completed, stages / _digest(folder, plan))
    stage("directions", reads, lambda: _learn_directions(reads, training, made, plan))
    knows = FoldedNet(READER, reads.folded())
    turned = [directed(picture, knows) for picture in training]
    unsure = sum(not tile.certain for picture in turned for tile in picture.tiles)
    _report(f"{unsure} of {sum(len(p.tiles) for p in turned)} tiles uncertain")

    stage("detector", finds, lambda: _train_detector(finds, turned, drawn, empties, plan))
    _report("detector trained")
    nothing = _nothing([*turned[::3], *drawn[::2], *empties], finds, plan.seed)
    _report(f"{len(nothing)} patches without a tile")
    sources = [(tile_patches(turned), 20), (made, 58), (nothing, 36)]
    seed, steps = plan.seed + 4, plan.reader_steps
    stage("reader", reads, lambda: reader.train(reads, sources, steps=steps, seed=seed))
    _report("reader trained")
    unset = Constants(0.4, 0.8, 1.0, 0.5, detector.MEAN, detector.STD)
    write(target, Weights(unset, DETECTOR, READER, finds.folded(), reads.folded()))
    result = calibrate(folder, fonts_folder, target, plan.seed)
    rmtree(stages)
    return result


def _completed(folder: Path, name: str, net: TrainedNet, run: Callable[[], object]) -> None:
    """Train *net* by *run* and store it in *folder*, or load what is stored there."""
    path = folder / f"{name}.pt"
    if path.exists():
        net.load(torch.load(path))
        return
    run()
    folder.mkdir(parents=True, exist_ok=True)
    torch.save(net.state(), path)


def _digest(folder: Path, plan: Plan) -> str:
    """Return a digest of the photos, the plan and the code of this tool."""
    digest = hashlib.sha256(repr(plan).encode())
    parts = (*sorted(folder.glob("train/*/*")), *sorted(Path(__file__).parent.glob("*.py")))
    for path in (folder / "data.yaml", *parts):
        digest.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _learn_directions(
    net: TrainedNet, pictures: Sequence[Picture], made: Patches, plan: Plan
) -> None:
    """Train a reader just enough to see which way up a tile is likelier, and use that in turn."""
    turned = pictures
    for number in range(plan.direction_rounds):
        sources = [(tile_patches(turned), 48), (made, 48)]
        reader.train(net, sources, steps=plan.direction_steps, seed=plan.seed + number)
        knows = FoldedNet(READER, net.folded())
        turned = [directed(picture, knows) for picture in pictures]


def _train_detector(
    net: TrainedNet,
    real: Sequence[Picture],
    drawn: Sequence[Picture],
    empties: Sequence[Picture],
    plan: Plan,
) -> None:
    rng = np.random.default_rng(plan.seed + 2)
    samplers = [(Sampler(real, rng), 3), (Sampler(drawn, rng), 4), (Sampler(empties, rng), 1)]
    detector.train(net, samplers, steps=plan.detector_steps, seed=plan.seed + 3)


def _nothing(pictures: Sequence[Picture], finds: TrainedNet, seed: int) -> Patches:
    """Return patches without a tile, mostly patches that the detector takes for tiles."""
    rng, finder = np.random.default_rng([seed, 5]), FoldedNet(DETECTOR, finds.folded())
    return no_tile_patches([(p, not_tiles(p, finder, rng)) for p in pictures])


def calibrate(folder: Path, fonts_folder: Path, target: Path, seed: int) -> Weights:
    """Choose the constants of the weights in *target*, and write them there."""
    torch.set_num_threads(1)
    weights = read(target)
    knows = FoldedNet(weights.reader, weights.reader_values)
    _, apart = split(list(photos(folder, "train")))
    drawn, empties = draw(paths(fonts_folder, TRAINING), seed + 1000, 40, 60)
    constants = calibrated(weights, Apart([directed(p, knows) for p in apart], drawn, empties))
    write(target, replace(weights, constants=constants))
    _report(f"{constants}")
    return read(target)


def split(pictures: Sequence[Picture]) -> tuple[list[Picture], list[Picture]]:
    """Return pictures for training, and every ninth original with its copies for calibration."""
    originals = sorted({original(picture.name) for picture in pictures})
    kept = {*originals[4::9]}
    return (
        [picture for picture in pictures if original(picture.name) not in kept],
        [picture for picture in pictures if original(picture.name) in kept],
    )


def draw(
    fonts: tuple[Path, ...], seed: int, scenes: int, empties: int
) -> tuple[list[Picture], list[Picture]]:
    """Return drawn pictures with and without tiles, each from a seed of its own."""
    return (
        [scene(np.random.default_rng([seed, 0, index]), fonts) for index in range(scenes)],
        [empty(np.random.default_rng([seed, 1, index]), fonts) for index in range(empties)],
    )


def directed(picture: Picture, net: FoldedNet) -> Picture:
    """Return *picture* with each tile in the orientation that makes its label likeliest.

    A tile that is likely neither way is uncertain: damaged, cut or mislabelled.
    """
    if not picture.tiles:
        return picture
    pyramid = Pyramid(picture.pixels)
    sides = {
        turned: np.stack(
            [
                pyramid.cut(
                    (tile.x, tile.y),
                    (turned * tile.up[0], turned * tile.up[1]),
                    side=reader.WIDE * tile.width,
                    size=reader.CROP,
                )
                for tile in picture.tiles
            ]
        )
        for turned in (1, -1)
    }
    both = torch.tensor(np.concatenate([sides[1], sides[-1]])).float().movedim(-1, 1) / 255
    output = net(reader.normalised(both))[:, :, 0, 0]
    number = output[:, :14].log_softmax(1)
    colour = output[:, 14:18].log_softmax(1)
    upright = torch.nn.functional.logsigmoid(-output[:, 18])
    tiles = []
    count = len(picture.tiles)
    for index, tile in enumerate(picture.tiles):
        scores = []
        for row in (index, count + index):
            score = float(number[row, tile.number - 1] + upright[row])
            scores.append(score + (float(colour[row, tile.colour]) if tile.colour >= 0 else 0))
        ux, uy = tile.up
        up = (ux, uy) if scores[0] >= scores[1] else (-ux, -uy)
        certain = tile.certain and max(scores) > math.log(0.02)
        tiles.append(replace(tile, up=up, certain=certain))
    return replace(picture, tiles=tuple(tiles))


def not_tiles(picture: Picture, net: FoldedNet, rng: np.random.Generator) -> list[Box]:
    """Return boxes that are no tiles: false ones of the detector, random ones, and halved tiles."""
    boxes = detect(net, picture.pixels, heat=0.06)[: 24 + len(picture.tiles)]
    size = picture.pixels.shape[0]
    tiles = picture.tiles
    width = float(np.median([tile.width for tile in tiles])) if tiles else rng.uniform(18, 90)
    for _ in range(6):
        angle, place = rng.uniform(0, 2 * math.pi), rng.uniform(0, size, 2)
        wide = width * float(np.exp(rng.normal(0, 0.3)))
        up = (math.sin(angle), -math.cos(angle))
        boxes.append(Box(float(place[0]), float(place[1]), up, wide, 1.4 * wide, 0.0))
    far = [box for box in boxes if not any(_beside(box, tile) for tile in tiles)]
    for tile in tiles[:: max(1, len(tiles) // 3)]:
        if tile.certain:
            side = 0.5 if rng.random() < 0.5 else -0.5
            x, y = tile.x - side * tile.up[1] * tile.width, tile.y + side * tile.up[0] * tile.width
            far.append(Box(x, y, tile.up, tile.width, tile.height, 0.0))
    return far


def _beside(box: Box, tile: Tile) -> bool:
    near = 0.8 * max(tile.width, 0.5 * box.width)
    return math.dist((box.x, box.y), (tile.x, tile.y)) < near


def tried(fonts_folder: Path, steps: int) -> dict[str, list[float]]:
    """Return the losses of *steps* of both trainings on a few drawn pictures."""
    torch.set_num_threads(1)
    fonts = paths(fonts_folder, TRAINING)
    drawn, empties = draw(fonts, 1, 12, 2)
    sampler = Sampler([*drawn, *empties], np.random.default_rng(1))
    patches = drawn_patches(np.random.default_rng(2), fonts, 300)
    finds, reads = detector.untrained(1), TrainedNet(READER, 1)
    return {
        "detector": detector.train(finds, [(sampler, 8)], steps=steps, seed=1),
        "reader": reader.train(reads, [(patches, 64)], steps=steps, seed=1),
    }


def _report(text: str) -> None:
    print(f"[{process_time():.0f} s of CPU] {text}", flush=True)
