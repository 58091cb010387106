"""The committed weights: their card, their outputs, and drawn pictures read with them."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from struct import pack_into, unpack_from

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image
from tests.support.examples import LONG
from tools.vision.__main__ import ROOT, WEIGHTS
from tools.vision.figures import all_figures, product
from tools.vision.light import LAMPS
from tools.vision.matching import match
from tools.vision.pictures import Picture, Tile

_kernel = pytest.importorskip("tilerummy._kernel", reason="photos are read by the kernel")
HERE = Path(__file__).parent
CARD = json.loads((WEIGHTS.parent / "card.json").read_text())
VECTORS = json.loads((HERE / "vectors.json").read_text())
LABELS = json.loads((HERE / "pictures" / "labels.json").read_text())
PHOTOS = ROOT.parent / "shared" / "photos"
FONTS = ROOT / "build" / "vision" / "fonts"
HEAT = 12
"""The offset of the heat threshold in the file."""


def normalised(pixels: str, height: int, width: int) -> bytes:
    values = np.frombuffer(b64decode(pixels), np.uint8).reshape(height, width, 3) / 255
    constants = CARD["constants"]
    scaled = (values - constants["mean"]) / constants["std"]
    return np.ascontiguousarray(scaled.transpose(2, 0, 1), np.float32).tobytes()


def run(network: str, image: bytes, height: int, width: int) -> npt.NDArray[np.float32]:
    output = _kernel.run_network(network == "reader", image, height, width, WEIGHTS.read_bytes())
    return np.frombuffer(output, np.float32)


def picture(name: str) -> Picture:
    pixels = np.asarray(Image.open(HERE / "pictures" / f"{name}.jpg"))
    tiles = (Tile(**{**tile, "up": tuple(tile["up"])}) for tile in LABELS[name])
    return Picture(name, pixels, tuple(tiles))


def test_the_card_describes_the_weights() -> None:
    content = WEIGHTS.read_bytes()
    assert CARD["sha256"] == sha256(content).hexdigest(), "run: make vision-figures"
    assert CARD["bytes"] == len(content) <= 350_000
    names = ("heat", "doubt", "temperature", "no_tile")
    values = [CARD["constants"][name] for name in names]
    assert values == pytest.approx(unpack_from("<4f", content, HEAT), abs=1e-4)


def test_the_kernel_computes_what_the_training_computed() -> None:
    assert VECTORS["weights"] == CARD["sha256"], "run: make vision-train"
    detector = VECTORS["detector"]
    height, width = detector["height"], detector["width"]
    image = normalised(detector["pixels"], height, width)
    output = run("detector", image, height, width)
    np.testing.assert_allclose(output, detector["output"], atol=2e-3)
    for crop in VECTORS["crops"]:
        output = run("reader", normalised(crop["pixels"], 48, 48), 48, 48)
        np.testing.assert_allclose(output, crop["output"], atol=2e-3)


@pytest.mark.parametrize("name", sorted(LABELS))
def test_all_tiles_of_a_drawn_picture_are_found_and_read(name: str) -> None:
    result = match(picture(name), product(picture(name)))
    assert (result.missed, result.false) == ((), ())
    assert [found.face for _, found in result.pairs] == [tile.face for tile, _ in result.pairs]


@pytest.mark.parametrize("change", [-0.05, 0.05])
def test_the_heat_threshold_is_inside_of_a_band(
    change: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = bytearray(WEIGHTS.read_bytes())
    pack_into("<f", weights, HEAT, unpack_from("<f", weights, HEAT)[0] + change)
    monkeypatch.setattr("tilerummy.vision.reader.weights", lambda: bytes(weights))
    for name in LABELS:
        result = match(picture(name), product(picture(name)))
        assert (result.missed, result.false) == ((), ()), name


@pytest.mark.parametrize(
    ("pictures", "share", "least"),
    [
        ("photos not used in training", "found", 0.99),
        ("photos not used in training", "right of the found", 0.985),
        ("photos not used in training", "pictures untouched", 19 / 23),
        ("photos, half size", "found and right", 0.97),
        ("photos, turned", "found and right", 0.97),
        *(
            (f"photos, lamp: {lamp}", "found and right", 0.95)
            for lamp in LAMPS
            if lamp != "daylight"
        ),
        ("drawn, unseen editions", "right of the found", 0.92),
        ("drawn, dark tiles", "right of the found", 0.85),
        ("drawn, large numbers", "right of the found", 0.92),
        ("drawn, bare tables, cloths and keyboards", "pictures without a box", 48 / 50),
    ],
)
def test_the_measured_shares_are_as_promised(pictures: str, share: str, least: float) -> None:
    figures: Mapping[str, float] = CARD["figures"][pictures][share]
    assert figures["share"] >= least


@pytest.mark.skipif(not LONG, reason="takes minutes: TESTS=long")
@pytest.mark.skipif(
    not (PHOTOS.is_dir() and FONTS.is_dir()), reason="needs the photos and make vision-figures"
)
def test_the_figures_of_the_card_can_be_measured_again() -> None:
    assert all_figures(PHOTOS, FONTS) == CARD["figures"]
