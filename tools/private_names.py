"""Checks that the project uses no private names of its dependencies, as part of ``make structure``.

There are three rules for the library, the tools, the tests and the examples:

- never import a ``_name`` of a third-party package, or anything inside a module named so;
- never import from the ``protocols`` of such a package, which are its internal transports;
- in the library, set a private attribute only if a class in the same module has it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("src", "tools", "tests", "benchmarks", "examples")
OWN = {"tilerummy", "tools", "tests", "benchmarks", "examples", "__future__"}
"""The packages of the project."""
DOCUMENTED = {("opentelemetry", "_logs"), ("opentelemetry", "_log_exporter")}
"""Documented modules that have a private name until they are stable."""


def main() -> int:
    """Print all violations."""
    errors = [
        f"{path.relative_to(ROOT)}:{line}: {error}"
        for folder in FOLDERS
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, error in private_names(path.read_text(encoding="utf-8"), library=folder == "src")
    ]
    print("\n".join(errors) or "Private names: none of another package is used.")
    return 1 if errors else 0


def private_names(text: str, *, library: bool = True) -> Iterator[tuple[int, str]]:
    """Yield the line and the error of each use of a private name in a module's source.

    >>> [*private_names("from uvicorn.main import _x")]
    [(1, 'uvicorn.main._x is private')]
    """
    tree = ast.parse(text)
    own = {*_own_attributes(tree)}
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module), level=0, names=names):
                yield from _imported(node.lineno, *(f"{module}.{each.name}" for each in names))
            case ast.Import(names=names):
                yield from _imported(node.lineno, *(each.name for each in names))
            case _ if library:
                yield from _assigned(node, own)


def _imported(line: int, *names: str) -> Iterator[tuple[int, str]]:
    for name in names:
        package, *parts = name.split(".")
        if package in OWN:
            continue
        if any(is_private(p) and (package, p) not in DOCUMENTED for p in (package, *parts)):
            yield line, f"{name} is private"
        elif "protocols" in parts:
            yield line, f"{name} is of the protocols of {package}"


def _own_attributes(tree: ast.Module) -> Iterator[str]:
    """Yield the attributes of a module's classes: set on ``self``, annotated, or slots."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name
            case ast.Constant(value=str(name)):
                yield name
            case _:
                pass


def _assigned(node: ast.AST, own: set[str]) -> Iterator[tuple[int, str]]:
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            places: list[ast.expr] = [*targets]
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            places = [target]
        case _:
            return
    for place in places:
        for each in ast.walk(place):
            match each:
                case ast.Attribute(value=value, attr=name, ctx=ast.Store() | ast.Del()):
                    if is_private(name) and name not in own:
                        yield each.lineno, f"{ast.unparse(value)}.{name} is private"
                case _:
                    pass


def is_private(name: str) -> bool:
    """Return whether a name is private.

    >>> is_private("_x"), is_private("__init__"), is_private("x")
    (True, False, False)
    """
    return name.startswith("_") and not (name.startswith("__") and name.endswith("__"))


if __name__ == "__main__":
    raise SystemExit(main())
