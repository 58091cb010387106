"""docs/RULES.md is the project's authority; it matches the shared copy if there is one."""

from __future__ import annotations

import os
from difflib import unified_diff
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS = ROOT / "docs" / "RULES.md"
SHARED = Path(os.environ.get("TILERUMMY_RULES", ROOT.parent / "shared" / "RULES.md"))
"""A copy shared with other projects. It is optional, and only this test reads it."""

FIRST = "## 1. Tiles, sets, notation\n"
"""The first heading in both texts; the introductions above it differ."""


def body(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    return text[text.index(FIRST) :].splitlines()


def differences(ours: Path, shared: Path) -> list[str]:
    """Return the differing lines of the two texts; empty if there is no shared copy."""
    if not shared.exists():
        return []
    diff = unified_diff(body(ours), body(shared), str(ours), str(shared), lineterm="", n=0)
    return [line for line in diff if line[:1] in "+-"]


def test_the_shared_copy_has_the_same_rules() -> None:
    assert differences(OURS, SHARED) == []
