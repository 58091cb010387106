"""The generated files of the documentation, and which of them are out of date."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from tools.docs.arena_schema import arena_schema
from tools.docs.commands import commands
from tools.docs.coverage import coverage
from tools.docs.overview import legend, overview
from tools.docs.page import drawings, page
from tools.docs.puzzle_set import puzzle_set
from tools.docs.sentences import ROOT
from tools.docs.strengths import strengths

from tilerummy.records import record_schema
from tilerummy.rules import PRESETS

FOLDER = Path("docs") / "rules"
"""A folder of which all is generated."""


def files() -> dict[Path, str]:
    """Return the text of every generated file by its path in the project."""
    pages = {f"{name}.md": page(rules) for name, rules in PRESETS.items()}
    pictures = {f"pictures/{name}": svg for name, svg in (legend() | drawings()).items()}
    rules = {"README.md": overview(), "coverage.md": coverage(), **pages, **pictures}
    schema = json.dumps(record_schema(), indent=2, ensure_ascii=False) + "\n"
    others = {
        "cli.md": commands(),
        "arena.schema.json": arena_schema(),
        "records.schema.json": schema,
    }
    others |= puzzle_set()
    others |= {f"strength/{name}": text for name, text in strengths().items()}
    return {FOLDER / name: text for name, text in rules.items()} | {
        Path("docs") / name: text for name, text in others.items()
    }


def stale(
    root: Path = ROOT, wanted: Mapping[Path, str] | None = None
) -> Iterator[tuple[Path, str]]:
    """Yield every generated file of the project at *root* that is out of date, and why.

    What :func:`files` returns can be given, as making it takes time.
    """
    wanted = files() if wanted is None else wanted
    for path, text in wanted.items():
        there = root / path
        if not there.is_file():
            yield path, "is missing"
        elif there.read_bytes() != text.encode():
            yield path, "is out of date"
    for there in sorted((root / FOLDER).rglob("*")):
        if there.is_file() and there.relative_to(root) not in wanted:
            yield there.relative_to(root), "is not generated any more"


def write(root: Path = ROOT, wanted: Mapping[Path, str] | None = None) -> Iterator[Path]:
    """Write the files that are out of date, remove those no longer generated; yield the paths."""
    wanted = files() if wanted is None else wanted
    for path, _ in [*stale(root, wanted)]:
        if path in wanted:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(wanted[path].encode())
        else:
            (root / path).unlink()
        yield path
