"""Packages whose names are loaded on first use, so that a program imports only what it needs."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from importlib import import_module


def exports(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """Return ``__getattr__``, ``__dir__`` and ``__all__`` for a *package* that re-exports names.

    Type checkers and this function read the same list: the package's stub ``__init__.pyi``, with
    lines of the form ``from module import name as name``.
    """
    module = sys.modules[package]
    with open(f"{module.__file__}i", encoding="utf-8") as file:  # noqa: PTH123 - pathlib is slow
        stub = ast.parse(file.read())
    imports = [line for line in stub.body if isinstance(line, ast.ImportFrom)]
    homes = {alias.name: str(line.module) for line in imports for alias in line.names}

    def load(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
        found: object = getattr(import_module(homes[name]), name)
        setattr(module, name, found)
        return found

    return load, lambda: sorted({*vars(module), *homes}), sorted(homes)
