"""docs/RULES.md is the project's authority; it begins like the shared copy if there is one.

Our own chapter follows: the rulings on games that the shared text does not cover.
"""

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

EXTENSIONS = "\n## 5. Extensions\n"
"""The heading of our own chapter, which is the last."""


def body(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    return text[text.index(FIRST) :]


def differences(ours: Path, shared: Path) -> list[str]:
    """Return the differing lines of the two texts; empty if there is no shared copy."""
    if not shared.exists():
        return []
    beginning = body(ours).partition(EXTENSIONS)[0].rstrip().splitlines()
    diff = unified_diff(
        beginning, body(shared).splitlines(), str(ours), str(shared), lineterm="", n=0
    )
    return [line for line in diff if line[:1] in "+-"]


def test_the_shared_copy_has_the_same_rules() -> None:
    assert differences(OURS, SHARED) == []


def test_our_own_chapter_is_the_last() -> None:
    after = body(OURS).partition(EXTENSIONS)[2]
    assert after.strip(), "the chapter of extensions is missing"
    headings = [line for line in after.splitlines() if line.startswith("## ")]
    assert headings == [], "a new section of the extensions is a heading of the third level"
