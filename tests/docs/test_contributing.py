"""Every file, folder and command that CONTRIBUTING names is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
PLACES = ("", "src/tilerummy", "web", "web/src", "tests")
"""What paths are written from."""
NAMED = sorted(set(re.findall(r"`([^`\n]+)`", TEXT)))


def paths() -> list[str]:
    """Return what looks like a path with its folder, or one that ends like a file of code."""
    plain = (name for name in NAMED if re.fullmatch(r"[\w.*/-]+", name))
    return [name for name in plain if re.search(r"\w/|\.(py|ts|svelte|toml|json|css)$", name)]


def exists(path: str) -> bool:
    pattern = path.replace("NAME", "*").rstrip("/")
    if "/" not in pattern:
        pattern = f"**/{pattern}"
    return any(any((ROOT / place).glob(pattern)) for place in PLACES if (ROOT / place).is_dir())


@pytest.mark.parametrize("path", paths())
def test_a_path_is_there(path: str) -> None:
    assert exists(path)


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`make ([a-z-]+)", TEXT))))
def test_a_command_can_be_made(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
