"""Packages whose names are loaded when they are first used: a program loads what it needs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module


def exports(
    package: str, modules: Mapping[str, str]
) -> tuple[Callable[[str], object], Callable[[], list[str]]]:
    """Return ``__getattr__`` and ``__dir__`` for a *package* that exports names of other modules.

    *modules* tells which names are taken from each, with spaces between them. No module of the
    package may be called like an exported name: importing it would put it in the place of that.
    Type checkers are told of the names by imports under ``TYPE_CHECKING``.
    """
    homes = {name: module for module, names in modules.items() for name in names.split()}

    def load(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}", name=name)
        found: object = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, found)
        return found

    return load, lambda: sorted({*vars(sys.modules[package]), *homes})
