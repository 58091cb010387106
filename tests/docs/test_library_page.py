"""The five programs of docs/library.md are short, and import nothing below ``tilerummy``.

That they do what the page shows is run by test_docs.py, as all pages are.
"""

from __future__ import annotations

import ast
import doctest
import sys
from pathlib import Path

import pytest
from tests.docs.blocks import blocks

PAGE = Path(__file__).parents[2] / "docs" / "library.md"
FIRST, AFTER = "## Five programs", "## A round"


def programs() -> list[str]:
    text = PAGE.read_text(encoding="utf-8")
    part = text[text.index(FIRST) : text.index(AFTER)]
    parser = doctest.DocTestParser()
    return [
        "".join(example.source for example in parser.get_examples(block.text))
        for block in blocks(part)
        if block.kind == "python"
    ]


def test_there_are_five() -> None:
    assert len(programs()) == 5


@pytest.mark.parametrize("program", programs())
def test_a_program_has_fifteen_lines_at_most(program: str) -> None:
    assert len([line for line in program.splitlines() if line.strip()]) <= 15


@pytest.mark.parametrize("program", programs())
def test_a_program_reaches_nothing_below_the_package(program: str) -> None:
    imported = [
        node.module
        for node in ast.walk(ast.parse(program))
        if isinstance(node, ast.ImportFrom) and node.module not in sys.stdlib_module_names
    ]

    assert {*imported} == {"tilerummy"}
