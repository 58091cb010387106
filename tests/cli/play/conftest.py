"""Unfinished games are stored in a directory of the test."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the directory where a test's programs store their data."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path
