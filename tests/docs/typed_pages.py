"""Extracts the Python code of pages and notebooks for type checkers.

Run with ``python -m tests.docs.typed_pages``; ``make types`` checks the result with mypy and
pyright.

Line numbers match the document: an error in ``build/typed/docs_library.py:40`` is about line 40 of
``docs/library.md``. Prompts and printed output are left out. Notebook cells are concatenated.
"""

from __future__ import annotations

import doctest
import json
import re
import shutil
from pathlib import Path

from tests.docs.blocks import Block, blocks
from tools.notebook import code_cells

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "build" / "typed"


def pages() -> list[Path]:
    """Return all pages and notebooks with code that a reader may copy."""
    examples = (ROOT / "examples").iterdir()
    return sorted(
        [
            *ROOT.glob("*.md"),
            *(ROOT / "docs").rglob("*.md"),
            *(path for path in examples if path.suffix in (".md", ".ipynb")),
        ]
    )


def code(text: str) -> str:
    """Return a page's Python code, with each line at its position in *text*; may be ""."""
    lines: list[str] = []
    for block in blocks(text):
        if block.kind == "python":
            for number, line in _numbered(block):
                lines += [""] * (number - 1 - len(lines))
                lines.append(line)
    return "".join(f"{line}\n" for line in lines)


def _numbered(block: Block) -> list[tuple[int, str]]:
    if ">>> " not in block.text:
        return [*enumerate(block.text.splitlines(), block.line)]
    return [
        (block.line + example.lineno + offset, line)
        for example in doctest.DocTestParser().get_examples(block.text)
        for offset, line in enumerate(example.source.splitlines())
    ]


def cells(notebook: Path) -> str:
    """Return a notebook's code; modules next to it are imported from ``examples``."""
    code_parts = code_cells(json.loads(notebook.read_text(encoding="utf-8")))
    text = "\n\n".join("".join(cell["source"]) for cell in code_parts) + "\n"
    for module in notebook.parent.glob("*.py"):
        text = re.sub(rf"(?m)^from {module.stem} ", f"from examples.{module.stem} ", text)
    return text


def write(folder: Path = FOLDER) -> list[Path]:
    """Replace the contents of *folder* with a module for each page with code; return the paths."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    written = []
    for page in pages():
        notebook = page.suffix == ".ipynb"
        if python := cells(page) if notebook else code(page.read_text(encoding="utf-8")):
            name = "_".join(page.relative_to(ROOT).with_suffix("").parts).replace("-", "_")
            written.append(folder / f"{name}.py")
            written[-1].write_text(python, encoding="utf-8")
    return written


if __name__ == "__main__":
    write()
