"""docs/RULES.md is a copy: a test says when it falls behind a text beside the checkout."""

from __future__ import annotations

import os
from pathlib import Path

ROOT = Path(__file__).parents[2]
FIRST = "## 1. Tiles, sets, notation\n"
"""The heading with which the copy begins; what stands above is its own."""


def original() -> Path:
    """The text of which docs/RULES.md is a copy; a checkout need not have it."""
    return Path(os.environ.get("TILERUMMY_RULES", ROOT.parent / "shared" / "RULES.md"))


def body(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    return text[text.index(FIRST) :].splitlines()


def test_the_copy_of_the_rules_has_not_fallen_behind() -> None:
    ours = body(ROOT / "docs" / "RULES.md")
    theirs = body(original()) if original().exists() else ours

    assert [line for line in theirs if line not in ours] == []
    assert ours == theirs
