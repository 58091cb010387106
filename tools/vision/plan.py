"""The size of a training."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to draw, and the steps of training of each stage."""

    seed: int = 38
    scenes: int = 440
    empties: int = 400
    patches: int = 12000
    direction_rounds: int = 2
    direction_steps: int = 150
    detector_steps: int = 4600
    reader_steps: int = 6600
