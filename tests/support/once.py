"""Builds the files that all processes of a test run share: one builds, all others wait."""

from __future__ import annotations

import os
from collections.abc import Callable
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest


def once_per_run(built: Path, build: Callable[[], None]) -> None:
    """Call *build*, unless another process of this run has; the file *built* records the run."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", "")
    built.parent.mkdir(exist_ok=True)
    with built.open("a+") as file:
        flock(file, LOCK_EX)
        file.seek(0)
        if not run or file.read() != run:
            build()
            file.truncate(0)
            file.write(run)


def shared_folder(factory: pytest.TempPathFactory) -> Path:
    """Return the temporary folder of the run, not of one of its processes."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
