"""Draw, train and measure: ``python -m tools.vision COMMAND``; see README.md beside this file."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, fields
from pathlib import Path

from tools.vision import fonts
from tools.vision.plan import Plan

ROOT = Path(__file__).parents[2]
OUTPUT = ROOT / "build" / "vision"
WEIGHTS = ROOT / "src" / "tilerummy" / "vision" / "weights" / "weights.bin"
VECTORS = ROOT / "tests" / "vision" / "vectors.json"
COMMANDS = ("fonts", "draw", "train", "calibrate", "vectors", "figures", "try")


def main() -> None:
    """Run one command."""
    parser = argparse.ArgumentParser(prog="python -m tools.vision", description=__doc__)
    parser.add_argument("command", choices=COMMANDS)
    parser.add_argument("--photos", type=Path, default=ROOT.parent / "shared" / "photos")
    parser.add_argument("--fonts", type=Path, default=OUTPUT / "fonts")
    parser.add_argument("--weights", type=Path, default=WEIGHTS)
    for option in fields(Plan):
        name = f"--{option.name.replace('_', '-')}"
        parser.add_argument(name, type=int, default=option.default)
    given = parser.parse_args()
    plan = Plan(**{option.name: getattr(given, option.name) for option in fields(Plan)})
    match given.command:
        case "fonts":
            fonts.fetch(given.fonts)
        case "draw":
            _draw(given.fonts, OUTPUT / "pictures", plan.scenes)
        case "train":
            from tools.vision.training import train

            given.weights.parent.mkdir(parents=True, exist_ok=True)
            train(given.photos, given.fonts, given.weights, plan, OUTPUT / "stages")
        case "calibrate":
            from tools.vision.training import calibrate

            calibrate(given.photos, given.fonts, given.weights, plan.seed)
        case "figures":
            _figures(given.photos, given.fonts, plan)
        case "vectors":
            _vectors(given.weights, given.fonts)
        case _:
            from tools.vision.training import tried

            print(json.dumps(tried(given.fonts, plan.detector_steps)))


def _draw(fonts_folder: Path, target: Path, count: int) -> None:
    """Write *count* drawn pictures, to look at."""
    import numpy as np
    from PIL import Image
    from tools.vision.scenes import scene

    target.mkdir(parents=True, exist_ok=True)
    files = fonts.paths(fonts_folder, fonts.TRAINING)
    for index in range(count):
        picture = scene(np.random.default_rng(index), files)
        Image.fromarray(picture.pixels).save(target / f"{index:03}-{picture.name}.jpg")


def _figures(photos: Path, fonts_folder: Path, plan: Plan) -> None:
    """Measure the committed weights with the package, and write their card."""
    from tools.vision.card import write_card
    from tools.vision.figures import all_figures

    write_card(WEIGHTS, all_figures(photos, fonts_folder), asdict(plan))


def _vectors(weights: Path, fonts_folder: Path) -> None:
    """Write the inputs and outputs for the kernel's tests."""
    from tools.vision.vectors import write

    write(weights, fonts_folder, VECTORS)


if __name__ == "__main__":
    main()
