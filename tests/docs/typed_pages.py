"""Writes the Python of pages and notebooks to files, for type checkers.

``python -m tests.docs.typed_pages`` does it, and ``make types`` checks them by mypy and pyright.

A page becomes a module in which every line of code stands at its line of the page, so that what a
checker says about ``build/typed/docs_library.py:40`` is about line 40 of ``docs/library.md``. Only
code is written: neither prompts nor what examples print. Of a notebook the cells follow each other.
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
    """Return all pages and notebooks that a reader may copy code from."""
    examples = (ROOT / "examples").iterdir()
    return sorted(
        [
            *ROOT.glob("*.md"),
            *(ROOT / "docs").rglob("*.md"),
            *(path for path in examples if path.suffix in (".md", ".ipynb")),
        ]
    )


def code(text: str) -> str:
    """Return the Python of a page, each line where it stands in the *text*; "" if there is none."""
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
    """Return the code of a *notebook*, which takes the modules beside it from ``examples``."""
    found = code_cells(json.loads(notebook.read_text(encoding="utf-8")))
    text = "\n\n".join("".join(cell["source"]) for cell in found) + "\n"
    for module in notebook.parent.glob("*.py"):
        text = re.sub(rf"(?m)^from {module.stem} ", f"from examples.{module.stem} ", text)
    return text


def write(folder: Path = FOLDER) -> list[Path]:
    """Write a module for each page with code, and return them; what was there before is removed."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    written = []
    for page in pages():
        notebook = page.suffix == ".ipynb"
        if found := cells(page) if notebook else code(page.read_text(encoding="utf-8")):
            name = "_".join(page.relative_to(ROOT).with_suffix("").parts).replace("-", "_")
            written.append(folder / f"{name}.py")
            written[-1].write_text(found, encoding="utf-8")
    return written


if __name__ == "__main__":
    write()
