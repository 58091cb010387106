"""The weights file: both nets in int8, one scale per output channel; readable without a framework.

Little-endian, all offsets multiples of 4:

- ``TRV1``; int32 number of detector layers; int32 number of reader layers; float32[16] constants.
- One record of 10 int32 per layer, the detector's first: operation, first and second layer read
  (−1: the input), input channels, output channels, stride, relu, offset of the int8 weights, of
  the float32 scales and of the float32 biases (0: none).
- The data; weight = int8 × scale of its output channel.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from tools.vision.layers import DENSE, Layer, Net

MAGIC = b"TRV1"
Array = npt.NDArray[np.float32]
Folded = tuple[tuple[Array, Array] | None, ...]
"""Weights and biases of each layer, or None."""


@dataclass(frozen=True, slots=True)
class Constants:
    """The constants of the file.

    ``heat``: a peak above this probability is a tile; ``doubt``: a face below this probability is
    doubtful; ``temperature``: divides the logits of number and colour; ``no_tile``: a crop above
    this probability is no tile; ``mean``, ``std``: of red, green and blue in 0..1.
    """

    heat: float
    doubt: float
    temperature: float
    no_tile: float
    mean: tuple[float, float, float]
    std: tuple[float, float, float]

    def packed(self) -> bytes:
        """Return the 16 floats of the file."""
        values = [self.heat, self.doubt, self.temperature, self.no_tile, *self.mean, *self.std]
        return struct.pack("<16f", *values, *[0.0] * (16 - len(values)))


@dataclass(frozen=True, slots=True)
class Weights:
    """The contents of the file."""

    constants: Constants
    detector: Net
    reader: Net
    detector_values: Folded
    reader_values: Folded


def rounded(values: Array) -> tuple[npt.NDArray[np.int8], Array]:
    """Return *values* as int8 and the scale of each output channel."""
    flat = values.reshape(len(values), -1)
    scales = np.maximum(np.abs(flat).max(axis=1) / 127, 1e-12).astype(np.float32)
    return np.round(flat / scales[:, None]).astype(np.int8), scales


def write(path: Path, weights: Weights) -> None:
    """Write *weights*, rounding them to int8."""
    layers = weights.detector + weights.reader
    values = weights.detector_values + weights.reader_values
    start = 4 + 8 + 64 + 40 * len(layers)
    records, data = b"", bytearray()

    def put(some: bytes) -> int:
        offset = start + len(data)
        data.extend(some + bytes(-len(some) % 4))
        return offset

    for layer, value in zip(layers, values, strict=True):
        offsets = (0, 0, 0)
        if value is not None:
            numbers, scales = rounded(value[0])
            biases = value[1].astype("<f4").tobytes()
            offsets = (put(numbers.tobytes()), put(scales.astype("<f4").tobytes()), put(biases))
        fields = (layer.op, layer.a, layer.b, layer.inputs, layer.outputs, layer.stride, layer.relu)
        records += struct.pack("<10i", *fields, *offsets)
    head = MAGIC + struct.pack("<2i", len(weights.detector), len(weights.reader))
    path.write_bytes(head + weights.constants.packed() + records + bytes(data))


def read(path: Path) -> Weights:
    """Return the contents of a weights file."""
    content = path.read_bytes()
    if content[:4] != MAGIC:
        raise ValueError(f"{path} is no weights file")
    first, second = struct.unpack_from("<2i", content, 4)
    numbers = struct.unpack_from("<16f", content, 12)
    constants = Constants(
        numbers[0], numbers[1], numbers[2], numbers[3], numbers[4:7], numbers[7:10]
    )
    layers: list[Layer] = []
    values: list[tuple[Array, Array] | None] = []
    records = [struct.unpack_from("<10i", content, 76 + 40 * i) for i in range(first + second)]
    for op, a, b, inputs, outputs, stride, relu, weights, scales, biases in records:
        cells = (scales - weights) // (outputs * inputs) if op == DENSE else 1
        layer = Layer(op, a, b, inputs, outputs, stride, bool(relu), cells)
        layers.append(layer)
        if not layer.shape:
            values.append(None)
            continue
        size = int(np.prod(layer.shape))
        rows = np.frombuffer(content, np.int8, size, weights).reshape(outputs, -1)
        scale = np.frombuffer(content, "<f4", outputs, scales)
        bias = np.frombuffer(content, "<f4", outputs, biases).astype(np.float32)
        values.append(((rows * scale[:, None]).reshape(layer.shape).astype(np.float32), bias))
    return Weights(
        constants, tuple(layers[:first]), tuple(layers[first:]), tuple(values[:first]),
        tuple(values[first:]),
    )  # fmt: skip
