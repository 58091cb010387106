"""The sentences of the five rule texts, their meanings and the tests that check them."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests" / "rules"
DATA = TESTS / "sentences.toml"
SEEDS = ROOT.parent / "shared" / "seeds"
"""The folder with the rule texts, if available. Their licence excludes them from the project."""

TITLES = {
    "S0": "Tile Rummy",
    "S1": "Rummikub Gameplay",
    "S2": "A tile rummy variation contributed by Vivian A. McGraw",
    "S3": "Playing Rummikub the Sabra way",
    "S4": "Rummikub, American and International",
}

_MARK = re.compile(r"^\s*(#+|[-•*]|\d{1,2}\.(?!\d))\s*")
_END = re.compile(r"""(?<=[.!?…])(["”’')]*)\s+(?=["“‘'(]?[A-Z0-9])""")
_INITIAL = re.compile(r"(^|\s)[A-Z]\.$")
_POINTS = re.compile(r"\d{9,}$")
_CITED = re.compile(r"\bS(\d)\.(\d+)(?:–(\d+))?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence with the fields of its entry in the data file."""

    id: str
    begins: str
    rule: str = ""
    where: str = ""
    ruling: str = ""
    view: str = ""
    game: str = ""
    no_rule: str = ""

    @property
    def text(self) -> str:
        """The rule text with this sentence, S0 to S4."""
        return self.id.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Check:
    """A test and the sentences that its docstring cites."""

    file: str
    name: str
    cites: tuple[str, ...]

    @property
    def node(self) -> str:
        """The pytest node id, relative to the test folder."""
        return f"{self.file}::{self.name}"


def split(text: str) -> Iterator[str]:
    """Yield the sentences of a rule text; headings and list items count as sentences.

    A line that begins with a lower-case letter continues the line above. A line that ends with
    the points of a hand, without spaces between them, is one sentence.
    """
    text = re.sub(r"\n(?=[a-z])", " ", text.replace("**", " "))
    for raw in text.splitlines():
        line = _MARK.sub("", raw).strip()
        start = 0
        for end in () if _POINTS.search(line) else _END.finditer(line):
            if not _INITIAL.search(line[start : end.start()]):
                yield line[start : end.end()].strip()
                start = end.end()
        if line:
            yield line[start:].strip()


def sentences() -> tuple[Sentence, ...]:
    """Return the sentences in the data file, in order."""
    rows = tomllib.loads(DATA.read_text(encoding="utf-8"))
    return tuple(Sentence(id=name, **row) for name, row in rows.items())


def checks() -> tuple[Check, ...]:
    """Return the tests in files named after a rule text."""
    return tuple(c for path in sorted(TESTS.glob("test_s[0-9]_*.py")) for c in _checks(path))


def _checks(path: Path) -> Iterator[Check]:
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield Check(path.name, node.name, tuple(_cited(ast.get_docstring(node) or "")))


def _cited(docstring: str) -> Iterator[str]:
    """Yield the ids of cited sentences, such as S4.30 or the range S4.97–103."""
    for match in _CITED.finditer(docstring):
        text, first, last = match.groups()
        for number in range(int(first), int(last or first) + 1):
            yield f"S{text}.{number:02d}"
