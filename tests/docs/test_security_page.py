"""The tests listed in docs/security.md exist."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")


def defined() -> Iterator[str]:
    for path in (ROOT / "tests").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node.name


def test_every_listed_test_exists() -> None:
    listed = set(re.findall(r"`(test_\w+)`", PAGE))

    assert len(listed) > 60
    assert listed <= set(defined())
