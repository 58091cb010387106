"""docs/RULES.md is the project's own authority; where a shared text lies beside, they agree."""

from __future__ import annotations

import os
from difflib import unified_diff
from pathlib import Path

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
