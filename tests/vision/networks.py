"""Random networks in the format of weights.bin, and a plain implementation to compare with."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float32]
CONVOLUTION, DEPTHWISE, POINTWISE, ADD, MEAN, DENSE = range(6)
CONSTANTS = (0.5, 0.8, 1.0, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.25, *[0.0] * 6)
INPUT = -1


@dataclass(frozen=True)
class Layer:
    """A layer; ``weights`` are int8 with the shape of the file format, or None."""

    op: int
    inputs: tuple[int, int]
    channels: tuple[int, int]
    stride: int = 1
    relu: bool = True
    weights: npt.NDArray[np.int8] | None = None
    scales: Floats | None = None
    biases: Floats | None = None


def convolution(
    rng: np.random.Generator,
    op: int,
    source: int,
    channels: tuple[int, int],
    *,
    stride: int = 1,
    relu: bool = True,
    size: int = 1,
) -> Layer:
    """Return a layer with random weights; *size* is the number of positions of a dense one."""
    before, after = channels
    taps = {CONVOLUTION: 9 * before, DEPTHWISE: 9, POINTWISE: before, DENSE: before * size}[op]
    weights = rng.integers(-127, 128, (after, taps), dtype=np.int8)
    scales = rng.uniform(0.5, 1.5, after).astype(np.float32) / (70 * taps**0.5)
    biases = rng.normal(0, 0.1, after).astype(np.float32)
    return Layer(op, (source, INPUT), channels, stride, relu, weights, scales, biases)


def detector(rng: np.random.Generator) -> list[Layer]:
    """Return a small detector with every operation that a detector has."""
    return [
        convolution(rng, CONVOLUTION, INPUT, (3, 10), stride=2),
        convolution(rng, DEPTHWISE, 0, (10, 10), stride=2),
        convolution(rng, POINTWISE, 1, (10, 12)),
        convolution(rng, DEPTHWISE, 2, (12, 12), stride=2),
        convolution(rng, POINTWISE, 3, (12, 12), relu=False),
        Layer(ADD, (2, 4), (12, 12)),
        convolution(rng, DEPTHWISE, 5, (12, 12)),
        convolution(rng, POINTWISE, 6, (12, 7), relu=False),
    ]


def reader(rng: np.random.Generator, *, dense: bool = True) -> list[Layer]:
    """Return a small reader that ends with a dense layer, or with the mean."""
    layers = [
        convolution(rng, CONVOLUTION, INPUT, (3, 9), stride=2),
        convolution(rng, DEPTHWISE, 0, (9, 9), stride=2),
        convolution(rng, POINTWISE, 1, (9, 16)),
    ]
    if dense:
        return [*layers, convolution(rng, DENSE, 2, (16, 25), relu=False, size=144)]
    mean = Layer(MEAN, (2, INPUT), (16, 16), relu=False)
    return [*layers, mean, convolution(rng, POINTWISE, 3, (16, 25), relu=False)]


def weights_file(first: list[Layer], second: list[Layer]) -> bytes:
    """Return the networks in the format of weights.bin."""
    layers = [*first, *second]
    start = 12 + 4 * len(CONSTANTS) + 40 * len(layers)
    records, data = b"", b""

    def add(content: bytes) -> int:
        nonlocal data
        at = start + len(data)
        data += content + b"\0" * (-len(content) % 4)
        return at

    for layer in layers:
        places = [0, 0, 0]
        if layer.weights is not None and layer.scales is not None and layer.biases is not None:
            places = [
                add(layer.weights.tobytes()),
                add(layer.scales.tobytes()),
                add(layer.biases.tobytes()),
            ]
        row = (layer.op, *layer.inputs, *layer.channels, layer.stride, int(layer.relu), *places)
        records += struct.pack("<10i", *row)
    head = b"TRV1" + struct.pack("<2i", len(first), len(second))
    return head + struct.pack("<16f", *CONSTANTS) + records + data


def run(layers: list[Layer], image: Floats) -> Floats:
    """Return the output of a network for an *image* of shape (3, height, width)."""
    outputs: list[Floats] = []
    for layer in layers:
        source = image if layer.inputs[0] == INPUT else outputs[layer.inputs[0]]
        result = _apply(layer, source, outputs)
        outputs.append(np.maximum(result, 0) if layer.relu else result)
    return outputs[-1]


def _apply(layer: Layer, source: Floats, outputs: list[Floats]) -> Floats:
    if layer.op == ADD:
        enlarged = outputs[layer.inputs[1]].repeat(2, axis=1).repeat(2, axis=2)
        return np.asarray(source + enlarged, np.float32)
    if layer.op == MEAN:
        return np.asarray(source.mean(axis=(1, 2), keepdims=True), np.float32)
    assert layer.weights is not None
    assert layer.scales is not None
    assert layer.biases is not None
    weights = layer.weights.astype(np.float32) * layer.scales[:, None]
    biases = layer.biases[:, None, None]
    if layer.op == POINTWISE:
        return np.asarray(np.einsum("oi,ihw->ohw", weights, source) + biases, np.float32)
    if layer.op == DENSE:
        return np.asarray((weights @ source.reshape(-1))[:, None, None] + biases, np.float32)
    padded = np.pad(source, ((0, 0), (1, 1), (1, 1)))
    height, width = source.shape[1:]
    step = layer.stride
    taps = [
        padded[:, dy : dy + height : step, dx : dx + width : step]
        for dy in range(3)
        for dx in range(3)
    ]
    windows = np.stack(taps, axis=1)  # channel, tap, row, column
    if layer.op == DEPTHWISE:
        return np.asarray(np.einsum("ct,cthw->chw", weights, windows) + biases, np.float32)
    return np.asarray(
        np.einsum("oct,cthw->ohw", weights.reshape(len(weights), -1, 9), windows) + biases,
        np.float32,
    )
