"""The size of a training."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to draw, and the steps of training of each stage."""

    seed: int = 38
    scenes: int = 220
    empties: int = 70
    patches: int = 6000
    direction_rounds: int = 2
    direction_steps: int = 200
    detector_steps: int = 3000
    reader_steps: int = 2400
