"""The kernel runs networks like a plain implementation, and refuses damaged files."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from tests.vision import networks
from tests.vision.networks import Floats, Layer

_kernel = pytest.importorskip("tilerummy._kernel", reason="tests the kernel")
UPSIDE_DOWN = 18
TILES_AT, TILE, BEST, FEATURES = 3 + 400, 22, 16, 1440
"""The offsets of 32-bit values in ``vision_reading`` of ``kernel/vision/vision.h``."""
SIZES = ((32, 32), (64, 96), (160, 32), (32, 224))


def pictured(height: int, width: int, seed: int = 5) -> Floats:
    rng = np.random.default_rng(seed)
    return rng.normal(0, 1, (3, height, width)).astype(np.float32)


def run(network: str, image: Floats, weights: bytes) -> Floats:
    _, height, width = image.shape
    output = _kernel.run_network(network == "reader", image.tobytes(), height, width, weights)
    return np.frombuffer(output, np.float32)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_detector_computes_the_same(size: tuple[int, int]) -> None:
    rng = np.random.default_rng(1)
    layers = networks.detector(rng)
    weights = networks.weights_file(layers, networks.reader(rng))
    image = pictured(*size)
    expected = networks.run(layers, image)
    assert expected.std() > 0.1
    np.testing.assert_allclose(run("detector", image, weights), expected.ravel(), atol=1e-5)


@pytest.mark.parametrize("dense", [True, False])
def test_a_reader_computes_the_same(dense: bool) -> None:  # noqa: FBT001
    rng = np.random.default_rng(2)
    layers = networks.reader(rng, dense=dense)
    weights = networks.weights_file(networks.detector(rng), layers)
    image = pictured(48, 48)
    expected = networks.run(layers, image)
    np.testing.assert_allclose(run("reader", image, weights), expected.ravel(), atol=1e-5)


def test_the_features_of_a_tile_are_what_its_last_layer_read() -> None:
    rng = np.random.default_rng(9)
    layers = networks.reader(rng, dense=False)
    last = layers[-1]
    assert last.weights is not None
    assert last.scales is not None
    assert last.biases is not None
    last.scales[UPSIDE_DOWN] *= 1e9  # otherwise both ways up are blended
    weights = networks.weights_file(networks.detector(rng), layers)
    pixels = np.full((480, 640, 3), 90, np.uint8)
    for _ in range(60):
        x, y = int(rng.integers(600)), int(rng.integers(440))
        pixels[y : y + 40, x : x + 28] = rng.integers(0, 256, 3)
    reading = _kernel.read_photo(pixels.tobytes(), 640, 480, weights)
    count = int(np.frombuffer(reading, np.int32)[2])
    tiles = np.frombuffer(reading, np.float32)[TILES_AT:]
    features = tiles[200 * TILE :].reshape(200, FEATURES)[:count, :16]
    assert count > 10
    assert features.std() > 0.01
    logits = features @ (last.weights * last.scales[:, None]).T + last.biases
    numbers, colours = (share(logits[:, part]) for part in (slice(14), slice(14, 18)))
    rows = tiles[: count * TILE].reshape(-1, TILE)
    for tile, number, colour in zip(rows, numbers, colours, strict=True):
        best = max(float(number[:13].max() * colour.max()), float(number[13]))
        assert tile[BEST] == pytest.approx(best, abs=1e-4)


def share(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares


def small_file() -> bytes:
    rng = np.random.default_rng(3)
    return networks.weights_file(networks.detector(rng), networks.reader(rng))


def refused(weights: bytes) -> None:
    with pytest.raises(ValueError, match="weights are damaged"):
        _kernel.read_photo(bytes(3 * 64 * 64), 64, 64, weights)


def test_files_that_are_cut_are_refused() -> None:
    file = small_file()
    _kernel.read_photo(bytes(3 * 64 * 64), 64, 64, file)
    for length in (0, 3, 11, 70, 75, 100, len(file) // 2, len(file) - 5):
        refused(file[:length])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        *((0, value) for value in (-1, 6)),  # operation
        *((1, value) for value in (-2, 1, 99)),  # input
        *((field, value) for field in (3, 4) for value in (0, -4, 2_000_000_000)),  # channels
        *((5, value) for value in (0, 3)),  # stride
        *((field, value) for field in (7, 8) for value in (0, -8, 2_000_000_000)),  # offsets
        (9, -4),
    ],
)
def test_wrong_records_are_refused(field: int, value: int) -> None:
    file = bytearray(small_file())
    struct.pack_into("<i", file, 76 + 40 + 4 * field, value)  # in the second layer
    refused(bytes(file))


def test_layers_that_do_not_fit_are_refused() -> None:
    rng = np.random.default_rng(4)
    layers = networks.detector(rng)
    wrong = [*layers]
    wrong[5] = Layer(networks.ADD, (2, 1), (12, 12))  # not half as large
    refused(networks.weights_file(wrong, networks.reader(rng)))
    refused(networks.weights_file(networks.reader(rng), layers))  # the wrong outputs


def test_a_stride_without_a_window_is_refused() -> None:
    file = bytearray(small_file())
    pointwise = 2
    struct.pack_into("<i", file, 76 + 40 * pointwise + 4 * 5, 2)
    refused(bytes(file))


def test_networks_that_are_too_large_are_not_called_damaged() -> None:
    rng = np.random.default_rng(7)
    layers = [
        networks.convolution(rng, networks.CONVOLUTION, networks.INPUT, (3, 128)),
        networks.convolution(rng, networks.POINTWISE, 0, (128, 7), relu=False),
    ]
    weights = networks.weights_file(layers, networks.reader(rng))
    with pytest.raises(ValueError, match="too much memory"):
        _kernel.read_photo(bytes(3 * 640 * 640), 640, 640, weights)


def test_random_damage_never_crashes() -> None:
    rng, file = np.random.default_rng(6), small_file()
    for _ in range(200):
        damaged = bytearray(file)
        for at in rng.integers(0, 900, 3):
            damaged[at] = rng.integers(256)
        try:
            _kernel.read_photo(bytes(3 * 96 * 64), 96, 64, bytes(damaged))
        except ValueError:
            continue


def test_photos_of_a_wrong_size_are_refused() -> None:
    for width, height in ((0, 4), (4, -1), (5, 5)):
        with pytest.raises(ValueError, match="three bytes per pixel"):
            _kernel.read_photo(bytes(48), width, height, small_file())
    with pytest.raises(ValueError, match="too large"):
        _kernel.read_photo(bytes(3 * 20_000), 20_000, 1, small_file())
