"""Checks the structure of the code: ``python -m tools.structure``, a part of ``make check``.

There are three rules, with exceptions and their reasons in structure.toml:

- ``circle``: files must not import each other in a circle, in Python or C++. Imports inside
  functions and under TYPE_CHECKING count, and so does a package's stub, which lists its lazily
  loaded exports.
- ``late_import``: functions must not import modules of the project.
- ``class_name``: classes in the library have unique names.

import-linter (pyproject.toml) checks that imports point down, and web/tools/imports.mjs checks the
web client.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
LOAD_KERNEL = (
    "tilerummy.solver.kernel",
    *(f"tilerummy.simulator.{name}" for name in ("batch", "rollouts", "rounds", "turns")),
    "tilerummy.vision.reader",
)
"""Modules that import the compiled kernel: its source is not Python, so it cannot be examined."""

Offences = dict[str, str]
"""Violations of a rule: the offender's name and the reason."""
Graph = Mapping[str, Iterable[str]]
"""The imports of each file."""


def main() -> int:
    """Print violations without an exception, and unneeded exceptions; return 1 if any."""
    exempt = tomllib.loads((ROOT / "tools" / "structure.toml").read_text())
    errors = [*judged(offences(), exempt)]
    print("\n".join(errors) or "Structure: all rules are kept.")
    return 1 if errors else 0


def judged(found: Mapping[str, Offences], exempt: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Yield an error for each violation without an exception, and for each unneeded exception."""
    for rule in sorted({*found, *exempt}):
        broken, passed = found.get(rule, {}), exempt.get(rule, {})
        for name in sorted({*broken} - {*passed}):
            yield f"{rule}: {name}: {broken[name]}"
        for name in sorted({*passed} - {*broken}):
            yield f"{rule}: {name} keeps the rule now: remove it from tools/structure.toml"


def offences() -> dict[str, Offences]:
    """Return the violations of each rule."""
    trees = dict(library())
    return {
        "circle": dict(circles(python_imports(), cpp_includes())),
        "late_import": dict(late_imports(trees)),
        "class_name": dict(class_names(trees)),
    }


def circles(*graphs: Graph) -> Iterator[tuple[str, str]]:
    """Yield the first file of each circle, and the circle's path as text."""
    for graph in graphs:
        left = {name: sorted(graph[name]) for name in sorted(graph)}  # in a deterministic order
        while circle := _circle(left):
            first = min(circle)
            turn = circle.index(first)
            way = [*circle[turn:], *circle[:turn], first]
            yield first, "imports itself: " + " → ".join(way)
            for name in circle:  # the remaining files may form other circles
                left[name] = [other for other in left[name] if other not in circle]


def _circle(graph: Graph) -> list[str]:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(reversed(error.args[1][1:]))
    return []


def python_imports() -> dict[str, set[str]]:
    """Return the library's imports anywhere in a file."""
    graph = grimp.build_graph("tilerummy", cache_dir=None)
    imports = {name: {*graph.find_modules_directly_imported_by(name)} for name in graph.modules}
    for stub in (ROOT / "src").rglob("__init__.pyi"):
        package = ".".join(stub.parent.relative_to(ROOT / "src").parts)
        lines = ast.parse(stub.read_text()).body
        imports[package] |= {str(n.module) for n in lines if isinstance(n, ast.ImportFrom)}
    for module in LOAD_KERNEL:
        imports[module].discard("tilerummy")
    return imports


def cpp_includes() -> dict[str, set[str]]:
    """Return the kernel's includes; a header and its source file count together."""
    kernel = ROOT / "kernel"
    graph: dict[str, set[str]] = defaultdict(set)
    for path in kernel.rglob("*.[ch]pp"):
        for include in re.findall(r'^#include "(.+)"', path.read_text(), re.MULTILINE):
            near, far = Path(os.path.normpath(path.parent / include)), kernel / include
            other = near if near.exists() else far
            if other.with_suffix("") != path.with_suffix(""):
                graph[_unit(path)].add(_unit(other))
    return graph


def _unit(path: Path) -> str:
    return str(path.relative_to(ROOT).with_suffix(""))


def late_imports(trees: Mapping[str, ast.Module]) -> Iterator[tuple[str, str]]:
    """Yield modules with a function that imports modules of the project."""
    for path, tree in trees.items():
        inside = [
            node
            for function in ast.walk(tree)
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
            for node in ast.walk(function)
            if isinstance(node, ast.Import | ast.ImportFrom) and "tilerummy" in ast.unparse(node)
        ]
        if inside:
            lines = ", ".join(str(line) for line in sorted({node.lineno for node in inside}))
            yield path, f"a function imports modules of the project (line {lines})"


def class_names(trees: Mapping[str, ast.Module]) -> Iterator[tuple[str, str]]:
    """Yield class names that are used more than once."""
    places = defaultdict(list)
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(f"{path}:{node.lineno}")
    for name, found in places.items():
        if len(found) > 1:
            yield name, f"is the name of {len(found)} classes: {' '.join(found)}"


def library() -> Iterator[tuple[str, ast.Module]]:
    """Yield the path and the syntax tree of each module of the library."""
    for path in sorted((ROOT / "src").rglob("*.py")):
        yield str(path.relative_to(ROOT / "src")), ast.parse(path.read_text())


if __name__ == "__main__":
    sys.exit(main())
