"""Every file, folder and command mentioned in CONTRIBUTING exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
BASES = ("", "src/tilerummy", "web", "web/src", "tests")
"""The folders that paths may be relative to."""
CODE_SPANS = sorted(set(re.findall(r"`([^`\n]+)`", TEXT)))


def paths() -> list[str]:
    """Return the code spans that look like a path with a folder, or like a source file."""
    plain = (name for name in CODE_SPANS if re.fullmatch(r"[\w.*/-]+", name))
    return [name for name in plain if re.search(r"\w/|\.(py|ts|svelte|toml|json|css)$", name)]


def exists(path: str) -> bool:
    pattern = path.replace("NAME", "*").rstrip("/")
    if "/" not in pattern:
        pattern = f"**/{pattern}"
    return any(any((ROOT / base).glob(pattern)) for base in BASES if (ROOT / base).is_dir())


@pytest.mark.parametrize("path", paths())
def test_a_path_exists(path: str) -> None:
    assert exists(path)


@pytest.mark.parametrize("target", sorted(set(re.findall(r"`make ([a-z-]+)", TEXT))))
def test_a_make_target_exists(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
