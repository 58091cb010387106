"""The doctests pass, and every module can be imported."""

from __future__ import annotations

import ast
import doctest
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

import tilerummy

SOURCE = Path(tilerummy.__file__).parent
OPTIONAL = "tilerummy.env.spiel"
"""Tested by tests/env if OpenSpiel is installed."""
PROGRAM = "__main__"


def module(path: Path) -> str:
    """Return the dotted name of the module at *path*."""
    parts = path.relative_to(SOURCE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {
    name: path
    for path in sorted(SOURCE.rglob("*.py"))
    if not (name := module(path)).startswith(OPTIONAL) and path.stem != PROGRAM
}
EXAMPLES = [name for name, path in MODULES.items() if ">>> " in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_doctests_of_a_module_pass(name: str) -> None:
    package = import_module(name)
    exported = {each: getattr(package, each) for each in getattr(package, "__all__", ())}

    results = doctest.testmod(package, extraglobs=exported)  # some are loaded when first used
    runner = doctest.DocTestRunner()
    for constant, text in texts_of_constants(MODULES[name]):
        test = doctest.DocTestParser().get_doctest(text, {}, f"{name}.{constant}", name, 0)
        runner.run(test)

    assert results.attempted + runner.tries
    assert not results.failed + runner.failures


def texts_of_constants(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each constant of a module with the string below it, which doctest does not find."""
    for node, below in pairwise(ast.parse(path.read_text(encoding="utf-8")).body):
        match node, below:
            case (
                ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)),
                ast.Expr(value=ast.Constant(value=str(text))),
            ):
                yield name, text
            case _:
                pass


def test_the_examples_of_constants_are_found() -> None:
    texts = dict(texts_of_constants(MODULES["tilerummy.tiles"]))

    assert ">>> " in texts["JOKER"]


def test_every_module_can_be_imported() -> None:
    for name in MODULES:
        assert import_module(name).__doc__, name
