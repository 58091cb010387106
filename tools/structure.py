"""Check the structure of the code: ``python -m tools.structure``, a part of ``make check``.

Three rules hold, and structure.toml names what is exempt from them and why:

- ``circle``: no files import each other in a circle, in Python or C++. Imports inside functions and
  under TYPE_CHECKING count, and the stub of a package, which lists what it exports although it
  loads that only when it is used.
- ``late_import``: no function imports modules of the project.
- ``class_name``: no two classes of the library have the same name.

That imports point down is checked by import-linter (pyproject.toml), and all of it for the page by
web/tools/imports.mjs.
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
)
"""They import the compiled module, which cannot be read, so that it is taken for the package."""

Offences = dict[str, str]
"""What breaks a rule, by name, and how."""
Graph = Mapping[str, Iterable[str]]
"""For each file the files that it imports."""


def main() -> int:
    """Print what breaks a rule and is not exempt, and exemptions that are no longer needed."""
    exempt = tomllib.loads((ROOT / "tools" / "structure.toml").read_text())
    errors = [*judged(offences(), exempt)]
    print("\n".join(errors) or "Structure: all rules are kept.")
    return 1 if errors else 0


def judged(found: Mapping[str, Offences], exempt: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Yield an error for each offence without an exemption, and the other way round."""
    for rule in sorted({*found, *exempt}):
        broken, passed = found.get(rule, {}), exempt.get(rule, {})
        for name in sorted({*broken} - {*passed}):
            yield f"{rule}: {name}: {broken[name]}"
        for name in sorted({*passed} - {*broken}):
            yield f"{rule}: {name} keeps the rule now: remove it from tools/structure.toml"


def offences() -> dict[str, Offences]:
    """Return what breaks each rule."""
    trees = dict(library())
    return {
        "circle": dict(circles(python_imports(), cpp_includes())),
        "late_import": dict(late_imports(trees)),
        "class_name": dict(class_names(trees)),
    }


def circles(*graphs: Graph) -> Iterator[tuple[str, str]]:
    """Yield the first file of each circle that is found, and the way round."""
    for graph in graphs:
        left = {name: sorted(graph[name]) for name in sorted(graph)}  # always the same circles
        while circle := _circle(left):
            first = min(circle)
            turn = circle.index(first)
            way = [*circle[turn:], *circle[:turn], first]
            yield first, "imports itself: " + " → ".join(way)
            for name in circle:  # the others may have circles of their own
                left[name] = [other for other in left[name] if other not in circle]


def _circle(graph: Graph) -> list[str]:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(reversed(error.args[1][1:]))
    return []


def python_imports() -> dict[str, set[str]]:
    """Return the imports of the library, wherever in a file they stand."""
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
    """Return the includes of the kernel; a header and its source count as one."""
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
    """Yield modules in which a function imports modules of the project."""
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
    """Yield names of classes that are used more than once."""
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
