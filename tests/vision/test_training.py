"""A short training lowers the loss. It runs in the environment of ``make vision-train``."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from statistics import mean

import pytest
from tests.support.examples import LONG

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / "build" / "vision-venv" / "bin" / "python"
FONTS = ROOT / "build" / "vision" / "fonts" / ".fetched"


@pytest.mark.skipif(not LONG, reason="takes a minute: TESTS=long")
@pytest.mark.skipif(
    not (PYTHON.exists() and FONTS.exists()), reason="needs the environment of make vision-train"
)
def test_thirty_steps_lower_the_loss() -> None:
    command = [str(PYTHON), "-m", "tools.vision", "try", "--detector-steps", "30"]
    output = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    losses = json.loads(output.splitlines()[-1])

    assert mean(losses["detector"][-5:]) < 0.7 * mean(losses["detector"][:5])
    assert mean(losses["reader"][-5:]) < 0.9 * mean(losses["reader"][:5])
