"""docs/RULES.md is the project's own authority; where a shared text lies beside, they agree."""

from __future__ import annotations

import os
from difflib import unified_diff
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OURS = ROOT / "docs" / "RULES.md"
SHARED = Path(os.environ.get("TILERUMMY_RULES", ROOT.parent / "shared" / "RULES.md"))
"""A text that other projects share; a checkout need not have it, and nothing else reads it."""

FIRST = "## 1. Tiles, sets, notation\n"
"""The heading with which both begin to speak of rules; what stands above is each one's own."""


def body(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    return text[text.index(FIRST) :].splitlines()


def differences(ours: Path, shared: Path) -> list[str]:
    """Return in what the shared text differs from ours, nothing where it does not exist."""
    if not shared.exists():
        return []
    found = unified_diff(body(ours), body(shared), str(ours), str(shared), lineterm="", n=0)
    return [line for line in found if line[:1] in "+-"]


def test_the_shared_text_beside_the_checkout_says_the_same() -> None:
    assert differences(OURS, SHARED) == []


def test_a_difference_is_named_by_its_lines(tmp_path: Path) -> None:
    shared = tmp_path / "RULES.md"
    shared.write_text(OURS.read_text(encoding="utf-8").replace("106", "107", 1), encoding="utf-8")

    found = differences(OURS, shared)

    assert [line[0] for line in found] == ["-", "+", "-", "+"]
    assert "106" in found[2]
    assert "107" in found[3]


def test_without_a_shared_text_there_is_nothing_to_compare(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    assert differences(OURS, tmp_path / "none.md") == []
