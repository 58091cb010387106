"""Changes of light and sharpness to batches of normalised pixels, in PyTorch."""

from __future__ import annotations

import math

import torch
import torch.nn.functional as fn
from torch import Generator, Tensor


def uniform(generator: Generator, low: float, high: float, *shape: int) -> Tensor:
    """Return values between *low* and *high*."""
    return torch.rand(shape, generator=generator) * (high - low) + low


def colours(value: Tensor, generator: Generator, strength: float) -> Tensor:
    """Return pixels in 0..1 (batch × 3 × height × width) under other exposure and lamps."""
    count = len(value)
    # two lamps in three are tints between warm and cool, as rooms have them
    warm = uniform(generator, -1, 1, count, 1) ** 3 * strength
    tint = torch.cat([warm, 0.1 * warm, -1.3 * warm], 1) * 0.35
    tint = tint + uniform(generator, -0.06, 0.06, count, 3) * strength
    level = uniform(generator, -0.45, 0.22, count, 1) * strength
    gain = torch.exp(tint + level)[:, :, None, None]
    gamma = torch.exp(uniform(generator, -0.25, 0.25, count, 1, 1, 1) * strength)
    return (value.clamp(1e-4, 1) ** gamma * gain).clamp(0, 1)


def half_shadows(value: Tensor, generator: Generator, share: float) -> Tensor:
    """Return pixels with a hard or soft shadow edge in a *share* of the pictures."""
    count, _, height, width = value.shape
    angle = uniform(generator, 0, 2 * math.pi, count, 1, 1)
    ys = torch.linspace(-1, 1, height)[None, :, None]
    xs = torch.linspace(-1, 1, width)[None, None, :]
    side = xs * torch.cos(angle) + ys * torch.sin(angle)
    side = side - uniform(generator, -0.7, 0.7, count, 1, 1)
    steep = torch.exp(uniform(generator, 1.0, 5.0, count, 1, 1))
    dark = uniform(generator, 0.3, 0.85, count, 1, 1)
    dark = torch.where(uniform(generator, 0, 1, count, 1, 1) < share, dark, torch.ones(()))
    shade = 1 - (1 - dark) * torch.sigmoid(steep * side)
    return value * shade[:, None]


def less_sharp(value: Tensor, generator: Generator, smallest: int) -> Tensor:
    """Return pixels with a quarter of the pictures blurred, shaken or at low resolution."""
    result = value.clone()
    count, size = len(value), value.shape[-1]
    order = torch.randperm(count, generator=generator)
    part_of = max(1, count // 16)
    for group in range(4):
        chosen = order[group * part_of : (group + 1) * part_of]
        if torch.rand((), generator=generator) > count / (16 * part_of):
            continue
        part = value[chosen]
        if group < 2:
            small = int(torch.randint(smallest, size, (1,), generator=generator))
            part = fn.interpolate(part, size=(small, small), mode="area")
            part = fn.interpolate(part, size=(size, size), mode="bilinear")
        elif group == 2:
            kernel = _gaussian(float(uniform(generator, 0.4, 1.6, 1)))
            part = _filtered(part, kernel)
        else:
            length = int(torch.randint(3, 6, (1,), generator=generator))
            part = _filtered(part, _line(length, float(uniform(generator, 0, math.pi, 1))))
        result[chosen] = part
    return result


def noisy(value: Tensor, generator: Generator, most: float) -> Tensor:
    """Return pixels with noise of a deviation up to *most*."""
    deviation = uniform(generator, 0, most, len(value), 1, 1, 1)
    return value + torch.randn(value.shape, generator=generator) * deviation


def _gaussian(deviation: float) -> Tensor:
    xs = torch.arange(-4.0, 5.0)
    line = torch.exp(-(xs**2) / (2 * deviation**2))
    kernel = line[:, None] * line
    return kernel / kernel.sum()


def _line(length: int, angle: float) -> Tensor:
    kernel = torch.zeros(9, 9)
    for step in range(4 * length):
        d = (step / (4 * length - 1) - 0.5) * (length - 1)
        kernel[round(4 + d * math.sin(angle)), round(4 + d * math.cos(angle))] += 1
    return kernel / kernel.sum()


def _filtered(value: Tensor, kernel: Tensor) -> Tensor:
    padded = fn.pad(value, (4, 4, 4, 4), mode="replicate")
    return fn.conv2d(padded, kernel.expand(3, 1, 9, 9), groups=3)
