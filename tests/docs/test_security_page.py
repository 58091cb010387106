"""docs/security.md names tests that are there, for every line that it goes through."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
LINES = {"L": 14, "F": 7, "A": 14, "S": 21, "D": 11, "K": 5, "R": 6, "C": 7}


def written() -> Iterator[str]:
    for path in (ROOT / "tests").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node.name


def test_every_line_is_answered() -> None:
    answered = dict(re.findall(r"^\| ([A-Z]\d+) \| .+? \| (.+?) \|$", PAGE, re.MULTILINE))
    wanted = {f"{letter}{n}" for letter, last in LINES.items() for n in range(1, last + 1)}

    assert set(answered) == wanted | {"X1", "X2", "P3"}
    assert all(len(answer) > 10 for answer in answered.values())


def test_every_test_that_is_named_is_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", PAGE))

    assert len(named) > 60
    assert named <= set(written())
