"""The layers of both nets, and how many weights each has."""

from __future__ import annotations

from dataclasses import dataclass

CONVOLUTION, DEPTHWISE, POINTWISE, ADD, MEAN, DENSE = range(6)
"""Operations, numbered as in the weights file."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer: its operation, the layers it reads (−1 is the input), channels and stride.

    ``cells``: positions that a dense layer reads; 1 for other layers.
    """

    op: int
    a: int
    b: int
    inputs: int
    outputs: int
    stride: int = 1
    relu: bool = True
    cells: int = 1

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the weights, with output channels first; empty without weights."""
        match self.op:
            case 0:
                return (self.outputs, self.inputs, 3, 3)
            case 1:
                return (self.outputs, 3, 3)
            case 2:
                return (self.outputs, self.inputs)
            case 5:
                return (self.outputs, self.inputs * self.cells)
            case _:
                return ()


Net = tuple[Layer, ...]


class _Builder:
    def __init__(self) -> None:
        self.layers: list[Layer] = []

    def add(self, layer: Layer) -> int:
        self.layers.append(layer)
        return len(self.layers) - 1

    def convolution(self, inputs: int, outputs: int, stride: int) -> int:
        last = len(self.layers) - 1
        return self.add(Layer(CONVOLUTION, last, -1, inputs, outputs, stride))

    def separable(self, inputs: int, outputs: int, stride: int = 1, *, relu: bool = True) -> int:
        last = len(self.layers) - 1
        depth = self.add(Layer(DEPTHWISE, last, -1, inputs, inputs, stride))
        return self.add(Layer(POINTWISE, depth, -1, inputs, outputs, 1, relu))


def _detector() -> Net:
    net, mid = _Builder(), 48
    net.convolution(3, 16, 2)
    net.separable(16, 32, 2)
    at4 = net.separable(32, 32)
    net.separable(32, 64, 2)
    at8 = net.separable(64, 64)
    net.separable(64, 96, 2)
    at16 = net.separable(96, 96)
    net.separable(96, 128, 2)
    net.separable(128, 128)
    at32 = net.separable(128, 128)
    up = net.add(Layer(POINTWISE, at32, -1, 128, mid, relu=False))
    for lateral, channels in ((at16, 96), (at8, 64), (at4, 32)):
        side = net.add(Layer(POINTWISE, lateral, -1, channels, mid, relu=False))
        net.add(Layer(ADD, side, up, mid, mid))
        up = net.separable(mid, mid)
    last = net.separable(mid, mid)
    net.add(Layer(POINTWISE, last, -1, mid, 7, relu=False))
    return tuple(net.layers)


def _reader() -> Net:
    net = _Builder()
    net.convolution(3, 16, 1)
    net.separable(16, 32, 2)
    net.separable(32, 48)
    net.separable(48, 64, 2)
    net.separable(64, 64)
    net.separable(64, 96, 2)
    net.separable(96, 96)
    small = net.add(Layer(POINTWISE, len(net.layers) - 1, -1, 96, 40))
    net.add(Layer(DENSE, small, -1, 40, 25, relu=False, cells=36))
    return tuple(net.layers)


DETECTOR = _detector()
READER = _reader()


def count(net: Net) -> int:
    """Return the number of weights of *net*, biases apart."""
    total = 0
    for layer in net:
        size = 1
        for side in layer.shape:
            size *= side
        total += size if layer.shape else 0
    return total
