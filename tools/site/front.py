"""Renders the example on the front page: a program of the library page, with its picture."""

from __future__ import annotations

import doctest
import re
from dataclasses import dataclass

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer
from tools.site.stage import ROOT

_LEAD = "Find the best play"


@dataclass(frozen=True, slots=True)
class Shown:
    """A program as HTML, the picture of its result, and the lines that it prints."""

    code: str
    picture: str
    result: str
    lines: tuple[str, ...]


def example() -> Shown:
    """Return the program that finds the best play; ``tests/docs`` runs it."""
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    text = page[page.index(_LEAD) :]
    block = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    assert block is not None
    examples = doctest.DocTestParser().get_examples(block[1])
    names: dict[str, object] = {}
    for each in examples[:-2]:
        exec(each.source, names)
    draw = getattr(names["best"], "_repr_svg_")  # noqa: B009 - the type is not known here
    code = "".join(each.source for each in examples)
    return Shown(
        highlight(code, PythonLexer(), HtmlFormatter(nowrap=True)),
        str(draw()),
        examples[-2].want.strip(),
        tuple(examples[-1].want.strip().splitlines()),
    )
