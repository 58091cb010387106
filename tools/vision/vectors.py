"""Inputs and expected outputs for testing other implementations of the nets."""

from __future__ import annotations

import base64
import hashlib
import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
from PIL import Image
from tools.vision.detector import MEAN, STD, peaks
from tools.vision.fonts import TRAINING, paths
from tools.vision.nets import FoldedNet, tensor
from tools.vision.pictures import Pixels, Pyramid
from tools.vision.reader import CROP, WIDE, read_crops
from tools.vision.scenes import empty, scene
from tools.vision.weights import read

SIDE = 96
TABLES = {"home": 41, "light": 35, "dark": 40}
EMPTIES = (44, 46)
"""The seeds of drawn pictures whose tiles are all read, to detect any change."""
ROUNDED = ("x", "y", "width", "height")


def write(weights_file: Path, fonts_folder: Path, target: Path) -> None:
    """Write the vectors of a weights file: one detector input and three crops, all drawn.

    Pixels are base64 of height × width × 3 bytes; outputs are float32 rounded to six digits,
    channels first. Drawn pictures and their tiles, labels.json, are in pictures/ beside *target*.
    """
    weights = read(weights_file)
    fonts = paths(fonts_folder, TRAINING)
    drawn = scene(np.random.default_rng(77), fonts, kind="home", width=(30, 34))
    tiles = [tile for tile in drawn.tiles if tile.certain][:3]
    pyramid = Pyramid(drawn.pixels)
    middle = tiles[1]
    piece = pyramid.cut((middle.x, middle.y), (0.0, -1.0), side=SIDE, size=SIDE)
    output = FoldedNet(weights.detector, weights.detector_values)(tensor(piece, MEAN, STD)[None])[0]
    crops = np.stack([pyramid.cut((t.x, t.y), t.up, side=WIDE * t.width, size=CROP) for t in tiles])
    reader = FoldedNet(weights.reader, weights.reader_values)
    logits = reader(tensor(crops, MEAN, STD))[:, :, 0, 0].numpy()
    boxes = peaks(output, weights.constants.heat, 1.0)
    readings = read_crops(reader, crops)
    content = {
        "weights": hashlib.sha256(weights_file.read_bytes()).hexdigest(),
        "detector": {
            "width": SIDE,
            "height": SIDE,
            "pixels": _text(piece),
            "shape": list(output.shape),
            "output": [float(f"{v:.6g}") for v in output.flatten().tolist()],
            "boxes": [
                {
                    "x": round(box.x, 3),
                    "y": round(box.y, 3),
                    "up": [round(v, 4) for v in box.up],
                    "width": round(box.width, 3),
                    "height": round(box.height, 3),
                    "heat": round(box.heat, 5),
                }
                for box in boxes
            ],
        },
        "crops": [
            {
                "pixels": _text(crop),
                "face": tile.face,
                "output": [float(f"{v:.6g}") for v in row.tolist()],
                "turned": reading.turned,
                "candidates": [
                    [face, round(value, 5)]
                    for face, value in reading.candidates(weights.constants.temperature)[:2]
                ],
            }
            for crop, tile, row, reading in zip(crops, tiles, logits, readings, strict=True)
        ],
    }
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(content) + "\n")
    _write_pictures(fonts, target.parent / "pictures")


def _write_pictures(fonts: tuple[Path, ...], folder: Path) -> None:
    folder.mkdir(exist_ok=True)
    drawn = {
        kind: scene(np.random.default_rng(seed), fonts, kind=kind, width=(34, 60))
        for kind, seed in TABLES.items()
    }
    drawn |= {f"empty-{seed}": empty(np.random.default_rng(seed), fonts) for seed in EMPTIES}
    labels = {}
    for name, picture in drawn.items():
        Image.fromarray(picture.pixels).save(folder / f"{name}.jpg", quality=80)
        tiles = [asdict(tile) for tile in picture.tiles]
        labels[name] = [
            {key: round(v, 1) if key in ROUNDED else v for key, v in tile.items()} for tile in tiles
        ]
    (folder / "labels.json").write_text(json.dumps(labels) + "\n")


def _text(pixels: Pixels) -> str:
    return base64.b64encode(np.ascontiguousarray(pixels).tobytes()).decode()
