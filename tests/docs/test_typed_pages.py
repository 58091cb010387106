"""Code in pages passes the type checkers exactly as a reader would copy it.

Pages and examples import only public names, which packages list in ``__all__``.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

import pytest
from tests.docs.typed_pages import ROOT, cells, code, pages

PAGE = """# A page

```python
>>> from tilerummy import Action, Draw, Ruleset, State, play_round, ruleset
>>> class Draws:
...     def choose(self, rules: Ruleset, view: State, seat: int) -> tuple[Action, ...]:
...         return (Draw(),)
>>> *events, ended = play_round(ruleset("sabra"), [Draws(), Draws()], seed=bytes(32))
>>> ended.scores
(0, 0)

```
"""


def type_errors(checker: str, page: str, folder: Path) -> list[str]:
    """Return the errors that a type checker reports for the code of a page."""
    module = folder / "page.py"
    module.write_text(code(page), encoding="utf-8")
    command = [sys.executable, "-m", checker, str(module)]
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # for pyright's node
    ran = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "PATH": path, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    return [line for line in ran.stdout.splitlines() if "error:" in line]


@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_a_player_needs_only_choose_and_a_round_ends_with_its_result(
    checker: str, tmp_path: Path
) -> None:
    assert type_errors(checker, PAGE, tmp_path) == []
    (error,) = type_errors(checker, PAGE.replace("ended.scores", "ended.score"), tmp_path)
    assert '"score"' in error


EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def source(path: Path) -> str:
    if path.suffix == ".ipynb":
        return cells(path)
    text = path.read_text(encoding="utf-8")
    return code(text) if path.suffix == ".md" else text


SOURCES = {
    path.relative_to(ROOT).as_posix(): python
    for path in [*pages(), *EXAMPLES]
    if "tilerummy" in (python := source(path))
}


def private_imports(python: str) -> Iterator[str]:
    """Yield the names imported from modules of tilerummy that do not export them."""
    for node in ast.walk(ast.parse(python)):
        if not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        if node.module.partition(".")[0] == "tilerummy":
            module = import_module(node.module)
            public = {*getattr(module, "__all__", ()), *modules(module)}
            yield from (f"{node.module}.{a.name}" for a in node.names if a.name not in public)


def modules(package: ModuleType) -> set[str]:
    """Return the module names in *package*."""
    return {module.name for module in iter_modules(getattr(package, "__path__", ()))}


@pytest.mark.parametrize("name", SOURCES)
def test_only_public_names_are_imported(name: str) -> None:
    assert [*private_imports(SOURCES[name])] == []
