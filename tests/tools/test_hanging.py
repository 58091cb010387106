"""A test that hangs fails, and the tests after it still run: `docs/decisions/hanging-tests.md`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

LEFT = """
import asyncio, time
from contextlib import suppress

import pytest

async def endless():
    while True:
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(1)

@pytest.fixture
def anyio_backend():
    return "asyncio"

@pytest.fixture
async def task(anyio_backend):
    return asyncio.create_task(endless())

@pytest.fixture
def slow():
    time.sleep(60)
"""


@pytest.mark.parametrize(
    "test",
    [
        "@pytest.mark.anyio\nasync def test_first(task):\n    assert False",
        "def test_first(slow):\n    pass",
        "def test_first():\n    time.sleep(60)",
    ],
    ids=["cleared_up", "set_up", "itself"],
)
def test_what_hangs_fails_and_the_rest_runs(test: str, tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text("import tests.support.hanging as h\nh.HANGS = 3\n")
    (tmp_path / "test_it.py").write_text(f"{LEFT}\n{test}\n\ndef test_second():\n    pass\n")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    command = [sys.executable, "-m", "pytest", "-p", "tests.support.hanging", "-q", "test_it.py"]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTEST_ADDOPTS": "-p no:xdist"}
    ran = subprocess.run(
        command, check=False, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120
    )

    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "this took longer than 3 seconds" in ran.stdout
    assert "1 passed" in ran.stdout
