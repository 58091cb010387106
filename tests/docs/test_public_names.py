"""Pages and examples import public names only: those that a package lists in ``__all__``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import pytest
from tests.docs.typed_pages import ROOT, cells, code, pages

EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def source(path: Path) -> str:
    if path.suffix == ".ipynb":
        return cells(path)
    text = path.read_text(encoding="utf-8")
    return code(text) if path.suffix == ".md" else text


SOURCES = {
    path.relative_to(ROOT).as_posix(): found
    for path in [*pages(), *EXAMPLES]
    if "tilerummy" in (found := source(path))
}


def hidden(python: str) -> Iterator[str]:
    """Yield what is imported from tilerummy and not listed by the module that it is taken from."""
    for node in ast.walk(ast.parse(python)):
        if not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        if node.module.partition(".")[0] == "tilerummy":
            module = import_module(node.module)
            public = {*getattr(module, "__all__", ()), *modules(module)}
            yield from (f"{node.module}.{a.name}" for a in node.names if a.name not in public)


def modules(package: ModuleType) -> set[str]:
    """Return the names of the modules of a *package*."""
    return {module.name for module in iter_modules(getattr(package, "__path__", ()))}


@pytest.mark.parametrize("name", SOURCES)
def test_only_public_names_are_imported(name: str) -> None:
    assert [*hidden(SOURCES[name])] == []
