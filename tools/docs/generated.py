"""The generated files of the documentation, and a check that they are up to date."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools.docs.arena_schema import arena_schema
from tools.docs.box import box
from tools.docs.commands import commands
from tools.docs.coverage import coverage
from tools.docs.manual import manual
from tools.docs.overview import legend, overview
from tools.docs.page import drawings, page
from tools.docs.puzzle_set import puzzle_set
from tools.docs.sentences import ROOT
from tools.docs.strengths import strengths

from tilerummy.records import record_schema
from tilerummy.rules import PRESETS

FOLDER = Path("docs") / "rules"
"""A folder that contains only generated files."""


def files() -> dict[Path, str]:
    """Return the content of every generated file, keyed by its path in the project."""
    pages = {f"{name}.md": page(rules) for name, rules in PRESETS.items()}
    pictures = {f"pictures/{name}": svg for name, svg in (legend() | drawings()).items()}
    lists = {"README.md": overview(), "box.md": box(), "coverage.md": coverage()}
    rules = {**lists, **pages, **pictures}
    schema = json.dumps(record_schema(), indent=2, ensure_ascii=False) + "\n"
    docs = {
        "cli.md": commands(),
        "tilerummy.1": manual(),
        "arena.schema.json": arena_schema(),
        "records.schema.json": schema,
    }
    docs |= puzzle_set()
    docs |= {f"strength/{name}": text for name, text in strengths().items()}
    return {FOLDER / name: text for name, text in rules.items()} | {
        Path("docs") / name: text for name, text in docs.items()
    }


def stale(
    root: Path = ROOT, expected: Mapping[Path, str] | None = None
) -> Iterator[tuple[Path, str]]:
    """Yield each outdated generated file of the project at *root*, with the reason.

    Pass the result of :func:`files` as *expected* to avoid generating it again, which is slow.
    """
    expected = files() if expected is None else expected
    for path, text in expected.items():
        existing = root / path
        if not existing.is_file():
            yield path, "is missing"
        elif existing.read_bytes() != text.encode():
            yield path, "is out of date"
    for existing in sorted((root / FOLDER).rglob("*")):
        if existing.is_file() and existing.relative_to(root) not in expected:
            yield existing.relative_to(root), "is no longer generated"


def write(root: Path = ROOT, expected: Mapping[Path, str] | None = None) -> Iterator[Path]:
    """Update outdated files and remove those no longer generated; yield their paths."""
    expected = files() if expected is None else expected
    for path, _ in [*stale(root, expected)]:
        if path in expected:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(expected[path].encode())
        else:
            (root / path).unlink()
        yield path
