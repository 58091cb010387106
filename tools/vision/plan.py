"""The size of a training."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to draw, and the steps of training in each round."""

    seed: int = 38
    scenes: int = 160
    empties: int = 50
    patches: int = 4000
    warm_steps: int = 150
    rounds: int = 5
    detector_steps: int = 400
    reader_steps: int = 350
