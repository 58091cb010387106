"""The nets in PyTorch: for training, with batch normalisation, and with folded weights."""

from __future__ import annotations

import math

import numpy as np
import torch
import torch.nn.functional as fn
from tools.vision.layers import ADD, CONVOLUTION, DENSE, DEPTHWISE, MEAN, POINTWISE, Layer, Net
from tools.vision.weights import Array, Folded
from torch import Tensor

EPSILON = 1e-5


def _apply(layer: Layer, value: Tensor, weight: Tensor) -> Tensor:
    if layer.op == CONVOLUTION:
        return fn.conv2d(value, weight, None, layer.stride, 1)
    if layer.op == DEPTHWISE:
        return fn.conv2d(value, weight[:, None], None, layer.stride, 1, 1, layer.inputs)
    if layer.op == POINTWISE:
        return fn.linear(value.movedim(1, -1), weight).movedim(-1, 1)
    assert layer.op == DENSE
    return fn.linear(value.flatten(1), weight)[:, :, None, None]


def _without_weights(layer: Layer, value: Tensor, other: Tensor) -> Tensor:
    if layer.op == ADD:
        return value + fn.interpolate(other, scale_factor=2.0, mode="nearest")
    assert layer.op == MEAN
    return value.mean((2, 3), keepdim=True)


class TrainedNet:
    """A net with batch normalisation behind each layer that has a ReLU."""

    def __init__(self, net: Net, seed: int) -> None:
        generator = torch.Generator().manual_seed(seed)
        self.net = net
        self.weights: list[Tensor | None] = []
        self.gains: list[Tensor | None] = []
        self.biases: list[Tensor | None] = []
        self.means: list[Tensor] = []
        self.variances: list[Tensor] = []
        for layer in net:
            normal = layer.relu and bool(layer.shape)
            weight = None
            if layer.shape:
                fan = math.prod(layer.shape[1:])
                deviation = 1 / math.sqrt(3 * fan)
                weight = torch.randn(layer.shape, generator=generator) * deviation
                weight.requires_grad_()
            self.weights.append(weight)
            ones = torch.ones(layer.outputs).requires_grad_() if normal else None
            self.gains.append(ones)
            zeros = torch.zeros(layer.outputs).requires_grad_() if layer.shape else None
            self.biases.append(zeros)
            self.means.append(torch.zeros(layer.outputs))
            self.variances.append(torch.ones(layer.outputs))

    def parameters(self) -> list[Tensor]:
        """Return the trained tensors."""
        parts = [*self.weights, *self.gains, *self.biases]
        return [part for part in parts if part is not None]

    def state(self) -> list[list[Tensor | None]]:
        """Return all numbers, to continue later; :meth:`load` takes them back."""
        return [self.weights, self.gains, self.biases, [*self.means], [*self.variances]]

    def load(self, state: list[list[Tensor | None]]) -> None:
        """Continue from a :meth:`state`."""
        for mine, theirs in zip(self.state(), state, strict=True):
            for old, new in zip(mine, theirs, strict=True):
                if old is not None:
                    old.data.copy_(new)

    def __call__(self, value: Tensor, *, training: bool = False) -> Tensor:
        """Return the output of the last layer."""
        outputs: list[Tensor] = []
        value = value.contiguous(memory_format=torch.channels_last)
        for index, layer in enumerate(self.net):
            first = outputs[layer.a] if layer.a >= 0 else value
            weight, gain, bias = self.weights[index], self.gains[index], self.biases[index]
            if weight is None:
                result = _without_weights(layer, first, outputs[layer.b])
            else:
                result = _apply(layer, first, weight)
                if gain is not None:
                    mean, variance = self.means[index], self.variances[index]
                    result = fn.batch_norm(
                        result, mean, variance, gain, bias, training, 0.05, EPSILON
                    )
                elif bias is not None:
                    result = result + bias[:, None, None]
            outputs.append(result.relu_() if layer.relu else result)
        return outputs[-1]

    def folded(self) -> Folded:
        """Return weights and biases with the normalisation folded in."""
        result: list[tuple[Array, Array] | None] = []
        for index in range(len(self.net)):
            weight, gain, bias = self.weights[index], self.gains[index], self.biases[index]
            if weight is None or bias is None:
                result.append(None)
                continue
            weight, bias = weight.detach(), bias.detach()
            if gain is not None:
                factor = gain.detach() / torch.sqrt(self.variances[index] + EPSILON)
                weight = weight * factor.reshape(-1, *[1] * (weight.dim() - 1))
                bias = bias - self.means[index] * factor
            result.append((weight.numpy().copy(), bias.numpy().copy()))
        return tuple(result)


class FoldedNet:
    """A net with given weights and biases, for use only."""

    def __init__(self, net: Net, values: Folded) -> None:
        self.net = net
        self.values = [
            None if value is None else (torch.tensor(value[0]), torch.tensor(value[1]))
            for value in values
        ]

    def __call__(self, value: Tensor) -> Tensor:
        """Return the output of the last layer."""
        outputs: list[Tensor] = []
        value = value.contiguous(memory_format=torch.channels_last)
        for layer, weights in zip(self.net, self.values, strict=True):
            first = outputs[layer.a] if layer.a >= 0 else value
            if weights is None:
                result = _without_weights(layer, first, outputs[layer.b])
            else:
                result = _apply(layer, first, weights[0]) + weights[1][:, None, None]
            outputs.append(result.relu_() if layer.relu else result)
        return outputs[-1]


def tensor(
    pixels: np.ndarray[tuple[int, ...], np.dtype[np.uint8]],
    mean: tuple[float, float, float],
    std: tuple[float, float, float],
) -> Tensor:
    """Return pixels (… × height × width × 3) normalised, channels first."""
    value = torch.tensor(np.ascontiguousarray(pixels)).float() / 255
    value = (value - torch.tensor(mean)) / torch.tensor(std)
    return value.movedim(-1, -3)
