"""Loads a package's names on first use, so that programs import only the modules they need."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib import import_module


def exports(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` for a *package* that re-exports names.

    The names are read from the package's stub ``__init__.pyi``, which type checkers also use. Its
    lines have the form ``from module import name as name``. A line ``Old = New`` makes a former
    name available for one release. Such a name is not in ``__all__``.
    """
    module = sys.modules[package]
    path = str(module.__file__).rpartition(".")[0]  # ends with .py, or .pyc without sources
    with open(f"{path}.pyi", encoding="utf-8") as file:  # noqa: PTH123 - pathlib is slow
        stub = ast.parse(file.read())
    imports = [line for line in stub.body if isinstance(line, ast.ImportFrom)]
    modules = {alias.name: str(line.module) for line in imports for alias in line.names}
    former = {
        ast.unparse(line.targets[0]): ast.unparse(line.value)
        for line in stub.body
        if isinstance(line, ast.Assign)
    }

    def load(name: str) -> object:
        current = former.get(name, name)
        if current not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
        value: object = getattr(import_module(modules[current]), current)
        setattr(module, name, value)
        return value

    return load, lambda: sorted({*vars(module), *modules}), sorted(modules)
